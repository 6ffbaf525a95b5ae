"""What callers hand to an environment, read in one place: every form takes the same and refuses the same.

A refusal is a ValueError that names the value and what is allowed. A seat is a number or an agent's name.
"""

import operator
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baobab.core.game import Game, make_rngs
from baobab.core.games import check_generators
from baobab.core.record import EVERYTHING
from baobab.core.rng import MAX_SEED
from baobab.registry import load_game

Seat = int | str
"""A seat by its number or by its agent's name."""


def read_game(game: str | Game, options: Mapping[str, Any]) -> Game:
    """The game of this name with its rule options, or the one that is given as it is."""
    if isinstance(game, str):
        return load_game(game, **options)
    if options:
        raise ValueError(f"{game!r} has its options already: {', '.join(options)} cannot be set")
    return game


def read_players(game: Game, num_players: int | None) -> int:
    """The number of players, the game's least unless given."""
    players = game.min_players if num_players is None else num_players
    game.check_players(players)
    return int(players)


def agent_names(num_players: int) -> list[str]:
    """PettingZoo's names of the seats."""
    return [f"player_{seat}" for seat in range(num_players)]


def read_seat(seat: Any, num_players: int) -> int:
    """The number of a seat."""
    names = agent_names(num_players)
    number = names.index(seat) if isinstance(seat, str) and seat in names else as_index(seat)
    if number is None or number not in range(num_players):
        raise ValueError(f"a seat is one of 0 … {num_players - 1}, or player_0 …, not {seat!r}")
    return number


def read_seats(seats: Any, num_players: NDArray[np.integer[Any]]) -> NDArray[np.int8]:
    """The seats `[N]` of N games with `num_players [N]`: one for all or one for each, −1 where none is meant."""
    numbers = {name: seat for seat, name in enumerate(agent_names(int(num_players.max())))}
    listed = [seats] if isinstance(seats, str) else seats
    if isinstance(listed, list | tuple):
        listed = [numbers.get(one, one) if isinstance(one, str) else one for one in listed]
    chosen = np.asarray(listed[0] if isinstance(seats, str) else listed)
    if chosen.shape not in ((), num_players.shape) or not np.issubdtype(chosen.dtype, np.integer):
        raise ValueError(f"seats are one for all rows or {len(num_players)}, not {seats!r}")
    if not ((chosen >= -1) & (chosen < num_players)).all():
        raise ValueError(f"seats are −1 or below num_players in every row, not {seats!r}")
    return np.broadcast_to(chosen, num_players.shape).astype(np.int8)


def read_viewer(viewer: Any, num_players: int, *, default: int | None) -> int | None:
    """Whose eyes text and pictures have: a seat, EVERYTHING for "all", or the default for None."""
    if viewer is None:
        return default
    if isinstance(viewer, str) and viewer == "all":
        return EVERYTHING
    try:
        return read_seat(viewer, num_players)
    except ValueError:
        raise ValueError(f'viewer is None, "all" or a seat of 0 … {num_players - 1}, not {viewer!r}') from None


def read_row(row: int, count: int) -> int:
    """The number of a batch's row, from the front."""
    place = as_index(row)
    if place is None or not 0 <= place < count:
        raise ValueError(f"a row is one of 0 … {count - 1}, not {row!r}")
    return place


def as_index(value: Any) -> int | None:
    """An integer of any type, or an array of one, as int; None for what is none (a truth value is none)."""
    if isinstance(value, np.ndarray) and value.size == 1:
        value = value.reshape(())[()]
    if isinstance(value, bool | np.bool_):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None


def read_seeds(game: Game, seed: Any, count: int) -> list[int | None]:
    """The seeds of N games: `seed`, `seed + 1` … of one number, or one for each, of which each may be None."""
    if seed is None:
        return [None] * count
    if np.ndim(seed) == 0:
        first = game.checked_seed(seed)
        return [game.checked_seed(first + row) for row in range(count)]
    if len(seed) != count:
        raise ValueError(f"seed is one number or {count} of them, not {len(seed)}")
    return [None if one is None else game.checked_seed(one) for one in seed]


def read_generator(rng: Any) -> NDArray[np.int64]:
    """A generator `[1, 4]`: the one that is given, which moves on with it, or one that numpy's draws."""
    if isinstance(rng, np.random.Generator):
        return make_rngs(1, seed=int(rng.integers(MAX_SEED)))
    if not isinstance(rng, np.ndarray) or rng.dtype != np.int64 or rng.shape not in ((4,), (1, 4)):
        given = f"{rng.shape} {rng.dtype}" if isinstance(rng, np.ndarray) else repr(rng)
        raise ValueError(f"a generator is [4] int64 of make_rngs or one of numpy's, not {given}")
    generator: NDArray[np.int64] = rng.reshape(1, 4)
    check_generators(generator, 1)
    return generator
