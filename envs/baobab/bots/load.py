"""Any bot by its name, or a checkpoint by its name or path."""

import os
import re
from collections.abc import Callable, Sequence
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from baobab.bots.bot import Bot, GreedyBot, RandomBot
from baobab.bots.search import parse_search
from baobab.extras import need_extra
from baobab.registry import nearest

BOT_GROUP = "baobab.bots"
"""Entry points that make a bot from a name or path; FileNotFoundError says where one has looked."""

CALL_GROUP = "baobab.bot_calls"
"""Entry points that make a bot from what stands in the brackets of a name such as `search(kenya/base, 200)`."""

BUILT_IN: dict[str, Callable[[], Bot]] = {"random": RandomBot, "greedy": GreedyBot}


def load_bot(name_or_path: str | os.PathLike[str]) -> Bot:
    """The bot of this name, or the checkpoint of this name (`kenya/base`) or path.

    Names are `random`, `greedy`, search bots with their budget (`flat:500`, `mcts:1000`, `mcts:200ms`,
    `mcts:100:greedy`), and `search(kenya/base, 200)`, a checkpoint that searches. FileNotFoundError says which names
    there are and where it looked for a checkpoint; ImportError that what checkpoints need is not installed; ValueError
    what is wrong with a budget, or that the name is empty. A checkpoint that cannot be used is refused with the reason.
    """
    name = os.path.expanduser(os.fspath(name_or_path).strip())  # noqa: PTH111 - a name need not be a path
    if not name:
        raise ValueError(f"a bot has a name, such as {', '.join(BUILT_IN)}: this one is empty")
    if Path(name).name in ("", ".."):  # the folder that one is in
        name = str(Path(name).resolve())
    if name in BUILT_IN:
        return BUILT_IN[name]()
    searching = parse_search(name)
    if searching is not None:
        return searching
    unknown = f"no bot {name!r}: it is neither {' nor '.join([*BUILT_IN, *PATTERNS])}"
    meant = nearest(name, BUILT_IN)
    call = _CALL.fullmatch(name)
    if call is not None:
        for point in entry_points(group=CALL_GROUP):
            if point.name == call["what"]:
                return _from_entry_point(point, call["arguments"], unknown)
    looked = []
    for point in sorted(entry_points(group=BOT_GROUP)):
        try:
            return _from_entry_point(point, name, unknown)
        except FileNotFoundError as error:
            looked.append(str(error))
    raise FileNotFoundError(
        f"{unknown}, and {' and '.join(looked) or 'nothing is installed that reads checkpoints'}{meant}"
    )


def split_names(text: str) -> list[str]:
    """The names of a list with commas between them; a comma within brackets belongs to a name.

    ValueError where a name is empty.
    """
    names = [name.strip() for name in _COMMA.split(text)]
    if not all(names):
        raise ValueError(f"names of bots are given with commas between them, like random,greedy, not {text!r}")
    return names


def load_bots(names: Sequence[str]) -> list[Bot]:
    """A bot per name; the same bot where a name is repeated."""
    made = {name: load_bot(name) for name in dict.fromkeys(names)}
    return [made[name] for name in names]


PATTERNS = ("flat:PLAYOUTS", "mcts:PLAYOUTS", "mcts:NUMBERms", "search(CHECKPOINT, SIMULATIONS)")
_CALL = re.compile(r"(?P<what>\w+)\((?P<arguments>.*)\)")
_COMMA = re.compile(r",(?![^(]*\))")


def _from_entry_point(point: EntryPoint, name: str, unknown: str) -> Bot:
    try:
        make = point.load()
    except ImportError as error:
        raise ImportError(f"{unknown}, and {need_extra('a checkpoint', 'train', error)}") from error
    bot: Bot = make(name)
    return bot
