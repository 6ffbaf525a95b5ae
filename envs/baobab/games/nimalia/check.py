"""What must be true of every state of Nimalia: counted anew, slowly, to check the rules' bookkeeping."""

from typing import TYPE_CHECKING, Any

from baobab.core.jit import jit
from baobab.core.record import NOBODY
from baobab.games.nimalia.boards import count
from baobab.games.nimalia.cards import NUM_BIOMES, NUM_CARDS, NUM_SPECIES, OTTER, RISING
from baobab.games.nimalia.objectives import NUM_COLOURS, NUM_OBJECTIVES, NUM_ROUNDS, RED
from baobab.games.nimalia.rules import hand_size
from baobab.games.nimalia.scoring import blue_points, count_for_red, green_points, red_points, yellow_points
from baobab.games.nimalia.state import (
    BIOME_BOARD,
    CARD_ACTIONS,
    EMPTY,
    HAND_CARDS,
    MAX_PLAYERS,
    NUM_BOARDS,
    NUM_CELLS,
    OCCUPIED_BOARD,
    RISING_BOARD,
    SIDE,
    STRIDE,
    Params,
    State,
)

if TYPE_CHECKING:
    from baobab.core.game import Game

FAULTS = (
    "",
    "the cards are not all there, each once",
    "a hand is not as large as the step says, or not sorted",
    "the numbers of round, step, played cards and decisions do not fit each other",
    "an objective is none of its colour, or both faces of a card are in the game",
    "a choice waits where none has been made, or is none of the hand",
    "a reserve's boards and cells differ",
    "a reserve's box is not the one around its squares",
    "an objective's value is not what the reserves give",
    "a score is not what the rounds gave",
)
"""What each result of `audit` says."""


def check(game: "Game", row: Any) -> None:
    """AssertionError where a state breaks an invariant of the game."""
    fault = audit(game.params[0], row)
    if fault:
        raise AssertionError(f"{game.name}: {FAULTS[fault]}")


@jit
def audit(params: Params, state: State) -> int:
    """0, or the index in `FAULTS` of the first invariant that the state breaks."""
    for card in range(NUM_CARDS):
        if count_card(state, card) != 1:
            return 1
    for fault in (audit_hands(state), audit_numbers(state), audit_objectives(params, state), audit_choices(state)):
        if fault != 0:
            return fault
    for seat in range(MAX_PLAYERS):
        fault = audit_reserve(params, state, seat)
        if fault != 0:
            return fault
    if not values_fit(state):
        return 8
    return 0 if scores_fit(params, state) else 9


@jit
def count_card(state: State, card: int) -> int:
    """How often a card is there: played, in a hand, or still in the deck."""
    times = int(state.played >> card) & 1
    for seat in range(MAX_PLAYERS):
        for place in range(HAND_CARDS):
            times += 1 if state.hands[seat, place] == card else 0
    for at in range(NUM_CARDS):
        times += 1 if state.deck[at] == card else 0
    return times


@jit
def audit_hands(state: State) -> int:
    """`audit` of the hands and of what has been dealt."""
    size = hand_size(state)
    for seat in range(MAX_PLAYERS):
        for place in range(HAND_CARDS):
            card = int(state.hands[seat, place])
            if (card != EMPTY) != (place < size and seat < state.num_players):
                return 2
            if 0 < place < size and card != EMPTY and card <= state.hands[seat, place - 1]:
                return 2
    dealt = (int(state.round_index) + 1) * int(state.num_players) * HAND_CARDS
    for at in range(NUM_CARDS):
        if (state.deck[at] == EMPTY) != (at < dealt):
            return 2
    return 0


