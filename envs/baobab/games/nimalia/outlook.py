"""What a placement would gain: the reserve as it would lie, counted by every objective.

The greedy player and the features of actions both look at this. The other seats' reserves are taken as they lie.
"""

import numpy as np
from numpy.typing import NDArray

from baobab.core.jit import jit
from baobab.games.nimalia.cards import NUM_TURNS
from baobab.games.nimalia.objectives import BLUE, GREEN, NUM_COLOURS, RED, YELLOW
from baobab.games.nimalia.rules import lay, uncover
from baobab.games.nimalia.scoring import Boards, blue_points, count_for_red, green_points, red_points, yellow_points
from baobab.games.nimalia.state import (
    CARD_ACTIONS,
    MAX_PLAYERS,
    NUM_ANCHORS,
    NUM_BOARDS,
    NUM_COUNTS,
    Params,
    State,
)

MARGIN_UNIT = 6
"""A margin is told in 1/6 points: divisible by the number of opponents, 1 … 3."""
NUM_GAINS = NUM_COLOURS + 1
MARGIN = NUM_COLOURS
"""The place of the red objective's margin among the gains: own points less the mean of the others', in 1/6."""
NOW_WEIGHT = 3
LATER_WEIGHT = 2
"""How much a point at the scoring of this round counts, and one at each later scoring."""

Gains = NDArray[np.int16]
"""What a placement changes, `[5] int16`: own points by colour, and the margin of the red ones."""


@jit
def copy_counts(state: State, counts: NDArray[np.int8]) -> None:
    """Write what the red objective compares into `counts [4, 2]`."""
    for seat in range(MAX_PLAYERS):
        for which in range(NUM_COUNTS):
            counts[seat, which] = state.counts[seat, which]


@jit
def red_margin(objective: int, counts: NDArray[np.int8], num_players: int, viewer: int) -> int:
    """The red points of `viewer` less the mean of the others', in 1/6 points."""
    margin = 0
    for seat in range(num_players):
        points = red_points(objective, counts, num_players, seat)
        margin += MARGIN_UNIT * points if seat == viewer else -(MARGIN_UNIT // (num_players - 1)) * points
    return margin


@jit
def find_gains(
    params: Params,
    state: State,
    action: int,
    bare: NDArray[np.int64],
    boards: Boards,
    counts: NDArray[np.int8],
    margin: int,
    gains: Gains,
) -> None:
    """Write what an action of the seat to move would change into `gains [5]`.

    `bare [36, 15]` are its boards without the squares that a card at each anchor covers (`strip_boards`), `margin`
    its red margin now; `boards [15]` and `counts [4, 2]` are room to work in, the counts filled by `copy_counts`.
    """
    seat = int(state.player)
    anchor = action % NUM_ANCHORS
    for board in range(NUM_BOARDS):
        boards[board] = bare[anchor, board]
    lay(params, boards, int(state.hands[seat, action // CARD_ACTIONS]), action // NUM_ANCHORS % NUM_TURNS, anchor)
    gains[BLUE] = blue_points(int(state.objectives[BLUE]), boards) - state.values[seat, BLUE]
    gains[GREEN] = green_points(int(state.objectives[GREEN]), boards) - state.values[seat, GREEN]
    gains[YELLOW] = yellow_points(int(state.objectives[YELLOW]), boards) - state.values[seat, YELLOW]
    red = int(state.objectives[RED])
    first, second = count_for_red(red, boards)
    if first == state.counts[seat, 0] and second == state.counts[seat, 1]:
        gains[RED] = 0
        gains[MARGIN] = 0
        return
    num_players = int(state.num_players)
    counts[seat, 0], counts[seat, 1] = first, second
    gains[RED] = red_points(red, counts, num_players, seat) - state.values[seat, RED]
    gains[MARGIN] = red_margin(red, counts, num_players, seat) - margin


@jit
def strip_boards(state: State, ids: NDArray[np.int16], count: int, bare: NDArray[np.int64]) -> None:
    """Write the boards of the seat to move without the squares that a card at each legal anchor covers."""
    boards = state.boards[int(state.player)]
    for place in range(count):
        if ids[place] >= NUM_ANCHORS:
            return  # every turn of every card has the same places
        uncover(boards, bare[int(ids[place])], int(ids[place]))


@jit
def outlook(params: Params, state: State, gains: Gains) -> int:
    """What the gains are worth over this scoring and the later ones, in 1/6 points times the weights."""
    value = 0
    number = int(state.round)
    for colour in range(NUM_COLOURS):
        weight = NOW_WEIGHT * int(params.now[number, colour]) + LATER_WEIGHT * int(params.later[number, colour])
        value += weight * (int(gains[MARGIN]) if colour == RED else MARGIN_UNIT * int(gains[colour]))
    return value
