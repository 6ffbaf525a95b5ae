"""What an action of Savernake makes of the own forest now, with the token that follows it: for greedy and for features.

A placement is judged without being made. `survey` describes the trails that are there once a decision, `judge` what
a card makes of those that it meets.
"""

import numpy as np
from numpy.typing import NDArray

from baobab.core.jit import jit
from baobab.games.savernake.actions import BURROW, DROP, PLACE, PLACES, REACH
from baobab.games.savernake.cards import ANIMAL, ARMADILLO, DOUBLE, GOAT, NUM_FOODS, ROOSTER
from baobab.games.savernake.scoring import PACK, eat, spot_of, way_out
from baobab.games.savernake.state import (
    BASE,
    BEASTS,
    EAST,
    EMPTY,
    ENDS,
    FOODS_AT,
    LENGTH,
    MAX_TRAILS,
    NORTH,
    NUM_SIDES,
    NUM_SPOTS,
    NUM_TURNS,
    PLACING,
    POINTS,
    RING,
    ROOM,
    SIDE,
    SOUTH,
    STEP,
    WEST,
    WORTH,
    Params,
    State,
)

# What `survey` and `judge` write of a trail, as a row of int16.
SPARE = LENGTH
"""What the state keeps of a trail, but in place of its length the foods that its animal could eat more (below 0: that
are left over), and its points past 127 too."""
DROP_GAIN, BURROW_GAIN = 14, 15
"""What the best water drop and a burrow would add."""
ENDS_AFTER = 16
"""`survey`: ends that can grow after a card makes the box grow northward … westward, or (last) not at all."""
NUM_GROWTHS = NUM_SIDES + 1
NO_GROWTH = NUM_SIDES
TRAIL_WIDTH = ENDS_AFTER + NUM_GROWTHS
TOTALS = MAX_TRAILS
"""The row of the survey after those of the trails: what the growth alone changes, HOPES at 0 and PROMISE after it."""

# What `judge` writes of a placement besides.
GAIN, TOKEN, HOPES, JOINS, DEAD, SHUT_ANIMAL, SHUT_OTHER, PROMISE = range(8)
"""Change of the points; of the token after it; of own animals that can eat more; trails met; sides that lead nowhere;
ends shut, of a trail with an animal and of others; change of the value of open ends."""
OUTCOMES = 8
SPOT, MET, OPEN, GROWTH, BESIDE = OUTCOMES, OUTCOMES + 1, OUTCOMES + 5, OUTCOMES + 9, OUTCOMES + 10
"""The spot; what comes in at each side: a trail, FREE or BLANK; whether an end there can grow; the side at which the
box grows, or NO_GROWTH; cards beside."""
PLACE_WIDTH = OUTCOMES + 11
MADE = 2
"""A card has two trails at most."""
FREE, BLANK = -1, -2
"""What a new card meets at a side where no trail comes in: no card, or a card without an opening there."""

UNIT = 60
"""A point, in the unit of the greedy player's values."""
HUNGRY_END = 50
"""An animal that has room for more foods and an end where they can come."""
LOOSE_END = 4
"""An end of a trail without an animal, for each food on it."""

# --- What an action is worth ------------------------------------------------------------------------------


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
        return UNIT * token_gain(state, seat, action, made)
    judge(params, state, seat, action - PLACE, trails, made, place)
    rooster = 1 if (action - PLACE) // PLACES == ROOSTER and state.rooster != seat else 0
    return UNIT * (int(place[GAIN]) + int(place[TOKEN]) + rooster) + int(place[PROMISE])


@jit
def token_gain(state: State, seat: int, action: int, made: NDArray[np.int16]) -> int:
    """The points that a water drop or a burrow adds now; the animal's trail is described in `made[0]`."""
    food, at = EMPTY, action - BURROW
    if action < BURROW:
        food, at = (action - DROP) % NUM_FOODS, (action - DROP) // NUM_FOODS
    spot = spot_of(at)
    describe(state, seat, int(state.trail[seat, spot, way_out(state, seat, spot)]), made, 0)
    if made[0, BEASTS] > 1:
        return 0
    return feed(made, 0, food, 1 if food == EMPTY else 0) - feed(made, 0, EMPTY, 0)


# --- The trails that are there ----------------------------------------------------------------------------


