"""Kenya as text for a terminal and as a picture."""

import random
import re
from typing import Any

import numpy as np
import pytest
from tests.games.kenya.boards import position
from tests.pictures import SVG, parsed, shapes, words
from tests.playing import games, play

from baobab.adapters.picture import rasterise
from baobab.core.game import Game
from baobab.core.picture import INK
from baobab.core.record import EVERYTHING, NOBODY
from baobab.games.kenya.cards import CLANS, KIND_NAMES
from baobab.games.kenya.draw import card_code, draw_svg, draw_text
from baobab.games.kenya.glyphs import CLAN_COLOURS, CLAN_LETTERS, GLYPHS

MEERKATS = "meerkat meerkat meerkat"


def board(text: str) -> dict[tuple[int, int], str]:
    """What stands on each cell of a drawn table, by the numbers of its row and column."""
    lines = text.splitlines()[2:]
    columns = [int(column) for column in lines[0].split()]
    cells = {}
    for line in lines[1 : lines.index("")]:
        row = int(line[:4])
        for place, column in enumerate(columns):
            cell = line[5 + 4 * place : 9 + 4 * place].strip()
            if cell:
                cells[row, column] = cell
    return cells


def random_end(game: Game, *, seed: int, players: int, decisions: int = 10_000) -> Any:
    """The rows of a random game after so many decisions, or at its end."""
    chooser = random.Random(seed)
    rows = game.start(players, seed=seed)
    while rows[0].player != NOBODY and decisions > 0:
        action = chooser.choice(game.legal_actions(rows).tolist())
        game.kernels.step_many(game.params, rows, np.array([action], np.int32))
        decisions -= 1
    return rows


# --- Text: the table --------------------------------------------------------------------------------------


def test_cards_stand_where_records_say_they_lie(game: Game) -> None:
    table = "0,0 zebra+giraffe\n1,0 lion\n0,-1 water\n-1,0 brown:wildebeest"
    rows = position(game, table, visible=MEERKATS)
    cells = board(draw_text(game, rows[0], None))
    assert cells[0, 0] == "ZF"
    assert cells[1, 0] == "Li"
    assert cells[0, -1] == "Wa"
    assert cells[-1, 0].endswith("WW")


def test_the_cells_where_a_card_may_be_placed_are_dotted_and_no_others(game: Game) -> None:
    rows = position(game, "0,0 lion\n0,1 water", visible=MEERKATS)
    cells = board(draw_text(game, rows[0], None))
    free = {at for at, cell in cells.items() if cell == "·"}
    assert free == {(-1, 0), (-1, 1), (0, -1), (0, 2), (1, 0), (1, 1)}


def test_a_baobab_is_a_question_but_to_who_knows_the_card(game: Game) -> None:
    rows = position(game, "0,0 lion\n0,1 zebra+giraffe baobab 0\n1,1 meerkat", visible=MEERKATS)
    assert board(draw_text(game, rows[0], None))[0, 1] == "??"
    assert board(draw_text(game, rows[0], 1))[0, 1] == "??"
    assert board(draw_text(game, rows[0], 0))[0, 1] == "zf"
    assert board(draw_text(game, rows[0], EVERYTHING))[0, 1] == "zf"


def test_a_lion_turns_four_neighbours_in_the_drawing(game: Game) -> None:
    table = "-1,0 zebra+giraffe\n0,1 zebra+baboon\n1,0 gazelle+giraffe\n0,-1 warthog+baboon\n1,1 zebra+wildebeest"
    rows = position(game, table, hands=["lion"], visible=MEERKATS)
    play(game, rows, "draw meerkat", "card lion", "cell 0,0")
    cells = board(draw_text(game, rows[0], None))
    assert [cells[at] for at in ((-1, 0), (0, 1), (1, 0), (0, -1))] == ["zf", "zb", "gf", "hb"]
    assert cells[1, 1] == "ZW", "a corner does not touch"


def test_a_card_that_covers_another_has_a_plus(game: Game) -> None:
    table = "0,0 lion\n0,1 gazelle+giraffe\n0,1 zebra+baboon\n0,2 meerkat"
    rows = position(game, table, visible=MEERKATS)
    assert board(draw_text(game, rows[0], None))[0, 1] == "ZB+"


def test_the_card_placed_last_is_marked(game: Game) -> None:
    rows = position(game, "0,0 lion", hands=["water"], visible=MEERKATS)
    assert ">" not in "".join(board(draw_text(game, rows[0], None)).values())
    play(game, rows, "draw meerkat", "card water", "cell 0,1")
    assert board(draw_text(game, rows[0], None))[0, 1] == ">Wa"


