"""The benchmark: what is measured, kept, refused and shown. Small protocols, one game."""

import dataclasses
import hashlib
import json
import shlex
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from baobab.bots import Bot, RandomBot, load_bot
from baobab.commands import benchmark, run_command
from baobab.core.game import Game
from baobab.core.outcome import win_score
from baobab.measure.benchmark import page, work
from baobab.measure.benchmark.entries import known_entries, make_entry
from baobab.measure.benchmark.measure import measure_bot
from baobab.measure.benchmark.protocol import (
    PANEL_VERSION,
    PROTOCOL_VERSION,
    Opponent,
    Protocol,
    Task,
    all_tasks,
    make_protocols,
)
from baobab.measure.benchmark.result import Result, ResultError, Run, missing_runs, read_result, write_result
from baobab.measure.benchmark.standings import compare, learning_curve, rank_entries, rate_entries
from baobab.measure.benchmark.work import BenchmarkError, Entry, Job, do_job, measure_entry
from baobab.measure.digest import OtherSourceError
from baobab.registry import GAMES, load_game

PANEL_GAMES = {
    "kenya": "ba8b0043e6baccd5",
    "nimalia": "50964c135a32546f",
    "okavango": "572e562b77bd3037",
    "savernake": "8485ff4b49b17230",
}
"""Hashes of games between bots of the panel in version 1, by the rules of today: the results are of earlier ones."""


TINY = Protocol(
    name="tiny",
    tasks=(Task("nimalia", 2), Task("nimalia", 3)),
    steps=1000,
    seeds=(1, 2),
    panel=(Opponent("random", 4), Opponent("greedy", 4)),
    curve_points=4,
    curve=Opponent("random", 4),
)

TRAIN = """\
import sys
from pathlib import Path

from baobab.registry import load_game
from baobab_training.checkpoint import Card, save_checkpoint
from baobab_training.config import config_from_dict
from baobab_training.networks.network import build_network

game, players, seed, steps, out = sys.argv[1:]
config = config_from_dict({"game": {"players": [int(players)]}, "network": {"row_width": 8, "trunk_width": 8}})
game = load_game(game)
for name, learned in (("policy-000000500", 500), ("policy-000001000", 1000), ("policy", int(steps))):
    network = build_network(config.network, game, seed=int(seed))
    save_checkpoint(Path(out) / name, network, game=game, card=Card(config=config, steps=learned, minutes=0.1))
"""
"""A training that learns nothing: a network as it begins."""


def say_nothing(text: str) -> None:
    del text


@pytest.fixture
def training(tmp_path: Path) -> str:
    """A training command that takes seconds."""
    script = tmp_path / "train.py"
    script.write_text(TRAIN)
    return f"{shlex.quote(sys.executable)} {shlex.quote(str(script))} {{game}} {{players}} {{seed}} {{steps}} {{out}}"


def made_result(name: str, shares: dict[str, float], *, protocol: Protocol = TINY, **changes: Any) -> Result:
    """A result in which each run of a task won such a share of its games against everybody."""
    runs = []
    for task in protocol.tasks:
        for seed in protocol.seeds:
            against = {}
            for opponent in protocol.panel:
                share = shares[task.name]
                win, rest = round(share * opponent.games), task.players - 1
                ranks = ["1" + "2" * rest] * win + [str(task.players) + "1" * rest] * (opponent.games - win)
                against[opponent.name] = {
                    "games": opponent.games,
                    "win_share": share,
                    "win": win_score(share, task.players),
                    "margin": share - 0.5,
                    "ranks": ranks,
                }
            runs.append(Run(task.name, seed, against))
    return dataclasses.replace(Result(name, name, protocol.stamp(), tuple(runs)), **changes)


# --- The protocols ----------------------------------------------------------------------------------------


