"""Kenya's records: games of an independent program, what is refused of them, and our own games."""

import copy
import json
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.games.kenya import boards
from tests.games.kenya.slow import read_cell
from tests.playing import legal, refused, told, unfinished

from baobab.core.record import NOBODY
from baobab.records import Record, Recorder, record_game, replay_record
from baobab.registry import load_game

pytestmark = pytest.mark.kernels

FIRST = json.loads((Path(__file__).parent / "records" / "legal.jsonl").read_text(encoding="utf-8").splitlines()[0])
"""A whole game of an independent program."""

CLANS = ("zebra", "wildebeest", "warthog", "gazelle", "giraffe", "baboon")
GREENS = {
    **{f"{one}+{other}": 2 for one, other in combinations(CLANS, 2)},
    "meerkat": 4,
    "lion": 5,
    "elephant": 3,
    "rhinoceros": 4,
    "water": 3,
}


def game_record(
    first: list[str], second: list[str], start: str, visible: list[str], hidden: list[str], *moves: dict[str, Any]
) -> Record:
    """An unfinished two-player record in which `hidden` comes first and the other cards after it."""
    left = dict(GREENS)
    for card in (*first, *second, start, *visible, *hidden):
        left[card] -= 1
    rest = [card for card, count in left.items() for _ in range(count)]
    setup = {
        "first": 0,
        "brown": ["zebra", "baboon"],
        "hands": [first, second],
        "start": start,
        "visible": visible,
        "hidden": [*hidden, *rest],
    }
    return unfinished("kenya", setup, *moves)


def test_a_read_set_up_is_the_row_that_the_seed_gives_but_for_what_was_dealt_and_the_generator() -> None:
    game = load_game("kenya")
    start = game.start(4, seed=11)
    read = game.notation.read_setup(game, 4, game.notation.write_setup(game, start))
    for name in start.dtype.names:
        if name == "stock":  # before `stock_next` lies what was dealt, in another order
            dealt = int(start[0].stock_next)
            assert read[0].stock[dealt:].tolist() == start[0].stock[dealt:].tolist()
        elif name != "rng":
            assert np.array_equal(read[0][name], start[0][name]), name


def test_a_record_may_stop_after_any_move() -> None:
    record = FIRST
    for length in range(len(record["moves"]) + 1):
        replay_record({**record, "moves": record["moves"][:length], "result": None})


# --- The set-up -------------------------------------------------------------------------------------------


def with_setup(change: Callable[[dict[str, Any]], Any]) -> Record:
    record: Record = copy.deepcopy(FIRST)
    change(record["setup"])
    return record


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        (lambda setup: setup.update(first=2), "setup first is in 0 … 1"),
        (lambda setup: setup.update(first=True), "setup first is an integer"),
        (lambda setup: setup.update(first=None), "setup first is an integer"),
        (lambda setup: setup.pop("start"), "'start' is missing"),
        (lambda setup: setup.update(deck=[]), "'deck' is one too many"),
        (lambda setup: setup.update(brown=["zebra"]), "setup brown has 2 entries"),
        (lambda setup: setup.update(brown=["zebra", "zebra"]), "one brown card a clan"),
        (lambda setup: setup.update(brown=["zebra", "hippo"]), "'hippo'"),
        (lambda setup: setup["hands"][0].append("lion"), "a hand of the set-up has 3 entries"),
        (lambda setup: setup["hands"].__setitem__(0, ["lion", "lion", "brown:zebra"]), "'brown:zebra'"),
        (lambda setup: setup.update(start="giraffe+zebra"), "'giraffe+zebra'"),
        (lambda setup: setup.update(start=["lion"]), "['lion']"),
        (lambda setup: setup["visible"].pop(), "setup visible has 3 entries"),
        (lambda setup: setup["hidden"].pop(), "setup hidden has 39 entries"),
        (lambda setup: setup.update(hidden=["lion"] * 39), "not the 49 green cards"),
        (lambda setup: setup.update(hidden={}), "setup hidden is a list"),
    ],
)
def test_a_set_up_that_breaks_a_rule_is_refused_at_move_0(change: Callable[[Any], Any], rule: str) -> None:
    error = refused(with_setup(change))
    assert error.move == 0
    assert rule in error.rule


