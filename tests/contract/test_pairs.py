"""Every registered game: two games that a seat cannot tell apart are the same to it, and to whatever plays for it.

From games of an independent program: the hidden things of a set-up are exchanged (`tests/games/<game>/hidden.py`),
the same moves made, and what breaks a rule or tells the seat something else is passed over: all that it was told of the
moves, in words, and all that it knew alone after each of them must be the same. What is left are pairs of true games,
found without a redraw.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.contract.conftest import SMALL
from tests.contract.hidden import hidden_of
from tests.playing import replayed

from baobab.bots import load_bot
from baobab.core.game import Game, make_rngs
from baobab.core.games import Games
from baobab.core.notation import RuleError
from baobab.core.record import NOBODY, Rows
from baobab.records import Record, RecordError, Step
from baobab.registry import load_game

pytestmark = pytest.mark.kernels

TESTS = Path(__file__).parents[1]
RECORDS = 2 if SMALL else 12
FEWEST = 1 if SMALL else 12
LONGEST = 12 if SMALL else 10_000  # moves of a game, for the un-jitted run
BOTS = () if SMALL else ("flat:12", "mcts:12")  # un-jitted, they take minutes


@dataclass(frozen=True)
class Pair:
    """Two states that look the same to a seat."""

    game: Game
    viewer: int
    one: Rows
    other: Rows
    told: str

    @property
    def asked(self) -> bool:
        """Whether the seat is to move in them."""
        return bool(self.one[0].player == self.viewer)


def test_what_a_seat_cannot_tell_apart_is_the_same_to_it(game_name: str) -> None:
    found = asked = 0
    for pair in pairs(game_name):
        try:
            assert_same(pair)
        except BaseException as error:
            error.add_note(pair.told)
            raise
        found += 1
        asked += pair.asked
    assert found >= FEWEST
    assert asked >= FEWEST / 4


def assert_same(pair: Pair) -> None:
    """All that a seat is shown, may do and would do, and what is redrawn for it."""
    game, viewer, one, other = pair.game, pair.viewer, pair.one, pair.other
    both = Games(game, one), Games(game, other)
    assert both[0].observe(viewer).tolist() == both[1].observe(viewer).tolist()
    assert game.view(one[0], viewer) == game.view(other[0], viewer)
    assert game.text(one[0], viewer) == game.text(other[0], viewer)
    assert game.svg(one[0], viewer) == game.svg(other[0], viewer)
    for seed in range(3):
        drawn = both[0].copy(), both[1].copy()
        for games in drawn:
            games.redraw(viewer, make_rngs(1, seed=seed))
        assert fields(drawn[0].rows) == fields(drawn[1].rows), "redraws from the same generator differ"
    if not pair.asked:
        return
    legal, others = both[0].legal(), both[1].legal()
    assert legal.counts[0] == others.counts[0]
    assert legal.ids[0, : legal.counts[0]].tolist() == others.ids[0, : others.counts[0]].tolist()
    assert legal.mask.tolist() == others.mask.tolist()
    assert both[0].action_rows().features.tolist() == both[1].action_rows().features.tolist()
    for name in ("greedy", "random", *BOTS):
        bot = load_bot(name)
        chosen = [bot.act(game, rows.copy(), make_rngs(1, seed=1)).tolist() for rows in (one, other)]
        assert chosen[0] == chosen[1], name


def fields(rows: Rows) -> dict[str, list[Any]]:
    """A state by the names of its fields."""
    return {name: rows[name].tolist() for name in rows.dtype.names}


def pairs(name: str) -> Iterator[Pair]:
    """A pair at a moment of each of some records, where there is one."""
    lines = (TESTS / "games" / name / "records" / "legal.jsonl").read_text(encoding="utf-8").splitlines()
    chooser = Random(7)
    for number in range(0, len(lines), max(1, len(lines) // RECORDS)):
        record = json.loads(lines[number])
        viewer = chooser.randrange(record["players"])
        for cut in sorted(chooser.sample(range(min(LONGEST, len(record["moves"]))), 3), reverse=True):
            begun = {**record, "moves": record["moves"][:cut], "result": None}
            pair = other_game(begun, viewer, chooser, f"line {number + 1}, seat {viewer} after {cut} moves")
            if pair is not None:
                yield pair


def other_game(record: Record, viewer: int, chooser: Random, told: str) -> Pair | None:
    """A game that the viewer cannot tell from this one, as far as it has come."""
    game = load_game(record["game"], **record["options"])
    one = last_of(game, record, replayed(record))
    known = knowledge(game, record, viewer)
    for setup, moves in hidden_of(game.name).exchanges(record, viewer, chooser):
        changed = {**record, "setup": setup, "moves": moves}
        try:
            if knowledge(game, changed, viewer) != known:
                continue
        except (RuleError, RecordError):
            continue
        other = last_of(game, changed, replayed(changed))
        if other[0].player != NOBODY and fields(other) != fields(one):
            return Pair(game, viewer, one, other, f"{game!r}, {told}: {json.dumps(setup)} {json.dumps(moves)}")
    return None


def knowledge(game: Game, record: Record, viewer: int) -> list[Any]:
    """What a seat was told of each decision and knew alone after it."""
    start = game.notation.read_setup(game, record["players"], record["setup"])
    knows = hidden_of(game.name).knows
    steps = [step for entry in replayed(record) for step in entry]
    return [knows(start[0], viewer)] + [
        (game.notation.tell_move(game, step.before, step.action, step.after, viewer), knows(step.after[0], viewer))
        for step in steps
    ]


def last_of(game: Game, record: Record, entries: list[list[Step]]) -> Rows:
    """The state at the end of what was replayed."""
    if not entries:
        return np.array(game.notation.read_setup(game, record["players"], record["setup"]))
    return entries[-1][-1].after
