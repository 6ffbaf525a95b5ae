"""A job played: all that a worker does. It is handed names and numbers only, and loads bots and game itself."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baobab.bots import Bot, load_bot, match_seeds
from baobab.bots.deals import play_deals
from baobab.measure.digest import bot_digest
from baobab.measure.tournament.schedule import Job, seat_orders
from baobab.registry import load_game

MILLISECOND_PLAYOUTS = 20
"""Playouts that a millisecond of a search is taken for, where jobs are cut."""


class TournamentError(ValueError):
    """A tournament that cannot be played or gone on with; says why."""


@dataclass(frozen=True)
class Setting:
    """What all games of a tournament share."""

    game: str
    version: int
    options: Mapping[str, Any]  # those that differ from their defaults
    players: int
    seed: int
    digests: Mapping[str, str | None] = field(
        default_factory=dict
    )  # hash of each bot's weights, None where it has none


@dataclass(frozen=True, eq=False)
class Outcome:
    """What came out of a job: arrays are `[deals, rotations, places]`, places as in the line-up."""

    job: Job
    ranks: NDArray[np.int64]  # from 1, ties share the better one
    scores: NDArray[np.int64]
    asked: NDArray[np.int64]  # [deals, rotations] decisions
    seconds: float


def play_job(setting: Setting, job: Job) -> Outcome:
    """Play it. TournamentError where game or weights are not what the tournament was begun with."""
    start = time.perf_counter()
    game = load_game(setting.game, **setting.options)
    if game.version != setting.version:
        raise TournamentError(f"{game.name} is at version {game.version} here, not at {setting.version}")
    names = list(dict.fromkeys(job.line_up))
    entrants = [_loaded(name) for name in names]
    for name, bot in zip(names, entrants, strict=True):
        if bot_digest(bot) != setting.digests.get(name):
            raise TournamentError(f"{name} has other weights here than where the tournament was started")
    orders = seat_orders(setting.players, job.first, job.deals)
    owners = np.array([names.index(name) for name in job.line_up], np.int8)  # place -> entrant
    played = play_deals(game, entrants, owners[orders], seeds=match_seeds(setting.seed, job.first, job.deals))
    ranks, scores = (_by_place(values, orders) for values in (played.ranks, played.scores))
    return Outcome(job, ranks, scores, played.asked.T.astype(np.int64), time.perf_counter() - start)


def bot_playouts(bot: Bot) -> int:
    """About how many playouts a decision of a bot takes; 0 where it does not search."""
    playouts, milliseconds = getattr(bot, "playouts", None), getattr(bot, "milliseconds", None)
    return int(playouts or 0) + MILLISECOND_PLAYOUTS * int(milliseconds or 0)


def _by_place(values: NDArray[Any], orders: NDArray[np.int8]) -> NDArray[np.int64]:
    """Values `[rotations, deals, seats]` as `[deals, rotations, places]`; `orders [deals, seats]` are the places."""
    turned = np.empty((values.shape[1], values.shape[0], values.shape[2]), np.int64)
    for turn in range(values.shape[0]):
        np.put_along_axis(turned[:, turn], np.roll(orders, turn, axis=1).astype(np.int64), values[turn], axis=1)
    return turned


@lru_cache(maxsize=64)
def _loaded(name: str) -> Bot:
    return load_bot(name)
