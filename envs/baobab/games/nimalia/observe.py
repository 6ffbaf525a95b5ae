"""What a seat knows of a game of Nimalia, as numbers; and what is hidden, for a privileged critic.

Seats are relative: 0 is the viewer, then clockwise. Nothing tells which of the others have chosen in this step.
"""

import numpy as np
from numpy.typing import NDArray

from baobab.core.jit import jit
from baobab.core.layout import Layout
from baobab.core.record import NOBODY
from baobab.games.nimalia.cards import (
    BIOMES,
    NUM_BIOMES,
    NUM_CARDS,
    NUM_SPECIES,
    NUM_SQUARES,
    NUM_TURNS,
    RISING,
    SPECIES,
)
from baobab.games.nimalia.determinize import find_unseen, knows_hand
from baobab.games.nimalia.objectives import NUM_COLOURS, NUM_OBJECTIVES, NUM_ROUNDS
from baobab.games.nimalia.rules import hand_size
from baobab.games.nimalia.state import (
    CARD_ACTIONS,
    EMPTY,
    HAND_CARDS,
    MAX_PLAYERS,
    NUM_ANCHORS,
    NUM_CELLS,
    NUM_COUNTS,
    SIDE,
    Params,
    State,
)

OPPONENTS = MAX_PLAYERS - 1
LIMIT = 127

PLANES = (*SPECIES, *BIOMES, "river", "occupied", "box")
RIVER_PLANE, OCCUPIED_PLANE, BOX_PLANE = range(NUM_SPECIES + NUM_BIOMES, NUM_SPECIES + NUM_BIOMES + 3)
OTHER_PLANES = NUM_SPECIES + NUM_BIOMES + 1
SQUARE_ENTRIES = NUM_SPECIES + NUM_BIOMES + 1
CHOICE_ENTRIES = 4


def observation_layout() -> Layout:
    """The pieces of the observation."""
    square = f"{', '.join(SPECIES)}, {', '.join(BIOMES)}, river (1 rises, −1 falls)"
    return Layout(
        ("round", (NUM_ROUNDS,), 0, 1, 1, "the round, one-hot; none when the game is over"),
        ("step", (HAND_CARDS,), 0, 1, 1, "the step of the round, one-hot: hands have 3, 2, 1 cards"),
        ("asked", (1,), 0, 1, 1, "the viewer has still to choose in this step"),
        ("choice", (CHOICE_ENTRIES,), -1, 4, 2, "what the viewer has chosen: card 1 … 3 (0 nothing yet), turns, place"),
        ("num_players", (MAX_PLAYERS - 1,), 0, 1, 1, "2, 3 or 4 players, one-hot"),
        ("present", (MAX_PLAYERS,), 0, 1, 1, "seats that are there"),
        ("objectives", (NUM_OBJECTIVES,), 0, 1, 1, "the four objectives, by number"),
        ("now", (NUM_OBJECTIVES,), 0, 1, 1, "those that are scored after this round"),
        ("later", (NUM_OBJECTIVES,), 0, 3, 2, "how often each of them is scored after later rounds"),
        ("tens", (MAX_PLAYERS,), 0, LIMIT, 3, "points of each seat so far, full tens"),
        ("ones", (MAX_PLAYERS,), 0, 9, 30, "points of each seat so far beyond the full tens"),
        ("lead", (1,), -LIMIT, LIMIT, 20, "own points less the most that another seat has, within these bounds"),
        (
            "values",
            (MAX_PLAYERS, NUM_COLOURS),
            -NUM_CELLS // 2,
            LIMIT,
            10,
            "what each objective would give each seat now",
        ),
        ("counts", (MAX_PLAYERS, NUM_COUNTS), 0, SIDE * SIDE, 5, "what the red objective compares of each seat"),
        ("room", (MAX_PLAYERS, 2), 0, SIDE, 2, "rows and columns that each reserve may still grow"),
        ("hand", (HAND_CARDS, NUM_SQUARES, SQUARE_ENTRIES), -1, 1, 1, f"squares of the own cards: {square}"),
        ("known", (OPPONENTS, NUM_CARDS), 0, 1, 1, "cards that each opponent is known to hold, by number"),
        ("played", (NUM_CARDS,), 0, 1, 1, "cards that lie in a reserve, covered or not"),
        ("unseen", (NUM_CARDS,), 0, 1, 1, "cards that the viewer has not seen"),
        ("reserve", (len(PLANES), SIDE, SIDE), -1, 1, 1, f"planes of the own reserve: {', '.join(PLANES)}"),
        (
            "others",
            (OPPONENTS * OTHER_PLANES, SIDE, SIDE),
            -1,
            1,
            1,
            f"{OTHER_PLANES} planes of every opponent's reserve: {', '.join(PLANES[:OTHER_PLANES])}",
        ),
        spatial=("reserve", "others"),
    )


