"""What one seat may see of a game of Okavango, as JSON, and the rules of each decision in words."""

import json
from collections import Counter

import pytest
from tests.games.okavango.boards import apply, drink, position, random_states, tiles, told
from tests.playing import legal, play

from baobab.core.game import Game
from baobab.core.record import EVERYTHING, NOBODY
from baobab.games.okavango.view import EXPLANATIONS, explain, view
from baobab.registry import load_game


def test_the_pools_are_shown_with_spaces_values_and_tiles(game: Game) -> None:
    rows = position(game, {"hole:7": "zebra*3 ranger", "arm:1": "lion monkey"}, dry=["arm:0"])
    pools = {pool["pool"]: pool for pool in view(game, rows[0], None)["pools"]}
    assert pools["hole:7"] == {
        "pool": "hole:7",
        "white": 6,
        "dark": 2,
        "values": [6],
        "tiles": {"zebra": 3, "ranger": 1},
        "dry": False,
    }
    assert pools["arm:1"]["values"] == [3, 4, 5]
    assert (pools["arm:0"]["tiles"], pools["arm:0"]["dry"]) == ({}, True)


def test_a_seat_sees_its_own_reserve_and_what_all_know_of_the_others(game: Game) -> None:
    rows = position(game, known=["lion*2", "zebra"], unknown=["monkey", "giraffe*4"])
    own, other = view(game, rows[0], 0)["seats"]
    assert own["reserve"] == tiles("lion*2 monkey")
    assert (other["reserve"], other["known"], other["unknown"], other["tiles"]) == (None, tiles("zebra"), 4, 5)
    assert [seat["reserve"] for seat in view(game, rows[0], None)["seats"]] == [None, None]


def test_everything_shows_reserves_and_the_bag(game: Game) -> None:
    rows = position(game, known=["lion", ""], unknown=["", "giraffe"], bag="zebra*2")
    seen = view(game, rows[0], EVERYTHING)
    assert seen["viewer"] == "all"
    assert [seat["reserve"] for seat in seen["seats"]] == [tiles("lion"), tiles("giraffe")]
    assert (seen["bag"], seen["bag_tiles"]) == (2, tiles("zebra*2"))
    assert view(game, rows[0], 0)["bag_tiles"] is None


def test_dry_arms_and_rangers_of_the_set_up_are_told(game: Game) -> None:
    unknown = ["lion monkey ranger*2", "ranger zebra"]
    rows = position(game, {"arm:0": "zebra"}, unknown=unknown, river="lion*13")
    assert view(game, rows[0], None)["dry_arms"] == []
    drink(game, rows, "arm:0", "lion monkey ranger*2")
    play(game, rows, "river ranger" if "river ranger" in legal(game, rows) else "river nothing")
    seen = {viewer: view(game, rows[0], viewer) for viewer in (None, 0, 1, EVERYTHING)}
    for told_of in seen.values():
        assert told_of["dry_arms"] == [{"returned": tiles("lion monkey ranger*2"), "drawn": {}}]
    assert {viewer: told_of["dealt_rangers"] for viewer, told_of in seen.items()} == {
        None: 2,
        0: 2,
        1: 3,
        EVERYTHING: 3,
    }


def test_a_group_in_mind_is_shown_to_its_seat_alone(game: Game) -> None:
    rows = position(game, known=["lion*4 ranger", "zebra"], river="zebra*2")
    before = json.dumps(view(game, rows[0], 1))
    apply(game, rows, "drink hole:7", "animal lion", "size 3")
    own = view(game, rows[0], 0)
    assert own["phase"] == "rangers"
    assert own["group"] == {"pool": "hole:7", "species": ["lion"], "size": 3, "rangers": None}
    assert json.dumps(view(game, rows[0], 1)) == before
    assert view(game, rows[0], EVERYTHING)["phase"] == "rangers"


def test_a_placed_group_is_shown_to_all_while_the_river_is_asked(game: Game) -> None:
    rows = position(game, known=["lion monkey ranger", "zebra"], river="zebra*2")
    drink(game, rows, "arm:2", "monkey lion ranger")
    for viewer in (None, 0, 1):
        seen = view(game, rows[0], viewer)
        assert seen["phase"] == "river"
        assert seen["group"] == {"pool": "arm:2", "species": ["monkey", "lion"], "size": 3, "rangers": 1}


def test_the_pool_of_a_swap_is_named_and_the_phase_is_the_drink(game: Game) -> None:
    rows = position(game, {"hole:7": "zebra ranger"}, known=["zebra", ""], river="lion monkey")
    play(game, rows, "swap hole:7")
    for viewer in (None, 0, 1):
        assert (view(game, rows[0], viewer)["swapped"], view(game, rows[0], viewer)["phase"]) == ("hole:7", "drink")


def test_the_refill_is_a_phase_of_its_own(game: Game) -> None:
    rows = position(game, known=["zebra", ""], river="lion monkey", bag="lion")
    apply(game, rows, "pass lion")
    assert (view(game, rows[0], None)["phase"], view(game, rows[0], None)["player"]) == ("refill", 0)


def test_the_result_stands_there_when_the_game_is_over(game: Game) -> None:
    rows = position(game, known=["lion", "lion"])
    rows[0].score[:2] = [3, 3]
    play(game, rows, "pass nothing", "pass nothing")
    assert rows[0].player == NOBODY
    seen = view(game, rows[0], None)
    assert (seen["player"], seen["phase"], seen["empty_passes"]) == (None, "over", 2)
    assert seen["result"] == {"scores": [3, 3], "ranks": [1, 1], "winners": [0, 1]}


def test_a_view_is_json_and_accounts_for_every_tile(game: Game) -> None:
    everything = Counter(told(game.params[0].counts))
    for rows in random_states(game, full=4, small=1, every=9):
        row = rows[0]
        for viewer in (None, *range(row.num_players)):
            seen = view(game, row, viewer)
            assert json.loads(json.dumps(seen)) == seen
            located = Counter(seen["river"])
            for pool in seen["pools"]:
                located += Counter(pool["tiles"])
            for seat in seen["seats"]:
                located += Counter(seat["known"] if seat["reserve"] is None else seat["reserve"])
            assert located + Counter(seen["unlocated"]) == everything
            unknown = sum(seat["unknown"] for seat in seen["seats"] if seat["reserve"] is None)
            assert sum(seen["unlocated"].values()) == seen["bag"] + unknown


@pytest.mark.parametrize("viewer", [2, -1, -2, 7])
def test_a_viewer_that_is_no_seat_is_refused(game: Game, viewer: int) -> None:
    with pytest.raises(ValueError, match="viewer"):
        view(game, position(game)[0], viewer)


def test_every_decision_is_explained_within_a_hundred_columns(game: Game) -> None:
    for phase in range(len(game.phases)):
        text = explain(game, phase)
        assert len(text) > 60
        assert max(map(len, text.splitlines())) <= 100
    assert set(EXPLANATIONS) == set(range(len(game.phases)))


def test_the_explanations_follow_the_options() -> None:
    other = load_game("okavango", end="holes", arm_steps="one", dark="later")
    assert "the arms do not count" in explain(other, 0).replace("\n", " ")
    sizes = explain(other, other.phases.index("size")).replace("\n", " ")
    assert "one number more" in sizes
    assert "the dark spaces open only once the white ones were full" in sizes


def test_an_unknown_phase_is_refused(game: Game) -> None:
    with pytest.raises(ValueError, match="phase"):
        explain(game, 8)
