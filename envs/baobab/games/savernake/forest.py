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
    COLUMN_STEP,
    ROW_STEP,
    card_at,
    cell_at,
    column_of,
    kept_points,
    row_of,
    trail_points,
    way_out,
)
from baobab.games.savernake.state import EMPTY, MAX_TRAILS, NUM_CELLS, NUM_SIDES, NUM_TURNS, SIDE, Params, State

NO_PLACE = -1
"""No card may lie there."""
LOOPED = 1 << NUM_SIDES
"""Two animals come in, and one trail comes in at both other sides: a double curve would join the animals."""

# --- Where a card may lie ---------------------------------------------------------------------------------


@jit
def write_places(params: Params, state: State, seat: int, ids: NDArray[np.int16]) -> int:
    """Write every legal card, cell and turn into `ids [A]`, in one pass over the cells; their number."""
    count = 0
    for row in range(-1, int(state.height[seat]) + 1):
        for column in range(-1, int(state.width[seat]) + 1):
            coming = coming_in(state, seat, row, column)
            if coming == NO_PLACE:
                continue
            if state.relaxed == 1:
                coming = 0
            for mentor in range(NUM_MENTORS):
                allowed = turns_allowed(params, int(state.market[mentor]), coming)
                first = PLACE + mentor * PLACES + ((row + 1) * REACH + column + 1) * NUM_TURNS
                for turns in range(NUM_TURNS):
                    if (allowed >> turns) & 1:
                        ids[count] = first + turns
                        count += 1
    return count


@jit
def any_place(params: Params, state: State, seat: int) -> bool:
    """Whether some card of the market has a legal place by the strict rule."""
    for row in range(-1, int(state.height[seat]) + 1):
        for column in range(-1, int(state.width[seat]) + 1):
            coming = coming_in(state, seat, row, column)
            if coming != NO_PLACE:
                for mentor in range(NUM_MENTORS):
                    if turns_allowed(params, int(state.market[mentor]), coming) != 0:
                        return True
    return False


@jit
def coming_in(state: State, seat: int, row: int, column: int) -> int:
    """The sides (bits) at which trails with an animal come in to a cell, maybe with LOOPED; NO_PLACE where none may."""
    if not in_window(state, seat, row, column) or card_at(state, seat, row, column) != EMPTY:
        return NO_PLACE
    coming, animals, touching = 0, 0, 0
    other, looped = EMPTY, False
    for side in range(NUM_SIDES):
        beside = card_at(state, seat, row + ROW_STEP[side], column + COLUMN_STEP[side])
        if beside == EMPTY:
            continue
        touching += 1
        trail = int(state.trail[seat, beside, (side + 2) % NUM_SIDES])
        if trail == EMPTY:
            continue
        if state.beasts[seat, trail] > 0:
            coming |= 1 << side
            animals += 1
        elif trail == other:
            looped = True
        else:
            other = trail
    if touching == 0:
        return NO_PLACE
    return coming | LOOPED if looped and animals == 2 else coming


@jit
def in_window(state: State, seat: int, row: int, column: int) -> bool:
    """Whether a card may lie there as far as the forest then fits 4 × 4."""
    down, across = int(state.height[seat]) - SIDE, int(state.width[seat]) - SIDE
    return down <= row < SIDE and across <= column < SIDE


@jit
def turns_allowed(params: Params, card: int, coming: int) -> int:
    """The quarter turns (bits) in which a card keeps animals apart where they come in so; none for no card."""
    if card == EMPTY:
        return 0
    shape = int(params.form[card])
    if coming >= LOOPED:
        if shape == DOUBLE:
            return 0
        coming -= LOOPED
    return int(params.turns_allowed[shape, coming])


# --- How it grows -----------------------------------------------------------------------------------------


@jit
def plant(params: Params, state: State, seat: int, card: int) -> None:
    """Lay the starting animal of a seat: its exit to the south."""
    state.height[seat] = 1
    state.width[seat] = 1
    set_card(params, state, seat, 0, 0, card, 0)


@jit
def place_card(params: Params, state: State, seat: int, row: int, column: int, card: int, turns: int) -> None:
    """Lay a card at a row and column −1 … 3 of the box, and let the box, trails and points grow with it."""
    tall, wide = state.height[seat] == SIDE, state.width[seat] == SIDE
    if row < 0:
        state.top[seat] -= 1
        row = 0
        state.height[seat] += 1
    elif row == state.height[seat]:
        state.height[seat] += 1
    if column < 0:
        state.left[seat] -= 1
        column = 0
        state.width[seat] += 1
    elif column == state.width[seat]:
        state.width[seat] += 1
    set_card(params, state, seat, row, column, card, turns)
    if (state.height[seat] == SIDE) != tall or (state.width[seat] == SIDE) != wide:
        count_ends(state, seat)
    if state.shared[seat] == 1:
        state.points[seat] = kept_points(params, state, seat)


