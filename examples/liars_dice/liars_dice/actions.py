"""Liar's Dice: a bid is a number of dice and a face, and a higher bid has a higher id."""

from typing import Any

from baobab.core.actions import ActionSpace
from baobab.core.game import Game
from liars_dice.state import FACES, MAX_DICE, MAX_PLAYERS

LIAR = MAX_PLAYERS * MAX_DICE * FACES
ACTIONS = ActionSpace(
    ("bid", LIAR, "so many dice or more show this face: more dice than the last bid, or as many of a higher face"),
    ("liar", 1, "doubt the last bid: whoever is wrong loses a die"),
)


def action_name(game: Game, action: int, row: Any) -> str:
    """`bid 3×5`: three fives; `liar`."""
    del game, row
    return "liar" if action == LIAR else f"bid {action // FACES + 1}×{action % FACES + 1}"
