"""`Game`: a frozen bundle of numbers, layouts and kernels. The whole contract between a game and its users."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baobab.core import kernels
from baobab.core.actions import ActionSpace
from baobab.core.bind import bind
from baobab.core.jit import announce_compile, jit
from baobab.core.layout import Layout
from baobab.core.record import Rows
from baobab.core.rng import MAX_SEED, RNG_WORDS

seed_many = jit(kernels.seed_many)


@dataclass(frozen=True, eq=False)
class Game:
    """One game with its options chosen. N rows (games), P seats at most, A actions.

    `kernels` holds the compiled loops of `core/kernels.py` by name; each is called as
    `game.kernels.step_many(game.params, rows, actions)`. Rows are made by `rows` or `start`.
    """

    name: str  # "kenya"
    title: str  # "Kenya", for people
    version: int  # goes up when behaviour, action ids or observation change
    min_players: int
    max_players: int  # P: every array over seats has this length
    options: Mapping[str, Any]  # every rule option with its value
    default_options: Mapping[str, Any]
    state: "np.dtype[Any]"  # one row
    params: Any  # [1] record array: options and card tables, read by the kernels
    phases: Sequence[str]  # what each value of Row.phase asks, for people
    actions: ActionSpace
    observation: Layout  # [D]
    hidden: Layout  # [H] what `encode_state` adds for a privileged critic
    features: Layout  # [F] a legal action's row
    max_decisions: int  # no game has more, forced ones included
    margin_scale: float  # points that count as one in reward="margin"
    rules: Mapping[str, Callable[..., Any]]  # the eleven kernels of the contract
    action_name: Callable[["Game", int], str]
    parse_action: Callable[["Game", str], int]  # ValueError on a text that names no action
    notation: ModuleType  # records: read_setup, write_setup, write_move, replay_move
    view: Callable[["Game", Any, int | None], dict[str, Any]]  # what a seat, None (anybody) or EVERYTHING sees, as JSON
    text: Callable[["Game", Any, int | None], str]  # the same drawn as text
    svg: Callable[["Game", Any, int | None], str]  # the same drawn as SVG
    help: Callable[["Game", int], str]  # the rules of a decision, by phase
    check: Callable[["Game", Any], None]  # raises AssertionError where a row breaks an invariant
    simultaneous: bool = False  # all seats choose at once: they are asked in order, none sees an earlier choice
    kernels: SimpleNamespace = field(init=False)

    def __post_init__(self) -> None:
        missing = [rule.__name__ for rule in kernels.RULES if rule.__name__ not in self.rules]
        if missing:
            raise TypeError(f"{self.name} lacks the kernels {missing}")
        if self.actions.size > kernels.MAX_IDS:
            raise TypeError(f"{self.name} has {self.actions.size} actions, more than {kernels.MAX_IDS}")
        bound: dict[str, Callable[..., Any]] = dict(self.rules)
        for loop in kernels.LOOPS:
            bound[loop.__name__] = bind(loop, self.name, bound)
        object.__setattr__(self, "kernels", SimpleNamespace(**bound))

    @property
    def id(self) -> str:
        """`kenya_v0`."""
        return f"{self.name}_v{self.version}"

    def changed_options(self) -> dict[str, Any]:
        """The options that differ from their defaults."""
        return {key: value for key, value in self.options.items() if value != self.default_options[key]}

    def check_players(self, num_players: int) -> None:
        """ValueError unless this number of players can play."""
        if num_players not in range(self.min_players, self.max_players + 1):
            allowed = f"{self.min_players} to {self.max_players}"
            raise ValueError(f"{self.name} is for {allowed} players, not num_players={num_players!r}")

    def check_seed(self, seed: int) -> None:
        """ValueError unless the seed is an integer in 0 … 2⁶³ − 1."""
        if isinstance(seed, bool) or seed != int(seed) or not 0 <= seed <= MAX_SEED:
            raise ValueError(f"a seed is an integer in 0 … {MAX_SEED}, not {seed!r}")

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
        """Compile every kernel now, saying so if this build has not been compiled before."""
        marker = announce_compile(self.name, f"{self.observation.digest}-{self.actions.digest}")
        if marker is None:
            return
        rows, count = self.rows(1), np.empty(1, np.int32)
        players = np.array([self.min_players], np.int8)
        call, params = self.kernels, self.params
        rngs, action = make_rngs(1, seed=0), np.zeros(1, np.int32)
        mask, ids = np.empty((1, self.actions.size), np.int8), np.empty((1, self.actions.size), np.int16)
        scores, ranks = np.zeros((1, self.max_players), np.int32), np.zeros((1, self.max_players), np.int8)
        viewers, done, number = np.zeros(1, np.int8), np.zeros(1, np.int8), np.zeros(1, np.int64)
        seen = np.zeros((1, self.observation.size), self.observation.dtype)
        hidden = np.zeros((1, self.hidden.size), self.hidden.dtype)
        features = np.zeros((self.actions.size, self.features.size), self.features.dtype)
        call.reset_many(params, rows, players, number)
        call.chance_many(params, rows)
        call.legal_many(params, rows, mask, ids, count)
        call.encode_actions_many(params, rows, np.zeros(2, np.int32), ids[0], features)
        call.encode_many(params, rows, viewers, seen)
        call.encode_state_many(params, rows, viewers, hidden)
        call.determinize_many(params, rows, viewers, rngs)
        call.random_actions(params, rows, rngs, action)
        call.greedy_actions(params, rows, rngs, action)
        call.step_many(params, rows, action)
        call.random_actions(params, rows, rngs, action)
        call.apply_many(params, rows, action)
        call.reset_many(params, rows, players, number)
        call.random_actions(params, rows, rngs, action)
        call.observe_many(params, rows, viewers, mask, ids, count, seen)
        call.self_play_many(
            params, rows, action, number, number.copy(), True, viewers, mask, ids, count, seen, done, scores, ranks
        )
        scaled = np.zeros(self.observation.size, np.float32)
        served = (ids[0], mask[0], seen[0], self.observation.scale, scaled)
        call.serve(params, rows, 0, *served)
        call.random_actions(params, rows, rngs, action)
        call.step_and_serve(params, rows, int(action[0]), *served)
        call.playout_many(params, rows, rngs, scores, ranks)
        call.results_many(params, rows, scores, ranks)
        marker.touch()


def make_rngs(count: int, *, seed: int) -> NDArray[np.int64]:
    """Independent generators `[count, 4] int64` for policies or `determinize`, from one seed."""
    rngs = np.empty((count, RNG_WORDS), np.int64)
    seeds = np.random.default_rng(seed).integers(0, MAX_SEED, count)
    seed_many(rngs, seeds)
    return rngs
