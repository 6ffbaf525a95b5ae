"""Savernake's rules one by one, in forests built by hand."""

from typing import Any

import numpy as np
import pytest
from tests.games.savernake.boards import card_number, observe, points, position, turns_at
from tests.playing import asked, games, legal, play

from baobab.core.game import Game
from baobab.core.record import NOBODY, Rows
from baobab.games.savernake.cards import MENTORS
from baobab.games.savernake.check import audit
from baobab.games.savernake.scoring import spot_at
from baobab.games.savernake.state import BURROW_PLANE, EMPTY, ENDS, SOUTH
from baobab.registry import load_game

pytestmark = pytest.mark.kernels

FACING = """
0,0 fox
0,1 curve bb
1,1 curve nn 1
2,1 straight ww 1
2,0 squirrel 2
"""
"""The fox and the squirrel look at each other across the empty cell 1,0; nothing else leads there."""

RING = """
0,0 fox
0,1 curve bb
1,1 curve nn 2
2,1 straight ww
2,0 squirrel 2
3,1 curve ee 3
3,0 straight be 1
3,-1 curve bw
2,-1 straight bn
1,-1 curve we 1
"""
"""As `FACING`, but one trail comes in to 1,0 from the west and from the east."""

HOLE = """
0,0 fox
0,1 straight bb 1
1,1 squirrel 1
0,-1 straight ww 1
1,-1 bear 3
2,-1 straight ee 1
2,0 mole 2
2,1 straight nn 1
0,2 curve bb 2
1,2 curve ww 3
2,2 curve ee
3,-1 curve nn
3,0 straight be 1
3,1 straight bn 1
3,2 curve be 3
"""
"""A forest with one free cell, 1,0, that four animals look at."""


def test_a_card_lies_side_by_side_with_a_card(game: Game) -> None:
    rows = position(game, market=["curve bb"])
    places = {name.rsplit(" turns ", 1)[0] for name in legal(game, rows)}
    assert places == {f"place rooster {at}" for at in ("-1,0", "0,-1", "0,1", "1,0")}
    assert len(legal(game, rows)) == 16


def test_the_window_floats_until_it_has_four_rows_and_columns(game: Game) -> None:
    column = "0,0 fox\n1,0 straight bb\n2,0 straight ww"
    rows = position(game, column, market=["straight nn"])
    assert turns_at(game, rows, "rooster", "-1,0") == turns_at(game, rows, "rooster", "3,0") == {0, 1, 2, 3}
    rows = position(game, f"{column}\n3,0 straight ee", market=["straight nn"])
    assert turns_at(game, rows, "rooster", "-1,0") == set()  # a fifth row
    assert not any(" 4," in name for name in legal(game, rows))
    assert turns_at(game, rows, "rooster", "0,-1") == {0, 1, 2, 3}
    rows = position(game, "0,0 fox\n0,1 curve bb\n0,2 curve ww\n0,-1 curve ee", market=["straight nn"])
    assert {name for name in legal(game, rows) if " 0," in name} == set()  # a fifth column
    assert turns_at(game, rows, "rooster", "-1,0") == {0, 1, 2, 3}


def test_a_forest_that_grows_to_the_north_counts_its_rows_anew(game: Game) -> None:
    rows = position(game, market=["curve bb", "", "", "bear"], player=0)
    play(game, rows, "place rabbit -1,0 turns 1")
    row = rows[0]
    assert (row.top[0], row.height[0], row.width[0]) == (-1, 2, 1)
    view = game.view(row, 0)["seats"][0]
    assert view["origin"] == [1, 0]
    assert [(card["at"], card["animal"]) for card in view["forest"]] == [([0, 0], "bear"), ([1, 0], "fox")]


def test_a_join_of_two_animals_is_refused_in_every_turn_that_makes_it_and_allowed_in_the_others(game: Game) -> None:
    rows = position(game, FACING, market=["straight bw", "curve be", "double b/w", "bear"])
    assert turns_at(game, rows, "rooster", "1,0") == {1, 3}  # a straight north to south joins them
    assert turns_at(game, rows, "goat", "1,0") == {0, 1, 2, 3}  # a curve never does
    assert turns_at(game, rows, "armadillo", "1,0") == {0, 1, 2, 3}
    assert turns_at(game, rows, "rabbit", "1,0") == {1, 3}  # a third animal on the trail of either


def test_a_double_curve_may_not_join_animals_by_way_of_a_trail_outside(game: Game) -> None:
    rows = position(game, RING, market=["straight bw", "curve ww", "double b/w", "bear"])
    assert turns_at(game, rows, "armadillo", "1,1") == set()  # 1,0 in a record
    assert turns_at(game, rows, "rooster", "1,1") == {1, 3}  # it closes the ring
    assert turns_at(game, rows, "goat", "1,1") == {0, 1, 2, 3}


