"""What a command does before it begins, and when something is in its way."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from baobab import cli
from baobab.bots import load_bot
from baobab.commands import COMMANDS, evaluate, load_command, record, run_command
from baobab.commands.progress import Progress, format_clock
from baobab.measure.benchmark.work import BenchmarkError
from baobab.registry import GAMES, load_game

Shown = pytest.CaptureFixture[str]


class BegunError(Exception):
    """Work has begun."""


@pytest.fixture
def _no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever would play raises `BegunError`."""

    def begin(*_: object, **__: object) -> None:
        raise BegunError

    for place in (
        *("baobab.play.recording.play_games", "baobab.measure.evaluate.play_deals", "baobab.measure.ladder.play_deals"),
        *("baobab.commands.tournament.play_tournament", "baobab.commands.benchmark.measure_entry"),
        *("baobab.commands.bench.measure", "baobab.commands.soak.soak", "baobab.commands.play.play_terminal"),
    ):
        monkeypatch.setattr(place, begin)


def refused(words: list[str], capsys: Shown) -> str:
    """What a command says that ends with 2."""
    try:
        code: object = cli.main(words)
    except SystemExit as stopped:
        code = stopped.code
    assert code == 2
    return capsys.readouterr().err


BOTS = ["--bots", "random,random"]


@pytest.mark.usefixtures("_no_work")
@pytest.mark.parametrize(
    "words",
    [
        ["record", "kenya", "--out"],
        ["play", "kenya", "--seats", "random,random", "--record"],
        ["evaluate", "kenya", *BOTS, "--json"],
        ["bench", "kenya", "--json"],
        ["benchmark", "random", "--publish", "--page"],
    ],
)
@pytest.mark.parametrize(
    ("place", "told"), [("no/x.json", "No such file"), ("", "a path is empty"), (".", "directory")]
)
def test_a_file_that_cannot_be_written_is_told_before_anything_is_done(
    words: list[str], place: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Shown
) -> None:
    monkeypatch.chdir(tmp_path)
    assert told in refused([*words, place], capsys)
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("_no_work")
@pytest.mark.parametrize(
    "words", [["tournament", "kenya", "--bots", "random,greedy", "--out"], ["benchmark", "random", "--work"]]
)
def test_a_folder_that_cannot_be_made_is_told_before_anything_is_done(
    words: list[str], tmp_path: Path, capsys: Shown
) -> None:
    (tmp_path / "file").touch()
    assert "Not a directory" in refused([*words, str(tmp_path / "file" / "folder")], capsys)
    assert "a path is empty" in refused([*words, ""], capsys)


@pytest.mark.usefixtures("_no_work")
@pytest.mark.parametrize(
    "words",
    [
        *(["record", "kenya", option, "0"] for option in ("--players", "--games")),
        *(["evaluate", "kenya", *BOTS, option, "0"] for option in ("--players", "--games")),
        *(["tournament", "kenya", *BOTS, option, "0"] for option in ("--players", "--games", "--processes")),
        *(["bench", "kenya", option, "0"] for option in ("--players", "--repeats", "--seconds")),
        *(["ladder", "kenya", option, "0"] for option in ("--games", "--threads")),
        ["play", "kenya", "--players", "0"],
        ["soak", "kenya", "--games", "0"],
        ["soak", "kenya", "--first", "-1"],
        ["benchmark", "random", "--processes", "0"],
    ],
)
def test_a_number_out_of_its_range_is_not_the_default(words: list[str], capsys: Shown) -> None:
    told = refused(words, capsys)
    assert "is not at least" in told or "no time above 0" in told


@pytest.mark.parametrize(
    "wrong",
    [["--seed", "-1"], ["--bots", "random"], ["--players", "9"], ["--bots", "nobody,random"], ["--option", "x=1"]],
)
def test_a_wrong_argument_leaves_the_file_of_records_as_it_is(wrong: list[str], tmp_path: Path, capsys: Shown) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("kept")
    refused(["record", "kenya", "--bots", "random,random", "--out", str(path), *wrong], capsys)
    assert path.read_text() == "kept"


