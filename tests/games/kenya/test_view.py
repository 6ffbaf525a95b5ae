"""What a seat may see of Kenya, as JSON."""

import json
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest
from tests.games.kenya.boards import position
from tests.playing import games, play

from baobab.core.game import Game
from baobab.core.record import EVERYTHING, NOBODY
from baobab.games.kenya.cards import BROWN, KIND_NAMES, NUM_PAIRS
from baobab.games.kenya.view import EXPLANATIONS, clans_shown, explain, view
from baobab.registry import load_game

pytestmark = pytest.mark.kernels


def card_at(seen: dict[str, Any], *at: int) -> dict[str, Any]:
    return next(card for card in seen["savanna"] if card["at"] == list(at))


def random_games(game: Game, *, full: int, small: int) -> Any:
    """The rows of every state of a few random games."""
    for seed in range(games(full, small=small)):
        chooser = random.Random(seed)
        rows = game.start(2 + seed % 4, seed=seed)
        while rows[0].player != NOBODY:
            yield rows
            action = chooser.choice(game.legal_actions(rows).tolist())
            game.kernels.step_many(game.params, rows, np.array([action], np.int32))
        yield rows


# --- What all may see -------------------------------------------------------------------------------------


def test_a_new_game_shows_the_first_card_and_the_stocks_to_a_spectator(game: Game) -> None:
    rows = position(game, "0,0 lion", visible="water meerkat water", rest=True)
    seen = view(game, rows[0], None)
    assert seen["savanna"] == [{"at": [0, 0], "card": "lion", "seat": None, "placed_before": 0, "under": []}]
    assert seen["open"] == [[-1, 0], [0, -1], [0, 1], [1, 0]]
    assert seen["visible"] == ["meerkat", "water", "water"]
    assert seen["hidden"] == 45  # 49 green cards, 1 on the savanna, 3 visible, none in a hand
    assert (seen["player"], seen["phase"], seen["placed"]) == (0, "draw", 1)
    assert seen["last"] is None
    assert seen["result"] is None


def test_cells_are_counted_from_the_first_card_with_rows_downwards(game: Game) -> None:
    rows = position(game, "0,0 lion", hands=["water"], visible="meerkat meerkat meerkat")
    play(game, rows, "draw meerkat", "card water", "cell 1,0")
    seen = view(game, rows[0], None)
    assert card_at(seen, 1, 0)["card"] == "water"
    assert seen["last"] == [1, 0]
    assert [2, 0] in seen["open"]


def test_a_spectator_sees_no_hand_and_no_clan(game: Game) -> None:
    rows = position(game, "0,0 lion", hands=["water lion", "elephant"], visible="meerkat meerkat meerkat")
    for seat in view(game, rows[0], None)["seats"]:
        assert seat["hand"] is None
        assert seat["clan"] is None
        assert seat["points"] is None
    assert [seat["hand_size"] for seat in view(game, rows[0], None)["seats"]] == [3, 2]


def test_a_placed_brown_card_tells_clan_and_points_to_all(game: Game) -> None:
    table = "0,0 gazelle+giraffe\n0,1 brown:giraffe"
    rows = position(game, table, clans=["zebra", "giraffe"], visible="lion lion lion")
    for viewer in (None, 0):
        seat = view(game, rows[0], viewer)["seats"][1]
        assert (seat["clan"], seat["points"], seat["brown_place"]) == ("giraffe", 3, 1)
    assert view(game, rows[0], 0)["seats"][0]["brown_place"] is None
    assert card_at(view(game, rows[0], None), 0, 1) == {
        "at": [0, 1],
        "card": "brown:giraffe",
        "seat": 1,
        "placed_before": 1,
        "under": [],
    }


def test_a_card_taken_from_the_visible_stock_is_known_until_it_is_placed(game: Game) -> None:
    rows = position(
        game, "0,0 zebra+baboon", hands=["water", "lion"], visible="gazelle+giraffe meerkat lion", stock="elephant"
    )
    play(game, rows, "draw gazelle+giraffe")
    seat = view(game, rows[0], 1)["seats"][0]
    assert (seat["taken"], seat["taken_after"], seat["blind_after"]) == (["gazelle+giraffe"], [1], [])
    play(game, rows, "card gazelle+giraffe", "cell 0,1")
    seen = view(game, rows[0], 1)
    assert seen["seats"][0]["taken"] == []
    card = card_at(seen, 0, 1)
    assert (card["card"], card["face"], card["seat"], card["placed_before"]) == ("gazelle+giraffe", "up", 0, 1)


