"""Any bot by its name, or a checkpoint by its name or path."""

import os
from collections.abc import Callable, Sequence
from importlib.metadata import EntryPoint, entry_points

from baobab.bots.bot import Bot, GreedyBot, RandomBot

BOT_GROUP = "baobab.bots"
"""Entry points that make a bot from a name or path; FileNotFoundError says where one has looked."""

BUILT_IN: dict[str, Callable[[], Bot]] = {"random": RandomBot, "greedy": GreedyBot}


def load_bot(name_or_path: str | os.PathLike[str]) -> Bot:
    """The bot of this name (`random`, `greedy`), or the checkpoint of this name (`kenya/base`) or path.

    FileNotFoundError says which names there are and where it looked for a checkpoint; ImportError that what
    checkpoints need is not installed. A checkpoint that cannot be used is refused with the reason.
    """
    name = os.fspath(name_or_path)
    if name in BUILT_IN:
        return BUILT_IN[name]()
    unknown = f"no bot {name!r}: it is neither {' nor '.join(BUILT_IN)}"
    looked = []
    for point in sorted(entry_points(group=BOT_GROUP)):
        try:
            return _from_entry_point(point, name, unknown)
        except FileNotFoundError as error:
            looked.append(str(error))
    raise FileNotFoundError(f"{unknown}, and {' and '.join(looked) or 'nothing is installed that reads checkpoints'}")


def load_bots(names: Sequence[str]) -> list[Bot]:
    """A bot per name; the same bot where a name is repeated."""
    made = {name: load_bot(name) for name in dict.fromkeys(names)}
    return [made[name] for name in names]


def _from_entry_point(point: EntryPoint, name: str, unknown: str) -> Bot:
    try:
        make = point.load()
    except ImportError as error:
        reason = f"checkpoints need the extra `train` (pip install 'baobab[train]'): {error}"
        raise ImportError(f"{unknown}, and {reason}") from error
    bot: Bot = make(name)
    return bot
