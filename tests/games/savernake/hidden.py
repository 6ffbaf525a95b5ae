"""What a seat of Savernake does not know: the order of the decks. What is legal is public, and so is every move."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tests.contract.hidden import Exchange, Numbers, evenly

from baobab.games.savernake.state import MARKET_PATHS, NUM_ROUNDS


def next_path(rows: Any, viewers: NDArray[np.int8]) -> Numbers:
    """The number of the first path of the next market."""
    return _at(rows["paths"], MARKET_PATHS * (rows["rounds"].astype(int) + 1))


def next_animal(rows: Any, viewers: NDArray[np.int8]) -> Numbers:
    """The number of the next animal."""
    return _at(rows["animals"], rows["num_players"].astype(int) + rows["rounds"] + 1)


def last_path(rows: Any, viewers: NDArray[np.int8]) -> Numbers:
    """The number of the last path."""
    numbers: Numbers = rows["paths"][:, -1]
    return numbers


STATISTICS = {"next path": next_path, "next animal": next_animal, "last path": last_path}


def weights(rows: Any, mask: NDArray[np.int8]) -> NDArray[np.float64]:
    """Any legal action."""
    return evenly(mask)


def goes_on(before: Any, after: Any) -> NDArray[np.bool_]:
    """Always."""
    return np.ones(len(after), np.bool_)


def exchanges(record: Mapping[str, Any], viewer: int, chooser: Random) -> Iterator[Exchange]:
    """The cards of the later rounds in another order."""
    setup, moves = record["setup"], list(record["moves"])
    came = sum("take" in move for move in moves) // int(record["players"]) + 1  # markets that have come, at most
    if came >= NUM_ROUNDS:
        return
    for _ in range(4):
        paths, animals = list(setup["paths"]), list(setup["animals"])
        later_paths, later_animals = paths[MARKET_PATHS * came :], animals[came:]
        chooser.shuffle(later_paths)
        chooser.shuffle(later_animals)
        changed = {"paths": paths[: MARKET_PATHS * came] + later_paths, "animals": animals[:came] + later_animals}
        yield {**setup, **changed}, moves


def knows(row: Any, viewer: int) -> Any:
    """Nothing that others do not."""
    return ()


def _at(values: NDArray[Any], places: Numbers) -> Numbers:
    chosen: Numbers = values[np.arange(len(values)), places]
    return chosen
