"""Savernake's records: games of an independent program, what is refused of them, and our own games."""

import copy
import json
from typing import Any

import numpy as np
import pytest
from tests.playing import refused, unfinished

from baobab.bots import RandomBot
from baobab.core.game import Game
from baobab.games.savernake.cards import standard_tables
from baobab.games.savernake.state import BURROW_PLANE
from baobab.play.recording import record_games
from baobab.records import Record, replay_record, write_record
from baobab.registry import load_game

pytestmark = pytest.mark.kernels


def start_record(
    *moves: dict[str, Any], start: tuple[str, str] = ("fox", "bear"), paths: tuple[int, ...] = ()
) -> Record:
    """An unfinished two-player record; the first paths of the deck are `paths`, the animals come in order."""
    names = [row["animal"] for row in standard_tables()["animals"]]
    first = [names.index(name) for name in start]
    setup = {
        "first": 0,
        "start": first,
        "animals": [card for card in range(19) if card not in first][:15],
        "paths": [*paths, *(card for card in range(45) if card not in paths)],
    }
    return unfinished("savernake", setup, *moves)


def test_a_record_of_a_deck_of_ones_own_holds_its_tables_and_replays_alone() -> None:
    tables = copy.deepcopy(standard_tables())
    tables["animals"][0]["nuts"] = 9
    game = load_game("savernake", tables=tables)
    (record,) = record_games(game, [RandomBot()] * 2, games=1, seed=3)
    assert record["options"] == {"tables": tables}
    replay = replay_record(json.loads(write_record(record)))
    assert replay.game.params.tobytes() == game.params.tobytes()
    assert list(record["options"]["tables"]["animals"][0]) == list(standard_tables()["animals"][0])


def test_a_record_with_tables_that_do_not_add_up_is_refused_with_row_and_reason() -> None:
    record = start_record()
    tables = copy.deepcopy(standard_tables())
    tables["animals"][2]["capacity"] = -1
    record["options"] = {"tables": tables}
    assert "animals, row 3: capacity is in 0 … 9, not -1" in str(refused(record))


PLACED = {"seat": 0, "take": "rabbit", "at": [0, 1], "turns": 0}


@pytest.mark.parametrize(
    ("moves", "rule"),
    [
        ([{**PLACED, "at": [1, 1]}], "beside an own card"),
        ([{**PLACED, "at": [0, 0]}], "on an empty cell"),
        ([{**PLACED, "turns": 4}], "turns is in 0 … 3, not 4"),
        ([{**PLACED, "take": "fox"}], "the mentor of a placement is one of rooster, goat, armadillo, rabbit"),
        ([{**PLACED, "at": [1, 0], "turns": 2}], "two animals never share a trail"),
        ([{**PLACED, "foo": 1}], "one too many"),
        ([{"seat": 0, "drop": [0, 0], "food": "nuts"}], "a card of the market is taken and placed now"),
        ([{**PLACED, "take": "goat"}, {"seat": 0, "drop": [0, 1], "food": "nuts"}], "a token goes on an own animal"),
        ([{**PLACED, "take": "goat"}, {"seat": 0, "drop": [0, 0], "food": "honey"}], "the food of a drop is one of"),
        ([{**PLACED, "take": "goat"}, {"seat": 0, "burrow": [0, 0]}], "the drop is placed now"),
        ([{**PLACED, "take": "armadillo"}, {"seat": 1, "take": "goat", "at": [0, 1], "turns": 0}], "seat 0's turn"),
        ([PLACED, {**PLACED, "seat": 1}], "this card of the market is gone"),
    ],
)
def test_a_move_that_breaks_a_rule_is_refused_with_the_rule(moves: list[dict[str, Any]], rule: str) -> None:
    error = refused(start_record(*moves))
    assert rule in str(error)
    assert error.move == len(moves)


def test_a_fifth_row_is_refused() -> None:
    moves = []
    for number, at in enumerate(([1, 0], [2, 0], [3, 0], [4, 0])):
        first, second = (0, 1) if number % 1 == 0 else (1, 0)
        moves.append({"seat": first, "take": "rabbit", "at": at, "turns": 3})
        moves.append({"seat": second, "take": "goat", "at": [0, 1 + number], "turns": 0})
        moves.append({"seat": second, "drop": [0, 0], "food": "nuts"})
    error = refused(start_record(*moves))
    assert (error.move, error.rule) == (10, "the forest fits 4 × 4 cards")


def test_a_burrow_that_is_forced_has_its_entry_all_the_same() -> None:
    burrow = [{**PLACED, "take": "armadillo"}, {"seat": 0, "burrow": [0, 0]}]
    replay = replay_record(start_record(*burrow))
    assert replay.rows[0].player == 1
    assert replay.rows[0].tiles[0, 0, BURROW_PLANE] == 1
    after = {"seat": 1, "take": "goat", "at": [0, 1], "turns": 0}
    assert refused(start_record(burrow[0], after)).move == 2


@pytest.mark.parametrize(
    ("key", "value", "rule"),
    [
        ("first", 2, "setup first is in 0 … 1"),
        ("start", [4], "setup start has 2 entries"),
        ("start", [4, 4], "one animal card of each number"),
        ("start", [4, 19], "a card of setup start is in 0 … 18"),
        ("animals", list(range(15)), "one animal card of each number"),
        ("paths", list(range(44)), "setup paths has 45 entries"),
        ("paths", [0, *range(44)], "one path card of each number"),
    ],
)
def test_a_setup_that_is_none_is_refused(key: str, value: Any, rule: str) -> None:
    record = start_record()
    record["setup"][key] = value
    error = refused(record)
    assert rule in str(error)
    assert error.move == 0


def test_moves_are_told_in_words(game: Game) -> None:
    def told(name: str) -> str | None:
        before = rows.copy()
        action = game.parse_action(name)
        game.kernels.apply_many(game.params, rows, np.array([action], np.int32))
        words: str | None = game.notation.tell_move(game, before, action, rows, None)
        return words

    rows = replay_record(start_record(paths=(0, 16, 40))).rows
    assert (
        told("place armadillo -1,0 turns 1")
        == "takes the double (worms+eggs / berries) under the armadillo to 0,0, turned once"
    )
    assert told("burrow 1,0") == "gives the fox on 1,0 a burrow"
    assert (
        told("place rooster 1,0 turns 0")
        == "takes the straight (berries+berries) under the rooster to 1,0 and holds the marker"
    )
