"""Nimalia's scoring: what an objective gives, how red ones compare the seats, and who wins.

Blue, green and yellow objectives (and the giraffes) count one reserve; the other red ones compare up to two numbers
of every seat. Objectives are named here; `objectives.py` has the text of each.
"""

import numpy as np
from numpy.typing import NDArray

from baobab.core.jit import jit
from baobab.games.nimalia.boards import (
    area_around,
    beside,
    blocks,
    count,
    falling_ends,
    longest_river,
    rising_ends,
    some_in_row,
)
from baobab.games.nimalia.cards import (
    CROCODILE,
    FLAMINGO,
    GIRAFFE,
    GORILLA,
    ICE,
    JUNGLE,
    LAKE,
    LION,
    NUM_BIOMES,
    NUM_SPECIES,
    OTTER,
    PANDA,
    PENGUIN,
    POLAR_BEAR,
    SAVANNA,
)
from baobab.games.nimalia.objectives import BLUE, GREEN, RED, YELLOW
from baobab.games.nimalia.state import BIOME_BOARD, OCCUPIED_BOARD, RISING_BOARD, SIDE, STRIDE, Params, State

(
    OTTER_NEIGHBOURS,
    RIVERS_TO_LAKES,
    JUNGLE_AREAS,
    GORILLAS_BY_LAKES,
    LARGEST_SAVANNA,
    SAVANNAS_OF_FOUR,
    ICE_BLOCKS,
    BEAR_GROUPS,
    FEWEST_BIOME,
    LARGEST_SQUARE,
    FULL_ROWS,
    EQUAL_PAIRS,
    FEW_GIRAFFES,
    ENCLOSED_FLAMINGOS,
    OWN_RIVER,
    LONGEST_RIVER,
    EDGE_PANDAS,
    GORILLAS_NOT_PANDAS,
    PENGUIN_COLUMNS,
    FEWEST_LIONS,
    CROCODILES_NOT_FLAMINGOS,
    CROCODILES_BY_GIRAFFES,
) = range(22)

COUNTED = {
    FEW_GIRAFFES: ("giraffes",),
    LONGEST_RIVER: ("longest river",),
    GORILLAS_NOT_PANDAS: ("gorillas", "pandas"),
    FEWEST_LIONS: ("lions",),
    CROCODILES_NOT_FLAMINGOS: ("crocodiles", "flamingos"),
}
"""What each red objective counts, for people."""

Boards = NDArray[np.int64]
"""The bit boards of one reserve, `[15] int64`."""

# --- One reserve ------------------------------------------------------------------------------------------


@jit
def blue_points(objective: int, boards: Boards) -> int:
    """The points of a blue objective."""
    if objective == RIVERS_TO_LAKES:
        otters, lake = int(boards[OTTER]), int(boards[BIOME_BOARD + LAKE])
        rising = int(boards[RISING_BOARD])
        reaching = otters & beside(lake)
        reaching |= (rising & rising_ends(lake)) | (otters & ~rising & falling_ends(lake))
        return 2 * count(reaching)
    if objective == JUNGLE_AREAS:
        return 2 * count_areas(int(boards[BIOME_BOARD + JUNGLE]))
    if objective == LARGEST_SAVANNA:
        return 2 * largest_area(int(boards[BIOME_BOARD + SAVANNA]))
    if objective == FEWEST_BIOME:
        fewest = SIDE * SIDE
        for biome in range(NUM_BIOMES):
            fewest = min(fewest, count(int(boards[BIOME_BOARD + biome])))
        return 2 * fewest
    full = some_in_row(int(boards[BIOME_BOARD]))
    for biome in range(1, NUM_BIOMES):
        full &= some_in_row(int(boards[BIOME_BOARD + biome]))
    return 3 * count(full)


