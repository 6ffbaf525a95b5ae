"""What a seat knows of a game of Savernake, as numbers; what is hidden, for a privileged critic; features of actions.

Seats are relative: 0 is the viewer, then clockwise. Forests lie with the north-west corner of their box in the first
cell. A number that a user's own cards may drive past 127 stands there as 127.
"""

import numpy as np
from numpy.typing import NDArray

from baobab.core.jit import jit
from baobab.core.layout import Layout
from baobab.core.record import NOBODY
from baobab.games.savernake.actions import DROP, PLACE, PLACES
from baobab.games.savernake.cards import (
    ANIMAL,
    FOODS,
    MAX_BASE,
    MAX_CAPACITY,
    MAX_ICONS,
    MAX_POINTS,
    MAX_TRAILS_A_CARD,
    MENTORS,
    NUM_ANIMALS,
    NUM_CARDS,
    NUM_FOODS,
    NUM_MENTORS,
    NUM_PATHS,
    NUM_SHAPES,
    RABBIT,
    ROOSTER,
    SHAPES,
)
from baobab.games.savernake.greedy import (
    BESIDE,
    DEAD,
    ENDS,
    GAIN,
    GROWTH,
    HOPES,
    JOINS,
    MADE,
    NO_GROWTH,
    PLACE_WIDTH,
    POINTS,
    SHUT_ANIMAL,
    SHUT_OTHER,
    SPARE,
    TOKEN,
    TRAIL_WIDTH,
    judge,
    survey,
    token_gain,
)
from baobab.games.savernake.scoring import column_of, room_of, row_of, score, trail_points, worth_of
from baobab.games.savernake.state import (
    DROPPING,
    EMPTY,
    MARKET_PATHS,
    MAX_PLAYERS,
    MAX_TRAILS,
    NUM_CELLS,
    NUM_ROUNDS,
    NUM_SIDES,
    PHASES,
    PLACING,
    SIDE,
    Params,
    State,
)

LIMIT = 127
ROUNDS_AHEAD = 3
"""Markets to come that the privileged critic sees."""

PATH_ENTRIES = ("straight", "curve", "double", *(f"{food}:{trail}" for trail in ("first", "second") for food in FOODS))
ANIMAL_ENTRIES = ("base", "capacity", *FOODS)
TRAIL_ENTRIES = (*FOODS, "animals", *(f"worth of {food}" for food in FOODS), "room", "points", "ends", "length")

