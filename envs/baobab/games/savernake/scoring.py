"""Savernake's scoring: what a trail feeds its animal, the end check, and who is ahead.

An animal scores its base points and the points of the foods on its trail, at most capacity + burrows of them, the
most valuable ones; each icon counts for itself, drops included.
"""

import numpy as np
from numpy.typing import NDArray

from baobab.core.jit import jit
from baobab.games.savernake.cards import ANIMAL, DOUBLE
from baobab.games.savernake.state import (
    BASE,
    BASE_PLANE,
    BEASTS,
    BURROW_PLANE,
    CAPACITY_PLANE,
    DROP_PLANES,
    EMPTY,
    FOODS_AT,
    LAST_ROUND,
    MAX_TRAILS,
    NUM_CELLS,
    NUM_SIDES,
    NUM_SPOTS,
    RING,
    ROOM,
    SIDE,
    SOUTH,
    STEP,
    WORTH,
    WORTH_PLANES,
    Params,
    State,
)

MAX_SHARED = NUM_CELLS // 2
"""Trails with several animals at once: each needs two cards that lie on no other trail."""
PACK = 256
"""A food is packed as its worth · PACK + its count, so that the largest is the most valuable."""

# --- Spots and cells --------------------------------------------------------------------------------------


@jit
def spot_at(row: int, column: int) -> int:
    """The spot of a row and column −1 … 4."""
    return (row + 1) * RING + column + 1