def test_the_cell_that_awaits_a_face_is_in_brackets_for_its_seat_alone(game: Game) -> None:
    table = "0,0 lion\n0,1 meerkat\n1,1 elephant"
    rows = position(game, table, hands=["zebra+giraffe"], visible="water water water")
    play(game, rows, "draw water", "card zebra+giraffe", "cell 1,0")
    assert "seat 0 (you) is to choose the face of the zebra+giraffe at 1,0" in draw_text(game, rows[0], 0)
    assert board(draw_text(game, rows[0], 0))[1, 0] == "[· ]"
    assert board(draw_text(game, rows[0], 1))[1, 0] == "·"
    assert "seat 0 is to choose a card to place" in draw_text(game, rows[0], 1)


def test_a_brown_card_under_its_baobab_has_its_own_sign(animals: Game) -> None:
    rows = position(animals, "0,0 lion\n0,1 brown:zebra baobab 0\n1,1 meerkat", visible=MEERKATS)
    assert board(draw_text(animals, rows[0], 1))[0, 1] == "?!"
    assert board(draw_text(animals, rows[0], 0))[0, 1] == "zz"


def test_every_card_has_its_own_code() -> None:
    codes = {card_code(card) for card in KIND_NAMES}
    assert len(codes) == len(KIND_NAMES)
    assert all(len(code) == 2 for code in codes)
    assert len({code.lower() for code in codes}) == len(KIND_NAMES), "the small letters of a Baobab tell them apart too"


# --- Text: the rest ---------------------------------------------------------------------------------------


def test_own_hand_and_clan_are_told_and_no_other(game: Game) -> None:
    rows = position(game, "0,0 lion", hands=["water elephant", "rhinoceros"], visible=MEERKATS)
    text = draw_text(game, rows[0], 0)
    assert re.search(r"^Your hand: +El elephant, Wa water, ZZ brown:zebra$", text, re.MULTILINE)
    assert re.search(r"^0 you, to move +zebra +0 +3 ", text, re.MULTILINE)
    assert re.search(r"^1 +\? +\? +2 ", text, re.MULTILINE)
    assert "brown:wildebeest" not in text
    assert "Hand of" not in text


def test_points_of_every_clan_are_told(game: Game) -> None:
    table = "0,0 gazelle+giraffe\n0,1 water\n-1,1 brown:giraffe\n1,0 zebra+gazelle"
    rows = position(game, table, clans=["zebra", "giraffe"], visible=MEERKATS)
    text = draw_text(game, rows[0], None)
    # The pair and the brown card lie beside the water hole: 2 and 4; the other pair does not.
    for told in ("Z zebra 1", "W wildebeest 0", "H warthog 0", "G gazelle 3", "F giraffe 6", "B baboon 0"):
        assert told in text


def test_hands_are_told_where_nothing_is_hidden(game: Game) -> None:
    rows = position(game, "0,0 lion", hands=["water", "rhinoceros"], visible=MEERKATS, stock="elephant lion", rest=True)
    text = draw_text(game, rows[0], EVERYTHING)
    assert "Hand of 0:     Wa water, ZZ brown:zebra" in text
    assert "Hand of 1:     Rh rhinoceros, WW brown:wildebeest" in text
    assert "In this order: El Li " in text


def test_the_winner_is_told_when_the_game_is_over(game: Game) -> None:
    rows = position(game, "0,0 zebra+giraffe\n0,1 brown:zebra", hands=["water", "lion"])
    play(game, rows, "card water", "cell 0,-1")
    text = draw_text(game, rows[0], 1)
    assert text.startswith("Kenya, 2 players: seat 0 wins with 4 points\n")
    assert re.search(r"^1 you, rank 2 +wildebeest +0 ", text, re.MULTILINE)
    assert "·" not in "".join(board(text).values())


def test_a_shared_win_names_every_winner(game: Game) -> None:
    rows = position(game, "0,0 lion\n0,1 brown:zebra", hands=["water", "lion"])
    rows[0].hands[0, KIND_NAMES.index("water")] = 0
    rows[0].player, rows[0].num_browns, rows[0].brown_order[0], rows[0].clan_score[0] = NOBODY, 0, -1, 0
    assert "seats 0 and 1 share the win with 0 points" in draw_text(game, rows[0], None)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_usual_games_fit_into_a_hundred_columns(game: Game, players: int) -> None:
    for seed in range(games(6, small=1)):
        for decisions in (0, 20, 60, 10_000):
            rows = random_end(game, seed=seed, players=players, decisions=decisions)
            for viewer in (None, 0, EVERYTHING):
                text = draw_text(game, rows[0], viewer)
                assert max(map(len, text.splitlines())) <= 100
                assert "\x1b" not in text
                assert not any(line.endswith(" ") for line in text.splitlines())


