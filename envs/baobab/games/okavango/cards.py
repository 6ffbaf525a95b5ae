"""Okavango's 94 tiles and the numbers printed on its pools.

A kind is a number: 0 … 10 the species in the order of their ranks, the lowest first, and 11 the ranger. A pool is a
number: 0 … 7 the water holes, 8 … 10 the arms of the delta.
"""

import csv
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

SPECIES = (
    *("meerkat", "flamingo", "monkey", "gazelle", "zebra", "giraffe"),
    *("elephant", "buffalo", "leopard", "rhinoceros", "lion"),
)
NUM_SPECIES = len(SPECIES)
RANGER = NUM_SPECIES
KIND_NAMES = (*SPECIES, "ranger")
"""The name of each kind, as records write it."""
NUM_KINDS = len(KIND_NAMES)

NUM_HOLES = 8
NUM_ARMS = 3
NUM_POOLS = NUM_HOLES + NUM_ARMS
POOL_NAMES = (*(f"hole:{hole}" for hole in range(NUM_HOLES)), *(f"arm:{arm}" for arm in range(NUM_ARMS)))
"""The name of each pool, as records write it."""

MAX_SPECIES = 8
MAX_RANGERS = 6
MAX_GROUP = MAX_SPECIES + MAX_RANGERS
"""The most tiles that a hole can be given: all of a species and all rangers."""
MIN_ARM, MAX_ARM = 2, NUM_SPECIES
"""Spaces of an arm: one tile lies there from the start, and its tiles all stand for different species."""
MAX_VALUE = 20
DEALT_TILES = 13
RIVER_TILES = 13
MIN_PLAYERS, MAX_PLAYERS = 2, 4

HOLE_KEYS = ("value", "white", "dark")
ARM_KEYS = ("spaces", "white", "values")

Tables = dict[str, list[dict[str, Any]]]
"""`{"holes": [{"value", "white", "dark"}], "arms": [{"spaces", "white", "values"}]}`, as records write it."""

FRENCH = {
    "meerkat": "suricate",
    "flamingo": "flamant rose",
    "monkey": "singe",  # codespell:ignore singe
    "gazelle": "gazelle",
    "zebra": "zèbre",
    "giraffe": "girafe",
    "elephant": "éléphant",
    "buffalo": "buffle",
    "leopard": "léopard",
    "rhinoceros": "rhinocéros",
    "lion": "lion",
    "ranger": "carte de ranger",
    "hole": "point d'eau",
    "arm": "bras du delta",
}
"""French names, for people."""


# --- Tiles ------------------------------------------------------------------------------------------------


@cache
def printed_counts() -> NDArray[np.int8]:
    """The published game's number of tiles by kind, `[12] int8`, read-only."""
    table = load_counts(Path(__file__).with_name("cards.csv"))
    if table.tolist() != [MAX_SPECIES] * NUM_SPECIES + [MAX_RANGERS]:
        raise ValueError(f"cards.csv has {table.tolist()} tiles")
    table.setflags(write=False)
    return table


def load_counts(path: Path) -> NDArray[np.int8]:
    """The number of tiles by kind, `[12] int8`, from a table with the columns tile and count.

    ValueError names the file, the row and the reason where the table is not one of Okavango's tiles.
    """
    counts: dict[str, int] = {}
    for number, row in _read_rows(path, columns=("tile", "count")):
        try:
            name = row["tile"]
            if name in counts:
                raise ValueError(f"{name!r} stands there twice")
            counts[name] = int(row["count"])
            check_counts({name: counts[name]})
        except (ValueError, TypeError) as error:
            raise ValueError(f"{path.name}, row {number}: {error}") from None
    if missing := [name for name in KIND_NAMES if name not in counts]:
        raise ValueError(f"{path.name}: no row for {', '.join(missing)}")
    table = np.array([counts[name] for name in KIND_NAMES], np.int8)
    check_totals(table)
    return table


def changed_counts(changes: Mapping[str, int] | None) -> NDArray[np.int8]:
    """The published table with the counts of some tiles changed (for small variants)."""
    table = printed_counts().copy()
    for name, count in (changes or {}).items():
        check_counts({name: count})
        table[KIND_NAMES.index(name)] = count
    check_totals(table)
    table.setflags(write=False)
    return table


def check_counts(counts: Mapping[str, int]) -> None:
    """ValueError on an unknown tile or an impossible number of it."""
    for name, count in counts.items():
        if name not in KIND_NAMES:
            raise ValueError(f"{name!r} is no tile; the tiles are {', '.join(KIND_NAMES)}")
        highest = MAX_RANGERS if name == "ranger" else MAX_SPECIES
        if type(count) is not int or not 0 <= count <= highest:
            raise ValueError(f"{name} may be there 0 to {highest} times, not {count!r}")


def check_totals(table: NDArray[np.int8]) -> None:
    """ValueError where the animals are too few for two players, the pools and the river."""
    animals = int(table[:NUM_SPECIES].sum(dtype=np.int64))
    if most_players(animals) < MIN_PLAYERS:
        fewest = MIN_PLAYERS * DEALT_TILES + NUM_POOLS + RIVER_TILES
        raise ValueError(f"a game has at least {fewest} animals, not {animals}")


