"""Liar's Dice: the row of a game and its parameters. P = 4 seats at most, 6 faces."""

from typing import Annotated, Any

import numpy as np

from baobab.core.record import Int8, Int8Array, Row, record_dtype

MAX_PLAYERS = 4
MAX_DICE = 5  # of each player
FACES = 6
NONE = -1
"""No bid, or no seat."""

PHASES = ("bid",)


class Params(Row):
    """What the options decide."""

    dice: Int8  # of each player at the start
    wild: Int8  # 1: ones count as every face


class State(Row):
    """One game of Liar's Dice."""

    starter: Int8  # the seat that bids first in this round
    num_dice: Annotated[Int8Array, MAX_PLAYERS]  # dice left
    outlasted: Annotated[Int8Array, MAX_PLAYERS]  # how many were out before this seat was, or are while it is in
    hands: Annotated[Int8Array, MAX_PLAYERS, FACES]  # dice under each cup by face; none between two rounds
    bid: Int8  # the action of the highest bid; NONE
    bidder: Int8  # its seat; NONE
    bids: Annotated[Int8Array, MAX_PLAYERS]  # each seat's last bid of this round; NONE
    shown: Annotated[Int8Array, MAX_PLAYERS, FACES]  # the hands that all saw at the end of the last round


STATE = record_dtype(State)


def make_params(*, dice: int, wild: bool) -> Any:
    """The `[1]` parameter record."""
    params = np.zeros(1, record_dtype(Params))
    params[0].dice, params[0].wild = dice, wild
    return params
