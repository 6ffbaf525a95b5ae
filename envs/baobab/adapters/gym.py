"""Gymnasium: one game for a single agent; the other seats are played by bots, inside the environment.

    import baobab, gymnasium
    env = gymnasium.make("baobab/Kenya-v0", opponents="greedy")

It is the batch of gym_vector.py with one game. An agent is asked only when its seat is to move.
"""

import copy
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from baobab.adapters.aec import GameEnv, Info
from baobab.adapters.arguments import Seat, as_index, read_generator, read_seat
from baobab.adapters.gym_vector import SeatObservation, SingleAgentVectorEnv
from baobab.adapters.opponents import BotLike, Opponents
from baobab.adapters.render import RENDER_MODES, Frame, check_render_mode
from baobab.adapters.rewards import SHAPED
from baobab.adapters.seated import unpack
from baobab.core.game import Game
from baobab.core.games import refuse
from baobab.core.record import NOBODY, Rows, copy_rows


class SingleAgentEnv(gymnasium.Env[SeatObservation, Any]):
    """A game for one agent: it is asked when its seat is to move, and bots have answered for all others by then.

    An observation is `{"observation": [D] float32, "action_mask": [A] int8}`, with `obs_mode="flat"` its first part
    alone, with "rows" `{"observation": [D], "features": [A, F], "ids": [A]}` in integers: a row of features for each
    legal action (action_rows.py). `info` has the same keys from reset on: `action_mask [A] int8`, and 0-d int32 `seat`
    (the agent's in this game), `score` and `rank`, which are 0 before the end (ranks from 1, ties share the better).
    Rewards come at the end, but for "shaped"; nothing is ever truncated. A turn may be several actions. After the end
    the mask is all ones, so that no learner masks everything away.

    All that is drawn for a game follows from its seed: the cards, the agent's seat, the bots and their choices.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012 - Gymnasium's own

    batch: SingleAgentVectorEnv  # of this one game

    def __init__(
        self,
        game: str | Game,
        *,
        num_players: int | None = None,
        opponents: BotLike | Sequence[BotLike] | None = None,
        pool: Sequence[BotLike] | None = None,
        seat: int | str = "random",
        obs_mode: str = "dict",
        reward: str = "win",
        render_mode: str | None = None,
        viewer: int | str | None = None,
        strict: bool = True,
        **rule_options: Any,
    ) -> None:
        """`strict`: an illegal action raises ValueError, else it ends the game with reward −1 and a warning in the log.

        `gymnasium.make` gives one that is not strict. `num_players` is the game's least unless given. `opponents`: a
        bot (its name, path or object) for all other seats, or a list, clockwise from the agent's left; `pool`, in their
        place: a list from which each other seat draws a bot for each game. `seat`: the agent's, or "random". `reward`:
        "win", "rank" or "margin" at the end, or "shaped": every change of the margin as it comes, secrets included,
        and "win" at the end. `viewer`: whose eyes pictures and text have: a seat, "all", or None for the agent.
        """
        check_render_mode(render_mode)
        self.batch = SingleAgentVectorEnv(
            game,
            num_players=num_players,
            opponents=opponents,
            pool=pool,
            seat=seat,
            obs_mode=obs_mode,
            reward=reward,
            viewer=viewer,
            strict=strict,
            autoreset_mode=AutoresetMode.DISABLED,
            **rule_options,
        )
        self.observation_space = self.batch.single_observation_space
        self.action_space: spaces.Space[Any] = self.batch.single_action_space
        self.render_mode = render_mode

    @property
    def game(self) -> Game:
        """The game with its options."""
        return self.batch.game

    @property
    def num_players(self) -> int:
        """The number of seats, the agent's included."""
        return self.batch.num_players

    @property
    def opponents(self) -> Opponents:
        """The bots, and how they come to their seats."""
        return self.batch.opponents

    @property
    def obs_mode(self) -> str:
        """One of "dict", "flat" and "rows"."""
        return self.batch.obs_mode

    @property
    def reward(self) -> str:
        """The kind of reward."""
        return self.batch.reward

    @property
    def seat(self) -> int:
        """The agent's seat in this game; NOBODY before the first reset."""
        return int(self.batch.seats[0]) if self.batch.begun else NOBODY

    @property
    def line_up(self) -> list[int]:
        """Which of `opponents.bots` sits at each seat, AGENT at the agent's; none before the first reset."""
        return self.batch.line_ups[0, : self.num_players].tolist() if self.batch.begun else []

    @property
    def rows(self) -> Rows:
        """A copy of the state `[1]`, for bots and for who reads it; None before the first reset."""
        return copy_rows(self.batch.rows) if self.batch.begun else None

    @property
    def turn_based(self) -> GameEnv:
        """The same game as it stands with all seats, in an environment of its own."""
        reward = "win" if self.reward == SHAPED else self.reward
        table = GameEnv(self.game, num_players=self.num_players, reward=reward, strict=self.batch.strict)
        if self.batch.begun:
            table.viewer = self.seat if self.batch.viewer is None else self.batch.viewer
            seated = unpack(self.game, self.get_state(), self.opponents)
            table.restore(seated.rows, seated.ended)
        return table

    # --- Gymnasium ----------------------------------------------------------------------------------------

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[SeatObservation, Info]:
        """Start a game: the one that `seed` gives, else one derived from the last seed or from a fresh random one."""
        chosen = None if seed is None else self.game.checked_seed(seed)
        super().reset(seed=chosen)
        self.batch.reset(seed=chosen)
        if self.render_mode == "human":
            self.render()
        return self.batch.observe_row(0), self.batch.info_of(0)

    def step(self, action: int) -> tuple[SeatObservation, float, bool, bool, Info]:
        """Apply the agent's action, and those of the others until it is asked again or the game is over."""
        batch, choice = self.batch, as_index(action)
        if not batch.begun:
            raise ValueError("call reset() before step()")
        if batch.over[0]:
            raise ValueError("a step after the end of the game: call reset()")
        if choice is None:  # a fault of the program, not a policy's move
            raise ValueError(refuse(self.game, action, self.legal_actions(), batch.rows[0], who=f"player_{self.seat}"))
        rewards, ended = batch.play([choice])
        if self.render_mode == "human":
            self.render()
        return batch.observe_row(0), rewards.item(), ended.item(), False, batch.info_of(0)

    def render(self) -> Frame | None:
        """The game as `render_mode` says: text, SVG text or `[height, width, 3]` pixels; "human" writes the text."""
        return self.batch.draw(0, self.render_mode)

    def close(self) -> None:
        """Nothing to release."""

    # --- Beyond Gymnasium ---------------------------------------------------------------------------------

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions the agent may take, `[A] bool`, as sb3-contrib asks for them; all after the end."""
        mask: NDArray[np.bool_] = self.batch.action_masks()[0]
        return mask

    def legal_actions(self) -> list[int]:
        """The legal ids of the agent, ascending; none after the end."""
        return self.batch.legal_actions(0)

    def action_name(self, action: int) -> str:
        """An action in the game's words; ValueError outside the space."""
        return self.batch.action_name(action, 0 if self.batch.begun else None)

    def parse_action(self, text: str) -> int:
        """The id of an action that `action_name` wrote; ValueError on a text that names none."""
        return self.batch.parse_action(text, 0 if self.batch.begun else None)

    def determinize(self, seat: Seat, rng: NDArray[np.int64] | np.random.Generator) -> None:
        """Redraw, in this very environment, all that `seat` does not know, as `GameEnv.determinize` does.

        The bots' chance is redrawn too; which bot sits where stays.
        """
        self.batch.determinize(read_seat(seat, self.num_players), read_generator(rng))

    def clone(self) -> "SingleAgentEnv":
        """An independent copy of the game as it stands; it shares the spaces and the bots."""
        other = copy.copy(self)
        other.batch = self.batch.clone()
        other.__dict__["_np_random"] = copy.deepcopy(self._np_random)
        return other

    def get_state(self) -> bytes:
        """The game as it stands, for `set_state` of an environment of the same game, options, players and bots."""
        return self.batch.get_state(0)

    def set_state(self, data: bytes) -> None:
        """Go to the game of `get_state`; ValueError where the bytes are damaged or of something else."""
        self.batch.set_state(0, data)

    def to_json(self) -> str:
        """The game as it stands, as JSON with every field of the state by name."""
        return self.batch.to_json(0)

    def from_json(self, text: str) -> None:
        """Go to the game of `to_json`; ValueError where a field is missing, does not fit or breaks the game."""
        self.batch.from_json(0, text)

    def __deepcopy__(self, memo: dict[int, Any]) -> "SingleAgentEnv":
        other = memo[id(self)] = self.clone()
        other.batch = copy.deepcopy(self.batch, memo)
        other.action_space, other.observation_space = (
            other.batch.single_action_space,
            other.batch.single_observation_space,
        )
        return other
