"""Kenya's points, ranks and ties."""

from itertools import product

import numpy as np
import pytest
from tests.games.kenya import boards
from tests.games.kenya.boards import points, position
from tests.playing import play

from baobab.core.game import Game
from baobab.games.kenya.cards import CLANS

pytestmark = pytest.mark.kernels


def scores(game: Game, rows: object) -> list[int]:
    """The scores of five seats."""
    result: list[int] = game.results(rows)[0][0].tolist()
    return result


def ranks(game: Game, rows: object) -> list[int]:
    """The ranks of five seats, 0 where nobody sits."""
    result: list[int] = game.results(rows)[1][0].tolist()
    return result


# --- Points -----------------------------------------------------------------------------------------------


def test_a_green_card_counts_one_for_each_of_its_two_clans(game: Game) -> None:
    rows = position(game, "0,0 gazelle+giraffe", clans=["gazelle", "giraffe", "zebra"])
    assert scores(game, rows) == [1, 1, 0, 0, 0]


def test_a_brown_card_counts_two(game: Game) -> None:
    rows = position(game, "0,0 meerkat\n0,1 brown:zebra")
    assert scores(game, rows) == [2, 0, 0, 0, 0]


def test_beside_water_a_green_card_counts_two_for_each_player_and_a_brown_one_four(game: Game) -> None:
    table = "0,0 water\n0,1 gazelle+giraffe\n1,0 brown:zebra"
    rows = position(game, table, clans=["gazelle", "giraffe", "zebra"])
    assert scores(game, rows) == [2, 2, 4, 0, 0]


def test_two_water_holes_double_once(game: Game) -> None:
    table = "0,0 water\n0,1 gazelle+giraffe\n0,2 water\n1,2 brown:zebra\n2,2 water"
    rows = position(game, table, clans=["gazelle", "giraffe", "zebra"])
    assert scores(game, rows) == [2, 2, 4, 0, 0]


def test_water_on_the_diagonal_does_not_count(game: Game) -> None:
    rows = position(game, "0,0 water\n1,1 gazelle+giraffe", clans=["gazelle", "giraffe"])
    assert scores(game, rows)[:2] == [1, 1]


def test_water_placed_later_doubles_the_cards_around_it(game: Game) -> None:
    table = "0,1 gazelle+giraffe\n1,0 brown:zebra\n-1,0 zebra+gazelle baobab 1"
    rows = position(game, table, clans=["zebra", "gazelle"], hands=["water lion", "water"])
    play(game, rows, "card water", "cell 0,0")
    assert [points(rows, clan) for clan in CLANS] == [4, 0, 0, 2, 2, 0]


def test_a_hidden_card_and_a_covered_one_count_nothing(game: Game) -> None:
    table = "0,0 gazelle+giraffe baobab 1\n0,1 zebra+gazelle\n0,1 zebra+giraffe baobab 0\n1,1 water"
    rows = position(game, table, clans=["gazelle", "giraffe", "zebra"])
    assert scores(game, rows) == [0] * 5


def test_specials_and_cards_in_hands_count_nothing(game: Game) -> None:
    rows = position(game, "0,0 water\n0,1 lion", hands=["zebra+giraffe", "water"])
    assert scores(game, rows) == [0] * 5


def test_a_card_pushed_to_and_from_water_counts_where_it_lies(game: Game) -> None:
    table = "0,0 zebra+giraffe\n1,-1 water\n2,2 meerkat"
    rows = position(game, table, hands=["rhinoceros lion", "rhinoceros lion"])
    assert points(rows, "zebra") == 1
    play(game, rows, "card rhinoceros", "cell 0,1")
    assert points(rows, "zebra") == 2
    play(game, rows, "card rhinoceros", "cell 0,0")
    assert boards.at(rows, "0,-2") == "zebra+giraffe up"
    assert points(rows, "zebra") == 1


def test_a_clan_that_nobody_has_keeps_its_points_to_itself(game: Game) -> None:
    rows = position(game, "0,0 giraffe+baboon", clans=["zebra", "warthog"])
    assert points(rows, "baboon") == 1
    assert scores(game, rows) == [0] * 5