# --- Moves ------------------------------------------------------------------------------------------------

HANDS = (["meerkat", "zebra+giraffe", "rhinoceros"], ["water", "water", "water"])
VISIBLE = ["zebra+giraffe", "elephant", "elephant"]
DRAW = {"seat": 0, "draw": "elephant"}


def short(*moves: dict[str, Any], start: str = "lion") -> Record:
    return game_record(*HANDS, start, VISIBLE, ["lion", "rhinoceros"], *moves)


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ({"seat": 1, "draw": "elephant"}, "it is seat 0's turn"),
        ({"seat": 2, "draw": "elephant"}, "seat is in 0 … 1"),
        ({"seat": False, "draw": "elephant"}, "seat is an integer"),
        ({"draw": "elephant"}, "seat is an integer"),
        ({"seat": 0, "place": "meerkat", "at": [0, 1]}, "a turn starts with the draw"),
        ({"seat": 0, "draw": "lion"}, "the drawn card must be in the visible stock"),
        ({"seat": 0, "draw": "brown:zebra"}, "the drawn card is one of"),
        ({"seat": 0, "draw": 3}, "the drawn card is one of"),
        ({"seat": 0, "draw": "elephant", "card": "elephant"}, "'card' is one too many"),
    ],
)
def test_a_draw_that_breaks_a_rule_is_refused(move: dict[str, Any], rule: str) -> None:
    error = refused(short(move))
    assert (error.move, rule in error.rule) == (1, True), error.rule


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ({"seat": 0, "draw": "elephant"}, "a card of the hand must be placed now"),
        ({"seat": 0, "place": "lion", "at": [0, 1]}, "the placed card must be in the hand"),
        ({"seat": 0, "place": "brown:baboon", "at": [0, 1]}, "the placed card must be in the hand"),
        ({"seat": 0, "place": "meerkat", "at": [0, 0]}, "on an empty cell"),
        ({"seat": 0, "place": "meerkat", "at": [1, 1]}, "beside (orthogonally)"),
        ({"seat": 0, "place": "meerkat", "at": [17, 0]}, "never wider or higher than 17 cells"),
        ({"seat": 0, "place": "meerkat", "at": [10**30, 0]}, "never wider or higher than 17 cells"),
        ({"seat": 0, "place": "meerkat", "at": [0, True]}, "the column of the cell"),
        ({"seat": 0, "place": "meerkat", "at": [0]}, "has 2 entries"),
        ({"seat": 0, "place": "meerkat", "at": [0, 1], "face": "up"}, "'face' is one too many"),
        ({"seat": 0, "place": "brown:zebra", "at": [0, 1], "face": "up"}, "'face' is one too many"),
        ({"seat": 0, "place": "zebra+giraffe", "at": [0, 1]}, "'face' is missing"),
        ({"seat": 0, "place": "zebra+giraffe", "at": [0, 1], "face": "up"}, "the face here must be baobab"),
        ({"seat": 0, "place": "zebra+giraffe", "at": [0, 1], "face": "down"}, "the face is one of up, baobab"),
    ],
)
def test_a_placement_that_breaks_a_rule_is_refused(move: dict[str, Any], rule: str) -> None:
    error = refused(short(DRAW, move))
    assert (error.move, rule in error.rule) == (2, True), error.rule


def test_the_face_is_the_players_choice_beside_a_lion_and_an_elephant() -> None:
    moves = [
        DRAW,
        {"seat": 0, "place": "elephant", "at": [0, 1]},
        {"seat": 1, "draw": "zebra+giraffe"},
        {"seat": 1, "place": "water", "at": [0, -1]},
        {"seat": 0, "draw": "elephant"},
        {"seat": 0, "place": "elephant", "at": [1, 1]},
        {"seat": 1, "draw": "lion"},
        {"seat": 1, "place": "water", "at": [0, -2]},
        {"seat": 0, "draw": "rhinoceros"},
    ]
    for face in ("up", "baobab"):
        # 1,0 touches the lion on 0,0 and the elephant on 1,1.
        replay = replay_record(short(*moves, {"seat": 0, "place": "zebra+giraffe", "at": [1, 0], "face": face}))
        assert replay.rows[0].player == 1


