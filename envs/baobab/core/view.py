"""What the views of all games share: who may look, how a game has ended, and the rules of a decision."""

import textwrap
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from baobab.core.record import EVERYTHING

if TYPE_CHECKING:
    from baobab.core.game import Game

OVER = "over"
"""The phase of a finished game."""
LINE = 98
"""Columns of a terminal that the rules of a decision keep to."""


def check_viewer(row: Any, viewer: int | None) -> None:
    """ValueError unless `viewer` is a seat of this row, None (a spectator) or EVERYTHING."""
    if viewer is not None and viewer != EVERYTHING and not 0 <= viewer < row.num_players:
        raise ValueError(f"a viewer is a seat of 0 … {row.num_players - 1}, None or EVERYTHING, not {viewer!r}")


def show_viewer(viewer: int | None) -> int | str | None:
    """The viewer as a view names it: the seat, None, or "all" where nothing is hidden."""
    return "all" if viewer == EVERYTHING else viewer


def show_result(game: "Game", row: Any) -> dict[str, list[int]]:
    """Scores and ranks by seat, and the seats that win."""
    rows = game.rows(1)
    rows[0] = row
    scores, ranks = game.results(rows)
    players = int(row.num_players)
    return {
        "scores": scores[0, :players].tolist(),
        "ranks": ranks[0, :players].tolist(),
        "winners": np.flatnonzero(ranks[0, :players] == 1).tolist(),
    }


def explain_phase(explanations: Mapping[int, str], phase: int, *, more: str = "") -> str:
    """The rules of a decision and what an option adds to them, in lines; ValueError on a phase that there is not."""
    if phase not in explanations:
        raise ValueError(f"a phase is one of 0 … {len(explanations) - 1}, not {phase!r}")
    return textwrap.fill(" ".join(f"{explanations[phase]} {more}".split()), LINE)
