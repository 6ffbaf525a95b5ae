"""The command `baobab`. Commands of the training join through the entry points `baobab.commands`."""

import argparse
import os
import secrets
import sys
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from baobab.bots import load_bot, load_bots, split_names
from baobab.core.game import Game
from baobab.core.notation import Entry
from baobab.core.record import EVERYTHING, Rows
from baobab.registry import GAMES, load_game, load_games, read_options

COMMAND_GROUP = "baobab.commands"
"""Entry points that are handed the arguments after their name and give the exit code."""
MODULES = {
    "bench": ("baobab.bench", "measure the speeds that the README quotes"),
    "tables": ("baobab.tables", "the tables of a game's page, from its code"),
}
"""Commands that are modules of their own, with a `main(argv)`: module and help."""
JOINED = {
    "train": "train a policy by self-play",
    "evaluate": "measure bots against each other",
    "tournament": "rate bots against each other",
    "benchmark": "measure a bot or a training command by the benchmark's protocol",
    "exploit": "train against a frozen policy, for a lower bound of how exploitable it is",
    "import-sb3": "make a checkpoint of what stable-baselines3 saved",
}
"""Help of the commands that join; one that is not here is shown by its name."""
HIDDEN = "bench_train"
"""A command that is called by another name: `bench --train`."""

ALL = "all"
"""The viewer of `replay --show` from whom nothing is hidden; every game of `ladder`."""
ERROR, REFUSED, INTERRUPTED = 2, 1, 130

EXAMPLES = """\
examples:
  baobab games
  baobab play kenya --seats human,greedy,random
  baobab record kenya --players 4 --bots random,greedy,random,greedy --games 100 --seed 7 --out games.jsonl
  baobab replay games.jsonl
  baobab COMMAND --help
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command: its exit code, 2 for a wrong argument, 1 where a check failed."""
    given = list(sys.argv[1:] if argv is None else argv)
    try:
        joined = {point.name: point for point in entry_points(group=COMMAND_GROUP)}
        if given and given[0] in {*joined, *JOINED, *MODULES}:
            return _run_joined(given[0], given[1:], joined)
        args = _parser(joined).parse_args(given)
        run: Callable[[argparse.Namespace], int] = args.run
        return run(args)
    except (ValueError, OSError, ImportError) as error:
        if isinstance(error, BrokenPipeError):  # the reader of our output has seen enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0
        print(f"baobab: error: {error}", file=sys.stderr)
        return ERROR
    except KeyboardInterrupt:
        print("\nbaobab: interrupted", file=sys.stderr)
        return INTERRUPTED


# --- Commands ---------------------------------------------------------------------------------------------


def list_games(args: argparse.Namespace) -> int:
    """`baobab games`."""
    del args
    for game in load_games():
        print(f"{game.title} ({game.id}), {game.min_players} to {game.max_players} players")
        print(f"  actions {game.actions.size}: {', '.join(f'{block.name} {block.size}' for block in game.actions)}")
        print(
            f"  observation {game.observation.size}, hidden state {game.hidden.size},"
            f" features of an action {game.features.size}, a state {game.state.itemsize} bytes"
        )
        print(f"  at most {game.max_decisions} decisions a game")
        print(f"  options {', '.join(f'{key}={value}' for key, value in game.default_options.items()) or 'none'}")
    return 0


def record(args: argparse.Namespace) -> int:
    """`baobab record`: games between bots, a line each as they end."""
    from baobab.play.recording import record_games
    from baobab.records import write_record

    game = load_game(args.game, **read_options(args.option))
    seats = fill_seats(args.bots, args.players)
    records = record_games(game, load_bots(seats), games=args.games, seed=args.seed)
    if args.out == "-":
        for made in records:
            print(write_record(made))
        return 0
    progress = _Progress(args.games, "games recorded")
    with Path(args.out).open("wb", buffering=0) as file:  # each line is one write, so that a kill leaves whole lines
        for number, made in enumerate(records, start=1):
            file.write(f"{write_record(made)}\n".encode())
            progress.show(number)
    print(f"{args.games} games of {game.name} in {args.out}")
    return 0


def replay(args: argparse.Namespace) -> int:
    """`baobab replay`: check every line of files of records."""
    from baobab.records import RecordError, parse_record, read_lines, replay_record

    good = refused = 0
    watch = _show_move(args.viewer) if args.show else None
    for path in args.files:
        for number, text in read_lines(path):
            try:
                replay_record(parse_record(text, line=number), line=number, watch=watch)
                good += 1
            except RecordError as error:
                refused += 1
                print(f"{path}, {error}", file=sys.stderr)
    print(f"{good} games replayed, {refused} refused")
    return REFUSED if refused else 0


