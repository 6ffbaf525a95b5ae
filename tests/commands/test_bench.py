"""`baobab bench` measures what it says and writes it down."""

import json
from collections.abc import Sequence
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from baobab.commands import bench, run_command
from baobab.core.game import Game
from baobab.measure.speed import COMPARED
from baobab.registry import load_game

QUICK = ["--repeats", "1", "--seconds", "0.01"]


@pytest.fixture
def game() -> Game:
    return load_game("savernake")


def test_the_report_has_every_speed_of_every_number_of_players(
    game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bench.json"
    assert run_command("bench", [game.name, *QUICK, "--json", str(file)]) == 0
    report = json.loads(file.read_text(encoding="utf-8"))
    assert report["format"] == bench.FORMAT
    assert [entry["players"] for entry in report["games"]] == list(range(game.min_players, game.max_players + 1))
    for entry in report["games"]:
        for key in ("batch_decisions_per_s", "aec_steps_per_s", "playouts_per_s", "clone_us", "determinize_us"):
            assert entry[key] > 0
        assert 1 < entry["playout_decisions"] <= game.max_decisions
        for name, ratio in entry["ratios"].items():
            assert ratio == pytest.approx(entry["aec_steps_per_s"] / report["pettingzoo"][name])
    assert set(report["pettingzoo"]) == set(COMPARED)
    shown = capsys.readouterr().out
    assert all(f"PettingZoo's {name}" in shown for name in COMPARED)
    assert shown.count(f"\n{game.name} ") == len(report["games"])
    assert "Goals" in shown


def test_a_missing_game_of_pettingzoo_is_told_not_hidden(
    game: Game, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("baobab.measure.speed.COMPARED", ("no_such_game",))
    assert run_command("bench", [game.name, "--players", str(game.min_players), *QUICK]) == 0
    assert "PettingZoo's no_such_game: not installed" in capsys.readouterr().out


def test_missed_goals_are_named() -> None:
    fast = {"game": "a", "players": 2, "batch_decisions_per_s": 2e6, "aec_steps_per_s": 7e4, "clone_us": 1.0}
    slow = {"game": "b", "players": 3, "batch_decisions_per_s": 2e6, "aec_steps_per_s": 5e4, "clone_us": 9.0}
    assert "all met" in bench._goals([fast])
    told = bench._goals([fast, slow])
    assert "b with 3: aec_steps_per_s 50,000" in told
    assert "b with 3: clone_us 9.0" in told
    assert "a with 2" not in told


def test_the_search_of_each_game_and_their_geometric_mean_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command("bench", ["--search", "nimalia", "savernake", "--repeats", "1"]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()[1:4]]
    first, second, mean = (float(row[1].replace(",", "")) for row in rows)
    assert [row[0] for row in rows] == ["nimalia", "savernake", "together"]
    assert mean == pytest.approx((first * second) ** 0.5, abs=1)


def test_an_unknown_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run_command("bench", ["chess"])
    assert "chess" in capsys.readouterr().err


def test_train_goes_to_the_training_with_the_other_arguments(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[list[str]] = []

    def command(argv: Sequence[str]) -> int:
        given.append(list(argv))
        return 3

    def found(*, group: str, name: str) -> list[EntryPoint]:
        assert (group, name) == ("baobab.commands", "bench_train")
        point = EntryPoint(name, "somewhere", group)
        monkeypatch.setattr(EntryPoint, "load", lambda _: command)
        return [point]

    monkeypatch.setattr(bench, "entry_points", found)
    assert run_command("bench", ["--train", "--minutes", "1"]) == 3
    assert given == [["--minutes", "1"]]


def test_train_without_the_training_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "entry_points", lambda **_: [])
    with pytest.raises(ImportError, match=r"baobab\[train\]"):
        run_command("bench", ["--train"])
