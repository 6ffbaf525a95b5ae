"""Each of Baobab's games: the tables of its page."""

from baobab.registry import load_game
from baobab.tables import page_path, write_tables


def test_the_tables_of_the_page_are_what_the_code_says(game_name: str) -> None:
    page = page_path(game_name).read_text(encoding="utf-8")
    made = write_tables(page, load_game(game_name))
    assert made == page, f"run `baobab tables {game_name} --write`"