def test_the_tasks_are_all_games_with_all_numbers_of_players() -> None:
    assert len(all_tasks()) == 13
    assert make_protocols()["full"].tasks == all_tasks()
    assert {task.game for task in make_protocols()["small"].tasks} == set(GAMES)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_panel_plays_as_it_did_when_its_version_was_given(name: str) -> None:
    # Where this fails because rules or a bot changed on purpose: raise PANEL_VERSION, and measure all entries anew.
    game = load_game(name)
    digest = hashlib.sha256()
    for opponent in ("random", "greedy", "mcts:100"):
        measured = measure_bot(game, load_bot("greedy"), Opponent(opponent, 4), players=2, seed=0)
        digest.update(json.dumps(measured).encode())
    assert (PANEL_VERSION, digest.hexdigest()[:16]) == (1, PANEL_GAMES[name])


# --- Measuring --------------------------------------------------------------------------------------------


def test_a_win_score_is_one_for_always_and_nothing_for_evenly() -> None:
    for players in (2, 3, 4, 5):
        assert win_score(1.0, players) == 1
        assert win_score(1 / players, players) == pytest.approx(0)
        assert win_score(0.0, players) == pytest.approx(-1 / (players - 1))


def test_a_measurement_plays_every_deal_in_every_seat_and_keeps_all_ranks() -> None:
    measured = measure_bot(load_game("nimalia"), RandomBot(), Opponent("greedy", 7), players=3, seed=1)
    assert measured["games"] == 9  # whole deals
    assert len(measured["ranks"]) == 3
    games = [game for deal in measured["ranks"] for game in deal.split()]
    assert len(games) == 9
    wins = [1 / game.count("1") if game[0] == "1" else 0 for game in games]  # the measured seat comes first
    assert measured["win_share"] == pytest.approx(np.mean(wins), abs=1e-5)


def test_the_same_seed_is_the_same_measurement_and_another_has_other_deals() -> None:
    game = load_game("nimalia")
    one, again, other = (
        measure_bot(game, load_bot("greedy"), Opponent("random", 20), players=2, seed=seed) for seed in (1, 1, 2)
    )
    assert one == again
    assert one["margin"] != other["margin"]


# --- Work -------------------------------------------------------------------------------------------------


def test_a_bot_is_measured_on_every_task_with_every_seed(tmp_path: Path) -> None:
    runs = measure_entry(
        Entry("greedy", "greedy"), TINY, tmp_path / "w", tasks=TINY.tasks, processes=1, say=say_nothing
    )
    assert not missing_runs(runs, TINY)
    assert {run.key for run in runs} == {(task.name, seed) for task in TINY.tasks for seed in TINY.seeds}
    assert all(run.steps is None and not run.curve for run in runs)


def test_two_processes_measure_the_same(tmp_path: Path) -> None:
    entry, tasks = Entry("greedy", "greedy"), TINY.tasks[:1]
    one, two = (
        measure_entry(entry, TINY, tmp_path / str(count), tasks=tasks, processes=count, say=say_nothing)
        for count in (1, 2)
    )
    assert one == two


def test_what_is_kept_is_not_done_again_and_what_is_missing_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entry, tasks = Entry("greedy", "greedy"), TINY.tasks[:1]
    whole = measure_entry(entry, TINY, tmp_path, tasks=tasks, processes=1, say=say_nothing)
    (tmp_path / "nimalia-2-2" / "greedy.json").unlink()
    measured: list[str] = []

    def note(game: Game, bot: Bot, opponent: Opponent, **rest: int) -> dict[str, Any]:
        measured.append(opponent.name)
        return measure_bot(game, bot, opponent, **rest)

    monkeypatch.setattr(work, "measure_bot", note)
    assert measure_entry(entry, TINY, tmp_path, tasks=tasks, processes=1, say=say_nothing) == whole
    assert measured == ["greedy"]


