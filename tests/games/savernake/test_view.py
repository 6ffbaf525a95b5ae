"""Savernake as JSON, as text and as a picture: what stands there, and that it is the same for all."""

import json

import pytest
from tests.games.savernake.boards import position, token
from tests.pictures import parsed, words
from tests.playing import games, legal, play

from baobab.core.game import Game
from baobab.core.record import EVERYTHING, NOBODY, Rows
from baobab.games.savernake.cards import standard_tables
from baobab.registry import load_game

pytestmark = pytest.mark.kernels

FOREST = "0,0 fox\n1,0 straight we\n2,0 double we/b\n2,1 curve be 2\n0,1 bear 1"


def finished(game: Game, players: int) -> Rows:
    """A game that is over."""
    rows = game.start(players, seed=3)
    while rows[0].player != NOBODY:
        play(game, rows, min(legal(game, rows)))
    return rows


def test_a_forest_is_told_card_by_card(game: Game) -> None:
    rows = position(game, FOREST, market=["straight bw", "", "double b/w", "otter"], rooster=1)
    token(game, rows, 0, "0,0", "eggs")
    token(game, rows, 0, "0,0")
    view = json.loads(json.dumps(game.view(rows[0], 0)))
    seat = view["seats"][0]
    assert seat["box"] == [3, 2]
    assert seat["newest"] == [0, 1]
    assert seat["forest"][0] == {
        "at": [0, 0],
        "animal": "fox",
        "number": 4,
        "side": "S",
        "base": 1,
        "capacity": 3,
        "points": {"berries": 0, "worms": 1, "eggs": 3, "nuts": 0},
        "turns": 0,
        "drops": {"berries": 0, "worms": 0, "eggs": 1, "nuts": 0},
        "burrows": 1,
        "finds": {"berries": 1, "worms": 2, "eggs": 3, "nuts": 0},
        "scores": 1 + 3 * 4 + 1,
    }
    assert seat["forest"][3]["trails"] == [
        {"sides": ["N", "E"], "foods": ["worms", "eggs"]},
        {"sides": ["S", "W"], "foods": ["berries"]},
    ]
    assert seat["forest"][4]["trails"] == [{"sides": ["S", "W"], "foods": ["berries", "eggs"]}]
    assert [offer["mentor"] for offer in view["market"]] == ["rooster", "goat", "armadillo", "rabbit"]
    assert view["market"][1]["card"] is None
    assert view["market"][3]["card"]["animal"] == "otter"
    assert seat["score"] == seat["points"] == 14 + 1
    assert view["seats"][1]["score"] == view["seats"][1]["points"] + 1


def test_the_open_cells_are_where_cards_may_lie(game: Game) -> None:
    rows = position(game, "0,0 fox\n1,0 straight we\n2,0 straight bb\n3,0 straight ww", market=["straight nn"])
    view = game.view(rows[0], None)
    assert view["seats"][0]["open"] == [[row, column] for row in range(4) for column in (-1, 1)]
    places = {name.split()[2] for name in legal(game, rows)}
    assert places == {f"{row},{column}" for row, column in view["seats"][0]["open"]}


def test_all_see_the_same_but_the_order_of_the_decks(game: Game) -> None:
    rows = game.start(3, seed=2)
    views = [game.view(rows[0], viewer) for viewer in (None, 0, 1, 2)]
    assert len({json.dumps({**view, "viewer": None}) for view in views}) == 1
    assert views[0]["deck"] is None
    assert len(views[0]["unseen"]["paths"]) == 42
    assert len(views[0]["unseen"]["animals"]) == 15  # one never comes
    everything = game.view(rows[0], EVERYTHING)
    setup = game.notation.write_setup(game, rows)
    assert [card for deal in everything["deck"] for card in deal["paths"]] == setup["paths"][3:]
    assert len(everything["deck"]) == 14


