"""Okavango's rules: set-up and turn, in the order of the rule book. The page README.md cites and labels them."""

import numpy as np
from numpy.typing import NDArray

from baobab.core.jit import jit
from baobab.core.record import CHANCE, NOBODY
from baobab.core.rng import below, seed_rng
from baobab.games.okavango.actions import (
    ANIMAL,
    DECLINE,
    DRINK,
    PASS,
    PASS_NOTHING,
    RANGERS,
    RIVER,
    SIZE,
    SWAP,
)
from baobab.games.okavango.cards import (
    DEALT_TILES,
    NUM_ARMS,
    NUM_HOLES,
    NUM_KINDS,
    NUM_POOLS,
    NUM_SPECIES,
    RANGER,
    RIVER_TILES,
)
from baobab.games.okavango.scoring import score_placement, whites_full
from baobab.games.okavango.state import (
    ADDING,
    DRINKING,
    HERDING,
    JOINING,
    NONE,
    SIZING,
    STARTING,
    SWAPPING,
    TAKING,
    Params,
    State,
)

# --- Set-up -----------------------------------------------------------------------------------------------


@jit
def reset(params: Params, state: State, num_players: int, seed: int) -> None:
    """Deal 13 tiles to each player, one animal to each pool and 13 tiles to the river; draw the first player."""
    clear(params, state, num_players)
    seed_rng(state.rng, seed)
    for seat in range(num_players):
        for _ in range(DEALT_TILES):
            kind = draw(state, int(state.num_bag))
            leave_bag(state, kind)
            state.reserve[seat, kind] += 1
        state.num_unknown[seat] = DEALT_TILES
    for pool in range(NUM_POOLS):
        # A ranger drawn here goes back and another tile is drawn: an animal, each tile as likely.
        species = draw(state, int(state.num_bag) - int(state.bag[RANGER]))
        leave_bag(state, species)
        put_first(state, pool, species)
    for _ in range(RIVER_TILES):
        kind = draw(state, int(state.num_bag))
        leave_bag(state, kind)
        state.river[kind] += 1
    state.num_river = RIVER_TILES
    begin(params, state, below(state.rng, num_players))


@jit
def clear(params: Params, state: State, num_players: int) -> None:
    """All tiles in the bag, nothing dealt."""
    state.num_players = num_players
    state.decisions = 0
    state.turns = 0
    state.empty_passes = 0
    state.ending = 0
    state.score[:] = 0
    state.reserve[:] = 0
    state.known[:] = 0
    state.num_unknown[:] = 0
    state.pools[:] = 0
    state.count[:] = 0
    state.herd[:] = NONE
    state.dry[:] = 0
    state.river[:] = 0
    state.num_river = 0
    state.num_bag = 0
    for kind in range(NUM_KINDS):
        state.bag[kind] = params.counts[kind]
        state.num_bag += params.counts[kind]
    state.dealt_rangers = 0
    state.returned[:] = 0
    state.drawn[:] = 0
    state.swapped = NONE
    forget_group(state)


@jit
def put_first(state: State, pool: int, species: int) -> None:
    """Lay an animal on the first space of a pool."""
    state.pools[pool, species] = 1
    state.count[pool] = 1
    if pool < NUM_HOLES:
        state.herd[pool] = species


@jit
def begin(params: Params, state: State, first: int) -> None:
    """Ask the first player for the first turn."""
    state.first = first
    state.mover = first
    state.ending = 1 if whites_full(params, state) else 0
    state.player = first
    state.phase = STARTING
    state.opening = 1


# --- Choices ----------------------------------------------------------------------------------------------


@jit
def legal(params: Params, state: State, ids: NDArray[np.int16]) -> int:
    """Write the legal actions of the decision that is asked; their number."""
    if state.phase == STARTING or state.phase == DRINKING:
        return legal_turn(params, state, ids)
    phase = int(state.phase)
    count = 0
    if phase == SIZING:
        low, high = size_range(params, state, int(state.pool), int(state.species))
        for size in range(low, high + 1):
            ids[count] = SIZE + size - 1
            count += 1
    elif phase == JOINING:
        low, high = ranger_range(state)
        for rangers in range(low, high + 1):
            ids[count] = RANGERS + rangers
            count += 1
    elif phase == TAKING:
        for kind in range(NUM_KINDS):
            if can_take(state, kind):
                ids[count] = RIVER + kind
                count += 1
        ids[count] = DECLINE
        count += 1
    else:
        for species in range(NUM_SPECIES):
            if can_choose(params, state, species):
                ids[count] = ANIMAL + species
                count += 1
    return count


