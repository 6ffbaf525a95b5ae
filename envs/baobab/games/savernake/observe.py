"""What a seat knows of a game of Savernake, as numbers; and what is hidden, for a privileged critic.

Seats are relative: 0 is the viewer, then clockwise. Forests lie with the north-west corner of their box in the first
cell. A number that a user's own cards may drive past 127 stands there as 127.
"""

import numpy as np
from numpy.typing import NDArray

from baobab.core.jit import jit
from baobab.core.layout import Layout
from baobab.core.record import NOBODY
from baobab.games.savernake.cards import (
    ANIMAL,
    FOODS,
    MAX_BASE,
    MAX_CAPACITY,
    MAX_ICONS,
    MAX_POINTS,
    MAX_TRAILS_A_CARD,
    MENTORS,
    NUM_CARDS,
    NUM_FOODS,
    NUM_MENTORS,
    RABBIT,
)
from baobab.games.savernake.scoring import score
from baobab.games.savernake.state import (
    EMPTY,
    LAST_ROUND,
    LIMIT,
    MARKET_PATHS,
    MAX_PLAYERS,
    MAX_TRAILS,
    NUM_CELLS,
    NUM_PLANES,
    NUM_ROUNDS,
    NUM_TRAIL_ENTRIES,
    PHASES,
    PLACING,
    PLANES,
    SIDE,
    TRAIL_ENTRIES,
    Params,
    State,
)

ROUNDS_AHEAD = 3
"""Markets to come that the privileged critic sees."""

PATH_ENTRIES = ("straight", "curve", "double", *(f"{food}:{trail}" for trail in ("first", "second") for food in FOODS))
ANIMAL_ENTRIES = ("base", "capacity", *FOODS)


def observation_layout() -> Layout:
    """The pieces of the observation."""
    food_names = ", ".join(FOODS)
    return Layout(
        ("phase", (len(PHASES),), 0, 1, 1, "the decision that is asked, one-hot: place, drop, burrow"),
        ("turn", (MAX_PLAYERS,), 0, 1, 1, "the seat to move, one-hot; none when the game is over"),
        ("num_players", (MAX_PLAYERS - 1,), 0, 1, 1, "2, 3 or 4 players, one-hot"),
        ("present", (MAX_PLAYERS,), 0, 1, 1, "seats that are there"),
        ("rooster", (MAX_PLAYERS,), 0, 1, 1, "who holds the rooster marker, one-hot"),
        ("order", (MAX_PLAYERS,), 0, MAX_PLAYERS, 3, "1, 2 … in the order of turns of this round"),
        ("tie", (1,), 0, 1, 1, "0: a tie goes to the first from the rooster's holder on; 1: to the first in `order`"),
        ("to_come", (MAX_PLAYERS,), 0, 1, 1, "seats that have not taken a card of this round's market yet"),
        ("rounds_left", (1,), 0, NUM_ROUNDS - 1, 8, "rounds after this one"),
        ("relaxed", (1,), 0, 1, 1, "no card fits, so the seat to move may join animals this turn"),
        ("score", (MAX_PLAYERS,), 0, LIMIT, 20, "points that each seat has now, the rooster marker among them"),
        ("score_more", (MAX_PLAYERS,), 0, LIMIT, 20, "points past the 127 of `score`"),
        ("margin", (1,), -LIMIT, LIMIT, 20, "own points minus the mean of the others', rounded down"),
        ("shared", (MAX_PLAYERS,), 0, 1, 1, "forests with a trail of several animals"),
        ("box", (MAX_PLAYERS, 2), 0, SIDE, 2, "rows and columns of each forest's box"),
        ("market_left", (NUM_MENTORS,), 0, 1, 1, f"cards still in the market: {', '.join(MENTORS)}"),
        (
            "market_paths",
            (MARKET_PATHS, len(PATH_ENTRIES)),
            0,
            MAX_ICONS,
            1,
            (
                "rooster's, goat's and armadillo's card: its shape, one-hot, and the foods of its first and second"
                f" trail ({food_names})"
            ),
        ),
        (
            "market_animal",
            (len(ANIMAL_ENTRIES),),
            0,
            max(MAX_BASE, MAX_CAPACITY, MAX_POINTS),
            3,
            f"rabbit's card: base points, capacity, points of {food_names}",
        ),
        ("unseen", (NUM_CARDS,), 0, 1, 1, "cards that have not come yet: 45 paths, 19 animals"),
        (
            "wants",
            (MAX_PLAYERS, NUM_FOODS),
            0,
            LIMIT,
            6,
            f"what {food_names} are worth to each seat's animals that have room and an open end",
        ),
        (
            "loose",
            (MAX_PLAYERS, NUM_FOODS),
            0,
            LIMIT,
            6,
            f"{food_names} on each seat's trails without an animal that have an open end",
        ),
        (
            "trails",
            (MAX_TRAILS, len(TRAIL_ENTRIES)),
            0,
            LIMIT,
            4,
            (
                f"own trails by number: {', '.join(TRAIL_ENTRIES)}. Worth, room (foods that it eats) and base points"
                " are those of the trail's animal; ends can still grow; length counts the trails of cards in it"
            ),
        ),
        (
            "forests",
            (MAX_PLAYERS, SIDE, SIDE, NUM_PLANES),
            0,
            MAX_CAPACITY + NUM_ROUNDS,
            2,
            (
                f"for each seat and cell {', '.join(PLANES)}; an opening is 1 where the card's first trail leads, 2"
                " where its second does"
            ),
        ),
        spatial=("trails", "forests"),
    )


