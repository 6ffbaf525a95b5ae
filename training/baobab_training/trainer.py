"""What a run needs of an algorithm, and which algorithms there are.

`run.algorithm` names one; its module is imported on first use. Everything else (the command, checkpoints, resuming,
the display, the evaluation) is written against `Trainer` here and knows no algorithm.
"""

import importlib
from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeVar, cast

from numpy.typing import NDArray

from baobab.core.game import Game
from baobab_training.config import Config
from baobab_training.networks.network import Network

TRAINERS = {
    "ppo": "baobab_training.learning.ppo:make_trainer",
    "maskable_ppo": "baobab_training.frameworks.sb3:MaskableTrainer",
    "dmc": "baobab_training.learning.dmc:make_trainer",
}
"""Where the trainer of each algorithm is; it is called with `(config, game, command=…)`."""

Metrics = dict[str, float]
"""Figures of an iteration: `steps_per_second` always, the rest is the algorithm's own. None is without a value."""

Arrays = dict[str, NDArray[Any]]

_Value = TypeVar("_Value")


class TrainingError(ValueError):
    """A run that cannot go on."""


class Trainer(Protocol):
    """A run in progress."""

    config: Config
    game: Game
    command: str | None  # that started the run, for its card
    steps: int  # decisions of the learning policy so far
    iterations: int
    seconds: float  # spent on iterations, earlier parts of a resumed run included

    @property
    def network(self) -> Network:
        """What plays and is saved as a checkpoint, with the weights that it has now."""

    @property
    def progress(self) -> float:
        """How far the run is: 0 … 1; `run_progress` unless the algorithm knows better."""

    def iterate(self) -> Metrics:
        """One round of playing and learning; its metrics. It is to last seconds, not minutes."""

    def saved(self) -> tuple[Arrays, dict[str, Any]]:
        """All that `restore` needs beside `steps`, `iterations` and `seconds`: arrays by name, and JSON values.

        The names of the values are none of those that every run has (runs/resume.py).
        """

    def restore(self, arrays: Arrays, values: dict[str, Any]) -> None:
        """Become, freshly made, the run that `saved` this; KeyError, ValueError or TypeError where it does not fit.

        `arrays` may be kept; `values` holds those of every run as well.
        """

    def close(self) -> None:
        """Free what it holds: threads, processes."""


def make_trainer(config: Config, game: Game, *, command: str | None = None) -> Trainer:
    """A fresh run of the algorithm that the config names; ValueError where the game cannot be trained so."""
    module, name = TRAINERS[config.run.algorithm].split(":")
    make: Callable[..., Any] = getattr(importlib.import_module(module), name)
    return cast(Trainer, make(config, game, command=command))


def run_progress(config: Config, *, steps: int, seconds: float) -> float:
    """How far a run is: 0 … 1, by decisions or by time, whichever is further."""
    run = config.run
    by_time = seconds / (60 * run.max_minutes) if run.max_minutes else 0.0
    return min(1.0, max(steps / run.steps, by_time))


def linear(start: float, end: float, progress: float) -> float:
    """The value between `start` and `end` where a run is so far, 0 … 1."""
    return start + progress * (end - start)


def strip_prefix(values: Mapping[str, _Value], prefix: str) -> dict[str, _Value]:
    """The entries whose names begin with `prefix`, by the rest of their names."""
    return {name.removeprefix(prefix): value for name, value in values.items() if name.startswith(prefix)}
