"""`baobab tables`: the tables of a game's page, from its code."""

import argparse

from baobab.commands.arguments import game_name
from baobab.registry import BUILT_IN, GAMES, load_game
from baobab.tables import TABLES, page_path, write_tables

EXAMPLES = ["tables kenya --write"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Of which games, and where to."""
    known = sorted(GAMES)
    parser.add_argument(
        "games", nargs="*", metavar="GAME", type=game_name, help=f"{', '.join(known)}; Baobab's own unless given"
    )
    parser.add_argument("--write", action="store_true", help="put them into the game's README.md")


def run(args: argparse.Namespace) -> int:
    """Show the tables, or put them into the pages."""
    for name in args.games or [listing.name for listing in BUILT_IN]:
        game = load_game(name)
        if args.write:
            page = page_path(game.name)
            page.write_text(write_tables(page.read_text(encoding="utf-8"), game), encoding="utf-8")
        else:
            print("\n".join(f"{game.title}: {table}\n\n{make(game)}" for table, make in TABLES.items()), end="")
    return 0
