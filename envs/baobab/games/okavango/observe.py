"""What a seat knows of a game of Okavango, as numbers; what is hidden, for a privileged critic; features of actions.

Seats are relative: 0 is the viewer, then clockwise. Kinds are in the order of `KIND_NAMES`, pools of `POOL_NAMES`.
"""

import numpy as np
from numpy.typing import NDArray

from baobab.core.jit import jit
from baobab.core.layout import Layout
from baobab.core.record import NOBODY
from baobab.games.okavango.actions import ANIMAL, DECLINE, DRINK, PASS, PASS_NOTHING, RANGERS, RIVER, SIZE
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
    RIVER_TILES,
)
from baobab.games.okavango.determinize import count_dealt_rangers, count_unlocated, least_in_bag
from baobab.games.okavango.greedy import (
    DANGERS,
    GROUP,
    HELD,
    JOKERS,
    MOST,
    NOWHERE,
    NUM_WORK,
    PLAN_SIZE,
    POINT,
    SPECIES,
    TAKEN,
    THREATS,
    WHERE,
    Plan,
    Work,
    outlook,
    prepare,
    threat,
)
from baobab.games.okavango.state import (
    DRINKING,
    HERDING,
    NONE,
    PHASES,
    STARTING,
    SWAPPING,
    TAKING,
    Params,
    State,
)

OPPONENTS = MAX_PLAYERS - 1
MAX_TILES = NUM_SPECIES * MAX_SPECIES + MAX_RANGERS
MAX_DRAWN = NUM_ARMS * MAX_RANGERS
"""No arm gives the bag more of a kind than there are rangers, and of a species it gives one."""
MAX_SCORE = 32767
LIMIT = 127


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


BLOCKS = ("swap", "drink", "pass", "stand", "herd", "add", "size", "rangers", "river")
"""Kinds of decisions in the features; stand, herd and add are the block `animal` in its three phases."""


def feature_layout() -> Layout:
    """The features of one legal action. "Best" is the turn's best end after it, as the greedy player values it."""
    return Layout(
        ("block", (len(BLOCKS),), 0, 1, 1, f"{', '.join(BLOCKS)}, one-hot"),
        ("nothing", (1,), 0, 1, 1, "a pass or a decline that takes nothing"),
        ("rank", (1,), 0, NUM_SPECIES, 6, "rank of the species taken or chosen, or of the best group's; 0 none"),
        ("ranger", (1,), 0, 1, 1, "the tile taken is a ranger"),
        ("own", (1,), 0, MAX_SPECIES, 3, "own tiles of that kind"),
        ("on_river", (1,), 0, RIVER_TILES, 2, "tiles of that kind on the river"),
        (
            "others",
            (1,),
            0,
            MAX_GROUP,
            3,
            "the most that an opponent is known to have of it, of a species with its rangers",
        ),
        ("arm", (1,), 0, 1, 1, "the pool is an arm"),
        ("value", (1,), 0, MAX_VALUE, 4, "points of a group that fills the pool"),
        ("lying", (1,), 0, MAX_GROUP, 4, "tiles that lie there"),
        ("lying_rangers", (1,), 0, MAX_RANGERS, 1, "… rangers of them"),
        ("lying_rank", (1,), 0, NUM_SPECIES, 6, "the rank of the herd that lies there"),
        ("white", (1,), 0, MAX_GROUP, 3, "free white spaces"),
        ("dark", (1,), 0, MAX_GROUP, 2, "free dark spaces"),
        ("danger", (1,), 0, MAX_VALUE, 4, "points that an opponent's known tiles could score at the pool as it lies"),
        ("points", (1,), 0, MAX_VALUE, 4, "points of the best group"),
        ("most", (1,), 0, MAX_VALUE, 4, "the most points that a group can have after this choice"),
        ("worth", (1,), -LIMIT, LIMIT, 20, "the value of the best turn, in 1/10 points"),
        ("behind", (1,), -LIMIT, 0, 20, "its value minus that of the best action's"),
        ("size", (1,), 0, MAX_GROUP, 4, "tiles of the best group"),
        ("jokers", (1,), 0, MAX_RANGERS, 1, "… rangers of them"),
        ("taken", (1,), 0, RIVER_TILES, 2, "tiles of the best take from the river"),
        ("taken_rank", (1,), 0, NUM_SPECIES + 1, 6, "the rank of what it takes; 12 a ranger"),
        ("threat", (1,), 0, MAX_VALUE, 4, "points that an opponent's known tiles could score at the pool afterwards"),
        ("fills", (1,), 0, 1, 1, "the best group fills white spaces that were not full"),
        ("ends", (1,), 0, 1, 1, "… the last of all, so that the round is the last"),
    )


