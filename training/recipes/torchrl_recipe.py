"""TorchRL: PPO in self-play through `PettingZooWrapper`, one policy for both seats."""

import numpy as np
import torch
from pettingzoo.utils import BaseWrapper
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs import MarlGroupMapType, PettingZooWrapper
from torchrl.modules import MaskedCategorical, ProbabilisticActor
from torchrl.objectives import IPPOLoss
from torchrl.objectives.value import GAE
from versus_random import versus_random

from baobab import okavango_v0

FRAMES, BATCH, EPOCHS, MINIBATCH = 8192, 2048, 4, 256
GROUP = MarlGroupMapType.ALL_IN_ONE_GROUP
SEEN, LOGITS, VALUE = ("agents", "observation", "observation"), ("agents", "logits"), ("agents", "state_value")


class MaskOnce(BaseWrapper):
    """The environment with its masks in the observations alone: TorchRL breaks down where the infos have them too."""

    @property
    def infos(self):
        """Of every agent, the score."""
        return {agent: {"score": float(info["score"])} for agent, info in self.env.infos.items()}


torch.manual_seed(1)
# use_mask tells with ("agents", "mask") which seat acts; ("agents", "action_mask") says what it may do.
env = PettingZooWrapper(MaskOnce(okavango_v0.env(reward="margin")), use_mask=True, group_map=GROUP, seed=1)
size, actions = env.observation_spec[SEEN].shape[-1], env.observation_spec["agents", "action_mask"].shape[-1]


def network(outputs):
    """Two hidden layers."""
    return nn.Sequential(nn.Linear(size, 128), nn.Tanh(), nn.Linear(128, 128), nn.Tanh(), nn.Linear(128, outputs))


policy = network(actions)
actor = ProbabilisticActor(
    TensorDictModule(policy, [SEEN], [LOGITS]),
    in_keys={"logits": LOGITS, "mask": ("agents", "action_mask")},
    out_keys=[("agents", "action")],
    distribution_class=MaskedCategorical,
    return_log_prob=True,
    log_prob_key=("agents", "log_prob"),
)
critic = TensorDictModule(network(1), [SEEN], [VALUE])
learnt = {"value": VALUE, "advantage": ("agents", "advantage"), "value_target": ("agents", "target")}
gae = GAE(gamma=1.0, lmbda=0.95, value_network=critic)
gae.set_keys(**{name: ("agents", name) for name in ("reward", "done", "terminated")}, **learnt)
loss = IPPOLoss(actor, critic, entropy_coeff=0.01)
loss.set_keys(action=("agents", "action"), sample_log_prob=("agents", "log_prob"), **learnt)
loss.loss_mask_key = ("agents", "mask")  # a seat that waits takes no part
optimiser = torch.optim.Adam(loss.parameters(), lr=1e-3)
for batch in Collector(env, actor, frames_per_batch=BATCH, total_frames=FRAMES):
    for _ in range(EPOCHS):
        with torch.no_grad():
            gae(batch)
        for rows in torch.randperm(BATCH).split(MINIBATCH):
            losses = loss(batch[rows])
            optimiser.zero_grad()
            sum(value for name, value in losses.items() if name.startswith("loss_")).backward()
            nn.utils.clip_grad_norm_(loss.parameters(), 0.5)
            optimiser.step()


def choose(observations, masks):
    """The likeliest action of each row."""
    with torch.no_grad():
        return np.where(masks, policy(torch.as_tensor(observations)), -np.inf).argmax(axis=1)


versus_random("torchrl", "okavango", choose)
