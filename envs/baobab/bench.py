"""`baobab bench`: how fast the games are on one core, beside PettingZoo's own."""

import argparse
import json
import platform
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from importlib.metadata import entry_points, version
from pathlib import Path
from statistics import geometric_mean
from typing import Any

from baobab.adapters.bench import Effort, Speeds, measure_game, measure_pettingzoo, measure_search
from baobab.registry import GAMES, load_game

FORMAT = "baobab-bench/1"
TRAINING_BENCH = ("baobab.commands", "bench_train")
"""Group and name of the entry point that `--train` goes to."""

GOALS = {"batch_decisions_per_s": 1e6, "aec_steps_per_s": 6e4}
"""At least so many."""
MAX_CLONE_US = 5.0
SEARCH_GOALS = (2e4, 3e5)
"""Playouts/s and node visits/s of tree search, as the geometric mean over the games."""

_HEAD = ("game", "players", "batch decisions/s", "AEC steps/s", "playouts/s", "clone µs", "determinize µs")


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, show a table, and with `--json` write the figures to a file."""
    given = sys.argv[1:] if argv is None else list(argv)
    if "--train" in given:
        return _train_bench()([argument for argument in given if argument != "--train"])
    parser = _parser()
    chosen = parser.parse_args(given)
    unknown = [name for name in chosen.games if name not in GAMES]
    if unknown:
        parser.error(f"no game {unknown[0]!r}; there are {', '.join(sorted(GAMES))}")
    effort = Effort(repeats=chosen.repeats, seconds=chosen.seconds)
    if chosen.search:
        report_search(chosen.games or sorted(GAMES), effort=effort, say=_say)
        return 0
    report = measure(chosen.games or sorted(GAMES), players=chosen.players, effort=effort, say=_say)
    if chosen.json:
        chosen.json.parent.mkdir(parents=True, exist_ok=True)
        chosen.json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
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


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="baobab bench", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"{', '.join(sorted(GAMES))}; all unless given")
    parser.add_argument("--players", type=int, nargs="+", default=[], metavar="P", help="these numbers of players only")
    parser.add_argument("--repeats", type=int, default=5, metavar="R", help="the median of so many runs (5)")
    parser.add_argument("--seconds", type=float, default=0.5, metavar="S", help="each about so long (0.5)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to this file too")
    parser.add_argument("--search", action="store_true", help="measure tree search (mcts) instead")
    parser.add_argument("--train", action="store_true", help="measure training instead; other options go there")
    return parser


def _train_bench() -> Callable[[Sequence[str]], int]:
    group, name = TRAINING_BENCH
    for point in entry_points(group=group, name=name):
        command: Callable[[Sequence[str]], int] = point.load()
        return command
    raise SystemExit('baobab bench --train needs the training: pip install "baobab[train]"')


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
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