def hidden_layout() -> Layout:
    """What the observation leaves out."""
    return Layout(
        ("next", (ROUNDS_AHEAD, NUM_CARDS), 0, 1, 1, "the cards of the next markets: 45 paths, 19 animals"),
        ("next_foods", (ROUNDS_AHEAD, NUM_FOODS), 0, LIMIT, 4, "the foods on their path cards"),
    )


_SEEN = observation_layout()
_HIDDEN = hidden_layout()

PHASE, TURN, PLAYERS, PRESENT = (_SEEN[name].start for name in ("phase", "turn", "num_players", "present"))
HOLDER, ORDER, TIE, TO_COME = (_SEEN[name].start for name in ("rooster", "order", "tie", "to_come"))
ROUNDS_LEFT, RELAXED, SCORE, MARGIN = (_SEEN[name].start for name in ("rounds_left", "relaxed", "score", "margin"))
SCORE_MORE, SHARED, BOX, LEFT = (_SEEN[name].start for name in ("score_more", "shared", "box", "market_left"))
PATHS, BEAST, UNSEEN = (_SEEN[name].start for name in ("market_paths", "market_animal", "unseen"))
WANTS, LOOSE, TRAILS, FORESTS = (_SEEN[name].start for name in ("wants", "loose", "trails", "forests"))

NEXT, NEXT_FOODS = (_HIDDEN[name].start for name in ("next", "next_foods"))

NUM_PATH_ENTRIES = len(PATH_ENTRIES)

# --- Observation ------------------------------------------------------------------------------------------


@jit
def encode(params: Params, state: State, viewer: int, out: NDArray[np.int8]) -> None:
    """Write what `viewer` knows into `out [D]`."""
    out[:] = 0
    encode_table(params, state, viewer, out)
    encode_market(params, state, out)
    for trail in range(int(state.num_trails[viewer])):
        for entry in range(NUM_TRAIL_ENTRIES):
            out[TRAILS + trail * NUM_TRAIL_ENTRIES + entry] = state.trails[viewer, trail, entry]
    num_players = int(state.num_players)
    for relative in range(num_players):
        seat = (viewer + relative) % num_players
        for food in range(NUM_FOODS):
            out[WANTS + relative * NUM_FOODS + food] = state.wants[seat, food]
            out[LOOSE + relative * NUM_FOODS + food] = state.loose[seat, food]
        start = FORESTS + relative * NUM_CELLS * NUM_PLANES
        for cell in range(NUM_CELLS):
            for plane in range(NUM_PLANES):
                out[start + cell * NUM_PLANES + plane] = state.tiles[seat, cell, plane]


