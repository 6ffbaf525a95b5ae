"""A game as it stands, as bytes or as JSON: what `get_state` and `to_json` of the environments write.

Bytes: one line of JSON that says what they are of, how far the agents had ended, the row, a checksum. They are as
quick as a copy and serve within one version; JSON names every field.
"""

import hashlib
import json
import struct
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import cache, lru_cache
from types import FunctionType
from typing import Any

import numpy as np

from baobab.core.game import Game
from baobab.core.record import NOBODY, Rows, copy_rows, row_from_dict, row_to_dict

FORMAT = "baobab-state/1"

_CHECKSUM = 8  # bytes
_ENDED = struct.Struct("<bb")


@dataclass(frozen=True)
class Ended:
    """How the agents of an environment had ended."""

    offender: int  # the seat whose illegal action ended the game, or NOBODY
    gone: int  # agents that have taken their last step


@lru_cache(maxsize=256)
def header(game: Game, num_players: int) -> bytes:
    """The line that the bytes of this game, its options and players begin with."""
    return json.dumps(_about(game, num_players), separators=(",", ":")).encode() + b"\n"


def pack(head: bytes, rows: Rows, *, ended: Ended) -> bytes:
    """The state `rows [1]` as bytes."""
    body: bytes = head + _ENDED.pack(ended.offender, ended.gone) + rows.tobytes()
    return body + _checksum(body)


def unpack(head: bytes, game: Game, data: bytes) -> tuple[Rows, Ended]:
    """The state `[1]` that `pack` wrote; ValueError names what differs."""
    if not isinstance(data, bytes | bytearray | memoryview):
        raise ValueError(f"a state is bytes, not {type(data).__name__}")
    data = bytes(data)
    if not data.startswith(head):
        raise ValueError(_difference(head, data))
    length = len(head) + _ENDED.size + game.state.itemsize + _CHECKSUM
    if len(data) != length:
        raise ValueError(f"a state of {game.id} has {length} bytes, not {len(data)}")
    if _checksum(data[:-_CHECKSUM]) != data[-_CHECKSUM:]:
        raise ValueError("the state is damaged: its checksum is another")
    ended = Ended(*_ENDED.unpack_from(data, len(head)))
    return copy_rows(np.frombuffer(data, game.state, count=1, offset=len(head) + _ENDED.size)), ended


def to_dict(game: Game, rows: Rows, *, num_players: int, ended: Ended) -> dict[str, Any]:
    """The state `rows [1]` as plain values, every field by name."""
    return {**_about(game, num_players), "ended": asdict(ended), "state": row_to_dict(rows[0])}


def from_dict(game: Game, values: Any, *, num_players: int) -> tuple[Rows, Ended]:
    """The state `[1]` that `to_dict` gave; ValueError names what differs, does not fit or breaks the game."""
    about = _about(game, num_players)
    if not isinstance(values, dict) or set(values) != {*about, "ended", "state"}:
        raise ValueError(f"a state in JSON is an object with the keys {[*about, 'ended', 'state']}")
    for key, expected in about.items():
        if values[key] != expected:
            raise ValueError(f"the state is of {key} {values[key]!r}, the environment of {expected!r}")
    if not isinstance(values["state"], dict):
        raise ValueError("'state' is an object of fields")
    for name, value in values["state"].items():
        _check_integers(name, value)
    rows = row_from_dict(game.state, values["state"])
    bounds = {"num_players": (num_players, num_players), "player": (NOBODY, num_players - 1)}
    bounds |= {"phase": (0, len(game.phases) - 1), "opening": (0, 1), "decisions": (0, game.max_decisions)}
    for name, (low, high) in bounds.items():
        _check_bounds(name, rows[0][name], low, high)
    for name, (low, high) in game.notation.limits(rows[0]).items():  # before a kernel uses them as places in an array
        _check_bounds(name, rows[0][name], low, high)
    words = rows[0].rng.tolist()
    if not any(words) or not all(0 <= word <= 0xFFFFFFFF for word in words):  # a draw from zeros would never end
        raise ValueError(f"the state's rng is {words}, not four numbers of 32 bits, not all 0")
    ended = _read_ended(values["ended"], rows)
    try:
        with np.errstate(all="raise"):
            _unjitted_check(game.invariants)(game, rows[0])
    except AssertionError as error:
        raise ValueError(f"the state breaks the game: {error}") from error
    except (IndexError, ArithmeticError) as error:
        raise ValueError(f"the state breaks the game: a value is out of its range ({error})") from error
    return rows, ended