# --- Ranks ------------------------------------------------------------------------------------------------


def test_most_points_win(game: Game) -> None:
    table = "0,0 zebra+warthog\n0,1 zebra+gazelle\n1,0 warthog+baboon\n2,0 zebra+baboon"
    rows = position(game, table, clans=["warthog", "zebra", "giraffe", "gazelle"])
    assert scores(game, rows) == [2, 3, 0, 1, 0]
    assert ranks(game, rows) == [2, 1, 4, 3, 0]


def test_a_tie_goes_to_the_earlier_brown_card(game: Game) -> None:
    table = "0,0 meerkat\n0,1 brown:wildebeest\n0,2 brown:zebra"
    rows = position(game, table, clans=["zebra", "wildebeest"])
    assert scores(game, rows)[:2] == [2, 2]
    assert ranks(game, rows)[:2] == [2, 1]


def test_in_a_tie_a_brown_card_that_was_not_placed_comes_after_every_placed_one(game: Game) -> None:
    table = "0,0 zebra+gazelle\n0,1 zebra+giraffe\n0,2 brown:wildebeest"
    rows = position(game, table, clans=["zebra", "wildebeest"])
    assert scores(game, rows)[:2] == [2, 2]
    assert ranks(game, rows)[:2] == [2, 1]


def test_where_none_of_the_tied_placed_a_brown_card_they_share_the_win(game: Game) -> None:
    rows = position(game, "0,0 zebra+wildebeest\n0,1 brown:giraffe", clans=["zebra", "wildebeest", "giraffe"])
    assert ranks(game, rows) == [2, 2, 1, 0, 0]
    rows = position(game, "0,0 zebra+wildebeest", clans=["zebra", "wildebeest", "giraffe"])
    assert ranks(game, rows) == [1, 1, 3, 0, 0]


def test_the_brown_cards_order_does_not_matter_without_a_tie(game: Game) -> None:
    table = "0,0 zebra+gazelle\n0,1 zebra+giraffe\n1,1 zebra+baboon\n0,2 brown:wildebeest"
    rows = position(game, table, clans=["zebra", "wildebeest"])
    assert ranks(game, rows)[:2] == [1, 2]


def test_a_hidden_brown_animal_counts_nothing_and_still_breaks_a_tie(animals: Game) -> None:
    table = "0,0 lion\n0,1 brown:wildebeest baobab\n1,1 brown:zebra baobab"
    rows = position(animals, table, clans=["zebra", "wildebeest", "giraffe"])
    assert scores(animals, rows) == [0] * 5
    assert ranks(animals, rows) == [2, 1, 3, 0, 0]


def test_every_case_of_points_and_orders_ranks_three_seats_as_the_rules_say(game: Game) -> None:
    """All points 0 … 2 and all orders of browns, by sorting on points and then on the order."""
    rows = position(game, "0,0 meerkat", clans=["zebra", "wildebeest", "warthog"])
    row = rows[0]
    orders = [(-1, -1, -1), (0, -1, -1), (-1, 1, 0), (2, 0, 1), (1, 2, 0), (-1, -1, 0)]
    for amounts, order in product(product(range(3), repeat=3), orders):
        row.clan_score[:3] = amounts
        row.brown_order[:3] = order
        keys = [(-amount, 9 if place < 0 else place) for amount, place in zip(amounts, order, strict=True)]
        assert ranks(game, rows)[:3] == [1 + sum(other < key for other in keys) for key in keys]


def test_results_of_many_games_leave_absent_seats_at_zero(game: Game) -> None:
    rows = game.rows(4)
    players = np.array([2, 3, 4, 5], np.int8)
    game.kernels.reset_many(game.params, rows, players, np.arange(4, dtype=np.int64))
    all_scores, all_ranks = game.results(rows)
    for number in range(4):
        assert (all_ranks[number, : players[number]] >= 1).all()
        assert (all_ranks[number, players[number] :] == 0).all()
        assert (all_scores[number, players[number] :] == 0).all()
