"""Okavango's tiles and the numbers on its pools, printed and replaced."""

import copy
from pathlib import Path
from typing import Any

import pytest

from baobab.games import okavango
from baobab.games.okavango.cards import (
    FRENCH,
    KIND_NAMES,
    POOL_NAMES,
    SPECIES,
    changed_counts,
    load_counts,
    load_tables,
    printed_counts,
    printed_tables,
    read_tables,
)

HEAD = "pool,white,dark,values"
PRINTED = Path(okavango.__file__).with_name("pools.csv").read_text(encoding="utf-8")


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "pools.csv"
    path.write_text(text, encoding="utf-8")
    return path


# --- The printed tiles and pools --------------------------------------------------------------------------


def test_there_are_eight_of_each_of_eleven_species_and_six_rangers() -> None:
    assert printed_counts().tolist() == [8] * 11 + [6]
    assert printed_counts().sum() == 94


def test_the_species_stand_in_the_order_of_their_ranks() -> None:
    assert (
        *("meerkat", "flamingo", "monkey", "gazelle", "zebra", "giraffe"),
        *("elephant", "buffalo", "leopard", "rhinoceros", "lion"),
    ) == SPECIES
    assert (*SPECIES, "ranger") == KIND_NAMES


def test_everything_has_a_french_name() -> None:
    assert set(FRENCH) == {*KIND_NAMES, "hole", "arm"}


def test_the_known_hole_is_worth_six_with_six_white_and_two_dark_spaces() -> None:
    assert {"value": 6, "white": 6, "dark": 2} in printed_tables()["holes"]


def test_the_known_arm_has_three_four_and_five_above_its_last_three_spaces() -> None:
    assert {"spaces": 5, "white": 3, "values": [3, 4, 5]} in printed_tables()["arms"]


def test_the_stand_ins_are_those_that_the_page_lists() -> None:
    assert [hole["value"] for hole in printed_tables()["holes"]] == [2, 3, 3, 4, 4, 5, 5, 6]
    assert all(hole["white"] == hole["value"] and hole["dark"] == 2 for hole in printed_tables()["holes"])
    assert [(arm["spaces"], arm["white"], arm["values"]) for arm in printed_tables()["arms"]] == [
        (4, 2, [2, 3, 4]),
        (5, 3, [3, 4, 5]),
        (6, 4, [4, 5, 6]),
    ]


def test_the_printed_counts_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="read-only"):
        printed_counts()[0] = 3


# --- Other tiles ------------------------------------------------------------------------------------------