PLANES = (
    *("north", "east", "south", "west"),
    *(f"{food}:{trail}" for trail in ("first", "second") for food in FOODS),
    *("animal", "base", "capacity", "burrows"),
    *(f"{food}:points" for food in FOODS),
    *(f"{food}:drops" for food in FOODS),
)
NUM_PLANES = len(PLANES)
ICON_PLANES = NUM_SIDES
ANIMAL_PLANE = ICON_PLANES + MAX_TRAILS_A_CARD * NUM_FOODS
BASE_PLANE, CAPACITY_PLANE, BURROW_PLANE, WORTH_PLANES = range(ANIMAL_PLANE + 1, ANIMAL_PLANE + 5)
DROP_PLANES = WORTH_PLANES + NUM_FOODS


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
                f"own trails by number, each {food_names}; its animals, what each food is worth to its animal, the"
                " foods that it eats, points now; ends that can still grow, trails of cards that it is made of"
            ),
        ),
        (
            "forests",
            (MAX_PLAYERS * NUM_PLANES, SIDE, SIDE),
            0,
            MAX_CAPACITY + NUM_ROUNDS,
            2,
            (
                f"for each seat the planes {', '.join(PLANES)}; an opening is 1 where the card's first trail leads, 2"
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


TRAIL_FEATURES = ("animals", *FOODS, *(f"worth of {food}" for food in FOODS), "room", "spare", "points", "ends")


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


_SEEN = observation_layout()
_HIDDEN = hidden_layout()
_FEATURES = feature_layout()

PHASE, TURN, PLAYERS, PRESENT = (_SEEN[name].start for name in ("phase", "turn", "num_players", "present"))
HOLDER, ORDER, TO_COME = (_SEEN[name].start for name in ("rooster", "order", "to_come"))
ROUNDS_LEFT, RELAXED, SCORE, MARGIN = (_SEEN[name].start for name in ("rounds_left", "relaxed", "score", "margin"))
SCORE_MORE, SHARED, BOX, LEFT = (_SEEN[name].start for name in ("score_more", "shared", "box", "market_left"))
PATHS, BEAST, UNSEEN = (_SEEN[name].start for name in ("market_paths", "market_animal", "unseen"))
WANTS, LOOSE, TRAILS, FORESTS = (_SEEN[name].start for name in ("wants", "loose", "trails", "forests"))

NEXT, NEXT_FOODS = (_HIDDEN[name].start for name in ("next", "next_foods"))

F_BLOCK, F_MENTOR, F_SHAPE, F_FOOD = (_FEATURES[name].start for name in ("block", "mentor", "shape", "food"))
F_GAIN, F_TOKEN, F_MARKER, F_HOPES = (_FEATURES[name].start for name in ("gain", "token", "marker", "hopes"))
F_JOINS, F_DEAD, F_SHUT = (_FEATURES[name].start for name in ("joins", "dead", "shut"))
F_BESIDE, F_GROWS, F_MADE = (_FEATURES[name].start for name in ("beside", "grows", "made"))

NUM_PATH_ENTRIES = len(PATH_ENTRIES)
NUM_TRAIL_ENTRIES = len(TRAIL_ENTRIES)
NUM_TRAIL_FEATURES = len(TRAIL_FEATURES)

# --- Observation ------------------------------------------------------------------------------------------


@jit
def encode(params: Params, state: State, viewer: int, out: NDArray[np.int8]) -> None:
    """Write what `viewer` knows into `out [D]`."""
    out[:] = 0
    encode_table(state, viewer, out)
    encode_market(params, state, out)
    for seat in range(int(state.num_players)):
        relative = (seat - viewer) % int(state.num_players)
        encode_trails(params, state, seat, relative, out)
        encode_forest(params, state, seat, relative, out)


@jit
def clip(value: int) -> int:
    """A number within the bounds of the buffers."""
    return min(max(value, -LIMIT), LIMIT)


@jit
def encode_table(state: State, viewer: int, out: NDArray[np.int8]) -> None:
    """Whose decision of what it is, the order of the round, points and boxes."""
    num_players = int(state.num_players)
    over = state.player == NOBODY
    if not over:
        out[PHASE + int(state.phase)] = 1
        out[TURN + (int(state.player) - viewer) % num_players] = 1
    out[PLAYERS + num_players - 2] = 1
    out[HOLDER + (int(state.rooster) - viewer) % num_players] = 1
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
    for place in range(MARKET_PATHS * (int(state.rounds) + 1), NUM_PATHS):
        out[UNSEEN + int(state.paths[place])] = 1
    for place in range(int(state.num_players) + int(state.rounds) + 1, NUM_ANIMALS):
        out[UNSEEN + int(state.animals[place])] = 1


@jit
def encode_trails(params: Params, state: State, seat: int, relative: int, out: NDArray[np.int8]) -> None:
    """What the trails of a seat still want and offer; the own trails one by one."""
    for trail in range(int(state.num_trails[seat])):
        if state.length[seat, trail] == 0:
            continue
        beast = int(state.beast[seat, trail])
        room, icons = 0, 0
        if beast != EMPTY:
            room = room_of(params, state, seat, beast)
        for food in range(NUM_FOODS):
            icons += int(state.foods[seat, trail, food])
        if state.ends[seat, trail] > 0:
            encode_offer(params, state, seat, trail, relative, room > icons, out)
        if relative == 0:
            start = TRAILS + trail * NUM_TRAIL_ENTRIES
            for food in range(NUM_FOODS):
                out[start + food] = state.foods[seat, trail, food]
                if beast != EMPTY:
                    out[start + 5 + food] = worth_of(params, state, seat, beast, food)
            out[start + 4] = state.beasts[seat, trail]
            out[start + 9] = room
            out[start + 10] = clip(trail_points(params, state, seat, trail))
            out[start + 11] = state.ends[seat, trail]
            out[start + 12] = state.length[seat, trail]


@jit
def encode_offer(
    params: Params, state: State, seat: int, trail: int, relative: int, has_room: bool, out: NDArray[np.int8]
) -> None:
    """Add a trail with an open end to what a seat wants, or has loose."""
    beast = int(state.beast[seat, trail])
    for food in range(NUM_FOODS):
        if beast == EMPTY:
            at = LOOSE + relative * NUM_FOODS + food
            out[at] = min(int(out[at]) + int(state.foods[seat, trail, food]), LIMIT)
        elif has_room:
            at = WANTS + relative * NUM_FOODS + food
            out[at] = min(int(out[at]) + worth_of(params, state, seat, beast, food), LIMIT)


@jit
def encode_forest(params: Params, state: State, seat: int, relative: int, out: NDArray[np.int8]) -> None:
    """The planes of a seat's forest."""
    for cell in range(NUM_CELLS):
        card = int(state.card[seat, cell])
        if card == EMPTY:
            continue
        shape, turns = int(params.form[card]), int(state.turns[seat, cell])
        at = FORESTS + relative * NUM_PLANES * NUM_CELLS
        at += row_of(state, seat, cell) * SIDE + column_of(state, seat, cell)
        for side in range(NUM_SIDES):
            out[at + side * NUM_CELLS] = int(params.part[shape, turns, side]) + 1
        if shape != ANIMAL:
            for part in range(MAX_TRAILS_A_CARD):
                for food in range(NUM_FOODS):
                    out[at + (ICON_PLANES + part * NUM_FOODS + food) * NUM_CELLS] = params.icons[card, part, food]
            continue
        out[at + ANIMAL_PLANE * NUM_CELLS] = 1
        out[at + BASE_PLANE * NUM_CELLS] = params.basic[card]
        out[at + CAPACITY_PLANE * NUM_CELLS] = params.capacity[card]
        out[at + BURROW_PLANE * NUM_CELLS] = state.burrows[seat, cell]
        for food in range(NUM_FOODS):
            out[at + (WORTH_PLANES + food) * NUM_CELLS] = params.worth[card, food]
            out[at + (DROP_PLANES + food) * NUM_CELLS] = state.drops[seat, cell, food]


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


# --- Action features --------------------------------------------------------------------------------------


@jit
def encode_actions(params: Params, state: State, ids: NDArray[np.int16], count: int, out: NDArray[np.int8]) -> None:
    """Write a row of features for each legal action of the seat to move into `out [count, F]`."""
    seat = int(state.player)
    trails = np.empty((MAX_TRAILS + 1, TRAIL_WIDTH), np.int16)
    made = np.empty((MADE, TRAIL_WIDTH), np.int16)
    place = np.empty(PLACE_WIDTH, np.int16)
    if state.phase == PLACING:
        survey(params, state, seat, trails, place)
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
            out[row, F_GAIN] = clip(token_gain(params, state, seat, action, made))
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
    for entry in range(2 * NUM_FOODS + 2):  # animals, foods, worth, room
        out[row, start + entry] = made[part, entry]
    out[row, start + 10] = clip(int(made[part, SPARE]))
    out[row, start + 11] = clip(int(made[part, POINTS]))
    out[row, start + 12] = made[part, ENDS]
