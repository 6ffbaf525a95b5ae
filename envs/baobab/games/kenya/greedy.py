"""The greedy player: looks one whole turn ahead at the margin that it can expect, and keeps what is worth more later.

It knows its own clan, counts what the clans of others may be (scoring.py), and sees no hidden card. Gains are in
1/60 points of the expected margin.
"""

import numpy as np
from numpy.typing import NDArray

from baobab.core.jit import jit
from baobab.core.rng import below
from baobab.games.kenya.actions import BLIND, CARD, CELL, FACE, PUSH
from baobab.games.kenya.cards import BROWN, ELEPHANT, LION, MEERKAT, NUM_CLANS, NUM_PAIRS, RHINOCEROS, WATER
from baobab.games.kenya.rules import can_push, hand_card_is_animal, is_animal
from baobab.games.kenya.scoring import WEIGHT, card_points, clan_weights
from baobab.games.kenya.state import BAOBAB, EMPTY, HAND_KINDS, UP, Params, State

NUM_DIRECTIONS = 4
NONE = -10000
"""Below every gain."""

KEPT_MEERKAT, KEPT_LION, KEPT_ELEPHANT, KEPT_RHINOCEROS, KEPT_WATER, KEPT_BROWN = 10, 140, 40, 95, 60, 25
"""What a card in hand is worth for later, in 1/60 points: it is played where it gains more than that."""
KEPT_BLIND = 24
"""The same of an unknown card."""
FOREIGN_SHARE = 2
"""A pair that helps others more costs its weight when it is placed: half of that again is saved by keeping it."""
LATE_STOCK = 12
"""With fewer cards than this in the hidden stock, what is kept loses its worth in step with the stock."""

Weights = tuple[int, int, int, int, int, int]


@jit
def greedy(params: Params, state: State, ids: NDArray[np.int16], count: int, rng: NDArray[np.int64]) -> int:
    """The legal action with the best one-turn outlook; among equals a random one."""
    viewer = int(state.player)
    weights = clan_weights(state, viewer)
    hand = best_profit(params, state, viewer, weights) if ids[0] <= BLIND else NONE
    chosen, best, equals = int(ids[0]), 4 * NONE, 0
    for place in range(count):
        action = int(ids[place])
        value = outlook(params, state, action, hand, viewer, weights)
        if value > best:
            chosen, best, equals = action, value, 1
        elif value == best:
            equals += 1
            if below(rng, equals) == 0:
                chosen = action
    return chosen


@jit
def outlook(params: Params, state: State, action: int, hand: int, viewer: int, weights: Weights) -> int:
    """What an action promises; comparable among the actions of one decision. `hand`: the best profit without it."""
    if action < BLIND:
        return max(profit(params, state, action, viewer, weights), hand) + kept(params, state, action, weights)
    if action == BLIND:
        return hand + KEPT_BLIND
    if action < FACE:
        return profit(params, state, action - CARD, viewer, weights)
    if action < PUSH:
        return face_gain(params, state, int(state.selected), int(state.pending), action - FACE, viewer, weights)
    if action < CELL:
        return push_gain(params, state, int(state.pending), action - PUSH, weights)
    return place_gain(params, state, int(state.selected), action - CELL, viewer, weights)


@jit
def profit(params: Params, state: State, kind: int, viewer: int, weights: Weights) -> int:
    """What placing a hand card at its best gains over keeping it."""
    return best_place(params, state, kind, viewer, weights)[0] - kept(params, state, kind, weights)


