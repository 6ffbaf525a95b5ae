"""Doing the work: every run of an entry in its own folder, each step kept as it is done.

`<work>/entry.json` says what is measured. A run has `<work>/<task>-<seed>/` with `train/` and `train.log` of the
command, `trained.json`, a file for each opponent, and `curve.json`. Whatever is there is not done again.
"""

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from baobab.bots import load_bot
from baobab.files import current_commit, write_atomically
from baobab.measure.benchmark.measure import measure_bot, measure_curve, trained_steps
from baobab.measure.benchmark.processes import JobError, do_jobs
from baobab.measure.benchmark.protocol import BUDGET_SLACK, Protocol, Task, slug
from baobab.measure.benchmark.result import ResultError, Run, check_stamp
from baobab.measure.digest import bot_digest, claim, file_digest
from baobab.measure.threads import ONE_THREAD, one_thread
from baobab.registry import load_game

FIELDS = ("game", "players", "steps", "seed", "out", "every")
"""What stands in braces in a training command."""
LOG_LINES = 5
PATIENCE = 60.0
"""Seconds in which a command that is asked to end may save."""
LOCK = ".lock"
"""Held by the process that does a run."""

RESUMABLE = "resume.safetensors"
"""In the folder of a run of `baobab train` that was cut: it can be gone on with."""

Say = Callable[[str], None]


class BenchmarkError(RuntimeError):
    """A training command that failed or did not keep to the rules."""


@dataclass(frozen=True)
class Entry:
    """What is measured."""

    name: str
    source: str  # a bot's name, which may have {game} and {players} in it, or a training command, which has {out}

    @property
    def is_command(self) -> bool:
        """Whether it trains first."""
        return "{out}" in self.source

    def filled(self, task: Task, **values: Any) -> str:
        """The source for a task; ValueError names what is in braces and not known."""
        try:
            return self.source.format(game=task.game, players=task.players, **values)
        except (KeyError, IndexError, ValueError) as error:
            known = ", ".join(f"{{{name}}}" for name in FIELDS)
            raise ValueError(f"in {self.source!r} only {known} stand in braces: {error!r}") from error


@dataclass(frozen=True)
class Job:
    """One run of an entry."""

    entry: Entry
    protocol: Protocol
    task: Task
    seed: int
    folder: Path

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """What people are told."""
        return f"{self.task.name}, seed {self.seed}"


def measure_entry(
    entry: Entry, protocol: Protocol, work: Path, *, tasks: Sequence[Task], processes: int, say: Say
) -> list[Run]:
    """All runs of the entry for these tasks, those that `work` has already as they are."""
    begin_work(entry, protocol, work, tasks)
    jobs = [Job(entry, protocol, task, seed, work / f"{task.name}-{seed}") for seed in protocol.seeds for task in tasks]
    left = [job for job in jobs if read_run(job) is None]
    say(f"{entry.name}: {len(jobs) - len(left)} of {len(jobs)} runs are there, {processes} processes")
    start = time.monotonic()
    for done, job in enumerate(_done(left, processes), start=1):
        _tell(job, done, len(left), start, say)
    return [run for job in jobs if (run := read_run(job)) is not None]


def begin_work(entry: Entry, protocol: Protocol, work: Path, tasks: Sequence[Task] = ()) -> str | None:
    """Mark the folder as this entry's; the commit at which it was begun.

    ResultError where the folder is another entry's or of other versions, OtherSourceError where its runs of these tasks
    are of other weights, or of a command that reads other files.
    """
    path = work / "entry.json"
    if path.is_file():
        kept = _read(path)
        check_stamp(kept.get("stamp"), protocol, where=str(path))
        if (kept.get("name"), kept.get("source")) != (entry.name, entry.source):
            raise ResultError(f"{work} has the runs of {kept.get('source')!r}: name this entry differently (--name)")
        _claim(entry, work, tasks, begun=True)
        begun: str | None = kept.get("commit")
        return begun
    _claim(entry, work, tasks, begun=False)
    commit = current_commit()
    _write(path, {"name": entry.name, "source": entry.source, "commit": commit, "stamp": protocol.stamp()})
    return commit


def _claim(entry: Entry, work: Path, tasks: Sequence[Task], *, begun: bool) -> None:
    """Note the weights of a bot, or the files that a training command names, in the folder of their runs."""
    weights: dict[str, str | None] = {}
    files: dict[str, str] = {}
    for task in tasks:
        if entry.is_command:
            words = shlex.split(entry.filled(task, steps=0, seed=0, out="", every=0))
            files |= {word: file_digest(Path(word)) for word in words if os.path.isfile(word)}  # noqa: PTH113 - no word is too long
        else:
            name = entry.filled(task)
            weights[name] = bot_digest(load_bot(name))
    work.mkdir(parents=True, exist_ok=True)
    claim(work / "source.json", {"weights": weights, "files": files}, begun=begun)


def do_job(job: Job) -> Run:
    """Train where that is to be done, and measure what was not measured yet."""
    job.folder.mkdir(parents=True, exist_ok=True)
    with (job.folder / LOCK).open("w") as lock:
        _lock(lock, job)
        return _do_job(job, lock.fileno())


