"""Kenya once more, slowly: written from the rules alone, in words and lists, to play beside the engine.

Cards and actions are the texts that records use ("zebra+giraffe", "cell -1,2"); cells are (row, column) with the
first card at (0, 0), rows downwards.
"""

from collections import Counter
from dataclasses import dataclass, field

Cell = tuple[int, int]

STEPS: dict[str, Cell] = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}


@dataclass
class Laid:
    """A card on the table."""

    card: str
    up: bool
    owner: int | None  # the seat that placed it
    time: int  # cards placed before it
    knowers: set[int]


@dataclass(frozen=True)
class Got:
    """A card that a seat was dealt, took or drew."""

    card: str | None  # None: nobody else saw it
    time: int  # cards placed before


DEALT = -1


@dataclass
class Seat:
    """A player's things."""

    clan: str
    hand: list[str]
    shown: bool = False  # all have seen the brown card
    place_of_brown: int | None = None  # 0 for the first that was placed
    got: list[Got] = field(default_factory=lambda: [Got(None, DEALT)] * 3)  # and not shown to all since
    ever_got: list[Got] = field(default_factory=lambda: [Got(None, DEALT)] * 3)
    ever_shown: list[Laid] = field(default_factory=list)  # green cards, when all saw them first

    def blind_left(self) -> list[int]:
        """When the cards were drawn blind that nobody else has seen since."""
        return sorted(got.time for got in self.got if got.card is None and got.time != DEALT)


def beside(cell: Cell) -> list[Cell]:
    """The four cells that touch this one with a side."""
    return [(cell[0] + down, cell[1] + right) for down, right in STEPS.values()]


def clans_of(card: str) -> list[str]:
    """The clans that a card shows."""
    if card.startswith("brown:"):
        return [card.removeprefix("brown:")]
    return card.split("+") if "+" in card else []


def read_cell(name: str) -> Cell:
    """The cell of `cell -1,2`."""
    row, column = name.removeprefix("cell ").split(",")
    return int(row), int(column)


