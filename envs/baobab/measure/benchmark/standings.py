"""Entries of one protocol beside each other: aggregates, ratings, learning curves, who improves on whom."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from baobab.measure.benchmark.aggregate import Estimate, estimate_improvement, estimate_mean, interquartile_mean
from baobab.measure.benchmark.protocol import Protocol
from baobab.measure.benchmark.result import Result, ResultError
from baobab.measure.rating import NOBODY, Rankings, fit_ratings

CURVE_SHARES = tuple(number / 10 for number in range(1, 11))
"""Shares of the budget at which learning curves are told."""


@dataclass(frozen=True)
class Standing:
    """One entry among the others."""

    result: Result
    win: Estimate  # interquartile means of the scores
    margin: Estimate
    rating: Estimate | None  # Elo points above `random`; None where nothing connects them
    against: dict[str, float]  # opponent -> mean win share
    by_task: dict[str, float]  # task -> mean win score
    curve: list[float] | None  # at CURVE_SHARES: interquartile mean of the win share against the curve's opponent


def rank_entries(results: Sequence[Result], protocol: Protocol) -> list[Standing]:
    """The entries, best first; ResultError where two have the same name."""
    names = [result.name for result in results]
    if len(set(names)) != len(names):
        raise ResultError(f"every entry has a name of its own, not {', '.join(names)}")
    ratings = rate_entries(results, protocol)
    standings = [
        Standing(
            result=result,
            win=estimate_mean(result.scores("win")),
            margin=estimate_mean(result.scores("margin")),
            rating=ratings.get(result.name),
            against={
                opponent.name: float(np.mean([run.against[opponent.name]["win_share"] for run in result.runs]))
                for opponent in protocol.panel
            },
            by_task=dict(zip(result.stamp["tasks"], result.scores("win").mean(axis=0).tolist(), strict=True)),
            curve=learning_curve(result, protocol),
        )
        for result in results
    ]
    return sorted(standings, key=lambda standing: -standing.win.value)


def rate_entries(results: Sequence[Result], protocol: Protocol) -> dict[str, Estimate]:
    """Elo points above `random`, from every game of every entry against the panel; empty where `random` is no entry.

    All entries meet the panel on the same deals, so a deal is resampled with all that was played on it.
    """
    met = list(dict.fromkeys([*(result.name for result in results), *_panel(protocol)]))
    most = max(task.players for task in protocol.tasks)
    seats: list[list[int]] = []
    ranks: list[list[int]] = []
    deals: list[int] = []
    numbers: dict[tuple[str, int, int], int] = {}
    for result in results:
        mine = met.index(result.name)
        for run in result.runs:
            for opponent, measured in run.against.items():
                if opponent == result.name:
                    continue
                for place, games in enumerate(measured["ranks"]):
                    deal = numbers.setdefault((run.task, run.seed, place), len(numbers))
                    for game in games.split():
                        empty = most - len(game)
                        seats.append([mine, *[met.index(opponent)] * (len(game) - 1), *[NOBODY] * empty])
                        ranks.append([*map(int, game), *[1] * empty])
                        deals.append(deal)
    if not seats:
        return {}
    fitted = fit_ratings(Rankings(tuple(met), np.array(seats), np.array(ranks), np.array(deals)))
    return {result.name: Estimate(fitted[result.name], *fitted.interval(result.name)) for result in results}


def learning_curve(result: Result, protocol: Protocol) -> list[float] | None:
    """What the runs had reached at CURVE_SHARES of the budget; None where no run kept checkpoints."""
    if not all(run.curve for run in result.runs):
        return None
    reached = np.array([[_at(run.curve, share * protocol.steps) for run in result.runs] for share in CURVE_SHARES])
    curve: list[float] = interquartile_mean(reached[:, :, None]).tolist()
    return curve


def compare(one: Result, other: Result) -> Estimate:
    """The probability that a run of `one` has a higher win score than one of `other`, and its interval."""
    if one.stamp != other.stamp:
        raise ResultError(f"{one.name} and {other.name} were measured by different protocols or versions")
    return estimate_improvement(one.scores("win"), other.scores("win"))


def _panel(protocol: Protocol) -> list[str]:
    return [opponent.name for opponent in protocol.panel]


def _at(curve: list[list[float]], steps: float) -> float:
    """The win share of the checkpoint nearest to so many decisions."""
    return min(curve, key=lambda point: abs(point[0] - steps))[1]
