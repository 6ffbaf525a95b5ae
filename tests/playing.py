"""What the tests of all games share: playing by the names of actions, and replaying records decision by decision."""

from typing import Any

import numpy as np
import pytest

from baobab.core.game import Game
from baobab.core.notation import CHANCE_MOVE, Cursor
from baobab.core.record import CHANCE, NOBODY, Rows, copy_rows
from baobab.records import Record, RecordError, Step, replay_record
from baobab.registry import load_game
from baobab.testing.cases import SMALL

FEW = SMALL
"""Whether kernels run un-jitted, which is some hundred times slower."""


def games(full: int, *, small: int) -> int:
    """How many games to play: fewer where kernels run un-jitted."""
    return small if FEW else full


# --- By name ----------------------------------------------------------------------------------------------


def legal(game: Game, rows: Rows) -> set[str]:
    """The names of the legal actions."""
    return {game.action_name(int(action), rows[0]) for action in game.legal_actions(rows)}


def play(game: Game, rows: Rows, *actions: str) -> None:
    """Take these decisions, each of which must be legal; what is forced after them happens too, chance included."""
    for name in actions:
        assert name in legal(game, rows), f"{name} is none of {sorted(legal(game, rows))}"
        game.kernels.step_many(game.params, rows, np.array([game.parse_action(name, rows[0])], np.int32))


def asked(game: Game, rows: Rows) -> str:
    """Which decision is asked; "over" at the end, "chance" where chance decides."""
    if rows[0].player == CHANCE:
        return "chance"
    return "over" if rows[0].player == NOBODY else game.phases[int(rows[0].phase)]


# --- Records ----------------------------------------------------------------------------------------------


def unfinished(game: str, setup: dict[str, Any], *moves: dict[str, Any]) -> Record:
    """A record of two players that stops after these moves."""
    return {
        "format": "baobab-record/1",
        "game": game,
        "version": load_game(game).version,
        "players": 2,
        "options": {},
        "seed": 1,
        "seats": ["a", "b"],
        "setup": setup,
        "moves": list(moves),
        "result": None,
    }


def refused(record: Any) -> RecordError:
    """Why a record is not taken; it must not be."""
    with pytest.raises(RecordError) as caught:
        replay_record(record)
    return caught.value


def replayed(record: Record) -> list[list[Step]]:
    """The decisions of every entry of a record, forced ones and chance included."""
    game = load_game(record["game"], **record["options"])
    spy = _Spy(game, game.notation.read_setup(game, record["players"], record["setup"]))
    found = []
    for entry in record["moves"]:
        spy.steps = []
        before = copy_rows(spy.rows)
        game.notation.replay_move(game, spy, entry)
        found.append(spy.steps if "seat" in entry else [Step(before, CHANCE_MOVE, copy_rows(spy.rows))])
    return found


def told(record: Record, viewer: int | None = None) -> list[str | None]:
    """What a viewer is told of each decision of a record."""
    game = load_game(record["game"], **record["options"])
    steps = [step for entry in replayed(record) for step in entry]
    return [game.notation.tell_move(game, step.before, step.action, step.after, viewer) for step in steps]


class _Spy(Cursor):
    """A cursor that keeps the decisions."""

    steps: list[Step]

    def apply(self, action: int, *, rule: str) -> None:
        before = copy_rows(self.rows)
        super().apply(action, rule=rule)
        self.steps.append(Step(before, action, copy_rows(self.rows)))
