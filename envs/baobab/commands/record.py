"""`baobab record`: games between bots, a line each as they end."""

import argparse
from itertools import chain

from baobab.bots import load_bots
from baobab.commands.arguments import (
    add_game,
    add_seed,
    checked_output,
    chosen_game,
    fill_seats,
    positive,
    show_data,
)
from baobab.commands.progress import Progress
from baobab.files import STANDARD_OUTPUT
from baobab.play.recording import record_games
from baobab.records import write_record

EXAMPLES = [
    "record kenya --players 4 --bots random,greedy,random,greedy --games 100 --seed 7 --out games.jsonl",
]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Who plays how much, and where to."""
    add_game(parser)
    parser.add_argument("--players", type=positive, help="number of players (default: as many as bots)")
    parser.add_argument(
        "--bots",
        default="random,random",
        help="a name or checkpoint per seat, with commas between them; the last one takes the seats left over",
    )
    parser.add_argument("--games", type=positive, default=1, help="number of games (default 1)")
    add_seed(parser, "start of the run: game i has a seed made of both")
    parser.add_argument(
        "--out", default=STANDARD_OUTPUT, metavar="FILE", help="the file to write (default -: standard output)"
    )


def run(args: argparse.Namespace) -> int:
    """Write the records. A file that is there is replaced once the first game is over."""
    game = chosen_game(args)
    path = checked_output(args.out)
    records = record_games(game, load_bots(fill_seats(args.bots, args.players)), games=args.games, seed=args.seed)
    lines = (write_record(record) for record in records)
    if path is None:
        for line in lines:
            show_data(line)
        return 0
    progress = Progress("games recorded", args.games)
    first = next(lines)
    with path.open("wb", buffering=0) as file:  # each line is one write, so that a kill leaves whole lines
        for number, line in enumerate(chain([first], lines), start=1):
            file.write(f"{line}\n".encode())
            progress(number)
    print(f"{args.games} games of {game.name} in {path}")
    return 0
