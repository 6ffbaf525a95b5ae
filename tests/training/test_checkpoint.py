import json
import os
import pickle  # noqa: TID251 - to make the hostile file that must be refused
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import safetensors.torch
import torch
from tests.training.small import small_config

from baobab.core.game import Game
from baobab_training.checkpoint import (
    FOLDER_VARIABLE,
    Card,
    CheckpointError,
    find_checkpoint,
    load_checkpoint,
    save_checkpoint,
)
from baobab_training.files import write_atomically
from baobab_training.network import Network, build_network

TABLE = [{"players": 2, "opponent": "greedy", "win_share": 0.75}]


@pytest.fixture
def network(game: Game) -> Network:
    return build_network(small_config().network, game, seed=3)


@pytest.fixture
def path(tmp_path: Path, network: Network, game: Game) -> Path:
    card = Card(small_config(), steps=1234, minutes=5.5, commit="abc", command="baobab train", evaluation=TABLE)
    save_checkpoint(tmp_path / "policy", network, game=game, card=card)
    return tmp_path / "policy"


def change_card(path: Path, **changes: Any) -> None:
    card = path.with_suffix(".json")
    card.write_text(json.dumps({**json.loads(card.read_text()), **changes}))


def change_weights(path: Path, change: Callable[[dict[str, torch.Tensor]], dict[str, torch.Tensor]]) -> None:
    """Write other weights, with a card that owns up to them."""
    import hashlib

    weights = path.with_suffix(".safetensors")
    data = safetensors.torch.save(change(safetensors.torch.load(weights.read_bytes())))
    weights.write_bytes(data)
    change_card(path, weights=hashlib.sha256(data).hexdigest())


def refusal(path: Path) -> str:
    with pytest.raises(CheckpointError) as refused:
        load_checkpoint(path)
    return str(refused.value)


def test_a_checkpoint_gives_back_network_game_and_card(path: Path, network: Network, game: Game) -> None:
    loaded = load_checkpoint(path)
    assert loaded.game is game
    assert loaded.card.config == small_config()
    assert (loaded.card.steps, loaded.card.minutes, loaded.card.commit) == (1234, 5.5, "abc")
    assert loaded.card.evaluation == TABLE
    ours, theirs = network.state_dict(), loaded.network.state_dict()
    assert all(torch.equal(ours[name], theirs[name]) for name in ours)


def test_the_card_says_what_the_policy_needs(path: Path, game: Game) -> None:
    card = json.loads(path.with_suffix(".json").read_text())
    assert (card["game"], card["version"], card["options"], card["players"]) == ("kenya", 0, {"table": 9}, [2, 3])
    assert card["layouts"]["observation"] == game.observation.digest
    assert card["layouts"]["actions"] == game.actions.digest


def test_a_pickle_is_refused_and_never_executed(path: Path, tmp_path: Path) -> None:
    class Bomb:
        def __reduce__(self) -> tuple[Any, ...]:
            return os.mkdir, (str(tmp_path / "exploded"),)

    path.with_suffix(".safetensors").write_bytes(pickle.dumps(Bomb()))
    assert "does not hold the weights" in refusal(path)
    import hashlib

    change_card(path, weights=hashlib.sha256(path.with_suffix(".safetensors").read_bytes()).hexdigest())
    assert "no whole safetensors file" in refusal(path)
    torch.save({"a": Bomb()}, path.with_suffix(".safetensors"))
    change_card(path, weights=hashlib.sha256(path.with_suffix(".safetensors").read_bytes()).hexdigest())
    assert "no whole safetensors file" in refusal(path)
    assert not (tmp_path / "exploded").exists()


def test_truncated_and_flipped_weights_are_refused(path: Path) -> None:
    weights = path.with_suffix(".safetensors")
    data = weights.read_bytes()
    weights.write_bytes(data[:-7])
    assert "does not hold the weights that its card describes" in refusal(path)
    flipped = bytearray(data)
    flipped[-1] ^= 64
    weights.write_bytes(flipped)
    assert "does not hold the weights that its card describes" in refusal(path)
    weights.write_bytes(b"")
    refusal(path)