_SEEN = observation_layout()
_HIDDEN = hidden_layout()
_FEATURES = feature_layout()

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

F_BLOCK, F_NOTHING, F_RANK, F_RANGER = (_FEATURES[name].start for name in ("block", "nothing", "rank", "ranger"))
F_OWN, F_ON_RIVER, F_OTHERS, F_ARM = (_FEATURES[name].start for name in ("own", "on_river", "others", "arm"))
F_FULL, F_LYING, F_LYING_RANGERS = (_FEATURES[name].start for name in ("value", "lying", "lying_rangers"))
F_LYING_RANK, F_WHITE, F_DARK = (_FEATURES[name].start for name in ("lying_rank", "white", "dark"))
F_DANGER, F_POINTS, F_MOST = (_FEATURES[name].start for name in ("danger", "points", "most"))
F_WORTH, F_BEHIND, F_SIZE, F_JOKERS = (_FEATURES[name].start for name in ("worth", "behind", "size", "jokers"))
F_TAKEN, F_TAKEN_RANK, F_THREAT = (_FEATURES[name].start for name in ("taken", "taken_rank", "threat"))
F_FILLS, F_ENDS = (_FEATURES[name].start for name in ("fills", "ends"))
IN_SWAP, IN_DRINK, IN_PASS, IN_STAND, IN_HERD, IN_ADD, IN_SIZE, IN_RANGERS, IN_RIVER = range(len(BLOCKS))

WORTH_UNIT = POINT // 10

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


# --- Action features --------------------------------------------------------------------------------------


