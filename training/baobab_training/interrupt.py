"""Moved to `baobab.commands.interrupt`."""

from baobab.commands.interrupt import SignalWatch

__all__ = ["SignalWatch"]
