"""What a game need not write itself: plain words, a plain picture, and records made of the fields of its row.

`Words(view=view)` has all of these words but the view; `FieldNotation` is a whole notation.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from baobab.core.draw import headline, mover, packed, paragraphs, seat_notes
from baobab.core.notation import CHANCE_MOVE, Cursor, Entry, Limits, RuleError, show, take_name, take_object
from baobab.core.picture import FONT, INK, words
from baobab.core.record import CHANCE, NOBODY, Rows, row_from_dict, row_to_dict
from baobab.core.view import explain_phase

if TYPE_CHECKING:
    from baobab.core.game import Game

SIZE, STEP, MARGIN = 14, 20, 20
LETTER = 0.66
"""Width of a letter by its size, rather too much."""
HEAD = ("game", "viewer", "player", "phase", "seats", "result")
"""What every view has, besides what is the game's own."""


# --- Words ------------------------------------------------------------------------------------------------


def action_name(game: "Game", action: int, row: Any) -> str:
    """The name of the action's block, with its place in it where the block has several: `raise 3`."""
    del row
    block, place = game.actions.locate(action)
    return block.name if block.size == 1 else f"{block.name} {place}"


def parse_action(game: "Game", text: str, row: Any) -> int:
    """The action whose name is this text; spaces around are ignored. ValueError where there is none."""
    for action in range(game.actions.size):
        if game.action_name(action, row) == text.strip():
            return action
    raise ValueError(f"{text!r} names no action: there are {', '.join(block.name for block in game.actions)}")


def plain_text(game: "Game", row: Any, viewer: int | None) -> str:
    """The view as text: whose decision it is, a line for each seat, and a line for each of the game's own keys."""
    seen = game.view(row, viewer)
    seats = [
        packed(f"Seat {seat['seat']}: ", [*seat_notes(seen, seat["seat"]), *_listed(seat, leave=("seat",))])
        for seat in seen["seats"]
    ]
    return paragraphs(
        [
            [headline(game, seen, lambda told: f"{mover(told)} to move ({told['phase']})")],
            [line for lines in seats for line in lines],
            _listed(seen, leave=HEAD),
        ]
    )


def plain_svg(game: "Game", row: Any, viewer: int | None) -> str:
    """The text as a picture."""
    lines = game.text(row, viewer).splitlines()
    width = int(max(map(len, lines)) * SIZE * LETTER) + 2 * MARGIN
    box = f'width="{width}" height="{STEP * len(lines) + 2 * MARGIN}"'
    about = f'xmlns="http://www.w3.org/2000/svg" font-family="{FONT}" role="img"'
    drawn = [words(line, MARGIN, MARGIN + STEP * place, size=SIZE) for place, line in enumerate(lines, 1) if line]
    return "\n".join(
        [
            f'<svg {box} viewBox="0 0 {width} {STEP * len(lines) + 2 * MARGIN}" {about}>',
            f"<title>{escape(lines[0])}</title>",
            f'<rect {box} fill="#ffffff" stroke="{INK}"/>',
            *drawn,
            "</svg>\n",
        ]
    )


def plain_help(game: "Game", phase: int) -> str:
    """The blocks of actions with their meanings; a game whose phases ask different things says it better itself."""
    meanings = "; ".join(f"{block.name}: {block.meaning}" for block in game.actions)
    return explain_phase({number: f"{name}. {meanings}." for number, name in enumerate(game.phases)}, phase)


def _listed(values: Mapping[str, Any], *, leave: tuple[str, ...]) -> list[str]:
    """The entries of a JSON object as words, without what is null."""
    return [
        f"{key.replace('_', ' ')} {_said(value)}"
        for key, value in values.items()
        if key not in leave and value is not None
    ]