@jit
def kept(params: Params, state: State, kind: int, weights: Weights) -> int:
    """What a hand card is worth for later turns: found by play against itself, less as the game ends."""
    worth = 0
    if kind < NUM_PAIRS:
        worth = max(-clans_weight(params, kind, weights) // FOREIGN_SHARE, 0)
    elif kind == MEERKAT:
        worth = KEPT_MEERKAT
    elif kind == LION:
        worth = KEPT_LION
    elif kind == ELEPHANT:
        worth = KEPT_ELEPHANT
    elif kind == RHINOCEROS:
        worth = KEPT_RHINOCEROS
    else:
        worth = KEPT_WATER if kind == WATER else KEPT_BROWN
    return worth * min(int(state.stock_end) - int(state.stock_next), LATE_STOCK) // LATE_STOCK


@jit
def best_profit(params: Params, state: State, viewer: int, weights: Weights) -> int:
    """The best profit of a card that `viewer` has in hand."""
    best = NONE
    for kind in range(HAND_KINDS):
        if state.hands[viewer, kind] > 0:
            best = max(best, profit(params, state, kind, viewer, weights))
    return best


@jit
def best_in_hand(params: Params, state: State, viewer: int, weights: Weights) -> int:
    """The best gain of placing a card that `viewer` has in hand."""
    best = NONE
    for kind in range(HAND_KINDS):
        if state.hands[viewer, kind] > 0:
            best = max(best, best_place(params, state, kind, viewer, weights)[0])
    return best


@jit
def best_place(params: Params, state: State, kind: int, viewer: int, weights: Weights) -> tuple[int, int]:
    """The best and the second best gain of placing a hand card on some cell now."""
    best, second = NONE, NONE
    for place in range(int(state.num_frontier)):
        gain = place_gain(params, state, kind, int(state.frontier[place]), viewer, weights)
        if gain > best:
            best, second = gain, best
        elif gain > second:
            second = gain
    return best, max(second, -WEIGHT * 20)


@jit
def place_gain(params: Params, state: State, kind: int, cell: int, viewer: int, weights: Weights) -> int:
    """The gain of placing a hand card on a cell: its own points and what it does at once."""
    if kind < NUM_PAIRS or kind == BROWN:
        face = UP
        if hand_card_is_animal(params, kind) and state.near_lion[cell] > 0:
            if state.near_elephant[cell] > 0:
                return max(face_gain(params, state, kind, cell, UP, viewer, weights), 0)
            face = BAOBAB
        return face_gain(params, state, kind, cell, face, viewer, weights)
    gain = 0
    if kind == RHINOCEROS:
        best = NONE
        for direction in range(NUM_DIRECTIONS):
            if can_push(params, state, cell, direction):
                best = max(best, push_gain(params, state, cell, direction, weights))
        return best if best != NONE else 0
    if kind in (LION, ELEPHANT, WATER):
        for direction in range(NUM_DIRECTIONS):
            beside = int(params.neighbour[cell, direction])
            if state.card[beside] == EMPTY:
                continue
            if kind == WATER:
                if state.near_water[beside] == 0:
                    gain += shown(params, state, beside, weights)
            elif is_animal(params, int(state.card[beside])):
                if kind == LION:
                    gain -= shown(params, state, beside, weights)
                elif state.face[beside] == BAOBAB:
                    gain += beneath(params, state, beside, viewer, weights)
    return gain


@jit
def face_gain(params: Params, state: State, kind: int, cell: int, face: int, viewer: int, weights: Weights) -> int:
    """The points of an animal or brown hand card on a cell, lying so."""
    if face == BAOBAB:
        return 0
    card = BROWN + int(state.clan[viewer]) if kind == BROWN else kind
    return card_points(state, card, cell) * clans_weight(params, card, weights)


@jit
def push_gain(params: Params, state: State, cell: int, direction: int, weights: Weights) -> int:
    """The gain of a rhinoceros on `cell` moving the card beside it in this direction."""
    beside = int(params.neighbour[cell, direction])
    beyond = int(params.neighbour[beside, direction])
    card = int(state.card[beside])
    gain = -shown(params, state, beside, weights) - shown(params, state, beyond, weights)
    if state.face[beside] == UP:
        gain += card_points(state, card, beyond) * clans_weight(params, card, weights)
    for entry in range(int(state.num_covered) - 1, -1, -1):
        if state.covered_cell[entry] == beside:
            if state.covered[entry, 1] == UP:
                under = int(state.covered[entry, 0])
                gain += card_points(state, under, beside) * clans_weight(params, under, weights)
            break
    return gain


@jit
def shown(params: Params, state: State, cell: int, weights: Weights) -> int:
    """What the face-up animals of a cell are worth now; 0 for other cards and Baobab faces."""
    card = int(state.card[cell])
    if card == EMPTY or NUM_PAIRS <= card < BROWN or state.face[cell] != UP:
        return 0
    return card_points(state, card, cell) * clans_weight(params, card, weights)


@jit
def beneath(params: Params, state: State, cell: int, viewer: int, weights: Weights) -> int:
    """What a Baobab card would be worth face up: what the viewer knows it to be, else two clans at random.

    Of a brown card its back shows that it is brown.
    """
    card = int(state.card[cell])
    if (state.known[cell] >> viewer) & 1:
        return card_points(state, card, cell) * clans_weight(params, card, weights)
    if card >= BROWN:  # whatever its clan, it counts for one of the others
        return -card_points(state, card, cell) * (WEIGHT // (int(state.num_players) - 1))
    total = 0
    for clan in range(NUM_CLANS):
        total += weights[clan]
    return card_points(state, 0, cell) * 2 * total // NUM_CLANS


@jit
def clans_weight(params: Params, card: int, weights: Weights) -> int:
    """The weights of the clans that a pair or a brown card shows."""
    weight = weights[int(params.first_clan[card])]
    if params.second_clan[card] != EMPTY:
        weight += weights[int(params.second_clan[card])]
    return weight
