"""Deep Monte Carlo (as in DouZero, Zha et al., 2021) by self-play: what is its own, top to bottom.

An iteration plays a batch of games to their ends: every seat takes the action of the highest value Q, and with a small
probability any. Then gradient steps pull Q of every action taken towards what its seat really got from there to the
end of the game. Nothing is bootstrapped, so nothing is learned of a game that is not over.

Q(s, a) = V(s) + A(s, a): the network's value head and its score of the action. V is pulled towards the return, A
towards what the return had beyond V. The action of the highest Q is that of the highest score, so that a checkpoint
plays like any other. Gradient steps and opponents are what all algorithms share: self_play.py. K decisions of a sampler
or a minibatch.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from baobab.core.game import Game
from baobab.core.jit import jit
from baobab_training.config import Config, DmcConfig
from baobab_training.learning import self_play
from baobab_training.learning.sampler import Sampler
from baobab_training.learning.self_play import Index, Loss, SelfPlayTrainer, Targets
from baobab_training.learning.trajectory import Decisions
from baobab_training.networks.network import Network
from baobab_training.trainer import Metrics, linear


@dataclass(frozen=True)
class Schedule(self_play.Schedule):
    """The values that change over the run, linearly from their starts to their ends."""

    epsilon: float  # the probability of an action drawn from all legal ones


class Dmc:
    """The algorithm, with its section of the config."""

    statistics = ("value_loss", "action_loss")
    plays_on = False

    def __init__(self, settings: DmcConfig) -> None:
        self.settings = settings

    def schedule(self, progress: float) -> Schedule:
        """Learning rate and exploration."""
        dmc = self.settings
        return Schedule(
            learning_rate=linear(dmc.learning_rate, dmc.learning_rate_end, progress),
            epsilon=linear(dmc.epsilon_start, dmc.epsilon_end, progress),
        )

    def play(self, sampler: Sampler, network: Network, snapshots: list[Network], schedule: Schedule) -> None:
        """Play new games to their ends."""
        sampler.play_out(network, snapshots, epsilon=schedule.epsilon)

    def targets(self, decisions: Sequence[Decisions], finished: Sequence[Index]) -> list[Targets]:
        """What the decisions' seats got from there to the end of their games: all are over, all are finished."""
        del finished
        return [Targets(returns=real_returns(one, gamma=self.settings.gamma)) for one in decisions]

    def loss(self, network: Network, decisions: Decisions, index: Index, targets: Targets, schedule: Schedule) -> Loss:
        """The squared errors of V and of A for the actions taken; both apart as well."""
        del schedule
        batch = decisions.batch(index)
        scores, values = network.logits_values(batch)
        taken = scores[torch.from_numpy(batch.offsets[:-1] + decisions.choices[index])]
        returns = torch.from_numpy(targets.returns[index])
        value_loss = (values - returns).square().sum() / 2
        action_loss = (taken - (returns - values.detach())).square().sum() / 2
        return value_loss + action_loss, np.array([value_loss.item(), action_loss.item()])

    def stops(self, means: Metrics) -> bool:
        """Never."""
        del means
        return False


def make_trainer(config: Config, game: Game, *, command: str | None = None) -> SelfPlayTrainer[Schedule, Targets]:
    """A fresh run; `command`: what starts it, for its card."""
    return SelfPlayTrainer(Dmc(config.dmc), config, game, command=command)


def real_returns(decisions: Decisions, *, gamma: float) -> NDArray[np.float32]:
    """What each decision's seat got from there to the end of its game `[K]`, all games being over."""
    returns = np.zeros(decisions.count, np.float32)
    _real_returns(gamma, decisions.rewards, decisions.following, returns)
    return returns


@jit
def _real_returns(
    gamma: float, rewards: NDArray[np.float32], following: NDArray[np.int32], returns: NDArray[np.float32]
) -> None:
    for k in range(returns.shape[0] - 1, -1, -1):
        after = following[k]
        returns[k] = rewards[k] + (gamma * returns[after] if after >= 0 else 0.0)
