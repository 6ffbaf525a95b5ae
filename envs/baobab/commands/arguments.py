"""Arguments that commands share: read, checked, and refused with a sentence."""

import argparse
import json
import re
import sys
from pathlib import Path
from typing import Any, NoReturn

from baobab.bots import split_names
from baobab.core.game import Game
from baobab.files import STANDARD_OUTPUT, check_file
from baobab.registry import GAMES, load_game, nearest, read_options

_UNKNOWN_OPTION = re.compile(r"unrecognized arguments: (--?[^\s=]+)")
_UNKNOWN_CHOICE = re.compile(r"invalid choice: '(.*?)' \(choose from (.*)\)")


class Parser(argparse.ArgumentParser):
    """A parser that says which option was meant where one is misspelt."""

    def error(self, message: str) -> NoReturn:
        """End with the usage and the message."""
        if option := _UNKNOWN_OPTION.match(message):
            message += nearest(option[1], self._option_string_actions)
        elif choice := _UNKNOWN_CHOICE.search(message):
            message += nearest(choice[1], re.findall(r"\w[\w-]*", choice[2]))
        super().error(message)


# --- Kinds of values --------------------------------------------------------------------------------------


def game_name(text: str) -> str:
    """The plain name of a game of the registry, which may carry its version."""
    try:
        return load_game(text).name
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def positive(text: str) -> int:
    """An integer from 1 on."""
    return _at_least(text, 1)


def natural(text: str) -> int:
    """An integer from 0 on."""
    return _at_least(text, 0)


def seconds(text: str) -> float:
    """A time, more than none."""
    value = float(text)
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is no time above 0")
    return value


def fill_seats(text: str, players: int | None) -> list[str]:
    """A name per seat from names with commas between them; the last one takes the seats that are left over."""
    names = split_names(text)
    if players is None:
        return names
    if len(names) > players:
        raise ValueError(f"{len(names)} names are too many for {players} players: {text!r}")
    return names + names[-1:] * (players - len(names))


def _at_least(text: str, least: int) -> int:
    value = int(text)
    if value < least:
        raise argparse.ArgumentTypeError(f"{value} is not at least {least}")
    return value


# --- Arguments --------------------------------------------------------------------------------------------


def add_game(parser: argparse.ArgumentParser, *, also: str | None = None) -> None:
    """Which game, with rule options; `also` is a word that may stand in its place."""

    def read(text: str) -> str:
        return text if text == also else game_name(text)

    known = [*sorted(GAMES), *([also] if also else [])]
    parser.add_argument("game", type=read, choices=known, metavar="GAME", help=", ".join(known))
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a rule option, once for each (see `baobab games`)",
    )


def chosen_game(args: argparse.Namespace, name: str | None = None) -> Game:
    """The game that `add_game` read, or another one of this name, with the options."""
    plain = load_game(name or args.game)
    options = read_options(args.option)
    for option in options:
        if option not in plain.default_options:
            known = ", ".join(plain.default_options) or "none"
            raise ValueError(
                f"{plain.name} has no option {option}; its options are {known}{nearest(option, plain.default_options)}"
            )
    return load_game(plain.name, **options)


def add_seed(parser: argparse.ArgumentParser, help_text: str = "start of the deals and of the bots' chance") -> None:
    """The start of a run."""
    parser.add_argument("--seed", type=int, default=0, help=f"{help_text} (default 0)")


def add_json(parser: argparse.ArgumentParser) -> None:
    """Where figures are written as JSON."""
    parser.add_argument("--json", metavar="FILE", help="write the figures there as well; - for standard output alone")


def checked_output(text: str | None) -> Path | None:
    """The file that was named, which can be written; None where none was, or standard output."""
    return None if text is None or text == STANDARD_OUTPUT else check_file(text)


def show_data(text: str) -> None:
    """A line of data on standard output, UTF-8 where that cannot show all of it: data is never altered."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    try:
        text.encode(encoding)
        sys.stdout.write(f"{text}\n")
    except UnicodeEncodeError:
        sys.stdout.flush()
        sys.stdout.buffer.write(f"{text}\n".encode())


def options_as_words(options: Any) -> list[str]:
    """Options as the command line takes them."""
    return [
        word
        for key, value in options.items()
        for word in ("--option", f"{key}={value if isinstance(value, str) else json.dumps(value)}")
    ]
