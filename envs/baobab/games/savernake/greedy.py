"""The greedy player: what each action makes of the own forest now, with the token that follows it."""

import numpy as np
from numpy.typing import NDArray

from baobab.core.jit import jit
from baobab.core.rng import below
from baobab.games.savernake.outlook import MADE, PLACE_WIDTH, TRAIL_WIDTH, UNIT, outlook, survey
from baobab.games.savernake.state import MAX_TRAILS, Params, State


@jit
def greedy(params: Params, state: State, ids: NDArray[np.int16], count: int, rng: NDArray[np.int64]) -> int:
    """The legal action that is worth most by the forest that it makes; among equals a random one."""
    seat = int(state.player)
    trails = np.empty((MAX_TRAILS + 1, TRAIL_WIDTH), np.int16)
    made = np.empty((MADE, TRAIL_WIDTH), np.int16)
    place = np.empty(PLACE_WIDTH, np.int16)
    survey(state, seat, trails, place)
    chosen, best, equals = int(ids[0]), -UNIT * 1000, 0
    for entry in range(count):
        action = int(ids[entry])
        value = outlook(params, state, seat, action, trails, made, place)
        if value > best:
            chosen, best, equals = action, value, 1
        elif value == best:
            equals += 1
            if below(rng, equals) == 0:
                chosen = action
    return chosen