@jit
def legal_turn(params: Params, state: State, ids: NDArray[np.int16]) -> int:
    """`legal` at the start of a turn, or after its swap."""
    count = 0
    if state.phase == STARTING:
        for pool in range(NUM_POOLS):
            if can_swap(state, pool):
                ids[count] = SWAP + pool
                count += 1
    for pool in range(NUM_POOLS):
        if can_drink(params, state, pool):
            ids[count] = DRINK + pool
            count += 1
    for kind in range(NUM_KINDS):
        if state.river[kind] > 0:
            ids[count] = PASS + kind
            count += 1
    if state.num_river == 0:
        ids[count] = PASS_NOTHING
        count += 1
    return count


@jit
def forced(params: Params, state: State) -> int:
    """The only legal action of the decision that is asked, or −1."""
    phase = int(state.phase)
    if phase == SIZING:
        low, high = size_range(params, state, int(state.pool), int(state.species))
        return SIZE + low - 1 if low == high else -1
    if phase == JOINING:
        low, high = ranger_range(state)
        return RANGERS + low if low == high else -1
    if phase == TAKING:
        for kind in range(NUM_KINDS):
            if can_take(state, kind):
                return -1
        return DECLINE
    only = -1
    count = 0
    if state.phase == STARTING or state.phase == DRINKING:
        if state.num_river == 0:
            only, count = PASS_NOTHING, 1
        for kind in range(NUM_KINDS):
            if state.river[kind] > 0:
                only = PASS + kind
                count += 1
        # Beside a drink or a swap there is always a pass, so only a pass can be the one answer.
        for pool in range(NUM_POOLS):
            if count == 1 and (can_drink(params, state, pool) or (phase == STARTING and can_swap(state, pool))):
                count = 2
    else:
        for species in range(NUM_SPECIES):
            if can_choose(params, state, species):
                only = ANIMAL + species
                count += 1
                if count > 1:
                    break
    return only if count == 1 else -1


@jit
def can_swap(state: State, pool: int) -> bool:
    """Whether the seat to move may take a ranger off this pool for an animal of its reserve."""
    if state.pools[pool, RANGER] == 0:
        return False
    if pool < NUM_HOLES:
        return bool(state.reserve[state.player, state.herd[pool]] > 0)
    for species in range(NUM_SPECIES):
        if can_stand(state, pool, species):
            return True
    return False


@jit
def can_stand(state: State, arm: int, species: int) -> bool:
    """Whether the seat to move has this species to lay in a ranger's place at an arm, where none lies yet."""
    return bool(state.reserve[state.player, species] > 0 and state.pools[arm, species] == 0)


@jit
def can_drink(params: Params, state: State, pool: int) -> bool:
    """Whether the seat to move has a group for this pool."""
    if pool == state.swapped or state.dry[pool] == 1:
        return False
    if pool >= NUM_HOLES:
        low, high = size_range(params, state, pool, NONE)
        return low <= high
    seat = int(state.player)
    rangers = int(state.reserve[seat, RANGER])
    count, herd = int(state.count[pool]), int(state.herd[pool])
    for species in range(NUM_SPECIES):
        held = int(state.reserve[seat, species])
        fewest = count if species > herd else count + 1
        if held > 0 and held + rangers >= fewest and fewest <= open_spaces(params, count, pool):
            return True
    return False


@jit
def open_spaces(params: Params, count: int, pool: int) -> int:
    """How many tiles a pool takes where so many lie."""
    white, spaces = int(params.white[pool]), int(params.spaces[pool])
    if params.dark_later == 1 and count < white:
        return white
    if pool >= NUM_HOLES and params.arm_steps_one == 1:
        return min(spaces, max(white, count + 1))
    return spaces


@jit
def size_range(params: Params, state: State, pool: int, species: int) -> tuple[int, int]:
    """The fewest and the most tiles of a group for this pool (of this species, at a hole); fewest > most: none."""
    seat = int(state.player)
    count = int(state.count[pool])
    rangers = int(state.reserve[seat, RANGER])
    most = open_spaces(params, count, pool)
    if pool < NUM_HOLES:
        held = int(state.reserve[seat, species])
        if held == 0:
            return 1, 0
        return (count if species > state.herd[pool] else count + 1), min(most, held + rangers)
    kinds = 0
    for kind in range(NUM_SPECIES):
        if state.reserve[seat, kind] > 0:
            kinds += 1
    if kinds == 0:
        return 1, 0
    return count + 1, min(most, kinds + rangers)


