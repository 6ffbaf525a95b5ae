"""Where jobs are played: in this process, in several, or on a Ray cluster. All give the same results."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, Protocol

from baobab.extras import need_extra
from baobab.measure.threads import describe_exit, one_thread
from baobab.measure.tournament.play import Outcome, Setting, TournamentError, play_job
from baobab.measure.tournament.schedule import Job

ENGINES = ("local", "ray")

_POLL_SECONDS = 0.2


class WorkerError(TournamentError):
    """A worker ended before its job was over."""


class Engine(Protocol):
    """Plays jobs somewhere."""

    @property
    def room(self) -> int:
        """How many jobs may be handed out at a time."""

    def submit(self, job: Job) -> Any:
        """Hand out a job: its handle."""

    def wait(self, handles: Sequence[Any]) -> list[tuple[Any, Outcome]]:
        """Those that are over, and what came out of them; none after a moment in which none was."""

    def close(self) -> None:
        """End the workers, whatever they do."""


def run_jobs(engine: Engine, jobs: Iterable[Job], *, stopped: Callable[[], bool]) -> Iterator[Outcome]:
    """What came out of the jobs, as they end. Once `stopped()`, only those that are handed out are waited for."""
    rest = iter(jobs)
    handles: list[Any] = []
    while True:
        while len(handles) < engine.room and not stopped():
            job = next(rest, None)
            if job is None:
                break
            handles.append(engine.submit(job))
        if not handles:
            return
        for handle, outcome in engine.wait(handles):
            handles.remove(handle)
            yield outcome


class InProcess:
    """Plays in this process, as the workers of several would: on one thread."""

    room = 1

    def __init__(self, setting: Setting) -> None:
        self._setting = setting

    def submit(self, job: Job) -> Job:
        """The handle is the job itself."""
        return job

    def wait(self, handles: Sequence[Job]) -> list[tuple[Job, Outcome]]:
        """Plays the first one."""
        with one_thread():
            return [(handles[0], play_job(self._setting, handles[0]))]

    def close(self) -> None:
        """There is nothing to end."""


class Processes:
    """Plays in processes of their own, each with one thread and a pipe of its own, so that any may be ended safely."""

    def __init__(self, setting: Setting, workers: int) -> None:
        self.room = workers
        self._processes: dict[Connection, SpawnProcess] = {}
        context = multiprocessing.get_context("spawn")
        with one_thread():
            for _ in range(workers):
                ours, theirs = context.Pipe()
                process = context.Process(target=_work, args=(theirs, setting), daemon=True)
                process.start()
                theirs.close()  # the worker's copy is then the only one, and its death can be read here
                self._processes[ours] = process
        self._idle = list(self._processes)
        self._begun: set[Connection] = set()  # whose workers have played something

    def submit(self, job: Job) -> Connection:
        """The handle is the pipe of the worker that plays it."""
        pipe = self._idle.pop()
        try:
            pipe.send(job)
        except OSError:
            raise self._died(pipe) from None
        return pipe

    def wait(self, handles: Sequence[Connection]) -> list[tuple[Connection, Outcome]]:
        """Those that are over."""
        over = []
        for pipe in wait(handles, timeout=_POLL_SECONDS):
            assert isinstance(pipe, Connection)  # noqa: S101 - of these, as mypy does not know
            try:
                answer = pipe.recv()
            except (EOFError, OSError):
                raise self._died(pipe) from None
            if isinstance(answer, Exception):
                raise answer
            self._idle.append(pipe)
            self._begun.add(pipe)
            over.append((pipe, answer))
        return over

    def close(self) -> None:
        """End the workers."""
        for process in self._processes.values():
            process.kill()
        for pipe, process in self._processes.items():
            process.join()
            pipe.close()

    def _died(self, pipe: Connection) -> WorkerError:
        process = self._processes[pipe]
        process.join()
        why = describe_exit(process.exitcode, begun=pipe in self._begun)
        return WorkerError(f"a worker process has ended with the exit code {why}")


class RayCluster:
    """Plays on the Ray cluster of this address, or on one that is started here; Ray repeats the jobs of what dies."""

    def __init__(self, setting: Setting, *, address: str | None, workers: int) -> None:
        try:
            import ray
        except ImportError as error:
            raise need_extra("the engine ray", "ray", error) from error
        self._ray = ray
        self._joined = ray.is_initialized()
        if not self._joined and (address or os.environ.get("RAY_ADDRESS")):
            ray.init(address=address, log_to_driver=False)
        elif not self._joined:
            ray.init(num_cpus=workers, include_dashboard=False, log_to_driver=False)
        # One core also means one thread: Ray sets OMP_NUM_THREADS by it.
        self._play = ray.remote(num_cpus=1, max_retries=-1)(play_job)
        self._setting = ray.put(setting)

    @property
    def room(self) -> int:
        """Twice as many as there are cores now, so that none waits for the next job."""
        return 2 * max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def submit(self, job: Job) -> Any:
        """The handle is Ray's reference."""
        return self._play.remote(self._setting, job)

    def wait(self, handles: Sequence[Any]) -> list[tuple[Any, Outcome]]:
        """Those that are over."""
        done, _ = self._ray.wait(list(handles), num_returns=1, timeout=_POLL_SECONDS)
        return [(handle, self._ray.get(handle)) for handle in done]

    def close(self) -> None:
        """Leave the cluster; end it where it was started here."""
        if not self._joined:
            self._ray.shutdown()


# --- Workers ----------------------------------------------------------------------------------------------


def _work(pipe: Connection, setting: Setting) -> None:
    """Play what comes through the pipe, and answer with the outcome or with what a person should be told."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes of a terminal; the first one decides
    threading.Thread(target=_end_with_parent, daemon=True).start()
    while True:
        try:
            job = pipe.recv()
        except EOFError:
            return
        try:
            answer: Outcome | TournamentError = play_job(setting, job)
        except (ValueError, OSError, ImportError) as error:
            answer = TournamentError(f"{', '.join(job.line_up)}: {error}")
        pipe.send(answer)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
