"""Signals that ask to stop, noted instead of obeyed, so that what is under way can be kept."""

import signal
import sys
from types import FrameType


class SignalWatch:
    """Notes an interrupt (Ctrl-C) or a request to end and tells so; a second one ends at once (KeyboardInterrupt)."""

    def __init__(self, message: str) -> None:
        """`message` is what a person is told on standard error at the first one."""
        self.number = 0  # of the signal; 0 while there was none
        self._message = message
        self._before = {number: signal.signal(number, self._note) for number in (signal.SIGINT, signal.SIGTERM)}

    def restore(self) -> None:
        """Back to what signals did before."""
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _note(self, number: int, frame: FrameType | None) -> None:
        del frame
        if self.number:
            raise KeyboardInterrupt
        self.number = number
        sys.stderr.write(f"\n{self._message}\n")
        sys.stderr.flush()
