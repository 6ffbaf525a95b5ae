"""Ratings from rankings: Plackett-Luce by maximum likelihood, on the Elo scale, with bootstrap intervals over deals.

A ranking is read from its top: each place goes to one of the seats that are left, with chances in proportion to their
strengths exp(θ). Between two seats that is Bradley-Terry, and Elo's logistic curve. Seats that tie count as the mean of
the orders that would break the tie; between two, a tie is half a win for each. A bot may take several seats of a game.

All that the likelihood asks of a deal is how many places each bot won, and how often each group of seats was left to
choose from; so fits to a thousand resamples are a few matrix products. Deals are resampled whole.

Where one side of the bots was never ranked below the other, no rating is the likeliest: it grows without end. Only
there a prior helps: every pair that met across such a gap is given one tied game. The interval is then open on that
side (±infinity), and its other end is where the pairs across the gap would stand with as many losses as the exact 95 %
interval of so many deals, all won, still allows.

Sources: Plackett (1975), "The analysis of permutations"; Hunter (2004), "MM algorithms for generalized Bradley-Terry
models", for when the maximum exists.
"""

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baobab.measure.intervals import TAIL, Interval

ELO = 400 / math.log(10)
"""Elo points of a unit of θ: 400 points are odds of ten to one."""
ANCHOR = "random"
"""The bot whose rating is 0."""
RESAMPLES = 1000
TIED_GAMES = 1.0
"""The prior's weight for every pair that met across a gap."""
NOBODY = -1
"""The entry of a seat that is not taken, where games of several numbers of players are rated together."""

_MAX_ITERATIONS = 200
_MAX_STEP = 2.0  # of θ, in one iteration: odds of seven to one
_PRECISION = 1e-9  # of θ
_CHUNK_CELLS = 1 << 22  # numbers of a chunk of resamples: 32 MB

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Rankings:
    """The outcomes of G games of up to P seats; ValueError where the arrays do not fit each other."""

    bots: tuple[str, ...]
    seats: NDArray[np.integer[Any]]  # [G, P] which of `bots` sat there, NOBODY where no one did
    ranks: NDArray[np.integer[Any]]  # [G, P] from 1, ties share the better one; of any value where no one sat
    deals: NDArray[np.integer[Any]]  # [G] games of the same number are resampled together

    def __post_init__(self) -> None:
        if len(set(self.bots)) != len(self.bots):
            raise ValueError(f"every bot is named once, not {', '.join(self.bots)}")
        if self.seats.ndim != 2 or self.seats.shape != self.ranks.shape or self.deals.shape != self.seats.shape[:1]:
            shapes = f"{self.seats.shape}, {self.ranks.shape} and {self.deals.shape}"
            raise ValueError(f"seats, ranks and deals are [G, P], [G, P] and [G], not {shapes}")
        if not len(self.deals):
            raise ValueError("there is no game to rate")
        if self.seats.min() < NOBODY or self.seats.max() >= len(self.bots):
            raise ValueError(f"seats are 0 … {len(self.bots) - 1} or {NOBODY}, not {np.unique(self.seats).tolist()}")


@dataclass(frozen=True, eq=False)
class Ratings:
    """The outcome of `fit_ratings`; n bots, B resamples."""

    bots: tuple[str, ...]
    anchor: str  # its rating is 0
    elo: Floats  # [n]
    samples: Floats  # [B, n] the ratings of each resample
    bounds: Floats  # [B, n] the same with the losses that exact intervals allow across gaps
    above: Bools  # [n, n] a chain of games in which the one was not ranked below the next leads from bot to bot

    def __getitem__(self, bot: str) -> float:
        """The rating of this bot."""
        return float(self.elo[self.bots.index(bot)])

    def interval(self, bot: str) -> Interval:
        """The 95 % interval of this bot's rating; an end is infinite where the games do not bound it."""
        return self.difference(bot, self.anchor)[1]

    def difference(self, bot: str, other: str) -> tuple[float, Interval]:
        """By how much the one is rated above the other, and the 95 % interval of that."""
        one, two = self.bots.index(bot), self.bots.index(other)
        up, down = bool(self.above[one, two]), bool(self.above[two, one])
        samples = self.samples if up and down else self.bounds
        low, high = np.quantile(samples[:, one] - samples[:, two], (TAIL, 1 - TAIL))
        interval = (float(low) if up else -math.inf, float(high) if down else math.inf)
        return float(self.elo[one] - self.elo[two]), interval