def test_when_a_card_was_drawn_blind_is_told_to_all_and_which_is_not(game: Game) -> None:
    rows = position(game, "0,0 water", hands=["meerkat water", "lion"], visible="lion water", stock="zebra+giraffe")
    play(game, rows, "draw lion", "card meerkat", "cell 0,1", "draw blind")
    for viewer in (None, 0, 1):
        seen = view(game, rows[0], viewer)
        assert seen["seats"][0]["blind_after"] == [2]
        assert seen["seats"][0]["taken"] == ["lion"]
        assert ("zebra+giraffe" in (seen["seats"][0]["hand"] or [])) == (viewer == 0)
    assert "?? after 2 placed" in game.text(rows[0], 1)
    assert "drew blind after 2 placed" in game.svg(rows[0], 1)


def test_a_card_that_leaves_shows_what_it_covered(game: Game) -> None:
    table = "0,0 zebra+wildebeest\n0,1 gazelle+giraffe\n0,1 zebra+baboon\n0,1 warthog+baboon"
    rows = position(game, table, hands=["rhinoceros"], visible="lion lion lion")
    under = card_at(view(game, rows[0], None), 0, 1)["under"]
    assert [card["card"] for card in under] == ["zebra+baboon", "gazelle+giraffe"]
    play(game, rows, "draw lion", "card rhinoceros", "cell -1,1")
    seen = view(game, rows[0], None)
    assert card_at(seen, 0, 1)["card"] == "zebra+baboon"
    assert [card["card"] for card in card_at(seen, 0, 1)["under"]] == ["gazelle+giraffe"]
    assert card_at(seen, 1, 1)["card"] == "warthog+baboon"


def test_the_rhinoceros_that_is_to_push_is_shown_to_all(game: Game) -> None:
    table = "0,0 zebra+wildebeest\n0,1 lion\n0,2 gazelle+giraffe\n1,1 meerkat"
    rows = position(game, table, hands=["rhinoceros"], visible="lion lion lion")
    play(game, rows, "draw lion", "card rhinoceros", "cell 1,0")
    assert rows[0].player == 1, "one target goes without asking"
    rows = position(game, f"{table}\n1,-1 zebra+giraffe", hands=["rhinoceros"], visible="lion lion lion")
    play(game, rows, "draw lion", "card rhinoceros", "cell 1,0")
    for viewer in (None, 0, 1):
        seen = view(game, rows[0], viewer)
        assert (seen["phase"], seen["pending"], seen["player"]) == ("push", [1, 0], 0)


def test_the_result_stands_there_when_the_game_is_over_with_every_clan(game: Game) -> None:
    table = "0,0 zebra+giraffe\n0,1 brown:zebra"
    rows = position(game, table, hands=["water", "lion"])
    play(game, rows, "card water", "cell 0,-1")
    assert rows[0].player == NOBODY
    seen = view(game, rows[0], None)
    assert (seen["player"], seen["phase"]) == (None, "over")
    assert seen["result"] == {"scores": [4, 0], "ranks": [1, 2], "winners": [0]}  # 1 doubled, and the brown card
    assert [seat["clan"] for seat in seen["seats"]] == ["zebra", "wildebeest"]
    assert seen["seats"][1]["hand"] is None, "what the others keep stays theirs"


# --- What one seat may see --------------------------------------------------------------------------------


def test_a_seat_sees_its_own_hand_and_clan_and_no_other(game: Game) -> None:
    rows = position(game, "0,0 lion", hands=["water lion", "elephant"], visible="meerkat meerkat meerkat")
    own, other = view(game, rows[0], 0)["seats"]
    assert own["hand"] == ["lion", "water", "brown:zebra"]
    assert (own["clan"], own["points"]) == ("zebra", 0)
    assert (other["hand"], other["clan"], other["points"]) == (None, None, None)


def test_only_who_placed_a_baobab_card_knows_it(game: Game) -> None:
    rows = position(game, "0,0 lion", hands=["zebra+giraffe"], visible="meerkat meerkat meerkat")
    play(game, rows, "draw meerkat", "card zebra+giraffe", "cell 0,1")
    shown = {viewer: card_at(view(game, rows[0], viewer), 0, 1) for viewer in (None, 0, 1)}
    assert [shown[viewer]["card"] for viewer in shown] == ["animal", "zebra+giraffe", "animal"]
    assert all(card["face"] == "baobab" and card["seat"] == 0 for card in shown.values())


def test_a_card_that_a_lion_turned_stays_known_to_all(game: Game) -> None:
    rows = position(game, "0,0 zebra+giraffe", hands=["lion"], visible="meerkat meerkat meerkat")
    play(game, rows, "draw meerkat", "card lion", "cell 0,1")
    assert card_at(view(game, rows[0], None), 0, 0)["card"] == "zebra+giraffe"
    assert card_at(view(game, rows[0], None), 0, 0)["face"] == "baobab"


