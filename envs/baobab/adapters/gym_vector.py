"""Gymnasium: many games at once for one agent each, stepped together; bots play the other seats of all of them.

    import baobab, gymnasium
    envs = gymnasium.make_vec("baobab/Kenya-v0", num_envs=256, opponents="greedy")

Row for row it is what `SyncVectorEnv` makes of so many environments of gym.py, for the same seeds and actions.
"""

import copy
import logging
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
from baobab.adapters.action_rows import no_rows, observe_row, observe_rows, rows_space
from baobab.adapters.aec import Info, observation_space
from baobab.adapters.arguments import (
    Seat,
    as_index,
    read_game,
    read_players,
    read_row,
    read_seats,
    read_seeds,
    read_viewer,
)
from baobab.adapters.opponents import AGENT, BotLike, Opponents, redraw
from baobab.adapters.render import RENDER_MODES, Frame, check_render_mode, draw
from baobab.adapters.rewards import SEAT_REWARDS, SHAPED, check_reward, seat_margins, terminal_rewards
from baobab.adapters.vector import redraw_some
from baobab.bots.match import ask, check_choice
from baobab.core.game import Game
from baobab.core.games import Games, Legal, check_generators, refuse
from baobab.core.record import NOBODY, Rows, copy_rows
from baobab.core.rng import MAX_SEED, derive_seed

OBS_MODES = ("dict", "flat", "rows")

SeatObservation = dict[str, NDArray[Any]] | NDArray[np.float32]
Infos = dict[str, Any]
StepReturn = tuple[SeatObservation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Infos]
"""Observations, rewards, terminations, truncations, infos."""

_KEPT = (
    "games",
    "_seats",
    "_line_ups",
    "_base_seeds",
    "_episodes",
    "_rngs",
    "_begun",
    "_over",
    "_scores",
    "_ranks",
    "_legal",
    "_seen",
    "_np_random",
)
"""What a copy has of its own."""
_SPACES = ("observation_space", "action_space", "single_observation_space", "single_action_space")
_NO_SEED = -1
_FRAMES = tuple(mode for mode in RENDER_MODES if mode != "human")

_logger = logging.getLogger("baobab")


