"""`baobab soak`: random games with every invariant checked."""

import argparse
import sys

from baobab.commands.arguments import add_game, add_seed, chosen_game, natural, positive
from baobab.commands.progress import Progress
from baobab.measure.soak import SoakError, soak

EXAMPLES = ["soak kenya --games 100000"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which games of which run."""
    add_game(parser)
    parser.add_argument("--games", type=positive, default=1000, help="number of games (default 1000)")
    add_seed(parser, "start of the run")
    parser.add_argument("--first", type=natural, default=0, help="number of the run's first game, to go on (default 0)")


def run(args: argparse.Namespace) -> int:
    """Play them; 1 where an invariant is broken."""
    game = chosen_game(args)
    progress = Progress("games without a fault", args.games)
    try:
        report = soak(game, games=args.games, seed=args.seed, first=args.first, progress=progress)
    except SoakError as error:
        print(f"\nbaobab: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(f"\ngo on with --first {args.first + progress.done} --seed {args.seed}", file=sys.stderr)
        raise
    print(
        f"{report.games} games of {game.name} without a fault: {report.decisions} decisions,"
        f" the longest game {report.longest} of {game.max_decisions}, {report.games / report.seconds:.0f} games/s"
    )
    return 0
