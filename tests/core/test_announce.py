"""One line says that there is compiling."""

import io
import sys

import pytest

from baobab.core import announce
from baobab.core.announce import compiling


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def compile_three(game: str) -> None:
    with compiling(game):
        for _ in range(2):
            with compiling(game):
                pass


def test_on_a_terminal_the_line_is_rewritten_and_gone_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    compile_three("kenya")
    first, *more = terminal.getvalue().split("\r\033[K")
    assert first == ""
    assert [line.startswith("baobab: compiling kenya") for line in more] == [True, True, True, False]
    assert more[-1] == ""
    assert "\n" not in terminal.getvalue()


@pytest.mark.parametrize("stream", [io.StringIO, Terminal], ids=["file", "dumb terminal"])
def test_elsewhere_it_is_said_once_for_each_game(
    stream: type[io.StringIO], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(announce, "_told", set())
    monkeypatch.setattr(sys, "stderr", stream())
    monkeypatch.setenv("TERM", "dumb")
    for game in ("kenya", "kenya", "nimalia", ""):
        compile_three(game)
    assert [record.getMessage().split(" (")[0] for record in caplog.records] == [
        "baobab: compiling kenya",
        "baobab: compiling nimalia",
    ]
