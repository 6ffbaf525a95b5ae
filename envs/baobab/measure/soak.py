"""Random games in bulk, with every invariant checked on every state: `soak`.

On every state: the legal actions are valid and told once, `forced` says the same as they do, nothing forced is left
to ask, the bookkeeping of the game (`Game.check`) is right, the observation is within its bounds, and redrawing what
a seat cannot see changes neither what it observes nor what it may do nor what the greedy bot would do in its place.
On every game: it ends within its bound, ranks agree with scores, and played again alone it ends in the same bytes.
On some games: it survives as a record, and states survive as bytes and as JSON values.
"""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baobab.bots import match_rngs, match_seeds
from baobab.core.bind import bind
from baobab.core.game import Game, make_rngs
from baobab.core.games import Games
from baobab.core.kernels import determinize, encode, encode_actions, forced, greedy, legal
from baobab.core.notation import CHANCE_MOVE
from baobab.core.record import NOBODY, Rows, row_from_dict, row_to_dict
from baobab.core.rng import below
from baobab.records import RecordError, record_game, replay_record, unfold, write_record

BATCH_GAMES = 256
"""Games that are played at once."""
SAMPLE_GAMES = 64
"""One game in so many is put through the slow checks."""
SAMPLE_STATES = 8
"""One state in so many has the greedy bot asked twice."""

Progress = Callable[[int], None]
"""Told how many games are over."""

FAULTS = (
    "",
    "a choice has no legal action",
    "a legal action is outside the action space",
    "a legal action is told twice",
    "`forced` does not say the only legal action, or says one of several",
    "a later decision with one answer was left to ask",
    "the game has more decisions than its bound",
    "the observation is outside its bounds",
    "the observation changes when what the viewer cannot see is redrawn",
    "the legal actions change when what the seat cannot see is redrawn",
    "the features of the legal actions change when what the seat cannot see is redrawn",
    "the greedy bot's action changes when what the seat cannot see is redrawn",
    "the greedy bot's action is not legal",
)
"""What each number that `inspect_many` writes says."""


class SoakError(AssertionError):
    """An invariant is broken; `seed`, `num_players` and `actions` lead to the state."""

    def __init__(self, what: str, *, game: Game, num_players: int, seed: int, actions: Sequence[int]) -> None:
        where = f"{game.id} {game.changed_options()}, num_players={num_players}, seed={seed}"
        super().__init__(f"{what}\n  {where}\n  actions={list(actions)}")
        self.what = what
        self.game = game
        self.num_players = num_players
        self.seed = seed
        self.actions = list(actions)

    def __reduce__(self) -> tuple[Any, ...]:
        known: dict[str, Any] = {
            "game": self.game,
            "num_players": self.num_players,
            "seed": self.seed,
            "actions": self.actions,
        }
        return partial(SoakError, **known), (self.what,)


@dataclass(frozen=True)
class SoakReport:
    """What was played without a fault."""

    games: int
    decisions: int  # asked ones
    longest: int  # decisions of the longest game, forced ones included
    seconds: float


def soak(game: Game, *, games: int, seed: int = 0, first: int = 0, progress: Progress | None = None) -> SoakReport:
    """Play the random games `first … first + games − 1` of the run `seed`, the numbers of players in turn.

    SoakError where an invariant is broken. Game i is the same in every run of the same seed.
    """
    game.check_seed(seed)
    begun = time.perf_counter()
    inspector = _Inspector(game, seed=seed, first=first)
    decisions = longest = 0
    for start in range(first, first + games, BATCH_GAMES):
        numbers = np.arange(start, min(start + BATCH_GAMES, first + games))
        asked, most = inspector.play(numbers)
        decisions += asked
        longest = max(longest, most)
        if progress is not None:
            progress(int(numbers[-1]) + 1 - first)
    return SoakReport(games, decisions, longest, time.perf_counter() - begun)


