"""Okavango's hidden part, redrawn: what a seat does not know, dealt as likely as what all have seen makes it.

Unknown to a viewer: which of the tiles that it has not located are in the bag and which are in the unknown part of
each opponent's reserve. Known: how many of each kind there are in all, how many tiles are unknown in each reserve and
how many the bag holds, which tiles went back into the bag and which came out of it.

The weighting is Bayes' rule: a deal weighs as much as it makes what all have seen likely. Take every tile as one of
its own. Each way in which the tiles could have been dealt at the set-up was as likely, so before anything else a deal
with B of X tiles of a kind in the bag and n₁, n₂ … unknown with the opponents has the weight 1 / (B! n₁! n₂! …), kind
by kind. Three kinds of events follow the reserves.

The pools. Each animal there was one of the A animals then left in the bag, of A − 1, …, since rangers went back: these
tiles came with the probability 1 / (A (A − 1) … (A − 10)). A is the number of animals less the 13 P tiles dealt plus
the R rangers among them. The viewer knows which of its own rangers date from the set-up, namely those that the others
do not know it to have, and those that any seat has played beyond the known ones, `dealt_rangers`; rangers taken later
were taken in public. So R is what the viewer knows and the unknown rangers that the deal gives to the opponents.

The river and its refills. Each tile was any tile of the bag, whose size all know: before a tile has returned this says
nothing more. Once tiles have returned, a draw speaks for deals in which the bag held more of its kind, and a tile that
returned cannot be in a hand. If B tiles of a kind are in the bag now, then B + d − r were there right after one that
returned, where d of the kind were drawn and r returned after it; this number multiplies the weight, which is 0 where
there was none. The product over all that returned is `likelihood`. Event by event it is the same: with f(B) before, a
return makes it B · f(B − 1) and a draw f(B + 1), where B counts the bag afterwards. A draw multiplies the weight by the
kind's share of the bag, and (B + 1) / (B + 1)! = 1 / B!; a return leaves it, and 1 / (B − 1)! = B / B!.

Tiles that seats play are taken as news of the tiles that they show and of nothing else.

All that this reads the viewer knows: the unlocated tiles, the number of unknown ones in each reserve, and
`dealt_rangers`, `returned` and `drawn`. The observation has each of them, so equal observations have equal redraws.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from baobab.core.jit import jit
from baobab.core.record import NOBODY
from baobab.core.rng import next_word, seed_rng, shuffle, unit
from baobab.games.okavango.cards import (
    DEALT_TILES,
    MAX_PLAYERS,
    MAX_SPECIES,
    NUM_ARMS,
    NUM_KINDS,
    NUM_POOLS,
    NUM_SPECIES,
    RANGER,
)
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
    draw_hands(params, state, viewer, unlocated, unknown, hands, rng)
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
def count_dealt_rangers(state: State, viewer: int) -> int:
    """The rangers that `viewer` knows to have been dealt at the set-up: its own and those that others have shown."""
    return int(state.dealt_rangers) + int(state.reserve[viewer, RANGER]) - int(state.known[viewer, RANGER])


@jit
def least_in_bag(state: State, kind: int) -> int:
    """How many tiles of a kind are in the bag for sure."""
    number = 0
    while likelihood(state, kind, number) == 0.0:
        number += 1
    return number


@jit
def likelihood(state: State, kind: int, in_bag: int) -> float:
    """How likely what the bag gave and took is if so many tiles of a kind are in it now; 1 where none returned."""
    product = 1.0
    later = 0
    for arm in range(NUM_ARMS - 1, -1, -1):
        for _ in range(int(state.returned[arm, kind])):
            product *= max(in_bag + int(state.drawn[arm, kind]) - later, 0)
            later += 1
    return product


@jit
def pools_weight(params: Params, state: State, rangers: int) -> float:
    """How likely the pools' first animals are if so many rangers had been dealt: 1 / (A (A − 1) … (A − 10))."""
    animals = rangers - DEALT_TILES * int(state.num_players)
    for species in range(NUM_SPECIES):
        animals += int(params.counts[species])
    weight = 1.0
    for pool in range(NUM_POOLS):
        weight /= animals - pool
    return weight


@jit
def draw_hands(
    params: Params,
    state: State,
    viewer: int,
    unlocated: NDArray[np.int8],
    unknown: int,
    hands: NDArray[np.int8],
    rng: NDArray[np.int64],
) -> None:
    """Draw how many of the unlocated tiles of each kind are with the opponents, `unknown` in all, into `hands [12]`.

    `weights[k, n]` is that of n tiles of the kind k, `ways[k, t]` of all deals of the kinds k … 11 that give them t.
    """
    weights = np.zeros((NUM_KINDS, MAX_SPECIES + 1), np.float64)
    ways = np.zeros((NUM_KINDS + 1, MAX_UNKNOWN + 1), np.float64)
    ways[NUM_KINDS, 0] = 1.0
    for kind in range(NUM_KINDS - 1, -1, -1):
        for held in range(int(unlocated[kind]) + 1):
            weight = split_weight(state, kind, int(unlocated[kind]), held)
            if kind == RANGER:
                weight *= pools_weight(params, state, count_dealt_rangers(state, viewer) + held)
            weights[kind, held] = weight
            if weight > 0.0:
                for total in range(held, unknown + 1):
                    ways[kind, total] += weight * ways[kind + 1, total - held]
    left = unknown
    for kind in range(NUM_KINDS):
        place = unit(rng) * ways[kind, left]
        chosen = 0
        for held in range(min(int(unlocated[kind]), left) + 1):
            weight = weights[kind, held] * ways[kind + 1, left - held]
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
    weight = likelihood(state, kind, number - held)
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
