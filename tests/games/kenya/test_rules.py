"""Kenya's rules, case by case, and whole games beside the slow ones of `slow.py`."""

from collections import Counter

import numpy as np
import pytest
from tests.games.kenya.boards import assert_sound, at, hand, hidden, points, position, visible
from tests.playing import asked, games, legal, play

from baobab.core.game import Game
from baobab.core.record import NOBODY
from baobab.games.kenya.cards import BROWN, CLANS, KIND_NAMES
from baobab.games.kenya.check import check
from baobab.games.kenya.state import FIRST_CELL
from baobab.registry import load_game

pytestmark = pytest.mark.kernels

# --- Set-up -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("num_players", "num_hidden"), [(2, 39), (3, 36), (4, 33), (5, 30)])
def test_each_player_starts_with_one_brown_and_three_green_cards(game: Game, num_players: int, num_hidden: int) -> None:
    for seed in range(games(50, small=3)):
        rows = game.start(num_players, seed=seed)
        row = rows[0]
        for seat in range(num_players):
            cards = hand(rows, seat)
            assert len(cards) == 4
            assert cards.count("brown") == 1
        clans = row.clan[:num_players].tolist()
        assert len(set(clans)) == num_players
        assert set(clans) <= set(range(len(CLANS)))
        assert len(visible(rows)) == 3
        assert len(hidden(rows)) == num_hidden
        assert row.num_occupied == 1
        assert at(rows, "0,0").endswith(" up")
        assert 0 <= row.player < num_players
        assert asked(game, rows) == "draw"
        check(game, row)


def test_the_set_up_uses_every_green_card_once(game: Game) -> None:
    rows = game.start(5, seed=11)
    cards = [card for seat in range(5) for card in hand(rows, seat) if card != "brown"]
    cards += [*visible(rows), *hidden(rows), at(rows, "0,0").removesuffix(" up")]
    counts = game.params[0].counts[:BROWN].tolist()
    assert Counter(cards) == Counter({KIND_NAMES[kind]: count for kind, count in enumerate(counts)})


def test_first_player_clans_and_first_card_are_drawn_evenly(game: Game) -> None:
    number = games(6000, small=60)
    rows = game.rows(number)
    seeds = np.arange(number, dtype=np.int64)
    game.kernels.reset_many(game.params, rows, np.full(number, 3, np.int8), seeds)
    spread = 5 * np.sqrt(number)  # far beyond chance for a count of about number / 6 … number / 2
    for seat in range(3):
        assert abs(np.sum(rows["player"] == seat) - number / 3) < spread
        for clan in range(len(CLANS)):
            assert abs(np.sum(rows["clan"][:, seat] == clan) - number / 6) < spread
    firsts = rows["card"][:, FIRST_CELL]
    for kind in range(BROWN):
        assert abs(np.sum(firsts == kind) - number * int(game.params[0].counts[kind]) / 49) < spread


@pytest.mark.parametrize("first", ["lion", "elephant", "rhinoceros", "meerkat"])
def test_the_first_card_acts_on_nothing(game: Game, first: str) -> None:
    seeds = range(400)
    rows = next(rows for seed in seeds if at(rows := game.start(2, seed=seed), "0,0") == f"{first} up")
    assert asked(game, rows) == "draw"
    assert rows[0].opening == 1
    assert all(len(hand(rows, seat)) == 4 for seat in range(2))


def test_a_first_lion_hides_the_animals_placed_beside_it(game: Game) -> None:
    rows = position(game, "0,0 lion", hands=["zebra+giraffe water", "meerkat"])
    play(game, rows, "card zebra+giraffe", "cell 0,1")
    assert at(rows, "0,1") == "zebra+giraffe baobab"


def test_a_first_elephant_beside_a_first_players_lion_lets_the_face_be_chosen(game: Game) -> None:
    rows = position(game, "0,0 elephant\n0,2 lion", hands=["zebra+giraffe water", "meerkat"])
    play(game, rows, "card zebra+giraffe", "cell 0,1")
    assert asked(game, rows) == "face"


# --- Draw -------------------------------------------------------------------------------------------------


