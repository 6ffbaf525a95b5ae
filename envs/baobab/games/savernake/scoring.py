"""Savernake's scoring: what a trail feeds its animal, the end check, and who is ahead.

An animal scores its base points and the points of the foods on its trail, at most capacity + burrows of them, the
most valuable ones; each icon counts for itself, drops included.
"""

import numpy as np
from numpy.typing import NDArray

from baobab.core.jit import jit
from baobab.games.savernake.cards import ANIMAL, DOUBLE
from baobab.games.savernake.state import EMPTY, MAX_TRAILS, NUM_CELLS, NUM_SIDES, SIDE, SOUTH, Params, State

ROW_STEP = (-1, 0, 1, 0)
COLUMN_STEP = (0, 1, 0, -1)
"""North, east, south, west."""
MAX_SHARED = NUM_CELLS // 2
"""Trails with several animals at once: each needs two cards that lie on no other trail."""
PACK = 256
"""A food is packed as its worth · PACK + its count, so that the largest is the most valuable."""

# --- Cells ------------------------------------------------------------------------------------------------


@jit
def card_at(state: State, seat: int, row: int, column: int) -> int:
    """The cell of the card at a row and column of the box, or EMPTY where no card lies."""
    if row < 0 or column < 0 or row >= state.height[seat] or column >= state.width[seat]:
        return EMPTY
    cell = cell_at(state, seat, row, column)
    return cell if state.card[seat, cell] != EMPTY else EMPTY


@jit
def cell_at(state: State, seat: int, row: int, column: int) -> int:
    """The cell at a row and column of the box; the forest wraps around."""
    return ((int(state.top[seat]) + row) & 3) * SIDE + ((int(state.left[seat]) + column) & 3)


