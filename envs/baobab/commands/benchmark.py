"""`baobab benchmark`: a bot, or a way of training one, measured by the benchmark's protocol (BENCHMARK.md)."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from baobab.commands.arguments import positive
from baobab.files import check_file, check_folder, write_atomically
from baobab.measure.benchmark.entries import known_entries, make_entry
from baobab.measure.benchmark.page import (
    PAGE_NAME,
    RESULTS,
    format_estimate,
    format_standings,
    write_page,
)
from baobab.measure.benchmark.processes import end_on_terminate
from baobab.measure.benchmark.protocol import PROTOCOLS, Protocol, Task, make_protocols, slug
from baobab.measure.benchmark.result import Result, missing_runs, read_result, read_results, write_result
from baobab.measure.benchmark.standings import compare, rank_entries
from baobab.measure.benchmark.work import FIELDS, BenchmarkError, Entry, begin_work, measure_entry

RUNS = Path("runs") / "benchmark"
PROCESSES = 2

TRAINING_EXAMPLE = """\
baobab train {game} --config configs/{game}/dmc.toml --game.players {players}
    --run.steps {steps} --run.seed {seed} --run.keep-every {every} --out {out}"""
NOTES = f"""\
A training command has {{out}} in it, the folder in which it leaves its checkpoint (as `baobab train` does), and may
have {", ".join(f"{{{name}}}" for name in FIELDS if name != "out")}. `every` is the number of decisions from one
checkpoint of the learning curve to the next.

"""
EXAMPLES = [
    "benchmark mcts:100",
    "benchmark '{game}/base' --name base",
    f"benchmark '{TRAINING_EXAMPLE}' --name dmc",
    "benchmark --compare dmc mcts:100",
    "benchmark --leaderboard",
]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What is measured, by which protocol, and where it is kept."""
    parser.add_argument("entry", nargs="?", metavar="NAME_OR_COMMAND", help="a bot's name or a training command")
    parser.add_argument("--all", action="store_true", help="measure every entry of the leaderboard in the repository")
    parser.add_argument("--name", help="what tables call the entry (default: the bot's name)")
    parser.add_argument("--protocol", choices=PROTOCOLS, default="small", help="which protocol (default small)")
    parser.add_argument("--tasks", metavar="TASK,…", help="only these tasks for now, as kenya-2,nimalia-2")
    parser.add_argument(
        "--processes", type=positive, default=PROCESSES, help=f"runs at the same time (default {PROCESSES})"
    )
    parser.add_argument("--work", metavar="DIR", help="where runs are kept (default runs/benchmark/PROTOCOL/NAME)")
    parser.add_argument("--results", metavar="DIR", default=str(RESULTS), help="the results of the leaderboards")
    parser.add_argument("--page", metavar="FILE", default=PAGE_NAME, help=f"the leaderboards' page ({PAGE_NAME})")
    parser.add_argument("--publish", action="store_true", help="add the result to --results, and rewrite --page")
    parser.add_argument("--leaderboard", action="store_true", help="rewrite --page from --results")
    parser.add_argument("--compare", nargs=2, metavar=("A", "B"), help="probability that entry A improves on entry B")


def run(args: argparse.Namespace) -> int:
    """Measure, compare, or write the leaderboards' page."""
    protocol, results = make_protocols()[args.protocol], check_folder(args.results)
    wanted = [args.entry is not None, args.all, args.leaderboard, args.compare is not None]
    if sum(wanted) != 1:
        raise ValueError("one thing is done: NAME_OR_COMMAND, --all, --leaderboard, or --compare A B")
    if args.compare:
        return _compare(args.compare, protocol, results)
    page = check_file(args.page) if args.leaderboard or args.publish else None
    if args.leaderboard and page is not None:
        return _write_leaderboard(results, page)
    entries = known_entries() if args.all else [make_entry(args.entry, args.name)]
    tasks = list(protocol.tasks) if args.tasks is None else [protocol.task(name) for name in args.tasks.split(",")]
    folders = [
        check_folder(RUNS / protocol.name / slug(entry.name) if args.work is None else args.work) for entry in entries
    ]
    if args.work is not None and len(entries) > 1:
        raise ValueError("the entries of --all have a folder each: no --work")
    end_on_terminate()
    for entry, work in zip(entries, folders, strict=True):
        _measure(entry, protocol, tasks, work=work, processes=args.processes, publish=(results, page))
    return 0


def _measure(
    entry: Entry,
    protocol: Protocol,
    tasks: Sequence[Task],
    *,
    work: Path,
    processes: int,
    publish: tuple[Path, Path | None],
) -> None:
    """Do what the folder `work` lacks; `publish` has the folder of results, and the page where it is to be written."""
    try:
        runs = measure_entry(entry, protocol, work, tasks=tasks, processes=processes, say=_say)
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
    results, page = publish
    if page is not None:
        write_result(results / protocol.name / f"{slug(entry.name)}.json", result)
    _report(result, protocol, path)
    if page is not None:
        _write_leaderboard(results, page)


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
    print(text, flush=True)
