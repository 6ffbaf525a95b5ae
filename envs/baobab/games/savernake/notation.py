"""Savernake's set-ups and moves as records write them, and its moves in words.

Cells are `[row, column]` with the seat's starting animal at `[0, 0]`, rows downwards: unlike those of actions they stay
the same when the forest grows. A turn is an entry for the card and, after goat and armadillo, one for the token.
"""

from typing import TYPE_CHECKING, Any

from baobab.core.notation import (
    Cursor,
    Entry,
    Limits,
    RuleError,
    take_cell,
    take_int,
    take_list,
    take_name,
    take_object,
)
from baobab.core.record import Rows
from baobab.games.savernake.actions import BURROW, DROP, PLACE, PLACES, REACH
from baobab.games.savernake.cards import (
    ANIMAL,
    FIRST_ANIMAL,
    FOODS,
    MENTORS,
    NUM_ANIMALS,
    NUM_FOODS,
    NUM_PATHS,
)
from baobab.games.savernake.forest import free_spots
from baobab.games.savernake.rules import begin, clear
from baobab.games.savernake.state import (
    BURROWING,
    DROPPING,
    EMPTY,
    LIMIT,
    MAX_TRAILS,
    NUM_ROUNDS,
    NUM_SPOTS,
    NUM_TURNS,
    RING,
    SIDE,
    STEP,
)
from baobab.games.savernake.view import card_name

if TYPE_CHECKING:
    from baobab.core.game import Game

# --- Set-up -----------------------------------------------------------------------------------------------


def read_setup(game: "Game", num_players: int, setup: Any) -> Rows:
    """The `[1]` array of the game that the set-up starts; RuleError where it is none."""
    take_object(setup, "setup", keys=("first", "start", "animals", "paths"))
    first = take_int(setup["first"], "setup first", low=0, high=num_players - 1)
    start = _read_cards(setup["start"], "setup start", length=num_players, cards_there=NUM_ANIMALS)
    animals = _read_cards(setup["animals"], "setup animals", length=NUM_ROUNDS, cards_there=NUM_ANIMALS)
    paths = _read_cards(setup["paths"], "setup paths", length=NUM_PATHS, cards_there=NUM_PATHS)
    if len({*start, *animals}) < num_players + NUM_ROUNDS:
        raise RuleError("setup: there is one animal card of each number")
    if len(set(paths)) < NUM_PATHS:
        raise RuleError("setup paths: there is one path card of each number")
    unused = sorted({*range(NUM_ANIMALS)} - {*start, *animals})
    rows = game.start(num_players, seed=0)
    row = rows[0]
    clear(row, num_players)
    row.paths[:] = paths
    row.animals[:] = [FIRST_ANIMAL + card for card in (*start, *animals, *unused)]
    begin(game.params[0], row, first)
    return rows


def write_setup(game: "Game", rows: Rows) -> Entry:
    """The set-up of a game that starts."""
    del game
    row = rows[0]
    animals = [int(card) - FIRST_ANIMAL for card in row.animals]
    players = int(row.num_players)
    return {
        "first": int(row.rooster),
        "start": animals[:players],
        "animals": animals[players : players + NUM_ROUNDS],
        "paths": row.paths.tolist(),
    }


# --- Moves ------------------------------------------------------------------------------------------------


def write_move(game: "Game", before: Rows, action: int, after: Rows) -> list[Entry]:
    """The one entry of a decision."""
    del game, after
    row = before[0]
    seat = int(row.player)
    if row.phase == DROPPING:
        place, food = divmod(action - DROP, NUM_FOODS)
        return [{"seat": seat, "drop": _written(row, seat, *divmod(place, SIDE)), "food": FOODS[food]}]
    if row.phase == BURROWING:
        return [{"seat": seat, "burrow": _written(row, seat, *divmod(action - BURROW, SIDE))}]
    mentor, at, turns = _choice(action)
    return [{"seat": seat, "take": MENTORS[mentor], "at": _written(row, seat, *at), "turns": turns}]


def replay_move(game: "Game", cursor: Cursor, entry: Entry) -> None:
    """Apply one entry; RuleError where it breaks a rule."""
    cursor.take_turn(entry)
    phase = cursor.row.phase
    if phase == DROPPING:
        _need(entry, "drop", rule="the drop is placed now")
        take_object(entry, "a drop", keys=("seat", "drop", "food"))
        food = FOODS.index(take_name(entry["food"], "the food of a drop", allowed=FOODS))
        cursor.apply(DROP + _own_animal(game, cursor.row, entry["drop"]) * NUM_FOODS + food, rule=_ANIMAL_RULE)
    elif phase == BURROWING:
        _need(entry, "burrow", rule="the burrow is placed now")
        take_object(entry, "a burrow", keys=("seat", "burrow"))
        cursor.apply(BURROW + _own_animal(game, cursor.row, entry["burrow"]), rule=_ANIMAL_RULE)
    else:
        _need(entry, "take", rule="a card of the market is taken and placed now")
        take_object(entry, "a placement", keys=("seat", "take", "at", "turns"))
        _replay_place(cursor, entry)


def write_result(game: "Game", rows: Rows) -> Entry:
    """Nothing: scores and winners are all."""
    del game, rows
    return {}