@jit
def ranger_range(state: State) -> tuple[int, int]:
    """The fewest and the most rangers of the group whose size is chosen: at least one animal is real (ruling)."""
    seat, size = int(state.player), int(state.group_size)
    animals = 0
    if state.pool < NUM_HOLES:
        animals = int(state.reserve[seat, state.species])
    else:
        for kind in range(NUM_SPECIES):
            if state.reserve[seat, kind] > 0:
                animals += 1
    return max(0, size - animals), min(int(state.reserve[seat, RANGER]), size - 1)


@jit
def can_choose(params: Params, state: State, species: int) -> bool:
    """Whether a species may be chosen: for a swapped ranger, of a herd, or as the next one of an arm's group."""
    seat, pool = int(state.player), int(state.pool)
    if state.reserve[seat, species] == 0:
        return False
    if state.phase == SWAPPING:
        return can_stand(state, pool, species)
    if state.phase == HERDING:
        low, high = size_range(params, state, pool, species)
        return low <= high
    # Each next species ranks above those before it, and enough must be left for the rest of the group.
    picked = int(state.picked)
    if picked >> species != 0:
        return False
    missing = int(state.group_size) - int(state.rangers) - num_picked(state)
    left = 0
    for kind in range(species, NUM_SPECIES):
        if state.reserve[seat, kind] > 0:
            left += 1
    return left >= missing


@jit
def num_picked(state: State) -> int:
    """The species that the arm's group has so far."""
    picked, count = int(state.picked), 0
    while picked > 0:
        count += picked & 1
        picked >>= 1
    return count


@jit
def can_take(state: State, kind: int) -> bool:
    """Whether a whole group of the river, or one ranger, may be taken after the drink of this turn."""
    number = int(state.river[kind])
    if number == 0:
        return False
    if kind == RANGER:
        return True
    size = int(state.group_size)
    return number < size or (number == size and state.pool < NUM_HOLES and kind < state.species)


# --- Turn -------------------------------------------------------------------------------------------------


@jit
def apply(params: Params, state: State, action: int) -> None:
    """Apply one legal decision of the seat to move."""
    state.decisions += 1
    state.opening = 0
    phase = int(state.phase)
    if state.phase == STARTING or state.phase == DRINKING:
        if action < DRINK:
            choose_swap(state, action - SWAP)
        elif action < PASS:
            state.pool = action - DRINK
            state.phase = HERDING if state.pool < NUM_HOLES else SIZING
        else:
            pass_turn(params, state, action - PASS)
    elif phase == SWAPPING:
        swap(state, int(state.pool), action - ANIMAL)
    elif phase == HERDING:
        state.species = action - ANIMAL
        state.phase = SIZING
    elif phase == SIZING:
        state.group_size = action - SIZE + 1
        state.phase = JOINING
    elif phase == JOINING:
        state.rangers = action - RANGERS
        if state.pool < NUM_HOLES:
            place(params, state)
        else:
            state.phase = ADDING
    elif phase == ADDING:
        state.picked |= 1 << (action - ANIMAL)
        if num_picked(state) + state.rangers == state.group_size:
            place(params, state)
    else:
        take_group(params, state, action - RIVER)


@jit
def choose_swap(state: State, pool: int) -> None:
    """Swap at a hole at once; at an arm ask which species the ranger stands for."""
    if pool < NUM_HOLES:
        swap(state, pool, int(state.herd[pool]))
    else:
        state.pool = pool
        state.phase = SWAPPING


@jit
def swap(state: State, pool: int, species: int) -> None:
    """Take a ranger off a pool and leave an animal in its place; the pool is closed for the rest of the turn."""
    seat = int(state.player)
    state.pools[pool, RANGER] -= 1
    state.pools[pool, species] += 1
    give(state, seat, species, 1)
    receive(state, seat, RANGER, 1)
    state.swapped = pool
    state.pool = NONE
    state.phase = DRINKING


@jit
def place(params: Params, state: State) -> None:
    """Place the chosen group, take up the tiles that lay there, score, and go on to the river."""
    seat, pool = int(state.player), int(state.pool)
    for kind in range(NUM_KINDS):
        placed = group_tiles(state, kind)
        lay = int(state.pools[pool, kind])
        if placed > 0:
            give(state, seat, kind, placed)
        if lay > 0:
            receive(state, seat, kind, lay)
        state.pools[pool, kind] = placed
    state.count[pool] = state.group_size
    if pool < NUM_HOLES:
        state.herd[pool] = state.species
    score_placement(params, state, pool, int(state.group_size))
    if pool >= NUM_HOLES and state.group_size == params.spaces[pool]:
        dry_up(state, pool)
    if state.ending == 0 and whites_full(params, state):
        state.ending = 1
    state.empty_passes = 0
    if state.num_river == 0:
        end_turn(state)
    else:
        state.phase = TAKING


