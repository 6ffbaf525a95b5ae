"""Positions of Okavango built by hand, and the small words in which the tests speak of them.

Tiles are a text: "lion*3 ranger" is three lions and a ranger.
"""

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tests.playing import games, legal

from baobab.core.game import Game, make_rngs
from baobab.core.record import NOBODY, Rows, copy_rows
from baobab.games.okavango.cards import KIND_NAMES, NUM_HOLES, POOL_NAMES, RANGER
from baobab.games.okavango.rules import begin, clear

Tiles = dict[str, int]


def read(text: str) -> NDArray[np.int8]:
    """The tiles of a text by kind, `[12]`."""
    counts = np.zeros(len(KIND_NAMES), np.int8)
    for word in text.split():
        kind, _, number = word.partition("*")
        counts[KIND_NAMES.index(kind)] += int(number or 1)
    return counts


def told(counts: Any) -> Tiles:
    """Tiles by kind as a mapping from names, without those that are not there."""
    return {KIND_NAMES[kind]: int(count) for kind, count in enumerate(counts) if count}


def tiles(text: str) -> Tiles:
    """The mapping of a text."""
    return told(read(text))


# --- Building ---------------------------------------------------------------------------------------------


def position(
    game: Game,
    pools: Mapping[str, str] | None = None,
    *,
    known: Sequence[str] = ("", ""),
    unknown: Sequence[str] = (),
    river: str = "",
    bag: str = "",
    dry: Sequence[str] = (),
    rest_in_bag: bool = False,
    player: int = 0,
    first: int = 0,
) -> Rows:
    """The `[1]` array of a turn that begins so; a pool that is not named holds one meerkat.

    A seat's reserve is what all know of it and what they do not. Nothing sees to it that tiles are not used twice,
    but `rest_in_bag` puts those that are nowhere else into the bag.
    """
    rows = game.start(len(known), seed=0)
    row = rows[0]
    clear(game.params[0], row, len(known))
    row.bag[:] = read(bag)
    for pool, name in enumerate(POOL_NAMES):
        row.dry[pool] = name in dry
        row.pools[pool] = read("" if name in dry else (pools or {}).get(name, "meerkat"))
        row.count[pool] = row.pools[pool].sum()
        if pool < NUM_HOLES:
            row.herd[pool] = int(np.flatnonzero(row.pools[pool, :RANGER])[0])
    for seat in range(len(known)):
        hidden = read(unknown[seat] if seat < len(unknown) else "")
        row.known[seat] = read(known[seat])
        row.reserve[seat] = row.known[seat] + hidden
        row.num_unknown[seat] = hidden.sum()
    row.river[:] = read(river)
    row.num_river = row.river.sum()
    if rest_in_bag:
        used = row.reserve.sum(axis=0) + row.pools.sum(axis=0) + row.river
        row.bag[:] = game.params[0].counts - used
        assert (row.bag >= 0).all(), f"too many tiles: {told(used)}"
    row.num_bag = row.bag.sum()
    begin(game.params[0], row, player)
    row.first = first
    return rows


# --- Playing ----------------------------------------------------------------------------------------------


def apply(game: Game, rows: Rows, *actions: str) -> None:
    """Take these decisions and nothing that is forced after them."""
    for name in actions:
        assert name in legal(game, rows), f"{name} is none of {sorted(legal(game, rows))}"
        game.kernels.apply_many(game.params, rows, np.array([game.parse_action(name)], np.int32))


def drink(game: Game, rows: Rows, pool: str, group: str) -> None:
    """Place a group, decision by decision; what comes after it is still to be decided."""
    apply(game, rows, f"drink {pool}", *decisions(pool, group))


def decisions(pool: str, group: str) -> list[str]:
    """The decisions after the choice of a pool that name a group."""
    counts = read(group)
    animals = [f"animal {name}" for name, count in tiles(group).items() if name != "ranger" and count]
    rest = [f"size {counts.sum()}", f"rangers {counts[RANGER]}"]
    return [*animals, *rest] if pool.startswith("hole") else [*rest, *animals]


def may_drink(game: Game, rows: Rows, pool: str, group: str) -> bool:
    """Whether the seat to move may place this group."""
    trial = copy_rows(rows)
    for name in (f"drink {pool}", *decisions(pool, group)):
        if name not in legal(game, trial):
            return False
        apply(game, trial, name)
    return True


def groups(game: Game, rows: Rows) -> Counter[tuple[str, tuple[tuple[str, int], ...]]]:
    """Every group that the decisions from here lead to, and by how many ways: (pool, tiles)."""
    found: Counter[tuple[str, tuple[tuple[str, int], ...]]] = Counter()
    for name in sorted(legal(game, rows)):
        if name.startswith("drink"):
            trial = copy_rows(rows)
            apply(game, trial, name)
            _follow(game, trial, name.removeprefix("drink "), found)
    return found


def _follow(game: Game, rows: Rows, pool: str, found: Counter[tuple[str, tuple[tuple[str, int], ...]]]) -> None:
    for action in game.legal_actions(rows):
        trial = copy_rows(rows)
        before = trial[0].reserve[trial[0].player].astype(int) + trial[0].pools[POOL_NAMES.index(pool)]
        seat = int(trial[0].player)
        game.kernels.apply_many(game.params, trial, np.array([action], np.int32))
        if game.phases[trial[0].phase] in ("river", "turn"):
            group = before - trial[0].reserve[seat]
            found[pool, tuple(told(group).items())] += 1
        else:
            _follow(game, trial, pool, found)


def reserve(rows: Rows, seat: int) -> Tiles:
    """A seat's tiles."""
    return told(rows[0].reserve[seat])


def lying(rows: Rows, pool: str) -> Tiles:
    """The tiles at a pool."""
    return told(rows[0].pools[POOL_NAMES.index(pool)])


def river_choices(game: Game, rows: Rows) -> set[str]:
    """What may be taken from the river now."""
    return {name.removeprefix("river ") for name in legal(game, rows) if name.startswith("river")}


def observe(game: Game, rows: Rows, viewer: int) -> dict[str, NDArray[Any]]:
    """The observation of a seat by piece."""
    out = np.zeros((1, game.observation.size), game.observation.dtype)
    game.kernels.encode_many(game.params, rows, np.array([viewer], np.int8), out)
    return game.observation.split(out[0])


def redrawn(game: Game, rows: Rows, viewer: int, *, seed: int) -> Rows:
    """A copy in which all that `viewer` does not know is redrawn."""
    copy = copy_rows(rows)
    game.kernels.determinize_many(game.params, copy, np.array([viewer], np.int8), make_rngs(1, seed=seed))
    return copy


def random_states(game: Game, *, full: int, small: int, every: int = 1) -> Iterator[Rows]:
    """The asked states of random games of all numbers of players."""
    for seed in range(games(full, small=small)):
        chooser = random.Random(seed)
        rows = game.start(2 + seed % (game.max_players - 1), seed=seed)
        step = 0
        while rows[0].player != NOBODY:
            if step % every == 0:
                yield rows
            action = chooser.choice(game.legal_actions(rows).tolist())
            game.kernels.step_many(game.params, rows, np.array([action], np.int32))
            step += 1
        yield rows
