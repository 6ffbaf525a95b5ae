"""Nimalia's records: games of an independent program, what is refused of them, and our own games."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.playing import refused

from baobab.core.game import Game
from baobab.core.record import EVERYTHING, copy_rows
from baobab.records import Record, Recorder, replay_record

pytestmark = pytest.mark.kernels

FIRST = json.loads((Path(__file__).parent / "records" / "legal.jsonl").read_text(encoding="utf-8").splitlines()[0])
"""A whole game of an independent program."""


def test_a_set_up_is_written_with_sorted_hands(game: Game) -> None:
    rows = game.notation.read_setup(game, FIRST["players"], FIRST["setup"])
    setup = game.notation.write_setup(game, rows)
    first = [sorted(hand) for hand in FIRST["setup"]["hands"][0]]
    assert setup == {**FIRST["setup"], "hands": [first, *FIRST["setup"]["hands"][1:]]}


def test_an_unfinished_game_may_stop_in_the_middle_of_a_step(game: Game) -> None:
    recorder = Recorder(game, game.start(3, seed=2), seed=2, seats=["a", "b", "c"])
    for _ in range(4):
        recorder.play(int(game.legal_actions(recorder.rows)[-1]))
    record = recorder.record()
    assert record["result"] is None
    assert [entry["seat"] for entry in record["moves"]] == [0, 1, 2, 0]
    replay = replay_record(record)
    assert replay.rows[0].player == 1
    assert replay.rows[0].chosen[0] == recorder.rows[0].chosen[0]


# --- What is refused --------------------------------------------------------------------------------------

Change = Callable[[Record], Any]


def changed(change: Change) -> Record:
    record: Record = copy.deepcopy(FIRST)
    change(record)
    return record


def setup(key: str, value: Any) -> Change:
    return lambda record: record["setup"].update({key: value})


def move(number: int, **values: Any) -> Change:
    return lambda record: record["moves"][number - 1].update(values)


@pytest.mark.parametrize(
    ("change", "at", "reason"),
    [
        (lambda record: record["setup"].pop("hands"), 0, "'hands' is missing"),
        (setup("more", 1), 0, "'more' is one too many"),
        (setup("objectives", [5, 19, 4]), 0, "there are four"),
        (setup("objectives", [5, 19, 4, 23]), 0, "an objective is in 1 … 22, not 23"),
        (setup("objectives", [5, 19, 4, True]), 0, "an objective is an integer"),
        (setup("objectives", [19, 5, 4, 16]), 0, "19 is green, not blue"),
        (setup("objectives", [3, 19, 4, 16]), 0, "3 and 4 are the two faces of one card"),
        (setup("objectives", "easy"), 0, "objectives is a list"),
        (lambda record: record["setup"]["hands"].pop(), 0, "setup hands has 5 entries, not 4"),
        (lambda record: record["setup"]["hands"][2].pop(), 0, "the hands of a round has 2 entries, not 1"),
        (lambda record: record["setup"]["hands"][2][0].pop(), 0, "a hand of the set-up has 3 entries, not 2"),
        (lambda record: record["setup"]["hands"][0][0].__setitem__(0, 61), 0, "a card of setup hands is in 1 … 60"),
        (
            lambda record: record["setup"]["hands"][4][1].__setitem__(0, record["setup"]["hands"][4][1][1]),
            0,
            "there is one of each card",
        ),
        (move(1, at=[0, 1]), 1, "a seat's first card lies at [0, 0], not at [0, 1]"),
        (move(1, turns=4), 1, "turns is in 0 … 3, not 4"),
        (move(1, turns=-1), 1, "turns is in 0 … 3"),
        (move(1, card=61), 1, "the card is in 1 … 60"),
        (move(1, card=1.0), 1, "the card is an integer"),
        (move(1, more=1), 1, "'more' is one too many"),
        (lambda record: record["moves"][0].pop("turns"), 1, "'turns' is missing"),
        (move(1, seat=1), 1, "it is seat 0's turn"),
        (move(2, seat=0), 2, "it is seat 1's turn"),
        (move(3, at=[5, 5]), 3, "a card covers at least one occupied square"),
        (move(3, at=[0]), 3, "the place of a card has 2 entries"),
        (move(3, at=[0, "0"]), 3, "the column of the place of a card is an integer"),
        (lambda record: record["moves"].append(dict(record["moves"][-1])), 31, "no move after the end"),
        (lambda record: record["moves"].pop(), 30, "the moves stop before the end"),
        (lambda record: record["result"].pop("rounds"), 31, "'rounds' is missing"),
        (lambda record: record["result"]["rounds"][0]["totals"].reverse(), 31, "result rounds"),
        (lambda record: record["result"]["rounds"][4]["points"][0].reverse(), 31, "result rounds"),
    ],
)
def test_a_broken_rule_is_refused_with_its_move_and_the_reason(change: Change, at: int, reason: str) -> None:
    error = refused(changed(change))
    assert (error.move, reason in error.rule) == (at, True), error


@pytest.mark.parametrize(
    ("option", "objectives", "reason"),
    [
        ("easy", [2, 19, 4, 16], "2 is not there under objectives='easy'"),
        ("hard", [2, 19, 6, 16], "19 is not there under objectives='hard'"),
        ("first_game", [5, 19, 4, 18], "18 is not there under objectives='first_game'"),
        ([9, 19, 15, 21], [9, 19, 15, 18], "18 is not there under objectives=[9, 19, 15, 21]"),
    ],
)
def test_objectives_that_the_option_does_not_allow_are_refused(option: Any, objectives: list[int], reason: str) -> None:
    record = changed(setup("objectives", objectives))
    record["options"] = {"objectives": option}
    error = refused(record)
    assert (error.move, reason in error.rule) == (0, True), error


def test_a_card_that_makes_the_reserve_too_large_is_refused(game: Game) -> None:
    record = changed(lambda record: record.update(result=None))
    del record["moves"][2:]
    for step in range(1, 6):
        entry = {"seat": 0, "card": 0, "turns": 0, "at": [step, 0]}
        replay = replay_record(record)
        entry["card"] = int(replay.rows[0].hands[0, 0]) + 1
        record["moves"].append(entry)
        if step == 5:
            error = refused(record)
            assert error.move == len(record["moves"])
            assert error.rule == "the reserve fits into 6x6"
            return
        replay = replay_record(record)
        other = int(replay.rows[0].hands[1, 0]) + 1
        record["moves"].append({"seat": 1, "card": other, "turns": 0, "at": [0, 0]})


# --- Moves in words ---------------------------------------------------------------------------------------


def test_another_seats_choice_is_told_when_all_have_chosen(game: Game) -> None:
    rows = game.start(3, seed=5)
    told: dict[int | None, list[str | None]] = {viewer: [] for viewer in (0, 1, 2, None, EVERYTHING)}
    cards = [int(card) + 1 for card in rows[0].hands[:3, 0]]
    for _ in range(3):
        before = copy_rows(rows)
        action = int(game.legal_actions(rows)[0])
        game.kernels.step_many(game.params, rows, np.array([action], np.int32))
        for viewer, lines in told.items():
            lines.append(game.notation.tell_move(game, before, action, rows, viewer))
    words = [f"places card {card} at 0,0" for card in cards]
    last = f"{words[2]}; seat 0 {words[0]}; seat 1 {words[1]}"
    assert told[None] == [None, None, last]
    assert told[2] == [None, None, last]
    assert told[0] == [words[0], None, f"{words[2]}; seat 1 {words[1]}"]
    assert told[1] == [None, words[1], f"{words[2]}; seat 0 {words[0]}"]
    assert told[EVERYTHING] == words


def test_turns_are_told_in_words(game: Game) -> None:
    rows = game.start(2, seed=5)
    words = []
    for action in game.legal_actions(rows)[:4]:
        after = copy_rows(rows)
        game.kernels.step_many(game.params, after, np.array([action], np.int32))
        words.append(str(game.notation.tell_move(game, rows, int(action), after, 0)).partition(" at ")[0])
    card = int(rows[0].hands[0, 0]) + 1
    turned = ("", " turned once", " turned twice", " turned three times")
    assert words == [f"places card {card}{times}" for times in turned]
