"""`baobab replay`: check every line of files of records."""

import argparse
import sys

from baobab.core.game import Game
from baobab.core.notation import Entry
from baobab.core.record import EVERYTHING, Rows
from baobab.files import read_path
from baobab.records import RecordError, Watch, parse_record, read_lines, replay_record, write_record

EXAMPLES = ["replay games.jsonl --show"]
ALL = "all"
"""The viewer from whom nothing is hidden."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which files, and who looks."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="files of records, one a line")
    parser.add_argument("--show", action="store_true", help="draw the board after every move")
    parser.add_argument(
        "--viewer",
        type=_viewer,
        default=EVERYTHING,
        metavar="SEAT",
        help=f"whose eyes --show looks with: a seat, or {ALL} for everything (default {ALL})",
    )


def run(args: argparse.Namespace) -> int:
    """Replay all; 1 where a record is refused."""
    paths = [read_path(path) for path in args.files]
    for path in paths:
        with path.open("rb"):  # that one is missing is said before any is replayed
            pass
    good = refused = 0
    watch = show_moves(args.viewer) if args.show else None
    for path in paths:
        for number, text in read_lines(path):
            try:
                replay_record(parse_record(text, line=number), line=number, watch=watch)
                good += 1
            except RecordError as error:
                refused += 1
                print(f"{path}, {error}", file=sys.stderr)
    print(f"{good} games replayed, {refused} refused")
    return 1 if refused else 0


def show_moves(viewer: int) -> Watch:
    """What draws every move of a replay."""

    def show(game: Game, number: int, entry: Entry | None, rows: Rows) -> None:
        if viewer >= int(rows[0].num_players):
            raise ValueError(f"viewer {viewer} is no seat of a game of {int(rows[0].num_players)} players")
        print(f"\n{'set-up' if entry is None else f'move {number}: {write_record(entry)}'}")
        print(game.text(rows[0], viewer))

    return show


def _viewer(text: str) -> int:
    if text == ALL:
        return EVERYTHING
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is neither a seat nor {ALL}")
    return int(text)
