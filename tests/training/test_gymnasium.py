"""The single-agent environments with what people train with: networks among the opponents, MaskablePPO as the agent."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv
from tests.training.small import small_config

import baobab
from baobab.adapters.gym import SingleAgentEnv
from baobab.adapters.gym_vector import SingleAgentVectorEnv
from baobab.core.game import Game
from baobab_training.networks.network import build_network
from baobab_training.policy import NetworkBot


class Counting(NetworkBot):
    """Tells how many rows each forward pass was for."""

    asked: list[int]

    def act(self, game: Game, rows: Any, rngs: Any) -> Any:
        self.asked.append(len(rows))
        return super().act(game, rows, rngs)


def _bot(game: Game) -> Counting:
    bot = Counting(build_network(small_config().network, game, seed=4), game, name="net", temperature=1.0)
    bot.asked = []
    return bot


def test_a_network_answers_all_rows_of_a_batch_in_one_pass_as_it_would_alone(game: Game) -> None:
    alone, together = _bot(game), _bot(game)
    options: dict[str, Any] = {"num_players": 3, "seat": 0}
    theirs = SyncVectorEnv(
        [lambda: SingleAgentEnv(game, opponents=["greedy", alone], **options)] * 6,
        autoreset_mode=AutoresetMode.SAME_STEP,
    )
    mine = SingleAgentVectorEnv(game, num_envs=6, opponents=["greedy", together], **options)
    told: Any = mine.reset(seed=1)
    assert data_equivalence(told, theirs.reset(seed=1))
    chooser = np.random.default_rng(1)
    for _ in range(20):
        actions = np.array([chooser.choice(np.flatnonzero(mask)) for mask in told[-1]["action_mask"]])
        told = mine.step(actions)
        assert data_equivalence(told, theirs.step(actions))
    assert set(alone.asked) == {1}
    assert sum(together.asked) == sum(alone.asked)
    assert max(together.asked) > 1


@pytest.mark.parametrize(("policy", "obs_mode"), [("MlpPolicy", "flat"), ("MultiInputPolicy", "dict")])
def test_maskable_ppo_trains_on_it(policy: str, obs_mode: str, game: Game) -> None:
    env_id = "baobab/Savernake-v0"
    assert baobab.load_game("savernake") is game

    def make() -> gymnasium.Env[Any, Any]:
        return gymnasium.make(env_id, opponents="greedy", obs_mode=obs_mode, strict=True)

    envs = DummyVecEnv([make, make])
    model = MaskablePPO(policy, envs, n_steps=32, batch_size=32, n_epochs=1, seed=1, device="cpu")
    model.learn(128)
    assert model.num_timesteps == 128
    env = make()
    observation, info = env.reset(seed=1)
    action, _ = model.predict(observation, action_masks=info["action_mask"].astype(np.bool_))
    env.step(int(action))
