"""What a finished game is worth to each seat, in three ways."""

import numpy as np
from numpy.typing import NDArray

from baobab.core.game import Game
from baobab.core.outcome import margins, rank_rewards, win_rewards
from baobab.core.record import Rows

REWARDS = ("win", "rank", "margin")
"""The kinds of reward; every kind sums to 0 over the seats and is given at the end of a game alone."""

SHAPED = "shaped"
SEAT_REWARDS = (*REWARDS, SHAPED)
"""Those of a single agent. "shaped" gives every change of its margin as it comes, and "win" at the end."""


def check_reward(kind: str, allowed: tuple[str, ...] = REWARDS) -> None:
    """ValueError unless this kind of reward exists."""
    if kind not in allowed:
        raise ValueError(f"a reward is one of {', '.join(map(repr, allowed))}, not {kind!r}")


def seat_margins(game: Game, rows: Rows, *, seats: NDArray[np.int8], num_players: int) -> NDArray[np.float64]:
    """Score of `seats [N]` minus the mean of the others', over `game.margin_scale`, `[N]`, as `rows [N]` stand.

    It is the true one, secrets included: for training, not for showing.
    """
    scores, _ = game.results(rows)
    result: NDArray[np.float64] = margins(scores, num_players)[np.arange(len(rows)), seats] / game.margin_scale
    return result


def terminal_rewards(
    game: Game, kind: str, *, num_players: NDArray[np.int8], scores: NDArray[np.int32], ranks: NDArray[np.int8]
) -> NDArray[np.float64]:
    """Rewards `[N, P]` of N finished games: `num_players [N]`, `scores [N, P]`, `ranks [N, P]`.

    "win": the k winners of p seats get (p − k)/(k(p − 1)) each, the others −1/(p − 1). "rank": from +1 for the first
    to −1 for the last in equal steps, ties share the mean. "margin": own score minus the mean of the others', over
    `game.margin_scale`. Seats that are not there get 0.
    """
    check_reward(kind)
    if kind == "win":
        return win_rewards(ranks, num_players)
    return rank_rewards(ranks, num_players) if kind == "rank" else margins(scores, num_players) / game.margin_scale