def test_a_bot_that_cannot_play_the_game_leaves_the_file_of_records_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Shown
) -> None:
    class Other:
        name = "other"

        def act(self, *_: object) -> None:
            raise ValueError("made for another game")

    path = tmp_path / "games.jsonl"
    path.write_text("kept")
    monkeypatch.setattr(record, "load_bots", lambda names: [Other(), Other()])
    assert "made for another game" in refused(["record", "nimalia", "--out", str(path)], capsys)
    assert path.read_text() == "kept"


def test_figures_are_on_disk_before_they_are_on_the_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Shown
) -> None:
    def fail(evaluation: object) -> str:
        raise OSError("the screen is gone")

    monkeypatch.setattr(evaluate, "format_evaluation", fail)
    path = tmp_path / "figures.json"
    words = ["evaluate", "nimalia", "--bots", "random", "--games", "2", "--json", str(path)]
    assert "the screen is gone" in refused(words, capsys)
    assert json.loads(path.read_text(encoding="utf-8"))["games"] == 4


# --- Names ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["rekord"], "record"),
        (["record", "kenia"], "kenya"),
        (["record", "kenya", "--bot", "random", "--gmes", "2"], "--games"),
        (["record", "kenya", "--bots", "gredy,random"], "greedy"),
        (["record", "kenya", "--option", "ttable=9"], "table"),
        (["benchmark", "random", "--protocol", "smalll"], "small"),
    ],
)
def test_what_was_meant_is_asked(words: list[str], meant: str, capsys: Shown) -> None:
    assert f"(did you mean {meant}?)" in refused(words, capsys)


@pytest.mark.parametrize("name", ["", "  "])
def test_a_bot_without_a_name_is_none(name: str) -> None:
    with pytest.raises(ValueError, match="a bot has a name"):
        load_bot(name)


def test_a_bots_name_may_have_spaces_around_it_and_a_tilde_before(monkeypatch: pytest.MonkeyPatch) -> None:
    assert load_bot(" greedy\n").name == "greedy"
    monkeypatch.setenv("HOME", "/somewhere")
    monkeypatch.setenv("USERPROFILE", "/somewhere")
    with pytest.raises(FileNotFoundError, match="/somewhere/policy"):
        load_bot("~/policy")


# --- Text -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_output_of_any_encoding_shows_another_sign_for_what_it_lacks(
    encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding=encoding))
    assert cli.main(["evaluate", "nimalia", "--bots", "random", "--games", "2"]) == 0
    sys.stdout.flush()
    assert "an even match: 0.500" in raw.getvalue().decode(encoding)


def test_data_is_never_altered(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii", errors="replace"))
    from baobab.commands.arguments import show_data

    show_data('{"name": "ä"}')
    sys.stdout.flush()
    assert json.loads(raw.getvalue())["name"] == "ä"


PLAY = ["play", "nimalia", "--seats", "human,random", "--seed", "1"]


@pytest.mark.parametrize("stdin", [None, io.TextIOWrapper(io.BytesIO(b""))])
def test_without_standard_input_a_game_is_left_unfinished(
    stdin: Any, monkeypatch: pytest.MonkeyPatch, capsys: Shown
) -> None:
    monkeypatch.setattr(sys, "stdin", stdin)
    assert cli.main(PLAY) == 0
    assert "The game is left unfinished." in capsys.readouterr().out


def test_bytes_that_are_no_text_are_no_move(monkeypatch: pytest.MonkeyPatch, capsys: Shown) -> None:
    typed = io.BytesIO(b"\xff\nq\n")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(typed, encoding="utf-8", errors="strict"))
    assert cli.main(PLAY) == 0
    assert "is no legal move" in capsys.readouterr().out


# --- Errors -----------------------------------------------------------------------------------------------


def test_an_error_of_our_own_is_a_sentence_and_anothers_a_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: Shown
) -> None:
    def fail(error: Exception) -> Callable[..., int]:
        def run(args: object) -> int:
            raise error

        return run

    monkeypatch.setattr(load_command("games"), "run", fail(BenchmarkError("the command ended with 1")))
    assert cli.main(["games"]) == 2
    assert capsys.readouterr().err == "baobab: error: the command ended with 1\n"
    monkeypatch.setattr(load_command("games"), "run", fail(ZeroDivisionError()))
    with pytest.raises(ZeroDivisionError):
        cli.main(["games"])