def test_a_covered_card_that_nobody_has_seen_stays_hidden(game: Game) -> None:
    table = "0,0 lion\n0,1 zebra+giraffe baobab 0\n0,1 gazelle+baboon"
    rows = position(game, table, visible="meerkat meerkat meerkat")
    names = {viewer: card_at(view(game, rows[0], viewer), 0, 1)["under"][0]["card"] for viewer in (None, 0, 1)}
    assert names == {None: "animal", 0: "zebra+giraffe", 1: "animal"}


def test_what_another_seat_is_about_to_place_is_not_told(game: Game) -> None:
    rows = position(game, "0,0 lion", hands=["zebra+giraffe"], visible="meerkat meerkat meerkat")
    before = json.dumps(view(game, rows[0], 1))
    play(game, rows, "draw meerkat")
    drawn = json.dumps(view(game, rows[0], 1))
    assert drawn != before
    play(game, rows, "card zebra+giraffe")
    own = view(game, rows[0], 0)
    assert (own["phase"], own["selected"], own["pending"]) == ("cell", "zebra+giraffe", None)
    assert json.dumps(view(game, rows[0], 1)) == drawn


def test_the_cell_that_awaits_a_face_is_shown_to_its_seat_alone(game: Game) -> None:
    table = "0,0 lion\n0,1 meerkat\n1,1 elephant"
    rows = position(game, table, hands=["zebra+giraffe"], visible="water water water")
    play(game, rows, "draw water", "card zebra+giraffe", "cell 1,0")
    assert (view(game, rows[0], 0)["phase"], view(game, rows[0], 0)["pending"]) == ("face", [1, 0])
    for viewer in (None, 1):
        seen = view(game, rows[0], viewer)
        assert (seen["phase"], seen["pending"], seen["selected"]) == ("card", None, None)


def test_unseen_cards_are_those_that_the_viewer_saw_nowhere(game: Game) -> None:
    rows = position(
        game, "0,0 water", hands=["water", "zebra+baboon"], visible="lion elephant elephant", stock="elephant"
    )
    assert view(game, rows[0], 0)["unseen"]["water"] == 1
    assert view(game, rows[0], 1)["unseen"]["water"] == 2
    assert view(game, rows[0], 0)["unseen"]["zebra+baboon"] == 2
    assert view(game, rows[0], 1)["unseen"]["zebra+baboon"] == 1
    assert view(game, rows[0], 1)["unseen"]["elephant"] == 1
    play(game, rows, "draw elephant", "card elephant", "cell 0,1")
    assert "elephant" not in view(game, rows[0], 1)["unseen"], "the last one was refilled"


def test_a_card_taken_in_sight_is_not_among_the_unseen(game: Game) -> None:
    rows = position(game, "0,0 lion", hands=["water"], visible="zebra+giraffe meerkat meerkat")
    assert view(game, rows[0], 1)["unseen"]["zebra+giraffe"] == 1
    play(game, rows, "draw zebra+giraffe", "card water", "cell 0,1")
    for viewer in (None, 0, 1):
        assert view(game, rows[0], viewer)["unseen"]["zebra+giraffe"] == 1
    play(game, rows, "draw meerkat", "card brown", "cell 0,-1", "draw meerkat", "card zebra+giraffe", "cell -1,0")
    assert view(game, rows[0], None)["unseen"]["zebra+giraffe"] == 1
    assert card_at(view(game, rows[0], 1), -1, 0)["card"] == "animal"
    assert view(game, rows[0], 1)["seats"][0]["taken"] == ["zebra+giraffe", "meerkat"], "in hand or under it"


# --- Nothing hidden ---------------------------------------------------------------------------------------


def test_everything_shows_hands_clans_stock_and_what_lies_under_every_baobab(game: Game) -> None:
    table = "0,0 lion\n0,1 zebra+giraffe baobab 0"
    rows = position(
        game,
        table,
        hands=["water", "lion"],
        visible="meerkat meerkat meerkat",
        stock="elephant zebra+baboon",
        rest=True,
    )
    seen = view(game, rows[0], EVERYTHING)
    assert seen["viewer"] == "all"
    assert [seat["hand"] for seat in seen["seats"]] == [["water", "brown:zebra"], ["lion", "brown:wildebeest"]]
    assert [seat["clan"] for seat in seen["seats"]] == ["zebra", "wildebeest"]
    assert card_at(seen, 0, 1)["card"] == "zebra+giraffe"
    assert seen["stock"][:2] == ["elephant", "zebra+baboon"]
    assert view(game, rows[0], 0)["stock"] is None


def test_everything_shows_a_choice_that_is_not_yet_placed(game: Game) -> None:
    rows = position(game, "0,0 lion", hands=["water"], visible="meerkat meerkat meerkat")
    play(game, rows, "draw meerkat", "card water")
    seen = view(game, rows[0], EVERYTHING)
    assert (seen["phase"], seen["selected"]) == ("cell", "water")


