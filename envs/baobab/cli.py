"""The command `baobab`: finds the module of a command, runs it, and says what is wrong in a sentence."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import EntryPoint, entry_points
from io import TextIOWrapper

from baobab.commands import COMMANDS, ERROR, OK, describe, run_command
from baobab.commands.arguments import Parser
from baobab.extras import missing_extra, need_extra

COMMAND_GROUP = "baobab.commands"
"""Entry points that are handed the arguments after their name and give the exit code."""
JOINED = {
    "train": "train a policy by self-play",
    "exploit": "train against a frozen policy, for a lower bound of how exploitable it is",
    "import-sb3": "make a checkpoint of what stable-baselines3 saved",
}
"""Help of the commands that join; one that is not here is shown by its name."""
HIDDEN = "bench_train"
"""A command that is called by another name: `bench --train`."""
COMPLETION = "--print-completion"
SHELLS = ("bash", "zsh")
INTERRUPTED = 130

EPILOG = """\
examples:
  baobab games
  baobab play kenya --seats human,greedy,random
  baobab record kenya --players 4 --bots random,greedy,random,greedy --games 100 --seed 7 --out games.jsonl
  baobab replay games.jsonl
  baobab COMMAND --help
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command: its exit code, 2 for a wrong argument, 1 where a check failed."""
    words = list(sys.argv[1:] if argv is None else argv)
    _show_what_can_be_shown()
    try:
        return _run(words)
    except BrokenPipeError:  # the reader of our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except KeyboardInterrupt:
        print("\nbaobab: interrupted", file=sys.stderr)
        return INTERRUPTED
    except Exception as error:
        if not _is_for_people(error):
            raise
        extra = missing_extra(error) if isinstance(error, ImportError) else None
        sentence = need_extra(f"baobab {words[0]}", extra, error) if extra and isinstance(error, ImportError) else error
        print(f"baobab: error: {sentence}", file=sys.stderr)
        return ERROR


def make_parser(joined: Sequence[str] = (), *, whole: bool = False) -> argparse.ArgumentParser:
    """The parser of the list of commands; `whole`: with all their arguments, for completion."""
    parser = Parser(
        prog="baobab",
        description="Wildlife table games for people, bots and learning.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"baobab {_version()}")
    parser.add_argument(COMPLETION, choices=SHELLS, metavar="SHELL", help=f"for {', '.join(SHELLS)}: see docs/cli.md")
    commands = parser.add_subparsers(title="commands", dest="command", metavar="COMMAND", required=True)
    for name, text in COMMANDS.items():
        one = commands.add_parser(name, help=text, add_help=whole)
        if whole:
            describe(one, name)
    for name in sorted(set(joined) - {HIDDEN, *COMMANDS}):
        commands.add_parser(name, help=JOINED.get(name, name), add_help=False)
    return parser


def _run(words: list[str]) -> int:
    name = words[0] if words else ""
    if name in COMMANDS:
        return run_command(name, words[1:])
    joined = {point.name: point for point in entry_points(group=COMMAND_GROUP)}
    if name in {*joined, *JOINED}:
        return _load_joined(name, joined)(words[1:]) or OK
    if name == COMPLETION and len(words) == 2 and words[1] in SHELLS:
        import shtab

        print(shtab.complete(make_parser([*joined], whole=True), shell=words[1]))
        return OK
    make_parser([*joined]).parse_args(words)  # ends the program: there is no such command
    return ERROR


def _load_joined(name: str, joined: dict[str, EntryPoint]) -> Callable[[list[str]], int | None]:
    """A command of another package; ImportError says which extra it needs."""
    try:
        if name not in joined:
            raise ImportError("baobab_training is not installed")
        command: Callable[[list[str]], int | None] = joined[name].load()
    except ImportError as error:
        raise need_extra(f"baobab {name}", missing_extra(error) or "train", error) from error
    return command


def _is_for_people(error: Exception) -> bool:
    """Whether the text of an error says what is wrong: values, files, imports, and all errors of our own."""
    ours = type(error).__module__.partition(".")[0] in ("baobab", "baobab_training")
    return ours or isinstance(error, ValueError | OSError | ImportError)


def _show_what_can_be_shown() -> None:
    """Let standard output show another sign in place of what its encoding lacks, and input take any bytes."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _version() -> str:
    import baobab

    return baobab.__version__


if __name__ == "__main__":
    sys.exit(main())
