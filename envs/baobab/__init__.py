"""Baobab: a reinforcement-learning environment suite of wildlife table games.

    from baobab import kenya_v0
    env = kenya_v0.env(num_players=3)

The names below are imported on first use: `import baobab` itself is light. It makes the games known to Gymnasium:

    import baobab, gymnasium
    env = gymnasium.make("baobab/Kenya-v0", opponents="greedy")
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from baobab.adapters.gym_ids import register_envs

if TYPE_CHECKING:
    from baobab.adapters.aec import GameEnv
    from baobab.adapters.gym import SingleAgentEnv
    from baobab.adapters.gym_vector import SingleAgentVectorEnv
    from baobab.adapters.parallel import ParallelGameEnv
    from baobab.adapters.vector import SelfPlayBatch
    from baobab.bots.bot import Bot
    from baobab.bots.load import load_bot
    from baobab.core.game import Game, make_rngs
    from baobab.core.games import Games
    from baobab.registry import GAMES, load_game

__all__ = [
    "GAMES",
    "Bot",
    "Game",
    "GameEnv",
    "Games",
    "ParallelGameEnv",
    "SelfPlayBatch",
    "SingleAgentEnv",
    "SingleAgentVectorEnv",
    "load_bot",
    "load_game",
    "make_rngs",
    "register_envs",
]

__version__ = "0.1.0"

_HOMES = {
    "GAMES": "baobab.registry",
    "Bot": "baobab.bots.bot",
    "Game": "baobab.core.game",
    "Games": "baobab.core.games",
    "GameEnv": "baobab.adapters.aec",
    "ParallelGameEnv": "baobab.adapters.parallel",
    "SelfPlayBatch": "baobab.adapters.vector",
    "SingleAgentEnv": "baobab.adapters.gym",
    "SingleAgentVectorEnv": "baobab.adapters.gym_vector",
    "load_bot": "baobab.bots.load",
    "load_game": "baobab.registry",
    "make_rngs": "baobab.core.game",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'baobab' has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


register_envs()
