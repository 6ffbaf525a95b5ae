from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from tests.training.small import small_config

from baobab.bots import Bot, RandomBot
from baobab.core.game import Game
from baobab_training.config import Config, ConfigError
from baobab_training.evaluate import evaluate_bots
from baobab_training.learning.dmc import make_trainer, real_returns
from baobab_training.learning.self_play import SelfPlayTrainer, Targets
from baobab_training.learning.trajectory import END
from baobab_training.networks import ragged
from baobab_training.policy import NetworkBot, load_checkpoint_bot
from baobab_training.runs.resume import load_run, save_run
from baobab_training.runs.run import run_training


def dmc_config(**sections: dict[str, Any]) -> Config:
    run = {"algorithm": "dmc", **sections.pop("run", {})}
    dmc = {"games": 12, "minibatch": 256, **sections.pop("dmc", {})}
    return small_config(run=run, dmc=dmc, **sections)


def test_some_seconds_of_deep_monte_carlo_are_enough_to_beat_random(game: Game) -> None:
    dmc = {"games": 16, "minibatch": 128, "learning_rate": 3e-3}
    trainer = make_trainer(dmc_config(run={"steps": 4000}, game={"players": [2]}, dmc=dmc), game)
    while trainer.progress < 1:
        trainer.iterate()
    bots: list[Bot] = [NetworkBot(trainer.network, game, name="learned"), RandomBot()]
    assert evaluate_bots(game, bots, players=2, games=100, seed=3).bots[0].win_share > 0.9


def test_a_batch_is_whole_games_and_their_returns_are_what_the_seats_won_from_there(game: Game) -> None:
    trainer = make_trainer(
        dmc_config(game={"players": [2]}, reward={"kind": "win"}, opponents={"snapshot_share": 0}), game
    )
    (sampler,) = trainer.samplers
    sampler.play_out(trainer.network, [], epsilon=0.5)
    decisions = sampler.decisions
    assert (decisions.following[: decisions.count] == END).sum() == 2 * len(
        sampler.games
    )  # a last decision for every seat
    _, ranks = sampler.games.results()
    won = (ranks[:, :2] == 1).sum(axis=1) == 1
    returns = real_returns(decisions, gamma=1.0)
    assert set(np.unique(returns)) <= {-1.0, 0.0, 1.0}
    assert set(np.unique(returns)) >= ({-1.0, 1.0} if won.any() else {0.0})
    for k in range(decisions.count):  # a win comes at the end, so all decisions of a seat's game are worth the same
        assert decisions.following[k] == END or returns[k] == returns[decisions.following[k]]


def test_returns_are_discounted_from_one_decision_of_a_seat_to_its_next(game: Game) -> None:
    trainer = make_trainer(dmc_config(), game)
    decisions = trainer.samplers[0].decisions
    decisions.count = 4
    decisions.rewards[:4] = [1.0, 10.0, 4.0, 8.0]
    decisions.following[:4] = [2, 3, END, END]  # two seats, whose decisions alternate
    np.testing.assert_array_equal(real_returns(decisions, gamma=0.5), [3.0, 14.0, 4.0, 8.0])


def test_exploration_leaves_so_many_choices_as_they_are_and_draws_the_others_evenly() -> None:
    count, legal = 4000, 5
    offsets = np.arange(0, legal * count + 1, legal, dtype=np.int32)
    rngs = np.random.default_rng(1).integers(1, 2**31, (count, 4))
    choices = np.full(count, 2, np.int32)
    ragged.explore(0.5, offsets, rngs, choices)
    shares = np.bincount(choices, minlength=legal) / count
    np.testing.assert_allclose(shares, [0.1, 0.1, 0.6, 0.1, 0.1], atol=0.03)
    choices[:] = 2
    ragged.explore(0.0, offsets, rngs, choices)
    assert (choices == 2).all()


def test_the_loss_is_least_where_value_and_score_together_are_the_return(game: Game) -> None:
    trainer = make_trainer(dmc_config(), game)
    (sampler,) = trainer.samplers
    sampler.play_out(trainer.network, [], epsilon=0.5)
    decisions, index = sampler.decisions, np.arange(50, dtype=np.int32)
    with torch.no_grad():
        for parameter in trainer.network.parameters():
            parameter.zero_()
    dmc, schedule = trainer.algorithm, trainer.algorithm.schedule(0.0)
    three, zero = (Targets(returns=np.full(decisions.count, value, np.float32)) for value in (3.0, 0.0))
    loss, apart = dmc.loss(trainer.network, decisions, index, three, schedule)
    assert loss.item() == pytest.approx(2 * 50 * 9 / 2) == apart.sum()  # V and A are both 3 too low
    assert dmc.loss(trainer.network, decisions, index, zero, schedule)[0].item() == 0


def test_rates_go_linearly_from_their_starts_to_their_ends(game: Game) -> None:
    config = dmc_config(
        dmc={"epsilon_start": 0.4, "epsilon_end": 0.0, "learning_rate": 0.01, "learning_rate_end": 0.002}
    )
    dmc = make_trainer(config, game).algorithm
    start, middle = dmc.schedule(0.0), dmc.schedule(0.5)
    assert (start.epsilon, start.learning_rate) == (0.4, 0.01)
    assert (middle.epsilon, middle.learning_rate) == pytest.approx((0.2, 0.006))


def test_several_workers_repeat_themselves_bit_for_bit(game: Game) -> None:
    weights = []
    for _ in range(2):
        trainer = make_trainer(dmc_config(run={"threads": 3}), game)
        for _ in range(3):
            trainer.iterate()
        weights.append(trainer.network.state_dict())
        trainer.close()
    assert all(torch.equal(weights[0][name], weights[1][name]) for name in weights[0])


def test_a_saved_run_goes_on_as_if_it_had_never_stopped(game: Game, tmp_path: Path) -> None:
    config = dmc_config(opponents={"snapshot_every": 500, "snapshot_share": 0.5})
    whole = make_trainer(config, game)
    for _ in range(2):
        whole.iterate()
    save_run(tmp_path, whole)
    again = load_run(tmp_path, config, game=game)
    assert isinstance(again, SelfPlayTrainer)
    for trainer in (whole, again):
        trainer.iterate()
    assert (again.steps, again.iterations) == (whole.steps, whole.iterations)
    for name, value in whole.network.state_dict().items():
        assert torch.equal(value, again.network.state_dict()[name])


def test_its_checkpoints_are_bots_and_some_are_kept_on_the_way(game: Game, tmp_path: Path) -> None:
    config = dmc_config(run={"steps": 4000, "keep_every": 1000}, evaluation={"final_games": 0})
    trainer = make_trainer(config, game)
    assert run_training(trainer, tmp_path)
    kept = sorted(path.stem for path in tmp_path.glob("policy-*.safetensors"))
    assert len(kept) >= 2
    for name in ("policy", *kept):
        bot = load_checkpoint_bot(str(tmp_path / name))
        assert evaluate_bots(game, [bot, RandomBot()], players=2, games=4, seed=1).games == 4


def test_fewer_games_than_workers_are_refused() -> None:
    with pytest.raises(ConfigError, match=r"dmc\.games is at least run\.threads = 3, not 2"):
        dmc_config(run={"threads": 3}, dmc={"games": 2})
