"""Nimalia's hidden part, redrawn: what a seat does not know, dealt uniformly over what it cannot exclude.

Known to a viewer: the own hand, every hand that it has held and passed on in this round (all saw what has been taken
from it since), and the cards that have been played. Unknown: the other hands, the deck, and what the others have
chosen in this step.
"""

import numpy as np
from numpy.typing import NDArray

from baobab.core.jit import jit
from baobab.core.rng import below, next_word, seed_rng, shuffle
from baobab.games.nimalia.cards import NUM_CARDS
from baobab.games.nimalia.rules import direction, hand_size, legal_of, sort_hand
from baobab.games.nimalia.state import EMPTY, MAX_ACTIONS, Params, State


@jit
def determinize(params: Params, state: State, viewer: int, rng: NDArray[np.int64]) -> None:
    """Redraw what `viewer` does not know: hands, deck, and the choices of others that wait to be carried out."""
    cards = np.empty(NUM_CARDS, np.int8)
    total = find_unseen(state, viewer, cards)
    shuffle(rng, cards, total)
    used = 0
    size = hand_size(state)
    for seat in range(int(state.num_players)):
        if not knows_hand(state, viewer, seat):
            for place in range(size):
                state.hands[seat, place] = cards[used]
                used += 1
            sort_hand(state, seat)
    for place in range(NUM_CARDS - total + used, NUM_CARDS):
        state.deck[place] = cards[used]
        used += 1
    ids = np.empty(MAX_ACTIONS, np.int16)
    for seat in range(int(state.num_players)):
        if seat != viewer and state.chosen[seat] != EMPTY:
            state.chosen[seat] = ids[below(rng, legal_of(state, seat, ids))]
    seed_rng(state.rng, (next_word(rng) << 30) ^ next_word(rng))


@jit
def knows_hand(state: State, viewer: int, seat: int) -> bool:
    """Whether `viewer` knows the hand of a seat: its own, or one that it has passed on in this round."""
    num_players = int(state.num_players)
    for steps in range(int(state.step) + 1):
        if (viewer + steps * direction(state)) % num_players == seat:
            return True
    return False


@jit
def find_unseen(state: State, viewer: int, cards: NDArray[np.int8]) -> int:
    """Write the cards that `viewer` has not seen into `cards [60]`, ascending; their number."""
    seen = int(state.played)
    for seat in range(int(state.num_players)):
        if knows_hand(state, viewer, seat):
            for place in range(hand_size(state)):
                seen |= 1 << int(state.hands[seat, place])
    total = 0
    for card in range(NUM_CARDS):
        if not (seen >> card) & 1:
            cards[total] = card
            total += 1
    return total
