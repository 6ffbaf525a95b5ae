"""One process at a time has a run's folder."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from baobab_training.trainer import TrainingError

LOCK_NAME = ".lock"


@contextmanager
def hold_run(folder: Path) -> Iterator[None]:
    """Have the folder alone; TrainingError where another process has it. One that is killed leaves it."""
    lock = FileLock(folder / LOCK_NAME)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise TrainingError(f"another process trains in {folder}: wait for it, or stop it") from None
    try:
        yield
    finally:
        lock.release()
