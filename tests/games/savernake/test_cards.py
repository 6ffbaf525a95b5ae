"""Savernake's cards: the stand-in tables, and what is refused of a user's own."""

import copy
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from baobab.games.savernake.cards import make_deck, read_tables, standard_tables
from baobab.registry import load_game

Tables = dict[str, list[dict[str, Any]]]


def write_folder(folder: Path, tables: Tables) -> None:
    """The two tables as files."""
    for name, rows in tables.items():
        lines = [",".join(rows[0]), *(",".join(str(value) for value in row.values()) for row in rows)]
        (folder / f"{name}.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")


def changed(name: str, row: int, column: str, value: Any) -> Tables:
    """The standard tables with one entry changed; rows count from 0."""
    tables = copy.deepcopy(standard_tables())
    tables[name][row][column] = value
    return tables


def test_there_are_45_paths_15_of_each_shape_and_19_animals() -> None:
    deck = make_deck(standard_tables())
    assert Counter(path.shape for path in deck.paths) == {0: 15, 1: 15, 2: 15}
    assert len(deck.animals) == len({animal.name for animal in deck.animals}) == 19
    assert {animal.base for animal in deck.animals} == {1, 2, 3}


def test_the_known_tastes_hold() -> None:
    likes = {
        row["animal"]: {food for food in ("berries", "worms", "eggs", "nuts") if row[food]}
        for row in standard_tables()["animals"]
    }
    assert likes["fox"] == {"eggs", "worms"}
    assert likes["squirrel"] == {"nuts"}
    assert likes["beaver"] == {"berries", "nuts"}
    assert likes["skunk"] == {"berries", "worms", "eggs", "nuts"}


def test_a_folder_with_the_same_tables_is_no_option(tmp_path: Path) -> None:
    write_folder(tmp_path, standard_tables())
    assert read_tables(tmp_path) == standard_tables()
    game = load_game("savernake", deck=str(tmp_path))
    assert game.changed_options() == {}


def test_a_deck_of_ones_own_is_an_option_that_says_all(tmp_path: Path) -> None:
    tables = changed("animals", 4, "eggs", 7)
    write_folder(tmp_path, tables)
    game = load_game("savernake", deck=str(tmp_path))
    assert game.changed_options() == {"tables": tables}
    again = load_game("savernake", **json.loads(json.dumps(game.changed_options())))
    assert again.params.tobytes() == game.params.tobytes()
    assert game.params[0].worth[45 + 4].tolist() == [0, 1, 7, 0]


@pytest.mark.parametrize(
    ("name", "row", "column", "value", "reason"),
    [
        ("animals", 2, "capacity", -1, "animals.csv, row 4: capacity is in 0 … 9, not -1"),
        ("animals", 0, "capacity", "many", "animals.csv, row 2: capacity is a whole number, not 'many'"),
        ("animals", 18, "base", 10, "animals.csv, row 20: base is in 0 … 9, not 10"),
        ("animals", 3, "nuts", 12, "animals.csv, row 5: nuts is in 0 … 9, not 12"),
        ("animals", 3, "card", 4, "animals.csv, row 5: card is 3, not 4"),
        ("animals", 3, "animal", "bear", "animals.csv, row 5: the animal 'bear' stands there twice"),
        ("animals", 3, "animal", "", "animals.csv, row 5: an animal has a name"),
        ("paths", 0, "shape", "fork", "paths.csv, row 2: a shape is one of straight, curve, double, not 'fork'"),
        ("paths", 0, "sides", "NE", "paths.csv, row 2: the sides of trail 0 of a straight are NS, not 'NE'"),
        ("paths", 0, "trail", 1, "paths.csv, row 2: trail is 0, not 1"),
        ("paths", 1, "card", 7, "paths.csv, row 3: card is 1, not 7"),
        ("paths", 1, "foods", "berries+honey", "paths.csv, row 3: a food is one of berries, worms, eggs, nuts, not"),
        ("paths", 1, "foods", "nuts+nuts+nuts+nuts+nuts", "paths.csv, row 3: a trail of a card has at most 4 foods"),
        ("paths", 31, "shape", "curve", "paths.csv, row 33: the second trail of card 30 is missing"),
    ],
)  # fmt: skip
def test_a_table_that_does_not_add_up_is_refused_with_file_row_and_reason(
    tmp_path: Path, name: str, row: int, column: str, value: Any, reason: str
) -> None:
    write_folder(tmp_path, changed(name, row, column, value))
    with pytest.raises(ValueError, match="row") as caught:
        load_game("savernake", deck=str(tmp_path))
    assert str(caught.value).startswith(reason)


