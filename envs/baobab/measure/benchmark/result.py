"""Result files: an entry's runs with the stamp of the protocol, checked as they are read."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import numpy as np

from baobab.files import write_atomically
from baobab.measure.benchmark.aggregate import Floats
from baobab.measure.benchmark.protocol import Protocol

FORMAT = "baobab-benchmark/1"
Score = Literal["win", "margin"]


class ResultError(ValueError):
    """A result that cannot be used; the text says which and why."""


@dataclass(frozen=True)
class Run:
    """One seed of one task."""

    task: str
    seed: int
    against: dict[str, dict[str, Any]]  # opponent -> what `measure_bot` gives
    steps: int | None = None  # decisions that were learned from; None where nothing was learned
    seconds: float | None = None  # that the training took
    curve: list[list[float]] = field(default_factory=list)  # [decisions, win share] along the way

    @property
    def key(self) -> tuple[str, int]:
        """Task and seed."""
        return (self.task, self.seed)


@dataclass(frozen=True)
class Result:
    """All runs of an entry."""

    name: str
    source: str  # the bot's name, or the training command
    stamp: dict[str, Any]  # of the protocol
    runs: tuple[Run, ...]
    commit: str | None = None  # of the code that the measurement began with

    def scores(self, kind: Score, opponent: str | None = None) -> Floats:
        """Scores `[R, T]`, runs by tasks in the stamp's order: the mean over the panel, or against one of it."""
        runs = {run.key: run for run in self.runs}
        names = [opponent] if opponent is not None else list(self.stamp["panel"])
        return np.array(
            [
                [np.mean([runs[task, seed].against[name][kind] for name in names]) for task in self.stamp["tasks"]]
                for seed in self.stamp["seeds"]
            ]
        )

    @property
    def trained(self) -> bool:
        """Whether this is a training command's."""
        return any(run.steps is not None or run.seconds is not None for run in self.runs)


def write_result(path: Path, result: Result) -> None:
    """Write the result, whole or not at all."""
    values = {
        "format": FORMAT,
        "name": result.name,
        "source": result.source,
        "stamp": result.stamp,
        "commit": result.commit,
        "runs": [vars(run) for run in sorted(result.runs, key=lambda run: run.key)],
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, (json.dumps(values, indent=1) + "\n").encode())


def read_result(path: Path, protocol: Protocol) -> Result:
    """The result in this file; ResultError where it is none, not complete, or of other versions than `protocol`."""
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
        if values["format"] != FORMAT:
            raise ResultError(f"{path} is no result of the format {FORMAT}")
        result = Result(
            name=values["name"],
            source=values["source"],
            stamp=values["stamp"],
            runs=tuple(Run(**run) for run in values["runs"]),
            commit=values["commit"],
        )
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        if isinstance(error, ResultError):
            raise
        raise ResultError(f"{path} is no result: {error!r}") from error
    check_stamp(result.stamp, protocol, where=str(path))
    missing = [f"{task}, seed {seed}" for task, seed in missing_runs(result.runs, protocol)]
    if missing:
        raise ResultError(f"{path} lacks {len(missing)} runs, first that of {missing[0]}: go on with the measurement")
    return result


def read_results(folder: Path, protocol: Protocol) -> list[Result]:
    """All results of `<folder>/<protocol>/`, by name."""
    return [read_result(path, protocol) for path in sorted((folder / protocol.name).glob("*.json"))]


def check_stamp(stamp: Any, protocol: Protocol, *, where: str) -> None:
    """ResultError names what differs where a stamp is not that of the protocol here."""
    wanted = protocol.stamp()
    if not isinstance(stamp, dict):
        raise ResultError(f"{where} has no stamp of a protocol")
    for key, value in wanted.items():
        if stamp.get(key) != value:
            raise ResultError(f"{where} was measured with {key} {stamp.get(key)!r}, here it is {value!r}: measure anew")


def missing_runs(runs: Sequence[Run], protocol: Protocol) -> list[tuple[str, int]]:
    """Tasks and seeds of the protocol without a whole run."""
    panel = {opponent.name for opponent in protocol.panel}
    whole = {run.key for run in runs if panel <= set(run.against)}
    wanted = [(task.name, seed) for task in protocol.tasks for seed in protocol.seeds]
    return [key for key in wanted if key not in whole]
