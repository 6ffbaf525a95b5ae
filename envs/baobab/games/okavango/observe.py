"""What a seat knows of a game of Okavango, as numbers; what is hidden, for a privileged critic.

Seats are relative: 0 is the viewer, then clockwise. Kinds are in the order of `KIND_NAMES`, pools of `POOL_NAMES`.
"""

import numpy as np
from numpy.typing import NDArray

from baobab.core.jit import jit
from baobab.core.layout import Layout
from baobab.core.record import NOBODY
from baobab.games.okavango.cards import (
    DEALT_TILES,
    MAX_GROUP,
    MAX_PLAYERS,
    MAX_RANGERS,
    MAX_SPECIES,
    MAX_VALUE,
    NUM_ARMS,
    NUM_HOLES,
    NUM_KINDS,
    NUM_POOLS,
    NUM_SPECIES,
    RANGER,
)
from baobab.games.okavango.determinize import count_dealt_rangers, count_unlocated, least_in_bag
from baobab.games.okavango.state import (
    DRINKING,
    NONE,
    PHASES,
    STARTING,
    TAKING,
    Params,
    State,
)

OPPONENTS = MAX_PLAYERS - 1
MAX_TILES = NUM_SPECIES * MAX_SPECIES + MAX_RANGERS
MAX_DRAWN = NUM_ARMS * MAX_RANGERS
"""No arm gives the bag more of a kind than there are rangers, and of a species it gives one."""
MAX_SCORE = 32767


def observation_layout() -> Layout:
    """The pieces of the observation."""
    tile, spaces = MAX_SPECIES, MAX_GROUP
    return Layout(
        ("phase", (len(PHASES),), 0, 1, 1, "the decision that is asked, one-hot; another's group looks like its start"),
        ("turn", (MAX_PLAYERS,), 0, 1, 1, "the seat whose turn it is, one-hot; none when the game is over"),
        ("num_players", (MAX_PLAYERS - 1,), 0, 1, 1, "2, 3 or 4 players, one-hot"),
        ("present", (MAX_PLAYERS,), 0, 1, 1, "seats that are there"),
        ("first", (MAX_PLAYERS,), 0, 1, 1, "the seat that began, one-hot: the last round ends before it"),
        ("rounds", (1,), 0, MAX_SCORE, 20, "rounds that are over"),
        ("ending", (1,), 0, 1, 1, "all white spaces that count are occupied: this round is the last"),
        ("empty_passes", (1,), 0, MAX_PLAYERS, 2, "passes on an empty river in a row; as many as players end the game"),
        ("score", (MAX_PLAYERS,), 0, MAX_SCORE, 40, "points of each seat"),
        ("lead", (OPPONENTS,), -MAX_SCORE, MAX_SCORE, 20, "own points minus each opponent's"),
        ("reserve", (NUM_KINDS,), 0, tile, 2, "own tiles by kind"),
        ("shown", (NUM_KINDS,), 0, tile, 2, "… those of them that the others know"),
        ("river", (NUM_KINDS,), 0, tile, 2, "the river by kind"),
        ("bag", (1,), 0, MAX_TILES, 20, "tiles in the bag"),
        ("in_bag", (NUM_KINDS,), 0, tile, 1, "tiles by kind that are in the bag for sure: they went back into it"),
        ("returned", (NUM_ARMS, NUM_KINDS), 0, MAX_RANGERS, 1, "tiles that the first, second, third dry arm gave it"),
        ("drawn", (NUM_ARMS, NUM_KINDS), 0, MAX_DRAWN, 1, "… tiles of these kinds, no others, drawn from it since"),
        ("dealt_rangers", (1,), 0, MAX_RANGERS, 1, "rangers dealt at the set-up: own ones, and others' once played"),
        ("unlocated", (NUM_KINDS,), 0, tile, 2, "tiles by kind that are in the bag or unknown in another's reserve"),
        ("known", (OPPONENTS, NUM_KINDS), 0, tile, 2, "tiles that each opponent is known to have"),
        ("unknown", (OPPONENTS,), 0, DEALT_TILES, 6, "the number of its other tiles"),
        ("herd", (NUM_HOLES, NUM_SPECIES), 0, 1, 1, "the species at each hole, one-hot"),
        ("arm", (NUM_ARMS, NUM_SPECIES), 0, 1, 1, "the species at each arm"),
        ("dry", (NUM_ARMS,), 0, 1, 1, "arms that are out of play"),
        ("count", (NUM_POOLS,), 0, spaces, 4, "tiles at each pool, rangers included"),
        ("rangers", (NUM_POOLS,), 0, MAX_RANGERS, 1, "rangers at each pool"),
        ("white", (NUM_POOLS,), 0, spaces, 3, "free white spaces of each pool"),
        ("dark", (NUM_POOLS,), 0, spaces, 2, "free dark spaces"),
        ("next", (NUM_POOLS,), 0, MAX_VALUE, 4, "points of one tile more than lie there, or as many where it is full"),
        ("full", (NUM_POOLS,), 0, MAX_VALUE, 4, "points of a group that fills the pool"),
        ("swapped", (NUM_POOLS,), 0, 1, 1, "the pool of this turn's swap, which is closed, one-hot"),
        ("pool", (NUM_POOLS,), 0, 1, 1, "the pool of this turn's drink, one-hot; of another's when it is placed"),
        ("group", (NUM_SPECIES,), 0, 1, 1, "the species chosen for its group, likewise"),
        ("size", (1,), 0, spaces, 4, "the group's size, likewise"),
        ("jokers", (1,), 0, MAX_RANGERS, 1, "the group's rangers, likewise"),
    )