def test_a_turn_draws_one_of_the_visible_cards(game: Game) -> None:
    rows = position(game, "0,0 meerkat", hands=["water", "water"], visible="lion lion zebra+giraffe")
    assert legal(game, rows) == {"draw lion", "draw zebra+giraffe"}
    play(game, rows, "draw lion")
    assert hand(rows, 0) == ["lion", "water", "brown"]
    assert visible(rows) == ["zebra+giraffe", "lion"]
    assert asked(game, rows) == "card"


def test_without_a_visible_card_there_is_no_draw(game: Game) -> None:
    rows = position(game, "0,0 meerkat", hands=["water", "water"])
    assert asked(game, rows) == "card"
    assert legal(game, rows) == {"card water", "card brown"}


def test_the_stock_refills_to_three_at_the_end_of_the_turn(game: Game) -> None:
    rows = position(
        game, "0,0 meerkat", hands=["water", "water"], visible="lion lion lion", stock="elephant rhinoceros"
    )
    play(game, rows, "draw lion", "card water")
    assert visible(rows) == ["lion", "lion"]
    play(game, rows, "cell 0,1")
    assert visible(rows) == ["lion", "lion", "elephant"]
    assert hidden(rows)[0] == "rhinoceros"


def test_an_empty_hidden_stock_leaves_the_visible_one_short(game: Game) -> None:
    rows = position(game, "0,0 meerkat", hands=["water", "water"], visible="lion elephant")
    play(game, rows, "draw lion", "card water", "cell 0,1")
    assert visible(rows) == ["elephant"]
    assert rows[0].player == 1


# --- Place ------------------------------------------------------------------------------------------------


def test_a_card_goes_on_an_empty_cell_beside_a_card_and_no_diagonal_is_beside(game: Game) -> None:
    rows = position(game, "0,0 meerkat\n0,1 water", hands=["lion elephant", "water"])
    play(game, rows, "card lion")
    assert legal(game, rows) == {f"cell {at}" for at in ("-1,0", "-1,1", "0,-1", "0,2", "1,0", "1,1")}


def test_all_hand_cards_may_be_placed_green_or_brown(game: Game) -> None:
    rows = position(game, "0,0 meerkat", hands=["lion lion zebra+giraffe", "water"])
    assert legal(game, rows) == {"card lion", "card zebra+giraffe", "card brown"}


def test_cards_may_be_placed_beside_a_card_that_lost_its_neighbours(game: Game) -> None:
    rows = position(game, "0,0 rhinoceros\n0,3 zebra+giraffe", hands=["lion elephant", "water"])
    play(game, rows, "card lion")
    assert {"cell 0,4", "cell -1,3", "cell 1,3", "cell 0,2"} <= legal(game, rows)


def test_an_animal_beside_a_lion_alone_hides_and_nothing_is_asked(game: Game) -> None:
    rows = position(game, "0,0 lion", hands=["zebra+giraffe water", "meerkat"])
    play(game, rows, "card zebra+giraffe", "cell 1,0")
    assert at(rows, "1,0") == "zebra+giraffe baobab"
    assert rows[0].player == 1


def test_an_animal_beside_a_lion_and_an_elephant_asks_for_the_face(game: Game) -> None:
    for face in ("up", "baobab"):
        rows = position(game, "0,0 lion\n-1,1 elephant", hands=["zebra+giraffe water", "meerkat"])
        play(game, rows, "card zebra+giraffe", "cell 0,1")
        assert asked(game, rows) == "face"
        assert rows[0].player == 0
        assert legal(game, rows) == {"face up", "face baobab"}
        assert at(rows, "0,1") == ""
        play(game, rows, f"face {face}")
        assert at(rows, "0,1") == f"zebra+giraffe {face}"
        assert rows[0].player == 1


def test_an_animal_beside_an_elephant_alone_lies_face_up(game: Game) -> None:
    rows = position(game, "0,0 elephant", hands=["zebra+giraffe water", "meerkat"])
    play(game, rows, "card zebra+giraffe", "cell 1,0")
    assert at(rows, "1,0") == "zebra+giraffe up"


