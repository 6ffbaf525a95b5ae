"""Duplicate deals: each played once for every rotation of its seats, so that no seat's luck stays with one bot."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from baobab.bots.bot import Bot
from baobab.bots.match import match_rngs, play_games
from baobab.core import outcome
from baobab.core.game import Game
from baobab.core.games import Games


@dataclass(frozen=True, eq=False)
class Deals:
    """The outcome of N deals of P seats; arrays are `[P, N, P]`: rotation, deal, seat."""

    seats: NDArray[np.int8]  # which entrant sat there
    scores: NDArray[np.int32]
    ranks: NDArray[np.int8]  # from 1, ties share the better one
    asked: NDArray[np.int32]  # [P, N] decisions of each game; forced ones are not asked

    def wins(self) -> NDArray[np.float64]:
        """Each seat's share of the win `[P, N, P]`: ties split it."""
        return outcome.win_shares(self.ranks)

    def margins(self) -> NDArray[np.float64]:
        """Each seat's score minus the mean of the others' `[P, N, P]`."""
        return outcome.margins(self.scores)


def play_deals(game: Game, entrants: Sequence[Bot], orders: NDArray[np.integer], *, seeds: NDArray[np.int64]) -> Deals:
    """Play the deals that `seeds [N]` start. `orders [N, P]` are the entrants round each table before it is turned.

    The same seeds give the same games alone or in any batch, and for any other entrants the same set-ups.
    """
    deals, players = orders.shape
    start = Games.start(game, num_players=players, seeds=seeds)
    games = start[np.tile(np.arange(deals), players)]  # rotation by rotation
    seats = np.zeros((players * deals, game.max_players), np.int8)
    for turn in range(players):
        seats[turn * deals : (turn + 1) * deals, :players] = np.roll(orders, turn, axis=1)
    rngs = np.concatenate([match_rngs(seeds, stream=turn + 1) for turn in range(players)])
    asked = play_games(game, games.rows, seats, entrants, rngs=rngs)
    scores, ranks = games.results()
    shape = (players, deals, players)
    return Deals(
        seats=seats[:, :players].reshape(shape),
        scores=scores[:, :players].reshape(shape),
        ranks=ranks[:, :players].reshape(shape),
        asked=asked.reshape(players, deals),
    )
