"""Nimalia's rules: set-up, draft, placement, in the order of the rule book. The page README.md cites and labels them.

All seats of a step choose at the same time. They are asked one after another, in the order of the seats; a choice is
put aside until the last one is made, and then all are carried out.
"""

import numpy as np
from numpy.typing import NDArray

from baobab.core.jit import jit
from baobab.core.record import NOBODY
from baobab.core.rng import below, seed_rng, shuffle
from baobab.games.nimalia.cards import NUM_CARDS, NUM_SQUARES, NUM_TURNS, RISING
from baobab.games.nimalia.objectives import NUM_COLOURS, NUM_OBJECTIVES, NUM_ROUNDS
from baobab.games.nimalia.scoring import Boards, score_round, value_reserves
from baobab.games.nimalia.state import (
    BIOME_BOARD,
    CARD_ACTIONS,
    EMPTY,
    HAND_CARDS,
    NUM_ANCHORS,
    NUM_BOARDS,
    NUM_CELLS,
    OCCUPIED_BOARD,
    RISING_BOARD,
    SIDE,
    STRIDE,
    Params,
    State,
)

FIRST_ANCHOR = SIDE + 1
"""Row 0, column 0: the only place of a seat's first card."""
ANCHOR_ROWS = 0x3F3F3F3F3F3F
"""The bits of the anchors −1 … 4 in both directions: an anchor's bit is that of the card's top-left square."""
TOP_ROW = 0x3F
LEFT_COLUMN = 0x010101010101
CARD_BITS = 0x303
"""The squares of a card whose top-left square is bit 0."""

# --- Set-up -----------------------------------------------------------------------------------------------


@jit
def reset(params: Params, state: State, num_players: int, seed: int) -> None:
    """Draw the objectives, shuffle the cards and deal the first hands."""
    clear(state, num_players)
    seed_rng(state.rng, seed)
    for colour in range(NUM_COLOURS):
        state.objectives[colour] = draw_face(params, state, colour)
    for card in range(NUM_CARDS):
        state.deck[card] = card
    shuffle(state.rng, state.deck, NUM_CARDS)
    begin(state)


@jit
def draw_face(params: Params, state: State, colour: int) -> int:
    """A face of this colour, uniformly among those that are possible and whose other face has not been drawn."""
    faces, chosen = 0, EMPTY
    for face in range(NUM_OBJECTIVES):
        if can_be_drawn(params, state, face, colour):
            faces += 1
    place = below(state.rng, faces)
    for face in range(NUM_OBJECTIVES):
        if can_be_drawn(params, state, face, colour):
            if place == 0:
                chosen = face
            place -= 1
    return chosen


@jit
def can_be_drawn(params: Params, state: State, face: int, colour: int) -> bool:
    """Whether a face may be drawn as the objective of a colour, after those of the colours before it."""
    if params.colour[face] != colour or params.possible[face] == 0:
        return False
    for before in range(colour):
        if state.objectives[before] // 2 == face // 2:
            return False
    return True


@jit
def clear(state: State, num_players: int) -> None:
    """Empty reserves and hands; objectives and deck are the caller's."""
    state.num_players = num_players
    state.decisions = 0
    state.phase = 0
    state.round_index = 0
    state.step = 0
    state.objectives[:] = EMPTY
    state.hands[:] = EMPTY
    state.chosen[:] = EMPTY
    state.deck[:] = EMPTY
    state.played = 0
    state.boards[:] = 0
    state.cells[:] = EMPTY
    state.box[:] = 0
    state.origin[:] = 0
    state.values[:] = 0
    state.counts[:] = 0
    state.scores[:] = 0
    state.points[:] = 0
    state.totals[:] = 0


@jit
def begin(state: State) -> None:
    """Start the game with the objectives and the deck that lie there."""
    state.player = 0
    state.opening = 1
    value_reserves(state)
    deal(state)