def test_a_lion_on_the_diagonal_does_nothing(game: Game) -> None:
    rows = position(game, "0,0 lion\n0,1 meerkat", hands=["zebra+giraffe water", "lion"])
    play(game, rows, "card zebra+giraffe", "cell 1,1")
    assert at(rows, "1,1") == "zebra+giraffe up"
    play(game, rows, "card lion", "cell 0,2")
    assert at(rows, "1,1") == "zebra+giraffe up"


def test_a_brown_card_beside_a_lion_lies_face_up(game: Game) -> None:
    rows = position(game, "0,0 lion", hands=["water", "meerkat"])
    play(game, rows, "card brown", "cell 1,0")
    assert at(rows, "1,0") == "brown:zebra up"
    assert points(rows, "zebra") == 2


# --- Lion and elephant ------------------------------------------------------------------------------------

RING = "-1,0 zebra+giraffe\n0,1 zebra+baboon\n1,0 gazelle+giraffe\n0,-1 warthog+gazelle"


def test_a_lion_flips_four_neighbours_at_once(game: Game) -> None:
    rows = position(game, f"-1,-1 meerkat\n{RING}", hands=["lion water", "meerkat"])
    play(game, rows, "card lion", "cell 0,0")
    assert [at(rows, cell).split()[1] for cell in ("-1,0", "0,1", "1,0", "0,-1")] == ["baobab"] * 4
    assert [points(rows, clan) for clan in CLANS] == [0] * 6


def test_an_elephant_undoes_a_lion_that_still_lies_beside(game: Game) -> None:
    table = "0,0 lion\n0,1 zebra+giraffe baobab 1\n1,1 zebra+baboon baobab 1 seen"
    rows = position(game, table, hands=["elephant water", "meerkat"])
    play(game, rows, "card elephant", "cell 0,2")
    assert at(rows, "0,1") == "zebra+giraffe up"
    assert at(rows, "1,1") == "zebra+baboon baobab"
    assert points(rows, "zebra") == 1


def test_lion_and_elephant_leave_specials_and_browns_alone(game: Game) -> None:
    table = "0,0 meerkat\n0,1 brown:zebra\n-1,0 rhinoceros\n-1,2 water"
    rows = position(game, table, hands=["lion elephant", "lion"])
    play(game, rows, "card lion", "cell -1,1")
    assert at(rows, "0,1") == "brown:zebra up"
    assert at(rows, "-1,0") == "rhinoceros up"
    assert points(rows, "zebra") == 2


def test_a_lion_beside_a_card_that_hides_changes_nothing(game: Game) -> None:
    rows = position(game, "0,0 meerkat\n0,1 zebra+giraffe baobab 1", hands=["lion water", "meerkat"])
    play(game, rows, "card lion", "cell 0,2")
    assert at(rows, "0,1") == "zebra+giraffe baobab"


# --- Meerkat ----------------------------------------------------------------------------------------------


def test_a_meerkat_takes_before_the_visible_stock_refills(game: Game) -> None:
    rows = position(
        game,
        "0,0 water",
        hands=["meerkat", "water"],
        visible="lion elephant rhinoceros",
        stock="zebra+giraffe gazelle+giraffe water",
    )
    play(game, rows, "draw lion", "card meerkat", "cell 0,1")
    assert asked(game, rows) == "take"
    assert legal(game, rows) == {"draw elephant", "draw rhinoceros", "draw blind"}
    play(game, rows, "draw elephant")
    assert hand(rows, 0) == ["lion", "elephant", "brown"]
    assert visible(rows) == ["zebra+giraffe", "gazelle+giraffe", "rhinoceros"]
    assert rows[0].player == 1


def test_a_blind_take_gives_the_next_hidden_card(game: Game) -> None:
    rows = position(
        game, "0,0 water", hands=["meerkat", "water"], visible="lion elephant", stock="zebra+giraffe water lion"
    )
    play(game, rows, "draw lion", "card meerkat", "cell 0,1", "draw blind")
    assert hand(rows, 0) == ["zebra+giraffe", "lion", "brown"]
    assert visible(rows) == ["lion", "elephant", "water"]


def test_a_meerkat_with_both_stocks_empty_takes_nothing(game: Game) -> None:
    rows = position(game, "0,0 water", hands=["meerkat", "water"])
    play(game, rows, "card meerkat", "cell 0,1")
    assert hand(rows, 0) == ["brown"]
    assert rows[0].player == 1


