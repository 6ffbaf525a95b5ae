import numpy as np
import torch

from baobab.core.game import Game
from baobab_training.config import NetworkConfig
from baobab_training.learning.league import Pool
from baobab_training.networks.network import build_network

CONFIG = NetworkConfig(row_width=4, trunk_width=4, critic_width=4)


def test_a_full_pool_keeps_the_first_and_the_last_and_drops_where_they_are_densest(game: Game) -> None:
    pool = Pool(4)
    network = build_network(CONFIG, game, seed=0)
    for steps in (0, 10, 20, 30, 40):
        pool.add(network, steps=steps)
    assert pool.steps == [0, 20, 30, 40]
    pool.add(network, steps=100)
    assert pool.steps == [0, 20, 40, 100]
    assert len(pool.weights) == 4


def test_a_snapshot_does_not_change_with_the_network(game: Game) -> None:
    pool = Pool(2)
    network = build_network(CONFIG, game, seed=0)
    pool.add(network, steps=1)
    before = network.state_dict()["key.weight"].clone()
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.add_(1)
    drawn = [build_network(CONFIG, game, seed=None)]
    assert pool.draw(drawn, generator=np.random.default_rng(0)) == 1
    assert torch.equal(drawn[0].state_dict()["key.weight"], before)


def test_an_empty_pool_gives_nobody(game: Game) -> None:
    assert Pool(2).draw([build_network(CONFIG, game, seed=0)], generator=np.random.default_rng(0)) == 0
