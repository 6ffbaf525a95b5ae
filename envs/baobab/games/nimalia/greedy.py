"""The greedy player: the placement that gains most at the next scoring, with a look at the later ones.

It counts its own reserve by every objective and compares it, for red ones, with the others' as they lie.
"""

import numpy as np
from numpy.typing import NDArray

from baobab.core.jit import jit
from baobab.core.rng import below
from baobab.games.nimalia.objectives import RED
from baobab.games.nimalia.outlook import NUM_GAINS, copy_counts, find_gains, outlook, red_margin, strip_boards
from baobab.games.nimalia.state import MAX_PLAYERS, NUM_ANCHORS, NUM_BOARDS, NUM_COUNTS, Params, State


@jit
def greedy(params: Params, state: State, ids: NDArray[np.int16], count: int, rng: NDArray[np.int64]) -> int:
    """The legal action with the best outlook; among equals a random one."""
    bare = np.empty((NUM_ANCHORS, NUM_BOARDS), np.int64)
    boards = np.empty(NUM_BOARDS, np.int64)
    counts = np.empty((MAX_PLAYERS, NUM_COUNTS), np.int8)
    gains = np.empty(NUM_GAINS, np.int16)
    strip_boards(state, ids, count, bare)
    copy_counts(state, counts)
    margin = red_margin(int(state.objectives[RED]), counts, int(state.num_players), int(state.player))
    chosen, best, equals = int(ids[0]), 0, 0
    for place in range(count):
        action = int(ids[place])
        find_gains(params, state, action, bare, boards, counts, margin, gains)
        value = outlook(params, state, gains)
        if equals == 0 or value > best:
            chosen, best, equals = action, value, 1
        elif value == best:
            equals += 1
            if below(rng, equals) == 0:
                chosen = action
    return chosen
