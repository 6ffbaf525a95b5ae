import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.training.small import small_config

import baobab.cli
from baobab.bots import load_bot
from baobab_training.commands import train
from baobab_training.config import ConfigError, config_to_toml, load_config
from baobab_training.runs.resume import FILE_NAME
from baobab_training.trainer import TrainingError


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "small.toml"
    path.write_text(config_to_toml(small_config()), encoding="utf-8")
    return path


def test_train_leaves_a_policy_its_card_its_config_and_says_how_to_play(
    config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "run"
    code = train.main(
        ["savernake", "--config", str(config), "--out", str(out), "--run.steps", "600", "--run.tensorboard", "True"]
    )
    assert code == 0
    assert f"baobab play savernake --seats human,{out}/policy" in capsys.readouterr().out
    card = json.loads((out / "policy.json").read_text())
    assert card["steps"] >= 600
    assert [(row["players"], row["opponent"]) for row in card["evaluation"]] == [
        (2, "random"), (2, "greedy"), (3, "random"), (3, "greedy"),
    ]  # fmt: skip
    assert card["command"].startswith("baobab train savernake --config")
    assert load_config(out / "config.toml").run.steps == 600
    assert list((out / "tensorboard").iterdir())
    assert load_bot(out).name == str(out)


def test_a_folder_that_holds_a_run_is_left_alone(config: Path, tmp_path: Path) -> None:
    for _ in range(2):
        train.main(["savernake", "--config", str(config), "--out", str(tmp_path / "run"), "--run.steps", "1"])
    assert (tmp_path / "run-2" / "policy.safetensors").is_file()


def test_unknown_keys_are_refused(config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        train.main(["savernake", "--config", str(config), "--out", str(tmp_path / "run"), "--ppo.epoch", "3"])
    assert "--ppo.epoch" in capsys.readouterr().err
    assert not (tmp_path / "run").exists()
    with pytest.raises(ConfigError, match=r"ppo\.epochs lies in"):
        train.main(["savernake", "--config", str(config), "--out", str(tmp_path / "run"), "--ppo.epochs", "0"])
    with pytest.raises(ValueError, match="no option sides"):
        train.main(["savernake", "--config", str(config), "--out", str(tmp_path / "run"), "--option", "sides=9"])


def test_a_run_goes_on_with_more_steps_but_not_with_another_network(config: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    train.main(["savernake", "--config", str(config), "--out", str(out), "--run.steps", "400"])
    with pytest.raises(ConfigError, match=r"not network\.trunk_width"):
        train.main(["savernake", "--resume", str(out), "--network.trunk-width", "8"])
    assert train.main(["savernake", "--resume", str(out), "--run.steps", "800"]) == 0
    card = json.loads((out / "policy.json").read_text())
    assert card["steps"] >= 800
    assert "--out" in card["command"]


@pytest.mark.parametrize(("game", "rate"), [("savernake", "(default: 60)"), ("kenya", "(default: 64)")])
def test_help_names_the_commands_own_options_and_every_value_with_the_games_default(
    game: str, rate: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        train.main([game, "--help"])
    assert ended.value.code == 0
    text = capsys.readouterr().out
    assert "--resume DIR" in text
    assert "--ppo.learning-rate FLOAT" in text
    described = text[text.index("--ppo.rollout INT") :]
    assert rate in described[: described.index("--ppo.epochs")]


def test_help_needs_no_game(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        train.main(["--help"])
    assert ended.value.code == 0
    assert "--ppo.learning-rate FLOAT" in capsys.readouterr().out


def test_the_folder_may_be_a_dot_or_lie_at_home(
    config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setenv("HOME", str(tmp_path))
    quick = ["--run.steps", "1", "--evaluation.final-games", "0", "--ppo.games", "2", "--ppo.rollout", "4"]
    for out in (".", ".", "~/run"):
        assert train.main(["savernake", "--config", str(config), "--out", out, *quick]) == 0
    for name in ("here", "here-2", "run"):
        assert (tmp_path / name / "policy.safetensors").is_file()
    assert train.main(["savernake", "--resume", "~/run", "--run.steps", "9"]) == 0
    capsys.readouterr()


def test_a_place_that_cannot_be_written_is_refused_before_anything_begins(config: Path, tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"small\.toml"):
        train.main(["savernake", "--config", str(config), "--out", str(config / "run")])


def test_a_run_that_another_process_has_is_refused_until_that_is_killed(config: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    train.main(["savernake", "--config", str(config), "--out", str(out), "--run.steps", "1"])
    hold = f"""
import pathlib, time
from baobab_training.runs.lock import hold_run
with hold_run(pathlib.Path({str(out)!r})):
    print("held", flush=True)
    time.sleep(600)
"""
    with subprocess.Popen([sys.executable, "-c", hold], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        with pytest.raises(TrainingError, match="another process trains in"):
            train.main(["savernake", "--resume", str(out), "--run.steps", "100"])
        process.kill()
    assert train.main(["savernake", "--resume", str(out), "--run.steps", "100"]) == 0


@pytest.mark.parametrize("words", [["train", "savernake"], ["import-sb3", "savernake", "x", "--out", "y"]])
def test_a_command_without_its_extra_says_what_to_install(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in [name for name in sys.modules if name.startswith("baobab_training.")]:
        monkeypatch.delitem(sys.modules, name)
    for name in ("filelock", "pydantic", "sb3_contrib"):
        monkeypatch.setitem(sys.modules, name, None)
    assert baobab.cli.main(words) == 2
    assert f"baobab {words[0]} needs the extra `train` (pip install 'baobab[train]')" in capsys.readouterr().err


def test_without_logs_tensorboard_is_not_needed(
    config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("tensorboard", "torch.utils.tensorboard"):
        monkeypatch.setitem(sys.modules, name, None)
    words = ["train", "savernake", "--config", str(config), "--run.steps", "1", "--evaluation.final-games", "0"]
    assert baobab.cli.main([*words, "--out", str(tmp_path / "without")]) == 0
    assert baobab.cli.main([*words, "--out", str(tmp_path / "with"), "--run.tensorboard", "True"]) == 2
    assert "torch.utils.tensorboard" in capsys.readouterr().err


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_a_run_that_is_stopped_or_killed_goes_on_from_its_last_checkpoint(
    config: Path, tmp_path: Path, number: signal.Signals
) -> None:
    out = tmp_path / "run"
    command = [sys.executable, "-m", "baobab.cli", "train", "savernake"]
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
        assert f"go on with: baobab train savernake --resume {out}" in said
    reached = saved_steps(out)
    assert reached >= steps
    assert train.main(["savernake", "--resume", str(out), "--run.steps", str(reached + 100)]) == 0
    assert saved_steps(out) >= reached + 100


def saved_steps(folder: Path) -> int:
    """The decisions after which the run was last saved; 0 before that."""
    path = folder / FILE_NAME
    if not path.exists():
        return 0
    data = path.read_bytes()
    header = json.loads(data[8 : 8 + int.from_bytes(data[:8], "little")])
    return int(json.loads(header["__metadata__"]["run"])["steps"])