@pytest.mark.parametrize(("module", "extra"), [("tyro", "train"), ("torch", "train"), ("shtab", "completion")])
def test_what_an_extra_would_have_is_named(
    module: str, extra: str, monkeypatch: pytest.MonkeyPatch, capsys: Shown
) -> None:
    def run(args: object) -> int:
        raise ModuleNotFoundError(f"No module named {module!r}", name=module)

    monkeypatch.setattr(load_command("games"), "run", run)
    assert cli.main(["games"]) == 2
    assert f"baobab games needs the extra `{extra}` (pip install 'baobab[{extra}]')" in capsys.readouterr().err


# --- Progress ---------------------------------------------------------------------------------------------


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [0.0]
    monkeypatch.setattr("baobab.commands.progress.time.monotonic", lambda: now[0])
    return now


@pytest.mark.parametrize("term", ["dumb", None])
def test_where_a_line_cannot_be_redrawn_there_is_one_every_ten_seconds(
    term: str | None, clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = Terminal() if term else io.StringIO()
    monkeypatch.setattr(sys, "stderr", told)
    monkeypatch.setenv("TERM", term or "xterm")
    line = Progress("games", 60)
    for done in range(1, 61):
        clock[0] += 0.5
        line(done)
    assert told.getvalue() == "20 of 60 games, 0:20 left\n40 of 60 games, 0:10 left\n60 of 60 games, 0:00 left\n"
    quick = Progress("games", 1)
    quick(1)
    assert told.getvalue().count("\n") == 3


def test_in_a_terminal_one_line_is_redrawn(clock: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    told = Terminal()
    monkeypatch.setattr(sys, "stderr", told)
    monkeypatch.setenv("TERM", "xterm")
    line = Progress("games", 2)
    for done in (1, 2):
        clock[0] += 30
        line(done)
    assert told.getvalue() == "\r\033[K1 of 2 games, 0:30 left\r\033[K2 of 2 games, 0:00 left\n"


def test_a_clock_has_hours_where_there_are_any() -> None:
    assert [format_clock(seconds) for seconds in (7.4, 187, 3787)] == ["0:07", "3:07", "1:03:07"]


# --- The list of commands ---------------------------------------------------------------------------------


def test_every_command_has_help_and_examples_that_its_parser_knows(capsys: Shown) -> None:
    for name in COMMANDS:
        with pytest.raises(SystemExit) as stopped:
            run_command(name, ["--help"])
        assert stopped.value.code == 0
        shown = capsys.readouterr().out
        assert f"baobab {load_command(name).EXAMPLES[0]}" in shown


def test_games_are_listed_for_programs_too(capsys: Shown) -> None:
    assert cli.main(["games", "--json"]) == 0
    listed = {game["name"]: game for game in json.loads(capsys.readouterr().out)}
    assert list(listed) == sorted(GAMES)
    for name, numbers in listed.items():
        game = load_game(name)
        assert numbers["actions"]["size"] == game.actions.size == sum(numbers["actions"]["blocks"].values())
        assert numbers["options"] == game.default_options


@pytest.mark.parametrize("shell", cli.SHELLS)
def test_completion_knows_commands_options_and_games(shell: str, capsys: Shown) -> None:
    assert cli.main(["--print-completion", shell]) == 0
    script = capsys.readouterr().out
    for word in (*COMMANDS, "train", "--rungs", "nimalia"):
        assert word in script


def test_the_package_is_run_as_a_module() -> None:
    done = subprocess.run([sys.executable, "-m", "baobab", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("baobab ")


@pytest.mark.skipif(sys.platform == "win32", reason="umask is Unix's")
def test_written_figures_obey_umask(tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        words = ["nimalia", "--bots", "random", "--games", "2", "--json", str(tmp_path / "x.json")]
        assert run_command("evaluate", words) == 0
    finally:
        os.umask(before)
    assert (tmp_path / "x.json").stat().st_mode & 0o777 == 0o600
