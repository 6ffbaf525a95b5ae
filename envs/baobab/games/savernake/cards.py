"""Savernake's 64 cards: 45 path cards and 19 animal cards, from two tables.

A card is a number: 0 … 44 the path cards, 45 … 63 the animals. The printed numbers are known to no source of ours:
`animals.csv` and `paths.csv` are stand-ins, and a user's own two tables go through the same loader.
"""

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

FOODS = ("berries", "worms", "eggs", "nuts")
NUM_FOODS = len(FOODS)
MENTORS = ("rooster", "goat", "armadillo", "rabbit")
NUM_MENTORS = len(MENTORS)
ROOSTER, GOAT, ARMADILLO, RABBIT = range(NUM_MENTORS)

SHAPES = ("straight", "curve", "double", "animal")
NUM_SHAPES = len(SHAPES)
STRAIGHT, CURVE, DOUBLE, ANIMAL = range(NUM_SHAPES)
SIDES = "NESW"
SHAPE_SIDES = (("NS",), ("NE",), ("NE", "SW"), ("S",))
"""The sides that each trail of a shape opens on, unturned; a quarter turn clockwise takes N to E."""
MAX_TRAILS_A_CARD = 2

NUM_PATHS = 45
NUM_ANIMALS = 19
NUM_CARDS = NUM_PATHS + NUM_ANIMALS
FIRST_ANIMAL = NUM_PATHS

MAX_BASE = 9
MAX_CAPACITY = 9
MAX_POINTS = 9
MAX_ICONS = 4
"""Foods on one trail of a card."""

ANIMAL_COLUMNS = ("card", "animal", "base", "capacity", *FOODS)
PATH_COLUMNS = ("card", "shape", "trail", "sides", "foods")
COLUMNS = {"animals": ANIMAL_COLUMNS, "paths": PATH_COLUMNS}
_NUMBERS = ("card", "base", "capacity", "trail", *FOODS)

FRENCH = {
    "berries": "baies",
    "worms": "vers",
    "eggs": "œufs",
    "nuts": "noix",
    "rooster": "coq",
    "goat": "chèvre",
    "armadillo": "tatou",
    "rabbit": "lapin",
    "squirrel": "écureuil",
    "woodpecker": "pic",
    "bear": "ours",
    "wildcat": "chat sauvage",
    "fox": "renard",
    "hedgehog": "hérisson",
    "deer": "cerf",
    "jay": "geai",
    "beaver": "castor",
    "badger": "blaireau",
    "marten": "martre",
    "owl": "hibou",
    "boar": "sanglier",
    "raccoon": "raton laveur",
    "mole": "taupe",
    "dormouse": "loir",
    "mouse": "souris",
    "otter": "loutre",
    "skunk": "mouffette",
}
"""French names, for people."""

Table = Sequence[Mapping[str, Any]]
"""The rows of a table, with its columns as keys."""
Tables = Mapping[str, Table]
"""`{"animals": rows, "paths": rows}`, as JSON and as records hold them."""


@dataclass(frozen=True)
class AnimalCard:
    """An animal: what it scores by itself, how many foods it eats, and what each food is worth to it."""

    name: str
    base: int
    capacity: int
    points: tuple[int, ...]  # by food


@dataclass(frozen=True)
class PathCard:
    """A path card: its shape and the number of each food on each of its trails."""

    shape: int
    foods: tuple[tuple[int, ...], ...]  # by trail, by food


@dataclass(frozen=True)
class Deck:
    """The cards of a game, by number."""

    animals: tuple[AnimalCard, ...]
    paths: tuple[PathCard, ...]


def read_tables(folder: Path) -> dict[str, list[dict[str, Any]]]:
    """The two tables `animals.csv` and `paths.csv` of a folder, checked.

    ValueError names the file, the row (the header is row 1) and the reason where they are no deck.
    """
    animals = _read_rows(folder / "animals.csv", ANIMAL_COLUMNS)
    paths = _read_rows(folder / "paths.csv", PATH_COLUMNS)
    read_animals(animals, file="animals.csv", first_row=2)
    read_paths(paths, file="paths.csv", first_row=2)
    return {"animals": animals, "paths": paths}


@cache
def standard_tables() -> dict[str, list[dict[str, Any]]]:
    """The tables of this package: stand-ins."""
    return read_tables(Path(__file__).parent)


def make_deck(tables: Any) -> Deck:
    """The cards that two tables (`Tables`) give; ValueError names the table, the row (from 1) and the reason."""
    if not isinstance(tables, Mapping) or set(tables) != set(COLUMNS):
        raise ValueError("tables are an object with the keys animals and paths")
    return Deck(read_animals(tables["animals"]), read_paths(tables["paths"]))


