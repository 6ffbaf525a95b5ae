"""SuperSuit: the parallel environment as a Stable-Baselines3 batch, on which MaskablePPO trains in self-play."""

import numpy as np
import supersuit
from sb3_contrib import MaskablePPO
from stable_baselines3.common.utils import set_random_seed
from stable_baselines3.common.vec_env import VecEnvWrapper
from versus_random import versus_random

from baobab import okavango_v0

GAMES, STEPS, ROUNDS = 8, 256, 6


class Masked(VecEnvWrapper):
    """The batch with the `action_masks` that MaskablePPO asks for, which SuperSuit hands on in the infos."""

    def reset(self):
        """The first observations."""
        observations = self.venv.reset()
        self.infos = self.venv.reset_infos
        return observations

    def step_wait(self):
        """What the actions brought."""
        observations, rewards, dones, self.infos = self.venv.step_wait()
        return observations, rewards, dones, self.infos

    def has_attr(self, attr_name):
        """Only the masks are asked for."""
        return attr_name == "action_masks"

    def env_method(self, method_name, *args, indices=None, **kwargs):
        """The masks of all rows."""
        return [info["action_mask"].astype(bool) for info in self.infos]


set_random_seed(1)
# Each seat is a row of the batch: while it waits it has one legal action, so that rows never stand still. SuperSuit's
# wrappers take arrays, so the observation without its mask comes first.
env = okavango_v0.parallel_env(reward="margin")
env = supersuit.observation_lambda_v0(env, lambda seen, space: seen["observation"], lambda space: space["observation"])
batch = supersuit.concat_vec_envs_v1(supersuit.pettingzoo_env_to_vec_env_v1(env), GAMES, base_class="stable_baselines3")
batch.venv.reset(seed=1)  # its reset for Stable-Baselines3 forgets the seed
model = MaskablePPO(
    "MlpPolicy",
    Masked(batch),
    policy_kwargs={"net_arch": [128, 128]},
    n_steps=STEPS,
    batch_size=256,
    n_epochs=4,
    learning_rate=1e-3,
    gamma=1.0,
    ent_coef=0.01,
    device="cpu",
)
model.learn(ROUNDS * STEPS * batch.num_envs)


def choose(observations, masks):
    """The likeliest action of each row; nobody waits in a game played to its end."""
    wait = np.zeros((len(masks), 1), bool)
    return model.predict(observations, action_masks=np.hstack([masks, wait]), deterministic=True)[0]


versus_random("supersuit", "okavango", choose)