def hidden_layout() -> Layout:
    """What the observation leaves out."""
    return Layout(
        ("reserves", (OPPONENTS, NUM_KINDS), 0, MAX_SPECIES, 2, "the opponents' tiles by kind"),
        ("bag", (NUM_KINDS,), 0, MAX_SPECIES, 2, "the bag by kind"),
    )


_SEEN = observation_layout()
_HIDDEN = hidden_layout()

PHASE, TURN, NUM_PLAYERS, PRESENT = (_SEEN[name].start for name in ("phase", "turn", "num_players", "present"))
FIRST, ROUNDS, ENDING, EMPTY_PASSES = (_SEEN[name].start for name in ("first", "rounds", "ending", "empty_passes"))
SCORE, LEAD, RESERVE, SHOWN = (_SEEN[name].start for name in ("score", "lead", "reserve", "shown"))
ON_RIVER, BAG, IN_BAG, UNLOCATED = (_SEEN[name].start for name in ("river", "bag", "in_bag", "unlocated"))
RETURNED, DRAWN, DEALT_RANGERS = (_SEEN[name].start for name in ("returned", "drawn", "dealt_rangers"))
KNOWN, UNKNOWN, HERD, ARM, DRY = (_SEEN[name].start for name in ("known", "unknown", "herd", "arm", "dry"))
COUNT, ON_POOL, WHITE, DARK = (_SEEN[name].start for name in ("count", "rangers", "white", "dark"))
NEXT, FULL, SWAPPED, POOL = (_SEEN[name].start for name in ("next", "full", "swapped", "pool"))
PICKED, GROUP_SIZE, GROUP_JOKERS = (_SEEN[name].start for name in ("group", "size", "jokers"))

RESERVES_TRUE, BAG_TRUE = (_HIDDEN[name].start for name in ("reserves", "bag"))

# --- Observation ------------------------------------------------------------------------------------------


@jit
def encode(params: Params, state: State, viewer: int, out: NDArray[np.int16]) -> None:
    """Write what `viewer` knows into `out [D]`."""
    out[:] = 0
    encode_seats(state, viewer, out)
    encode_tiles(params, state, viewer, out)
    encode_pools(params, state, out)
    encode_turn(state, viewer, out)


@jit
def encode_seats(state: State, viewer: int, out: NDArray[np.int16]) -> None:
    """Who is there, whose turn it is, and who has how many points."""
    num_players = int(state.num_players)
    if state.player != NOBODY:
        out[TURN + (int(state.mover) - viewer) % num_players] = 1
    out[NUM_PLAYERS + num_players - 2] = 1
    out[FIRST + (int(state.first) - viewer) % num_players] = 1
    out[ROUNDS] = int(state.turns) // num_players
    out[ENDING] = state.ending
    out[EMPTY_PASSES] = state.empty_passes
    for seat in range(num_players):
        relative = (seat - viewer) % num_players
        out[PRESENT + relative] = 1
        out[SCORE + relative] = state.score[seat]
        if relative > 0:
            out[LEAD + relative - 1] = int(state.score[viewer]) - int(state.score[seat])
            out[UNKNOWN + relative - 1] = state.num_unknown[seat]