def test_a_change_leaves_the_other_tiles_as_printed() -> None:
    changed = changed_counts({"lion": 3, "ranger": 0})
    assert changed.tolist() == [8] * 10 + [3, 0]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"hippo": 3}, "'hippo' is no tile"),
        ({"lion": 9}, "lion may be there 0 to 8 times, not 9"),
        ({"ranger": 7}, "ranger may be there 0 to 6 times, not 7"),
        ({"lion": -1}, "not -1"),
        ({"lion": True}, "not True"),
        ({"lion": 2.0}, "not 2.0"),
        (dict.fromkeys(SPECIES[:6], 0), "at least 50 animals, not 40"),
    ],
)
def test_impossible_tiles_are_refused(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        changed_counts(changes)


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (["tiles,count"], r"the columns are tile,count"),
        (["tile,count", "lion,8", "lion,8"], "row 3: 'lion' stands there twice"),
        (["tile,count", "lion,many"], "row 2: "),
        (["tile,count", "lion"], "row 2: "),
        (["tile,count", "lion,8"], "no row for meerkat"),
    ],
)
def test_a_bad_table_of_tiles_is_refused_with_its_row(tmp_path: Path, lines: list[str], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        load_counts(write(tmp_path, "\n".join(lines) + "\n"))


# --- Other pools ------------------------------------------------------------------------------------------


def test_a_users_table_is_read_as_records_write_it(tmp_path: Path) -> None:
    text = PRINTED.replace("hole:0,2,2,2", "hole:0,3,1,7").replace("arm:2,4,2,4 5 6", "arm:2,6,1,9 10")
    tables = load_tables(write(tmp_path, text))
    assert tables["holes"][0] == {"value": 7, "white": 3, "dark": 1}
    assert tables["arms"][2] == {"spaces": 7, "white": 6, "values": [9, 10]}
    assert tables["holes"][1:] == printed_tables()["holes"][1:]
    assert read_tables(tables) == tables


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("hole:0,2,2,2", "hole:0,0,2,2", "row 2: white is an integer of 1 to 14, not 0"),
        ("hole:0,2,2,2", "hole:0,2,-1,2", "row 2: dark is an integer of 0 to 14, not -1"),
        ("hole:0,2,2,2", "hole:0,10,5,2", "row 2: a hole has at most 14 spaces"),
        ("hole:0,2,2,2", "hole:0,2,2,21", "row 2: value is an integer of 0 to 20, not 21"),
        ("hole:0,2,2,2", "hole:0,2,2,2 3", "row 2: a hole has one value, not 2"),
        ("hole:0,2,2,2", "hole:0,two,2,2", "row 2: "),
        ("hole:0,2,2,2", "hole:0,2,2", "row 2: "),
        ("hole:3,", "hole:4,", "row 5: hole:3 comes here, not 'hole:4'"),
        ("arm:0,2,2,2 3 4", "arm:0,2,2,2 3", "row 10: values is a list of 3"),
        ("arm:0,2,2,2 3 4", "arm:0,0,2,2 3 4", "row 10: white is an integer of 1 to 2, not 0"),
        ("arm:0,2,2,2 3 4", "arm:0,2,-1,2", "row 10: dark is an integer of at least 0, not -1"),
        ("arm:0,2,2,2 3 4", "arm:0,1,0,2", "row 10: spaces is an integer of 2 to 11, not 1"),
        ("arm:0,2,2,2 3 4", "arm:0,10,2,2 3 4", "row 10: spaces is an integer of 2 to 11, not 12"),
        ("arm:2,4,2,4 5 6\n", "", "no row for arm:2"),
        ("arm:2,4,2,4 5 6\n", "arm:2,4,2,4 5 6\narm:3,4,2,4 5 6\n", "row 13: no more pools comes here"),
        (HEAD, "pool,white,black,values", "the columns are pool,white,dark,values"),
    ],
)
def test_a_bad_table_of_pools_is_refused_with_its_row(tmp_path: Path, old: str, new: str, reason: str) -> None:
    assert old in PRINTED
    with pytest.raises(ValueError, match=reason):
        load_tables(write(tmp_path, PRINTED.replace(old, new)))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda tables: tables.pop("arms"), "tables has the keys holes and arms"),
        (lambda tables: tables["holes"].pop(), "holes is a list of 8"),
        (lambda tables: tables.update(arms="arms"), "arms is a list of 3"),
        (lambda tables: tables["holes"][2].pop("dark"), "hole:2: a pool here has the keys value, white, dark"),
        (lambda tables: tables["holes"][2].update(white=0), "hole:2: white is an integer of 1 to 14, not 0"),
        (lambda tables: tables["holes"][2].update(white=2.0), "hole:2: white is an integer of 1 to 14, not 2.0"),
        (lambda tables: tables["arms"][1].update(values=[1, 2]), "arm:1: values is a list of 3"),
        (lambda tables: tables["arms"][1].update(values="345"), "arm:1: values is a list of 3"),
        (lambda tables: tables["arms"][1].update(values=[3, 4, None]), "arm:1: a value is an integer"),
    ],
)
def test_bad_tables_of_a_record_are_refused_with_their_pool(change: Any, reason: str) -> None:
    tables = copy.deepcopy(printed_tables())
    change(tables)
    with pytest.raises(ValueError, match=reason):
        read_tables(tables)


def test_there_are_eleven_pools() -> None:
    assert (*(f"hole:{number}" for number in range(8)), "arm:0", "arm:1", "arm:2") == POOL_NAMES
