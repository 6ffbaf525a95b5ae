"""The command `baobab tournament`."""

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
from baobab.registry import GAMES, load_game, read_options
from baobab_training.evaluate import DEFAULT_GAMES
from baobab_training.files import write_atomically
from baobab_training.interrupt import SignalWatch
from baobab_training.tournament.engines import ENGINES, WorkerError
from baobab_training.tournament.picture import draw_standings
from baobab_training.tournament.play import Outcome, TournamentError
from baobab_training.tournament.report import PICTURE_NAME, format_standings, write_markdown
from baobab_training.tournament.run import Plan, plan_tournament, play_tournament
from baobab_training.tournament.schedule import Job, LineUp
from baobab_training.tournament.standings import Standings
from baobab_training.tournament.store import read_header

RUNS = Path("runs")
RESULTS_NAME, REPORT_NAME = "results.json", "report.md"
LINE_SECONDS = 10.0
"""Time between two lines where standard error is no terminal."""
DEFAULT_PLAYERS = 2

EPILOG = """\
examples:
  baobab tournament kenya --players 4 --bots random,greedy,mcts:100,kenya/base --games 2000
  baobab tournament kenya --out runs/tournament-kenya-4            # goes on with what is there
  baobab tournament kenya --out runs/tournament-kenya-4 --bots random,greedy,mcts:100,kenya/base,mine
"""


def main(argv: Sequence[str] | None = None) -> int:
    """`baobab tournament`: the exit code, 128 + the signal's number where one stopped it."""
    args = _parser().parse_args(argv)
    plan, folder = _plan(args)
    watch = SignalWatch("stopping after the jobs that are being played; once more to stop at once …")
    try:
        standings = play_tournament(
            plan,
            folder,
            engine=args.engine,
            processes=args.processes or os.cpu_count() or 1,
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
    sys.stdout.write(f"{format_standings(standings)}\n{', '.join(map(str, written))}\n")
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
    folder = Path(args.out or RUNS / f"tournament-{args.game}-{args.players or DEFAULT_PLAYERS}")
    saved: dict[str, Any] = read_header(folder) or {}
    if saved and saved["game"] != args.game:
        raise TournamentError(f"{folder} holds a tournament of {saved['game']}, not of {args.game}")
    if args.bots is None and not saved:
        raise ValueError(f"there is no tournament in {folder} yet: say who plays, with --bots")
    options = read_options(args.option) if args.option else saved.get("options", {})
    game = load_game(args.game, **options)
    plan = plan_tournament(
        game,
        split_names(args.bots) if args.bots is not None else saved["bots"],
        players=args.players or saved.get("players", DEFAULT_PLAYERS),
        games=args.games if args.games is not None else saved.get("games", DEFAULT_GAMES),
        seed=args.seed if args.seed is not None else saved.get("seed", 0),
    )
    return plan, folder


def _command(plan: Plan, folder: Path, args: argparse.Namespace) -> list[str]:
    """What plays the same tournament from nothing."""
    setting = plan.setting
    values = [
        f"{key}={value if isinstance(value, str) else json.dumps(value)}" for key, value in setting.options.items()
    ]
    return [
        *("baobab", "tournament", setting.game, "--players", str(setting.players)),
        *("--bots", ",".join(plan.bots), "--games", str(plan.games), "--seed", str(setting.seed)),
        *(part for value in values for part in ("--option", value)),
        *(("--out", str(folder)) if args.out else ()),
    ]


def _tell_how_to_go_on(args: argparse.Namespace, folder: Path) -> None:
    engine = f" --engine {args.engine}" if args.engine != ENGINES[0] else ""
    sys.stderr.write(
        f"all jobs that are over are kept; go on with: baobab tournament {args.game}"
        f" --out {shlex.quote(str(folder))}{engine}\n"
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="baobab tournament",
        description="Rate bots: every group of as many as there are seats plays the same deals in every rotation.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("game", choices=sorted(GAMES), help="which game")
    parser.add_argument("--players", type=int, help=f"number of players (default {DEFAULT_PLAYERS})")
    parser.add_argument("--bots", help="names or checkpoints, with commas between them (default: those of the folder)")
    parser.add_argument(
        "--games",
        type=int,
        help=f"games of each line-up, rounded up to whole deals (default {DEFAULT_GAMES}, or the folder's)",
    )
    parser.add_argument("--seed", type=int, help="start of the deals and of the bots' chance (default 0)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a rule option")
    parser.add_argument(
        "--out",
        metavar="DIR",
        help="the tournament's folder, gone on with where it exists (default runs/tournament-GAME-PLAYERS)",
    )
    parser.add_argument("--processes", type=int, help="processes that play (default: one a core)")
    parser.add_argument("--engine", choices=ENGINES, default=ENGINES[0], help="where it is played (default local)")
    parser.add_argument(
        "--ray-address",
        metavar="ADDRESS",
        help="the Ray cluster to play on (default: RAY_ADDRESS, or one started here)",
    )
    return parser


# --- Progress ---------------------------------------------------------------------------------------------


class _Progress:
    """Says on standard error how far it is and how long it will take."""

    def __init__(self) -> None:
        self._start = self._shown = time.monotonic()
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
        now, over = time.monotonic(), self._done == self._deals
        live = sys.stderr.isatty()
        if now - self._shown < (0.2 if live else LINE_SECONDS) and not over:
            return
        self._shown = now
        players = plan.setting.players
        line = f"{self._done * players:,} of {self._deals * players:,} games, {_clock(self._left(now))} left"
        sys.stderr.write(f"\r\033[K{line}" + "\n" * over if live else f"{line}\n")
        sys.stderr.flush()

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

    def _left(self, now: float) -> float:
        """Seconds: what is missing of each line-up at its own speed, where that is known, else at the mean one."""
        spent = sum(seconds for seconds, _ in self._spent.values())
        mean = spent / max(1, self._done)
        work = 0.0
        for line_up, deals in self._todo.items():
            seconds, played = self._spent.get(line_up, (mean, 1))
            work += deals * seconds / played
        return work * (now - self._start) / max(spent, 1e-9)


def _clock(seconds: float) -> str:
    hours, rest = divmod(round(seconds), 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"
