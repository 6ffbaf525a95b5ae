"""What a seat knows of a game of Kenya, as numbers; what is hidden, for a privileged critic; features of actions.

Seats are relative: 0 is the viewer, then clockwise. Clans are in the order of `CLANS`.
"""

import numpy as np
from numpy.typing import NDArray

from baobab.core.jit import jit
from baobab.core.layout import Layout
from baobab.core.record import NOBODY
from baobab.games.kenya.actions import BLIND, CARD, CELL, FACE, PUSH
from baobab.games.kenya.cards import (
    BROWN,
    ELEPHANT,
    LION,
    MAX_GREENS,
    MAX_RHINOCEROSES,
    MEERKAT,
    NUM_CLANS,
    NUM_GREENS,
    NUM_KINDS,
    NUM_PAIRS,
    PAIRS,
    RHINOCEROS,
    WATER,
)
from baobab.games.kenya.greedy import Weights, best_in_hand, best_place, face_gain, place_gain, push_gain
from baobab.games.kenya.scoring import WEIGHT, clan_is_known, clan_weights
from baobab.games.kenya.state import (
    ALL_SEATS,
    BAOBAB,
    CHOOSING,
    DRAWN_BLIND,
    EMPTY,
    FACING,
    HAND_KINDS,
    MAX_CARDS,
    MAX_PLAYERS,
    MIDDLE,
    NUM_CELLS,
    PHASES,
    PLACING,
    SIDE,
    UP,
    Params,
    State,
)

OPPONENTS = MAX_PLAYERS - 1
NUM_COVER_ENTRIES = 4 + NUM_CLANS
MAX_BLIND = 4
"""Blind draws whose times are told: each needs one of the four meerkats."""
STOCK_AHEAD = 4
"""Cards of the hidden stock whose order the privileged critic sees."""
MAX_POINTS = 2 * (MAX_GREENS + 2)
"""A clan's points where every card of a deck shows it and lies beside water."""
LIMIT = 127
"""The largest gain, weight or margin that is told; others are told as this."""

PLANES = (
    *("zebra", "wildebeest", "warthog", "gazelle", "giraffe", "baboon"),
    *("lion", "elephant", "idle", "water", "baobab"),
    *("frontier", "near_water", "near_lion", "near_elephant", "pending"),
    *("placer", "laid"),
)
(LION_PLANE, ELEPHANT_PLANE, IDLE_PLANE, WATER_PLANE, BAOBAB_PLANE) = range(NUM_CLANS, NUM_CLANS + 5)
(FRONTIER_PLANE, NEAR_WATER_PLANE, NEAR_LION_PLANE, NEAR_ELEPHANT_PLANE, PENDING_PLANE) = range(NUM_CLANS + 5, 16)
PLACER_PLANE, LAID_PLANE = 16, 17


CARD_PLANES = np.zeros((NUM_KINDS + 1, 2), np.int8)
"""The planes that show each kind: those of its clans, for the others one plane twice. The last is an unknown card."""
CARD_PLANES[:NUM_PAIRS] = PAIRS
CARD_PLANES[MEERKAT], CARD_PLANES[RHINOCEROS] = IDLE_PLANE, IDLE_PLANE
CARD_PLANES[LION], CARD_PLANES[ELEPHANT], CARD_PLANES[WATER] = LION_PLANE, ELEPHANT_PLANE, WATER_PLANE
CARD_PLANES[BROWN:NUM_KINDS] = np.arange(NUM_CLANS)[:, None]
CARD_PLANES.setflags(write=False)

PLANE_VALUES = np.ones(NUM_KINDS + 1, np.int8)
"""What stands there for a card that lies face up; under a known Baobab face the negative."""
PLANE_VALUES[RHINOCEROS] = 2
PLANE_VALUES[BROWN:NUM_KINDS] = 2
PLANE_VALUES[NUM_KINDS] = 0
PLANE_VALUES.setflags(write=False)