def play(args: argparse.Namespace) -> int:
    """`baobab play`: a game in the terminal."""
    from baobab.play.table import HUMAN, Table
    from baobab.play.terminal import play_terminal
    from baobab.records import write_record

    game = load_game(args.game, **read_options(args.option))
    seats = fill_seats(args.seats, args.players)
    game.check_players(len(seats))
    seed = secrets.randbelow(2**31) if args.seed is None else args.seed
    table = Table(game, [None if seat == HUMAN else load_bot(seat) for seat in seats], seed=seed)
    print(f"{game.title}, seed {seed}. In each decision: a number or a name chooses, ? shows the rules, q quits.")
    if args.record is None:
        play_terminal(table)
        return 0
    with Path(args.record).open("ab", buffering=0) as file:  # opened first, so that a wrong path is told at once
        try:
            play_terminal(table)
        finally:
            file.write(f"{write_record(table.record())}\n".encode())
    print(f"The record is added to {args.record}.")
    return 0


def soak_game(args: argparse.Namespace) -> int:
    """`baobab soak`: random games with every invariant checked."""
    from baobab.soak import SoakError, soak

    game = load_game(args.game, **read_options(args.option))
    progress = _Progress(args.games, "games without a fault")
    try:
        report = soak(game, games=args.games, seed=args.seed, first=args.first, progress=progress.show)
    except SoakError as error:
        print(f"\nbaobab: {error}", file=sys.stderr)
        return REFUSED
    except KeyboardInterrupt:
        print(f"\ngo on with --first {args.first + progress.done} --seed {args.seed}", file=sys.stderr)
        raise
    print(
        f"{report.games} games of {game.name} without a fault: {report.decisions} decisions,"
        f" the longest game {report.longest} of {game.max_decisions}, {report.games / report.seconds:.0f} games/s"
    )
    return 0


def climb_ladder(args: argparse.Namespace) -> int:
    """`baobab ladder`: every bot against the one below it."""
    from baobab.ladder import climb

    names, held = split_names(args.rungs), True
    width = max(map(len, names))
    for name in [game.name for game in load_games()] if args.game == ALL else [args.game]:
        game = load_game(name, **read_options(args.option))
        progress = _Progress(args.games * (len(names) - 1), f"games of {name}")
        rungs = climb(game, names, games=args.games, seed=args.seed, threads=args.threads, progress=progress.show)
        for rung in rungs:
            low, high = rung.interval
            print(
                f"{name}: {rung.upper:>{width}} over {rung.lower:{width}}  {rung.share:.3f}"
                f"  [{low:.3f}, {high:.3f}]  {rung.games} games in {rung.seconds:.0f} s"
                f"{'' if rung.holds else '  WORSE'}",
                flush=True,
            )
            held &= rung.holds
    return 0 if held else REFUSED


# --- Arguments --------------------------------------------------------------------------------------------


def fill_seats(text: str, players: int | None) -> list[str]:
    """A name per seat from names with commas between them; the last one takes the seats that are left over."""
    names = split_names(text)
    if players is None:
        return names
    if len(names) > players:
        raise ValueError(f"{len(names)} names are too many for {players} players: {text!r}")
    return names + names[-1:] * (players - len(names))


