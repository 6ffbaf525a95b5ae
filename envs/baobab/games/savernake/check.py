"""What must be true of every state of Savernake: counted anew, slowly, to check the rules' bookkeeping."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from baobab.core.jit import jit
from baobab.core.record import NOBODY
from baobab.games.savernake.cards import ANIMAL, FIRST_ANIMAL, MENTORS, NUM_CARDS, NUM_FOODS, NUM_PATHS
from baobab.games.savernake.forest import any_place
from baobab.games.savernake.scoring import cell_of, kept_points, lies_on, walk_points
from baobab.games.savernake.state import (
    ALL_SPOTS,
    BASE,
    BEASTS,
    BURROW_PLANE,
    DROP_PLANES,
    EMPTY,
    ENDS,
    FOODS_AT,
    LENGTH,
    LIMIT,
    MARKET_PATHS,
    MAX_PLAYERS,
    NUM_CELLS,
    NUM_PLANES,
    NUM_ROUNDS,
    NUM_SIDES,
    NUM_SPOTS,
    PLACING,
    POINTS,
    RING,
    ROOM,
    SIDE,
    STEP,
    TRAIL_SLOTS,
    WORTH,
    WORTH_PLANES,
    Params,
    State,
)

if TYPE_CHECKING:
    from baobab.core.game import Game

FAULTS = (
    "",
    "the cards that came are not all there once, in forests, in the market or gone",
    "the decks are not every card once",
    "the box is not the smallest rectangle around the cards, or larger than 4 × 4",
    "a card lies beside no other",
    "a forest has more or fewer cards than its seat has had turns",
    "two cards whose trails meet have different trails there",
    "a blank side has a trail, or an opening has none",
    "the foods, animals or length of a trail are not those of its cards",
    "the open ends of a trail are counted wrong",
    "the points of a forest are not what its animals find on their trails",
    "a forest is not marked where a trail has several animals, or is where none has",
    "there are tokens on a cell without an animal, or more tokens than were taken",
    "the two-animals rule is relaxed although a card fits, or not although none does",
    "a card is marked as unseen although it has come, or not although it has not",
    "what is told of a cell is not what its card shows",
)
"""What each result of `audit` says."""


def check(game: "Game", row: Any) -> None:
    """AssertionError where a state breaks an invariant of the game."""
    fault = audit(game.params[0], row)
    if fault:
        raise AssertionError(f"{game.name}: {FAULTS[fault]}")


@jit
def audit(params: Params, state: State) -> int:
    """0, or the index in `FAULTS` of the first invariant that the state breaks."""
    fault = audit_cards(state)
    tokens = 0
    for seat in range(MAX_PLAYERS):
        if fault == 0 and state.height[seat] > 0:
            fault = audit_forest(state, seat)
        if fault == 0:
            fault = audit_tiles(params, state, seat)
        if fault == 0:
            fault = audit_trails(params, state, seat)
        for cell in range(NUM_CELLS):
            for plane in range(BURROW_PLANE, NUM_PLANES):
                if plane == BURROW_PLANE or plane >= DROP_PLANES:
                    tokens += int(state.tiles[seat, cell, plane])
    if fault == 0 and tokens > 2 * NUM_ROUNDS:
        fault = 12
    if fault == 0 and state.player != NOBODY and state.phase == PLACING:
        fits = any_place(params, state, int(state.player))
        fault = 13 if fits == (state.relaxed == 1) else 0
    return fault


@jit
def audit_cards(state: State) -> int:
    """Every card once; what has come lies in a forest or the market, or nowhere, what has not lies nowhere."""
    seen = np.zeros(NUM_CARDS, np.int8)
    for place in range(NUM_PATHS):
        seen[state.paths[place]] += 1
    for place in range(NUM_CARDS - NUM_PATHS):
        seen[state.animals[place]] += 1
    for card in range(NUM_CARDS):
        if seen[card] != 1:
            return 2
    came = MARKET_PATHS * (int(state.rounds) + 1)
    for place in range(came):
        seen[state.paths[place]] = 2
    for place in range(int(state.num_players) + int(state.rounds) + 1):
        seen[state.animals[place]] = 2
    for card in range(NUM_CARDS):
        if state.unseen[card] != (1 if seen[card] == 1 else 0):
            return 14
    for mentor in range(len(MENTORS)):
        card = int(state.market[mentor])
        if card != EMPTY:
            if seen[card] != 2 or (card >= FIRST_ANIMAL) != (mentor == MARKET_PATHS):
                return 1
            seen[card] = 3
    for seat in range(MAX_PLAYERS):
        for spot in range(NUM_SPOTS):
            card = int(state.card[seat, spot])
            if card != EMPTY:
                if seen[card] != 2:
                    return 1
                seen[card] = 3
    return 0


@jit
def audit_forest(state: State, seat: int) -> int:
    """The box, what touches what, and how many cards there are."""
    height, width = int(state.height[seat]), int(state.width[seat])
    if height > SIDE or width > SIDE or not -SIDE < state.top[seat] <= 0 or not -SIDE < state.left[seat] <= 0:
        return 3
    rows, columns, cards = 0, 0, 0
    for spot in range(NUM_SPOTS):
        lies = state.card[seat, spot] != EMPTY
        if lies != ((int(state.occupied[seat]) >> spot) & 1 == 1):
            return 3
        if not lies:
            continue
        row, column = spot // RING - 1, spot % RING - 1
        if not (0 <= row < height and 0 <= column < width):
            return 3
        rows |= 1 << row
        columns |= 1 << column
        cards += 1
        touching = 0
        for side in range(NUM_SIDES):
            touching += 1 if state.card[seat, spot + STEP[side]] != EMPTY else 0
        if touching == 0 and height * width > 1:
            return 4
    if rows != (1 << height) - 1 or columns != (1 << width) - 1:
        return 3
    turns = int(state.rounds) + 1
    if state.player != NOBODY:
        order = (seat - int(state.starter)) % int(state.num_players)
        placed = order < state.turn or (order == state.turn and state.phase != PLACING)
        turns = int(state.rounds) + (1 if placed else 0)
    return 0 if cards == 1 + turns else 5


@jit
def audit_tiles(params: Params, state: State, seat: int) -> int:
    """What is told of every cell is its card's, but for the tokens on animals."""
    for cell in range(NUM_CELLS):
        spot = (cell // SIDE + 1) * RING + cell % SIDE + 1
        card = int(state.card[seat, spot])
        animal = card != EMPTY and params.form[card] == ANIMAL
        for plane in range(NUM_PLANES):
            told = int(state.tiles[seat, cell, plane])
            token = plane == BURROW_PLANE or plane >= DROP_PLANES
            if token and (told < 0 or (told > 0 and not animal)):
                return 12
            printed = 0 if card == EMPTY else int(params.tile[card, state.turns[seat, spot], plane])
            if not token and told != printed:
                return 15
    return 0


@jit
def audit_trails(params: Params, state: State, seat: int) -> int:
    """The trails: the same number on both sides of a border, foods, animals, length, ends and points."""
    counted = np.zeros((TRAIL_SLOTS, LENGTH + 1), np.int16)  # foods, animals, ends and length; see TRAIL_ENTRIES
    points = 0
    for spot in range(NUM_SPOTS):
        card = int(state.card[seat, spot])
        if card == EMPTY:
            continue
        form, turns = int(params.form[card]), int(state.turns[seat, spot])
        first_sides = 0  # bit per trail of the card that was counted
        for side in range(NUM_SIDES):
            part, trail = int(params.part[form, turns, side]), int(state.trail[seat, spot, side])
            if (part == EMPTY) != (trail == EMPTY):
                return 7
            if part == EMPTY:
                continue
            beside = spot + STEP[side]
            if state.card[seat, beside] == EMPTY:
                counted[trail, ENDS] += 1 if may_lie(state, seat, beside) else 0
            else:
                other = int(state.trail[seat, beside, (side + 2) % NUM_SIDES])
                if EMPTY != other != trail:
                    return 6
            if (first_sides >> part) & 1 == 0:
                first_sides |= 1 << part
                for food in range(NUM_FOODS):
                    counted[trail, FOODS_AT + food] += params.icons[card, part, food]
                counted[trail, BEASTS] += 1 if form == ANIMAL else 0
                counted[trail, LENGTH] += 1
        if form == ANIMAL:
            points += walk_points(params, state, seat, spot, ALL_SPOTS)
    return compare_trails(params, state, seat, counted, points)


@jit
def may_lie(state: State, seat: int, spot: int) -> bool:
    """Whether the forest still fits 4 × 4 with a card there."""
    row, column = spot // RING - 1, spot % RING - 1
    rows = max(row + 1, int(state.height[seat]) - min(row, 0))
    columns = max(column + 1, int(state.width[seat]) - min(column, 0))
    return rows <= SIDE and columns <= SIDE


@jit
def compare_trails(params: Params, state: State, seat: int, counted: NDArray[np.int16], points: int) -> int:
    """The trails as kept against those as counted."""
    several = False
    for trail in range(TRAIL_SLOTS):
        beast = int(state.beast[seat, trail])
        if (beast == EMPTY) != (counted[trail, BEASTS] == 0):
            return 8
        if beast != EMPTY:
            if not lies_on(state, seat, beast, trail):
                return 8
            cell = cell_of(beast)
            for food in range(NUM_FOODS):
                counted[trail, WORTH + food] = state.tiles[seat, cell, WORTH_PLANES + food]
                counted[trail, WORTH + food] += state.tiles[seat, cell, DROP_PLANES + food]
            card = int(state.card[seat, beast])
            counted[trail, ROOM] = int(params.capacity[card]) + int(state.tiles[seat, cell, BURROW_PLANE])
            counted[trail, BASE] = params.basic[card]
            counted[trail, POINTS] = counted[trail, BASE]
            if counted[trail, BEASTS] == 1:
                counted[trail, POINTS] = min(walk_points(params, state, seat, beast, ALL_SPOTS), LIMIT)
        for entry in range(LENGTH + 1):
            if counted[trail, entry] != state.trails[seat, trail, entry]:
                return 9 if entry == ENDS else 8
        several = several or counted[trail, BEASTS] > 1
    if several != (state.shared[seat] == 1):
        return 11
    if several:
        points = kept_points(params, state, seat)
    return 0 if points == state.points[seat] else 10