def observation_layout() -> Layout:
    """The pieces of the observation, the same for all options."""
    return Layout(
        (
            "phase",
            (len(PHASES),),
            0,
            1,
            1,
            "the decision that is asked, one-hot; of another seat card, cell and face look alike",
        ),
        ("turn", (MAX_PLAYERS,), 0, 1, 1, "the seat to move, one-hot; none when the game is over"),
        ("num_players", (MAX_PLAYERS - 1,), 0, 1, 1, "2, 3, 4 or 5 players, one-hot"),
        ("clan", (NUM_CLANS,), 0, 1, 1, "the own clan, one-hot"),
        ("hand", (HAND_KINDS,), 0, MAX_GREENS, 2, "own hand cards by kind; the last one is the own brown card"),
        (
            "shown",
            (NUM_GREENS,),
            0,
            MAX_GREENS,
            1,
            "own cards that the others know to be in the hand or under an own Baobab card",
        ),
        (
            "selected",
            (HAND_KINDS,),
            0,
            1,
            1,
            "the hand card chosen to be placed, one-hot; nothing while it is another's choice",
        ),
        ("visible", (NUM_GREENS,), 0, 3, 1, "the visible stock by kind"),
        ("stock", (1,), 0, MAX_GREENS, 20, "cards in the hidden stock"),
        (
            "unseen",
            (NUM_GREENS,),
            0,
            MAX_GREENS,
            2,
            "green cards of each kind in the hidden stock, other hands or under unknown Baobab faces",
        ),
        ("present", (MAX_PLAYERS,), 0, 1, 1, "seats that are there"),
        ("hand_size", (MAX_PLAYERS,), 0, MAX_GREENS, 4, "hand cards of each seat"),
        (
            "brown_order",
            (MAX_PLAYERS,),
            0,
            MAX_PLAYERS,
            3,
            "1, 2 … in the order in which the browns were placed; 0 not yet",
        ),
        (
            "known_clan",
            (MAX_PLAYERS, NUM_CLANS),
            0,
            1,
            1,
            "the clan of each seat as far as the viewer knows it, one-hot; at the end of every one",
        ),
        (
            "taken",
            (OPPONENTS, NUM_GREENS),
            0,
            MAX_GREENS,
            1,
            "cards that each opponent is known to hold or to have placed face Baobab",
        ),
        (
            "taken_at",
            (MAX_PLAYERS, NUM_PAIRS, 2),
            0,
            MAX_CARDS + 1,
            20,
            (
                "when each seat took the pairs of shown and taken, the earliest and the latest copy: 1 and the cards "
                "placed before; it cannot lie under a Baobab face that was laid earlier"
            ),
        ),
        (
            "blind_at",
            (MAX_PLAYERS, MAX_BLIND),
            0,
            MAX_CARDS + 1,
            20,
            (
                "when each seat drew those of its cards that it drew blind and nobody else has seen, the latest first: "
                "1 and the cards placed before"
            ),
        ),
        ("placements", (1,), 0, MAX_CARDS, 20, "cards placed so far"),
        ("clan_score", (NUM_CLANS,), 0, MAX_POINTS, 10, "points of each clan on the savanna now"),
        (
            "clan_weight",
            (NUM_CLANS,),
            -WEIGHT,
            WEIGHT,
            WEIGHT,
            "what a point of each clan is worth to the viewer's expected margin, in 1/60",
        ),
        ("score", (1,), 0, MAX_POINTS, 10, "own points now"),
        (
            "margin",
            (1,),
            -LIMIT,
            LIMIT,
            20,
            "own points minus the mean of the others' as expected over their possible clans, in 1/2",
        ),
        (
            "covered_at",
            (MAX_RHINOCEROSES, 2),
            -MIDDLE,
            MIDDLE,
            5,
            "row and column of the covered cards in the planes, counted from their middle",
        ),
        (
            "covered",
            (MAX_RHINOCEROSES, NUM_COVER_ENTRIES),
            -1,
            MAX_CARDS + 1,
            1,
            (
                "covered cards, the one covered first first: present (2 a brown one), face (1 up, −1 Baobab), "
                "clans if known (2 brown), placer and laid as in savanna"
            ),
        ),
        (
            "savanna",
            (len(PLANES), SIDE, SIDE),
            -2,
            MAX_CARDS + 1,
            1,
            (
                f"planes: {', '.join(PLANES)}; a clan is 1 (brown 2) face up and −1 (brown −2) known under a Baobab "
                "face; baobab is 1, on a brown card 2; idle is 1 meerkat, 2 rhinoceros; pending the cell that awaits a "
                "face or holds the rhinoceros that pushes; of a Baobab card that not all have seen, placer is 1 and "
                "the relative seat that placed it, laid 1 and the cards placed before it"
            ),
        ),
        spatial=("savanna",),
    )


