"""Moved to `baobab_training.frameworks.sb3`; under this name docs and configs go on finding it."""

from baobab_training.frameworks.sb3 import (
    MaskableTrainer,
    NativeVecEnv,
    RowPolicy,
    RowRolloutBuffer,
    export_policy,
    load_sb3_zip,
    make_vec_env,
    to_network,
)

__all__ = [
    "MaskableTrainer",
    "NativeVecEnv",
    "RowPolicy",
    "RowRolloutBuffer",
    "export_policy",
    "load_sb3_zip",
    "make_vec_env",
    "to_network",
]
