"""PettingZoo: every game as a parallel environment, in which all agents act in each step.

It steps a turn-based environment (aec.py) inside, so that both give the same game for the same choices. Where a game's
seats choose at once (`Game.simultaneous`), a step takes a choice of every agent. In the other games one agent is to
move, and the others wait: their one legal action is an extra id, A.
"""

import copy
import sys
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import ParallelEnv
from pettingzoo.utils.env_logger import EnvLogger

from baobab.adapters import snapshot
from baobab.adapters.aec import RENDER_MODES, SHOWN, GameEnv, Info, Observation, as_index
from baobab.core.game import Game
from baobab.core.record import NOBODY, Rows

Told = tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Info]]
"""What a step returns: observations, rewards, terminations, truncations, infos."""


class ParallelGameEnv(ParallelEnv):  # type: ignore[misc] # PettingZoo comes without types
    """A game as a parallel PettingZoo environment, `player_0` … in the order of the seats.

    Observations and infos are those of `GameEnv`, but every agent that is asked in a step has its mask at once. Action
    ids are the same too; a game whose seats do not choose at once has one more, `wait_action`, for an agent that is
    not to move. All agents end together.
    """

    possible_agents: list[str]
    agents: list[str]
    turn_based: GameEnv  # the same game, one agent after another
    wait_action: int | None  # A, or None where all choose at once

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
        """`strict`: an illegal action raises ValueError, else it ends the game: −1 for who gave one, 0 for the others.

        The other arguments are those of `GameEnv`. Without a viewer, text and pictures have the eyes of the seat that
        is asked first.
        """
        inner = "ansi" if render_mode == "human" else render_mode  # that one would write in the middle of a step
        self.turn_based = GameEnv(
            game, num_players=num_players, reward=reward, render_mode=inner, viewer=viewer, **rule_options
        )
        self.render_mode = render_mode
        self.strict = strict
        self.metadata = {**self.turn_based.metadata, "render_modes": list(RENDER_MODES), "is_parallelizable": True}
        self.possible_agents = list(self.turn_based.possible_agents)
        self.agents = []
        self.wait_action = None if self.game.simultaneous else self.game.actions.size
        size = self.game.actions.size + (self.wait_action is not None)
        mask = spaces.Box(0, 1, (size,), np.int8)
        seen = self.turn_based.observation_space(self.possible_agents[0])["observation"]
        self._observation_space = spaces.Dict({"observation": seen, "action_mask": mask})
        self._action_space = spaces.Discrete(size)
        self._masks = self._no_masks()  # of all seats, as they are asked now; made anew each time

    @property
    def game(self) -> Game:
        """The game with its options."""
        return self.turn_based.game

    @property
    def num_players(self) -> int:
        """The number of agents."""
        return self.turn_based.num_players

    @property
    def rows(self) -> Rows:
        """The state `[1]`, for bots and kernels that read it; None before the first reset."""
        return self.turn_based.rows

    # --- PettingZoo ---------------------------------------------------------------------------------------

    def observation_space(self, agent: str) -> spaces.Dict:
        """The same object for every agent and call."""
        self._seat(agent)
        return self._observation_space

    def action_space(self, agent: str) -> spaces.Discrete:
        """The same object for every agent and call."""
        self._seat(agent)
        return self._action_space

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, Info]]:
        """Start a game, as `GameEnv.reset` does: the observation and the info of every agent."""
        self.turn_based.reset(seed=seed, options=options)
        self._begin()
        observations, _, _, _, infos = self._tell({})
        return observations, infos

    def step(self, actions: Mapping[str, int]) -> Told:
        """Apply an action of every agent; what each of them is told then."""
        if not self.agents:
            if self.strict:
                raise ValueError("a step after the end of the game: call reset()")
            EnvLogger.warn_step_after_terminated_truncated()
            return {}, {}, {}, {}, {}
        choices = [as_index(actions.get(agent)) for agent in self.agents]
        offenders = [agent for seat, agent in enumerate(self.agents) if not self._allows(seat, choices[seat])]
        if offenders or len(actions) > len(self.agents):
            if self.strict:
                raise ValueError(self._refusal(actions, offenders))
            EnvLogger.warn_on_illegal_move()
            return self._end(dict.fromkeys(offenders, -1.0))
        for choice in choices:
            if choice != self.wait_action:
                self.turn_based.step(choice)
        if self.rows[0].player == NOBODY:
            return self._end(self.turn_based.rewards)
        self._masks = self._ask()
        return self._tell({})

    def state(self) -> NDArray[np.float32]:
        """Everything as numbers, as `GameEnv.state` gives it: seen from the seat that is asked first."""
        return self.turn_based.state()

    def render(self) -> str | NDArray[np.uint8] | None:
        """The game as `render_mode` says: text, SVG text or `[height, width, 3]` pixels; "human" writes the text."""
        drawn = self.turn_based.render()
        if self.render_mode != "human":
            return drawn
        sys.stdout.write(f"{drawn}".rstrip("\n") + "\n")
        sys.stdout.flush()
        return None

    def close(self) -> None:
        """Nothing to release."""

    # --- Beyond PettingZoo --------------------------------------------------------------------------------

    def legal_actions(self, agent: str) -> list[int]:
        """The legal ids of an agent in this step, ascending; none after the end."""
        legal: list[int] = np.flatnonzero(self._masks[self._seat(agent)]).tolist()
        return legal

    def action_name(self, action: int) -> str:
        """An action in the game's words; ValueError outside the space."""
        return "wait" if action == self.wait_action else self.turn_based.action_name(action)

    def parse_action(self, text: str) -> int:
        """The id of an action that `action_name` wrote; ValueError on a text that names none."""
        if self.wait_action is not None and text.strip() == "wait":
            return self.wait_action
        return self.turn_based.parse_action(text)

    def determinize(self, seat: int, rng: NDArray[np.int64] | np.random.Generator) -> None:
        """Redraw, in this very environment, all that `seat` does not know, as `GameEnv.determinize` does."""
        self.turn_based.determinize(seat, rng)
        if self.agents:
            self._masks = self._ask()

    def clone(self) -> "ParallelGameEnv":
        """An independent copy of the game as it stands; it shares only the spaces and the arrays handed out."""
        other = copy.copy(self)
        other.turn_based = self.turn_based.clone()
        other.agents = self.agents.copy()
        return other

    def get_state(self) -> bytes:
        """The game as it stands, for `set_state`; ValueError where an illegal action has ended it."""
        self._check_goes_on()
        return self.turn_based.get_state()

    def set_state(self, data: bytes) -> None:
        """Go to the game of `get_state`, or of a turn-based environment's between two steps; ValueError on others."""
        self._restore(*snapshot.unpack(snapshot.header(self.game, self.num_players), self.game, data))

    def to_json(self) -> str:
        """The game as it stands, as JSON with every field of the state by name; ValueError as in `get_state`."""
        self._check_goes_on()
        return self.turn_based.to_json()

    def from_json(self, text: str) -> None:
        """Go to the game of `to_json`, or of a turn-based environment's between two steps; ValueError on others."""
        self._restore(*snapshot.from_dict(self.game, snapshot.read_json(text), num_players=self.num_players))

    # --- Inside -------------------------------------------------------------------------------------------

    def _check_goes_on(self) -> None:
        if not self.agents and self.rows is not None and self.rows[0].player != NOBODY:
            raise ValueError("an illegal action has ended the game: there is nothing to go on from")

    def _restore(self, rows: Rows, ended: snapshot.Ended) -> None:
        if ended.offender != NOBODY:
            raise ValueError("in the state an illegal action has ended the game: there is nothing to go on from")
        if self.game.simultaneous and rows[0].player not in (0, NOBODY):
            raise ValueError("in the state some seats have chosen already, others not yet")
        self.turn_based.set_state(snapshot.pack(snapshot.header(self.game, self.num_players), rows, ended=ended))
        self._begin()

    def _begin(self) -> None:
        """Show the game that `turn_based` stands in."""
        over = self.rows[0].player == NOBODY
        self.agents = [] if over else list(self.possible_agents)
        self._masks = self._no_masks() if over else self._ask()

    def _no_masks(self) -> NDArray[np.int8]:
        """The masks `[P, A]` (one wider with an action to wait) of seats that are not asked."""
        return np.zeros((self.num_players, self._action_space.n), np.int8)

    def _ask(self) -> NDArray[np.int8]:
        """The masks of all seats as they are asked now."""
        game = self.game
        rows = self._spread() if game.simultaneous else self.rows
        if game.simultaneous:
            rows["player"] = np.arange(self.num_players)
        mask = np.empty((len(rows), game.actions.size), np.int8)
        ids = np.empty((len(rows), game.actions.size), np.int16)
        game.kernels.legal_many(game.params, rows, mask, ids, np.empty(len(rows), np.int32))
        if game.simultaneous:
            return mask
        masks, player = self._no_masks(), int(rows[0].player)
        masks[:, -1] = 1
        masks[player, -1] = 0
        masks[player, :-1] = mask[0]
        return masks

    def _spread(self) -> Rows:
        """The state once a seat, `[P]`."""
        rows = self.rows
        return np.ndarray(self.num_players, rows.dtype, bytearray(rows.tobytes() * self.num_players))

    def _allows(self, seat: int, choice: int) -> bool:
        return 0 <= choice < self._masks.shape[1] and bool(self._masks[seat, choice])

    def _end(self, rewards: Mapping[str, float]) -> Told:
        """Tell all agents that the game is over."""
        self._masks = self._no_masks()
        told = self._tell(rewards, ended=True)
        self.agents = []
        return told

    def _tell(self, rewards: Mapping[str, float], *, ended: bool = False) -> Told:
        """What every agent is told; an agent's reward is 0 unless it is given."""
        if self.render_mode == "human":
            self.render()
        game, agents = self.game, self.agents
        seen = np.zeros((self.num_players, game.observation.size), game.observation.dtype)
        seats = np.arange(self.num_players, dtype=np.int8)
        game.kernels.encode_many(game.params, self._spread(), seats, seen)
        scaled = game.observation.scaled(seen)
        masks = list(self._masks.copy())
        known = self.turn_based.infos  # scores and ranks, which are 0 before the end
        return (
            {agent: {"observation": scaled[seat], "action_mask": masks[seat]} for seat, agent in enumerate(agents)},
            {agent: float(rewards.get(agent, 0.0)) for agent in agents},
            dict.fromkeys(agents, ended),
            dict.fromkeys(agents, False),
            {agent: {**known[agent], "action_mask": masks[seat]} for seat, agent in enumerate(agents)},
        )

    def _refusal(self, actions: Mapping[str, int], offenders: list[str]) -> str:
        """Why the actions of a step are refused."""
        if unknown := [agent for agent in actions if agent not in self.agents]:
            return f"no agent {', '.join(map(repr, unknown))}; there are {', '.join(self.agents)}"
        agent = offenders[0]
        if agent not in actions:
            return f"{agent} gives no action; a step takes one of every agent"
        legal = self.legal_actions(agent)
        names = ", ".join(f"{one} ({self.action_name(one)})" for one in legal[:SHOWN])
        more = f" and {len(legal) - SHOWN} more" if len(legal) > SHOWN else ""
        return f"{agent} may not play {self._named(actions[agent])}; legal: {names}{more}"

    def _named(self, action: Any) -> str:
        """An action as it was given, with its name where it has one."""
        choice = as_index(action)
        return f"{choice} ({self.action_name(choice)})" if 0 <= choice < self._masks.shape[1] else repr(action)

    def _seat(self, agent: str) -> int:
        self.turn_based.action_space(agent)  # ValueError on an agent that is not there
        return self.possible_agents.index(agent)


def make_parallel_env(game: str) -> Callable[..., ParallelGameEnv]:
    """`parallel_env` of a game's module: ParallelGameEnv without its first argument, not strict unless asked."""
    return partial(ParallelGameEnv, game, strict=False)
