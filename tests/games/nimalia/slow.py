"""Nimalia once more, slowly: written from the rules and the table of objectives, without bit boards and without limits.

A reserve is a dict from (row, column) to a square; coordinates are those of records. Nothing of the game's own code is
used but the table of cards.
"""

import csv
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import baobab.games.nimalia

Cell = tuple[int, int]


class Square(NamedTuple):
    """What one square of a card shows."""

    species: str
    biome: str
    river: str  # "/", "\\" or ""


Reserve = dict[Cell, Square]

COLOURS = {
    "blue": (2, 3, 5, 9, 11),
    "green": (8, 12, 14, 17, 19, 22),
    "yellow": (1, 4, 6, 7, 10, 15),
    "red": (13, 16, 18, 20, 21),
}
LEAVES = {
    1: (3, 4, 5, 8, 13, 19, 20),
    2: (1, 6, 7, 11, 12, 14, 16, 17, 18, 21, 22),
    3: (2, 9, 10, 15),
}
ROUNDS = (
    ("blue", "green"),
    ("green", "yellow"),
    ("blue", "red"),
    ("green", "yellow", "red"),
    ("blue", "yellow", "red"),
)
SPECIES = ("lion", "giraffe", "panda", "gorilla", "polar_bear", "penguin", "flamingo", "crocodile", "otter")
BIOMES = ("savanna", "jungle", "ice", "lake")


def read_cards() -> dict[int, dict[Cell, Square]]:
    """The cards by number, each as the squares at (0, 0) … (1, 1)."""
    places = {"top_left": (0, 0), "top_right": (0, 1), "bottom_left": (1, 0), "bottom_right": (1, 1)}
    cards: dict[int, dict[Cell, Square]] = {}
    path = Path(baobab.games.nimalia.__file__).with_name("cards.csv")
    with path.open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            square = Square(row["species"], row["biome"], row["river"])
            cards.setdefault(int(row["card"]), {})[places[row["square"]]] = square
    return cards


CARDS = read_cards()


def turned(card: dict[Cell, Square], turns: int) -> dict[Cell, Square]:
    """A card after some quarter turns clockwise."""
    for _ in range(turns):
        swapped = {"/": "\\", "\\": "/", "": ""}
        card = {
            (column, 1 - row): square._replace(river=swapped[square.river]) for (row, column), square in card.items()
        }
    return card


# --- Placement --------------------------------------------------------------------------------------------


def box(reserve: Reserve) -> tuple[int, int, int, int]:
    """The first row and column, height and width."""
    rows, columns = [row for row, _ in reserve], [column for _, column in reserve]
    return min(rows), min(columns), max(rows) - min(rows) + 1, max(columns) - min(columns) + 1


def placed(reserve: Reserve, card: int, turns: int, at: Cell) -> Reserve:
    """The reserve with a card on top."""
    return reserve | {
        (at[0] + row, at[1] + column): square for (row, column), square in turned(CARDS[card], turns).items()
    }


def may_place(reserve: Reserve, at: Cell) -> bool:
    """Whether a card may have its top-left square there."""
    if not reserve:
        return at == (0, 0)
    cells = [(at[0] + row, at[1] + column) for row in (0, 1) for column in (0, 1)]
    if not any(cell in reserve for cell in cells):
        return False
    _, _, height, width = box(reserve | dict.fromkeys(cells, Square("", "", "")))
    return height <= 6 and width <= 6


def places(reserve: Reserve) -> list[Cell]:
    """Everywhere a card may have its top-left square."""
    return [(row, column) for row in range(-9, 10) for column in range(-9, 10) if may_place(reserve, (row, column))]


# --- Objectives of one reserve ----------------------------------------------------------------------------


def around(cell: Cell) -> list[Cell]:
    """The four cells beside one."""
    row, column = cell
    return [(row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)]


def of_species(reserve: Reserve, species: str) -> list[Cell]:
    return [cell for cell, square in reserve.items() if square.species == species]


def of_biome(reserve: Reserve, biome: str) -> list[Cell]:
    return [cell for cell, square in reserve.items() if square.biome == biome]


def groups(cells: Sequence[Cell], joined: Callable[[Cell, Cell], bool]) -> list[set[Cell]]:
    """The connected groups of some cells."""
    left, found = set(cells), []
    while left:
        group, edge = set(), {left.pop()}
        while edge:
            group |= edge
            edge = {other for other in left if any(joined(cell, other) for cell in edge)}
            left -= edge
        found.append(group)
    return found