def _parser(joined: dict[str, EntryPoint]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="baobab",
        description="Wildlife table games for people, bots and learning.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"baobab {_version()}")
    commands = parser.add_subparsers(title="commands", dest="command", metavar="COMMAND", required=True)
    one = _add(commands, "games", list_games, "list the games, their versions, players and sizes", "baobab games")
    _add_record(commands)
    _add_replay(commands)
    _add_play(commands)
    one = _add(
        commands,
        "soak",
        soak_game,
        "play random games and check every invariant on every state",
        "baobab soak kenya --games 100000",
    )
    _add_game(one)
    one.add_argument("--games", type=_positive, default=1000, help="number of games (default 1000)")
    one.add_argument("--seed", type=int, default=0, help="start of the run (default 0)")
    one.add_argument("--first", type=int, default=0, help="number of the run's first game, to go on (default 0)")
    _add_ladder(commands)
    for name, (module, text) in MODULES.items():
        if find_spec(module) is not None:
            commands.add_parser(name, help=text, add_help=False)
    for name in sorted(set(joined) - {HIDDEN}):
        commands.add_parser(name, help=JOINED.get(name, name), add_help=False)
    return parser


def _add_record(commands: Any) -> None:
    one = _add(
        commands,
        "record",
        record,
        "play games between bots and write their records",
        "baobab record kenya --players 4 --bots random,greedy,random,greedy --games 100 --seed 7 --out games.jsonl",
    )
    _add_game(one)
    one.add_argument("--players", type=int, help="number of players (default: as many as bots)")
    one.add_argument(
        "--bots",
        default="random,random",
        help="a name or checkpoint per seat, with commas between them; the last one takes the seats left over",
    )
    one.add_argument("--games", type=_positive, default=1, help="number of games (default 1)")
    one.add_argument("--seed", type=int, default=0, help="start of the run: game i has a seed made of both (default 0)")
    one.add_argument("--out", default="-", metavar="FILE", help="the file to write (default -: standard output)")


def _add_replay(commands: Any) -> None:
    one = _add(
        commands,
        "replay",
        replay,
        "replay records and check every move; 1 where one is refused",
        "baobab replay games.jsonl --show",
    )
    one.add_argument("files", nargs="+", metavar="FILE", help="files of records, one a line")
    one.add_argument("--show", action="store_true", help="draw the board after every move")
    one.add_argument(
        "--viewer",
        type=_viewer,
        default=EVERYTHING,
        metavar="SEAT",
        help=f"whose eyes --show looks with: a seat, or {ALL} for everything (default {ALL})",
    )


def _add_play(commands: Any) -> None:
    one = _add(
        commands,
        "play",
        play,
        "play in the terminal against bots or each other",
        "baobab play kenya --seats human,greedy,random --record mine.jsonl",
    )
    _add_game(one)
    one.add_argument(
        "--seats",
        default="human,greedy",
        help="human, or a bot's name or checkpoint, per seat, with commas between them (default human,greedy)",
    )
    one.add_argument("--players", type=int, help="number of players; the last name takes the seats left over")
    one.add_argument("--seed", type=int, help="starts a certain game (default: another one every time)")
    one.add_argument("--record", metavar="FILE", help="add the game's record to this file")


def _add_ladder(commands: Any) -> None:
    one = _add(
        commands,
        "ladder",
        climb_ladder,
        "let each bot meet the one below it; 1 where one is worse",
        "baobab ladder all --games 200",
    )
    _add_game(one, also=f", or {ALL}")
    one.add_argument(
        "--rungs",
        default="random,flat:100,mcts:100,mcts:1000",
        help="names of bots with commas between them, the weakest first (default random,flat:100,mcts:100,mcts:1000)",
    )
    one.add_argument("--games", type=_positive, default=200, help="games of two players a pair, even (default 200)")
    one.add_argument("--seed", type=int, default=0, help="start of the run (default 0)")
    one.add_argument(
        "--threads", type=_positive, default=os.cpu_count() or 1, help="threads of the search bots (default: all cores)"
    )


def _add(
    commands: Any, name: str, run: Callable[[argparse.Namespace], int], text: str, example: str
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        name, help=text, description=f"{text[0].upper()}{text[1:]}.", epilog=f"example: {example}"
    )
    parser.set_defaults(run=run)
    return parser


def _add_game(parser: argparse.ArgumentParser, *, also: str = "") -> None:
    parser.add_argument("game", help=", ".join(sorted(GAMES)) + also)
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a rule option, once for each (see `baobab games`)",
    )


def _positive(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{value} is not at least 1")
    return value


def _viewer(text: str) -> int:
    if text == ALL:
        return EVERYTHING
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is neither a seat nor {ALL}")
    return int(text)


def _version() -> str:
    import baobab

    return baobab.__version__


# --- What is shared ---------------------------------------------------------------------------------------


def _run_joined(name: str, argv: list[str], joined: dict[str, EntryPoint]) -> int:
    """Run a command of another module."""
    run: Callable[[list[str]], int | None]
    if name in MODULES:
        run = import_module(MODULES[name][0]).main
    else:
        try:
            if name not in joined:
                raise ImportError("baobab_training is not installed")
            run = joined[name].load()
        except ImportError as error:
            raise ImportError(f"{name} needs the extra `train` (pip install 'baobab[train]'): {error}") from error
    return run(argv) or 0


class _Progress:
    """A line on standard error that says how far it is, where somebody watches."""

    def __init__(self, total: int, what: str) -> None:
        self.total = total
        self.what = what
        self.done = 0
        self._start = time.monotonic()
        self._shown = self._start

    def show(self, done: int) -> None:
        """So many are done."""
        self.done = done
        now = time.monotonic()
        if not sys.stderr.isatty() or (now - self._shown < 0.2 and done < self.total):
            return
        self._shown = now
        left = (self.total - done) * (now - self._start) / done
        end = "\n" if done == self.total else ""
        print(f"\r\033[K{done} of {self.total} {self.what}, {left:.0f} s left", end=end, file=sys.stderr, flush=True)


def _show_move(viewer: int) -> Callable[[Game, int, Entry | None, Rows], None]:
    """What draws every move of a replay."""
    from baobab.records import write_record

    def show(game: Game, number: int, entry: Entry | None, rows: Rows) -> None:
        if viewer >= int(rows[0].num_players):
            raise ValueError(f"viewer {viewer} is no seat of a game of {int(rows[0].num_players)} players")
        print(f"\n{'set-up' if entry is None else f'move {number}: {write_record(entry)}'}")
        print(game.text(rows[0], viewer))

    return show


if __name__ == "__main__":
    sys.exit(main())
