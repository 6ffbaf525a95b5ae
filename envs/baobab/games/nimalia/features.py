"""Features of Nimalia's actions, for networks that score actions one by one: the reserve as it would lie, counted."""

import numpy as np
from numpy.typing import NDArray

from baobab.core.jit import jit
from baobab.core.layout import Layout
from baobab.games.nimalia.cards import NUM_BIOMES, NUM_SPECIES, NUM_SQUARES
from baobab.games.nimalia.objectives import NUM_COLOURS
from baobab.games.nimalia.observe import LIMIT, clip
from baobab.games.nimalia.outlook import COVERED, MARGIN, MARGIN_UNIT, NUM_GAINS, OUTLOOK, find_gains
from baobab.games.nimalia.rules import grown_side
from baobab.games.nimalia.state import CARD_ACTIONS, EMPTY, MAX_ACTIONS, NUM_ANCHORS, SIDE, Params, State


def feature_layout() -> Layout:
    """The features of one legal action. Gains compare the reserve after it with the reserve now."""
    return Layout(
        ("now", (1,), -LIMIT, LIMIT, 5, "own points gained at the scoring of this round"),
        ("later", (1,), -LIMIT, LIMIT, 10, "own points gained at all later scorings, by the reserve as it would lie"),
        ("gains", (NUM_COLOURS,), -LIMIT, LIMIT, 5, "own points gained a scoring, by objective"),
        ("red_margin", (1,), -LIMIT, LIMIT, 30, "red points gained a scoring over the mean of the others, in 1/6"),
        (
            "outlook",
            (1,),
            -LIMIT,
            LIMIT,
            20,
            "what greedy makes of it: 4 × now + later, red by half and by margin, −½ a covered square",
        ),
        ("behind", (1,), -LIMIT, 0, 10, "the same, less the best of all legal actions"),
        ("covered", (1,), 0, NUM_SQUARES, 2, "squares that it covers"),
        ("grown", (2,), 0, 2, 1, "rows and columns that the reserve grows by"),
        ("room", (2,), 0, SIDE, 2, "rows and columns that it could still grow by then"),
        ("species", (NUM_SPECIES,), -4, 4, 1, "animals more or less, by species"),
        ("biomes", (NUM_BIOMES,), -4, 4, 1, "squares more or less, by biome"),
    )


_FEATURES = feature_layout()

F_NOW, F_LATER, F_GAINS = (_FEATURES[name].start for name in ("now", "later", "gains"))
F_MARGIN, F_OUTLOOK, F_BEHIND = (_FEATURES[name].start for name in ("red_margin", "outlook", "behind"))
F_COVERED, F_GROWN, F_ROOM = (_FEATURES[name].start for name in ("covered", "grown", "room"))
F_SPECIES, F_BIOMES = (_FEATURES[name].start for name in ("species", "biomes"))

# --- Features ---------------------------------------------------------------------------------------------


@jit
def encode_actions(params: Params, state: State, ids: NDArray[np.int16], count: int, out: NDArray[np.int8]) -> None:
    """Write a row of features for each legal action of the seat to move into `out [count, F]`."""
    gains = np.empty((MAX_ACTIONS, NUM_GAINS), np.int16)
    find_gains(params, state, ids, count, gains)
    describe_gains(params, state, gains, count, out)
    describe_cards(params, state, ids, count, out)


@jit
def find_covered(params: Params, state: State, ids: NDArray[np.int16], count: int, change: NDArray[np.int8]) -> None:
    """Write what a card at each legal anchor takes away into `change [36, 13]`: by species and by biome."""
    seat = int(state.player)
    for place in range(count):
        anchor = int(ids[place])
        if anchor >= NUM_ANCHORS:
            return
        change[anchor, :] = 0
        for square in range(NUM_SQUARES):
            row, column = anchor // SIDE - 1 + square // 2, anchor % SIDE - 1 + square % 2
            if row < 0 or column < 0 or state.cells[seat, row * SIDE + column] == EMPTY:
                continue
            kind = int(state.cells[seat, row * SIDE + column])
            change[anchor, params.species[kind]] -= 1
            change[anchor, NUM_SPECIES + int(params.biome[kind])] -= 1


@jit
def describe_gains(params: Params, state: State, gains: NDArray[np.int16], count: int, out: NDArray[np.int8]) -> None:
    """What each action would gain."""
    number = int(state.round_index)
    best = -LIMIT
    for row in range(count):
        now, later = 0, 0
        for colour in range(NUM_COLOURS):
            gain = int(gains[row, colour])
            now += gain * int(params.now[number, colour])
            later += gain * int(params.later[number, colour])
            out[row, F_GAINS + colour] = clip(gain)
        worth = clip(int(gains[row, OUTLOOK]) // MARGIN_UNIT)
        best = max(best, worth)
        out[row, F_NOW] = clip(now)
        out[row, F_LATER] = clip(later)
        out[row, F_MARGIN] = clip(int(gains[row, MARGIN]))
        out[row, F_OUTLOOK] = worth
        out[row, F_COVERED] = int(gains[row, COVERED])
    for row in range(count):
        out[row, F_BEHIND] = clip(int(out[row, F_OUTLOOK]) - best)


@jit
def describe_cards(params: Params, state: State, ids: NDArray[np.int16], count: int, out: NDArray[np.int8]) -> None:
    """What each action covers and adds, and how the reserve grows."""
    seat = int(state.player)
    change = np.empty((NUM_ANCHORS, NUM_SPECIES + NUM_BIOMES), np.int8)
    find_covered(params, state, ids, count, change)
    height, width = int(state.box[seat, 0]), int(state.box[seat, 1])
    for row in range(count):
        anchor = int(ids[row]) % NUM_ANCHORS
        card = int(state.hands[seat, int(ids[row]) // CARD_ACTIONS])
        for entry in range(NUM_SPECIES + NUM_BIOMES):
            out[row, F_SPECIES + entry] = change[anchor, entry]
        for square in range(NUM_SQUARES):
            kind = int(params.square[card, 0, square])
            out[row, F_SPECIES + int(params.species[kind])] += 1
            out[row, F_BIOMES + int(params.biome[kind])] += 1
        taller, wider = grown_side(height, anchor // SIDE - 1), grown_side(width, anchor % SIDE - 1)
        out[row, F_GROWN] = taller - height
        out[row, F_GROWN + 1] = wider - width
        out[row, F_ROOM] = SIDE - taller
        out[row, F_ROOM + 1] = SIDE - wider
