"""Who plays the seats that a single agent does not: bots that stay, or a pool from which each game draws anew.

All that is drawn for a game (the agent's seat, the bots, their chance) follows from the game's seed alone.
"""

import os
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baobab.adapters.arguments import read_seat
from baobab.bots.bot import Bot
from baobab.bots.load import load_bots
from baobab.bots.match import line_up, match_rngs
from baobab.core.game import seed_many
from baobab.core.rng import derive_seed, next_word

BotLike = str | os.PathLike[str] | Bot
"""A bot, or the name or path by which `load_bot` finds it."""

AGENT = -1
"""The agent's own place in a line-up, and that of seats that are not there."""

_BOT_LIKE = (str, os.PathLike, Bot)
_TABLE = 1 << 40  # streams of a game's seed that no numbering of games reaches
_CHANCE = _TABLE + 1


class Opponents:
    """The seat of the agent and the bots of the other seats, game after game."""

    def __init__(
        self,
        opponents: BotLike | Sequence[BotLike] | None,
        pool: Sequence[BotLike] | None,
        *,
        num_players: int,
        seat: int | str,
    ) -> None:
        """`opponents`: one for all other seats, or one for each, clockwise from the agent's left; "random" if None.

        `pool`, instead: each other seat draws one of these anew for each game. `seat`: the agent's, or
        "random" for another in each game. ValueError where they do not fit, and whatever `load_bot` raises.
        """
        if opponents is not None and pool is not None:
            raise ValueError("either opponents or a pool to draw them from, not both")
        try:
            self.seat = seat if seat == "random" else read_seat(seat, num_players)
        except ValueError:
            raise ValueError(f'seat is "random" or one of 0 … {num_players - 1}, not {seat!r}') from None
        self.num_players = num_players
        others = num_players - 1
        if pool is not None:
            if isinstance(pool, str) or len(pool) == 0:
                raise ValueError(f"a pool is a list of one bot or more, not {pool!r}")
            seated = _load(pool)
        elif opponents is None or isinstance(opponents, _BOT_LIKE):
            seated = _load(["random" if opponents is None else opponents]) * others
        elif len(opponents) == others:
            seated = _load(opponents)
        else:
            raise ValueError(f"{num_players} players have {others} opponents (or one for all), not {len(opponents)}")
        self.drawn = pool is not None
        self.bots, self._places = line_up(seated)

    def seat_in(self, game_seed: int) -> int:
        """The agent's seat in the game of this seed."""
        if self.seat == "random":
            return derive_seed(derive_seed(game_seed, _TABLE), 0) % self.num_players
        return int(self.seat)

    def line_up(self, game_seed: int, seat: int) -> list[int]:
        """Which of `bots` sits at each seat of the game of this seed, AGENT at the agent's."""
        places = [AGENT] * self.num_players
        stream = derive_seed(game_seed, _TABLE)
        for turn in range(self.num_players - 1):
            other = (seat + 1 + turn) % self.num_players
            choice = derive_seed(stream, 1 + turn) % len(self._places) if self.drawn else turn
            places[other] = self._places[choice]
        return places

    def rngs(self, game_seeds: NDArray[np.int64]) -> NDArray[np.int64]:
        """The generators `[N, 4]` that the bots of the games of these seeds `[N]` draw from."""
        return match_rngs(game_seeds, stream=_CHANCE)

    def __deepcopy__(self, memo: dict[int, object]) -> "Opponents":
        return self  # bots are large, and keep no game


def redraw(rngs: NDArray[np.int64], source: NDArray[np.int64]) -> None:
    """Give the bots other generators `rngs [N, 4]`, each drawn from one of `source [N, 4]`, which move on."""
    words = [(next_word(one), next_word(one)) for one in source]
    seed_many(rngs, np.array([(high >> 2) << 32 | low for high, low in words], np.int64))


def _load(given: Sequence[BotLike]) -> list[Bot]:
    """A bot for each; the same one where a name is repeated."""
    for one in list[Any](given):
        if not isinstance(one, _BOT_LIKE):
            raise ValueError(f"a bot is a name, a path or an object with name and act, not {one!r}")
    names = list(dict.fromkeys(os.fspath(one) for one in given if not isinstance(one, Bot)))
    loaded = dict(zip(names, load_bots(names), strict=True))
    return [one if isinstance(one, Bot) else loaded[os.fspath(one)] for one in given]
