"""Gymnasium: every game for a single agent, the other seats played by bots inside.

    import baobab, gymnasium
    env = gymnasium.make("baobab/Kenya-v0", num_players=3, opponents=["greedy", "kenya/base"], seat="random")

It steps a PettingZoo environment (aec.py) inside, so that both give the same game for the same seed and choices. Many
games at once are in gym_vector.py.
"""

import copy
import sys
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from baobab.adapters import seated, snapshot
from baobab.adapters.action_rows import ActionRows, rows_space
from baobab.adapters.aec import RENDER_MODES, GameEnv, Info, as_generator
from baobab.adapters.opponents import BotLike, Opponents, redraw
from baobab.adapters.rewards import SEAT_REWARDS, SHAPED, check_reward, seat_margins
from baobab.core.game import Game
from baobab.core.record import NOBODY, Rows

OBS_MODES = ("dict", "flat", "rows")

SeatObservation = dict[str, NDArray[Any]] | NDArray[np.float32]


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

    turn_based: GameEnv  # the same game with all seats
    opponents: Opponents
    seat: int  # the agent's in this game; NOBODY before the first reset
    line_up: list[int]  # which of `opponents.bots` sits at each seat, AGENT at the agent's

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
        stead: a list from which each other seat draws a bot for each game. `seat`: the agent's, or "random". `reward`:
        "win", "rank" or "margin" at the end, or "shaped": every change of the margin as it comes, secrets included,
        and "win" at the end. `viewer`: whose eyes pictures and text have: a seat, "all", or None for the agent.
        """
        check_reward(reward, SEAT_REWARDS)
        inner = "ansi" if render_mode == "human" else render_mode  # that one would show what the others see
        self.turn_based = GameEnv(
            game,
            num_players=num_players,
            reward="win" if reward == SHAPED else reward,
            render_mode=inner,
            viewer=viewer,
            strict=strict,
            **rule_options,
        )
        self.opponents = Opponents(opponents, pool, num_players=self.num_players, seat=seat)
        self.observation_space = seat_space(self.game, obs_mode)
        self.action_space: spaces.Space[Any] = spaces.Discrete(self.game.actions.size)
        self.obs_mode = obs_mode
        self.reward = reward
        self._action_rows = ActionRows(self.game, 1) if obs_mode == "rows" else None
        self.render_mode = render_mode
        self.viewer = viewer
        self.seat = NOBODY
        self.line_up = []
        self._rngs = np.zeros((1, 4), np.int64)  # of the bots of this game

    @property
    def game(self) -> Game:
        """The game with its options."""
        return self.turn_based.game

    @property
    def num_players(self) -> int:
        """The number of seats, the agent's included."""
        return self.turn_based.num_players

    @property
    def rows(self) -> Rows:
        """The state `[1]`, for bots and kernels that read it; None before the first reset."""
        return self.turn_based.rows

    # --- Gymnasium ----------------------------------------------------------------------------------------

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[SeatObservation, Info]:
        """Start a game: the one that `seed` gives, else one derived from the last seed or from a fresh random one."""
        self.turn_based.reset(seed=seed)
        super().reset(seed=None if seed is None else int(seed))
        game_seed = self.turn_based.game_seed
        assert game_seed is not None  # noqa: S101 - for the type checker: a reset has set it
        seat = self.opponents.seat_in(game_seed)
        self._sit(seat, self.opponents.line_up(game_seed, seat))
        self._rngs = self.opponents.rngs(np.array([game_seed], np.int64))
        self._play_others()
        return self._tell()

    def step(self, action: int) -> tuple[SeatObservation, float, bool, bool, Info]:
        """Apply the agent's action, and those of the others until it is asked again or the game is over."""
        self._begun("step()")
        if self._over:
            raise ValueError("a step after the end of the game: call reset()")
        inner, before = self.turn_based, self._margin()
        inner.step(action)
        self._play_others()
        observation, info = self._tell()
        reward, over = inner.rewards[self._agent], inner.terminations[self._agent]
        if not over or inner.rows[0].player == NOBODY:  # else an illegal action ended the game
            reward += self._margin() - before
        return observation, reward, over, False, info

    def render(self) -> Any:
        """The game as `render_mode` says: text, SVG text or `[height, width, 3]` pixels; "human" writes the text."""
        drawn = self.turn_based.render()
        if self.render_mode != "human":
            return drawn
        sys.stdout.write(f"{drawn}".rstrip("\n") + "\n")
        sys.stdout.flush()
        return None

    def close(self) -> None:
        """Nothing to release."""

    # --- Beyond Gymnasium ---------------------------------------------------------------------------------

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions the agent may take, `[A] bool`, as sb3-contrib asks for them; all after the end."""
        self._begun("action_masks()")
        return self._mask().astype(np.bool_)

    def legal_actions(self) -> list[int]:
        """The legal ids of the agent, ascending; none after the end."""
        return self.turn_based.legal_actions()

    def action_name(self, action: int) -> str:
        """An action in the game's words; ValueError outside the space."""
        return self.turn_based.action_name(action)

    def parse_action(self, text: str) -> int:
        """The id of an action that `action_name` wrote; ValueError on a text that names none."""
        return self.turn_based.parse_action(text)

    def determinize(self, seat: int, rng: NDArray[np.int64] | np.random.Generator) -> None:
        """Redraw, in this very environment, all that `seat` does not know, as `GameEnv.determinize` does.

        The bots' chance is redrawn too; which bot sits where stays.
        """
        generator = as_generator(rng)
        self.turn_based.determinize(seat, generator)
        redraw(self._rngs, generator)

    def clone(self) -> "SingleAgentEnv":
        """An independent copy of the game as it stands; it shares the spaces, the bots and the arrays handed out."""
        other = copy.copy(self)
        other.turn_based = self.turn_based.clone()
        other.__dict__["_rngs"] = self._rngs.copy()
        other.__dict__["_np_random"] = copy.deepcopy(self._np_random)
        return other

    def get_state(self) -> bytes:
        """The game as it stands, for `set_state` of an environment of the same game, options, players and bots."""
        self._begun("get_state()")
        return seated.pack(self.game, self._seated(), self.opponents)

    def set_state(self, data: bytes) -> None:
        """Go to the game of `get_state`; ValueError where the bytes are damaged or of something else."""
        self._restore(seated.unpack(self.game, data, self.opponents))

    def to_json(self) -> str:
        """The game as it stands, as JSON with every field of the state by name."""
        self._begun("to_json()")
        return seated.write(self.game, self._seated(), self.opponents)

    def from_json(self, text: str) -> None:
        """Go to the game of `to_json`; ValueError where a field is missing, does not fit or breaks the game."""
        self._restore(seated.read(self.game, text, self.opponents))

    def __deepcopy__(self, memo: dict[int, Any]) -> "SingleAgentEnv":
        other = self.clone()
        memo[id(self)] = other
        other.action_space = copy.deepcopy(self.action_space, memo)
        other.observation_space = copy.deepcopy(self.observation_space, memo)
        return other

    # --- Inside -------------------------------------------------------------------------------------------

    @property
    def _agent(self) -> str:
        return self.turn_based.possible_agents[self.seat]

    @property
    def _over(self) -> bool:
        return self.turn_based.terminations[self._agent]

    def _sit(self, seat: int, places: list[int]) -> None:
        self.seat, self.line_up = seat, places
        if self.viewer is None:
            self.turn_based.viewer = seat

    def _play_others(self) -> None:
        """Let the bots move until the agent is asked or the game is over."""
        inner, agent = self.turn_based, self._agent
        while not inner.terminations[agent] and inner.agent_selection != agent:
            inner.step(self._choice())

    def _choice(self) -> int:
        """The action of the bot that is to move; ValueError where it is not legal."""
        inner = self.turn_based
        mover = inner.agent_selection
        bot = self.opponents.bots[self.line_up[inner.possible_agents.index(mover)]]
        chosen = np.asarray(bot.act(self.game, inner.rows, self._rngs))
        if chosen.shape != (1,) or not np.issubdtype(chosen.dtype, np.integer):
            raise ValueError(f"bot {bot.name} answers one row with {chosen.dtype} of shape {chosen.shape}")
        action, legal = int(chosen[0]), inner.observe(mover)["action_mask"]
        if not 0 <= action < len(legal) or not legal[action]:
            raise ValueError(f"bot {bot.name} chooses {action}, which is not legal there")
        return action

    def _mask(self) -> NDArray[np.int8]:
        if self._over:
            return np.ones(self.game.actions.size, np.int8)
        mask: NDArray[np.int8] = self.turn_based.observe(self._agent)["action_mask"]
        return mask

    def _margin(self) -> float:
        """What the reward "shaped" tells the changes of; 0 with any other."""
        if self.reward != SHAPED:
            return 0.0
        seats = np.array([self.seat], np.int8)
        return float(seat_margins(self.game, self.rows, seats=seats, num_players=self.num_players)[0])

    def _tell(self) -> tuple[SeatObservation, Info]:
        """What the agent sees, in arrays that no other call hands out."""
        seen, known, mask = self.turn_based.observe(self._agent), self.turn_based.infos[self._agent], self._mask()
        info: Info = {
            "action_mask": mask,
            "seat": np.array(self.seat, np.int32),
            "score": known["score"].copy(),
            "rank": known["rank"].copy(),
        }
        if self.obs_mode == "flat":
            return seen["observation"], info
        if self._action_rows is not None:
            whole = np.zeros((1, self.game.observation.size), self.game.observation.dtype)
            self.game.kernels.encode_many(self.game.params, self.rows, np.array([self.seat], np.int8), whole)
            told = self._action_rows.look(self.rows, whole, np.array([self._over]))
            return {key: values[0] for key, values in told.items()}, info
        return {"observation": seen["observation"], "action_mask": mask}, info

    def _seated(self) -> seated.Seated:
        inner = self.turn_based
        offender = self.seat if self._over and inner.rows[0].player != NOBODY else NOBODY
        ended = snapshot.Ended(offender, 0)
        return seated.Seated(inner.rows, ended, self.seat, self.line_up, self._rngs[0].tolist())

    def _restore(self, held: seated.Seated) -> None:
        head = snapshot.header(self.game, self.num_players)
        self.turn_based.set_state(snapshot.pack(head, held.rows, ended=held.ended))
        self._sit(held.seat, held.line_up)
        self._rngs = np.array([held.rng], np.int64)

    def _begun(self, call: str) -> None:
        if self.rows is None:
            raise ValueError(f"call reset() before {call}")


def seat_space(game: Game, obs_mode: str) -> spaces.Space[Any]:
    """The space of what one seat sees; ValueError on an unknown mode."""
    if obs_mode not in OBS_MODES:
        raise ValueError(f"obs_mode is one of {', '.join(map(repr, OBS_MODES))}, not {obs_mode!r}")
    if obs_mode == "rows":
        return rows_space(game)
    layout = game.observation
    seen = spaces.Box(layout.scaled(layout.low), layout.scaled(layout.high))
    if obs_mode == "flat":
        return seen
    return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (game.actions.size,), np.int8)})
