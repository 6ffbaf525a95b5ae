"""Jobs in processes of their own, which end with us and take what they started with them."""

import signal
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import FrameType
from typing import Generic, TypeVar

from baobab.measure.threads import describe_exit

_Job = TypeVar("_Job")


class JobError(RuntimeError):
    """A job that failed; the text is the job's own, or says how its process ended."""


class _Running(Generic[_Job]):
    """A job that is under way."""

    def __init__(self, work: Callable[[_Job], object], job: _Job) -> None:
        self.job = job
        context = get_context("spawn")
        self.words, sender = context.Pipe(duplex=False)
        self.process: BaseProcess = context.Process(target=_work_alone, args=(work, job, sender))
        self.process.start()
        sender.close()

    def end(self) -> None:
        """Wait for the end; JobError where the job failed."""
        self.process.join()
        try:
            told = self.words.recv()
        except EOFError:  # it had nothing to tell
            told = None
        self.words.close()
        if told is not None:
            raise JobError(told)
        if self.process.exitcode:
            why = describe_exit(self.process.exitcode, begun=False)
            raise JobError(f"{self.job}: its process has ended with the exit code {why}")


def do_jobs(work: Callable[[_Job], object], jobs: Sequence[_Job], *, processes: int) -> Iterator[_Job]:
    """`work` of every job, so many at once: the jobs as they are done.

    The first failure (JobError) ends the others, and so does whatever interrupts us.
    """
    waiting, running = list(jobs), list[_Running[_Job]]()
    try:
        while waiting or running:
            while waiting and len(running) < processes:
                running.append(_Running(work, waiting.pop(0)))
            ended = wait([one.process.sentinel for one in running])
            for one in [one for one in running if one.process.sentinel in ended]:
                running.remove(one)
                one.end()
                yield one.job
    finally:
        for one in running:
            one.process.terminate()
        for one in running:
            one.process.join()
            one.words.close()


def end_on_terminate() -> None:
    """From now on a request to end is an interrupt, so that what was started can be ended as well."""

    def end(number: int, frame: FrameType | None) -> None:
        del number, frame
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, end)


def _work_alone(work: Callable[[_Job], object], job: _Job, sender: Connection) -> None:
    end_on_terminate()
    try:
        work(job)
    except KeyboardInterrupt:
        pass
    except Exception as error:  # noqa: BLE001 - it is told where the jobs are given out
        sender.send(str(error) or repr(error))