@jit
def cell_of(spot: int) -> int:
    """The cell of a spot where a card lies."""
    return (spot // RING - 1) * SIDE + spot % RING - 1


@jit
def spot_of(cell: int) -> int:
    """The spot of a cell."""
    return (cell // SIDE + 1) * RING + cell % SIDE + 1


@jit
def way_out(state: State, seat: int, spot: int) -> int:
    """The side that the animal of a spot opens on."""
    return (SOUTH + int(state.turns[seat, spot])) % NUM_SIDES


# --- Points -----------------------------------------------------------------------------------------------


@jit
def eat(first: int, second: int, third: int, fourth: int, room: int) -> int:
    """The points of the best `room` of the foods, each kind packed as worth · PACK + count."""
    if first < second:
        first, second = second, first
    if third < fourth:
        third, fourth = fourth, third
    if first < third:
        first, third = third, first
    if second < fourth:
        second, fourth = fourth, second
    if second < third:
        second, third = third, second
    eaten = min(first % PACK, room)
    points = eaten * (first // PACK)
    room -= eaten
    eaten = min(second % PACK, room)
    points += eaten * (second // PACK)
    room -= eaten
    eaten = min(third % PACK, room)
    points += eaten * (third // PACK)
    room -= eaten
    return points + min(fourth % PACK, room) * (fourth // PACK)


@jit
def trail_points(state: State, seat: int, trail: int) -> int:
    """What a trail scores: nothing without an animal; of several animals the best one alone could stay."""
    base = int(state.trails[seat, trail, BASE])
    if state.trails[seat, trail, BEASTS] != 1:
        return base
    return base + eat(
        int(state.trails[seat, trail, WORTH]) * PACK + int(state.trails[seat, trail, FOODS_AT]),
        int(state.trails[seat, trail, WORTH + 1]) * PACK + int(state.trails[seat, trail, FOODS_AT + 1]),
        int(state.trails[seat, trail, WORTH + 2]) * PACK + int(state.trails[seat, trail, FOODS_AT + 2]),
        int(state.trails[seat, trail, WORTH + 3]) * PACK + int(state.trails[seat, trail, FOODS_AT + 3]),
        int(state.trails[seat, trail, ROOM]),
    )


@jit
def worth_of(state: State, seat: int, spot: int, food: int) -> int:
    """What one icon of a food is worth to the animal of a spot: its points and the drops on it."""
    cell = cell_of(spot)
    return int(state.tiles[seat, cell, WORTH_PLANES + food]) + int(state.tiles[seat, cell, DROP_PLANES + food])


@jit
def room_of(state: State, seat: int, spot: int) -> int:
    """The foods that the animal of a spot eats: its capacity and its burrows."""
    cell = cell_of(spot)
    return int(state.tiles[seat, cell, CAPACITY_PLANE]) + int(state.tiles[seat, cell, BURROW_PLANE])


@jit
def walk_points(params: Params, state: State, seat: int, spot: int, kept: int) -> int:
    """What the animal of a spot scores when it walks its trail over the spots `kept` (bits) alone."""
    berries, worms, eggs, nuts = 0, 0, 0, 0
    there, side = spot, way_out(state, seat, spot)
    while side != EMPTY:
        there += STEP[side]
        card = int(state.card[seat, there])
        if card == EMPTY or (kept >> there) & 1 == 0:
            break
        form, turns, entry = int(params.form[card]), int(state.turns[seat, there]), (side + 2) % NUM_SIDES
        part = int(params.part[form, turns, entry])
        if part == EMPTY:
            break
        berries += int(params.icons[card, part, 0])
        worms += int(params.icons[card, part, 1])
        eggs += int(params.icons[card, part, 2])
        nuts += int(params.icons[card, part, 3])
        side = int(params.across[form, turns, entry])
    return int(state.tiles[seat, cell_of(spot), BASE_PLANE]) + eat(
        worth_of(state, seat, spot, 0) * PACK + berries,
        worth_of(state, seat, spot, 1) * PACK + worms,
        worth_of(state, seat, spot, 2) * PACK + eggs,
        worth_of(state, seat, spot, 3) * PACK + nuts,
        room_of(state, seat, spot),
    )


# --- End check --------------------------------------------------------------------------------------------


@jit
def kept_points(params: Params, state: State, seat: int) -> int:
    """The most points that a forest scores when of each trail with several animals one card is kept.

    Of a trail it pays to keep either the animal of most base points, which then stands alone, or a double curve,
    whose other trail stays whole; every choice of all trails together is tried.
    """
    choices = np.empty((MAX_SHARED, NUM_CELLS + 1), np.int8)  # spots that may be kept, by trail with several animals
    counts = np.empty(MAX_SHARED, np.int8)
    trails = np.empty(MAX_SHARED, np.int8)
    chosen = np.zeros(MAX_SHARED, np.int8)  # the choice that is tried, by trail
    shared = find_choices(params, state, seat, trails, choices, counts)
    best = 0
    while True:
        kept = keep(state, seat, trails, choices, chosen, shared)
        points = 0
        for spot in range(NUM_SPOTS):
            if (kept >> spot) & 1 and params.form[state.card[seat, spot]] == ANIMAL:
                points += walk_points(params, state, seat, spot, kept)
        best = max(best, points)
        place = 0
        while place < shared and chosen[place] + 1 == counts[place]:
            chosen[place] = 0
            place += 1
        if place == shared:
            return best
        chosen[place] += 1


@jit
def find_choices(
    params: Params,
    state: State,
    seat: int,
    trails: NDArray[np.int8],
    choices: NDArray[np.int8],
    counts: NDArray[np.int8],
) -> int:
    """Write the trails with several animals and the spots of each that may be worth keeping; their number."""
    shared = 0
    for trail in range(MAX_TRAILS):
        if state.trails[seat, trail, BEASTS] > 1:
            trails[shared] = trail
            choices[shared, 0] = state.beast[seat, trail]
            counts[shared] = 1
            for spot in range(NUM_SPOTS):
                card = int(state.card[seat, spot])
                if card != EMPTY and params.form[card] == DOUBLE and lies_on(state, seat, spot, trail):
                    choices[shared, counts[shared]] = spot
                    counts[shared] += 1
            shared += 1
    return shared


@jit
def keep(
    state: State,
    seat: int,
    trails: NDArray[np.int8],
    choices: NDArray[np.int8],
    chosen: NDArray[np.int8],
    shared: int,
) -> int:
    """The spots (bits) that are left when of each shared trail the chosen card is kept."""
    kept = int(state.occupied[seat])
    for place in range(shared):
        for spot in range(NUM_SPOTS):
            if spot != choices[place, chosen[place]] and lies_on(state, seat, spot, int(trails[place])):
                kept &= ~(1 << spot)
    return kept


@jit
def lies_on(state: State, seat: int, spot: int, trail: int) -> bool:
    """Whether the card of a spot is part of a trail."""
    for side in range(NUM_SIDES):
        if state.trail[seat, spot, side] == trail:
            return True
    return False


# --- Results ----------------------------------------------------------------------------------------------


@jit
def score(state: State, seat: int) -> int:
    """What a seat has now: its forest and the rooster marker."""
    return int(state.points[seat]) + (1 if state.rooster == seat else 0)


@jit
def first_in_ties(params: Params, state: State) -> int:
    """Who wins any tie: the rooster's holder, who would begin a next round, or who began the last one (ruling)."""
    return int(state.starter) if params.tie == LAST_ROUND else int(state.rooster)


@jit
def results(params: Params, state: State, scores: NDArray[np.int32], ranks: NDArray[np.int8]) -> None:
    """Scores and ranks per seat; a tie goes to the first in the order of turns."""
    num_players, first = int(state.num_players), first_in_ties(params, state)
    for seat in range(num_players):
        scores[seat] = score(state, seat)
    for seat in range(num_players):
        order = (seat - first) % num_players
        rank = 1
        for other in range(num_players):
            sooner = (other - first) % num_players < order
            if scores[other] > scores[seat] or (scores[other] == scores[seat] and sooner):
                rank += 1
        ranks[seat] = rank
