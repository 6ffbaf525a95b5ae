"""`baobab ladder`: every bot against the one below it."""

import argparse
import os

from baobab.bots import split_names
from baobab.commands.arguments import add_game, add_seed, chosen_game, positive
from baobab.commands.progress import Progress
from baobab.measure.ladder import climb
from baobab.registry import load_games

EXAMPLES = ["ladder all --games 200"]
ALL = "all"
"""Every game."""
RUNGS = "random,flat:100,mcts:100,mcts:1000"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which bots meet how often."""
    add_game(parser, also=ALL)
    parser.add_argument(
        "--rungs",
        default=RUNGS,
        help=f"names of bots with commas between them, the weakest first (default {RUNGS})",
    )
    parser.add_argument("--games", type=positive, default=200, help="games of two players a pair, even (default 200)")
    add_seed(parser, "start of the run")
    parser.add_argument(
        "--threads", type=positive, default=os.cpu_count() or 1, help="threads of the search bots (default: all cores)"
    )


def run(args: argparse.Namespace) -> int:
    """Climb it; 1 where a bot is worse than the one below it."""
    names, holds = split_names(args.rungs), True
    width = max(map(len, names))
    chosen = [game.name for game in load_games()] if args.game == ALL else [args.game]
    games = [chosen_game(args, name) for name in chosen]
    for game in games:
        progress = Progress(f"games of {game.name}", args.games * (len(names) - 1))
        rungs = climb(game, names, games=args.games, seed=args.seed, threads=args.threads, progress=progress)
        for rung in rungs:
            low, high = rung.interval
            print(
                f"{game.name}: {rung.upper:>{width}} over {rung.lower:{width}}  {rung.share:.3f}"
                f"  [{low:.3f}, {high:.3f}]  {rung.games} games in {rung.seconds:.0f} s"
                f"{'' if rung.holds else '  WORSE'}",
                flush=True,
            )
            holds &= rung.holds
    return 0 if holds else 1