def hidden_layout() -> Layout:
    """What the observation leaves out."""
    return Layout(
        ("scores", (MAX_PLAYERS,), 0, MAX_POINTS, 10, "true points of each seat now"),
        ("clans", (MAX_PLAYERS, NUM_CLANS), 0, 1, 1, "true clan of each seat, one-hot"),
        ("hands", (OPPONENTS, HAND_KINDS), 0, MAX_GREENS, 1, "the opponents' hand cards by kind"),
        ("next", (STOCK_AHEAD, NUM_GREENS), 0, 1, 1, "the next cards of the hidden stock, one-hot"),
        ("stock", (NUM_GREENS,), 0, MAX_GREENS, 2, "the hidden stock by kind"),
        (
            "under_covered",
            (MAX_RHINOCEROSES, NUM_CLANS),
            0,
            2,
            1,
            "the clans under the Baobab faces of covered cards (brown 2), in the order of covered",
        ),
        ("under", (NUM_CLANS, SIDE, SIDE), 0, 2, 1, "planes: the clans under the Baobab faces that show (brown 2)"),
        spatial=("under",),
    )


def feature_layout() -> Layout:
    """The features of one legal action. Gains are changes of the viewer's expected margin, in 1/10 points."""
    return Layout(
        ("block", (6,), 0, 1, 1, "draw, blind, card, face, push, cell, one-hot"),
        ("kind", (7,), 0, 1, 1, "the card: animals, meerkat, lion, elephant, rhinoceros, water, brown, one-hot"),
        ("mine", (1,), 0, 1, 1, "the card shows the own clan"),
        ("weight", (1,), -127, 127, 60, "the sum of its clans' weights in the expected margin, in 1/60"),
        ("copies", (1,), 0, MAX_GREENS, 2, "copies of it in the own hand"),
        ("gain", (1,), -127, 127, 20, "draw, card: the best gain of placing it now; else the gain of this action"),
        ("second", (1,), -127, 127, 20, "draw, card: its second best gain"),
        ("hand_gain", (1,), -127, 127, 20, "draw: the best gain of a card already in hand"),
        ("face", (1,), -1, 1, 1, "how the card would lie: 1 up, −1 Baobab, 0 no animal"),
        ("near", (4,), 0, 4, 2, "cards, water holes, lions and elephants beside the cell"),
        ("near_up", (2,), 0, 4, 2, "face-up animals beside it: own clan, others"),
        ("near_hidden", (3,), 0, 4, 2, "Baobab cards beside it: known own clan, known others, unknown"),
        ("near_idle", (1,), 0, 4, 2, "meerkats and rhinoceroses beside it"),
        ("open", (1,), 0, 4, 2, "free cells beside it"),
        (
            "pushed",
            (3,),
            -2,
            2,
            1,
            "the card that is pushed: shows the own clan (−1 under a Baobab face), lands on a card, lands beside water",
        ),
    )


_SEEN = observation_layout()
_HIDDEN = hidden_layout()
_FEATURES = feature_layout()

PHASE, TURN, NUM_PLAYERS, CLAN = (_SEEN[name].start for name in ("phase", "turn", "num_players", "clan"))
HAND, SHOWN, SELECTED, VISIBLE = (_SEEN[name].start for name in ("hand", "shown", "selected", "visible"))
STOCK, UNSEEN, PRESENT, HAND_SIZE = (_SEEN[name].start for name in ("stock", "unseen", "present", "hand_size"))
ORDER, KNOWN_CLAN, TAKEN = (_SEEN[name].start for name in ("brown_order", "known_clan", "taken"))
TAKEN_AT, BLIND_AT, PLACEMENTS = (_SEEN[name].start for name in ("taken_at", "blind_at", "placements"))
CLAN_SCORE, CLAN_WEIGHT = (_SEEN[name].start for name in ("clan_score", "clan_weight"))
SCORE, MARGIN = (_SEEN[name].start for name in ("score", "margin"))
COVERED_AT, COVERED, SAVANNA = (_SEEN[name].start for name in ("covered_at", "covered", "savanna"))