class SlowKenya:
    """A game in progress; `legal` and `apply` speak in action names."""

    def __init__(
        self,
        clans: list[str],
        *,
        hands: list[list[str]],
        start: str,
        visible: list[str],
        hidden: list[str],
        first: int,
        side: int = 17,
        browns_are_animals: bool = False,
    ) -> None:
        self.side = side
        self.browns_are_animals = browns_are_animals
        self.seats = [Seat(clan, [*hand, f"brown:{clan}"]) for clan, hand in zip(clans, hands, strict=True)]
        everybody = set(range(len(clans)))
        self.table: dict[Cell, list[Laid]] = {(0, 0): [Laid(start, True, None, 0, everybody)]}  # the top is last
        self.visible = list(visible)
        self.hidden = list(hidden)
        self.player: int | None = first
        self.placed = 0
        self.browns_placed = 0
        self.covered: list[Laid] = []  # in the order in which they were covered
        self.chosen = ""
        self.spot: Cell = (0, 0)
        self.phase = "draw" if visible else "card"
        self.opening = True

    # --- What may be done ---------------------------------------------------------------------------------

    def legal(self) -> set[str]:
        """The names of the legal actions."""
        if self.player is None:
            return set()
        match self.phase:
            case "draw":
                return {f"draw {card}" for card in self.visible}
            case "take":
                return {f"draw {card}" for card in self.visible} | ({"draw blind"} if self.hidden else set())
            case "card":
                hand = self.seats[self.player].hand
                return {"card brown" if card.startswith("brown") else f"card {card}" for card in hand}
            case "cell":
                return {f"cell {row},{column}" for row, column in self.frontier()}
            case "face":
                return {"face up", "face baobab"}
            case _:
                return {f"push {direction}" for direction in self.pushes(self.spot)}

    def frontier(self) -> set[Cell]:
        """The open empty cells beside a card."""
        near = {cell for taken in self.table for cell in beside(taken)} - set(self.table)
        box = self.box()
        return {cell for cell in near if self.inside(cell, box)}

    def box(self) -> tuple[Cell, Cell]:
        """The north-western and the south-eastern corner of the cards."""
        rows, columns = zip(*self.table, strict=True)
        return (min(rows), min(columns)), (max(rows), max(columns))

    def inside(self, cell: Cell, box: tuple[Cell, Cell]) -> bool:
        """Whether a cell is open: the box of the cards that lie and this cell is no larger than the table."""
        return all(max(high, place) - min(low, place) < self.side for low, high, place in zip(*box, cell, strict=True))

    def is_animal(self, card: str) -> bool:
        """Whether a card is a Player Animal card."""
        return "+" in card or (self.browns_are_animals and card.startswith("brown"))

    def top(self, cell: Cell) -> Laid | None:
        """The card that shows on a cell."""
        return self.table[cell][-1] if cell in self.table else None

    def near(self, cell: Cell, card: str) -> int:
        """How often a card touches a cell."""
        return sum(1 for other in beside(cell) if (top := self.top(other)) is not None and top.card == card)

    def pushes(self, rhinoceros: Cell) -> list[str]:
        """The directions in which a rhinoceros can move a neighbour."""
        found = []
        box = self.box()
        for direction, (down, right) in STEPS.items():
            target = self.top((rhinoceros[0] + down, rhinoceros[1] + right))
            beyond = (rhinoceros[0] + 2 * down, rhinoceros[1] + 2 * right)
            cover = self.top(beyond)
            free = self.inside(beyond, box) and (cover is None or self.is_animal(cover.card))
            if target is not None and self.is_animal(target.card) and free:
                found.append(direction)
        return found

    # --- What is done -------------------------------------------------------------------------------------

    def step(self, name: str) -> None:
        """Apply a decision and the later ones that have one answer."""
        self.apply(name)
        while self.player is not None and not self.opening and len(only := self.legal()) == 1:
            self.apply(only.pop())

    def apply(self, name: str) -> None:
        """Apply one decision."""
        assert self.player is not None
        assert name in self.legal()
        self.opening = False
        seat = self.seats[self.player]
        word, _, rest = name.partition(" ")
        match word:
            case "draw":
                if rest == "blind":
                    seat.hand.append(self.hidden.pop(0))
                    self.get(seat, None)
                else:
                    self.visible.remove(rest)
                    seat.hand.append(rest)
                    self.get(seat, rest)
                if self.phase == "take":
                    self.finish()
                else:
                    self.phase = "card"
            case "card":
                self.chosen = f"brown:{seat.clan}" if rest == "brown" else rest
                self.phase = "cell"
            case "cell":
                self.spot = read_cell(name)
                lion, elephant = self.near(self.spot, "lion") > 0, self.near(self.spot, "elephant") > 0
                if self.is_animal(self.chosen) and lion and elephant:
                    self.phase = "face"
                else:
                    self.place(up=not (self.is_animal(self.chosen) and lion))
            case "face":
                self.place(up=rest == "up")
            case "push":
                self.push(rest)
                self.finish()

    def place(self, *, up: bool) -> None:
        """Lay the chosen card, and let it act."""
        assert self.player is not None
        seat = self.seats[self.player]
        seat.hand.remove(self.chosen)
        if self.chosen.startswith("brown"):
            seat.place_of_brown = self.browns_placed
            self.browns_placed += 1
        everybody = set(range(len(self.seats)))
        laid = Laid(self.chosen, up, self.player, self.placed, everybody if up else {self.player})
        self.placed += 1
        self.table[self.spot] = [laid]
        if up:
            self.reveal(laid)
        for cell in beside(self.spot):
            top = self.top(cell)
            if top is None or not self.is_animal(top.card):
                continue
            if self.chosen == "lion":
                top.up = False
            if self.chosen == "elephant" and not top.up:
                top.up = True
                if top.knowers != everybody:
                    top.knowers = everybody
                    self.reveal(top)
        if self.chosen == "meerkat" and (self.visible or self.hidden):
            self.phase = "take"
        elif self.chosen == "rhinoceros" and self.pushes(self.spot):
            self.phase = "push"
        else:
            self.finish()

    def reveal(self, laid: Laid) -> None:
        """All see a card for the first time since it was in a hand."""
        assert laid.owner is not None
        seat = self.seats[laid.owner]
        if laid.card.startswith("brown"):
            seat.shown = True
        else:
            seat.got.remove(self.what_it_was(laid))
            seat.ever_shown.append(laid)

    def get(self, seat: Seat, card: str | None) -> None:
        """All see that a seat gets a card; None where they do not see which."""
        for got in (seat.got, seat.ever_got):
            got.append(Got(card, self.placed))

    def what_it_was(self, laid: Laid) -> Got:
        """Which card that its seat got a card was that all see now: the latest that it may have been.

        One that all saw it take, but where the others could not be the Baobab cards that the seat has laid.
        """
        assert laid.owner is not None
        got = sorted(self.seats[laid.owner].got, key=lambda got: got.time, reverse=True)
        may_be = [one for one in got if one.time <= laid.time and one.card in (laid.card, None)]
        for one in sorted(may_be, key=lambda one: one.card is None):
            left = list(got)
            left.remove(one)
            if can_be(left, self.unseen(laid.owner)):
                return one
        raise AssertionError("the seat cannot have had this card")

    def unseen(self, seat: int) -> list[int]:
        """When `seat` laid the green cards face Baobab that not all have seen."""
        piles = [laid for pile in self.table.values() for laid in pile]
        hidden = [laid for laid in piles if len(laid.knowers) < len(self.seats) and "+" in laid.card]
        return [laid.time for laid in hidden if laid.owner == seat]

    def push(self, direction: str) -> None:
        """Move the card beside the rhinoceros one cell further."""
        down, right = STEPS[direction]
        source = (self.spot[0] + down, self.spot[1] + right)
        moved = self.table[source].pop()
        if self.table[source]:
            self.covered = [laid for laid in self.covered if laid is not self.table[source][-1]]
        if not self.table[source]:
            del self.table[source]
        target = self.table.setdefault((source[0] + down, source[1] + right), [])
        self.covered += target[-1:]
        target.append(moved)

    def finish(self) -> None:
        """The end of a turn."""
        assert self.player is not None
        if not self.seats[self.player].hand:
            self.player = None
            return
        while len(self.visible) < 3 and self.hidden:
            self.visible.append(self.hidden.pop(0))
        self.player = (self.player + 1) % len(self.seats)
        self.phase = "draw" if self.visible else "card"
        self.opening = True

    # --- Points and knowledge -----------------------------------------------------------------------------

    def points(self, clan: str) -> int:
        """What a clan has on the savanna."""
        total = 0
        for cell, stack in self.table.items():
            if stack[-1].up and clan in clans_of(stack[-1].card):
                worth = 2 if stack[-1].card.startswith("brown") else 1
                total += worth * 2 if self.near(cell, "water") else worth
        return total

    def scores(self) -> list[int]:
        """Every seat's points."""
        return [self.points(seat.clan) for seat in self.seats]

    def ranks(self) -> list[int]:
        """Every seat's rank from 1; the earlier brown card wins a tie, two that are not placed share it."""
        keys = []
        for seat, score in zip(self.seats, self.scores(), strict=True):
            late = len(self.seats) if seat.place_of_brown is None else seat.place_of_brown
            keys.append((-score, late))
        return [1 + sum(other < key for other in keys) for key in keys]

    def remembered(self, seat: int) -> Counter[tuple[str, int]]:
        """The cards that all saw `seat` take and have not seen since, each with when it was taken."""
        return Counter((got.card, got.time) for got in self.seats[seat].got if got.card is not None)


def can_be(got: list[Got], laid: list[int]) -> bool:
    """Whether cards laid at these times can be some of those that a seat got: animals, each got before."""
    if not laid:
        return True
    for place, one in enumerate(got):
        animal = one.card is None or "+" in one.card
        if animal and one.time <= laid[0] and can_be([*got[:place], *got[place + 1 :]], laid[1:]):
            return True
    return False
