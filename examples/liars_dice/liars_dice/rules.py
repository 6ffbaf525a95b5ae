"""Liar's Dice: the rules. All roll in secret and bid in turn until one is doubted; who is wrong loses a die."""

import numpy as np
from numpy.typing import NDArray

from baobab.core.jit import jit
from baobab.core.record import CHANCE, NOBODY
from baobab.core.rng import below, seed_rng
from liars_dice.actions import LIAR
from liars_dice.state import FACES, MAX_PLAYERS, NONE, Params, State


@jit
def reset(params: Params, state: State, num_players: int, seed: int) -> None:
    """Everybody has all their dice; chance says who begins."""
    seed_rng(state.rng, seed)
    state.num_players = num_players
    state.decisions = 0
    state.num_dice[:] = 0
    state.num_dice[:num_players] = params.dice
    state.outlasted[:] = 0
    state.shown[:] = 0
    end_round(state, below(state.rng, num_players))


@jit
def end_round(state: State, starter: int) -> None:
    """Take up the dice, which chance then rolls."""
    state.starter = starter
    state.hands[:] = 0
    state.bid = state.bidder = NONE
    state.bids[:] = NONE
    state.player, state.phase, state.opening = CHANCE, 0, 1


@jit
def chance(params: Params, state: State) -> None:
    """Roll all dice."""
    for seat in range(int(state.num_players)):
        roll(state, seat, state.rng)
    state.player = state.starter


@jit
def roll(state: State, seat: int, rng: NDArray[np.int64]) -> None:
    """Roll a seat's dice."""
    state.hands[seat, :] = 0
    for _ in range(state.num_dice[seat]):
        state.hands[seat, below(rng, FACES)] += 1


@jit
def legal(params: Params, state: State, ids: NDArray[np.int16]) -> int:
    """Every bid that is higher than the last, of no more dice than there are; and to doubt the last."""
    count = 0
    for bid in range(int(state.bid) + 1, int(state.num_dice.sum()) * FACES):
        ids[count] = bid
        count += 1
    if state.bid != NONE:
        ids[count] = LIAR
        count += 1
    return count


@jit
def apply(params: Params, state: State, action: int) -> None:
    """Bid or doubt."""
    state.decisions += 1
    seat = int(state.player)
    if action != LIAR:
        state.bid, state.bidder, state.bids[seat] = action, seat, action
        state.player = next_seat(state, seat)
        return
    number, face = int(state.bid) // FACES + 1, int(state.bid) % FACES
    shown = 0
    for other in range(int(state.num_players)):
        shown += count_face(params, state, other, face)
    loser = seat if shown >= number else int(state.bidder)
    state.shown[:] = state.hands
    state.num_dice[loser] -= 1
    starter = loser if state.num_dice[loser] > 0 else next_seat(state, loser)
    if starter != loser:
        for other in range(int(state.num_players)):
            state.outlasted[other] += 1 if state.num_dice[other] > 0 else 0
    end_round(state, starter)
    if state.num_dice[starter] == state.num_dice.sum():
        state.player = NOBODY


@jit
def next_seat(state: State, seat: int) -> int:
    """The next seat clockwise that has dice."""
    other = (seat + 1) % int(state.num_players)
    while state.num_dice[other] == 0:
        other = (other + 1) % int(state.num_players)
    return other


@jit
def count_face(params: Params, state: State, seat: int, face: int) -> int:
    """Dice of a seat that count for a face."""
    count = int(state.hands[seat, face])
    return count + int(state.hands[seat, 0]) if params.wild == 1 and face > 0 else count


@jit
def results(params: Params, state: State, scores: NDArray[np.int32], ranks: NDArray[np.int8]) -> None:
    """A point for every player whom a seat outlasts."""
    for seat in range(int(state.num_players)):
        scores[seat] = state.outlasted[seat]
        ranks[seat] = 1
        for other in range(int(state.num_players)):
            ranks[seat] += 1 if state.outlasted[other] > state.outlasted[seat] else 0


@jit
def determinize(params: Params, state: State, viewer: int, rng: NDArray[np.int64]) -> None:
    """Roll the dice under the other cups anew: before a bid is doubted nobody knows anything of them.

    Every roll counts alike: what a bid says about a hand is for who plays to judge.
    """
    if state.player >= 0:
        for seat in range(MAX_PLAYERS):
            if seat != viewer:
                roll(state, seat, rng)
    seed_rng(state.rng, below(rng, 1 << 31))
