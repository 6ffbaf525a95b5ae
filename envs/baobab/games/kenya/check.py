"""What must be true of every state of Kenya: counted anew, slowly, to check the rules' bookkeeping."""

from typing import TYPE_CHECKING, Any

from baobab.core.jit import jit
from baobab.core.record import NOBODY
from baobab.games.kenya.cards import BROWN, ELEPHANT, LION, NUM_CLANS, NUM_GREENS, WATER
from baobab.games.kenya.rules import column_of, is_animal, is_open, row_of
from baobab.games.kenya.scoring import card_points
from baobab.games.kenya.state import (
    ALL_SEATS,
    BAOBAB,
    EMPTY,
    HAND_KINDS,
    MAX_PLAYERS,
    UP,
    VISIBLE_CARDS,
    Params,
    State,
)

if TYPE_CHECKING:
    from baobab.core.game import Game

FAULTS = (
    "",
    "the green cards of a kind are not all there",
    "a hand's size is not the number of its cards",
    "a brown card is neither in its hand nor on the table",
    "a clan's points are not what its cards show",
    "the count of what touches a cell is wrong",
    "the frontier is not the open empty cells beside a card",
    "the list of occupied cells is not the cells with a card",
    "a face is down on a card that is no Player Animal card, or a covered card is none",
    "the visible stock is not full although the hidden one lasts",
    "two seats have the same clan",
    "a face-up card is not known to all",
    "the box is not that of the cards on the table, or it is larger than the table",
)
"""What each result of `audit` says."""


def check(game: "Game", row: Any) -> None:
    """AssertionError where a state breaks an invariant of the game."""
    fault = audit(game.params[0], row)
    if fault:
        raise AssertionError(f"{game.name}: {FAULTS[fault]}")


@jit
def audit(params: Params, state: State) -> int:
    """0, or the index in `FAULTS` of the first invariant that the state breaks."""
    for kind in range(NUM_GREENS):
        if count_kind(params, state, kind) != params.counts[kind]:
            return 1
    for seat in range(int(state.num_players)):
        held = 0
        for kind in range(HAND_KINDS):
            held += state.hands[seat, kind]
        if held != state.hand_size[seat]:
            return 2
        if (state.hands[seat, BROWN] == 1) == (state.brown_order[seat] != EMPTY):
            return 3
        for other in range(seat):
            if state.clan[other] == state.clan[seat]:
                return 10
    for clan in range(NUM_CLANS):
        if count_points(params, state, clan) != state.clan_score[clan]:
            return 4
    short = state.num_visible < VISIBLE_CARDS and state.stock_next < state.stock_end
    if state.opening == 1 and state.player != NOBODY and short:
        return 9
    return audit_table(params, state)


@jit
def count_kind(params: Params, state: State, kind: int) -> int:
    """The green cards of a kind, wherever they are."""
    count = int(state.visible[kind])
    for seat in range(MAX_PLAYERS):
        count += state.hands[seat, kind]
    for place in range(int(state.stock_next), int(state.stock_end)):
        count += 1 if state.stock[place] == kind else 0
    for cell in range(state.card.shape[0]):
        count += 1 if state.card[cell] == kind else 0
    for entry in range(int(state.num_covered)):
        count += 1 if state.covered[entry, 0] == kind else 0
    return count


@jit
def count_points(params: Params, state: State, clan: int) -> int:
    """A clan's points, from the cards on the table alone."""
    points = 0
    for cell in range(state.card.shape[0]):
        card = int(state.card[cell])
        shows = card != EMPTY and (params.first_clan[card] == clan or params.second_clan[card] == clan)
        if shows and state.face[cell] == UP:
            points += card_points(state, card, cell)
    return points


@jit
def count_beside(params: Params, state: State, cell: int, kind: int) -> int:
    """The cells beside this one whose top card is of a kind; EMPTY counts every card."""
    count = 0
    for direction in range(4):
        beside = int(params.neighbour[cell, direction])
        if state.card[beside] != EMPTY and (kind == EMPTY or state.card[beside] == kind):
            count += 1
    return count


@jit
def audit_table(params: Params, state: State) -> int:
    """`audit` of the cells."""
    occupied = 0
    frontier = 0
    for cell in range(state.card.shape[0]):
        card = int(state.card[cell])
        if state.near_cards[cell] != count_beside(params, state, cell, EMPTY):
            return 5
        if state.near_water[cell] != count_beside(params, state, cell, WATER):
            return 5
        if state.near_lion[cell] != count_beside(params, state, cell, LION):
            return 5
        if state.near_elephant[cell] != count_beside(params, state, cell, ELEPHANT):
            return 5
        open_cell = card == EMPTY and state.near_cards[cell] > 0 and is_open(params, state, cell)
        at = int(state.frontier_at[cell])
        if open_cell != (at != EMPTY) or (open_cell and state.frontier[at] != cell):
            return 6
        frontier += 1 if open_cell else 0
        at = int(state.occupied_at[cell])
        if (card != EMPTY) != (at != EMPTY) or (card != EMPTY and state.occupied[at] != cell):
            return 7
        occupied += 1 if card != EMPTY else 0
        if card != EMPTY and state.face[cell] == BAOBAB and not is_animal(params, card):
            return 8
        if card != EMPTY and state.face[cell] == UP and state.known[cell] != ALL_SEATS:
            return 11
    if frontier != state.num_frontier:
        return 6
    if occupied != state.num_occupied:
        return 7
    if not fits_box(params, state):
        return 12
    for entry in range(int(state.num_covered)):
        cell = int(state.covered_cell[entry])
        if not is_animal(params, int(state.covered[entry, 0])) or not is_animal(params, int(state.card[cell])):
            return 8
    return 0


@jit
def fits_box(params: Params, state: State) -> bool:
    """Whether the box is no larger than the table, holds every card and has one on each of its sides."""
    height = int(state.high_row) - int(state.low_row) + 1
    width = int(state.high_column) - int(state.low_column) + 1
    if not (1 <= height <= params.table and 1 <= width <= params.table):
        return False
    top, bottom, left, right = 0, 0, 0, 0
    for cell in range(state.card.shape[0]):
        if state.card[cell] != EMPTY:
            row, column = row_of(state, cell), column_of(state, cell)
            if not (state.low_row <= row <= state.high_row and state.low_column <= column <= state.high_column):
                return False
            top += 1 if row == state.low_row else 0
            bottom += 1 if row == state.high_row else 0
            left += 1 if column == state.low_column else 0
            right += 1 if column == state.high_column else 0
    return top > 0 and bottom > 0 and left > 0 and right > 0
