"""A forest: where a card may lie, and how its trails grow. Trails are kept as cards come, never searched.

Every side of a card that a trail opens on holds the number of that trail. A new card takes over the numbers that it
meets; where it joins two, the lower number stays.
"""

import numpy as np
from numpy.typing import NDArray

from baobab.core.jit import jit
from baobab.games.savernake.actions import PLACE, PLACES, REACH
from baobab.games.savernake.cards import ANIMAL, DOUBLE, NUM_FOODS, NUM_MENTORS
from baobab.games.savernake.scoring import (
    cell_of,
    kept_points,
    room_of,
    spot_at,
    trail_points,
    way_out,
    worth_of,
)
from baobab.games.savernake.state import (
    BASE,
    BASE_PLANE,
    BEASTS,
    BURROW_PLANE,
    DROP_PLANES,
    EAST,
    EMPTY,
    ENDS,
    FOODS_AT,
    LENGTH,
    LIMIT,
    LOOPED,
    MAX_TRAILS,
    NO_CARD,
    NORTH,
    NUM_CELLS,
    NUM_PLANES,
    NUM_SIDES,
    NUM_SPOTS,
    NUM_TRAIL_ENTRIES,
    NUM_TURNS,
    POINTS,
    RING,
    ROOM,
    SIDE,
    SOUTH,
    STEP,
    WEST,
    WINDOWS,
    WORTH,
    Params,
    State,
)

# --- Where a card may lie ---------------------------------------------------------------------------------


@jit
def write_places(params: Params, state: State, seat: int, ids: NDArray[np.int16]) -> int:
    """Write every legal card, spot and turn into `ids [A]`, in one pass over the spots; their number."""
    count = 0
    free = free_spots(state, seat)
    forms = market_forms(params, state)
    for row in range(RING - 1):
        bits = (free >> RING * row) & ((1 << RING) - 1)
        while bits != 0:
            column = int(params.lowest[bits])
            bits &= bits - 1
            coming = 0 if state.relaxed == 1 else coming_in(state, seat, RING * row + column)
            for mentor in range(NUM_MENTORS):
                allowed = int(params.turns_allowed[forms[mentor], coming])
                first = PLACE + mentor * PLACES + (row * REACH + column) * NUM_TURNS
                for turns in range(NUM_TURNS):  # without a branch: what is not allowed is written over
                    ids[count] = first + turns
                    count += (allowed >> turns) & 1
    return count


@jit
def any_place(params: Params, state: State, seat: int) -> bool:
    """Whether some card of the market has a legal place by the strict rule."""
    free = free_spots(state, seat)
    forms = market_forms(params, state)
    for spot in range(NUM_SPOTS):
        if (free >> spot) & 1:
            coming = coming_in(state, seat, spot)
            for mentor in range(NUM_MENTORS):
                if params.turns_allowed[forms[mentor], coming] != 0:
                    return True
    return False


@jit
def free_spots(state: State, seat: int) -> int:
    """The spots (bits) beside a card where the forest would still fit 4 × 4."""
    cards = int(state.occupied[seat])
    beside = (cards << RING) | (cards >> RING) | (cards << 1) | (cards >> 1)
    return beside & ~cards & window(state, seat)


@jit
def window(state: State, seat: int) -> int:
    """The spots (bits) where cards may lie: when the box has four rows or columns, none outside them."""
    return WINDOWS[(1 if state.height[seat] == SIDE else 0) + (2 if state.width[seat] == SIDE else 0)]


@jit
def market_forms(params: Params, state: State) -> tuple[int, int, int, int]:
    """The shapes of the cards of the market, NO_CARD for one that is taken."""
    return (
        form_of(params, int(state.market[0])),
        form_of(params, int(state.market[1])),
        form_of(params, int(state.market[2])),
        form_of(params, int(state.market[3])),
    )


@jit
def form_of(params: Params, card: int) -> int:
    """The shape of a card, NO_CARD for EMPTY."""
    return NO_CARD if card == EMPTY else int(params.form[card])


@jit
def coming_in(state: State, seat: int, spot: int) -> int:
    """The sides (bits) at which trails with an animal come in to a spot, maybe with LOOPED."""
    north = int(state.trail[seat, spot - RING, SOUTH])
    east = int(state.trail[seat, spot + 1, WEST])
    south = int(state.trail[seat, spot + RING, NORTH])
    west = int(state.trail[seat, spot - 1, EAST])
    # Trail EMPTY is −1: the last slot, which has no animal.
    coming = 1 if state.trails[seat, north, BEASTS] > 0 else 0
    coming += 2 if state.trails[seat, east, BEASTS] > 0 else 0
    coming += 4 if state.trails[seat, south, BEASTS] > 0 else 0
    coming += 8 if state.trails[seat, west, BEASTS] > 0 else 0
    if coming == 5:  # animals from north and south: east and west are the other sides
        looped = east == west != EMPTY
    elif coming == 10:
        looped = north == south != EMPTY
    elif coming == 3:
        looped = south == west != EMPTY
    elif coming == 6:
        looped = north == west != EMPTY
    elif coming == 12:
        looped = north == east != EMPTY
    else:
        looped = coming == 9 and east == south != EMPTY
    return coming + LOOPED if looped else coming