@jit
def deal(state: State) -> None:
    """Deal three cards of the deck to every seat."""
    num_players = int(state.num_players)
    first = int(state.round_index) * num_players * HAND_CARDS
    for seat in range(num_players):
        for place in range(HAND_CARDS):
            at = first + seat * HAND_CARDS + place
            state.hands[seat, place] = state.deck[at]
            state.deck[at] = EMPTY
        sort_hand(state, seat)


@jit
def sort_hand(state: State, seat: int) -> None:
    """Put a hand in the order of the cards' numbers."""
    for place in range(1, hand_size(state)):
        card = state.hands[seat, place]
        at = place
        while at > 0 and state.hands[seat, at - 1] > card:
            state.hands[seat, at] = state.hands[seat, at - 1]
            at -= 1
        state.hands[seat, at] = card


@jit
def hand_size(state: State) -> int:
    """The cards that every seat holds before it chooses; none after the end."""
    return 0 if state.player == NOBODY else HAND_CARDS - int(state.step)


# --- Placement --------------------------------------------------------------------------------------------


@jit
def legal(params: Params, state: State, ids: NDArray[np.int16]) -> int:
    """Write the legal actions of the seat to move, ascending; their number."""
    return legal_of(state, int(state.player), ids)


@jit
def legal_of(state: State, seat: int, ids: NDArray[np.int16]) -> int:
    """Write the legal actions of a seat; their number."""
    anchors = legal_anchors(int(state.boards[seat, OCCUPIED_BOARD]), int(state.box[seat, 0]), int(state.box[seat, 1]))
    num_anchors = 0
    for anchor in range(NUM_ANCHORS):
        if (anchors >> anchor_bit(anchor)) & 1:
            ids[num_anchors] = anchor
            num_anchors += 1
    groups = hand_size(state) * NUM_TURNS
    for group in range(1, groups):
        for place in range(num_anchors):
            ids[group * num_anchors + place] = ids[place] + group * NUM_ANCHORS
    return groups * num_anchors


@jit
def legal_anchors(occupied: int, height: int, width: int) -> int:
    """The places where a card covers an occupied square and the reserve stays within 6 × 6, as anchors' bits."""
    if occupied == 0:
        return 1 << anchor_bit(FIRST_ANCHOR)
    covering = occupied | (occupied >> 1)
    covering |= covering >> STRIDE
    covering &= ANCHOR_ROWS
    if height == SIDE:
        covering &= ~TOP_ROW
    if width == SIDE:
        covering &= ~LEFT_COLUMN
    return covering


