"""Decisions as they were taken, and what each was worth: one chain for every seat of every game.

Seats take turns, each with several decisions, and what others do changes a seat's reward. So decisions are
kept in one list in the order of play, and each knows the next of the same seat in the same game. Rewards that a
seat gets between two of its decisions, whoever caused them, belong to the first of the two.

K decisions are kept, with M legal actions in all; N games, P seats at most.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from baobab.core.game import Game
from baobab.core.jit import jit
from baobab.core.outcome import win_reward
from baobab_training.networks import ragged
from baobab_training.networks.encode import Encoded
from baobab_training.networks.network import Batch, Network
from baobab_training.networks.ragged import Offsets

END = -1
"""`Decisions.following`: the game ended, this was the seat's last decision."""
PENDING = -2
"""`Decisions.following`: the rollout was cut before the seat's next decision, or its game's end, was known."""
NONE = -1
"""In `last`: the seat has no decision in this game whose reward is still open."""

SHAPED, MARGIN, WIN = 0, 1, 2
"""What `accrue` rewards, in the words of `RewardConfig.kind`."""
REWARD_KINDS = {"shaped": SHAPED, "margin": MARGIN, "win": WIN}


_BY_DECISION = ("trunk", "hidden", "choices", "log_probs", "values", "rewards", "following")


