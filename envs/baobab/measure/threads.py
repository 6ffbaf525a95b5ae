"""Processes that measure: each on one thread, and what their end means."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

THREAD_VARIABLES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
"""Environment variables that hold a process to a number of threads; they are read when it imports."""
ONE_THREAD = dict.fromkeys(THREAD_VARIABLES, "1")


@contextmanager
def one_thread() -> Iterator[None]:
    """Networks use one thread meanwhile, and processes that are started use one for all."""
    before = {name: os.environ.get(name) for name in THREAD_VARIABLES}
    torch = sys.modules.get("torch")
    threads = torch.get_num_threads() if torch else 1
    os.environ.update(ONE_THREAD)
    try:
        if torch:
            torch.set_num_threads(1)
        yield
    finally:
        if torch:
            torch.set_num_threads(threads)
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def describe_exit(code: int | None, *, begun: bool) -> str:
    """Why a process has ended with this exit code, as far as that tells; `begun`: it had done some work before."""
    if code == 1 and not begun:
        return (
            "1 before it did anything. Each process imports the main script anew: what a script does when it is run"
            ' stands below `if __name__ == "__main__":`'
        )
    return f"{code}: killed, out of memory …"