@jit
def encode_actions(params: Params, state: State, ids: NDArray[np.int16], count: int, out: NDArray[np.int8]) -> None:
    """Write a row of features for each legal action of the seat to move into `out [count, F]`."""
    work = np.empty((NUM_WORK, NUM_KINDS), np.int64)
    plan = np.empty(PLAN_SIZE, np.int64)
    values = np.empty(count, np.int64)
    prepare(params, state, work)
    missing = unfilled(params, state)
    best = NOWHERE
    for row in range(count):
        action = int(ids[row])
        out[row, :] = 0
        values[row] = outlook(params, state, action, work, plan)
        best = max(best, int(values[row]))
        pool, kind = describe_choice(state, action, out[row])
        if pool != NONE:
            describe_pool(params, state, pool, work, out[row])
        if plan[GROUP] > 0:
            if kind == NONE:
                kind = int(plan[SPECIES])
            describe_plan(params, state, missing, work, plan, out[row])
        if kind != NONE:
            describe_kind(state, kind, work, out[row])
    for row in range(count):
        out[row, F_WORTH] = clip(int(values[row]) // WORTH_UNIT)
        out[row, F_BEHIND] = clip((int(values[row]) - best) // WORTH_UNIT)


@jit
def clip(value: int) -> int:
    """A feature within its bounds."""
    return min(max(value, -LIMIT), LIMIT)


@jit
def unfilled(params: Params, state: State) -> int:
    """The pools that count for the end and have free white spaces."""
    number = 0
    for pool in range(NUM_HOLES if params.end_holes == 1 else NUM_POOLS):
        if state.dry[pool] == 0 and state.count[pool] < params.white[pool]:
            number += 1
    return number


@jit
def describe_choice(state: State, action: int, out: NDArray[np.int8]) -> tuple[int, int]:
    """What kind of choice it is; its pool and the kind of tile that it names, NONE where it has none."""
    pool = int(state.pool)
    if action < DRINK:
        out[F_BLOCK + IN_SWAP] = 1
        return action, int(state.herd[action]) if action < NUM_HOLES else NONE
    if action < PASS:
        out[F_BLOCK + IN_DRINK] = 1
        return action - DRINK, NONE
    if action < ANIMAL:
        out[F_BLOCK + IN_PASS] = 1
        out[F_NOTHING] = 1 if action == PASS_NOTHING else 0
        return NONE, NONE if action == PASS_NOTHING else action - PASS
    if action < SIZE:
        block = IN_ADD
        if state.phase == SWAPPING:
            block = IN_STAND
        elif state.phase == HERDING:
            block = IN_HERD
        out[F_BLOCK + block] = 1
        return pool, action - ANIMAL
    if action < RANGERS:
        out[F_BLOCK + IN_SIZE] = 1
        return pool, int(state.species)
    if action < RIVER:
        out[F_BLOCK + IN_RANGERS] = 1
        return pool, int(state.species)
    out[F_BLOCK + IN_RIVER] = 1
    out[F_NOTHING] = 1 if action == DECLINE else 0
    return NONE, NONE if action == DECLINE else action - RIVER


@jit
def describe_kind(state: State, kind: int, work: Work, out: NDArray[np.int8]) -> None:
    """The kind of tile that it is about."""
    out[F_OWN] = work[HELD, kind]
    out[F_ON_RIVER] = state.river[kind]
    out[F_OTHERS] = work[THREATS, kind]
    if kind == RANGER:
        out[F_RANGER] = 1
    else:
        out[F_RANK] = kind + 1


@jit
def describe_pool(params: Params, state: State, pool: int, work: Work, out: NDArray[np.int8]) -> None:
    """The pool as it lies."""
    count, white, spaces = int(state.count[pool]), int(params.white[pool]), int(params.spaces[pool])
    out[F_FULL] = params.points[pool, spaces]
    out[F_LYING] = count
    out[F_LYING_RANGERS] = state.pools[pool, RANGER]
    out[F_WHITE] = max(white - count, 0)
    out[F_DARK] = spaces - max(white, count)
    if pool >= NUM_HOLES:
        out[F_ARM] = 1
    else:
        out[F_LYING_RANK] = int(state.herd[pool]) + 1
    out[F_DANGER] = work[DANGERS, pool]


@jit
def describe_plan(
    params: Params,
    state: State,
    missing: int,
    work: Work,
    plan: Plan,
    out: NDArray[np.int8],
) -> None:
    """The best group after the choice, with its take from the river."""
    size, taken = int(plan[GROUP]), int(plan[TAKEN])
    out[F_SIZE] = size
    out[F_JOKERS] = plan[JOKERS]
    out[F_MOST] = plan[MOST]
    if taken == RANGER:
        out[F_TAKEN] = 1
        out[F_TAKEN_RANK] = NUM_SPECIES + 1
    elif taken != NONE:
        out[F_TAKEN] = state.river[taken]
        out[F_TAKEN_RANK] = taken + 1
    where = int(plan[WHERE])
    out[F_POINTS] = params.points[where, size]
    out[F_THREAT] = threat(params, where, size, int(plan[SPECIES]), work)
    white = int(params.white[where])
    if state.dry[where] == 0 and state.count[where] < white and size >= white:
        out[F_FILLS] = 1
        counts = where < NUM_HOLES or params.end_holes == 0
        out[F_ENDS] = 1 if counts and missing == 1 and state.ending == 0 else 0
