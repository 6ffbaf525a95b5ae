"""Savernake's state row and its parameter record. P = 4 seats, T = 31 trails of a forest.

The *box* of a forest is the smallest rectangle around its cards; rows and columns count from its north-west corner,
0 … 3 for cards, −1 … 4 for all that touches them. A *spot* counts these 6 × 6 places row by row, so that what lies
beside a card has a spot too; a *cell* counts the 4 × 4 places of cards. When a forest grows to the north or to the west
its cards move on, so that the box still begins at 0,0.
"""

from typing import Annotated, Any

import numpy as np

from baobab.core.record import Int8, Int8Array, Int16Array, Int64Array, Row, record_dtype
from baobab.games.savernake.cards import (
    ANIMAL,
    DOUBLE,
    FIRST_ANIMAL,
    FOODS,
    MAX_TRAILS_A_CARD,
    NUM_ANIMALS,
    NUM_CARDS,
    NUM_FOODS,
    NUM_MENTORS,
    NUM_PATHS,
    NUM_SHAPES,
    SHAPE_SIDES,
    SIDES,
    Deck,
)

MAX_PLAYERS = 4
NUM_ROUNDS = 15
MARKET_PATHS = NUM_MENTORS - 1
SIDE = 4
"""A forest has SIDE × SIDE cells."""
NUM_CELLS = SIDE * SIDE
RING = SIDE + 2
"""Rows and columns of spots."""
NUM_SPOTS = RING * RING
NUM_SIDES = len(SIDES)
NUM_TURNS = 4
"""Quarter turns of a card, clockwise."""
NORTH, EAST, SOUTH, WEST = range(NUM_SIDES)
STEP = (-RING, 1, RING, -1)
"""From a spot to the one beside it, by side."""
ALL_SPOTS = (1 << NUM_SPOTS) - 1
_ENDMOST_ROWS = ((1 << RING) - 1) * (1 | 1 << RING * (RING - 1))
_ENDMOST_COLUMNS = sum((1 | 1 << (RING - 1)) << RING * row for row in range(RING))
WINDOWS = (
    ALL_SPOTS,
    ALL_SPOTS & ~_ENDMOST_ROWS,
    ALL_SPOTS & ~_ENDMOST_COLUMNS,
    ALL_SPOTS & ~_ENDMOST_ROWS & ~_ENDMOST_COLUMNS,
)
"""Where cards may lie (bit per spot): the box may yet grow; it has all rows; all columns; both."""

MAX_TRAILS = 1 + MAX_TRAILS_A_CARD * (NUM_CELLS - 1)
"""The starting animal's trail, and those of the other cards if none join."""
TRAIL_SLOTS = MAX_TRAILS + 1
"""The last one is never in use: trail EMPTY (−1) finds nothing there."""
FOODS_AT, BEASTS, WORTH, ROOM, BASE, POINTS, ENDS, LENGTH = 0, 4, 5, 9, 10, 11, 12, 13
TRAIL_ENTRIES = (
    *FOODS,
    "animals",
    *(f"worth of {food}" for food in FOODS),
    *("room", "base", "points", "ends", "length"),
)
"""What is kept of a trail: the foods along it; its animals; what each food is worth to its animal (of several: to the
one of most base points), the foods that it eats, its base points and (up to 127) all its points; the ends at spots that
can still get a card; the trails of cards that it is made of, 0 where the number is not in use."""
NUM_TRAIL_ENTRIES = len(TRAIL_ENTRIES)

PLANES = (
    *("north", "east", "south", "west"),
    *(f"{food}:{trail}" for trail in ("first", "second") for food in FOODS),
    *("animal", "base", "capacity", "burrows"),
    *(f"{food}:points" for food in FOODS),
    *(f"{food}:drops" for food in FOODS),
)
"""What is told of a card that lies: where its first trail leads (1) and its second (2), their foods; of an animal its
base points, capacity, burrows, points and drops."""
NUM_PLANES = len(PLANES)
ICON_PLANES = NUM_SIDES
ANIMAL_PLANE = ICON_PLANES + MAX_TRAILS_A_CARD * NUM_FOODS
BASE_PLANE, CAPACITY_PLANE, BURROW_PLANE, WORTH_PLANES = range(ANIMAL_PLANE + 1, ANIMAL_PLANE + 5)
DROP_PLANES = WORTH_PLANES + NUM_FOODS

