"""Checkpoints: a policy's weights and its card in one safetensors file, and the card as JSON beside it.

Nothing is ever unpickled. Loading compares what the card says with the game, the weights with the card, and refuses
with a sentence. Files appear whole or not at all, one after the other: where the card beside the weights is that of
another save, the one inside them counts. A card may be of another version: what its config holds for the training
alone, and means nothing here, is left out.
"""

import hashlib
import json
import os
import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import safetensors.torch
import torch
from safetensors import SafetensorError

from baobab.core.game import Game
from baobab.files import write_atomically
from baobab.registry import load_game
from baobab_training.config import Config, ConfigError, config_to_dict, read_known
from baobab_training.networks.network import Network, build_network

FORMAT = "baobab-checkpoint/1"
FOLDER_VARIABLE = "BAOBAB_CHECKPOINTS"
"""Environment variable that names the folder in which checkpoints are looked for first."""
RUN_NAME = "policy"
"""The checkpoint in a run's folder."""

MAX_CARD_BYTES = 1 << 20
MAX_WEIGHT_BYTES = 1 << 30

_CARD_KEYS: dict[str, tuple[type, ...]] = {
    "format": (str,),
    "game": (str,),
    "version": (int,),
    "options": (dict,),
    "players": (list,),
    "layouts": (dict,),
    "steps": (int,),
    "minutes": (float, int),
    "commit": (str, type(None)),
    "command": (str, type(None)),
    "evaluation": (list,),
    "config": (dict,),
}
_HASH_KEY = "weights"
"""In the card beside the weights: the hash of their whole file."""
_CONTENT_KEY = "tensors"
"""In the card inside them: the hash of all that follows the file's header, which holds that card."""


class CheckpointError(ValueError):
    """A checkpoint that cannot be used; the text is one sentence that says why."""


@dataclass(frozen=True)
class Card:
    """What there is to know of a policy beside its weights."""

    config: Config
    steps: int  # decisions that it learned from
    minutes: float  # that it trained for
    commit: str | None = None  # of the code that trained it
    command: str | None = None  # that trained it
    evaluation: list[dict[str, Any]] = field(default_factory=list)  # rows of the table
    unknown: tuple[str, ...] = ()  # keys that its config has with values of another version, here their defaults


@dataclass(frozen=True)
class Checkpoint:
    """A policy that was loaded, with its game and its card."""

    network: Network
    game: Game
    card: Card


def save_checkpoint(path: Path, network: Network, *, game: Game, card: Card) -> None:
    """Write `<path>.safetensors` and `<path>.json`, each whole or not at all."""
    weights = {name: value.detach().contiguous() for name, value in network.state_dict().items()}
    values = {
        "format": FORMAT,
        "game": game.name,
        "version": game.version,
        "options": game.changed_options(),
        "players": list(card.config.game.players),
        "layouts": layout_digests(game),
        "steps": card.steps,
        "minutes": round(card.minutes, 2),
        "commit": card.commit,
        "command": card.command,
        "evaluation": card.evaluation,
    }
    config = {"config": config_to_dict(card.config)}
    content = {_CONTENT_KEY: _digest(_content(safetensors.torch.save(weights)))}
    inside = json.dumps(values | content | config)
    data = safetensors.torch.save(weights, {"format": FORMAT, "card": inside})
    beside = json.dumps(values | {_HASH_KEY: _digest(data)} | config, indent=2) + "\n"
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path.with_name(path.name + ".safetensors"), data)
    write_atomically(path.with_name(path.name + ".json"), beside.encode())


def load_checkpoint(path: Path) -> Checkpoint:
    """The checkpoint `<path>.safetensors` with its card; CheckpointError says why it is refused."""
    weights_path = path.with_name(path.name + ".safetensors")
    data = read_bytes(weights_path, MAX_WEIGHT_BYTES)
    values, source = _read_card(path, data)
    config, unknown = _read_config(source, values)
    game = _read_game(source, values)
    network = _empty_network(config, game)
    fill_network(network, read_tensors(data, str(weights_path)), name=str(weights_path))
    card = Card(
        config=config,
        steps=values["steps"],
        minutes=float(values["minutes"]),
        commit=values["commit"],
        command=values["command"],
        evaluation=values["evaluation"],
        unknown=unknown,
    )
    return Checkpoint(network, game, card)


