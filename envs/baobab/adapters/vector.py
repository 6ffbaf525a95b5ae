"""Self-play batches: N games of one kind side by side in preallocated integer buffers."""

import json
import operator
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from baobab.adapters import snapshot
from baobab.adapters.rewards import check_reward, terminal_rewards
from baobab.bots.match import put_rows, take_rows
from baobab.core import kernels
from baobab.core.game import Game
from baobab.core.jit import jit
from baobab.core.record import NOBODY, Rows, copy_rows
from baobab.core.rng import MAX_SEED, RNG_WORDS, derive_seed
from baobab.registry import load_game

_SHOWN = 12  # legal actions that an error names
_BUFFERS = (
    "row_seeds",
    "episodes",
    "_players",
    "action_mask",
    "_ids",
    "_counts",
    "observation",
    "done",
    "rewards",
    "scores",
    "ranks",
)
"""All that a copy takes over besides the rows."""
_DERIVED = ("game", "players", "legal_ids", "legal_counts", "_served", "_actions", "_random")
"""What a pickle leaves out: it is made anew."""

first_illegal = jit(kernels.first_illegal)
choose_many = jit(kernels.choose_many)


class SelfPlayBatch:
    """N games stepped together; in every row the seat to move chooses next.

    The buffers are filled in place by `reset` and `step`: copy what must outlive the next step. N rows, P seats at
    most, A actions, D observation entries.

    - `players [N] int8`: the seat to move, −1 where the game is over (`autoreset=False` alone)
    - `action_mask [N, A] int8`: what it may do; all ones where the game is over, and any action is then passed over
    - `legal_ids [N, A] int16`, `legal_counts [N] int32`: the same as ids, the first `legal_counts[i]` of row i
    - `observation [N, D]` of the layout's integer type: what it knows, unscaled (seat 0 where the game is over)
    - `done [N] int8`: 1 where this very step ended a game; the next three then tell of the game that ended
    - `rewards [N, P] float64`: 0 in all other rows
    - `scores [N, P] int32`, `ranks [N, P] int8`: of the last game that ended in the row, 0 before
    - `num_players [N] int8`, `episodes [N] int64`: the number of the row's game, from 0

    Row i's games depend on the seed and i alone, not on N: game k of row i starts as `game_seeds[i]` says.
    `legal_ids`, `legal_counts` and `players` are read-only: actions are checked against them.
    """

    _any_done: bool  # the last step ended a game, so that rewards are to be cleared

    def __init__(
        self,
        game: str | Game,
        *,
        num_games: int,
        num_players: int | Sequence[int] | NDArray[np.integer[Any]] | None = None,
        seed: int | None = None,
        reward: str = "win",
        autoreset: bool = True,
        **rule_options: Any,
    ) -> None:
        """`num_players` is one number for all rows, or one per row; the game's least unless given.

        With `autoreset` a game that ends is started anew in the same step, and the buffers show its start.
        """
        self.game: Game = load_game(game, **rule_options) if isinstance(game, str) else game
        self.num_games = operator.index(num_games)
        if self.num_games < 1:
            raise ValueError(f"num_games is at least 1, not {num_games!r}")
        check_reward(reward)
        self.reward = reward
        self.autoreset = bool(autoreset)
        self.metadata: Mapping[str, Any] = {
            "autoreset_mode": AutoresetMode.SAME_STEP if autoreset else AutoresetMode.DISABLED
        }
        self.num_players = self._spread_players(num_players)
        self._make_buffers()
        self.reset(seed=seed)

    def reset(self, *, seed: int | None = None) -> None:
        """Start every row's first game of the run that `seed` gives, of a fresh random one without."""
        self.seed = secrets.randbelow(MAX_SEED) if seed is None else seed
        self.game.check_seed(self.seed)
        for row in range(self.num_games):
            self.row_seeds[row] = derive_seed(self.seed, row)
        self.episodes[:] = 0
        for buffer in (self.done, self.rewards, self.scores, self.ranks):
            buffer[:] = 0
        call, params = self.game.kernels, self.game.params
        call.reset_many(params, self.rows, self.num_players, self.game_seeds)
        call.observe_many(params, self.rows, *self._served, self.observation)

    def step(self, actions: NDArray[np.integer[Any]] | Sequence[int]) -> None:
        """Apply `actions [N]`; ValueError names the first row whose action is not legal, and nothing has changed."""
        chosen = self._checked(actions)
        np.copyto(self._actions, chosen, casting="same_kind")
        if self._any_done:
            self.rewards[:] = 0
        self.game.kernels.self_play_many(
            self.game.params,
            self.rows,
            self._actions,
            self.row_seeds,
            self.episodes,
            self.autoreset,
            *self._served,
            self.observation,
            self.done,
            self.scores,
            self.ranks,
        )
        ended = np.flatnonzero(self.done)
        self._any_done = bool(ended.size)
        if self._any_done:
            players, scores, ranks = self.num_players[ended], self.scores[ended], self.ranks[ended]
            self.rewards[ended] = terminal_rewards(
                self.game, self.reward, num_players=players, scores=scores, ranks=ranks
            )

    def random_actions(self, rngs: NDArray[np.int64]) -> NDArray[np.int32]:
        """A uniform legal action per row, from the generators `rngs [N, 4]`; a buffer that the next call overwrites."""
        check_generators(rngs, self.num_games)
        choose_many(self._ids, self._counts, rngs, self._random)
        return self._random

    @property
    def game_seeds(self) -> NDArray[np.int64]:
        """The seed `[N]` of every row's present game: started alone with it, a game is the same."""
        pairs = zip(self.row_seeds.tolist(), self.episodes.tolist(), strict=True)
        return np.array([derive_seed(seed, episode) for seed, episode in pairs], np.int64)

    # --- One row, and search ------------------------------------------------------------------------------

    def legal_actions(self, row: int) -> list[int]:
        """The legal ids of the seat to move in a row, ascending; none where the game is over."""
        row = self._place(row)
        if self._players[row] == NOBODY:
            return []
        legal: list[int] = np.sort(self._ids[row, : self._counts[row]]).tolist()
        return legal

    def action_name(self, action: int, row: int | None = None) -> str:
        """An action in the game's words, as one calls it in the game of a row; ValueError outside the space."""
        self.game.actions.locate(action)
        return self.game.action_name(action, None if row is None else self.rows[self._place(row)])

    def parse_action(self, text: str, row: int | None = None) -> int:
        """The id of an action that `action_name` wrote; ValueError on a text that names none."""
        return self.game.parse_action(text, None if row is None else self.rows[self._place(row)])

    def determinize(self, seats: NDArray[np.integer[Any]] | Sequence[int] | int, rngs: NDArray[np.int64]) -> None:
        """Redraw in every row what `seats [N]` (or this one seat) do not know: of a `clone()`, for search.

        `rngs [N, 4]` are generators of `make_rngs`, which move on. A row of seat −1 (as in `players`) stays.
        """
        chosen, viewers = as_viewers(seats, rngs, num_players=self.num_players)
        live, drawn = take_rows(self.rows, chosen), rngs[chosen]
        self.game.kernels.determinize_many(self.game.params, live, viewers, drawn)
        put_rows(self.rows, chosen, live)
        rngs[chosen] = drawn
        self.game.kernels.observe_many(self.game.params, self.rows, *self._served, self.observation)

    def clone(self) -> "SelfPlayBatch":
        """An independent copy of all games and buffers as they stand."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._make_buffers()
        other._fill(self.__dict__)
        return other

    def get_state(self, row: int) -> bytes:
        """A row's game as it stands, for `set_state` of any row and of `GameEnv` with as many players."""
        row = self._place(row)
        return snapshot.pack(self._header(row), self.rows[row : row + 1], ended=snapshot.Ended(NOBODY, 0))

    def set_state(self, row: int, data: bytes) -> None:
        """Put the game of `get_state` in a row; the row's next game is the one that would have come anyway.

        ValueError where the bytes are damaged or of something else, or the game is over and would be started anew.
        """
        row = self._place(row)
        self._restore(row, *snapshot.unpack(self._header(row), self.game, data))

    def to_json(self, row: int) -> str:
        """A row's game as it stands, as JSON with every field of the state by name."""
        row, ended = self._place(row), snapshot.Ended(NOBODY, 0)
        players = int(self.num_players[row])
        return json.dumps(snapshot.to_dict(self.game, self.rows[row : row + 1], num_players=players, ended=ended))

    def from_json(self, row: int, text: str) -> None:
        """Put the game of `to_json` in a row, as `set_state` does; ValueError where it breaks the game, too."""
        row = self._place(row)
        values, players = snapshot.read_json(text), int(self.num_players[row])
        self._restore(row, *snapshot.from_dict(self.game, values, num_players=players))

    def __deepcopy__(self, memo: dict[int, Any]) -> "SelfPlayBatch":
        other = memo[id(self)] = self.clone()
        return other

    def __getstate__(self) -> dict[str, Any]:
        held = {name: value for name, value in self.__dict__.items() if name not in _DERIVED}
        return {"game": self.game.id, "options": self.game.changed_options(), "held": held}

    def __setstate__(self, state: dict[str, Any]) -> None:
        held = state["held"]
        self.__dict__.update(held)
        self.game = load_game(state["game"], **state["options"])
        self.num_players = _read_only(held["num_players"])
        self._make_buffers()
        self._fill(held)

    # --- Inside -------------------------------------------------------------------------------------------

    def _fill(self, held: Mapping[str, Any]) -> None:
        """Take over what another batch's buffers hold."""
        self.rows = copy_rows(held["rows"])
        for name in _BUFFERS:
            getattr(self, name)[:] = held[name]
        self._any_done = held["_any_done"]

    def _place(self, row: int) -> int:
        """The row's number, from the front; ValueError where there is no such row."""
        place = operator.index(row)
        if not 0 <= place < self.num_games:
            raise ValueError(f"a row is one of 0 … {self.num_games - 1}, not {row!r}")
        return place

    def _header(self, row: int) -> bytes:
        return snapshot.header(self.game, int(self.num_players[row]))

    def _restore(self, row: int, rows: Rows, ended: snapshot.Ended) -> None:
        """Put a game `[1]` in a row, and show it."""
        over = rows[0].player == NOBODY
        if ended.offender != NOBODY or (over and self.autoreset):
            raise ValueError(
                "the game of the state is over: a batch with autoreset, or after an illegal action, has none"
            )
        place = slice(row, row + 1)
        put_rows(self.rows, np.array([row]), rows)
        self.done[row] = 0
        self.rewards[row] = 0
        if over:
            self.scores[place], self.ranks[place] = self.game.results(rows)
        served = (buffer[place] for buffer in self._served)
        self.game.kernels.observe_many(self.game.params, self.rows[place], *served, self.observation[place])

    def _make_buffers(self) -> None:
        rows, game = self.num_games, self.game
        size, seats = game.actions.size, game.max_players
        self.rows = game.rows(rows)
        self.row_seeds = np.zeros(rows, np.int64)
        self.episodes = np.zeros(rows, np.int64)
        self._players = np.zeros(rows, np.int8)
        self.action_mask = np.zeros((rows, size), np.int8)
        self._ids = np.zeros((rows, size), np.int16)
        self._counts = np.zeros(rows, np.int32)
        self.observation = np.zeros((rows, game.observation.size), game.observation.dtype)
        self.done = np.zeros(rows, np.int8)
        self.rewards = np.zeros((rows, seats), np.float64)
        self.scores = np.zeros((rows, seats), np.int32)
        self.ranks = np.zeros((rows, seats), np.int8)
        self._actions = np.zeros(rows, np.int32)
        self._random = np.zeros(rows, np.int32)
        self._any_done = False
        self._served: tuple[Any, ...] = (self._players, self.action_mask, self._ids, self._counts)
        self.players: NDArray[np.int8] = _read_only(self._players)
        self.legal_ids: NDArray[np.int16] = _read_only(self._ids)
        self.legal_counts: NDArray[np.int32] = _read_only(self._counts)

    def _spread_players(self, num_players: Any) -> NDArray[np.int8]:
        given = np.asarray(self.game.min_players if num_players is None else num_players)
        if given.shape not in ((), (self.num_games,)) or not np.issubdtype(given.dtype, np.integer):
            raise ValueError(f"num_players is an integer or {self.num_games} of them, not {num_players!r}")
        for players in np.unique(given):
            self.game.check_players(int(players))
        return _read_only(np.ascontiguousarray(np.broadcast_to(given, self.num_games), dtype=np.int8))

    def _checked(self, actions: Any) -> NDArray[np.int64]:
        given = np.asarray(actions)
        if given.shape != (self.num_games,) or not np.issubdtype(given.dtype, np.integer):
            raise ValueError(f"actions are [{self.num_games}] integers, not {given.shape} {given.dtype}")
        chosen = np.ascontiguousarray(given, dtype=np.int64)
        row = first_illegal(self._ids, self._counts, chosen)
        if row >= 0:
            raise ValueError(self._refusal(row, int(given[row])))
        return chosen

    def _refusal(self, row: int, action: int) -> str:
        game = self.game
        inside = 0 <= action < game.actions.size
        given = f"{action} ({game.action_name(action, self.rows[row])})" if inside else str(action)
        if self._players[row] == NOBODY:
            return f"row {row}: action {given} is outside 0 … {game.actions.size - 1}"
        legal = np.sort(self._ids[row, : self._counts[row]]).tolist()
        names = ", ".join(f"{one} ({game.action_name(one, self.rows[row])})" for one in legal[:_SHOWN])
        more = f" and {len(legal) - _SHOWN} more" if len(legal) > _SHOWN else ""
        return f"row {row}: player_{self._players[row]} may not play {given}; legal: {names}{more}"


