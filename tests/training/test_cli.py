import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.training.small import small_config

from baobab.bots import load_bot
from baobab_training import cli
from baobab_training.config import ConfigError, config_to_toml, load_config
from baobab_training.resume import FILE_NAME


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "small.toml"
    path.write_text(config_to_toml(small_config()), encoding="utf-8")
    return path


def test_train_leaves_a_policy_its_card_its_config_and_says_how_to_play(
    config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "run"
    code = cli.train(
        ["kenya", "--config", str(config), "--out", str(out), "--run.steps", "600", "--run.tensorboard", "True"]
    )
    assert code == 0
    assert f"baobab play kenya --seats human,{out}/policy" in capsys.readouterr().out
    card = json.loads((out / "policy.json").read_text())
    assert card["steps"] >= 600
    assert [(row["players"], row["opponent"]) for row in card["evaluation"]] == [
        (2, "random"), (2, "greedy"), (3, "random"), (3, "greedy"),
    ]  # fmt: skip
    assert card["command"].startswith("baobab train kenya --config")
    assert load_config(out / "config.toml").run.steps == 600
    assert list((out / "tensorboard").iterdir())
    assert load_bot(out).name == str(out)


def test_a_folder_that_holds_a_run_is_left_alone(config: Path, tmp_path: Path) -> None:
    for _ in range(2):
        cli.train(["kenya", "--config", str(config), "--out", str(tmp_path / "run"), "--run.steps", "1"])
    assert (tmp_path / "run-2" / "policy.safetensors").is_file()


def test_unknown_keys_are_refused(config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.train(["kenya", "--config", str(config), "--out", str(tmp_path / "run"), "--ppo.epoch", "3"])
    assert "--ppo.epoch" in capsys.readouterr().err
    assert not (tmp_path / "run").exists()
    with pytest.raises(ConfigError, match=r"ppo\.epochs lies in"):
        cli.train(["kenya", "--config", str(config), "--out", str(tmp_path / "run"), "--ppo.epochs", "0"])
    with pytest.raises(ValueError, match="no option sides"):
        cli.train(["kenya", "--config", str(config), "--out", str(tmp_path / "run"), "--option", "sides=9"])


def test_a_run_goes_on_with_more_steps_but_not_with_another_network(config: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    cli.train(["kenya", "--config", str(config), "--out", str(out), "--run.steps", "400"])
    with pytest.raises(ConfigError, match=r"not network\.trunk_width"):
        cli.train(["kenya", "--resume", str(out), "--network.trunk-width", "8"])
    assert cli.train(["kenya", "--resume", str(out), "--run.steps", "800"]) == 0
    card = json.loads((out / "policy.json").read_text())
    assert card["steps"] >= 800
    assert "--out" in card["command"]


def test_help_names_the_commands_own_options_and_every_value(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.train(["--help"])
    assert ended.value.code == 0
    text = capsys.readouterr().out
    assert "--resume DIR" in text
    assert "--ppo.learning-rate FLOAT" in text


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_a_run_that_is_stopped_or_killed_goes_on_from_its_last_checkpoint(
    config: Path, tmp_path: Path, number: signal.Signals
) -> None:
    out = tmp_path / "run"
    command = [sys.executable, "-m", "baobab.cli", "train", "kenya"]
    long = ["--config", str(config), "--out", str(out), "--run.steps", "1000000", "--run.checkpoint-seconds", "0"]
    with subprocess.Popen([*command, *long], stdout=subprocess.PIPE, text=True, env=dict(os.environ)) as process:
        deadline = time.monotonic() + 300
        while (steps := saved_steps(out)) < 500:
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.05)
        process.send_signal(number)
        said, _ = process.communicate(timeout=60)
    assert process.returncode == (128 + number if number == signal.SIGINT else -number)
    if number == signal.SIGINT:
        assert f"go on with: baobab train kenya --resume {out}" in said
    reached = saved_steps(out)
    assert reached >= steps
    assert cli.train(["kenya", "--resume", str(out), "--run.steps", str(reached + 100)]) == 0
    assert saved_steps(out) >= reached + 100


def saved_steps(folder: Path) -> int:
    """The decisions after which the run was last saved; 0 before that."""
    path = folder / FILE_NAME
    if not path.exists():
        return 0
    data = path.read_bytes()
    header = json.loads(data[8 : 8 + int.from_bytes(data[:8], "little")])
    return int(json.loads(header["__metadata__"]["run"])["steps"])
