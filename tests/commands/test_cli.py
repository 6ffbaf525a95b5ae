"""The command: every subcommand, and what it says to wrong arguments."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import baobab
from baobab import cli
from baobab.commands.arguments import fill_seats
from baobab.registry import GAMES, load_game

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command in this process: exit code, standard output, standard error."""

    def call(*arguments: str) -> tuple[int, str, str]:
        try:
            code = cli.main(arguments)
        except SystemExit as stopped:
            code = int(stopped.code or 0)
        shown = capsys.readouterr()
        return code, shown.out, shown.err

    return call


def test_help_names_every_command_with_examples(run: Run) -> None:
    code, out, _ = run("--help")
    assert code == 0
    for command in ("games", "record", "replay", "play", "soak", "bench", "cache", "tables", "train", "evaluate"):
        assert f"\n    {command}" in out
    assert "examples:" in out
    assert "bench_train" not in out
    for command in ("record", "replay", "play", "soak", "ladder"):
        assert f"example: baobab {command}" in " ".join(run(command, "--help")[1].split())


def test_the_version_is_the_packages(run: Run) -> None:
    assert run("--version")[1] == f"baobab {baobab.__version__}\n"


def test_games_lists_versions_players_and_sizes(run: Run) -> None:
    code, out, _ = run("games")
    assert code == 0
    for name in GAMES:
        game = load_game(name)
        for word in (game.id, f"{game.min_players} to {game.max_players} players", f"actions {game.actions.size}"):
            assert word in out
        assert f"observation {game.observation.size}" in out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("fly",), "invalid choice: 'fly'"),
        ((), "COMMAND"),
        (("record", "chess"), "no game 'chess'; there are"),
        (("record", "kenya", "--players", "9"), "kenya is for 2 to 5 players, not num_players=9"),
        (("record", "kenya", "--players", "x"), "'x'"),
        (("record", "kenya", "--players", "2", "--bots", "random,random,greedy"), "3 names are too many for 2 players"),
        (("record", "kenya", "--bots", "random,,greedy"), "'random,,greedy'"),
        (("record", "kenya", "--bots", "gredy,random"), "no bot 'gredy': it is neither random nor greedy"),
        (("record", "kenya", "--games", "0"), "0 is not at least 1"),
        (("record", "kenya", "--seed", "-1"), "a seed is an integer in 0"),
        (("record", "kenya", "--option", "table"), "an option is written name=value, not 'table'"),
        (("record", "kenya", "--option", "table=8"), "table is an odd number of cells from 9"),
        (("record", "kenya", "--option", "colour=red"), "colour"),
        (("record", "kenya", "--out", "no/such/folder/x.jsonl"), "no/such/folder/x.jsonl"),
        (("replay", "no_such_file.jsonl"), "no_such_file.jsonl"),
        (("replay", "x.jsonl", "--viewer", "me"), "'me' is neither a seat nor all"),
        (("play", "kenya", "--seats", "human"), "not num_players=1"),
        (("play", "kenya", "--record", "no/such/folder/x.jsonl"), "no/such/folder/x.jsonl"),
        (("soak", "kenya", "--first", "x"), "'x'"),
        (("ladder", "kenya", "--games", "3"), "games is an even number from 4 on, not 3"),
        (("ladder", "kenya", "--rungs", "random,mcts:0"), "playouts lies in 1"),
        (("evaluate", "kenya", "--bots", "gredy"), "no bot 'gredy'"),
        (("evaluate", "kenya"), "--bots"),
        (("evaluate", "kenya", "--bots", "random", "--players", "7"), "not num_players=7"),
    ],
)
def test_a_wrong_argument_is_named_with_exit_code_2(run: Run, arguments: tuple[str, ...], words: str) -> None:
    code, out, err = run(*arguments)
    assert code == 2
    assert words in err
    assert "Traceback" not in out + err


# --- Records ----------------------------------------------------------------------------------------------


