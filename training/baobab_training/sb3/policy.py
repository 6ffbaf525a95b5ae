"""Moved to `baobab_training.frameworks.sb3.policy`; zips of stable-baselines3 name the classes here."""

from baobab_training.frameworks.sb3.policy import RowPolicy, RowRolloutBuffer

__all__ = ["RowPolicy", "RowRolloutBuffer"]
