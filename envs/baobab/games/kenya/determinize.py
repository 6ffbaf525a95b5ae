"""Kenya's hidden part, redrawn: what a seat does not know, dealt uniformly over what it cannot exclude.

Unknown to a viewer: the other hands, the cards that others placed face Baobab and nobody has seen since, the order
of the hidden stock, the unseen browns. Known: how many cards lie where, that a card under a Baobab face is a Player
Animal card, and of every card taken from the visible stock that it is in that hand or under one of the Baobab
cards that this seat placed after taking it. Known too is when a seat drew a card blind: that card is not under what
the seat laid before, so these Baobab cards are some that it was dealt or had taken by then.

A deal says which card is where. It can have come about if every seat's cards can be matched with the cards that it was
dealt, took or drew and has not shown, each Baobab card with one of its time or earlier. Every such deal comes equally
often; that a seat chose to lay one card and not another is no evidence.
"""

import numpy as np
from numpy.typing import NDArray

from baobab.core.jit import jit
from baobab.core.record import NOBODY
from baobab.core.rng import below, next_word, seed_rng, shuffle, unit
from baobab.games.kenya.cards import BROWN, MAX_GREENS, MAX_RHINOCEROSES, NUM_CLANS, NUM_GREENS, NUM_PAIRS
from baobab.games.kenya.state import (
    CHOOSING,
    DRAWN_BLIND,
    EMPTY,
    FACING,
    MAX_CARDS,
    MAX_PLAYERS,
    PLACING,
    Params,
    State,
)

MAX_SLOTS = MAX_CARDS + MAX_RHINOCEROSES
UNDEALT = -1
HOLDS_BLIND = -2
"""A place that is kept for a card drawn blind: only to see that there is one."""


@jit
def determinize(params: Params, state: State, viewer: int, rng: NDArray[np.int64]) -> None:
    """Redraw what `viewer` does not know. A choice of card or cell that another seat has in mind is taken back."""
    if state.player != NOBODY and state.player != viewer and (state.phase == PLACING or state.phase == FACING):
        state.decisions -= 1 if state.phase == PLACING else 2
        state.phase = CHOOSING
        state.opening = 1 - state.drew
        state.selected = EMPTY
        state.pending = EMPTY
    slots = np.empty(MAX_SLOTS, np.int16)  # unknown cards on the table: a cell, or −1 − the entry of a covered card
    num_slots = find_slots(state, viewer, slots)
    pool = np.empty(NUM_GREENS, np.int8)  # unknown green cards by kind
    count_pool(params, state, viewer, pool)
    dealt = np.empty(MAX_SLOTS, np.int8)  # the kind that each slot gets
    deal_taken(state, viewer, pool, slots, num_slots, dealt, rng)
    deal_rest(state, viewer, pool, slots, num_slots, dealt, rng)
    if state.player != NOBODY:  # at the end all show their brown card
        deal_browns(state, viewer, rng)
    seed_rng(state.rng, (next_word(rng) << 30) ^ next_word(rng))


@jit
def find_slots(state: State, viewer: int, slots: NDArray[np.int16]) -> int:
    """Write where green cards lie that `viewer` does not know, in an order that everybody sees; their number."""
    count = 0
    for place in range(int(state.num_occupied)):
        cell = int(state.occupied[place])
        if state.card[cell] < NUM_PAIRS and not (state.known[cell] >> viewer) & 1:
            slots[count] = cell
            count += 1
    for entry in range(int(state.num_covered)):
        if state.covered[entry, 0] < NUM_PAIRS and not (state.covered[entry, 2] >> viewer) & 1:
            slots[count] = -1 - entry
            count += 1
    return count


@jit
def count_pool(params: Params, state: State, viewer: int, pool: NDArray[np.int8]) -> None:
    """Write how many green cards of each kind `viewer` has not seen: `pool [20]`."""
    for kind in range(NUM_GREENS):
        pool[kind] = params.counts[kind] - state.visible[kind] - state.hands[viewer, kind]
    for place in range(int(state.num_occupied)):
        cell = int(state.occupied[place])
        if state.card[cell] < BROWN and (state.known[cell] >> viewer) & 1:
            pool[state.card[cell]] -= 1
    for entry in range(int(state.num_covered)):
        if state.covered[entry, 0] < BROWN and (state.covered[entry, 2] >> viewer) & 1:
            pool[state.covered[entry, 0]] -= 1


