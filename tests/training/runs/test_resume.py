from pathlib import Path
from typing import Any

import pytest
import torch
from tests.training.small import small_config

from baobab.core.game import Game
from baobab.registry import load_game
from baobab_training.checkpoint import CheckpointError
from baobab_training.learning.ppo import make_trainer
from baobab_training.learning.self_play import SelfPlayTrainer
from baobab_training.runs.resume import FILE_NAME, load_run, read_run_config, save_run


def saved_run(folder: Path, game: Game, *, iterations: int = 3) -> SelfPlayTrainer[Any, Any]:
    trainer = make_trainer(small_config(), game, command="baobab train savernake")
    for _ in range(iterations):
        trainer.iterate()
    save_run(folder, trainer)
    return trainer


def test_a_run_that_is_resumed_equals_one_that_was_never_stopped_bit_for_bit(tmp_path: Path, game: Game) -> None:
    whole = saved_run(tmp_path, game, iterations=4)
    resumed = load_run(tmp_path, whole.config, game=game)
    assert isinstance(resumed, SelfPlayTrainer)
    assert (resumed.steps, resumed.iterations, resumed.pool.steps) == (whole.steps, whole.iterations, whole.pool.steps)
    assert resumed.command == "baobab train savernake"
    for _ in range(5):
        first, second = whole.iterate(), resumed.iterate()
        told = ("policy_loss", "value_loss", "entropy", "kl", "gradient", "explained_variance", "games")
        assert [first[name] for name in told] == [second[name] for name in told]
    ours, theirs = whole.network.state_dict(), resumed.network.state_dict()
    assert all(torch.equal(ours[name], theirs[name]) for name in ours)
    assert whole.samplers[0].games.rows.tobytes() == resumed.samplers[0].games.rows.tobytes()
    assert whole.pool.steps == resumed.pool.steps


def test_a_run_can_be_resumed_before_its_first_iteration(tmp_path: Path, game: Game) -> None:
    saved_run(tmp_path, game, iterations=0)
    load_run(tmp_path, small_config(), game=game).iterate()


def test_the_config_of_a_run_is_read_without_the_rest(tmp_path: Path, game: Game) -> None:
    saved_run(tmp_path, game, iterations=0)
    assert read_run_config(tmp_path) == ("savernake", small_config())


def test_where_there_is_no_run_it_says_so(tmp_path: Path) -> None:
    with pytest.raises(CheckpointError, match="there is no run to resume"):
        read_run_config(tmp_path)


@pytest.mark.parametrize("damage", ["truncated", "flipped", "pickle", "empty"])
def test_a_damaged_file_is_refused(tmp_path: Path, game: Game, damage: str) -> None:
    saved_run(tmp_path, game, iterations=1)
    path = tmp_path / FILE_NAME
    data = bytearray(path.read_bytes())
    data[-1000] ^= 1
    contents = {"truncated": bytes(data[:-100]), "flipped": bytes(data), "pickle": b"\x80\x04N.", "empty": b""}
    path.write_bytes(contents[damage])
    with pytest.raises(CheckpointError, match=r"no whole|damaged"):
        load_run(tmp_path, small_config(), game=game)


def test_a_run_is_not_resumed_with_another_game_network_or_number_of_workers(tmp_path: Path, game: Game) -> None:
    saved_run(tmp_path, game, iterations=1)
    with pytest.raises(CheckpointError, match="another game, version or layout"):
        load_run(tmp_path, small_config(), game=load_game("nimalia"))
    with pytest.raises(CheckpointError, match="needs float32"):
        load_run(tmp_path, small_config(network={"trunk_width": 8}), game=game)
    with pytest.raises(CheckpointError, match="1 workers, not 2"):
        load_run(tmp_path, small_config(run={"threads": 2}), game=game)