EMPTY = -1
"""No card, no trail, none chosen."""
LIMIT = 127
"""The largest number in an observation."""

TIES = ("next_round", "last_round")
"""The orders of turns that may settle ties, by their names as the option `tie`."""
NEXT_ROUND, LAST_ROUND = range(len(TIES))

PHASES = ("place", "drop", "burrow")
PLACING, DROPPING, BURROWING = range(len(PHASES))

NO_CARD = NUM_SHAPES
"""In place of a shape: nothing, which may lie nowhere."""
LOOPED = 1 << NUM_SIDES
"""Of what comes in to a spot: two animals, and one trail at both other sides. A double curve would join the animals."""
NUM_COMINGS = 2 * LOOPED


class Params(Row):
    """What settles ties, the cards, and how their shapes lie when they are turned, as the kernels read them."""

    tie: Int8  # an index into TIES
    form: Annotated[Int8Array, NUM_CARDS]  # the shape, an index into SHAPES
    icons: Annotated[Int8Array, NUM_CARDS, MAX_TRAILS_A_CARD, NUM_FOODS]  # foods on each trail of a card
    basic: Annotated[Int8Array, NUM_CARDS]  # points of an animal by itself; 0 for path cards
    capacity: Annotated[Int8Array, NUM_CARDS]  # foods that an animal eats
    worth: Annotated[Int8Array, NUM_CARDS, NUM_FOODS]  # points of each food for an animal
    tile: Annotated[Int8Array, NUM_CARDS, NUM_TURNS, NUM_PLANES]  # the planes of a card that lies so, without tokens
    part: Annotated[Int8Array, NUM_SHAPES, NUM_TURNS, NUM_SIDES]  # which trail of the card opens on a side; EMPTY
    across: Annotated[Int8Array, NUM_SHAPES, NUM_TURNS, NUM_SIDES]  # where that trail leaves; EMPTY: nowhere
    turns_allowed: Annotated[Int8Array, NUM_SHAPES + 1, NUM_COMINGS]  # bit per turns: by sides where animals come in
    lowest: Annotated[Int8Array, 1 << RING]  # the lowest bit that is set


class State(Row):
    """One game of Savernake Forest."""

    rounds: Int8  # rounds that are over: 0 … 14
    starter: Int8  # the seat that began this round
    turn: Int8  # turns done in this round
    rooster: Int8  # the seat that holds the rooster marker
    relaxed: Int8  # 1: nothing fits, so the seat to move may join animals this turn
    market: Annotated[Int8Array, NUM_MENTORS]  # the card under each mentor; EMPTY: taken
    paths: Annotated[Int8Array, NUM_PATHS]  # the path cards in the order of coming: three a round
    animals: Annotated[Int8Array, NUM_ANIMALS]  # the starting animal of each seat, then one a round, then the unused
    unseen: Annotated[Int8Array, NUM_CARDS]  # 1: the card has not come

    top: Annotated[Int8Array, MAX_PLAYERS]  # the box's first row, the starting animal in row 0: −3 … 0
    left: Annotated[Int8Array, MAX_PLAYERS]  # the box's first column
    height: Annotated[Int8Array, MAX_PLAYERS]  # its rows, 1 … 4; 0 where nobody sits
    width: Annotated[Int8Array, MAX_PLAYERS]  # its columns
    occupied: Annotated[Int64Array, MAX_PLAYERS]  # bit per spot: a card lies there
    card: Annotated[Int8Array, MAX_PLAYERS, NUM_SPOTS]  # by spot; EMPTY: none
    turns: Annotated[Int8Array, MAX_PLAYERS, NUM_SPOTS]  # quarter turns of the card
    newest: Annotated[Int8Array, MAX_PLAYERS]  # the spot of the card that was placed last
    tiles: Annotated[Int8Array, MAX_PLAYERS, NUM_CELLS, NUM_PLANES]  # by cell: what is told of its card, tokens too

    trail: Annotated[Int8Array, MAX_PLAYERS, NUM_SPOTS, NUM_SIDES]  # the trail that opens on a side; EMPTY: none
    trails: Annotated[Int8Array, MAX_PLAYERS, TRAIL_SLOTS, NUM_TRAIL_ENTRIES]  # see TRAIL_ENTRIES
    beast: Annotated[Int8Array, MAX_PLAYERS, TRAIL_SLOTS]  # the spot of its animal, of several the one of most base
    num_trails: Annotated[Int8Array, MAX_PLAYERS]  # trails from here on were never in use
    shared: Annotated[Int8Array, MAX_PLAYERS]  # 1: a trail of the forest has several animals
    points: Annotated[Int16Array, MAX_PLAYERS]  # what the forest scores now
    wants: Annotated[Int8Array, MAX_PLAYERS, NUM_FOODS]  # foods' worth to animals with room and an open end, up to 127
    loose: Annotated[Int8Array, MAX_PLAYERS, NUM_FOODS]  # foods on trails without an animal that have an open end