def test_a_training_command_is_run_and_its_checkpoints_are_measured(tmp_path: Path, training: str) -> None:
    job = Job(Entry("mine", training), TINY, TINY.tasks[0], 1, tmp_path / "run")
    run = do_job(job)
    assert run.steps == 1000
    assert run.seconds is not None
    assert run.seconds > 0
    assert [steps for steps, _ in run.curve] == [500, 1000]
    assert set(run.against) == {"random", "greedy"}
    before = (tmp_path / "run" / "trained.json").stat().st_mtime_ns
    assert do_job(job) == run  # all is there
    assert (tmp_path / "run" / "trained.json").stat().st_mtime_ns == before


def test_a_run_beyond_the_budget_is_refused(tmp_path: Path, training: str) -> None:
    job = Job(Entry("mine", training.replace("{steps}", "1200")), TINY, TINY.tasks[0], 1, tmp_path / "run")
    with pytest.raises(BenchmarkError, match="learned from 1,200 decisions, the protocol allows 1,100"):
        do_job(job)


@pytest.mark.parametrize("processes", [1, 2])
def test_a_command_that_fails_shows_its_last_words(tmp_path: Path, processes: int) -> None:
    entry = Entry("mine", f"{shlex.quote(sys.executable)} -c \"raise SystemExit('no luck')\" {{out}}")
    with pytest.raises(BenchmarkError, match=r"(?s)nimalia-2, seed [12]: .* ended with 1:\n  no luck"):
        measure_entry(entry, TINY, tmp_path, tasks=TINY.tasks[:1], processes=processes, say=say_nothing)


