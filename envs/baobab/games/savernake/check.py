"""What must be true of every state of Savernake: counted anew, slowly, to check the rules' bookkeeping."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from baobab.core.jit import jit
from baobab.core.record import NOBODY
from baobab.games.savernake.cards import ANIMAL, FIRST_ANIMAL, MENTORS, NUM_CARDS, NUM_FOODS, NUM_PATHS
from baobab.games.savernake.forest import any_place
from baobab.games.savernake.scoring import (
    COLUMN_STEP,
    ROW_STEP,
    card_at,
    cell_at,
    column_of,
    kept_points,
    lies_on,
    row_of,
    walk_points,
)
from baobab.games.savernake.state import (
    EMPTY,
    MARKET_PATHS,
    MAX_PLAYERS,
    MAX_TRAILS,
    NUM_CELLS,
    NUM_ROUNDS,
    NUM_SIDES,
    PLACING,
    SIDE,
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
            fault = audit_forest(params, state, seat)
        if fault == 0:
            fault = audit_trails(params, state, seat)
        for cell in range(NUM_CELLS):
            count = int(state.burrows[seat, cell])
            for food in range(NUM_FOODS):
                count += int(state.drops[seat, cell, food])
            card = int(state.card[seat, cell])
            if fault == 0 and count > 0 and (card == EMPTY or params.form[card] != ANIMAL):
                fault = 12
            tokens += count
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
    for mentor in range(len(MENTORS)):
        card = int(state.market[mentor])
        if card != EMPTY:
            if seen[card] != 2 or (card >= FIRST_ANIMAL) != (mentor == MARKET_PATHS):
                return 1
            seen[card] = 3
    for seat in range(MAX_PLAYERS):
        for cell in range(NUM_CELLS):
            card = int(state.card[seat, cell])
            if card != EMPTY:
                if seen[card] != 2:
                    return 1
                seen[card] = 3
    return 0


@jit
def audit_forest(params: Params, state: State, seat: int) -> int:
    """The box, what touches what, and how many cards there are."""
    height, width = int(state.height[seat]), int(state.width[seat])
    if height > SIDE or width > SIDE or not -SIDE < state.top[seat] <= 0 or not -SIDE < state.left[seat] <= 0:
        return 3
    rows, columns, cards = 0, 0, 0
    for cell in range(NUM_CELLS):
        if state.card[seat, cell] == EMPTY:
            continue
        row, column = row_of(state, seat, cell), column_of(state, seat, cell)
        if row >= height or column >= width or cell_at(state, seat, row, column) != cell:
            return 3
        rows |= 1 << row
        columns |= 1 << column
        cards += 1
        touching = 0
        for side in range(NUM_SIDES):
            if card_at(state, seat, row + ROW_STEP[side], column + COLUMN_STEP[side]) != EMPTY:
                touching += 1
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
def audit_trails(params: Params, state: State, seat: int) -> int:
    """The trails: the same number on both sides of a border, foods, animals, length, ends and points."""
    counted = np.zeros((MAX_TRAILS, NUM_FOODS + 3), np.int16)  # foods, animals, length, ends
    points, everything = 0, (1 << NUM_CELLS) - 1
    for cell in range(NUM_CELLS):
        card = int(state.card[seat, cell])
        if card == EMPTY:
            continue
        shape, turns = int(params.form[card]), int(state.turns[seat, cell])
        row, column = row_of(state, seat, cell), column_of(state, seat, cell)
        first_sides = 0  # bit per trail of the card that was counted
        for side in range(NUM_SIDES):
            part, trail = int(params.part[shape, turns, side]), int(state.trail[seat, cell, side])
            if (part == EMPTY) != (trail == EMPTY):
                return 7
            if part == EMPTY:
                continue
            there, across = row + ROW_STEP[side], column + COLUMN_STEP[side]
            beside = card_at(state, seat, there, across)
            if beside == EMPTY:
                high, wide = max(there + 1, int(state.height[seat]) - min(there, 0)), int(state.width[seat])
                wide = max(across + 1, wide - min(across, 0))
                counted[trail, NUM_FOODS + 2] += 1 if high <= SIDE and wide <= SIDE else 0
            else:
                other = int(state.trail[seat, beside, (side + 2) % NUM_SIDES])
                if other != EMPTY and other != trail:
                    return 6
            if (first_sides >> part) & 1 == 0:
                first_sides |= 1 << part
                for food in range(NUM_FOODS):
                    counted[trail, food] += params.icons[card, part, food]
                counted[trail, NUM_FOODS] += 1 if shape == ANIMAL else 0
                counted[trail, NUM_FOODS + 1] += 1
        if shape == ANIMAL:
            points += walk_points(params, state, seat, cell, everything)
    return compare_trails(params, state, seat, counted, points)


@jit
def compare_trails(params: Params, state: State, seat: int, counted: NDArray[np.int16], points: int) -> int:
    """The trails as kept against those as counted."""
    several = False
    for trail in range(MAX_TRAILS):
        for food in range(NUM_FOODS):
            if counted[trail, food] != state.foods[seat, trail, food]:
                return 8
        beast = int(state.beast[seat, trail])
        if counted[trail, NUM_FOODS] != state.beasts[seat, trail] or (beast == EMPTY) != (
            counted[trail, NUM_FOODS] == 0
        ):
            return 8
        if beast != EMPTY and not lies_on(state, seat, beast, trail):
            return 8
        if counted[trail, NUM_FOODS + 1] != state.length[seat, trail]:
            return 8
        if counted[trail, NUM_FOODS + 2] != state.ends[seat, trail]:
            return 9
        several = several or counted[trail, NUM_FOODS] > 1
    if several != (state.shared[seat] == 1):
        return 11
    if several:
        points = kept_points(params, state, seat)
    return 0 if points == state.points[seat] else 10
