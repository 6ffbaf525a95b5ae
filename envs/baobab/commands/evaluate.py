"""`baobab evaluate`: bots against each other on the same deals."""

import argparse
import json

from baobab.bots import load_bots, split_names
from baobab.commands.arguments import (
    add_game,
    add_json,
    add_seed,
    checked_output,
    chosen_game,
    positive,
    show_data,
)
from baobab.commands.progress import Progress
from baobab.files import STANDARD_OUTPUT
from baobab.measure.evaluate import DEFAULT_GAMES, evaluate_bots, format_evaluation, write_json

EXAMPLES = ["evaluate kenya --players 3 --bots kenya/base,greedy --games 3000 --json result.json"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Who meets whom how often."""
    add_game(parser)
    parser.add_argument("--players", type=positive, default=2, help="number of players (default 2)")
    parser.add_argument(
        "--bots",
        required=True,
        help="names or checkpoints, with commas between them; the last one takes the seats that are left over",
    )
    parser.add_argument(
        "--games",
        type=positive,
        default=DEFAULT_GAMES,
        help=f"games in all, rounded up to whole deals (default {DEFAULT_GAMES})",
    )
    add_seed(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Play, keep the figures, show them."""
    game, path = chosen_game(args), checked_output(args.json)
    bots = load_bots(split_names(args.bots))
    evaluation = evaluate_bots(
        game, bots, players=args.players, games=args.games, seed=args.seed, progress=Progress("games")
    )
    if path is not None:
        write_json(evaluation, path)
    if args.json == STANDARD_OUTPUT:
        show_data(json.dumps(evaluation.to_json(), indent=2, ensure_ascii=False))
    else:
        print(format_evaluation(evaluation))
    return 0
