"""Okavango's records: games of an independent program, what is refused of them, and our own games."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.games.okavango.boards import tiles
from tests.playing import games, refused, told, unfinished

from baobab.bots import RandomBot
from baobab.core.record import CHANCE, NOBODY
from baobab.games.okavango.cards import printed_tables
from baobab.play.recording import record_games
from baobab.records import Record, replay_record, write_record
from baobab.registry import load_game

pytestmark = pytest.mark.kernels

FIRST = json.loads((Path(__file__).parent / "records" / "legal.jsonl").read_text(encoding="utf-8").splitlines()[0])
"""A whole game of an independent program."""

SETUP = {
    "first": 0,
    "reserves": [
        tiles("zebra*6 giraffe*3 monkey gazelle lion ranger"),
        tiles("lion*4 flamingo*3 elephant*4 leopard ranger"),
    ],
    "pools": ["meerkat"] * 3 + ["buffalo"] * 2 + ["rhinoceros"] * 3 + ["zebra", "monkey", "buffalo"],
    "river": tiles("flamingo*3 leopard*2 giraffe*2 buffalo*4 ranger*2"),
}


def short(*moves: dict[str, Any]) -> Record:
    """An unfinished two-player record of these moves."""
    return unfinished("okavango", copy.deepcopy(SETUP), *moves)


# --- Our own games ----------------------------------------------------------------------------------------


def test_a_read_set_up_is_the_row_that_the_seed_gives_but_for_the_generator() -> None:
    game = load_game("okavango")
    start = game.start(4, seed=11)
    read = game.notation.read_setup(game, 4, game.notation.write_setup(game, start))
    for name in start.dtype.names:
        if name != "rng":
            assert np.array_equal(read[0][name], start[0][name]), name


def test_a_record_may_stop_after_any_move() -> None:
    record = FIRST
    for length in range(0, len(record["moves"]) + 1, games(3, small=20)):
        replay_record({**record, "moves": record["moves"][:length], "result": None})


def test_a_record_carries_a_users_tables_in_full_and_replays_alone() -> None:
    tables = copy.deepcopy(printed_tables())
    tables["holes"][0] = {"value": 9, "white": 1, "dark": 2}
    tables["arms"][2] = {"spaces": 5, "white": 4, "values": [7, 8]}
    game = load_game("okavango", tables=tables)
    for made in record_games(game, [RandomBot()] * 2, games=2, seed=3):
        assert made["options"] == {"tables": tables}
        assert replay_record(json.loads(write_record(made))).rows[0].player == NOBODY


@pytest.mark.parametrize(
    ("tables", "rule"),
    [
        (printed_tables(), "option tables is at its default"),
        ({"holes": printed_tables()["holes"]}, "tables has the keys holes and arms"),
        ({**printed_tables(), "holes": [{"value": 2, "white": 0, "dark": 2}] * 8}, "hole:0: white is an integer"),
    ],
)
def test_bad_tables_are_refused_at_move_0(tables: Any, rule: str) -> None:
    error = refused({**short(), "options": {"tables": tables}})
    assert (error.move, rule in error.rule) == (0, True), error.rule


# --- The set-up -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        (lambda setup: setup.update(first=2), "setup first is in 0 … 1"),
        (lambda setup: setup.pop("river"), "'river' is missing"),
        (lambda setup: setup.update(bag={}), "'bag' is one too many"),
        (lambda setup: setup["reserves"].pop(), "setup reserves has 2 entries"),
        (lambda setup: setup["reserves"][0].update(lion=2), "has 13 tiles, not 14"),
        (lambda setup: setup["reserves"][0].update(hippo=1), "'hippo'"),
        (lambda setup: setup["reserves"][0].update(lion=0), "the count of lion"),
        (lambda setup: setup["reserves"][0].update(lion=True), "the count of lion"),
        (lambda setup: setup["pools"].pop(), "setup pools has 11 entries"),
        (lambda setup: setup["pools"].__setitem__(0, "ranger"), "'ranger'"),
        (lambda setup: setup.update(river=tiles("flamingo*3 leopard*2 giraffe*8")), "more tiles of a kind"),
        (lambda setup: setup.update(river=[]), "setup river is an object"),
    ],
)
def test_a_set_up_that_breaks_a_rule_is_refused_at_move_0(change: Callable[[Any], Any], rule: str) -> None:
    record = short()
    change(record["setup"])
    error = refused(record)
    assert (error.move, rule in error.rule) == (0, True), error.rule


# --- Moves ------------------------------------------------------------------------------------------------

DRINK = {"seat": 0, "drink": "hole:7", "tiles": tiles("zebra*6 ranger")}
SWAP = {"seat": 1, "swap": "hole:7", "for": "zebra"}


def drinking(pool: str, group: str) -> dict[str, Any]:
    return {"seat": 0, "drink": pool, "tiles": tiles(group)}


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ({**DRINK, "seat": 1}, "it is seat 0's turn"),
        ({"drink": "hole:7", "tiles": {}}, "seat is an integer"),
        ({**DRINK, "points": 6}, "'points' is one too many"),
        ({**DRINK, "drink": "hole:8"}, "the pool of a drink is one of"),
        ({**DRINK, "tiles": {"zebra": 0}}, "the count of zebra"),
        ({**DRINK, "tiles": []}, "the tiles of a drink is an object"),
        ({"seat": 0}, "a turn is a swap (optional), then a drink or a pass"),
        ({"seat": 0, "river": None}, "a turn is a swap (optional), then a drink or a pass"),
        ({"chance": "refill", "tiles": {"lion": 1}}, "chance has nothing to decide now"),
        ({"seat": 0, "pass": None}, "a pass takes a tile from the river while there is one"),
        ({"seat": 0, "pass": "lion"}, "must be on the river"),
        ({"seat": 0, "pass": "hippo"}, "the kind taken by a pass is one of"),
        (drinking("hole:7", "zebra*7"), "the tiles must come from the reserve"),
        (drinking("hole:7", "ranger"), "at least one animal that is no ranger"),
        (drinking("hole:0", "zebra*5"), "the pool has 4 spaces"),
        (drinking("hole:7", "zebra giraffe"), "a hole takes one species"),
        (drinking("hole:7", "zebra"), "as many tiles as before need a strictly higher rank"),
        (drinking("arm:1", "zebra*2"), "species that are all different"),
        (drinking("arm:1", "zebra"), "strictly more tiles than before"),
        ({"seat": 0, "swap": "hole:7", "for": "rhinoceros"}, "a swap takes a ranger off the pool"),
    ],
)
def test_a_turn_that_breaks_a_rule_is_refused(move: dict[str, Any], rule: str) -> None:
    error = refused(short(move))
    assert (error.move, rule in error.rule) == (1, True), error.rule


RIVER = {"seat": 0, "river": "buffalo"}
REFILL = {"chance": "refill", "tiles": tiles("zebra meerkat gazelle*2")}


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ({"seat": 1, "pass": "ranger"}, "it is seat 0's turn"),
        ({"seat": 0, "pass": "ranger"}, "the player takes from the river now, or declines"),
        ({"seat": 0, "river": "lion"}, "what is taken must be on the river"),
        ({"seat": 0, "river": "hippo"}, "the kind taken from the river is one of"),
        ({"seat": 0, "river": "ranger", "tiles": 2}, "'tiles' is one too many"),
        (REFILL, "chance has nothing to decide now"),
    ],
)
def test_a_take_that_breaks_a_rule_is_refused(move: dict[str, Any], rule: str) -> None:
    error = refused(short(DRINK, move))
    assert (error.move, rule in error.rule) == (2, True), error.rule


def test_a_group_that_is_too_large_may_not_be_taken() -> None:
    for number, group in ((3, "giraffe*3"), (4, "giraffe*3 ranger")):
        record = short(drinking("hole:7", group), {"seat": 0, "river": "buffalo"})
        assert sum(tiles(group).values()) == number
        assert "must be smaller than the one played" in refused(record).rule


def test_as_many_of_a_lower_rank_may_be_taken_at_a_hole_and_not_at_an_arm() -> None:
    replay_record(short(drinking("hole:7", "giraffe*2 ranger"), {"seat": 0, "river": "flamingo"}))
    record = short(drinking("arm:1", "giraffe monkey lion"), {"seat": 0, "river": "flamingo"})
    assert refused(record).move == 2


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ({"seat": 1, "pass": "ranger"}, "the river refills now"),
        ({"chance": "refill", "tiles": {"zebra": 1}}, "the river refills to 13 as far as the bag goes: 4 tiles"),
        ({"chance": "refill", "tiles": {"meerkat": 4, "zebra": 1}}, "as far as the bag goes: 4 tiles"),
        ({"chance": "refill", "tiles": {"buffalo": 4}}, "tiles that are not in the bag cannot come out of it"),
        ({"chance": "draw", "tiles": {"zebra": 4}}, "chance is one of refill"),
        ({"chance": "refill"}, "'tiles' is missing"),
    ],
)
def test_a_refill_that_breaks_a_rule_is_refused(move: dict[str, Any], rule: str) -> None:
    error = refused(short(DRINK, RIVER, move))
    assert (error.move, rule in error.rule) == (3, True), error.rule


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"swap": "hole:6"}, "there is none"),
        ({"for": "ranger"}, "the species of a swap is one of"),
        ({"for": "lion"}, "at a hole the ranger stands for the herd's species"),
        ({"for": "zebra"}, "the animal of a swap must come from the reserve"),
    ],
)
def test_a_swap_that_breaks_a_rule_is_refused(change: dict[str, Any], rule: str) -> None:
    error = refused(short(DRINK, RIVER, REFILL, {**SWAP, **change}))
    assert (error.move, rule in error.rule) == (4, True), error.rule


@pytest.mark.parametrize(
    ("first", "second", "rule"),
    [
        (DRINK, {"seat": 1, "drink": "hole:7", "tiles": tiles("lion")}, "at least as many tiles as before"),
        (
            drinking("arm:0", "zebra giraffe monkey ranger"),
            {"seat": 1, "drink": "arm:0", "tiles": tiles("lion elephant")},
            "the arm is dry",
        ),
        (
            drinking("arm:1", "zebra lion ranger"),
            {"seat": 1, "swap": "arm:1", "for": "lion"},
            "at an arm the ranger stands for a species that is not there",
        ),
    ],
)
def test_what_the_next_seat_finds_at_a_pool_binds_it(first: Any, second: Any, rule: str) -> None:
    error = refused(short(first, {"seat": 0, "river": None}, second))
    assert (error.move, rule in error.rule) == (3, True), error.rule


def test_a_placement_may_reach_one_more_value_of_an_arm_alone_where_the_option_says_so() -> None:
    record = short(drinking("arm:2", "zebra giraffe monkey gazelle lion"))
    replay_record(record)
    error = refused({**record, "options": {"arm_steps": "one"}})
    assert (error.move, error.rule) == (1, "a placement reaches at most one more printed value of an arm")


@pytest.mark.parametrize("group", [("hole:6", "zebra*6"), ("arm:1", "zebra giraffe monkey lion")])
def test_dark_spaces_may_be_filled_with_the_white_ones_unless_the_option_says_otherwise(group: tuple[str, str]) -> None:
    record = short(drinking(*group))
    replay_record(record)
    error = refused({**record, "options": {"dark": "later"}})
    rule = "the dark spaces open only once the white ones were full before the placement"
    assert (error.move, error.rule) == (1, rule)


def swapped(*moves: dict[str, Any]) -> Record:
    """Seat 1 plays lions and a ranger at `hole:7`, seat 0 elephants; then comes what `moves` say."""
    record = short(
        drinking("hole:0", "giraffe ranger"),
        {"seat": 0, "river": None},
        {"seat": 1, "pass": "giraffe"},
        {"chance": "refill", "tiles": {"zebra": 1}},
        {"seat": 0, "pass": "flamingo"},
        {"chance": "refill", "tiles": {"monkey": 1}},
        {"seat": 1, "swap": "hole:0", "for": "giraffe"},
    )
    record["moves"] += moves
    return record


def test_the_pool_of_a_swap_is_closed_and_there_is_no_second_swap() -> None:
    replay_record(swapped({"seat": 1, "drink": "hole:7", "tiles": tiles("lion ranger")}))
    for move, rule in (
        ({"seat": 1, "drink": "hole:0", "tiles": tiles("lion*3")}, "closed for the rest of the turn"),
        ({"seat": 1, "swap": "hole:0", "for": "giraffe"}, "at most one swap a turn"),
        ({"seat": 1, "river": None}, "a turn is a swap"),
    ):
        error = refused(swapped(move))
        assert (error.move, rule in error.rule) == (8, True), error.rule


# --- In words ---------------------------------------------------------------------------------------------


def said(record: Record) -> list[str]:
    """What anybody is told of the decisions of a record, where anything is."""
    return [line for line in told(record) if line is not None]


def test_moves_are_told_when_they_are_complete() -> None:
    assert said(short(DRINK, RIVER, REFILL)) == [
        "places 6 zebras and 1 ranger at hole:7 and scores 6 points",
        "takes 4 buffalos from the river",
        "the river is filled up with 1 meerkat, 2 gazelles and 1 zebra",
    ]
    assert said(swapped())[-1] == "takes a ranger off hole:0 and leaves a giraffe"
    assert said(swapped())[1:3] == ["takes nothing from the river", "passes and takes a giraffe from the river"]


def test_a_dried_arm_is_told() -> None:
    words = said(short(drinking("arm:0", "zebra giraffe monkey ranger")))
    assert words == ["places 1 monkey, 1 zebra, 1 giraffe and 1 ranger at arm:0 and scores 4 points; the arm is dry"]


def test_chance_is_asked_after_a_turn_that_took_from_the_river() -> None:
    record = short(DRINK, RIVER)
    assert replay_record(record).rows[0].player == CHANCE
