"""`baobab tournament`: bots rated against each other."""

import argparse
import json
import os
import shlex
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from baobab.bots import split_names
from baobab.commands.arguments import add_game, chosen_game, options_as_words, positive
from baobab.commands.interrupt import SignalWatch
from baobab.commands.progress import Progress
from baobab.files import check_folder, write_atomically
from baobab.measure.evaluate import DEFAULT_GAMES
from baobab.measure.tournament.engines import ENGINES, WorkerError
from baobab.measure.tournament.picture import draw_standings
from baobab.measure.tournament.play import Outcome, TournamentError
from baobab.measure.tournament.report import PICTURE_NAME, format_standings, write_markdown
from baobab.measure.tournament.run import Plan, plan_tournament, play_tournament
from baobab.measure.tournament.schedule import Job, LineUp
from baobab.measure.tournament.standings import Standings
from baobab.measure.tournament.store import read_header
from baobab.registry import load_game

RUNS = Path("runs")
RESULTS_NAME, REPORT_NAME = "results.json", "report.md"
DEFAULT_PLAYERS = 2

EXAMPLES = [
    "tournament kenya --players 4 --bots random,greedy,mcts:100,kenya/base --games 2000",
    "tournament kenya --out runs/tournament-kenya-4            # goes on with what is there",
    "tournament kenya --out runs/tournament-kenya-4 --bots random,greedy,mcts:100,kenya/base,mine",
]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Who meets whom, and where it is played."""
    add_game(parser)
    parser.add_argument("--players", type=positive, help=f"number of players (default {DEFAULT_PLAYERS})")
    parser.add_argument("--bots", help="names or checkpoints, with commas between them (default: those of the folder)")
    parser.add_argument(
        "--games",
        type=positive,
        help=f"games of each line-up, rounded up to whole deals (default {DEFAULT_GAMES}, or the folder's)",
    )
    parser.add_argument("--seed", type=int, help="start of the deals and of the bots' chance (default 0)")
    parser.add_argument(
        "--out",
        metavar="DIR",
        help="the tournament's folder, gone on with where it exists (default runs/tournament-GAME-PLAYERS)",
    )
    parser.add_argument("--processes", type=positive, help="processes that play (default: one a core)")
    parser.add_argument("--engine", choices=ENGINES, default=ENGINES[0], help="where it is played (default local)")
    parser.add_argument(
        "--ray-address",
        metavar="ADDRESS",
        help="the Ray cluster to play on (default: RAY_ADDRESS, or one started here)",
    )


def run(args: argparse.Namespace) -> int:
    """Play what is missing and rank; 128 + the signal's number where one stopped it."""
    plan, folder = _plan(args)
    watch = SignalWatch("stopping after the jobs that are being played; once more to stop at once …")
    try:
        standings = play_tournament(
            plan,
            folder,
            engine=args.engine,
            processes=args.processes if args.processes is not None else os.cpu_count() or 1,
            ray_address=args.ray_address,
            stopped=lambda: watch.number != 0,
            progress=_Progress(),
        )
    except (KeyboardInterrupt, WorkerError):
        _tell_how_to_go_on(args, folder)
        raise
    finally:
        watch.restore()
    if standings is None:
        _tell_how_to_go_on(args, folder)
        return 128 + watch.number
    written = write_results(standings, folder, command=_command(plan, folder, args))
    print(f"{format_standings(standings)}\n{', '.join(map(str, written))}")
    return 0


def write_results(standings: Standings, folder: Path, *, command: Sequence[str]) -> list[Path]:
    """Write results, report and picture, each whole or not at all; the paths. A PNG where resvg is installed."""
    text = json.dumps(standings.to_json(), indent=2, ensure_ascii=False) + "\n"
    picture = draw_standings(standings)
    files = {
        RESULTS_NAME: text.encode(),
        REPORT_NAME: write_markdown(standings, command=command).encode(),
        PICTURE_NAME: picture.encode(),
    }
    try:
        import resvg_py

        files[str(Path(PICTURE_NAME).with_suffix(".png"))] = bytes(resvg_py.svg_to_bytes(svg_string=picture, zoom=2))
    except ImportError:
        pass
    for name, data in files.items():
        write_atomically(folder / name, data)
    return [folder / name for name in files]