def tell_move(game: "Game", before: Rows, action: int, after: Rows, viewer: int | None) -> str | None:
    """The decision in words, with the cells of the forest as it lies afterwards; everything is public."""
    del viewer
    row, then = before[0], after[0]
    seat = int(row.player)
    if row.phase == DROPPING:
        place, food = divmod(action - DROP, NUM_FOODS)
        return f"puts a water drop for {FOODS[food]} on the {_animal_name(game, row, seat, place)}"
    if row.phase == BURROWING:
        return f"gives the {_animal_name(game, row, seat, action - BURROW)} a burrow"
    mentor, (down, across), turns = _choice(action)
    shift = (int(row.top[seat] - then.top[seat]), int(row.left[seat] - then.left[seat]))
    name = card_name(game, int(row.market[mentor]))
    turned = ("", ", turned once", ", turned twice", ", turned three times")[turns]
    marker = " and holds the marker" if then.rooster == seat != row.rooster else ""
    return f"takes the {name} under the {MENTORS[mentor]} to {down + shift[0]},{across + shift[1]}{turned}{marker}"


# --- Entries ----------------------------------------------------------------------------------------------

_ANIMAL_RULE = "a token goes on an own animal"


def _replay_place(cursor: Cursor, entry: Entry) -> None:
    mentor = MENTORS.index(take_name(entry["take"], "the mentor of a placement", allowed=MENTORS))
    turns = take_int(entry["turns"], "turns", low=0, high=NUM_TURNS - 1)
    row = cursor.row
    seat = int(row.player)
    at = _in_box(row, seat, take_cell(entry["at"], "the cell of a placement"))
    spot = _spot(at)
    if row.market[mentor] == EMPTY:
        raise RuleError("this card of the market is gone")
    if spot is not None and row.card[seat, spot] != EMPTY:
        raise RuleError("a card is placed on an empty cell")
    if spot is None or not any(_lies(row, seat, spot + step) for step in STEP):
        raise RuleError("a card is placed orthogonally beside an own card")
    if not int(free_spots(row, seat)) >> spot & 1:
        raise RuleError("the forest fits 4 × 4 cards")
    action = PLACE + mentor * PLACES + ((at[0] + 1) * REACH + at[1] + 1) * NUM_TURNS + turns
    cursor.apply(action, rule="two animals never share a trail")


def _lies(row: Any, seat: int, spot: int) -> bool:
    return bool(0 <= spot < NUM_SPOTS and row.card[seat, spot] != EMPTY)


def _spot(at: tuple[int, int]) -> int | None:
    """The spot of a row and column of the box; None where no card is near."""
    return (at[0] + 1) * RING + at[1] + 1 if all(-1 <= part <= SIDE for part in at) else None


def _own_animal(game: "Game", row: Any, at: Any) -> int:
    """The place among the 4 × 4 of an animal of the seat to move."""
    seat = int(row.player)
    at = _in_box(row, seat, take_cell(at, "the cell of a token"))
    spot = _spot(at)
    if spot is None or not _lies(row, seat, spot) or game.params[0].form[row.card[seat, spot]] != ANIMAL:
        raise RuleError(_ANIMAL_RULE)
    place: int = at[0] * SIDE + at[1]
    return place


def _need(entry: Entry, key: str, *, rule: str) -> None:
    if key not in entry:
        raise RuleError(rule)


def _read_cards(cards: Any, what: str, *, length: int, cards_there: int) -> list[int]:
    return [
        take_int(card, f"a card of {what}", low=0, high=cards_there - 1)
        for card in take_list(cards, what, length=length)
    ]


# --- Cells ------------------------------------------------------------------------------------------------


def _choice(action: int) -> tuple[int, tuple[int, int], int]:
    """The mentor, the row and column of the box, and the turns of a placement."""
    mentor, rest = divmod(action - PLACE, PLACES)
    at, turns = divmod(rest, NUM_TURNS)
    return mentor, (at // REACH - 1, at % REACH - 1), turns


def _written(row: Any, seat: int, down: int, across: int) -> list[int]:
    """A row and column of the box as a record writes them."""
    return [down + int(row.top[seat]), across + int(row.left[seat])]


def _in_box(row: Any, seat: int, at: tuple[int, int]) -> tuple[int, int]:
    """The row and column of the box of a cell in a record."""
    return at[0] - int(row.top[seat]), at[1] - int(row.left[seat])


def _animal_name(game: "Game", row: Any, seat: int, place: int) -> str:
    down, across = divmod(place, SIDE)
    card = int(row.card[seat, (down + 1) * RING + across + 1])
    return f"{card_name(game, card)} on {down},{across}"


# --- States from elsewhere --------------------------------------------------------------------------------


def limits(row: Any) -> Limits:
    """Bounds of the fields of a state that the game's check takes as they are, for states from elsewhere."""
    seats = int(row.num_players) - 1
    return {
        "starter": (0, seats),
        "turn": (0, seats + 1),
        "rooster": (0, seats),
        "relaxed": (0, 1),
        "top": (1 - SIDE, 0),
        "left": (1 - SIDE, 0),
        "height": (0, SIDE),
        "width": (0, SIDE),
        "turns": (0, NUM_TURNS - 1),
        "newest": (EMPTY, NUM_SPOTS - 1),
        "trail": (EMPTY, MAX_TRAILS - 1),
        "beast": (EMPTY, NUM_SPOTS - 1),
        "num_trails": (0, MAX_TRAILS),
        "shared": (0, 1),
        "wants": (0, LIMIT),
        "loose": (0, LIMIT),
    }
