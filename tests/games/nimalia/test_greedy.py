"""Nimalia's greedy player: what it does in plain positions, and that it is no weakling."""

import numpy as np
import pytest
from tests.games.nimalia.boards import act, position
from tests.games.nimalia.test_observe import features
from tests.playing import games

from baobab.bots import GreedyBot, RandomBot, match_rngs, match_seeds, play_games
from baobab.core.game import Game, make_rngs
from baobab.core.record import NOBODY, Rows

pytestmark = pytest.mark.kernels


def chosen(game: Game, rows: Rows, *, seed: int = 1) -> int:
    """What the greedy player does."""
    actions = np.zeros(1, np.int32)
    game.kernels.greedy_actions(game.params, rows, make_rngs(1, seed=seed), actions)
    return int(actions[0])


def test_it_takes_the_most_points_of_the_next_scoring(game: Game) -> None:
    """In the last round, where nothing comes later, with cards that make no river (red 16)."""
    rows = position(game, "L L / R R", "R", objectives=(5, 19, 4, 16), hands=[(4, 47, 55), (1, 2, 3)], round_index=4)
    actions, found = features(game, rows)
    best = int(found["now"].max())
    assert best > 0
    assert found["now"][actions.index(chosen(game, rows)), 0] == best


def test_it_looks_at_later_scorings_where_the_next_one_gives_nothing(game: Game) -> None:
    """Yellow is not scored in round 1, but three times later: the largest filled square may grow to 3 × 3."""
    rows = position(game, "R R R / R R R / . . R", "R", objectives=(2, 22, 10, 20), hands=[(30, 30, 30), (1, 2, 3)])
    actions, found = features(game, rows)
    assert not found["now"].any()
    place = actions.index(chosen(game, rows))
    assert found["gains"][place, 2] == found["gains"][:, 2].max() == 5 - 3


def test_what_it_does_has_the_best_outlook(game: Game) -> None:
    rng = np.random.default_rng(2)
    for seed in range(games(6, small=1)):
        rows = game.start(2 + seed % 3, seed=seed)
        while rows[0].player != NOBODY:
            actions, found = features(game, rows)
            assert found["behind"][actions.index(chosen(game, rows, seed=seed)), 0] == 0
            act(game, rows, int(rng.choice(actions)))


def test_among_equals_it_varies(game: Game) -> None:
    rows = game.start(2, seed=3)
    assert len({chosen(game, rows, seed=seed) for seed in range(30)}) > 1
    assert chosen(game, rows, seed=3) == chosen(game, rows, seed=3)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_beats_random_players(game: Game, players: int) -> None:
    deals = games(200, small=2)
    won = 0.0
    for seat in range(players):
        seeds = match_seeds(players, 0, deals)
        rows = game.rows(deals)
        game.kernels.reset_many(game.params, rows, np.full(deals, players, np.int8), seeds)
        seats = np.zeros((deals, game.max_players), np.int8)
        seats[:, seat] = 1
        play_games(game, rows, seats, [RandomBot(), GreedyBot()], rngs=match_rngs(seeds, stream=seat))
        ranks = game.results(rows)[1][:, :players]
        won += float(((ranks[:, seat] == 1) / (ranks == 1).sum(axis=1)).mean())
    assert won / players >= 0.95
