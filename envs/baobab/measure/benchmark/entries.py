"""The entries: what is measured, and those of the leaderboard in the repository."""

import tomllib
from pathlib import Path

from baobab.measure.benchmark.protocol import Task
from baobab.measure.benchmark.work import Entry

ENTRIES = Path(__file__).with_name("entries.toml")


def make_entry(source: str, name: str | None) -> Entry:
    """The entry that the command line names; ValueError where that cannot be measured."""
    for known in known_entries():
        if source == known.name and name is None:
            return known
    entry = Entry(name or source, source)
    if entry.is_command and name is None:
        raise ValueError("a training command is given a name for tables and files: --name NAME")
    if not entry.is_command and any(character.isspace() for character in source.strip()) and "(" not in source:
        raise ValueError(f"{source!r} is no bot, and a training command has {{out}} in it, where its checkpoint goes")
    entry.filled(Task("game", 2), steps=1, seed=1, out="out", every=1)
    return entry


def known_entries() -> list[Entry]:
    """The entries of the leaderboard in the repository."""
    values = tomllib.loads(ENTRIES.read_text(encoding="utf-8"))
    return [Entry(name, " ".join(source.split())) for name, source in values.items()]
