"""`baobab bench`: how fast the games are on one core, beside PettingZoo's own."""

import argparse
import json
import platform
from collections.abc import Callable, Sequence
from dataclasses import asdict
from importlib.metadata import entry_points, version
from statistics import geometric_mean
from typing import Any

from baobab.commands.arguments import game_name, positive, seconds
from baobab.extras import need_extra
from baobab.files import check_file, write_atomically
from baobab.measure.speed import Effort, Speeds, measure_game, measure_pettingzoo, measure_search
from baobab.registry import GAMES, load_game, load_games

FORMAT = "baobab-bench/1"
TRAINING_BENCH = ("baobab.commands", "bench_train")
"""Group and name of the entry point that `--train` goes to."""

GOALS = {"batch_decisions_per_s": 1e6, "aec_steps_per_s": 6e4}
"""At least so many."""
MAX_CLONE_US = 5.0
SEARCH_GOALS = (2e4, 3e5)
"""Playouts/s and node visits/s of tree search, as the geometric mean over the games."""

_HEAD = ("game", "players", "batch decisions/s", "AEC steps/s", "playouts/s", "clone µs", "determinize µs")


EXAMPLES = ["bench kenya --players 2 --json speeds.json", "bench --search", "bench --train --help"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What is measured, and how long."""
    known = sorted(GAMES)
    parser.add_argument(
        "games", nargs="*", metavar="GAME", type=game_name, help=f"{', '.join(known)}; all unless given"
    )
    parser.add_argument(
        "--players", type=positive, nargs="+", default=[], metavar="P", help="these numbers of players only"
    )
    parser.add_argument("--repeats", type=positive, default=5, metavar="R", help="the median of so many runs (5)")
    parser.add_argument("--seconds", type=seconds, default=0.5, metavar="S", help="each about so long (0.5)")
    parser.add_argument("--json", metavar="FILE", help="write the figures to this file too")
    parser.add_argument("--search", action="store_true", help="measure tree search (mcts) instead")
    parser.add_argument(
        "--train", nargs=argparse.REMAINDER, metavar="…", help="measure training instead; what follows goes there"
    )


def run(args: argparse.Namespace) -> int:
    """Measure, show a table, and with `--json` write the figures to a file."""
    if args.train is not None:
        return _train_bench()(args.train)
    names = args.games or [game.name for game in load_games()]
    effort = Effort(repeats=args.repeats, seconds=args.seconds)
    if args.search:
        report_search(names, effort=effort, say=_say)
        return 0
    for name in names:
        for players in args.players:
            load_game(name).check_players(players)
    path = None if args.json is None else check_file(args.json)
    report = measure(names, players=args.players, effort=effort, say=_say)
    if path is not None:
        write_atomically(path, (json.dumps(report, indent=2) + "\n").encode())
    return 0


def measure(
    games: Sequence[str], *, players: Sequence[int], effort: Effort, say: Callable[[str], None]
) -> dict[str, Any]:
    """The report that `--json` writes; its tables go to `say` line by line as they are measured.

    `players` chooses among each game's numbers of players; all unless given.
    """
    beside = measure_pettingzoo(effort)
    say(_row(_HEAD))
    measured: list[dict[str, Any]] = []
    for name in games:
        game = load_game(name)
        for num_players in range(game.min_players, game.max_players + 1):
            if players and num_players not in players:
                continue
            speeds = measure_game(name, num_players=num_players, effort=effort)
            ratios = {other: speeds.aec_steps_per_s / speed for other, speed in beside.items() if type(speed) is float}
            measured.append({"game": name, "players": num_players, **asdict(speeds), "ratios": ratios})
            say(_row(_cells(name, num_players, speeds)))
    say("")
    for other, speed in beside.items():
        say(_compare(other, speed, measured))
    say("")
    say(_goals(measured))
    versions = {package: version(package) for package in ("numpy", "numba", "pettingzoo", "gymnasium")}
    return {
        "format": FORMAT,
        "python": platform.python_version(),
        "machine": platform.machine(),
        "versions": versions,
        "repeats": effort.repeats,
        "seconds": effort.seconds,
        "games": measured,
        "pettingzoo": beside,
    }


def report_search(games: Sequence[str], *, effort: Effort, say: Callable[[str], None]) -> tuple[float, float]:
    """Tell how fast the tree search is in each game with the fewest players; the geometric means over the games."""
    say(f"{'game':10} {'playouts/s':>12} {'node visits/s':>15}")
    speeds = []
    for name in games:
        speeds.append(measure_search(load_game(name), effort))
        say(f"{name:10} {speeds[-1][0]:12,.0f} {speeds[-1][1]:15,.0f}")
    playouts, visits = (geometric_mean(column) for column in zip(*speeds, strict=True))
    say(f"{'together':10} {playouts:12,.0f} {visits:15,.0f}")
    goals = f"{SEARCH_GOALS[0]:,.0f} playouts/s and {SEARCH_GOALS[1]:,.0f} node visits/s"
    met = playouts >= SEARCH_GOALS[0] and visits >= SEARCH_GOALS[1]
    say(f"Geometric means; the goals of {goals} are {'met' if met else 'missed'}.")
    return playouts, visits


def _train_bench() -> Callable[[Sequence[str]], int]:
    group, name = TRAINING_BENCH
    for point in entry_points(group=group, name=name):
        command: Callable[[Sequence[str]], int] = point.load()
        return command
    raise need_extra("baobab bench --train", "train", "baobab_training is not installed")


def _cells(name: str, num_players: int, speeds: Speeds) -> tuple[str, ...]:
    return (
        name,
        str(num_players),
        f"{speeds.batch_decisions_per_s:,.0f}",
        f"{speeds.aec_steps_per_s:,.0f}",
        f"{speeds.playouts_per_s:,.0f}",
        f"{speeds.clone_us:.1f}",
        f"{speeds.determinize_us:.1f}",
    )


def _row(cells: Sequence[str]) -> str:
    first, *others = cells
    return first.ljust(11) + "".join(
        cell.rjust(max(len(head), 6) + 3) for head, cell in zip(_HEAD[1:], others, strict=True)
    )


def _compare(other: str, speed: float | str, measured: Sequence[dict[str, Any]]) -> str:
    if not isinstance(speed, float):
        return f"PettingZoo's {other}: {speed}"
    ratios = [entry["ratios"][other] for entry in measured]
    span = f"{min(ratios):.1f} to {max(ratios):.1f}" if ratios else "–"
    return f"PettingZoo's {other}: {speed:,.0f} steps/s through the same loop; the games above are {span} times as fast"


def _goals(measured: Sequence[dict[str, Any]]) -> str:
    """Which goals were missed, by game and players."""
    missed = [
        f"{entry['game']} with {entry['players']}: {key} {entry[key]:,.1f}"
        for entry in measured
        for key in (*GOALS, "clone_us")
        if (entry[key] > MAX_CLONE_US if key == "clone_us" else entry[key] < GOALS[key])
    ]
    goals = ", ".join(f"{key} ≥ {least:,.0f}" for key, least in GOALS.items()) + f", clone_us ≤ {MAX_CLONE_US:g}"
    return f"Goals ({goals}): {'all met' if not missed else 'missed by ' + '; '.join(missed)}."


def _say(line: str) -> None:
    print(line, flush=True)
