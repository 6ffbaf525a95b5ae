"""Kenya's set-ups and moves as records write them, and its moves in words.

Cells are `[row, column]` with the first card at `[0, 0]`, rows downwards. A placement is one entry, though it is two
or three decisions: the card, its cell and, beside a lion and an elephant, its face.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

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
from baobab.core.record import EVERYTHING, NOBODY, Rows
from baobab.games.kenya.actions import BLIND, CARD, CELL, DRAW, FACE, FACES, PUSH, cell_at, find_cell
from baobab.games.kenya.cards import (
    BROWN,
    CLANS,
    KIND_NAMES,
    MAX_GREENS,
    MAX_RHINOCEROSES,
    NUM_CLANS,
    NUM_GREENS,
)
from baobab.games.kenya.rules import NUM_DIRECTIONS, begin, clear, hand_card_is_animal, is_open
from baobab.games.kenya.state import (
    ALL_SEATS,
    BAOBAB,
    CHOOSING,
    DEALT_CARDS,
    DRAWING,
    DRAWN_BLIND,
    EMPTY,
    FACING,
    FIRST_CELL,
    HAND_KINDS,
    MAX_CARDS,
    MAX_PLAYERS,
    PLACING,
    PUSHING,
    TAKING,
    UP,
    VISIBLE_CARDS,
)

if TYPE_CHECKING:
    from baobab.core.game import Game

GREEN_NAMES = KIND_NAMES[:BROWN]
SOURCES = ("visible", "hidden")
"""The stocks that a meerkat takes from."""


# --- Set-up -----------------------------------------------------------------------------------------------


def read_setup(game: "Game", num_players: int, setup: Any) -> Rows:
    """The `[1]` array of the game that the set-up starts; RuleError where it is none."""
    take_object(setup, "setup", keys=("first", "brown", "hands", "start", "visible", "hidden"))
    first = take_int(setup["first"], "setup first", low=0, high=num_players - 1)
    clans = [
        CLANS.index(take_name(clan, "a clan of setup brown", allowed=CLANS))
        for clan in take_list(setup["brown"], "setup brown", length=num_players)
    ]
    if len(set(clans)) < num_players:
        raise RuleError("setup brown: there is one brown card a clan")
    hands = [
        _read_greens(hand, "a hand of the set-up", length=DEALT_CARDS)
        for hand in take_list(setup["hands"], "setup hands", length=num_players)
    ]
    start = _read_greens([setup["start"]], "setup start")
    num_stock = int(game.params[0].num_greens) - num_players * DEALT_CARDS - 1
    num_visible = min(VISIBLE_CARDS, num_stock)
    visible = _read_greens(setup["visible"], "setup visible", length=num_visible)
    hidden = _read_greens(setup["hidden"], "setup hidden", length=num_stock - num_visible)
    deck = [*(kind for hand in hands for kind in hand), *start, *visible, *hidden]
    if np.bincount(deck, minlength=BROWN).tolist() != game.params[0].counts[:BROWN].tolist():
        raise RuleError(f"setup: the cards are not the {len(deck)} green cards of the game")
    rows = game.start(num_players, seed=0)
    row = rows[0]
    clear(row, row.num_players)
    row.clan[:num_players] = clans
    for seat, hand in enumerate(hands):
        for kind in hand:
            row.hands[seat, kind] += 1
    row.stock[: len(deck)] = deck
    row.stock_next = num_players * DEALT_CARDS + 1
    row.stock_end = len(deck)
    begin(game.params[0], row, start[0], first)
    return rows


def write_setup(game: "Game", rows: Rows) -> Entry:
    """The set-up of a game that starts: hands and visible stock by kind, the hidden stock in the order of coming."""
    row = rows[0]
    players = int(row.num_players)
    return {
        "first": int(row.player),
        "brown": [CLANS[clan] for clan in row.clan[:players]],
        "hands": [_names(np.repeat(np.arange(BROWN), hand[:BROWN])) for hand in row.hands[:players]],
        "start": KIND_NAMES[row.card[FIRST_CELL]],
        "visible": _names(np.repeat(np.arange(BROWN), row.visible)),
        "hidden": _names(row.stock[row.stock_next : row.stock_end]),
    }


# --- Moves ------------------------------------------------------------------------------------------------


def write_move(game: "Game", before: Rows, action: int, after: Rows) -> list[Entry]:
    """The entry that this decision completes; none for the choice of a card, or of a cell where the face is asked."""
    row = before[0]
    seat, phase = int(row.player), row.phase
    if phase == DRAWING:
        return [{"seat": seat, "draw": KIND_NAMES[action - DRAW]}]
    if phase == TAKING:
        blind = action == BLIND
        kind = row.stock[row.stock_next] if blind else action - DRAW
        return [{"seat": seat, "meerkat": SOURCES[blind], "card": KIND_NAMES[kind]}]
    if phase == PUSHING:
        return [{"seat": seat, "rhinoceros": _written(row, _pushed(game, row, action))}]
    if phase == CHOOSING or _face_is_asked(after[0]):
        return []
    cell = _placed(row, action)
    entry = {"seat": seat, "place": KIND_NAMES[after[0].card[cell]], "at": _written(row, cell)}
    if hand_card_is_animal(game.params[0], int(row.selected)):
        entry["face"] = FACES[after[0].face[cell]]
    return [entry]


def replay_move(game: "Game", cursor: Cursor, entry: Entry) -> None:
    """Apply one entry; RuleError where it breaks a rule."""
    cursor.take_turn(entry)
    phase = cursor.row.phase
    if phase == DRAWING:
        _need(entry, "draw", rule="a turn starts with the draw of a visible card")
        take_object(entry, "a draw", keys=("seat", "draw"))
        kind = GREEN_NAMES.index(take_name(entry["draw"], "the drawn card", allowed=GREEN_NAMES))
        cursor.apply(DRAW + kind, rule="the drawn card must be in the visible stock")
    elif phase == TAKING:
        _need(entry, "meerkat", rule="the meerkat takes a card now")
        _replay_take(cursor, entry)
    elif phase == PUSHING:
        _need(entry, "rhinoceros", rule="the rhinoceros must move a card now")
        take_object(entry, "a rhinoceros's move", keys=("seat", "rhinoceros"))
        _replay_push(game, cursor, take_cell(entry["rhinoceros"], "the cell of the card that moves away"))
    else:
        _need(entry, "place", rule="a card of the hand must be placed now")
        _replay_place(game, cursor, entry)


def write_result(game: "Game", rows: Rows) -> Entry:
    """Nothing: scores and winners are all."""
    del game, rows
    return {}


def tell_move(game: "Game", before: Rows, action: int, after: Rows, viewer: int | None) -> str | None:
    """The decision in words, as `viewer` may know it; None for what is settled by a later decision."""
    row, then = before[0], after[0]
    if row.phase == DRAWING:
        return f"draws {KIND_NAMES[action - DRAW]}"
    if row.phase == TAKING and action == BLIND:
        own = viewer in (row.player, EVERYTHING)
        return f"takes {KIND_NAMES[row.stock[row.stock_next]] if own else 'a card'} from the hidden stock"
    if row.phase == TAKING:
        return f"takes {KIND_NAMES[action - DRAW]} from the visible stock"
    if row.phase == PUSHING:
        cell = _pushed(game, row, action)
        beyond = int(game.params[0].neighbour[cell, action - PUSH])
        return f"pushes {_seen(row, cell, viewer)} from {_cell_name(row, cell)} to {_cell_name(row, beyond)}"
    if row.phase == CHOOSING or _face_is_asked(then):
        return None
    cell = _placed(row, action)
    return f"places {_seen(then, cell, viewer)} on {_cell_name(row, cell)}"


# --- Entries ----------------------------------------------------------------------------------------------


def _replay_take(cursor: Cursor, entry: Entry) -> None:
    take_object(entry, "a meerkat's take", keys=("seat", "meerkat", "card"))
    source = take_name(entry["meerkat"], "the stock of a meerkat's take", allowed=SOURCES)
    kind = GREEN_NAMES.index(take_name(entry["card"], "the card of a meerkat's take", allowed=GREEN_NAMES))
    if source == "visible":
        cursor.apply(DRAW + kind, rule="the card taken must be in the visible stock")
        return
    row = cursor.row
    if cursor.allows(BLIND) and row.stock[row.stock_next] != kind:
        raise RuleError("the card taken blind must be the next of the hidden stock")
    cursor.apply(BLIND, rule="the hidden stock is empty")


def _replay_push(game: "Game", cursor: Cursor, at: tuple[int, int]) -> None:
    cell = find_cell(at, cursor.row)
    beside = game.params[0].neighbour[int(cursor.row.pending), :NUM_DIRECTIONS].tolist()
    if cell is None or cell not in beside:
        raise RuleError("the rhinoceros moves a card beside it")
    rule = "the rhinoceros moves a Player Animal card straight away, onto an empty cell or another Player Animal card"
    cursor.apply(PUSH + beside.index(cell), rule=rule)


def _replay_place(game: "Game", cursor: Cursor, entry: Entry) -> None:
    row = cursor.row
    card = KIND_NAMES.index(take_name(entry["place"], "the placed card", allowed=KIND_NAMES))
    own_brown = card == BROWN + row.clan[row.player]
    if card >= BROWN and not own_brown:
        raise RuleError("the placed card must be in the hand")
    kind = BROWN if own_brown else card
    cursor.apply(CARD + kind, rule="the placed card must be in the hand")
    animal = hand_card_is_animal(game.params[0], kind)
    take_object(entry, "a placement of this card", keys=("seat", "place", "at", *(("face",) if animal else ())))
    cell = find_cell(take_cell(entry["at"], "the cell of a placement"), row)
    if cell is None or not is_open(game.params[0], row, cell):
        side = game.options["table"]
        raise RuleError(f"the savanna is never wider or higher than {side} cells")
    if row.card[cell] != EMPTY:
        raise RuleError("a card is placed on an empty cell")
    cursor.apply(CELL + cell, rule="a card is placed beside (orthogonally) a card of the savanna")
    if not animal:
        return
    face = FACES.index(take_name(entry["face"], "the face", allowed=FACES))
    if cursor.row.phase == FACING:
        cursor.apply(FACE + face, rule="the face is up or baobab")
    elif cursor.row.face[cell] != face:
        raise RuleError(f"the face here must be {FACES[cursor.row.face[cell]]}")


def _need(entry: Entry, key: str, *, rule: str) -> None:
    if key not in entry:
        raise RuleError(rule)


def _read_greens(cards: Any, what: str, *, length: int | None = None) -> list[int]:
    return [
        GREEN_NAMES.index(take_name(card, f"a card of {what}", allowed=GREEN_NAMES))
        for card in take_list(cards, what, length=length)
    ]


def _names(kinds: Any) -> list[str]:
    return [KIND_NAMES[kind] for kind in kinds]


# --- Cells ------------------------------------------------------------------------------------------------


def _written(row: Any, cell: int) -> list[int]:
    return list(cell_at(cell, row))


def _cell_name(row: Any, cell: int) -> str:
    return "{},{}".format(*cell_at(cell, row))


def _placed(row: Any, action: int) -> int:
    """The cell of a placement that a decision of cell or face completes."""
    return action - CELL if row.phase == PLACING else int(row.pending)


def _face_is_asked(row: Any) -> bool:
    return bool(row.phase == FACING and row.player != NOBODY)  # a game that is over keeps its last phase


def _pushed(game: "Game", row: Any, action: int) -> int:
    return int(game.params[0].neighbour[int(row.pending), action - PUSH])


def _seen(row: Any, cell: int, viewer: int | None) -> str:
    """The top card of a cell as `viewer` knows it, with what lies up where that is its Baobab."""
    kind, up = int(row.card[cell]), row.face[cell] == UP
    known = int(row.known[cell])
    if up:
        return KIND_NAMES[kind]
    if viewer == EVERYTHING or known == ALL_SEATS or (viewer is not None and known >> viewer & 1):
        return f"{KIND_NAMES[kind]} (face Baobab)"
    return f"a {'brown ' if kind >= BROWN else ''}card face Baobab"


# --- States from elsewhere --------------------------------------------------------------------------------


def limits(row: Any) -> Limits:
    """Bounds of the fields of a state that the game's check takes as they are, for states from elsewhere."""
    seats, cells, cards = MAX_PLAYERS - 1, len(row.card) - 1, MAX_CARDS
    lying = (BROWN + NUM_CLANS - 1, BAOBAB, ALL_SEATS, seats, cards)  # card, face, known, owner, laid
    return {
        "clan": (EMPTY, NUM_CLANS - 1),
        "brown_seen": (0, 1),
        "num_browns": (0, MAX_PLAYERS),
        "stock": (0, NUM_GREENS - 1),
        "num_visible": (0, VISIBLE_CARDS),
        "taken_kind": (DRAWN_BLIND, NUM_GREENS - 1),
        "taken_seat": (0, seats),
        "taken_time": (0, cards),
        "num_taken": (0, MAX_GREENS - (int(row.stock_end) - int(row.stock_next)) - int(row.num_visible)),
        "placements": (0, cards),
        "drew": (0, 1),
        "selected": (EMPTY, HAND_KINDS - 1),
        "pending": (EMPTY, cells),
        "face": (UP, BAOBAB),
        "known": (0, ALL_SEATS),
        "owner": (EMPTY, seats),
        "laid": (0, cards),
        "covered_cell": (EMPTY, cells),
        "covered": (EMPTY, lying),
        "num_covered": (0, MAX_RHINOCEROSES),
        **dict.fromkeys(("low_row", "high_row", "low_column", "high_column"), (-cards, cards)),
    }