def areas(reserve: Reserve, biome: str) -> list[set[Cell]]:
    return groups(of_biome(reserve, biome), lambda one, other: other in around(one))


def ends(reserve: Reserve, cell: Cell) -> set[Cell]:
    """The two corner points of a river square's diagonal; point (r, c) is the top-left corner of cell (r, c)."""
    row, column = cell
    if reserve[cell].river == "/":
        return {(row, column + 1), (row + 1, column)}
    return {(row, column), (row + 1, column + 1)}


def river_length(reserve: Reserve) -> int:
    rivers = [cell for cell, square in reserve.items() if square.river]
    found = groups(rivers, lambda one, other: bool(ends(reserve, one) & ends(reserve, other)))
    return max(map(len, found), default=0)


def otter_neighbours(reserve: Reserve) -> int:
    points = 0
    for otter in of_species(reserve, "otter"):
        near = Counter(reserve[cell].species for cell in around(otter) if cell in reserve)
        points += sum(count for count in near.values() if count >= 2)
    return points


def rivers_to_lakes(reserve: Reserve) -> int:
    def is_lake(cell: Cell) -> bool:
        return cell in reserve and reserve[cell].biome == "lake"

    points = 0
    for row, column in of_species(reserve, "otter"):
        if reserve[row, column].river == "/":
            corners = [(row - 1, column + 1), (row + 1, column - 1)]
        else:
            corners = [(row - 1, column - 1), (row + 1, column + 1)]
        points += 2 * any(is_lake(cell) for cell in (*around((row, column)), *corners))
    return points


def ice_blocks(reserve: Reserve) -> int:
    ice = set(of_biome(reserve, "ice"))
    return 4 * sum({(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)} <= ice for r, c in ice)


def bear_groups(reserve: Reserve) -> int:
    bears = of_species(reserve, "polar_bear")
    found = groups(bears, lambda one, other: other in around(one))
    return sum(2 * len(group) if len(group) >= 2 else -1 for group in found)


def largest_square(reserve: Reserve) -> int:
    points = 0
    for side, worth in ((2, 3), (3, 5), (4, 8), (5, 13), (6, 21)):
        for row, column in reserve:
            if all((row + down, column + across) in reserve for down in range(side) for across in range(side)):
                points = worth
    return points


def full_rows(reserve: Reserve) -> int:
    rows = {row for row, _ in reserve}
    return 3 * sum({square.biome for (at, _), square in reserve.items() if at == row} == set(BIOMES) for row in rows)


def equal_pairs(reserve: Reserve) -> int:
    points = 0
    for row, column in reserve:

        def animal(at: int, row: int = row) -> str:
            return reserve[row, at].species if (row, at) in reserve else ""

        first = animal(column)
        run = first != animal(column - 1) and first == animal(column + 1) and first != animal(column + 2)
        points += 3 * run
    return points


def penguin_columns(reserve: Reserve) -> int:
    return 3 * sum(count == 1 for count in Counter(column for _, column in of_species(reserve, "penguin")).values())


OWN: dict[int, Callable[[Reserve], int]] = {
    1: otter_neighbours,
    2: rivers_to_lakes,
    3: lambda reserve: 2 * len(areas(reserve, "jungle")),
    4: lambda reserve: (
        2
        * sum(
            any(cell in reserve and reserve[cell].biome == "lake" for cell in around(gorilla))
            for gorilla in of_species(reserve, "gorilla")
        )
    ),
    5: lambda reserve: 2 * max(map(len, areas(reserve, "savanna")), default=0),
    6: lambda reserve: 6 * sum(len(area) == 4 for area in areas(reserve, "savanna")),
    7: ice_blocks,
    8: bear_groups,
    9: lambda reserve: 2 * min(len(of_biome(reserve, biome)) for biome in BIOMES),
    10: largest_square,
    11: full_rows,
    12: equal_pairs,
    13: lambda reserve: {0: 8, 1: 5, 2: 3}.get(len(of_species(reserve, "giraffe")), 0),
    14: lambda reserve: (
        3 * sum(all(cell in reserve for cell in around(bird)) for bird in of_species(reserve, "flamingo"))
    ),
    15: lambda reserve: (0, 0, 1, 3, 6, 10, 15)[min(river_length(reserve), 6)],
    17: lambda reserve: (
        3 * sum(any(cell not in reserve for cell in around(panda)) for panda in of_species(reserve, "panda"))
    ),
    19: penguin_columns,
    22: lambda reserve: (
        2
        * sum(
            any(cell in reserve and reserve[cell].species == "giraffe" for cell in around(crocodile))
            for crocodile in of_species(reserve, "crocodile")
        )
    ),
}