# --- How it grows -----------------------------------------------------------------------------------------


@jit
def plant(params: Params, state: State, seat: int, card: int) -> None:
    """Lay the starting animal of a seat: its exit to the south."""
    state.height[seat] = 1
    state.width[seat] = 1
    set_card(params, state, seat, spot_at(0, 0), card, 0)
    note_offers(state, seat)


@jit
def place_card(params: Params, state: State, seat: int, spot: int, card: int, turns: int) -> None:
    """Lay a card at a spot, and let the box, trails and points grow with it."""
    row, column = spot // RING - 1, spot % RING - 1
    tall, wide = state.height[seat] == SIDE, state.width[seat] == SIDE
    if row < 0:
        move_on(state, seat, RING, SIDE)
        state.top[seat] -= 1
        spot += RING
    if row < 0 or row == state.height[seat]:
        state.height[seat] += 1
    if column < 0:
        move_on(state, seat, 1, 1)
        state.left[seat] -= 1
        spot += 1
    if column < 0 or column == state.width[seat]:
        state.width[seat] += 1
    set_card(params, state, seat, spot, card, turns)
    if (state.height[seat] == SIDE) != tall or (state.width[seat] == SIDE) != wide:
        count_ends(state, seat)
    if state.shared[seat] == 1:
        state.points[seat] = kept_points(params, state, seat)
    note_offers(state, seat)


@jit
def move_on(state: State, seat: int, spots: int, cells: int) -> None:
    """Move all cards so many spots and cells on, a row or a column, which are free at the far end."""
    for spot in range(NUM_SPOTS - 1, spots - 1, -1):
        state.card[seat, spot] = state.card[seat, spot - spots]
        state.turns[seat, spot] = state.turns[seat, spot - spots]
        for side in range(NUM_SIDES):
            state.trail[seat, spot, side] = state.trail[seat, spot - spots, side]
    for cell in range(NUM_CELLS - 1, -1, -1):
        for plane in range(NUM_PLANES):
            state.tiles[seat, cell, plane] = state.tiles[seat, cell - cells, plane] if cell >= cells else 0
    state.occupied[seat] <<= spots
    state.newest[seat] += spots
    for trail in range(int(state.num_trails[seat])):
        if state.beast[seat, trail] != EMPTY:
            state.beast[seat, trail] += spots


@jit
def set_card(params: Params, state: State, seat: int, spot: int, card: int, turns: int) -> None:
    """Lay a card within the box and join its trails."""
    form, cell = int(params.form[card]), cell_of(spot)
    state.card[seat, spot] = card
    state.turns[seat, spot] = turns
    state.occupied[seat] |= 1 << spot
    state.newest[seat] = spot
    for plane in range(NUM_PLANES):
        state.tiles[seat, cell, plane] = params.tile[card, turns, plane]
    for part in range(2 if form == DOUBLE else 1):
        trail = EMPTY
        for side in range(NUM_SIDES):
            if params.part[form, turns, side] == part:
                met = int(state.trail[seat, spot + STEP[side], (side + 2) % NUM_SIDES])
                if met in (EMPTY, trail):
                    continue
                trail = met if trail == EMPTY else join(state, seat, trail, met)
        if trail == EMPTY:
            trail = new_trail(state, seat)
        for side in range(NUM_SIDES):
            if params.part[form, turns, side] == part:
                state.trail[seat, spot, side] = trail
        lengthen(params, state, seat, trail, spot, part)
    inside = window(state, seat)
    for side in range(NUM_SIDES):
        beside = spot + STEP[side]
        mine = int(state.trail[seat, spot, side])
        if state.card[seat, beside] != EMPTY:
            theirs = int(state.trail[seat, beside, (side + 2) % NUM_SIDES])
            if theirs != EMPTY:
                state.trails[seat, theirs, ENDS] -= 1
        elif mine != EMPTY:
            state.trails[seat, mine, ENDS] += (inside >> beside) & 1


@jit
def new_trail(state: State, seat: int) -> int:
    """The lowest number that is free."""
    trail = 0
    while state.trails[seat, trail, LENGTH] > 0:
        trail += 1
    if trail >= state.num_trails[seat]:
        state.num_trails[seat] = trail + 1
    return trail


@jit
def lengthen(params: Params, state: State, seat: int, trail: int, spot: int, part: int) -> None:
    """Add a trail of a card to a trail of the forest."""
    state.points[seat] -= trail_points(state, seat, trail)
    state.trails[seat, trail, LENGTH] += 1
    card = int(state.card[seat, spot])
    for food in range(NUM_FOODS):
        state.trails[seat, trail, FOODS_AT + food] += params.icons[card, part, food]
    if params.form[card] == ANIMAL:
        add_beast(state, seat, trail, spot, 1)
    note_points(state, seat, trail)


