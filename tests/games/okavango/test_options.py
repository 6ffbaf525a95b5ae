"""Okavango's options: what they change is in the other files; here what is accepted and what is written."""

import copy
from typing import Any

import numpy as np
import pytest

from baobab.core.game import make_rngs
from baobab.core.record import NOBODY
from baobab.games.okavango.cards import KIND_NAMES, SPECIES, printed_tables
from baobab.registry import load_game


def changed_tables() -> dict[str, list[dict[str, Any]]]:
    tables = copy.deepcopy(printed_tables())
    tables["holes"][0] = {"value": 9, "white": 1, "dark": 0}
    tables["arms"][0] = {"spaces": 2, "white": 1, "values": [0, 20]}
    return tables


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"end": "arms"}, "end is one of pools, holes, not 'arms'"),
        ({"arm_steps": "two"}, "arm_steps is one of any, one, not 'two'"),
        ({"arm_steps": 1}, "arm_steps is one of any, one, not 1"),
        ({"dark": "now"}, "dark is one of same, later, not 'now'"),
        ({"tables": {}}, "tables has the keys holes and arms"),
        ({"tiles": {"hippo": 2}}, "'hippo' is no tile"),
        ({"tiles": {**dict.fromkeys(SPECIES, 5), "ranger": 1}}, "hole:5 has 7 spaces, and a herd at most 6 tiles"),
        ({"table": 9}, "no option table"),
    ],
)
def test_a_wrong_option_is_refused_with_what_is_allowed(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        load_game("okavango", **options)


def test_an_arm_needs_as_many_species_as_spaces() -> None:
    tables = copy.deepcopy(printed_tables())
    tables["arms"][0] = {"spaces": 11, "white": 10, "values": [5, 6]}
    with pytest.raises(ValueError, match="arm:0 has 11 spaces, and there are 10 species"):
        load_game("okavango", tables=tables, tiles={"lion": 0})
    load_game("okavango", tables=tables)


def test_one_compiled_game_serves_every_option() -> None:
    plain = load_game("okavango")
    other = load_game("okavango", tables=changed_tables(), end="holes", arm_steps="one", dark="later")
    assert (other.state, other.params.dtype) == (plain.state, plain.params.dtype)
    assert all(other.rules[name] is kernel for name, kernel in plain.rules.items())
    for layout in ("actions", "observation", "hidden", "features"):
        assert list(getattr(other, layout)) == list(getattr(plain, layout))


def test_options_at_their_defaults_are_not_written() -> None:
    game = load_game("okavango", end="pools", dark="same", tables=printed_tables(), tiles={"lion": 8})
    assert game.changed_options() == {}


def test_changed_tables_are_written_in_full() -> None:
    game = load_game("okavango", tables=changed_tables(), tiles={"lion": 7, "zebra": 8})
    assert game.changed_options() == {"tables": changed_tables(), "tiles": {"lion": 7}}


def test_fewer_animals_are_for_fewer_players() -> None:
    assert load_game("okavango").max_players == 4
    assert load_game("okavango", tiles=dict.fromkeys(SPECIES[:4], 5)).max_players == 4
    assert load_game("okavango", tiles=dict.fromkeys(SPECIES[:6], 5)).max_players == 3
    assert load_game("okavango", tiles=dict.fromkeys(SPECIES[:6], 2)).max_players == 2


@pytest.mark.kernels
@pytest.mark.parametrize(
    "options",
    [
        {"tables": changed_tables()},
        {"tiles": {**dict.fromkeys(SPECIES[:6], 2), "ranger": 6}},
        {"tables": changed_tables(), "end": "holes", "arm_steps": "one", "dark": "later", "tiles": {"ranger": 0}},
    ],
    ids=["tables", "tiles", "all"],
)
def test_games_with_other_numbers_keep_the_invariants_and_end(options: dict[str, Any]) -> None:
    game = load_game("okavango", **options)
    for seed in range(4):
        rows = game.start(2, seed=seed)
        rngs, action = make_rngs(1, seed=seed), np.zeros(1, np.int32)
        while rows[0].player != NOBODY:
            game.check(rows[0])
            (game.kernels.random_actions if seed % 2 else game.kernels.greedy_actions)(game.params, rows, rngs, action)
            game.kernels.step_many(game.params, rows, action)
        game.check(rows[0])
        assert rows[0].decisions <= game.max_decisions


@pytest.mark.kernels
def test_the_value_of_a_table_is_what_is_scored() -> None:
    game = load_game("okavango", tables=changed_tables())
    assert game.params[0].points[0].tolist() == [0, 9] + [0] * 13
    assert game.params[0].points[8].tolist() == [0, 0, 20] + [0] * 12
    assert len(KIND_NAMES) == len(game.params[0].counts)


def test_no_game_can_have_more_decisions_than_a_row_counts() -> None:
    tables: dict[str, list[dict[str, Any]]] = {
        "holes": [{"value": 20, "white": 1, "dark": 13}] * 8,
        "arms": [{"spaces": 11, "white": 1, "values": [20] * 11}] * 3,
    }
    game = load_game("okavango", tables=tables)
    assert game.max_decisions < np.iinfo(np.int16).max
    most_points = 20 * (8 * 14 * 11 + 3 * 11)  # every size with every rank at every hole, every space of every arm
    assert most_points < np.iinfo(np.int16).max