def read_json(text: str | bytes) -> Any:
    """The value of a JSON text; ValueError where it is none."""
    if not isinstance(text, str | bytes | bytearray):
        raise ValueError(f"a state in JSON is a text, not {type(text).__name__}")
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("this JSON is nested too deeply for a state") from None


def _about(game: Game, num_players: int) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "game": game.name,
        "version": game.version,
        "players": num_players,
        "options": json.loads(json.dumps(game.changed_options())),
        "fields": hashlib.sha256(repr(game.state.descr).encode()).hexdigest()[:16],
    }


def _check_bounds(name: str, held: Any, low: Any, high: Any) -> None:
    """ValueError unless the values of a field are within these bounds."""
    wrong = np.asarray((held < low) | (held > high))
    if wrong.any():
        value, allowed = (np.broadcast_to(one, wrong.shape)[wrong][0] for one in (held, high))
        raise ValueError(f"the state's {name} is {value}, not in {low} … {allowed}")


@cache
def _unjitted_check(check: Callable[..., None]) -> Callable[..., None]:
    """A game's check, run by Python: compiled code would follow a wrong index to anywhere in memory."""
    return _unjitted(check, {})


def _unjitted(function: Any, made: dict[Any, Any]) -> Callable[..., Any]:
    """A copy of a function that calls no compiled one, nor do those that it calls."""
    source = getattr(function, "py_func", function)
    if source not in made:
        names = dict(source.__globals__)
        made[source] = FunctionType(source.__code__, names, source.__name__, source.__defaults__, source.__closure__)
        for name in source.__code__.co_names:
            if hasattr(names.get(name), "py_func"):
                names[name] = _unjitted(names[name], made)
    copied: Callable[..., Any] = made[source]
    return copied


def _check_integers(name: str, value: Any) -> None:
    """ValueError unless the value is an integer of 64 bits or lists of them: numpy would round or warn."""
    if isinstance(value, list):
        for entry in value:
            _check_integers(name, entry)
    elif type(value) is not int or not -(2**63) <= value < 2**63:
        raise ValueError(f"field {name!r} holds integers of 64 bits, not {value!r}")


def _read_ended(values: Any, rows: Rows) -> Ended:
    names = ["offender", "gone"]
    if not isinstance(values, dict) or set(values) != set(names):
        raise ValueError(f"'ended' is an object with the keys {names}")
    if not all(type(values[name]) is int for name in names):
        raise ValueError(f"'ended' holds integers, not {values}")
    ended = Ended(**values)
    players = int(rows[0].num_players)
    over = rows[0].player == NOBODY or ended.offender != NOBODY
    if ended.offender not in range(NOBODY, players) or ended.gone not in range(players + 1 if over else 1):
        raise ValueError(f"'ended' does not fit the state: {values}")
    return ended


def _difference(head: bytes, data: bytes) -> str:
    """Why `data`, which does not begin with `head`, is of something else."""
    try:
        given = json.loads(data.partition(b"\n")[0])
    except ValueError:
        given = None
    if not isinstance(given, dict) or given.get("format") != FORMAT:
        return f"these bytes are no {FORMAT}"
    for key, expected in json.loads(head).items():
        if given.get(key) != expected:
            return f"the state is of {key} {given.get(key)!r}, the environment of {expected!r}"
    return f"these bytes are no {FORMAT}"


def _checksum(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=_CHECKSUM).digest()
