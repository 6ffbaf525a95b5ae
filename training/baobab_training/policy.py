"""A network as a bot: one forward pass chooses for all rows."""

import numpy as np
import torch
from numpy.typing import NDArray

from baobab.core.game import Game
from baobab.core.record import NOBODY, Rows
from baobab_training.checkpoint import Checkpoint, find_checkpoint, load_checkpoint, require_game
from baobab_training.networks import ragged
from baobab_training.networks.encode import Encoder
from baobab_training.networks.network import Network


class NetworkBot:
    """A network that plays: with `temperature` 0 its likeliest action, else one drawn from softmax(logits / it)."""

    def __init__(
        self, network: Network, game: Game, *, name: str, temperature: float = 0.0, steps: int | None = None
    ) -> None:
        """`steps`: the decisions that it learned from, where that is known."""
        self.name = name
        self.steps = steps
        self.network = network
        self.temperature = temperature
        self._game = game
        self._encoder = Encoder(game, network, critic=False)

    def act(self, game: Game, rows: Rows, rngs: NDArray[np.int64]) -> NDArray[np.int32]:
        """The actions `[N]` of the seats to move, 0 where a row is over; `rngs [N, 4]` advance if they are used.

        CheckpointError where the network was made for another game.
        """
        require_game(game, self._game, name=self.name)
        actions = np.zeros(len(rows), np.int32)
        running = np.flatnonzero(rows["player"] != NOBODY)
        if len(running) == len(rows):
            self._choose(rows, rngs, actions)
        elif len(running):
            some_rngs, some_actions = rngs[running], np.zeros(len(running), np.int32)
            self._choose(rows[running], some_rngs, some_actions)
            rngs[running], actions[running] = some_rngs, some_actions
        return actions

    def _choose(self, rows: Rows, rngs: NDArray[np.int64], actions: NDArray[np.int32]) -> None:
        encoded = self._encoder.encode(rows)
        with torch.inference_mode():
            logits = self.network.logits(encoded.batch())
        choices = np.empty(len(rows), np.int32)
        if self.temperature > 0:
            log_probs = np.empty(len(rows), np.float32)
            ragged.sample((logits / self.temperature).numpy(), encoded.offsets, rngs, choices, log_probs)
        else:
            ragged.argmax(logits.numpy(), encoded.ids, encoded.offsets, choices)
        ragged.picked(encoded.ids, encoded.offsets, choices, actions)


def load_checkpoint_bot(name_or_path: str, *, temperature: float = 0.0) -> NetworkBot:
    """The bot of a checkpoint: `kenya/base`, a `.safetensors` or `.json` file, or the folder of a run.

    FileNotFoundError says where it was looked for, CheckpointError why it is refused.
    """
    checkpoint: Checkpoint = load_checkpoint(find_checkpoint(name_or_path))
    return NetworkBot(
        checkpoint.network, checkpoint.game, name=name_or_path, temperature=temperature, steps=checkpoint.card.steps
    )
