"""Nimalia's greedy player: what it does in plain positions, and that it is no weakling."""

import numpy as np
import pytest
from tests.nimalia.reserves import act, games, position
from tests.nimalia.test_observe import features

from baobab.bots import GreedyBot, RandomBot, match_rngs, match_seeds, play_games
from baobab.core.game import Game, make_rngs
from baobab.core.record import NOBODY, Rows

pytestmark = pytest.mark.kernels


def chosen(game: Game, rows: Rows, *, seed: int = 1) -> int:
    """What the greedy player does."""
    actions = np.zeros(1, np.int32)
    game.kernels.greedy_actions(game.params, rows, make_rngs(1, seed=seed), actions)
    return int(actions[0])


def gain(game: Game, rows: Rows, action: int, colour: int) -> int:
    """What an action gains by the objective of a colour."""
    actions, found = features(game, rows)
    return int(found["gains"][actions.index(action), colour])


def test_it_takes_the_most_points_of_the_next_scoring(game: Game) -> None:
    rows = position(game, "L L / R R", "R", objectives=(5, 19, 4, 16), hands=[(1, 55, 17), (4, 5, 6)], round_index=4)
    best = max(gain(game, rows, int(action), 0) for action in game.legal_actions(rows))
    assert best > 0
    assert gain(game, rows, chosen(game, rows), 0) == best


def test_it_looks_at_later_scorings_where_the_next_one_gives_nothing(game: Game) -> None:
    """Yellow is not scored in round 1, but three times later."""
    rows = position(game, "R R / R R", "R", objectives=(2, 12, 10, 16), hands=[(1, 2, 3), (4, 5, 6)])
    assert gain(game, rows, chosen(game, rows), 2) >= 0


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
