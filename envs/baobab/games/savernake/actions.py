"""Savernake's action space: named blocks, and the text of each action.

Rows and columns count from the north-west corner of the box of the own forest (its smallest rectangle): a new card
lies at −1 … 3, which lets the forest grow on every side; cards that lie there are at 0 … 3.
"""

from typing import TYPE_CHECKING, Any

from baobab.core.actions import ActionSpace
from baobab.games.savernake.cards import FOODS, MENTORS, NUM_FOODS, NUM_MENTORS
from baobab.games.savernake.state import NUM_CELLS, NUM_TURNS, SIDE

if TYPE_CHECKING:
    from baobab.core.game import Game

REACH = SIDE + 1
"""Rows and columns that a new card may lie at: −1 … 3."""
PLACES = REACH * REACH * NUM_TURNS

PLACE = 0
DROP = PLACE + NUM_MENTORS * PLACES
BURROW = DROP + NUM_CELLS * NUM_FOODS


def action_space() -> ActionSpace:
    """The actions of the game."""
    space = ActionSpace(
        (
            "place",
            NUM_MENTORS * PLACES,
            (
                "take the card under rooster, goat, armadillo or rabbit and place it: for each mentor row by row the"
                " cells −1 … 3, each with 0 … 3 quarter turns clockwise"
            ),
        ),
        ("drop", NUM_CELLS * NUM_FOODS, "the goat's water drop: the cell of an own animal, and one of its foods"),
        ("burrow", NUM_CELLS, "the armadillo's burrow: the cell of an own animal"),
    )
    starts = tuple(block.start for block in space)
    if starts != (PLACE, DROP, BURROW):
        raise AssertionError(f"the blocks start at {starts}")
    return space


def action_name(game: "Game", action: int, row: Any = None) -> str:
    """`place goat -1,0 turns 3`, `drop 0,1 berries`, `burrow 0,1`."""
    del row  # a name is the same in every state
    block, place = game.actions.locate(action)
    if block.name == "place":
        mentor, rest = divmod(place, PLACES)
        cell, turns = divmod(rest, NUM_TURNS)
        row, column = divmod(cell, REACH)
        return f"place {MENTORS[mentor]} {row - 1},{column - 1} turns {turns}"
    if block.name == "drop":
        cell, food = divmod(place, NUM_FOODS)
        return f"drop {cell // SIDE},{cell % SIDE} {FOODS[food]}"
    return f"burrow {place // SIDE},{place % SIDE}"


def parse_action(game: "Game", text: str, row: Any = None) -> int:
    """The id of the action that `action_name` writes so; more spaces are ignored. ValueError on other texts."""
    del game, row  # every Savernake has the same actions
    words = text.split()
    try:
        match words:
            case ["place", mentor, cell, "turns", turns]:
                place = _index(MENTORS, mentor) * PLACES + _cell(cell, low=-1, high=SIDE - 1) * NUM_TURNS
                return PLACE + place + _index(tuple(map(str, range(NUM_TURNS))), turns)
            case ["drop", cell, food]:
                return DROP + _cell(cell, low=0, high=SIDE - 1) * NUM_FOODS + _index(FOODS, food)
            case ["burrow", cell]:
                return BURROW + _cell(cell, low=0, high=SIDE - 1)
    except ValueError as error:
        raise ValueError(f"{text!r} names no action: {error}") from None
    raise ValueError(f"{text!r} names no action: it is like place goat -1,0 turns 3, drop 0,1 berries or burrow 0,1")


def _index(names: tuple[str, ...], name: str) -> int:
    if name not in names:
        raise ValueError(f"{name!r} is none of {', '.join(names)}")
    return names.index(name)


def _cell(text: str, *, low: int, high: int) -> int:
    """The place of `row,column` among the cells from `low` to `high`, row by row."""
    row, comma, column = text.partition(",")
    try:
        place = (int(row), int(column))
    except ValueError:
        raise ValueError("a cell is row,column, as in -1,2") from None
    if not comma or not all(low <= part <= high for part in place):
        raise ValueError(f"rows and columns go from {low} to {high}")
    return (place[0] - low) * (high - low + 1) + place[1] - low
