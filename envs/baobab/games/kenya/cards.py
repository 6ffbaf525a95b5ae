"""Kenya's 55 cards: kinds, names and how many there are of each.

A kind is a number: 0 … 14 the pairs of clans, 15 … 19 meerkat, lion, elephant, rhinoceros, water, 20 … 25 the
brown card of each clan.
"""

import csv
from collections.abc import Mapping
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

CLANS = ("zebra", "wildebeest", "warthog", "gazelle", "giraffe", "baboon")
NUM_CLANS = len(CLANS)
PAIRS = tuple(combinations(range(NUM_CLANS), 2))
NUM_PAIRS = len(PAIRS)
MEERKAT, LION, ELEPHANT, RHINOCEROS, WATER = range(NUM_PAIRS, NUM_PAIRS + 5)
NUM_GREENS = WATER + 1
"""The number of kinds of green cards."""
BROWN = NUM_GREENS
"""The first brown kind: clan c is BROWN + c. In a hand, BROWN alone is the seat's own brown card."""
NUM_KINDS = BROWN + NUM_CLANS

MAX_GREENS = 49
MAX_RHINOCEROSES = 4
MIN_GREENS = 2 * 3 + 1 + 3
"""Two hands, the first card of the savanna, the visible stock."""

KIND_NAMES = (
    *(f"{CLANS[first]}+{CLANS[second]}" for first, second in PAIRS),
    *("meerkat", "lion", "elephant", "rhinoceros", "water"),
    *(f"brown:{clan}" for clan in CLANS),
)
"""The name of each kind, as records write it."""

FRENCH = {
    "zebra": "zèbre",
    "wildebeest": "gnou",
    "warthog": "phacochère",
    "gazelle": "gazelle",
    "giraffe": "girafe",
    "baboon": "babouin",
    "meerkat": "suricate",
    "lion": "lion",
    "elephant": "éléphant",
    "rhinoceros": "rhinocéros",
    "water": "point d'eau",
}
"""French names, for people."""


def load_counts(path: Path) -> NDArray[np.int8]:
    """The number of cards by kind, `[26] int8`, from a table with the columns card and count.

    ValueError names the file, the row and the reason where the table is not one of Kenya's cards.
    """
    counts: dict[str, int] = {}
    with path.open(newline="", encoding="utf-8") as file:
        reader = csv.DictReader(file)
        if reader.fieldnames != ["card", "count"]:
            raise ValueError(f"{path.name}: the columns are card,count, not {reader.fieldnames}")
        for number, row in enumerate(reader, start=2):
            try:
                if row["card"] in counts:
                    raise ValueError(f"{row['card']!r} stands there twice")
                counts[row["card"]] = int(row["count"])
                check_counts({row["card"]: counts[row["card"]]})
            except (ValueError, TypeError) as error:
                raise ValueError(f"{path.name}, row {number}: {error}") from None
    if missing := [name for name in KIND_NAMES if name not in counts]:
        raise ValueError(f"{path.name}: no row for {', '.join(missing)}")
    table = np.array([counts[name] for name in KIND_NAMES], np.int8)
    check_totals(table)
    return table


@cache
def printed_counts() -> NDArray[np.int8]:
    """The published game's number of cards by kind, `[26] int8`, read-only."""
    table = load_counts(Path(__file__).with_name("cards.csv"))
    if int(table[:BROWN].sum()) != MAX_GREENS:
        raise ValueError(f"cards.csv has {table[:BROWN].sum()} green cards, not {MAX_GREENS}")
    table.setflags(write=False)
    return table


def changed_counts(changes: Mapping[str, int] | None) -> NDArray[np.int8]:
    """The published table with the counts of some green cards changed (for small variants)."""
    if changes is not None and not isinstance(changes, Mapping):
        raise ValueError(f"cards is a table of counts by card, such as {{'lion': 3}}, not {changes!r}")
    table = printed_counts().copy()
    for name, count in (changes or {}).items():
        check_counts({name: count})
        table[KIND_NAMES.index(name)] = count
    check_totals(table)
    table.setflags(write=False)
    return table


def check_counts(counts: Mapping[str, int]) -> None:
    """ValueError on an unknown card or an impossible number of it."""
    for name, count in counts.items():
        if name not in KIND_NAMES:
            raise ValueError(f"{name!r} is no card; the cards are {', '.join(KIND_NAMES)}")
        highest = MAX_RHINOCEROSES if name == "rhinoceros" else MAX_GREENS
        if name.startswith("brown:"):
            if count != 1:
                raise ValueError(f"there is one {name}, not {count!r}")
        elif type(count) is not int or not 0 <= count <= highest:
            raise ValueError(f"{name} may be there 0 to {highest} times, not {count!r}")


def check_totals(table: NDArray[np.int8]) -> None:
    """ValueError where the green cards are too few for two players or too many for the state."""
    total = int(table[:BROWN].sum(dtype=np.int64))
    if not MIN_GREENS <= total <= MAX_GREENS:
        raise ValueError(f"a game has {MIN_GREENS} to {MAX_GREENS} green cards, not {total}")