def test_an_animal_may_come_to_a_trail_without_one(game: Game) -> None:
    forest = "0,0 fox\n0,1 curve bb 2\n1,1 straight ww"
    rows = position(game, forest, market=["", "", "", "bear"])
    assert turns_at(game, rows, "rabbit", "2,1") == {0, 1, 2, 3}
    assert turns_at(game, rows, "rabbit", "1,0") == {0, 1, 3}  # turned twice it would look at the fox


def test_a_dead_end_against_a_blank_side_is_fine(game: Game) -> None:
    rows = position(game, market=["straight bb"])
    play(game, rows, "place rooster 1,0 turns 1")  # the fox looks at its long side
    assert points(rows) == 1
    spot = spot_at(0, 0)
    assert rows[0].trails[0, rows[0].trail[0, spot, SOUTH], ENDS] == 0


def test_a_card_without_a_legal_place_cannot_be_taken_while_another_can(game: Game) -> None:
    forest = HOLE.replace("1,-1 bear 3", "1,-1 straight we")  # nothing comes in from the west
    rows = position(game, forest, market=["double b/w", "curve bn"])
    assert rows[0].relaxed == 0
    assert turns_at(game, rows, "rooster", "1,1") == set()
    assert legal(game, rows) == {f"place goat 1,1 turns {turns}" for turns in turns_at(game, rows, "goat", "1,1")}
    assert turns_at(game, rows, "goat", "1,1") == {2, 3}  # the two that take the west in


def test_where_no_card_fits_any_goes_on_any_free_cell_and_animals_may_meet(game: Game) -> None:
    rows = position(game, HOLE, market=["straight bw", "curve bn", "double b/w", "otter"])
    assert rows[0].relaxed == 1
    assert len(legal(game, rows)) == 16
    for mentor in MENTORS:
        assert turns_at(game, rows, mentor, "1,1") == {0, 1, 2, 3}
    assert observe(game, rows, 0)[game.observation["relaxed"].slice].tolist() == [1]
    play(game, rows, "place rooster 1,1 turns 0")
    assert rows[0].relaxed == 0  # for that turn only
    assert rows[0].shared[0] == 1
    # Fox and mole meet: the mole, of 3 base points, stays alone; squirrel and bear find nothing.
    assert points(rows) == 3 + 1 + 1


def test_the_benefit_is_asked_at_once(game: Game) -> None:
    rows = position(game, FACING, market=["straight bw", "curve be", "double b/w", "bear"])
    play(game, rows, "place goat 1,0 turns 0")
    assert (asked(game, rows), rows[0].player, rows[0].opening) == ("drop", 0, 0)
    foods = ("berries", "worms", "eggs", "nuts")
    assert legal(game, rows) == {f"drop {at} {food}" for at in ("0,0", "2,0") for food in foods}
    play(game, rows, "drop 2,0 eggs")  # worth nothing to the squirrel
    assert (asked(game, rows), rows[0].player) == ("place", 1)
    rows = position(game, FACING, market=["straight bw", "curve be", "double b/w", "bear"])
    play(game, rows, "place armadillo 1,0 turns 0")
    assert legal(game, rows) == {"burrow 0,0", "burrow 2,0"}


def test_a_burrow_for_the_only_animal_is_not_asked(game: Game) -> None:
    rows = position(game, market=["", "", "straight bb", "bear"])
    play(game, rows, "place armadillo 1,0 turns 0")
    assert (asked(game, rows), rows[0].player) == ("place", 1)
    assert rows[0].tiles[0, :, BURROW_PLANE].sum() == 1
    assert rows[0].decisions == 2


def test_the_rooster_marker_moves_counts_one_and_begins_the_next_round(game: Game) -> None:
    rows = game.start(3, seed=4)
    first = int(rows[0].rooster)
    assert rows[0].player == first
    second = (first + 1) % 3
    before = game.results(rows)[0][0].tolist()
    assert before[first] == points(rows, first) + 1
    play(game, rows, _first_of(game, rows, "rabbit"))
    play(game, rows, _first_of(game, rows, "rooster"))
    assert rows[0].rooster == second
    assert game.results(rows)[0][0, :3].tolist() == [points(rows, seat) + (seat == second) for seat in range(3)]
    assert rows[0].player == (first + 2) % 3  # the order of this round stays
    play(game, rows, _first_of(game, rows, "armadillo"))
    while asked(game, rows) == "burrow":
        play(game, rows, min(legal(game, rows)))
    assert (rows[0].rounds, rows[0].player, rows[0].starter) == (1, second, second)