def find_checkpoint(name_or_path: str) -> Path:
    """Where a checkpoint lies, without its suffix; FileNotFoundError lists where it was looked for.

    A name is looked for in the folder of `BAOBAB_CHECKPOINTS`, in `./checkpoints` and in the copy that comes with
    the package; a path is a file of the checkpoint, either with or without its suffix, or a run's folder.
    """
    named = Path(name_or_path).expanduser()
    bare = named.with_suffix("") if named.suffix in (".safetensors", ".json") else named
    looked = [bare, named / RUN_NAME]
    if bare == named and named.name and not named.is_absolute():
        looked = [folder / named for folder in checkpoint_folders()] + looked
    looked = [path for path in looked if path.name]  # a folder such as `.` has none
    for path in looked:
        if path.with_name(path.name + ".safetensors").is_file():
            return path
    places = ", ".join(f"{path}.safetensors" for path in looked)
    raise FileNotFoundError(f"there is no checkpoint of that name: looked for {places}")


def checkpoint_folders() -> list[Path]:
    """The folders in which named checkpoints are looked for, in order."""
    chosen = os.environ.get(FOLDER_VARIABLE)
    package = Path(__file__).resolve().parent
    bundled = package / "checkpoints"
    if not bundled.is_dir():  # an editable install: the repository's own
        bundled = package.parents[1] / "checkpoints"
    return ([Path(chosen)] if chosen else []) + [Path("checkpoints"), bundled]


def layout_digests(game: Game) -> dict[str, str]:
    """Hashes of all that a policy's weights depend on."""
    return {
        "observation": game.observation.digest,
        "hidden": game.hidden.digest,
        "features": game.features.digest,
        "actions": game.actions.digest,
    }


def require_game(game: Game, other: Game, *, name: str) -> None:
    """CheckpointError where the policy called `name`, which was made for `other`, cannot play `game`."""
    fault = None if game is other else _game_fault(game, other)
    if fault:
        raise CheckpointError(f"{name} cannot play this game: {fault}")


def read_tensors(data: bytes, name: str) -> dict[str, torch.Tensor]:
    """The tensors of a safetensors file; CheckpointError where it is none."""
    try:
        return safetensors.torch.load(data)
    except (SafetensorError, ValueError, KeyError, RuntimeError, TypeError) as error:
        raise CheckpointError(f"{name} is no whole safetensors file ({error})") from error


def fill_network(network: Network, tensors: Mapping[str, torch.Tensor], *, name: str) -> None:
    """Give the network these weights; CheckpointError where names, shapes, types or values are not what it needs."""
    expected = network.state_dict()
    if set(tensors) != set(expected):
        different = sorted(set(tensors) ^ set(expected))
        raise CheckpointError(f"{name} holds other weights than its network has: {', '.join(different[:5])}")
    for key, tensor in tensors.items():
        if tensor.shape != expected[key].shape or tensor.dtype != torch.float32:
            needed, found = tuple(expected[key].shape), tuple(tensor.shape)
            raise CheckpointError(f"{name}: {key} is {tensor.dtype} {found}, its network needs float32 {needed}")
        if not bool(torch.isfinite(tensor).all()):
            raise CheckpointError(f"{name}: {key} holds values that are no finite numbers")
    network.load_state_dict({key: tensor.clone() for key, tensor in tensors.items()}, assign=True)


def read_bytes(path: Path, limit: int) -> bytes:
    """The file's bytes; CheckpointError where it cannot be read or is longer than `limit`."""
    try:
        size = path.stat().st_size
        if size > limit:
            raise CheckpointError(f"{path} has {size} bytes, more than the {limit} that such a file may have")
        return path.read_bytes()
    except OSError as error:
        raise CheckpointError(f"cannot read {path}: {error.strerror}") from error


