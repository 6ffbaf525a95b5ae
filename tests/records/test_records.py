"""The record format: what every game's records keep, and what is refused."""

import copy
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.playing import FEW, refused

from baobab.bots import RandomBot
from baobab.core.game import Game, make_rngs
from baobab.core.notation import (
    CHANCE_MOVE,
    RuleError,
    show,
    take_cell,
    take_counts,
    take_int,
    take_list,
    take_name,
    take_object,
    write_counts,
)
from baobab.core.record import NOBODY, copy_rows
from baobab.play.recording import record_games
from baobab.records import (
    KEYS,
    Record,
    Recorder,
    RecordError,
    Replay,
    parse_record,
    record_game,
    replay_file,
    replay_record,
    unfold,
    write_record,
)
from baobab.registry import GAMES, load_game

pytestmark = pytest.mark.kernels


@pytest.fixture(params=sorted(GAMES), scope="module")
def game(request: pytest.FixtureRequest) -> Game:
    return load_game(request.param)


@pytest.fixture(scope="module")
def played(game: Game) -> Record:
    """A finished game of two, once for all tests."""
    return next(record_games(game, [RandomBot(), RandomBot()], games=1, seed=1))


@pytest.fixture
def record(played: Record) -> Record:
    """The finished game, to be changed at will."""
    return copy.deepcopy(played)


# --- Round trips ------------------------------------------------------------------------------------------


def test_a_record_is_one_line_with_the_keys_in_their_order(record: Record) -> None:
    line = write_record(record)
    assert "\n" not in line
    assert tuple(json.loads(line)) == KEYS
    assert parse_record(line) == record


def test_a_replayed_record_ends_with_its_result(record: Record) -> None:
    replay = replay_record(record)
    scores, ranks = replay.game.results(replay.rows)
    assert scores[0, :2].tolist() == record["result"]["scores"]
    assert np.flatnonzero(ranks[0, :2] == 1).tolist() == record["result"]["winners"]


def test_a_games_own_seed_starts_it_alone(game: Game) -> None:
    batch = list(record_games(game, [RandomBot()] * game.min_players, games=3, seed=7))
    for made in batch:
        start = game.start(game.min_players, seed=made["seed"])
        assert game.notation.write_setup(game, start) == made["setup"]
    assert batch == list(record_games(game, [RandomBot()] * game.min_players, games=3, seed=7))
    assert len({made["seed"] for made in batch}) == 3


def test_a_decision_that_is_not_asked_has_its_entry_all_the_same(game: Game) -> None:
    """`unfold` tells of more decisions than are asked, ends in the same bytes, and each is in the record."""
    rngs = make_rngs(1, seed=2)
    rows, quick = (game.start(game.max_players, seed=2) for _ in range(2))
    told = 0
    while rows[0].player != NOBODY:
        action = int(RandomBot().act(game, rows, rngs)[0])
        told += sum(step.action != CHANCE_MOVE for step in unfold(game, rows, action))
        game.kernels.step_many(game.params, quick, np.array([action], np.int32))
        assert rows.tobytes() == quick.tobytes()
    assert told == rows[0].decisions


def test_an_unfinished_game_has_no_result_and_may_be_gone_on_with(game: Game) -> None:
    rngs = make_rngs(1, seed=3)
    recorder = Recorder(game, game.start(2, seed=3), seed=3, seats=["a", "b"])
    before = -1
    while recorder.rows[0].player != NOBODY:
        made = recorder.record()
        assert made["result"] is None
        assert len(made["moves"]) >= before
        before = len(made["moves"])
        recorder.play(int(RandomBot().act(game, copy_rows(recorder.rows), rngs)[0]))
    assert recorder.record()["result"] is not None
    replay_record(recorder.record())


def test_every_cut_of_a_game_is_an_unfinished_record(record: Record) -> None:
    for length in range(0, len(record["moves"]) + 1, 7 if FEW else 1):
        replay_record({**record, "moves": record["moves"][:length], "result": None})


def test_seats_and_seeds_are_checked_when_a_record_is_begun(game: Game) -> None:
    with pytest.raises(ValueError, match="2 players need as many names"):
        record_game(game, [], num_players=2, seed=1, seats=["a"])
    with pytest.raises(ValueError, match="seed"):
        record_game(game, [], num_players=2, seed=-1, seats=["a", "b"])


# --- Refusals ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
def test_a_missing_key_is_refused(record: Record, key: str) -> None:
    error = refused({name: value for name, value in record.items() if name != key})
    assert error.move == 0
    assert f"{key!r} is missing" in error.rule