def test_all_see_who_would_win_a_tie_and_why(game: Game) -> None:
    rows = position(game, "0,0 fox", "0,0 mole", "0,0 otter", rooster=2, player=1)
    last = load_game("savernake", tie="last_round")
    for viewer in (None, 0, 2):
        assert game.view(rows[0], viewer)["tie"] == {"by": "next_round", "order": [2, 0, 1]}
        assert last.view(rows[0], viewer)["tie"] == {"by": "last_round", "order": [1, 2, 0]}
        told = "A tie goes by the turns of the last round played, as it stands to the first of seats 1, 2, 0."
        assert told in last.text(rows[0], viewer)
        assert told in " ".join(words(last.svg(rows[0], viewer)))
        assert "the turns of a next round, as it stands to the first of seats 2, 0, 1." in game.text(rows[0], 0)


@pytest.mark.parametrize("viewer", [3, -1, 17])
def test_another_viewer_is_refused(game: Game, viewer: int) -> None:
    with pytest.raises(ValueError, match="a viewer is a seat of 0 … 2"):
        game.view(game.start(3, seed=2)[0], viewer)


def test_a_phase_that_is_none_has_no_rules(game: Game) -> None:
    with pytest.raises(ValueError, match="a phase is one of"):
        game.help(3)


def test_the_text_shows_trails_foods_and_animals(game: Game) -> None:
    rows = position(game, FOREST, market=["straight bw", "", "double b/w", "otter"])
    text = game.text(rows[0], 0)
    lines = text.splitlines()
    assert lines[0].endswith("round 1 of 15; seat 0 (you) is to take a card of the market and place it")
    forest = [line[:39].rstrip() for line in lines[lines.index(next(line for line in lines if "Seat 0" in line)) :]]
    assert forest[5:14] == [
        "",
        " 0     ·       (A)   ───[B]       ·",
        "                │",
        "                │",
        " 1     ·        │we      ·",
        "                │",
        "                │we",
        " 2     ·    ────\\────────┐        ·",
        "               b│      be│",
    ]
    assert "0 (A) fox" in text
    assert any(line.split() == ["0", "(A)", "fox", "1", "3", "1×0", "2×1", "3×3", "–", "10"] for line in lines)
    assert "  goat       taken" in lines
    assert "  rabbit     otter: opens S, base 3, eats 2 of berries 2, worms 2, eggs 1" in lines


def test_a_finished_game_names_its_winner(game: Game) -> None:
    rows = finished(game, 4)
    view = game.view(rows[0], None)
    winner = view["result"]["winners"][0]
    assert view["phase"] == "over"
    assert f"seat {winner} wins with {view['result']['scores'][winner]} points" in game.text(rows[0], None)
    assert all(card["scores"] is not None for seat in view["seats"] for card in seat["forest"] if "animal" in card)
    assert [seat["points"] for seat in view["seats"]] == [
        sum(card.get("scores", 0) for card in seat["forest"]) for seat in view["seats"]
    ]


def test_pictures_are_sound_at_every_stage(game: Game) -> None:
    for players in (2, 3, 4):
        rows = game.start(players, seed=players)
        step = 0
        while rows[0].player != NOBODY:
            if step % games(8, small=32) == 0:
                parsed(game.svg(rows[0], 0))
                assert max(map(len, game.text(rows[0], None).splitlines())) <= 112
            play(game, rows, max(legal(game, rows)))
            step += 1
        parsed(game.svg(rows[0], None))


def test_a_name_with_signs_of_its_own_is_no_markup(game: Game) -> None:
    tables = {name: [dict(row) for row in rows] for name, rows in standard_tables().items()}
    for row in tables["animals"]:
        row["animal"] = f"<&{row['card']}>"
    own = load_game("savernake", tables=tables)
    rows = game.start(2, seed=1)
    assert any("<&" in text for text in words(own.svg(rows[0], 0)))
    assert own.state == game.state