@jit
def clip(value: int) -> int:
    """A number within the bounds of the buffers."""
    return min(max(value, -LIMIT), LIMIT)


@jit
def encode_table(params: Params, state: State, viewer: int, out: NDArray[np.int8]) -> None:
    """Whose decision of what it is, the order of the round and of ties, points and boxes."""
    num_players = int(state.num_players)
    over = state.player == NOBODY
    if not over:
        out[PHASE + int(state.phase)] = 1
        out[TURN + (int(state.player) - viewer) % num_players] = 1
    out[PLAYERS + num_players - 2] = 1
    out[HOLDER + (int(state.rooster) - viewer) % num_players] = 1
    out[TIE] = 1 if params.tie == LAST_ROUND else 0
    out[ROUNDS_LEFT] = NUM_ROUNDS - 1 - int(state.rounds)
    out[RELAXED] = state.relaxed
    others = 0
    for seat in range(num_players):
        relative = (seat - viewer) % num_players
        order = (seat - int(state.starter)) % num_players
        out[PRESENT + relative] = 1
        out[ORDER + relative] = order + 1
        if not over and (order > state.turn or (order == state.turn and state.phase == PLACING)):
            out[TO_COME + relative] = 1
        points = score(state, seat)
        out[SCORE + relative] = clip(points)
        out[SCORE_MORE + relative] = clip(points - LIMIT) if points > LIMIT else 0
        out[SHARED + relative] = state.shared[seat]
        out[BOX + 2 * relative] = state.height[seat]
        out[BOX + 2 * relative + 1] = state.width[seat]
        if seat != viewer:
            others += points
    out[MARGIN] = clip(score(state, viewer) - (others + num_players - 2) // (num_players - 1))


@jit
def encode_market(params: Params, state: State, out: NDArray[np.int8]) -> None:
    """The cards of the market, and those that are still to come."""
    for mentor in range(NUM_MENTORS):
        card = int(state.market[mentor])
        if card == EMPTY:
            continue
        out[LEFT + mentor] = 1
        if mentor == RABBIT:
            out[BEAST] = params.basic[card]
            out[BEAST + 1] = params.capacity[card]
            for food in range(NUM_FOODS):
                out[BEAST + 2 + food] = params.worth[card, food]
        else:
            start = PATHS + mentor * NUM_PATH_ENTRIES
            out[start + int(params.form[card])] = 1
            for part in range(MAX_TRAILS_A_CARD):
                for food in range(NUM_FOODS):
                    out[start + ANIMAL + part * NUM_FOODS + food] = params.icons[card, part, food]
    for card in range(NUM_CARDS):
        out[UNSEEN + card] = state.unseen[card]


@jit
def encode_state(params: Params, state: State, viewer: int, out: NDArray[np.int8]) -> None:
    """Write the next markets into `out [H]`; they are the same for all viewers."""
    out[:] = 0
    for ahead in range(ROUNDS_AHEAD):
        coming = int(state.rounds) + 1 + ahead
        if coming >= NUM_ROUNDS:
            return
        start = NEXT + ahead * NUM_CARDS
        out[start + int(state.animals[int(state.num_players) + coming])] = 1
        for place in range(MARKET_PATHS * coming, MARKET_PATHS * (coming + 1)):
            card = int(state.paths[place])
            out[start + card] = 1
            for part in range(MAX_TRAILS_A_CARD):
                for food in range(NUM_FOODS):
                    out[NEXT_FOODS + ahead * NUM_FOODS + food] += params.icons[card, part, food]