def test_a_table_with_too_few_or_too_many_cards_is_refused(tmp_path: Path) -> None:
    tables = copy.deepcopy(standard_tables())
    del tables["animals"][18]
    write_folder(tmp_path, tables)
    with pytest.raises(ValueError, match=r"animals.csv: there are 19 animal cards, not 18"):
        load_game("savernake", deck=str(tmp_path))
    tables = copy.deepcopy(standard_tables())
    del tables["paths"][-1]
    write_folder(tmp_path, tables)
    with pytest.raises(ValueError, match=r"paths.csv, row 60: the second trail of card 44 is missing"):
        load_game("savernake", deck=str(tmp_path))
    del tables["paths"][-1]
    write_folder(tmp_path, tables)
    with pytest.raises(ValueError, match=r"paths.csv: there are 45 path cards, not 44"):
        load_game("savernake", deck=str(tmp_path))


def test_other_columns_a_short_row_and_a_missing_file_are_refused(tmp_path: Path) -> None:
    write_folder(tmp_path, standard_tables())
    (tmp_path / "animals.csv").write_text("card,animal\n0,squirrel\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"animals.csv, row 1: the columns are card,animal,base"):
        load_game("savernake", deck=str(tmp_path))
    (tmp_path / "animals.csv").write_text("card,animal,base,capacity,berries,worms,eggs,nuts\n0,squirrel\n")
    with pytest.raises(ValueError, match=r"animals.csv, row 2: a row has as many entries as there are columns"):
        load_game("savernake", deck=str(tmp_path))
    (tmp_path / "animals.csv").unlink()
    with pytest.raises(ValueError, match=r"animals.csv: cannot be read"):
        load_game("savernake", deck=str(tmp_path))


@pytest.mark.parametrize(
    ("option", "value", "reason"),
    [
        ("deck", 7, "deck is the path of a folder"),
        ("tables", 7, "tables are an object"),
        ("tables", {"animals": []}, "tables are an object with the keys animals and paths"),
        ("tables", {"animals": 7, "paths": []}, "animals: a table is a list of rows"),
        ("tables", {"animals": [7], "paths": []}, "animals, row 1: a row has the keys card, animal, base"),
        ("tables", {"animals": [], "paths": []}, "animals: there are 19 animal cards, not 0"),
    ],
)
def test_an_option_that_is_no_deck_is_refused(option: str, value: Any, reason: str) -> None:
    with pytest.raises(ValueError, match=f"^{reason}"):
        load_game("savernake", **{option: value})


def test_numbers_in_tables_are_whole_and_a_row_of_a_record_counts_from_one() -> None:
    for value in (1.0, True, "1", None):
        with pytest.raises(ValueError, match=r"animals, row 3: base is in 0 … 9") as caught:
            load_game("savernake", tables=changed("animals", 2, "base", value))
        assert repr(value) in str(caught.value)


def test_a_folder_and_tables_at_once_are_refused(tmp_path: Path) -> None:
    write_folder(tmp_path, standard_tables())
    with pytest.raises(ValueError, match="no tables besides"):
        load_game("savernake", deck=str(tmp_path), tables=standard_tables())