class SingleAgentVectorEnv(VectorEnv[SeatObservation, Any, NDArray[Any]]):
    """N games of one kind for a single agent each; every row shows what its seat sees when it is asked.

    Observations, infos and rewards are those of `SingleAgentEnv` with a leading N, in new arrays each time; infos have
    Gymnasium's form (`infos[key] [N, …]`, `infos["_" + key] [N] bool`). With autoreset "SameStep" a game that ends is
    started anew in the same step: its last observation and info are in `final_obs` and `final_info`. With "Disabled"
    it stays, takes any action, and is started anew by `reset(options={"reset_mask": [N] bool})`.

    Bots choose for all rows that wait for them at once, on copies: a checkpoint in one forward pass.
    """

    metadata: dict[str, Any]
    games: Games  # [N] the games in play: who writes into them answers for the rules

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
        self.game = read_game(game, rule_options)
        self.num_players = read_players(self.game, num_players)
        check_reward(reward, SEAT_REWARDS)
        count = as_index(num_envs)
        if count is None or count < 1:
            raise ValueError(f"num_envs is at least 1, not {num_envs!r}")
        mode = AutoresetMode(autoreset_mode)
        if mode is AutoresetMode.NEXT_STEP:
            raise ValueError(f'autoreset_mode is "SameStep" or "Disabled", not {autoreset_mode!r}')
        check_render_mode(render_mode, _FRAMES)
        read_viewer(viewer, self.num_players, default=None)
        self.num_envs = count
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
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[SeatObservation, Infos]:
        """Start the games of all rows, or of those of `options["reset_mask"] [N] bool`.

        Row i starts the game that `seed + i` (or the i-th seed) gives, as `SingleAgentEnv.reset` does.
        """
        chosen, seeds = self._reset_mask(options), read_seeds(self.game, seed, self.num_envs)
        if not (self._begun | chosen).all():
            raise ValueError("the first reset starts all rows, without a reset_mask")
        if isinstance(seed, int | np.integer):
            super().reset(seed=int(seed))
        index = np.flatnonzero(chosen)
        for row in index.tolist():
            self._choose_game(row, seeds[row])
        self._begun |= chosen
        self._start(index)
        return self.observe(), self._infos(chosen)

    def step(self, actions: Any) -> StepReturn:
        """Apply `actions [N]`, and those of the others until each row's agent is asked again or its game is over."""
        rewards, ended = self.play(actions)
        terminations = self._over.copy()
        infos: Infos = {}
        if self._autoreset and ended.any():
            infos = {"final_obs": self._final_observation(ended), "_final_obs": ended.copy()}
            infos |= {"final_info": self._infos(ended), "_final_info": ended.copy()}
            index = np.flatnonzero(ended)
            for row in index.tolist():
                self._choose_game(row, None)
            self._start(index)
        infos |= self._infos(np.ones(self.num_envs, np.bool_))
        return self.observe(), rewards, terminations, np.zeros(self.num_envs, np.bool_), infos

    def render(self) -> tuple[Any, ...] | None:
        """A frame for each row, as `render_mode` says: text, SVG text or `[height, width, 3]` pixels."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() does nothing without a render_mode")
            return None
        return tuple(self.draw(row, self.render_mode) for row in range(self.num_envs))

    # --- Beyond Gymnasium ---------------------------------------------------------------------------------

    @property
    def rows(self) -> Rows:
        """The states `[N]` themselves."""
        return self.games.rows

    @property
    def seats(self) -> NDArray[np.int8]:
        """The agent's seat `[N]` in each row."""
        return self._seats.copy()

    @property
    def line_ups(self) -> NDArray[np.int8]:
        """Which of `opponents.bots` sits at each seat `[N, P]`, AGENT at the agent's."""
        return self._line_ups.copy()

    @property
    def over(self) -> NDArray[np.bool_]:
        """Which rows' games are over `[N]`, which they stay without autoreset."""
        return self._over.copy()

    @property
    def begun(self) -> bool:
        """Whether all rows have a game."""
        return bool(self._begun.all())

    def draw(self, row: int, mode: str | None) -> Frame | None:
        """One row in any render mode, with the eyes of its agent unless there is a viewer."""
        self._check_begun("render()")
        viewer = read_viewer(self.viewer, self.num_players, default=int(self._seats[row]))
        return draw(self.game, self.rows[row], viewer, mode)

    def play(self, actions: Any) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """What `step` does before it starts games anew: rewards `[N]`, and which games have just ended `[N]`."""
        chosen, legal = self._check(actions)
        going, before = ~self._over, self._margins() if self.reward == SHAPED else None
        index = np.flatnonzero(going & legal)
        self._advance(index, chosen)
        ended = going & (~legal | (self.rows["player"] == NOBODY))
        rewards = np.zeros(self.num_envs, np.float64)
        if ended.any():
            self._finish(np.flatnonzero(ended & legal), rewards)
            self._over |= ended
        if before is not None:
            rewards[going] += (self._margins() - before)[going]
        rewards[ended & ~legal] = -1.0
        self._look(np.flatnonzero(going))
        return rewards, ended

    def observe_row(self, row: int) -> SeatObservation:
        """What the agent of one row sees now, in new arrays."""
        seen, over = self._seen[row], bool(self._over[row])
        if self.obs_mode == "rows":
            actions = no_rows(self.game) if over else observe_row(Games(self.game, self.rows[row : row + 1]))
            return {"observation": seen.copy(), **actions}
        scaled = self.game.observation.scaled(seen)
        mask = self._legal.mask[row].copy()
        return scaled if self.obs_mode == "flat" else {"observation": scaled, "action_mask": mask}

    def info_of(self, row: int) -> Info:
        """The info of one row."""
        return {
            "action_mask": self._legal.mask[row].copy(),
            "seat": np.array(self._seats[row], np.int32),
            "score": np.array(self._scores[row]),
            "rank": np.array(self._ranks[row]),
        }

    def observe(self) -> SeatObservation:
        """What the agents see now, in new arrays."""
        self._check_begun("observe()")
        if self.obs_mode == "rows":
            return {"observation": self._seen.copy(), **observe_rows(self.games, self._over)}
        seen = np.divide(self._seen, self.game.observation.scale, dtype=np.float32)
        return seen if self.obs_mode == "flat" else {"observation": seen, "action_mask": self._legal.mask.copy()}

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions each row's agent may take, `[N, A] bool`; all where a game is over."""
        self._check_begun("action_masks()")
        return self._legal.mask.astype(np.bool_)

    def legal_actions(self, row: int) -> list[int]:
        """The legal ids of a row's agent, ascending; none where its game is over."""
        place = read_row(row, self.num_envs)
        legal: list[int] = [] if self._over[place] else np.flatnonzero(self._legal.mask[place]).tolist()
        return legal

    def action_name(self, action: int, row: int | None = None) -> str:
        """An action in the game's words, as one calls it in the game of a row; ValueError outside the space."""
        return self.game.action_name(action, None if row is None else self.rows[read_row(row, self.num_envs)])

    def parse_action(self, text: str, row: int | None = None) -> int:
        """The id of an action that `action_name` wrote; ValueError on a text that names none."""
        return self.game.parse_action(text, None if row is None else self.rows[read_row(row, self.num_envs)])

    def determinize(self, seats: NDArray[np.integer[Any]] | Sequence[Seat] | Seat, rngs: NDArray[np.int64]) -> None:
        """Redraw in every row what `seats [N]` (or this one seat) do not know, as `SingleAgentEnv.determinize` does.

        `rngs [N, 4]` are generators of `make_rngs`, which move on. A row of seat −1 stays.
        """
        self._check_begun("determinize()")
        check_generators(rngs, self.num_envs)
        viewers = read_seats(seats, np.full(self.num_envs, self.num_players))
        index = redraw_some(self.games, viewers, rngs)
        source, chance = rngs[index], self._rngs[index]
        redraw(chance, source)
        rngs[index], self._rngs[index] = source, chance
        self._look(index)

    def clone(self) -> "SingleAgentVectorEnv":
        """An independent copy of all games as they stand; it shares the spaces and the bots."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.__dict__.update({name: copy.deepcopy(self.__dict__[name]) for name in _KEPT if name in self.__dict__})
        return other

    def get_state(self, row: int) -> bytes:
        """A row's game as it stands, for `set_state` of any row and of `SingleAgentEnv` with the same bots."""
        return seated.pack(self.game, self._seated(row, "get_state()"), self.opponents)

    def set_state(self, row: int, data: bytes) -> None:
        """Put the game of `get_state` in a row; the row's next game is the one that would have come anyway.

        ValueError where the bytes are damaged or of something else, or the game is over and would be started anew.
        """
        place = read_row(row, self.num_envs)
        self._restore(place, seated.unpack(self.game, data, self.opponents))

    def to_json(self, row: int) -> str:
        """A row's game as it stands, as JSON with every field of the state by name."""
        return seated.write(self.game, self._seated(row, "to_json()"), self.opponents)

    def from_json(self, row: int, text: str) -> None:
        """Put the game of `to_json` in a row, as `set_state` does; ValueError where it breaks the game, too."""
        place = read_row(row, self.num_envs)
        self._restore(place, seated.read(self.game, text, self.opponents))

    def __deepcopy__(self, memo: dict[int, Any]) -> "SingleAgentVectorEnv":
        other = memo[id(self)] = self.clone()
        for name in _SPACES:
            setattr(other, name, copy.deepcopy(getattr(self, name), memo))
        return other

    @property
    def game_seeds(self) -> NDArray[np.int64]:
        """The seed `[N]` of every row's present game: started alone with it, a game is the same."""
        return self._game_seeds(np.arange(self.num_envs))

    # --- Inside -------------------------------------------------------------------------------------------

    def _make_buffers(self) -> None:
        count, game = self.num_envs, self.game
        self.games = Games(game, game.rows(count))
        self._seats = np.zeros(count, np.int8)
        self._line_ups = np.full((count, game.max_players), AGENT, np.int8)
        self._base_seeds = np.full(count, _NO_SEED, np.int64)
        self._episodes = np.zeros(count, np.int64)
        self._rngs = np.zeros((count, 4), np.int64)  # of the bots
        self._begun = np.zeros(count, np.bool_)
        self._over = np.zeros(count, np.bool_)
        self._scores = np.zeros(count, np.int32)  # the agent's, 0 before the end
        self._ranks = np.zeros(count, np.int32)
        self._legal = Legal.room(game, count)
        self._seen = np.zeros((count, game.observation.size), game.observation.dtype)

    def _seated(self, row: int, call: str) -> seated.Seated:
        place = read_row(row, self.num_envs)
        self._check_begun(call)
        seat, rows = int(self._seats[place]), self.rows[place : place + 1]
        offender = seat if self._over[place] and rows[0].player != NOBODY else NOBODY
        places: list[int] = self._line_ups[place, : self.num_players].tolist()
        return seated.Seated(rows, snapshot.Ended(offender, 0), seat, places, self._rngs[place].tolist())

    def _restore(self, row: int, table: seated.Seated) -> None:
        """Put a game in a row, and show it."""
        if table.over and self._autoreset:
            raise ValueError("the game of the state is over: a batch with autoreset has none")
        index = np.array([row])
        self.games[index] = Games(self.game, table.rows)
        self._seats[row] = table.seat
        self._line_ups[row, : self.num_players] = table.line_up
        self._rngs[row] = table.rng
        self._begun[row], self._over[row] = True, table.over
        self._scores[row] = self._ranks[row] = 0
        if table.rows[0].player == NOBODY:
            self._finish(index, np.zeros(self.num_envs, np.float64))
        self._look(index)

    def _choose_game(self, row: int, seed: int | None) -> None:
        """Choose a row's next game: the one that the seed gives, else one that follows from the last seed."""
        if seed is not None:
            self._base_seeds[row], self._episodes[row] = seed, 0
            return
        if self._base_seeds[row] == _NO_SEED:
            self._base_seeds[row] = secrets.randbelow(MAX_SEED)
        self._episodes[row] += 1

    def _game_seeds(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        pairs = zip(self._base_seeds[rows].tolist(), self._episodes[rows].tolist(), strict=True)
        return np.array([derive_seed(base, episode) if episode else base for base, episode in pairs], np.int64)

    def _start(self, index: NDArray[np.int64]) -> None:
        """Start the games of some rows, and show them when the agent is asked."""
        seeds = self._game_seeds(index)
        self.games[index] = Games.start(self.game, num_players=self.num_players, seeds=seeds)
        for row, seed in zip(index.tolist(), seeds.tolist(), strict=True):
            self._seats[row] = seat = self.opponents.seat_in(seed)
            self._line_ups[row, : self.num_players] = self.opponents.line_up(seed, seat)
        self._rngs[index] = self.opponents.rngs(seeds)
        for buffer in (self._over, self._scores, self._ranks):
            buffer[index] = 0
        self._play_others(index)
        self._look(index)

    def _advance(self, index: NDArray[np.int64], actions: NDArray[np.int32]) -> None:
        """Apply the agents' actions (of `actions [N]`) in some rows, and let the others answer."""
        if len(index) == self.num_envs:
            self.games.step(actions)
        elif len(index):
            live = self.games[index]
            live.step(actions[index])
            self.games[index] = live
        self._play_others(index)

    def _play_others(self, index: NDArray[np.int64]) -> None:
        """Let the bots move in some rows until the agent is asked or the game is over."""
        while index.size > 1:
            movers = self.rows["player"][index]
            index = index[(movers != NOBODY) & (movers != self._seats[index])]
            if index.size <= 1:
                break
            live, rngs = self.games[index], self._rngs[index]
            live.step(ask(self.game, live.rows, self._line_ups[index], self.opponents.bots, rngs=rngs))
            self.games[index], self._rngs[index] = live, rngs
        for row in index.tolist():
            self._play_row(row)

    def _play_row(self, row: int) -> None:
        """The same for a single row, without what it costs to gather many."""
        place, seat, bots = slice(row, row + 1), int(self._seats[row]), self.opponents.bots
        live, rngs = Games(self.game, self.rows[place]), self._rngs[place]  # views of the row itself
        players = live.rows["player"]
        while (mover := players.item()) not in (NOBODY, seat):
            bot = bots[self._line_ups[row, mover]]
            chosen = bot.act(self.game, copy_rows(live.rows), rngs)
            live.step(check_choice(self.game, live.rows, chosen, bot))

    def _finish(self, index: NDArray[np.int64], rewards: NDArray[np.float64]) -> None:
        """Scores, ranks and `rewards [N]` of games that were played to their end."""
        if not index.size:
            return
        scores, ranks = self.games[index].results()
        players = np.full(len(index), self.num_players, np.int8)
        kind = "win" if self.reward == SHAPED else self.reward
        worth = terminal_rewards(self.game, kind, num_players=players, scores=scores, ranks=ranks)
        places = (np.arange(len(index)), self._seats[index])
        self._scores[index], self._ranks[index], rewards[index] = scores[places], ranks[places], worth[places]

    def _margins(self) -> NDArray[np.float64]:
        """What the reward "shaped" gives the changes of `[N]`."""
        return seat_margins(self.game, self.rows, seats=self._seats, num_players=self.num_players)

    def _look(self, index: NDArray[np.int64]) -> None:
        """Fill what the agents of some rows see and may do."""
        if len(index) == self.num_envs:
            self.games.legal(self._legal)
            self.games.observe(self._seats, out=self._seen)
        elif len(index):
            live = self.games[index]
            legal, kept = live.legal(), self._legal
            kept.mask[index], kept.ids[index], kept.counts[index] = legal.mask, legal.ids, legal.counts
            self._seen[index] = live.observe(self._seats[index])
        if self._over.any():  # an illegal action may have ended a game whose row is not over
            size = self.game.actions.size
            self._legal.mask[self._over], self._legal.ids[self._over] = 1, np.arange(size)
            self._legal.counts[self._over] = size

    def _final_observation(self, ended: NDArray[np.bool_]) -> NDArray[np.object_]:
        """The last observation of each game that has ended, None elsewhere `[N]`."""
        final = np.full(self.num_envs, None, np.object_)
        for row in np.flatnonzero(ended):
            final[row] = self.observe_row(int(row))
        return final

    def _infos(self, chosen: NDArray[np.bool_]) -> Infos:
        """The infos of the rows of `chosen [N]`, 0 elsewhere, in Gymnasium's form."""
        infos: Infos = {
            "action_mask": self._legal.mask.copy(),
            "seat": self._seats.astype(np.int32),
            "score": self._scores.copy(),
            "rank": self._ranks.copy(),
        }
        if not chosen.all():
            for values in infos.values():
                values[~chosen] = 0
        return infos | {f"_{key}": chosen.copy() for key in infos}

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

    def _check(self, actions: Any) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
        """`actions [N]` and which of them are legal; ValueError where one must be and is not."""
        self._check_begun("step()")
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise ValueError(f"actions are [{self.num_envs}] integers, not {given.shape} {given.dtype}")
        row = self._legal.first_illegal(given.astype(np.int64))
        if row < 0:
            return given.astype(np.int32), np.ones(self.num_envs, np.bool_)
        who, allowed = f"player_{self._seats[row]}", np.flatnonzero(self._legal.mask[row]).tolist()
        refusal = refuse(self.game, given[row], allowed, self.rows[row], who=who)
        if self.num_envs > 1:
            refusal = f"row {row}: {refusal}"
        if self.strict:
            raise ValueError(refusal)
        _logger.warning("%s", refusal)
        inside = (given >= 0) & (given < self.game.actions.size)
        chosen = np.where(inside, given, 0).astype(np.int32)
        return chosen, inside & (self._legal.mask[np.arange(self.num_envs), chosen] == 1)

    def _check_begun(self, call: str) -> None:
        if not self.begun:
            raise ValueError(f"call reset() before {call}")


def seat_space(game: Game, obs_mode: str) -> spaces.Space[Any]:
    """The space of what one seat sees; ValueError on an unknown mode."""
    if obs_mode not in OBS_MODES:
        raise ValueError(f"obs_mode is one of {', '.join(map(repr, OBS_MODES))}, not {obs_mode!r}")
    if obs_mode == "rows":
        return rows_space(game)
    whole = observation_space(game)
    return whole["observation"] if obs_mode == "flat" else whole
