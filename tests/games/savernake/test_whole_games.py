"""Whole random games of Savernake beside the slow engine: legal actions, points and ranks at every decision."""

import random

import pytest
from tests.games.savernake.boards import as_move
from tests.games.savernake.slow import SlowSavernake
from tests.playing import asked, games, legal, play

from baobab.core.game import Game
from baobab.core.record import NOBODY, Rows
from baobab.games.savernake.cards import standard_tables
from baobab.registry import load_game

pytestmark = pytest.mark.kernels


@pytest.mark.parametrize(("players", "tie"), [(2, "next_round"), (3, "last_round"), (4, "next_round")])
def test_a_game_is_the_slow_game(players: int, tie: str) -> None:
    game = load_game("savernake", tie=tie)
    for number in range(games(6, small=1)):
        seed = 100 * players + number
        chooser = random.Random(seed)
        rows = game.start(players, seed=seed)
        slow = SlowSavernake(standard_tables(), game.notation.write_setup(game, rows), tie=tie)
        while rows[0].player != NOBODY:
            action = chooser.choice(sorted(legal(game, rows)))
            assert_same(game, rows, slow)
            move = as_move(game, rows, action)
            play(game, rows, action)
            slow.play(move)
            while not slow.over and slow.phase != "place" and len(slow.legal()) == 1:
                slow.play(min(slow.legal()))
        assert_same(game, rows, slow)


def assert_same(game: Game, rows: Rows, slow: SlowSavernake) -> None:
    """The engine and the slow game are in the same position."""
    row = rows[0]
    assert asked(game, rows) == ("over" if slow.over else slow.phase)
    if not slow.over:
        assert row.player == slow.player
        assert {as_move(game, rows, name) for name in legal(game, rows)} == slow.legal()
        if slow.phase == "place":
            assert bool(row.relaxed) == slow.relaxed()
    assert row.rooster == slow.rooster
    scores, ranks = game.results(rows)
    players = int(row.num_players)
    assert scores[0, :players].tolist() == slow.scores()
    assert ranks[0, :players].tolist() == slow.ranks()
