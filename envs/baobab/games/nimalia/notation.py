"""Nimalia's set-ups and moves as records write them, and its moves in words.

Cards and objectives have their printed numbers. A place is `[row, column]` of the card's top-left square, where the
seat's first card has its own at `[0, 0]`, rows downwards. The seats of a step stand in seat order, though they choose
at the same time.
"""

from typing import TYPE_CHECKING, Any

from baobab.core.notation import Cursor, Entry, Limits, RuleError, show, take_cell, take_int, take_list, take_object
from baobab.core.record import EVERYTHING, Rows
from baobab.games.nimalia.actions import make_action, split_action
from baobab.games.nimalia.cards import NUM_CARDS, NUM_SQUARES, NUM_TURNS
from baobab.games.nimalia.objectives import NUM_OBJECTIVES, NUM_ROUNDS, check_faces
from baobab.games.nimalia.rules import begin, clear
from baobab.games.nimalia.state import EMPTY, HAND_CARDS, OCCUPIED_BOARD, SIDE

if TYPE_CHECKING:
    from baobab.core.game import Game

MAX_POINTS = 10_000
"""No scoring comes near; what is more would overflow some day."""

# --- Set-up -----------------------------------------------------------------------------------------------


def read_setup(game: "Game", num_players: int, setup: Any) -> Rows:
    """The `[1]` array of the game that the set-up starts; RuleError where it is none."""
    take_object(setup, "setup", keys=("objectives", "hands"))
    faces = _read_objectives(game, setup["objectives"])
    dealt = [
        take_int(card, "a card of setup hands", low=1, high=NUM_CARDS) - 1
        for hands in take_list(setup["hands"], "setup hands", length=NUM_ROUNDS)
        for hand in take_list(hands, "the hands of a round", length=num_players)
        for card in take_list(hand, "a hand of the set-up", length=HAND_CARDS)
    ]
    if len(set(dealt)) < len(dealt):
        raise RuleError("setup hands: there is one of each card")
    rows = game.start(num_players, seed=0)
    row = rows[0]
    clear(row, num_players)
    row.objectives[:] = faces
    row.deck[:] = [*dealt, *sorted(set(range(NUM_CARDS)) - set(dealt))]
    begin(row)
    return rows


def write_setup(game: "Game", rows: Rows) -> Entry:
    """The set-up of a game that starts: the hands of the first round by number, the others as they come."""
    del game
    row = rows[0]
    players = int(row.num_players)
    per_round = players * HAND_CARDS
    cards = [*row.hands[:players].ravel().tolist(), *row.deck[per_round : NUM_ROUNDS * per_round].tolist()]
    hands = [[card + 1 for card in cards[at : at + HAND_CARDS]] for at in range(0, len(cards), HAND_CARDS)]
    return {
        "objectives": [int(face) + 1 for face in row.objectives],
        "hands": [hands[at : at + players] for at in range(0, len(hands), players)],
    }


# --- Moves ------------------------------------------------------------------------------------------------


def write_move(game: "Game", before: Rows, action: int, after: Rows) -> list[Entry]:
    """The entry of this decision."""
    del game, after
    row = before[0]
    seat = int(row.player)
    return [{"seat": seat, **_written(row, seat, action)}]


def replay_move(game: "Game", cursor: Cursor, entry: Entry) -> None:
    """Apply one entry; RuleError where it breaks a rule."""
    del game
    seat = cursor.take_turn(entry)
    take_object(entry, "a placement", keys=("seat", "card", "turns", "at"))
    card = take_int(entry["card"], "the card", low=1, high=NUM_CARDS) - 1
    turns = take_int(entry["turns"], "turns", low=0, high=NUM_TURNS - 1)
    at = take_cell(entry["at"], "the place of a card")
    row = cursor.row
    hand = row.hands[seat].tolist()
    if card not in hand:
        raise RuleError("the card must be in the hand")
    if not row.boards[seat, OCCUPIED_BOARD] and at != (0, 0):
        raise RuleError(f"a seat's first card lies at [0, 0], not at {show(list(at))}")
    place = (at[0] + int(row.origin[seat, 0]), at[1] + int(row.origin[seat, 1]))
    if not _covers(row, seat, place):
        raise RuleError("a card covers at least one occupied square")
    rule = f"the reserve fits into {SIDE}x{SIDE}"
    if not all(-1 <= part < SIDE - 1 for part in place):
        raise RuleError(rule)
    cursor.apply(make_action(hand.index(card), turns, *place), rule=rule)


