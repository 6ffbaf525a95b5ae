"""The ids of the games in Gymnasium's registry: `baobab/Kenya-v0` …; nothing here loads a game."""

import gymnasium
from gymnasium.envs.registration import register

from baobab.registry import LISTINGS


def game_ids() -> dict[str, str]:
    """Id in Gymnasium's registry -> the game's own: `{"baobab/Kenya-v0": "kenya_v0"}`."""
    return {
        f"baobab/{listing.name.title().replace('_', '')}-v{listing.version}": listing.id
        for listing in LISTINGS.values()
        if not listing.fault
    }


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
