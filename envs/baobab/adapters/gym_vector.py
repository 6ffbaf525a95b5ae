"""Gymnasium: many games at once for one agent each, stepped together; bots play the other seats of all of them.

    import baobab, gymnasium
    envs = gymnasium.make_vec("baobab/Kenya-v0", num_envs=256, opponents="greedy")

Row for row it is what `SyncVectorEnv` makes of so many environments of gym.py, for the same seeds and actions.
"""

import copy
import operator
import secrets
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from baobab.adapters import seated, snapshot
from baobab.adapters.action_rows import NO_ACTION, ActionRows
from baobab.adapters.aec import RENDER_MODES, SHOWN
from baobab.adapters.gym import SeatObservation, seat_space
from baobab.adapters.opponents import AGENT, BotLike, Opponents, redraw
from baobab.adapters.picture import rasterise
from baobab.adapters.rewards import SEAT_REWARDS, SHAPED, check_reward, seat_margins, terminal_rewards
from baobab.adapters.vector import as_viewers
from baobab.bots.match import ask, put_rows, take_rows
from baobab.core.game import Game
from baobab.core.record import EVERYTHING, NOBODY, copy_rows
from baobab.core.rng import MAX_SEED, derive_seed
from baobab.registry import load_game

Infos = dict[str, Any]
Told = tuple[SeatObservation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Infos]
"""What a step returns: observations, rewards, terminations, truncations, infos."""

_BUFFERS = (
    "seats",
    "line_ups",
    "_base_seeds",
    "_episodes",
    "_rngs",
    "_begun",
    "_over",
    "_scores",
    "_ranks",
    "_masks",
    "_seen",
)
"""All that a copy has of its own besides the rows."""

_NO_SEED = -1
_FRAMES = tuple(mode for mode in RENDER_MODES if mode != "human")