def test_a_game_that_ends_with_the_choice_of_a_face_has_the_placement_as_its_last_entry() -> None:
    actions = (
        *(15, 31, 201, 15, 36, 183, 14, 18, 40, 182, 16, 32, 200, 17, 41, 164, 17, 35, 220, 0, 21, 181, 16, 38, 202),
        *(0, 21, 218, 2, 29, 199, 15, 36, 180, 16, 13, 37, 184, 7, 37, 179, 16, 37, 238, 4, 30, 236, 8, 37, 235, 6),
        *(25, 146, 4, 40, 128, 18, 39, 165, 12, 33, 162, 1, 22, 254, 13, 41, 161, 5, 38, 253, 7, 23, 110, 15, 39, 145),
        *(16, 34, 148, 1, 36, 239, 20, 11, 37, 221, 18, 26, 234, 14, 35, 233, 10, 28, 217, 12, 34, 178, 17, 39, 127),
        *(9, 25, 252, 19, 22, 272, 2, 32, 273, 3, 36, 177, 5, 18, 23, 256, 31, 240, 29, 159, 38, 258, 33, 195, 40, 129),
        *(39, 255, 46, 27, 215, 28, 176, 24, 270, 30, 203, 43),
    )
    record = record_game(
        load_game("kenya"), actions, num_players=2, seed=3424750428958963645, seats=["random", "random"]
    )
    assert record["moves"][-1]["face"] == "baobab"
    replay_record(record)


def test_a_meerkat_takes_a_visible_card_or_the_next_hidden_one_and_nothing_else() -> None:
    lay = [DRAW, {"seat": 0, "place": "meerkat", "at": [0, 1]}]
    replay_record(short(*lay, {"seat": 0, "meerkat": "hidden", "card": "lion"}))
    replay_record(short(*lay, {"seat": 0, "meerkat": "visible", "card": "zebra+giraffe"}))
    for move, rule in (
        ({"seat": 1, "draw": "elephant"}, "it is seat 0's turn"),
        ({"seat": 0, "draw": "elephant"}, "the meerkat takes a card now"),
        ({"seat": 0, "meerkat": "hidden", "card": "rhinoceros"}, "the next of the hidden stock"),
        ({"seat": 0, "meerkat": "visible", "card": "lion"}, "must be in the visible stock"),
        ({"seat": 0, "meerkat": "blind", "card": "lion"}, "is one of visible, hidden"),
        ({"seat": 0, "meerkat": "hidden"}, "'card' is missing"),
    ):
        error = refused(short(*lay, move))
        assert (error.move, rule in error.rule) == (3, True), error.rule


def test_a_rhinoceros_moves_an_animal_card_beside_it_and_must() -> None:
    lay = [DRAW, {"seat": 0, "place": "rhinoceros", "at": [0, 1]}]
    replay_record(short(*lay, {"seat": 0, "rhinoceros": [0, 0]}, start="zebra+wildebeest"))
    # Nothing to move: a lion stays where it is, and there is no entry.
    replay_record(short(*lay, {"seat": 1, "draw": "elephant"}))
    for move, rule in (
        ({"seat": 1, "draw": "elephant"}, "it is seat 0's turn"),
        ({"seat": 0, "rhinoceros": [0, 2]}, "straight away"),
        ({"seat": 0, "rhinoceros": [5, 5]}, "moves a card beside it"),
        ({"seat": 0, "rhinoceros": [50, 5]}, "moves a card beside it"),
        ({"seat": 0, "rhinoceros": None}, "is a list"),
        ({"seat": 0, "place": "meerkat", "at": [0, 2]}, "the rhinoceros must move a card now"),
    ):
        error = refused(short(*lay, move, start="zebra+wildebeest"))
        assert (error.move, rule in error.rule) == (3, True), error.rule


