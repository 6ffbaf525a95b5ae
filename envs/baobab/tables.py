"""The tables of a game's page that are made from its code: actions, observation, hidden pieces, features.

The page marks where each one goes, and a test compares:

    <!-- table: actions -->
    …
    <!-- end -->
"""

import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from baobab.core.game import Game
from baobab.core.layout import Layout
from baobab.registry import GAMES

REQUIRED = ("actions", "observation")

_MARKED = re.compile(r"<!-- table: (\w+) -->\n(.*?)<!-- end -->", re.DOTALL)


def actions_table(game: Game) -> str:
    """The blocks of the action space as a Markdown table, each with the name of its first action."""
    lines = ["| ids | block | first action | meaning |", "|---|---|---|---|"]
    for block in game.actions:
        first = game.action_name(block.start)
        lines.append(f"| {_span(block.start, block.size)} | {block.name} | `{first}` | {_plain(block.meaning)} |")
    return "\n".join([*lines, "", f"{game.actions.size} actions in all."]) + "\n"


def layout_table(layout: Layout) -> str:
    """The pieces of a layout as a Markdown table."""
    lines = ["| entries | piece | shape | values | scale | meaning |", "|---|---|---|---|---|---|"]
    for piece in layout:
        shape = " × ".join(map(str, piece.shape))
        values = f"{piece.low} … {piece.high}".replace("-", "−")
        cells = (_span(piece.start, piece.size), piece.name, shape, values, f"{piece.scale:g}", _plain(piece.meaning))
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join([*lines, "", f"{layout.size} entries in all."]) + "\n"


TABLES: dict[str, Callable[[Game], str]] = {
    "actions": actions_table,
    "observation": lambda game: layout_table(game.observation),
    "hidden": lambda game: layout_table(game.hidden),
    "features": lambda game: layout_table(game.features),
}
"""What may stand in `<!-- table: … -->`."""


def page_path(name: str) -> Path:
    """The page of a game of the registry."""
    return Path(str(import_module(GAMES[name]).__file__)).with_name("README.md")


def write_tables(page: str, game: Game) -> str:
    """The page with its tables made anew; ValueError where a table is unknown or one of `REQUIRED` is missing."""
    marked = [match[1] for match in _MARKED.finditer(page)]
    missing = [name for name in REQUIRED if name not in marked]
    unknown = [name for name in marked if name not in TABLES]
    if missing or unknown:
        raise ValueError(f"{game.name}'s page lacks the tables {missing} and marks the unknown {unknown}")
    return _MARKED.sub(lambda match: f"<!-- table: {match[1]} -->\n\n{TABLES[match[1]](game)}\n<!-- end -->", page)


def _span(start: int, size: int) -> str:
    return str(start) if size == 1 else f"{start}–{start + size - 1}"


def _plain(text: str) -> str:
    return text.replace("|", "\\|")
