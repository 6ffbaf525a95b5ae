"""The folder of a tournament: what is refused, and what a cut line costs."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from baobab.measure.tournament import Job, Outcome, Setting, TournamentError
from baobab.measure.tournament.store import FORMAT, Store, read_header

SETTING: dict[str, Any] = {"game": "kenya", "version": 3, "options": {"table": 9}, "players": 2, "seed": 5}


def opened(folder: Path, **changes: Any) -> Store:
    setting = Setting(**{"digests": {"a": None, "b": "12ab"}, **SETTING, **changes})
    return Store(folder, setting, bots=["a", "b"], games=8)


def outcome(first: int) -> Outcome:
    ranks = np.array([[[1, 2], [2, 1]], [[1, 1], [1, 2]]])
    return Outcome(Job(("a", "b"), first, 2), ranks, 10 * ranks, np.array([[7, 8], [9, 10]]), 0.5)


def test_what_came_out_is_read_back(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        store.add(outcome(0))
        store.add(outcome(6))
    with opened(tmp_path) as store:
        assert store.played() == {("a", "b"): {0, 1, 6, 7}}
        for read, written in zip(store.outcomes, (outcome(0), outcome(6)), strict=True):
            assert read.job == written.job
            np.testing.assert_array_equal(read.ranks, written.ranks)
            np.testing.assert_array_equal(read.scores, written.scores)
            np.testing.assert_array_equal(read.asked, written.asked)


def test_the_header_says_what_is_played(tmp_path: Path) -> None:
    opened(tmp_path).__exit__(None, None, None)
    assert read_header(tmp_path) == {
        "format": FORMAT,
        **SETTING,
        "bots": ["a", "b"],
        "games": 8,
        "digests": {"a": None, "b": "12ab"},
    }


@pytest.mark.parametrize("left", [1, 20, 80])
def test_a_line_that_was_cut_off_is_dropped_and_the_next_one_is_whole(tmp_path: Path, left: int) -> None:
    with opened(tmp_path) as store:
        store.add(outcome(0))
        whole = (tmp_path / "jobs.jsonl").read_bytes()
        store.add(outcome(2))
    data = (tmp_path / "jobs.jsonl").read_bytes()
    (tmp_path / "jobs.jsonl").write_bytes(data[: len(whole) + left])
    with opened(tmp_path) as store:
        assert store.played() == {("a", "b"): {0, 1}}
        store.add(outcome(2))
    assert (tmp_path / "jobs.jsonl").read_bytes() == data


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"game": "nimalia"}, 'game "kenya", not "nimalia"'),
        ({"version": 4}, "version 3, not 4"),
        ({"options": {}}, r'options {"table": 9}, not {}'),
        ({"players": 3}, "players 2, not 3"),
        ({"seed": 6}, "seed 5, not 6"),
        ({"digests": {"b": "99ff"}}, r"b with other weights \(12ab\) than it has now \(99ff\)"),
    ],
)
def test_a_tournament_of_something_else_is_refused_and_left_alone(tmp_path: Path, changes: dict, words: str) -> None:
    with opened(tmp_path) as store:
        store.add(outcome(0))
    before = [(path.name, path.read_bytes()) for path in sorted(tmp_path.iterdir())]
    with pytest.raises(TournamentError, match=words):
        opened(tmp_path, **changes)
    assert [(path.name, path.read_bytes()) for path in sorted(tmp_path.iterdir())] == before


def test_weights_of_bots_that_do_not_play_this_time_are_remembered(tmp_path: Path) -> None:
    opened(tmp_path).__exit__(None, None, None)
    opened(tmp_path, digests={"c": "77"}).__exit__(None, None, None)
    with pytest.raises(TournamentError, match="b with other weights"):
        opened(tmp_path, digests={"b": "99ff"})


def test_two_at_once_are_refused(tmp_path: Path) -> None:
    with opened(tmp_path), pytest.raises(TournamentError, match="played by another process"):
        opened(tmp_path)
    with opened(tmp_path):
        pass


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda line: line.replace('"ranks"', '"rank"'), "line 1.*'ranks'"),
        (lambda line: line.replace('"deals":2', '"deals":3'), "line 1.*3 deals"),
        (lambda line: line.replace('"ranks":[[[1,2]', '"ranks":[[[2,2]'), "line 1.*from 1"),
        (lambda line: line.replace('"line_up":["a","b"]', '"line_up":["a","b","c"]'), "line 1"),
        (lambda line: line[:-10], "line 1"),
    ],
)
def test_a_damaged_line_is_named(tmp_path: Path, change: Any, words: str) -> None:
    with opened(tmp_path) as store:
        store.add(outcome(0))
    text = (tmp_path / "jobs.jsonl").read_text(encoding="utf-8").rstrip()
    (tmp_path / "jobs.jsonl").write_text(change(text) + "\n", encoding="utf-8")
    with pytest.raises(TournamentError, match=words):
        opened(tmp_path)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "is no JSON"),
        ("[]", "no tournament of the format"),
        (json.dumps({"format": "baobab-tournament/99"}), "no tournament of the format"),
        (json.dumps({"format": FORMAT, "game": 3}), "'game' is missing or no str"),
    ],
)
def test_a_header_that_cannot_be_read_is_refused(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "tournament.json").write_text(text)
    with pytest.raises(TournamentError, match=words):
        opened(tmp_path)


def test_games_without_a_header_are_not_added_to(tmp_path: Path) -> None:
    (tmp_path / "jobs.jsonl").write_text("")
    with pytest.raises(TournamentError, match=r"no tournament\.json"):
        opened(tmp_path)
