"""The greedy player: what each placement makes of the own forest now, with the token that follows it.

A placement is judged without being made. `survey` describes the trails that are there once a decision, `judge` what
a card makes of those that it meets; both are what the features of actions say as well.
"""

import numpy as np
from numpy.typing import NDArray

from baobab.core.jit import jit
from baobab.core.rng import below
from baobab.games.savernake.actions import BURROW, DROP, PLACE, PLACES, REACH
from baobab.games.savernake.cards import ANIMAL, ARMADILLO, DOUBLE, GOAT, NUM_FOODS, ROOSTER
from baobab.games.savernake.scoring import (
    COLUMN_STEP,
    PACK,
    ROW_STEP,
    card_at,
    cell_at,
    column_of,
    eat,
    room_of,
    row_of,
    trail_points,
    way_out,
    worth_of,
)
from baobab.games.savernake.state import (
    EAST,
    EMPTY,
    MAX_TRAILS,
    NORTH,
    NUM_CELLS,
    NUM_SIDES,
    NUM_TURNS,
    PLACING,
    SIDE,
    SOUTH,
    WEST,
    Params,
    State,
)

# What `survey` and `judge` write of a trail: entries of a row of int16.
BEASTS, FOODS, WORTH, ROOM, BASE, POINTS, ENDS, SPARE = 0, 1, 5, 9, 10, 11, 12, 13
"""Animals; foods and what each is worth to the animal; foods that it eats; its base points and all its points; ends
that can grow; foods that it could eat more (below 0: that are left over)."""
DROP_GAIN, BURROW_GAIN = 14, 15
"""What the best water drop and a burrow would add."""
OUT, INNER = 16, 20
"""`survey`: ends by the side of the box that they lead out at, and those that lead to a free cell of the box."""
TRAIL_WIDTH = 21

# What `judge` writes of a placement besides.
GAIN, TOKEN, HOPES, JOINS, DEAD, SHUT_ANIMAL, SHUT_OTHER, BESIDE, PROMISE = range(9)
"""Change of the points; of the token after it; of own animals that can eat more; trails met; sides that lead nowhere;
ends shut, of a trail with an animal and of others; cards beside; change of the value of open ends."""
PLACE_WIDTH = 9
MADE = 2
"""A card has two trails at most."""
FREE, BLANK = -1, -2
"""What a new card meets at a side where no trail comes in: no card, or a card without an opening there."""

Met = tuple[int, int, int, int]
"""What a card meets at its four sides: a trail, FREE or BLANK."""
Window = tuple[int, int, int, int, int, bool, bool]
"""Where cards may lie after a placement, in rows and columns of the box before: the first and the last row, the first
and the last column, the side at which the box grows (EMPTY: none), whether it then has all rows, all columns."""

UNIT = 60
"""A point, in the unit of the greedy player's values."""
HUNGRY_END = 50
"""An animal that has room for more foods and an end where they can come."""
LOOSE_END = 4
"""An end of a trail without an animal, for each food on it."""

# --- The choice -------------------------------------------------------------------------------------------


@jit
def greedy(params: Params, state: State, ids: NDArray[np.int16], count: int, rng: NDArray[np.int64]) -> int:
    """The legal action that is worth most by the forest that it makes; among equals a random one."""
    seat = int(state.player)
    trails = np.empty((MAX_TRAILS, TRAIL_WIDTH), np.int16)
    made = np.empty((MADE, TRAIL_WIDTH), np.int16)
    place = np.empty(PLACE_WIDTH, np.int16)
    survey(params, state, seat, trails)
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


@jit
def outlook(
    params: Params,
    state: State,
    seat: int,
    action: int,
    trails: NDArray[np.int16],
    made: NDArray[np.int16],
    place: NDArray[np.int16],
) -> int:
    """What an action is worth, in 1/UNIT points."""
    if state.phase != PLACING:
        return UNIT * token_gain(params, state, seat, action)
    judge(params, state, seat, action - PLACE, trails, made, place)
    rooster = 1 if (action - PLACE) // PLACES == ROOSTER and state.rooster != seat else 0
    return UNIT * (int(place[GAIN]) + int(place[TOKEN]) + rooster) + int(place[PROMISE])


