"""Okavango's set-ups and moves as records write them, and its moves in words.

A drink is one entry, though it is several decisions: the pool, then at a hole the species, the size and the rangers,
at an arm the size, the rangers and the species one by one. A swap at an arm is two: the pool and the species. The
refill of the river is an entry of chance; one that draws nothing has none.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from baobab.core.notation import (
    CHANCE_MOVE,
    Cursor,
    Entry,
    Limits,
    RuleError,
    take_counts,
    take_int,
    take_list,
    take_name,
    take_object,
    write_counts,
)
from baobab.core.record import CHANCE, Rows
from baobab.games.okavango.actions import ANIMAL, DECLINE, DRINK, PASS, PASS_NOTHING, RANGERS, RIVER, SIZE, SWAP
from baobab.games.okavango.cards import (
    DEALT_TILES,
    KIND_NAMES,
    MAX_GROUP,
    MAX_RANGERS,
    NUM_ARMS,
    NUM_HOLES,
    NUM_POOLS,
    NUM_SPECIES,
    POOL_NAMES,
    RANGER,
    RIVER_TILES,
    SPECIES,
)
from baobab.games.okavango.rules import begin, clear, group_tiles, leave_bag, next_turn, put_first, refill
from baobab.games.okavango.state import DRINKING, NONE, STARTING, SWAPPING, TAKING

if TYPE_CHECKING:
    from baobab.core.game import Game

REFILL = "refill"
MAX_SCORE = 10_000
"""No game comes near; what is more would overflow some day."""

# --- Set-up -----------------------------------------------------------------------------------------------


def read_setup(game: "Game", num_players: int, setup: Any) -> Rows:
    """The `[1]` array of the game that the set-up starts; RuleError where it is none."""
    take_object(setup, "setup", keys=("first", "reserves", "pools", "river"))
    first = take_int(setup["first"], "setup first", low=0, high=num_players - 1)
    reserves = [
        _read_tiles(reserve, "a reserve of the set-up", total=DEALT_TILES)
        for reserve in take_list(setup["reserves"], "setup reserves", length=num_players)
    ]
    pools = [
        SPECIES.index(take_name(species, "a species of setup pools", allowed=SPECIES))
        for species in take_list(setup["pools"], "setup pools", length=NUM_POOLS)
    ]
    river = _read_tiles(setup["river"], "setup river", total=RIVER_TILES)
    used = np.sum([*reserves, river], axis=0) + np.bincount(pools, minlength=len(KIND_NAMES))
    if (used > game.params[0].counts).any():
        raise RuleError("setup: more tiles of a kind than there are")
    rows = game.start(num_players, seed=0)
    row = rows[0]
    clear(game.params[0], row, num_players)
    for kind, number in enumerate(used):
        for _ in range(number):
            leave_bag(row, kind)
    row.reserve[:num_players] = reserves
    row.num_unknown[:num_players] = DEALT_TILES
    for pool, species in enumerate(pools):
        put_first(row, pool, species)
    row.river[:] = river
    row.num_river = RIVER_TILES
    begin(game.params[0], row, first)
    return rows


def write_setup(game: "Game", rows: Rows) -> Entry:
    """The set-up of a game that starts."""
    del game
    row = rows[0]
    return {
        "first": int(row.first),
        "reserves": [write_counts(reserve, kinds=KIND_NAMES) for reserve in row.reserve[: row.num_players]],
        "pools": [SPECIES[int(np.argmax(pool))] for pool in row.pools],
        "river": write_counts(row.river, kinds=KIND_NAMES),
    }


# --- Moves ------------------------------------------------------------------------------------------------


def write_move(game: "Game", before: Rows, action: int, after: Rows) -> list[Entry]:
    """The entry that this decision completes; none within a group, or for the choice of an arm to swap at."""
    del game
    row, then = before[0], after[0]
    if action == CHANCE_MOVE:
        return [{"chance": REFILL, "tiles": write_counts(then.river - row.river, kinds=KIND_NAMES)}]
    seat = int(row.player)
    if row.phase == TAKING:
        return [{"seat": seat, "river": None if action == DECLINE else KIND_NAMES[action - RIVER]}]
    if row.phase in (STARTING, DRINKING) and action >= PASS:
        return [{"seat": seat, "pass": None if action == PASS_NOTHING else KIND_NAMES[action - PASS]}]
    if row.swapped != then.swapped and then.swapped != NONE:
        pool, species = _swapped(row, action)
        return [{"seat": seat, "swap": POOL_NAMES[pool], "for": SPECIES[species]}]
    if _is_placed(row, then):
        group = _group(row, action)
        return [{"seat": seat, "drink": POOL_NAMES[row.pool], "tiles": write_counts(group, kinds=KIND_NAMES)}]
    return []


def replay_move(game: "Game", cursor: Cursor, entry: Entry) -> None:
    """Apply one entry; RuleError where it breaks a rule."""
    if "chance" in entry:
        _replay_refill(game, cursor, entry)
        return
    if cursor.row.player == CHANCE:
        raise RuleError("the river refills now")
    cursor.take_turn(entry)
    if cursor.row.phase == TAKING:
        if "river" not in entry:
            raise RuleError("the player takes from the river now, or declines")
        _replay_take(cursor, entry)
    elif "swap" in entry:
        _replay_swap(cursor, entry)
    elif "drink" in entry:
        _replay_drink(game, cursor, entry)
    elif "pass" in entry:
        _replay_pass(cursor, entry)
    else:
        raise RuleError("a turn is a swap (optional), then a drink or a pass")


def write_result(game: "Game", rows: Rows) -> Entry:
    """Nothing: scores and winners are all."""
    del game, rows
    return {}


def tell_move(game: "Game", before: Rows, action: int, after: Rows, viewer: int | None) -> str | None:
    """The decision in words; None for what is settled by a later decision. All that is told is public."""
    del game, viewer
    row, then = before[0], after[0]
    if action == CHANCE_MOVE:
        return f"the river is filled up with {_listed(then.river - row.river)}"
    if row.phase == TAKING:
        return f"takes {_listed(row.river - then.river) if action != DECLINE else 'nothing'} from the river"
    if row.phase in (STARTING, DRINKING) and action >= PASS:
        return "passes" if action == PASS_NOTHING else f"passes and takes a {KIND_NAMES[action - PASS]} from the river"
    if row.swapped != then.swapped and then.swapped != NONE:
        pool, species = _swapped(row, action)
        return f"takes a ranger off {POOL_NAMES[pool]} and leaves a {SPECIES[species]}"
    if _is_placed(row, then):
        points = int(then.score[row.player] - row.score[row.player])
        scored = f" and scores {points} point{'s' if points != 1 else ''}" if points else ""
        dried = "; the arm is dry" if then.dry[row.pool] else ""
        return f"places {_listed(_group(row, action))} at {POOL_NAMES[row.pool]}{scored}{dried}"
    return None


# --- Entries ----------------------------------------------------------------------------------------------


def _replay_refill(game: "Game", cursor: Cursor, entry: Entry) -> None:
    take_object(entry, "a refill", keys=("chance", "tiles"))
    take_name(entry["chance"], "chance", allowed=(REFILL,))
    row = cursor.row
    if row.player != CHANCE:
        raise RuleError("chance has nothing to decide now")
    tiles = take_counts(entry["tiles"], "the tiles of a refill", kinds=KIND_NAMES)
    if (np.array(tiles) > row.bag).any():
        raise RuleError("tiles that are not in the bag cannot come out of it")
    expected = min(RIVER_TILES - int(row.num_river), int(row.num_bag))
    if sum(tiles) != expected:
        raise RuleError(f"the river refills to {RIVER_TILES} as far as the bag goes: {expected} tiles")
    for kind, number in enumerate(tiles):
        for _ in range(number):
            refill(row, kind)
    next_turn(row)


def _replay_swap(cursor: Cursor, entry: Entry) -> None:
    take_object(entry, "a swap", keys=("seat", "swap", "for"))
    pool = POOL_NAMES.index(take_name(entry["swap"], "the pool of a swap", allowed=POOL_NAMES))
    species = SPECIES.index(take_name(entry["for"], "the species of a swap", allowed=SPECIES))
    row = cursor.row
    if row.phase != STARTING:
        raise RuleError("there is at most one swap a turn")
    if row.pools[pool, RANGER] == 0:
        raise RuleError("a swap takes a ranger off the pool, and there is none")
    if row.reserve[row.player, species] == 0:
        raise RuleError("the animal of a swap must come from the reserve")
    if pool < NUM_HOLES and species != row.herd[pool]:
        raise RuleError("at a hole the ranger stands for the herd's species")
    if pool >= NUM_HOLES and row.pools[pool, species] > 0:
        raise RuleError("at an arm the ranger stands for a species that is not there")
    cursor.apply(SWAP + pool, rule="there is no swap at this pool")
    if cursor.row.phase == SWAPPING:
        cursor.apply(ANIMAL + species, rule="the ranger does not stand for this species")


def _replay_drink(game: "Game", cursor: Cursor, entry: Entry) -> None:
    take_object(entry, "a drink", keys=("seat", "drink", "tiles"))
    pool = POOL_NAMES.index(take_name(entry["drink"], "the pool of a drink", allowed=POOL_NAMES))
    tiles = take_counts(entry["tiles"], "the tiles of a drink", kinds=KIND_NAMES)
    _check_group(game, cursor.row, pool, tiles)
    rule = "this group does not go there"
    species = [kind for kind in range(NUM_SPECIES) if tiles[kind]]
    cursor.apply(DRINK + pool, rule=rule)
    if pool < NUM_HOLES:
        cursor.apply(ANIMAL + species[0], rule=rule)
    cursor.apply(SIZE + sum(tiles) - 1, rule=rule)
    cursor.apply(RANGERS + tiles[RANGER], rule=rule)
    if pool >= NUM_HOLES:
        for kind in species:
            cursor.apply(ANIMAL + kind, rule=rule)


def _check_group(game: "Game", row: Any, pool: int, tiles: list[int]) -> None:
    """RuleError where a group is none, or does not go to this pool."""
    size, before = sum(tiles), int(row.count[pool])
    if row.dry[pool]:
        raise RuleError("the arm is dry")
    if row.swapped == pool:
        raise RuleError("a pool is closed for the rest of the turn after a swap there")
    if (np.array(tiles) > row.reserve[row.player]).any():
        raise RuleError("the tiles must come from the reserve as it was before this drink")
    if size == tiles[RANGER]:
        raise RuleError("a group has at least one animal that is no ranger")
    if size > game.params[0].spaces[pool]:
        raise RuleError(f"the pool has {game.params[0].spaces[pool]} spaces")
    white = int(game.params[0].white[pool])
    if game.params[0].dark_later and before < white < size:
        raise RuleError("the dark spaces open only once the white ones were full before the placement")
    if pool < NUM_HOLES:
        species = [kind for kind in range(NUM_SPECIES) if tiles[kind]]
        if len(species) > 1:
            raise RuleError("a hole takes one species")
        if size < before:
            raise RuleError("a hole takes at least as many tiles as before")
        if size == before and species[0] <= row.herd[pool]:
            raise RuleError("as many tiles as before need a strictly higher rank")
        return
    if max(tiles[:NUM_SPECIES]) > 1:
        raise RuleError("an arm takes species that are all different")
    if size <= before:
        raise RuleError("an arm takes strictly more tiles than before")
    if game.params[0].arm_steps_one and size > max(before + 1, white):
        raise RuleError("a placement reaches at most one more printed value of an arm")


def _replay_take(cursor: Cursor, entry: Entry) -> None:
    take_object(entry, "a take from the river", keys=("seat", "river"))
    if entry["river"] is None:
        cursor.apply(DECLINE, rule="the river may be declined")
        return
    kind = KIND_NAMES.index(take_name(entry["river"], "the kind taken from the river", allowed=KIND_NAMES))
    if cursor.row.river[kind] == 0:
        raise RuleError("what is taken must be on the river")
    fewer = "the group taken from the river must be smaller than the one played"
    cursor.apply(RIVER + kind, rule=f"{fewer}, or at a hole as large and of a lower rank")


def _replay_pass(cursor: Cursor, entry: Entry) -> None:
    take_object(entry, "a pass", keys=("seat", "pass"))
    if entry["pass"] is None:
        cursor.apply(PASS_NOTHING, rule="a pass takes a tile from the river while there is one")
        return
    kind = KIND_NAMES.index(take_name(entry["pass"], "the kind taken by a pass", allowed=KIND_NAMES))
    cursor.apply(PASS + kind, rule="the tile taken by a pass must be on the river")


# --- Parts ------------------------------------------------------------------------------------------------


def _read_tiles(tiles: Any, what: str, *, total: int) -> list[int]:
    counts = take_counts(tiles, what, kinds=KIND_NAMES)
    if sum(counts) != total:
        raise RuleError(f"{what} has {total} tiles, not {sum(counts)}")
    return counts


def _swapped(row: Any, action: int) -> tuple[int, int]:
    """The pool and the species of a swap that a decision completes."""
    if row.phase == SWAPPING:
        return int(row.pool), action - ANIMAL
    return action - SWAP, int(row.herd[action - SWAP])


def _is_placed(row: Any, then: Any) -> bool:
    """Whether a decision within a turn places the group: then the choice is over."""
    return bool(row.pool != NONE and (then.phase == TAKING or then.phase == STARTING))


def _group(row: Any, action: int) -> list[int]:
    """The tiles by kind of a group that a decision completes."""
    whole = row.copy()
    if row.pool < NUM_HOLES:
        whole.rangers = action - RANGERS
    else:
        whole.picked |= 1 << (action - ANIMAL)
    return [int(group_tiles(whole, kind)) for kind in range(len(KIND_NAMES))]


def _listed(counts: Any) -> str:
    """`3 lions and 1 ranger`."""
    parts = [f"{number} {KIND_NAMES[kind]}{_plural(kind, number)}" for kind, number in enumerate(counts) if number]
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


def _plural(kind: int, number: int) -> str:
    if number == 1:
        return ""
    return "es" if KIND_NAMES[kind] == "rhinoceros" else "s"


# --- States from elsewhere --------------------------------------------------------------------------------


def limits(row: Any) -> Limits:
    """Bounds of the fields of a state that the game's check takes as they are, for states from elsewhere."""
    players = int(row.num_players)
    return {
        "first": (0, players - 1),
        "turns": (0, int(row.decisions)),
        "empty_passes": (0, players),
        "ending": (0, 1),
        "mover": (0, players - 1),
        "score": (-MAX_SCORE, MAX_SCORE),
        "dry": (0, 1),
        "dealt_rangers": (0, MAX_RANGERS),
        "returned": (0, MAX_RANGERS),
        "drawn": (0, NUM_ARMS * MAX_RANGERS),
        "swapped": (NONE, NUM_POOLS - 1),
        "pool": (NONE, NUM_POOLS - 1),
        "species": (NONE, NUM_SPECIES - 1),
        "group_size": (0, MAX_GROUP),
        "rangers": (0, MAX_RANGERS),
        "picked": (0, (1 << NUM_SPECIES) - 1),
    }