@jit
def green_points(objective: int, boards: Boards) -> int:
    """The points of a green objective."""
    occupied = int(boards[OCCUPIED_BOARD])
    if objective == BEAR_GROUPS:
        bears = int(boards[POLAR_BEAR])
        grouped = bears & beside(bears)
        return 2 * count(grouped) - count(bears & ~grouped)
    if objective == EQUAL_PAIRS:
        pairs = 0
        for species in range(NUM_SPECIES):
            equal = int(boards[species])
            pairs |= equal & (equal >> 1) & ~(equal << 1) & ~(equal >> 2)
        return 3 * count(pairs)
    if objective == ENCLOSED_FLAMINGOS:
        return 3 * count(int(boards[FLAMINGO]) & enclosed(occupied))
    if objective == EDGE_PANDAS:
        return 3 * count(int(boards[PANDA]) & ~enclosed(occupied))
    if objective == PENGUIN_COLUMNS:
        return 3 * count_single_columns(int(boards[PENGUIN]))
    return 2 * count(int(boards[CROCODILE]) & beside(int(boards[GIRAFFE])))


@jit
def yellow_points(objective: int, boards: Boards) -> int:
    """The points of a yellow objective."""
    if objective == OTTER_NEIGHBOURS:
        points = 0
        for species in range(NUM_SPECIES):
            points += grouped_neighbours(int(boards[OTTER]), int(boards[species]))
        return points
    if objective == GORILLAS_BY_LAKES:
        return 2 * count(int(boards[GORILLA]) & beside(int(boards[BIOME_BOARD + LAKE])))
    if objective == SAVANNAS_OF_FOUR:
        return 6 * count_areas_of(int(boards[BIOME_BOARD + SAVANNA]), 4)
    if objective == ICE_BLOCKS:
        return 4 * count(blocks(int(boards[BIOME_BOARD + ICE])))
    if objective == LARGEST_SQUARE:
        return square_points(int(boards[OCCUPIED_BOARD]))
    return river_points(own_river(boards))


@jit
def count_areas(squares: int) -> int:
    """The number of areas of a set."""
    areas = 0
    while squares != 0:
        squares &= ~area_around(squares & -squares, squares)
        areas += 1
    return areas


@jit
def count_areas_of(squares: int, size: int) -> int:
    """The number of areas of exactly this size."""
    areas = 0
    while squares != 0:
        area = area_around(squares & -squares, squares)
        squares &= ~area
        if count(area) == size:
            areas += 1
    return areas


@jit
def largest_area(squares: int) -> int:
    """The size of the largest area of a set."""
    largest = 0
    while squares != 0:
        area = area_around(squares & -squares, squares)
        squares &= ~area
        largest = max(largest, count(area))
    return largest


@jit
def enclosed(squares: int) -> int:
    """The places with one of these squares on all four sides."""
    return (squares << 1) & (squares >> 1) & (squares << STRIDE) & (squares >> STRIDE)


@jit
def grouped_neighbours(middle: int, others: int) -> int:
    """For each square of `middle` that has two or more of `others` beside it, their number; summed up."""
    west, east, north, south = others << 1, others >> 1, others << STRIDE, others >> STRIDE
    two = middle & ((west & east) | (north & south) | ((west | east) & (north | south)))
    if two == 0:
        return 0
    three = two & ((west & east & (north | south)) | (north & south & (west | east)))
    return 2 * count(two) + count(three) + count(three & west & east & north & south)


@jit
def count_single_columns(squares: int) -> int:
    """The columns with exactly one of these squares."""
    once, twice = 0, 0
    while squares != 0:
        row = squares & 0xFF
        twice |= once & row
        once |= row
        squares >>= STRIDE
    return count(once & ~twice)


@jit
def square_points(occupied: int) -> int:
    """The points of the largest filled square: 0, 3, 5, 8, 13, 21 for a side of 1 … 6."""
    points, following = 0, 3
    last, squares = 2, blocks(occupied)
    while squares != 0:
        points, following, last = following, following + last, following
        squares = blocks(squares)
    return points


@jit
def own_river(boards: Boards) -> int:
    """The squares of the longest river of a reserve."""
    rising = int(boards[RISING_BOARD])
    return longest_river(rising, int(boards[OTTER]) & ~rising)


@jit
def river_points(length: int) -> int:
    """0, 0, 1, 3, 6, 10, 15 for a longest river of 0 … 6 or more squares."""
    steps = min(length, 6) - 1
    return max(steps, 0) * (steps + 1) // 2


# --- All reserves -----------------------------------------------------------------------------------------