def test_weights_of_other_names_shapes_types_or_values_are_refused(path: Path) -> None:
    change_weights(path, lambda weights: {**weights, "extra": torch.zeros(1)})
    assert "other weights than its network has: extra" in refusal(path)
    change_weights(path, lambda weights: {name: value for name, value in weights.items() if name != "extra"})
    load_checkpoint(path)
    change_weights(path, lambda weights: {**weights, "key.weight": torch.zeros(3, 3)})
    assert "key.weight is torch.float32 (3, 3), its network needs float32 (16, 16)" in refusal(path)
    change_weights(path, lambda weights: {**weights, "key.weight": torch.zeros(16, 16, dtype=torch.float64)})
    assert "torch.float64" in refusal(path)
    change_weights(path, lambda weights: {**weights, "key.weight": torch.full((16, 16), float("inf"))})
    assert "no finite numbers" in refusal(path)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"game": "chess"}, "no game 'chess'"),
        ({"version": 99}, "was trained for version 99 of kenya, here is 0"),
        ({"options": {"table": 19}}, "table is an odd number of cells from 9 to 17"),
        ({"options": {"tables": 11}}, "no option tables"),
        ({"layouts": {}}, "another layout of observation (None)"),
        ({"format": "baobab-checkpoint/2"}, "no card of the format baobab-checkpoint/1"),
        ({"config": {"ppo": {"epoch": 1}}}, "unknown key ppo.epoch"),
        ({"config": {"network": {"trunk_width": 10**9}}}, "network.trunk_width lies in 1 … 4096"),
        ({"config": {"network": {"trunk_width": 4096, "trunk_layers": 16}}}, "other weights than its network has"),
        ({"steps": "many"}, "'steps' cannot be str"),
        ({"weights": "0" * 64}, "does not hold the weights"),
    ],
)
def test_a_card_that_does_not_fit_is_refused(path: Path, changes: dict[str, Any], message: str) -> None:
    change_card(path, **changes)
    assert message in refusal(path)


@pytest.mark.parametrize("text", ["", "[]", "{", "null", "[" * 100_000, '{"format": "baobab-checkpoint/1"}', "\xff"])
def test_a_card_that_is_none_is_refused(path: Path, text: str) -> None:
    path.with_suffix(".json").write_bytes(text.encode("latin-1"))
    assert str(path) in refusal(path)


def test_a_missing_card_or_an_endless_one_is_refused(path: Path) -> None:
    card = path.with_suffix(".json")
    card.write_bytes(b" " * (1 << 21))
    assert "more than the" in refusal(path)
    card.unlink()
    assert "cannot read" in refusal(path)


def test_names_are_looked_for_in_the_chosen_folder_then_here_then_in_the_package(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen, here = tmp_path / "chosen", tmp_path / "here"
    monkeypatch.setenv(FOLDER_VARIABLE, str(chosen))
    (here / "checkpoints" / "kenya").mkdir(parents=True)
    (chosen / "kenya").mkdir(parents=True)
    monkeypatch.chdir(here)
    with pytest.raises(FileNotFoundError) as missing:
        find_checkpoint("kenya/none")
    text = str(missing.value)
    assert text.index(str(chosen / "kenya")) < text.index("checkpoints/kenya/none.safetensors")
    assert text.count("kenya/none.safetensors") == 4
    for folder in (here / "checkpoints", chosen):
        (folder / "kenya" / "mine.safetensors").write_bytes(b"")
        assert find_checkpoint("kenya/mine").resolve() == folder / "kenya" / "mine"


def test_a_path_is_a_file_with_or_without_its_suffix_or_a_runs_folder(path: Path, tmp_path: Path) -> None:
    for text in (path, f"{path}.safetensors", f"{path}.json", tmp_path):
        assert find_checkpoint(str(text)) == path


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    write_atomically(path, b"first")

    def fail(number: int) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="full"):
        write_atomically(path, b"second")
    assert path.read_bytes() == b"first"
    assert list(tmp_path.iterdir()) == [path]