class _Inspector:
    """The buffers of a soak and the compiled checks of its game."""

    def __init__(self, game: Game, *, seed: int, first: int) -> None:
        self.game = game
        self.seed = seed
        self.rngs = make_rngs(BATCH_GAMES, seed=first)  # what is redrawn need not be repeatable to the game
        self.checks = Checks(game)
        actions, features = game.actions.size, game.features.size
        self.scratch = game.rows(1)
        self.ids = np.zeros((2, actions), np.int16)
        self.seen = np.zeros((2, game.observation.size), game.observation.dtype)
        self.features = np.zeros((2, actions, features), game.features.dtype)

    def play(self, numbers: NDArray[np.int64]) -> tuple[int, int]:
        """Play a batch; the decisions asked, and those of the longest game."""
        game = self.game
        count = len(numbers)
        spread = game.max_players - game.min_players + 1
        players = (game.min_players + numbers % spread).astype(np.int8)
        seeds = match_seeds(self.seed, int(numbers[0]), count)
        rngs = match_rngs(seeds, stream=0)
        games = Games.start(game, num_players=players, seeds=seeds)
        log = np.zeros((count, game.max_decisions + 1), np.int32)
        asked = np.zeros(count, np.int32)
        while (live := np.flatnonzero(games.running)).size:
            self._inspect(games.rows, live, seeds, log, asked)
            actions = games.random_actions(rngs)
            log[live, asked[live]] = actions[live]
            asked[live] += 1
            games.step(actions)
        for place in range(count):
            self._finish(games[[place]], int(numbers[place]), int(seeds[place]), log[place, : asked[place]])
        return int(asked.sum()), int(games.rows["decisions"].max())

    def _inspect(
        self,
        rows: Rows,
        live: NDArray[np.int64],
        seeds: NDArray[np.int64],
        log: NDArray[np.int32],
        asked: NDArray[np.int32],
    ) -> None:
        """The checks of every state of the games `live`."""
        game = self.game
        faults = np.zeros(len(rows), np.int16)
        self.checks.inspect_many(
            *(game.params, rows, self.rngs, self.scratch, self.ids, self.seen, self.features),
            *(game.observation.low, game.observation.high, game.max_decisions, SAMPLE_STATES, faults),
        )
        for place in live:
            what = FAULTS[faults[place]]
            if not what:
                try:
                    game.check(rows[place])
                    continue
                except AssertionError as error:
                    what = str(error)
            raise SoakError(
                what,
                game=game,
                num_players=int(rows[place].num_players),
                seed=int(seeds[place]),
                actions=log[place, : asked[place]].tolist(),
            )

    def _finish(self, games: Games, number: int, seed: int, actions: NDArray[np.int32]) -> None:
        """The checks of a game (N = 1) that is over."""
        game, rows = self.game, games.rows
        players = int(rows[0].num_players)
        what = ""
        try:
            game.check(rows[0])
            _check_result(game, rows)
            again = Games.start(game, num_players=players, seeds=[seed])
            for action in actions:
                again.step([action])
            _require(again.rows.tobytes() == rows.tobytes(), "played again alone, the game ends otherwise")
            if number % SAMPLE_GAMES == 0:
                _check_slowly(game, rows, actions.tolist(), seed=seed)
        except (AssertionError, RecordError) as error:
            what = str(error)
        if what:
            raise SoakError(what, game=game, num_players=players, seed=seed, actions=actions.tolist())


# --- Checks of a game -------------------------------------------------------------------------------------


def _check_result(game: Game, rows: Rows) -> None:
    """AssertionError unless ranks go with the scores of a game that is over."""
    players = int(rows[0].num_players)
    scores, ranks = game.results(rows)
    beyond = [*scores[0, players:], *ranks[0, players:]]
    _require(not any(beyond), "a seat without a player has a result")
    mine, places = scores[0, :players], ranks[0, :players]
    better = (places[:, None] < places[None, :]).sum(axis=0)
    _require((places == better + 1).all(), f"the ranks {places.tolist()} are not those of a table with ties")
    ordered = (mine[:, None] <= mine[None, :]) | (places[:, None] < places[None, :])
    _require(ordered.all(), f"the ranks {places.tolist()} do not go with the scores {mine.tolist()}")


def _check_slowly(game: Game, rows: Rows, actions: list[int], *, seed: int) -> None:
    """AssertionError unless the game survives as steps, as a record, its states as values, its views as redrawn."""
    players = int(rows[0].num_players)
    steps = Games.start(game, num_players=players, seeds=[seed])
    rngs = make_rngs(1, seed=seed)
    for number, action in enumerate(actions):
        viewer = number % players
        redrawn = steps.copy()
        redrawn.redraw(viewer, rngs)
        game.check(redrawn.rows[0])
        seen, also = (json.dumps(game.view(one.rows[0], viewer)) for one in (steps, redrawn))
        _require(seen == also, "the view changes when what the viewer cannot see is redrawn")
        row = steps.rows[0]
        name = game.action_name(action, row)
        _require(game.parse_action(name, row) == action, f"{name!r} is not read as the action that it names")
        for step in unfold(game, steps.rows, action):
            done = step.after[0].decisions - step.before[0].decisions
            _require(step.action == CHANCE_MOVE or done == 1, "a decision is not counted as one")
    _require(steps.rows.tobytes() == rows.tobytes(), "step by step the game ends otherwise")
    values = json.loads(json.dumps(row_to_dict(rows[0])))
    _require(row_from_dict(game.state, values).tobytes() == rows.tobytes(), "a state does not survive as values")
    record = record_game(game, actions, num_players=players, seed=seed, seats=["random"] * players)
    replay = replay_record(json.loads(write_record(record)))
    results = [[array.tolist() for array in game.results(end)] for end in (rows, replay.rows)]
    _require(results[0] == results[1], "the record ends with another result")


