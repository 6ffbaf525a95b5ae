"""Kenya's state row and its parameter record. P = 5 seats, C = side² cells, S = side of the table."""

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

EMPTY = -1
"""A cell without a card; also "none" for a kind or a cell that is not chosen."""
UP, BAOBAB = 0, 1
ALL_SEATS = (1 << MAX_PLAYERS) - 1

PHASES = ("draw", "card", "cell", "face", "take", "push")
DRAWING, CHOOSING, PLACING, FACING, TAKING, PUSHING = range(len(PHASES))


class Params(Row):
    """What the options decide, and facts of the cards and the table, as the kernels read them."""

    side: Int16  # S
    max_players: Int8
    brown_is_animal: Int8  # 1: a brown card is a Player Animal card
    counts: Annotated[Int8Array, NUM_KINDS]  # cards in the game by kind
    num_greens: Int8  # green cards in the game
    first_clan: Annotated[Int8Array, NUM_KINDS]  # the clan that a kind shows; EMPTY for specials
    second_clan: Annotated[Int8Array, NUM_KINDS]  # the other clan of a pair; EMPTY for others
    neighbour: Annotated[Int16Array, "C", 4]  # the cell north, east, south, west of a cell; EMPTY past the edge


class State(Row):
    """One game of Kenya. Cells count row by row from the north-west."""

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

    taken_kind: Annotated[Int8Array, MAX_GREENS]  # cards that all saw being taken and none has seen since:
    taken_seat: Annotated[Int8Array, MAX_GREENS]  # who has it in hand, or has placed it face Baobab since
    taken_time: Annotated[Int8Array, MAX_GREENS]  # `placements` when it was taken; ascending
    num_taken: Int8
    placements: Int8  # cards placed so far

    drew: Int8  # 1: the seat to move drew a card this turn
    selected: Int8  # the chosen hand card (a hand kind) until it is placed; EMPTY: none
    pending: Int16  # FACING: the chosen cell; PUSHING: the rhinoceros; else EMPTY

    card: Annotated[Int8Array, "C"]  # the kind of the top card of a cell; EMPTY: none
    face: Annotated[Int8Array, "C"]  # UP or BAOBAB, of the top card
    known: Annotated[Int8Array, "C"]  # bit per seat: who knows the top card
    owner: Annotated[Int8Array, "C"]  # the seat that placed the top card
    laid: Annotated[Int8Array, "C"]  # `placements` when it was placed
    covered_cell: Annotated[Int16Array, MAX_RHINOCEROSES]  # cards under others, in the order in which they were covered
    covered: Annotated[Int8Array, MAX_RHINOCEROSES, 5]  # their card, face, known, owner, laid
    num_covered: Int8

    near_cards: Annotated[Int8Array, "C"]  # occupied neighbours of a cell
    near_water: Annotated[Int8Array, "C"]  # water holes beside a cell
    near_lion: Annotated[Int8Array, "C"]  # lions beside a cell
    near_elephant: Annotated[Int8Array, "C"]  # elephants beside a cell
    frontier: Annotated[Int16Array, "C"]  # the first num_frontier: empty cells beside a card
    frontier_at: Annotated[Int16Array, "C"]  # a cell's place in `frontier`; EMPTY: not in it
    num_frontier: Int16
    occupied: Annotated[Int16Array, MAX_CARDS]  # the first num_occupied: cells with a card
    occupied_at: Annotated[Int8Array, "C"]  # a cell's place in `occupied`; EMPTY: not in it
    num_occupied: Int8


def state_dtype(side: int) -> "np.dtype[Any]":
    """The row of a table of `side` × `side` cells."""
    return record_dtype(State, C=side * side)


def make_params(*, side: int, brown_is_animal: bool, counts: NDArray[np.int8], max_players: int) -> Any:
    """The `[1]` parameter record."""
    params = np.zeros(1, record_dtype(Params, C=side * side))
    params[0].side = side
    params[0].max_players = max_players
    params[0].brown_is_animal = brown_is_animal
    params[0].counts = counts
    params[0].num_greens = counts[:BROWN].sum()
    params[0].first_clan = EMPTY
    params[0].second_clan = EMPTY
    for kind, (first, second) in enumerate(PAIRS):
        params[0].first_clan[kind] = first
        params[0].second_clan[kind] = second
    for clan in range(NUM_CLANS):
        params[0].first_clan[BROWN + clan] = clan
    for cell in range(side * side):
        row, column = divmod(cell, side)
        beside = ((row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1))
        for direction, (there, across) in enumerate(beside):
            inside = 0 <= there < side and 0 <= across < side
            params[0].neighbour[cell, direction] = there * side + across if inside else EMPTY
    return params
