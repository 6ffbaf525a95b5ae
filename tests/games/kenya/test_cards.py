"""Kenya's 55 cards, and tables of other numbers of them."""

from collections import Counter
from pathlib import Path

import pytest

from baobab.games.kenya.cards import (
    BROWN,
    CLANS,
    FRENCH,
    KIND_NAMES,
    changed_counts,
    load_counts,
    printed_counts,
)


def count(name: str) -> int:
    """How many cards of this name are printed."""
    return int(printed_counts()[KIND_NAMES.index(name)])


# --- The printed cards ------------------------------------------------------------------------------------


def test_there_are_49_green_and_6_brown_cards() -> None:
    assert printed_counts()[:BROWN].sum() == 49
    assert printed_counts()[BROWN:].tolist() == [1] * 6


def test_the_specials_are_counted_as_the_box_says() -> None:
    specials = {name: count(name) for name in ("meerkat", "lion", "elephant", "rhinoceros", "water")}
    assert specials == {"meerkat": 4, "lion": 5, "elephant": 3, "rhinoceros": 4, "water": 3}


def test_every_pair_of_clans_is_there_twice_so_that_each_clan_is_on_ten_cards() -> None:
    pairs = [name for name in KIND_NAMES if "+" in name]
    assert len(pairs) == 15
    assert {tuple(sorted(name.split("+"))) for name in pairs} == {
        tuple(sorted((first, second))) for place, first in enumerate(CLANS) for second in CLANS[place + 1 :]
    }
    assert {count(name) for name in pairs} == {2}
    clans = Counter(clan for name in pairs for clan in name.split("+") for _ in range(count(name)))
    assert clans == dict.fromkeys(CLANS, 10)


def test_names_are_those_of_records() -> None:
    assert CLANS == ("zebra", "wildebeest", "warthog", "gazelle", "giraffe", "baboon")
    assert KIND_NAMES[0] == "zebra+wildebeest"
    assert KIND_NAMES[14] == "giraffe+baboon"
    assert KIND_NAMES[15:20] == ("meerkat", "lion", "elephant", "rhinoceros", "water")
    assert KIND_NAMES[20:] == tuple(f"brown:{clan}" for clan in CLANS)


def test_every_species_has_a_french_name() -> None:
    assert set(FRENCH) == {*CLANS, "meerkat", "lion", "elephant", "rhinoceros", "water"}


def test_the_printed_table_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="read-only"):
        printed_counts()[0] = 3


# --- Other tables -----------------------------------------------------------------------------------------


def test_a_change_leaves_the_other_cards_as_printed() -> None:
    changed = changed_counts({"lion": 3, "zebra+baboon": 0})
    assert changed[KIND_NAMES.index("lion")] == 3
    assert changed[KIND_NAMES.index("zebra+baboon")] == 0
    assert changed.sum() == printed_counts().sum() - 4
    assert changed_counts(None).tolist() == printed_counts().tolist()


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"hyena": 1}, "'hyena' is no card; the cards are zebra"),
        ({"giraffe+zebra": 1}, "is no card"),
        ({"lion": -1}, "lion may be there 0 to 49 times, not -1"),
        ({"lion": 50}, "0 to 49 times"),
        ({"lion": 2.0}, "not 2.0"),
        ({"lion": True}, "not True"),
        ({"lion": "2"}, "not '2'"),
        ({"rhinoceros": 5}, "rhinoceros may be there 0 to 4 times, not 5"),
        ({"brown:zebra": 2}, "there is one brown:zebra, not 2"),
        ({"brown:zebra": 0}, "there is one brown:zebra"),
        ({"lion": 6}, "10 to 49 green cards, not 50"),
        (dict.fromkeys(KIND_NAMES[:19], 0), "10 to 49 green cards, not 3"),
        (["lion"], "cards is a table"),
        (7, "cards is a table"),
        (0, "cards is a table"),
    ],
)
def test_an_impossible_table_is_refused_with_the_reason(changes: object, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        changed_counts(changes)  # type: ignore[arg-type] # wrong on purpose


def test_a_file_of_a_users_own_goes_through_the_same_checks(tmp_path: Path) -> None:
    lines = [f"{name},{printed_counts()[kind]}" for kind, name in enumerate(KIND_NAMES)]
    path = tmp_path / "own.csv"
    path.write_text("\n".join(["card,count", *lines]), encoding="utf-8")
    assert load_counts(path).tolist() == printed_counts().tolist()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "own.csv: the columns are card,count"),
        ("name,count\nlion,5", "the columns are card,count"),
        ("card,count\nlion,5\nlion,4", "own.csv, row 3: 'lion' stands there twice"),
        ("card,count\nlion,five", "row 2: invalid literal"),
        ("card,count\nlion", "row 2"),
        ("card,count\nhyena,1", "row 2: 'hyena' is no card"),
        ("card,count\nrhinoceros,5", "row 2: rhinoceros may be there 0 to 4 times"),
        ("card,count\nlion,5", "no row for zebra"),
    ],
)
def test_a_bad_file_is_refused_with_its_name_row_and_reason(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "own.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=reason):
        load_counts(path)
