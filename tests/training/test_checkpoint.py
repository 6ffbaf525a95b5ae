import dataclasses
import hashlib
import json
import os
import pickle  # noqa: TID251 - to make the hostile file that must be refused
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import safetensors.torch
import torch
from tests.training.small import small_config

from baobab.core.game import Game
from baobab.files import write_atomically
from baobab.registry import load_game
from baobab_training import checkpoint
from baobab_training.checkpoint import (
    FOLDER_VARIABLE,
    Card,
    CheckpointError,
    find_checkpoint,
    load_checkpoint,
    save_checkpoint,
)
from baobab_training.networks.network import Network, build_network
from baobab_training.search import load_search_bot

TABLE = [{"players": 2, "opponent": "greedy", "win_share": 0.75}]
CONFIG = small_config(game={"players": [2, 3], "options": {"table": 9}})
CARD = Card(CONFIG, steps=1234, minutes=5.5, commit="abc", command="baobab train", evaluation=TABLE)


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game("kenya", table=9)


@pytest.fixture
def network(game: Game) -> Network:
    return build_network(CONFIG.network, game, seed=3)


@pytest.fixture
def path(tmp_path: Path, network: Network, game: Game) -> Path:
    save_checkpoint(tmp_path / "policy", network, game=game, card=CARD)
    return tmp_path / "policy"


@pytest.fixture
def old(path: Path) -> Path:
    """A checkpoint as the first versions wrote it: without a card in the file of the weights."""
    change_weights(path, lambda weights: weights)
    return path


def change_card(path: Path, **changes: Any) -> None:
    card = path.with_suffix(".json")
    card.write_text(json.dumps({**json.loads(card.read_text()), **changes}))


def change_weights(path: Path, change: Callable[[dict[str, torch.Tensor]], dict[str, torch.Tensor]]) -> None:
    """Write other weights, with a card that owns up to them beside them and none inside."""
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
    assert loaded.card == CARD
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
    assert "key.weight is torch.float32 (3, 3), its network needs float32 (8, 8)" in refusal(path)
    change_weights(path, lambda weights: {**weights, "key.weight": torch.zeros(8, 8, dtype=torch.float64)})
    assert "torch.float64" in refusal(path)
    change_weights(path, lambda weights: {**weights, "key.weight": torch.full((8, 8), float("inf"))})
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
        ({"config": {"network": {"colour": 1}}}, "unknown key network.colour"),
        ({"config": {"network": 3}}, "network is a table of keys"),
        ({"config": {"network": {"trunk_width": 10**9}}}, "network.trunk_width lies in 1 … 4096"),
        ({"config": {"network": {"trunk_width": 4096, "trunk_layers": 16}}}, "other weights than its network has"),
        ({"steps": "many"}, "'steps' cannot be str"),
    ],
)
def test_a_card_that_does_not_fit_is_refused(path: Path, changes: dict[str, Any], message: str) -> None:
    change_card(path, **changes)
    assert message in refusal(path)


@pytest.mark.parametrize("text", ["", "[]", "{", "null", "[" * 100_000, '{"format": "baobab-checkpoint/1"}', "\xff"])
def test_a_card_that_is_none_is_refused_where_there_is_none_inside(old: Path, text: str) -> None:
    old.with_suffix(".json").write_bytes(text.encode("latin-1"))
    assert str(old) in refusal(old)


def test_a_missing_card_or_an_endless_one_is_refused_where_there_is_none_inside(old: Path) -> None:
    card = old.with_suffix(".json")
    card.write_bytes(b" " * (1 << 21))
    assert "more than the" in refusal(old)
    card.unlink()
    assert "cannot read" in refusal(old)


def test_a_checkpoint_of_the_first_versions_is_loaded(old: Path) -> None:
    assert load_checkpoint(old).card == CARD


def test_the_card_beside_counts_where_it_describes_these_weights(path: Path) -> None:
    change_card(path, steps=99)
    assert load_checkpoint(path).card.steps == 99


@pytest.mark.parametrize("beside", [None, b"", b"[]", b'{"weights": 3}', b" " * (1 << 21)])
def test_the_card_inside_counts_where_the_one_beside_is_missing_broken_or_of_other_weights(
    path: Path, beside: bytes | None
) -> None:
    card = path.with_suffix(".json")
    if beside is None:
        card.unlink()
    else:
        card.write_bytes(beside)
    assert load_checkpoint(path).card == CARD


