"""Okavango's scoring: points come as the game goes, most points win, a tie is shared."""

import numpy as np
from numpy.typing import NDArray

from baobab.core.jit import jit
from baobab.games.okavango.cards import NUM_HOLES, NUM_POOLS
from baobab.games.okavango.state import Params, State


@jit
def score_placement(params: Params, state: State, pool: int, size: int) -> int:
    """The points of a placement of `size` tiles, which the seat to move is given."""
    points = int(params.points[pool, size])
    state.score[state.mover] += points
    return points


@jit
def whites_full(params: Params, state: State) -> bool:
    """Whether all white spaces that count for the end are occupied; a dry arm counts as done."""
    pools = NUM_HOLES if params.end_holes == 1 else NUM_POOLS
    for pool in range(pools):
        if state.dry[pool] == 0 and state.count[pool] < params.white[pool]:
            return False
    return True


@jit
def results(params: Params, state: State, scores: NDArray[np.int32], ranks: NDArray[np.int8]) -> None:
    """Scores and ranks per seat; ties share the better rank."""
    num_players = int(state.num_players)
    for seat in range(num_players):
        scores[seat] = state.score[seat]
        ranks[seat] = 1
        for other in range(num_players):
            if state.score[other] > state.score[seat]:
                ranks[seat] += 1
