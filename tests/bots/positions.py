"""Positions of random games, and what they are worth when every line of play is looked at."""

from collections.abc import Iterator
from itertools import count

import numpy as np
from numpy.typing import NDArray

from baobab.core.game import Game, make_rngs
from baobab.core.record import NOBODY, Rows, copy_rows


def random_game(game: Game, num_players: int, seed: int) -> list[Rows]:
    """The positions `[1]` of a random game at which a seat was asked, in their order."""
    rows, rngs = game.start(num_players, seed=seed), make_rngs(1, seed=seed)
    found, action = [], np.zeros(1, np.int32)
    while rows[0].player != NOBODY:
        found.append(copy_rows(rows))
        game.kernels.random_actions(game.params, rows, rngs, action)
        game.kernels.step_many(game.params, rows, action)
    return found


def choices(game: Game, num_players: int, seed: int) -> list[Rows]:
    """The positions with more than one legal action among the last dozen of a random game."""
    return [rows for rows in random_game(game, num_players, seed)[-12:] if len(game.legal_actions(rows)) > 1]


def redraw(game: Game, rows: Rows, seed: int) -> Rows:
    """The position `[1]` with all that the seat to move does not know drawn anew."""
    redrawn = copy_rows(rows)
    game.kernels.determinize_many(game.params, redrawn, rows["player"].copy(), make_rngs(1, seed=seed))
    return redrawn


class TooMany(Exception):  # noqa: N818 - no error: another position will do
    """There are more lines of play than one wants to look at."""


def action_values(game: Game, rows: Rows, *, lines: int) -> tuple[float, ...]:
    """The seat to move's share of the win after each legal action, where every seat then plays its best.

    Every line of play to the end is looked at; TooMany where there are more than `lines`. Chance draws what the row's
    generator gives.
    """
    left = [lines]
    return tuple(float(share[rows[0].player]) for share in _after_each(game, rows, left))


def winning_actions(game: Game, rows: Rows, *, lines: int, worlds: int) -> set[int]:
    """The actions that win for the seat to move, the same in every redraw; none where redraws differ.

    TooMany as for `action_values`.
    """
    shares = action_values(game, redraw(game, rows, 0), lines=lines)
    if 1.0 not in shares:
        return set()
    if any(action_values(game, redraw(game, rows, world), lines=lines) != shares for world in range(1, worlds)):
        return set()
    return set(game.legal_actions(rows)[np.array(shares) == 1.0].tolist())


def find_endings(game: Game, *, lines: int, worlds: int) -> Iterator[tuple[int, int]]:
    """The seed, and the place from the end, of decisions of random two-player games where at most a third win."""
    for seed in count():
        ends = choices(game, 2, seed)
        for place in range(-1, -min(6, len(ends) + 1), -1):
            try:
                winning = winning_actions(game, ends[place], lines=lines, worlds=worlds)
            except TooMany:
                break
            if 0 < len(winning) <= len(game.legal_actions(ends[place])) / 3:
                yield seed, place


def _after_each(game: Game, rows: Rows, left: list[int]) -> list[NDArray[np.float64]]:
    found = []
    for action in game.legal_actions(rows):
        after = copy_rows(rows)
        game.kernels.step_many(game.params, after, np.array([action], np.int32))
        found.append(_best(game, after, left))
    return found


def _best(game: Game, rows: Rows, left: list[int]) -> NDArray[np.float64]:
    """Each seat's share of the win with best play."""
    mover = int(rows[0].player)
    if mover != NOBODY:
        return max(_after_each(game, rows, left), key=lambda shares: float(shares[mover]))
    left[0] -= 1
    if left[0] < 0:
        raise TooMany
    first = game.results(rows)[1][0] == 1
    shares: NDArray[np.float64] = first / first.sum()
    return shares
