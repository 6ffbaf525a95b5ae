"""RLlib (new API stack): PPO in self-play through `PettingZooEnv`, one masked module for both seats."""

import sys

import numpy as np
import ray
import torch
from gymnasium.spaces import Dict
from pettingzoo.utils import BaseWrapper
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.default_model_config import DefaultModelConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env
from versus_random import versus_random

from baobab import okavango_v0

ROUNDS, BATCH = 5, 4096


class Renamed(BaseWrapper):
    """The environment with the names that RLlib's masking module expects: "observations" for "observation"."""

    def observation_space(self, agent):
        """The space, renamed."""
        space = super().observation_space(agent)
        return Dict({"observations": space["observation"], "action_mask": space["action_mask"]})

    def observe(self, agent):
        """The observation, renamed."""
        seen = super().observe(agent)
        return {"observations": seen["observation"], "action_mask": seen["action_mask"]}


ray.init(num_cpus=1, include_dashboard=False, logging_level="warning")
# RLlib tries the environment with any action before it trains: one that is not legal ends the game, with a warning.
register_env("okavango", lambda config: PettingZooEnv(Renamed(okavango_v0.env(reward="margin"))))
config = (
    PPOConfig()
    .environment("okavango")
    .multi_agent(policies={"shared"}, policy_mapping_fn=lambda agent, episode, **kwargs: "shared")
    .rl_module(
        rl_module_spec=RLModuleSpec(
            module_class=ActionMaskingTorchRLModule,
            model_config=DefaultModelConfig(fcnet_hiddens=[128, 128], fcnet_activation="tanh", vf_share_layers=False),
        )
    )
    .env_runners(num_env_runners=0)
    .learners(num_learners=0)
    .training(gamma=1.0, lambda_=0.95, lr=1e-3, train_batch_size_per_learner=BATCH, minibatch_size=256, num_epochs=4)
    .debugging(seed=1)
)
algorithm = config.build_algo()
for _ in range(ROUNDS):
    result = algorithm.train()
    sys.stdout.write(f"{result['num_env_steps_sampled_lifetime']} decisions\n")
module = algorithm.get_module("shared")


def choose(observations, masks):
    """The likeliest action of each row."""
    seen = {"observations": torch.as_tensor(observations), "action_mask": torch.as_tensor(masks.astype(np.int8))}
    with torch.no_grad():
        return module.forward_inference({Columns.OBS: seen})[Columns.ACTION_DIST_INPUTS].argmax(dim=1).numpy()


versus_random("ray", "okavango", choose)