def _read_card(path: Path, data: bytes) -> tuple[dict[str, Any], Path]:
    """The card of the weights file's `data`, each value of the right type, and the file that it is from."""
    beside, inside = path.with_name(path.name + ".json"), path.with_name(path.name + ".safetensors")
    refusal = CheckpointError(f"{inside} does not hold the weights that its card describes")
    values: dict[str, Any] = {}
    try:
        values = _parse_card(read_bytes(beside, MAX_CARD_BYTES), beside)
    except CheckpointError as error:
        refusal = error
    if values.get(_HASH_KEY) == _digest(data):
        return _checked_card(values, beside), beside
    card = _card_inside(data)
    if card is None:
        raise refusal
    values = _checked_card(_parse_card(card.encode(), inside), inside)
    if values.get(_CONTENT_KEY) != _digest(_content(data)):
        raise CheckpointError(f"{inside} does not hold the weights that its card describes")
    return values, inside


def _card_inside(data: bytes) -> str | None:
    """The text of the card in the header of a weights file; None where there is none or the file is cut."""
    try:
        metadata = json.loads(data[8 : len(data) - len(_content(data))]).get("__metadata__", {})
    except (ValueError, AttributeError, RecursionError):
        return None
    card = metadata.get("card") if isinstance(metadata, dict) else None
    return card if isinstance(card, str) and len(card) <= MAX_CARD_BYTES else None


def _content(data: bytes) -> bytes:
    """What follows the header of a safetensors file, whose length comes first; nothing where it is cut."""
    return data[8 + struct.unpack("<Q", data[:8])[0] :] if len(data) >= 8 else b""


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _parse_card(data: bytes, path: Path) -> dict[str, Any]:
    try:
        values = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise CheckpointError(f"{path} is no JSON ({error})") from error
    if not isinstance(values, dict):
        raise CheckpointError(f"{path} is no card of the format {FORMAT}")
    return values


def _checked_card(values: dict[str, Any], path: Path) -> dict[str, Any]:
    """The card's values; CheckpointError where one is missing or of the wrong type."""
    if values.get("format") != FORMAT:
        raise CheckpointError(f"{path} is no card of the format {FORMAT}")
    for key, kinds in _CARD_KEYS.items():
        if key not in values:
            raise CheckpointError(f"{path} lacks {key!r}")
        if type(values[key]) not in kinds:
            raise CheckpointError(f"{path}: {key!r} cannot be {type(values[key]).__name__}")
    return values


def _read_config(path: Path, values: dict[str, Any]) -> tuple[Config, tuple[str, ...]]:
    """The card's config, of which the network has to be known here, and the other keys that are not."""
    try:
        return read_known(values["config"], strict="network")
    except ConfigError as error:
        raise CheckpointError(f"{path}: its config cannot be used, {error}") from error


def _read_game(path: Path, values: dict[str, Any]) -> Game:
    """The card's game, if this installation has it with these layouts."""
    try:
        game = load_game(values["game"], **values["options"])
    except (ValueError, TypeError) as error:
        raise CheckpointError(f"{path}: its game cannot be played here, {error}") from error
    if values["version"] != game.version:
        theirs = values["version"]
        raise CheckpointError(f"{path} was trained for version {theirs} of {game.name}, here is {game.version}")
    fault = _digest_fault(values["layouts"], game)
    if fault:
        raise CheckpointError(f"{path}: {fault}")
    return game


def _game_fault(game: Game, other: Game) -> str | None:
    if game.name != other.name:
        return f"it was trained for {other.name}, not {game.name}"
    if game.version != other.version:
        return f"it was trained for version {other.version} of {game.name}, not {game.version}"
    return _digest_fault(layout_digests(other), game)  # with the same layouts it plays by other options too


def _digest_fault(layouts: Mapping[str, Any], game: Game) -> str | None:
    for name, digest in layout_digests(game).items():
        if layouts.get(name) != digest:
            theirs = layouts.get(name)
            return f"it was trained for another layout of {name} ({theirs}) than {game.name} has here ({digest})"
    return None


def _empty_network(config: Config, game: Game) -> Network:
    """The network without its weights, so that a card cannot make it allocate what the weights do not fill."""
    with torch.device("meta"):
        return build_network(config.network, game, seed=None)