def test_a_lone_target_of_a_rhinoceros_is_not_asked_but_has_its_entry() -> None:
    game = load_game("kenya")
    record = short(start="zebra+wildebeest")
    rows = game.notation.read_setup(game, 2, record["setup"])
    recorder = Recorder(game, rows, seed=1, seats=["a", "b"])
    for name in ("draw elephant", "card rhinoceros", "cell 0,1"):
        recorder.play(game.parse_action(name, recorder.rows[0]))
    assert recorder.rows[0].player == 1  # nothing was asked of seat 0 any more
    assert recorder.record()["moves"][-1] == {"seat": 0, "rhinoceros": [0, 0]}


def test_a_brown_card_has_a_face_where_it_is_a_player_animal_card() -> None:
    record = short(DRAW, {"seat": 0, "place": "brown:zebra", "at": [0, 1], "face": "baobab"})
    record["options"] = {"brown_cards": "player_animal"}
    replay_record(record)
    del record["moves"][1]["face"]
    assert "'face' is missing" in refused(record).rule


# --- In words ---------------------------------------------------------------------------------------------


def test_a_blind_take_is_told_to_the_seat_that_took_it_alone() -> None:
    moves = (
        {"seat": 0, "place": "meerkat", "at": [0, 1]},
        {"seat": 0, "meerkat": "hidden", "card": "lion"},
    )
    record = short(DRAW, *moves)
    assert told(record, 0) == ["draws elephant", None, "places meerkat on 0,1", "takes lion from the hidden stock"]
    for viewer in (1, None):
        assert told(record, viewer)[-1] == "takes a card from the hidden stock"


def test_a_card_laid_face_baobab_is_named_to_the_seat_that_laid_it_alone() -> None:
    record = short(DRAW, {"seat": 0, "place": "zebra+giraffe", "at": [0, 1], "face": "baobab"})
    assert told(record, 0)[-1] == "places zebra+giraffe (face Baobab) on 0,1"
    assert told(record, 1)[-1] == told(record, None)[-1] == "places a card face Baobab on 0,1"


def test_the_choice_of_a_card_is_not_told_before_it_lies() -> None:
    record = short(DRAW, {"seat": 0, "place": "meerkat", "at": [0, 1]})
    assert told(record, 1)[1] is None


def test_a_push_tells_where_from_and_where_to() -> None:
    moves = ({"seat": 0, "place": "rhinoceros", "at": [0, 1]}, {"seat": 0, "rhinoceros": [0, 0]})
    assert told(short(DRAW, *moves, start="zebra+wildebeest"), 1)[-1] == "pushes zebra+wildebeest from 0,0 to 0,-1"


def test_cells_count_from_the_first_card_however_far_the_savanna_goes() -> None:
    """Always the easternmost cell, then the northernmost: the extent binds, and the window's edge is passed."""
    game = load_game("kenya", cards=boards.deck({"meerkat": 46, "water": 3}))
    rows = game.start(2, seed=1)
    recorder = Recorder(game, rows, seed=1, seats=["a", "b"])
    while recorder.rows[0].player != NOBODY:
        names = legal(game, recorder.rows)
        cells = [name for name in names if name.startswith("cell")]
        name = max(cells, key=lambda name: (read_cell(name)[1], -read_cell(name)[0])) if cells else min(names)
        recorder.play(game.parse_action(name, recorder.rows[0]))
    record = recorder.record()
    places = [tuple(move["at"]) for move in record["moves"] if "at" in move]
    assert places[:16] == [(0, column) for column in range(1, 17)]
    assert {column for _, column in places} == set(range(1, 17))
    assert min(row for row, _ in places) < -9
    seen = game.view(replay_record(record).rows[0])
    assert {tuple(card["at"]) for card in seen["savanna"]} == {(0, 0), *places}
    assert "16" in game.text(recorder.rows[0]).splitlines()[2]