def test_an_extra_key_is_refused(record: Record) -> None:
    assert "'comment' is one too many" in refused({**record, "comment": "x"}).rule


def test_keys_in_another_order_are_refused(record: Record) -> None:
    assert "stand in the order" in refused(dict(reversed(record.items()))).rule


@pytest.mark.parametrize("value", [None, 3, "x", [], True])
def test_what_is_no_object_is_refused(value: Any) -> None:
    assert "a record is an object" in refused(value).rule


@pytest.mark.parametrize(
    ("key", "value", "rule"),
    [
        ("format", "baobab-record/2", "format is one of baobab-record/1"),
        ("format", None, "format is one of"),
        ("game", "chess", "game is one of"),
        ("game", ["kenya"], "game is one of"),
        ("version", 99, "is at version"),
        ("version", "0", "version is an integer"),
        ("version", False, "version is an integer"),
        ("players", 1, "players is in"),
        ("players", 99, "players is in"),
        ("players", True, "players is an integer"),
        ("players", 2.0, "players is an integer"),
        ("options", [], "options is an object"),
        ("options", {"no_such": 1}, "an option is one of"),
        ("options", {"name": "x"}, "an option is one of"),
        ("seed", -1, "seed is in"),
        ("seed", 2**63, "seed is in"),
        ("seed", 1.5, "seed is an integer"),
        ("seed", None, "seed is an integer"),
        ("seats", ["a"], "seats has 2 entries"),
        ("seats", ["a", 1], "a seat's name is a text"),
        ("seats", ["a", ""], "a seat's name is a text"),
        ("seats", "ab", "seats is a list"),
        ("setup", None, "setup is an object"),
        ("moves", {}, "moves is a list"),
    ],
)
def test_a_wrong_value_in_the_head_is_refused_at_move_0(record: Record, key: str, value: Any, rule: str) -> None:
    error = refused({**record, key: value})
    assert error.move == 0
    assert rule in error.rule


def test_options_that_are_at_their_defaults_are_left_out(record: Record, game: Game) -> None:
    for name, default in game.default_options.items():
        assert "at its default" in refused({**record, "options": {name: default}}).rule


@pytest.mark.parametrize("move", [None, 1, "draw", [], {}, {"seat": 0}, {"seat": 0, "fly": 1}, {"seat": None}])
def test_a_move_that_is_none_is_refused_at_its_number(record: Record, move: Any) -> None:
    for number in (1, 3):
        moves = [*record["moves"][: number - 1], move, *record["moves"][number:]]
        assert refused({**record, "moves": moves}).move == number


def test_a_move_left_out_or_said_twice_is_refused(record: Record) -> None:
    moves = record["moves"]
    last = len(moves)
    assert refused({**record, "moves": [*moves, moves[-1]]}).move == last + 1
    assert refused({**record, "moves": moves[:-1]}).move == last
    assert refused({**record, "moves": moves[1:]}).move >= 1


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        (lambda result: result.update(scores=[0, 999]), "result scores"),
        (lambda result: result.update(scores=[float(score) for score in result["scores"]]), "result scores"),
        (lambda result: result.update(winners=[0, 0]), "result winners"),
        (lambda result: result.update(winners=[not bool(winner) for winner in result["winners"]]), "result winners"),
        (lambda result: result.pop("winners"), "'winners' is missing"),
        (lambda result: result.update(ranks=[1, 2]), "'ranks' is one too many"),
    ],
)
def test_a_wrong_result_is_refused_one_past_the_last_move(
    record: Record, change: Callable[[dict[str, Any]], Any], rule: str
) -> None:
    change(record["result"])
    error = refused(record)
    assert error.move == len(record["moves"]) + 1
    assert rule in error.rule


def test_a_result_of_an_unfinished_game_is_refused(record: Record) -> None:
    error = refused({**record, "moves": record["moves"][:2]})
    assert (error.move, "stop before the end" in error.rule) == (3, True)


@pytest.mark.parametrize("result", [0, False, [], "won"])
def test_a_result_that_is_no_object_is_refused(record: Record, result: Any) -> None:
    assert refused({**record, "result": result}).move == len(record["moves"]) + 1


