"""Every kind of bot in every form: copied, pickled, in threads and in forked and spawned workers it plays as alone."""

import copy
import multiprocessing
import pickle  # noqa: TID251 - that environments and bots survive it is what is tested
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import gymnasium
import numpy as np
import pytest
import torch

from baobab.adapters.gym import SingleAgentEnv
from baobab.adapters.gym_ids import game_ids
from baobab.adapters.gym_vector import SingleAgentVectorEnv
from baobab.adapters.parallel import ParallelGameEnv
from baobab.adapters.vector import SelfPlayBatch
from baobab.bots.load import load_bot
from baobab.core.game import make_rngs
from baobab.core.record import Rows
from baobab.registry import load_game
from baobab_training.config import NetworkConfig, RewardConfig
from baobab_training.networks.network import build_network
from baobab_training.policy import NetworkBot
from baobab_training.search import PolicySearchBot

GAME = "savernake"  # the smallest
BOTS = ("random", "greedy", "flat:6", "mcts:6", "network", "searching network")
STEPS = 12
WORKERS = 3

every_bot = pytest.mark.parametrize("bot", BOTS)
every_form = pytest.mark.parametrize(
    "form", ["dict", "flat", "rows", "batch", "batch of rows", "parallel", "self-play"]
)


def bot_of(kind: str) -> Any:
    """A bot; networks as checkpoints hold them, with weights that are drawn."""
    if kind not in ("network", "searching network"):
        return load_bot(kind)
    game, config = load_game(GAME), NetworkConfig(row_width=16, trunk_width=16, critic_width=16)
    network = build_network(config, game, seed=1)
    if kind == "network":
        return NetworkBot(network, game, name=kind, temperature=1.0)
    return PolicySearchBot(network, game, reward=RewardConfig(), simulations=3, name=kind)


def make(form: str, bot: Any) -> Any:
    """An environment of a form, with this bot if it has bots inside."""
    if form == "parallel":
        return ParallelGameEnv(GAME, num_players=3)
    if form == "self-play":
        return SelfPlayBatch(GAME, num_games=3, num_players=3, seed=1)
    if form.startswith("batch"):
        mode = "rows" if form == "batch of rows" else "dict"
        return SingleAgentVectorEnv(GAME, num_envs=3, num_players=3, opponents=bot, obs_mode=mode)
    return SingleAgentEnv(GAME, num_players=3, opponents=bot, obs_mode=form)


def play(env: Any, *, bot: Any = None) -> list[bytes]:
    """All states of a few steps from seed 1; the bot, if any, plays for forms without bots."""
    states = []
    env.reset(seed=1)
    rngs = make_rngs(1 if isinstance(env, ParallelGameEnv) else 3, seed=2)
    for _ in range(STEPS):
        if isinstance(env, SelfPlayBatch):
            env.step(bot.act(env.game, env.rows.copy(), rngs))
        elif isinstance(env, ParallelGameEnv):
            chosen = int(bot.act(env.game, env.rows, rngs)[0])
            mover = f"player_{env.rows[0].player}"
            env.step({agent: chosen if agent == mover else env.legal_actions(agent)[0] for agent in env.agents})
        elif isinstance(env, SingleAgentVectorEnv):
            env.step(env.action_masks().argmax(axis=1))
        else:
            over = env.step(int(env.action_masks().argmax()))[2]
            if over:
                env.reset()
        states.append(env.rows.tobytes())
    return states


def through_pickle(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))  # noqa: S301 - written a moment ago


def played(pair: tuple[Any, Any]) -> list[bytes]:
    return play(pair[0], bot=pair[1])


@every_bot
@every_form
@pytest.mark.parametrize("way", [copy.deepcopy, through_pickle], ids=["deepcopy", "pickle"])
def test_a_copy_of_bot_and_environment_plays_the_same(form: str, bot: str, way: Callable[[Any], Any]) -> None:
    made = bot_of(bot)
    env = make(form, made)
    expected = play(env, bot=made)
    again, another = way((make(form, made), made)), way((env, made))
    assert played(again) == played(another) == expected


@every_bot
def test_threads_share_a_bot_and_play_as_alone(bot: str) -> None:
    made = bot_of(bot)
    for form in ("dict", "rows", "batch of rows", "self-play"):
        env = make(form, made)
        expected = play(env.clone(), bot=made)
        with ThreadPoolExecutor(WORKERS) as pool:
            for states in pool.map(played, [(env.clone(), made) for _ in range(WORKERS)]):
                assert states == expected


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_workers_of_every_kind_play_as_alone(method: str) -> None:
    bots, threads = [bot_of(kind) for kind in BOTS], torch.get_num_threads()
    torch.set_num_threads(2)
    torch.ones(512, 512) @ torch.ones(512, 512)  # now torch has threads, which a fork does not take along
    pairs = [(make(form, bot), bot) for bot in bots for form in ("rows", "batch", "self-play")]
    expected = [play(env, bot=bot) for env, bot in pairs]
    with multiprocessing.get_context(method).Pool(1) as pool:
        assert pool.map_async(played, pairs).get(timeout=300) == expected
    torch.set_num_threads(threads)


def test_asynchronous_workers_give_every_attribute_that_is_asked_of_them() -> None:
    env_id = next(env_id for env_id, game in game_ids().items() if game == load_game(GAME).id)
    envs = gymnasium.make_vec(
        env_id, num_envs=1, vectorization_mode="async", opponents=bot_of("network"), obs_mode="rows"
    )
    try:
        envs.reset(seed=1)
        names = [name for name in dir(SingleAgentEnv) if not name.startswith("_")]
        for name in [*names, "batch", "action_space", "observation_space", "spec", "render_mode"]:
            if not callable(getattr(SingleAgentEnv, name, None)):
                envs.get_attr(name)  # type: ignore[attr-defined] # only some vector environments have it
        envs.step(np.array([envs.call("legal_actions")[0][0]]))  # type: ignore[attr-defined] # the same
    finally:
        envs.close()


class StepsBot:
    """Tries its moves on the very rows that it is given."""

    name = "steps"

    def act(self, game: Any, rows: Rows, rngs: Any) -> Any:
        actions = np.zeros(len(rows), np.int32)
        game.kernels.random_actions(game.params, rows, rngs, actions)
        game.kernels.step_many(game.params, rows, actions.copy())
        return actions


def test_a_bot_gets_rows_of_its_own_in_every_form() -> None:
    for form in ("dict", "batch"):
        assert len(play(make(form, StepsBot()))) == STEPS
    env = ParallelGameEnv(GAME)
    assert len(play(env, bot=StepsBot())) == STEPS
