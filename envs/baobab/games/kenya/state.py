"""Kenya's state row and its parameter record. P = 5 seats, C = 18 × 18 cells of the window.

The savanna has no edge, but its bounding box is never wider or higher than the table (17 cells at most). So its cells
are named on a torus: a cell's row and column are those counted from the first card, modulo 18. The cards and the
cells beside them never take more than 18 rows and columns, so no two of them share a name; nothing moves when the
savanna grows in one direction.
"""

from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from baobab.core.record import Int8, Int8Array, Int16, Int16Array, Row, record_dtype
from baobab.games.kenya.cards import BROWN, MAX_GREENS, MAX_RHINOCEROSES, NUM_CLANS, NUM_GREENS, NUM_KINDS, PAIRS

MAX_PLAYERS = 5
MAX_CARDS = MAX_GREENS + NUM_CLANS
HAND_KINDS = NUM_GREENS + 1
VISIBLE_CARDS = 3
DEALT_CARDS = 3
MIN_TABLE, MAX_TABLE = 9, 17
SIDE = MAX_TABLE + 1
"""The window's side: a box one narrower than the largest table is open on both sides, and those cells differ."""
NUM_CELLS = SIDE * SIDE
MIDDLE = SIDE // 2
FIRST_CELL = MIDDLE * SIDE + MIDDLE
"""Where the first card lies."""

EMPTY = -1
"""A cell without a card; also "none" for a kind or a cell that is not chosen."""
DRAWN_BLIND = -1
"""In place of the kind of a card that a seat took and nobody else saw."""
UP, BAOBAB = 0, 1
ALL_SEATS = (1 << MAX_PLAYERS) - 1

PHASES = ("draw", "card", "cell", "face", "take", "push")
DRAWING, CHOOSING, PLACING, FACING, TAKING, PUSHING = range(len(PHASES))


class Params(Row):
    """What the options decide, and facts of the cards and the table, as the kernels read them."""

    table: Int8  # rows and columns that the savanna may take
    max_players: Int8
    brown_is_animal: Int8  # 1: a brown card is a Player Animal card
    counts: Annotated[Int8Array, NUM_KINDS]  # cards in the game by kind
    num_greens: Int8  # green cards in the game
    first_clan: Annotated[Int8Array, NUM_KINDS]  # the clan that a kind shows; EMPTY for specials
    second_clan: Annotated[Int8Array, NUM_KINDS]  # the other clan of a pair; EMPTY for others
    planes: Annotated[Int8Array, NUM_KINDS + 1, 2]  # the planes of the observation that show a kind; the last: unknown
    plane_value: Annotated[Int8Array, NUM_KINDS + 1]  # what stands in them where it lies face up
    neighbour: Annotated[Int16Array, NUM_CELLS, 4]  # the cell north, east, south, west of a cell, around the torus


class State(Row):
    """One game of Kenya. Cells count row by row from the north-west of the window."""

    clan: Annotated[Int8Array, MAX_PLAYERS]  # the clan of each seat; EMPTY where nobody sits
    brown_order: Annotated[Int8Array, MAX_PLAYERS]  # 0, 1 … in the order in which browns were placed; EMPTY: not yet
    brown_seen: Annotated[Int8Array, MAX_PLAYERS]  # 1: all have seen the seat's brown card
    num_browns: Int8  # browns placed
    clan_score: Annotated[Int8Array, NUM_CLANS]  # points that each clan has on the savanna now

    hands: Annotated[Int8Array, MAX_PLAYERS, HAND_KINDS]  # cards by kind; the last one is the own brown card
    hand_size: Annotated[Int8Array, MAX_PLAYERS]
    visible: Annotated[Int8Array, NUM_GREENS]  # the visible stock by kind
    num_visible: Int8
    stock: Annotated[Int8Array, MAX_GREENS]  # the hidden stock: stock_next … stock_end − 1, in the order of coming
    stock_next: Int8
    stock_end: Int8

    taken_kind: Annotated[Int8Array, MAX_GREENS]  # cards taken in sight of all, or DRAWN_BLIND, and not seen since:
    taken_seat: Annotated[Int8Array, MAX_GREENS]  # who has it in hand, or has placed it face Baobab since
    taken_time: Annotated[Int8Array, MAX_GREENS]  # `placements` when it was taken; ascending
    num_taken: Int8
    placements: Int8  # cards placed so far

    drew: Int8  # 1: the seat to move drew a card this turn
    selected: Int8  # the chosen hand card (a hand kind) until it is placed; EMPTY: none
    pending: Int16  # FACING: the chosen cell; PUSHING: the rhinoceros; else EMPTY

    card: Annotated[Int8Array, NUM_CELLS]  # the kind of the top card of a cell; EMPTY: none
    face: Annotated[Int8Array, NUM_CELLS]  # UP or BAOBAB, of the top card
    known: Annotated[Int8Array, NUM_CELLS]  # bit per seat: who knows the top card
    owner: Annotated[Int8Array, NUM_CELLS]  # the seat that placed the top card
    laid: Annotated[Int8Array, NUM_CELLS]  # `placements` when it was placed
    covered_cell: Annotated[Int16Array, MAX_RHINOCEROSES]  # cards under others, in the order in which they were covered
    covered: Annotated[Int8Array, MAX_RHINOCEROSES, 5]  # their card, face, known, owner, laid
    num_covered: Int8

    near_cards: Annotated[Int8Array, NUM_CELLS]  # occupied neighbours of a cell
    near_water: Annotated[Int8Array, NUM_CELLS]  # water holes beside a cell
    near_lion: Annotated[Int8Array, NUM_CELLS]  # lions beside a cell
    near_elephant: Annotated[Int8Array, NUM_CELLS]  # elephants beside a cell
    frontier: Annotated[Int16Array, NUM_CELLS]  # the first num_frontier: empty, open cells beside a card
    frontier_at: Annotated[Int16Array, NUM_CELLS]  # a cell's place in `frontier`; EMPTY: not in it
    num_frontier: Int16
    occupied: Annotated[Int16Array, MAX_CARDS]  # the first num_occupied: cells with a card
    occupied_at: Annotated[Int8Array, NUM_CELLS]  # a cell's place in `occupied`; EMPTY: not in it
    num_occupied: Int8
    low_row: Int8  # the bounding box of the cards on the table, counted from where the first card was laid
    high_row: Int8
    low_column: Int8
    high_column: Int8


def state_dtype() -> "np.dtype[Any]":
    """The row of a game, the same for all options."""
    return record_dtype(State)


def make_params(
    *,
    table: int,
    brown_is_animal: bool,
    counts: NDArray[np.int8],
    max_players: int,
    planes: NDArray[np.int8],
    plane_value: NDArray[np.int8],
) -> Any:
    """The `[1]` parameter record."""
    params = np.zeros(1, record_dtype(Params))
    params[0].table = table
    params[0].max_players = max_players
    params[0].brown_is_animal = brown_is_animal
    params[0].counts = counts
    params[0].num_greens = counts[:BROWN].sum()
    params[0].planes = planes
    params[0].plane_value = plane_value
    params[0].first_clan = EMPTY
    params[0].second_clan = EMPTY
    for kind, (first, second) in enumerate(PAIRS):
        params[0].first_clan[kind] = first
        params[0].second_clan[kind] = second
    for clan in range(NUM_CLANS):
        params[0].first_clan[BROWN + clan] = clan
    for cell in range(NUM_CELLS):
        row, column = divmod(cell, SIDE)
        beside = ((row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1))
        params[0].neighbour[cell] = [(there % SIDE) * SIDE + across % SIDE for there, across in beside]
    return params