@jit
def slot_owner(state: State, slot: int) -> int:
    """Who placed the card of a slot."""
    return int(state.owner[slot]) if slot >= 0 else int(state.covered[-1 - slot, 3])


@jit
def slot_laid(state: State, slot: int) -> int:
    """When the card of a slot was placed."""
    return int(state.laid[slot]) if slot >= 0 else int(state.covered[-1 - slot, 4])


@jit
def deal_taken(
    state: State,
    viewer: int,
    pool: NDArray[np.int8],
    slots: NDArray[np.int16],
    num_slots: int,
    dealt: NDArray[np.int8],
    rng: NDArray[np.int64],
) -> None:
    """Put the cards that others are known to have taken into their hands or under their later Baobab cards.

    The places that a card may have are nested (hand; hand and the latest Baobab cards; …), so drawing for the
    most confined card first makes every arrangement equally likely; the cards drawn blind are drawn for along with
    those taken in sight, so what is left can be explained. Of the arrangement only the cards taken in sight stay:
    it is kept with a weight of one over the ways to place the blind ones, which makes those arrangements equally
    likely. One that leaves m Baobab places can be completed in R!/(R − m)! · (N − m)! ways (R unknown pairs,
    N unknown cards): it is kept with that weight.
    """
    pairs = 0
    total = 0
    for kind in range(NUM_GREENS):
        total += pool[kind]
        pairs += pool[kind] if kind < NUM_PAIRS else 0
    taken_pairs = 0
    for entry in range(int(state.num_taken)):
        if state.taken_seat[entry] != viewer and state.taken_kind[entry] != DRAWN_BLIND:
            pool[state.taken_kind[entry]] -= 1
            total -= 1
            if state.taken_kind[entry] < NUM_PAIRS:
                pairs -= 1
                taken_pairs += 1
    fewest = max(0, num_slots - taken_pairs)
    room = np.empty(MAX_PLAYERS, np.int8)  # hand places not yet filled
    while True:
        left = arrange_taken(state, viewer, slots, num_slots, dealt, room, rng)
        if left > pairs:
            continue
        weight = blind_weight(state, viewer, slots, num_slots, dealt)
        for place in range(fewest, left):
            weight *= (pairs - place) / (total - place)
        if weight >= 1.0 or unit(rng) < weight:
            break
    for slot in range(num_slots):
        if dealt[slot] == HOLDS_BLIND:
            dealt[slot] = UNDEALT


@jit
def arrange_taken(
    state: State,
    viewer: int,
    slots: NDArray[np.int16],
    num_slots: int,
    dealt: NDArray[np.int8],
    room: NDArray[np.int8],
    rng: NDArray[np.int64],
) -> int:
    """One arrangement of the taken cards, uniformly, into `dealt` and the hands; the places left for unknown pairs."""
    dealt[:num_slots] = UNDEALT
    left = num_slots
    for seat in range(int(state.num_players)):
        if seat != viewer:
            room[seat] = state.hand_size[seat] - state.hands[seat, BROWN]
            state.hands[seat, :NUM_GREENS] = 0
    for animals in range(2):  # first the cards that can only be in a hand
        for entry in range(int(state.num_taken) - 1, -1, -1):
            kind, seat = int(state.taken_kind[entry]), int(state.taken_seat[entry])
            if seat == viewer or (kind < NUM_PAIRS) != (animals == 1):
                continue
            choices = int(room[seat])
            if animals == 1:
                for slot in range(num_slots):
                    choices += may_hold(state, slots, slot, dealt, seat, int(state.taken_time[entry]))
            choice = below(rng, choices) if choices > 0 else 0
            if choice < room[seat]:
                room[seat] -= 1
                if kind != DRAWN_BLIND:
                    state.hands[seat, kind] += 1
                continue
            choice -= int(room[seat])
            for slot in range(num_slots):
                choice -= may_hold(state, slots, slot, dealt, seat, int(state.taken_time[entry]))
                if choice < 0:
                    dealt[slot] = HOLDS_BLIND if kind == DRAWN_BLIND else kind
                    left -= 0 if kind == DRAWN_BLIND else 1
                    break
    return left


