"""Kenya's scoring: what each clan has on the savanna, kept as the game goes, and who is ahead.

A green card that shows a clan face up counts 1 for it, the clan's brown card 2; doubled beside water, once.
"""

import numpy as np
from numpy.typing import NDArray

from baobab.core.jit import jit
from baobab.core.record import NOBODY
from baobab.games.kenya.cards import BROWN, NUM_CLANS
from baobab.games.kenya.state import EMPTY, UP, Params, State

UNPLACED = 99
"""After every placed brown card, where the order of the browns breaks a tie."""


@jit
def count_cell(params: Params, state: State, cell: int, sign: int) -> None:
    """Add what the top card of a cell shows to the clans' points (sign 1) or take it away (sign −1)."""
    card = int(state.card[cell])
    if card == EMPTY or state.face[cell] != UP:
        return
    points = card_points(state, card, cell) * sign
    first, second = int(params.first_clan[card]), int(params.second_clan[card])
    if first != EMPTY:
        state.clan_score[first] += points
    if second != EMPTY:
        state.clan_score[second] += points


@jit
def card_points(state: State, card: int, cell: int) -> int:
    """The points that a face-up card on a cell is worth to each clan that it shows."""
    points = 2 if card >= BROWN else 1
    return 2 * points if state.near_water[cell] > 0 else points


@jit
def results(params: Params, state: State, scores: NDArray[np.int32], ranks: NDArray[np.int8]) -> None:
    """True scores and ranks per seat; a tie goes to the brown card that was placed first, else it is shared."""
    num_players = int(state.num_players)
    for seat in range(num_players):
        scores[seat] = state.clan_score[state.clan[seat]]
    for seat in range(num_players):
        order = int(state.brown_order[seat])
        order = UNPLACED if order == EMPTY else order
        rank = 1
        for other in range(num_players):
            other_order = int(state.brown_order[other])
            other_order = UNPLACED if other_order == EMPTY else other_order
            if scores[other] > scores[seat] or (scores[other] == scores[seat] and other_order < order):
                rank += 1
        ranks[seat] = rank


WEIGHT = 60
"""The own clan's weight in an expected margin: divisible by the number of opponents, 1 … 4."""


@jit
def clan_is_known(state: State, seat: int) -> bool:
    """Whether all know the clan of a seat: its brown card was seen, or the game is over and everybody shows it."""
    return state.brown_seen[seat] == 1 or state.player == NOBODY


@jit
def clan_weight(state: State, viewer: int, clan: int, known: int, possible: int) -> int:
    """WEIGHT for the viewer's own clan, `known` for the clan that all know an opponent to have, else `possible`."""
    if clan == state.clan[viewer]:
        return WEIGHT
    for seat in range(int(state.num_players)):
        if state.clan[seat] == clan:
            return known if clan_is_known(state, seat) else possible
    return possible


@jit
def clan_weights(state: State, viewer: int) -> tuple[int, int, int, int, int, int]:
    """What a point of each clan is worth to `viewer`, in 1/60 points of the margin expected over the clans possible."""
    seen = 0
    for seat in range(int(state.num_players)):
        if seat != viewer and clan_is_known(state, seat):
            seen += 1
    others = int(state.num_players) - 1
    known = -(WEIGHT // others)
    possible = -(WEIGHT * (others - seen) // (others * (NUM_CLANS - 1 - seen)))
    return (
        clan_weight(state, viewer, 0, known, possible),
        clan_weight(state, viewer, 1, known, possible),
        clan_weight(state, viewer, 2, known, possible),
        clan_weight(state, viewer, 3, known, possible),
        clan_weight(state, viewer, 4, known, possible),
        clan_weight(state, viewer, 5, known, possible),
    )
