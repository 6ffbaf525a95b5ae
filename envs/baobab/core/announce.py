"""Says that kernels are being compiled, in one line: rewritten on a terminal, written once for each game elsewhere."""

import logging
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

_logger = logging.getLogger("baobab")
_told: set[str] = set()
_depth = 0
_done = 0
_start = 0.0


@contextmanager
def compiling(game: str) -> Iterator[None]:
    """Around the compiling of one kernel of a game (`""`: of none), which may need others; with the compiler's lock."""
    global _depth, _done, _start  # noqa: PLW0603  # one line for the whole process
    if _depth == 0:
        _start = time.monotonic()
    _depth += 1
    try:
        _tell(game)
        yield
    finally:
        _depth -= 1
        _done += 1
        if _depth == 0 and _on_terminal():
            _rewrite("")


def _tell(game: str) -> None:
    if not _logger.isEnabledFor(logging.WARNING):
        return
    if _on_terminal():
        seconds = time.monotonic() - _start
        line = f"baobab: compiling {game or 'kernels'}, once after an install: {_done} parts so far, {seconds:.0f} s"
        _rewrite(line)
    elif game and game not in _told:
        _told.add(game)
        _logger.warning("baobab: compiling %s (once after an install; it takes some ten seconds)", game)


def _rewrite(line: str) -> None:
    sys.stderr.write(f"\r\033[K{line}")
    sys.stderr.flush()


def _on_terminal() -> bool:
    return sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM", "dumb") != "dumb"
