"""`baobab play`: a game in the terminal."""

import argparse
import secrets

from baobab.bots import load_bot
from baobab.commands.arguments import add_game, chosen_game, fill_seats, positive
from baobab.files import check_file
from baobab.play.table import HUMAN, Table
from baobab.play.terminal import play_terminal
from baobab.records import write_record

EXAMPLES = ["play kenya --seats human,greedy,random --record mine.jsonl"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Who sits where."""
    add_game(parser)
    parser.add_argument(
        "--seats",
        default="human,greedy",
        help="human, or a bot's name or checkpoint, per seat, with commas between them (default human,greedy)",
    )
    parser.add_argument("--players", type=positive, help="number of players; the last name takes the seats left over")
    parser.add_argument("--seed", type=int, help="starts a certain game (default: another one every time)")
    parser.add_argument("--record", metavar="FILE", help="add the game's record to this file")


def run(args: argparse.Namespace) -> int:
    """Play one game; its record is added to the file however it ends."""
    game = chosen_game(args)
    seats = fill_seats(args.seats, args.players)
    game.check_players(len(seats))
    seed = secrets.randbelow(2**31) if args.seed is None else args.seed
    path = None if args.record is None else check_file(args.record)
    table = Table(game, [None if seat == HUMAN else load_bot(seat) for seat in seats], seed=seed)
    print(f"{game.title}, seed {seed}. In each decision: a number or a name chooses, ? shows the rules, q quits.")
    if path is None:
        play_terminal(table)
        return 0
    with path.open("ab", buffering=0) as file:
        try:
            play_terminal(table)
        finally:
            file.write(f"{write_record(table.record())}\n".encode())
    print(f"The record is added to {path}.")
    return 0
