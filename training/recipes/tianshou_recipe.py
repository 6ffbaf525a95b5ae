"""Tianshou: Q-learning in self-play through its own `PettingZooEnv`, one network for both seats."""

import contextlib
import io

import numpy as np
import torch
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.multiagent.marl import MultiAgentOffPolicyAlgorithm
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Batch, Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, PettingZooEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net
from versus_random import versus_random

from baobab import okavango_v0

SEED, ENVS, STEPS, EXPLORATION = 1, 16, 20_000, 0.2
WHOLE_GAME = 500  # steps after which a return bootstraps: more than nearly all games have


def make():
    return PettingZooEnv(okavango_v0.env(reward="margin"))


np.random.seed(SEED)  # noqa: NPY002 - Tianshou draws from it
torch.manual_seed(SEED)
env, games = make(), DummyVectorEnv([make for _ in range(ENVS)])
games.seed(SEED)
seen = env.observation_space["observation"]
model = Net(state_shape=seen.shape, action_shape=env.action_space.n, hidden_sizes=[64, 64])
policy = DiscreteQLearningPolicy(model=model, action_space=env.action_space, eps_training=EXPLORATION)
# The transition after an action is another agent's, whose reward and observation are not the own ones. Rewards are read
# for every agent at every step, however: the sum over the rest of the game is right, and needs no observation.
settings = {"gamma": 1.0, "n_step_return_horizon": WHOLE_GAME}
learner = DQN(policy=policy, optim=AdamOptimizerFactory(lr=1e-3), **settings)
algorithm = MultiAgentOffPolicyAlgorithm(algorithms=[learner] * len(env.agents), env=env)
params = OffPolicyTrainerParams(
    training_collector=Collector(algorithm, games, VectorReplayBuffer(STEPS, ENVS), exploration_noise=True),
    max_epochs=1,
    epoch_num_steps=STEPS,
    collection_step_num_env_steps=None,
    collection_step_num_episodes=ENVS,
    update_step_num_gradient_steps_per_sample=0.1,
    batch_size=256,
    multi_agent_return_reduction=lambda returns: returns[:, 0],
    show_progress=False,
)
with contextlib.redirect_stderr(io.StringIO()):  # it draws a bar for the updates all the same
    algorithm.run_training(params)


def choose(observations, masks):
    with torch.no_grad():
        return policy(Batch(obs=Batch(obs=observations, mask=masks), info=Batch())).act


versus_random("tianshou", "okavango", choose)
