"""Observations for networks that score actions: beside what the seat sees, a row of features for each legal action.

N games, A actions, F features of an action, D entries of an observation. All are the integers of the game's layouts,
not divided by their scales: a network of rows does that itself, and buffers stay small.
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from baobab.core.game import Game
from baobab.core.jit import jit
from baobab.core.layout import Layout
from baobab.core.record import Rows

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


class ActionRows:
    """Encodes the legal actions of N games at once."""

    def __init__(self, game: Game, count: int) -> None:
        """`count`: N."""
        self._game = game
        size = game.actions.size
        self._offsets = np.zeros(count + 1, np.int32)
        self._ids = np.zeros(count * size, np.int16)
        self._features = np.zeros((count * size, game.features.size), game.features.dtype)

    def look(self, rows: Rows, seen: NDArray[Any], over: NDArray[np.bool_]) -> dict[str, NDArray[Any]]:
        """The observation of `rows [N]`, in new arrays: `seen [N, D]`, and the actions of the seats to move.

        Where a game is `over [N]`, action 0 stands alone, with features of 0: a learner needs something to choose.
        """
        game, count = self._game, len(rows)
        game.kernels.encode_actions_many(game.params, rows, self._offsets, self._ids, self._features)
        ids = np.full((count, game.actions.size), NO_ACTION, np.int16)
        features = np.zeros((count, game.actions.size, game.features.size), game.features.dtype)
        _spread(self._offsets, self._ids, self._features, over, ids, features)
        return {"observation": seen.copy(), "features": features, "ids": ids}


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
