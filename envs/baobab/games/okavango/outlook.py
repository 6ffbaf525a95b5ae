"""What an action promises until the end of the turn: the points of its best group, and the worth of what is left.

The greedy player and the features of actions both look at this. It weighs the points that a turn scores, what the
reserve is worth afterwards (with the tiles that it takes up and the best group of the river), and what the others, by
the tiles that they are known to hold, could score at that pool before and after. It sees no hidden tile.
"""

import numpy as np
from numpy.typing import NDArray

from baobab.core.jit import jit
from baobab.games.okavango.actions import ANIMAL, DRINK, PASS, RANGERS, RIVER, SIZE
from baobab.games.okavango.cards import NUM_HOLES, NUM_KINDS, NUM_POOLS, NUM_SPECIES, RANGER
from baobab.games.okavango.rules import open_spaces
from baobab.games.okavango.state import HERDING, NONE, SWAPPING, Params, State

POINT = 160
"""A point, in the units of every value here. The weights below are those of a series of matches between variants."""
HERD_BASE = 10
"""A herd of n tiles of a species is worth n² · (HERD_BASE + species)."""
RANGER_WORTH = 240
"""A ranger in the reserve."""
THREAT = POINT // 8
"""A point that the others could score at once: an eighth of an own one."""
NOWHERE = -1000000
"""Below every value."""

PLAN_SIZE = 7
VALUE, WHERE, SPECIES, GROUP, JOKERS, TAKEN, MOST = range(PLAN_SIZE)
"""What `Plan` holds: the best value; its pool, species (at a hole), size, rangers and take; the most points of any."""
Plan = NDArray[np.int64]
"""The best turn found so far, `[7]`; GROUP is NONE where it places none."""

NUM_WORK = 5
HELD, LEFT, THREATS, DANGERS, MOSTS = range(NUM_WORK)
"""What `Work` holds: the own reserve by kind; the same to try groups with; the most tiles of each kind that an opponent
is known to have, of a species with its rangers; by pool the points that an opponent could score there by its known
tiles; and single numbers."""
TAKE, VARIETY = range(2)
"""In MOSTS: the most that a take from the river adds to what is held; the largest group for an arm that an opponent is
known to have."""
Work = NDArray[np.int64]
"""What is reckoned once for all actions of a decision, `[5, 12]`."""
Tiles = NDArray[np.int64]
"""A number of tiles by kind, `[12]`."""


@jit
def prepare(params: Params, state: State, work: Work) -> None:
    """Fill in what all actions of the decision are reckoned with."""
    for kind in range(NUM_KINDS):
        work[HELD, kind] = state.reserve[state.player, kind]
        work[LEFT, kind] = work[HELD, kind]
        work[THREATS, kind] = 0
    work[MOSTS, TAKE] = 0
    work[MOSTS, VARIETY] = 0
    for kind in range(NUM_KINDS):
        if state.river[kind] > 0:
            work[MOSTS, TAKE] = max(int(work[MOSTS, TAKE]), river_gain(state, work[HELD], kind))
    for seat in range(int(state.num_players)):
        if seat != state.player:
            know(state, seat, work)
    for pool in range(NUM_POOLS):
        herd = int(state.herd[pool]) if pool < NUM_HOLES else NONE
        work[DANGERS, pool] = 0
        if state.dry[pool] == 0:
            work[DANGERS, pool] = threat(params, pool, int(state.count[pool]), herd, work)


@jit
def know(state: State, seat: int, work: Work) -> None:
    """Take an opponent's known tiles into account."""
    rangers = int(state.known[seat, RANGER])
    species = 0
    for kind in range(NUM_SPECIES):
        if state.known[seat, kind] > 0:
            species += 1
            work[THREATS, kind] = max(int(work[THREATS, kind]), int(state.known[seat, kind]) + rangers)
    work[THREATS, RANGER] = max(int(work[THREATS, RANGER]), rangers)
    if species > 0:
        work[MOSTS, VARIETY] = max(int(work[MOSTS, VARIETY]), species + rangers)