def test_a_lone_card_to_take_is_taken_unasked(game: Game) -> None:
    rows = position(game, "0,0 water", hands=["meerkat", "water"], visible="lion elephant")
    play(game, rows, "draw lion", "card meerkat", "cell 0,1")
    assert hand(rows, 0) == ["lion", "elephant", "brown"]
    assert rows[0].player == 1


def test_a_take_is_asked_where_two_looks_alike_cards_leave_the_blind_one(game: Game) -> None:
    rows = position(game, "0,0 water", hands=["meerkat", "water"], visible="lion lion", stock="water")
    play(game, rows, "draw lion", "card meerkat", "cell 0,1")
    assert legal(game, rows) == {"draw lion", "draw blind"}


def test_a_meerkat_as_the_last_card_goes_on_with_the_card_it_takes(game: Game) -> None:
    rows = position(game, "0,0 water\n0,1 brown:zebra", hands=["meerkat", "water"], stock="lion")
    play(game, rows, "card meerkat")
    play(game, rows, "cell 0,2")
    assert hand(rows, 0) == ["lion"]
    assert rows[0].player == 1


# --- Rhinoceros -------------------------------------------------------------------------------------------


def test_a_rhinoceros_moves_the_card_of_the_players_choice_one_cell_straight_away(game: Game) -> None:
    table = "0,0 meerkat\n0,1 zebra+giraffe\n1,2 zebra+baboon\n-1,2 gazelle+giraffe"
    rows = position(game, table, hands=["rhinoceros lion", "water"])
    play(game, rows, "card rhinoceros", "cell 0,2")
    assert asked(game, rows) == "push"
    assert rows[0].player == 0
    assert legal(game, rows) == {"push south", "push north"}  # not west: a meerkat lies beyond
    play(game, rows, "push south")
    assert at(rows, "1,2") == ""
    assert at(rows, "2,2") == "zebra+baboon up"
    assert at(rows, "-1,2") == "gazelle+giraffe up"
    assert rows[0].player == 1
    assert_sound(game, rows)


def test_a_lone_card_that_can_move_moves_unasked(game: Game) -> None:
    rows = position(game, "0,0 zebra+giraffe", hands=["rhinoceros lion", "water"])
    play(game, rows, "card rhinoceros", "cell 0,1")
    assert at(rows, "0,0") == ""
    assert at(rows, "0,-1") == "zebra+giraffe up"
    assert rows[0].player == 1


def test_a_rhinoceros_without_a_movable_neighbour_asks_nothing(game: Game) -> None:
    for table in ("0,0 lion", "0,0 brown:zebra", "0,0 zebra+giraffe\n0,-1 lion", "0,0 zebra+giraffe\n0,-1 brown:zebra"):
        rows = position(game, table, hands=["rhinoceros lion", "water"])
        before = at(rows, "0,0")
        play(game, rows, "card rhinoceros", "cell 0,1")
        assert at(rows, "0,0") == before
        assert rows[0].player == 1


def test_a_diagonal_card_is_not_pushed(game: Game) -> None:
    rows = position(game, "0,0 zebra+giraffe\n1,0 water", hands=["rhinoceros lion", "water"])
    play(game, rows, "card rhinoceros", "cell 1,1")
    assert at(rows, "0,0") == "zebra+giraffe up"
    assert rows[0].player == 1


def test_a_covered_card_stops_scoring_and_shows_again_when_its_cover_is_pushed_on(game: Game) -> None:
    rows = position(
        game, "0,0 zebra+giraffe\n0,1 wildebeest+baboon\n1,0 water", hands=["rhinoceros lion", "rhinoceros lion"]
    )
    assert points(rows, "zebra") == 2
    play(game, rows, "card rhinoceros", "cell 0,2")
    assert at(rows, "0,0") == "wildebeest+baboon up"
    assert at(rows, "0,1") == ""
    assert [points(rows, clan) for clan in ("zebra", "giraffe", "wildebeest", "baboon")] == [0, 0, 2, 2]
    assert_sound(game, rows)
    play(game, rows, "card rhinoceros", "cell 0,1")
    assert at(rows, "0,0") == "zebra+giraffe up"
    assert at(rows, "0,-1") == "wildebeest+baboon up"
    assert [points(rows, clan) for clan in ("zebra", "giraffe", "wildebeest", "baboon")] == [2, 2, 1, 1]
    assert_sound(game, rows)


