"""How far a command is: one line on standard error, the same for all commands."""

import os
import sys
import time
from typing import TextIO

LINE_SECONDS = 10.0
"""Time between two lines where the line cannot be redrawn."""
REDRAW_SECONDS = 0.2


def is_live(stream: TextIO | None) -> bool:
    """Whether a line can be redrawn there: a terminal that is not dumb."""
    return stream is not None and stream.isatty() and os.environ.get("TERM") != "dumb"


def format_clock(seconds: float) -> str:
    """A time as 3:07, or 1:03:07."""
    hours, rest = divmod(round(seconds), 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"


class Progress:
    """Says how much of a work is done and how long the rest takes.

    In a terminal one line is redrawn; elsewhere, and in a dumb terminal, there is a line every ten seconds, so none for
    what is quickly done.
    """

    def __init__(self, what: str, total: int = 0) -> None:
        """`what` is counted, of which there are `total`."""
        self.what, self.total, self.done = what, total, 0
        self._start = self._shown = time.monotonic()
        self._lines = 0

    def __call__(self, done: int, total: int | None = None, *, left: float | None = None) -> None:
        """So many are done; `left` seconds remain, as many as the speed so far says unless given."""
        self.done, self.total = done, self.total if total is None else total
        now, over, live = time.monotonic(), self.done >= self.total, is_live(sys.stderr)
        waited = now - self._shown >= (REDRAW_SECONDS if live else LINE_SECONDS)
        if not waited and not (over and (live or self._lines)):
            return
        self._shown = now
        self._lines += 1
        if left is None:
            left = (self.total - done) * (now - self._start) / max(done, 1)
        line = f"{done:,} of {self.total:,} {self.what}, {format_clock(left)} left"
        sys.stderr.write(f"\r\033[K{line}" + "\n" * over if live else f"{line}\n")
        sys.stderr.flush()
