"""Moved to `baobab.files`."""

from baobab.files import write_atomically

__all__ = ["write_atomically"]
