"""PettingZoo: one turn-based environment class for every game.

All that PettingZoo's wrappers do (order, bounds, legality) is done inside the class: the stack of wrappers costs
more than a game. `env` and `raw_env` of a game differ in one thing, what happens at an illegal action.
"""

import copy
import json
import logging
import secrets
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from baobab.adapters import snapshot
from baobab.adapters.arguments import (
    Seat,
    agent_names,
    as_index,
    read_game,
    read_generator,
    read_players,
    read_seat,
    read_viewer,
)
from baobab.adapters.render import RENDER_MODES, Frame, check_render_mode, draw
from baobab.adapters.rewards import check_reward, terminal_rewards
from baobab.core.game import Game
from baobab.core.games import Games, refuse
from baobab.core.record import NOBODY, Rows, copy_rows
from baobab.core.rng import MAX_SEED, derive_seed

_NO_AGENT = ""  # agent_selection before the first reset
_ZERO = np.zeros((), np.int32)  # the score and rank of a game that goes on, in all infos
_ZERO.flags.writeable = False

_logger = logging.getLogger("baobab")

Observation = dict[str, NDArray[Any]]
Info = dict[str, NDArray[Any]]


class GameEnv(AECEnv):  # type: ignore[misc] # PettingZoo comes without types
    """A game as a PettingZoo environment, `player_0` … in the order of the seats.

    An observation is `{"observation": [D] float32, "action_mask": [A] int8}`: what the agent knows, scaled by the
    game's layout, and which actions it may take now (all zero for an agent that is not to move). Infos hold the
    same `action_mask`, and `score` and `rank`, 0-d int32 that are 0 before the end (ranks from 1, ties share the
    better; read-only). A turn may be several actions of one agent. All agents end together.

    Observations and masks are the receiver's own: what is written into them reaches no check, no other call and no
    copy of the environment.
    """

    game: Game
    game_seed: int | None  # of this very game
    games: Games | None  # the one game in play; None before the first reset
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
    _legal: bytes  # [A] the mask of the seat to move; empty where there is none
    _fresh: Observation | None  # of the seat to move, given away to the first who asks

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
        self.game = read_game(game, rule_options)
        self.num_players = read_players(self.game, num_players)
        check_reward(reward)
        check_render_mode(render_mode)
        read_viewer(viewer, self.num_players, default=None)
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
        self.possible_agents = agent_names(self.num_players)
        self._action_space = spaces.Discrete(self.game.actions.size)
        self._observation_space = observation_space(self.game)
        self._base_seed = self.game_seed = None
        self._episode = self._turns = 0
        self._offender = NOBODY
        self.agents = []
        self.agent_selection = _NO_AGENT
        self._go_to(None)

    @property
    def rows(self) -> Rows:
        """A copy of the state `[1]`, for bots and for who reads it; None before the first reset."""
        return None if self.games is None else copy_rows(self.games.rows)

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
            self._base_seed, self._episode = self.game.checked_seed(seed), 0
            self.game_seed = self._base_seed
        else:
            if self._base_seed is None:
                self._base_seed = secrets.randbelow(MAX_SEED)
            self._episode += 1
            self.game_seed = int(derive_seed(self._base_seed, self._episode))
        self._offender = NOBODY
        self._go_to(Games(self.game, self.game.start(self.num_players, seed=self.game_seed)))
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | None) -> None:
        """Apply an action of `agent_selection`, and what follows by itself; None for an agent that has ended."""
        choice = action if type(action) is int else as_index(action)
        legal = self._legal  # empty unless an agent is to move
        if choice is None or not 0 <= choice < len(legal) or not legal[choice]:
            self._step_aside(action)
            return
        before = self._player
        player, observation, mask = self.games.step_and_serve(choice)  # type: ignore[union-attr] # legal: so it is there
        self._turns += 1
        if player == NOBODY:
            self._finish()
        else:
            agents = self.possible_agents
            if player != before:
                self.infos[agents[before]] = self._info(np.zeros(len(legal), np.int8))
                self.agent_selection = agents[player]
                self._player = player
            self._legal = mask.tobytes()
            self.infos[agents[player]] = {"action_mask": mask.copy(), "score": _ZERO, "rank": _ZERO}
            self._fresh = {"observation": observation, "action_mask": mask}
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """What `agent` knows now: of every possible agent, at any time from reset on, also after the end."""
        fresh = self._fresh
        if fresh is not None and agent == self.agent_selection:
            self._fresh = None
            return fresh
        observation, mask = self._game("observe()").serve(self._seat(agent))
        if self._player == NOBODY:  # an illegal action ended the game: the row itself is not over
            mask[:] = 0
        return {"observation": observation, "action_mask": mask}

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, Info]:
        """Observation, reward since its last action, termination, truncation and info of `agent_selection`."""
        agent = self.agent_selection
        if agent == _NO_AGENT:
            self._game("last()")
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The agent to act, again and again until all have ended; RuntimeError in a loop that forgets to step."""
        self._game("agent_iter()")
        return self._iterate(max_iter)

    def state(self) -> NDArray[np.float32]:
        """Everything `[D + H] float32`, seen from the seat to move (seat 0 after the end): observation and hidden."""
        games, seat = self._game("state()"), max(self._player, 0)
        seen, hidden = self.game.observation.scaled(games.observe(seat)), self.game.hidden.scaled(games.hidden(seat))
        return np.concatenate([seen[0], hidden[0]])

    def render(self) -> Frame | None:
        """The game as `render_mode` says: text, SVG text or `[height, width, 3]` pixels; "human" writes the text."""
        return self.draw(self.render_mode)

    def close(self) -> None:
        """Nothing to release."""

    # --- Beyond PettingZoo --------------------------------------------------------------------------------

    def legal_actions(self) -> list[int]:
        """The legal ids of the seat to move, ascending; none after the end."""
        return [action for action, allowed in enumerate(self._legal) if allowed]

    def action_name(self, action: int) -> str:
        """An action in the game's words; ValueError outside the space."""
        return self.game.action_name(action, None if self.games is None else self.games.rows[0])

    def parse_action(self, text: str) -> int:
        """The id of an action that `action_name` wrote; ValueError on a text that names none."""
        return self.game.parse_action(text, None if self.games is None else self.games.rows[0])

    def draw(self, mode: str | None) -> Frame | None:
        """The game in any render mode."""
        row = self._game("render()").rows[0]
        mover = None if self._player == NOBODY else self._player
        return draw(self.game, row, read_viewer(self.viewer, self.num_players, default=mover), mode)

    def determinize(self, seat: Seat, rng: NDArray[np.int64] | np.random.Generator) -> None:
        """Redraw, in this very environment, all that `seat` does not know: of a `clone()`, for search.

        `rng` is a generator `[4] int64` of `baobab.make_rngs`, which moves on, or one of numpy's.
        """
        self._game("determinize()").redraw(read_seat(seat, self.num_players), read_generator(rng))
        if self._player != NOBODY:
            self._look()

    def clone(self) -> "GameEnv":
        """An independent copy of the game as it stands; it shares only the spaces."""
        other = object.__new__(type(self))
        other.__dict__ = fields = self.__dict__.copy()
        fields["games"] = None if self.games is None else self.games.copy()
        fields["_fresh"] = None
        fields["agents"] = self.agents.copy()
        fields["rewards"] = self.rewards.copy()
        fields["_cumulative_rewards"] = self._cumulative_rewards.copy()
        fields["terminations"] = self.terminations.copy()
        fields["truncations"] = self.truncations.copy()
        fields["infos"] = {
            agent: {**info, "action_mask": info["action_mask"].copy()} for agent, info in self.infos.items()
        }
        return other

    def get_state(self) -> bytes:
        """The game as it stands, for `set_state` of an environment of the same game, options and players."""
        return snapshot.pack(self._header, self._game("get_state()").rows, ended=self._ended())

    def set_state(self, data: bytes) -> None:
        """Go to the game of `get_state`; ValueError where the bytes are damaged or of something else."""
        self.restore(*snapshot.unpack(self._header, self.game, data))

    def to_json(self) -> str:
        """The game as it stands, as JSON with every field of the state by name."""
        rows = self._game("to_json()").rows
        return json.dumps(snapshot.to_dict(self.game, rows, num_players=self.num_players, ended=self._ended()))

    def from_json(self, text: str) -> None:
        """Go to the game of `to_json`; ValueError where a field is missing, does not fit or breaks the game."""
        self.restore(*snapshot.from_dict(self.game, snapshot.read_json(text), num_players=self.num_players))

    def restore(self, rows: Rows, ended: snapshot.Ended) -> None:
        """Go to a state `[1]` (trusted), from now on this environment's own."""
        self._offender = ended.offender
        self._go_to(Games(self.game, rows))
        for _ in range(ended.gone):
            self._was_dead_step(None)

    def __deepcopy__(self, memo: dict[int, Any]) -> "GameEnv":
        other = memo[id(self)] = self.clone()
        for name in ("_action_space", "_observation_space"):
            other.__dict__[name] = copy.deepcopy(self.__dict__[name], memo)
        return other

    # --- Inside -------------------------------------------------------------------------------------------

    @property
    def _header(self) -> bytes:
        return snapshot.header(self.game, self.num_players)

    def _go_to(self, games: Games | None) -> None:
        """Take over a game (None: none yet) as PettingZoo's tables show it."""
        self.games = games
        self._turns += 1
        self._player, self._legal, self._fresh = NOBODY, b"", None
        self.agents = [] if games is None else list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: self._info(np.zeros(self.game.actions.size, np.int8)) for agent in self.agents}
        if games is None:
            return
        player = int(games.rows[0].player)
        if player == NOBODY or self._offender != NOBODY:
            self._finish()
        else:
            self._player, self.agent_selection = player, self.agents[player]
            self._look()

    def _look(self) -> None:
        """Fill what the seat to move sees; both arrays are given away."""
        observation, mask = self._game("step()").serve(self._player)
        self._legal = mask.tobytes()
        self.infos[self.agent_selection] = self._info(mask.copy())
        self._fresh = {"observation": observation, "action_mask": mask}

    def _info(self, mask: NDArray[np.int8]) -> Info:
        return {"action_mask": mask, "score": _ZERO, "rank": _ZERO}

    def _finish(self) -> None:
        """All agents end: rewards, and scores and ranks where the game was played to its end."""
        self._player, self._legal, self._fresh = NOBODY, b"", None
        if self._offender == NOBODY:
            scores, ranks = self._game("step()").results()
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
                "score": _number(scores[0, seat]),
                "rank": _number(ranks[0, seat]),
            }
        self.agent_selection = self.agents[0]

    def _step_aside(self, action: Any) -> None:
        """A step that is none of the game: before it, after it, of an ended agent, or an illegal one."""
        row = self._game("step()").rows[0]
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
            choice = as_index(action)
            shown = action if choice is None else choice
            refusal = refuse(self.game, shown, self.legal_actions(), row, who=self.agent_selection)
            if self.strict or choice is None:  # what is no integer is a fault of the program, not a policy's move
                raise ValueError(refusal)
            EnvLogger.warn_on_illegal_move()
            _logger.warning("%s", refusal)
            self._offender = self._player
            self._finish()

    def _ended(self) -> snapshot.Ended:
        return snapshot.Ended(self._offender, self.num_players - len(self.agents))

    def _iterate(self, max_iter: int) -> Iterator[str]:
        turns = -1
        for _ in range(max_iter):
            if not self.agents:
                return
            if self._turns == turns:
                raise RuntimeError("a loop over agent_iter() needs a step() or reset() each time")
            turns = self._turns
            yield self.agent_selection

    def _game(self, call: str) -> Games:
        """The game in play; ValueError before the first reset."""
        if self.games is None:
            raise ValueError(f"call reset() before {call}")
        return self.games

    def _seat(self, agent: str) -> int:
        try:
            return self.possible_agents.index(agent)
        except ValueError:
            raise ValueError(f"no agent {agent!r}; there are {', '.join(self.possible_agents)}") from None


def make_env(game: str, *, strict: bool) -> Callable[..., GameEnv]:
    """`env` (not strict) or `raw_env` (strict) of a game's module: GameEnv without its first argument."""
    return partial(GameEnv, game, strict=strict)


def observation_space(game: Game) -> spaces.Dict:
    """The space of what a seat sees: `observation [D]` and `action_mask [A]`."""
    layout = game.observation
    seen = spaces.Box(layout.scaled(layout.low), layout.scaled(layout.high))
    return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (game.actions.size,), np.int8)})


def _number(value: Any) -> NDArray[np.int32]:
    """A score or a rank, for an info; read-only, as copies of the environment share it."""
    number = np.array(value, np.int32)
    number.flags.writeable = False
    return number