def state_dtype() -> "np.dtype[Any]":
    """The row of a game."""
    return record_dtype(State)


def make_params(deck: Deck, *, tie: int) -> Any:
    """The `[1]` parameter record; `tie` is an index into TIES."""
    params = np.zeros(1, record_dtype(Params))
    row = params[0]
    row.tie = tie
    for card, path in enumerate(deck.paths):
        row.form[card] = path.shape
        for trail, icons in enumerate(path.foods):
            row.icons[card, trail] = icons
    for place, animal in enumerate(deck.animals):
        card = FIRST_ANIMAL + place
        row.form[card] = ANIMAL
        row.basic[card] = animal.base
        row.capacity[card] = animal.capacity
        row.worth[card] = animal.points
    _fill_shapes(row)
    for card in range(NUM_CARDS):
        row.tile[card, :, :NUM_SIDES] = row.part[row.form[card]] + 1
        row.tile[card, :, ICON_PLANES:ANIMAL_PLANE] = row.icons[card].reshape(-1)
        row.tile[card, :, ANIMAL_PLANE] = row.form[card] == ANIMAL
        row.tile[card, :, BASE_PLANE] = row.basic[card]
        row.tile[card, :, CAPACITY_PLANE] = row.capacity[card]
        row.tile[card, :, WORTH_PLANES:DROP_PLANES] = row.worth[card]
    for bits in range(1, 1 << RING):
        row.lowest[bits] = (bits & -bits).bit_length() - 1
    return params


def _fill_shapes(params: Any) -> None:
    """`part`, `across` and `turns_allowed`."""
    params.part[:] = EMPTY
    params.across[:] = EMPTY
    for shape, trails in enumerate(SHAPE_SIDES):
        for turns in range(NUM_TURNS):
            for trail, letters in enumerate(trails):
                sides = [(SIDES.index(letter) + turns) % NUM_SIDES for letter in letters]
                params.part[shape, turns, sides] = trail
                if len(sides) > 1:
                    params.across[shape, turns, sides] = sides[::-1]
            for coming in range(NUM_COMINGS):
                params.turns_allowed[shape, coming] |= int(_keeps_apart(params, shape, turns, coming)) << turns


def _keeps_apart(params: Any, shape: int, turns: int, coming: int) -> bool:
    """Whether a card lying so leads no two of the animals that come in at the sides `coming` (bits) together."""
    if shape == ANIMAL:
        return not coming >> params.part[shape, turns].tolist().index(0) & 1
    if shape == DOUBLE and coming >= LOOPED:
        return False
    pairs = enumerate(params.across[shape, turns].tolist())
    return not any(coming >> side & 1 and coming >> other & 1 for side, other in pairs if other != EMPTY)
