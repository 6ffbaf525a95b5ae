"""Tournaments played: the same results however they are played, interrupted and gone on with."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from baobab.bots import GreedyBot, RandomBot
from baobab.commands import run_command
from baobab.measure.evaluate import evaluate_bots
from baobab.measure.tournament import (
    Job,
    Outcome,
    Plan,
    Setting,
    Standings,
    TournamentError,
    plan_tournament,
    play_tournament,
)
from baobab.measure.tournament.play import play_job
from baobab.registry import load_game

BOTS = ["random", "greedy"]
SMALL = ["nimalia", "--players", "2", "--bots", "random,greedy", "--games", "300", "--processes", "1"]


def plan(bots: list[str], *, players: int = 2, games: int = 40, **options: Any) -> Plan:
    return plan_tournament(load_game("nimalia", **options), bots, players=players, games=games, seed=3)


def play(given: Plan, folder: Path, **arguments: Any) -> Standings:
    standings = play_tournament(given, folder, **arguments)
    assert standings is not None
    return standings


class Counted:
    """Counts the games that a tournament plays."""

    def __init__(self) -> None:
        self.jobs: list[Job] = []

    def __call__(self, plan: Plan, jobs: object, outcome: Outcome | None) -> None:
        if outcome is not None:
            self.jobs.append(outcome.job)


# --- Play -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["nimalia", "okavango"])
def test_two_bots_have_the_figures_that_evaluation_gives_them(game: str, tmp_path: Path) -> None:
    given = plan_tournament(load_game(game), BOTS, players=2, games=60, seed=5)
    standings = play(given, tmp_path)
    evaluation = evaluate_bots(load_game(game), [GreedyBot(), RandomBot()], players=2, games=60, seed=5)
    for standing in standings.bots:
        figures = next(bot for bot in evaluation.bots if bot.name == standing.name)
        assert standing.win_share == pytest.approx(figures.win_share)
        assert standing.win_share_interval == pytest.approx(figures.win_share_interval)
        assert standing.mean_margin == pytest.approx(figures.mean_margin)
        assert standing.mean_margin_interval == pytest.approx(figures.mean_margin_interval)
    assert standings.decisions_per_game == pytest.approx(evaluation.moves_per_game)


def test_what_came_out_is_told_by_the_places_of_the_line_up() -> None:
    """One greedy seat among random ones: wherever it sits, its place has the best scores."""
    setting = Setting("nimalia", load_game("nimalia").version, {}, 4, 1, {})
    outcome = play_job(setting, Job(("greedy", "random", "random", "random"), 0, 12))
    assert outcome.ranks.shape == outcome.scores.shape == (12, 4, 4)
    assert outcome.scores.mean(axis=(0, 1)).argmax() == 0
    assert (outcome.ranks[:, :, 0] == 1).mean() > 0.6
    best = outcome.scores.max(axis=2)
    assert (np.take_along_axis(outcome.scores, outcome.ranks.argmin(axis=2)[:, :, None], axis=2)[:, :, 0] == best).all()


def test_a_deal_comes_out_the_same_in_any_job() -> None:
    setting = Setting("nimalia", load_game("nimalia").version, {}, 3, 1, {})
    line_up = ("greedy", "random", "random")
    whole, part = play_job(setting, Job(line_up, 0, 8)), play_job(setting, Job(line_up, 5, 2))
    np.testing.assert_array_equal(whole.scores[5:7], part.scores)
    np.testing.assert_array_equal(whole.asked[5:7], part.asked)


def test_three_bots_on_four_seats_are_ranked_by_strength(tmp_path: Path) -> None:
    standings = play(plan(["random", "greedy", "nimalia/base"], players=4, games=40), tmp_path)
    assert [bot.name for bot in standings.bots][-1] == "random"
    assert [bot.games for bot in standings.bots] == [160, 160, 160]
    assert standings.bots[-1].rating == 0


def test_rule_options_are_played_and_told(tmp_path: Path) -> None:
    game = load_game("kenya", table=9)
    standings = play(plan_tournament(game, BOTS, players=2, games=8, seed=0), tmp_path)
    assert standings.options == {"table": 9}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"players": 9}, "num_players=9"),
        ({"bots": ["random"]}, "two bots at least"),
        ({"bots": ["random", "nobody"]}, "no bot 'nobody'"),
        ({"games": 0}, "at least one game"),
    ],
)
def test_wrong_arguments_are_named(arguments: dict, words: str) -> None:
    given = {"bots": BOTS, "players": 2, "games": 4, **arguments}
    with pytest.raises((ValueError, FileNotFoundError), match=words):
        plan_tournament(load_game("nimalia"), given.pop("bots"), **given)


def test_an_unknown_engine_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="one of local, ray, not 'cloud'"):
        play_tournament(plan(BOTS), tmp_path, engine="cloud")


def test_ray_that_is_not_installed_is_an_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ImportError, match=r"baobab\[ray\]"):
        play_tournament(plan(BOTS), tmp_path, engine="ray")


# --- Going on ---------------------------------------------------------------------------------------------


def test_a_tournament_that_is_over_plays_nothing_again(tmp_path: Path) -> None:
    first, counted = play(plan(BOTS), tmp_path), Counted()
    assert play(plan(BOTS), tmp_path, progress=counted) == first
    assert counted.jobs == []


def test_a_further_bot_plays_only_its_own_line_ups(tmp_path: Path) -> None:
    play(plan(BOTS, players=3), tmp_path / "old")
    play(plan([*BOTS, "nimalia/base"], players=2), tmp_path / "new")
    counted = Counted()
    play(plan(BOTS, players=2), tmp_path / "grown")
    grown = play(plan([*BOTS, "nimalia/base"], players=2), tmp_path / "grown", progress=counted)
    assert {job.line_up for job in counted.jobs} == {("greedy", "nimalia/base"), ("nimalia/base", "random")}
    assert grown == play(plan([*BOTS, "nimalia/base"], players=2), tmp_path / "new")


def test_fewer_bots_of_an_old_tournament_are_ranked_from_what_is_there(tmp_path: Path) -> None:
    three = [*BOTS, "nimalia/base"]
    play(plan(three), tmp_path / "all")
    counted = Counted()
    assert play(plan(BOTS), tmp_path / "all", progress=counted) == play(plan(BOTS), tmp_path / "two")
    assert counted.jobs == []


def test_more_games_play_only_the_missing_deals_and_fewer_count_only_the_first(tmp_path: Path) -> None:
    play(plan(BOTS, games=100), tmp_path / "grown")
    counted = Counted()
    grown = play(plan(BOTS, games=240), tmp_path / "grown", progress=counted)
    assert sum(job.deals for job in counted.jobs) == 70
    assert grown == play(plan(BOTS, games=240), tmp_path / "new")
    assert play(plan(BOTS, games=100), tmp_path / "grown") == play(plan(BOTS, games=100), tmp_path / "other")


def test_stopped_and_gone_on_with_it_ends_as_if_it_never_had_stopped(tmp_path: Path) -> None:
    counted = Counted()
    given = plan(BOTS, games=400)
    stopped: Callable[[], bool] = lambda: len(counted.jobs) >= 2  # noqa: E731
    assert play_tournament(given, tmp_path / "stopped", stopped=stopped, progress=counted) is None
    assert len(counted.jobs) == 2
    assert play(given, tmp_path / "stopped") == play(given, tmp_path / "whole")


def test_two_processes_give_what_one_gives(tmp_path: Path) -> None:
    given = plan([*BOTS, "nimalia/base", "mcts:5"], games=100)
    one, two = play(given, tmp_path / "one"), play(given, tmp_path / "two", processes=2)
    assert one == two


def test_an_error_in_a_worker_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that is another where the work is done."""
    given = plan(BOTS, games=200)
    monkeypatch.setitem(given.setting.digests, "greedy", "0000")
    with pytest.raises(TournamentError, match="greedy has other weights here"):
        play_tournament(given, tmp_path, processes=2)


