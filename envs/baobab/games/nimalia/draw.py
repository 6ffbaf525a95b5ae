"""Stand-in."""

from typing import Any


def draw_text(game: Any, row: Any, viewer: int | None) -> str:
    return ""


def draw_svg(game: Any, row: Any, viewer: int | None) -> str:
    return ""