@jit
def group_tiles(state: State, kind: int) -> int:
    """The tiles of a kind in the chosen group."""
    if kind == RANGER:
        return int(state.rangers)
    if state.pool < NUM_HOLES:
        return int(state.group_size) - int(state.rangers) if kind == state.species else 0
    return (int(state.picked) >> kind) & 1


@jit
def dry_up(state: State, arm: int) -> None:
    """A full arm's tiles return to the bag; it is out of play."""
    num_dry = 0
    for other in range(NUM_HOLES, NUM_POOLS):
        num_dry += int(state.dry[other])
    for kind in range(NUM_KINDS):
        return_to_bag(state, num_dry, kind, int(state.pools[arm, kind]))
        state.pools[arm, kind] = 0
    state.count[arm] = 0
    state.dry[arm] = 1


@jit
def take_group(params: Params, state: State, kind: int) -> None:
    """Take a species' whole group off the river, or one ranger, or nothing (NUM_KINDS)."""
    if kind < NUM_KINDS:
        number = 1 if kind == RANGER else int(state.river[kind])
        state.river[kind] -= number
        state.num_river -= number
        receive(state, int(state.player), kind, number)
    end_turn(state)


@jit
def pass_turn(params: Params, state: State, kind: int) -> None:
    """Pass, and take one tile of a kind off the river; nothing (NUM_KINDS) where it is empty."""
    if kind < NUM_KINDS:
        state.river[kind] -= 1
        state.num_river -= 1
        receive(state, int(state.player), kind, 1)
        state.empty_passes = 0
    else:
        state.empty_passes += 1
    end_turn(state)


@jit
def end_turn(state: State) -> None:
    """The river is refilled, by chance, where it can be; then the next turn."""
    state.swapped = NONE
    forget_group(state)
    if state.num_river < RIVER_TILES and state.num_bag > 0:
        state.player = CHANCE
        state.phase = STARTING
    else:
        next_turn(state)


@jit
def chance(params: Params, state: State) -> None:
    """Refill the river to 13 as far as the bag goes, then the next turn."""
    while state.num_river < RIVER_TILES and state.num_bag > 0:
        refill(state, draw(state, int(state.num_bag)))
    next_turn(state)


@jit
def next_turn(state: State) -> None:
    """The game is over when its last round is complete, or when all have passed on an empty river; else go round."""
    num_players = int(state.num_players)
    state.turns += 1
    state.phase = STARTING
    state.mover = (state.mover + 1) % num_players
    if state.empty_passes == num_players or (state.ending == 1 and state.mover == state.first):
        state.player = NOBODY
        return
    state.player = state.mover
    state.opening = 1


# --- Tiles ------------------------------------------------------------------------------------------------


@jit
def give(state: State, seat: int, kind: int, number: int) -> None:
    """Tiles leave a reserve: first those that all knew to be there, then unknown ones."""
    state.reserve[seat, kind] -= number
    seen = min(int(state.known[seat, kind]), number)
    state.known[seat, kind] -= seen
    state.num_unknown[seat] -= number - seen
    if kind == RANGER:
        state.dealt_rangers += number - seen


@jit
def receive(state: State, seat: int, kind: int, number: int) -> None:
    """Tiles come into a reserve, as all see."""
    state.reserve[seat, kind] += number
    state.known[seat, kind] += number


@jit
def draw(state: State, bound: int) -> int:
    """The kind of a tile of the bag, each as likely; `bound` counts the tiles of the first kinds to draw from."""
    place = below(state.rng, bound)
    kind = 0
    while place >= state.bag[kind]:
        place -= int(state.bag[kind])
        kind += 1
    return kind


@jit
def leave_bag(state: State, kind: int) -> None:
    """A tile comes out of the bag."""
    state.bag[kind] -= 1
    state.num_bag -= 1


@jit
def refill(state: State, kind: int) -> None:
    """A tile of the bag comes onto the river; that it came is news of what the bag held."""
    leave_bag(state, kind)
    state.river[kind] += 1
    state.num_river += 1
    for arm in range(NUM_ARMS):
        if state.returned[arm, kind] > 0:
            state.drawn[arm, kind] += 1


@jit
def return_to_bag(state: State, num_dry: int, kind: int, number: int) -> None:
    """Tiles go back into the bag, as all see, from the arm that dries after `num_dry` others."""
    state.bag[kind] += number
    state.num_bag += number
    state.returned[num_dry, kind] = number


@jit
def forget_group(state: State) -> None:
    """No pool, no group."""
    state.pool = NONE
    state.species = NONE
    state.group_size = 0
    state.rangers = 0
    state.picked = 0
