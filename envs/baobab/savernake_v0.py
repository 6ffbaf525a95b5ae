"""Savernake Forest for PettingZoo: `savernake_v0.env(num_players=3)`; see `baobab.adapters.aec.GameEnv`."""

from baobab.adapters.aec import make_env

env = make_env("savernake_v0", strict=False)
raw_env = make_env("savernake_v0", strict=True)
