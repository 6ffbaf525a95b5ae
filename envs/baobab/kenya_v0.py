"""Kenya for PettingZoo: `kenya_v0.env(num_players=3)`, `kenya_v0.parallel_env(num_players=3)`.

See `baobab.adapters.aec.GameEnv` and `baobab.adapters.parallel.ParallelGameEnv`.
"""

from baobab.adapters.aec import make_env
from baobab.adapters.parallel import make_parallel_env

env = make_env("kenya_v0", strict=False)
raw_env = make_env("kenya_v0", strict=True)
parallel_env = make_parallel_env("kenya_v0")