# --- Arguments --------------------------------------------------------------------------------------------


def _plan(args: argparse.Namespace) -> tuple[Plan, Path]:
    """What is to be played; what is not said is as in the folder."""
    players = DEFAULT_PLAYERS if args.players is None else args.players
    folder = check_folder(RUNS / f"tournament-{args.game}-{players}" if args.out is None else args.out)
    saved: dict[str, Any] = read_header(folder) or {}
    if saved and saved["game"] != args.game:
        raise TournamentError(f"{folder} holds a tournament of {saved['game']}, not of {args.game}")
    if args.bots is None and not saved:
        raise ValueError(f"there is no tournament in {folder} yet: say who plays, with --bots")
    game = chosen_game(args) if args.option else load_game(args.game, **saved.get("options", {}))
    plan = plan_tournament(
        game,
        split_names(args.bots) if args.bots is not None else saved["bots"],
        players=args.players if args.players is not None else saved.get("players", DEFAULT_PLAYERS),
        games=args.games if args.games is not None else saved.get("games", DEFAULT_GAMES),
        seed=args.seed if args.seed is not None else saved.get("seed", 0),
    )
    return plan, folder


def _command(plan: Plan, folder: Path, args: argparse.Namespace) -> list[str]:
    """What plays the same tournament from nothing."""
    setting = plan.setting
    return [
        *("baobab", "tournament", setting.game, "--players", str(setting.players)),
        *("--bots", ",".join(plan.bots), "--games", str(plan.games), "--seed", str(setting.seed)),
        *options_as_words(setting.options),
        *(("--out", str(folder)) if args.out is not None else ()),
    ]


def _tell_how_to_go_on(args: argparse.Namespace, folder: Path) -> None:
    engine = f" --engine {args.engine}" if args.engine != ENGINES[0] else ""
    sys.stderr.write(
        f"all jobs that are over are kept; go on with: baobab tournament {args.game}"
        f" --out {shlex.quote(str(folder))}{engine}\n"
    )


# --- Progress ---------------------------------------------------------------------------------------------


class _Progress:
    """Says on standard error how far it is and how long it will take."""

    def __init__(self) -> None:
        self._start, self._line = time.monotonic(), Progress("games")
        self._todo: dict[LineUp, int] = defaultdict(int)  # deals that are missing
        self._spent: dict[LineUp, tuple[float, int]] = {}  # seconds of how many deals
        self._deals = self._done = 0

    def __call__(self, plan: Plan, jobs: Sequence[Job], outcome: Outcome | None) -> None:
        """With None before the first job, then with each outcome."""
        if outcome is None:
            self._begin(plan, jobs)
            return
        job = outcome.job
        seconds, deals = self._spent.get(job.line_up, (0.0, 0))
        self._spent[job.line_up] = (seconds + outcome.seconds, deals + job.deals)
        self._todo[job.line_up] -= job.deals
        self._done += job.deals
        players = plan.setting.players
        self._line(self._done * players, self._deals * players, left=self._left())

    def _begin(self, plan: Plan, jobs: Sequence[Job]) -> None:
        for job in jobs:
            self._todo[job.line_up] += job.deals
        self._deals = sum(self._todo.values())
        players = plan.setting.players
        everything = len(plan.line_ups) * plan.deals * players
        there = everything - self._deals * players
        have = f", of which {there:,} are there" if there else ""
        line_ups = f"{len(plan.line_ups)} line-up{'s' * (len(plan.line_ups) > 1)} of {players} seats"
        sys.stderr.write(f"{line_ups}, {plan.deals:,} deals each: {everything:,} games{have}\n")

    def _left(self) -> float:
        """Seconds: what is missing of each line-up at its own speed, where that is known, else at the mean one."""
        spent = sum(seconds for seconds, _ in self._spent.values())
        mean = spent / max(1, self._done)
        work = 0.0
        for line_up, deals in self._todo.items():
            seconds, played = self._spent.get(line_up, (mean, 1))
            work += deals * seconds / played
        return work * (time.monotonic() - self._start) / max(spent, 1e-9)