def hidden_layout() -> Layout:
    """What the observation leaves out."""
    return Layout(
        ("hands", (OPPONENTS, NUM_CARDS), 0, 1, 1, "the opponents' hands, by number"),
        ("choices", (OPPONENTS, CHOICE_ENTRIES), -1, 4, 2, "what they have chosen in this step, as in `choice`"),
        ("next", (MAX_PLAYERS, NUM_CARDS), 0, 1, 1, "the cards that each seat is dealt in the next round"),
        ("deck", (NUM_CARDS,), 0, 1, 1, "all cards that are dealt in later rounds"),
    )


_SEEN = observation_layout()
_HIDDEN = hidden_layout()

ROUND, STEP, ASKED, CHOICE = (_SEEN[name].start for name in ("round", "step", "asked", "choice"))
NUM_PLAYERS, PRESENT = (_SEEN[name].start for name in ("num_players", "present"))
OBJECTIVE, NOW, LATER = (_SEEN[name].start for name in ("objectives", "now", "later"))
TENS, ONES, LEAD = (_SEEN[name].start for name in ("tens", "ones", "lead"))
VALUES, COUNTS = (_SEEN[name].start for name in ("values", "counts"))
ROOM, HAND, KNOWN, PLAYED = (_SEEN[name].start for name in ("room", "hand", "known", "played"))
UNSEEN, RESERVE, OTHERS = (_SEEN[name].start for name in ("unseen", "reserve", "others"))

HANDS_TRUE, CHOICES_TRUE, NEXT, DECK = (_HIDDEN[name].start for name in ("hands", "choices", "next", "deck"))

# --- Observation ------------------------------------------------------------------------------------------


@jit
def encode(params: Params, state: State, viewer: int, out: NDArray[np.int8]) -> None:
    """Write what `viewer` knows into `out [D]`."""
    out[:] = 0
    encode_table(params, state, viewer, out)
    encode_points(state, viewer, out)
    encode_cards(params, state, viewer, out)
    encode_reserves(params, state, viewer, out)


@jit
def encode_table(params: Params, state: State, viewer: int, out: NDArray[np.int8]) -> None:
    """Round and step, the own choice, who is there, the objectives."""
    number = int(state.round_index)
    over = state.player == NOBODY
    if not over:
        out[ROUND + number] = 1
        out[STEP + int(state.step)] = 1
        out[ASKED] = 1 if state.chosen[viewer] == EMPTY else 0
    write_choice(state, viewer, out, CHOICE)
    out[NUM_PLAYERS + int(state.num_players) - 2] = 1
    for colour in range(NUM_COLOURS):
        face = int(state.objectives[colour])
        out[OBJECTIVE + face] = 1
        if not over:
            out[NOW + face] = params.now[number, colour]
            out[LATER + face] = params.later[number, colour]


@jit
def write_choice(state: State, seat: int, out: NDArray[np.int8], at: int) -> None:
    """Write what a seat has chosen in this step into four entries."""
    action = int(state.chosen[seat])
    if action != EMPTY:
        out[at] = action // CARD_ACTIONS + 1
        out[at + 1] = action // NUM_ANCHORS % NUM_TURNS
        out[at + 2] = action % NUM_ANCHORS // SIDE - 1
        out[at + 3] = action % SIDE - 1


@jit
def clip(value: int) -> int:
    """A number within the bounds of an entry."""
    return min(max(value, -LIMIT), LIMIT)