@jit
def encode_tiles(params: Params, state: State, viewer: int, out: NDArray[np.int16]) -> None:
    """The own reserve, the river, and what is known of the bag and of the other reserves."""
    num_players = int(state.num_players)
    count_unlocated(params, state, viewer, out[UNLOCATED:])
    out[BAG] = state.num_bag
    for kind in range(NUM_KINDS):
        out[RESERVE + kind] = state.reserve[viewer, kind]
        out[SHOWN + kind] = state.known[viewer, kind]
        out[ON_RIVER + kind] = state.river[kind]
        out[IN_BAG + kind] = least_in_bag(state, kind)
    out[DEALT_RANGERS] = count_dealt_rangers(state, viewer)
    for arm in range(NUM_ARMS):
        for kind in range(NUM_KINDS):
            out[RETURNED + arm * NUM_KINDS + kind] = state.returned[arm, kind]
            out[DRAWN + arm * NUM_KINDS + kind] = state.drawn[arm, kind]
    for relative in range(1, num_players):
        seat = (viewer + relative) % num_players
        for kind in range(NUM_KINDS):
            out[KNOWN + (relative - 1) * NUM_KINDS + kind] = state.known[seat, kind]


@jit
def encode_pools(params: Params, state: State, out: NDArray[np.int16]) -> None:
    """The pools, and what they are worth."""
    for hole in range(NUM_HOLES):
        out[HERD + hole * NUM_SPECIES + int(state.herd[hole])] = 1
    for arm in range(NUM_ARMS):
        out[DRY + arm] = state.dry[NUM_HOLES + arm]
        for species in range(NUM_SPECIES):
            out[ARM + arm * NUM_SPECIES + species] = state.pools[NUM_HOLES + arm, species]
    for pool in range(NUM_POOLS):
        count, white, spaces = int(state.count[pool]), int(params.white[pool]), int(params.spaces[pool])
        out[COUNT + pool] = count
        out[ON_POOL + pool] = state.pools[pool, RANGER]
        if state.dry[pool] == 0:
            out[WHITE + pool] = max(white - count, 0)
            out[DARK + pool] = spaces - max(white, count)
            out[NEXT + pool] = params.points[pool, min(count + 1, spaces)]
            out[FULL + pool] = params.points[pool, spaces]


@jit
def encode_turn(state: State, viewer: int, out: NDArray[np.int16]) -> None:
    """What is asked, and what the turn has done so far: a group that another seat has in mind is its own affair."""
    if state.player == NOBODY:
        return
    shown = state.mover == viewer or state.phase == TAKING
    phase = int(state.phase)
    if not shown:
        phase = STARTING if state.swapped == NONE else DRINKING
    out[PHASE + phase] = 1
    if state.swapped != NONE:
        out[SWAPPED + int(state.swapped)] = 1
    if shown and state.pool != NONE:
        out[POOL + int(state.pool)] = 1
        out[GROUP_SIZE] = state.group_size
        out[GROUP_JOKERS] = state.rangers
        if state.species != NONE:
            out[PICKED + int(state.species)] = 1
        for species in range(NUM_SPECIES):
            out[PICKED + species] |= (int(state.picked) >> species) & 1


@jit
def encode_state(params: Params, state: State, viewer: int, out: NDArray[np.int8]) -> None:
    """Write all that is hidden from the observation into `out [H]`."""
    out[:] = 0
    num_players = int(state.num_players)
    for relative in range(1, num_players):
        seat = (viewer + relative) % num_players
        for kind in range(NUM_KINDS):
            out[RESERVES_TRUE + (relative - 1) * NUM_KINDS + kind] = state.reserve[seat, kind]
    for kind in range(NUM_KINDS):
        out[BAG_TRUE + kind] = state.bag[kind]
