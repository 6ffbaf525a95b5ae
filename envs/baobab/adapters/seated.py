"""A single agent's game as it stands: the game, its seat, and the bots of the others with their chance.

As bytes: one line of JSON with what is the table's own, then the game as snapshot.py writes it. As JSON: the same with
the game under a key of its own. The environment of one game and each row of many read and write the same.
"""

import json
from dataclasses import dataclass
from typing import Any

from baobab.adapters import snapshot
from baobab.adapters.opponents import AGENT, Opponents
from baobab.core.game import Game
from baobab.core.record import NOBODY, Rows
from baobab.core.rng import RNG_WORDS

FORMAT = "baobab-seat/1"


@dataclass(frozen=True)
class Seated:
    """One game of one agent."""

    rows: Rows  # [1]
    ended: snapshot.Ended
    seat: int  # the agent's
    line_up: list[int]  # which of the bots sits at each seat, AGENT at the agent's
    rng: list[int]  # the bots' generator

    @property
    def over(self) -> bool:
        """Whether the game was played to its end or an illegal action ended it."""
        return bool(self.rows[0].player == NOBODY) or self.ended.offender != NOBODY


def pack(game: Game, seated: Seated, opponents: Opponents) -> bytes:
    """The game as bytes."""
    line = json.dumps(_table(seated, opponents), separators=(",", ":")).encode() + b"\n"
    head = snapshot.header(game, opponents.num_players)
    return line + snapshot.pack(head, seated.rows, ended=seated.ended)


def unpack(game: Game, data: bytes, opponents: Opponents) -> Seated:
    """The game that `pack` wrote; ValueError where the bytes are damaged or of something else."""
    if not isinstance(data, bytes | bytearray | memoryview):
        raise ValueError(f"a state is bytes, not {type(data).__name__}")
    line, _, inner = bytes(data).partition(b"\n")
    try:
        values = snapshot.read_json(line)
    except ValueError:
        values = None
    _check_kind(values, opponents)
    head = snapshot.header(game, opponents.num_players)
    return _seated(values, opponents, *snapshot.unpack(head, game, inner))


def write(game: Game, seated: Seated, opponents: Opponents) -> str:
    """The game as JSON with every field of the state by name."""
    held = snapshot.to_dict(game, seated.rows, num_players=opponents.num_players, ended=seated.ended)
    return json.dumps({**_table(seated, opponents), "game": held})


def read(game: Game, text: str, opponents: Opponents) -> Seated:
    """The game that `write` wrote; ValueError where a field is missing, does not fit or breaks the game."""
    values = snapshot.read_json(text)
    _check_kind(values, opponents)
    rows, ended = snapshot.from_dict(game, values.get("game"), num_players=opponents.num_players)
    return _seated(values, opponents, rows, ended)


def _table(seated: Seated, opponents: Opponents) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "seat": seated.seat,
        "bots": [bot.name for bot in opponents.bots],
        "line_up": seated.line_up,
        "rng": seated.rng,
    }


def _check_kind(values: Any, opponents: Opponents) -> None:
    """ValueError unless these are the values of a table with these bots."""
    names = [bot.name for bot in opponents.bots]
    if not isinstance(values, dict) or values.get("format") != FORMAT:
        raise ValueError(f"this state is no {FORMAT}")
    if values.get("bots") != names:
        raise ValueError(f"the state is of the bots {values.get('bots')!r}, the environment of {names!r}")


def _seated(values: dict[str, Any], opponents: Opponents, rows: Rows, ended: snapshot.Ended) -> Seated:
    """The game with its seat, line-up and generator; ValueError names what does not fit."""
    seat, places, rng = values.get("seat"), values.get("line_up"), values.get("rng")
    players, bots = opponents.num_players, len(opponents.bots)
    if type(seat) is not int or seat not in range(players):
        raise ValueError(f"the state's seat is {seat!r}, not one of 0 … {players - 1}")
    if not isinstance(places, list) or not _integers(places, players, AGENT, bots - 1):
        raise ValueError(f"the state's line_up is {places!r}")
    if [place for place, bot in enumerate(places) if bot == AGENT] != [seat]:
        raise ValueError(f"the state's line_up {places!r} leaves other seats free than {seat}")
    if not isinstance(rng, list) or not _integers(rng, RNG_WORDS, 0, 0xFFFFFFFF) or not any(rng):
        raise ValueError(f"the state's rng is {rng!r}, not four numbers of 32 bits, not all 0")
    seated = Seated(rows, ended, seat, places, rng)
    if ended.gone or not (seated.over or rows[0].player == seat):
        raise ValueError(f"in the state player_{rows[0].player} is to move, not the agent at seat {seat}")
    return seated


def _integers(values: list[Any], length: int, low: int, high: int) -> bool:
    """Whether these are so many integers within the bounds."""
    return len(values) == length and all(type(value) is int and low <= value <= high for value in values)