@pytest.mark.parametrize("viewer", [2, -1, -2, 7])
def test_a_viewer_that_is_no_seat_is_refused(game: Game, viewer: int) -> None:
    with pytest.raises(ValueError, match="viewer"):
        view(game, position(game, "0,0 lion", visible="water meerkat lion")[0], viewer)


# --- Brown cards as Player Animal cards -------------------------------------------------------------------


def test_a_brown_card_under_its_baobab_is_seen_to_be_brown_but_not_whose_clan(animals: Game) -> None:
    rows = position(animals, "0,0 lion", visible="meerkat meerkat meerkat")
    play(animals, rows, "draw meerkat", "card brown", "cell 0,1")
    other, own = view(animals, rows[0], 1), view(animals, rows[0], 0)
    assert (card_at(other, 0, 1)["card"], card_at(other, 0, 1)["face"]) == ("brown", "baobab")
    assert card_at(own, 0, 1)["card"] == "brown:zebra"
    assert (other["seats"][0]["clan"], other["seats"][0]["brown_place"]) == (None, 1)


def test_a_brown_card_has_a_face_where_it_is_a_player_animal_card_alone(game: Game, animals: Game) -> None:
    table = "0,0 zebra+giraffe\n0,1 brown:zebra"
    for rules, faced in ((game, False), (animals, True)):
        rows = position(rules, table, visible="meerkat meerkat meerkat")
        assert ("face" in card_at(view(rules, rows[0], None), 0, 1)) == faced


# --- In every state ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"brown_cards": "player_animal"}])
def test_a_view_is_json_and_accounts_for_every_card(options: dict[str, Any]) -> None:
    game = load_game("kenya", **options)
    everything = {KIND_NAMES[kind]: int(game.params[0].counts[kind]) for kind in range(BROWN)}
    for rows in random_games(game, full=4, small=1):
        row = rows[0]
        for viewer in (None, *range(row.num_players)):
            seen = view(game, row, viewer)
            assert json.loads(json.dumps(seen)) == seen
            cards = Counter(seen["unseen"]) + Counter(seen["visible"])
            hidden = seen["hidden"]
            for seat in seen["seats"]:
                if seat["hand"] is None:
                    cards += Counter(seat["taken"])
                    hidden += seat["hand_size"] - (seat["brown_place"] is None)
                else:
                    cards += Counter(seat["hand"])
            lying = [lies["card"] for card in seen["savanna"] for lies in (card, *card["under"])]
            unknown = lying.count("animal")
            cards += Counter(card for card in lying if card not in ("animal", "brown"))
            known = {card: count for card, count in cards.items() if not card.startswith("brown")}
            assert known == {card: count for card, count in everything.items() if count}
            others = sum(len(seat["taken"]) for seat in seen["seats"] if seat["hand"] is None)
            assert sum(seen["unseen"].values()) + others == hidden + unknown


def test_everything_agrees_with_what_each_seat_sees(game: Game) -> None:
    for rows in random_games(game, full=4, small=1):
        whole = view(game, rows[0], EVERYTHING)
        for viewer in range(rows[0].num_players):
            seen = view(game, rows[0], viewer)
            assert seen["seats"][viewer] == whole["seats"][viewer]
            assert seen["clan_points"] == whole["clan_points"]
            for card, truth in zip(seen["savanna"], whole["savanna"], strict=True):
                assert card["card"] in (truth["card"], "animal")
                assert card.get("face") == truth.get("face")


# --- Words ------------------------------------------------------------------------------------------------


def test_every_decision_is_explained_within_a_hundred_columns(game: Game, animals: Game) -> None:
    for rules in (game, animals):
        for phase in range(len(rules.phases)):
            text = explain(rules, phase)
            assert len(text) > 80
            assert max(map(len, text.splitlines())) <= 100
    assert set(EXPLANATIONS) == set(range(len(game.phases)))


def test_the_explanation_of_a_placement_says_what_a_brown_card_is(game: Game, animals: Game) -> None:
    placing = game.phases.index("cell")
    assert "no animal cards" in explain(game, placing)
    assert "animal cards too" in explain(animals, placing)


def test_an_unknown_phase_is_refused(game: Game) -> None:
    with pytest.raises(ValueError, match="phase"):
        explain(game, 6)


def test_a_card_shows_its_two_clans_and_a_brown_card_its_own_twice() -> None:
    assert clans_shown("gazelle+giraffe") == ("gazelle", "giraffe")
    assert clans_shown("brown:baboon") == ("baboon", "baboon")
    assert clans_shown("water") == clans_shown("animal") == clans_shown("brown") == ()
    assert all(len(clans_shown(name)) == 2 for name in KIND_NAMES[:NUM_PAIRS])
