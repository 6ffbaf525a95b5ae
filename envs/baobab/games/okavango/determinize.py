"""Okavango's hidden part, redrawn: what a seat does not know, dealt as likely as the draws from the bag make it.

Unknown to a viewer: which of the tiles that it has not located are in the bag and which are in the unknown part of
each opponent's reserve. Known: how many of each kind there are in all, how many tiles are unknown in each reserve and
how many the bag holds, which tiles went back into the bag and which came out of it.

The weighting. Before any tile returns to the bag every unlocated tile is equally likely in every unknown place: a deal
with B of X tiles of a kind in the bag and n₁, n₂ … with the opponents has the weight 1 / (B! n₁! n₂! …), kind by kind.
Draws do not change that: what comes out of the bag is a random tile of it. Once tiles have returned, a draw speaks for
deals in which the bag held more of its kind, and a tile that returned cannot be in a hand. So the row keeps, for
every kind, `odds[B]`: how likely the public draws are if B tiles of the kind are in the bag now, against a plain deal.
A tile that returns makes odds[B] ← B · odds[B − 1], a tile that is drawn odds[B] ← odds[B + 1], and the weight is
odds[B] / (B! n₁! n₂! …): Bayes' rule, where each draw was as likely as its kind's share of the bag.
What the others choose to play is not taken as news beyond the tiles that it shows.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from baobab.core.jit import jit
from baobab.core.record import NOBODY
from baobab.core.rng import next_word, seed_rng, shuffle, unit
from baobab.games.okavango.cards import DEALT_TILES, MAX_PLAYERS, MAX_SPECIES, NUM_KINDS, NUM_POOLS
from baobab.games.okavango.rules import forget_group, num_picked
from baobab.games.okavango.state import ADDING, DRINKING, NONE, STARTING, TAKING, Params, State

MAX_UNKNOWN = DEALT_TILES * (MAX_PLAYERS - 1)
"""Tiles that can be unknown in all opponents' reserves."""


@jit
def determinize(params: Params, state: State, viewer: int, rng: NDArray[np.int64]) -> None:
    """Redraw what `viewer` does not know. A group that another seat has in mind is taken back."""
    if state.player != viewer:
        take_back(state)
    unlocated = np.empty(NUM_KINDS, np.int8)
    hands = np.empty(NUM_KINDS, np.int8)
    count_unlocated(params, state, viewer, unlocated)
    unknown = 0
    for seat in range(int(state.num_players)):
        if seat != viewer:
            unknown += int(state.num_unknown[seat])
    draw_hands(state, unlocated, unknown, hands, rng)
    deal_hands(state, viewer, unlocated, hands, rng)
    seed_rng(state.rng, (next_word(rng) << 30) ^ next_word(rng))


@jit
def take_back(state: State) -> None:
    """Undo the choices since the turn began, or since its swap: they are not told before the group is placed."""
    if state.player == NOBODY or state.pool == NONE or state.phase == TAKING:
        return
    state.decisions -= 1  # the pool
    if state.species != NONE:
        state.decisions -= 1
    if state.group_size > 0:
        state.decisions -= 1
    if state.phase == ADDING:
        state.decisions -= 1 + num_picked(state)
    forget_group(state)
    state.phase = STARTING if state.swapped == NONE else DRINKING
    state.opening = 1 if state.swapped == NONE else 0


@jit
def count_unlocated(params: Params, state: State, viewer: int, out: NDArray[np.signedinteger[Any]]) -> None:
    """Write how many tiles of each kind are in the bag or unknown in a reserve, as `viewer` sees it: `out [12]`."""
    for kind in range(NUM_KINDS):
        number = int(params.counts[kind]) - int(state.river[kind])
        for pool in range(NUM_POOLS):
            number -= int(state.pools[pool, kind])
        for seat in range(int(state.num_players)):
            number -= int(state.reserve[seat, kind] if seat == viewer else state.known[seat, kind])
        out[kind] = number


@jit
def least_in_bag(state: State, kind: int) -> int:
    """How many tiles of a kind are in the bag for sure."""
    number = 0
    while number < MAX_SPECIES and state.odds[kind, number] == 0:
        number += 1
    return number


@jit
def draw_hands(
    state: State, unlocated: NDArray[np.int8], unknown: int, hands: NDArray[np.int8], rng: NDArray[np.int64]
) -> None:
    """Draw how many of the unlocated tiles of each kind are with the opponents, `unknown` in all, into `hands [12]`.

    `ways[k, t]` is the weight of all deals of the kinds k … 11 that give the opponents t tiles.
    """
    ways = np.zeros((NUM_KINDS + 1, MAX_UNKNOWN + 1), np.float64)
    ways[NUM_KINDS, 0] = 1.0
    for kind in range(NUM_KINDS - 1, -1, -1):
        for held in range(int(unlocated[kind]) + 1):
            weight = split_weight(state, kind, int(unlocated[kind]), held)
            if weight > 0.0:
                for total in range(held, unknown + 1):
                    ways[kind, total] += weight * ways[kind + 1, total - held]
    left = unknown
    for kind in range(NUM_KINDS):
        place = unit(rng) * ways[kind, left]
        chosen = 0
        for held in range(min(int(unlocated[kind]), left) + 1):
            weight = split_weight(state, kind, int(unlocated[kind]), held) * ways[kind + 1, left - held]
            if weight > 0.0:
                chosen = held
                place -= weight
                if place < 0.0:
                    break
        hands[kind] = chosen
        left -= chosen


@jit
def split_weight(state: State, kind: int, number: int, held: int) -> float:
    """The weight of `held` of `number` unlocated tiles of a kind being with the opponents, the others in the bag."""
    weight = float(state.odds[kind, number - held])
    for factor in range(2, held + 1):
        weight /= factor
    for factor in range(2, number - held + 1):
        weight /= factor
    return weight


@jit
def deal_hands(
    state: State, viewer: int, unlocated: NDArray[np.int8], hands: NDArray[np.int8], rng: NDArray[np.int64]
) -> None:
    """Deal the opponents' unknown tiles among them; the other unlocated tiles are the bag."""
    deck = np.empty(MAX_UNKNOWN, np.int8)
    total = 0
    for kind in range(NUM_KINDS):
        state.bag[kind] = unlocated[kind] - hands[kind]
        for _ in range(int(hands[kind])):
            deck[total] = kind
            total += 1
    shuffle(rng, deck, total)
    used = 0
    for seat in range(int(state.num_players)):
        if seat != viewer:
            for kind in range(NUM_KINDS):
                state.reserve[seat, kind] = state.known[seat, kind]
            for _ in range(int(state.num_unknown[seat])):
                state.reserve[seat, deck[used]] += 1
                used += 1
