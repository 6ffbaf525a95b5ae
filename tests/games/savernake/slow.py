"""Savernake played slowly, from the rules alone: trails are searched anew whenever somebody asks.

A forest is `{(row, column): Laid}` with the starting animal at (0, 0). Cards are told by the tables' own numbers.
Nothing of the engine is used here but the text of the two tables.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

Cell = tuple[int, int]
Node = tuple[Cell, int]
"""A cell and one of the trails of its card."""
FOODS = ("berries", "worms", "eggs", "nuts")
MENTORS = ("rooster", "goat", "armadillo", "rabbit")
STEPS = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
AGAINST = {"N": "S", "S": "N", "E": "W", "W": "E"}
CLOCKWISE = "NESW"


@dataclass(frozen=True)
class Card:
    """A printed card: the sides and foods of its trails, and an animal's line of the table."""

    trails: tuple[tuple[str, tuple[str, ...]], ...]
    animal: Mapping[str, Any] | None = None


@dataclass
class Laid:
    """A card of a forest, with its tokens."""

    card: Card
    turns: int
    drops: dict[str, int] = field(default_factory=lambda: dict.fromkeys(FOODS, 0))
    burrows: int = 0

    def trails(self) -> list[tuple[set[str], tuple[str, ...]]]:
        """The sides that each trail opens on as the card lies, and its foods."""
        return [({_turned(side, self.turns) for side in sides}, foods) for sides, foods in self.card.trails]


Forest = dict[Cell, Laid]


def _turned(side: str, turns: int) -> str:
    return CLOCKWISE[(CLOCKWISE.index(side) + turns) % 4]


def path_cards(tables: Mapping[str, Sequence[Mapping[str, Any]]]) -> list[Card]:
    """The path cards by number."""
    cards: dict[int, list[tuple[str, tuple[str, ...]]]] = {}
    for row in tables["paths"]:
        foods = tuple(food for food in row["foods"].split("+") if food)
        cards.setdefault(row["card"], []).append((row["sides"], foods))
    return [Card(tuple(cards[number])) for number in range(len(cards))]


def animal_cards(tables: Mapping[str, Sequence[Mapping[str, Any]]]) -> list[Card]:
    """The animal cards by number."""
    return [Card((("S", ()),), row) for row in tables["animals"]]


# --- Trails and points ------------------------------------------------------------------------------------


def trails_of(forest: Forest) -> list[set[Node]]:
    """All trails: the card trails that hang together."""
    left = {(cell, part) for cell, laid in forest.items() for part in range(len(laid.card.trails))}
    found = []
    while left:
        trail: set[Node] = set()
        ahead = [min(left)]
        while ahead:
            node = ahead.pop()
            if node not in trail:
                trail.add(node)
                ahead += _met(forest, node)
        left -= trail
        found.append(trail)
    return found


def _met(forest: Forest, node: Node) -> Iterator[Node]:
    """The card trails that a card trail runs into."""
    (row, column), part = node
    for side in forest[row, column].trails()[part][0]:
        there = (row + STEPS[side][0], column + STEPS[side][1])
        if there in forest:
            for other, (sides, _) in enumerate(forest[there].trails()):
                if AGAINST[side] in sides:
                    yield there, other


def animals_on(forest: Forest, trail: set[Node]) -> list[Cell]:
    """The cells of the animals on a trail."""
    return sorted(cell for cell, _ in trail if forest[cell].card.animal is not None)


def foods_on(forest: Forest, trail: set[Node]) -> list[str]:
    """The foods along a trail."""
    return sorted(food for cell, part in trail for food in forest[cell].trails()[part][1])


def has_quarrel(forest: Forest) -> bool:
    """Whether two animals share a trail."""
    return any(len(animals_on(forest, trail)) > 1 for trail in trails_of(forest))


def plain_score(forest: Forest) -> int:
    """The points of a forest in which no two animals share a trail."""
    points = 0
    for trail in trails_of(forest):
        for cell in animals_on(forest, trail):
            laid = forest[cell]
            assert laid.card.animal is not None
            worth = sorted(
                (laid.card.animal[food] + laid.drops[food] for food in foods_on(forest, trail)), reverse=True
            )
            points += laid.card.animal["base"] + sum(worth[: laid.card.animal["capacity"] + laid.burrows])
    return points


def score(forest: Forest) -> int:
    """The points of any forest: of each trail with several animals one card stays, whichever makes the most."""
    shared = [sorted({cell for cell, _ in trail}) for trail in trails_of(forest) if len(animals_on(forest, trail)) > 1]
    best = 0
    for choice in product(*shared):
        gone = {cell for cells, kept in zip(shared, choice, strict=True) for cell in cells if cell != kept}
        best = max(best, plain_score({cell: laid for cell, laid in forest.items() if cell not in gone}))
    return best


