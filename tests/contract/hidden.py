"""What the tests of hidden things ask of a game: `tests/games/<game>/hidden.py`, without which they fail.

STATISTICS   numbers about what a seat does not know, by name: `(rows [N], viewers [N]) -> [N]`
weights      how likely a seat takes each action, so that the choice says nothing about hidden things but that it can
             be made: `(rows [N], mask [N, A]) -> [N, A]`; what a line lacks to 1 stands for choices that cannot be made
goes_on      whether a game is still one that `weights` fits, by public things: `(before [N], after [N]) -> [N]`
exchanges    games that a seat may not be able to tell from a record's, with other hidden things and the same that is
             seen of the moves: `(record, viewer, chooser) -> (set-up, moves)`; those that break a rule are passed over
knows        what a seat sees of a state that moves in words do not tell: `(row, viewer) -> anything`
"""

import importlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.integer[Any]]
Exchange = tuple[dict[str, Any], list[dict[str, Any]]]
Statistic = Callable[[Any, NDArray[np.int8]], Numbers]


@dataclass(frozen=True)
class Hidden:
    """A game's answers."""

    statistics: Mapping[str, Statistic]
    weights: Callable[[Any, NDArray[np.int8]], NDArray[np.float64]]
    goes_on: Callable[[Any, Any], NDArray[np.bool_]]
    exchanges: Callable[[Mapping[str, Any], int, Random], Iterator[Exchange]]
    knows: Callable[[Any, int], Any]


def hidden_of(name: str) -> Hidden:
    """The answers of a game; an error where it has none."""
    told = importlib.import_module(f"tests.games.{name}.hidden")
    return Hidden(told.STATISTICS, told.weights, told.goes_on, told.exchanges, told.knows)


def evenly(mask: NDArray[np.int8]) -> NDArray[np.float64]:
    """Every legal action alike."""
    shares: NDArray[np.float64] = mask / np.maximum(1, mask.sum(axis=1, keepdims=True))
    return shares


def next_seat(rows: Any, viewers: NDArray[np.int8]) -> Numbers:
    """The seat clockwise of each viewer."""
    seats: Numbers = (viewers + 1) % rows["num_players"]
    return seats


def of_seat(values: NDArray[Any], seats: Numbers) -> NDArray[Any]:
    """Of `values [N, P, …]` those of a seat each `[N, …]`."""
    chosen: NDArray[Any] = values[np.arange(len(values)), seats]
    return chosen