# --- The picture ------------------------------------------------------------------------------------------


def test_a_picture_shows_a_pair_by_shape_letter_and_colour(game: Game) -> None:
    rows = position(game, "0,0 zebra+giraffe", visible=MEERKATS)
    svg = draw_svg(game, rows[0], None)
    table = svg[svg.index('<g transform="translate(0') : svg.index(">Kenya, 2 players</text>")]
    for clan in ("zebra", "giraffe"):
        assert f"#kenya-{clan}" in table
        assert f">{CLAN_LETTERS[clan]}</text>" in table
        assert CLAN_COLOURS[clan] in table
    assert "#kenya-baobab" not in table


def test_a_picture_hides_what_lies_under_a_baobab(game: Game) -> None:
    rows = position(game, "0,0 lion\n0,1 zebra+giraffe baobab 0\n1,1 meerkat", visible=MEERKATS)
    known, unknown = (words(draw_svg(game, rows[0], viewer)) for viewer in (0, 1))
    assert shapes(draw_svg(game, rows[0], 1)).count("baobab") == 1
    assert known.count("Z") == unknown.count("Z") + 1 + 2  # under the Baobab; the brown card in the hand has two
    assert known.count("?") == unknown.count("?") - 1


def test_a_picture_marks_what_a_water_hole_doubles(game: Game) -> None:
    table = "0,0 water\n0,1 gazelle+giraffe\n1,1 gazelle+giraffe\n-1,0 brown:zebra\n0,-1 lion"
    rows = position(game, table, visible=MEERKATS)
    assert shapes(draw_svg(game, rows[0], None)).count("drop") == 2  # the pair beside it, the brown card


def test_a_picture_counts_covered_cards(game: Game) -> None:
    table = "0,0 lion\n0,1 gazelle+giraffe\n0,1 zebra+baboon\n0,1 warthog+baboon"
    rows = position(game, table, visible=MEERKATS)
    assert "+2" in words(draw_svg(game, rows[0], None))


def test_a_picture_shows_the_own_hand_alone(game: Game) -> None:
    rows = position(game, "0,0 lion", hands=["water", "rhinoceros"], visible=MEERKATS)
    assert "water" in shapes(draw_svg(game, rows[0], 0))
    assert "rhinoceros" not in shapes(draw_svg(game, rows[0], 0))
    assert {"water", "rhinoceros"}.isdisjoint(shapes(draw_svg(game, rows[0], None)))
    assert {"water", "rhinoceros"} <= set(shapes(draw_svg(game, rows[0], EVERYTHING)))


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("viewer", [None, 1, EVERYTHING])
def test_pictures_are_well_formed_and_have_pixels(game: Game, players: int, viewer: int | None) -> None:
    for decisions in (0, 45, 10_000):
        svg = draw_svg(game, random_end(game, seed=players, players=players, decisions=decisions)[0], viewer)
        root = parsed(svg)
        assert root.tag == f"{SVG}svg"
        defined = {element.attrib["id"] for element in root.iter() if "id" in element.attrib}
        assert {f"kenya-{shape}" for shape in shapes(svg)} <= defined
        assert not list(root.iter(f"{SVG}image")), "nothing outside the file"
        pixels = rasterise(svg)
        assert pixels.shape == (int(root.attrib["height"]), int(root.attrib["width"]), 3)
        assert pixels.std() > 10


def test_every_clan_and_special_has_its_shape_and_clans_look_different() -> None:
    for card in KIND_NAMES:
        assert "+" in card or card.removeprefix("brown:") in GLYPHS
    assert len(set(CLAN_LETTERS.values())) == len(set(CLAN_COLOURS.values())) == len(CLANS)


def test_letters_can_be_read_on_every_clan_colour() -> None:
    # Contrast as the Web Content Accessibility Guidelines measure it; 4.5 is what they ask of small text.
    assert all(_contrast(colour, INK) > 4.5 for colour in CLAN_COLOURS.values())


def _contrast(one: str, other: str) -> float:
    lights = sorted((_luminance(one), _luminance(other)))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
