import numpy as np
import pytest
import torch
from tests.training.small import small_config

from baobab.bots import Bot, RandomBot
from baobab.core.game import Game
from baobab_training.evaluate import evaluate_bots
from baobab_training.learning.ppo import Ppo, Schedule, make_trainer
from baobab_training.policy import NetworkBot
from baobab_training.trainer import TrainingError


def test_some_seconds_of_training_are_enough_to_beat_random(game: Game) -> None:
    ppo = {"games": 32, "rollout": 32, "minibatch": 256, "learning_rate": 3e-3}
    trainer = make_trainer(small_config(run={"steps": 6000}, game={"players": [2]}, ppo=ppo), game)
    while trainer.progress < 1:
        trainer.iterate()
    bots: list[Bot] = [NetworkBot(trainer.network, game, name="learned"), RandomBot()]
    assert evaluate_bots(game, bots, players=2, games=100, seed=3).bots[0].win_share > 0.9


def test_rates_and_weights_go_linearly_from_their_starts_to_their_ends() -> None:
    config = small_config(
        ppo={"learning_rate": 0.01, "learning_rate_end": 0.002, "entropy_start": 0.4, "entropy_end": 0.0}
    )
    start, middle, end = (Ppo(config.ppo).schedule(progress) for progress in (0.0, 0.5, 1.0))
    assert (start.learning_rate, start.entropy_weight) == (0.01, 0.4)
    assert (middle.learning_rate, middle.entropy_weight) == pytest.approx((0.006, 0.2))
    assert (end.learning_rate, end.entropy_weight) == pytest.approx((0.002, 0.0))


def test_a_limit_of_time_drives_the_schedule_as_well(game: Game) -> None:
    trainer = make_trainer(small_config(run={"max_minutes": 2.0}), game)
    trainer.seconds = 90
    assert trainer.progress == 0.75
    trainer.steps = trainer.config.run.steps * 2
    assert trainer.progress == 1


def test_several_workers_share_the_games_and_repeat_themselves_bit_for_bit(game: Game) -> None:
    weights = []
    for _ in range(2):
        trainer = make_trainer(small_config(run={"threads": 3}), game)
        assert [len(sampler.games) for sampler in trainer.samplers] == [4, 4, 4]
        for _ in range(4):
            trainer.iterate()
        weights.append(trainer.network.state_dict())
        trainer.close()
    assert all(torch.equal(weights[0][name], weights[1][name]) for name in weights[0])


def test_the_workers_gradients_add_up_to_that_of_the_whole_minibatch(game: Game) -> None:
    trainer = make_trainer(small_config(run={"threads": 2}), game)
    ppo, schedule = trainer.algorithm, Schedule(learning_rate=0.001, entropy_weight=0.1)
    trainer.play(schedule)
    decisions = [sampler.decisions for sampler in trainer.samplers]
    finished = [one.finished() for one in decisions]
    parts = [index[:20] for index in finished]
    targets = ppo.targets(decisions, finished)
    losses = [
        ppo.loss(trainer.network, one, part, target, schedule)[0]
        for one, part, target in zip(decisions, parts, targets, strict=True)
    ]
    expected = torch.autograd.grad(sum(losses[1:], losses[0]) / 40, trainer.parameters)
    trainer._gradient_step(parts, targets, schedule)
    norm = float(torch.cat([gradient.flatten() for gradient in expected]).norm())
    cut = min(1.0, trainer.config.ppo.max_gradient / norm)
    for parameter, gradient in zip(trainer.parameters, expected, strict=True):
        assert parameter.grad is not None
        torch.testing.assert_close(parameter.grad, gradient * cut, atol=1e-6, rtol=1e-3)
    trainer.close()


def test_an_update_stops_where_the_policy_moved_too_far(game: Game) -> None:
    config = small_config(ppo={"epochs": 9, "target_kl": 1e-9, "learning_rate": 0.01})
    assert make_trainer(config, game).iterate()["passes"] == 1


def test_a_run_that_diverges_says_so(game: Game) -> None:
    trainer = make_trainer(small_config(), game)
    with torch.no_grad():
        trainer.parameters[0].fill_(float("nan"))
    trainer.samplers[0].decisions.values[:] = 0
    with pytest.raises(TrainingError, match="diverged after 0 decisions"):
        trainer.iterate()


def test_impossible_numbers_of_players_are_refused(game: Game) -> None:
    with pytest.raises(ValueError, match="2 to 4 players, not num_players=5"):
        make_trainer(small_config(game={"players": [2, 5]}), game)


@pytest.mark.parametrize("network", [{"kind": "plain", "plain_layers": [16]}, {"critic": "state"}])
def test_the_other_networks_are_trained_as_well(game: Game, network: dict[str, object]) -> None:
    trainer = make_trainer(small_config(network=network), game)
    before = {name: value.clone() for name, value in trainer.network.state_dict().items()}
    trainer.iterate()
    after = trainer.network.state_dict()
    assert all(not torch.equal(before[name], after[name]) for name in before)


def test_snapshots_are_taken_as_often_as_the_config_says_and_play(game: Game) -> None:
    trainer = make_trainer(small_config(opponents={"snapshot_share": 1.0}), game)
    for _ in range(6):
        assert trainer.iterate()["steps_per_second"] > 0
    assert len(trainer.pool.steps) == 3  # as many as the pool holds
    assert np.diff(trainer.pool.steps).min() > 0
    assert any((sampler.control > 0).any() for sampler in trainer.samplers)


@pytest.mark.filterwarnings("error")
def test_a_rollout_in_which_no_decision_is_finished_teaches_nothing_and_has_no_figures(game: Game) -> None:
    trainer = make_trainer(small_config(game={"players": [2]}, ppo={"games": 1, "rollout": 1}), game)
    before = {name: value.clone() for name, value in trainer.network.state_dict().items()}
    metrics = trainer.iterate()
    assert trainer.samplers[0].decisions.count == 1  # it waits for what follows
    assert all(torch.equal(before[name], value) for name, value in trainer.network.state_dict().items())
    assert np.isfinite(list(metrics.values())).all()
    assert not {"policy_loss", "entropy", "kl", "explained_variance", "game_length", "against_others"} & metrics.keys()
    for _ in range(6):
        metrics = trainer.iterate()
        assert np.isfinite(list(metrics.values())).all()
    assert "entropy" in metrics
