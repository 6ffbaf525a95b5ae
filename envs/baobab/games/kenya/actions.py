"""Kenya's action space: named blocks, and the text of each action.

Cells are named by row and column with the first card at 0,0 and rows downwards, as in records.
"""

from typing import TYPE_CHECKING

from baobab.core.actions import ActionSpace
from baobab.games.kenya.cards import BROWN, KIND_NAMES, NUM_GREENS

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


def action_space(side: int) -> ActionSpace:
    """The actions on a table of `side` × `side` cells."""
    space = ActionSpace(
        ("draw", NUM_GREENS, "take a card of this kind from the visible stock (turn start, or a meerkat's take)"),
        ("blind", 1, "a meerkat's take from the hidden stock"),
        ("card", NUM_GREENS + 1, "choose the hand card to place, by kind; the last one is the own brown card"),
        ("face", len(FACES), "the face of a Player Animal card beside a lion and an elephant: up, baobab"),
        ("push", len(DIRECTIONS), "the side of the rhinoceros whose card moves away: north, east, south, west"),
        ("cell", side * side, "place the chosen card on this cell, row by row from the north-west"),
    )
    starts = tuple(block.start for block in space)
    if starts != (DRAW, BLIND, CARD, FACE, PUSH, CELL):
        raise AssertionError(f"the blocks start at {starts}")
    return space


def action_name(game: "Game", action: int) -> str:
    """`draw zebra+giraffe`, `draw blind`, `card lion`, `card brown`, `face up`, `push north`, `cell -1,2`."""
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
    row, column = divmod(place, game.options["table"])
    middle = game.options["table"] // 2
    return f"cell {row - middle},{column - middle}"


def parse_action(game: "Game", text: str) -> int:
    """The id of the action that `action_name` writes so; spaces around are ignored. ValueError on other texts."""
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
            return CELL + _cell(game.options["table"], rest)
    except ValueError as error:
        raise ValueError(f"{text!r} names no action: {error}") from None
    raise ValueError(f"{text!r} names no action: it begins with draw, card, face, push or cell")


def _index(names: tuple[str, ...], name: str) -> int:
    if name not in names:
        raise ValueError(f"{name!r} is none of {', '.join(names)}")
    return names.index(name)


def _cell(side: int, text: str) -> int:
    row, comma, column = text.partition(",")
    middle = side // 2
    try:
        place = (int(row) + middle, int(column) + middle)
    except ValueError:
        raise ValueError("a cell is row,column, as in -1,2") from None
    if not comma or not all(0 <= part < side for part in place):
        raise ValueError(f"rows and columns go from {-middle} to {side - 1 - middle}")
    return place[0] * side + place[1]