def test_a_stack_of_three_unpiles_from_its_top(game: Game) -> None:
    table = "0,0 zebra+giraffe\n0,0 zebra+baboon\n0,1 gazelle+giraffe\n1,0 meerkat"
    rows = position(game, table, hands=["rhinoceros lion", "rhinoceros rhinoceros", "water"], clans=CLANS[:3])
    play(game, rows, "card rhinoceros", "cell 0,2")
    assert at(rows, "0,0") == "gazelle+giraffe up"
    assert rows[0].num_covered == 2
    assert_sound(game, rows)
    play(game, rows, "card rhinoceros", "cell 0,1")
    assert at(rows, "0,-1") == "gazelle+giraffe up"
    assert at(rows, "0,0") == "zebra+baboon up"
    assert_sound(game, rows)
    rows[0].player = 1
    play(game, rows, "card rhinoceros", "cell -1,0")
    assert at(rows, "0,0") == "zebra+baboon up"  # south of it lies the meerkat
    assert rows[0].num_covered == 1


def test_a_hidden_card_may_cover_and_be_covered_and_keeps_its_face(game: Game) -> None:
    table = "0,0 zebra+giraffe baobab 1\n0,1 zebra+baboon baobab 1"
    rows = position(game, table, hands=["rhinoceros lion", "rhinoceros water"])
    play(game, rows, "card rhinoceros", "cell 0,2")
    assert at(rows, "0,0") == "zebra+baboon baobab"
    play(game, rows, "card rhinoceros", "cell 0,1")
    assert at(rows, "0,0") == "zebra+giraffe baobab"
    assert at(rows, "0,-1") == "zebra+baboon baobab"


def test_a_moved_card_keeps_its_face_beside_a_lion_and_beside_an_elephant(game: Game) -> None:
    for special, face in (("lion", ""), ("elephant", " baobab 1")):
        rows = position(game, f"0,0 {special}\n1,1 zebra+giraffe{face}", hands=["rhinoceros lion", "water"])
        before = at(rows, "1,1")
        play(game, rows, "card rhinoceros", "cell 2,1")
        assert at(rows, "1,1") == ""
        assert at(rows, "0,1") == before


def test_lion_and_elephant_reach_the_top_card_alone(game: Game) -> None:
    table = "0,0 zebra+giraffe\n0,0 zebra+baboon\n1,0 gazelle+giraffe baobab 1\n1,0 warthog+gazelle"
    rows = position(game, f"{table}\n2,0 water\n-1,0 water", hands=["lion elephant rhinoceros rhinoceros", "lion"])
    play(game, rows, "card lion", "cell 0,1")
    play(game, rows, "card lion", "cell 0,-1")
    assert at(rows, "0,0") == "zebra+baboon baobab"
    play(game, rows, "card elephant", "cell 1,1")
    assert at(rows, "1,0") == "warthog+gazelle up"
    assert rows[0].covered[: rows[0].num_covered, 1].tolist() == [0, 1]


# --- How far the savanna reaches --------------------------------------------------------------------------


def line(first: int, last: int, *, row: int = 0) -> str:
    """Meerkats side by side in a row."""
    return "\n".join(f"{row},{column} meerkat" for column in range(first, last + 1))


@pytest.mark.parametrize("table", [9, 11, 17])
def test_a_cell_is_open_while_the_box_with_it_is_no_larger_than_the_table(table: int) -> None:
    rules = load_game("kenya", table=table)
    rows = position(rules, line(0, table - 3), hands=["lion lion", "lion water"])
    play(rules, rows, "card lion")
    assert {f"cell 0,{column}" for column in (-1, table - 2)} <= legal(rules, rows)  # both ends of a box one smaller
    play(rules, rows, "cell 0,-1", "card lion")
    assert {f"cell 0,{column}" for column in (-2, table - 2)} <= legal(rules, rows)
    play(rules, rows, f"cell 0,{table - 2}", "card lion")
    sides = {f"cell {row},{column}" for row in (-1, 1) for column in range(-1, table - 1)}
    assert legal(rules, rows) == sides  # the box is as wide as the table