def fit_ratings(rankings: Rankings, *, anchor: str | None = None, resamples: int = RESAMPLES, seed: int = 0) -> Ratings:
    """The likeliest ratings, `anchor` (else `random`, else the first bot) at 0, with 95 % intervals.

    The same arguments give the same figures. ValueError where bots never met, not even through others.
    """
    if anchor is None:
        anchor = ANCHOR if ANCHOR in rankings.bots else rankings.bots[0]
    elif anchor not in rankings.bots:
        raise ValueError(f"the anchor is one of {', '.join(rankings.bots)}, not {anchor!r}")
    zero = rankings.bots.index(anchor)
    counts = count_places(rankings)
    _check_met(counts)
    above = _chains(counts.above.sum(axis=0)[None] > 0)[0]
    elo = ELO * _fit(counts, np.ones((1, len(counts.wins))), zero=zero)[0]
    samples = bounds = ELO * _resample(counts, resamples, seed=seed, zero=zero)
    if not above.all():
        bounds = ELO * _resample(counts, resamples, seed=seed, zero=zero, lost=_losses(counts, above))
    return Ratings(rankings.bots, anchor, elo, samples, bounds, above)


def win_chance(difference: float) -> float:
    """The chance to be ranked above a bot that is rated lower by `difference`."""
    return 1 / (1 + 10 ** (-difference / 400))


# --- Counting ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class PlaceCounts:
    """What the games of each deal say: D deals, n bots, S groups of seats that were left when a place was won."""

    groups: Floats  # [S, n] seats of each bot in the group; two bots at least
    left: Floats  # [D, S] how often this group was left
    wins: Floats  # [D, n] places that a bot won
    above: Floats  # [D, n, n] pairs of seats of which the first bot's was ranked above the second's; a tie counts half
    pairs: NDArray[np.int64]  # [n, n] the group of one seat of each, -1 where they never met


def count_places(rankings: Rankings) -> PlaceCounts:
    """What the games of each deal say, deals in ascending order of their number."""
    bots = len(rankings.bots)
    taken = rankings.seats != NOBODY
    # Which seat is whose does not matter: games are told apart by their sorted pairs of rank and bot.
    codes = np.where(taken, rankings.ranks.astype(np.int64) * bots + rankings.seats, np.iinfo(np.int64).max)
    kinds, kind_of_game = np.unique(np.sort(codes, axis=1), axis=0, return_inverse=True)
    deal_numbers, deal_of_game = np.unique(rankings.deals, return_inverse=True)
    deals = len(deal_numbers)
    wins, above = np.zeros((deals, bots)), np.zeros((deals, bots, bots))
    left: dict[tuple[int, ...], Floats] = {}
    order = np.argsort(kind_of_game.reshape(-1), kind="stable")
    ends = np.cumsum(np.bincount(kind_of_game.reshape(-1), minlength=len(kinds)))
    for kind, games in zip(kinds, np.split(order, ends[:-1]), strict=True):
        times = np.bincount(deal_of_game.reshape(-1)[games], minlength=deals).astype(np.float64)
        standing = [divmod(int(code), bots) for code in kind if code != np.iinfo(np.int64).max]
        for winner, group, share in _places(standing):
            wins[:, winner] += share * times
            left.setdefault(group, np.zeros(deals))[:] += share * times
        for (rank, one), (other_rank, two) in itertools.permutations(standing, 2):
            if one != two and rank <= other_rank:
                above[:, one, two] += times * (0.5 if rank == other_rank else 1.0)
    met = np.argwhere(np.triu((above + above.transpose(0, 2, 1)).sum(axis=0) > 0))
    for one, two in met:
        left.setdefault((int(one), int(two)), np.zeros(deals))
    return _tables(bots, left, wins, above)


