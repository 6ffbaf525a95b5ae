"""What the games' texts for a terminal share: lists in lines, and the words for seats and results."""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from baobab.core.view import OVER

if TYPE_CHECKING:
    from baobab.core.game import Game

WIDTH = 100
"""Columns that prose and lists keep to."""
APART = "   "
"""Between the entries of a list in which commas stand for something else."""
FREE = "·"
"""A place where something may be laid."""


def headline(game: "Game", seen: dict[str, Any], decision: Callable[[dict[str, Any]], str]) -> str:
    """Which game, and the words of `decision` for whose decision of what it is, or who has won."""
    start = f"{game.title}, {len(seen['seats'])} players"
    return f"{start}: {outcome(seen['result']) if seen['phase'] == OVER else decision(seen)}"


def outcome(result: dict[str, list[int]]) -> str:
    """Who has won a finished game with how many points."""
    winners = result["winners"]
    names = " and ".join(map(str, winners))
    won = f"seat {names} wins" if len(winners) == 1 else f"seats {names} share the win"
    return f"{won} with {result['scores'][winners[0]]} points"


def mover(seen: dict[str, Any]) -> str:
    """The seat to move, as its viewer calls it."""
    return f"seat {seen['player']}{' (you)' if seen['player'] == seen['viewer'] else ''}"


def seat_notes(seen: dict[str, Any], seat: int, *more: str, moving: str = "to move") -> list[str]:
    """What stands beside a seat's name: whose it is, that it is to move, `more`, and its rank at the end."""
    notes = ["you"] * (seat == seen["viewer"]) + [moving] * (seat == seen["player"] and bool(moving))
    ranked = [f"rank {seen['result']['ranks'][seat]}"] if seen["result"] is not None else []
    return [*notes, *more, *ranked]


def cell_words(at: Sequence[int] | None) -> str:
    """Row and column as records and names of actions write them; nothing for None."""
    return "" if at is None else f"{at[0]},{at[1]}"


def paragraphs(parts: Iterable[Sequence[str]]) -> str:
    """The parts that have lines, parted by an empty line; no line ends with a space."""
    return "\n".join("\n".join(line.rstrip() for line in lines) + "\n" for lines in parts if lines)


def packed(start: str, entries: Sequence[str], *, gap: str = ", ", none: str = "none") -> list[str]:
    """The entries after `start`, on as few lines as they need; later ones begin below the first entry."""
    lines = [start + (entries[0] if entries else none)]
    for entry in entries[1:]:
        if len(lines[-1]) + len(gap) + len(entry) + len(gap.rstrip()) <= WIDTH:
            lines[-1] += gap + entry
        else:
            lines[-1] += gap.rstrip()
            lines.append(" " * len(start) + entry)
    return lines
