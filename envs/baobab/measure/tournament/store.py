"""A tournament's folder: what it is in `tournament.json`, and a line in `jobs.jsonl` for every job that is over.

A line is appended and on the disk before the next job is waited for, so that being killed loses only what was being
played. A last line without its end was cut off by that, and is dropped.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

import numpy as np

import baobab
from baobab.files import sync, write_atomically
from baobab.measure.tournament.play import Outcome, Setting, TournamentError
from baobab.measure.tournament.schedule import Job, LineUp

FORMAT = "baobab-tournament/1"
HEADER_NAME = "tournament.json"
JOBS_NAME = "jobs.jsonl"

_SHARED = ("game", "version", "options", "players", "seed")
_KEYS = {"format": str, "game": str, "version": int, "options": dict, "players": int, "seed": int}
_KEYS |= {"bots": list, "games": int, "digests": dict}


def read_header(folder: Path) -> dict[str, Any] | None:
    """What the folder's tournament is; None where there is none, TournamentError where it cannot be read."""
    path = folder / HEADER_NAME
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        if (folder / JOBS_NAME).exists():
            raise TournamentError(f"{folder} has games but no {HEADER_NAME}") from None
        return None
    try:
        header = json.loads(text)
    except ValueError as error:
        raise TournamentError(f"{path} is no JSON ({error})") from None
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise TournamentError(f"{path} is no tournament of the format {FORMAT}")
    for key, kind in _KEYS.items():
        if not isinstance(header.get(key), kind):
            raise TournamentError(f"{path}: {key!r} is missing or no {kind.__name__}")
    return header


class Store:
    """The folder while it is open; use it as a context. Only one process at a time may have it open."""

    def __init__(self, folder: Path, setting: Setting, *, bots: Sequence[str], games: int) -> None:
        """Make the folder, or go on with it; TournamentError where it is a tournament of something else."""
        self.folder = folder
        saved = read_header(folder)
        digests: dict[str, str | None] = {}
        if saved is not None:
            _check_same(folder, saved, setting)
            digests = saved["digests"]
        folder.mkdir(parents=True, exist_ok=True)
        self._file = _open_alone(folder / JOBS_NAME)
        try:
            self.outcomes, self.versions = _read_jobs(folder / JOBS_NAME, self._file, setting.players)
            header = {
                "format": FORMAT,
                **{key: getattr(setting, key) for key in _SHARED},
                "bots": list(bots),
                "games": games,
                "digests": {**digests, **setting.digests},
            }
            write_atomically(folder / HEADER_NAME, (json.dumps(header, indent=2, ensure_ascii=False) + "\n").encode())
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def played(self) -> dict[LineUp, set[int]]:
        """The numbers of the deals that are over, by line-up."""
        deals: dict[LineUp, set[int]] = {}
        for outcome in self.outcomes:
            job = outcome.job
            deals.setdefault(job.line_up, set()).update(range(job.first, job.first + job.deals))
        return deals

    def add(self, outcome: Outcome) -> None:
        """Append what came out of a job; it is on the disk when this returns."""
        self._file.write(_write_line(outcome))
        self._file.flush()
        sync(self._file.fileno())
        self.outcomes.append(outcome)
        self.versions.add(baobab.__version__)


def _check_same(folder: Path, saved: Mapping[str, Any], setting: Setting) -> None:
    for key in _SHARED:
        if saved[key] != getattr(setting, key):
            theirs, ours = json.dumps(saved[key]), json.dumps(getattr(setting, key))
            raise TournamentError(
                f"{folder} holds a tournament with {key} {theirs}, not {ours}: different ones are never mixed;"
                " choose another folder with --out"
            )
    for name, digest in setting.digests.items():
        if saved["digests"].get(name, digest) != digest:
            raise TournamentError(
                f"{folder} holds games of {name} with other weights ({saved['digests'][name]}) than it has now"
                f" ({digest}); give it another name, or choose another folder with --out"
            )


# --- Jobs -------------------------------------------------------------------------------------------------


def _open_alone(path: Path) -> BinaryIO:
    """The file, to read and append; TournamentError where another process has it open so."""
    file = path.open("a+b")
    try:
        import fcntl
    except ImportError:  # where there are no such locks, two processes at once only do work twice
        return file
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise TournamentError(f"{path.parent} is being played by another process") from None
    return file


def _write_line(outcome: Outcome) -> bytes:
    values = {
        "line_up": outcome.job.line_up,
        "first": outcome.job.first,
        "deals": outcome.job.deals,
        "ranks": outcome.ranks.tolist(),
        "scores": outcome.scores.tolist(),
        "asked": outcome.asked.tolist(),
        "seconds": round(outcome.seconds, 3),
        "baobab": baobab.__version__,
    }
    return (json.dumps(values, ensure_ascii=False, separators=(",", ":")) + "\n").encode()


def _read_jobs(path: Path, file: BinaryIO, players: int) -> tuple[list[Outcome], set[str]]:
    """What came out of the jobs so far, and the versions of this package that played them."""
    file.seek(0)
    data = file.read()
    whole = data.rfind(b"\n") + 1
    if whole < len(data):
        file.truncate(whole)
    outcomes, versions = [], set()
    for number, line in enumerate(data[:whole].splitlines(), start=1):
        try:
            outcome, version = _read_line(line, players)
        except (ValueError, KeyError, TypeError) as error:
            raise TournamentError(f"{path}, line {number}, is no job of this tournament: {error!r}") from None
        outcomes.append(outcome)
        versions.add(version)
    return outcomes, versions


def _read_line(line: bytes, players: int) -> tuple[Outcome, str]:
    values = json.loads(line)
    job = Job(tuple(values["line_up"]), int(values["first"]), int(values["deals"]))
    ranks, scores, asked = (np.array(values[key], np.int64) for key in ("ranks", "scores", "asked"))
    shape = (job.deals, players, players)
    if job.first < 0 or len(job.line_up) != players or not ranks.shape == scores.shape == shape:
        raise ValueError(f"{ranks.shape} ranks and {scores.shape} scores of {job.deals} deals of {job.line_up}")
    if asked.shape != shape[:2]:
        raise ValueError(f"decisions of {asked.shape} games")
    if ranks.min(axis=2).max() != 1 or ranks.min() < 1 or ranks.max() > players:
        raise ValueError("ranks do not count from 1")
    return Outcome(job, ranks, scores, asked, float(values["seconds"])), str(values["baobab"])