def _places(standing: Sequence[tuple[int, int]]) -> Iterator[tuple[int, tuple[int, ...], float]]:
    """Who won each place of a game, from which group of bots, and the share of the orders in which it was so.

    `standing` has the pairs (rank, bot), sorted. Of t seats that tie, any k of them are left in 1 / (t over k) of
    the orders, and each of these is then the next one in 1 / k.
    """
    for rank, members in itertools.groupby(standing, key=lambda entry: entry[0]):
        tied = [bot for _, bot in members]
        below = [bot for other, bot in standing if other > rank]
        for size in range(1, len(tied) + 1):
            share = 1 / (math.comb(len(tied), size) * size)
            for some in itertools.combinations(tied, size):
                group = tuple(sorted([*some, *below]))
                if len(set(group)) > 1:  # one bot alone wins against itself for sure
                    for winner in some:
                        yield winner, group, share


def _tables(bots: int, left: dict[tuple[int, ...], Floats], wins: Floats, above: Floats) -> PlaceCounts:
    groups = np.zeros((len(left), bots))
    pairs = np.full((bots, bots), -1, np.int64)
    for number, group in enumerate(left):
        np.add.at(groups[number], list(group), 1.0)
        if len(group) == 2:
            pairs[group] = pairs[group[::-1]] = number
    columns = np.stack(list(left.values()), axis=1) if left else np.zeros((len(wins), 0))
    return PlaceCounts(groups, columns, wins, above, pairs)


# --- Fits -------------------------------------------------------------------------------------------------


