"""PettingZoo: every game as a parallel environment, in which all agents act in each step.

It steps a turn-based environment (aec.py) inside, so that both give the same game for the same choices. Where a game's
seats choose at once (`Game.simultaneous`), a step takes a choice of every agent. In the other games one agent is to
move, and the others wait: their one legal action is an extra id, A.
"""

import copy
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import ParallelEnv
from pettingzoo.utils.env_logger import EnvLogger

from baobab.adapters import snapshot
from baobab.adapters.aec import GameEnv, Info, Observation
from baobab.adapters.arguments import Seat, as_index
from baobab.adapters.render import RENDER_MODES, Frame, check_render_mode
from baobab.core.game import Game
from baobab.core.games import Games, refuse
from baobab.core.record import NOBODY, Rows

StepReturn = tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Info]]
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
        check_render_mode(render_mode)
        self.turn_based = GameEnv(game, num_players=num_players, reward=reward, viewer=viewer, **rule_options)
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
        """A copy of the state `[1]`, for bots and for who reads it; None before the first reset."""
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
        observations, _, _, _, infos = self._step_return({})
        return observations, infos

    def step(self, actions: Mapping[str, int]) -> StepReturn:
        """Apply an action of every agent; what each of them is told then."""
        self._game("step()")
        if not self.agents:
            if self.strict:
                raise ValueError("a step after the end of the game: call reset()")
            EnvLogger.warn_step_after_terminated_truncated()
            return {}, {}, {}, {}, {}
        if unknown := [agent for agent in actions if agent not in self.agents]:
            raise ValueError(f"no agent {', '.join(map(repr, unknown))}; there are {', '.join(self.agents)}")
        if missing := [agent for agent in self.agents if agent not in actions]:
            raise ValueError(f"{missing[0]} gives no action; a step takes one of every agent")
        choices = [as_index(actions[agent]) for agent in self.agents]
        offenders = [seat for seat, choice in enumerate(choices) if not self._allows(seat, choice)]
        if offenders:
            if self.strict or None in choices:
                seat = choices.index(None) if None in choices else offenders[0]
                raise ValueError(self._refusal(seat, actions[self.agents[seat]]))
            EnvLogger.warn_on_illegal_move()
            return self._end({self.agents[seat]: -1.0 for seat in offenders})
        for choice in choices:
            if choice != self.wait_action:
                self.turn_based.step(choice)
        if self._game("step()").rows[0].player == NOBODY:
            return self._end(self.turn_based.rewards)
        self._masks = self._ask()
        return self._step_return({})

    def state(self) -> NDArray[np.float32]:
        """Everything as numbers, as `GameEnv.state` gives it: seen from the seat that is asked first."""
        return self.turn_based.state()

    def render(self) -> Frame | None:
        """The game as `render_mode` says: text, SVG text or `[height, width, 3]` pixels; "human" writes the text."""
        return self.turn_based.draw(self.render_mode)

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

    def determinize(self, seat: Seat, rng: NDArray[np.int64] | np.random.Generator) -> None:
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

    def _game(self, call: str) -> Games:
        """The game in play; ValueError before the first reset."""
        if self.turn_based.games is None:
            raise ValueError(f"call reset() before {call}")
        return self.turn_based.games

    def _check_goes_on(self) -> None:
        if not self.agents and self._game("get_state()").players[0] != NOBODY:
            raise ValueError("an illegal action has ended the game: there is nothing to go on from")

    def _restore(self, rows: Rows, ended: snapshot.Ended) -> None:
        if ended.offender != NOBODY:
            raise ValueError("in the state an illegal action has ended the game: there is nothing to go on from")
        if self.game.simultaneous and rows[0].player not in (0, NOBODY):
            raise ValueError("in the state some seats have chosen already, others not yet")
        self.turn_based.restore(rows, ended)
        self._begin()

    def _begin(self) -> None:
        """Show the game that `turn_based` stands in."""
        over = self._game("step()").players[0] == NOBODY
        self.agents = [] if over else list(self.possible_agents)
        self._masks = self._no_masks() if over else self._ask()

    def _no_masks(self) -> NDArray[np.int8]:
        """The masks `[P, A]` (one wider with an action to wait) of seats that are not asked."""
        return np.zeros((self.num_players, self._action_space.n), np.int8)

    def _ask(self) -> NDArray[np.int8]:
        """The masks of all seats as they are asked now."""
        games = self._game("step()")
        if self.game.simultaneous:
            asked = games.repeat(self.num_players)
            asked.rows["player"] = np.arange(self.num_players)
            return asked.legal().mask
        masks, player = self._no_masks(), games.players[0]
        masks[:, -1] = 1
        masks[player, -1] = 0
        masks[player, :-1] = games.legal().mask[0]
        return masks

    def _allows(self, seat: int, choice: int | None) -> bool:
        return choice is not None and 0 <= choice < self._masks.shape[1] and bool(self._masks[seat, choice])

    def _end(self, rewards: Mapping[str, float]) -> StepReturn:
        """The last step of the game: all agents end."""
        self._masks = self._no_masks()
        outcome = self._step_return(rewards, ended=True)
        self.agents = []
        return outcome

    def _step_return(self, rewards: Mapping[str, float], *, ended: bool = False) -> StepReturn:
        """What a step returns; an agent's reward is 0 unless it is given."""
        if self.render_mode == "human":
            self.render()
        agents, everybody = self.agents, self._game("step()").repeat(self.num_players)
        scaled = self.game.observation.scaled(everybody.observe(np.arange(self.num_players)))
        masks = list(self._masks.copy())
        infos = self.turn_based.infos  # scores and ranks, which are 0 before the end
        return (
            {agent: {"observation": scaled[seat], "action_mask": masks[seat]} for seat, agent in enumerate(agents)},
            {agent: float(rewards.get(agent, 0.0)) for agent in agents},
            dict.fromkeys(agents, ended),
            dict.fromkeys(agents, False),
            {agent: {**infos[agent], "action_mask": masks[seat].copy()} for seat, agent in enumerate(agents)},
        )

    def _refusal(self, seat: int, action: Any) -> str:
        agent, choice = self.agents[seat], as_index(action)
        waiting = {} if self.wait_action is None else {self.wait_action: "wait"}
        shown = action if choice is None else choice
        row = self._game("step()").rows[0]
        return refuse(self.game, shown, self.legal_actions(agent), row, who=agent, more=waiting)

    def _seat(self, agent: str) -> int:
        self.turn_based.action_space(agent)  # ValueError on an agent that is not there
        return self.possible_agents.index(agent)


def make_parallel_env(game: str) -> Callable[..., ParallelGameEnv]:
    """`parallel_env` of a game's module: ParallelGameEnv without its first argument, not strict unless asked."""
    return partial(ParallelGameEnv, game, strict=False)
