"""What a seat is told in numbers, and the features of its actions."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.games.okavango.boards import apply, drink, observe, position, random_states, read, tiles, told
from tests.playing import asked, legal, play

from baobab.core.game import Game
from baobab.core.record import NOBODY, Rows
from baobab.games.okavango.cards import KIND_NAMES, POOL_NAMES, RANGER, SPECIES
from baobab.games.okavango.rules import refill, return_to_bag
from baobab.registry import load_game

pytestmark = pytest.mark.kernels

SIX = POOL_NAMES.index("hole:7")


def features(game: Game, rows: Rows) -> dict[str, dict[str, NDArray[Any]]]:
    """The features by name of each legal action."""
    out = np.full((game.actions.size, game.features.size), 99, game.features.dtype)
    offsets, ids = np.zeros(2, np.int32), np.zeros(game.actions.size, np.int16)
    count = game.kernels.encode_actions_many(game.params, rows, offsets, ids, out)
    return {game.action_name(int(ids[row])): game.features.split(out[row]) for row in range(count)}


# --- Knowledge --------------------------------------------------------------------------------------------


def test_a_reserve_is_seen_by_its_seat_and_as_far_as_it_is_known_by_the_others(game: Game) -> None:
    rows = position(game, known=["lion*2", "zebra"], unknown=["monkey*3", "giraffe*4"], rest_in_bag=False)
    own, other = observe(game, rows, 0), observe(game, rows, 1)
    assert told(own["reserve"]) == tiles("lion*2 monkey*3")
    assert told(own["shown"]) == tiles("lion*2")
    assert told(own["known"][0]) == tiles("zebra")
    assert own["unknown"].tolist() == [4, 0, 0]
    assert told(other["known"][0]) == tiles("lion*2")
    assert other["unknown"].tolist() == [3, 0, 0]


def test_known_tiles_are_placed_first_and_only_the_excess_lowers_the_unknown(game: Game) -> None:
    rows = position(game, known=["lion", ""], unknown=["lion*3 zebra", ""], river="zebra*9")
    drink(game, rows, "hole:7", "lion*3")
    seen = observe(game, rows, 1)
    assert told(seen["known"][0]) == tiles("meerkat")
    assert seen["unknown"][0] == 2


def test_a_ranger_gained_by_a_swap_is_known_and_the_animal_given_comes_from_the_known_ones(game: Game) -> None:
    pools = {"hole:7": "zebra ranger"}
    rows = position(game, pools, known=["zebra", ""], unknown=["zebra*2", ""], river="lion monkey")
    play(game, rows, "swap hole:7")
    seen = observe(game, rows, 1)
    assert told(seen["known"][0]) == tiles("ranger")
    assert seen["unknown"][0] == 2
    assert seen["swapped"].tolist() == [int(pool == SIX) for pool in range(11)]


def test_what_is_taken_from_the_river_is_known(game: Game) -> None:
    rows = position(game, known=["", ""], unknown=["lion", "lion"], river="zebra*2 monkey")
    play(game, rows, "pass zebra")
    assert told(observe(game, rows, 1)["known"][0]) == tiles("zebra")


def test_tiles_that_went_back_are_in_the_bag_for_sure_and_the_unlocated_ones_may_be(game: Game) -> None:
    rows = position(game, known=["", ""], unknown=["lion*2", "zebra*3"], rest_in_bag=False, bag="monkey lion")
    return_to_bag(rows[0], 0, KIND_NAMES.index("leopard"), 1)
    seen = observe(game, rows, 0)
    assert seen["bag"][0] == 3
    assert told(seen["in_bag"]) == tiles("leopard")
    everything = np.array(game.params[0].counts, int)
    located = read("lion*2") + rows[0].pools.sum(axis=0)
    assert seen["unlocated"].tolist() == (everything - located).tolist()


def test_what_dry_arms_gave_the_bag_and_what_was_drawn_since_is_shown_arm_by_arm(game: Game) -> None:
    rows = position(game, known=["", ""], unknown=["lion*2", "zebra*3"], bag="lion*3 monkey*2 ranger")
    lion, monkey = KIND_NAMES.index("lion"), KIND_NAMES.index("monkey")
    refill(rows[0], lion)  # before any returned: no news
    return_to_bag(rows[0], 0, lion, 1)
    return_to_bag(rows[0], 0, RANGER, 2)
    for kind in (lion, monkey):
        refill(rows[0], kind)
    return_to_bag(rows[0], 1, lion, 1)
    return_to_bag(rows[0], 1, monkey, 1)
    for kind in (lion, RANGER):
        refill(rows[0], kind)
    for viewer in (0, 1):
        seen = observe(game, rows, viewer)
        assert [told(arm) for arm in seen["returned"]] == [tiles("lion ranger*2"), tiles("lion monkey"), {}]
        assert [told(arm) for arm in seen["drawn"]] == [tiles("lion*2 ranger"), tiles("lion"), {}]
        assert told(seen["in_bag"]) == tiles("monkey ranger"), "of two lions that returned two may have been drawn"


def test_rangers_of_the_set_up_are_the_own_ones_and_those_that_others_showed(game: Game) -> None:
    known, unknown = ["ranger*2", "ranger", ""], ["ranger zebra*3", "ranger*2 lion", ""]
    rows = position(game, known=known, unknown=unknown, river="zebra*9")

    def dealt() -> list[int]:
        return [int(observe(game, rows, viewer)["dealt_rangers"][0]) for viewer in range(3)]

    assert dealt() == [1, 2, 0]
    drink(game, rows, "hole:7", "zebra ranger*2")
    assert dealt() == [1, 2, 0], "two that all knew"
    apply(game, rows, "river nothing")
    drink(game, rows, "hole:6", "lion ranger*2")
    assert dealt() == [2, 2, 1], "one that nobody else knew, and one more that its seat still has"


def test_unlocated_tiles_are_those_of_the_bag_and_of_the_others_unknown_part(game: Game) -> None:
    for rows in random_states(game, full=6, small=1, every=11):
        row = rows[0]
        for viewer in range(row.num_players):
            others = [seat for seat in range(row.num_players) if seat != viewer]
            hidden = (row.reserve[others].astype(int) - row.known[others]).sum(axis=0) + row.bag
            seen = observe(game, rows, viewer)
            assert seen["unlocated"].tolist() == hidden.tolist()
            assert seen["unlocated"].sum() == seen["bag"][0] + seen["unknown"].sum()
            assert (seen["in_bag"] <= row.bag).all()


# --- The table --------------------------------------------------------------------------------------------


def test_pools_show_kind_count_rangers_free_spaces_and_values(game: Game) -> None:
    pools = {"hole:7": "zebra*3 ranger", "arm:1": "lion monkey ranger", "hole:0": "lion*4"}
    seen = observe(game, position(game, pools, dry=["arm:0"]), 0)
    assert [SPECIES[place] for place in np.flatnonzero(seen["herd"][SIX])] == ["zebra"]
    assert [SPECIES[place] for place in np.flatnonzero(seen["arm"][1])] == ["monkey", "lion"]
    assert seen["dry"].tolist() == [1, 0, 0]
    for pool, count, rangers, white, dark, following, full in (
        ("hole:7", 4, 1, 2, 2, 0, 6),
        ("hole:0", 4, 0, 0, 0, 2, 2),
        ("arm:1", 3, 1, 0, 2, 4, 5),
        ("arm:0", 0, 0, 0, 0, 0, 0),
        ("arm:2", 1, 0, 3, 2, 0, 6),
    ):
        place = POOL_NAMES.index(pool)
        shown = [int(seen[name][place]) for name in ("count", "rangers", "white", "dark", "next", "full")]
        assert shown == [count, rangers, white, dark, following, full], pool


def test_seats_points_rounds_and_what_decides_the_end_are_shown_relative_to_the_viewer(game: Game) -> None:
    rows = position(game, known=["lion", "lion", "lion"], player=1, first=2)
    rows[0].score[:3] = [5, 9, 2]
    rows[0].turns = 7
    play(game, rows, "pass nothing")
    seen = observe(game, rows, 0)
    assert seen["turn"].tolist() == [0, 0, 1, 0]
    assert seen["first"].tolist() == [0, 0, 1, 0]
    assert seen["present"].tolist() == [1, 1, 1, 0]
    assert seen["num_players"].tolist() == [0, 1, 0]
    assert seen["score"].tolist() == [5, 9, 2, 0]
    assert seen["lead"].tolist() == [-4, 3, 0]
    assert seen["rounds"].tolist() == [2]
    assert (seen["ending"][0], seen["empty_passes"][0]) == (0, 1)
    assert observe(game, rows, 2)["score"].tolist() == [2, 5, 9, 0]


def test_when_the_game_is_over_nobody_is_to_move_and_nothing_is_asked(game: Game) -> None:
    rows = position(game, known=["lion", "lion"])
    play(game, rows, "pass nothing", "pass nothing")
    assert rows[0].player == NOBODY
    seen = observe(game, rows, 1)
    assert not seen["turn"].any()
    assert not seen["phase"].any()
    assert seen["empty_passes"][0] == 2


# --- The turn ---------------------------------------------------------------------------------------------


def test_the_group_under_construction_is_shown_to_its_seat_alone(game: Game) -> None:
    rows = position(game, known=["lion*4 ranger", "zebra"], river="zebra*2")
    before = observe(game, rows, 1)
    apply(game, rows, "drink hole:7", "animal lion", "size 3")
    own, other = observe(game, rows, 0), observe(game, rows, 1)
    assert game.phases[int(np.argmax(own["phase"]))] == "rangers"
    assert own["pool"].tolist() == [int(pool == SIX) for pool in range(11)]
    assert [SPECIES[place] for place in np.flatnonzero(own["group"])] == ["lion"]
    assert own["size"][0] == 3
    assert {name: part.tolist() for name, part in other.items()} == {
        name: part.tolist() for name, part in before.items()
    }


def test_a_placed_group_is_shown_to_all_while_the_river_is_asked(game: Game) -> None:
    rows = position(game, known=["lion*2 monkey ranger", "zebra"], river="zebra*2")
    drink(game, rows, "arm:2", "monkey lion ranger")
    for viewer in (0, 1):
        seen = observe(game, rows, viewer)
        assert game.phases[int(np.argmax(seen["phase"]))] == "river"
        assert POOL_NAMES[int(np.argmax(seen["pool"]))] == "arm:2"
        assert [SPECIES[place] for place in np.flatnonzero(seen["group"])] == ["monkey", "lion"]
        assert (seen["size"][0], seen["jokers"][0]) == (3, 1)


def test_after_a_swap_the_others_see_that_a_drink_or_a_pass_is_asked(game: Game) -> None:
    pools = {"hole:7": "zebra ranger"}
    rows = position(game, pools, known=["zebra lion*3", ""], river="lion monkey")
    play(game, rows, "swap hole:7", "drink hole:0")
    assert game.phases[int(np.argmax(observe(game, rows, 1)["phase"]))] == "drink"


# --- Features ---------------------------------------------------------------------------------------------


def test_a_drink_tells_of_its_pool_and_of_the_best_group(game: Game) -> None:
    rows = position(game, {"hole:7": "zebra*2 ranger"}, known=["lion*6", "leopard*7"], river="zebra*2")
    row = features(game, rows)["drink hole:7"]
    assert (row["value"][0], row["lying"][0], row["lying_rangers"][0], row["lying_rank"][0]) == (6, 3, 1, 5)
    assert (row["white"][0], row["dark"][0], row["arm"][0]) == (3, 2, 0)
    assert (row["points"][0], row["most"][0], row["size"][0], row["rank"][0], row["jokers"][0]) == (6, 6, 6, 11, 0)
    assert (row["taken"][0], row["taken_rank"][0]) == (2, 5)
    assert (row["danger"][0], row["threat"][0]) == (6, 6), "seven leopards could score before and after"
    assert (row["fills"][0], row["ends"][0]) == (1, 0)


@pytest.mark.parametrize(("dark", "points"), [("same", 5), ("later", 3)])
def test_the_most_points_and_the_danger_of_an_arm_count_its_open_spaces(dark: str, points: int) -> None:
    game = load_game("okavango", dark=dark)
    species = "meerkat flamingo monkey gazelle zebra giraffe"
    row = features(game, position(game, {"arm:1": "lion"}, known=[species, species]))["drink arm:1"]
    assert (row["most"][0], row["danger"][0], row["dark"][0]) == (points, points, 2)


def test_where_dark_spaces_open_later_the_best_group_keeps_to_the_white_ones() -> None:
    game, seen = load_game("okavango", dark="later"), 0
    for rows in random_states(game, full=6, small=1, every=5):
        if rows[0].player != NOBODY and asked(game, rows) == "turn":
            for name, row in features(game, rows).items():
                if name.startswith("drink") and row["white"][0] > 0:
                    assert 0 < row["size"][0] <= row["lying"][0] + row["white"][0]
                    seen += 1
    assert seen > 20


def test_the_last_free_white_spaces_end_the_game(game: Game) -> None:
    whites = (3, 3, 4, 4, 5, 5, 6)
    pools = {f"hole:{hole}": f"meerkat*{white}" for hole, white in enumerate(whites, start=1)}
    rows = position(game, pools, known=["lion*2", ""], river="zebra*2", dry=["arm:0", "arm:1", "arm:2"])
    told_of = features(game, rows)
    assert told_of["drink hole:0"]["ends"][0] == 1
    assert told_of["pass zebra"]["ends"][0] == 0


def test_every_row_but_one_of_the_best_is_behind(game: Game) -> None:
    for rows in random_states(game, full=2, small=1, every=5):
        if rows[0].player != NOBODY:
            behind = [row["behind"][0] for row in features(game, rows).values()]
            assert max(behind) == 0
            assert min(behind) >= -127


def test_every_row_says_which_kind_of_choice_it_is(game: Game) -> None:
    for rows in random_states(game, full=2, small=1, every=5):
        if rows[0].player != NOBODY:
            told_of = features(game, rows)
            assert set(told_of) == legal(game, rows)
            assert all(row["block"].sum() == 1 for row in told_of.values())