def _require(condition: object, what: str) -> None:
    if not condition:
        raise AssertionError(what)


# --- Checks of every state, compiled ----------------------------------------------------------------------


def find_choice_fault(params: Any, state: Any, ids: NDArray[np.int16], count: int, max_decisions: int) -> int:
    """0, or what is wrong with the first `count` legal `ids [A]` of a state."""
    if count < 1:
        return 1
    for place in range(count):
        if ids[place] < 0 or ids[place] >= ids.shape[0]:
            return 2
        for other in range(place):
            if ids[other] == ids[place]:
                return 3
    only = forced(params, state)
    if only != (ids[0] if count == 1 else -1):
        return 4
    if state.opening == 0 and count == 1:
        return 5
    return 6 if state.decisions >= max_decisions else 0


def find_hiding_fault(
    params: Any,
    rows: Any,
    row: int,
    viewer: int,
    rng: NDArray[np.int64],
    scratch: Any,
    ids: NDArray[np.int16],
    seen: NDArray[np.int8],
    features: NDArray[np.int8],
    sample: int,
) -> int:
    """0, or what changes for `viewer` when the rest is redrawn; `ids [2, A]`, `seen [2, D]`: the first is filled."""
    state = rows[row]
    scratch[0] = rows[row]
    determinize(params, scratch[0], viewer, rng)
    encode(params, scratch[0], viewer, seen[1])
    for entry in range(seen.shape[1]):
        if seen[0, entry] != seen[1, entry]:
            return 8
    if state.player != viewer:
        return 0
    count = legal(params, rows[row], ids[0])
    if legal(params, scratch[0], ids[1]) != count:
        return 9
    for place in range(count):
        if ids[0, place] != ids[1, place]:
            return 9
    encode_actions(params, rows[row], ids[0], count, features[0, :count])
    encode_actions(params, scratch[0], ids[1], count, features[1, :count])
    for place in range(count):
        for entry in range(features.shape[2]):
            if features[0, place, entry] != features[1, place, entry]:
                return 10
    if below(rng, sample) == 0:
        kept = rng.copy()
        chosen = greedy(params, rows[row], ids[0], count, rng)
        if greedy(params, scratch[0], ids[1], count, kept) != chosen:
            return 11
        for place in range(count):
            if ids[0, place] == chosen:
                return 0
        return 12
    return 0


def inspect_many(
    params: Any,
    rows: Any,
    rngs: NDArray[np.int64],
    scratch: Any,
    ids: NDArray[np.int16],
    seen: NDArray[np.int8],
    features: NDArray[np.int8],
    low: NDArray[np.int16],
    high: NDArray[np.int16],
    max_decisions: int,
    sample: int,
    faults: NDArray[np.int16],
) -> None:
    """Write into `faults [N]` what is wrong with each row that is not over (as in FAULTS), for a random viewer."""
    for row in range(rows.shape[0]):
        if rows[row].player == NOBODY:
            continue
        count = legal(params[0], rows[row], ids[0])
        faults[row] = find_choice_fault(params[0], rows[row], ids[0], count, max_decisions)
        if faults[row] != 0:
            continue
        viewer = below(rngs[row], int(rows[row].num_players))
        encode(params[0], rows[row], viewer, seen[0])
        for entry in range(seen.shape[1]):
            if seen[0, entry] < low[entry] or seen[0, entry] > high[entry]:
                faults[row] = 7
        if faults[row] == 0:
            faults[row] = find_hiding_fault(
                params[0], rows, row, viewer, rngs[row], scratch, ids, seen, features, sample
            )


class Checks:
    """A game's copies of the checks above; each is compiled when it is first called."""

    inspect_many = staticmethod(inspect_many)

    def __init__(self, game: Game) -> None:
        bound = dict(game.kernels.by_name)
        for check in (find_choice_fault, find_hiding_fault, inspect_many):
            bound[check.__name__] = bind(check, game.name, bound)
        self.inspect_many = bound["inspect_many"]
