"""Rows of a game as a network takes them."""

import os
import threading
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from baobab.core.game import Game
from baobab.core.games import ActionRows, Games
from baobab.core.record import Rows
from baobab_training.networks.network import Batch, Network
from baobab_training.networks.ragged import Offsets

if hasattr(os, "register_at_fork"):  # torch's threads do not survive a fork: the child would wait for them for ever
    os.register_at_fork(after_in_child=partial(torch.set_num_threads, 1))


class ThreadRoom(threading.local):
    """Working room, of which every thread has its own; that of a copy or a pickle is empty again."""

    buffers: Any = None

    def __reduce__(self) -> tuple[Any, ...]:
        return ThreadRoom, ()


@dataclass(frozen=True)
class Encoded:
    """What a network needs of N rows, as the layouts have it; views into the buffers of the encoder's thread."""

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


@dataclass(frozen=True, eq=False)
class _Buffers:
    """Room for N rows."""

    seen: NDArray[Any]  # [N, D]
    unseen: NDArray[Any]  # [N, H]
    actions: ActionRows


class Encoder:
    """Encodes a game's rows for a network, in buffers that are used again; threads may share it."""

    def __init__(self, game: Game, network: Network, *, critic: bool) -> None:
        """`critic`: encode what the value needs as well."""
        self._game = game
        self._trunk = network.trunk_size
        self._features = network.uses_features
        self._hidden = network.hidden_size if critic else 0
        self._room = ThreadRoom()

    def encode(self, rows: Rows) -> Encoded:
        """What the seats to move in `rows [N]`, none of which is over, see and may do."""
        games, room = Games(self._game, rows), self._buffers(len(rows))
        seen, unseen = room.seen[: len(rows)], room.unseen[: len(rows)]
        games.observe(out=seen)
        if self._hidden:
            games.hidden(out=unseen)
        actions = games.action_rows(room.actions)
        return Encoded(
            trunk=seen[:, : self._trunk],
            hidden=unseen[:, : self._hidden],
            features=actions.features if self._features else actions.features[:0],
            ids=actions.ids,
            offsets=actions.offsets,
        )

    def _buffers(self, count: int) -> _Buffers:
        held: _Buffers | None = self._room.buffers
        if held is None or len(held.seen) < count:
            game = self._game
            held = self._room.buffers = _Buffers(
                np.zeros((count, game.observation.size), game.observation.dtype),
                np.zeros((count, game.hidden.size if self._hidden else 0), game.hidden.dtype),
                ActionRows.room(game, count),
            )
        return held
