"""AgileRL: its single-agent PPO on the native batch of Gymnasium environments, which plays the other seat itself."""

import warnings

import gymnasium
import numpy as np
import torch
from agilerl.algorithms import PPO
from agilerl.rollouts.on_policy import collect_rollouts
from versus_random import versus_random

import baobab  # noqa: F401 - makes the games known to Gymnasium

SEED, ENVS, STEPS, LEARN_STEP = 1, 32, 131_072, 4096

warnings.simplefilter("ignore", FutureWarning)  # of tensordict, at every clone
np.random.seed(SEED)  # noqa: NPY002 - AgileRL draws from it
torch.manual_seed(SEED)
env = gymnasium.make_vec("baobab/Okavango-v0", num_envs=ENVS, obs_mode="flat", reward="margin", opponents="random")
env.reset(seed=SEED)
agent = PPO(
    env.single_observation_space,
    env.single_action_space,
    net_config={"encoder_config": {"hidden_size": [64, 64]}},
    num_envs=ENVS,
    learn_step=LEARN_STEP,
    batch_size=256,
    lr=1e-3,
    gamma=1.0,
    # Its generalised advantages are cut a step too early: what the end of a game brings reaches the last action only.
    rollout_buffer_config={"use_gae": False},
)
last = {}
for _ in range(STEPS // LEARN_STEP):
    # The masks are in the infos, from which AgileRL takes them for play and for the update.
    _, *now = collect_rollouts(agent, env, **last)
    last = dict(zip(("last_obs", "last_done", "last_scores", "last_info"), now, strict=True))
    agent.learn()


def choose(observations, masks):
    return agent.get_action(observations, action_mask=masks)[0]


versus_random("agilerl", "okavango", choose)
