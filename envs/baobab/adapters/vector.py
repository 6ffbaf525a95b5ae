"""Self-play batches: N games of one kind side by side in preallocated integer buffers."""

import operator
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from baobab.adapters.rewards import check_reward, terminal_rewards
from baobab.core import kernels
from baobab.core.game import Game
from baobab.core.jit import jit
from baobab.core.record import NOBODY
from baobab.core.rng import MAX_SEED, derive_seed
from baobab.registry import load_game

_SHOWN = 12  # legal actions that an error names

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
        if rngs.shape != (self.num_games, 4) or rngs.dtype != np.int64:
            raise ValueError(f"generators are [{self.num_games}, 4] int64, not {rngs.shape} {rngs.dtype}")
        choose_many(self._ids, self._counts, rngs, self._random)
        return self._random

    @property
    def game_seeds(self) -> NDArray[np.int64]:
        """The seed `[N]` of every row's present game: started alone with it, a game is the same."""
        pairs = zip(self.row_seeds.tolist(), self.episodes.tolist(), strict=True)
        return np.array([derive_seed(seed, episode) for seed, episode in pairs], np.int64)

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
        given = f"{action} ({game.action_name(game, action)})" if inside else str(action)
        if self._players[row] == NOBODY:
            return f"row {row}: action {given} is outside 0 … {game.actions.size - 1}"
        legal = np.sort(self._ids[row, : self._counts[row]]).tolist()
        names = ", ".join(f"{one} ({game.action_name(game, one)})" for one in legal[:_SHOWN])
        more = f" and {len(legal) - _SHOWN} more" if len(legal) > _SHOWN else ""
        return f"row {row}: player_{self._players[row]} may not play {given}; legal: {names}{more}"


def _read_only(buffer: NDArray[Any]) -> NDArray[Any]:
    """A view that cannot be written through."""
    view = buffer.view()
    view.flags.writeable = False
    return view
