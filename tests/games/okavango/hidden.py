"""What a seat of Okavango does not know: what the others were dealt and still have, and so what is in the bag.

Seats pass, or lay animals at a hole that come from anywhere in the reserve: m tiles, drawn one by one, that must be of
one species above the herd, for the m tiles that lie there.
"""

from collections.abc import Iterator, Mapping
from math import comb
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tests.contract.hidden import Exchange, Numbers, evenly, next_seat, of_seat

from baobab.games.okavango.actions import ANIMAL, DRINK, PASS, RANGERS, SIZE
from baobab.games.okavango.cards import KIND_NAMES, NUM_HOLES, NUM_KINDS, NUM_SPECIES, RANGER
from baobab.games.okavango.state import DRINKING, HERDING, JOINING, SIZING, STARTING, TAKING

DRINKS = 0.4
"""The share of turns in which a hole is tried."""
MANY = 40
WAYS = np.array([[comb(tiles, group) for group in range(MANY)] for tiles in range(MANY)], np.float64)


def rangers(rows: Any, viewers: NDArray[np.int8]) -> Numbers:
    """The rangers of the next seat."""
    return of_seat(rows["reserve"], next_seat(rows, viewers))[:, RANGER]


def all_rangers(rows: Any, viewers: NDArray[np.int8]) -> Numbers:
    """The rangers of all seats."""
    numbers: Numbers = rows["reserve"][:, :, RANGER].sum(axis=1)
    return numbers


def kinds(rows: Any, viewers: NDArray[np.int8]) -> Numbers:
    """The sum of the kinds of the next seat's animals."""
    reserve = of_seat(rows["reserve"], next_seat(rows, viewers)).astype(int)
    numbers: Numbers = reserve[:, :NUM_SPECIES] @ np.arange(NUM_SPECIES)
    return numbers


def commonest(rows: Any, viewers: NDArray[np.int8]) -> Numbers:
    """The tiles of the next seat's most frequent kind."""
    numbers: Numbers = of_seat(rows["reserve"], next_seat(rows, viewers)).max(axis=1)
    return numbers


def bag(rows: Any, viewers: NDArray[np.int8]) -> Numbers:
    """The sum of the kinds in the bag."""
    numbers: Numbers = rows["bag"].astype(int) @ np.arange(NUM_KINDS)
    return numbers


STATISTICS = {"rangers": rangers, "all rangers": all_rangers, "kinds": kinds, "commonest": commonest, "bag": bag}


def weights(rows: Any, mask: NDArray[np.int8]) -> NDArray[np.float64]:
    """A pass with any kind of the river, or a drink at any hole; of a drink the tiles one by one."""
    shares = evenly(mask)  # the take of the river after a drink
    shares[rows["phase"] != TAKING] = 0
    for row in np.flatnonzero(np.isin(rows["phase"], (STARTING, DRINKING, HERDING, SIZING, JOINING))):
        state, phase = rows[row], int(rows["phase"][row])
        pool, reserve = int(state.pool), state.reserve[state.player]
        if phase in (STARTING, DRINKING):
            passes = mask[row, PASS : PASS + NUM_KINDS + 1]
            shares[row, PASS : PASS + NUM_KINDS + 1] = (1 - DRINKS) * passes / passes.sum()
            shares[row, DRINK : DRINK + NUM_HOLES] = DRINKS / NUM_HOLES
        elif phase == HERDING:
            group = int(state.count[pool])
            above = np.arange(NUM_SPECIES) > state.herd[pool]
            ways = WAYS[reserve[:NUM_SPECIES], group] * above
            shares[row, ANIMAL : ANIMAL + NUM_SPECIES] = ways / max(1.0, WAYS[int(reserve.sum()), group])
        elif phase == SIZING:
            shares[row, SIZE + int(state.count[pool]) - 1] = 1
        else:
            shares[row, RANGERS] = 1
    return shares


def goes_on(before: Any, after: Any) -> NDArray[np.bool_]:
    """As long as nobody plays a tile that all knew of: it may be another of its kind."""
    going: NDArray[np.bool_] = (after["known"] >= before["known"]).all(axis=(1, 2))
    return going


def exchanges(record: Mapping[str, Any], viewer: int, chooser: Random) -> Iterator[Exchange]:
    """A tile of an opponent's reserve against one of another's, or one of the bag."""
    setup = record["setup"]
    others = [seat for seat in range(record["players"]) if seat != viewer]
    for _ in range(20):
        reserves = [dict(reserve) for reserve in setup["reserves"]]
        one = chooser.choice(others)
        away = chooser.choice(sorted(reserves[one]))
        other = chooser.choice([seat for seat in others if seat != one] or [None])
        if other is None or chooser.random() < 0.5:
            came = chooser.choice(KIND_NAMES)  # from the bag, if it is there
        else:
            came = chooser.choice(sorted(reserves[other]))
            _move(reserves[other], came, -1)
            _move(reserves[other], away, 1)
        _move(reserves[one], away, -1)
        _move(reserves[one], came, 1)
        yield {**setup, "reserves": reserves}, list(record["moves"])


def knows(row: Any, viewer: int) -> Any:
    """Its reserve."""
    return row.reserve[viewer].tolist()


def _move(reserve: dict[str, int], kind: str, by: int) -> None:
    reserve[kind] = reserve.get(kind, 0) + by
    if reserve[kind] == 0:
        del reserve[kind]