# --- Objectives that compare ------------------------------------------------------------------------------


def rank(counts: Sequence[int], first: int, second: int, *, fewest: bool = False) -> list[int]:
    """The points of the first and the second; ties take all, and a tie for first leaves no second."""
    order = sorted(set(counts), reverse=not fewest)
    points = [0] * len(counts)
    winners = [seat for seat, count in enumerate(counts) if count == order[0]]
    for seat in winners:
        points[seat] = first
    if len(winners) == 1 and len(counts) > 2 and len(order) > 1:
        for seat, count in enumerate(counts):
            if count == order[1]:
                points[seat] = second
    return points if fewest else [point if count else 0 for point, count in zip(points, counts, strict=True)]


def compare(number: int, reserves: Sequence[Reserve]) -> list[int]:
    """The points of a red objective for all reserves."""

    def counts(species: str) -> list[int]:
        return [len(of_species(reserve, species)) for reserve in reserves]

    if number == 16:
        return rank([river_length(reserve) for reserve in reserves], 5, 2)
    if number == 18:
        gorillas, pandas = rank(counts("gorilla"), 5, 2), rank(counts("panda"), -5, -2)
        return [one + other for one, other in zip(gorillas, pandas, strict=True)]
    if number == 20:
        return [3 if count == min(counts("lion")) else -2 for count in counts("lion")]
    crocodiles, flamingos = rank(counts("crocodile"), 5, 2), rank(counts("flamingo"), 5, 2, fewest=True)
    return [one + other for one, other in zip(crocodiles, flamingos, strict=True)]


def score(number: int, reserves: Sequence[Reserve]) -> list[int]:
    """The points of an objective (by its printed number) for all reserves."""
    return [OWN[number](reserve) for reserve in reserves] if number in OWN else compare(number, reserves)


# --- A whole game -----------------------------------------------------------------------------------------


@dataclass
class SlowNimalia:
    """A game that is told what is dealt and chosen."""

    objectives: Sequence[int]  # blue, green, yellow, red
    deals: list[list[list[int]]]  # by round and seat
    round: int = 0
    step: int = 0
    hands: list[list[int]] = field(default_factory=list)
    reserves: list[Reserve] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    rounds: list[dict[str, list[list[int]] | list[int]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        players = len(self.deals[0])
        self.hands = [list(hand) for hand in self.deals[0]]
        self.reserves = [{} for _ in range(players)]
        self.scores = [0] * players

    @property
    def over(self) -> bool:
        return self.round == len(ROUNDS)

    def values(self) -> list[list[int]]:
        """What every objective would give every seat now, by seat and colour."""
        by_colour = [score(number, self.reserves) for number in self.objectives]
        return [list(points) for points in zip(*by_colour, strict=True)]

    def play(self, choices: Sequence[tuple[int, int, Cell]]) -> None:
        """Carry out what all seats have chosen: card, turns, place."""
        for seat, (card, turns, at) in enumerate(choices):
            assert card in self.hands[seat]
            assert may_place(self.reserves[seat], at)
            self.hands[seat].remove(card)
            self.reserves[seat] = placed(self.reserves[seat], card, turns, at)
        self.step += 1
        if self.step < 3:
            by = 1 if self.round % 2 == 0 else -1
            self.hands = [self.hands[(seat - by) % len(self.hands)] for seat in range(len(self.hands))]
        else:
            self._end_round()

    def _end_round(self) -> None:
        values = self.values()
        colours = [list(COLOURS).index(colour) for colour in ROUNDS[self.round]]
        for seat, points in enumerate(values):
            for colour in colours:
                self.scores[seat] = max(0, self.scores[seat] + points[colour])
        told = [[points[colour] for colour in colours] for points in values]
        self.rounds.append({"points": told, "totals": list(self.scores)})
        self.round, self.step = self.round + 1, 0
        if not self.over:
            self.hands = [list(hand) for hand in self.deals[self.round]]

    def winners(self) -> list[int]:
        largest = [max(Counter(square.species for square in reserve.values()).values()) for reserve in self.reserves]
        keys = list(zip(self.scores, largest, strict=True))
        return [seat for seat, key in enumerate(keys) if key == max(keys)]
