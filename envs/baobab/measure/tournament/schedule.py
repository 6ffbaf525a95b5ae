"""Who meets whom, how they sit, and the jobs that this makes.

A line-up is the bots of one table. With as many bots as seats or more, every group of that size is one: all meet all
equally often, and a further bot only adds line-ups. With fewer bots, the seats are shared as evenly as they can be, and
who has one more is another line-up each time. A line-up's names are sorted: it is the same however it was asked for.
"""

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from baobab.measure.intervals import MIN_DEALS

LineUp = tuple[str, ...]
"""A name per seat, sorted; a name is there twice where its bot takes two seats."""

JOB_DEALS = 64
"""Deals of a job where no bot searches."""
JOB_PLAYOUTS = 500
"""Deals of a job times the playouts of a decision: that is some seconds of search."""


@dataclass(frozen=True)
class Job:
    """Some deals in a row of one line-up, each in every rotation."""

    line_up: LineUp
    first: int  # number of its first deal
    deals: int


def list_line_ups(bots: Iterable[str], players: int) -> list[LineUp]:
    """Every line-up of these bots; ValueError unless they are two at least, each named once."""
    names = sorted(bots)
    if len(set(names)) != len(names):
        raise ValueError(f"every bot is named once, not {', '.join(names)}")
    if len(names) < 2:
        raise ValueError(f"a tournament needs two bots at least, not {', '.join(names) or 'none'}")
    if len(names) >= players:
        return list(itertools.combinations(names, players))
    seats, over = divmod(players, len(names))
    return [tuple(sorted([*names * seats, *more])) for more in itertools.combinations(names, over)]


def count_deals(games: int, players: int) -> int:
    """The whole deals that make so many games, two at least."""
    if games < 1:
        raise ValueError(f"at least one game is played, not {games}")
    return max(MIN_DEALS, -(-games // players))


def seat_orders(players: int, first: int, count: int) -> NDArray[np.int8]:
    """How the places of a line-up sit round the table `[count, players]` in the deals `first …`.

    Every order in turn, since a rotation changes who begins but not who follows whom.
    """
    orders = [(0, *others) for others in itertools.permutations(range(1, players))]
    numbers = np.arange(first, first + count) % math.factorial(players - 1)
    return np.array(orders, np.int8)[numbers]


def deals_of_a_job(playouts: int) -> int:
    """How many deals a job has where so many playouts are the most of any bot's decision.

    Jobs begin at multiples of it, so that they are the same whoever plays them.
    """
    return max(1, min(JOB_DEALS, JOB_PLAYOUTS // max(1, playouts)))


def list_jobs(
    line_ups: Sequence[LineUp],
    deals: int,
    *,
    played: Mapping[LineUp, set[int]],
    playouts: Mapping[str, int],
) -> list[Job]:
    """The jobs that are missing for so many deals of every line-up: of all line-ups in turn, from the first deal on.

    `played` are the numbers of the deals that are over, `playouts` those of a decision of every bot.
    """
    jobs = []
    for line_up in line_ups:
        size = deals_of_a_job(max(playouts[name] for name in line_up))
        over = played.get(line_up, set())
        missing = [deal for deal in range(deals) if deal not in over]
        # Deals in a row have the same difference from their place in the list.
        for _, entries in itertools.groupby(
            enumerate(missing), key=lambda entry: (entry[1] - entry[0], entry[1] // size)
        ):
            row = [deal for _, deal in entries]
            jobs.append(Job(line_up, row[0], len(row)))
    return sorted(jobs, key=lambda job: job.first)  # stable: line-ups keep their order