SCORES, CLANS_TRUE, HANDS_TRUE = (_HIDDEN[name].start for name in ("scores", "clans", "hands"))
NEXT, STOCK_TRUE = (_HIDDEN[name].start for name in ("next", "stock"))
UNDER_COVERED, UNDER = (_HIDDEN[name].start for name in ("under_covered", "under"))

F_BLOCK, F_KIND, F_MINE, F_WEIGHT = (_FEATURES[name].start for name in ("block", "kind", "mine", "weight"))
F_COPIES, F_GAIN, F_SECOND = (_FEATURES[name].start for name in ("copies", "gain", "second"))
F_HAND_GAIN, F_FACE, F_NEAR = (_FEATURES[name].start for name in ("hand_gain", "face", "near"))
F_NEAR_UP, F_NEAR_HIDDEN = (_FEATURES[name].start for name in ("near_up", "near_hidden"))
F_NEAR_IDLE, F_OPEN, F_PUSHED = (_FEATURES[name].start for name in ("near_idle", "open", "pushed"))
IN_DRAW, IN_BLIND, IN_CARD, IN_FACE, IN_PUSH, IN_CELL = range(6)

FEATURE_UNIT = WEIGHT // 10
"""A gain feature of 1, in the 1/60 points of the weights."""
MARGIN_UNIT = WEIGHT // 2

# --- Observation ------------------------------------------------------------------------------------------


@jit
def encode(params: Params, state: State, viewer: int, out: NDArray[np.int8]) -> None:
    """Write what `viewer` knows into `out [D]`."""
    out[:] = 0
    encode_table(state, viewer, out)
    encode_hands(params, state, viewer, out)
    encode_points(state, viewer, out)
    encode_savanna(params, state, viewer, out)


@jit
def relative_seat(state: State, seat: int, viewer: int) -> int:
    """How many seats clockwise from the viewer a seat is."""
    place = seat - viewer
    return place if place >= 0 else place + int(state.num_players)


@jit
def encode_table(state: State, viewer: int, out: NDArray[np.int8]) -> None:
    """Whose decision of what it is, who is there, and what all know of each seat."""
    num_players = int(state.num_players)
    mine = state.player == viewer
    if state.player != NOBODY:
        placing = state.phase == PLACING or state.phase == FACING
        out[PHASE + (CHOOSING if placing and not mine else int(state.phase))] = 1
        out[TURN + relative_seat(state, int(state.player), viewer)] = 1
    out[NUM_PLAYERS + num_players - 2] = 1
    for seat in range(num_players):
        relative = relative_seat(state, seat, viewer)
        out[PRESENT + relative] = 1
        out[HAND_SIZE + relative] = state.hand_size[seat]
        out[ORDER + relative] = state.brown_order[seat] + 1
        if seat == viewer or clan_is_known(state, seat):
            out[KNOWN_CLAN + relative * NUM_CLANS + int(state.clan[seat])] = 1
    encode_taken(state, viewer, out)
    out[PLACEMENTS] = state.placements


@jit
def encode_taken(state: State, viewer: int, out: NDArray[np.int8]) -> None:
    """What each seat took, and when, that nobody else has seen since: in sight of all or blind."""
    for entry in range(int(state.num_taken)):
        relative = relative_seat(state, int(state.taken_seat[entry]), viewer)
        kind = int(state.taken_kind[entry])
        if kind == DRAWN_BLIND:
            at = BLIND_AT + relative * MAX_BLIND
            for later in range(at + MAX_BLIND - 1, at, -1):
                out[later] = out[later - 1]
            out[at] = 1 + int(state.taken_time[entry])
            continue
        start = SHOWN if relative == 0 else TAKEN + (relative - 1) * NUM_GREENS
        out[start + kind] += 1
        if kind < NUM_PAIRS:  # the others cannot lie face Baobab
            at = TAKEN_AT + (relative * NUM_PAIRS + kind) * 2
            time = 1 + int(state.taken_time[entry])
            out[at] = time if out[at] == 0 else out[at]
            out[at + 1] = time


