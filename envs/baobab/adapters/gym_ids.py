"""The ids of the games in Gymnasium's registry: `baobab/Kenya-v0` …; nothing here loads a game."""

import pkgutil
import re
from pathlib import Path

import gymnasium
from gymnasium.envs.registration import register

_STUB = re.compile(r"([a-z]+)_v([0-9]+)")  # the module of a game: its name and version


def game_ids() -> dict[str, str]:
    """Id in Gymnasium's registry -> the game's own, `{"baobab/Kenya-v0": "kenya_v0"}`, read off the games' modules."""
    package = Path(__file__).parents[1]
    matches = (_STUB.fullmatch(module.name) for module in pkgutil.iter_modules([str(package)]))
    return {f"baobab/{match[1].capitalize()}-v{match[2]}": match[0] for match in matches if match}


def register_envs() -> None:
    """Make every game known to `gymnasium.make` and `gymnasium.make_vec`; `import baobab` has done so already."""
    for env_id, game in game_ids().items():
        if env_id not in gymnasium.registry:
            register(
                env_id,
                entry_point="baobab.adapters.gym:SingleAgentEnv",
                vector_entry_point="baobab.adapters.gym_vector:SingleAgentVectorEnv",
                kwargs={"game": game, "strict": False},
            )
