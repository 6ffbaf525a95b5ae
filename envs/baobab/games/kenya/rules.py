"""Kenya's rules: set-up and turn, in the order of the rule book. The page README.md cites and labels them."""

import numpy as np
from numpy.typing import NDArray

from baobab.core.jit import jit
from baobab.core.record import NOBODY
from baobab.core.rng import below, seed_rng, shuffle
from baobab.games.kenya.actions import BLIND, CARD, CELL, DIRECTIONS, DRAW, FACE, PUSH
from baobab.games.kenya.cards import BROWN, ELEPHANT, LION, MEERKAT, NUM_CLANS, NUM_GREENS, NUM_PAIRS, RHINOCEROS, WATER
from baobab.games.kenya.scoring import count_cell
from baobab.games.kenya.state import (
    ALL_SEATS,
    BAOBAB,
    CHOOSING,
    DEALT_CARDS,
    DRAWING,
    DRAWN_BLIND,
    EMPTY,
    FACING,
    FIRST_CELL,
    HAND_KINDS,
    MAX_CARDS,
    MAX_PLAYERS,
    MIDDLE,
    PLACING,
    PUSHING,
    SIDE,
    TAKING,
    UP,
    VISIBLE_CARDS,
    Params,
    State,
)

NUM_DIRECTIONS = len(DIRECTIONS)
NONE = -1
"""No entry of the cards taken."""

# --- Set-up -----------------------------------------------------------------------------------------------


@jit
def reset(params: Params, state: State, num_players: int, seed: int) -> None:
    """Shuffle greens and browns apart, deal, lay the first card and the visible stock, draw the first player."""
    clear(state, num_players)
    seed_rng(state.rng, seed)
    total = 0
    for kind in range(NUM_GREENS):
        for _ in range(params.counts[kind]):
            state.stock[total] = kind
            total += 1
    shuffle(state.rng, state.stock, total)
    for seat in range(MAX_PLAYERS):
        state.clan[seat] = seat
    drawn = NUM_CLANS - 1
    for seat in range(num_players):
        # A draw without replacement among the six browns, of which `clan` has room for five.
        other = seat + below(state.rng, NUM_CLANS - seat)
        kept = int(state.clan[seat])
        if other == NUM_CLANS - 1:
            state.clan[seat], drawn = drawn, kept
        else:
            state.clan[seat], state.clan[other] = state.clan[other], kept
    for seat in range(num_players, MAX_PLAYERS):
        state.clan[seat] = EMPTY
    state.stock_end = total
    for seat in range(num_players):
        for _ in range(DEALT_CARDS):
            state.hands[seat, state.stock[state.stock_next]] += 1
            state.stock_next += 1
    start = int(state.stock[state.stock_next])
    state.stock_next += 1
    begin(params, state, start, below(state.rng, int(num_players)))


@jit
def clear(state: State, num_players: int) -> None:
    """An empty table and empty hands but for the browns; the stocks and clans are the caller's."""
    state.num_players = num_players
    state.decisions = 0
    state.clan[:] = EMPTY
    state.brown_order[:] = EMPTY
    state.brown_seen[:] = 0
    state.num_browns = 0
    state.clan_score[:] = 0
    state.hands[:] = 0
    state.hand_size[:] = 0
    for seat in range(num_players):
        state.hands[seat, BROWN] = 1
        state.hand_size[seat] = DEALT_CARDS + 1
    state.visible[:] = 0
    state.num_visible = 0
    state.stock[:] = 0
    state.stock_next = 0
    state.stock_end = 0
    state.taken_kind[:] = 0
    state.taken_seat[:] = 0
    state.taken_time[:] = 0
    state.num_taken = 0
    state.placements = 0
    state.drew = 0
    state.selected = EMPTY
    state.pending = EMPTY
    state.card[:] = EMPTY
    state.face[:] = UP
    state.known[:] = 0
    state.owner[:] = EMPTY
    state.laid[:] = 0
    state.covered_cell[:] = EMPTY
    state.covered[:] = 0
    state.num_covered = 0
    state.near_cards[:] = 0
    state.near_water[:] = 0
    state.near_lion[:] = 0
    state.near_elephant[:] = 0
    state.frontier[:] = 0
    state.frontier_at[:] = EMPTY
    state.num_frontier = 0
    state.occupied[:] = 0
    state.occupied_at[:] = EMPTY
    state.num_occupied = 0
    state.low_row = 0
    state.high_row = 0
    state.low_column = 0
    state.high_column = 0


