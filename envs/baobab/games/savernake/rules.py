"""Savernake's rules: set-up, round and turn, in the order of the rule book. The page README.md labels them."""

import numpy as np
from numpy.typing import NDArray

from baobab.core.jit import jit
from baobab.core.record import NOBODY
from baobab.core.rng import below, seed_rng, shuffle
from baobab.games.savernake.actions import BURROW, DROP, PLACE, PLACES, REACH
from baobab.games.savernake.cards import (
    ARMADILLO,
    FIRST_ANIMAL,
    GOAT,
    NUM_ANIMALS,
    NUM_FOODS,
    NUM_MENTORS,
    NUM_PATHS,
    RABBIT,
    ROOSTER,
)
from baobab.games.savernake.forest import add_token, any_place, place_card, plant, write_places
from baobab.games.savernake.scoring import spot_of
from baobab.games.savernake.state import (
    ANIMAL_PLANE,
    BURROWING,
    DROPPING,
    EMPTY,
    MARKET_PATHS,
    NUM_CELLS,
    NUM_ROUNDS,
    NUM_TURNS,
    PLACING,
    RING,
    Params,
    State,
)

# --- Set-up -----------------------------------------------------------------------------------------------


@jit
def reset(params: Params, state: State, num_players: int, seed: int) -> None:
    """Shuffle paths and animals apart, give each seat an animal, draw the first player, who gets the marker."""
    clear(state, num_players)
    seed_rng(state.rng, seed)
    for card in range(NUM_PATHS):
        state.paths[card] = card
    for card in range(NUM_ANIMALS):
        state.animals[card] = FIRST_ANIMAL + card
    shuffle(state.rng, state.paths, NUM_PATHS)
    shuffle(state.rng, state.animals, NUM_ANIMALS)
    begin(params, state, below(state.rng, num_players))


@jit
def clear(state: State, num_players: int) -> None:
    """Empty forests; the decks are the caller's."""
    state.num_players = num_players
    state.decisions = 0
    state.rounds = 0
    state.turn = 0
    state.relaxed = 0
    state.top[:] = 0
    state.left[:] = 0
    state.height[:] = 0
    state.width[:] = 0
    state.unseen[:] = 1
    state.occupied[:] = 0
    state.card[:] = EMPTY
    state.turns[:] = 0
    state.newest[:] = EMPTY
    state.tiles[:] = 0
    state.trail[:] = EMPTY
    state.trails[:] = 0
    state.beast[:] = EMPTY
    state.num_trails[:] = 0
    state.shared[:] = 0
    state.points[:] = 0
    state.wants[:] = 0
    state.loose[:] = 0


@jit
def begin(params: Params, state: State, first: int) -> None:
    """Lay the starting animals, which the decks begin with, and deal the first market."""
    for seat in range(int(state.num_players)):
        plant(params, state, seat, int(state.animals[seat]))
        state.unseen[state.animals[seat]] = 0
    state.rooster = first
    deal(params, state)


# --- Round ------------------------------------------------------------------------------------------------


@jit
def deal(params: Params, state: State) -> None:
    """Deal three path cards and an animal card; the rooster's holder begins. Left-over cards are gone."""
    for mentor in range(MARKET_PATHS):
        state.market[mentor] = state.paths[MARKET_PATHS * int(state.rounds) + mentor]
    state.market[RABBIT] = state.animals[int(state.num_players) + int(state.rounds)]
    for mentor in range(NUM_MENTORS):
        state.unseen[state.market[mentor]] = 0
    state.starter = state.rooster
    state.turn = 0
    begin_turn(params, state, int(state.rooster))


@jit
def begin_turn(params: Params, state: State, seat: int) -> None:
    """Ask a seat for its card. Ruling: where no card fits, two animals may share a trail, for this turn."""
    state.player = seat
    state.phase = PLACING
    state.opening = 1
    state.relaxed = 0 if any_place(params, state, seat) else 1


@jit
def end_turn(params: Params, state: State) -> None:
    """Go round; after everybody's turn the next market, after the last round the end."""
    state.turn += 1
    if state.turn < state.num_players:
        begin_turn(params, state, (int(state.player) + 1) % int(state.num_players))
    elif state.rounds + 1 < NUM_ROUNDS:
        state.rounds += 1
        deal(params, state)
    else:
        state.market[:] = EMPTY
        state.relaxed = 0
        state.player = NOBODY


# --- Turn -------------------------------------------------------------------------------------------------


@jit
def legal(params: Params, state: State, ids: NDArray[np.int16]) -> int:
    """Write the legal actions of the decision that is asked; their number."""
    seat = int(state.player)
    if state.phase == PLACING:
        return write_places(params, state, seat, ids)
    count = 0
    for cell in range(NUM_CELLS):
        if state.tiles[seat, cell, ANIMAL_PLANE] == 0:
            continue
        if state.phase == BURROWING:
            ids[count] = BURROW + cell
            count += 1
        else:
            for food in range(NUM_FOODS):
                ids[count] = DROP + cell * NUM_FOODS + food
                count += 1
    return count


@jit
def forced(params: Params, state: State) -> int:
    """The only legal action of the decision that is asked, or −1."""
    if state.phase == DROPPING:
        return -1  # every animal has four foods
    ids = np.empty(BURROW, np.int16)  # as many places as there are at most
    return int(ids[0]) if legal(params, state, ids) == 1 else -1


@jit
def apply(params: Params, state: State, action: int) -> None:
    """Apply one legal decision of the seat to move."""
    state.decisions += 1
    state.opening = 0
    seat = int(state.player)
    if state.phase == PLACING:
        take(params, state, seat, int(action) - PLACE)
        return
    cell, food = int(action) - BURROW, EMPTY
    if state.phase == DROPPING:
        cell, food = (int(action) - DROP) // NUM_FOODS, (int(action) - DROP) % NUM_FOODS
    add_token(params, state, seat, spot_of(cell), food)
    end_turn(params, state)


@jit
def take(params: Params, state: State, seat: int, place: int) -> None:
    """Take a card of the market, place it, and go on to its mentor's benefit."""
    mentor, at = place // PLACES, place % PLACES // NUM_TURNS
    card = int(state.market[mentor])
    state.market[mentor] = EMPTY
    place_card(params, state, seat, at // REACH * RING + at % REACH, card, place % NUM_TURNS)
    state.relaxed = 0
    if mentor == GOAT:
        state.phase = DROPPING
    elif mentor == ARMADILLO:
        state.phase = BURROWING
    else:
        if mentor == ROOSTER:
            state.rooster = seat
        end_turn(params, state)


@jit
def chance(params: Params, state: State) -> None:
    """Nothing: chance decides everything in the set-up."""