def _do_job(job: Job, lock: int) -> Run:
    game = load_game(job.task.game)
    name = job.entry.filled(job.task) if not job.entry.is_command else str(train(job, lock=lock))
    bot = load_bot(name)
    for opponent in job.protocol.panel:
        path = job.folder / f"{slug(opponent.name)}.json"
        if not path.is_file():
            _write(path, measure_bot(game, bot, opponent, players=job.task.players, seed=job.seed))
    path = job.folder / "curve.json"
    if job.entry.is_command and not path.is_file():
        folder, wanted = job.folder / "train", job.protocol.curve
        _write(path, measure_curve(game, folder, wanted, players=job.task.players, seed=job.seed))
    run = read_run(job)
    if run is None:
        raise BenchmarkError(f"{job.name}: {job.folder} is not whole")
    return run


def train(job: Job, *, lock: int) -> Path:
    """The folder of the run's policy, trained now unless that is done; BenchmarkError where the command fails.

    The command holds `lock` as well: where we are killed and it is not, nobody else begins before it ends.
    """
    folder, done = job.folder / "train", job.folder / "trained.json"
    if done.is_file():
        return folder
    start = time.monotonic()
    arguments = _arguments(job, folder)
    with (job.folder / "train.log").open("ab") as log:
        code = run_command(arguments, log=log, keep=lock)
    if code:
        raise BenchmarkError(f"{job.name}: {shlex.join(arguments)} ended with {code}:\n{_last_lines(log.name)}")
    steps, most = trained_steps(folder), job.protocol.steps * (1 + BUDGET_SLACK)
    if steps is not None and steps > most:
        raise BenchmarkError(f"{job.name}: it learned from {steps:,} decisions, the protocol allows {most:,.0f}")
    _write(done, {"steps": steps, "seconds": round(time.monotonic() - start, 1)})
    return folder


def run_command(arguments: Sequence[str], *, log: BinaryIO, keep: int) -> int:
    """The exit code of a command on one thread, which inherits the file `keep` and ends where we are interrupted."""
    asked: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, _: asked.append(number))  # else it is lost half started
    process = None
    try:
        process = subprocess.Popen(  # noqa: S603 - the command is the user's own
            arguments,
            pass_fds=(keep,) if os.name == "posix" else (),  # elsewhere files are not handed on so
            stdout=log,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            env=os.environ | ONE_THREAD,
        )
        signal.signal(signal.SIGTERM, before)
        if asked:
            raise KeyboardInterrupt
        return process.wait()
    except BaseException:
        if process is not None:
            _end(process)
        raise
    finally:
        signal.signal(signal.SIGTERM, before)


def read_run(job: Job) -> Run | None:
    """The run as far as it is kept; None where something is left to do."""
    paths = {opponent.name: job.folder / f"{slug(opponent.name)}.json" for opponent in job.protocol.panel}
    needed = [
        *paths.values(),
        *([job.folder / "trained.json", job.folder / "curve.json"] if job.entry.is_command else []),
    ]
    if not all(path.is_file() for path in needed):
        return None
    against = {name: _read(path) for name, path in paths.items()}
    if not job.entry.is_command:
        return Run(job.task.name, job.seed, against)
    trained = _read(job.folder / "trained.json")
    curve = _read(job.folder / "curve.json")
    return Run(job.task.name, job.seed, against, trained["steps"], trained["seconds"], curve)


def _arguments(job: Job, folder: Path) -> list[str]:
    """The command's words. Our own goes on where a run was cut; another begins anew in an empty folder."""
    text = job.entry.filled(
        job.task,
        steps=job.protocol.steps,
        seed=job.seed,
        out=shlex.quote(str(folder)),
        every=max(1, job.protocol.steps // job.protocol.curve_points),
    )
    words = shlex.split(text)
    if words[0] == "baobab":
        if words[1:2] == ["train"] and (folder / RESUMABLE).is_file():
            words = ["baobab", "train", job.task.game, "--resume", str(folder)]
        return [sys.executable, "-c", "import sys; from baobab.cli import main; sys.exit(main())", *words[1:]]
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return words


def _lock(lock: TextIO, job: Job) -> None:
    """Hold the run's folder until `lock` is closed; BenchmarkError where another process has it."""
    try:
        import fcntl
    except ImportError:  # another system than Unix: nobody is kept out
        return
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise BenchmarkError(f"{job.name}: another process does {job.folder}: wait for it, or end it") from error


def _done(jobs: Sequence[Job], processes: int) -> Iterator[Job]:
    """The jobs as they are done: one after another here, or several at once; BenchmarkError where one fails."""
    if processes == 1:
        for job in jobs:
            do_job(job)
            yield job
        return
    try:
        yield from do_jobs(_do_on_one_thread, jobs, processes=processes)
    except JobError as error:
        raise BenchmarkError(str(error)) from error


def _do_on_one_thread(job: Job) -> None:
    with one_thread():
        do_job(job)


def _end(process: "subprocess.Popen[bytes]") -> None:
    """Ask the command to end, which lets it save, and end it where it does not."""
    process.terminate()
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _tell(job: Job, done: int, total: int, start: float, say: Say) -> None:
    left = (time.monotonic() - start) / done * (total - done)
    run = read_run(job)
    told = {name: measured["win_share"] for name, measured in run.against.items()} if run is not None else {}
    shares = ", ".join(f"{name} {share:.3f}" for name, share in told.items())
    say(f"{done} of {total}: {job.name}: win share against {shares}; {left / 60:.0f} minutes left")


def _last_lines(path: str) -> str:
    lines = Path(path).read_text(encoding="utf-8", errors="replace").splitlines()
    return "\n".join(f"  {line}" for line in lines[-LOG_LINES:])


def _read(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ResultError(f"{path} is no JSON ({error}): remove it to measure it anew") from error


def _write(path: Path, values: Any) -> None:
    write_atomically(path, (json.dumps(values, indent=1) + "\n").encode())