# --- Text -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b'{"a": 1, "a": 2}', "the key 'a' stands twice"),
        (b'{"a": NaN}', "NaN is no JSON number"),
        (b"-Infinity", "-Infinity is no JSON number"),
        (b"\xff\xfe", "not UTF-8 at byte 0"),
        (b"\xef\xbb\xbf{}", "not JSON"),
        (b"[" * 100_000, "nested too deeply"),
        (b"1" * 10_000, "not JSON"),
        (b'{"a": 1} {"b": 2}', "not JSON"),
    ],
)
def test_what_is_no_line_of_json_is_refused(text: bytes, words: str) -> None:
    with pytest.raises(RecordError, match="line 4, move 0") as caught:
        parse_record(text, line=4)
    assert words in caught.value.rule


def test_a_file_tells_the_line_the_move_and_the_rule_of_each_refusal(tmp_path: Path, record: Record) -> None:
    good = write_record(record)
    bad = write_record({**record, "moves": record["moves"][:1]})
    path = tmp_path / "games.jsonl"
    path.write_bytes("\n".join([good, bad, "", good + "\r", good[:50]]).encode())
    told = list(replay_file(path))
    assert [type(one) for one in told] == [Replay, RecordError, RecordError, Replay, RecordError]
    errors = [one for one in told if isinstance(one, RecordError)]
    assert [(error.line, error.move) for error in errors] == [(2, 2), (3, 0), (5, 0)]
    assert str(errors[0]).startswith("line 2, move 2: the moves stop before the end")


POOL: tuple[Any, ...] = (None, True, False, 0, 1, -1, 10**30, 1.0, 0.5, "", "x", "lion", [], {}, [[]], [0, 0], {"a": 1})


def spots(value: Any) -> list[tuple[Any, Any]]:
    """Every (container, key) within a JSON value."""
    found = []
    for key in value if isinstance(value, dict) else range(len(value)):
        found.append((value, key))
        if isinstance(value[key], dict | list):
            found += spots(value[key])
    return found


def test_a_record_changed_anywhere_is_replayed_or_refused_but_breaks_nothing(record: Record) -> None:
    text = write_record({**record, "moves": record["moves"][:8], "result": None})
    chance = random.Random(1)
    for _ in range(200 if FEW else 1500):
        changed = json.loads(text)
        holder, key = chance.choice(spots(changed))
        how = chance.randrange(4)
        if how == 0:
            del holder[key]
        elif how == 1 and isinstance(holder, list):
            holder.insert(chance.randrange(len(holder) + 1), chance.choice(POOL))
        else:
            other, there = chance.choice(spots(changed))
            holder[key] = chance.choice(POOL) if how == 2 else json.loads(json.dumps(other[there]))
        try:
            replay_record(changed)
        except RecordError as error:
            assert 0 <= error.move <= 10, changed  # noqa: PT017 -- both outcomes are right


# --- The words of a notation ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("take", "words"),
    [
        (lambda: take_int(True, "n"), "n is an integer, not True"),
        (lambda: take_int(1.0, "n"), "n is an integer, not 1.0"),
        (lambda: take_int(3, "n", low=0, high=2), "n is in 0 … 2, not 3"),
        (lambda: take_int(0, "n", low=1), "n is at least 1, not 0"),
        (lambda: take_int(5, "n", high=4), "n is at most 4, not 5"),
        (lambda: take_list((1,), "l"), "l is a list"),
        (lambda: take_list([1], "l", length=2), "l has 2 entries, not 1"),
        (lambda: take_name([], "k", allowed=("a", "b")), "k is one of a, b, not []"),
        (lambda: take_cell([1], "c"), "c has 2 entries"),
        (lambda: take_cell([1, "2"], "c"), "the column of c is an integer"),
        (lambda: take_object([], "o"), "o is an object"),
        (lambda: take_object({"a": 1}, "o", keys=("a", "b")), "'b' is missing"),
        (lambda: take_counts({"a": 0}, "t", kinds=("a",)), "the count of a in t is at least 1"),
        (lambda: take_counts({"z": 1}, "t", kinds=("a",)), "a kind of t is one of a, not 'z'"),
    ],
)
def test_a_wrong_json_value_is_named_with_what_is_allowed(take: Callable[[], Any], words: str) -> None:
    with pytest.raises(RuleError) as caught:
        take()
    assert words in str(caught.value)


def test_counts_leave_out_what_is_not_there() -> None:
    kinds = ("a", "b", "c")
    assert write_counts([2, 0, 1], kinds=kinds) == {"a": 2, "c": 1}
    assert take_counts({"c": 1, "a": 2}, "t", kinds=kinds) == [2, 0, 1]


def test_a_long_value_is_cut_in_an_error() -> None:
    assert len(show("x" * 1000)) == 60