@jit
def join(state: State, seat: int, one: int, other: int) -> int:
    """Make two trails one; the lower number, which stays."""
    low, high = min(one, other), max(one, other)
    state.points[seat] -= trail_points(state, seat, low) + trail_points(state, seat, high)
    for spot in range(NUM_SPOTS):
        for side in range(NUM_SIDES):
            if state.trail[seat, spot, side] == high:
                state.trail[seat, spot, side] = low
    for food in range(NUM_FOODS):
        state.trails[seat, low, FOODS_AT + food] += state.trails[seat, high, FOODS_AT + food]
    state.trails[seat, low, LENGTH] += state.trails[seat, high, LENGTH]
    state.trails[seat, low, ENDS] += state.trails[seat, high, ENDS]
    if state.beast[seat, high] != EMPTY:
        add_beast(state, seat, low, int(state.beast[seat, high]), int(state.trails[seat, high, BEASTS]))
    for entry in range(NUM_TRAIL_ENTRIES):
        state.trails[seat, high, entry] = 0
    state.beast[seat, high] = EMPTY
    note_points(state, seat, low)
    return low


@jit
def add_beast(state: State, seat: int, trail: int, spot: int, count: int) -> None:
    """Add `count` animals to a trail, of which the one of a spot has most base points."""
    base = int(state.tiles[seat, cell_of(spot), BASE_PLANE])
    if state.beast[seat, trail] == EMPTY or base > state.trails[seat, trail, BASE]:
        state.beast[seat, trail] = spot
        state.trails[seat, trail, BASE] = base
        note_taste(state, seat, trail)
    state.trails[seat, trail, BEASTS] += count
    if state.trails[seat, trail, BEASTS] > 1:
        state.shared[seat] = 1


@jit
def note_taste(state: State, seat: int, trail: int) -> None:
    """Keep with a trail what its animal likes and eats."""
    spot = int(state.beast[seat, trail])
    for food in range(NUM_FOODS):
        state.trails[seat, trail, WORTH + food] = worth_of(state, seat, spot, food)
    state.trails[seat, trail, ROOM] = room_of(state, seat, spot)


@jit
def note_points(state: State, seat: int, trail: int) -> None:
    """Keep the points of a trail that has changed, with it and in the sum of the forest."""
    points = trail_points(state, seat, trail)
    state.trails[seat, trail, POINTS] = min(points, LIMIT)
    state.points[seat] += points


@jit
def count_ends(state: State, seat: int) -> None:
    """Count the ends of all trails anew: the box has reached four rows or columns, beyond which no card may lie."""
    inside = window(state, seat)
    for trail in range(MAX_TRAILS):
        state.trails[seat, trail, ENDS] = 0
    for spot in range(NUM_SPOTS):
        if state.card[seat, spot] == EMPTY:
            continue
        for side in range(NUM_SIDES):
            trail, beside = int(state.trail[seat, spot, side]), spot + STEP[side]
            if trail != EMPTY and state.card[seat, beside] == EMPTY:
                state.trails[seat, trail, ENDS] += (inside >> beside) & 1


@jit
def note_offers(state: State, seat: int) -> None:
    """Keep what the trails with an open end want, and what those without an animal have."""
    for food in range(NUM_FOODS):
        state.wants[seat, food] = 0
        state.loose[seat, food] = 0
    for trail in range(int(state.num_trails[seat])):
        if state.trails[seat, trail, ENDS] <= 0:
            continue
        if state.trails[seat, trail, BEASTS] == 0:
            for food in range(NUM_FOODS):
                more = int(state.loose[seat, food]) + int(state.trails[seat, trail, FOODS_AT + food])
                state.loose[seat, food] = min(more, LIMIT)
        elif has_room(state, seat, trail):
            for food in range(NUM_FOODS):
                more = int(state.wants[seat, food]) + int(state.trails[seat, trail, WORTH + food])
                state.wants[seat, food] = min(more, LIMIT)


@jit
def has_room(state: State, seat: int, trail: int) -> bool:
    """Whether the animal of a trail could eat more foods than there are."""
    foods = 0
    for food in range(NUM_FOODS):
        foods += int(state.trails[seat, trail, FOODS_AT + food])
    return foods < int(state.trails[seat, trail, ROOM])


# --- Tokens -----------------------------------------------------------------------------------------------


@jit
def add_token(params: Params, state: State, seat: int, spot: int, food: int) -> None:
    """Put a water drop for a food, or a burrow (food EMPTY), on the animal of a spot."""
    trail = int(state.trail[seat, spot, way_out(state, seat, spot)])
    state.points[seat] -= trail_points(state, seat, trail)
    state.tiles[seat, cell_of(spot), BURROW_PLANE if food == EMPTY else DROP_PLANES + food] += 1
    note_taste(state, seat, trail)
    note_points(state, seat, trail)
    if state.shared[seat] == 1:
        state.points[seat] = kept_points(params, state, seat)
    note_offers(state, seat)
