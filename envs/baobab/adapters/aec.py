"""PettingZoo: one turn-based environment class for every game.

All that PettingZoo's wrappers do (order, bounds, legality) is done inside the class: the stack of wrappers costs
more than a game. `env` and `raw_env` of a game differ in one thing, what happens at an illegal action.
"""

import copy
import json
import logging
import operator
import secrets
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from baobab.adapters import snapshot
from baobab.adapters.picture import rasterise
from baobab.adapters.rewards import check_reward, terminal_rewards
from baobab.core.game import Game, make_rngs
from baobab.core.record import EVERYTHING, NOBODY, copy_rows
from baobab.core.rng import MAX_SEED, derive_seed
from baobab.registry import load_game

RENDER_MODES = ("human", "ansi", "svg", "rgb_array")

SHOWN = 12  # legal actions that an error names
_NO_AGENT = ""  # agent_selection before the first reset

_logger = logging.getLogger("baobab")

Observation = dict[str, NDArray[Any]]
Info = dict[str, NDArray[Any]]


class GameEnv(AECEnv):  # type: ignore[misc] # PettingZoo comes without types
    """A game as a PettingZoo environment, `player_0` … in the order of the seats.

    An observation is `{"observation": [D] float32, "action_mask": [A] int8}`: what the agent knows, scaled by the
    game's layout, and which actions it may take now (all zero for an agent that is not to move). Infos hold the
    same `action_mask`, and `score` and `rank`, 0-d int32 that are 0 before the end (ranks from 1, ties share the
    better). A turn may be several actions of one agent. All agents end together.
    """

    game: Game
    game_seed: int | None  # of this very game
    rows: Any  # [1] the state, for bots and kernels that read it; None before the first reset
    num_players: int
    possible_agents: list[str]
    agents: list[str]
    agent_selection: str
    rewards: dict[str, float]
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    infos: dict[str, Info]
    _cumulative_rewards: dict[str, float]

    _base_seed: int | None  # from which games without a seed of their own are derived
    _episode: int  # games since then
    _player: int  # the seat to move, NOBODY before the first reset and after the end
    _offender: int  # the seat whose illegal action ended the game, or NOBODY
    _turns: int  # changes with every step and reset, which agent_iter watches
    _legal: bytes  # [A] the mask of the seat to move, of its own; empty where there is none
    _mask: NDArray[np.int8]  # [A] the same, as handed out
    _observation: NDArray[np.float32]  # [D] of the seat to move, as handed out
    _ids: NDArray[np.int16]  # [A] room to work in
    _seen: NDArray[Any]  # [D] room to work in

    def __init__(
        self,
        game: str | Game,
        *,
        num_players: int | None = None,
        reward: str = "win",
        render_mode: str | None = None,
        viewer: int | str | None = None,
        strict: bool = True,
        **rule_options: Any,
    ) -> None:
        """`strict`: an illegal action raises ValueError, else it ends the game with a penalty and a warning.

        `num_players` is the game's least unless given. `reward`: "win", "rank" or "margin". `viewer`: whose eyes
        pictures and text have: a seat, "all", or None for the seat to move (after the end: a spectator).
        """
        self.game = load_game(game, **rule_options) if isinstance(game, str) else game
        players = self.game.min_players if num_players is None else num_players
        self.game.check_players(players)
        check_reward(reward)
        self._check_rendering(render_mode, viewer, players)
        self.num_players = int(players)
        self.reward = reward
        self.render_mode = render_mode
        self.viewer = viewer
        self.strict = strict
        self.metadata = {
            "name": self.game.id,
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.num_players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._action_space = spaces.Discrete(self.game.actions.size)
        self._bind()
        self._zero = _zero()
        self._base_seed = self.game_seed = None
        self._episode = self._turns = 0
        self._offender = NOBODY
        self.agents = []
        self.agent_selection = _NO_AGENT
        self._set_rows(None)

    # --- PettingZoo ---------------------------------------------------------------------------------------

    def observation_space(self, agent: str) -> spaces.Dict:
        """The same object for every agent and call."""
        self._seat(agent)
        return self._observation_space

    def action_space(self, agent: str) -> spaces.Discrete:
        """The same object for every agent and call."""
        self._seat(agent)
        return self._action_space

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game: the one that `seed` gives, else one derived from the last seed or from a fresh random one."""
        if seed is not None:
            self.game.check_seed(seed)
            self._base_seed, self._episode = int(seed), 0
            self.game_seed = self._base_seed
        else:
            if self._base_seed is None:
                self._base_seed = secrets.randbelow(MAX_SEED)
            self._episode += 1
            self.game_seed = int(derive_seed(self._base_seed, self._episode))
        self._offender = NOBODY
        self._set_rows(self.game.start(self.num_players, seed=self.game_seed))
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | None) -> None:
        """Apply an action of `agent_selection`, and what follows by itself; None for an agent that has ended."""
        choice = action if type(action) is int else as_index(action)
        legal = self._legal  # empty unless an agent is to move
        if not 0 <= choice < len(legal) or not legal[choice]:
            self._step_aside(action)
            return
        before = self._player
        scale = self.game.observation.scale
        observation = np.empty(scale.size, np.float32)
        mask = np.empty(len(legal), np.int8)
        player: int = self._step_kernel(
            self.game.params, self.rows, choice, self._ids, mask, self._seen, scale, observation
        )
        self._turns += 1
        if player == NOBODY:
            self._finish()
        else:
            agents = self.possible_agents
            if player != before:
                self.infos[agents[before]] = self._info(np.zeros(len(legal), np.int8))
                self.agent_selection = agents[player]
                self._player = player
            self.infos[agents[player]] = self._info(mask)
            self._observation, self._mask, self._legal = observation, mask, mask.tobytes()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """What `agent` knows now: of every possible agent, at any time from reset on, also after the end."""
        seat = self._seat(agent)
        if seat == self._player:
            return {"observation": self._observation, "action_mask": self._mask}
        self._begun("observe()")
        observation, mask = self._serve(seat)
        return {"observation": observation, "action_mask": mask}

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, Info]:
        """Observation, reward since its last action, termination, truncation and info of `agent_selection`."""
        agent = self.agent_selection
        if agent == _NO_AGENT:
            self._begun("last()")
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The agent to act, again and again until all have ended; RuntimeError in a loop that forgets to step."""
        self._begun("agent_iter()")
        return self._iterate(max_iter)

    def state(self) -> NDArray[np.float32]:
        """Everything `[D + H] float32`, seen from the seat to move (seat 0 after the end): observation and hidden."""
        self._begun("state()")
        seat = max(self._player, 0)
        hidden = np.zeros((1, self.game.hidden.size), self.game.hidden.dtype)
        self.game.kernels.encode_state_many(self.game.params, self.rows, np.array([seat], np.int8), hidden)
        seen = self.observe(self.possible_agents[seat])["observation"]
        return np.concatenate([seen, self.game.hidden.scaled(hidden[0])], dtype=np.float32)

    def render(self) -> str | NDArray[np.uint8] | None:
        """The game as `render_mode` says: text, SVG text or `[height, width, 3]` pixels; "human" writes the text."""
        self._begun("render()")
        if self.render_mode is None:
            gymnasium.logger.warn("render() does nothing without a render_mode")
            return None
        seat = self._looking()
        if self.render_mode == "svg":
            return self.game.svg(self.rows[0], seat)
        if self.render_mode == "rgb_array":
            return rasterise(self.game.svg(self.rows[0], seat))
        text = self.game.text(self.rows[0], seat)
        if self.render_mode == "ansi":
            return text
        sys.stdout.write(text.rstrip("\n") + "\n")
        sys.stdout.flush()
        return None

    def close(self) -> None:
        """Nothing to release."""

    # --- Beyond PettingZoo --------------------------------------------------------------------------------

    def legal_actions(self) -> list[int]:
        """The legal ids of the seat to move, ascending; none after the end."""
        return [action for action, allowed in enumerate(self._legal) if allowed]

    def action_name(self, action: int) -> str:
        """An action in the game's words; ValueError outside the space."""
        self.game.actions.locate(action)
        return self.game.action_name(action, None if self.rows is None else self.rows[0])

    def parse_action(self, text: str) -> int:
        """The id of an action that `action_name` wrote; ValueError on a text that names none."""
        return self.game.parse_action(text, None if self.rows is None else self.rows[0])

    def determinize(self, seat: int, rng: NDArray[np.int64] | np.random.Generator) -> None:
        """Redraw, in this very environment, all that `seat` does not know: of a `clone()`, for search.

        `rng` is a generator `[4] int64` of `baobab.make_rngs`, which moves on, or one of numpy's.
        """
        self._begun("determinize()")
        if seat not in range(self.num_players):
            raise ValueError(f"a seat is one of 0 … {self.num_players - 1}, not {seat!r}")
        viewers = np.array([seat], np.int8)
        self.game.kernels.determinize_many(self.game.params, self.rows, viewers, as_generator(rng))
        if self._player != NOBODY:
            self._look()

    def clone(self) -> "GameEnv":
        """An independent copy of the game as it stands; it shares only the spaces and the arrays handed out."""
        other = object.__new__(type(self))
        held = self.__dict__.copy()
        held["rows"] = None if self.rows is None else copy_rows(self.rows)
        held["_ids"] = np.empty_like(self._ids)  # room to work in, of which each needs its own
        held["_seen"] = np.empty_like(self._seen)
        held["agents"] = self.agents.copy()
        held["rewards"] = self.rewards.copy()
        held["_cumulative_rewards"] = self._cumulative_rewards.copy()
        held["terminations"] = self.terminations.copy()
        held["truncations"] = self.truncations.copy()
        held["infos"] = self.infos.copy()
        other.__dict__ = held
        return other

    def get_state(self) -> bytes:
        """The game as it stands, for `set_state` of an environment of the same game, options and players."""
        self._begun("get_state()")
        return snapshot.pack(self._header, self.rows, ended=self._ended())

    def set_state(self, data: bytes) -> None:
        """Go to the game of `get_state`; ValueError where the bytes are damaged or of something else."""
        rows, ended = snapshot.unpack(self._header, self.game, data)
        self._restore(rows, ended)

    def to_json(self) -> str:
        """The game as it stands, as JSON with every field of the state by name."""
        self._begun("to_json()")
        return json.dumps(snapshot.to_dict(self.game, self.rows, num_players=self.num_players, ended=self._ended()))

    def from_json(self, text: str) -> None:
        """Go to the game of `to_json`; ValueError where a field is missing, does not fit or breaks the game."""
        rows, ended = snapshot.from_dict(self.game, snapshot.read_json(text), num_players=self.num_players)
        self._restore(rows, ended)

    def __deepcopy__(self, memo: dict[int, Any]) -> "GameEnv":
        other = self.clone()
        memo[id(self)] = other
        other.__dict__["_action_space"] = copy.deepcopy(self._action_space, memo)
        other.__dict__["_observation_space"] = copy.deepcopy(self._observation_space, memo)
        return other

    def __getstate__(self) -> dict[str, Any]:
        held = self.__dict__.copy()
        for name in ("game", "_observation_space", "_step_kernel", "_serve_kernel", "_header"):
            del held[name]
        return {"game": self.game.id, "options": self.game.changed_options(), "held": held}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state["held"])
        self.game = load_game(state["game"], **state["options"])
        self._zero = _zero()
        self._bind()

    # --- Inside -------------------------------------------------------------------------------------------

    def _bind(self) -> None:
        """What follows from the game and the number of players alone."""
        layout = self.game.observation
        low, high = layout.scaled(layout.low), layout.scaled(layout.high)
        mask = spaces.Box(0, 1, (self.game.actions.size,), np.int8)
        self._observation_space = spaces.Dict({"observation": spaces.Box(low, high), "action_mask": mask})
        self._step_kernel: Callable[..., int] = self.game.kernels.step_and_serve
        self._serve_kernel: Callable[..., None] = self.game.kernels.serve
        self._header = snapshot.header(self.game, self.num_players)

    def _set_rows(self, rows: Any) -> None:
        """Take over a state `[1]` (None: no game yet) as PettingZoo's tables show it."""
        self.rows = rows
        self._turns += 1
        self._ids = np.empty(self.game.actions.size, np.int16)
        self._seen = np.empty(self.game.observation.size, self.game.observation.dtype)
        self._player = NOBODY
        self._legal = b""
        if rows is None:
            self.rewards = {}
            self.terminations = {}
            self.truncations = {}
            self.infos = {}
            self._cumulative_rewards = {}
            return
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        size = self.game.actions.size
        self.infos = {agent: self._info(np.zeros(size, np.int8)) for agent in self.agents}
        if rows[0].player == NOBODY or self._offender != NOBODY:
            self._finish()
        else:
            self._player = int(rows[0].player)
            self.agent_selection = self.agents[self._player]
            self._look()

    def _look(self) -> None:
        """Fill what the seat to move sees."""
        self._observation, self._mask = self._serve(self._player)
        self._legal = self._mask.tobytes()
        self.infos[self.agent_selection] = self._info(self._mask)

    def _serve(self, seat: int) -> tuple[NDArray[np.float32], NDArray[np.int8]]:
        scale = self.game.observation.scale
        observation = np.empty(scale.size, np.float32)
        mask = np.empty(self.game.actions.size, np.int8)
        self._serve_kernel(self.game.params, self.rows, seat, self._ids, mask, self._seen, scale, observation)
        if self._player == NOBODY:  # an illegal action ended the game: the row itself is not over
            mask[:] = 0
        return observation, mask

    def _info(self, mask: NDArray[np.int8]) -> Info:
        return {"action_mask": mask, "score": self._zero, "rank": self._zero}

    def _finish(self) -> None:
        """All agents end: rewards, and scores and ranks where the game was played to its end."""
        self._player, self._legal = NOBODY, b""
        if self._offender == NOBODY:
            scores, ranks = self.game.results(self.rows)
            players = np.array([self.num_players], np.int8)
            worth = terminal_rewards(self.game, self.reward, num_players=players, scores=scores, ranks=ranks)[0]
        else:
            scores = ranks = np.zeros((1, self.game.max_players), np.int32)
            worth = np.zeros(self.game.max_players)
            worth[self._offender] = -1.0
        for seat, agent in enumerate(self.possible_agents):
            self.rewards[agent] = self._cumulative_rewards[agent] = float(worth[seat])
            self.terminations[agent] = True
            self.infos[agent] = {
                "action_mask": np.zeros(self.game.actions.size, np.int8),
                "score": np.array(scores[0, seat], np.int32),
                "rank": np.array(ranks[0, seat], np.int32),
            }
        self.agent_selection = self.agents[0]

    def _step_aside(self, action: Any) -> None:
        """A step that is none of the game: before it, after it, of an ended agent, or an illegal one."""
        self._begun("step()")
        self._turns += 1
        if not self.agents:
            if self.strict:
                raise ValueError(f"action {action!r} after the end of the game: call reset()")
            EnvLogger.warn_step_after_terminated_truncated()
        elif self._player == NOBODY:
            if action is not None:
                raise ValueError(f"{self.agent_selection} has ended: its only step is None, not {action!r}")
            self._was_dead_step(None)
        else:
            refusal = self._refusal(action)
            if self.strict:
                raise ValueError(refusal)
            EnvLogger.warn_on_illegal_move()
            _logger.warning("%s", refusal)
            self._offender = self._player
            self._finish()

    def _refusal(self, action: Any) -> str:
        """Why `action` is refused: its name and what was legal."""
        given = repr(action)
        choice = as_index(action)
        if 0 <= choice < self.game.actions.size:
            given = f"{choice} ({self.action_name(choice)})"
        legal = self.legal_actions()
        names = ", ".join(f"{one} ({self.action_name(one)})" for one in legal[:SHOWN])
        more = f" and {len(legal) - SHOWN} more" if len(legal) > SHOWN else ""
        return f"{self.agent_selection} may not play {given}; legal: {names}{more}"

    def _ended(self) -> snapshot.Ended:
        return snapshot.Ended(self._offender, self.num_players - len(self.agents))

    def _restore(self, rows: Any, ended: snapshot.Ended) -> None:
        self._offender = ended.offender
        self._set_rows(rows)
        for _ in range(ended.gone):
            self._was_dead_step(None)

    def _looking(self) -> int | None:
        """The viewer of pictures and text; a spectator where the seat to move is asked for and there is none."""
        if self.viewer == "all":
            return EVERYTHING
        if self.viewer is None:
            return None if self._player == NOBODY else self._player
        return int(self.viewer)

    def _iterate(self, max_iter: int) -> Iterator[str]:
        turns = -1
        for _ in range(max_iter):
            if not self.agents:
                return
            if self._turns == turns:
                raise RuntimeError("a loop over agent_iter() needs a step() or reset() each time")
            turns = self._turns
            yield self.agent_selection

    def _begun(self, call: str) -> None:
        if self.rows is None:
            raise ValueError(f"call reset() before {call}")

    def _seat(self, agent: str) -> int:
        try:
            return self._seats[agent]
        except KeyError:
            raise ValueError(f"no agent {agent!r}; there are {', '.join(self.possible_agents)}") from None

    @staticmethod
    def _check_rendering(render_mode: str | None, viewer: int | str | None, players: int) -> None:
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(f"render_mode is None or one of {', '.join(map(repr, RENDER_MODES))}, not {render_mode!r}")
        if viewer not in (None, "all", *range(players)):
            raise ValueError(f'viewer is None, "all" or a seat of 0 … {players - 1}, not {viewer!r}')


