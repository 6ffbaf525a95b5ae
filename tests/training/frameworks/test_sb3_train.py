"""`baobab train` with MaskablePPO."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from tests.training.small import small_config

from baobab.bots import Bot, RandomBot, load_bot
from baobab.core.game import Game
from baobab_training.commands import train
from baobab_training.config import Config, ConfigError, config_to_toml
from baobab_training.evaluate import evaluate_bots
from baobab_training.frameworks.sb3 import MaskableTrainer
from baobab_training.policy import NetworkBot
from baobab_training.runs.resume import load_run, save_run
from baobab_training.trainer import TrainingError


def maskable_config(**sections: dict[str, Any]) -> Config:
    wanted = {"envs": 8, "n_steps": 16, "batch_size": 64, "n_epochs": 2, **sections.pop("maskable_ppo", {})}
    run = {"algorithm": "maskable_ppo", "steps": 300, **sections.pop("run", {})}
    return small_config(maskable_ppo=wanted, run=run, **sections)


def write(folder: Path, config: Config) -> str:
    path = folder / "maskable.toml"
    path.write_text(config_to_toml(config), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("env", "policy"),
    [
        ("native", "baobab_training.sb3.RowPolicy"),
        ("native", "MlpPolicy"),
        ("dummy", "baobab_training.sb3.RowPolicy"),
        ("subproc", "baobab_training.sb3.RowPolicy"),
    ],
)
def test_train_leaves_a_policy_that_plays(env: str, policy: str, tmp_path: Path) -> None:
    envs = 2 if env == "subproc" else 8
    config = maskable_config(
        run={"steps": 10 * envs, "tensorboard": True},
        maskable_ppo={"env": env, "policy": policy, "envs": envs, "n_steps": 8, "batch_size": 8 * envs},
    )
    out = tmp_path / "run"
    assert train.main(["savernake", "--config", write(tmp_path, config), "--out", str(out)]) == 0
    card = json.loads((out / "policy.json").read_text())
    assert card["steps"] == 16 * envs
    assert card["config"]["network"]["kind"] == ("plain" if policy == "MlpPolicy" else "rows")
    assert [(row["players"], row["opponent"]) for row in card["evaluation"]] == [
        (2, "random"), (2, "greedy"), (3, "random"), (3, "greedy"),
    ]  # fmt: skip
    assert list((out / "tensorboard").iterdir())
    assert load_bot(str(out)).name == str(out)


def test_seconds_of_training_are_enough_to_beat_random(game: Game) -> None:
    wanted = {"envs": 64, "n_steps": 32, "batch_size": 256, "learning_rate": 3e-3}
    trainer = MaskableTrainer(maskable_config(run={"steps": 10**6}, game={"players": [2]}, maskable_ppo=wanted), game)
    metrics: dict[str, float] = {}
    for _ in range(8):
        metrics = trainer.iterate()
    bots: list[Bot] = [NetworkBot(trainer.network, game, name="policy"), RandomBot()]
    won = evaluate_bots(game, bots, players=2, games=200, seed=1).bots[0]
    assert won.win_share_interval[0] > 0.9
    assert {"entropy", "kl", "clipped", "explained_variance", "games", "won", "own_decisions"} <= metrics.keys()
    assert np.isfinite(list(metrics.values())).all()


def test_a_run_with_the_same_seed_is_the_same(game: Game) -> None:
    first, second = (MaskableTrainer(maskable_config(), game) for _ in range(2))
    for _ in range(2):
        one, other = first.iterate(), second.iterate()
        assert {**one, "steps_per_second": 0} == pytest.approx({**other, "steps_per_second": 0}, nan_ok=True)
    assert_same_weights(first, second)


def assert_same_weights(one: MaskableTrainer, other: MaskableTrainer) -> None:
    mine, theirs = one.network.state_dict(), other.network.state_dict()
    assert mine.keys() == theirs.keys()
    assert all(torch.equal(mine[name], theirs[name]) for name in mine)


@pytest.mark.parametrize("policy", ["baobab_training.sb3.RowPolicy", "MlpPolicy"])
def test_a_resumed_run_has_its_weights_and_its_optimiser(game: Game, tmp_path: Path, policy: str) -> None:
    trainer = MaskableTrainer(maskable_config(maskable_ppo={"policy": policy}), game, command="baobab train")
    trainer.iterate()
    save_run(tmp_path, trainer)
    resumed = load_run(tmp_path, trainer.config, game=game)
    assert isinstance(resumed, MaskableTrainer)
    assert (resumed.steps, resumed.iterations, resumed.command) == (128, 1, "baobab train")
    assert resumed.model.num_timesteps == 128
    assert_same_weights(trainer, resumed)
    before = trainer.model.policy.optimizer.state_dict()["state"]
    after = resumed.model.policy.optimizer.state_dict()["state"]
    assert before.keys() == after.keys() != set()
    for number, state in before.items():
        assert all(torch.equal(state[key], after[number][key]) for key in state)
    resumed.iterate()
    assert resumed.steps == 256


def test_a_run_is_not_resumed_with_another_network(game: Game, tmp_path: Path) -> None:
    save_run(tmp_path, MaskableTrainer(maskable_config(), game))
    with pytest.raises(ValueError, match="other weights"):
        load_run(tmp_path, maskable_config(network={"row_width": 4}), game=game)


def test_the_schedules_follow_the_run(game: Game) -> None:
    wanted = {"learning_rate": 1e-3, "learning_rate_end": 0.0, "ent_coef": 0.4, "ent_coef_end": 0.2}
    trainer = MaskableTrainer(maskable_config(run={"steps": 256}, maskable_ppo=wanted), game)
    metrics = [trainer.iterate() for _ in range(2)]
    assert [one["learning_rate"] for one in metrics] == pytest.approx([1e-3, 5e-4])
    assert [one["entropy_weight"] for one in metrics] == pytest.approx([0.4, 0.3])
    assert trainer.model.policy.optimizer.param_groups[0]["lr"] == pytest.approx(5e-4)


def test_a_run_that_diverges_says_so(game: Game) -> None:
    trainer = MaskableTrainer(maskable_config(), game)
    with torch.no_grad():
        next(iter(trainer.model.policy.parameters())).fill_(float("nan"))
    with pytest.raises((TrainingError, ValueError), match=r"diverged|nan"):
        trainer.iterate()


@pytest.mark.parametrize(
    ("sections", "message"),
    [
        ({"maskable_ppo": {"opponents": []}}, "names at least one bot"),
        ({"maskable_ppo": {"envs": 1}}, "at least one for each number of players"),
        ({"maskable_ppo": {"env": "threads"}}, "maskable_ppo.env is one of 'native', 'dummy', 'subproc'"),
        ({"maskable_ppo": {"epochs": 3}}, "unknown key maskable_ppo.epochs"),
        ({"maskable_ppo": {"n_epochs": 0}}, "maskable_ppo.n_epochs lies in"),
        ({"network": {"kind": "plain"}}, "network.kind is 'rows'"),
        ({"network": {"critic": "state"}}, "network.critic is 'observation'"),
        ({"reward": {"win_weight": 0.5}}, "reward.win_weight is 1"),
    ],
)
def test_sections_that_do_not_go_together_are_refused(sections: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        maskable_config(**sections)


def saved_steps(folder: Path) -> int:
    """The decisions after which the policy was last saved; 0 before that."""
    card = folder / "policy.json"
    return int(json.loads(card.read_text())["steps"]) if card.exists() else 0


@pytest.mark.parametrize("env", ["native", "subproc"])
def test_a_run_that_is_stopped_saves_and_goes_on(env: str, tmp_path: Path) -> None:
    config = write(tmp_path, maskable_config(maskable_ppo={"env": env, "envs": 2, "batch_size": 32}))
    out = tmp_path / "run"
    command = [sys.executable, "-m", "baobab.cli", "train", "savernake", "--config", config, "--out", str(out)]
    command += ["--run.steps", "1000000", "--run.checkpoint-seconds", "0"]
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env=environment, start_new_session=True
    ) as process:
        deadline = time.monotonic() + 300
        while saved_steps(out) == 0:
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.1)
        os.killpg(process.pid, signal.SIGINT)  # as Ctrl-C does: the processes of the environments have it too
        said, _ = process.communicate(timeout=60)
    assert process.returncode == 128 + signal.SIGINT
    assert f"go on with: baobab train savernake --resume {out}" in said
    steps = saved_steps(out)
    assert train.main(["savernake", "--resume", str(out), "--run.steps", str(steps + 1)]) == 0
    assert saved_steps(out) > steps
