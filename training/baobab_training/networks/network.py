"""The policy: a score for every legal action, and the value of the position.

B decisions with M legal actions in all (see ragged.py), G entries of the observation that the trunk sees, H of
what is hidden that the value sees, F features of an action, A actions. Inputs are the integers of the game's
layouts as floats; dividing by the layouts' scales is part of the first layers.
"""

from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F
from numpy.typing import NDArray
from torch import nn

from baobab.core.game import Game
from baobab.core.layout import Layout
from baobab_training.config import NetworkConfig
from baobab_training.networks import ragged
from baobab_training.networks.ragged import Offsets

POLICY_GAIN = 0.01
"""Initial size of the logits: nearly uniform play at first."""


@dataclass(frozen=True)
class Batch:
    """What the network sees of B decisions."""

    trunk: torch.Tensor  # [B, G] float32
    features: torch.Tensor  # [M, F] float32, [0, F] where the network needs none
    hidden: torch.Tensor  # [B, H] float32, [B, 0] where the network needs none
    ids: NDArray[np.int16]  # [M] the legal actions
    offsets: Offsets  # [B + 1] int32


class Network(nn.Module):
    """What training and play need of a network; `build_network` makes one."""

    trunk_size: int  # G, the first entries of the observation
    hidden_size: int  # H, the first entries of what is hidden; 0 where the value sees none of it
    uses_features: bool

    def logits(self, batch: Batch) -> torch.Tensor:
        """One logit per legal action `[M]`."""
        raise NotImplementedError

    def logits_values(self, batch: Batch) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits `[M]`, and the value `[B]` for the seat to move."""
        raise NotImplementedError


def build_network(config: NetworkConfig, game: Game, *, seed: int | None) -> Network:
    """The network that the configuration describes for this game, orthogonally initialised from `seed` if any."""
    network: Network = (RowNetwork if config.kind == "rows" else PlainNetwork)(config, game)
    if seed is None:
        return network
    generator = torch.Generator().manual_seed(seed)
    for name, parameter in network.named_parameters():
        if parameter.ndim < 2:
            nn.init.zeros_(parameter)
        else:
            last = name.startswith(("score.", "value_out."))
            gain = 1.0 if name.startswith("value_out.") else POLICY_GAIN if last else float(np.sqrt(2.0))
            nn.init.orthogonal_(parameter, gain, generator=generator)
    return network


def seen_entries(config: NetworkConfig, layout: Layout) -> int:
    """How many of a layout's first entries the network sees: all, or those before the first spatial piece."""
    if config.kind == "plain" or config.trunk_pieces == "all":
        return layout.size
    return min((piece.start for piece in layout if piece.spatial), default=layout.size)


class ScaledLinear(nn.Linear):
    """A first layer, which divides its inputs by the scales of a layout."""

    def __init__(self, scale: NDArray[np.float32], width: int) -> None:
        super().__init__(len(scale), width)
        self.register_buffer("factor", torch.from_numpy(1.0 / scale.astype(np.float32)), persistent=False)
        self.factor: torch.Tensor

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        """`inputs [·, size]` as the layout has them, to `[·, width]`; scaling the weights is the cheaper way."""
        return F.linear(inputs, self.weight * self.factor, self.bias)


class SparseScaledLinear(nn.Module):
    """`ScaledLinear` for wide inputs that are mostly 0, as a flat observation is: costs what is not 0."""

    def __init__(self, scale: NDArray[np.float32], width: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(len(scale), width))
        self.bias = nn.Parameter(torch.zeros(width))
        self.register_buffer("factor", torch.from_numpy(1.0 / scale.astype(np.float32)), persistent=False)
        self.factor: torch.Tensor

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        """`inputs [·, size]` as the layout has them, to `[·, width]`; they get no gradient."""
        return ragged.sparse_linear(inputs, self.weight, self.factor) + self.bias