# --- Killed -----------------------------------------------------------------------------------------------


def started(folder: Path, *arguments: str) -> "subprocess.Popen[str]":
    """A tournament of minutes in two processes, of which some jobs are over."""
    command = [sys.executable, "-m", "baobab.cli", "tournament", "okavango", "--players", "2"]
    command += ["--bots", "random,greedy", "--games", "60000", "--processes", "2", "--out", str(folder), *arguments]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)
    jobs = folder / "jobs.jsonl"
    until = time.monotonic() + 120
    while not (jobs.exists() and jobs.stat().st_size):
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < until
        time.sleep(0.05)
    return process


def members(group: int) -> list[int]:
    """The processes of a group that still run."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, number = stat.read_text().rpartition(")")[2].split()[:3]
        except OSError:
            continue
        if int(number) == group and state != "Z":
            found.append(int(stat.parent.name))
    return found


def wait_until_gone(group: int) -> None:
    """Workers end by themselves within moments, and with them what Python starts to clean up."""
    until = time.monotonic() + 30
    while members(group):
        assert time.monotonic() < until
        time.sleep(0.05)


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for processes in /proc")
def test_killed_it_keeps_every_job_that_was_over_and_leaves_no_process(tmp_path: Path) -> None:
    process = started(tmp_path)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate(timeout=60)
    wait_until_gone(process.pid)
    there = (tmp_path / "jobs.jsonl").read_bytes().rpartition(b"\n")[0].splitlines()
    deals = 64 * len(there)
    counted = Counted()
    given = plan_tournament(load_game("okavango"), BOTS, players=2, games=2 * deals + 100)
    standings = play(given, tmp_path, progress=counted)
    assert sum(job.deals for job in counted.jobs) <= 50 + 64  # one job of the two may have ended out of turn
    assert standings == play(given, tmp_path / "whole")


def test_ctrl_c_keeps_all_and_says_how_to_go_on(tmp_path: Path) -> None:
    process = started(tmp_path)
    os.killpg(process.pid, signal.SIGINT)
    _, told = process.communicate(timeout=60)
    assert process.returncode == 128 + signal.SIGINT
    assert f"go on with: baobab tournament okavango --out {tmp_path}" in told
    assert "Traceback" not in told
    lines = (tmp_path / "jobs.jsonl").read_text(encoding="utf-8").splitlines()
    assert all(json.loads(line)["deals"] == 64 for line in lines)


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for processes in /proc")
def test_a_second_ctrl_c_ends_at_once(tmp_path: Path) -> None:
    process = started(tmp_path)
    for _ in range(2):
        os.killpg(process.pid, signal.SIGINT)
        time.sleep(0.01)
    _, told = process.communicate(timeout=60)
    assert process.returncode == 128 + signal.SIGINT
    assert "go on with: baobab tournament okavango" in told
    wait_until_gone(process.pid)


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for processes in /proc")
def test_a_worker_that_is_killed_ends_the_tournament_with_a_clear_error(tmp_path: Path) -> None:
    process = started(tmp_path)
    workers = [pid for pid in members(process.pid) if "spawn_main" in Path(f"/proc/{pid}/cmdline").read_text()]
    os.kill(workers[0], signal.SIGKILL)
    _, told = process.communicate(timeout=60)
    assert process.returncode == 2
    assert "a worker process has ended with the exit code -9" in told
    assert "go on with: baobab tournament okavango" in told
    wait_until_gone(process.pid)


# --- The command ------------------------------------------------------------------------------------------


def test_the_command_writes_results_report_and_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command("tournament", [*SMALL, "--out", str(tmp_path / "new" / "folder")]) == 0
    shown, told = capsys.readouterr()
    assert "greedy" in shown
    assert "1 line-up of 2 seats, 150 deals each: 300 games" in told
    files = {path.name for path in (tmp_path / "new" / "folder").iterdir()}
    assert files == {"tournament.json", "jobs.jsonl", "results.json", "report.md", "ratings.svg", "ratings.png"}


def test_the_command_goes_on_with_what_the_folder_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(tmp_path)
    run_command("tournament", [*SMALL, "--out", folder, "--seed", "4"])
    results = (tmp_path / "results.json").read_bytes()
    (tmp_path / "results.json").unlink()
    assert run_command("tournament", ["nimalia", "--out", folder]) == 0
    assert "300 games, of which 300 are there" in capsys.readouterr().err
    assert (tmp_path / "results.json").read_bytes() == results


@pytest.mark.parametrize("text", ["random,,greedy", "", "random,"])
def test_names_that_are_missing_between_commas_are_an_error(tmp_path: Path, text: str) -> None:
    with pytest.raises(ValueError, match="with commas between them"):
        run_command("tournament", ["nimalia", "--bots", text, "--out", str(tmp_path / "none")])


def test_commas_within_brackets_do_not_part_names(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"no bot 'odd\(a, b\)'"):
        run_command("tournament", ["nimalia", "--bots", "random, odd(a, b)", "--out", str(tmp_path / "none")])


def test_without_a_folder_the_command_asks_who_plays(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="say who plays, with --bots"):
        run_command("tournament", ["nimalia", "--out", str(tmp_path / "none")])


def test_without_resvg_there_is_no_png(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert run_command("tournament", [*SMALL, "--out", str(tmp_path)]) == 0
    assert (tmp_path / "ratings.svg").exists()
    assert not (tmp_path / "ratings.png").exists()