def make_env(game: str, *, strict: bool) -> Callable[..., GameEnv]:
    """`env` (not strict) or `raw_env` (strict) of a game's module: GameEnv without its first argument."""
    return partial(GameEnv, game, strict=strict)


def as_index(action: Any) -> int:
    """An integer of any type as int, −1 for what is none (a truth value is none)."""
    if isinstance(action, bool | np.bool_):
        return -1
    try:
        return operator.index(action)
    except TypeError:
        return -1


def as_generator(rng: Any) -> NDArray[np.int64]:
    """A generator `[1, 4]`: the one that is given, which moves on with it, or one that numpy's draws."""
    if isinstance(rng, np.random.Generator):
        return make_rngs(1, seed=int(rng.integers(MAX_SEED)))
    if not isinstance(rng, np.ndarray) or rng.dtype != np.int64 or rng.shape not in ((4,), (1, 4)):
        given = f"{rng.shape} {rng.dtype}" if isinstance(rng, np.ndarray) else repr(rng)
        raise ValueError(f"a generator is [4] int64 of make_rngs or one of numpy's, not {given}")
    if not rng.any():
        raise ValueError("a generator of zeros gives nothing but zeros: make_rngs makes one")
    generator: NDArray[np.int64] = rng.reshape(1, 4)
    return generator


def _zero() -> NDArray[np.int32]:
    """The score and rank of a game that goes on, shared by all infos."""
    zero = np.zeros((), np.int32)
    zero.flags.writeable = False
    return zero