class RowNetwork(Network):
    """Embeds each legal action's features, pools them into a trunk, and scores each together with the trunk."""

    def __init__(self, config: NetworkConfig, game: Game) -> None:
        super().__init__()
        self.trunk_size = seen_entries(config, game.observation)
        self.hidden_size = seen_entries(config, game.hidden) if config.critic == "state" else 0
        self.uses_features = True
        row, trunk = config.row_width, config.trunk_width
        self.row_in = ScaledLinear(game.features.scale, row)
        self.row_layers = nn.ModuleList(nn.Linear(row, row) for _ in range(config.row_layers - 1))
        self.trunk_in = ScaledLinear(game.observation.scale[: self.trunk_size], trunk)
        self.pooled_in = nn.Linear(2 * row, trunk, bias=False)
        self.trunk_layers = nn.ModuleList(nn.Linear(trunk, trunk) for _ in range(config.trunk_layers - 1))
        self.key = nn.Linear(row, row, bias=False)
        self.query = nn.Linear(trunk, row)
        self.score = nn.Linear(row, 1, bias=False)
        self.value_in = nn.Linear(trunk, config.critic_width)
        if self.hidden_size:
            self.hidden_in = ScaledLinear(game.hidden.scale[: self.hidden_size], config.critic_width)
        self.value_out = nn.Linear(config.critic_width, 1)

    def logits(self, batch: Batch) -> torch.Tensor:
        """One logit per legal action `[M]`."""
        rows, trunk = self._trunk(batch)
        return self._scores(rows, trunk, batch)

    def logits_values(self, batch: Batch) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits `[M]`, and the value `[B]` for the seat to move."""
        rows, trunk = self._trunk(batch)
        hidden = self.value_in(trunk)
        if self.hidden_size:
            hidden = hidden + self.hidden_in(batch.hidden)
        return self._scores(rows, trunk, batch), self.value_out(F.relu(hidden)).squeeze(1)

    def _trunk(self, batch: Batch) -> tuple[torch.Tensor, torch.Tensor]:
        """The rows' embeddings `[M, E]` and the trunk `[B, T]`."""
        rows = F.relu(self.row_in(batch.features))
        for layer in self.row_layers:
            rows = F.relu(layer(rows))
        trunk = F.relu(self.trunk_in(batch.trunk) + self.pooled_in(ragged.pool(rows, batch.offsets)))
        for layer in self.trunk_layers:
            trunk = F.relu(layer(trunk))
        return rows, trunk

    def _scores(self, rows: torch.Tensor, trunk: torch.Tensor, batch: Batch) -> torch.Tensor:
        hidden = ragged.add_relu(self.key(rows), self.query(trunk), batch.offsets)
        return torch.mv(hidden, self.score.weight[0])


class PlainNetwork(Network):
    """Two multilayer perceptrons over the flat observation: one logit per action, and the value."""

    def __init__(self, config: NetworkConfig, game: Game) -> None:
        super().__init__()
        self.trunk_size = game.observation.size
        self.hidden_size = game.hidden.size if config.critic == "state" else 0
        self.uses_features = False
        first, *widths = config.plain_layers
        last = config.plain_layers[-1]
        pairs = list(zip((first, *widths), widths, strict=False))
        self.first = first
        self.both_in = SparseScaledLinear(game.observation.scale, 2 * first)  # the policy's half, the value's half
        self.policy_layers = nn.ModuleList(nn.Linear(before, after) for before, after in pairs)
        self.score = nn.Linear(last, game.actions.size)
        if self.hidden_size:
            self.hidden_in = SparseScaledLinear(game.hidden.scale[: self.hidden_size], first)
        self.value_layers = nn.ModuleList(nn.Linear(before, after) for before, after in pairs)
        self.value_out = nn.Linear(last, 1)

    def logits(self, batch: Batch) -> torch.Tensor:
        """One logit per legal action `[M]`."""
        return self._logits(self.both_in(batch.trunk)[:, : self.first], batch)

    def logits_values(self, batch: Batch) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits `[M]`, and the value `[B]` for the seat to move."""
        both = self.both_in(batch.trunk)
        hidden = both[:, self.first :]
        if self.hidden_size:
            hidden = hidden + self.hidden_in(batch.hidden)
        hidden = torch.tanh(hidden)
        for layer in self.value_layers:
            hidden = torch.tanh(layer(hidden))
        return self._logits(both[:, : self.first], batch), self.value_out(hidden).squeeze(1)

    def _logits(self, first: torch.Tensor, batch: Batch) -> torch.Tensor:
        hidden = torch.tanh(first)
        for layer in self.policy_layers:
            hidden = torch.tanh(layer(hidden))
        scores = self.score(hidden)  # [B, A]
        places = np.empty(len(batch.ids), np.int64)
        ragged.flat_places(batch.offsets, batch.ids, scores.shape[1], places)
        legal: torch.Tensor = scores.flatten()[torch.from_numpy(places)]  # illegal actions get no gradient
        return legal
