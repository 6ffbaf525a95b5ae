"""The greedy player scores when it can, keeps what matters, and beats random play."""

import numpy as np
import pytest
from tests.games.okavango.boards import position
from tests.playing import games

from baobab.bots import GreedyBot, RandomBot, match_rngs, match_seeds, play_games
from baobab.core.game import Game, make_rngs
from baobab.core.record import Rows
from baobab.games.okavango.cards import RANGER

pytestmark = pytest.mark.kernels


def turn(game: Game, rows: Rows) -> list[str]:
    """The greedy player's asked decisions until its turn is over."""
    names: list[str] = []
    seat = int(rows[0].player)
    action = np.zeros(1, np.int32)
    while rows[0].player == seat and (not names or rows[0].opening == 0):
        game.kernels.greedy_actions(game.params, rows, make_rngs(1, seed=0), action)
        names.append(game.action_name(int(action[0])))
        game.kernels.step_many(game.params, rows, action)
    return names


def test_it_scores_when_it_can(game: Game) -> None:
    rows = position(game, known=["zebra*6 lion", ""], river="monkey*5")
    turn(game, rows)
    assert rows[0].score[0] == 6


def test_it_scores_with_as_few_rangers_as_that_needs(game: Game) -> None:
    full = {f"hole:{hole}": f"lion*{spaces}" for hole, spaces in enumerate((4, 5, 5, 6, 6, 7, 7))}
    dry = ["arm:0", "arm:1", "arm:2"]
    rows = position(game, full, known=["zebra*5 ranger*2", ""], river="monkey*9", dry=dry)
    turn(game, rows)
    assert rows[0].score[0] == 6
    assert rows[0].reserve[0][RANGER] == 1


def test_it_does_not_spend_a_ranger_on_a_single_point(game: Game) -> None:
    rows = position(game, known=["zebra*5 ranger*2", ""], river="monkey*9")
    turn(game, rows)
    assert rows[0].score[0] == 5
    assert rows[0].reserve[0][RANGER] == 2


def test_it_keeps_its_herds_and_fills_arms_with_single_animals(game: Game) -> None:
    rows = position(game, {"arm:2": "lion"}, known=["meerkat flamingo monkey gazelle zebra*2 lion*4", ""])
    rows[0].dry[:8] = 0
    names = turn(game, rows)
    if names[0] == "drink arm:2":
        assert rows[0].reserve[0][10] == 5, "the lions stay, and the one of the arm joins them"


def test_it_takes_the_larger_group_from_the_river(game: Game) -> None:
    rows = position(game, known=["lion*6", ""], river="monkey*4 meerkat")
    names = turn(game, rows)
    assert names[-1] == "river monkey"


def test_it_passes_when_nothing_goes_anywhere(game: Game) -> None:
    rows = position(game, {f"hole:{hole}": "lion*4" for hole in range(8)}, known=["zebra", ""], river="zebra lion")
    rows[0].dry[8:] = 1
    assert turn(game, rows)[0].startswith("pass")


@pytest.mark.parametrize(("players", "share"), [(2, 0.97), (3, 0.95), (4, 0.95)])
def test_it_beats_random_players(game: Game, players: int, share: float) -> None:
    count = games(120, small=4)
    seeds = match_seeds(5, 0, count)
    rows = game.rows(count)
    game.kernels.reset_many(game.params, rows, np.full(count, players, np.int8), seeds)
    own = np.arange(count) % players
    seats = np.ones((count, game.max_players), np.int8)
    seats[np.arange(count), own] = 0
    play_games(game, rows, seats, [GreedyBot(), RandomBot()], rngs=match_rngs(seeds, stream=1))
    _, ranks = game.results(rows)
    winners = ranks == 1
    assert (winners[np.arange(count), own] / winners.sum(axis=1)).mean() >= share
