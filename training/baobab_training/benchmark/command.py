"""The command `baobab benchmark`."""

import argparse
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

from baobab_training.benchmark.page import (
    PAGE_NAME,
    RESULTS,
    format_estimate,
    format_standings,
    write_page,
)
from baobab_training.benchmark.processes import end_on_terminate
from baobab_training.benchmark.protocol import Protocol, Task, make_protocols, slug
from baobab_training.benchmark.result import Result, missing_runs, read_result, read_results, write_result
from baobab_training.benchmark.standings import compare, rank_entries
from baobab_training.benchmark.work import FIELDS, BenchmarkError, Entry, begin_work, measure_entry
from baobab_training.files import write_atomically

RUNS = Path("runs") / "benchmark"
ENTRIES = "entries.toml"
PROCESSES = 2

EPILOG = f"""\
A training command has {{out}} in it, the folder in which it leaves its checkpoint (as `baobab train` does), and may
have {", ".join(f"{{{name}}}" for name in FIELDS if name != "out")}. `every` is the number of decisions from one
checkpoint of the learning curve to the next.

examples:
  baobab benchmark mcts:100
  baobab benchmark '{{game}}/base' --name base
  baobab benchmark 'baobab train {{game}} --config configs/{{game}}/dmc.toml --game.players {{players}}
    --run.steps {{steps}} --run.seed {{seed}} --run.keep-every {{every}} --out {{out}}' --name dmc
  baobab benchmark --compare dmc mcts:100
  baobab benchmark --leaderboard
"""


def main(argv: Sequence[str] | None = None) -> int:
    """`baobab benchmark`: the exit code."""
    args = _parser().parse_args(argv)
    protocol = make_protocols()[args.protocol]
    results = Path(args.results)
    if args.compare:
        return _compare(args.compare, protocol, results)
    if args.leaderboard:
        return _write_leaderboard(results, Path(args.page))
    if args.all == (args.entry is not None):
        raise ValueError("one thing is done: NAME_OR_COMMAND, --all, --leaderboard, or --compare A B")
    entries = known_entries() if args.all else [make_entry(args.entry, args.name)]
    tasks = [protocol.task(name) for name in args.tasks.split(",")] if args.tasks else list(protocol.tasks)
    end_on_terminate()
    for entry in entries:
        _measure(entry, protocol, tasks, args)
    return 0


def make_entry(source: str, name: str | None) -> Entry:
    """The entry that the command line names; ValueError where that cannot be measured."""
    for known in known_entries():
        if source == known.name and name is None:
            return known
    entry = Entry(name or source, source)
    if entry.is_command and name is None:
        raise ValueError("a training command is given a name for tables and files: --name NAME")
    if not entry.is_command and any(character.isspace() for character in source.strip()) and "(" not in source:
        raise ValueError(f"{source!r} is no bot, and a training command has {{out}} in it, where its checkpoint goes")
    entry.filled(Task("game", 2), steps=1, seed=1, out="out", every=1)
    return entry


def known_entries() -> list[Entry]:
    """The entries of the leaderboard in the repository."""
    values = tomllib.loads((Path(__file__).parent / ENTRIES).read_text(encoding="utf-8"))
    return [Entry(name, " ".join(source.split())) for name, source in values.items()]


def _measure(entry: Entry, protocol: Protocol, tasks: Sequence[Task], args: argparse.Namespace) -> None:
    work = Path(args.work) if args.work else RUNS / protocol.name / slug(entry.name)
    try:
        runs = measure_entry(entry, protocol, work, tasks=tasks, processes=args.processes, say=_say)
    except (KeyboardInterrupt, BenchmarkError):
        _say(f"what is done is kept in {work}: the same command goes on")
        raise
    missing = missing_runs(runs, protocol)
    if missing:
        _say(
            f"{len(missing)} runs are left of the protocol {protocol.name}: the same command without --tasks does them"
        )
        return
    commit = begin_work(entry, protocol, work)
    result = Result(entry.name, entry.source, protocol.stamp(), tuple(runs), commit)
    path = work / "result.json"
    write_result(path, result)
    _report(result, protocol, path)
    if args.publish:
        write_result(Path(args.results) / protocol.name / f"{slug(entry.name)}.json", result)
        _write_leaderboard(Path(args.results), Path(args.page))


def _report(result: Result, protocol: Protocol, path: Path) -> None:
    (standing,) = rank_entries([result], protocol)
    _say(f"{result.name}: win score {format_estimate(standing.win)}, margin {format_estimate(standing.margin)}")
    for task, score in standing.by_task.items():
        _say(f"  {task}: win score {score:+.3f}")
    for opponent, share in standing.against.items():
        _say(f"  against {opponent}: win share {share:.3f}")
    _say(f"the result is {path}")


def _compare(names: Sequence[str], protocol: Protocol, results: Path) -> int:
    """Tell the probability that each of two entries improves on the other, and how they stand."""
    kept = {result.name: result for result in read_results(results, protocol)}
    one, other = (kept[name] if name in kept else read_result(_find(name, protocol), protocol) for name in names)
    estimate = compare(one, other)
    _say(f"protocol {protocol.name}, {len(protocol.tasks)} tasks, {len(protocol.seeds)} runs of each")
    for standing in rank_entries([one, other], protocol):
        _say(f"{standing.result.name}: win score {format_estimate(standing.win)}")
    _say(f"probability that {one.name} improves on {other.name}: {format_estimate(estimate)}")
    return 0


def _find(name: str, protocol: Protocol) -> Path:
    """The result of an entry that is not published: a path, or the name of one that was measured here."""
    here = RUNS / protocol.name / slug(name) / "result.json"
    return here if here.is_file() else Path(name)


def _write_leaderboard(results: Path, page: Path) -> int:
    write_atomically(page, write_page(results).encode())
    for protocol in make_protocols().values():
        kept = read_results(results, protocol)
        if kept:
            _say(f"protocol {protocol.name}\n{format_standings(rank_entries(kept, protocol), protocol)}")
    _say(f"written: {page}")
    return 0


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="baobab benchmark",
        description="Measure a bot, or a training command, by the benchmark's protocol (BENCHMARK.md).",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("entry", nargs="?", metavar="NAME_OR_COMMAND", help="a bot's name or a training command")
    parser.add_argument("--all", action="store_true", help="measure every entry of the leaderboard in the repository")
    parser.add_argument("--name", help="what tables call the entry (default: the bot's name)")
    parser.add_argument(
        "--protocol", choices=sorted(make_protocols()), default="small", help="which protocol (default small)"
    )
    parser.add_argument("--tasks", metavar="TASK,…", help="only these tasks for now, as kenya-2,nimalia-2")
    parser.add_argument(
        "--processes", type=_positive, default=PROCESSES, help=f"runs at the same time (default {PROCESSES})"
    )
    parser.add_argument("--work", metavar="DIR", help="where runs are kept (default runs/benchmark/PROTOCOL/NAME)")
    parser.add_argument("--results", metavar="DIR", default=str(RESULTS), help="the results of the leaderboards")
    parser.add_argument("--page", metavar="FILE", default=PAGE_NAME, help=f"the leaderboards' page ({PAGE_NAME})")
    parser.add_argument("--publish", action="store_true", help="add the result to --results, and rewrite --page")
    parser.add_argument("--leaderboard", action="store_true", help="rewrite --page from --results")
    parser.add_argument("--compare", nargs=2, metavar=("A", "B"), help="probability that entry A improves on entry B")
    return parser


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"at least 1, not {number}")
    return number