def read_animals(
    table: Table, *, file: str = "animals", first_row: int = 1, count: int = NUM_ANIMALS
) -> tuple[AnimalCard, ...]:
    """The `count` animals of a table, in the order of their numbers."""
    cards: list[AnimalCard] = []
    for number, row in enumerate(_rows(table, file), start=first_row):
        with _Row(file, number):
            _check_columns(row, ANIMAL_COLUMNS)
            _check_range("card", row["card"], len(cards), len(cards))
            name = row["animal"]
            if not isinstance(name, str) or not name.strip() or name != name.strip() or len(name) > MAX_NAME:
                raise ValueError(f"an animal has a name of 1 to {MAX_NAME} characters, not {name!r}")
            if name in (card.name for card in cards):
                raise ValueError(f"the animal {name!r} stands there twice")
            base = _check_range("base", row["base"], 0, MAX_BASE)
            capacity = _check_range("capacity", row["capacity"], 0, MAX_CAPACITY)
            points = tuple(_check_range(food, row[food], 0, MAX_POINTS) for food in FOODS)
            cards.append(AnimalCard(name, base, capacity, points))
    if len(cards) != count:
        raise ValueError(f"{file}: there are {count} animal cards, not {len(cards)}")
    return tuple(cards)


def read_paths(
    table: Table, *, file: str = "paths", first_row: int = 1, count: int = NUM_PATHS
) -> tuple[PathCard, ...]:
    """The `count` path cards of a table, one row a trail, in the order of their numbers."""
    cards: list[PathCard] = []
    number = first_row
    for number, row in enumerate(_rows(table, file), start=first_row):
        with _Row(file, number):
            _check_columns(row, PATH_COLUMNS)
            _add_trail(cards, row)
    with _Row(file, number):
        _check_complete(cards)
    if len(cards) != count:
        raise ValueError(f"{file}: there are {count} path cards, not {len(cards)}")
    return tuple(cards)


MAX_NAME = 24
"""Characters of an animal's name."""


def _add_trail(cards: list[PathCard], row: Mapping[str, Any]) -> None:
    """Take the next row of the path table: the first trail of a new card or the second of the last one."""
    second = bool(cards) and len(cards[-1].foods) < len(SHAPE_SIDES[cards[-1].shape])
    shape = row["shape"]
    if shape not in SHAPES[:ANIMAL]:
        raise ValueError(f"a shape is one of {', '.join(SHAPES[:ANIMAL])}, not {shape!r}")
    if second and shape != SHAPES[cards[-1].shape]:
        raise ValueError(f"the second trail of card {len(cards) - 1} is missing")
    place = len(cards) - 1 if second else len(cards)
    _check_range("card", row["card"], place, place)
    trail = _check_range("trail", row["trail"], int(second), int(second))
    sides = SHAPE_SIDES[SHAPES.index(shape)][trail]
    if row["sides"] != sides:
        raise ValueError(f"the sides of trail {trail} of a {shape} are {sides}, not {row['sides']!r}")
    foods = _read_foods(row["foods"])
    if second:
        cards[-1] = PathCard(cards[-1].shape, (*cards[-1].foods, foods))
    else:
        cards.append(PathCard(SHAPES.index(shape), (foods,)))


def _check_complete(cards: Sequence[PathCard]) -> None:
    if cards and len(cards[-1].foods) < len(SHAPE_SIDES[cards[-1].shape]):
        raise ValueError(f"the second trail of card {len(cards) - 1} is missing")


def _read_foods(text: Any) -> tuple[int, ...]:
    """The number of each food of a text such as `berries+nuts`; an empty text is none."""
    if not isinstance(text, str):
        raise ValueError(f"foods are a text such as berries+nuts, not {text!r}")
    names = text.split("+") if text else []
    if unknown := [name for name in names if name not in FOODS]:
        raise ValueError(f"a food is one of {', '.join(FOODS)}, not {unknown[0]!r}")
    if len(names) > MAX_ICONS:
        raise ValueError(f"a trail of a card has at most {MAX_ICONS} foods, not {len(names)}")
    return tuple(names.count(food) for food in FOODS)


def _read_rows(path: Path, columns: Sequence[str]) -> list[dict[str, Any]]:
    """The rows of a CSV file, numbers as integers."""
    try:
        with path.open(newline="", encoding="utf-8") as file:
            reader = csv.DictReader(file)
            if tuple(reader.fieldnames or ()) != tuple(columns):
                raise ValueError(f"{path.name}, row 1: the columns are {','.join(columns)}, not {reader.fieldnames}")
            return [_read_numbers(row, path.name, number) for number, row in enumerate(reader, start=2)]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise ValueError(f"{path.name}: cannot be read: {error}") from None


def _read_numbers(row: Mapping[Any, Any], file: str, number: int) -> dict[str, Any]:
    read: dict[str, Any] = {}
    with _Row(file, number):
        for column, value in row.items():
            if column is None or value is None:
                raise ValueError("a row has as many entries as there are columns")
            try:
                read[column] = int(value) if column in _NUMBERS else value
            except ValueError:
                raise ValueError(f"{column} is a whole number, not {value!r}") from None
    return read


def _rows(table: Any, file: str) -> Table:
    if not isinstance(table, list | tuple):
        raise ValueError(f"{file}: a table is a list of rows")
    return table


def _check_columns(row: Any, columns: Sequence[str]) -> None:
    if not isinstance(row, Mapping) or set(row) != set(columns):
        raise ValueError(f"a row has the keys {', '.join(columns)}")


def _check_range(what: str, value: Any, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        allowed = f"{low}" if low == high else f"in {low} … {high}"
        raise ValueError(f"{what} is {allowed}, not {value!r}")
    return value


class _Row:
    """Puts the file and the row before the reason of a ValueError."""

    def __init__(self, file: str, number: int) -> None:
        self._where = f"{file}, row {number}"

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, ValueError):
            raise ValueError(f"{self._where}: {error}") from None
