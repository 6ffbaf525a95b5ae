"""The greedy player: the action with the best outlook to the end of its own turn."""

import numpy as np
from numpy.typing import NDArray

from baobab.core.jit import jit
from baobab.core.rng import below
from baobab.games.okavango.cards import NUM_KINDS
from baobab.games.okavango.outlook import NOWHERE, NUM_WORK, PLAN_SIZE, outlook, prepare
from baobab.games.okavango.state import Params, State


@jit
def greedy(params: Params, state: State, ids: NDArray[np.int16], count: int, rng: NDArray[np.int64]) -> int:
    """The legal action with the best outlook to the end of the turn; among equals a random one."""
    work = np.empty((NUM_WORK, NUM_KINDS), np.int64)
    plan = np.empty(PLAN_SIZE, np.int64)
    prepare(params, state, work)
    chosen, best, equals = int(ids[0]), NOWHERE - 1, 0
    for place in range(count):
        value = outlook(params, state, int(ids[place]), work, plan)
        if value > best:
            chosen, best, equals = int(ids[place]), value, 1
        elif value == best:
            equals += 1
            if below(rng, equals) == 0:
                chosen = int(ids[place])
    return chosen
