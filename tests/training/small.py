"""Runs and games that are small enough for a test."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from baobab.core.game import Game
from baobab.core.games import Games
from baobab.core.record import Rows
from baobab_training.config import Config, config_from_dict


def small_config(**sections: dict[str, Any]) -> Config:
    """A run of seconds on one thread, at two and three players."""
    values: dict[str, dict[str, Any]] = {
        "run": {"threads": 1, "steps": 4000, "tensorboard": False},
        "game": {"players": [2, 3]},
        "network": {"row_width": 8, "trunk_width": 16, "critic_width": 8},
        "ppo": {"games": 12, "rollout": 16, "minibatch": 64},
        "opponents": {"snapshot_every": 300, "snapshot_share": 0.4, "pool_size": 3},
        "evaluation": {"seconds": 0, "games": 4, "final_games": 4},
    }
    for name, changes in sections.items():
        values[name] = {**values.get(name, {}), **changes}
    return config_from_dict(values)


def some_rows(game: Game, *, count: int, num_players: NDArray[np.int8], steps: int) -> Rows:
    """Games in which so many random decisions were taken, none of them over."""
    games = Games.start(game, num_players=num_players, seeds=range(count))
    rngs = np.arange(1, 4 * count + 1, dtype=np.int64).reshape(count, 4) * 7919
    for _ in range(steps):
        games.step(games.random_actions(rngs))
    assert games.running.all()
    return games.rows
