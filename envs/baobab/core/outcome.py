"""What an outcome is worth to a seat: margin, share of the win, reward and utility, said once.

The first half is arithmetic of one seat, which kernels call. The second half takes arrays `[…, P]` of games with P
seats, of which `num_players […]` are there (all P unless given); seats that are not there get 0.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baobab.core.jit import jit

Floats = NDArray[np.float64]

# --- One seat ---------------------------------------------------------------------------------------------


@jit
def margin(score: Any, total: Any, players: Any) -> Any:
    """A seat's score minus the mean of the others', where all scores sum to `total`."""
    return score - (total - score) / (players - 1)


@jit
def win_share(won: Any, winners: Any) -> Any:
    """The share of the win of a seat that `won` (1 or 0): ties split it."""
    return won / winners


@jit
def win_reward(won: Any, winners: Any, players: Any) -> Any:
    """The same as a reward that sums to 0: (p − k) / (k (p − 1)) to each of k winners of p seats, else −1 / (p − 1)."""
    return (players * won - winners) / (winners * (players - 1))


@jit
def rank_reward(place: Any, players: Any) -> Any:
    """From +1 for the first place to −1 for the last in equal steps."""
    return 1 - 2 * (place - 1) / (players - 1)


@jit
def utility(share: Any, scaled_margin: Any, win_weight: Any) -> Any:
    """A share of the win and a margin m as one number in 0 … 1; m counts as (1 + m / (1 + |m|)) / 2."""
    return win_weight * share + (1.0 - win_weight) * (0.5 + 0.5 * scaled_margin / (1.0 + abs(scaled_margin)))


# --- Arrays -----------------------------------------------------------------------------------------------


def winners(ranks: NDArray[np.integer[Any]], num_players: int) -> list[int]:
    """The seats that win or share the win of one game, from its `ranks [P]`."""
    seats: list[int] = np.flatnonzero(ranks[:num_players] == 1).tolist()
    return seats


def margins(scores: NDArray[np.integer[Any]], num_players: Any = None) -> Floats:
    """Each seat's score minus the mean of the others', in points."""
    players, present = _present(scores, num_players)
    counted = np.where(present, scores, 0).astype(np.int64)
    return _where(present, _plain(margin)(counted, counted.sum(axis=-1, keepdims=True), players))


def win_shares(ranks: NDArray[np.integer[Any]], num_players: Any = None) -> Floats:
    """Each seat's share of the win; they sum to 1."""
    _, present = _present(ranks, num_players)
    won = present & (ranks == 1)
    return _where(present, _plain(win_share)(won, won.sum(axis=-1, keepdims=True)))


def win_score(share: float, players: int) -> float:
    """A mean win share as 1 where all is won and 0 where an equal player would be: the mean of `win_rewards`."""
    return (players * share - 1) / (players - 1)


def win_rewards(ranks: NDArray[np.integer[Any]], num_players: Any = None) -> Floats:
    """Each seat's share of the win as a reward; they sum to 0."""
    players, present = _present(ranks, num_players)
    won = present & (ranks == 1)
    return _where(present, _plain(win_reward)(won, won.sum(axis=-1, keepdims=True), players))


def rank_rewards(ranks: NDArray[np.integer[Any]], num_players: Any = None) -> Floats:
    """From +1 for the first to −1 for the last in equal steps; ties share the mean of the places that they fill."""
    players, present = _present(ranks, num_players)
    alike = (ranks[..., :, np.newaxis] == ranks[..., np.newaxis, :]) & present[..., np.newaxis, :]
    return _where(present, _plain(rank_reward)(ranks + (alike.sum(axis=-1) - 1) / 2, players))


def _present(values: NDArray[Any], num_players: Any) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """The number of players `[…, 1]`, and which seats `[…, P]` are there."""
    seats = values.shape[-1]
    players = np.asarray(seats if num_players is None else num_players, np.int64)[..., np.newaxis]
    return players, np.broadcast_to(np.arange(seats) < players, values.shape)


def _where(present: NDArray[np.bool_], values: Any) -> Floats:
    return np.where(present, values, 0.0).astype(np.float64, copy=False)


def _plain(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """The arithmetic itself, which works on arrays too."""
    return getattr(kernel, "py_func", kernel)