def test_recorded_games_replay_and_a_changed_one_is_refused_with_exit_code_1(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    bots = ("--players", "4", "--bots", "random,greedy,random,greedy")
    code, out, _ = run("record", "kenya", *bots, "--games", "5", "--seed", "7", "--out", str(path))
    assert (code, out) == (0, f"5 games of kenya in {path}\n")
    assert run("replay", str(path))[:2] == (0, "5 games replayed, 0 refused\n")
    lines = path.read_text(encoding="utf-8").splitlines()
    record = json.loads(lines[2])
    assert record["seats"] == ["random", "greedy", "random", "greedy"]
    record["moves"].pop()
    lines[2] = json.dumps(record)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    code, out, err = run("replay", str(path))
    assert (code, out) == (1, "4 games replayed, 1 refused\n")
    assert f"{path}, line 3, move {len(record['moves']) + 1}: " in err


def test_records_go_to_standard_output_unless_a_file_is_named_and_repeat(run: Run) -> None:
    arguments = ("record", "kenya", "--bots", "greedy", "--players", "3", "--games", "2")
    code, out, _ = run(*arguments)
    assert code == 0
    assert len(out.splitlines()) == 2
    assert run(*arguments)[1] == out


def test_rule_options_stand_in_the_record(run: Run) -> None:
    _, out, _ = run("record", "kenya", "--option", "brown_cards=player_animal")
    assert json.loads(out)["options"] == {"brown_cards": "player_animal"}


def test_show_draws_the_board_of_every_move(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    run("record", "kenya", "--out", str(path))
    record = json.loads(path.read_text(encoding="utf-8"))
    for viewer in (("--viewer", "1"), ()):
        code, out, _ = run("replay", str(path), "--show", *viewer)
        assert code == 0
        assert "\nset-up\n" in out
        assert f"\nmove {len(record['moves'])}: " in out
    assert run("replay", str(path), "--show", "--viewer", "4")[0] == 2


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is Unix's")
def test_a_killed_run_leaves_whole_lines(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    command = [sys.executable, "-m", "baobab.cli", "record", "kenya", "--games", "100000", "--out", str(path)]
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 240
    while not (path.exists() and path.stat().st_size > 1_000_000):
        assert time.monotonic() < deadline
        assert child.poll() is None
        time.sleep(0.02)
    os.kill(child.pid, signal.SIGKILL)
    child.wait()
    text = path.read_bytes()
    assert text.endswith(b"\n")
    assert all(json.loads(line)["result"] is not None for line in text.splitlines())


def test_a_reader_that_has_seen_enough_ends_the_command_quietly() -> None:
    command = f"{sys.executable} -m baobab.cli record kenya --games 300 | head -c 10"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert "error" not in done.stderr.lower()
    assert "Traceback" not in done.stderr


# --- Play and soak ----------------------------------------------------------------------------------------


def test_a_game_is_played_from_standard_input_and_its_record_is_added_to_the_file(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mine.jsonl"
    for _ in range(2):
        monkeypatch.setattr("builtins.input", lambda prompt: "1")
        code, out, _ = run("play", "kenya", "--seats", "human,greedy,random", "--seed", "4", "--record", str(path))
        assert code == 0
        assert "The game is over" in out
    assert path.read_text(encoding="utf-8").count("\n") == 2
    assert run("replay", str(path))[0] == 0


def test_leaving_a_game_keeps_what_was_played(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "mine.jsonl"
    answers = iter(["1", "q"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(answers))
    code, out, _ = run("play", "kenya", "--seed", "4", "--record", str(path))
    assert code == 0
    assert "unfinished" in out
    assert json.loads(path.read_text(encoding="utf-8"))["result"] is None


def test_the_last_name_takes_the_seats_that_are_left_over() -> None:
    assert fill_seats("human, greedy", 4) == ["human", "greedy", "greedy", "greedy"]
    assert fill_seats("a,b", None) == ["a", "b"]


def test_soak_tells_what_it_has_played(run: Run) -> None:
    code, out, _ = run("soak", "kenya", "--games", "8", "--seed", "3")
    assert code == 0
    assert out.startswith("8 games of kenya without a fault: ")


# --- Commands that join -----------------------------------------------------------------------------------


def joins(monkeypatch: pytest.MonkeyPatch, *points: EntryPoint) -> None:
    monkeypatch.setattr(cli, "entry_points", lambda group: list(points))


def test_a_joined_command_is_handed_its_arguments_and_gives_the_exit_code(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    got: list[list[str]] = []

    def command(argv: list[str]) -> int:
        got.append(argv)
        return 7

    joins(monkeypatch, EntryPoint("train", "somewhere:train", cli.COMMAND_GROUP))
    monkeypatch.setattr(EntryPoint, "load", lambda self: command)
    assert run("train", "kenya", "--ppo.games", "64")[0] == 7
    assert got == [["kenya", "--ppo.games", "64"]]


def test_a_command_whose_extra_is_not_installed_says_what_to_install(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for points in ((), (EntryPoint("train", "no_such_module:train", cli.COMMAND_GROUP),)):
        joins(monkeypatch, *points)
        code, _, err = run("train", "kenya")
        assert code == 2
        assert "pip install 'baobab[train]'" in err
