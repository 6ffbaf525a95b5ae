"""The words and lines that the games' texts share."""

import re
from types import SimpleNamespace
from typing import Any

import pytest

from baobab.core.draw import WIDTH, headline, outcome, packed, paragraphs, seat_notes
from baobab.core.picture import Look, draw_panel, in_lines, page, words
from baobab.core.record import EVERYTHING
from baobab.core.view import LINE, OVER, check_viewer, explain_phase

RESULT = {"scores": [3, 7, 7], "ranks": [3, 1, 1], "winners": [1, 2]}


def seen(**values: Any) -> dict[str, Any]:
    """The view of seat 1 in a game of three in which seat 0 is to move."""
    return {"seats": [{}, {}, {}], "viewer": 1, "player": 0, "phase": "take", "result": None, **values}


def test_the_headline_tells_the_decision_and_at_the_end_who_has_won() -> None:
    game: Any = SimpleNamespace(title="Kenya")
    assert headline(game, seen(), lambda seen: f"{seen['player']} takes") == "Kenya, 3 players: 0 takes"
    over = seen(phase=OVER, player=None, result=RESULT)
    assert headline(game, over, lambda seen: "") == "Kenya, 3 players: seats 1 and 2 share the win with 7 points"


def test_a_single_winner_wins() -> None:
    assert outcome({"scores": [3, -1], "ranks": [1, 2], "winners": [0]}) == "seat 0 wins with 3 points"


def test_a_seat_has_its_notes() -> None:
    assert seat_notes(seen(), 0) == ["to move"]
    assert seat_notes(seen(player=1), 1, "rooster") == ["you", "to move", "rooster"]
    assert seat_notes(seen(player=1), 1, moving="") == ["you"]
    assert seat_notes(seen(player=None, result=RESULT), 0) == ["rank 3"]


def test_entries_go_on_below_the_first_and_within_the_width() -> None:
    lines = packed("Hand: ", [f"card {number}" for number in range(40)])
    assert max(map(len, lines)) <= WIDTH
    assert all(line.endswith(",") for line in lines[:-1])
    assert all(line.startswith("      card ") for line in lines[1:])
    assert re.findall(r"\d+", " ".join(lines)) == [str(number) for number in range(40)]


def test_a_list_without_entries_says_so() -> None:
    assert packed("Hand: ", []) == ["Hand: none"]
    assert packed("Hand: ", [], none="empty") == ["Hand: empty"]


def test_parts_without_lines_leave_no_gap_and_no_line_ends_with_a_space() -> None:
    assert paragraphs([["a  ", "b"], [], ["c"]]) == "a\nb\n\nc\n"


def test_a_viewer_is_a_seat_a_spectator_or_everything() -> None:
    row = SimpleNamespace(num_players=2)
    for viewer in (0, 1, None, EVERYTHING):
        check_viewer(row, viewer)
    for viewer in (2, -1):
        with pytest.raises(ValueError, match=rf"a viewer is a seat of 0 … 1, None or EVERYTHING, not {viewer}"):
            check_viewer(row, viewer)


def test_an_explanation_keeps_to_the_line_and_says_what_an_option_adds() -> None:
    text = explain_phase({0: "\n    One\n    two. " * 30}, 0, more="And so on.")
    assert max(map(len, text.splitlines())) <= LINE
    assert " ".join(text.split()).startswith("One two. One two.")
    assert " ".join(text.split()).endswith("two. And so on.")
    with pytest.raises(ValueError, match=r"a phase is one of 0 … 0, not 3"):
        explain_phase({0: "x"}, 3)


# --- Pictures ---------------------------------------------------------------------------------------------


def test_a_text_is_no_markup() -> None:
    assert ">&lt;b&gt; &amp; 'c'</text>" in words("<b> & 'c'", 0, 0, size=9)


def test_things_go_on_in_the_next_line_where_there_is_no_more_room() -> None:
    svg, height = in_lines([["a"]] * 5, step=10, width=25)
    assert height == 30
    assert [line.split('"')[1] for line in svg if line.startswith("<g")] == [
        *("translate(0 0)", "translate(10 0)", "translate(0 10)", "translate(10 10)", "translate(0 20)")
    ]
    assert in_lines([], step=10, width=25) == ([], 0)


def test_a_page_is_as_high_as_the_higher_of_board_and_panel() -> None:
    look = Look("kenya", paper="#fff", panel="#eee", edge="#000", glyphs={"lion": "<path/>"})
    panel = draw_panel(seen(), "Kenya, 3 players: seat 0 <moves>", [lambda seen: (["<path/>"], 300)])
    svg = page(look, "Kenya <3", ["<path/>"], panel, size=(100, 50))
    assert panel[1] > 300
    assert f'viewBox="0 0 520 {panel[1]}"' in svg
    assert "<title>Kenya &lt;3</title>" in svg
    assert "Seat 0 &lt;moves&gt;" in svg
    assert '<g id="kenya-lion"><path/></g>' in svg
    assert look.glyph("lion", 1.5, 2) == '<use href="#kenya-lion" transform="translate(1.5 2) scale(1)"/>'
