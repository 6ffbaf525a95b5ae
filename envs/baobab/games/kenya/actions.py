"""Kenya's action space: named blocks, and the text of each action.

Cells are named by row and column with the first card at 0,0 and rows downwards, as in records. An id gives both modulo
18 (see `state.py`), so which cell it names depends on where the savanna lies.
"""

from typing import TYPE_CHECKING, Any

from baobab.core.actions import ActionSpace
from baobab.games.kenya.cards import BROWN, KIND_NAMES, NUM_GREENS
from baobab.games.kenya.state import MIDDLE, NUM_CELLS, SIDE

if TYPE_CHECKING:
    from baobab.core.game import Game

FACES = ("up", "baobab")
DIRECTIONS = ("north", "east", "south", "west")

DRAW = 0
BLIND = DRAW + NUM_GREENS
CARD = BLIND + 1
FACE = CARD + NUM_GREENS + 1
PUSH = FACE + len(FACES)
CELL = PUSH + len(DIRECTIONS)


def action_space() -> ActionSpace:
    """The actions, the same for all options."""
    space = ActionSpace(
        ("draw", NUM_GREENS, "take a card of this kind from the visible stock (turn start, or a meerkat's take)"),
        ("blind", 1, "a meerkat's take from the hidden stock"),
        ("card", NUM_GREENS + 1, "choose the hand card to place, by kind; the last one is the own brown card"),
        ("face", len(FACES), "the face of a Player Animal card beside a lion and an elephant: up, baobab"),
        ("push", len(DIRECTIONS), "the side of the rhinoceros whose card moves away: north, east, south, west"),
        ("cell", NUM_CELLS, "place the chosen card on this cell: row and column modulo 18, the first card at 9,9"),
    )
    starts = tuple(block.start for block in space)
    if starts != (DRAW, BLIND, CARD, FACE, PUSH, CELL):
        raise AssertionError(f"the blocks start at {starts}")
    return space


def action_name(game: "Game", action: int, row: Any = None) -> str:
    """`draw zebra+giraffe`, `draw blind`, `card lion`, `card brown`, `face up`, `push north`, `cell -1,2`.

    A cell is that of the state `row`; without one, that around the first card (rows and columns −9 … 8).
    """
    block, place = game.actions.locate(action)
    if block.name == "blind":
        return "draw blind"
    if block.name == "draw":
        return f"draw {KIND_NAMES[place]}"
    if block.name == "card":
        return f"card {KIND_NAMES[place] if place < BROWN else 'brown'}"
    if block.name == "face":
        return f"face {FACES[place]}"
    if block.name == "push":
        return f"push {DIRECTIONS[place]}"
    return "cell {},{}".format(*cell_at(place, row))


def parse_action(game: "Game", text: str, row: Any = None) -> int:
    """The id of the action that `action_name` writes so; spaces around are ignored. ValueError on other texts."""
    del game
    word, _, rest = text.strip().partition(" ")
    try:
        if word == "draw":
            return BLIND if rest == "blind" else DRAW + _index(KIND_NAMES[:BROWN], rest)
        if word == "card":
            return CARD + _index((*KIND_NAMES[:BROWN], "brown"), rest)
        if word == "face":
            return FACE + _index(FACES, rest)
        if word == "push":
            return PUSH + _index(DIRECTIONS, rest)
        if word == "cell":
            return CELL + _read_cell(rest, row)
    except ValueError as error:
        raise ValueError(f"{text!r} names no action: {error}") from None
    raise ValueError(f"{text!r} names no action: it begins with draw, card, face, push or cell")


def cell_at(cell: int, row: Any = None) -> tuple[int, int]:
    """Row and column of a cell counted from the first card, in the state `row` or around the first card."""
    top, left = _window(row)
    down, across = divmod(int(cell), SIDE)
    return top + (down - MIDDLE - top) % SIDE, left + (across - MIDDLE - left) % SIDE


def find_cell(at: tuple[int, int], row: Any = None) -> int | None:
    """The cell of a row and a column; None where they are out of the window's reach."""
    top, left = _window(row)
    if not (top <= at[0] < top + SIDE and left <= at[1] < left + SIDE):
        return None
    return (at[0] + MIDDLE) % SIDE * SIDE + (at[1] + MIDDLE) % SIDE


def _window(row: Any) -> tuple[int, int]:
    """The first row and column of the window: those before the box of the cards; around the first card without."""
    return (-MIDDLE, -MIDDLE) if row is None else (int(row.low_row) - 1, int(row.low_column) - 1)


def _index(names: tuple[str, ...], name: str) -> int:
    if name not in names:
        raise ValueError(f"{name!r} is none of {', '.join(names)}")
    return names.index(name)


def _read_cell(text: str, row: Any) -> int:
    down, comma, across = text.partition(",")
    try:
        cell = find_cell((int(down), int(across)), row)
    except ValueError:
        raise ValueError("a cell is row,column, as in -1,2") from None
    if cell is None or not comma:
        (top, left), last = _window(row), SIDE - 1
        raise ValueError(f"rows go from {top} to {top + last}, columns from {left} to {left + last}")
    return cell