# --- Placing ----------------------------------------------------------------------------------------------


def fits(forest: Forest, cell: Cell) -> bool:
    """Whether a cell is free, beside a card, and within a window of 4 × 4 with all others."""
    row, column = cell
    beside = any((row + down, column + across) in forest for down, across in STEPS.values())
    spans = [max(part) - min(part) for part in zip(cell, *forest, strict=True)]
    return cell not in forest and beside and max(spans) < 4


def places(forest: Forest, card: Card, *, relaxed: bool = False) -> set[tuple[Cell, int]]:
    """The cells and turns in which a card may be placed."""
    rows = [row for row, _ in forest]
    columns = [column for _, column in forest]
    cells = product(range(min(rows) - 1, max(rows) + 2), range(min(columns) - 1, max(columns) + 2))
    return {
        (cell, turns)
        for cell in cells
        if fits(forest, cell)
        for turns in range(4)
        if relaxed or not _joins_new(forest, cell, Laid(card, turns))
    }


def _joins_new(forest: Forest, cell: Cell, laid: Laid) -> bool:
    """Whether a card puts two animals on one trail that it is part of."""
    after = {**forest, cell: laid}
    return any(
        len(animals_on(after, trail)) > 1 for trail in trails_of(after) if any(there == cell for there, _ in trail)
    )


# --- A whole game -----------------------------------------------------------------------------------------

Move = tuple[Any, ...]
"""("place", mentor, cell, turns), ("drop", cell, food) or ("burrow", cell)."""


class SlowSavernake:
    """A game as the rules tell it, from a record's set-up."""

    def __init__(
        self, tables: Mapping[str, Sequence[Mapping[str, Any]]], setup: Mapping[str, Any], *, tie: str = "next_round"
    ) -> None:
        self.tie = tie
        self.paths, self.animals = path_cards(tables), animal_cards(tables)
        self.setup = setup
        self.players = len(setup["start"])
        self.forests: list[Forest] = [{(0, 0): Laid(self.animals[card], 0)} for card in setup["start"]]
        self.rooster = setup["first"]
        self.round = -1
        self.market: dict[str, Card] = {}
        self.starter = self.rooster
        self.to_move: list[int] = []
        self.phase = "place"
        self.over = False
        self._deal()

    @property
    def player(self) -> int:
        """The seat to move."""
        return self.to_move[0]

    def relaxed(self) -> bool:
        """Whether no card of the market has a legal place."""
        return not any(places(self.forests[self.player], card) for card in self.market.values())

    def legal(self) -> set[Move]:
        """The legal moves."""
        forest = self.forests[self.player]
        animals = [cell for cell, laid in forest.items() if laid.card.animal is not None]
        if self.phase == "drop":
            return {("drop", cell, food) for cell in animals for food in FOODS}
        if self.phase == "burrow":
            return {("burrow", cell) for cell in animals}
        relaxed = self.relaxed()
        return {
            ("place", mentor, cell, turns)
            for mentor, card in self.market.items()
            for cell, turns in places(forest, card, relaxed=relaxed)
        }

    def play(self, move: Move) -> None:
        """Make a legal move."""
        forest = self.forests[self.player]
        if move[0] == "drop":
            forest[move[1]].drops[move[2]] += 1
        elif move[0] == "burrow":
            forest[move[1]].burrows += 1
        else:
            _, mentor, cell, turns = move
            forest[cell] = Laid(self.market.pop(mentor), turns)
            if mentor == "rooster":
                self.rooster = self.player
            if mentor in ("goat", "armadillo"):
                self.phase = "drop" if mentor == "goat" else "burrow"
                return
        self.phase = "place"
        self.to_move.pop(0)
        if not self.to_move:
            self._deal()

    def scores(self) -> list[int]:
        """What every seat has now."""
        return [score(forest) + (seat == self.rooster) for seat, forest in enumerate(self.forests)]

    def ranks(self) -> list[int]:
        """Ranks from 1; in a tie the first clockwise from who would begin a next round, or began the last, is ahead."""
        first = self.rooster if self.tie == "next_round" else self.starter
        scores = self.scores()
        order = sorted(range(self.players), key=lambda seat: (-scores[seat], (seat - first) % self.players))
        return [order.index(seat) + 1 for seat in range(self.players)]

    def _deal(self) -> None:
        self.round += 1
        if self.round == 15:
            self.over = True
            self.market = {}
            return
        cards = [self.paths[card] for card in self.setup["paths"][3 * self.round : 3 * self.round + 3]]
        cards.append(self.animals[self.setup["animals"][self.round]])
        self.market = dict(zip(MENTORS, cards, strict=True))
        self.starter = self.rooster
        self.to_move = [(self.rooster + turn) % self.players for turn in range(self.players)]
