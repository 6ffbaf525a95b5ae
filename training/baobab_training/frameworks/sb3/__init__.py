"""Stable-Baselines3: our games as its vectorised environments, our network as its policy, its policies as our bots."""

from baobab_training.frameworks.sb3.export import export_policy, load_sb3_zip, to_network
from baobab_training.frameworks.sb3.learner import MaskableTrainer
from baobab_training.frameworks.sb3.policy import RowPolicy, RowRolloutBuffer
from baobab_training.frameworks.sb3.vec_env import NativeVecEnv, make_vec_env

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
