"""`Game`: a game with its options chosen. Its numbers, layouts and compiled rules, and its words for people."""

import json
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from inspect import signature
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baobab.core import kernels
from baobab.core.actions import ActionSpace
from baobab.core.jit import jit
from baobab.core.kernels import LOOPS, MAX_IDS, Kernels, bind_kernels
from baobab.core.layout import NO_LAYOUT, Layout
from baobab.core.notation import Notation
from baobab.core.plain import action_name, parse_action, plain_help, plain_svg, plain_text
from baobab.core.record import Rows, copy_rows
from baobab.core.rng import MAX_SEED, RNG_WORDS

seed_many = jit(kernels.seed_many)


def no_invariants(game: "Game", row: Any) -> None:
    """Nothing that must be true of every state."""
    del game, row


@dataclass(frozen=True, kw_only=True)
class Words:
    """What a game's folder says to people, in plain Python; `Game` has a method for each."""

    view: Callable[["Game", Any, int | None], dict[str, Any]]
    action_name: Callable[["Game", int, Any], str] = action_name  # in this row; None where none is at hand
    parse_action: Callable[["Game", str, Any], int] = (
        parse_action  # the same; ValueError on a text that names no action
    )
    text: Callable[["Game", Any, int | None], str] = plain_text
    svg: Callable[["Game", Any, int | None], str] = plain_svg
    help: Callable[["Game", int], str] = plain_help


