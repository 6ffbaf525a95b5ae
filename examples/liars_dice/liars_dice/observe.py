"""Liar's Dice: what a seat knows, as numbers; its own seat comes first, then the others clockwise. And greedy."""

import numpy as np
from numpy.typing import NDArray

from baobab.core.jit import jit
from baobab.core.layout import Layout
from baobab.core.record import CHANCE
from baobab.core.rng import below
from liars_dice.actions import LIAR
from liars_dice.rules import count_face
from liars_dice.state import FACES, MAX_DICE, MAX_PLAYERS, NONE, Params, State

MAX_TOTAL = MAX_PLAYERS * MAX_DICE
MARGIN = FACES * MAX_TOTAL

OBSERVATION = Layout(
    ("seats", (MAX_PLAYERS,), 0, 1, 1, "1 where somebody sits"),
    ("to_move", (MAX_PLAYERS,), 0, 1, 1, "1 for the seat to move, or that bids when the dice are rolled"),
    ("dice", (MAX_PLAYERS,), 0, MAX_DICE, MAX_DICE, "dice left"),
    ("hand", (FACES,), 0, MAX_DICE, MAX_DICE, "own dice by face"),
    ("bid_number", (MAX_PLAYERS,), 0, MAX_TOTAL, 5, "number of each seat's last bid of this round"),
    ("bid_face", (MAX_PLAYERS, FACES), 0, 1, 1, "its face; the highest bid is the last one"),
    ("wild", (), 0, 1, 1, "1: ones count as every face"),
)
SEATS, TO_MOVE, DICE, HAND, NUMBER, FACE, WILD = (piece.start for piece in OBSERVATION)
HIDDEN = Layout(("hands", (MAX_PLAYERS, FACES), 0, MAX_DICE, MAX_DICE, "dice by face; the own ones are left out"))
FEATURES = Layout(
    ("liar", (), 0, 1, 1, "1: it doubts the bid"),
    ("number", (), 0, MAX_TOTAL, 5, "dice of the bid"),
    ("face", (FACES,), 0, 1, 1, "face of the bid"),
    ("own", (), 0, MAX_DICE, MAX_DICE, "own dice that count for it"),
    ("margin", (), -MARGIN, MARGIN, FACES, "sixths of a die by which it is right, as far as can be expected"),
)


@jit
def encode(params: Params, state: State, viewer: int, out: NDArray[np.int8]) -> None:
    """Write what `viewer` knows."""
    out[:] = 0
    players = int(state.num_players)
    player = state.starter if state.player == CHANCE else state.player
    for place in range(players):
        seat = (viewer + place) % players
        out[SEATS + place] = 1
        out[TO_MOVE + place] = 1 if player == seat else 0
        out[DICE + place] = state.num_dice[seat]
        if state.bids[seat] != NONE:
            out[NUMBER + place] = int(state.bids[seat]) // FACES + 1
            out[FACE + place * FACES + int(state.bids[seat]) % FACES] = 1
    out[HAND : HAND + FACES] = state.hands[viewer]
    out[WILD] = params.wild


@jit
def encode_state(params: Params, state: State, viewer: int, out: NDArray[np.int8]) -> None:
    """Write what lies under the other cups."""
    out[:] = 0
    for place in range(1, int(state.num_players)):
        out[place * FACES : (place + 1) * FACES] = state.hands[(viewer + place) % int(state.num_players)]


@jit
def margin(params: Params, state: State, action: int) -> int:
    """Sixths of a die by which a bid is right as the seat to move must expect, or a doubt of the last bid is."""
    seat = int(state.player)
    bid = int(state.bid) if action == LIAR else action
    number, face = bid // FACES + 1, bid % FACES
    others = int(state.num_dice.sum()) - int(state.num_dice[seat])
    chances = 2 if params.wild == 1 and face > 0 else 1
    over = FACES * (count_face(params, state, seat, face) - number) + chances * others
    return -over if action == LIAR else over


@jit
def encode_actions(params: Params, state: State, ids: NDArray[np.int16], count: int, out: NDArray[np.int8]) -> None:
    """Write a row for each legal action."""
    out[:count, :] = 0
    for row in range(count):
        action = int(ids[row])
        bid = int(state.bid) if action == LIAR else action
        out[row, 0] = 1 if action == LIAR else 0
        out[row, 1] = bid // FACES + 1
        out[row, 2 + bid % FACES] = 1
        out[row, 2 + FACES] = count_face(params, state, int(state.player), bid % FACES)
        out[row, 3 + FACES] = margin(params, state, action)


@jit
def greedy(params: Params, state: State, ids: NDArray[np.int16], count: int, rng: NDArray[np.int64]) -> int:
    """What is most likely right, a bid or a doubt; any of the best."""
    best, ties, chosen = -MARGIN - 1, 0, 0
    for place in range(count):
        value = margin(params, state, int(ids[place]))
        ties = ties + 1 if value == best else 1
        if value > best or (value == best and below(rng, ties) == 0):
            best, chosen = value, int(ids[place])
    return chosen
