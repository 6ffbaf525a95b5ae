"""How environments show a game: text, SVG or pixels, and the text on the screen."""

import sys
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from baobab.adapters.picture import canvas_of, rasterise
from baobab.core.game import Game

RENDER_MODES = ("human", "ansi", "svg", "rgb_array")

Frame = str | NDArray[np.uint8]
"""Text, SVG text, or pixels `[height, width, 3]`, of the same height and width in every game of so many players."""


def check_render_mode(mode: str | None, allowed: Sequence[str] = RENDER_MODES) -> None:
    """ValueError unless this render mode exists."""
    if mode not in (None, *allowed):
        raise ValueError(f"render_mode is None or one of {', '.join(map(repr, allowed))}, not {mode!r}")


def draw(game: Game, row: Any, viewer: int | None, mode: str | None) -> Frame | None:
    """A row as a viewer sees it, as the mode says; "human" writes the text on the screen, None warns."""
    if mode is None:
        gymnasium.logger.warn("render() does nothing without a render_mode")
        return None
    if mode == "svg":
        return game.svg(row, viewer)
    if mode == "rgb_array":
        return rasterise(game.svg(row, viewer), canvas=canvas_of(game, int(row.num_players)))
    text = game.text(row, viewer)
    if mode == "ansi":
        return text
    encoding = sys.stdout.encoding or "utf-8"
    shown = text.encode(encoding, "replace").decode(encoding)  # a sign that the screen lacks is shown as another
    sys.stdout.write(shown.rstrip("\n") + "\n")
    sys.stdout.flush()
    return None