@jit
def row_of(state: State, seat: int, cell: int) -> int:
    """The row of the box that a cell lies in."""
    return (cell // SIDE - int(state.top[seat])) & 3


@jit
def column_of(state: State, seat: int, cell: int) -> int:
    """The column of the box that a cell lies in."""
    return (cell % SIDE - int(state.left[seat])) & 3


@jit
def way_out(state: State, seat: int, cell: int) -> int:
    """The side that the animal of a cell opens on."""
    return (SOUTH + int(state.turns[seat, cell])) % NUM_SIDES


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
def worth_of(params: Params, state: State, seat: int, cell: int, food: int) -> int:
    """What one icon of a food is worth to the animal of a cell: its points and the drops on it."""
    return int(params.worth[state.card[seat, cell], food]) + int(state.drops[seat, cell, food])


@jit
def room_of(params: Params, state: State, seat: int, cell: int) -> int:
    """The foods that the animal of a cell eats: its capacity and its burrows."""
    return int(params.capacity[state.card[seat, cell]]) + int(state.burrows[seat, cell])


@jit
def animal_points(
    params: Params, state: State, seat: int, cell: int, berries: int, worms: int, eggs: int, nuts: int
) -> int:
    """What the animal of a cell scores on a trail with these foods."""
    return int(params.basic[state.card[seat, cell]]) + eat(
        worth_of(params, state, seat, cell, 0) * PACK + berries,
        worth_of(params, state, seat, cell, 1) * PACK + worms,
        worth_of(params, state, seat, cell, 2) * PACK + eggs,
        worth_of(params, state, seat, cell, 3) * PACK + nuts,
        room_of(params, state, seat, cell),
    )


@jit
def trail_points(params: Params, state: State, seat: int, trail: int) -> int:
    """What a trail scores: nothing without an animal; of several animals the best one alone could stay."""
    cell = int(state.beast[seat, trail])
    if cell == EMPTY:
        return 0
    if state.beasts[seat, trail] > 1:
        return int(params.basic[state.card[seat, cell]])
    return animal_points(
        *(params, state, seat, cell),
        int(state.foods[seat, trail, 0]),
        int(state.foods[seat, trail, 1]),
        int(state.foods[seat, trail, 2]),
        int(state.foods[seat, trail, 3]),
    )


@jit
def walk_points(params: Params, state: State, seat: int, cell: int, kept: int) -> int:
    """What the animal of a cell scores when it walks its trail over the cells `kept` (bits) alone."""
    berries, worms, eggs, nuts = 0, 0, 0, 0
    row, column = row_of(state, seat, cell), column_of(state, seat, cell)
    side = way_out(state, seat, cell)
    while side != EMPTY:
        row += ROW_STEP[side]
        column += COLUMN_STEP[side]
        there = card_at(state, seat, row, column)
        if there == EMPTY or (kept >> there) & 1 == 0:
            break
        card, turns = int(state.card[seat, there]), int(state.turns[seat, there])
        entry = (side + 2) % NUM_SIDES
        part = int(params.part[params.form[card], turns, entry])
        if part == EMPTY:
            break
        berries += int(params.icons[card, part, 0])
        worms += int(params.icons[card, part, 1])
        eggs += int(params.icons[card, part, 2])
        nuts += int(params.icons[card, part, 3])
        side = int(params.across[params.form[card], turns, entry])
    return animal_points(params, state, seat, cell, berries, worms, eggs, nuts)


# --- End check --------------------------------------------------------------------------------------------


@jit
def kept_points(params: Params, state: State, seat: int) -> int:
    """The most points that a forest scores when of each trail with several animals one card is kept.

    Of a trail it pays to keep either the animal of most base points, which then stands alone, or a double curve,
    whose other trail stays whole; every choice of all trails together is tried.
    """
    choices = np.empty((MAX_SHARED, NUM_CELLS + 1), np.int8)  # cells that may be kept, by trail with several animals
    counts = np.empty(MAX_SHARED, np.int8)
    trails = np.empty(MAX_SHARED, np.int8)
    chosen = np.zeros(MAX_SHARED, np.int8)  # the choice that is tried, by trail
    shared = find_choices(params, state, seat, trails, choices, counts)
    best = 0
    while True:
        kept = keep(state, seat, trails, choices, chosen, shared)
        points = 0
        for cell in range(NUM_CELLS):
            if (kept >> cell) & 1 and params.form[state.card[seat, cell]] == ANIMAL:
                points += walk_points(params, state, seat, cell, kept)
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
    """Write the trails with several animals and the cells of each that may be worth keeping; their number."""
    shared = 0
    for trail in range(MAX_TRAILS):
        if state.beasts[seat, trail] > 1:
            trails[shared] = trail
            choices[shared, 0] = state.beast[seat, trail]
            counts[shared] = 1
            for cell in range(NUM_CELLS):
                card = int(state.card[seat, cell])
                if card != EMPTY and params.form[card] == DOUBLE and lies_on(state, seat, cell, trail):
                    choices[shared, counts[shared]] = cell
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
    """The cells (bits) that are left when of each shared trail the chosen card is kept."""
    kept = 0
    for cell in range(NUM_CELLS):
        if state.card[seat, cell] != EMPTY:
            kept |= 1 << cell
    for place in range(shared):
        for cell in range(NUM_CELLS):
            if cell != choices[place, chosen[place]] and lies_on(state, seat, cell, int(trails[place])):
                kept &= ~(1 << cell)
    return kept


@jit
def lies_on(state: State, seat: int, cell: int, trail: int) -> bool:
    """Whether the card of a cell is part of a trail."""
    for side in range(NUM_SIDES):
        if state.trail[seat, cell, side] == trail:
            return True
    return False


# --- Results ----------------------------------------------------------------------------------------------


@jit
def score(state: State, seat: int) -> int:
    """What a seat has now: its forest and the rooster marker."""
    return int(state.points[seat]) + (1 if state.rooster == seat else 0)


@jit
def results(params: Params, state: State, scores: NDArray[np.int32], ranks: NDArray[np.int8]) -> None:
    """Scores and ranks per seat; a tie goes to the first clockwise from the rooster's holder."""
    num_players = int(state.num_players)
    for seat in range(num_players):
        scores[seat] = score(state, seat)
    for seat in range(num_players):
        order = (seat - int(state.rooster)) % num_players
        rank = 1
        for other in range(num_players):
            sooner = (other - int(state.rooster)) % num_players < order
            if scores[other] > scores[seat] or (scores[other] == scores[seat] and sooner):
                rank += 1
        ranks[seat] = rank
