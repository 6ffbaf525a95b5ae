"""What a placement would gain: the reserve as it would lie, counted by every objective.

The greedy player and the features of actions both look at this. The other seats' reserves are taken as they lie.
"""

import numpy as np
from numpy.typing import NDArray

from baobab.core.jit import jit
from baobab.games.nimalia.boards import count as count_squares
from baobab.games.nimalia.cards import NUM_TURNS
from baobab.games.nimalia.objectives import BLUE, GREEN, NUM_COLOURS, RED, YELLOW
from baobab.games.nimalia.rules import CARD_BITS, anchor_bit, hand_size, lay, uncover
from baobab.games.nimalia.scoring import blue_points, count_for_red, green_points, red_points, yellow_points
from baobab.games.nimalia.state import (
    HAND_CARDS,
    MAX_PLAYERS,
    NUM_ANCHORS,
    NUM_BOARDS,
    NUM_COUNTS,
    OCCUPIED_BOARD,
    Params,
    State,
)

MARGIN_UNIT = 6
"""A margin is told in 1/6 points: divisible by the number of opponents, 1 … 3."""
NUM_GAINS = NUM_COLOURS + 3
MARGIN, COVERED, OUTLOOK = range(NUM_COLOURS, NUM_GAINS)
"""Places among the gains: the red margin in 1/6 points (own less the mean of the others'), how many squares the card
covers, and what all that is worth."""
TURNED_CARDS = HAND_CARDS * NUM_TURNS
NOW_WEIGHT = 4
LATER_WEIGHT = 1
"""How much a point at the scoring of this round counts, and one at each later scoring."""
RED_SHARE = 2
"""Red points count by half: the others go on building."""
COVER_COST = MARGIN_UNIT // 2
"""What a covered square costs: half a point, for what lies open can still come to count."""

Gains = NDArray[np.int16]
"""What placements change, `[count, 7] int16`: own points by colour, and what `MARGIN` … `OUTLOOK` say."""


@jit
def red_margin(objective: int, counts: NDArray[np.int8], num_players: int, viewer: int) -> int:
    """The red points of `viewer` less the mean of the others', in 1/6 points."""
    margin = 0
    for seat in range(num_players):
        points = red_points(objective, counts, num_players, seat)
        margin += MARGIN_UNIT * points if seat == viewer else -(MARGIN_UNIT // (num_players - 1)) * points
    return margin


@jit
def find_gains(params: Params, state: State, ids: NDArray[np.int16], count: int, gains: Gains) -> None:
    """Write what each of the first `count` legal `ids` of the seat to move would change into `gains [count, 7]`."""
    bare = np.empty((NUM_ANCHORS, NUM_BOARDS), np.int64)
    cards = np.empty((TURNED_CARDS, NUM_BOARDS), np.int64)
    boards = np.empty(NUM_BOARDS, np.int64)
    counts = np.empty((MAX_PLAYERS, NUM_COUNTS), np.int8)
    prepare(params, state, ids, count, bare, cards)
    for seat in range(MAX_PLAYERS):
        for which in range(NUM_COUNTS):
            counts[seat, which] = state.counts[seat, which]
    seat, num_players = int(state.player), int(state.num_players)
    blue, green = int(state.objectives[BLUE]), int(state.objectives[GREEN])
    yellow, red = int(state.objectives[YELLOW]), int(state.objectives[RED])
    margin = red_margin(red, counts, num_players, seat)
    occupied = int(state.boards[seat, OCCUPIED_BOARD])
    for place in range(count):
        anchor, card = int(ids[place]) % NUM_ANCHORS, int(ids[place]) // NUM_ANCHORS
        at = anchor_bit(anchor)
        for board in range(NUM_BOARDS):
            boards[board] = bare[anchor, board] | (cards[card, board] << at)
        gains[place, BLUE] = blue_points(blue, boards) - int(state.values[seat, BLUE])
        gains[place, GREEN] = green_points(green, boards) - int(state.values[seat, GREEN])
        gains[place, YELLOW] = yellow_points(yellow, boards) - int(state.values[seat, YELLOW])
        gains[place, COVERED] = count_squares(occupied & (CARD_BITS << at))
        gains[place, RED] = 0
        gains[place, MARGIN] = 0
        first, second = count_for_red(red, boards)
        if first != state.counts[seat, 0] or second != state.counts[seat, 1]:
            counts[seat, 0], counts[seat, 1] = first, second
            gains[place, RED] = red_points(red, counts, num_players, seat) - int(state.values[seat, RED])
            gains[place, MARGIN] = red_margin(red, counts, num_players, seat) - margin
    weigh_gains(params, state, count, gains)


@jit
def weigh_gains(params: Params, state: State, count: int, gains: Gains) -> None:
    """Write what the gains are worth over this scoring and the later ones, in 1/6 points times the weights."""
    number = int(state.round_index)
    for place in range(count):
        value = -COVER_COST * int(gains[place, COVERED])
        for colour in range(NUM_COLOURS):
            weight = NOW_WEIGHT * int(params.now[number, colour]) + LATER_WEIGHT * int(params.later[number, colour])
            if colour == RED:
                value += weight * int(gains[place, MARGIN]) // RED_SHARE
            else:
                value += weight * MARGIN_UNIT * int(gains[place, colour])
        gains[place, OUTLOOK] = value


@jit
def prepare(
    params: Params,
    state: State,
    ids: NDArray[np.int16],
    count: int,
    bare: NDArray[np.int64],
    cards: NDArray[np.int64],
) -> None:
    """Write what the placements of the seat to move are put together from: `ids` are its `count` legal actions.

    `bare [36, 15]`: the seat's boards without the squares that a card at each legal anchor covers. `cards [12, 15]`:
    the boards of each hand card, turned each way, with its top-left square at bit 0.
    """
    seat = int(state.player)
    boards = state.boards[seat]
    for place in range(count):
        if ids[place] >= NUM_ANCHORS:
            break  # every turn of every card has the same places
        uncover(boards, bare[int(ids[place])], int(ids[place]))
    cards[:] = 0
    for slot in range(hand_size(state)):
        for turns in range(NUM_TURNS):
            lay(params, cards[slot * NUM_TURNS + turns], int(state.hands[seat, slot]), turns, 0)
