"""Features of Okavango's actions, for networks that score actions one by one: what an action promises, in numbers."""

import numpy as np
from numpy.typing import NDArray

from baobab.core.jit import jit
from baobab.core.layout import Layout
from baobab.games.okavango.actions import ANIMAL, DECLINE, DRINK, PASS, PASS_NOTHING, RANGERS, RIVER, SIZE
from baobab.games.okavango.cards import (
    MAX_GROUP,
    MAX_RANGERS,
    MAX_SPECIES,
    MAX_VALUE,
    NUM_HOLES,
    NUM_KINDS,
    NUM_POOLS,
    NUM_SPECIES,
    RANGER,
    RIVER_TILES,
)
from baobab.games.okavango.outlook import (
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
from baobab.games.okavango.state import HERDING, NONE, SWAPPING, Params, State

LIMIT = 127
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


_FEATURES = feature_layout()

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
