"""Features of Savernake's actions, for networks that score actions one by one: what trails they make."""

import numpy as np
from numpy.typing import NDArray

from baobab.core.jit import jit
from baobab.core.layout import Layout
from baobab.games.savernake.actions import DROP, PLACE, PLACES
from baobab.games.savernake.cards import MENTORS, NUM_FOODS, NUM_MENTORS, NUM_SHAPES, ROOSTER, SHAPES
from baobab.games.savernake.observe import clip
from baobab.games.savernake.outlook import (
    BESIDE,
    DEAD,
    GAIN,
    GROWTH,
    HOPES,
    JOINS,
    MADE,
    NO_GROWTH,
    PLACE_WIDTH,
    SHUT_ANIMAL,
    SHUT_OTHER,
    SPARE,
    TOKEN,
    TRAIL_WIDTH,
    judge,
    survey,
    token_gain,
)
from baobab.games.savernake.state import (
    DROPPING,
    LIMIT,
    MAX_TRAILS,
    NUM_SIDES,
    PHASES,
    PLACING,
    POINTS,
    TRAIL_ENTRIES,
    Params,
    State,
)

TRAIL_FEATURES = (*TRAIL_ENTRIES[:-1], "spare")


def feature_layout() -> Layout:
    """The features of one legal action."""
    return Layout(
        ("block", (len(PHASES),), 0, 1, 1, "place, drop, burrow, one-hot"),
        ("mentor", (NUM_MENTORS,), 0, 1, 1, f"{', '.join(MENTORS)}, one-hot"),
        ("shape", (NUM_SHAPES,), 0, 1, 1, f"the card's: {', '.join(SHAPES)}, one-hot"),
        ("food", (NUM_FOODS,), 0, 1, 1, "of a drop, one-hot"),
        ("gain", (1,), -LIMIT, LIMIT, 5, "change of the own points now"),
        ("token", (1,), 0, LIMIT, 5, "what the best drop or burrow would add after it"),
        ("marker", (1,), 0, 1, 1, "it brings the rooster marker to the seat"),
        ("hopes", (1,), -LIMIT, LIMIT, 1, "change of the number of own animals with room for foods and an open end"),
        ("joins", (1,), 0, NUM_SIDES, 1, "sides at which it continues a trail"),
        ("dead", (1,), 0, NUM_SIDES, 1, "own openings that lead nowhere: to a blank side or out of the window"),
        (
            "shut",
            (2,),
            0,
            NUM_SIDES,
            1,
            "ends beside it that its blank sides shut: of trails with an animal, of others",
        ),
        ("beside", (1,), 0, NUM_SIDES, 2, "cards beside it"),
        ("grows", (1,), 0, 1, 1, "the box grows"),
        (
            "made",
            (MADE, len(TRAIL_FEATURES)),
            -LIMIT,
            LIMIT,
            4,
            (
                "the trails that its first and second trail then are part of, for tokens the animal's:"
                f" {', '.join(TRAIL_FEATURES)}"
            ),
        ),
    )


_FEATURES = feature_layout()

F_BLOCK, F_MENTOR, F_SHAPE, F_FOOD = (_FEATURES[name].start for name in ("block", "mentor", "shape", "food"))
F_GAIN, F_TOKEN, F_MARKER, F_HOPES = (_FEATURES[name].start for name in ("gain", "token", "marker", "hopes"))
F_JOINS, F_DEAD, F_SHUT = (_FEATURES[name].start for name in ("joins", "dead", "shut"))
F_BESIDE, F_GROWS, F_MADE = (_FEATURES[name].start for name in ("beside", "grows", "made"))

NUM_TRAIL_FEATURES = len(TRAIL_FEATURES)

# --- Features ---------------------------------------------------------------------------------------------


@jit
def encode_actions(params: Params, state: State, ids: NDArray[np.int16], count: int, out: NDArray[np.int8]) -> None:
    """Write a row of features for each legal action of the seat to move into `out [count, F]`."""
    seat = int(state.player)
    trails = np.empty((MAX_TRAILS + 1, TRAIL_WIDTH), np.int16)
    made = np.empty((MADE, TRAIL_WIDTH), np.int16)
    place = np.empty(PLACE_WIDTH, np.int16)
    if state.phase == PLACING:
        survey(state, seat, trails, place)
    for row in range(count):
        action = int(ids[row])
        for entry in range(out.shape[1]):
            out[row, entry] = 0
        out[row, F_BLOCK + int(state.phase)] = 1
        if state.phase == PLACING:
            judge(params, state, seat, action - PLACE, trails, made, place)
            describe_place(params, state, seat, action - PLACE, place, out, row)
            describe_trail(made, 0, out, row)
            describe_trail(made, 1, out, row)
        else:
            if state.phase == DROPPING:
                out[row, F_FOOD + (action - DROP) % NUM_FOODS] = 1
            out[row, F_GAIN] = clip(token_gain(state, seat, action, made))
            describe_trail(made, 0, out, row)


@jit
def describe_place(
    params: Params, state: State, seat: int, choice: int, place: NDArray[np.int16], out: NDArray[np.int8], row: int
) -> None:
    """The card, and what its placement changes."""
    mentor = choice // PLACES
    out[row, F_MENTOR + mentor] = 1
    out[row, F_SHAPE + int(params.form[state.market[mentor]])] = 1
    out[row, F_GAIN] = clip(int(place[GAIN]))
    out[row, F_TOKEN] = clip(int(place[TOKEN]))
    out[row, F_MARKER] = 1 if mentor == ROOSTER and state.rooster != seat else 0
    out[row, F_HOPES] = place[HOPES]
    out[row, F_JOINS] = place[JOINS]
    out[row, F_DEAD] = place[DEAD]
    out[row, F_SHUT] = place[SHUT_ANIMAL]
    out[row, F_SHUT + 1] = place[SHUT_OTHER]
    out[row, F_BESIDE] = place[BESIDE]
    out[row, F_GROWS] = 0 if place[GROWTH] == NO_GROWTH else 1


@jit
def describe_trail(made: NDArray[np.int16], part: int, out: NDArray[np.int8], row: int) -> None:
    """A described trail into its features of a row."""
    start = F_MADE + part * NUM_TRAIL_FEATURES
    for entry in range(NUM_TRAIL_FEATURES):
        out[row, start + entry] = made[part, entry]
    out[row, start + POINTS] = clip(int(made[part, POINTS]))
    out[row, start + SPARE] = clip(int(made[part, SPARE]))
