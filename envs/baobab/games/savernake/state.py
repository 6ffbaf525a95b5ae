"""Savernake's state row and its parameter record. P = 4 seats, T = 31 trails of a forest.

A forest is kept as 4 × 4 cells that wrap around: the card at row r and column c, the starting animal at 0,0, lies in
cell (r mod 4) · 4 + c mod 4, wherever the window of the forest will come to lie. The *box* is the smallest rectangle
around its cards; rows and columns of actions and observations count from the box's north-west corner.
"""

from typing import Annotated, Any

import numpy as np

from baobab.core.record import Int8, Int8Array, Int16Array, Row, record_dtype
from baobab.games.savernake.cards import (
    ANIMAL,
    FIRST_ANIMAL,
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
NUM_SIDES = len(SIDES)
NUM_TURNS = 4
"""Quarter turns of a card, clockwise."""
NORTH, EAST, SOUTH, WEST = range(NUM_SIDES)
MAX_TRAILS = 1 + MAX_TRAILS_A_CARD * (NUM_CELLS - 1)
"""The starting animal's trail, and those of the other cards if none join."""

EMPTY = -1
"""No card, no trail, none chosen."""

PHASES = ("place", "drop", "burrow")
PLACING, DROPPING, BURROWING = range(len(PHASES))


class Params(Row):
    """The cards, and how their shapes lie when they are turned, as the kernels read them."""

    form: Annotated[Int8Array, NUM_CARDS]  # an index into SHAPES
    icons: Annotated[Int8Array, NUM_CARDS, MAX_TRAILS_A_CARD, NUM_FOODS]  # foods on each trail of a card
    basic: Annotated[Int8Array, NUM_CARDS]  # points of an animal by itself; 0 for path cards
    capacity: Annotated[Int8Array, NUM_CARDS]  # foods that an animal eats
    worth: Annotated[Int8Array, NUM_CARDS, NUM_FOODS]  # points of each food for an animal
    part: Annotated[Int8Array, NUM_SHAPES, NUM_TURNS, NUM_SIDES]  # which trail of the card opens on a side; EMPTY
    across: Annotated[Int8Array, NUM_SHAPES, NUM_TURNS, NUM_SIDES]  # where that trail leaves; EMPTY: nowhere
    turns_allowed: Annotated[Int8Array, NUM_SHAPES, 1 << NUM_SIDES]  # bit per turns: by sides where animals come in


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

    top: Annotated[Int8Array, MAX_PLAYERS]  # the box's first row, the starting animal in row 0: −3 … 0
    left: Annotated[Int8Array, MAX_PLAYERS]  # the box's first column
    height: Annotated[Int8Array, MAX_PLAYERS]  # its rows, 1 … 4; 0 where nobody sits
    width: Annotated[Int8Array, MAX_PLAYERS]  # its columns
    card: Annotated[Int8Array, MAX_PLAYERS, NUM_CELLS]  # by cell; EMPTY: none
    turns: Annotated[Int8Array, MAX_PLAYERS, NUM_CELLS]  # quarter turns of the card
    newest: Annotated[Int8Array, MAX_PLAYERS]  # the cell of the card that was placed last
    drops: Annotated[Int8Array, MAX_PLAYERS, NUM_CELLS, NUM_FOODS]  # water drops on the animal of a cell, by food
    burrows: Annotated[Int8Array, MAX_PLAYERS, NUM_CELLS]  # burrows on the animal of a cell

    trail: Annotated[Int8Array, MAX_PLAYERS, NUM_CELLS, NUM_SIDES]  # the trail that opens on a side; EMPTY: none
    length: Annotated[Int8Array, MAX_PLAYERS, MAX_TRAILS]  # card trails that a trail is made of; 0: not in use
    foods: Annotated[Int8Array, MAX_PLAYERS, MAX_TRAILS, NUM_FOODS]  # foods along a trail
    beasts: Annotated[Int8Array, MAX_PLAYERS, MAX_TRAILS]  # animals on a trail; above 1 only by a relaxed turn
    beast: Annotated[Int8Array, MAX_PLAYERS, MAX_TRAILS]  # the cell of its animal, of several the one of most base
    ends: Annotated[Int8Array, MAX_PLAYERS, MAX_TRAILS]  # its ends at cells that can still get a card
    num_trails: Annotated[Int8Array, MAX_PLAYERS]  # trails from here on were never in use
    shared: Annotated[Int8Array, MAX_PLAYERS]  # 1: a trail of the forest has several animals
    points: Annotated[Int16Array, MAX_PLAYERS]  # what the forest scores now


def state_dtype() -> "np.dtype[Any]":
    """The row of a game."""
    return record_dtype(State)


def make_params(deck: Deck) -> Any:
    """The `[1]` parameter record."""
    params = np.zeros(1, record_dtype(Params))
    row = params[0]
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
    row.part = EMPTY
    row.across = EMPTY
    for shape, trails in enumerate(SHAPE_SIDES):
        for turns in range(NUM_TURNS):
            for trail, letters in enumerate(trails):
                sides = [(SIDES.index(letter) + turns) % NUM_SIDES for letter in letters]
                row.part[shape, turns, sides] = trail
                if len(sides) > 1:
                    row.across[shape, turns, sides] = sides[::-1]
            for coming in range(1 << NUM_SIDES):
                row.turns_allowed[shape, coming] |= int(_keeps_apart(row, shape, turns, coming)) << turns
    return params


def _keeps_apart(params: Any, shape: int, turns: int, coming: int) -> bool:
    """Whether a card lying so leads no two of the animals that come in at the sides `coming` (bits) together."""
    if shape == ANIMAL:
        return not coming >> params.part[shape, turns].tolist().index(0) & 1
    pairs = enumerate(params.across[shape, turns].tolist())
    return not any(coming >> side & 1 and coming >> other & 1 for side, other in pairs if other != EMPTY)