@jit
def token_gain(params: Params, state: State, seat: int, action: int) -> int:
    """The points that a water drop or a burrow adds now."""
    food, at = EMPTY, action - BURROW
    if action < BURROW:
        food, at = (action - DROP) % NUM_FOODS, (action - DROP) // NUM_FOODS
    cell = cell_at(state, seat, at // SIDE, at % SIDE)
    trail = int(state.trail[seat, cell, way_out(state, seat, cell)])
    if state.beasts[seat, trail] > 1:
        return 0
    row = np.empty(TRAIL_WIDTH, np.int16)
    describe(params, state, seat, trail, row)
    if food == EMPTY:
        return feed(row, EMPTY, 1) - feed(row, EMPTY, 0)
    return feed(row, food, 0) - feed(row, EMPTY, 0)


# --- The trails that are there ----------------------------------------------------------------------------


@jit
def survey(params: Params, state: State, seat: int, trails: NDArray[np.int16]) -> None:
    """Describe every trail of a forest that is in use in `trails [T, TRAIL_WIDTH]`."""
    for trail in range(int(state.num_trails[seat])):
        if state.length[seat, trail] > 0:
            describe(params, state, seat, trail, trails[trail])
            tempt(trails[trail])
            trails[trail, OUT : INNER + 1] = 0
    for cell in range(NUM_CELLS):
        if state.card[seat, cell] == EMPTY:
            continue
        row, column = row_of(state, seat, cell), column_of(state, seat, cell)
        for side in range(NUM_SIDES):
            trail = int(state.trail[seat, cell, side])
            if trail == EMPTY:
                continue
            there, across = row + ROW_STEP[side], column + COLUMN_STEP[side]
            if card_at(state, seat, there, across) != EMPTY:
                continue
            inside = 0 <= there < state.height[seat] and 0 <= across < state.width[seat]
            size = state.height[seat] if side in (NORTH, SOUTH) else state.width[seat]
            if inside:
                trails[trail, INNER] += 1
            elif size < SIDE:
                trails[trail, OUT + side] += 1


@jit
def describe(params: Params, state: State, seat: int, trail: int, out: NDArray[np.int16]) -> None:
    """Write BEASTS … SPARE of a trail of the forest."""
    out[BEASTS] = state.beasts[seat, trail]
    out[ENDS] = state.ends[seat, trail]
    out[POINTS] = trail_points(params, state, seat, trail)
    cell = int(state.beast[seat, trail])
    icons = 0
    for food in range(NUM_FOODS):
        icons += int(state.foods[seat, trail, food])
        out[FOODS + food] = state.foods[seat, trail, food]
        out[WORTH + food] = 0 if cell == EMPTY else worth_of(params, state, seat, cell, food)
    out[ROOM] = 0 if cell == EMPTY else room_of(params, state, seat, cell)
    out[BASE] = 0 if cell == EMPTY else params.basic[state.card[seat, cell]]
    out[SPARE] = out[ROOM] - icons


@jit
def tempt(trail: NDArray[np.int16]) -> None:
    """Write DROP_GAIN and BURROW_GAIN of a described trail."""
    trail[DROP_GAIN] = 0
    trail[BURROW_GAIN] = 0
    if trail[BEASTS] != 1:
        return
    now = feed(trail, EMPTY, 0)
    trail[BURROW_GAIN] = feed(trail, EMPTY, 1) - now
    for food in range(NUM_FOODS):
        if trail[FOODS + food] > 0:
            trail[DROP_GAIN] = max(int(trail[DROP_GAIN]), feed(trail, food, 0) - now)


@jit
def feed(trail: NDArray[np.int16], drop: int, burrow: int) -> int:
    """The points of the foods of a described trail, with one more drop on a food (EMPTY: none) and more room."""
    return eat(
        (int(trail[WORTH]) + (1 if drop == 0 else 0)) * PACK + int(trail[FOODS]),
        (int(trail[WORTH + 1]) + (1 if drop == 1 else 0)) * PACK + int(trail[FOODS + 1]),
        (int(trail[WORTH + 2]) + (1 if drop == 2 else 0)) * PACK + int(trail[FOODS + 2]),
        (int(trail[WORTH + 3]) + (1 if drop == 3 else 0)) * PACK + int(trail[FOODS + 3]),
        int(trail[ROOM]) + burrow,
    )


@jit
def hungry(trail: NDArray[np.int16], ends: int) -> int:
    """1 where the animal of a described trail could eat more and foods can still come, else 0."""
    return 1 if trail[BEASTS] == 1 and ends > 0 and trail[SPARE] > 0 else 0


@jit
def promise(trail: NDArray[np.int16], ends: int) -> int:
    """The value of the open ends of a described trail, in 1/UNIT points."""
    if ends <= 0:
        return 0
    if trail[BEASTS] == 0:
        return -LOOSE_END * int(trail[SPARE])  # without an animal there is no room: minus the foods
    return HUNGRY_END if hungry(trail, ends) else 0


# --- What a placement makes of them -----------------------------------------------------------------------


@jit
def judge(
    params: Params,
    state: State,
    seat: int,
    choice: int,
    trails: NDArray[np.int16],
    made: NDArray[np.int16],
    place: NDArray[np.int16],
) -> None:
    """Describe a placement (its id in the block) in `place`, and the trails of the card in `made [2, TRAIL_WIDTH]`.

    `trails` is the survey. A second trail that the card does not have, or that is one with the first, is all zero.
    """
    mentor, at, turns = choice // PLACES, choice % PLACES // NUM_TURNS, choice % NUM_TURNS
    row, column = at // REACH - 1, at % REACH - 1
    card = int(state.market[mentor])
    shape = int(params.form[card])
    place[:] = 0
    made[:] = 0
    met = (
        meet(state, seat, row, column, 0),
        meet(state, seat, row, column, 1),
        meet(state, seat, row, column, 2),
        meet(state, seat, row, column, 3),
    )
    window = window_after(state, seat, row, column)
    touched = 0  # bit per trail that the card lengthens
    for part in range(MADE if shape == DOUBLE else 1):
        # A double curve whose two trails meet outside makes one trail of both.
        into = made[part if touched & bits_met(params, shape, turns, part, met) == 0 else 0]
        take_in_card(params, card, part, into)
        for side in range(NUM_SIDES):
            if params.part[shape, turns, side] != part:
                continue
            trail = met[side]
            if trail >= 0:
                place[JOINS] += 1
                into[ENDS] -= 1
                if (touched >> trail) & 1 == 0:
                    touched |= 1 << trail
                    place[GAIN] -= trails[trail, POINTS]
                    take_in(trails[trail], live_ends(trails[trail], window), into)
            elif trail == FREE and lies_in(window, row + ROW_STEP[side], column + COLUMN_STEP[side]):
                into[ENDS] += 1
            else:
                place[DEAD] += 1
    for side in range(NUM_SIDES):
        trail = met[side]
        if trail == FREE:
            continue
        place[BESIDE] += 1
        if trail >= 0 and params.part[shape, turns, side] == EMPTY:
            place[SHUT_ANIMAL if trails[trail, BEASTS] > 0 else SHUT_OTHER] += 1
            if (touched >> trail) & 1:
                made[0, ENDS] -= 1  # only a card with one trail has a blank side
    sum_up(state, seat, mentor, met, touched, window, trails, made, place)


@jit
def meet(state: State, seat: int, row: int, column: int, side: int) -> int:
    """What a card at a row and column meets at a side: a trail, FREE or BLANK."""
    beside = card_at(state, seat, row + ROW_STEP[side], column + COLUMN_STEP[side])
    if beside == EMPTY:
        return FREE
    trail = int(state.trail[seat, beside, (side + 2) % NUM_SIDES])
    return BLANK if trail == EMPTY else trail


@jit
def window_after(state: State, seat: int, row: int, column: int) -> Window:
    """The window when a card lies at a row and column."""
    height, width = int(state.height[seat]), int(state.width[seat])
    grows = EMPTY
    if row < 0 or row == height:
        grows = NORTH if row < 0 else SOUTH
        height += 1
    elif column < 0 or column == width:
        grows = WEST if column < 0 else EAST
        width += 1
    top, left = min(row, 0), min(column, 0)
    return (
        *(top + height - SIDE, top + SIDE - 1, left + width - SIDE, left + SIDE - 1),
        *(grows, height == SIDE, width == SIDE),
    )


@jit
def lies_in(window: Window, row: int, column: int) -> bool:
    """Whether a card may lie there."""
    return window[0] <= row <= window[1] and window[2] <= column <= window[3]


@jit
def live_ends(trail: NDArray[np.int16], window: Window) -> int:
    """The ends of a surveyed trail that can still grow after a placement, but for those at the card itself."""
    ends = int(trail[INNER])
    for side in range(NUM_SIDES):
        full = window[5] if side in (NORTH, SOUTH) else window[6]
        if not full or window[4] == side:
            ends += int(trail[OUT + side])
    return ends


@jit
def bits_met(params: Params, shape: int, turns: int, part: int, met: Met) -> int:
    """The trails (bits) that a trail of the card meets."""
    bits = 0
    for side in range(NUM_SIDES):
        if params.part[shape, turns, side] == part and met[side] >= 0:
            bits |= 1 << met[side]
    return bits


@jit
def take_in_card(params: Params, card: int, part: int, into: NDArray[np.int16]) -> None:
    """Add a trail of a new card to a trail that it makes."""
    for food in range(NUM_FOODS):
        into[FOODS + food] += params.icons[card, part, food]
        into[SPARE] -= params.icons[card, part, food]
    if params.form[card] == ANIMAL:
        for food in range(NUM_FOODS):
            into[WORTH + food] = params.worth[card, food]
        into[BEASTS] = 1
        into[ROOM] = params.capacity[card]
        into[SPARE] += params.capacity[card]
        into[BASE] = params.basic[card]


@jit
def take_in(trail: NDArray[np.int16], ends: int, into: NDArray[np.int16]) -> None:
    """Add a trail of the survey to a trail that the card makes; of two animals the one of more base points counts."""
    into[ENDS] += ends
    for food in range(NUM_FOODS):
        into[FOODS + food] += trail[FOODS + food]
    into[SPARE] += trail[SPARE] - trail[ROOM]
    if trail[BEASTS] > 0 and (into[BEASTS] == 0 or trail[BASE] > into[BASE]):
        for food in range(NUM_FOODS):
            into[WORTH + food] = trail[WORTH + food]
        into[SPARE] += trail[ROOM] - into[ROOM]
        into[ROOM] = trail[ROOM]
        into[BASE] = trail[BASE]
    into[BEASTS] += trail[BEASTS]


@jit
def sum_up(
    state: State,
    seat: int,
    mentor: int,
    met: Met,
    touched: int,
    window: Window,
    trails: NDArray[np.int16],
    made: NDArray[np.int16],
    place: NDArray[np.int16],
) -> None:
    """Points of the trails that the card makes, and what becomes of the open ends and tokens of the whole forest."""
    tokens = DROP_GAIN if mentor == GOAT else BURROW_GAIN
    follows = mentor in (GOAT, ARMADILLO)
    best = 0
    for trail in range(int(state.num_trails[seat])):
        if state.length[seat, trail] == 0:
            continue
        ends = int(trails[trail, ENDS])
        place[HOPES] -= hungry(trails[trail], ends)
        place[PROMISE] -= promise(trails[trail], ends)
        if (touched >> trail) & 1 == 0:
            ends = live_ends(trails[trail], window)
            for side in range(NUM_SIDES):
                if met[side] == trail:
                    ends -= 1
            place[HOPES] += hungry(trails[trail], ends)
            place[PROMISE] += promise(trails[trail], ends)
            best = max(best, int(trails[trail, tokens]))
    for part in range(MADE):
        if made[part, BEASTS] > 0:
            made[part, POINTS] = made[part, BASE]
            if made[part, BEASTS] == 1:
                made[part, POINTS] += feed(made[part], EMPTY, 0)
            place[GAIN] += made[part, POINTS]
        place[HOPES] += hungry(made[part], int(made[part, ENDS]))
        place[PROMISE] += promise(made[part], int(made[part, ENDS]))
        if follows:
            tempt(made[part])
            best = max(best, int(made[part, tokens]))
    if follows:
        place[TOKEN] = best
