"""What a tournament's games say: ratings, win shares, margins, and every pair against each other."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baobab.measure.intervals import Interval, mean_interval, share_interval
from baobab.measure.rating import Rankings, count_places, fit_ratings
from baobab.measure.tournament.play import Outcome, Setting
from baobab.measure.tournament.schedule import LineUp

FORMAT = "baobab-tournament-results/1"


@dataclass(frozen=True)
class Standing:
    """What one bot had, per seat that it took; intervals are 95 %."""

    name: str
    digest: str | None  # hash of its weights
    rating: float  # Elo
    rating_interval: Interval  # an end is infinite where the games do not bound it
    ahead: float | None  # of the next one's rating; None for the last
    ahead_interval: Interval | None
    games: int  # seats that it took in all games
    win_share: float  # of a win, ties split; an even match gives 1 / players
    win_share_interval: Interval
    mean_margin: float  # own score minus the mean of the others' scores
    mean_margin_interval: Interval


@dataclass(frozen=True)
class Pair:
    """How often one bot was ranked above another at the same table; a tie counts half."""

    name: str
    other: str
    above: float
    above_interval: Interval
    meetings: int  # pairs of their seats


@dataclass(frozen=True)
class Standings:
    """The outcome of a tournament; the same jobs give the same, in any order."""

    game: str
    version: int
    options: dict[str, Any]
    players: int
    seed: int
    baobab: list[str]  # versions of this package that played
    deals: int  # of each line-up
    games: int  # in all
    decisions_per_game: float
    anchor: str  # its rating is 0
    line_ups: list[list[str]]
    bots: list[Standing]  # the best first
    pairs: list[Pair]  # of every two bots that met, both ways, in the order of `bots`

    def to_json(self) -> dict[str, Any]:
        """The figures under the keys of the format `baobab-tournament-results/1`; what has no bound is null."""
        values: dict[str, Any] = _finite({"format": FORMAT, **asdict(self)})
        return values


def rank_bots(
    setting: Setting, line_ups: Sequence[LineUp], deals: int, outcomes: Iterable[Outcome], *, versions: Iterable[str]
) -> Standings:
    """The standings after the first `deals` deals of these line-ups; ValueError where some are missing."""
    table = _gather(line_ups, deals, outcomes)
    ratings = fit_ratings(table.rankings)
    names = table.rankings.bots
    order = sorted(range(len(names)), key=lambda bot: (-ratings.elo[bot], names[bot]))
    wins, margins = _deal_means(table, table.wins), _deal_means(table, table.margins)
    bots = []
    for place, bot in enumerate(order):
        ahead = None
        if place + 1 < len(order):
            ahead = ratings.difference(names[bot], names[order[place + 1]])
        bots.append(
            Standing(
                name=names[bot],
                digest=setting.digests.get(names[bot]),
                rating=ratings[names[bot]],
                rating_interval=ratings.interval(names[bot]),
                ahead=ahead[0] if ahead else None,
                ahead_interval=ahead[1] if ahead else None,
                games=int((table.rankings.seats == bot).sum()),
                win_share=float(wins[bot].mean()),
                win_share_interval=share_interval(wins[bot]),
                mean_margin=float(margins[bot].mean()),
                mean_margin_interval=mean_interval(margins[bot]),
            )
        )
    return Standings(
        game=setting.game,
        version=setting.version,
        options=dict(setting.options),
        players=setting.players,
        seed=setting.seed,
        baobab=sorted(versions),
        deals=deals,
        games=len(table.rankings.deals),
        decisions_per_game=table.asked / len(table.rankings.deals),
        anchor=ratings.anchor,
        line_ups=[list(line_up) for line_up in line_ups],
        bots=bots,
        pairs=_pairs(table.rankings, order),
    )


# --- Games ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class _Table:
    """All games in the order of line-ups, deals and rotations, whoever played them when: G games of P places."""

    rankings: Rankings
    wins: NDArray[np.float64]  # [G, P]
    margins: NDArray[np.float64]  # [G, P]
    asked: int  # decisions of all games


def _gather(line_ups: Sequence[LineUp], deals: int, outcomes: Iterable[Outcome]) -> _Table:
    bots = tuple(sorted({name for line_up in line_ups for name in line_up}))
    players = len(line_ups[0])
    places = {line_up: number for number, line_up in enumerate(line_ups)}
    shape = (len(line_ups), deals, players, players)
    ranks, scores = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    asked = 0
    for outcome in outcomes:
        job = outcome.job
        count = min(job.deals, deals - job.first)
        if job.line_up not in places or count <= 0:
            continue
        ranks[places[job.line_up], job.first : job.first + count] = outcome.ranks[:count]
        scores[places[job.line_up], job.first : job.first + count] = outcome.scores[:count]
        asked += int(outcome.asked[:count].sum())
    if not ranks.all():
        line_up, deal = (int(number) for number in np.argwhere(ranks == 0)[0][:2])
        raise ValueError(f"deal {deal} of {', '.join(line_ups[line_up])} was not played")
    seats = np.array([[bots.index(name) for name in line_up] for line_up in line_ups])
    all_seats = np.broadcast_to(seats[:, None, None, :], shape).reshape(-1, players)
    numbers = np.broadcast_to(np.arange(deals)[None, :, None], shape[:3]).reshape(-1)
    won: NDArray[np.float64] = (ranks == 1).astype(np.float64)
    won /= won.sum(axis=-1, keepdims=True)
    margins = scores - (scores.sum(axis=-1, keepdims=True) - scores) / (players - 1)
    rankings = Rankings(bots, all_seats, ranks.reshape(-1, players), numbers)
    return _Table(rankings, won.reshape(-1, players), margins.reshape(-1, players), asked)


def _deal_means(table: _Table, values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The mean `[n, D]` over each bot's seats in all games of a deal of `values [G, P]`."""
    seats, deals = table.rankings.seats, table.rankings.deals
    shape = (len(table.rankings.bots), int(deals.max()) + 1)
    where = (seats, np.broadcast_to(deals[:, None], seats.shape))
    sums, counts = np.zeros(shape), np.zeros(shape)
    np.add.at(sums, where, values)
    np.add.at(counts, where, 1.0)
    return sums / counts


def _pairs(rankings: Rankings, order: Sequence[int]) -> list[Pair]:
    above = count_places(rankings).above
    pairs = []
    for one in order:
        for two in order:
            met = above[:, one, two] + above[:, two, one]
            if one != two and met.all():
                shares = above[:, one, two] / met
                pairs.append(
                    Pair(
                        name=rankings.bots[one],
                        other=rankings.bots[two],
                        above=float(shares.mean()),
                        above_interval=share_interval(shares),
                        meetings=round(float(met.sum())),
                    )
                )
    return pairs


def _finite(value: Any) -> Any:
    """The value with null for every number that is not finite, as JSON has none such."""
    if isinstance(value, dict):
        return {key: _finite(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(inner) for inner in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value
