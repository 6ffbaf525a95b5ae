"""Nimalia's 60 animal cards: the squares of each, by kind.

A kind is a number: 0 … 7 the animals that live in one biome, 8 … 13 the otters: 8 + 2 · biome + slope of the river.
A card's squares stand in the order top left, top right, bottom left, bottom right.
"""

import csv
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

SPECIES = ("lion", "giraffe", "panda", "gorilla", "polar_bear", "penguin", "flamingo", "crocodile", "otter")
NUM_SPECIES = len(SPECIES)
LION, GIRAFFE, PANDA, GORILLA, POLAR_BEAR, PENGUIN, FLAMINGO, CROCODILE, OTTER = range(NUM_SPECIES)
BIOMES = ("savanna", "jungle", "ice", "lake")
NUM_BIOMES = len(BIOMES)
SAVANNA, JUNGLE, ICE, LAKE = range(NUM_BIOMES)
RIVERS = ("/", "\\")
"""The slopes of a river: 0 rises from left to right, 1 falls."""
RISING, FALLING = range(len(RIVERS))

HOMES = (SAVANNA, SAVANNA, JUNGLE, JUNGLE, ICE, ICE, LAKE, LAKE)
"""The biome of each species but the otter."""
OTTER_HOMES = (SAVANNA, JUNGLE, ICE)
NUM_KINDS = OTTER + len(RIVERS) * len(OTTER_HOMES)

SQUARES = ("top_left", "top_right", "bottom_left", "bottom_right")
NUM_SQUARES = len(SQUARES)
NUM_CARDS = 60
NUM_TURNS = 4
TURNED_FROM = (2, 0, 3, 1)
"""The square that comes to each place by a quarter turn clockwise."""

FRENCH = {
    "lion": "lion",
    "giraffe": "girafe",
    "panda": "panda",
    "gorilla": "gorille",
    "polar_bear": "ours polaire",
    "penguin": "manchot",
    "flamingo": "flamant rose",
    "crocodile": "crocodile",
    "otter": "loutre",
    "savanna": "savane",
    "jungle": "jungle",
    "ice": "banquise",
    "lake": "lac",
}
"""French names, for people."""


def make_kind(species: str, biome: str, river: str) -> int:
    """The kind of a square; ValueError where there is none such."""
    if species not in SPECIES:
        raise ValueError(f"{species!r} is no species; they are {', '.join(SPECIES)}")
    if biome not in BIOMES:
        raise ValueError(f"{biome!r} is no biome; they are {', '.join(BIOMES)}")
    number, home = SPECIES.index(species), BIOMES.index(biome)
    if number != OTTER:
        if home != HOMES[number] or river:
            raise ValueError(f"a {species} lives in the {BIOMES[HOMES[number]]} without a river")
        return number
    if home not in OTTER_HOMES or river not in RIVERS:
        raise ValueError("an otter lives in savanna, jungle or ice and carries a river / or \\")
    return OTTER + len(RIVERS) * home + RIVERS.index(river)


def kind_species(kind: int) -> int:
    """The species of a kind."""
    return min(kind, OTTER)


def kind_biome(kind: int) -> int:
    """The biome of a kind."""
    return HOMES[kind] if kind < OTTER else (kind - OTTER) // len(RIVERS)


def kind_river(kind: int) -> int | None:
    """The slope of a kind's river; None for all but otters."""
    return None if kind < OTTER else (kind - OTTER) % len(RIVERS)


def load_cards(path: Path) -> NDArray[np.int8]:
    """The kinds of the cards' squares, `[60, 4] int8`, from a table with a row per square.

    ValueError names the file, the row and the reason where the table is not one of Nimalia's cards.
    """
    table = np.full((NUM_CARDS, NUM_SQUARES), -1, np.int8)
    columns = ["card", "square", "species", "biome", "river"]
    with path.open(newline="", encoding="utf-8") as file:
        reader = csv.DictReader(file)
        if reader.fieldnames != columns:
            raise ValueError(f"{path.name}: the columns are {','.join(columns)}, not {reader.fieldnames}")
        for number, row in enumerate(reader, start=2):
            try:
                _read_square(table, row)
            except (ValueError, TypeError) as error:
                raise ValueError(f"{path.name}, row {number}: {error}") from None
    if (table < 0).any():
        card, square = (int(place[0]) for place in np.nonzero(table < 0))
        raise ValueError(f"{path.name}: no row for the {SQUARES[square]} of card {card + 1}")
    return table


@cache
def printed_cards() -> NDArray[np.int8]:
    """The published cards, `[60, 4] int8` kinds, read-only."""
    table = load_cards(Path(__file__).with_name("cards.csv"))
    table.setflags(write=False)
    return table


def turn_cards(table: NDArray[np.int8]) -> NDArray[np.int8]:
    """The kinds of every card's squares after 0 … 3 quarter turns clockwise, `[60, 4, 4] int8`."""
    turned = np.empty((len(table), NUM_TURNS, NUM_SQUARES), np.int8)
    turned[:, 0] = table
    for turns in range(1, NUM_TURNS):
        moved = turned[:, turns - 1, TURNED_FROM]
        turned[:, turns] = np.where(moved >= OTTER, moved ^ 1, moved)  # a quarter turn swaps / and \
    return turned


def _read_square(table: NDArray[np.int8], row: dict[str, str]) -> None:
    card = int(row["card"])
    if not 1 <= card <= len(table):
        raise ValueError(f"cards are numbered 1 … {len(table)}, not {card}")
    if row["square"] not in SQUARES:
        raise ValueError(f"{row['square']!r} is no square; they are {', '.join(SQUARES)}")
    square = SQUARES.index(row["square"])
    if table[card - 1, square] >= 0:
        raise ValueError(f"the {row['square']} of card {card} stands there twice")
    table[card - 1, square] = make_kind(row["species"], row["biome"], row["river"])
