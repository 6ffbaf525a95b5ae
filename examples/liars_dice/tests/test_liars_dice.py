"""Liar's Dice: the contract of every game, and the rules by examples."""

from collections.abc import Callable

import numpy as np
import pytest

from baobab import load_game
from baobab.core.games import Games
from baobab.testing import contract_tests


@pytest.mark.parametrize("test", contract_tests("liars_dice", options=[{"wild": False}]), ids=str)
def test_contract(test: Callable[[], None]) -> None:
    test()


def position(*hands: str, wild: bool = True) -> Games:
    """A game at the start of a round, with these dice under the cups; seat 0 begins."""
    game = load_game("liars_dice", wild=wild)
    games = Games.start(game, num_players=len(hands), seeds=[1])
    row = games.rows[0]
    row.player = row.starter = 0
    for seat, hand in enumerate(hands):
        row.hands[seat] = np.bincount([int(die) - 1 for die in hand], minlength=6)
        row.num_dice[seat] = len(hand)
    return games


def play(games: Games, *actions: str) -> None:
    """Take these decisions in turn."""
    for name in actions:
        games.step(games.check_actions([games.game.parse_action(name)]))


@pytest.mark.parametrize(
    ("bid", "wild", "dice"),
    [
        ("bid 3×5", True, [3, 2]),  # two fives and a one: the bid is right, who doubted loses a die
        ("bid 3×5", False, [2, 3]),  # two fives
        ("bid 4×5", True, [2, 3]),
        ("bid 1×1", True, [3, 2]),  # ones are ones
        ("bid 2×1", True, [2, 3]),  # and nothing else is
    ],
)
def test_who_is_wrong_loses_a_die(bid: str, wild: bool, dice: list[int]) -> None:
    games = position("515", "234", wild=wild)
    play(games, bid, "liar")
    assert games.rows[0].num_dice[:2].tolist() == dice


def test_a_bid_is_higher_and_of_no_more_dice_than_there_are() -> None:
    games = position("22", "33")
    play(games, "bid 4×4")
    names = [games.game.action_name(action) for action in games.legal_actions()]
    assert names == ["bid 4×5", "bid 4×6", "liar"]
    with pytest.raises(ValueError, match="may not play"):
        play(games, "bid 4×4")


def test_the_first_bid_cannot_be_doubted() -> None:
    games = position("22", "33")
    assert "liar" not in {games.game.action_name(action) for action in games.legal_actions()}


def test_who_lost_a_die_begins_and_the_next_where_that_seat_is_out() -> None:
    games = position("22", "33", "44")
    play(games, "bid 3×6", "liar")
    assert games.players[0] == 0
    games = position("22", "3", "44")
    play(games, "bid 1×2", "bid 2×6", "liar")
    assert games.players[0] == 2


def test_a_point_for_everyone_outlasted() -> None:
    games = position("2", "3", "4")
    play(games, "bid 1×5", "liar")  # seat 0 is out
    row = games.rows[0]
    row.hands[:] = 0
    row.hands[1, 5] = row.hands[2, 4] = 1
    play(games, "bid 1×6", "liar")  # seat 2 doubts what is right
    assert not games.running[0]
    scores, ranks = games.results()
    assert scores[0, :3].tolist() == [0, 2, 1]
    assert ranks[0, :3].tolist() == [3, 1, 2]
