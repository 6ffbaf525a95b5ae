"""BENCHMARK.md: the rules, and the leaderboards of the results that are kept in the repository."""

import math
from collections.abc import Iterable, Sequence
from pathlib import Path

from baobab.measure.benchmark.aggregate import Estimate
from baobab.measure.benchmark.protocol import PANEL_VERSION, PROTOCOL_VERSION, Protocol, make_protocols
from baobab.measure.benchmark.result import Result, read_results
from baobab.measure.benchmark.standings import CURVE_SHARES, Standing, compare, rank_entries

PAGE_NAME = "BENCHMARK.md"
RESULTS = Path(__file__).resolve().parent / "results"
"""The results that the leaderboards are made of."""

INTRODUCTION = f"""\
# Benchmark

How well does a bot, or a way of training one, play these games? One protocol measures both, in the same games against
the same opponents. This page is written by `baobab benchmark --leaderboard` from the result files in
`envs/baobab/measure/benchmark/results`; do not edit it. The entries are in `entries.toml` beside that folder;
`baobab benchmark --all --publish` measures them. The page of the command is [docs/benchmark.md](docs/benchmark.md).

## Rules

1. A **task** is a game with a number of players. There are thirteen.
2. An **entry** is a bot, or a training command that is given a game, a number of players, a seed and a budget of
   decisions, and leaves a checkpoint. The same command trains all tasks; what it reads may differ by game (a config
   file). The budget counts the decisions that are learned from. A run may end up to a tenth beyond it. It may train
   against whom it likes, the panel's bots included: the command says so.
3. An entry has a **run** of every task for each of the protocol's seeds. A bot that does not learn has runs too: each
   seed has its own deals.
4. In a **measurement** a run takes one seat against a bot of the **panel** in all other seats. Each deal is played
   once with the run in every seat. All entries meet the panel on the same deals.
5. The **win score** is the win share s (ties split it) of P players as (P · s − 1) / (P − 1): 1 wins always, 0 wins as
   often as an equal player, −1 / (P − 1) never. The **margin** is the run's score minus the mean of the others', over
   the game's scale of margins. A run's score of a task is the mean over the panel.
6. **Aggregates** are interquartile means over all runs of all tasks: the mean of the middle half. Intervals are 95 %
   percentile intervals of 10,000 stratified bootstrap samples, in which the runs of each task are drawn anew. The
   **probability of improvement** of X on Y is the mean over the tasks of the share of pairs of runs in which X has the
   higher win score, ties counting half. All this is the method of
   [rliable](https://github.com/google-research/rliable) (Agarwal et al., 2021).
7. The **rating** is a Plackett-Luce fit to the ranks of all games of all entries and tasks together, in Elo points
   above `random`, with a bootstrap interval over deals. It depends on who else is in the list.
8. The **learning curve** is the win share against `greedy` of the checkpoints that a run kept on its way.
9. Versions of the protocol, of the panel and of the games are in every result, and results of different versions are
   never shown together: what is of another version is refused, not converted.

Protocol version {PROTOCOL_VERSION}, panel version {PANEL_VERSION}. The results below were measured
before the rules, ids and observations of Kenya, Okavango and Savernake Forest changed (at commit 9c108be and before):
they are to be measured anew.
"""


def write_page(results: Path = RESULTS) -> str:
    """The whole page, from the results in this folder."""
    sections = [_protocol_section(protocol, read_results(results, protocol)) for protocol in make_protocols().values()]
    return "\n".join([INTRODUCTION, *sections])


def format_standings(standings: Sequence[Standing], protocol: Protocol) -> str:
    """The leaderboard as a Markdown table."""
    panel = [opponent.name for opponent in protocol.panel]
    return _table(
        ["", "entry", "win score", "margin", "rating", *(f"wins against `{name}`" for name in panel)],
        (
            [
                str(place),
                _name(standing.result),
                format_estimate(standing.win),
                format_estimate(standing.margin),
                format_rating(standing.rating),
                *(f"{standing.against[name]:.3f}" for name in panel),
            ]
            for place, standing in enumerate(standings, start=1)
        ),
    )