def _said(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(_listed(value, leave=())) or "none"
    if isinstance(value, list):
        return " ".join(map(_said, value)) or "none"
    return str(value)


# --- Records ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class FieldNotation:
    """Records whose moves are the names of actions, and whose set-up and draws are fields of the row.

    For games in which no other field follows from those in `start` and `drawn`. Whatever a seat does is told to all.
    """

    start: tuple[str, ...]  # fields that the seed decides at the start
    drawn: tuple[str, ...] = ()  # fields that chance decides during play
    bounds: Limits | None = None  # field -> least and greatest value, for what is read from elsewhere

    def read_setup(self, game: "Game", num_players: int, setup: Any) -> Rows:
        """The `[1]` array of the game that the set-up starts; RuleError where it is none."""
        rows = game.start(num_players, seed=0)
        self._put(game, rows, setup, "setup", self.start)
        return rows

    def write_setup(self, game: "Game", rows: Rows) -> Entry:
        """The fields of `start`, each as plain numbers or lists."""
        del game
        return {name: rows[0][name].tolist() for name in self.start}

    def write_move(self, game: "Game", before: Rows, action: int, after: Rows) -> list[Entry]:
        """`{"seat": 1, "move": "raise 3"}`, or what chance drew as `{"chance": {field: value}}`."""
        if action == CHANCE_MOVE:
            drawn = {name: after[0][name].tolist() for name in self.drawn}
            return [{"chance": drawn}] if drawn else []
        return [{"seat": int(before[0].player), "move": game.action_name(action, before[0])}]

    def replay_move(self, game: "Game", cursor: Cursor, entry: Entry) -> None:
        """Apply one entry; RuleError where it breaks a rule."""
        if cursor.row.player == CHANCE:
            take_object(entry, "what chance drew", keys=("chance",))
            game.kernels.chance_many(game.params, cursor.rows)
            self._put(game, cursor.rows, entry["chance"], "chance", self.drawn)
            return
        cursor.take_turn(entry)
        take_object(entry, "a move", keys=("seat", "move"))
        names = {game.action_name(action, cursor.row): action for action in range(game.actions.size)}
        action = names[take_name(entry["move"], "the move", allowed=names)]
        allowed = ", ".join(name for name in names if cursor.allows(names[name]))
        cursor.apply(action, rule=f"{entry['move']} is not legal now: {allowed}")
        while cursor.row.player == CHANCE and not self.drawn:
            game.kernels.chance_many(game.params, cursor.rows)

    def write_result(self, game: "Game", rows: Rows) -> Entry:
        """Nothing: scores and winners are all."""
        del game, rows
        return {}

    def limits(self, row: Any) -> Limits:
        """Bounds of the fields, for states from elsewhere."""
        del row
        return self.bounds or {}

    def tell_move(self, game: "Game", before: Rows, action: int, after: Rows, viewer: int | None) -> str | None:
        """The name of the action; nothing of what chance drew, which the view shows to whom it is for."""
        del after, viewer
        return None if action == CHANCE_MOVE else game.action_name(action, before[0])

    def _put(self, game: "Game", rows: Rows, values: Any, what: str, names: tuple[str, ...]) -> None:
        """Write fields of a record into `rows [1]`; RuleError where that gives no state of the game."""
        told = row_to_dict(rows[0])
        before = {name: told[name] for name in told if name not in names}
        try:
            made = row_from_dict(game.state, {**before, **take_object(values, what, keys=names)})
            for name in names:
                if made[0][name].tolist() != values[name] or not _whole(values[name]):
                    raise RuleError(f"{what} {name} is of integers, not {show(values[name])}")
            for name, (low, high) in self.limits(made[0]).items():
                if (np.asarray(made[0][name]) < low).any() or (np.asarray(made[0][name]) > high).any():
                    raise RuleError(f"{what}: {name} lies in {low} … {high}")
            if not (NOBODY < made[0].player < made[0].num_players):
                raise RuleError(f"{what}: the seat to move is one of {int(made[0].num_players)}")
            game.check(made[0])
        except (AssertionError, ValueError) as error:
            raise RuleError(str(error)) from None
        rows[:] = made


def _whole(value: Any) -> bool:
    """Whether a JSON value is made of integers, among which true and 1.0 are not."""
    return all(map(_whole, value)) if isinstance(value, list) else type(value) is int
