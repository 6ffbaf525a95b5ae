"""Self-play batches: N games of one kind side by side in preallocated integer buffers."""

import copy
import json
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from baobab.adapters import snapshot
from baobab.adapters.arguments import Seat, as_index, read_game, read_row, read_seats
from baobab.adapters.rewards import check_reward, terminal_rewards
from baobab.core.game import Game
from baobab.core.games import Games, Served, check_generators, refuse
from baobab.core.record import NOBODY, Rows
from baobab.core.rng import MAX_SEED, derive_seed

_KEPT = ("games", "_served", "rewards", "_row_seeds", "_episodes")
"""What a copy has of its own."""
_NOT_ENDED = snapshot.Ended(NOBODY, 0)


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
    `observation`, `action_mask`, `done` and `rewards` are filled anew by every step and free to be written into until
    then. The others are kept, and read-only. `rows [N]` are the states themselves.
    """

    game: Game
    games: Games  # [N] the games in play: who writes into them answers for the rules
    num_players: NDArray[np.int8]
    rewards: NDArray[np.float64]

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
        self.game = read_game(game, rule_options)
        count = as_index(num_games)
        if count is None or count < 1:
            raise ValueError(f"num_games is at least 1, not {num_games!r}")
        self.num_games = count
        check_reward(reward)
        self.reward = reward
        self.autoreset = bool(autoreset)
        self.metadata: Mapping[str, Any] = {
            "autoreset_mode": AutoresetMode.SAME_STEP if autoreset else AutoresetMode.DISABLED
        }
        self.num_players = self._spread_players(num_players)
        self.games = Games(self.game, self.game.rows(count))
        self._served = Served.room(self.game, count)
        self.rewards = np.zeros((count, self.game.max_players), np.float64)
        self._row_seeds = np.zeros(count, np.int64)
        self._episodes = np.zeros(count, np.int64)
        self.reset(seed=seed)

    def reset(self, *, seed: int | None = None) -> None:
        """Start every row's first game of the run that `seed` gives, of a fresh random one without."""
        self.seed = secrets.randbelow(MAX_SEED) if seed is None else self.game.checked_seed(seed)
        self._row_seeds[:] = [derive_seed(self.seed, row) for row in range(self.num_games)]
        self._episodes[:] = 0
        for buffer in (self.done, self.rewards, self._served.scores, self._served.ranks):
            buffer[:] = 0
        self.games.restart(num_players=self.num_players, seeds=self.game_seeds)
        self.games.look(self._served)

    def step(self, actions: NDArray[np.integer[Any]] | Sequence[int]) -> None:
        """Apply `actions [N]`; ValueError names the first row whose action is not legal, and nothing has changed."""
        served, chosen = self._served, self._checked(actions)
        self.games.advance(chosen, served, row_seeds=self._row_seeds, episodes=self._episodes, autoreset=self.autoreset)
        self.rewards[:] = 0
        if served.done.any():
            ended = np.flatnonzero(served.done)
            players, scores, ranks = self.num_players[ended], served.scores[ended], served.ranks[ended]
            self.rewards[ended] = terminal_rewards(
                self.game, self.reward, num_players=players, scores=scores, ranks=ranks
            )

    def random_actions(self, rngs: NDArray[np.int64]) -> NDArray[np.int32]:
        """A uniform legal action per row `[N]`, from the generators `rngs [N, 4]`."""
        check_generators(rngs, self.num_games)
        return self._served.legal.random_actions(rngs)

    # --- Buffers ------------------------------------------------------------------------------------------

    @property
    def rows(self) -> Rows:
        """The states `[N]` themselves: who writes into them answers for the rules."""
        return self.games.rows

    @property
    def players(self) -> NDArray[np.int8]:
        """The seat to move `[N]`."""
        return _read_only(self._served.players)

    @property
    def action_mask(self) -> NDArray[np.int8]:
        """What the seats to move may do `[N, A]`."""
        return self._served.legal.mask

    @property
    def legal_ids(self) -> NDArray[np.int16]:
        """The same as ids `[N, A]`."""
        return _read_only(self._served.legal.ids)

    @property
    def legal_counts(self) -> NDArray[np.int32]:
        """How many of them `[N]`."""
        return _read_only(self._served.legal.counts)

    @property
    def observation(self) -> NDArray[Any]:
        """What the seats to move know `[N, D]`."""
        return self._served.observation

    @property
    def done(self) -> NDArray[np.int8]:
        """Which rows' games the last step ended `[N]`."""
        return self._served.done

    @property
    def scores(self) -> NDArray[np.int32]:
        """Scores of the games that ended last `[N, P]`."""
        return _read_only(self._served.scores)

    @property
    def ranks(self) -> NDArray[np.int8]:
        """Their ranks `[N, P]`."""
        return _read_only(self._served.ranks)

    @property
    def row_seeds(self) -> NDArray[np.int64]:
        """The seed `[N]` of each row's run."""
        return _read_only(self._row_seeds)

    @property
    def episodes(self) -> NDArray[np.int64]:
        """The number `[N]` of each row's game."""
        return _read_only(self._episodes)

    @property
    def game_seeds(self) -> NDArray[np.int64]:
        """The seed `[N]` of every row's present game: started alone with it, a game is the same."""
        pairs = zip(self._row_seeds.tolist(), self._episodes.tolist(), strict=True)
        return np.array([derive_seed(seed, episode) for seed, episode in pairs], np.int64)

    # --- One row, and search ------------------------------------------------------------------------------

    def legal_actions(self, row: int) -> list[int]:
        """The legal ids of the seat to move in a row, ascending; none where the game is over."""
        return self.games.legal_actions(read_row(row, self.num_games))

    def action_name(self, action: int, row: int | None = None) -> str:
        """An action in the game's words, as one calls it in the game of a row; ValueError outside the space."""
        return self.game.action_name(action, None if row is None else self.rows[read_row(row, self.num_games)])

    def parse_action(self, text: str, row: int | None = None) -> int:
        """The id of an action that `action_name` wrote; ValueError on a text that names none."""
        return self.game.parse_action(text, None if row is None else self.rows[read_row(row, self.num_games)])

    def determinize(self, seats: NDArray[np.integer[Any]] | Sequence[Seat] | Seat, rngs: NDArray[np.int64]) -> None:
        """Redraw in every row what `seats [N]` (or this one seat) do not know: of a `clone()`, for search.

        `rngs [N, 4]` are generators of `make_rngs`, which move on. A row of seat −1 (as in `players`) stays.
        """
        check_generators(rngs, self.num_games)
        redraw_some(self.games, read_seats(seats, self.num_players), rngs)
        self.games.look(self._served)

    def clone(self) -> "SelfPlayBatch":
        """An independent copy of all games and buffers as they stand."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.__dict__.update({name: copy.deepcopy(self.__dict__[name]) for name in _KEPT})
        return other

    def get_state(self, row: int) -> bytes:
        """A row's game as it stands, for `set_state` of any row and of `GameEnv` with as many players."""
        place = read_row(row, self.num_games)
        return snapshot.pack(self._header(place), self.rows[place : place + 1], ended=_NOT_ENDED)

    def set_state(self, row: int, data: bytes) -> None:
        """Put the game of `get_state` in a row; the row's next game is the one that would have come anyway.

        ValueError where the bytes are damaged or of something else, or the game is over and would be started anew.
        """
        place = read_row(row, self.num_games)
        self._restore(place, *snapshot.unpack(self._header(place), self.game, data))

    def to_json(self, row: int) -> str:
        """A row's game as it stands, as JSON with every field of the state by name."""
        place = read_row(row, self.num_games)
        rows, players = self.rows[place : place + 1], int(self.num_players[place])
        return json.dumps(snapshot.to_dict(self.game, rows, num_players=players, ended=_NOT_ENDED))

    def from_json(self, row: int, text: str) -> None:
        """Put the game of `to_json` in a row, as `set_state` does; ValueError where it breaks the game, too."""
        place = read_row(row, self.num_games)
        values, players = snapshot.read_json(text), int(self.num_players[place])
        self._restore(place, *snapshot.from_dict(self.game, values, num_players=players))

    def __deepcopy__(self, memo: dict[int, Any]) -> "SelfPlayBatch":
        other = memo[id(self)] = self.clone()
        return other

    # --- Inside -------------------------------------------------------------------------------------------

    def _header(self, row: int) -> bytes:
        return snapshot.header(self.game, int(self.num_players[row]))

    def _restore(self, row: int, rows: Rows, ended: snapshot.Ended) -> None:
        """Put a game `[1]` in a row, and show it."""
        over = rows[0].player == NOBODY
        if ended.offender != NOBODY or (over and self.autoreset):
            raise ValueError(
                "the game of the state is over: a batch with autoreset, or after an illegal action, has none"
            )
        place, game = slice(row, row + 1), Games(self.game, rows)
        self.games[place] = game
        self.done[row] = 0
        self.rewards[row] = 0
        if over:
            self._served.scores[place], self._served.ranks[place] = game.results()
        game.look(self._served.of(place))

    def _spread_players(self, num_players: Any) -> NDArray[np.int8]:
        given = np.asarray(self.game.min_players if num_players is None else num_players)
        if given.shape not in ((), (self.num_games,)) or not np.issubdtype(given.dtype, np.integer):
            raise ValueError(f"num_players is an integer or {self.num_games} of them, not {num_players!r}")
        for players in np.unique(given):
            self.game.check_players(int(players))
        return _read_only(np.ascontiguousarray(np.broadcast_to(given, self.num_games), dtype=np.int8))

    def _checked(self, actions: Any) -> NDArray[np.int32]:
        given = np.asarray(actions)
        if given.shape != (self.num_games,) or not np.issubdtype(given.dtype, np.integer):
            raise ValueError(f"actions are [{self.num_games}] integers, not {given.shape} {given.dtype}")
        row = self._served.legal.first_illegal(np.ascontiguousarray(given, np.int64))
        if row >= 0:
            raise ValueError(self._refusal(row, int(given[row])))
        return np.ascontiguousarray(given, np.int32)

    def _refusal(self, row: int, action: int) -> str:
        if self.players[row] == NOBODY:
            return f"row {row}: action {action} is outside 0 … {self.game.actions.size - 1}"
        who = f"player_{self.players[row]}"
        return f"row {row}: {refuse(self.game, action, self.legal_actions(row), self.rows[row], who=who)}"


def redraw_some(games: Games, viewers: NDArray[np.int8], rngs: NDArray[np.int64]) -> NDArray[np.int64]:
    """Redraw what `viewers [N]` do not know, from `rngs [N, 4]`, in the games where there is one; which those are."""
    index = np.flatnonzero(viewers >= 0)
    chosen, generators = games[index], rngs[index]
    chosen.redraw(viewers[index], generators)
    games[index], rngs[index] = chosen, generators
    return index


def _read_only(buffer: NDArray[Any]) -> NDArray[Any]:
    """A view that cannot be written through."""
    view = buffer.view()
    view.flags.writeable = False
    return view