def format_estimate(estimate: Estimate) -> str:
    """A figure with its interval, as 0.512 (0.480 … 0.544)."""
    return f"{_signed(estimate.value)} ({_signed(estimate.low)} … {_signed(estimate.high)})"


def format_rating(rating: Estimate | None) -> str:
    """Elo points with their interval; ∞ where the games do not bound it."""
    if rating is None:
        return "–"
    if rating.low == rating.value == rating.high:
        return f"{rating.value:.0f}"
    return f"{rating.value:.0f} ({_points(rating.low)} … {_points(rating.high)})"


def _protocol_section(protocol: Protocol, results: Sequence[Result]) -> str:
    players = sorted({task.players for task in protocol.tasks})
    panel = ", ".join(f"`{opponent.name}` ({opponent.games})" for opponent in protocol.panel)
    text = f"""\
## The protocol `{protocol.name}`

{len(protocol.tasks)} tasks, {_span(players)} players; {protocol.steps:,} decisions a training run;
{len(protocol.seeds)} seeds. Panel, with the games of a measurement: {panel}.
"""
    if not results:
        return f"{text}\nNo results are kept for it yet.\n"
    standings = rank_entries(results, protocol)
    parts = [
        text,
        format_standings(standings, protocol),
        "Win score by task, mean over runs and panel:\n",
        _by_task(standings, protocol),
        "Probability that the entry of the row improves on that of the column:\n",
        _improvements(standings),
        _curves(standings, protocol),
        "What was measured:\n",
        _sources(standings),
    ]
    return "\n".join(part for part in parts if part)


def _by_task(standings: Sequence[Standing], protocol: Protocol) -> str:
    tasks = [task.name for task in protocol.tasks]
    return _table(
        ["entry", *(f"`{task}`" for task in tasks)],
        ([_name(one.result), *(_signed(one.by_task[task]) for task in tasks)] for one in standings),
    )


def _improvements(standings: Sequence[Standing]) -> str:
    def cell(one: Standing, other: Standing) -> str:
        if one is other:
            return "–"
        estimate = compare(one.result, other.result)
        return f"{estimate.value:.2f} ({estimate.low:.2f} … {estimate.high:.2f})"

    return _table(
        ["", *(_name(other.result) for other in standings)],
        ([_name(one.result), *(cell(one, other) for other in standings)] for one in standings),
    )


def _curves(standings: Sequence[Standing], protocol: Protocol) -> str:
    learned = [one for one in standings if one.curve is not None]
    if not learned:
        return ""
    table = _table(
        ["entry", *(f"{share:.0%}".replace("%", " %") for share in CURVE_SHARES)],
        ([_name(one.result), *(f"{value:.3f}" for value in one.curve or [])] for one in learned),
    )
    return (
        f"Learning curves: win share against `{protocol.curve.name}` after so much of the budget, interquartile mean "
        f"over all runs:\n\n{table}"
    )


def _sources(standings: Sequence[Standing]) -> str:
    def row(one: Standing) -> list[str]:
        steps = [run.steps for run in one.result.runs if run.steps is not None]
        seconds = [run.seconds for run in one.result.runs if run.seconds is not None]
        return [
            _name(one.result),
            f"`{one.result.source}`",
            f"{min(steps):,} … {max(steps):,}" if steps else "–",
            f"{sum(seconds) / len(seconds) / 60:.1f}" if seconds else "–",
        ]

    return _table(["entry", "bot or command", "decisions a run", "minutes a run, as it happened"], map(row, standings))


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _name(result: Result) -> str:
    return f"`{result.name}`"


def _signed(value: float) -> str:
    return f"{value:.3f}".replace("-", "−")


def _points(value: float) -> str:
    return ("−∞" if value < 0 else "∞") if math.isinf(value) else f"{value:.0f}".replace("-", "−")


def _span(numbers: Sequence[int]) -> str:
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"
