"""Proximal policy optimisation (Schulman et al., 2017) by self-play: what is its own, top to bottom.

An iteration plays all games on by `ppo.rollout` decisions and takes the advantages of those that are finished along
each seat's own chain. Playing, gradient steps and opponents are what all algorithms share: self_play.py.
K decisions of a sampler or a minibatch.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from baobab.core.game import Game
from baobab_training.config import Config, PpoConfig
from baobab_training.learning import self_play
from baobab_training.learning.sampler import Sampler
from baobab_training.learning.self_play import Index, Loss, SelfPlayTrainer
from baobab_training.learning.trajectory import Decisions, estimate_advantages
from baobab_training.networks import ragged
from baobab_training.networks.network import Network
from baobab_training.trainer import Metrics, linear


@dataclass(frozen=True)
class Schedule(self_play.Schedule):
    """The values that change over the run, linearly from their starts to their ends."""

    entropy_weight: float


@dataclass(frozen=True)
class Targets(self_play.Targets):
    """What a sampler's decisions are pulled towards."""

    advantages: NDArray[np.float32]  # [K] mean 0 and deviation 1 over the finished decisions of all samplers


class Ppo:
    """The algorithm, with its section of the config."""

    statistics = ("policy_loss", "value_loss", "entropy", "kl", "clipped")
    plays_on = True

    def __init__(self, settings: PpoConfig) -> None:
        self.settings = settings

    def schedule(self, progress: float) -> Schedule:
        """Learning rate and weight of the entropy."""
        ppo = self.settings
        return Schedule(
            learning_rate=linear(ppo.learning_rate, ppo.learning_rate_end, progress),
            entropy_weight=linear(ppo.entropy_start, ppo.entropy_end, progress),
        )

    def play(self, sampler: Sampler, network: Network, snapshots: list[Network], schedule: Schedule) -> None:
        """Play every game on by a rollout's decisions, which are drawn from the policy."""
        del schedule
        sampler.play_on(network, snapshots, decisions=self.settings.rollout)

    def targets(self, decisions: Sequence[Decisions], finished: Sequence[Index]) -> list[Targets]:
        """Normalised advantages, and what the values should have been."""
        estimates = [self._advantages(one) for one in decisions]
        valid = np.concatenate([advantages[index] for advantages, index in zip(estimates, finished, strict=True)])
        mean, deviation = valid.mean(), valid.std() + np.float32(1e-8)
        return [
            Targets(returns=advantages + one.values[: one.count], advantages=(advantages - mean) / deviation)
            for one, advantages in zip(decisions, estimates, strict=True)
        ]

    def loss(self, network: Network, decisions: Decisions, index: Index, targets: Targets, schedule: Schedule) -> Loss:
        """The clipped policy loss, the value's squared error and the entropy, with their weights."""
        ppo = self.settings
        advantages = torch.from_numpy(targets.advantages[index])
        returns = torch.from_numpy(targets.returns[index])
        before = torch.from_numpy(decisions.log_probs[index])

        batch = decisions.batch(index)
        logits, values = network.logits_values(batch)
        log_probs, entropies = ragged.log_prob_entropy(logits, batch.offsets, decisions.choices[index])

        log_ratio = log_probs - before
        ratio = log_ratio.exp()
        clipped = ratio.clamp(1 - ppo.clip, 1 + ppo.clip)
        policy_loss = -torch.minimum(ratio * advantages, clipped * advantages).sum()
        value_loss = (values - returns).square().sum() / 2
        entropy = entropies.sum()
        loss = policy_loss + ppo.value_weight * value_loss - schedule.entropy_weight * entropy

        with torch.no_grad():
            kl = (ratio - 1 - log_ratio).sum()  # Schulman's estimator: never negative, little variance
            clipping = (ratio != clipped).sum()
            statistics = torch.stack([policy_loss, value_loss, entropy, kl, clipping.float()])
        return loss, statistics.double().numpy()

    def stops(self, means: Metrics) -> bool:
        """Whether the policy has moved further than `ppo.target_kl`."""
        return 0 < self.settings.target_kl < means["kl"]

    def _advantages(self, decisions: Decisions) -> NDArray[np.float32]:
        """Generalised advantage estimates `[K]` (Schulman et al., 2016)."""
        advantages = np.zeros(decisions.count, np.float32)
        estimate_advantages(
            self.settings.gamma,
            self.settings.gae_lambda,
            decisions.values,
            decisions.rewards,
            decisions.following,
            advantages,
        )
        return advantages


def make_trainer(config: Config, game: Game, *, command: str | None = None) -> SelfPlayTrainer[Schedule, Targets]:
    """A fresh run; `command`: what starts it, for its card."""
    return SelfPlayTrainer(Ppo(config.ppo), config, game, command=command)