@jit
def outlook(params: Params, state: State, action: int, work: Work, plan: Plan) -> int:
    """What an action promises until the end of the turn; its best continuation is left in `plan`."""
    plan[:] = NONE
    plan[VALUE] = NOWHERE
    plan[MOST] = 0
    pool = int(state.pool)
    if action < DRINK:
        try_swap(params, state, action, work, plan)
    elif action < PASS:
        try_pool(params, state, action - DRINK, work, plan)
    elif action < ANIMAL:
        kind = action - PASS
        plan[VALUE] = gain(work[HELD], kind, 1) if kind < NUM_KINDS else 0
    elif action < SIZE:
        species = action - ANIMAL
        if state.phase == SWAPPING:
            plan[VALUE] = -loss(work[HELD], species)
        elif state.phase == HERDING:
            try_herd(params, state, pool, species, work, plan)
        else:
            plan[VALUE] = -picked_loss(state, species, work[HELD])
    elif action < RANGERS:
        size = action - SIZE + 1
        fewest = max(0, size - count_animals(work[HELD], pool, int(state.species)))
        try_group(params, state, pool, int(state.species), size, fewest, work, plan)
    elif action < RIVER:
        try_group(params, state, pool, int(state.species), int(state.group_size), action - RANGERS, work, plan)
    else:
        kind = action - RIVER
        plan[VALUE] = river_gain(state, work[HELD], kind) if kind < NUM_KINDS else 0
    return int(plan[VALUE])


# --- Worth of tiles ---------------------------------------------------------------------------------------


@jit
def worth(kind: int, number: int) -> int:
    """What so many tiles of a kind are worth in a reserve: herds of many, and of a high rank."""
    if kind == RANGER:
        return RANGER_WORTH * number
    return number * number * (HERD_BASE + kind)


@jit
def gain(tiles: Tiles, kind: int, number: int) -> int:
    """What more tiles of a kind are worth beside those that are there."""
    return worth(kind, int(tiles[kind]) + number) - worth(kind, int(tiles[kind]))


@jit
def river_gain(state: State, tiles: Tiles, kind: int) -> int:
    """What the river's group of a species, or one of its rangers, is worth beside what is there."""
    return gain(tiles, kind, 1 if kind == RANGER else int(state.river[kind]))


@jit
def loss(tiles: Tiles, species: int) -> int:
    """What one tile of a species less costs."""
    return worth(species, int(tiles[species])) - worth(species, int(tiles[species]) - 1)


@jit
def change(work: Work, kind: int) -> int:
    """What a kind is worth more in what is left than in what is held."""
    return worth(kind, int(work[LEFT, kind])) - worth(kind, int(work[HELD, kind]))


@jit
def count_animals(tiles: Tiles, pool: int, species: int) -> int:
    """The animals that a group for this pool can have: of the species at a hole, one of each species at an arm."""
    if pool < NUM_HOLES:
        return int(tiles[species])
    number = 0
    for kind in range(NUM_SPECIES):
        if tiles[kind] > 0:
            number += 1
    return number


# --- Turns ------------------------------------------------------------------------------------------------


@jit
def try_swap(params: Params, state: State, pool: int, work: Work, plan: Plan) -> None:
    """Take a ranger off a pool, then the best drink at another one or the best pass."""
    species = NONE
    if pool < NUM_HOLES:
        species = int(state.herd[pool])
    else:
        for kind in range(NUM_SPECIES):
            free = work[HELD, kind] > 0 and state.pools[pool, kind] == 0
            if free and (species == NONE or loss(work[HELD], kind) < loss(work[HELD], species)):
                species = kind
    value = worth(RANGER, 1) - loss(work[HELD], species)
    exchange(work, species, 1)
    for other in range(NUM_POOLS):
        if other != pool and state.dry[other] == 0:
            try_pool(params, state, other, work, plan)
    best = 0
    for kind in range(NUM_KINDS):
        if state.river[kind] > 0:
            best = max(best, gain(work[HELD], kind, 1))
    if best > plan[VALUE]:
        plan[VALUE], plan[GROUP] = best, NONE
    exchange(work, species, -1)
    plan[VALUE] += value


@jit
def exchange(work: Work, species: int, number: int) -> None:
    """Hold so many animals of a species less, and as many rangers more."""
    for row in range(HELD, LEFT + 1):
        work[row, species] -= number
        work[row, RANGER] += number


@jit
def try_pool(params: Params, state: State, pool: int, work: Work, plan: Plan) -> None:
    """Try the groups of a pool, each with as few rangers as it can have."""
    if pool < NUM_HOLES:
        for species in range(NUM_SPECIES - 1, -1, -1):
            if work[HELD, species] > 0:
                try_herd(params, state, pool, species, work, plan)
        return
    animals = count_animals(work[HELD], pool, NONE)
    count = int(state.count[pool])
    most = open_spaces(params, count, pool)
    if animals > 0:
        for size in range(count + 1, min(most, animals + int(work[HELD, RANGER])) + 1):
            try_group(params, state, pool, NONE, size, max(0, size - animals), work, plan)


@jit
def try_herd(params: Params, state: State, pool: int, species: int, work: Work, plan: Plan) -> None:
    """Try the sizes of a herd of this species at a hole."""
    count, held = int(state.count[pool]), int(work[HELD, species])
    fewest = count if species > state.herd[pool] else count + 1
    most = min(open_spaces(params, count, pool), held + int(work[HELD, RANGER]))
    for size in range(most, fewest - 1, -1):
        try_group(params, state, pool, species, size, max(0, size - held), work, plan)