@jit
def encode_hands(params: Params, state: State, viewer: int, out: NDArray[np.int8]) -> None:
    """The own hand, the stocks, and the cards that are still to be seen."""
    out[CLAN + int(state.clan[viewer])] = 1
    for kind in range(HAND_KINDS):
        out[HAND + kind] = state.hands[viewer, kind]
    if state.player == viewer and state.selected != EMPTY:
        out[SELECTED + int(state.selected)] = 1
    out[STOCK] = state.stock_end - state.stock_next
    for kind in range(NUM_GREENS):
        out[VISIBLE + kind] = state.visible[kind]
        out[UNSEEN + kind] = params.counts[kind] - state.visible[kind] - state.hands[viewer, kind]


@jit
def encode_points(state: State, viewer: int, out: NDArray[np.int8]) -> None:
    """The clans' points and what they are worth to the viewer."""
    weights = clan_weights(state, viewer)
    margin = 0
    for clan in range(NUM_CLANS):
        out[CLAN_SCORE + clan] = state.clan_score[clan]
        out[CLAN_WEIGHT + clan] = weights[clan]
        margin += weights[clan] * int(state.clan_score[clan])
    out[SCORE] = state.clan_score[state.clan[viewer]]
    out[MARGIN] = clip(margin // MARGIN_UNIT)


@jit
def encode_savanna(params: Params, state: State, viewer: int, out: NDArray[np.int8]) -> None:
    """The cards on the table, covered ones, and the cells where one may be placed."""
    for place in range(int(state.num_occupied)):
        cell = int(state.occupied[place])
        card = int(state.card[cell])
        face = int(state.face[cell])
        known = (state.known[cell] >> viewer) & 1
        if card < BROWN and known:
            out[UNSEEN + card] -= 1
        at = SAVANNA + cell
        # Without a branch on the kind of card, which could not be foreseen; an unknown one writes a 0.
        kind = card if known else NUM_KINDS
        value = int(params.plane_value[kind]) * (1 - 2 * face)
        out[at + int(params.planes[kind, 0]) * NUM_CELLS] = value
        out[at + int(params.planes[kind, 1]) * NUM_CELLS] = value
        if face == BAOBAB:
            out[at + BAOBAB_PLANE * NUM_CELLS] = 2 if card >= BROWN else 1  # its back shows that it is brown
            if state.known[cell] != ALL_SEATS:
                out[at + PLACER_PLANE * NUM_CELLS] = 1 + relative_seat(state, int(state.owner[cell]), viewer)
                out[at + LAID_PLANE * NUM_CELLS] = 1 + int(state.laid[cell])
    for place in range(int(state.num_frontier)):
        cell = int(state.frontier[place])
        at = SAVANNA + cell
        out[at + FRONTIER_PLANE * NUM_CELLS] = 1
        out[at + NEAR_WATER_PLANE * NUM_CELLS] = state.near_water[cell]
        out[at + NEAR_LION_PLANE * NUM_CELLS] = state.near_lion[cell]
        out[at + NEAR_ELEPHANT_PLANE * NUM_CELLS] = state.near_elephant[cell]
    if state.pending != EMPTY and (state.player == viewer or state.phase != FACING):
        out[SAVANNA + PENDING_PLANE * NUM_CELLS + int(state.pending)] = 1
    for entry in range(int(state.num_covered)):
        card = int(state.covered[entry, 0])
        start = COVERED + entry * NUM_COVER_ENTRIES
        out[start] = 2 if card >= BROWN else 1
        out[start + 1] = 1 if state.covered[entry, 1] == UP else -1
        out[COVERED_AT + 2 * entry] = int(state.covered_cell[entry]) // SIDE - MIDDLE
        out[COVERED_AT + 2 * entry + 1] = int(state.covered_cell[entry]) % SIDE - MIDDLE
        if state.covered[entry, 2] != ALL_SEATS:
            out[start + 2 + NUM_CLANS] = 1 + relative_seat(state, int(state.covered[entry, 3]), viewer)
            out[start + 3 + NUM_CLANS] = 1 + int(state.covered[entry, 4])
        if (state.covered[entry, 2] >> viewer) & 1:
            if card < BROWN:
                out[UNSEEN + card] -= 1
            out[start + 2 + int(params.first_clan[card])] = 2 if card >= BROWN else 1
            if params.second_clan[card] != EMPTY:
                out[start + 2 + int(params.second_clan[card])] = 1


@jit
def encode_state(params: Params, state: State, viewer: int, out: NDArray[np.int8]) -> None:
    """Write all that is hidden from the observation into `out [H]`."""
    out[:] = 0
    num_players = int(state.num_players)
    for seat in range(num_players):
        relative = relative_seat(state, seat, viewer)
        out[SCORES + relative] = state.clan_score[state.clan[seat]]
        out[CLANS_TRUE + relative * NUM_CLANS + int(state.clan[seat])] = 1
        if relative > 0:
            for kind in range(HAND_KINDS):
                out[HANDS_TRUE + (relative - 1) * HAND_KINDS + kind] = state.hands[seat, kind]
    for place in range(int(state.stock_next), int(state.stock_end)):
        ahead = place - int(state.stock_next)
        if ahead < STOCK_AHEAD:
            out[NEXT + ahead * NUM_GREENS + int(state.stock[place])] = 1
        out[STOCK_TRUE + int(state.stock[place])] += 1
    for place in range(int(state.num_occupied)):
        cell = int(state.occupied[place])
        card = int(state.card[cell])
        if state.face[cell] == BAOBAB:
            out[UNDER + int(params.first_clan[card]) * NUM_CELLS + cell] = 2 if card >= BROWN else 1
            if params.second_clan[card] != EMPTY:
                out[UNDER + int(params.second_clan[card]) * NUM_CELLS + cell] = 1
    for entry in range(int(state.num_covered)):
        card = int(state.covered[entry, 0])
        if state.covered[entry, 1] == BAOBAB:
            at = UNDER_COVERED + entry * NUM_CLANS
            out[at + int(params.first_clan[card])] = 2 if card >= BROWN else 1
            if params.second_clan[card] != EMPTY:
                out[at + int(params.second_clan[card])] = 1


# --- Action features --------------------------------------------------------------------------------------


@jit
def encode_actions(params: Params, state: State, ids: NDArray[np.int16], count: int, out: NDArray[np.int8]) -> None:
    """Write a row of features for each legal action of the seat to move into `out [count, F]`."""
    viewer = int(state.player)
    weights = clan_weights(state, viewer)
    hand_gain = 0
    if ids[0] <= BLIND:
        hand_gain = best_in_hand(params, state, viewer, weights)
    for row in range(count):
        action = int(ids[row])
        out[row, :] = 0
        if action < BLIND:
            describe_card(params, state, action, viewer, weights, out[row])
            out[row, F_BLOCK + IN_DRAW] = 1
            out[row, F_HAND_GAIN] = clip(hand_gain // FEATURE_UNIT)
        elif action == BLIND:
            out[row, F_BLOCK + IN_BLIND] = 1
            out[row, F_HAND_GAIN] = clip(hand_gain // FEATURE_UNIT)
        elif action < FACE:
            describe_card(params, state, action - CARD, viewer, weights, out[row])
            out[row, F_BLOCK + IN_CARD] = 1
        elif action < PUSH:
            kind = int(state.selected)
            out[row, F_BLOCK + IN_FACE] = 1
            name_card(params, state, kind, viewer, weights, out[row])
            gain = face_gain(params, state, kind, int(state.pending), action - FACE, viewer, weights)
            out[row, F_GAIN] = clip(gain // FEATURE_UNIT)
            out[row, F_FACE] = 1 if action - FACE == UP else -1
            describe_cell(params, state, int(state.pending), viewer, out[row])
        elif action < CELL:
            out[row, F_BLOCK + IN_PUSH] = 1
            describe_push(params, state, action - PUSH, viewer, weights, out[row])
        else:
            out[row, F_BLOCK + IN_CELL] = 1
            describe_place(params, state, action - CELL, viewer, weights, out[row])


@jit
def clip(value: int) -> int:
    """A feature within its bounds."""
    return min(max(value, -LIMIT), LIMIT)


@jit
def name_card(
    params: Params,
    state: State,
    kind: int,
    viewer: int,
    weights: Weights,
    out: NDArray[np.int8],
) -> None:
    """Which card it is, seen from the viewer (a hand kind)."""
    if kind == BROWN:
        out[F_KIND + 6] = 1
        out[F_MINE] = 1
        out[F_WEIGHT] = 2 * WEIGHT
    elif kind < NUM_PAIRS:
        first, second = int(params.first_clan[kind]), int(params.second_clan[kind])
        out[F_KIND] = 1
        out[F_MINE] = 1 if first == state.clan[viewer] or second == state.clan[viewer] else 0
        out[F_WEIGHT] = clip(weights[first] + weights[second])
    else:
        out[F_KIND + 1 + kind - MEERKAT] = 1
    out[F_COPIES] = state.hands[viewer, kind]


@jit
def describe_card(
    params: Params,
    state: State,
    kind: int,
    viewer: int,
    weights: Weights,
    out: NDArray[np.int8],
) -> None:
    """A card to draw or to place: what it is and what it would gain at its best cells."""
    name_card(params, state, kind, viewer, weights, out)
    best, second = best_place(params, state, kind, viewer, weights)
    out[F_GAIN] = clip(best // FEATURE_UNIT)
    out[F_SECOND] = clip(second // FEATURE_UNIT)


@jit
def describe_place(
    params: Params,
    state: State,
    cell: int,
    viewer: int,
    weights: Weights,
    out: NDArray[np.int8],
) -> None:
    """The chosen card on this cell."""
    kind = int(state.selected)
    name_card(params, state, kind, viewer, weights, out)
    out[F_GAIN] = clip(place_gain(params, state, kind, cell, viewer, weights) // FEATURE_UNIT)
    if kind < NUM_PAIRS or (kind == BROWN and params.brown_is_animal == 1):
        hides = state.near_lion[cell] > 0 and state.near_elephant[cell] == 0
        out[F_FACE] = -1 if hides else 1
    describe_cell(params, state, cell, viewer, out)


@jit
def describe_cell(params: Params, state: State, cell: int, viewer: int, out: NDArray[np.int8]) -> None:
    """What lies beside a cell."""
    out[F_NEAR] = state.near_cards[cell]
    out[F_NEAR + 1] = state.near_water[cell]
    out[F_NEAR + 2] = state.near_lion[cell]
    out[F_NEAR + 3] = state.near_elephant[cell]
    clan = int(state.clan[viewer])
    for direction in range(4):
        beside = int(params.neighbour[cell, direction])
        card = int(state.card[beside])
        if card == EMPTY:
            out[F_OPEN] += 1
        elif card < NUM_PAIRS or card >= BROWN:
            known = (state.known[beside] >> viewer) & 1
            mine = params.first_clan[card] == clan or params.second_clan[card] == clan
            if state.face[beside] == UP:
                out[F_NEAR_UP + (0 if mine else 1)] += 1
            elif known:
                out[F_NEAR_HIDDEN + (0 if mine else 1)] += 1
            else:
                out[F_NEAR_HIDDEN + 2] += 1
        elif card in (MEERKAT, RHINOCEROS):
            out[F_NEAR_IDLE] += 1


@jit
def describe_push(
    params: Params,
    state: State,
    direction: int,
    viewer: int,
    weights: Weights,
    out: NDArray[np.int8],
) -> None:
    """The card that the rhinoceros would move, and where it lands."""
    beside = int(params.neighbour[int(state.pending), direction])
    beyond = int(params.neighbour[beside, direction])
    clan = int(state.clan[viewer])
    card = int(state.card[beside])
    up = state.face[beside] == UP
    if (state.known[beside] >> viewer) & 1 and (params.first_clan[card] == clan or params.second_clan[card] == clan):
        out[F_PUSHED] = 1 if up else -1
    out[F_PUSHED + 1] = 1 if state.card[beyond] != EMPTY else 0
    out[F_PUSHED + 2] = 1 if state.near_water[beyond] > 0 else 0
    out[F_GAIN] = clip(push_gain(params, state, int(state.pending), direction, weights) // FEATURE_UNIT)
    out[F_FACE] = 1 if up else -1
    describe_cell(params, state, beyond, viewer, out)