def most_players(animals: int) -> int:
    """How many can be dealt to, so that animals are left for every pool even if no ranger is dealt."""
    return min(MAX_PLAYERS, (animals - NUM_POOLS - RIVER_TILES) // DEALT_TILES)


# --- Pools ------------------------------------------------------------------------------------------------


@cache
def printed_tables() -> Tables:
    """The tables that come with the game; do not change them."""
    return load_tables(Path(__file__).with_name("pools.csv"))


def load_tables(path: Path) -> Tables:
    """The pools of a file with the columns pool, white, dark and values, one row a pool, in order.

    `values` is the one value of a hole; of an arm the points above its last white space and each dark one, parted by
    spaces. ValueError names the file, the row and the reason where the table is not one of Okavango's pools.
    """
    tables: Tables = {"holes": [], "arms": []}
    seen: list[str] = []
    for number, row in _read_rows(path, columns=("pool", "white", "dark", "values")):
        expected = POOL_NAMES[len(seen)] if len(seen) < NUM_POOLS else "no more pools"
        try:
            if row["pool"] != expected:
                raise ValueError(f"{expected} comes here, not {row['pool']!r}")
            seen.append(expected)
            white, dark = int(row["white"]), int(row["dark"])
            values = [int(value) for value in row["values"].split()]
            if len(seen) <= NUM_HOLES:
                if len(values) != 1:
                    raise ValueError(f"a hole has one value, not {len(values)}")
                tables["holes"].append({"value": values[0], "white": white, "dark": dark})
                check_hole(tables["holes"][-1])
            else:
                if dark < 0:
                    raise ValueError(f"dark is an integer of at least 0, not {dark}")
                tables["arms"].append({"spaces": white + dark, "white": white, "values": values})
                check_arm(tables["arms"][-1])
        except (ValueError, TypeError, AttributeError) as error:
            raise ValueError(f"{path.name}, row {number}: {error}") from None
    if len(seen) < NUM_POOLS:
        raise ValueError(f"{path.name}: no row for {', '.join(POOL_NAMES[len(seen) :])}")
    return tables


def read_tables(value: Any) -> Tables:
    """The tables of a JSON value, checked; ValueError names the pool and the reason."""
    if not isinstance(value, Mapping) or set(value) != {"holes", "arms"}:
        raise ValueError(f"tables has the keys holes and arms, not {value!r:.80}")
    tables: Tables = {}
    for name, number, check in (("holes", NUM_HOLES, check_hole), ("arms", NUM_ARMS, check_arm)):
        pools = value[name]
        if not isinstance(pools, Sequence) or isinstance(pools, str) or len(pools) != number:
            raise ValueError(f"tables: {name} is a list of {number}")
        tables[name] = []
        for place, pool in enumerate(pools):
            try:
                check(pool)
            except ValueError as error:
                raise ValueError(f"tables: {name[:-1]}:{place}: {error}") from None
            tables[name].append({key: list(item) if key == "values" else item for key, item in pool.items()})
    return tables


def check_supply(tables: Tables, counts: NDArray[np.int8]) -> None:
    """ValueError where a pool has more spaces than the tiles of a game can fill."""
    herd = int(counts[:NUM_SPECIES].max()) + int(counts[RANGER])
    species = int(np.count_nonzero(counts[:NUM_SPECIES]))
    for place, hole in enumerate(tables["holes"]):
        if hole["white"] + hole["dark"] > herd:
            raise ValueError(f"hole:{place} has {hole['white'] + hole['dark']} spaces, and a herd at most {herd} tiles")
    for place, arm in enumerate(tables["arms"]):
        if arm["spaces"] > species:
            raise ValueError(f"arm:{place} has {arm['spaces']} spaces, and there are {species} species")


def check_hole(hole: Any) -> None:
    """ValueError unless it is `{"value", "white", "dark"}` of a hole that tiles can fill."""
    _check_keys(hole, HOLE_KEYS)
    _check_int(hole["value"], "value", low=0, high=MAX_VALUE)
    _check_int(hole["white"], "white", low=1, high=MAX_GROUP)
    _check_int(hole["dark"], "dark", low=0, high=MAX_GROUP)
    if hole["white"] + hole["dark"] > MAX_GROUP:
        spaces = hole["white"] + hole["dark"]
        raise ValueError(f"a hole has at most {MAX_GROUP} spaces, as many as a herd has tiles, not {spaces}")


def check_arm(arm: Any) -> None:
    """ValueError unless it is `{"spaces", "white", "values"}` of an arm that tiles can fill."""
    _check_keys(arm, ARM_KEYS)
    _check_int(arm["spaces"], "spaces", low=MIN_ARM, high=MAX_ARM)
    _check_int(arm["white"], "white", low=1, high=arm["spaces"])
    values = arm["values"]
    numbers = arm["spaces"] - arm["white"] + 1
    if not isinstance(values, Sequence) or isinstance(values, str) or len(values) != numbers:
        raise ValueError(f"values is a list of {numbers}: for the last white space and each dark one, not {values!r}")
    for value in values:
        _check_int(value, "a value", low=0, high=MAX_VALUE)


def _check_keys(pool: Any, keys: tuple[str, ...]) -> None:
    if not isinstance(pool, Mapping) or set(pool) != set(keys):
        raise ValueError(f"a pool here has the keys {', '.join(keys)}, not {pool!r:.80}")


def _check_int(value: Any, what: str, *, low: int, high: int) -> None:
    if type(value) is not int or not low <= value <= high:
        raise ValueError(f"{what} is an integer of {low} to {high}, not {value!r}")


def _read_rows(path: Path, *, columns: tuple[str, ...]) -> list[tuple[int, dict[str, Any]]]:
    """The rows of a table with their numbers in the file."""
    with path.open(newline="", encoding="utf-8") as file:
        reader = csv.DictReader(file)
        if tuple(reader.fieldnames or ()) != columns:
            raise ValueError(f"{path.name}: the columns are {','.join(columns)}, not {reader.fieldnames}")
        return list(enumerate(reader, start=2))