@dataclass
class Decisions:
    """The decisions of a rollout in the order of play. Arrays have room; the first `count` (`entries`) are filled."""

    trunk: NDArray[Any]  # [room, G] the observation's first entries
    hidden: NDArray[Any]  # [room, H]
    features: NDArray[Any]  # [room of entries, F] or [0, F]
    ids: NDArray[np.int16]  # [room of entries] legal actions
    offsets: Offsets  # [room + 1] where each decision's entries begin
    choices: NDArray[np.int32]  # [room] the place of the chosen action among the legal ones
    log_probs: NDArray[np.float32]  # [room] of the choice, by the policy that made it
    values: NDArray[np.float32]  # [room] as estimated then
    rewards: NDArray[np.float32]  # [room] what the seat got until its next decision or the end
    following: NDArray[np.int32]  # [room] the seat's next decision, END or PENDING
    count: int = 0

    @property
    def entries(self) -> int:
        """M, the legal actions of all decisions together."""
        return int(self.offsets[self.count])

    def finished(self) -> NDArray[np.int32]:
        """The decisions whose worth can be told: all but the pending ones."""
        return np.flatnonzero(self.following[: self.count] != PENDING).astype(np.int32)

    def batch(self, index: NDArray[np.int32]) -> Batch:
        """The decisions `index [B]` as the network takes them."""
        offsets = np.empty(len(index) + 1, np.int32)
        entries = ragged.gathered_offsets(self.offsets, index, offsets)
        trunk = torch.empty(len(index), self.trunk.shape[1])
        hidden = torch.empty(len(index), self.hidden.shape[1])
        features = torch.empty(entries if self.features.shape[0] else 0, self.features.shape[1])
        ids = np.empty(entries, np.int16)
        ragged.gather_rows(self.trunk, index, trunk.numpy())
        ragged.gather_rows(self.hidden, index, hidden.numpy())
        if self.features.shape[0]:
            ragged.gather_segments(self.features, self.offsets, index, offsets, features.numpy())
        ragged.gather_segments(self.ids[:, None], self.offsets, index, offsets, ids[:, None])
        return Batch(trunk=trunk, features=features, hidden=hidden, ids=ids, offsets=offsets)

    def reserve(self, entries: int, *, decisions: int = 0) -> None:
        """Make room for so many further legal actions, and decisions."""
        if self.count + decisions > len(self.values):
            room = max(self.count + decisions, len(self.values) * 3 // 2)
            for name in _BY_DECISION:
                setattr(self, name, _grown(getattr(self, name), room))
            self.offsets = _grown(self.offsets, room + 1)
        needed = self.entries + entries
        if needed > len(self.ids):
            room = max(needed, len(self.ids) * 3 // 2)
            self.ids = _grown(self.ids, room)
            if self.features.shape[0]:
                self.features = _grown(self.features, room)

    def append(
        self,
        encoded: Encoded,
        *,
        choices: NDArray[np.int32],
        log_probs: NDArray[np.float32],
        values: NDArray[np.float32],
    ) -> None:
        """Add decisions `[B]` that were just taken; their rewards and successors are still open."""
        first, end = self.count, self.count + len(choices)
        start = self.entries
        self.reserve(len(encoded.ids), decisions=len(choices))
        self.trunk[first:end] = encoded.trunk
        self.hidden[first:end] = encoded.hidden
        self.ids[start : start + len(encoded.ids)] = encoded.ids
        self.features[start : start + len(encoded.features)] = encoded.features
        self.offsets[first : end + 1] = encoded.offsets + start
        self.choices[first:end] = choices
        self.log_probs[first:end] = log_probs
        self.values[first:end] = values
        self.rewards[first:end] = 0
        self.following[first:end] = PENDING
        self.count = end

    def keep_pending(self, last: NDArray[np.int32]) -> None:
        """Drop all but the pending decisions, which move to the front; `last [N, P]` follows them."""
        width = self.features.shape[1] if self.features.shape[0] else 0
        self.count = _keep_pending(
            self.count,
            self.trunk,
            self.hidden,
            self.features,
            width,
            self.ids,
            self.offsets,
            self.choices,
            self.log_probs,
            self.values,
            self.rewards,
            self.following,
            last,
        )


def make_decisions(game: Game, network: Network, *, room: int, entries: int) -> Decisions:
    """Room for so many decisions with so many legal actions, and for what the network needs of each."""
    return Decisions(
        trunk=np.zeros((room, network.trunk_size), game.observation.dtype),
        hidden=np.zeros((room, network.hidden_size), game.hidden.dtype),
        features=np.zeros((entries if network.uses_features else 0, game.features.size), game.features.dtype),
        ids=np.zeros(entries, np.int16),
        offsets=np.zeros(room + 1, np.int32),
        choices=np.zeros(room, np.int32),
        log_probs=np.zeros(room, np.float32),
        values=np.zeros(room, np.float32),
        rewards=np.zeros(room, np.float32),
        following=np.zeros(room, np.int32),
    )


@jit
def link(
    first: int, games: NDArray[np.int64], seats: NDArray[np.int8], following: NDArray[np.int32], last: NDArray[np.int32]
) -> None:
    """Chain the decisions `first`, `first + 1` … that the `seats` of `games` just took to their seats' last ones."""
    for k in range(games.shape[0]):
        game, seat = games[k], seats[k]
        before = last[game, seat]
        if before != NONE:
            following[before] = first + k
        last[game, seat] = first + k


@jit
def accrue(
    kind: int,
    win_weight: float,
    num_players: NDArray[np.int8],
    over: NDArray[np.bool_],
    ranks: NDArray[np.int8],
    before: NDArray[np.float32],
    after: NDArray[np.float32],
    last: NDArray[np.int32],
    rewards: NDArray[np.float32],
    following: NDArray[np.int32],
) -> None:
    """Give every seat what one step of all games brought it, and close the chains of the games that are over.

    `before` and `after [N, P]` are the margins of the positions around the step; `last [N, P]` forgets the
    decisions of the games that are `over [N]`, whose `ranks [N, P]` count.
    """
    for game in range(over.shape[0]):
        count = num_players[game]
        winners = 0
        for seat in range(count):
            winners += 1 if ranks[game, seat] == 1 else 0
        for seat in range(count):
            decision = last[game, seat]
            if decision == NONE:
                continue
            reward = 0.0
            if kind == SHAPED:
                reward += after[game, seat] - before[game, seat]
            if over[game]:
                win = win_reward(1 if ranks[game, seat] == 1 else 0, winners, count)
                if kind == SHAPED:
                    reward += win_weight * win
                elif kind == MARGIN:
                    reward += after[game, seat]
                else:
                    reward += win
                following[decision] = END
                last[game, seat] = NONE
            rewards[decision] += reward


@jit
def estimate_advantages(
    gamma: float,
    gae_lambda: float,
    values: NDArray[np.float32],
    rewards: NDArray[np.float32],
    following: NDArray[np.int32],
    advantages: NDArray[np.float32],
) -> None:
    """Generalised advantage estimates of the first decisions, as many as `advantages`, along each seat's own chain.

    A pending decision has none yet (0): its value stands for all that comes after the decision before it.
    """
    for k in range(advantages.shape[0] - 1, -1, -1):
        after = following[k]
        if after == PENDING:
            advantages[k] = 0.0
        elif after == END:
            advantages[k] = rewards[k] - values[k]
        else:
            delta = rewards[k] + gamma * values[after] - values[k]
            advantages[k] = delta + gamma * gae_lambda * advantages[after]


@jit
def _keep_pending(
    count: int,
    trunk: NDArray[Any],
    hidden: NDArray[Any],
    features: NDArray[Any],
    width: int,
    ids: NDArray[np.int16],
    offsets: Offsets,
    choices: NDArray[np.int32],
    log_probs: NDArray[np.float32],
    values: NDArray[np.float32],
    rewards: NDArray[np.float32],
    following: NDArray[np.int32],
    last: NDArray[np.int32],
) -> int:
    moved = np.full(count, NONE, np.int32)
    kept = 0
    end = 0
    for k in range(count):
        if following[k] != PENDING:
            continue
        start, length = offsets[k], offsets[k + 1] - offsets[k]
        for m in range(length):  # nothing is overwritten before it is read: the target is never behind its source
            ids[end + m] = ids[start + m]
            for f in range(width):
                features[end + m, f] = features[start + m, f]
        for g in range(trunk.shape[1]):
            trunk[kept, g] = trunk[k, g]
        for h in range(hidden.shape[1]):
            hidden[kept, h] = hidden[k, h]
        choices[kept] = choices[k]
        log_probs[kept] = log_probs[k]
        values[kept] = values[k]
        rewards[kept] = rewards[k]
        following[kept] = PENDING
        offsets[kept] = end
        end += length
        moved[k] = kept
        kept += 1
    offsets[kept] = end
    for game in range(last.shape[0]):
        for seat in range(last.shape[1]):
            if last[game, seat] != NONE:
                last[game, seat] = moved[last[game, seat]]
    return kept


def _grown(values: NDArray[Any], room: int) -> NDArray[Any]:
    grown = np.zeros((room, *values.shape[1:]), values.dtype)
    grown[: len(values)] = values
    return grown
