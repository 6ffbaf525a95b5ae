"""Okavango's state row and its parameter record. P = 4 seats, 12 kinds of tiles, 11 pools."""

from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from baobab.core.record import Int8, Int8Array, Int16, Int16Array, Row, record_dtype
from baobab.games.okavango.cards import MAX_GROUP, MAX_PLAYERS, NUM_ARMS, NUM_HOLES, NUM_KINDS, NUM_POOLS, Tables

NONE = -1
"""No pool, no species: nothing chosen, or a hole without a herd."""

PHASES = ("turn", "swap", "drink", "herd", "size", "rangers", "animal", "river")
STARTING, SWAPPING, DRINKING, HERDING, SIZING, JOINING, ADDING, TAKING = range(len(PHASES))


class Params(Row):
    """What the options decide, and the numbers of tiles and pools, as the kernels read them."""

    end_holes: Int8  # 1: the arms do not count for the end
    arm_steps_one: Int8  # 1: a placement reaches at most one more printed value of an arm
    dark_later: Int8  # 1: dark spaces open only once the white ones were full before the placement
    counts: Annotated[Int8Array, NUM_KINDS]  # tiles in the game by kind
    white: Annotated[Int8Array, NUM_POOLS]  # white spaces of each pool
    spaces: Annotated[Int8Array, NUM_POOLS]  # white and dark spaces
    points: Annotated[Int8Array, NUM_POOLS, MAX_GROUP + 1]  # what a placement of so many tiles scores there


class State(Row):
    """One game of Okavango."""

    first: Int8  # the seat that began
    turns: Int16  # turns that are over
    empty_passes: Int8  # passes on an empty river in a row
    ending: Int8  # 1: all white spaces that count are occupied, so the round is the last
    mover: Int8  # the seat whose turn it is, also while chance decides
    score: Annotated[Int16Array, MAX_PLAYERS]

    reserve: Annotated[Int8Array, MAX_PLAYERS, NUM_KINDS]  # tiles of each seat by kind
    known: Annotated[Int8Array, MAX_PLAYERS, NUM_KINDS]  # … those of them that all know
    num_unknown: Annotated[Int8Array, MAX_PLAYERS]  # … and the number of the others, which date from the set-up
    pools: Annotated[Int8Array, NUM_POOLS, NUM_KINDS]  # tiles at each pool by kind
    count: Annotated[Int8Array, NUM_POOLS]  # tiles at each pool
    herd: Annotated[Int8Array, NUM_HOLES]  # the species at each hole
    dry: Annotated[Int8Array, NUM_POOLS]  # 1: an arm that is out of play
    river: Annotated[Int8Array, NUM_KINDS]
    num_river: Int8
    bag: Annotated[Int8Array, NUM_KINDS]
    num_bag: Int8
    # What determinize.py makes of the past; all of it public.
    dealt_rangers: Int8  # rangers that seats played beyond those that all knew them to have: dealt at the set-up
    returned: Annotated[Int8Array, NUM_ARMS, NUM_KINDS]  # tiles that the first, second, third dry arm gave to the bag
    drawn: Annotated[Int8Array, NUM_ARMS, NUM_KINDS]  # … tiles of these kinds, no others, that were drawn since

    swapped: Int8  # the pool of this turn's swap, closed for the rest of it; NONE
    pool: Int8  # SWAPPING: the arm; later the pool of this turn's drink; NONE
    species: Int8  # the species of the group, at a hole; NONE
    group_size: Int8  # tiles of the group, rangers included; 0 not chosen
    rangers: Int8  # rangers of the group
    picked: Int16  # the species of the group so far, at an arm: a bit each


def state_dtype() -> "np.dtype[Any]":
    """The row of the game."""
    return record_dtype(State)


def make_params(
    *, end_holes: bool, arm_steps_one: bool, dark_later: bool, counts: NDArray[np.int8], tables: Tables
) -> Any:
    """The `[1]` parameter record."""
    params = np.zeros(1, record_dtype(Params))
    params[0].end_holes = end_holes
    params[0].arm_steps_one = arm_steps_one
    params[0].dark_later = dark_later
    params[0].counts = counts
    for pool, hole in enumerate(tables["holes"]):
        params[0].white[pool] = hole["white"]
        params[0].spaces[pool] = hole["white"] + hole["dark"]
        params[0].points[pool, hole["white"] : params[0].spaces[pool] + 1] = hole["value"]
    for pool, arm in enumerate(tables["arms"], start=NUM_HOLES):
        params[0].white[pool] = arm["white"]
        params[0].spaces[pool] = arm["spaces"]
        params[0].points[pool, arm["white"] : arm["spaces"] + 1] = arm["values"]
    return params