def test_the_savanna_may_go_any_way_from_the_first_card(game: Game) -> None:
    rows = position(game, line(0, 0), hands=["water " * 10, "water " * 10])
    for column in range(1, 17):
        play(game, rows, "card water", f"cell 0,{column}")
    assert legal(game, rows) == {"card water", "card brown"}
    play(game, rows, "card water")
    assert "cell 0,17" not in legal(game, rows)
    assert "cell -1,16" in legal(game, rows)


def test_the_extent_binds_rows_as_it_does_columns(game: Game) -> None:
    column = "\n".join(f"{row},0 meerkat" for row in range(-16, 1))
    rows = position(game, column, hands=["lion elephant", "water"])
    play(game, rows, "card lion")
    assert legal(game, rows) == {f"cell {row},{column}" for row in range(-16, 1) for column in (-1, 1)}


def test_a_card_is_not_pushed_out_of_the_extent() -> None:
    rules = load_game("kenya", table=9)
    rows = position(rules, f"{line(0, 7)}\n0,8 zebra+giraffe\n1,7 meerkat", hands=["rhinoceros lion", "water"])
    play(rules, rows, "card rhinoceros", "cell 1,8")
    assert at(rows, "0,8") == ""
    assert at(rows, "-1,8") == "zebra+giraffe up"
    beside = f"{line(0, 7)}\n1,8 zebra+giraffe\n1,6 meerkat"
    rows = position(rules, beside, hands=["rhinoceros lion", "water"])
    play(rules, rows, "card rhinoceros", "cell 1,7")  # it could go to 1,9 alone
    assert at(rows, "1,8") == "zebra+giraffe up"
    assert rows[0].player == 1
    rules = load_game("kenya")
    rows = position(rules, beside, hands=["rhinoceros lion", "water"])
    play(rules, rows, "card rhinoceros", "cell 1,7")
    assert at(rows, "1,9") == "zebra+giraffe up"


def test_a_far_savanna_is_the_same_game_as_one_around_the_first_card() -> None:
    """The window is a torus: where the first card lies in it makes no difference."""
    rules = load_game("kenya", table=9)
    for down, right in ((0, 0), (30, -25), (-11, 9)):
        cells = [(down, right + column) for column in range(8)] + [(down + 1, right)]
        rows = position(
            rules, "\n".join(f"{row},{column} zebra+giraffe" for row, column in cells), hands=["rhinoceros", "water"]
        )
        play(rules, rows, "card rhinoceros")
        expected = {(0, -1), (0, 8), (2, 0), (1, -1), (1, 1)} | {(-1, column) for column in range(8)}
        expected |= {(1, column) for column in range(1, 8)}
        assert legal(rules, rows) == {f"cell {row + down},{column + right}" for row, column in expected}


# --- Forced decisions -------------------------------------------------------------------------------------


def test_the_first_decision_of_a_turn_is_asked_even_with_one_answer(game: Game) -> None:
    rows = position(game, "0,0 meerkat", hands=["water", "water"], visible="lion")
    assert legal(game, rows) == {"draw lion"}
    play(game, rows, "draw lion", "card water", "cell 0,1")
    assert asked(game, rows) == "card"
    rows = position(game, "0,0 meerkat\n0,1 brown:zebra", hands=["water water", "water"])
    assert legal(game, rows) == {"card water"}
    assert asked(game, rows) == "card"


def test_a_later_decision_with_one_answer_is_not_asked(game: Game) -> None:
    rows = position(game, "0,0 meerkat\n0,1 brown:zebra", hands=["", "water"], visible="lion")
    play(game, rows, "draw lion")  # the only card in hand
    assert asked(game, rows) == "cell"
    assert rows[0].decisions == 2


# --- End --------------------------------------------------------------------------------------------------