@pytest.mark.parametrize("damage", [b'{"format":', b"3", b'{"format": "baobab-checkpoint/2"}'])
def test_a_card_inside_that_is_none_is_refused(path: Path, damage: bytes) -> None:
    path.with_suffix(".json").unlink()
    weights = path.with_suffix(".safetensors")
    data = safetensors.torch.save(safetensors.torch.load(weights.read_bytes()), {"card": damage.decode()})
    weights.write_bytes(data)
    assert str(weights) in refusal(path)


def test_who_reads_while_another_writes_gets_one_whole_save(tmp_path: Path, game: Game) -> None:
    network = build_network(CONFIG.network, game, seed=3)
    path, ended = tmp_path / "policy", threading.Event()

    def write() -> None:
        for steps in range(60):
            with torch.no_grad():
                next(network.parameters()).fill_(steps)
            save_checkpoint(path, network, game=game, card=dataclasses.replace(CARD, steps=steps))
        ended.set()

    save_checkpoint(path, network, game=game, card=CARD)
    writer = threading.Thread(target=write)
    writer.start()
    while not ended.is_set():
        loaded = load_checkpoint(path)
        first = float(next(loaded.network.parameters()).flatten()[0].detach())
        assert loaded.card.steps in (first, CARD.steps)
    writer.join()


def test_a_save_that_is_cut_off_between_its_files_leaves_a_policy_that_can_be_loaded(
    path: Path, network: Network, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop_before_the_card(target: Path, data: bytes) -> None:
        if target.suffix == ".json":
            raise KeyboardInterrupt
        write_atomically(target, data)

    monkeypatch.setattr(checkpoint, "write_atomically", stop_before_the_card)
    with torch.no_grad():
        next(network.parameters()).fill_(0.5)
    with pytest.raises(KeyboardInterrupt):
        save_checkpoint(path, network, game=game, card=dataclasses.replace(CARD, steps=5678))
    loaded = load_checkpoint(path)
    assert loaded.card.steps == 5678
    assert bool((next(loaded.network.parameters()) == 0.5).all())


@pytest.mark.parametrize(
    ("section", "values", "unknown"),
    [
        ("run", {"new": 1}, "run.new"),
        ("run", {"algorithm": "expert_iteration"}, "run.algorithm"),
        ("ppo", {"epochs": 0}, "ppo.epochs"),
        ("ppo", {"epochs": "many"}, "ppo.epochs"),
        ("evaluation", 3, "evaluation"),
        ("expert_iteration", {"trees": 5}, "expert_iteration"),
    ],
)
def test_a_training_value_of_another_version_is_left_out_and_the_policy_can_be_played(
    path: Path, section: str, values: Any, unknown: str
) -> None:
    config = json.loads(path.with_suffix(".json").read_text())["config"]
    config[section] = {**config.get(section, {}), **values} if isinstance(values, dict) else values
    change_card(path, config=config)
    loaded = load_checkpoint(path).card
    assert loaded.unknown == (unknown,)
    assert loaded.config.network == CONFIG.network
    assert loaded.config.ppo.minibatch == CONFIG.ppo.minibatch


@pytest.mark.parametrize(("section", "values"), [("run", {"algorithm": "new"}), ("reward", {"bonus": 2.0})])
def test_a_search_needs_to_know_what_the_values_of_a_policy_mean(path: Path, section: str, values: Any) -> None:
    config = json.loads(path.with_suffix(".json").read_text())["config"]
    change_card(path, config={**config, section: {**config[section], **values}})
    with pytest.raises(CheckpointError, match="not known here"):
        load_search_bot(f"{path}, 10")


@pytest.mark.parametrize("text", ["", ".", "..", "/", "~"])
def test_a_path_without_a_name_is_a_folder(text: str, monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    monkeypatch.chdir(path.parent)
    monkeypatch.setenv("HOME", str(path.parent))
    if text in (".", "", "~"):
        assert find_checkpoint(text).resolve() == path
    else:
        with pytest.raises(FileNotFoundError, match="looked for"):
            find_checkpoint(text)


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