@jit
def begin(params: Params, state: State, start: int, first: int) -> None:
    """Lay the first card (ruling: it acts on nothing, and counts for what comes beside it) and start."""
    lay(params, state, FIRST_CELL, start, UP, ALL_SEATS, EMPTY)
    for direction in range(NUM_DIRECTIONS):
        touch(state, start, int(params.neighbour[FIRST_CELL, direction]))
    refill(state)
    state.player = first
    state.phase = DRAWING if state.num_visible > 0 else CHOOSING
    state.opening = 1


# --- Turn -------------------------------------------------------------------------------------------------


@jit
def legal(params: Params, state: State, ids: NDArray[np.int16]) -> int:
    """Write the legal actions of the decision that is asked; their number."""
    count = 0
    if state.phase == DRAWING or state.phase == TAKING:
        for kind in range(NUM_GREENS):
            if state.visible[kind] > 0:
                ids[count] = DRAW + kind
                count += 1
        if state.phase == TAKING and state.stock_next < state.stock_end:
            ids[count] = BLIND
            count += 1
    elif state.phase == CHOOSING:
        for kind in range(HAND_KINDS):
            if state.hands[state.player, kind] > 0:
                ids[count] = CARD + kind
                count += 1
    elif state.phase == PLACING:
        count = int(state.num_frontier)
        for place in range(count):
            ids[place] = CELL + state.frontier[place]
    elif state.phase == FACING:
        ids[0] = FACE + UP
        ids[1] = FACE + BAOBAB
        count = 2
    else:
        for direction in range(NUM_DIRECTIONS):
            if can_push(params, state, int(state.pending), direction):
                ids[count] = PUSH + direction
                count += 1
    return count


@jit
def forced(params: Params, state: State) -> int:
    """The only legal action of the decision that is asked, or −1."""
    only = -1
    count = 0
    if state.phase == DRAWING or state.phase == TAKING:
        if state.phase == TAKING and state.stock_next < state.stock_end:
            only, count = BLIND, 1
        for kind in range(NUM_GREENS):
            if state.visible[kind] > 0:
                only = DRAW + kind
                count += 1
    elif state.phase == CHOOSING:
        for kind in range(HAND_KINDS):
            if state.hands[state.player, kind] > 0:
                only = CARD + kind
                count += 1
    elif state.phase == PLACING:
        only, count = CELL + int(state.frontier[0]), int(state.num_frontier)
    elif state.phase == PUSHING:
        for direction in range(NUM_DIRECTIONS):
            if can_push(params, state, int(state.pending), direction):
                only = PUSH + direction
                count += 1
    return only if count == 1 else -1


@jit
def apply(params: Params, state: State, action: int) -> None:
    """Apply one legal decision of the seat to move."""
    state.decisions += 1
    state.opening = 0
    if state.phase == DRAWING:
        take_visible(state, action - DRAW)
        state.drew = 1
        state.phase = CHOOSING
    elif state.phase == CHOOSING:
        state.selected = action - CARD
        state.phase = PLACING
    elif state.phase == PLACING:
        cell = action - CELL
        face = UP
        if hand_card_is_animal(params, int(state.selected)) and state.near_lion[cell] > 0:
            face = BAOBAB
            if state.near_elephant[cell] > 0:
                state.pending = cell
                state.phase = FACING
                return
        place(params, state, cell, face)
    elif state.phase == FACING:
        place(params, state, int(state.pending), action - FACE)
    elif state.phase == TAKING:
        if action == BLIND:
            take_blind(state)
        else:
            take_visible(state, action - DRAW)
        end_turn(state)
    else:
        push(params, state, int(state.pending), action - PUSH)
        end_turn(state)


@jit
def chance(params: Params, state: State) -> None:
    """Nothing: chance decides everything in the set-up."""


@jit
def take_visible(state: State, kind: int) -> None:
    """The seat to move takes a card of the visible stock; all see which."""
    state.visible[kind] -= 1
    state.num_visible -= 1
    state.hands[state.player, kind] += 1
    state.hand_size[state.player] += 1
    remember(state, kind)


@jit
def take_blind(state: State) -> None:
    """The seat to move takes the next card of the hidden stock; all see that, and when, but not which."""
    state.hands[state.player, state.stock[state.stock_next]] += 1
    state.hand_size[state.player] += 1
    state.stock_next += 1
    remember(state, DRAWN_BLIND)


@jit
def remember(state: State, kind: int) -> None:
    """All remember that the seat to move took a card now, of this kind or DRAWN_BLIND."""
    state.taken_kind[state.num_taken] = kind
    state.taken_seat[state.num_taken] = state.player
    state.taken_time[state.num_taken] = state.placements
    state.num_taken += 1


