"""Okavango as text for a terminal and as a picture."""

import re

import pytest
from tests.games.okavango.boards import apply, drink, position, random_states
from tests.pictures import SVG, parsed, shapes, words
from tests.playing import play

from baobab.adapters.picture import rasterise
from baobab.core.game import Game
from baobab.core.record import EVERYTHING
from baobab.games.okavango.cards import KIND_NAMES
from baobab.games.okavango.draw import draw_svg, draw_text
from baobab.games.okavango.glyphs import GLYPHS, TILE_COLOURS


def line_of(text: str, start: str) -> str:
    """The line of a drawing that begins so."""
    return next(line for line in text.splitlines() if line.startswith(start))


# --- Text -------------------------------------------------------------------------------------------------


def test_a_pool_shows_its_value_its_spaces_and_its_tiles(game: Game) -> None:
    text = draw_text(game, position(game, {"hole:7": "zebra*3 ranger"})[0], None)
    assert re.fullmatch(r"hole:7 +6 +####ooxx +zebra ×3, ranger", line_of(text, "hole:7"))
    assert re.fullmatch(r"arm:1 +3 4 5 +#ooxx +meerkat", line_of(text, "arm:1"))


def test_a_dry_arm_is_dry(game: Game) -> None:
    text = draw_text(game, position(game, dry=["arm:1"])[0], None)
    assert line_of(text, "arm:1").endswith("dry")


def test_a_reserve_is_shown_to_its_seat_alone(game: Game) -> None:
    row = position(game, known=["", ""], unknown=["lion*2 zebra", "monkey"])[0]
    assert line_of(draw_text(game, row, 0), "Your reserve:") == "Your reserve:  5 zebra, 11 lion ×2"
    assert "Your reserve" not in draw_text(game, row, None)
    assert "3 unknown" in line_of(draw_text(game, row, 1), "0 ")
    assert "Reserve of 0:  5 zebra, 11 lion ×2" in draw_text(game, row, EVERYTHING)


def test_the_headline_says_who_is_to_do_what(game: Game) -> None:
    rows = position(game, {"arm:1": "lion ranger"}, known=["zebra monkey", "lion"], river="zebra lion")
    assert draw_text(game, rows[0], 0).startswith("Okavango, 2 players: seat 0 (you) is to swap, drink or pass\n")
    apply(game, rows, "swap arm:1")
    assert "choose what the ranger at arm:1 stands for" in draw_text(game, rows[0], 0)
    assert "swap, drink or pass" in draw_text(game, rows[0], 1)
    apply(game, rows, "animal zebra")
    assert "drink or pass after the swap at arm:1" in draw_text(game, rows[0], 1)


def test_a_group_is_told_while_it_is_put_together_and_when_it_lies(game: Game) -> None:
    rows = position(game, known=["lion*4 ranger", ""], river="zebra*2")
    apply(game, rows, "drink hole:7", "animal lion", "size 3")
    assert "Group for hole:7: 3 tiles: lion" in draw_text(game, rows[0], 0)
    assert "Group for" not in draw_text(game, rows[0], 1)
    apply(game, rows, "rangers 1")
    assert "Group for hole:7: 3 tiles, 1 of them rangers: lion" in draw_text(game, rows[0], 1)


def test_the_winner_is_named(game: Game) -> None:
    rows = position(game, known=["lion", "lion"])
    rows[0].score[:2] = [3, 8]
    play(game, rows, "pass nothing", "pass nothing")
    assert draw_text(game, rows[0], None).startswith("Okavango, 2 players: seat 1 wins with 8 points\n")
    rows[0].score[:2] = [8, 8]
    assert "seats 0 and 1 share the win with 8 points" in draw_text(game, rows[0], None)


def test_no_line_is_wider_than_a_hundred_columns(game: Game) -> None:
    for rows in random_states(game, full=4, small=1, every=13):
        for viewer in (None, 0, EVERYTHING):
            text = draw_text(game, rows[0], viewer)
            assert max(map(len, text.splitlines())) <= 100
            assert not re.search(r"[ \t]$", text, re.MULTILINE)
            assert "\x1b" not in text


# --- Picture ----------------------------------------------------------------------------------------------


def test_every_tile_has_a_shape_and_a_colour() -> None:
    assert set(GLYPHS) == set(TILE_COLOURS) == set(KIND_NAMES)


def test_the_picture_shows_every_tile_of_the_pools(game: Game) -> None:
    svg = draw_svg(game, position(game, {"hole:7": "zebra*3 ranger*2"})[0], None)
    assert shapes(svg).count("zebra") == 3 + 1, "and once among those not located"
    assert {"hole:0", "hole:7", "arm:2", "River (0)", "Bag: 0 tiles"} <= set(words(svg))


def test_what_a_viewer_does_not_know_is_not_in_the_picture(game: Game) -> None:
    row = position(game, known=["", ""], unknown=["lion*2", "lion*3"])[0]
    assert "Your reserve (2)" in words(draw_svg(game, row, 0))
    assert "Your reserve (2)" not in words(draw_svg(game, row, 1))
    assert draw_svg(game, row, 1) != draw_svg(game, row, None)


def test_the_picture_names_the_pool_that_is_closed_and_the_dry_arm(game: Game) -> None:
    rows = position(game, {"hole:7": "zebra ranger"}, known=["zebra", ""], river="lion monkey", dry=["arm:0"])
    play(game, rows, "swap hole:7")
    assert {"hole:7 closed after the swap", "arm:0 dry"} <= set(words(draw_svg(game, rows[0], 0)))


def test_pictures_are_well_formed_in_every_state(game: Game) -> None:
    for rows in random_states(game, full=2, small=1, every=29):
        for viewer in (None, 0, EVERYTHING):
            tree = parsed(draw_svg(game, rows[0], viewer))
            used = {element.attrib["href"] for element in tree.iter(f"{SVG}use")}
            assert used <= {f"#okavango-{name}" for name in GLYPHS}


def test_a_picture_becomes_pixels(game: Game) -> None:
    rows = position(game, known=["lion*3", ""], river="zebra*2")
    drink(game, rows, "hole:7", "lion*3")
    pixels = rasterise(draw_svg(game, rows[0], 0))
    assert pixels.shape[2] == 3
    assert pixels.std() > 10


@pytest.mark.parametrize("spaces", [4, 9, 14])
def test_a_hole_of_any_size_is_drawn(spaces: int) -> None:
    from baobab.games.okavango.cards import printed_tables
    from baobab.registry import load_game

    tables = {name: [dict(pool) for pool in pools] for name, pools in printed_tables().items()}
    tables["holes"][0] = {"value": 2, "white": 2, "dark": spaces - 2}
    other = load_game("okavango", tables=tables)
    svg = draw_svg(other, position(other)[0], None)
    assert len(list(parsed(svg).iter(f"{SVG}circle"))) > spaces
