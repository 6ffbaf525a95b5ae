"""Our games as a `VecEnv` of stable-baselines3: the native batch, or its own ways with Gymnasium's environments."""

import functools
import multiprocessing
import signal
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import DummyVecEnv, SubprocVecEnv, VecEnv
from stable_baselines3.common.vec_env.base_vec_env import VecEnvStepReturn

from baobab.adapters.gym_ids import game_ids
from baobab.adapters.gym_vector import SingleAgentVectorEnv
from baobab.adapters.opponents import Opponents
from baobab.core.game import Game

Observations = Any
"""`[N, …]`, an array or a dict of them."""


class NativeVecEnv(VecEnv):
    """All games of native batches as one `VecEnv`: row i is what `DummyVecEnv` makes of the i-th environment.

    Infos of a running game are empty; at its end they hold `terminal_observation`, `TimeLimit.truncated` (always
    False: nothing is truncated), and `seat`, `score` and `rank` as numbers.
    """

    def __init__(self, *batches: SingleAgentVectorEnv, stagger: bool = False) -> None:
        """`batches`: of one game and observation mode, each with its own number of players; rows in their order.

        `stagger`: `reset` leaves every game at a random moment, so that they are not all in the same phase.
        """
        if not batches:
            raise ValueError("a NativeVecEnv has one batch at least")
        first = batches[0]
        for batch in batches:
            if batch.single_observation_space != first.single_observation_space:
                raise ValueError("the batches of a NativeVecEnv have one game and one observation mode")
            if batch.metadata["autoreset_mode"] is not gymnasium.vector.AutoresetMode.SAME_STEP:
                raise ValueError('the batches of a NativeVecEnv have autoreset_mode="SameStep"')
        self.batches = batches
        self.stagger = stagger
        self._sizes = [batch.num_envs for batch in batches]
        self._owners = [(batch, row) for batch in batches for row in range(batch.num_envs)]
        self._actions: NDArray[Any] = np.zeros(0, np.int64)
        super().__init__(sum(self._sizes), first.single_observation_space, first.single_action_space)

    # --- VecEnv -------------------------------------------------------------------------------------------

    def reset(self) -> Observations:
        """Start all games: those of the seeds that `seed()` gave, else others than before."""
        start, observations = 0, []
        for batch, size in zip(self.batches, self._sizes, strict=True):
            seeds = [seed for seed in self._seeds[start : start + size] if seed is not None]
            seen, _ = batch.reset(seed=seeds or None)
            observations.append(_staggered(batch) if self.stagger else seen)
            start += size
        self._reset_seeds()
        self._reset_options()
        return _joined(observations)

    def step_async(self, actions: NDArray[Any]) -> None:
        """Take the actions `[N]` of the next `step_wait`."""
        self._actions = actions

    def step_wait(self) -> VecEnvStepReturn:
        """Observations, rewards `[N] float32`, dones `[N] bool`, infos; a game that ended has begun anew."""
        start, observations, rewards, dones = 0, [], [], []
        infos: list[dict[str, Any]] = []
        for batch, size in zip(self.batches, self._sizes, strict=True):
            seen, reward, over, _, info = batch.step(self._actions[start : start + size])
            start += size
            observations.append(seen)
            rewards.append(reward.astype(np.float32))
            dones.append(over)
            infos += _infos(over, info)
        return _joined(observations), np.concatenate(rewards), np.concatenate(dones), infos

    def close(self) -> None:
        """End the batches."""
        for batch in self.batches:
            batch.close()

    def has_attr(self, attr_name: str) -> bool:
        """Whether the environments have an attribute of this name."""
        return hasattr(self.batches[0], attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute of each environment: the batch's, the row's own of `action_masks`; AttributeError if none."""
        return [getattr(self._owners[place][0], attr_name) for place in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Refused: rows of a batch have no attributes of their own."""
        raise AttributeError(f"{attr_name} cannot be set: the environments are rows of a batch")

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> list[Any]:
        """What a method gives for each row: `action_masks`, or one that takes the row first, as `legal_actions`."""
        chosen = list(self._get_indices(indices))
        if method_name == "action_masks":
            masks = np.concatenate([batch.action_masks() for batch in self.batches])
            return [masks[place] for place in chosen]
        calls = [(getattr(self._owners[place][0], method_name), self._owners[place][1]) for place in chosen]
        return [call(row, *method_args, **method_kwargs) for call, row in calls]

    def env_is_wrapped(self, wrapper_class: type[gymnasium.Wrapper], indices: Any = None) -> list[bool]:
        """False: a row has no wrappers."""
        del wrapper_class
        return [False for _ in self._get_indices(indices)]

    def get_images(self) -> Sequence[NDArray[Any] | None]:
        """A frame of each row."""
        frames: Iterable[Any] = (frame for batch in self.batches for frame in batch.render() or ())
        return list(frames)


def make_vec_env(
    game: Game, *, kind: str, envs: int, players: Sequence[int], stagger: bool = False, **options: Any
) -> VecEnv:
    """`envs` environments of the game, the numbers of players shared out among them, as one `VecEnv`.

    `kind`: "native" (all in one batch, with `stagger`), "dummy" (one by one) or "subproc" (a process each). `options`
    are those of `SingleAgentEnv`; bots are given by name, so that processes can load them.
    """
    rules = game.changed_options()
    if kind == "native":
        shares = [len(part) for part in np.array_split(np.arange(envs), len(players))]
        pairs = [(count, share) for count, share in zip(players, shares, strict=True) if share]
        return NativeVecEnv(
            *(SingleAgentVectorEnv(game, num_envs=share, num_players=count, **options) for count, share in pairs),
            stagger=stagger,
        )
    seats = {"opponents": None, "pool": None, "seat": "random"} | options
    for count in set(players):  # what is wrong is said here, not in a process that ends without a word
        game.check_players(count)
        Opponents(seats["opponents"], seats["pool"], num_players=count, seat=seats["seat"])
    env_id = next(one for one, name in game_ids().items() if name == game.id)
    makers: list[Callable[[], Any]] = [
        functools.partial(make_env, env_id, num_players=players[place % len(players)], **options, **rules)
        for place in range(envs)
    ]
    if kind == "dummy":
        return DummyVecEnv(makers)
    game.warm()  # else every process compiles the same
    return SubprocVecEnv(makers)


def make_env(env_id: str, **options: Any) -> Any:
    """`gymnasium.make` in any process: one that is spawned finds this function here, and with it the games.

    Ctrl-C is left to the process that it is a child of, which saves and then ends it.
    """
    if multiprocessing.parent_process() is not None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    return gymnasium.make(f"baobab:{env_id}", disable_env_checker=True, **options)


def _staggered(batch: SingleAgentVectorEnv) -> Any:
    """Put every row of a batch that has just begun at a random moment of a random game; what their agents see."""
    chooser = np.random.default_rng(batch.game_seeds)
    lengths, ages = np.zeros(batch.num_envs, np.int64), np.zeros(batch.num_envs, np.int64)
    while not lengths.all():
        _, _, over, _, _ = batch.step(_random_actions(batch, chooser))
        ages += 1
        ended = over & (lengths == 0)
        lengths[ended] = ages[ended]
        ages[over] = 0
    moments = chooser.integers(0, lengths.min(), batch.num_envs)
    kept: dict[int, bytes] = {}
    while len(kept) < batch.num_envs:
        kept |= {row: batch.get_state(row) for row in np.flatnonzero(ages == moments).tolist() if row not in kept}
        _, _, over, _, _ = batch.step(_random_actions(batch, chooser))
        ages += 1
        ages[over] = 0
    for row, state in kept.items():
        batch.set_state(row, state)
    return batch.observe()


def _random_actions(batch: SingleAgentVectorEnv, chooser: np.random.Generator) -> NDArray[np.int64]:
    masks = batch.action_masks()
    actions: NDArray[np.int64] = (chooser.random(masks.shape) * masks).argmax(axis=1)
    return actions


def _infos(over: NDArray[np.bool_], info: dict[str, Any]) -> list[dict[str, Any]]:
    infos: list[dict[str, Any]] = [{} for _ in over]
    for row in np.flatnonzero(over):
        final = info["final_info"]
        infos[row] = {key: int(final[key][row]) for key in ("seat", "score", "rank")}
        infos[row] |= {"TimeLimit.truncated": False, "terminal_observation": info["final_obs"][row]}
    return infos


def _joined(parts: list[Any]) -> Any:
    """The observations of several batches as those of one."""
    if len(parts) == 1:
        return parts[0]
    if isinstance(parts[0], dict):
        return {key: np.concatenate([part[key] for part in parts]) for key in parts[0]}
    return np.concatenate(parts)