@jit
def audit_numbers(state: State) -> int:
    """`audit` of the clock: what has been decided, played and dealt."""
    num_players = int(state.num_players)
    over = state.player == NOBODY
    steps = HAND_CARDS * (int(state.round_index) + 1) if over else HAND_CARDS * int(state.round_index) + int(state.step)
    if over and (state.round_index != NUM_ROUNDS - 1 or state.step != 0):
        return 3
    if not 0 <= state.round_index < NUM_ROUNDS or not 0 <= state.step < HAND_CARDS:
        return 3
    if count(int(state.played)) != steps * num_players:
        return 3
    return 0 if state.decisions == steps * num_players + (0 if over else int(state.player)) else 3


@jit
def audit_objectives(params: Params, state: State) -> int:
    """`audit` of the objectives."""
    for colour in range(NUM_COLOURS):
        face = int(state.objectives[colour])
        if not 0 <= face < NUM_OBJECTIVES or params.colour[face] != colour or params.possible[face] == 0:
            return 4
        for other in range(colour):
            if state.objectives[other] // 2 == face // 2:
                return 4
    return 0


@jit
def audit_choices(state: State) -> int:
    """`audit` of the choices of this step."""
    for seat in range(MAX_PLAYERS):
        chosen = int(state.chosen[seat])
        if (chosen != EMPTY) != (0 <= seat < state.player):
            return 5
        if not EMPTY <= chosen < CARD_ACTIONS * hand_size(state):
            return 5
    return 0


@jit
def audit_reserve(params: Params, state: State, seat: int) -> int:
    """`audit` of a reserve."""
    height, width = 0, 0
    boards = state.boards[seat]
    top, left = False, False
    for cell in range(NUM_CELLS):
        kind = int(state.cells[seat, cell])
        bit = 1 << (cell // SIDE + 1) * STRIDE + cell % SIDE + 1
        for species in range(NUM_SPECIES):
            if ((boards[species] & bit) != 0) != (kind != EMPTY and params.species[kind] == species):
                return 6
        for biome in range(NUM_BIOMES):
            if ((boards[BIOME_BOARD + biome] & bit) != 0) != (kind != EMPTY and params.biome[kind] == biome):
                return 6
        if ((boards[RISING_BOARD] & bit) != 0) != (kind >= OTTER and params.river[kind] == RISING):
            return 6
        if ((boards[OCCUPIED_BOARD] & bit) != 0) != (kind != EMPTY):
            return 6
        if kind != EMPTY:
            height, width = max(height, cell // SIDE + 1), max(width, cell % SIDE + 1)
            top = top or cell // SIDE == 0
            left = left or cell % SIDE == 0
    for board in range(NUM_BOARDS):
        if boards[board] & ~boards[OCCUPIED_BOARD]:
            return 6
    if count(int(boards[OCCUPIED_BOARD])) > NUM_CELLS or (height > 0 and not (top and left)):
        return 7
    return 0 if state.box[seat, 0] == height and state.box[seat, 1] == width else 7


@jit
def values_fit(state: State) -> bool:
    """Whether the values of the objectives are those of the reserves."""
    num_players = int(state.num_players)
    for seat in range(num_players):
        boards = state.boards[seat]
        first, second = count_for_red(int(state.objectives[RED]), boards)
        if state.counts[seat, 0] != first or state.counts[seat, 1] != second:
            return False
        points = (
            blue_points(int(state.objectives[0]), boards),
            green_points(int(state.objectives[1]), boards),
            yellow_points(int(state.objectives[2]), boards),
            red_points(int(state.objectives[RED]), state.counts, num_players, seat),
        )
        for colour in range(NUM_COLOURS):
            if state.values[seat, colour] != points[colour]:
                return False
    return True


@jit
def scores_fit(params: Params, state: State) -> bool:
    """Whether the scores are those of the last round, and every total follows from the one before."""
    ended = int(state.round_index) + (1 if state.player == NOBODY else 0)
    for seat in range(int(state.num_players)):
        score = 0
        for number in range(ended):
            for place in range(int(params.num_scored[number])):
                score = max(score + int(state.points[number, seat, place]), 0)
            if state.totals[number, seat] != score:
                return False
        if state.scores[seat] != score:
            return False
    return True
