"""Game records, `baobab-record/1`: write, read, replay, check.

A record is a whole game in the game's own words, one JSON object a line, with these keys in this order: `format`,
`game`, `version`, `players`, `options` (those that differ from their defaults), `seed` (which starts this very game
alone), `seats` (a name per seat), `setup`, `moves`, `result` (`{"scores", "winners"}` and what a game adds; null for
an unfinished game). Replaying uses `setup` and `moves` alone, never the seed.

What stands in `setup` and `moves` is each game's own affair: its `notation` module, see `core/notation.py`.
"""

import json
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from baobab.core import outcome
from baobab.core.game import Game
from baobab.core.games import Games
from baobab.core.notation import (
    CHANCE_MOVE,
    Cursor,
    Entry,
    RuleError,
    show,
    take_int,
    take_list,
    take_name,
    take_object,
)
from baobab.core.record import CHANCE, NOBODY, Rows, copy_rows
from baobab.core.rng import MAX_SEED
from baobab.registry import GAMES, load_game

FORMAT = "baobab-record/1"
KEYS = ("format", "game", "version", "players", "options", "seed", "seats", "setup", "moves", "result")

Record = dict[str, Any]
Watch = Callable[[Game, int, Entry | None, Rows], None]
"""Told of the set-up (number 0, no entry) and of every entry as it is replayed; the `[1]` rows are the cursor's own."""


class RecordError(ValueError):
    """A record breaks a rule. Moves are numbered from 1; 0 is what stands before them, one past the last the result."""

    def __init__(self, rule: str, *, move: int, line: int | None = None) -> None:
        super().__init__(f"{'' if line is None else f'line {line}, '}move {move}: {rule}")
        self.rule = rule
        self.move = move
        self.line = line

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(RecordError, move=self.move, line=self.line), (self.rule,)


@dataclass(frozen=True)
class Replay:
    """A record that keeps the rules: its game and the `[1]` row that it ends in."""

    game: Game
    rows: Rows
    record: Record


@dataclass(frozen=True)
class Step:
    """One decision as it was applied: `before` and `after` are `[1]` copies; `action` may be CHANCE_MOVE."""

    before: Rows
    action: int
    after: Rows


# --- Writing ----------------------------------------------------------------------------------------------


def unfold(game: Game, rows: Rows, action: int) -> Iterator[Step]:
    """Apply an action and all forced and chance decisions after it to `rows [1]`, in place, one step at a time.

    Does what `step_many` does, but tells of every decision.
    """
    games = Games(game, rows)
    while True:
        before = copy_rows(rows)
        if action == CHANCE_MOVE:
            games.draw_chance()
        else:
            games.apply([action])
        yield Step(before, action, copy_rows(rows))
        if rows[0].player == CHANCE:
            action = CHANCE_MOVE
        elif (only := games.forced_action()) is not None:
            action = only
        else:
            return


class Recorder:
    """Writes the record of one game as it is played."""

    def __init__(self, game: Game, rows: Rows, *, seed: int, seats: Sequence[str]) -> None:
        """`rows [1]`: the start of the game that `seed` gives; `seats`: a name per seat."""
        players = int(rows[0].num_players)
        game.check_seed(seed)
        if len(seats) != players:
            raise ValueError(f"{players} players need as many names, not {list(seats)}")
        self.game = game
        self.rows = copy_rows(rows)
        self._head: Record = {
            "format": FORMAT,
            "game": game.name,
            "version": game.version,
            "players": players,
            "options": game.changed_options(),
            "seed": int(seed),
            "seats": list(seats),
            "setup": game.notation.write_setup(game, rows),
        }
        self._moves: list[Entry] = []

    def play(self, action: int) -> None:
        """Go on with a legal action and what is forced after it."""
        for step in unfold(self.game, self.rows, action):
            self.add(step)

    def add(self, step: Step) -> None:
        """Go on with one decision that was applied elsewhere."""
        self._moves += self.game.notation.write_move(self.game, step.before, step.action, step.after)
        self.rows[:] = step.after

    def record(self) -> Record:
        """The record of the game as far as it went; its result is null unless the game is over."""
        over = self.rows[0].player == NOBODY
        return {**self._head, "moves": list(self._moves), "result": result_of(self.game, self.rows) if over else None}


def record_game(game: Game, actions: Sequence[int], *, num_players: int, seed: int, seats: Sequence[str]) -> Record:
    """The record of the game that `seed` starts, played by `actions`: legal ones, forced decisions not among them."""
    recorder = Recorder(game, game.start(num_players, seed=seed), seed=seed, seats=seats)
    for action in actions:
        recorder.play(int(action))
    return recorder.record()


def result_of(game: Game, rows: Rows) -> Entry:
    """The result of a finished game `rows [1]` as it stands in a record."""
    scores, ranks = game.results(rows)
    players = int(rows[0].num_players)
    return {
        "scores": scores[0, :players].tolist(),
        "winners": outcome.winners(ranks[0], players),
        **game.notation.write_result(game, rows),
    }