def test_the_marker_stays_where_nobody_takes_the_roosters_card(game: Game) -> None:
    rows = game.start(2, seed=4)
    first = int(rows[0].rooster)
    play(game, rows, _first_of(game, rows, "rabbit"))
    play(game, rows, _first_of(game, rows, "goat"))
    play(game, rows, min(legal(game, rows)))
    assert (rows[0].rounds, rows[0].rooster, rows[0].player) == (1, first, first)


def test_a_card_that_is_taken_is_gone_and_left_over_cards_are_too(game: Game) -> None:
    rows = game.start(2, seed=5)
    dealt = rows[0].market.tolist()
    unseen = game.observation["unseen"].slice
    play(game, rows, _first_of(game, rows, "rabbit"))
    assert rows[0].market.tolist() == [*dealt[:3], EMPTY]
    assert not any(name.startswith("place rabbit") for name in legal(game, rows))
    play(game, rows, _first_of(game, rows, "rooster"))
    assert set(rows[0].market.tolist()).isdisjoint(dealt)
    assert observe(game, rows, 0)[unseen][dealt].tolist() == [0, 0, 0, 0]
    assert observe(game, rows, 0)[unseen].sum() == 64 - 2 - 8  # two animals to start with, two markets
    assert audit(game.params[0], rows[0]) == 0


def test_a_game_has_fifteen_rounds_and_ends_with_full_forests(game: Game) -> None:
    for players in (2, 3, 4):
        rows = game.start(players, seed=6)
        while rows[0].player != NOBODY:
            play(game, rows, max(legal(game, rows)))
        assert rows[0].rounds == 14
        assert ((rows[0].card[:players] != EMPTY).sum(axis=1) == 16).all()
        assert rows[0].height.tolist() == rows[0].width.tolist() == [4] * players + [0] * (4 - players)


def test_a_tie_goes_to_the_first_clockwise_from_the_roosters_holder(game: Game) -> None:
    rows = position(game, "0,0 fox", "0,0 mole", "0,0 otter", "0,0 skunk", rooster=2)
    scores, ranks = game.results(rows)
    assert scores[0].tolist() == [1, 3, 4, 3]
    assert ranks[0].tolist() == [4, 3, 1, 2]  # seat 3 comes before seat 1
    rows[0].rooster = 0
    assert game.results(rows)[1][0].tolist() == [4, 1, 2, 3]


def test_a_tie_may_go_to_the_first_of_the_last_round_instead(game: Game) -> None:
    other = load_game("savernake", tie="last_round")
    rows = position(game, "0,0 fox", "0,0 mole", "0,0 otter", "0,0 skunk", rooster=2)
    scores, ranks = other.results(rows)  # seat 0 began the round, seat 2 has the marker
    assert scores[0].tolist() == [1, 3, 4, 3]
    assert ranks[0].tolist() == [4, 2, 1, 3]
    rows[0].starter = 3
    assert other.results(rows)[1][0].tolist() == [4, 3, 1, 2]


def test_the_order_that_settles_ties_is_a_parameter_of_the_same_kernels(game: Game) -> None:
    other = load_game("savernake", tie="last_round")
    assert other.params.dtype == game.params.dtype
    assert (other.state, other.observation.digest, other.actions.digest) == (
        game.state,
        game.observation.digest,
        game.actions.digest,
    )
    assert other.changed_options() == {"tie": "last_round"}


@pytest.mark.parametrize("tie", ["order", "", None, 1])
def test_another_order_for_ties_is_refused(tie: Any) -> None:
    with pytest.raises(ValueError, match="tie is one of next_round, last_round, not"):
        load_game("savernake", tie=tie)


def test_the_first_player_and_the_decks_are_drawn_evenly(game: Game) -> None:
    count = games(6000, small=600)
    rows = game.rows(count)
    seeds = np.arange(count, dtype=np.int64)
    game.kernels.reset_many(game.params, rows, np.full(count, 3, np.int8), seeds)
    # Five standard deviations of a binomial.
    assert np.abs(np.bincount(rows["rooster"], minlength=3) - count / 3).max() < 5 * (count * 2 / 9) ** 0.5
    for cards, kinds in ((rows["paths"], 45), (rows["animals"] - 45, 19)):
        for place in (0, kinds // 2, kinds - 1):
            share = np.bincount(cards[:, place], minlength=kinds)
            assert np.abs(share - count / kinds).max() < 5 * (count / kinds) ** 0.5


def test_a_card_is_found_by_its_name(game: Game) -> None:
    assert card_number(game, "fox") == 45 + 4
    assert card_number(game, "straight bw") == 1
    assert card_number(game, "double we/b") == 40


def _first_of(game: Game, rows: Rows, mentor: str) -> str:
    return min(name for name in legal(game, rows) if name.startswith(f"place {mentor} "))