@jit
def try_group(
    params: Params, state: State, pool: int, species: int, size: int, jokers: int, work: Work, plan: Plan
) -> None:
    """Value a group (at an arm with the animals that are missed least) and keep it in `plan` if it is the best."""
    points = int(params.points[pool, size])
    plan[MOST] = max(int(plan[MOST]), points)
    value = points * POINT + int(work[DANGERS, pool]) * THREAT
    taken = NONE
    if pool < NUM_HOLES:
        herd, rangers = int(state.herd[pool]), int(state.pools[pool, RANGER])
        work[LEFT, species] -= size - jokers
        work[LEFT, herd] += int(state.count[pool]) - rangers
        work[LEFT, RANGER] += rangers - jokers
        value += change(work, species) + change(work, RANGER)
        if herd != species:
            value += change(work, herd)
        # Most groups are out of the race here: no take from the river can make up for what they lack.
        if value + max(int(work[MOSTS, TAKE]), river_gain(state, work[LEFT], herd)) > plan[VALUE]:
            taken, take = best_take(state, pool, species, size, work[LEFT])
            value += take - threat(params, pool, size, species, work) * THREAT
        else:
            value = NOWHERE
        work[LEFT, species] = work[HELD, species]
        work[LEFT, herd] = work[HELD, herd]
        work[LEFT, RANGER] = work[HELD, RANGER]
    else:
        pick_cheapest(work, size - jokers)
        work[LEFT, RANGER] -= jokers
        for kind in range(NUM_KINDS):
            work[LEFT, kind] += state.pools[pool, kind]
            value += change(work, kind)
        taken, take = best_take(state, pool, species, size, work[LEFT])
        value += take - threat(params, pool, size, species, work) * THREAT
        work[LEFT] = work[HELD]
    if value > plan[VALUE]:
        plan[VALUE], plan[WHERE], plan[SPECIES] = value, pool, species
        plan[GROUP], plan[JOKERS], plan[TAKEN] = size, jokers, taken


@jit
def pick_cheapest(work: Work, number: int) -> None:
    """Take one animal of each of the `number` species that are missed least off what is left."""
    for _ in range(number):
        cheapest = NONE
        for species in range(NUM_SPECIES):
            free = work[HELD, species] > 0 and work[LEFT, species] == work[HELD, species]
            if free and (cheapest == NONE or loss(work[HELD], species) < loss(work[HELD], cheapest)):
                cheapest = species
        work[LEFT, cheapest] -= 1


@jit
def picked_loss(state: State, species: int, held: Tiles) -> int:
    """What an arm's group costs whose next species is this one, and the others those above it that are missed least."""
    missing = int(state.group_size) - int(state.rangers) - 1
    picked = int(state.picked)
    while picked > 0:
        missing -= picked & 1
        picked >>= 1
    total = loss(held, species)
    used = 0
    for _ in range(missing):
        cheapest = NONE
        for kind in range(species + 1, NUM_SPECIES):
            free = held[kind] > 0 and not (used >> kind) & 1
            if free and (cheapest == NONE or loss(held, kind) < loss(held, cheapest)):
                cheapest = kind
        used |= 1 << cheapest
        total += loss(held, cheapest)
    return total


@jit
def best_take(state: State, pool: int, species: int, size: int, left: Tiles) -> tuple[int, int]:
    """The best group that the river gives after a group of this size: its kind (NONE: nothing) and its worth."""
    best, chosen = 0, NONE
    for kind in range(NUM_SPECIES):
        number = int(state.river[kind])
        if number > 0 and (number < size or (number == size and pool < NUM_HOLES and kind < species)):
            value = gain(left, kind, number)
            if value > best:
                best, chosen = value, kind
    if state.river[RANGER] > 0 and best < RANGER_WORTH:
        best, chosen = RANGER_WORTH, RANGER
    return chosen, best


@jit
def threat(params: Params, pool: int, size: int, species: int, work: Work) -> int:
    """The most points that an opponent, by its known tiles, could score at a pool where such a group lies."""
    spaces = open_spaces(params, size, pool)
    strongest = 0
    if pool >= NUM_HOLES:
        if size < spaces and work[MOSTS, VARIETY] > size:
            strongest = min(int(work[MOSTS, VARIETY]), spaces)
        return int(params.points[pool, strongest])
    for kind in range(NUM_SPECIES):
        have = min(int(work[THREATS, kind]), spaces)
        if have > strongest and have >= (size if kind > species else size + 1):
            strongest = have
    return int(params.points[pool, strongest])