@jit
def blind_weight(state: State, viewer: int, slots: NDArray[np.int16], num_slots: int, dealt: NDArray[np.int8]) -> float:
    """One over the ways to place the cards drawn blind beside this arrangement, times the fewest that there may be."""
    weight = 1.0
    for seat in range(int(state.num_players)):
        if seat == viewer:
            continue
        places = int(state.hand_size[seat]) - int(state.hands[seat, BROWN])  # not filled by a card taken in sight
        for kind in range(NUM_GREENS):
            places -= state.hands[seat, kind]
        for slot in range(num_slots):
            free = dealt[slot] < 0 and slot_owner(state, int(slots[slot])) == seat
            places += 1 if free else 0
        later = 0
        for entry in range(int(state.num_taken) - 1, -1, -1):
            if state.taken_seat[entry] == seat and state.taken_kind[entry] == DRAWN_BLIND:
                early, early_free = 0, 0
                for slot in range(num_slots):
                    place = int(slots[slot])
                    if slot_owner(state, place) == seat and slot_laid(state, place) < state.taken_time[entry]:
                        early += 1
                        early_free += 1 if dealt[slot] < 0 else 0
                weight *= max(1, places - early - later) / (places - early_free - later)
                later += 1
    return weight


@jit
def may_hold(
    state: State, slots: NDArray[np.int16], slot: int, dealt: NDArray[np.int8], seat: int, taken_time: int
) -> int:
    """1 where a slot is free and was laid by `seat` after it took a card at this time, else 0."""
    place = int(slots[slot])
    free = dealt[slot] == UNDEALT and slot_owner(state, place) == seat and slot_laid(state, place) >= taken_time
    return 1 if free else 0


@jit
def deal_rest(
    state: State,
    viewer: int,
    pool: NDArray[np.int8],
    slots: NDArray[np.int16],
    num_slots: int,
    dealt: NDArray[np.int8],
    rng: NDArray[np.int64],
) -> None:
    """Deal the other unknown cards: pairs under the Baobab faces, then all that is left to hands and stock."""
    deck = np.empty(MAX_GREENS, np.int8)
    total = 0
    pairs = 0
    for kind in range(NUM_GREENS):
        for _ in range(pool[kind]):
            deck[total] = kind
            total += 1
        if kind == NUM_PAIRS - 1:
            pairs = total
    shuffle(rng, deck, pairs)
    used = 0
    for slot in range(num_slots):
        if dealt[slot] == UNDEALT:
            dealt[slot] = deck[used]
            used += 1
        place = int(slots[slot])
        if place >= 0:
            state.card[place] = dealt[slot]
        else:
            state.covered[-1 - place, 0] = dealt[slot]
    shuffle(rng, deck[used:], total - used)
    for seat in range(int(state.num_players)):
        if seat != viewer:
            held = 0
            for kind in range(NUM_GREENS):
                held += state.hands[seat, kind]
            for _ in range(int(state.hand_size[seat]) - int(state.hands[seat, BROWN]) - held):
                state.hands[seat, deck[used]] += 1
                used += 1
    state.stock[: state.stock_next] = 0  # what was dealt from it is as hidden as where it went
    for place in range(int(state.stock_next), int(state.stock_end)):
        state.stock[place] = deck[used]
        used += 1


@jit
def deal_browns(state: State, viewer: int, rng: NDArray[np.int64]) -> None:
    """Give the seats whose brown card the viewer has not seen clans that nobody else is known to have."""
    clans = np.empty(NUM_CLANS, np.int8)
    count = 0
    for clan in range(NUM_CLANS):
        free = True
        for seat in range(int(state.num_players)):
            if state.clan[seat] == clan and (seat == viewer or state.brown_seen[seat] == 1):
                free = False
        if free:
            clans[count] = clan
            count += 1
    shuffle(rng, clans, count)
    used = 0
    for seat in range(int(state.num_players)):
        if seat != viewer and state.brown_seen[seat] == 0:
            state.clan[seat] = clans[used]
            used += 1
            if state.brown_order[seat] != EMPTY:
                relabel_brown(state, seat)


@jit
def relabel_brown(state: State, seat: int) -> None:
    """Write a seat's redrawn clan on its brown card, which lies face Baobab somewhere on the table."""
    for place in range(int(state.num_occupied)):
        cell = int(state.occupied[place])
        if state.card[cell] >= BROWN and state.owner[cell] == seat:
            state.card[cell] = BROWN + state.clan[seat]
    for entry in range(int(state.num_covered)):
        if state.covered[entry, 0] >= BROWN and state.covered[entry, 3] == seat:
            state.covered[entry, 0] = BROWN + state.clan[seat]
