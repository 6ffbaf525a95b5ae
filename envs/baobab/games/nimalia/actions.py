"""Nimalia's action space: which card of the hand, how turned, and where.

A place is the row and column of the card's top-left square, with the top-left square of the box at 0,0: −1 … 4.
"""

from typing import TYPE_CHECKING, Any

from baobab.core.actions import ActionSpace
from baobab.games.nimalia.cards import NUM_TURNS
from baobab.games.nimalia.state import CARD_ACTIONS, NUM_ANCHORS, SIDE

if TYPE_CHECKING:
    from baobab.core.game import Game

SLOTS = ("first", "second", "third")
"""The cards of a hand, which is sorted by number."""


def action_space() -> ActionSpace:
    """The actions: 3 cards × 4 turns × 36 places."""
    return ActionSpace(
        *(
            (slot, CARD_ACTIONS, f"place the {slot} card of the hand: its quarter turns clockwise, then row, column")
            for slot in SLOTS
        )
    )


def make_action(slot: int, turns: int, row: int, column: int) -> int:
    """The action that places the card of a slot so; row and column −1 … 4."""
    return slot * CARD_ACTIONS + turns * NUM_ANCHORS + (row + 1) * SIDE + column + 1


def split_action(action: int) -> tuple[int, int, int, int]:
    """Slot, turns, row and column of an action."""
    slot, place = divmod(action, CARD_ACTIONS)
    turns, anchor = divmod(place, NUM_ANCHORS)
    return slot, turns, anchor // SIDE - 1, anchor % SIDE - 1


def action_name(game: "Game", action: int, row: Any = None) -> str:
    """`first turned 0 at 0,0`, `third turned 3 at -1,2`."""
    del row  # a name is the same in every state
    game.actions.locate(action)
    slot, turns, row, column = split_action(action)
    return f"{SLOTS[slot]} turned {turns} at {row},{column}"


def parse_action(game: "Game", text: str, row: Any = None) -> int:
    """The id of the action that `action_name` writes so; spaces around are ignored. ValueError on other texts."""
    del game, row
    words = text.split()
    shape = "an action is written as in 'first turned 0 at -1,2'"
    if len(words) != 5 or words[1] != "turned" or words[3] != "at":
        raise ValueError(f"{text!r} names no action: {shape}")
    slot, turns, place = words[0], words[2], words[4].split(",")
    if slot not in SLOTS:
        raise ValueError(f"{text!r} names no action: a card is {', '.join(SLOTS)}")
    if turns not in map(str, range(NUM_TURNS)):
        raise ValueError(f"{text!r} names no action: a card is turned 0 … {NUM_TURNS - 1} times")
    try:
        row, column = (int(part) for part in place)
    except ValueError:
        raise ValueError(f"{text!r} names no action: {shape}") from None
    if not (-1 <= row < SIDE - 1 and -1 <= column < SIDE - 1):
        raise ValueError(f"{text!r} names no action: rows and columns go from −1 to {SIDE - 2}")
    return make_action(SLOTS.index(slot), int(turns), row, column)