@jit
def count_for_red(objective: int, boards: Boards) -> tuple[int, int]:
    """The numbers of a reserve that a red objective looks at; 0 where it needs one only."""
    if objective == FEW_GIRAFFES:
        return count(int(boards[GIRAFFE])), 0
    if objective == LONGEST_RIVER:
        return own_river(boards), 0
    if objective == GORILLAS_NOT_PANDAS:
        return count(int(boards[GORILLA])), count(int(boards[PANDA]))
    if objective == FEWEST_LIONS:
        return count(int(boards[LION])), 0
    return count(int(boards[CROCODILE])), count(int(boards[FLAMINGO]))


@jit
def red_points(objective: int, counts: NDArray[np.int8], num_players: int, seat: int) -> int:
    """The points of a red objective for a seat, given `counts [P, 2]` of all seats."""
    if objective == FEW_GIRAFFES:
        giraffes = int(counts[seat, 0])
        return 8 if giraffes == 0 else 5 if giraffes == 1 else 3 if giraffes == 2 else 0
    if objective == LONGEST_RIVER:
        return place_points(counts, num_players, seat, 0, False)
    if objective == GORILLAS_NOT_PANDAS:
        return place_points(counts, num_players, seat, 0, False) - place_points(counts, num_players, seat, 1, False)
    if objective == FEWEST_LIONS:
        return 3 if place_points(counts, num_players, seat, 0, True) == 5 else -2
    return place_points(counts, num_players, seat, 0, False) + place_points(counts, num_players, seat, 1, True)


@jit
def place_points(counts: NDArray[np.int8], num_players: int, seat: int, which: int, fewest: bool) -> int:
    """5 for the first, 2 for the second, else 0, by one of the `counts [P, 2]`: the most or the fewest.

    All the tied get the full value; a tie for first cancels second; two players have no second. None is never most.
    """
    own = int(counts[seat, which])
    if own == 0 and not fewest:
        return 0
    better = 0
    for other in range(num_players):
        theirs = int(counts[other, which])
        if (theirs < own) if fewest else (theirs > own):
            better += 1
    if better == 0:
        return 5
    return 2 if better == 1 and num_players > 2 else 0


@jit
def value_reserves(state: State) -> None:
    """Note what every objective would give every seat now."""
    blue, green = int(state.objectives[BLUE]), int(state.objectives[GREEN])
    yellow, red = int(state.objectives[YELLOW]), int(state.objectives[RED])
    num_players = int(state.num_players)
    for seat in range(num_players):
        boards = state.boards[seat]
        state.values[seat, BLUE] = blue_points(blue, boards)
        state.values[seat, GREEN] = green_points(green, boards)
        state.values[seat, YELLOW] = yellow_points(yellow, boards)
        state.counts[seat, 0], state.counts[seat, 1] = count_for_red(red, boards)
    for seat in range(num_players):
        state.values[seat, RED] = red_points(red, state.counts, num_players, seat)


@jit
def score_round(params: Params, state: State) -> None:
    """Score the round that ends, objective by objective; no score falls below 0."""
    number = int(state.round_index)
    for seat in range(int(state.num_players)):
        score = int(state.scores[seat])
        for place in range(int(params.num_scored[number])):
            points = int(state.values[seat, params.scored[number, place]])
            state.points[number, seat, place] = points
            score = max(score + points, 0)
        state.scores[seat] = score
        state.totals[number, seat] = score


@jit
def largest_species(boards: Boards) -> int:
    """The most animals of one species in a reserve (otters are one), which decides ties."""
    largest = 0
    for species in range(NUM_SPECIES):
        largest = max(largest, count(int(boards[species])))
    return largest


@jit
def results(params: Params, state: State, scores: NDArray[np.int32], ranks: NDArray[np.int8]) -> None:
    """Scores and ranks per seat; a tie goes to the most animals of one species, else it is shared."""
    num_players = int(state.num_players)
    for seat in range(num_players):
        scores[seat] = state.scores[seat]
    for seat in range(num_players):
        largest = largest_species(state.boards[seat])
        rank = 1
        for other in range(num_players):
            tied = scores[other] == scores[seat]
            if scores[other] > scores[seat] or (tied and largest_species(state.boards[other]) > largest):
                rank += 1
        ranks[seat] = rank
