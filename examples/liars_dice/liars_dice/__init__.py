"""Liar's Dice for 2 to 4 players: a game with hidden dice, in a package of its own."""

from baobab.core.game import Game, Words
from baobab.core.plain import FieldNotation
from liars_dice.actions import ACTIONS, LIAR, action_name
from liars_dice.observe import FEATURES, HIDDEN, OBSERVATION, encode, encode_actions, encode_state, greedy
from liars_dice.rules import apply, chance, determinize, legal, reset, results
from liars_dice.state import FACES, MAX_DICE, MAX_PLAYERS, NONE, PHASES, STATE, make_params
from liars_dice.words import check, view

DEFAULTS = {"dice": 3, "wild": True}
BOUNDS = {
    "starter": (0, MAX_PLAYERS - 1),
    "num_dice": (0, MAX_DICE),
    "outlasted": (0, MAX_PLAYERS - 1),
    "hands": (0, MAX_DICE),
    "bid": (NONE, LIAR - 1),
    "bidder": (NONE, MAX_PLAYERS - 1),
    "bids": (NONE, LIAR - 1),
    "shown": (0, MAX_DICE),
}
KERNELS = (reset, legal, apply, chance, encode, encode_state, encode_actions, determinize, greedy, results)


def make_game(*, dice: int = 3, wild: bool = True) -> Game:
    """Liar's Dice with so many dice each (1 to 5), and whether ones count as every face."""
    if type(dice) is not int or not 1 <= dice <= MAX_DICE:
        raise ValueError(f"dice is a number from 1 to {MAX_DICE}, not {dice!r}")
    if type(wild) is not bool:
        raise ValueError(f"wild is true or false, not {wild!r}")
    total = MAX_PLAYERS * dice
    return Game(
        name="liars_dice",
        title="Liar's Dice",
        version=0,
        min_players=2,
        max_players=MAX_PLAYERS,
        options={"dice": dice, "wild": wild},
        default_options=DEFAULTS,
        state=STATE,
        params=make_params(dice=dice, wild=wild),
        phases=PHASES,
        actions=ACTIONS,
        observation=OBSERVATION,
        hidden=HIDDEN,
        features=FEATURES,
        max_decisions=(total - 1) * (total * FACES + 1),  # every round costs a die; all its bids and a doubt
        rules={kernel.__name__: kernel for kernel in KERNELS},
        words=Words(view=view, action_name=action_name),
        notation=FieldNotation(start=("starter", "player", "hands"), drawn=("hands",), bounds=BOUNDS),
        invariants=check,
        home=__name__,
    )
