"""Games between bots, as records."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from baobab.bots import Bot, line_up, match_rngs, match_seeds, play_games
from baobab.core.game import Game
from baobab.core.games import Games
from baobab.records import Record, record_game

BATCH_GAMES = 256
"""Games that are played at once; which ones makes no difference to them."""


def record_games(game: Game, bots: Sequence[Bot], *, games: int, seed: int) -> Iterator[Record]:
    """The records of `games` games with a bot per seat; game i's own seed is made of `seed` and i.

    ValueError where they cannot be played, at once; the games themselves are played as they are asked for.
    """
    game.check_players(len(bots))
    game.check_seed(seed)
    return _records(game, bots, games=games, seed=seed)


def _records(game: Game, bots: Sequence[Bot], *, games: int, seed: int) -> Iterator[Record]:
    players, names = len(bots), [bot.name for bot in bots]
    entrants, lineup = line_up(bots)
    for first in range(0, games, BATCH_GAMES):
        seeds = match_seeds(seed, first, min(BATCH_GAMES, games - first))
        played: list[list[int]] = [[] for _ in seeds]

        def note(index: NDArray[np.int64], actions: NDArray[np.int32], played: list[list[int]] = played) -> None:
            for place, action in zip(index.tolist(), actions.tolist(), strict=True):
                played[place].append(action)

        batch = Games.start(game, num_players=players, seeds=seeds)
        seats = np.zeros((len(seeds), game.max_players), np.int8)
        seats[:, :players] = lineup
        play_games(game, batch.rows, seats, entrants, rngs=match_rngs(seeds, stream=0), on_actions=note)
        for place, actions in enumerate(played):
            yield record_game(game, actions, num_players=players, seed=int(seeds[place]), seats=names)
