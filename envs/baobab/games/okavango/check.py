"""What must be true of every state of Okavango: counted anew, slowly, to check the rules' bookkeeping."""

from typing import TYPE_CHECKING, Any

import numpy as np

from baobab.core.jit import jit
from baobab.core.record import CHANCE, NOBODY
from baobab.games.okavango.cards import (
    DEALT_TILES,
    MAX_PLAYERS,
    NUM_ARMS,
    NUM_HOLES,
    NUM_KINDS,
    NUM_POOLS,
    NUM_SPECIES,
    RANGER,
    RIVER_TILES,
)
from baobab.games.okavango.determinize import count_unlocated, likelihood
from baobab.games.okavango.scoring import whites_full
from baobab.games.okavango.state import NONE, STARTING, TAKING, Params, State

if TYPE_CHECKING:
    from baobab.core.game import Game

FAULTS = (
    "",
    "the tiles of a kind are not all there",
    "a seat holds fewer tiles of a kind than all know it to hold",
    "the number of a seat's unknown tiles is wrong, or more than it was dealt",
    "the number of tiles of a pool, the river or the bag is wrong",
    "a hole has two species, or rangers alone",
    "an arm has a species twice, or rangers alone",
    "a pool has more tiles than spaces, or none although it is not dry",
    "the river is not full although the bag has tiles",
    "the end is not told, or told too early",
    "a group is left over at the start of a turn",
    "the bag holds fewer tiles of a kind than it is known to hold",
    "what is kept of dry arms does not belong to any",
    "more rangers were dealt than there are",
)
"""What each result of `audit` says."""


def check(game: "Game", row: Any) -> None:
    """AssertionError where a state breaks an invariant of the game."""
    fault = audit(game.params[0], row)
    if fault:
        raise AssertionError(f"{game.name}: {FAULTS[fault]}")


@jit
def audit(params: Params, state: State) -> int:
    """0, or the index in `FAULTS` of the first invariant that the state breaks."""
    river = 0
    bag = 0
    for kind in range(NUM_KINDS):
        if count_kind(state, kind) != params.counts[kind]:
            return 1
        river += int(state.river[kind])
        bag += int(state.bag[kind])
        if likelihood(state, kind, int(state.bag[kind])) == 0.0:
            return 11
    if river != state.num_river or bag != state.num_bag:
        return 4
    fault = audit_seats(params, state)
    if fault == 0:
        fault = audit_pools(params, state)
    if fault == 0:
        fault = audit_past(params, state)
    if fault != 0 or state.player == CHANCE:
        return fault
    if (state.opening == 1 or state.player == NOBODY) and state.num_river < RIVER_TILES and state.num_bag > 0:
        return 8
    if (state.ending == 1) != whites_full(params, state):
        return 9
    if state.phase == STARTING and (state.swapped != NONE or state.pool != NONE or state.group_size != 0):
        return 10
    if state.phase == TAKING and state.num_river == 0:
        return 10
    return 0


@jit
def count_kind(state: State, kind: int) -> int:
    """The tiles of a kind, wherever they are."""
    number = int(state.river[kind]) + int(state.bag[kind])
    for pool in range(NUM_POOLS):
        number += int(state.pools[pool, kind])
    for seat in range(MAX_PLAYERS):
        number += int(state.reserve[seat, kind])
    return number


@jit
def audit_seats(params: Params, state: State) -> int:
    """`audit` of the reserves, and of what each seat can infer."""
    unlocated = np.empty(NUM_KINDS, np.int8)
    for seat in range(int(state.num_players)):
        unknown = 0
        for kind in range(NUM_KINDS):
            more = int(state.reserve[seat, kind]) - int(state.known[seat, kind])
            if more < 0 or state.known[seat, kind] < 0:
                return 2
            unknown += more
        if unknown != state.num_unknown[seat] or unknown > DEALT_TILES:
            return 3
        count_unlocated(params, state, seat, unlocated)
        for kind in range(NUM_KINDS):
            if unlocated[kind] < state.bag[kind]:
                return 11
    return 0


@jit
def audit_past(params: Params, state: State) -> int:
    """`audit` of what is kept of the past."""
    dealt = int(state.dealt_rangers)
    for seat in range(int(state.num_players)):
        dealt += int(state.reserve[seat, RANGER]) - int(state.known[seat, RANGER])
    if dealt > params.counts[RANGER]:
        return 13
    num_dry = 0
    for pool in range(NUM_POOLS):
        num_dry += int(state.dry[pool])
    for arm in range(NUM_ARMS):
        for kind in range(NUM_KINDS):
            if state.returned[arm, kind] > 0 and arm >= num_dry:
                return 12
            if state.drawn[arm, kind] > 0 and state.returned[arm, kind] == 0:
                return 12
    return 0


@jit
def audit_pools(params: Params, state: State) -> int:
    """`audit` of the pools."""
    for pool in range(NUM_POOLS):
        count = 0
        species = 0
        for kind in range(NUM_SPECIES):
            number = int(state.pools[pool, kind])
            count += number
            species += 1 if number > 0 else 0
            if pool >= NUM_HOLES and number > 1:
                return 6
        if pool < NUM_HOLES and (species != 1 or state.pools[pool, state.herd[pool]] == 0):
            return 5
        if pool >= NUM_HOLES and state.dry[pool] == 0 and species == 0:
            return 6
        if count + int(state.pools[pool, RANGER]) != state.count[pool]:
            return 4
        if state.count[pool] > params.spaces[pool] or (state.count[pool] == 0) != (state.dry[pool] == 1):
            return 7
    return 0
