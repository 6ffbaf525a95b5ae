"""The greedy player: the placement that gains most at the next scoring, with a look at the later ones.

It counts its own reserve by every objective and compares it, for red ones, with the others' as they lie.
"""

import numpy as np
from numpy.typing import NDArray

from baobab.core.jit import jit
from baobab.core.rng import below
from baobab.games.nimalia.outlook import NUM_GAINS, OUTLOOK, find_gains
from baobab.games.nimalia.state import MAX_ACTIONS, Params, State


@jit
def greedy(params: Params, state: State, ids: NDArray[np.int16], count: int, rng: NDArray[np.int64]) -> int:
    """The legal action with the best outlook; among equals a random one."""
    gains = np.empty((MAX_ACTIONS, NUM_GAINS), np.int16)
    find_gains(params, state, ids, count, gains)
    chosen, equals = 0, 0
    for place in range(count):
        if equals == 0 or gains[place, OUTLOOK] > gains[chosen, OUTLOOK]:
            chosen, equals = place, 1
        elif gains[place, OUTLOOK] == gains[chosen, OUTLOOK]:
            equals += 1
            if below(rng, equals) == 0:
                chosen = place
    return int(ids[chosen])
