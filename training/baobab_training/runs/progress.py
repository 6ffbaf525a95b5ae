"""What a run shows while it goes: a display in a terminal, lines elsewhere, and TensorBoard logs."""

import math
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from rich.console import Console, Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table

from baobab_training.trainer import Metrics, Trainer

if TYPE_CHECKING:
    from torch.utils.tensorboard import SummaryWriter

LINE_SECONDS = 10.0
"""Time between two lines where there is no terminal."""

FIGURES = {
    "entropy": "entropy",
    "kl": "KL",
    "clipped": "clipped",
    "explained_variance": "explained variance",
    "policy_loss": "policy loss",
    "value_loss": "value loss",
    "action_loss": "action loss",
    "gradient": "gradient",
    "against_others": "wins against pool (even: 1)",
    "won": "share of games won",
    "game_length": "decisions a game",
    "own_decisions": "own decisions a game",
    "learning_rate": "learning rate",
    "entropy_weight": "entropy weight",
    "epsilon": "exploration",
}
"""Metrics that are shown where an algorithm has them, with what people call them."""

LINE_FIGURES = {"entropy": ".3f", "kl": ".4f", "explained_variance": ".3f"}
"""Those that a line has room for, with their formats; where an algorithm has none of them, its first few."""
FEW = 3


class Display:
    """Shows a run's iterations; use it as a context."""

    def __init__(self, trainer: Trainer, *, logs: Path | None) -> None:
        """`logs`: the folder for TensorBoard logs, if any."""
        self._trainer = trainer
        self._console = Console(stderr=False, highlight=False, soft_wrap=True)
        moves = self._console.is_terminal and not self._console.is_dumb_terminal
        self._live = Live(console=self._console, refresh_per_second=4) if moves else None
        self._writer = _open_logs(logs, steps=trainer.steps) if logs is not None else None
        self._start = time.monotonic()
        self._start_progress = trainer.progress
        self._line = -math.inf
        self._measured: dict[str, float] = {}

    def __enter__(self) -> Self:
        if self._live is not None:
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live is not None:
            self._live.stop()
        if self._writer is not None:
            self._writer.close()

    def say(self, text: str) -> None:
        """A line of its own."""
        self._console.print(text, markup=False)
        sys.stdout.flush()

    def measured(self, opponent: str, win_share: float) -> None:
        """The policy was just measured."""
        self._measured[opponent] = win_share
        if self._writer is not None:
            self._writer.add_scalar(f"win_share/{opponent}", win_share, self._trainer.steps)

    def iterated(self, metrics: Metrics) -> None:
        """An iteration is over."""
        if self._writer is not None:
            for name, value in metrics.items():
                self._writer.add_scalar(f"train/{name}", value, self._trainer.steps)
        if self._live is not None:
            self._live.update(self._picture(metrics))
        elif time.monotonic() >= self._line + LINE_SECONDS or self._trainer.progress >= 1:
            self._line = time.monotonic()
            self.say(self._text(metrics))

    def _left(self) -> str:
        """The time that is left at the speed so far."""
        done = self._trainer.progress - self._start_progress
        if done <= 0:
            return "?"
        seconds = int((time.monotonic() - self._start) * (1 - self._trainer.progress) / done)
        hours, rest = divmod(seconds, 3600)
        return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"

    def _shares(self) -> str:
        return ", ".join(f"{share:.3f} against {opponent}" for opponent, share in self._measured.items())

    def _text(self, metrics: Metrics) -> str:
        steps, total = self._trainer.steps, self._trainer.config.run.steps
        shares = self._shares()
        parts = [
            f"{steps:,} of {total:,} steps",
            f"{metrics['steps_per_second']:,.0f} steps/s",
            f"{self._left()} left",
            *(f"{label} {figure}" for label, figure in line_figures(metrics)),
        ]
        return ", ".join(parts) + (f", win share {shares}" if shares else "")

    def _picture(self, metrics: Metrics) -> Group:
        trainer = self._trainer
        table = Table.grid(padding=(0, 2))
        table.add_row("steps", f"{trainer.steps:,} of {trainer.config.run.steps:,}")
        table.add_row("steps/s", f"{metrics['steps_per_second']:,.0f}")
        table.add_row("time left", self._left())
        for name, label in FIGURES.items():
            if name in metrics:
                table.add_row(label, f"{metrics[name]:.4g}")
        if self._measured:
            table.add_row("win share", self._shares())
        bar = Table.grid(expand=True)  # the bar alone would end without a new line and swallow the first row
        bar.add_row(ProgressBar(total=1.0, completed=trainer.progress))
        return Group(bar, table)


def line_figures(metrics: Metrics) -> list[tuple[str, str]]:
    """The few figures of an iteration that a line has room for, each with its label."""
    chosen = [(FIGURES[name], f"{metrics[name]:{form}}") for name, form in LINE_FIGURES.items() if name in metrics]
    first = [(label, f"{metrics[name]:.4g}") for name, label in FIGURES.items() if name in metrics]
    return chosen or first[:FEW]


def _open_logs(folder: Path, *, steps: int) -> "SummaryWriter":
    """TensorBoard's logs in a folder, without what an earlier part of the run wrote after so many steps."""
    from torch.utils.tensorboard import SummaryWriter

    return SummaryWriter(str(folder), purge_step=steps)
