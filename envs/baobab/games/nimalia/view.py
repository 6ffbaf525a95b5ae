"""Stand-in."""

from typing import Any


def view(game: Any, row: Any, viewer: int | None) -> dict[str, Any]:
    return {}


def explain(game: Any, phase: int) -> str:
    return ""
