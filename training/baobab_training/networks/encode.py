"""Rows of a game as a network takes them."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from baobab.core.game import Game
from baobab.core.record import Rows
from baobab_training.networks.network import Batch, Network
from baobab_training.networks.ragged import Offsets


@dataclass(frozen=True)
class Encoded:
    """What a network needs of N rows, as the layouts have it; views into the encoder's buffers."""

    trunk: NDArray[Any]  # [N, G]
    hidden: NDArray[Any]  # [N, H], [N, 0] where no value is asked for
    features: NDArray[Any]  # [M, F] or [0, F]
    ids: NDArray[np.int16]  # [M]
    offsets: Offsets  # [N + 1]

    def batch(self) -> Batch:
        """The same as the network takes it."""
        return Batch(
            trunk=torch.from_numpy(self.trunk).float(),
            features=torch.from_numpy(self.features).float(),
            hidden=torch.from_numpy(self.hidden).float(),
            ids=self.ids,
            offsets=self.offsets,
        )


class Encoder:
    """Buffers in which a game's rows are encoded for a network."""

    def __init__(self, game: Game, network: Network, *, critic: bool) -> None:
        """`critic`: encode what the value needs as well."""
        self._game = game
        self._trunk = network.trunk_size
        self._features = network.uses_features
        self._hidden = network.hidden_size if critic else 0
        self._room = 0

    def encode(self, rows: Rows) -> Encoded:
        """What the seats to move in `rows [N]`, none of which is over, see and may do."""
        count, game = len(rows), self._game
        if count > self._room:
            self._make_room(count)
        viewers = np.ascontiguousarray(rows["player"])
        game.kernels.encode_many(game.params, rows, viewers, self._seen[:count])
        if self._hidden:
            game.kernels.encode_state_many(game.params, rows, viewers, self._unseen[:count])
        game.kernels.encode_actions_many(game.params, rows, self._offsets[: count + 1], self._ids, self._rows)
        entries = int(self._offsets[count])
        return Encoded(
            trunk=self._seen[:count, : self._trunk],
            hidden=self._unseen[:count, : self._hidden],
            features=self._rows[: entries if self._features else 0],
            ids=self._ids[:entries],
            offsets=self._offsets[: count + 1],
        )

    def _make_room(self, count: int) -> None:
        game = self._game
        self._room = count
        self._seen = np.zeros((count, game.observation.size), game.observation.dtype)
        self._unseen = np.zeros((count, game.hidden.size if self._hidden else 0), game.hidden.dtype)
        self._offsets = np.zeros(count + 1, np.int32)
        self._ids = np.zeros(count * game.actions.size, np.int16)
        self._rows = np.zeros((count * game.actions.size, game.features.size), game.features.dtype)
