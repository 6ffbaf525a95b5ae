"""Every game's records of an independent program: `tests/games/<game>/records/legal.jsonl` and `illegal.jsonl`.

The legal ones are whole games; of an illegal one the other program says at which move it breaks a rule, and why.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.playing import FEW, refused, replayed

from baobab.core.record import NOBODY
from baobab.records import Record, replay_record, write_record
from baobab.registry import GAMES, load_game

pytestmark = pytest.mark.kernels

TESTS = Path(__file__).parents[1]
EVERY = 2 if FEW else 1


def lines(kind: str) -> list[Any]:
    """The lines of this file of every game, each with a name for the test."""
    found = []
    for name in sorted(GAMES):
        text = (TESTS / "games" / name / "records" / f"{kind}.jsonl").read_text(encoding="utf-8")
        numbered = list(enumerate(map(json.loads, text.splitlines())))
        assert numbered, f"{name} has no records of an independent program"
        found += [pytest.param(line, id=f"{name}-{number}") for number, line in numbered]
    return found


@pytest.mark.parametrize("record", lines("legal")[::EVERY])
def test_a_game_of_the_independent_program_replays_to_its_result(record: Record) -> None:
    assert record["result"] is not None
    assert replay_record(record).rows[0].player == NOBODY


@pytest.mark.parametrize("line", lines("illegal"))
def test_a_record_with_one_broken_rule_is_refused_at_the_same_move_as_by_the_independent_program(line: Any) -> None:
    move = int(line["why"].split(":")[0].removeprefix("move "))
    assert refused(line["record"]).move == move


@pytest.mark.parametrize("record", lines("legal")[::EVERY])
def test_every_entry_of_the_independent_program_is_written_again_from_its_decisions(record: Record) -> None:
    game = load_game(record["game"], **record["options"])
    for entry, steps in zip(record["moves"], replayed(record), strict=True):
        written = [
            write_record(made)
            for step in steps
            for made in game.notation.write_move(game, step.before, step.action, step.after)
        ]
        assert written == [write_record(entry)]


@pytest.mark.parametrize("record", lines("legal")[::EVERY])
def test_a_set_up_of_the_independent_program_is_read_as_it_is_written(record: Record) -> None:
    game = load_game(record["game"], **record["options"])
    rows = game.notation.read_setup(game, record["players"], record["setup"])
    setup = game.notation.write_setup(game, rows)
    again = game.notation.read_setup(game, record["players"], setup)
    assert game.notation.write_setup(game, again) == setup  # hands are sorted, so it may differ from the record's