def write_record(record: Record) -> str:
    """The one line of a record, without its end."""
    return json.dumps(record, separators=(",", ":"), ensure_ascii=False)


# --- Reading ----------------------------------------------------------------------------------------------


def read_lines(path: str | os.PathLike[str]) -> Iterator[tuple[int, bytes]]:
    """The lines of a file and their numbers from 1; `parse_record` reads one."""
    with Path(path).open("rb") as file:
        for number, line in enumerate(file, start=1):
            yield number, line.rstrip(b"\r\n")


def parse_record(text: str | bytes, *, line: int | None = None) -> Any:
    """The JSON value of one line; RecordError where it is none. What it says is checked by `replay_record`."""
    try:
        decoded = text if isinstance(text, str) else text.decode("utf-8")
        return json.loads(decoded, object_pairs_hook=_no_key_twice, parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        raise RecordError(f"not UTF-8 at byte {error.start}", move=0, line=line) from None
    except RecursionError:
        raise RecordError("not a record: nested too deeply", move=0, line=line) from None
    except ValueError as error:  # json.JSONDecodeError is one
        raise RecordError(f"not JSON: {error}", move=0, line=line) from None


def replay_file(path: str | os.PathLike[str]) -> Iterator[Replay | RecordError]:
    """Every line's replay, or the error that refuses it."""
    for number, text in read_lines(path):
        try:
            yield replay_record(parse_record(text, line=number), line=number)
        except RecordError as error:
            yield error


def replay_record(record: Any, *, line: int | None = None, watch: Watch | None = None) -> Replay:
    """Replay a record, checking every rule of the format and of the game; RecordError where one is broken.

    `record` is any JSON value; `line` is where it stood, for the error.
    """
    number = 0
    try:
        game, rows = _open(record)
        cursor = Cursor(game, rows)
        if watch is not None:
            watch(game, 0, None, cursor.rows)
        for entry in record["moves"]:
            number += 1
            game.notation.replay_move(game, cursor, take_object(entry, "a move"))
            if watch is not None:
                watch(game, number, entry, cursor.rows)
        number += 1
        if record["result"] is not None:
            _check_result(game, cursor.rows, record["result"])
    except RuleError as error:
        raise RecordError(str(error), move=number, line=line) from None
    return Replay(game, cursor.rows, record)


def _open(record: Any) -> tuple[Game, Rows]:
    """The game and the first row of a record whose head keeps the rules."""
    take_object(record, "a record", keys=KEYS)
    if tuple(record) != KEYS:
        raise RuleError(f"the keys of a record stand in the order {', '.join(KEYS)}")
    take_name(record["format"], "format", allowed=(FORMAT,))
    name = take_name(record["game"], "game", allowed=tuple(GAMES))
    game = _game_with_options(name, take_object(record["options"], "options"))
    if take_int(record["version"], "version") != game.version:
        raise RuleError(f"{name} is at version {game.version}, not {record['version']}")
    players = take_int(record["players"], "players", low=game.min_players, high=game.max_players)
    take_int(record["seed"], "seed", low=0, high=MAX_SEED)
    for seat in take_list(record["seats"], "seats", length=players):
        if not isinstance(seat, str) or not seat:
            raise RuleError(f"a seat's name is a text, not {show(seat)}")
    take_list(record["moves"], "moves")
    return game, game.notation.read_setup(game, players, record["setup"])


def _game_with_options(name: str, options: dict[str, Any]) -> Game:
    known = load_game(name).default_options
    for option in options:
        take_name(option, "an option", allowed=tuple(known))
    try:
        game = load_game(name, **options)
    except ValueError as error:
        raise RuleError(str(error)) from None
    changed = game.changed_options()
    for option, value in options.items():
        if option not in changed:
            raise RuleError(f"option {option} is at its default and left out then")
        if not _same(value, changed[option]):
            raise RuleError(f"option {option} is written {show(changed[option])}, not {show(value)}")
    return game


def _check_result(game: Game, rows: Rows, result: Any) -> None:
    """RuleError unless the result is the one of the game, which is over."""
    if rows[0].player != NOBODY:
        raise RuleError("the moves stop before the end of the game, but there is a result")
    expected = result_of(game, rows)
    take_object(result, "result", keys=tuple(expected))
    for key, value in expected.items():
        if not _same(result[key], value):
            raise RuleError(f"result {key}: the record says {show(result[key])}, the rules give {show(value)}")


def _same(one: Any, other: Any) -> bool:
    """Whether two JSON values are equal; unlike `==`, true and 1.0 are not 1."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for key, value in pairs:
        if key in made:
            raise ValueError(f"the key {show(key)} stands twice in one object")
        made[key] = value
    return made


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON number")