def test_the_game_ends_at_once_when_the_mover_has_no_card_left(game: Game) -> None:
    table = "0,0 meerkat\n0,1 brown:zebra"
    rows = position(game, table, hands=["water", "lion zebra+giraffe"])
    play(game, rows, "card water", "cell 0,2")
    assert asked(game, rows) == "over"
    assert rows[0].player == NOBODY
    assert hand(rows, 1) == ["zebra+giraffe", "lion", "brown"]  # kept, and worth nothing
    assert game.results(rows)[0][0, :2].tolist() == [4, 0]


def test_the_action_of_the_last_card_happens_before_the_end(game: Game) -> None:
    table = "0,0 meerkat\n0,1 brown:zebra\n1,1 wildebeest+baboon"
    rows = position(game, table, hands=["lion", "water"])
    play(game, rows, "card lion", "cell 1,0")
    assert asked(game, rows) == "over"
    assert game.results(rows)[0][0, :2].tolist() == [2, 0]
    rows = position(game, f"{table}\n3,0 water\n2,2 zebra+gazelle\n3,1 gazelle+baboon", hands=["rhinoceros", "water"])
    play(game, rows, "card rhinoceros", "cell 2,1")
    assert asked(game, rows) == "push"
    play(game, rows, "push south")
    assert asked(game, rows) == "over"


def test_only_the_hand_of_the_seat_to_move_can_end_the_game(game: Game) -> None:
    rows = position(game, "0,0 meerkat\n0,1 brown:wildebeest", hands=["water lion", "water"])
    rows[0].hands[1, :] = 0
    rows[0].hand_size[1] = 0
    play(game, rows, "card water", "cell 0,2")
    assert rows[0].player == 1


# --- Brown cards as Player Animal cards -------------------------------------------------------------------


def test_a_brown_animal_hides_beside_a_lion_and_scores_nothing(animals: Game) -> None:
    rows = position(animals, "0,0 lion", hands=["water", "meerkat"])
    play(animals, rows, "card brown", "cell 0,1")
    assert at(rows, "0,1") == "brown:zebra baobab"
    assert points(rows, "zebra") == 0
    assert rows[0].brown_order[0] == 0  # placed all the same
    assert rows[0].brown_seen[0] == 0


def test_a_brown_animal_beside_both_asks_for_the_face(animals: Game) -> None:
    rows = position(animals, "0,0 lion\n-1,1 elephant", hands=["water", "meerkat"])
    play(animals, rows, "card brown", "cell 0,1")
    assert asked(animals, rows) == "face"
    play(animals, rows, "face up")
    assert points(rows, "zebra") == 2
    assert rows[0].brown_seen[0] == 1


def test_lion_elephant_and_rhinoceros_reach_a_brown_animal(animals: Game) -> None:
    table = "0,0 meerkat\n0,1 brown:zebra"
    rows = position(animals, table, hands=["lion lion", "elephant rhinoceros"])
    play(animals, rows, "card lion", "cell 1,1")
    assert at(rows, "0,1") == "brown:zebra baobab"
    play(animals, rows, "card elephant", "cell -1,1")
    assert at(rows, "0,1") == "brown:zebra up"
    rows = position(animals, table, hands=["rhinoceros lion", "water"])
    play(animals, rows, "card rhinoceros", "cell -1,1")
    assert at(rows, "1,1") == "brown:zebra up"


def test_a_covered_brown_animal_scores_nothing_until_it_shows_again(animals: Game) -> None:
    table = "0,0 brown:zebra\n0,1 gazelle+giraffe"
    rows = position(animals, table, hands=["rhinoceros lion", "rhinoceros lion"])
    play(animals, rows, "card rhinoceros", "cell 0,2")
    assert points(rows, "zebra") == 0
    assert_sound(animals, rows)
    play(animals, rows, "card rhinoceros", "cell 0,1")
    assert points(rows, "zebra") == 2
    assert_sound(animals, rows)


def test_a_brown_card_apart_is_not_covered_but_a_brown_animal_is(game: Game, animals: Game) -> None:
    table = "0,0 brown:zebra\n0,1 gazelle+giraffe"
    for rules, shown in ((game, "brown:zebra up"), (animals, "gazelle+giraffe up")):
        rows = position(rules, table, hands=["rhinoceros lion", "water"])
        play(rules, rows, "card rhinoceros", "cell 0,2")
        assert at(rows, "0,0") == shown