def as_viewers(
    seats: Any, rngs: NDArray[np.int64], *, num_players: NDArray[np.integer[Any]]
) -> tuple[NDArray[np.int64], NDArray[np.int8]]:
    """The rows of a redraw and their seats, of `seats [N]` or one for all; ValueError where something does not fit."""
    viewers = np.asarray(seats)
    check_generators(rngs, len(num_players))
    if viewers.shape not in ((), num_players.shape) or not np.issubdtype(viewers.dtype, np.integer):
        raise ValueError(f"seats are one for all rows or {len(num_players)}, not {seats!r}")
    if not ((viewers >= -1) & (viewers < num_players)).all():
        raise ValueError(f"seats are −1 or below num_players in every row, not {seats!r}")
    if not rngs.any(axis=1).all():
        raise ValueError("a generator of zeros gives nothing but zeros: make_rngs makes some")
    viewers = np.broadcast_to(viewers, num_players.shape)
    chosen = np.flatnonzero(viewers >= 0)
    return chosen, viewers[chosen].astype(np.int8)


def check_generators(rngs: Any, count: int) -> None:
    """ValueError unless these are generators `[count, 4]`."""
    if not isinstance(rngs, np.ndarray) or rngs.shape != (count, RNG_WORDS) or rngs.dtype != np.int64:
        given = f"{rngs.shape} {rngs.dtype}" if isinstance(rngs, np.ndarray) else repr(rngs)
        raise ValueError(f"generators are [{count}, {RNG_WORDS}] int64, not {given}")


def _read_only(buffer: NDArray[Any]) -> NDArray[Any]:
    """A view that cannot be written through."""
    view = buffer.view()
    view.flags.writeable = False
    return view
