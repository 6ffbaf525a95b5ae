"""Nimalia's state row and its parameter record. P = 4 seats.

A reserve is kept twice: as cells of the 6 × 6 box, for showing, and as bit boards, for counting. On a bit board the
square in row r and column c of the box is bit 8 (r + 1) + c + 1: a frame of empty squares lies around the box, so
that a shift by 1 or 8 looks at the neighbours and a card may hang over the box by one row or column.
"""

from collections.abc import Sequence
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from baobab.core.record import Int8, Int8Array, Int16Array, Int64, Int64Array, Row, record_dtype
from baobab.games.nimalia.cards import (
    NUM_BIOMES,
    NUM_CARDS,
    NUM_KINDS,
    NUM_SPECIES,
    NUM_SQUARES,
    NUM_TURNS,
    kind_biome,
    kind_river,
    kind_species,
    turn_cards,
)
from baobab.games.nimalia.objectives import (
    MAX_SCORED,
    NUM_COLOURS,
    NUM_OBJECTIVES,
    NUM_ROUNDS,
    OBJECTIVES,
    SCORED_COLOURS,
)

MAX_PLAYERS = 4
HAND_CARDS = 3
SIDE = 6
NUM_CELLS = SIDE * SIDE
NUM_ANCHORS = SIDE * SIDE
CARD_ACTIONS = NUM_TURNS * NUM_ANCHORS
MAX_ACTIONS = HAND_CARDS * CARD_ACTIONS
CARDS_PER_PLAYER = NUM_ROUNDS * HAND_CARDS

EMPTY = -1
"""A cell without a square; also "none" for a card of a hand, a choice, a slope, a face."""

STRIDE = 8
"""Bits between the rows of a bit board."""
NUM_BOARDS = NUM_SPECIES + NUM_BIOMES + 2
BIOME_BOARD = NUM_SPECIES
"""The board of the first biome; those of the species come before it."""
RISING_BOARD = BIOME_BOARD + NUM_BIOMES
"""Otters whose river rises; the other otters' falls."""
OCCUPIED_BOARD = RISING_BOARD + 1

NUM_COUNTS = 2
"""Numbers of a seat that a red objective compares, at most."""

PHASES = ("place",)


class Params(Row):
    """What the options decide, and facts of the cards and objectives, as the kernels read them."""

    square: Annotated[Int8Array, NUM_CARDS, NUM_TURNS, NUM_SQUARES]  # the kinds of a card that is turned so
    species: Annotated[Int8Array, NUM_KINDS]
    biome: Annotated[Int8Array, NUM_KINDS]
    river: Annotated[Int8Array, NUM_KINDS]  # slope; EMPTY: none
    colour: Annotated[Int8Array, NUM_OBJECTIVES]
    possible: Annotated[Int8Array, NUM_OBJECTIVES]  # 1: the option lets this face be drawn
    scored: Annotated[Int8Array, NUM_ROUNDS, MAX_SCORED]  # colours in scoring order; EMPTY: no more
    num_scored: Annotated[Int8Array, NUM_ROUNDS]
    now: Annotated[Int8Array, NUM_ROUNDS, NUM_COLOURS]  # 1: the colour is scored after this round
    later: Annotated[Int8Array, NUM_ROUNDS, NUM_COLOURS]  # how often it is scored after later rounds


class State(Row):
    """One game of Nimalia. Cells and anchors count row by row; the box's top-left square is row 0, column 0."""

    objectives: Annotated[Int8Array, NUM_COLOURS]  # a face of each colour
    round_index: Int8  # from 0
    step: Int8  # 0, 1, 2 within the round: hands have 3 − step cards
    hands: Annotated[Int8Array, MAX_PLAYERS, HAND_CARDS]  # ascending; EMPTY after the last card
    chosen: Annotated[Int16Array, MAX_PLAYERS]  # the action that a seat has chosen in this step; EMPTY: not yet
    deck: Annotated[Int8Array, NUM_CARDS]  # cards to come: of round r, seat s from 3 (P r + s) on; EMPTY: dealt
    played: Int64  # bit per card that lies in a reserve, covered or not

    boards: Annotated[Int64Array, MAX_PLAYERS, NUM_BOARDS]  # bit boards: species, biomes, rising rivers, occupied
    cells: Annotated[Int8Array, MAX_PLAYERS, NUM_CELLS]  # the kind of the top square of each cell; EMPTY: none
    box: Annotated[Int8Array, MAX_PLAYERS, 2]  # height and width of the reserve
    origin: Annotated[Int8Array, MAX_PLAYERS, 2]  # row and column in the box of the first card's top-left square

    values: Annotated[Int16Array, MAX_PLAYERS, NUM_COLOURS]  # points that each objective would give now
    counts: Annotated[Int8Array, MAX_PLAYERS, NUM_COUNTS]  # what the red objective compares; 0 where it does not
    scores: Annotated[Int16Array, MAX_PLAYERS]
    points: Annotated[Int16Array, NUM_ROUNDS, MAX_PLAYERS, MAX_SCORED]  # of each scoring, before the floor
    totals: Annotated[Int16Array, NUM_ROUNDS, MAX_PLAYERS]  # scores after each round


def state_dtype() -> "np.dtype[Any]":
    """The row of a game."""
    return record_dtype(State)


def make_params(*, cards: NDArray[np.int8], possible: Sequence[int]) -> Any:
    """The `[1]` parameter record: `cards [60, 4]` kinds, and the faces that may be drawn."""
    params = np.zeros(1, record_dtype(Params))
    made = params[0]
    made.square = turn_cards(cards)
    made.species = [kind_species(kind) for kind in range(NUM_KINDS)]
    made.biome = [kind_biome(kind) for kind in range(NUM_KINDS)]
    rivers = [kind_river(kind) for kind in range(NUM_KINDS)]
    made.river = [EMPTY if river is None else river for river in rivers]
    made.colour = [objective.colour for objective in OBJECTIVES]
    made.possible[list(possible)] = 1
    made.scored = EMPTY
    for number, colours in enumerate(SCORED_COLOURS):
        made.scored[number, : len(colours)] = colours
        made.num_scored[number] = len(colours)
        for colour in range(NUM_COLOURS):
            made.now[number, colour] = colour in colours
            made.later[number, colour] = sum(colour in later for later in SCORED_COLOURS[number + 1 :])
    return params
