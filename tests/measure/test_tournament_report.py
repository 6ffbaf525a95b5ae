"""Standings, page and picture of outcomes that were made up."""

import json
import math
import xml.etree.ElementTree as ET
from collections.abc import Sequence

import numpy as np
import pytest

from baobab.measure.tournament import (
    Job,
    Outcome,
    Setting,
    Standings,
    draw_standings,
    format_standings,
    list_line_ups,
    rank_bots,
    write_markdown,
)
from baobab.registry import load_game

SVG = "{http://www.w3.org/2000/svg}"
COMMAND = ["baobab", "tournament", "nimalia", "--bots", "a,b"]


def standings(games: Sequence[tuple[str, str]], *, deals: int = 10) -> Standings:
    """Deals of two seatings, in all of which the first of each pair won, but for the first deal: there the second."""
    bots = sorted({name for pair in games for name in pair})
    line_ups = list_line_ups(bots, 2)
    outcomes = []
    for better, worse in games:
        line_up = tuple(sorted((better, worse)))
        ranks = np.full((deals, 2, 2), 2)
        ranks[:, :, line_up.index(better)] = 1
        if deals > 5:
            ranks[0] = 3 - ranks[0]
        scores = 50 - 10 * ranks
        outcomes.append(Outcome(Job(line_up, 0, deals), ranks, scores, np.full((deals, 2), 30), 1.0))
    setting = Setting("nimalia", load_game("nimalia").version, {}, 2, 7, {"b": "abcd"})
    return rank_bots(setting, line_ups, deals, outcomes, versions=["0.1.0"])


@pytest.fixture
def three() -> Standings:
    return standings([("c", "b"), ("b", "random"), ("c", "random")])


def test_the_figures_are_those_of_the_games(three: Standings) -> None:
    assert [bot.name for bot in three.bots] == ["c", "b", "random"]
    assert [bot.win_share for bot in three.bots] == pytest.approx([0.9, 0.5, 0.1])
    assert [bot.mean_margin for bot in three.bots] == pytest.approx([8, 0, -8])
    assert [bot.games for bot in three.bots] == [40, 40, 40]
    assert three.games == 60
    assert three.decisions_per_game == 30
    pair = three.pairs[0]
    assert (pair.name, pair.other, pair.above, pair.meetings) == ("c", "b", 0.9, 20)


def test_differences_are_to_the_next_one(three: Standings) -> None:
    best, middle, last = three.bots
    assert best.ahead == pytest.approx(best.rating - middle.rating)
    assert middle.ahead == pytest.approx(middle.rating)
    assert (last.ahead, last.ahead_interval) == (None, None)


def test_the_order_in_which_jobs_ended_does_not_matter() -> None:
    games = [("c", "b"), ("b", "random"), ("c", "random")]
    assert standings(games) == standings(games[::-1])


def test_deals_that_were_not_played_are_named() -> None:
    setting = Setting("nimalia", 0, {}, 2, 7, {})
    one = np.ones((2, 2, 2), np.int64)
    done = Outcome(Job(("a", "b"), 0, 2), one, one, one[:, :, 0], 1.0)
    with pytest.raises(ValueError, match="deal 2 of a, b was not played"):
        rank_bots(setting, [("a", "b")], 3, [done], versions=[])


def test_the_keys_of_the_results_are_stable(three: Standings) -> None:
    values = three.to_json()
    assert list(values) == [
        *("format", "game", "version", "options", "players", "seed", "baobab", "deals", "games"),
        *("decisions_per_game", "anchor", "line_ups", "bots", "pairs"),
    ]
    assert list(values["bots"][0]) == [
        *("name", "digest", "rating", "rating_interval", "ahead", "ahead_interval", "games"),
        *("win_share", "win_share_interval", "mean_margin", "mean_margin_interval"),
    ]
    assert list(values["pairs"][0]) == ["name", "other", "above", "above_interval", "meetings"]
    assert values["format"] == "baobab-tournament-results/1"
    assert [bot["digest"] for bot in values["bots"]] == [None, "abcd", None]


def test_what_no_game_bounds_is_null_in_the_results_and_infinite_for_people() -> None:
    open_ended = standings([("b", "random")], deals=4)
    assert open_ended.bots[0].rating_interval[1] == math.inf
    values = json.loads(json.dumps(open_ended.to_json(), allow_nan=False))
    assert values["bots"][0]["rating_interval"][1] is None
    assert "… ∞" in format_standings(open_ended)
    assert "… ∞" in write_markdown(open_ended, command=COMMAND)


def test_the_table_for_people_names_every_bot_with_its_rating(three: Standings) -> None:
    text = format_standings(three)
    for bot in three.bots:
        assert any(line.startswith(bot.name) and f"{round(bot.rating)}" in line for line in text.splitlines())
    assert "an even match: 0.500" in text


def test_the_page_has_what_was_played_every_pair_and_the_command(three: Standings) -> None:
    page = write_markdown(three, command=COMMAND)
    assert "- nimalia version 0, options {}" in page
    assert "- 60 games: 3 line-ups of 10 deals with 2 seatings each, seed 7" in page
    assert "weights: `b` abcd" in page
    assert "0.900 (" in page
    assert "baobab tournament nimalia --bots a,b" in page


# --- The picture ------------------------------------------------------------------------------------------


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ET.fromstring(svg).iter(f"{SVG}text")]  # noqa: S314 - our own drawing


def test_the_picture_names_every_bot_its_rating_and_every_pair(three: Standings) -> None:
    shown = texts(draw_standings(three))
    for bot in three.bots:
        assert bot.name in shown
        assert f"{round(bot.rating)}" in shown
    assert shown.count("0.900") == 3
    assert "Elo, random = 0, with 95 % intervals" in shown


def test_names_are_escaped_and_long_ones_keep_their_end() -> None:
    name = "runs/a-folder-of-a-long-name/<x&y>/policy"
    assert "…r-of-a-long-name/<x&y>/policy" in " ".join(texts(draw_standings(standings([(name, "random")]))))


def test_all_is_inside_the_picture(three: Standings) -> None:
    root = ET.fromstring(draw_standings(three))  # noqa: S314 - our own drawing
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    for element in root.iter():
        for key, end in (("x", width), ("cx", width), ("y", height), ("cy", height)):
            assert 0 <= float(element.attrib.get(key, 0)) <= end


def test_an_interval_without_an_end_is_an_arrow() -> None:
    def arrows(given: Standings) -> int:
        root = ET.fromstring(draw_standings(given))  # noqa: S314 - our own drawing
        return sum(element.attrib.get("d", "").endswith("z") for element in root.iter(f"{SVG}path"))

    assert arrows(standings([("b", "random")], deals=4)) == 1
    assert arrows(standings([("b", "random")])) == 0


def test_equal_ratings_are_drawn_too() -> None:
    ranks = np.ones((4, 2, 2), np.int64)
    even = Outcome(Job(("a", "random"), 0, 4), ranks, ranks, ranks[:, :, 0], 1.0)
    equal = rank_bots(Setting("nimalia", 0, {}, 2, 0, {}), [("a", "random")], 4, [even], versions=["0.1.0"])
    assert [bot.rating for bot in equal.bots] == [0, 0]
    assert "0.500" in texts(draw_standings(equal))