@jit
def anchor_bit(anchor: int) -> int:
    """The bit of the top-left square of a card that is placed there."""
    return (anchor // SIDE) * STRIDE + anchor % SIDE


@jit
def forced(params: Params, state: State) -> int:
    """−1: a card can always be turned four ways."""
    return EMPTY


@jit
def apply(params: Params, state: State, action: int) -> None:
    """Note the choice of the seat that is asked; the last one of a step lets all be carried out."""
    state.decisions += 1
    state.opening = 1
    state.chosen[state.player] = action
    if state.player + 1 < state.num_players:
        state.player += 1
        return
    for seat in range(int(state.num_players)):
        place(params, state, seat, int(state.chosen[seat]))
        state.chosen[seat] = EMPTY
    value_reserves(state)
    state.step += 1
    state.player = 0
    if state.step < HAND_CARDS:
        pass_hands(state)
    else:
        end_round(params, state)


@jit
def place(params: Params, state: State, seat: int, action: int) -> None:
    """Carry out a choice: the card leaves the hand and lies on top of the seat's reserve."""
    slot, turns = action // CARD_ACTIONS, action // NUM_ANCHORS % NUM_TURNS
    anchor = action % NUM_ANCHORS
    card = int(state.hands[seat, slot])
    for later in range(slot, HAND_CARDS - 1):
        state.hands[seat, later] = state.hands[seat, later + 1]
    state.hands[seat, HAND_CARDS - 1] = EMPTY
    state.played |= 1 << card
    boards = state.boards[seat]
    uncover(boards, boards, anchor)
    lay(params, boards, card, turns, anchor)
    row, column = anchor // SIDE - 1, anchor % SIDE - 1
    if row < 0:
        shift_cells(state, seat, SIDE)
        state.origin[seat, 0] += 1
    if column < 0:
        shift_cells(state, seat, 1)
        state.origin[seat, 1] += 1
    if row < 0 or column < 0:
        by = (STRIDE if row < 0 else 0) + (1 if column < 0 else 0)
        for board in range(NUM_BOARDS):
            boards[board] <<= by
    state.box[seat, 0] = grown_side(int(state.box[seat, 0]), row)
    state.box[seat, 1] = grown_side(int(state.box[seat, 1]), column)
    at = max(row, 0) * SIDE + max(column, 0)
    for square in range(NUM_SQUARES):
        state.cells[seat, at + square // 2 * SIDE + square % 2] = params.square[card, turns, square]


@jit
def grown_side(side: int, at: int) -> int:
    """The height (width) of a reserve after a card has been placed with its top (left) squares in this row (column)."""
    return side + 1 if at < 0 else max(side, at + 2)


@jit
def uncover(boards: Boards, bare: Boards, anchor: int) -> None:
    """Write the boards without the squares that a card at this place covers into `bare [15]`."""
    kept = ~(CARD_BITS << anchor_bit(anchor))
    for board in range(NUM_BOARDS):
        bare[board] = boards[board] & kept


@jit
def lay(params: Params, boards: Boards, card: int, turns: int, anchor: int) -> None:
    """Add the squares of a card to boards that are bare there."""
    at = anchor_bit(anchor)
    for square in range(NUM_SQUARES):
        kind = int(params.square[card, turns, square])
        bit = 1 << (at + square // 2 * STRIDE + square % 2)
        boards[int(params.species[kind])] |= bit
        boards[BIOME_BOARD + int(params.biome[kind])] |= bit
        if params.river[kind] == RISING:
            boards[RISING_BOARD] |= bit
    boards[OCCUPIED_BOARD] |= CARD_BITS << at


@jit
def shift_cells(state: State, seat: int, by: int) -> None:
    """Move the cells of a reserve one row (by = 6) or one column (by = 1) on: what falls out at the end is empty."""
    for cell in range(NUM_CELLS - 1, by - 1, -1):
        state.cells[seat, cell] = state.cells[seat, cell - by]
    for cell in range(by):
        state.cells[seat, cell] = EMPTY


# --- Draft and rounds -------------------------------------------------------------------------------------


@jit
def direction(state: State) -> int:
    """Where hands are passed in this round: to the next seat (1) in rounds 1, 3, 5, to the one before (−1) in 2, 4."""
    return 1 if state.round_index % 2 == 0 else -1


@jit
def pass_hands(state: State) -> None:
    """Pass all hands on."""
    num_players = int(state.num_players)
    if direction(state) == 1:
        for place in range(HAND_CARDS):
            kept = state.hands[num_players - 1, place]
            for seat in range(num_players - 1, 0, -1):
                state.hands[seat, place] = state.hands[seat - 1, place]
            state.hands[0, place] = kept
        return
    for place in range(HAND_CARDS):
        kept = state.hands[0, place]
        for seat in range(num_players - 1):
            state.hands[seat, place] = state.hands[seat + 1, place]
        state.hands[num_players - 1, place] = kept


@jit
def end_round(params: Params, state: State) -> None:
    """Score the round; deal the next one, or end the game."""
    score_round(params, state)
    state.step = 0
    if state.round_index + 1 == NUM_ROUNDS:
        state.player = NOBODY
        return
    state.round_index += 1
    deal(state)


@jit
def chance(params: Params, state: State) -> None:
    """Nothing: chance decides everything in the set-up."""