@jit
def survey(state: State, seat: int, trails: NDArray[np.int16], place: NDArray[np.int16]) -> None:
    """Describe every trail of a forest that is in use in `trails [T + 1, TRAIL_WIDTH]`, and make `place` ready."""
    place[SPOT] = EMPTY
    trails[TOTALS, :] = 0
    for trail in range(int(state.num_trails[seat])):
        if state.trails[seat, trail, LENGTH] > 0:
            describe(state, seat, trail, trails, trail)
            tempt(trails, trail)
            for growth in range(NUM_GROWTHS):
                trails[trail, ENDS_AFTER + growth] = trails[trail, ENDS]
    if state.height[seat] + 1 == SIDE or state.width[seat] + 1 == SIDE:
        count_lost_ends(state, seat, trails)
    for trail in range(int(state.num_trails[seat])):
        if state.trails[seat, trail, LENGTH] > 0:
            for growth in range(NUM_SIDES):
                count_change(trails, trail, int(trails[trail, ENDS]), growth, 1)


@jit
def count_lost_ends(state: State, seat: int, trails: NDArray[np.int16]) -> None:
    """Take off the ends that lead out of the window once the box has grown to four rows or columns."""
    height, width = int(state.height[seat]), int(state.width[seat])
    for spot in range(NUM_SPOTS):
        if state.card[seat, spot] == EMPTY:
            continue
        row, column = spot // RING - 1, spot % RING - 1
        for side in range(NUM_SIDES):
            trail = int(state.trail[seat, spot, side])
            outmost = row == (0 if side == NORTH else height - 1) and height + 1 == SIDE
            if side in (EAST, WEST):
                outmost = column == (0 if side == WEST else width - 1) and width + 1 == SIDE
            if trail != EMPTY and outmost:
                trails[trail, ENDS_AFTER + (side + 2) % NUM_SIDES] -= 1  # growth at the other side closes this one


@jit
def count_change(trails: NDArray[np.int16], trail: int, before: int, growth: int, sign: int) -> None:
    """Add to the totals of a growth what it makes of a trail that had `before` ends."""
    after = int(trails[trail, ENDS_AFTER + growth])
    if after != before:
        trails[TOTALS, growth] += sign * (hungry(trails, trail, after) - hungry(trails, trail, before))
        trails[TOTALS, NUM_GROWTHS + growth] += sign * (promise(trails, trail, after) - promise(trails, trail, before))


@jit
def describe(state: State, seat: int, trail: int, out: NDArray[np.int16], row: int) -> None:
    """Write a trail of the forest into a row of `out`, up to SPARE."""
    for entry in range(LENGTH):
        out[row, entry] = state.trails[seat, trail, entry]
    out[row, SPARE] = out[row, ROOM] - icons(out, row)
    out[row, POINTS] = out[row, BASE]
    if out[row, BEASTS] == 1:
        out[row, POINTS] += feed(out, row, EMPTY, 0)


@jit
def icons(trails: NDArray[np.int16], trail: int) -> int:
    """The foods on a described trail."""
    foods = int(trails[trail, FOODS_AT]) + int(trails[trail, FOODS_AT + 1])
    return foods + int(trails[trail, FOODS_AT + 2]) + int(trails[trail, FOODS_AT + 3])


@jit
def tempt(trails: NDArray[np.int16], trail: int) -> None:
    """Write DROP_GAIN and BURROW_GAIN of a described trail."""
    trails[trail, DROP_GAIN] = 0
    trails[trail, BURROW_GAIN] = 0
    if trails[trail, BEASTS] != 1:
        return
    now = int(trails[trail, POINTS]) - int(trails[trail, BASE])
    trails[trail, BURROW_GAIN] = feed(trails, trail, EMPTY, 1) - now if trails[trail, SPARE] < 0 else 0
    best = 0
    for food in range(NUM_FOODS):
        if trails[trail, FOODS_AT + food] > best:  # a drop adds no more than there are icons
            best = max(best, feed(trails, trail, food, 0) - now)
    trails[trail, DROP_GAIN] = best


