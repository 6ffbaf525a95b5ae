"""What Nimalia shows: the view as JSON, the text and the picture."""

import json

import numpy as np
import pytest
from tests.games.nimalia.boards import position, random_game
from tests.games.nimalia.test_determinize import play_steps
from tests.pictures import words

from baobab.core.game import Game
from baobab.core.record import EVERYTHING
from baobab.games.nimalia.cards import FRENCH, SPECIES

VIEWERS = [0, 1, 2, None, EVERYTHING]


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("steps", [0, 1, 5, 15])
def test_a_view_is_json_and_has_a_text_and_a_picture(game: Game, viewer: int | None, steps: int) -> None:
    rows = game.start(3, seed=41)
    play_steps(game, rows, steps)
    seen = game.view(rows[0], viewer)
    assert json.loads(json.dumps(seen)) == seen
    text = game.text(rows[0], viewer)
    assert text.startswith("Nimalia, 3 players: ")
    assert max(map(len, text.splitlines())) <= 100
    assert not any(line != line.rstrip() for line in text.splitlines())
    assert "Nimalia, 3 players" in words(game.svg(rows[0], viewer))


@pytest.mark.parametrize("viewer", [-2, 3, 99])
def test_a_viewer_that_is_not_there_is_refused(game: Game, viewer: int) -> None:
    with pytest.raises(ValueError, match=f"not {viewer}"):
        game.view(game.start(3, seed=41)[0], viewer)


def test_the_clock_counts_from_one(game: Game) -> None:
    rows = game.start(2, seed=42)
    play_steps(game, rows, 4)
    seen = game.view(rows[0], 0)
    assert (seen["round"], seen["step"], seen["passing"], seen["player"]) == (2, 2, "right", 0)
    headline = "round 2 of 5, step 2 of 3, hands go right; seat 0 (you) is to place a card"
    assert headline in game.text(rows[0], 0)


def test_objectives_tell_when_they_are_scored(game: Game) -> None:
    seen = game.view(position(game, "L", "L", round_index=2)[0], 0)
    told = [(one["number"], one["colour"], one["now"], one["later"]) for one in seen["objectives"]]
    assert told == [(5, "blue", True, 1), (19, "green", False, 1), (4, "yellow", False, 2), (16, "red", True, 2)]


def test_squares_tell_species_biome_and_river(game: Game) -> None:
    seen = game.view(position(game, "L . / su jd", "P")[0], None)
    assert seen["seats"][0]["reserve"] == [
        {"at": [0, 0], "species": "lion", "biome": "savanna", "river": None},
        {"at": [1, 0], "species": "otter", "biome": "savanna", "river": "/"},
        {"at": [1, 1], "species": "otter", "biome": "jungle", "river": "\\"},
    ]
    assert seen["seats"][0]["box"] == [2, 2]
    assert seen["seats"][0]["largest_species"] == 2


def test_a_finished_game_tells_its_rounds_and_winner(game: Game) -> None:
    rows = game.start(2, seed=43)
    random_game(game, rows, np.random.default_rng(43))
    seen = game.view(rows[0], None)
    assert seen["phase"] == "over"
    assert seen["player"] is None
    assert [one["scored"] for one in seen["rounds"]][3] == ["green", "yellow", "red"]
    assert [one["totals"] for one in seen["rounds"]][-1] == seen["result"]["scores"]
    assert len(seen["played"]) == 30
    winners = seen["result"]["winners"]
    words = f"seat {winners[0]} wins with" if len(winners) == 1 else "share the win"
    assert words in game.text(rows[0], None)


def test_text_draws_every_kind_of_square(game: Game) -> None:
    rows = position(game, "L G D R B P / F C su jd iu .", "L")
    text = game.text(rows[0], None)
    assert "0  L  G  D  R  B  P" in text
    assert "1  F  C  s/ j\\ i/ ·" in text


def test_the_picture_draws_every_square_of_every_reserve(game: Game) -> None:
    rows = position(game, "L G D R B P / F C su jd iu .", "L L / . P")
    svg = game.svg(rows[0], None)
    for species, count in {"lion": 3, "penguin": 2, "otter": 3, "crocodile": 1}.items():
        assert svg.count(f'href="#nimalia-{species}"') == count


def test_another_ones_unknown_hand_is_in_no_picture(game: Game) -> None:
    rows = game.start(2, seed=44)
    own, other = (game.view(rows[0], EVERYTHING)["seats"][seat]["hand"] for seat in range(2))
    svg = game.svg(rows[0], 0)
    assert all(f">card {card}<" in svg for card in own)
    assert not any(f">card {card}<" in svg for card in other)
    text = game.text(rows[0], 0)
    assert all(f"(card {card})" in text for card in own)
    assert not any(f"(card {card})" in text for card in other)


def test_rules_are_explained(game: Game) -> None:
    assert "6 rows and 6 columns" in game.help(0)
    with pytest.raises(ValueError, match="a phase is one of 0 … 0, not 1"):
        game.help(1)


def test_every_species_has_a_french_name() -> None:
    assert set(SPECIES) <= set(FRENCH)