def _resample(counts: PlaceCounts, resamples: int, *, seed: int, zero: int, lost: Floats | None = None) -> Floats:
    """The θ `[B, n]` of resampled deals; `lost [n, n]` as in `_fit`."""
    deals, bots = counts.wins.shape
    rng = np.random.default_rng(seed)
    start = _fit(counts, np.ones((1, deals)), zero=zero, lost=lost)[0]
    at_once = max(1, _CHUNK_CELLS // max(deals, len(counts.groups), bots * bots))
    fits = []
    for first in range(0, resamples, at_once):
        size = min(at_once, resamples - first)
        weights = rng.multinomial(deals, np.full(deals, 1 / deals), size=size).astype(np.float64)
        fits.append(_fit(counts, weights, zero=zero, lost=lost, start=start))
    return np.concatenate(fits)


def _fit(
    counts: PlaceCounts, weights: Floats, *, zero: int, lost: Floats | None = None, start: Floats | None = None
) -> Floats:
    """The likeliest θ `[B, n]` where deals count `weights [B, D]` times; that of bot `zero` is 0.

    Pairs across a gap tie one game, or, where `lost [n, n]` says so, the second bot wins that many.
    """
    samples, (deals, bots) = len(weights), counts.wins.shape
    wins, left = weights @ counts.wins, weights @ counts.left
    above = (weights @ counts.above.reshape(deals, -1)).reshape(samples, bots, bots)
    chains = _chains(above > 0)
    gaps = (counts.pairs >= 0) & ~(chains & chains.transpose(0, 2, 1))
    if gaps.any():
        given = np.where(gaps, TIED_GAMES / 2, 0.0)  # to the first of the pair
        if lost is not None:
            across = (lost + lost.T) > 0
            given = np.where(gaps & across, lost.T, given)
        wins += given.sum(axis=2)
        one, two = np.nonzero(counts.pairs >= 0)  # each pair twice, once from either side
        places = np.zeros((len(one), left.shape[1]))
        places[range(len(one)), counts.pairs[one, two]] = 1.0
        left += given[:, one, two] @ places
    theta = np.tile(np.zeros(bots) if start is None else start, (samples, 1))
    theta = _maximise(wins, left, counts.groups, theta)
    centred: Floats = theta - theta[:, zero, None]
    return centred


def _maximise(wins: Floats, left: Floats, groups: Floats, theta: Floats) -> Floats:
    """Newton's method on Σ wins·θ − Σ left·log Σ exp θ, concave in θ `[B, n]`, with steps that never lower it."""
    bots = theta.shape[1]
    products = (groups[:, :, None] * groups[:, None, :]).reshape(len(groups), bots * bots)
    reached = _likelihood(wins, left, groups, theta)
    for _ in range(_MAX_ITERATIONS):
        strength = np.exp(theta - theta.mean(axis=1, keepdims=True))
        sums = strength @ groups.T
        expected = strength * ((left / sums) @ groups)
        crossed = ((left / sums**2) @ products).reshape(-1, bots, bots)
        hessian = -crossed * strength[:, :, None] * strength[:, None, :]
        hessian[:, range(bots), range(bots)] += expected
        hessian += hessian[:, range(bots), range(bots)].mean(axis=1)[:, None, None]  # θ counts up to a constant
        step = np.linalg.solve(hessian, (wins - expected)[:, :, None])[:, :, 0]
        largest = np.abs(step).max(axis=1, initial=0.0)
        if largest.max(initial=0.0) < _PRECISION:
            return theta
        step *= np.minimum(1.0, _MAX_STEP / np.maximum(largest, _PRECISION))[:, None]
        theta, reached = _climb(wins, left, groups, theta, step, reached)
    raise ArithmeticError(f"no ratings after {_MAX_ITERATIONS} iterations")


def _climb(
    wins: Floats, left: Floats, groups: Floats, theta: Floats, step: Floats, reached: Floats
) -> tuple[Floats, Floats]:
    """θ after the step, halved where it would lower the likelihood beyond rounding."""
    slack = 1e-12 * (1 + np.abs(reached))
    while True:
        likelihood = _likelihood(wins, left, groups, theta + step)
        worse = likelihood < reached - slack
        if not worse.any():
            return theta + step, likelihood
        step = np.where(worse[:, None], step / 2, step)


def _likelihood(wins: Floats, left: Floats, groups: Floats, theta: Floats) -> Floats:
    """The log-likelihood `[B]`, up to a constant."""
    centre = theta.mean(axis=1, keepdims=True)
    logs = np.log(np.exp(theta - centre) @ groups.T) + centre
    value: Floats = (wins * theta).sum(axis=1) - (left * logs).sum(axis=1)
    return value


# --- Gaps -------------------------------------------------------------------------------------------------


def _chains(above: Bools) -> Bools:
    """From which bot a chain of `above [B, n, n]` leads to which, itself included."""
    reach = above | np.eye(above.shape[1], dtype=np.bool_)
    for _ in range(max(1, above.shape[1] - 1).bit_length()):
        reach = np.matmul(reach, reach)
    return reach


def _check_met(counts: PlaceCounts) -> None:
    """ValueError unless games lead from every bot to every other."""
    bots = len(counts.pairs)
    apart = ~_chains((counts.pairs >= 0)[None])[0]
    if bots < 2 or apart.any():
        raise ValueError("bots are rated that met, if only through others; of these some did not")


def _losses(counts: PlaceCounts, chains: Bools) -> Floats:
    """Losses `[n, n]` of the first bot to the second that the exact interval still allows, where all was won."""
    games = counts.above.sum(axis=0)
    lost = 1 - TAIL ** (1 / len(counts.wins))
    losses: Floats = np.where((counts.pairs >= 0) & chains & ~chains.T, games * lost / (1 - lost), 0.0)
    return losses
