"""What a game's `notation` module gives to records, and what such modules are written with.

A record (`baobab/records.py` documents the whole) has a set-up and entries. A decision of the engine and an entry
are not the same thing: an entry may stand for several decisions that follow each other (the card, its cell and its
face), and a decision that the engine does not ask, because it has one answer, has its entry all the same. So entries
are written and replayed decision by decision, and nothing is passed over:

- `write_move` is handed every single decision as (row before, action, row after) and gives the entries that are
  complete with it: none within an entry, mostly one, several where an entry waits for others (simultaneous choices).
- `replay_move` is handed one entry and a `Cursor`, and applies all the decisions that the entry stands for.

What chance decides during play is handed to `write_move` with the action CHANCE_MOVE, and `replay_move` writes the
outcome that an entry tells into `cursor.rows` itself. A chance that has no entry (nothing is drawn) is passed by
`replay_move` at the end of the entry before it: after each entry the row asks for the next one.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from baobab.core.record import CHANCE, NOBODY, Rows

if TYPE_CHECKING:
    from baobab.core.game import Game

CHANCE_MOVE = -1
"""The action of `write_move` and `tell_move` where chance decided, not a seat."""

Entry = dict[str, Any]
"""One move of a record, as JSON: keys in the order of the format."""

_SHOWN = 60  # characters of a wrong value in an error


Limits = Mapping[str, tuple[Any, Any]]
"""Field -> the least and the greatest value, for each entry along the last axis where they differ."""


class RuleError(ValueError):
    """A set-up or an entry breaks a rule; the message is the rule."""


class Notation(Protocol):
    """The functions of a game's `notation` module; a game needs nothing else to have records."""

    def read_setup(self, game: "Game", num_players: int, setup: Any) -> Rows:
        """The `[1]` array of the game that a record's set-up starts; RuleError where it breaks a rule.

        `setup` is any JSON value. The row's generator is set to one fixed seed: a record decides everything.
        """

    def write_setup(self, game: "Game", rows: Rows) -> Entry:
        """The set-up that `rows [1]`, the start of a game, was given or drawn."""

    def write_move(self, game: "Game", before: Rows, action: int, after: Rows) -> list[Entry]:
        """The entries that are complete with this one decision; `before` and `after` are `[1]`."""

    def replay_move(self, game: "Game", cursor: "Cursor", entry: Entry) -> None:
        """Apply all the decisions of one entry, a JSON object; RuleError where it breaks a rule."""

    def write_result(self, game: "Game", rows: Rows) -> Entry:
        """The keys of the result besides scores and winners, for a finished game `rows [1]`; mostly none."""

    def limits(self, row: Any) -> Limits:
        """Bounds of the fields of a state that the game's check takes as they are, for states from elsewhere."""

    def tell_move(self, game: "Game", before: Rows, action: int, after: Rows, viewer: int | None) -> str | None:
        """A decision in words, as far as `viewer` may know of it; None where there is nothing to tell.

        The viewer is a seat, None for a spectator, or EVERYTHING. The words follow the seat's name: "draws lion".
        """


class Cursor:
    """A game that is replayed one decision at a time; illegal decisions are refused, forced ones not passed over."""

    def __init__(self, game: "Game", rows: Rows) -> None:
        """`rows [1]` is changed in place."""
        self.game = game
        self.rows = rows

    @property
    def row(self) -> Any:
        """The present state: a record whose fields are read by name."""
        return self.rows[0]

    def legal(self) -> NDArray[np.int16]:
        """The legal action ids of the decision that is asked, ascending; none where no seat is asked."""
        return self.game.legal_actions(self.rows)

    def allows(self, action: int) -> bool:
        """Whether the action is legal now."""
        return action in self.legal()

    def apply(self, action: int, *, rule: str) -> None:
        """Apply one legal decision; RuleError with `rule` where it is not legal."""
        if not self.allows(action):
            raise RuleError(rule)
        self.game.kernels.apply_many(self.game.params, self.rows, np.array([action], np.int32))

    def take_turn(self, entry: Entry) -> int:
        """The seat of an entry, which must be the seat to move."""
        if self.row.player == NOBODY:
            raise RuleError("there is no move after the end of the game")
        if self.row.player == CHANCE:
            raise RuleError("chance decides now")
        seat = take_int(entry.get("seat"), "seat", low=0, high=int(self.row.num_players) - 1)
        if seat != self.row.player:
            raise RuleError(f"it is seat {int(self.row.player)}'s turn")
        return seat


def show(value: Any) -> str:
    """A value for an error message, cut where it is long."""
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


def take_object(value: Any, what: str, *, keys: Sequence[str] | None = None) -> dict[str, Any]:
    """A JSON object, with exactly these keys where they are given."""
    if not isinstance(value, dict):
        raise RuleError(f"{what} is an object, not {show(value)}")
    if keys is not None and set(value) != set(keys):
        missing = [key for key in keys if key not in value]
        extra = [key for key in value if key not in keys]
        wrong = [f"{key!r} is missing" for key in missing] + [f"{show(key)} is one too many" for key in extra]
        raise RuleError(f"{what} has the keys {', '.join(keys)}: {', '.join(wrong)}")
    return value


def take_list(value: Any, what: str, *, length: int | None = None) -> list[Any]:
    """A JSON list, of this length where it is given."""
    if not isinstance(value, list):
        raise RuleError(f"{what} is a list, not {show(value)}")
    if length is not None and len(value) != length:
        raise RuleError(f"{what} has {length} entries, not {len(value)}")
    return value


def take_int(value: Any, what: str, *, low: int | None = None, high: int | None = None) -> int:
    """A JSON integer within bounds; true, false and 1.0 are none."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise RuleError(f"{what} is an integer, not {show(value)}")
    if (low is not None and value < low) or (high is not None and value > high):
        if low is not None and high is not None:
            raise RuleError(f"{what} is in {low} … {high}, not {show(value)}")
        raise RuleError(f"{what} is at {f'least {low}' if low is not None else f'most {high}'}, not {show(value)}")
    return value


def take_name(value: Any, what: str, *, allowed: Mapping[str, int] | Sequence[str]) -> str:
    """One of the allowed strings."""
    if not isinstance(value, str) or value not in allowed:
        raise RuleError(f"{what} is one of {', '.join(allowed)}, not {show(value)}")
    return value


def take_cell(value: Any, what: str) -> tuple[int, int]:
    """A pair `[row, column]` of integers of any size."""
    cell = take_list(value, what, length=2)
    return take_int(cell[0], f"the row of {what}"), take_int(cell[1], f"the column of {what}")


def take_counts(value: Any, what: str, *, kinds: Sequence[str]) -> list[int]:
    """A `{kind: count}` object as one count per kind; counts are at least 1, kinds that are not there left out."""
    counts = [0] * len(kinds)
    for kind, count in take_object(value, what).items():
        name = take_name(kind, f"a kind of {what}", allowed=kinds)
        counts[kinds.index(name)] = take_int(count, f"the count of {name} in {what}", low=1)
    return counts


def write_counts(counts: Sequence[int], *, kinds: Sequence[str]) -> dict[str, int]:
    """The `{kind: count}` object that `take_counts` reads."""
    return {kind: int(count) for kind, count in zip(kinds, counts, strict=True) if count}
