"""Observations for networks that score actions: beside what the seat sees, a row of features for each legal action.

N games, A actions, F features of an action, D entries of an observation. All are the integers of the game's layouts,
not divided by their scales: a network of rows does that itself, and buffers stay small.
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from baobab.core.game import Game
from baobab.core.games import Games
from baobab.core.jit import jit
from baobab.core.layout import Layout

NO_ACTION = -1
"""Stands in `ids` after the last legal action."""


def rows_space(game: Game) -> spaces.Dict:
    """`observation [D]`, `features [A, F]` and `ids [A]`: row i of `features` is of the legal action `ids[i]`."""
    size, layout = game.actions.size, game.features
    low, high = np.minimum(layout.low, 0), np.maximum(layout.high, 0)
    shape = (size, layout.size)
    return spaces.Dict(
        {
            "observation": _box(game.observation),
            "features": spaces.Box(np.broadcast_to(low, shape), np.broadcast_to(high, shape), dtype=_dtype(layout)),
            "ids": spaces.Box(NO_ACTION, size - 1, (size,), np.int16),
        }
    )


def observe_rows(games: Games, over: NDArray[np.bool_]) -> dict[str, NDArray[Any]]:
    """`features [N, A, F]` and `ids [N, A]` of the seats to move, in new arrays.

    Where a game is `over [N]`, action 0 stands alone, with features of 0: a learner needs something to choose.
    """
    game, legal = games.game, games.action_rows()
    ids = np.full((len(games), game.actions.size), NO_ACTION, np.int16)
    features = np.zeros((len(games), game.actions.size, game.features.size), game.features.dtype)
    _spread(legal.offsets, legal.ids, legal.features, over, ids, features)
    return {"features": features, "ids": ids}


def observe_row(games: Games) -> dict[str, NDArray[Any]]:
    """The same of a single game that is not over: `features [A, F]` and `ids [A]`."""
    return {key: values[0] for key, values in observe_rows(games, np.zeros(1, np.bool_)).items()}


def no_rows(game: Game) -> dict[str, NDArray[Any]]:
    """What stands there for a game that is over."""
    ids = np.full(game.actions.size, NO_ACTION, np.int16)
    ids[0] = 0
    return {"features": np.zeros((game.actions.size, game.features.size), game.features.dtype), "ids": ids}


@jit
def _spread(
    offsets: NDArray[np.int32],
    ids: NDArray[np.int16],
    features: NDArray[Any],
    over: NDArray[np.bool_],
    spread_ids: NDArray[np.int16],
    spread_features: NDArray[Any],
) -> None:
    """Write what lies one after another `[M, …]` as a block for each game `[N, A, …]`."""
    for n in range(offsets.shape[0] - 1):
        start, count = offsets[n], offsets[n + 1] - offsets[n]
        if over[n] or count == 0:
            spread_ids[n, 0] = 0
        else:
            for k in range(count):
                spread_ids[n, k] = ids[start + k]
                for f in range(features.shape[1]):
                    spread_features[n, k, f] = features[start + k, f]


def _box(layout: Layout) -> spaces.Box:
    return spaces.Box(layout.low.astype(layout.dtype), layout.high.astype(layout.dtype), dtype=_dtype(layout))


def _dtype(layout: Layout) -> Any:
    return layout.dtype.type