@jit
def encode_points(state: State, viewer: int, out: NDArray[np.int8]) -> None:
    """Every seat's points, and what its reserve is worth now."""
    num_players = int(state.num_players)
    most = -1
    for relative in range(num_players):
        seat = (viewer + relative) % num_players
        out[PRESENT + relative] = 1
        out[TENS + relative] = int(state.scores[seat]) // 10
        out[ONES + relative] = int(state.scores[seat]) % 10
        if relative > 0:
            most = max(most, int(state.scores[seat]))
        for colour in range(NUM_COLOURS):
            out[VALUES + relative * NUM_COLOURS + colour] = clip(int(state.values[seat, colour]))
        for which in range(NUM_COUNTS):
            out[COUNTS + relative * NUM_COUNTS + which] = state.counts[seat, which]
            out[ROOM + relative * 2 + which] = SIDE - int(state.box[seat, which])
    out[LEAD] = clip(int(state.scores[viewer]) - most)


@jit
def encode_cards(params: Params, state: State, viewer: int, out: NDArray[np.int8]) -> None:
    """The own hand, the hands that the viewer has passed on, and the cards that have been played."""
    num_players = int(state.num_players)
    size = hand_size(state)
    for place in range(size):
        card = int(state.hands[viewer, place])
        for square in range(NUM_SQUARES):
            at = HAND + (place * NUM_SQUARES + square) * SQUARE_ENTRIES
            kind = int(params.square[card, 0, square])
            out[at + int(params.species[kind])] = 1
            out[at + NUM_SPECIES + int(params.biome[kind])] = 1
            out[at + NUM_SPECIES + NUM_BIOMES] = river_sign(int(params.river[kind]))
    for relative in range(1, num_players):
        seat = (viewer + relative) % num_players
        if knows_hand(state, viewer, seat):
            for place in range(size):
                out[KNOWN + (relative - 1) * NUM_CARDS + int(state.hands[seat, place])] = 1
    cards = np.empty(NUM_CARDS, np.int8)
    for place in range(find_unseen(state, viewer, cards)):
        out[UNSEEN + int(cards[place])] = 1
    played = int(state.played)
    for card in range(NUM_CARDS):
        out[PLAYED + card] = (played >> card) & 1


@jit
def river_sign(river: int) -> int:
    """1 for a river that rises, −1 for one that falls, 0 for none."""
    return 0 if river == EMPTY else 1 if river == RISING else -1


@jit
def encode_reserves(params: Params, state: State, viewer: int, out: NDArray[np.int8]) -> None:
    """The top squares of every reserve."""
    num_players = int(state.num_players)
    for relative in range(num_players):
        seat = (viewer + relative) % num_players
        planes = RESERVE if relative == 0 else OTHERS + (relative - 1) * OTHER_PLANES * NUM_CELLS
        for cell in range(NUM_CELLS):
            kind = int(state.cells[seat, cell])
            if kind == EMPTY:
                continue
            out[planes + int(params.species[kind]) * NUM_CELLS + cell] = 1
            out[planes + (NUM_SPECIES + int(params.biome[kind])) * NUM_CELLS + cell] = 1
            out[planes + RIVER_PLANE * NUM_CELLS + cell] = river_sign(int(params.river[kind]))
            if relative == 0:
                out[RESERVE + OCCUPIED_PLANE * NUM_CELLS + cell] = 1
    for row in range(int(state.box[viewer, 0])):
        for column in range(int(state.box[viewer, 1])):
            out[RESERVE + BOX_PLANE * NUM_CELLS + row * SIDE + column] = 1


@jit
def encode_state(params: Params, state: State, viewer: int, out: NDArray[np.int8]) -> None:
    """Write all that is hidden from the observation into `out [H]`."""
    out[:] = 0
    num_players = int(state.num_players)
    for relative in range(1, num_players):
        seat = (viewer + relative) % num_players
        for place in range(hand_size(state)):
            out[HANDS_TRUE + (relative - 1) * NUM_CARDS + int(state.hands[seat, place])] = 1
        write_choice(state, seat, out, CHOICES_TRUE + (relative - 1) * CHOICE_ENTRIES)
    first = (int(state.round_index) + 1) * num_players * HAND_CARDS
    for at in range(first, NUM_ROUNDS * num_players * HAND_CARDS):
        card = int(state.deck[at])
        if at < first + num_players * HAND_CARDS:
            relative = ((at - first) // HAND_CARDS - viewer) % num_players
            out[NEXT + relative * NUM_CARDS + card] = 1
        out[DECK + card] = 1
