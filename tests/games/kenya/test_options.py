"""Kenya's options: what each value changes, and what is refused."""

from typing import Any

import pytest
from tests.games.kenya import boards
from tests.games.kenya.boards import hand, hidden, position, visible
from tests.playing import asked, games, legal, play

from baobab.core.game import Game
from baobab.registry import load_game

pytestmark = pytest.mark.kernels

TINY = boards.deck({"zebra+giraffe": 4, "lion": 2, "water": 2, "meerkat": 2})
"""Ten cards: two hands, the first card and the visible stock."""


def test_the_defaults_are_the_rulings_of_the_page(game: Game) -> None:
    assert dict(game.options) == {"brown_cards": "apart", "table": 17, "cards": None}
    assert game.changed_options() == {}
    assert (game.min_players, game.max_players) == (2, 5)


def test_changed_options_are_those_that_a_record_lists() -> None:
    game = load_game("kenya", brown_cards="player_animal", cards={"lion": 4})
    assert game.changed_options() == {"brown_cards": "player_animal", "cards": {"lion": 4}}


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"brown_cards": "animal"}, "brown_cards is one of apart, player_animal, not 'animal'"),
        ({"brown_cards": True}, "brown_cards"),
        ({"brown_cards": None}, "brown_cards"),
        ({"table": 16}, "table is an odd number of cells from 9"),
        ({"table": 7}, "not 7"),
        ({"table": 19}, "from 9 to 17, not 19"),
        ({"table": 17.0}, "not 17.0"),
        ({"table": "17"}, "not '17'"),
        ({"table": True}, "not True"),
        ({"table": None}, "not None"),
        ({"cards": {"hyena": 1}}, "'hyena' is no card"),
        ({"cards": {"lion": 40}}, "green cards"),
        ({"cards": "lion"}, "cards is a table"),
        ({"cards": ["lion"]}, "cards is a table"),
        ({"colour": "green"}, "option"),
    ],
)
def test_a_value_that_is_not_allowed_is_refused_with_the_reason(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        load_game("kenya", **options)


# --- table ------------------------------------------------------------------------------------------------


def test_no_option_changes_ids_layouts_or_types_so_that_one_compiled_game_serves_all() -> None:
    usual = load_game("kenya")
    for options in ({"table": 9}, {"brown_cards": "player_animal"}, {"cards": {"lion": 2}}):
        other = load_game("kenya", **options)
        assert other.actions.digest == usual.actions.digest
        for layout in ("observation", "hidden", "features"):
            assert getattr(other, layout).digest == getattr(usual, layout).digest
        assert (other.state, other.params.dtype) == (usual.state, usual.params.dtype)


def test_a_game_on_the_smallest_table_goes_to_its_end() -> None:
    game = load_game("kenya", table=9, cards={"rhinoceros": 0})
    for seed in range(games(20, small=1)):
        rows = game.start(5, seed=seed)
        while asked(game, rows) != "over":
            play(game, rows, max(legal(game, rows)))  # cells of one corner first: the edge binds
        game.check(rows[0])


# --- cards ------------------------------------------------------------------------------------------------


def test_ten_cards_make_a_game_for_two_whose_hidden_stock_is_empty() -> None:
    game = load_game("kenya", cards=TINY)
    assert (game.min_players, game.max_players) == (2, 2)
    rows = game.start(2, seed=1)
    assert len(visible(rows)) == 3
    assert hidden(rows) == []
    with pytest.raises(ValueError, match="2 to 2 players"):
        game.start(3, seed=1)


@pytest.mark.parametrize(
    ("greens", "max_players"), [(10, 2), (12, 2), (13, 3), (15, 3), (16, 4), (18, 4), (19, 5), (49, 5)]
)
def test_as_many_can_play_as_the_cards_are_enough_for(greens: int, max_players: int) -> None:
    game = load_game("kenya", cards=boards.deck({"meerkat": greens}))
    assert game.max_players == max_players


def test_a_changed_deck_is_dealt() -> None:
    game = load_game("kenya", cards=TINY)
    for seed in range(games(20, small=2)):
        rows = game.start(2, seed=seed)
        cards = [card for seat in range(2) for card in hand(rows, seat)] + visible(rows)
        cards.append(boards.at(rows, "0,0").removesuffix(" up"))
        assert sorted(cards) == sorted([*["zebra+giraffe"] * 4, *["lion", "water", "meerkat", "brown"] * 2])


def test_a_clan_may_have_more_points_than_the_printed_cards_give() -> None:
    game = load_game("kenya", cards=boards.deck({"zebra+giraffe": 39, "water": 10}))
    middle = [f"{row},{column} zebra+giraffe" for row in range(-3, 3) for column in range(-3, 3)]
    water = [f"{row},{column} water" for row in (-4, 3) for column in range(-3, 2)]
    rows = position(game, "\n".join(middle + water), clans=["zebra", "wildebeest"])
    expected = 36 + 10
    assert boards.points(rows, "zebra") == expected
    rows[0].clan_score[0] = 2 * 49
    seen = boards.observe(game, rows, 0)
    assert (seen >= game.observation.low).all()
    assert (seen <= game.observation.high).all()


def test_a_deck_of_meerkats_ends_within_the_bound() -> None:
    game = load_game("kenya", cards=boards.deck({"meerkat": 49}))
    rows = game.start(2, seed=3)
    while asked(game, rows) != "over":
        play(game, rows, min(legal(game, rows)))
    assert rows[0].decisions <= game.max_decisions