@jit
def hand_card_is_animal(params: Params, kind: int) -> bool:
    """Whether a hand card (by hand kind) is a Player Animal card."""
    return kind < NUM_PAIRS or (kind == BROWN and params.brown_is_animal == 1)


@jit
def is_animal(params: Params, card: int) -> bool:
    """Whether a card (by kind; EMPTY is none) is a Player Animal card."""
    return 0 <= card < NUM_PAIRS or (card >= BROWN and params.brown_is_animal == 1)


@jit
def place(params: Params, state: State, cell: int, face: int) -> None:
    """Lay the selected hand card on a cell, let it act, and go on to what it asks or to the next turn."""
    seat, kind = int(state.player), int(state.selected)
    state.hands[seat, kind] -= 1
    state.hand_size[seat] -= 1
    state.selected = EMPTY
    state.pending = EMPTY
    card = kind
    if kind == BROWN:
        card = BROWN + int(state.clan[seat])
        state.brown_order[seat] = state.num_browns
        state.num_browns += 1
    if face == UP:
        see(state, card, seat, int(state.placements))
    lay(params, state, cell, card, face, ALL_SEATS if face == UP else 1 << seat, seat)
    state.placements += 1
    act(params, state, cell, card)
    if card == MEERKAT and (state.num_visible > 0 or state.stock_next < state.stock_end):
        state.phase = TAKING
        return
    if card == RHINOCEROS:
        for direction in range(NUM_DIRECTIONS):
            if can_push(params, state, cell, direction):
                state.phase = PUSHING
                state.pending = cell
                return
    end_turn(state)


@jit
def act(params: Params, state: State, cell: int, card: int) -> None:
    """What a card does to its neighbours when it is placed: lion, elephant and water hole."""
    for direction in range(NUM_DIRECTIONS):
        beside = int(params.neighbour[cell, direction])
        count_cell(params, state, beside, -1)
        touch(state, card, beside)
        if is_animal(params, int(state.card[beside])):
            if card == LION:
                state.face[beside] = BAOBAB
            elif card == ELEPHANT and state.face[beside] == BAOBAB:
                state.face[beside] = UP
                if state.known[beside] != ALL_SEATS:
                    state.known[beside] = ALL_SEATS
                    see(state, int(state.card[beside]), int(state.owner[beside]), int(state.laid[beside]))
        count_cell(params, state, beside, 1)


@jit
def touch(state: State, card: int, beside: int) -> None:
    """Note at a neighbouring cell that this card lies beside it (these cards never move)."""
    if card == WATER:
        state.near_water[beside] += 1
    elif card == LION:
        state.near_lion[beside] += 1
    elif card == ELEPHANT:
        state.near_elephant[beside] += 1


@jit
def see(state: State, card: int, seat: int, laid: int) -> None:
    """All see a card that `seat` had in hand, or had laid when `placements` was `laid`."""
    if card >= BROWN:
        state.brown_seen[seat] = 1
        return
    # Copies look alike, and cards drawn blind are anything: the one taken last is struck off, which leaves every
    # explanation of the others. A card taken in sight comes first, unless the others could then not explain what
    # the seat has laid since.
    entry = last_taken(state, card, seat, laid)
    blind = last_taken(state, DRAWN_BLIND, seat, laid)
    if entry == NONE or (blind > entry and not explains(state, seat, entry)):
        entry = blind
    if entry != NONE:  # else it was dealt in the set-up
        for later in range(entry, int(state.num_taken) - 1):
            state.taken_kind[later] = state.taken_kind[later + 1]
            state.taken_seat[later] = state.taken_seat[later + 1]
            state.taken_time[later] = state.taken_time[later + 1]
        state.num_taken -= 1


@jit
def last_taken(state: State, kind: int, seat: int, laid: int) -> int:
    """The last entry of a card of this kind (or DRAWN_BLIND) that `seat` took before it laid one then; or NONE."""
    for entry in range(int(state.num_taken) - 1, -1, -1):
        if state.taken_kind[entry] == kind and state.taken_seat[entry] == seat and state.taken_time[entry] <= laid:
            return entry
    return NONE


