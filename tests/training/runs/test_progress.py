"""What is told of a run while it goes."""

from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

from baobab_training.runs.progress import FIGURES, Display

METRICS = {"steps_per_second": 4821.0, "entropy": 1.573, "kl": 0.00344, "clipped": 0.03527, "game_length": 247.2}


@pytest.fixture
def trainer() -> Any:
    """A run of which half is over."""
    return SimpleNamespace(steps=50_000, progress=0.5, config=SimpleNamespace(run=SimpleNamespace(steps=100_000)))


def test_a_terminal_of_24_lines_shows_the_bar_and_every_figure(trainer: Any) -> None:
    display = Display(trainer, logs=None)
    display.measured("greedy", 0.5)
    console = Console(width=80, height=24, record=True, force_terminal=True, color_system=None)
    console.print(display._picture({**dict.fromkeys(FIGURES, 0.25), **METRICS}))
    lines = console.export_text().splitlines()
    assert len(lines) <= 23
    assert max(map(len, lines)) <= 80
    assert "━" in lines[0]
    assert lines[1].split() == ["steps", "50,000", "of", "100,000"]
    assert lines[-1].split() == ["win", "share", "0.500", "against", "greedy"]
    for label in FIGURES.values():
        assert any(line.startswith(label) for line in lines)


def test_elsewhere_a_line_tells_the_steps_the_speed_and_a_few_figures(
    trainer: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    display = Display(trainer, logs=None)
    display.iterated(METRICS)
    told = capsys.readouterr().out
    assert told.startswith("50,000 of 100,000 steps, 4,821 steps/s, ")
    assert "entropy 1.573, KL 0.0034" in told


def test_a_terminal_that_cannot_move_its_cursor_sees_lines(
    trainer: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("FORCE_COLOR", "1")  # rich takes the output for a terminal
    with Display(trainer, logs=None) as display:
        display.iterated(METRICS)
    assert "50,000 of 100,000 steps" in capsys.readouterr().out