def write_result(game: "Game", rows: Rows) -> Entry:
    """The rounds: points of every scored objective before the floor, and totals after it."""
    row = rows[0]
    players = int(row.num_players)
    return {
        "rounds": [
            {
                "points": [row.points[number, seat, :count].tolist() for seat in range(players)],
                "totals": row.totals[number, :players].tolist(),
            }
            for number, count in enumerate(game.params[0].num_scored)
        ]
    }


def tell_move(game: "Game", before: Rows, action: int, after: Rows, viewer: int | None) -> str | None:
    """The decision in words, as `viewer` may know it: another's only with the last choice of the step, for all."""
    row = before[0]
    seat = int(row.player)
    del game
    if after[0].player == seat + 1:
        return _told(row, seat, action) if viewer in (seat, EVERYTHING) else None
    earlier = [f"seat {other} {_told(row, other, int(row.chosen[other]))}" for other in range(seat)]
    if viewer == EVERYTHING:
        earlier = []
    elif viewer is not None and viewer < seat:
        del earlier[viewer]
    return "; ".join([_told(row, seat, action), *earlier])


# --- Entries ----------------------------------------------------------------------------------------------


def _read_objectives(game: "Game", numbers: Any) -> tuple[int, ...]:
    """The faces of a set-up's objectives, which the game's option must allow."""
    for number in take_list(numbers, "objectives"):
        take_int(number, "an objective", low=1, high=NUM_OBJECTIVES)
    try:
        faces = check_faces(numbers)
    except ValueError as error:
        raise RuleError(str(error)) from None
    for face in faces:
        if not game.params[0].possible[face]:
            raise RuleError(f"objectives: {face + 1} is not there under objectives={game.options['objectives']!r}")
    return faces


def _written(row: Any, seat: int, action: int) -> Entry:
    """A seat's choice of this step, as its entry tells it."""
    slot, turns, down, across = split_action(action)
    at = [down - int(row.origin[seat, 0]), across - int(row.origin[seat, 1])]
    return {"card": int(row.hands[seat, slot]) + 1, "turns": turns, "at": at}


def _covers(row: Any, seat: int, place: tuple[int, int]) -> bool:
    """Whether a card there covers a square of the reserve; a first card need not."""
    if not row.boards[seat, OCCUPIED_BOARD]:
        return True
    squares = [(place[0] + square // 2, place[1] + square % 2) for square in range(NUM_SQUARES)]
    inside = [square for square in squares if all(0 <= part < SIDE for part in square)]
    return any(row.cells[seat, down * SIDE + across] != EMPTY for down, across in inside)


def _told(row: Any, seat: int, action: int) -> str:
    """The choice in words; places as in the names of actions."""
    slot, turns, down, across = split_action(action)
    turned = ("", " turned once", " turned twice", " turned three times")[turns]
    return f"places card {int(row.hands[seat, slot]) + 1}{turned} at {down},{across}"


# --- States from elsewhere --------------------------------------------------------------------------------


def limits(row: Any) -> Limits:
    """Bounds of the fields of a state that the game's check takes as they are, for states from elsewhere."""
    del row
    return {
        "origin": (0, SIDE - 1),
        "points": (-MAX_POINTS, MAX_POINTS),
        "totals": (0, MAX_POINTS),
    }