@jit
def feed(trails: NDArray[np.int16], trail: int, drop: int, burrow: int) -> int:
    """The points of the foods of a described trail, with one more drop on a food (EMPTY: none) and more room."""
    return eat(
        (int(trails[trail, WORTH]) + (1 if drop == 0 else 0)) * PACK + int(trails[trail, FOODS_AT]),
        (int(trails[trail, WORTH + 1]) + (1 if drop == 1 else 0)) * PACK + int(trails[trail, FOODS_AT + 1]),
        (int(trails[trail, WORTH + 2]) + (1 if drop == 2 else 0)) * PACK + int(trails[trail, FOODS_AT + 2]),
        (int(trails[trail, WORTH + 3]) + (1 if drop == 3 else 0)) * PACK + int(trails[trail, FOODS_AT + 3]),
        int(trails[trail, ROOM]) + burrow,
    )


@jit
def hungry(trails: NDArray[np.int16], trail: int, ends: int) -> int:
    """1 where the animal of a described trail could eat more and foods can still come, else 0."""
    return 1 if trails[trail, BEASTS] == 1 and ends > 0 and trails[trail, SPARE] > 0 else 0


@jit
def promise(trails: NDArray[np.int16], trail: int, ends: int) -> int:
    """The value of the open ends of a described trail, in 1/UNIT points."""
    if ends <= 0:
        return 0
    if trails[trail, BEASTS] == 0:
        return -LOOSE_END * int(trails[trail, SPARE])  # without an animal there is no room: minus the foods
    return HUNGRY_END * hungry(trails, trail, ends)


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

    `trails` is the survey; actions of the same cell are best judged one after another. A second trail that the card
    does not have, or that is one with the first, is all zero.
    """
    mentor, at, turns = choice // PLACES, choice % PLACES // NUM_TURNS, choice % NUM_TURNS
    spot = at // REACH * RING + at % REACH
    card = int(state.market[mentor])
    form = int(params.form[card])
    if place[SPOT] != spot:
        look_around(state, seat, spot, place)
    for entry in range(OUTCOMES):
        place[entry] = 0
    for entry in range(ENDS_AFTER):
        made[0, entry] = 0
        made[1, entry] = 0
    growth = int(place[GROWTH])
    place[HOPES] = trails[TOTALS, growth]
    place[PROMISE] = trails[TOTALS, NUM_GROWTHS + growth] if growth != NO_GROWTH else 0
    touched = 0  # bit per trail that the card lengthens
    for part in range(MADE if form == DOUBLE else 1):
        into = part
        for side in range(NUM_SIDES):
            trail = int(place[MET + side])
            if trail >= 0 and params.part[form, turns, side] == part and (touched >> trail) & 1:
                into = 0  # the two trails of a double curve meet outside, and make one
        take_in_card(params, card, part, made, into)
        for side in range(NUM_SIDES):
            if params.part[form, turns, side] != part:
                continue
            trail = int(place[MET + side])
            if trail >= 0:
                place[JOINS] += 1
                made[into, ENDS] -= 1
                if (touched >> trail) & 1 == 0:
                    touched |= 1 << trail
                    take_in(trails, trail, growth, made, into, place)
            elif place[OPEN + side] == 1:
                made[into, ENDS] += 1
            else:
                place[DEAD] += 1
    if form != DOUBLE:
        shut_ends(params, form, turns, touched, trails, made, place)
    sum_up(state, seat, mentor, touched, trails, made, place)


@jit
def look_around(state: State, seat: int, spot: int, place: NDArray[np.int16]) -> None:
    """Write SPOT … BESIDE of a spot."""
    row, column = spot // RING - 1, spot % RING - 1
    height, width = int(state.height[seat]), int(state.width[seat])
    growth = NO_GROWTH
    if row < 0 or row == height:
        growth = NORTH if row < 0 else SOUTH
        height += 1
    elif column < 0 or column == width:
        growth = WEST if column < 0 else EAST
        width += 1
    top, left = min(row, 0), min(column, 0)
    place[SPOT] = spot
    place[GROWTH] = growth
    place[BESIDE] = 0
    for side in range(NUM_SIDES):
        place[OPEN + side] = 0
        place[MET + side] = FREE
        there = row + (side == SOUTH) - (side == NORTH)
        across = column + (side == EAST) - (side == WEST)
        inside = top + height - SIDE <= there < top + SIDE and left + width - SIDE <= across < left + SIDE
        if not inside:
            continue
        beside = spot + STEP[side]
        if state.card[seat, beside] == EMPTY:
            place[OPEN + side] = 1
        else:
            trail = int(state.trail[seat, beside, (side + 2) % NUM_SIDES])
            place[MET + side] = BLANK if trail == EMPTY else trail
            place[BESIDE] += 1


@jit
def take_in_card(params: Params, card: int, part: int, made: NDArray[np.int16], into: int) -> None:
    """Add a trail of a new card to a trail that it makes."""
    for food in range(NUM_FOODS):
        icons = int(params.icons[card, part, food])
        made[into, FOODS_AT + food] += icons
        made[into, SPARE] -= icons
    if params.form[card] == ANIMAL:
        for food in range(NUM_FOODS):
            made[into, WORTH + food] = params.worth[card, food]
        made[into, BEASTS] = 1
        made[into, ROOM] = params.capacity[card]
        made[into, SPARE] += params.capacity[card]
        made[into, BASE] = params.basic[card]


@jit
def take_in(
    trails: NDArray[np.int16],
    trail: int,
    growth: int,
    made: NDArray[np.int16],
    into: int,
    place: NDArray[np.int16],
) -> None:
    """Add a trail of the survey to a trail that the card makes; of two animals the one of more base points counts."""
    ends = int(trails[trail, ENDS_AFTER + growth])
    place[GAIN] -= trails[trail, POINTS]
    place[HOPES] -= hungry(trails, trail, ends)
    place[PROMISE] -= promise(trails, trail, ends)
    made[into, ENDS] += ends
    for food in range(NUM_FOODS):
        made[into, FOODS_AT + food] += trails[trail, FOODS_AT + food]
    made[into, SPARE] += trails[trail, SPARE] - trails[trail, ROOM]
    if trails[trail, BEASTS] > 0 and (made[into, BEASTS] == 0 or trails[trail, BASE] > made[into, BASE]):
        for food in range(NUM_FOODS):
            made[into, WORTH + food] = trails[trail, WORTH + food]
        made[into, SPARE] += trails[trail, ROOM] - made[into, ROOM]
        made[into, ROOM] = trails[trail, ROOM]
        made[into, BASE] = trails[trail, BASE]
    made[into, BEASTS] += trails[trail, BEASTS]


@jit
def shut_ends(
    params: Params,
    form: int,
    turns: int,
    touched: int,
    trails: NDArray[np.int16],
    made: NDArray[np.int16],
    place: NDArray[np.int16],
) -> None:
    """The ends that the blank sides of a card of one trail shut."""
    growth, seen = int(place[GROWTH]), touched
    for side in range(NUM_SIDES):
        trail = int(place[MET + side])
        if trail < 0 or params.part[form, turns, side] != EMPTY:
            continue
        place[SHUT_ANIMAL if trails[trail, BEASTS] > 0 else SHUT_OTHER] += 1
        if (touched >> trail) & 1:
            made[0, ENDS] -= 1
        else:
            # A trail may come in at two sides that are shut.
            before = int(trails[trail, ENDS_AFTER + growth]) - ((seen >> trail) & 1)
            seen |= 1 << trail
            place[HOPES] += hungry(trails, trail, before - 1) - hungry(trails, trail, before)
            place[PROMISE] += promise(trails, trail, before - 1) - promise(trails, trail, before)


@jit
def sum_up(
    state: State,
    seat: int,
    mentor: int,
    touched: int,
    trails: NDArray[np.int16],
    made: NDArray[np.int16],
    place: NDArray[np.int16],
) -> None:
    """Points and open ends of the trails that the card makes, and the best token after it."""
    for part in range(MADE):
        if made[part, BEASTS] > 0:
            made[part, POINTS] = made[part, BASE]
            if made[part, BEASTS] == 1:
                made[part, POINTS] += feed(made, part, EMPTY, 0)
            place[GAIN] += made[part, POINTS]
        place[HOPES] += hungry(made, part, int(made[part, ENDS]))
        place[PROMISE] += promise(made, part, int(made[part, ENDS]))
    if mentor not in (GOAT, ARMADILLO):
        return
    token = DROP_GAIN if mentor == GOAT else BURROW_GAIN
    best = 0
    for trail in range(int(state.num_trails[seat])):
        if state.trails[seat, trail, LENGTH] > 0 and (touched >> trail) & 1 == 0:
            best = max(best, int(trails[trail, token]))
    for part in range(MADE):
        tempt(made, part)
        best = max(best, int(made[part, token]))
    place[TOKEN] = best
