import numpy as np
import pytest
import torch
from tests.training.small import some_rows

from baobab.core.game import Game
from baobab.core.record import Rows
from baobab_training.config import NetworkConfig
from baobab_training.networks.encode import Encoder
from baobab_training.networks.network import Batch, Network, build_network, seen_entries

ROWS = NetworkConfig(row_width=8, row_layers=2, trunk_width=16, critic_width=8)
PLAIN = NetworkConfig(kind="plain", plain_layers=(8, 8))
PRIVILEGED = NetworkConfig(row_width=8, trunk_width=16, critic="state")
EVERYTHING = NetworkConfig(row_width=8, trunk_width=16, trunk_pieces="all")
KINDS = {"rows": ROWS, "plain": PLAIN, "privileged": PRIVILEGED, "everything": EVERYTHING}


@pytest.fixture(scope="module")
def rows(game: Game) -> Rows:
    return some_rows(game, count=12, num_players=np.array([2, 3, 4] * 4, np.int8), steps=40)


def encoded(game: Game, network: Network, rows: Rows) -> Batch:
    return Encoder(game, network, critic=True).encode(rows).batch()


@pytest.mark.parametrize("kind", KINDS)
def test_a_network_gives_a_logit_for_each_legal_action_and_a_value_for_each_decision(
    game: Game, rows: Rows, kind: str
) -> None:
    network = build_network(KINDS[kind], game, seed=1)
    batch = encoded(game, network, rows)
    logits, values = network.logits_values(batch)
    assert logits.shape == (len(batch.ids),)
    assert values.shape == (len(rows),)
    torch.testing.assert_close(network.logits(batch), logits)


@pytest.mark.parametrize("kind", KINDS)
def test_a_decision_has_the_same_logits_alone_and_among_others(game: Game, rows: Rows, kind: str) -> None:
    network = build_network(KINDS[kind], game, seed=1)
    batch = encoded(game, network, rows)
    together, _ = network.logits_values(batch)
    for place in range(len(rows)):
        alone, _ = network.logits_values(encoded(game, network, rows[place : place + 1]))
        torch.testing.assert_close(alone, together[batch.offsets[place] : batch.offsets[place + 1]])


def test_a_fresh_policy_is_nearly_uniform(game: Game, rows: Rows) -> None:
    for config in KINDS.values():
        network = build_network(config, game, seed=1)
        logits, _ = network.logits_values(encoded(game, network, rows))
        assert float(logits.detach().abs().max()) < 0.2


def test_the_same_seed_gives_the_same_weights_and_another_seed_others(game: Game) -> None:
    first, second, third = (build_network(ROWS, game, seed=seed).state_dict() for seed in (1, 1, 2))
    assert all(torch.equal(first[name], second[name]) for name in first)
    assert not torch.equal(first["row_in.weight"], third["row_in.weight"])


def test_hidden_layers_begin_orthogonal(game: Game) -> None:
    weight = build_network(ROWS, game, seed=1).state_dict()["row_layers.0.weight"]
    torch.testing.assert_close(weight @ weight.T, 2 * torch.eye(len(weight)), atol=1e-5, rtol=1e-5)


def test_inputs_are_divided_by_the_scales_of_their_layout(game: Game, rows: Rows) -> None:
    network = build_network(PLAIN, game, seed=1)
    batch = encoded(game, network, rows)
    layer = dict(network.named_modules())["both_in"]
    scaled = torch.from_numpy(game.observation.scaled(batch.trunk.numpy()))
    torch.testing.assert_close(layer(batch.trunk), scaled @ layer.weight + layer.bias, atol=1e-5, rtol=1e-4)
    rows_network = build_network(ROWS, game, seed=1)
    batch = encoded(game, rows_network, rows)
    layer = dict(rows_network.named_modules())["trunk_in"]
    seen = batch.trunk.shape[1]
    scaled = batch.trunk / torch.from_numpy(game.observation.scale[:seen])
    torch.testing.assert_close(layer(batch.trunk), scaled @ layer.weight.T + layer.bias, atol=1e-5, rtol=1e-4)


def test_illegal_actions_get_no_gradient(game: Game, rows: Rows) -> None:
    network = build_network(PLAIN, game, seed=1)
    batch = encoded(game, network, rows)
    network.logits(batch).sum().backward()
    gradient = dict(network.named_parameters())["score.bias"].grad
    assert gradient is not None
    legal = np.unique(batch.ids)
    assert (gradient[legal] != 0).all()
    illegal = np.setdiff1d(np.arange(game.actions.size), legal)
    assert (gradient[illegal] == 0).all()


def test_the_trunk_sees_what_is_not_spatial_or_everything(game: Game) -> None:
    first_spatial = min(piece.start for piece in game.observation if piece.spatial)
    assert seen_entries(ROWS, game.observation) == first_spatial
    assert seen_entries(EVERYTHING, game.observation) == seen_entries(PLAIN, game.observation) == game.observation.size


def test_only_the_value_sees_what_is_hidden(game: Game, rows: Rows) -> None:
    network = build_network(PRIVILEGED, game, seed=1)
    batch = encoded(game, network, rows)
    blind = Batch(batch.trunk, batch.features, torch.zeros_like(batch.hidden), batch.ids, batch.offsets)
    logits, values = network.logits_values(batch)
    blind_logits, blind_values = network.logits_values(blind)
    torch.testing.assert_close(logits, blind_logits)
    assert not torch.allclose(values, blind_values)
