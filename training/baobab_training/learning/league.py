"""Earlier snapshots of the policy, kept to play against."""

from dataclasses import dataclass, field

import numpy as np
import torch
from numpy.random import Generator

from baobab_training.networks.network import Network

Weights = dict[str, torch.Tensor]


@dataclass
class Pool:
    """At most `size` snapshots, from the first to the last, about evenly spread over the run."""

    size: int
    steps: list[int] = field(default_factory=list)  # decisions that each had learned from
    weights: list[Weights] = field(default_factory=list)

    def add(self, network: Network, *, steps: int) -> None:
        """Keep the network as it is now; of too many, the one goes whose neighbours in time are nearest."""
        self.steps.append(steps)
        self.weights.append({name: value.detach().clone() for name, value in network.state_dict().items()})
        if len(self.steps) > self.size:
            gone = 0
            if self.size > 1:  # the first and the last stay
                spans = [after - before for before, after in zip(self.steps, self.steps[2:], strict=False)]
                gone = 1 + int(np.argmin(spans))
            del self.steps[gone], self.weights[gone]

    def draw(self, networks: list[Network], *, generator: Generator) -> int:
        """Fill each of `networks` with a snapshot drawn at random; how many got one (none from an empty pool)."""
        if not self.steps:
            return 0
        for network in networks:
            network.load_state_dict(self.weights[int(generator.integers(len(self.steps)))])
        return len(networks)