def test_two_processes_that_are_ended_leave_nothing_behind_and_what_is_done_stays(tmp_path: Path) -> None:
    sleep = f"import pathlib, time; pathlib.Path({str(tmp_path / 'begun-{seed}')!r}).touch(); time.sleep(600)"
    source = f'{shlex.quote(sys.executable)} -c "{sleep}" {{out}}'
    start = [sys.executable, "-c", "import sys; from baobab.cli import main; sys.exit(main())"]
    arguments = ["benchmark", source, "--name", "x", "--work", str(tmp_path / "w"), "--tasks", "nimalia-2"]
    arguments += ["--processes", "2"]
    with subprocess.Popen([*start, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as measuring:
        while not all((tmp_path / f"begun-{seed}").exists() for seed in (1, 2)):
            time.sleep(0.1)
            assert measuring.poll() is None
        measuring.terminate()
        told, _ = measuring.communicate(timeout=120)
    assert measuring.returncode == 130
    assert b"the same command goes on" in told
    fcntl = pytest.importorskip("fcntl")
    for seed in (1, 2):
        with (tmp_path / "w" / f"nimalia-2-{seed}" / work.LOCK).open("w") as free:
            fcntl.flock(free, fcntl.LOCK_EX | fcntl.LOCK_NB)  # the training that held it is gone as well


def test_a_run_is_done_by_one_process_at_a_time(tmp_path: Path) -> None:
    fcntl = pytest.importorskip("fcntl")
    job = Job(Entry("greedy", "greedy"), TINY, TINY.tasks[0], 1, tmp_path)
    with (tmp_path / work.LOCK).open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        with pytest.raises(BenchmarkError, match="another process does"):
            do_job(job)
    assert do_job(job).key == ("nimalia-2", 1)


def test_runs_of_other_weights_or_of_a_changed_config_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot, tasks = Entry("mine", "mine"), TINY.tasks[:1]
    monkeypatch.setattr(work, "load_bot", lambda name: RandomBot())
    for digest in ("aaaa", "bbbb"):
        monkeypatch.setattr(work, "bot_digest", lambda bot, digest=digest: digest)
        if digest == "aaaa":
            work.begin_work(bot, TINY, tmp_path / "bot", tasks)
            work.begin_work(bot, TINY, tmp_path / "bot", tasks)
    with pytest.raises(OtherSourceError, match="with weights of mine 'aaaa', now it is 'bbbb'"):
        work.begin_work(bot, TINY, tmp_path / "bot", tasks)
    config = tmp_path / "x.toml"
    config.write_text("a = 1")
    command = Entry("x", f"train --config {shlex.quote(str(config))} --out {{out}}")
    work.begin_work(command, TINY, tmp_path / "x", tasks)
    config.write_text("a = 2")
    with pytest.raises(OtherSourceError, match="with files of"):
        work.begin_work(command, TINY, tmp_path / "x", tasks)


def test_our_own_training_goes_on_where_a_run_was_cut(tmp_path: Path) -> None:
    job = Job(Entry("x", "baobab train {game} --out {out}"), TINY, TINY.tasks[0], 1, tmp_path)
    assert work._arguments(job, tmp_path / "train")[3:] == ["train", "nimalia", "--out", str(tmp_path / "train")]
    (tmp_path / "train").mkdir()
    (tmp_path / "train" / "resume.safetensors").touch()
    assert work._arguments(job, tmp_path / "train")[3:] == ["train", "nimalia", "--resume", str(tmp_path / "train")]


def test_a_folder_of_another_entry_or_of_other_versions_is_refused(tmp_path: Path) -> None:
    work.begin_work(Entry("greedy", "greedy"), TINY, tmp_path)
    with pytest.raises(ResultError, match="has the runs of 'greedy'"):
        work.begin_work(Entry("greedy", "random"), TINY, tmp_path)
    with pytest.raises(ResultError, match="was measured with steps 1000, here it is 2000"):
        work.begin_work(Entry("greedy", "greedy"), dataclasses.replace(TINY, steps=2000), tmp_path)


def test_what_cannot_be_measured_is_refused_with_a_reason() -> None:
    with pytest.raises(ValueError, match="--name NAME"):
        make_entry("train.sh {out}", None)
    with pytest.raises(ValueError, match=r"has \{out\} in it"):
        make_entry("train.sh kenya", None)
    with pytest.raises(ValueError, match=r"only \{game\}, .* stand in braces"):
        make_entry("train.sh {name} {out}", "mine")


def test_the_entries_of_the_leaderboard_are_known_by_their_names() -> None:
    names = [entry.name for entry in known_entries()]
    assert {"random", "greedy", "mcts:100", "ppo", "dmc", "maskable-ppo"} <= set(names)
    dmc = make_entry("dmc", None)
    assert dmc.is_command
    for game in GAMES:
        filled = dmc.filled(Task(game, 2), steps=1, seed=1, out="o", every=1)
        assert Path(__file__).parents[2].joinpath(*filled.split()[4].split("/")).is_file()


# --- Results ----------------------------------------------------------------------------------------------


def test_a_result_is_read_as_it_was_written(tmp_path: Path) -> None:
    result = made_result("a", {"nimalia-2": 0.5, "nimalia-3": 0.25})
    write_result(tmp_path / "a.json", result)
    assert read_result(tmp_path / "a.json", TINY) == result


@pytest.mark.parametrize(
    ("key", "value"),
    [("version", PROTOCOL_VERSION - 1), ("panel_version", 0), ("games", {"nimalia": 99}), ("steps", 5)],
)
def test_results_of_other_versions_are_refused_by_name(tmp_path: Path, key: str, value: Any) -> None:
    result = made_result("a", {"nimalia-2": 0.5, "nimalia-3": 0.25})
    result.stamp[key] = value
    write_result(tmp_path / "a.json", result)
    with pytest.raises(ResultError, match=f"was measured with {key} "):
        read_result(tmp_path / "a.json", TINY)
    with pytest.raises(ResultError, match="different protocols or versions"):
        compare(result, made_result("b", {"nimalia-2": 0.5, "nimalia-3": 0.25}))


def test_results_that_lack_runs_are_refused(tmp_path: Path) -> None:
    result = made_result("a", {"nimalia-2": 0.5, "nimalia-3": 0.25})
    write_result(tmp_path / "a.json", dataclasses.replace(result, runs=result.runs[:-1]))
    with pytest.raises(ResultError, match="lacks 1 runs, first that of nimalia-3, seed 2"):
        read_result(tmp_path / "a.json", TINY)


# --- Standings --------------------------------------------------------------------------------------------


def test_entries_stand_by_their_interquartile_mean_of_win_scores() -> None:
    weak = made_result("weak", {"nimalia-2": 0.5, "nimalia-3": 1 / 3})
    strong = made_result("strong", {"nimalia-2": 1.0, "nimalia-3": 0.5})
    standings = rank_entries([weak, strong], TINY)
    assert [standing.result.name for standing in standings] == ["strong", "weak"]
    assert standings[0].win.value == pytest.approx((1.0 + 0.25) / 2)  # of 1, 1, 0.25, 0.25 the middle two
    assert standings[0].by_task == pytest.approx({"nimalia-2": 1.0, "nimalia-3": 0.25})
    assert standings[1].win.value == pytest.approx(0)


def test_ratings_of_two_player_games_are_those_of_elo() -> None:
    protocol = dataclasses.replace(TINY, tasks=TINY.tasks[:1], panel=(Opponent("random", 100),))
    results = [
        made_result(name, {"nimalia-2": share}, protocol=protocol) for name, share in (("random", 0.5), ("a", 0.75))
    ]
    ratings = rate_entries(results, protocol)
    assert ratings["random"].value == 0
    assert ratings["a"].value == pytest.approx(400 * np.log10(3))
    assert ratings["a"].low < ratings["a"].value < ratings["a"].high


def test_a_learning_curve_is_read_at_the_nearest_checkpoints() -> None:
    result = made_result("a", {"nimalia-2": 0.5, "nimalia-3": 0.5})
    assert learning_curve(result, TINY) is None
    curve = [[260.0, 0.2], [510.0, 0.4], [1010.0, 0.8]]
    learned = dataclasses.replace(result, runs=tuple(dataclasses.replace(run, curve=curve) for run in result.runs))
    assert learning_curve(learned, TINY) == pytest.approx([0.2] * 3 + [0.4] * 4 + [0.8] * 3)


# --- The command and its page -----------------------------------------------------------------------------


def test_the_page_in_the_repository_is_what_the_results_say() -> None:
    path = Path(__file__).parents[2] / page.PAGE_NAME
    assert path.read_text(encoding="utf-8") == page.write_page(), "baobab benchmark --leaderboard writes it anew"


def test_every_entry_is_shown_with_what_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "make_protocols", lambda: {"tiny": TINY})
    for name, share in (("random", 0.5), ("mine", 0.75)):
        write_result(tmp_path / "tiny" / f"{name}.json", made_result(name, {"nimalia-2": share, "nimalia-3": share}))
    text = page.write_page(tmp_path)
    assert "| 1 | `mine` | 0.562 (0.500 … 0.625)" not in text  # runs agree: no width
    assert "| 1 | `mine` | 0.562 (0.562 … 0.562) |" in text
    assert "| 2 | `random` |" in text
    assert "| `mine` | – | 1.00 (1.00 … 1.00) |" in text


def test_the_command_measures_compares_and_publishes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for module in (page, benchmark):
        monkeypatch.setattr(module, "make_protocols", lambda: {"small": dataclasses.replace(TINY, name="small")})
    there = ["--results", "results", "--page", "page.md", "--processes", "1"]
    assert run_command("benchmark", ["random", "--publish", *there]) == 0
    assert run_command("benchmark", ["greedy", "--tasks", "nimalia-2", *there]) == 0
    assert "2 runs are left" in capsys.readouterr().out
    assert run_command("benchmark", ["greedy", *there]) == 0
    assert not Path("results/small/greedy.json").exists()
    assert run_command("benchmark", ["--compare", "greedy", "random", *there]) == 0
    assert "probability that greedy improves on random: 1.000 (1.000 … 1.000)" in capsys.readouterr().out
    assert "| 1 | `random` |" in Path("page.md").read_text()
