"""Whether each bot of a ladder beats the one below it: `ladder`.

Two neighbours meet in games of two. Every deal is played twice with the seats exchanged, so that neither has the better
cards; a deal is then what an interval counts, since its two games are not independent.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from baobab.bots import Bot, SearchBot, load_bots, match_seeds
from baobab.bots.deals import play_deals
from baobab.core.game import Game
from baobab.measure.intervals import MIN_DEALS, Interval, share_interval

BATCH_DEALS = 32
"""Deals that are played at once."""

Progress = Callable[[int], None]
"""Told how many games are over, of all pairs."""


@dataclass(frozen=True)
class Rung:
    """How one bot did against the one below it."""

    lower: str
    upper: str
    games: int
    share: float  # of the games that the upper bot won, ties as halves
    interval: Interval  # 95 %, over the deals
    seconds: float

    @property
    def holds(self) -> bool:
        """Whether the upper bot may be the better one: its interval does not lie wholly below one half."""
        return self.interval[1] >= 0.5


def climb(
    game: Game, names: Sequence[str], *, games: int, seed: int = 0, threads: int = 1, progress: Progress | None = None
) -> Iterator[Rung]:
    """Each bot of `names`, from the second on, against the one before it, in `games` games of two players.

    The same seed gives the same games, on any number of `threads`, unless a budget is in milliseconds. ValueError where
    there is nobody to meet, where `games` is odd, or where two neighbours are the same.
    """
    game.check_seed(seed)
    if games < 2 * MIN_DEALS or games % 2:
        raise ValueError(f"every deal is two games, so games is an even number from {2 * MIN_DEALS} on, not {games}")
    if len(names) < 2:
        raise ValueError(f"a ladder has two rungs at least, not {len(names)}: {', '.join(names)}")
    for lower, upper in pairwise(names):
        if lower == upper:
            raise ValueError(f"{upper} would meet itself")
    bots = load_bots(names)
    for bot in bots:
        if isinstance(bot, SearchBot):
            bot.threads = threads
    pairs = enumerate(pairwise(bots))
    return (
        _meet(game, pair, deals=games // 2, seed=seed, before=number * games, progress=progress)
        for number, pair in pairs
    )


def _meet(game: Game, pair: tuple[Bot, Bot], *, deals: int, seed: int, before: int, progress: Progress | None) -> Rung:
    """The games of two bots, the upper one second, after `before` games of other pairs."""
    begun, shares = time.perf_counter(), np.zeros(deals)
    for first in range(0, deals, BATCH_DEALS):
        count = min(BATCH_DEALS, deals - first)
        played = play_deals(game, pair, np.tile([0, 1], (count, 1)), seeds=match_seeds(seed, first, count))
        shares[first : first + count] = (played.wins() * (played.seats == 1)).sum(axis=(0, 2)) / 2
        if progress is not None:
            progress(before + 2 * (first + count))
    lower, upper = pair
    seconds = time.perf_counter() - begun
    return Rung(lower.name, upper.name, 2 * deals, float(shares.mean()), share_interval(shares), seconds)
