"""Okavango for PettingZoo: `okavango_v0.env(num_players=3)`, `okavango_v0.parallel_env(num_players=3)`.

See `baobab.adapters.aec.GameEnv` and `baobab.adapters.parallel.ParallelGameEnv`.
"""

from baobab.adapters.aec import make_env
from baobab.adapters.parallel import make_parallel_env

env = make_env("okavango_v0", strict=False)
raw_env = make_env("okavango_v0", strict=True)
parallel_env = make_parallel_env("okavango_v0")