@jit
def explains(state: State, seat: int, without: int) -> bool:
    """Whether what `seat` was dealt and took, but for one entry, is enough for the Baobab cards that it has laid.

    By the marriage theorem it is if for every Baobab card there are as many cards of its time or earlier as Baobab
    cards laid by then.
    """
    dealt = int(state.hand_size[seat]) - int(state.hands[seat, BROWN]) + laid_unseen(state, seat, MAX_CARDS) + 1
    for entry in range(int(state.num_taken)):
        dealt -= 1 if state.taken_seat[entry] == seat else 0
    for laid in range(int(state.placements)):
        enough = dealt
        for entry in range(int(state.num_taken)):
            animal = state.taken_kind[entry] < NUM_PAIRS
            if entry != without and state.taken_seat[entry] == seat and state.taken_time[entry] <= laid and animal:
                enough += 1
        if laid_unseen(state, seat, laid) > enough:
            return False
    return True


@jit
def laid_unseen(state: State, seat: int, latest: int) -> int:
    """How many green cards `seat` has laid face Baobab, not after `latest` placements, that not all have seen."""
    count = 0
    for place in range(int(state.num_occupied)):
        cell = int(state.occupied[place])
        hidden = state.card[cell] < BROWN and state.known[cell] != ALL_SEATS
        if hidden and state.owner[cell] == seat and state.laid[cell] <= latest:
            count += 1
    for entry in range(int(state.num_covered)):
        hidden = state.covered[entry, 0] < BROWN and state.covered[entry, 2] != ALL_SEATS
        if hidden and state.covered[entry, 3] == seat and state.covered[entry, 4] <= latest:
            count += 1
    return count


@jit
def can_push(params: Params, state: State, cell: int, direction: int) -> bool:
    """Whether a rhinoceros on `cell` can move the card beside it in this direction one cell further."""
    beside = int(params.neighbour[cell, direction])
    if not is_animal(params, int(state.card[beside])):
        return False
    beyond = int(params.neighbour[beside, direction])
    if state.card[beyond] == EMPTY:
        return is_open(params, state, beyond)
    return is_animal(params, int(state.card[beyond]))


@jit
def push(params: Params, state: State, cell: int, direction: int) -> None:
    """Move the top card beside the rhinoceros one cell away from it; it keeps its face."""
    beside = int(params.neighbour[cell, direction])
    beyond = int(params.neighbour[beside, direction])
    count_cell(params, state, beside, -1)
    card, face, known = int(state.card[beside]), int(state.face[beside]), int(state.known[beside])
    owner, laid = int(state.owner[beside]), int(state.laid[beside])
    if state.card[beyond] != EMPTY:
        count_cell(params, state, beyond, -1)
        cover(state, beyond)
    lay(params, state, beyond, card, face, known, owner)
    state.laid[beyond] = laid
    if not uncover(state, beside):
        lift(params, state, beside)
    count_cell(params, state, beside, 1)


@jit
def end_turn(state: State) -> None:
    """The game is over when the seat to move has no card left; else refill the visible stock and go round."""
    state.pending = EMPTY
    state.drew = 0
    if state.hand_size[state.player] == 0:
        state.player = NOBODY
        return
    refill(state)
    state.player = (state.player + 1) % state.num_players
    state.phase = DRAWING if state.num_visible > 0 else CHOOSING
    state.opening = 1


@jit
def refill(state: State) -> None:
    """Fill the visible stock up to three cards while the hidden one lasts."""
    while state.num_visible < VISIBLE_CARDS and state.stock_next < state.stock_end:
        state.visible[state.stock[state.stock_next]] += 1
        state.num_visible += 1
        state.stock_next += 1


# --- The savanna ------------------------------------------------------------------------------------------


@jit
def lay(params: Params, state: State, cell: int, card: int, face: int, known: int, owner: int) -> None:
    """Make a card the top of a cell and count it; an empty cell becomes occupied."""
    if state.card[cell] == EMPTY:
        state.occupied[state.num_occupied] = cell
        state.occupied_at[cell] = state.num_occupied
        state.num_occupied += 1
        leave_frontier(state, cell)
        grown = stretch_box(state, cell)
        bound = is_bound(params, state)
        if grown and bound:
            close_cells(params, state)
        for direction in range(NUM_DIRECTIONS):
            beside = int(params.neighbour[cell, direction])
            state.near_cards[beside] += 1
            if state.card[beside] == EMPTY and (not bound or is_open(params, state, beside)):
                join_frontier(state, beside)
    state.card[cell] = card
    state.face[cell] = face
    state.known[cell] = known
    state.owner[cell] = owner
    state.laid[cell] = state.placements
    count_cell(params, state, cell, 1)