class SingleAgentVectorEnv(VectorEnv[SeatObservation, Any, NDArray[Any]]):
    """N games of one kind for a single agent each; every row shows what its seat sees when it is asked.

    Observations, infos and rewards are those of `SingleAgentEnv` with a leading N, in new arrays each time; infos have
    Gymnasium's form (`infos[key] [N, …]`, `infos["_" + key] [N] bool`). With autoreset "SameStep" a game that ends is
    started anew in the same step: its last observation and info are in `final_obs` and `final_info`. With "Disabled"
    it stays, takes any action, and is started anew by `reset(options={"reset_mask": [N] bool})`.

    Bots choose for all rows that wait for them at once: a checkpoint in one forward pass.
    """

    metadata: dict[str, Any]
    seats: NDArray[np.int8]  # [N] the agent's in each row
    line_ups: NDArray[np.int8]  # [N, P] which of `opponents.bots` sits at each seat, AGENT at the agent's

    def __init__(
        self,
        game: str | Game,
        *,
        num_envs: int = 1,
        num_players: int | None = None,
        opponents: BotLike | Sequence[BotLike] | None = None,
        pool: Sequence[BotLike] | None = None,
        seat: int | str = "random",
        obs_mode: str = "dict",
        reward: str = "win",
        render_mode: str | None = None,
        viewer: int | str | None = None,
        strict: bool = True,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        **rule_options: Any,
    ) -> None:
        """The arguments of `SingleAgentEnv`, and `autoreset_mode`: same-step or disabled.

        `gymnasium.make_vec` gives one that is not strict: an illegal action ends its row's game with reward −1.
        """
        self.game: Game = load_game(game, **rule_options) if isinstance(game, str) else game
        players = self.game.min_players if num_players is None else num_players
        self.game.check_players(players)
        check_reward(reward, SEAT_REWARDS)
        if isinstance(num_envs, bool) or num_envs != int(num_envs) or num_envs < 1:
            raise ValueError(f"num_envs is at least 1, not {num_envs!r}")
        mode = AutoresetMode(autoreset_mode)
        if mode is AutoresetMode.NEXT_STEP:
            raise ValueError(f'autoreset_mode is "SameStep" or "Disabled", not {autoreset_mode!r}')
        self._check_rendering(render_mode, viewer, players)
        self.num_players = int(players)
        self.num_envs = int(num_envs)
        self.opponents = Opponents(opponents, pool, num_players=self.num_players, seat=seat)
        self.obs_mode = obs_mode
        self.reward = reward
        self.render_mode = render_mode
        self.viewer = viewer
        self.strict = strict
        self.metadata = {"autoreset_mode": mode, "render_modes": list(_FRAMES), "render_fps": 1}
        self.single_observation_space = seat_space(self.game, obs_mode)
        self.single_action_space = spaces.Discrete(self.game.actions.size)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._autoreset = mode is AutoresetMode.SAME_STEP
        self._make_buffers()

    # --- Gymnasium ----------------------------------------------------------------------------------------

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[SeatObservation, Infos]:
        """Start the games of all rows, or of those of `options["reset_mask"] [N] bool`.

        Row i starts the game that `seed + i` (or the i-th seed) gives, as `SingleAgentEnv.reset` does.
        """
        chosen = self._reset_mask(options)
        rows = np.flatnonzero(chosen)
        self._seed(rows, seed)
        if isinstance(seed, int | np.integer):
            super().reset(seed=int(seed))
        self._begun |= chosen
        if not self._begun.all():
            raise ValueError("the first reset starts all rows, without a reset_mask")
        self._start(rows)
        return self._observation(), self._infos(chosen)

    def step(self, actions: Any) -> Told:
        """Apply `actions [N]`, and those of the others until each row's agent is asked again or its game is over."""
        legal, given = self._check(actions)
        going, before = ~self._over, self._margins()
        self._advance(np.flatnonzero(going & legal), given)
        ended = going & ((self.rows["player"] == NOBODY) | ~legal)
        rewards = np.zeros(self.num_envs, np.float64)
        self._finish(np.flatnonzero(ended & legal), rewards)
        rewards[going] += (self._margins() - before)[going]
        rewards[ended & ~legal] = -1.0
        self._over |= ended
        terminations = self._over.copy()
        self._look(np.flatnonzero(going))
        if not (self._autoreset and ended.any()):
            infos = self._infos(np.ones(self.num_envs, np.bool_))
            return self._observation(), rewards, terminations, np.zeros(self.num_envs, np.bool_), infos
        final = {"final_obs": self._final_observation(ended), "_final_obs": ended.copy()}
        final |= {"final_info": self._infos(ended), "_final_info": ended.copy()}
        rows = np.flatnonzero(ended)
        self._episodes[rows] += 1
        self._start(rows)
        infos = {**final, **self._infos(np.ones(self.num_envs, np.bool_))}
        return self._observation(), rewards, terminations, np.zeros(self.num_envs, np.bool_), infos

    def render(self) -> tuple[Any, ...] | None:
        """A frame for each row, as `render_mode` says: text, SVG text or `[height, width, 3]` pixels."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() does nothing without a render_mode")
            return None
        self._check_begun("render()")
        draw = self.game.text if self.render_mode == "ansi" else self.game.svg
        if self.viewer is None:
            viewers: list[int] = self.seats.tolist()
        else:
            viewers = [EVERYTHING if self.viewer == "all" else int(self.viewer)] * self.num_envs
        drawn = [draw(row, viewer) for row, viewer in zip(self.rows, viewers, strict=True)]
        return tuple(map(rasterise, drawn)) if self.render_mode == "rgb_array" else tuple(drawn)

    # --- Beyond Gymnasium ---------------------------------------------------------------------------------

    def observe(self) -> SeatObservation:
        """What the agents see now, as the last call told unless `set_state` or `determinize` came since."""
        self._check_begun("observe()")
        return self._observation()

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions each row's agent may take, `[N, A] bool`; all where a game is over."""
        self._check_begun("action_masks()")
        return self._masks.astype(np.bool_)

    def legal_actions(self, row: int) -> list[int]:
        """The legal ids of a row's agent, ascending; none where its game is over."""
        row = self._place(row)
        legal: list[int] = [] if self._over[row] else np.flatnonzero(self._masks[row]).tolist()
        return legal

    def action_name(self, action: int, row: int | None = None) -> str:
        """An action in the game's words, as one calls it in the game of a row; ValueError outside the space."""
        self.game.actions.locate(action)
        return self.game.action_name(action, None if row is None else self.rows[self._place(row)])

    def parse_action(self, text: str, row: int | None = None) -> int:
        """The id of an action that `action_name` wrote; ValueError on a text that names none."""
        return self.game.parse_action(text, None if row is None else self.rows[self._place(row)])

    def determinize(self, seats: NDArray[np.integer[Any]] | Sequence[int] | int, rngs: NDArray[np.int64]) -> None:
        """Redraw in every row what `seats [N]` (or this one seat) do not know, as `SingleAgentEnv.determinize` does.

        `rngs [N, 4]` are generators of `make_rngs`, which move on. A row of seat −1 stays.
        """
        self._check_begun("determinize()")
        chosen, viewers = as_viewers(seats, rngs, num_players=np.full(self.num_envs, self.num_players))
        live, drawn, chance = take_rows(self.rows, chosen), rngs[chosen], self._rngs[chosen]
        self.game.kernels.determinize_many(self.game.params, live, viewers, drawn)
        redraw(chance, drawn)
        put_rows(self.rows, chosen, live)
        rngs[chosen], self._rngs[chosen] = drawn, chance
        self._look(chosen)

    def clone(self) -> "SingleAgentVectorEnv":
        """An independent copy of all games as they stand; it shares the spaces and the bots."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.rows = copy_rows(self.rows)
        for name in _BUFFERS:
            other.__dict__[name] = self.__dict__[name].copy()
        other._np_random = copy.deepcopy(self._np_random)
        return other

    def get_state(self, row: int) -> bytes:
        """A row's game as it stands, for `set_state` of any row and of `SingleAgentEnv` with the same bots."""
        row = self._place(row)
        self._check_begun("get_state()")
        return seated.pack(self.game, self._seated(row), self.opponents)

    def set_state(self, row: int, data: bytes) -> None:
        """Put the game of `get_state` in a row; the row's next game is the one that would have come anyway.

        ValueError where the bytes are damaged or of something else, or the game is over and would be started anew.
        """
        self._restore(self._place(row), seated.unpack(self.game, data, self.opponents))

    def to_json(self, row: int) -> str:
        """A row's game as it stands, as JSON with every field of the state by name."""
        row = self._place(row)
        self._check_begun("to_json()")
        return seated.write(self.game, self._seated(row), self.opponents)

    def from_json(self, row: int, text: str) -> None:
        """Put the game of `to_json` in a row, as `set_state` does; ValueError where it breaks the game, too."""
        self._restore(self._place(row), seated.read(self.game, text, self.opponents))

    def __deepcopy__(self, memo: dict[int, Any]) -> "SingleAgentVectorEnv":
        other = memo[id(self)] = self.clone()
        for name in ("observation_space", "action_space", "single_observation_space", "single_action_space"):
            setattr(other, name, copy.deepcopy(getattr(self, name), memo))
        return other

    def __getstate__(self) -> dict[str, Any]:
        held = self.__dict__.copy()
        del held["game"]
        return {"game": self.game.id, "options": self.game.changed_options(), "held": held}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state["held"])
        self.game = load_game(state["game"], **state["options"])

    @property
    def game_seeds(self) -> NDArray[np.int64]:
        """The seed `[N]` of every row's present game: started alone with it, a game is the same."""
        return self._game_seeds(np.arange(self.num_envs))

    # --- Inside -------------------------------------------------------------------------------------------

    def _make_buffers(self) -> None:
        count, game = self.num_envs, self.game
        self.rows = game.rows(count)
        self.seats = np.zeros(count, np.int8)
        self.line_ups = np.full((count, game.max_players), AGENT, np.int8)
        self._base_seeds = np.full(count, _NO_SEED, np.int64)
        self._episodes = np.zeros(count, np.int64)
        self._rngs = np.zeros((count, 4), np.int64)  # of the bots
        self._begun = np.zeros(count, np.bool_)
        self._over = np.zeros(count, np.bool_)
        self._scores = np.zeros(count, np.int32)  # the agent's, 0 before the end
        self._ranks = np.zeros(count, np.int32)
        self._masks = np.zeros((count, game.actions.size), np.int8)
        self._seen = np.zeros((count, game.observation.size), game.observation.dtype)
        self._action_rows = ActionRows(game, count) if self.obs_mode == "rows" else None

    def _place(self, row: int) -> int:
        """The row's number, from the front; ValueError where there is no such row."""
        place = operator.index(row)
        if not 0 <= place < self.num_envs:
            raise ValueError(f"a row is one of 0 … {self.num_envs - 1}, not {row!r}")
        return place

    def _seated(self, row: int) -> seated.Seated:
        seat, rows = int(self.seats[row]), self.rows[row : row + 1]
        offender = seat if self._over[row] and rows[0].player != NOBODY else NOBODY
        places: list[int] = self.line_ups[row, : self.num_players].tolist()
        return seated.Seated(rows, snapshot.Ended(offender, 0), seat, places, self._rngs[row].tolist())

    def _restore(self, row: int, held: seated.Seated) -> None:
        """Put a game in a row, and show it."""
        self._check_begun("set_state()")
        if held.over and self._autoreset:
            raise ValueError("the game of the state is over: a batch with autoreset has none")
        index = np.array([row])
        put_rows(self.rows, index, held.rows)
        self.seats[row] = held.seat
        self.line_ups[row, : self.num_players] = held.line_up
        self._rngs[row] = held.rng
        self._over[row] = held.over
        self._scores[row] = self._ranks[row] = 0
        if held.rows[0].player == NOBODY:
            self._finish(index, np.zeros(self.num_envs, np.float64))
        self._look(index)

    def _seed(self, rows: NDArray[np.int64], seed: int | Sequence[int] | None) -> None:
        """Choose the next games of some rows."""
        if seed is None:
            for row in rows[self._base_seeds[rows] == _NO_SEED]:
                self._base_seeds[row] = secrets.randbelow(MAX_SEED)
            self._episodes[rows] += 1
            return
        seeds = [seed + row for row in range(self.num_envs)] if isinstance(seed, int | np.integer) else list(seed)
        if len(seeds) != self.num_envs:
            raise ValueError(f"seed is one number or {self.num_envs} of them, not {len(seeds)}")
        for one in seeds:
            self.game.check_seed(one)
        self._base_seeds[rows] = np.array(seeds, np.int64)[rows]
        self._episodes[rows] = 0

    def _game_seeds(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        pairs = zip(self._base_seeds[rows].tolist(), self._episodes[rows].tolist(), strict=True)
        return np.array([derive_seed(base, episode) if episode else base for base, episode in pairs], np.int64)

    def _start(self, rows: NDArray[np.int64]) -> None:
        """Start the games of some rows, and show them when the agent is asked."""
        seeds = self._game_seeds(rows)
        fresh = self.game.rows(len(rows))
        self.game.kernels.reset_many(self.game.params, fresh, np.full(len(rows), self.num_players, np.int8), seeds)
        put_rows(self.rows, rows, fresh)
        for row, seed in zip(rows.tolist(), seeds.tolist(), strict=True):
            self.seats[row] = seat = self.opponents.seat_in(seed)
            self.line_ups[row, : self.num_players] = self.opponents.line_up(seed, seat)
        self._rngs[rows] = self.opponents.rngs(seeds)
        for buffer in (self._over, self._scores, self._ranks):
            buffer[rows] = 0
        self._play_others(rows)
        self._look(rows)

    def _advance(self, rows: NDArray[np.int64], actions: NDArray[np.int32]) -> None:
        """Apply the agents' actions (of `actions [N]`) in some rows, and let the others answer."""
        if len(rows) == self.num_envs:
            self.game.kernels.step_many(self.game.params, self.rows, actions)
        elif len(rows):
            live = take_rows(self.rows, rows)
            self.game.kernels.step_many(self.game.params, live, actions[rows])
            put_rows(self.rows, rows, live)
        self._play_others(rows)

    def _play_others(self, rows: NDArray[np.int64]) -> None:
        """Let the bots move in some rows until the agent is asked or the game is over."""
        while True:
            movers = self.rows["player"][rows]
            rows = rows[(movers != NOBODY) & (movers != self.seats[rows])]
            if not rows.size:
                return
            live, rngs = take_rows(self.rows, rows), self._rngs[rows]
            actions = ask(self.game, live, self.line_ups[rows], self.opponents.bots, rngs=rngs)
            self.game.kernels.step_many(self.game.params, live, actions)
            put_rows(self.rows, rows, live)
            self._rngs[rows] = rngs

    def _finish(self, rows: NDArray[np.int64], rewards: NDArray[np.float64]) -> None:
        """Scores, ranks and `rewards [N]` of games that were played to their end."""
        if not rows.size:
            return
        scores, ranks = self.game.results(take_rows(self.rows, rows))
        players = np.full(len(rows), self.num_players, np.int8)
        kind = "win" if self.reward == SHAPED else self.reward
        worth = terminal_rewards(self.game, kind, num_players=players, scores=scores, ranks=ranks)
        places = (np.arange(len(rows)), self.seats[rows])
        self._scores[rows], self._ranks[rows], rewards[rows] = scores[places], ranks[places], worth[places]

    def _margins(self) -> NDArray[np.float64]:
        """What the reward "shaped" tells the changes of `[N]`; 0 with any other."""
        if self.reward != SHAPED:
            return np.zeros(self.num_envs, np.float64)
        return seat_margins(self.game, self.rows, seats=self.seats, num_players=self.num_players)

    def _look(self, rows: NDArray[np.int64]) -> None:
        """Fill what the agents of some rows see and may do."""
        call, params, count = self.game.kernels, self.game.params, len(rows)
        ids = np.empty((count, self.game.actions.size), np.int16)
        if count == self.num_envs:
            call.legal_many(params, self.rows, self._masks, ids, np.empty(count, np.int32))
            call.encode_many(params, self.rows, self.seats, self._seen)
        elif count:
            live = take_rows(self.rows, rows)
            masks, seen = np.empty((count, ids.shape[1]), np.int8), np.zeros_like(self._seen[:count])
            call.legal_many(params, live, masks, ids, np.empty(count, np.int32))
            call.encode_many(params, live, self.seats[rows], seen)
            self._masks[rows], self._seen[rows] = masks, seen
        self._masks[self._over] = 1  # an illegal action ended the game: the row itself is not over

    def _observation(self) -> SeatObservation:
        if self._action_rows is not None:
            return self._action_rows.look(self.rows, self._seen, self._over)
        seen = np.divide(self._seen, self.game.observation.scale, dtype=np.float32)
        return seen if self.obs_mode == "flat" else {"observation": seen, "action_mask": self._masks.copy()}

    def _final_observation(self, ended: NDArray[np.bool_]) -> NDArray[np.object_]:
        """The last observation of each game that has ended, None elsewhere `[N]`."""
        final = np.full(self.num_envs, None, np.object_)
        for row in np.flatnonzero(ended):
            final[row] = self._last_seen(int(row))
        return final

    def _last_seen(self, row: int) -> SeatObservation:
        game, seen = self.game, self._seen[row]
        if self.obs_mode == "rows":
            ids = np.full(game.actions.size, NO_ACTION, np.int16)
            ids[0] = 0
            features = np.zeros((game.actions.size, game.features.size), game.features.dtype)
            return {"observation": seen.copy(), "features": features, "ids": ids}
        scaled = game.observation.scaled(seen)
        return scaled if self.obs_mode == "flat" else {"observation": scaled, "action_mask": self._masks[row].copy()}

    def _infos(self, told: NDArray[np.bool_]) -> Infos:
        """The infos of the rows of `told [N]`, 0 elsewhere, in Gymnasium's form."""
        held: dict[str, NDArray[Any]] = {
            "action_mask": self._masks,
            "seat": self.seats.astype(np.int32),
            "score": self._scores,
            "rank": self._ranks,
        }
        infos: Infos = {}
        for key, values in held.items():
            infos[key] = np.zeros_like(values)
            infos[key][told] = values[told]
            infos[f"_{key}"] = told.copy()
        return infos

    def _reset_mask(self, options: dict[str, Any] | None) -> NDArray[np.bool_]:
        """The rows to start, by what `reset` was given."""
        mask = (options or {}).get("reset_mask")
        if mask is None:
            return np.ones(self.num_envs, np.bool_)
        if not isinstance(mask, np.ndarray) or mask.shape != (self.num_envs,) or mask.dtype != np.bool_:
            raise ValueError(f"reset_mask is an array of {self.num_envs} truth values, not {mask!r}")
        if not mask.any():
            raise ValueError("reset_mask names no row")
        chosen: NDArray[np.bool_] = mask.copy()
        return chosen

    def _check(self, actions: Any) -> tuple[NDArray[np.bool_], NDArray[np.int32]]:
        """Which of `actions [N]` are legal, and the actions; ValueError where one must be and is not."""
        self._check_begun("step()")
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or not np.issubdtype(given.dtype, np.integer):
            raise ValueError(f"actions are [{self.num_envs}] integers, not {given.shape} {given.dtype}")
        inside = (given >= 0) & (given < self.game.actions.size)
        chosen = np.where(inside, given, 0).astype(np.int32)
        legal = inside & (self._masks[np.arange(self.num_envs), chosen] == 1)
        if self.strict and not legal.all():
            row = int(np.flatnonzero(~legal)[0])
            raise ValueError(self._refusal(row, int(given[row]), inside=bool(inside[row])))
        return legal, chosen

    def _refusal(self, row: int, action: int, *, inside: bool) -> str:
        """Why an action is refused: its name and what was legal."""
        game = self.game
        legal = np.flatnonzero(self._masks[row]).tolist()
        named = ", ".join(f"{one} ({game.action_name(one, self.rows[row])})" for one in legal[:SHOWN])
        more = f" and {len(legal) - SHOWN} more" if len(legal) > SHOWN else ""
        given = f"{action} ({game.action_name(action, self.rows[row])})" if inside else str(action)
        return f"row {row}: player_{self.seats[row]} may not play {given}; legal: {named}{more}"

    def _check_begun(self, call: str) -> None:
        if not self._begun.all():
            raise ValueError(f"call reset() before {call}")

    @staticmethod
    def _check_rendering(render_mode: str | None, viewer: int | str | None, players: int) -> None:
        if render_mode not in (None, *_FRAMES):
            raise ValueError(f"render_mode is None or one of {', '.join(map(repr, _FRAMES))}, not {render_mode!r}")
        if viewer not in (None, "all", *range(players)):
            raise ValueError(f'viewer is None, "all" or a seat of 0 … {players - 1}, not {viewer!r}')