@dataclass(frozen=True, eq=False, kw_only=True)
class Game:
    """One game with its options chosen. P seats at most, A actions.

    `Games` (core/games.py) plays it: `Games.start(game, num_players=2, seeds=range(1000))`. It never changes, and
    copies and pickles are the same object again, or its name and options. What has a default a game may leave out.
    """

    name: str  # "kenya"
    title: str  # "Kenya", for people
    version: int  # goes up when behaviour, action ids or observation change
    min_players: int
    max_players: int  # P: every array over seats has this length
    options: Mapping[str, Any] = field(default_factory=dict)  # every rule option with its value
    default_options: Mapping[str, Any] = field(default_factory=dict)
    state: "np.dtype[Any]"  # one row
    params: Any  # [1] record array: options and card tables, read by the kernels
    phases: Sequence[str]  # what each value of Row.phase asks, for people
    actions: ActionSpace
    observation: Layout  # [D]
    hidden: Layout  # [H] what the observation leaves out, for a privileged critic
    features: Layout = NO_LAYOUT  # [F] a legal action's row; unless given, which action it is
    max_decisions: int  # no game has more, forced ones included
    margin_scale: float = 1.0  # points that count as one in reward="margin"
    rules: Mapping[str, Callable[..., Any]]  # the kernels of the contract (core/kernels.py)
    words: Words
    notation: Notation  # records
    invariants: Callable[["Game", Any], None] = no_invariants  # AssertionError where a row breaks one
    home: str  # the module whose `make_game` makes it: "baobab.games.kenya"
    simultaneous: bool = False  # all seats choose at once: they are asked in order, none sees an earlier choice
    kernels: Kernels = field(init=False)

    def __post_init__(self) -> None:
        if self.actions.size > MAX_IDS:
            raise TypeError(f"{self.name} has {self.actions.size} actions, more than {MAX_IDS}")
        for layout in (self.observation, self.hidden):
            layout.check_spatial_last()
        if self.features is NO_LAYOUT:
            which = ("action", (self.actions.size,), 0, 1, 1, "which action it is")
            object.__setattr__(self, "features", Layout(which))
        object.__setattr__(self, "kernels", bind_kernels(self.name, tuple(self.rules.items())))

    # --- Names --------------------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        """`kenya_v0`."""
        return f"{self.name}_v{self.version}"

    def __repr__(self) -> str:
        options = "".join(f", {key}={value!r}" for key, value in self.changed_options().items())
        return (
            f"<Game {self.id}{options}: {self.min_players} to {self.max_players} players, {self.actions.size} actions>"
        )

    def changed_options(self) -> dict[str, Any]:
        """The options that differ from their defaults."""
        return {key: value for key, value in self.options.items() if value != self.default_options[key]}

    def __reduce__(self) -> tuple[Any, ...]:
        return open_game, (self.home, json.dumps(self.changed_options(), sort_keys=True))

    def __copy__(self) -> "Game":
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> "Game":
        return self

    # --- Words --------------------------------------------------------------------------------------------

    def action_name(self, action: int, row: Any = None) -> str:
        """An action in the game's words, as it is called in the state `row`; ValueError outside the space.

        In Kenya the cell that an id means moves with the savanna: without a row it is that at the start of a game.
        """
        self.actions.locate(action)
        return self.words.action_name(self, action, row)

    def parse_action(self, text: str, row: Any = None) -> int:
        """The id of the action that `action_name` writes so, in the same state; ValueError on other texts."""
        return self.words.parse_action(self, text, row)

    def view(self, row: Any, viewer: int | None = None) -> dict[str, Any]:
        """What a seat, None (anybody) or EVERYTHING sees of a row, as JSON values."""
        return self.words.view(self, row, viewer)

    def text(self, row: Any, viewer: int | None = None) -> str:
        """The same drawn as text, without colour codes."""
        return self.words.text(self, row, viewer)

    def svg(self, row: Any, viewer: int | None = None) -> str:
        """The same drawn as the text of an SVG picture."""
        return self.words.svg(self, row, viewer)

    def help(self, phase: int) -> str:
        """The rules of a decision, by its phase."""
        return self.words.help(self, phase)

    # --- Checks -------------------------------------------------------------------------------------------

    def check(self, row: Any) -> None:
        """AssertionError where a row breaks one of the game's invariants."""
        self.invariants(self, row)

    def check_players(self, num_players: int) -> None:
        """ValueError unless this number of players can play."""
        if num_players not in range(self.min_players, self.max_players + 1):
            allowed = f"{self.min_players} to {self.max_players}"
            raise ValueError(f"{self.name} is for {allowed} players, not num_players={num_players!r}")

    def check_seed(self, seed: int) -> None:
        """ValueError unless the seed is an integer in 0 … 2⁶³ − 1."""
        self.checked_seed(seed)

    def checked_seed(self, seed: Any) -> int:
        """The seed as an int; ValueError unless it is an integer of any type in 0 … 2⁶³ − 1 (a truth value is none)."""
        try:
            value = -1 if isinstance(seed, bool | np.bool_) else operator.index(seed)
        except TypeError:
            value = -1
        if not 0 <= value <= MAX_SEED:
            raise ValueError(f"a seed is an integer in 0 … {MAX_SEED}, not {seed!r}")
        return value

    # --- Rows ---------------------------------------------------------------------------------------------

    def rows(self, count: int) -> Rows:
        """Room for `count` states, all zero."""
        return np.zeros(count, self.state)

    def start(self, num_players: int, *, seed: int) -> Rows:
        """The `[1]` array of the game that `seed` starts."""
        self.check_players(num_players)
        self.check_seed(seed)
        rows = self.rows(1)
        self.kernels.reset_many(self.params, rows, np.array([num_players], np.int8), np.array([seed], np.int64))
        return rows

    def legal_actions(self, rows: Rows) -> NDArray[np.int16]:
        """The legal ids of the seat to move in `rows[0]`, ascending; none when the game is over."""
        if rows[0].player < 0:
            return np.empty(0, np.int16)
        mask = np.empty((1, self.actions.size), np.int8)
        ids = np.empty((1, self.actions.size), np.int16)
        counts = np.empty(1, np.int32)
        self.kernels.legal_many(self.params, rows[:1], mask, ids, counts)
        return np.sort(ids[0, : counts[0]])

    def results(self, rows: Rows) -> tuple[NDArray[np.int32], NDArray[np.int8]]:
        """True scores and ranks `[N, P]` of the present positions."""
        scores = np.zeros((len(rows), self.max_players), np.int32)
        ranks = np.zeros((len(rows), self.max_players), np.int8)
        self.kernels.results_many(self.params, rows, scores, ranks)
        return scores, ranks

    def warm(self) -> None:
        """Compile every loop now: for measurements, and before work is given to several processes."""
        start = self.start(self.min_players, seed=0)
        action = self.legal_actions(start)[:1].astype(np.int32)
        for loop in LOOPS:
            names = signature(loop).parameters
            if "rows" in names and "row" not in names:  # the others are called by these
                buffers = self._buffers(copy_rows(start), action)
                self.kernels.by_name[loop.__name__](*(buffers[name] for name in names))

    def _buffers(self, rows: Rows, actions: NDArray[np.int32]) -> dict[str, Any]:
        """An argument for every name that the loops of `core/kernels.py` use, for `rows [1]`."""
        size, seats, width = self.actions.size, self.max_players, self.observation
        return {
            "params": self.params,
            "rows": rows,
            "actions": actions,
            "action": int(actions[0]),
            "num_players": np.full(1, self.min_players, np.int8),
            "seeds": np.zeros(1, np.int64),
            "episodes": np.zeros(1, np.int64),
            "autoreset": True,
            "viewer": int(rows[0].player),
            "viewers": np.zeros(1, np.int8),
            "players": np.zeros(1, np.int8),
            "rngs": make_rngs(1, seed=0),
            "mask": np.empty((1, size), np.int8),
            "ids": np.empty((1, size), np.int16),
            "counts": np.empty(1, np.int32),
            "offsets": np.zeros(2, np.int32),
            "flat_ids": np.empty(size, np.int16),
            "features": np.zeros((size, self.features.size), self.features.dtype),
            "observation": np.zeros((1, width.size), width.dtype),
            "hidden": np.zeros((1, self.hidden.size), self.hidden.dtype),
            "done": np.zeros(1, np.int8),
            "scores": np.zeros((1, seats), np.int32),
            "ranks": np.zeros((1, seats), np.int8),
            "row_ids": np.empty(size, np.int16),
            "row_mask": np.empty(size, np.int8),
            "row_seen": np.zeros(width.size, width.dtype),
            "scale": width.scale,
            "scaled": np.zeros(width.size, np.float32),
        }


@lru_cache(maxsize=64)
def open_game(home: str, options: str = "{}") -> Game:
    """The game that the module `home` makes with these options, a JSON object; the same object for the same text.

    ValueError names an option that there is not, or what is wrong with its value. Nothing is compiled yet.
    """
    make_game = import_module(home).make_game
    chosen, known = json.loads(options), signature(make_game).parameters
    if unknown := set(chosen) - set(known):
        name = home.rpartition(".")[2]
        raise ValueError(f"{name} has no option {', '.join(sorted(unknown))}; its options are {', '.join(known)}")
    game: Game = make_game(**chosen)
    return game


def make_rngs(count: int, *, seed: int) -> NDArray[np.int64]:
    """Independent generators `[count, 4] int64` for policies or `determinize`, from one seed."""
    rngs = np.empty((count, RNG_WORDS), np.int64)
    seeds = np.random.default_rng(seed).integers(0, MAX_SEED, count)
    seed_many(rngs, seeds)
    return rngs
