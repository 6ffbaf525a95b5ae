"""What `baobab` does, a module for each command.

A module has `EXAMPLES` (the words after `baobab`, a line each), `add_arguments(parser)`, and `run(args)`, which gives
the exit code. Its line of help stands here, so that the list of commands imports none of them. Commands of other
packages join through the entry points `baobab.commands`: functions that are handed the words after their name.
"""

import argparse
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from baobab.commands.arguments import Parser

OK, REFUSED, ERROR = 0, 1, 2
"""Exit codes: done, a check failed, a wrong argument."""

COMMANDS = {
    "games": "list the games, their versions, players and sizes",
    "play": "play in the terminal against bots or each other",
    "record": "play games between bots and write their records",
    "replay": "replay records and check every move; 1 where one is refused",
    "evaluate": "measure bots against each other",
    "tournament": "rate bots against each other",
    "benchmark": "measure a bot or a training command by the benchmark's protocol",
    "ladder": "let each bot meet the one below it; 1 where one is worse",
    "soak": "play random games and check every invariant on every state",
    "bench": "measure the speeds that the README quotes",
    "cache": "show or clear the folder of compiled kernels",
    "tables": "make the tables of a game's page from its code",
}
"""The commands of this package and their lines of help."""


def load_command(name: str) -> Any:
    """The module of a command."""
    return import_module(f"baobab.commands.{name}")


def run_command(name: str, argv: Sequence[str]) -> int:
    """Run a command with the words after its name: its exit code. Errors come through as they are."""
    module = load_command(name)
    parser = Parser(prog=f"baobab {name}")
    describe(parser, name)
    code: int = module.run(parser.parse_args(argv))
    return code


def describe(parser: argparse.ArgumentParser, name: str) -> None:
    """Give a parser the arguments of a command, and its help the examples."""
    module, text = load_command(name), COMMANDS[name]
    parser.description = f"{text[0].upper()}{text[1:]}."
    lines = [f"baobab {line}" for line in module.EXAMPLES]
    shown = f"example: {lines[0]}" if len(lines) == 1 else "\n  ".join(["examples:", *lines])
    parser.epilog = f"{getattr(module, 'NOTES', '')}{shown}"
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    module.add_arguments(parser)