@jit
def lift(params: Params, state: State, cell: int) -> None:
    """Leave a cell empty. The box stays: the rhinoceros that pushed the card lies behind it, and the card before it."""
    state.card[cell] = EMPTY
    state.face[cell] = UP
    state.known[cell] = 0
    state.owner[cell] = EMPTY
    state.laid[cell] = 0
    state.num_occupied -= 1
    at, last = int(state.occupied_at[cell]), int(state.occupied[state.num_occupied])
    state.occupied[at] = last
    state.occupied_at[last] = at
    state.occupied_at[cell] = EMPTY
    for direction in range(NUM_DIRECTIONS):
        beside = int(params.neighbour[cell, direction])
        state.near_cards[beside] -= 1
        if state.near_cards[beside] == 0:
            leave_frontier(state, beside)
    if state.near_cards[cell] > 0:
        join_frontier(state, cell)


@jit
def close_cells(params: Params, state: State) -> None:
    """The box has grown: the cells that are out of its reach now may not be placed on."""
    for place in range(int(state.num_frontier) - 1, -1, -1):
        if not is_open(params, state, int(state.frontier[place])):
            leave_frontier(state, int(state.frontier[place]))


@jit
def is_bound(params: Params, state: State) -> bool:
    """Whether the box is as high or as wide as the table: else every empty cell beside a card is open."""
    height = int(state.high_row) - int(state.low_row) + 1
    return height == params.table or int(state.high_column) - int(state.low_column) + 1 == params.table


@jit
def is_open(params: Params, state: State, cell: int) -> bool:
    """Whether the box of the cards that lie, together with this cell, fits the table."""
    row, column = row_of(state, cell), column_of(state, cell)
    height = max(int(state.high_row), row) - min(int(state.low_row), row) + 1
    width = max(int(state.high_column), column) - min(int(state.low_column), column) + 1
    return height <= params.table and width <= params.table


@jit
def row_of(state: State, cell: int) -> int:
    """A cell's row counted from the first card: one before the box, in it or after it."""
    before = int(state.low_row) - 1
    return before + (cell // SIDE - MIDDLE - before) % SIDE


@jit
def column_of(state: State, cell: int) -> int:
    """A cell's column counted from the first card: one before the box, in it or after it."""
    before = int(state.low_column) - 1
    return before + (cell % SIDE - MIDDLE - before) % SIDE


@jit
def stretch_box(state: State, cell: int) -> bool:
    """Make the box hold this cell; whether it has grown."""
    row, column = row_of(state, cell), column_of(state, cell)
    inside = state.low_row <= row <= state.high_row and state.low_column <= column <= state.high_column
    state.low_row = min(int(state.low_row), row)
    state.high_row = max(int(state.high_row), row)
    state.low_column = min(int(state.low_column), column)
    state.high_column = max(int(state.high_column), column)
    return not inside


@jit
def join_frontier(state: State, cell: int) -> None:
    """A card may be placed on this cell now."""
    if state.frontier_at[cell] == EMPTY:
        state.frontier[state.num_frontier] = cell
        state.frontier_at[cell] = state.num_frontier
        state.num_frontier += 1


@jit
def leave_frontier(state: State, cell: int) -> None:
    """No card may be placed on this cell any more."""
    at = int(state.frontier_at[cell])
    if at != EMPTY:
        state.num_frontier -= 1
        last = int(state.frontier[state.num_frontier])
        state.frontier[at] = last
        state.frontier_at[last] = at
        state.frontier_at[cell] = EMPTY


@jit
def cover(state: State, cell: int) -> None:
    """Put the top card of a cell aside: another one comes upon it."""
    entry = int(state.num_covered)
    state.covered_cell[entry] = cell
    state.covered[entry, 0] = state.card[cell]
    state.covered[entry, 1] = state.face[cell]
    state.covered[entry, 2] = state.known[cell]
    state.covered[entry, 3] = state.owner[cell]
    state.covered[entry, 4] = state.laid[cell]
    state.num_covered += 1


@jit
def uncover(state: State, cell: int) -> bool:
    """Make the card that was covered last on this cell its top again, as it lay; whether there was one."""
    for entry in range(int(state.num_covered) - 1, -1, -1):
        if state.covered_cell[entry] == cell:
            state.card[cell] = state.covered[entry, 0]
            state.face[cell] = state.covered[entry, 1]
            state.known[cell] = state.covered[entry, 2]
            state.owner[cell] = state.covered[entry, 3]
            state.laid[cell] = state.covered[entry, 4]
            for later in range(entry, int(state.num_covered) - 1):
                state.covered_cell[later] = state.covered_cell[later + 1]
                state.covered[later, :] = state.covered[later + 1, :]
            state.num_covered -= 1
            state.covered_cell[state.num_covered] = EMPTY
            state.covered[state.num_covered, :] = 0
            return True
    return False