@jit
def set_card(params: Params, state: State, seat: int, row: int, column: int, card: int, turns: int) -> None:
    """Lay a card within the box and join its trails."""
    cell = cell_at(state, seat, row, column)
    state.card[seat, cell] = card
    state.turns[seat, cell] = turns
    state.newest[seat] = cell
    shape = int(params.form[card])
    for part in range(2 if shape == DOUBLE else 1):
        trail = EMPTY
        for side in range(NUM_SIDES):
            if params.part[shape, turns, side] == part:
                met = trail_beside(state, seat, row, column, side)
                if met in (EMPTY, trail):
                    continue
                trail = met if trail == EMPTY else join(params, state, seat, trail, met)
        if trail == EMPTY:
            trail = new_trail(state, seat)
        for side in range(NUM_SIDES):
            if params.part[shape, turns, side] == part:
                state.trail[seat, cell, side] = trail
        lengthen(params, state, seat, trail, cell, part)
    for side in range(NUM_SIDES):
        beside = card_at(state, seat, row + ROW_STEP[side], column + COLUMN_STEP[side])
        mine = int(state.trail[seat, cell, side])
        if beside != EMPTY:
            theirs = int(state.trail[seat, beside, (side + 2) % NUM_SIDES])
            if theirs != EMPTY:
                state.ends[seat, theirs] -= 1
        elif mine != EMPTY and in_window(state, seat, row + ROW_STEP[side], column + COLUMN_STEP[side]):
            state.ends[seat, mine] += 1


@jit
def trail_beside(state: State, seat: int, row: int, column: int, side: int) -> int:
    """The trail that comes in from the card beside, or EMPTY."""
    beside = card_at(state, seat, row + ROW_STEP[side], column + COLUMN_STEP[side])
    return EMPTY if beside == EMPTY else int(state.trail[seat, beside, (side + 2) % NUM_SIDES])


@jit
def new_trail(state: State, seat: int) -> int:
    """The lowest number that is free."""
    trail = 0
    while state.length[seat, trail] > 0:
        trail += 1
    if trail >= state.num_trails[seat]:
        state.num_trails[seat] = trail + 1
    return trail


@jit
def lengthen(params: Params, state: State, seat: int, trail: int, cell: int, part: int) -> None:
    """Add a trail of a card to a trail of the forest."""
    state.points[seat] -= trail_points(params, state, seat, trail)
    state.length[seat, trail] += 1
    card = int(state.card[seat, cell])
    for food in range(NUM_FOODS):
        state.foods[seat, trail, food] += params.icons[card, part, food]
    if params.form[card] == ANIMAL:
        add_beast(params, state, seat, trail, cell)
        state.beasts[seat, trail] += 1
        if state.beasts[seat, trail] > 1:
            state.shared[seat] = 1
    state.points[seat] += trail_points(params, state, seat, trail)


@jit
def join(params: Params, state: State, seat: int, one: int, other: int) -> int:
    """Make two trails one; the lower number, which stays."""
    low, high = min(one, other), max(one, other)
    state.points[seat] -= trail_points(params, state, seat, low) + trail_points(params, state, seat, high)
    for cell in range(NUM_CELLS):
        for side in range(NUM_SIDES):
            if state.trail[seat, cell, side] == high:
                state.trail[seat, cell, side] = low
    for food in range(NUM_FOODS):
        state.foods[seat, low, food] += state.foods[seat, high, food]
        state.foods[seat, high, food] = 0
    state.length[seat, low] += state.length[seat, high]
    state.ends[seat, low] += state.ends[seat, high]
    if state.beast[seat, high] != EMPTY:
        add_beast(params, state, seat, low, int(state.beast[seat, high]))
        state.beasts[seat, low] += state.beasts[seat, high]
        if state.beasts[seat, low] > 1:
            state.shared[seat] = 1
    state.length[seat, high] = 0
    state.ends[seat, high] = 0
    state.beasts[seat, high] = 0
    state.beast[seat, high] = EMPTY
    state.points[seat] += trail_points(params, state, seat, low)
    return low


@jit
def add_beast(params: Params, state: State, seat: int, trail: int, cell: int) -> None:
    """Note the animal of a cell as the one of a trail, unless one of as many base points is there."""
    known = int(state.beast[seat, trail])
    if known == EMPTY or params.basic[state.card[seat, cell]] > params.basic[state.card[seat, known]]:
        state.beast[seat, trail] = cell


@jit
def count_ends(state: State, seat: int) -> None:
    """Count the ends of all trails anew: the box has reached four rows or columns, beyond which no card may lie."""
    for trail in range(MAX_TRAILS):
        state.ends[seat, trail] = 0
    for cell in range(NUM_CELLS):
        if state.card[seat, cell] == EMPTY:
            continue
        row, column = row_of(state, seat, cell), column_of(state, seat, cell)
        for side in range(NUM_SIDES):
            trail = int(state.trail[seat, cell, side])
            there, across = row + ROW_STEP[side], column + COLUMN_STEP[side]
            if trail == EMPTY or card_at(state, seat, there, across) != EMPTY:
                continue
            state.ends[seat, trail] += 1 if in_window(state, seat, there, across) else 0


# --- Tokens -----------------------------------------------------------------------------------------------


@jit
def add_token(params: Params, state: State, seat: int, cell: int, food: int) -> None:
    """Put a water drop for a food, or a burrow (food EMPTY), on the animal of a cell."""
    trail = int(state.trail[seat, cell, way_out(state, seat, cell)])
    state.points[seat] -= trail_points(params, state, seat, trail)
    if food == EMPTY:
        state.burrows[seat, cell] += 1
    else:
        state.drops[seat, cell, food] += 1
    state.points[seat] += trail_points(params, state, seat, trail)
    if state.shared[seat] == 1:
        state.points[seat] = kept_points(params, state, seat)
