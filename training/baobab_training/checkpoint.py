"""Checkpoints: a policy's weights in safetensors and a JSON card beside them.

Nothing is ever unpickled. Loading compares what the card says with the game, the weights with the card, and
refuses with a sentence. Files appear whole or not at all.
"""

import hashlib
import json
import os
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
from baobab_training.config import Config, ConfigError, config_from_dict, config_to_dict
from baobab_training.network import Network, build_network

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
    "weights": (str,),
    "config": (dict,),
}


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


@dataclass(frozen=True)
class Checkpoint:
    """A policy that was loaded, with its game and its card."""

    network: Network
    game: Game
    card: Card


def save_checkpoint(path: Path, network: Network, *, game: Game, card: Card) -> None:
    """Write `<path>.safetensors` and `<path>.json`, each whole or not at all."""
    weights = {name: value.detach().contiguous() for name, value in network.state_dict().items()}
    data = safetensors.torch.save(weights, {"format": FORMAT})
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
        "weights": hashlib.sha256(data).hexdigest(),
        "config": config_to_dict(card.config),
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path.with_name(path.name + ".safetensors"), data)
    write_atomically(path.with_name(path.name + ".json"), (json.dumps(values, indent=2) + "\n").encode())


def load_checkpoint(path: Path) -> Checkpoint:
    """The checkpoint `<path>.safetensors` with its card; CheckpointError says why it is refused."""
    weights_path = path.with_name(path.name + ".safetensors")
    values = _read_card(path.with_name(path.name + ".json"))
    config, game = _read_game(path, values)
    data = read_bytes(weights_path, MAX_WEIGHT_BYTES)
    if hashlib.sha256(data).hexdigest() != values["weights"]:
        raise CheckpointError(f"{weights_path} does not hold the weights that its card describes")
    network = _empty_network(config, game)
    fill_network(network, read_tensors(data, str(weights_path)), name=str(weights_path))
    card = Card(
        config=config,
        steps=values["steps"],
        minutes=float(values["minutes"]),
        commit=values["commit"],
        command=values["command"],
        evaluation=values["evaluation"],
    )
    return Checkpoint(network, game, card)


def find_checkpoint(name_or_path: str) -> Path:
    """Where a checkpoint lies, without its suffix; FileNotFoundError lists where it was looked for.

    A name is looked for in the folder of `BAOBAB_CHECKPOINTS`, in `./checkpoints` and in the copy that comes with
    the package; a path is a file of the checkpoint, either with or without its suffix, or a run's folder.
    """
    given = Path(name_or_path)
    bare = given.with_suffix("") if given.suffix in (".safetensors", ".json") else given
    looked = [bare, given / RUN_NAME]
    if bare == given and not given.is_absolute():
        looked = [folder / given for folder in checkpoint_folders()] + looked
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
            wanted, given = tuple(expected[key].shape), tuple(tensor.shape)
            raise CheckpointError(f"{name}: {key} is {tensor.dtype} {given}, its network needs float32 {wanted}")
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


def _read_card(path: Path) -> dict[str, Any]:
    """The card's values, each of the right type."""
    data = read_bytes(path, MAX_CARD_BYTES)
    try:
        values = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise CheckpointError(f"{path} is no JSON ({error})") from error
    if not isinstance(values, dict) or values.get("format") != FORMAT:
        raise CheckpointError(f"{path} is no card of the format {FORMAT}")
    for key, kinds in _CARD_KEYS.items():
        if key not in values:
            raise CheckpointError(f"{path} lacks {key!r}")
        if type(values[key]) not in kinds:
            raise CheckpointError(f"{path}: {key!r} cannot be {type(values[key]).__name__}")
    return values


def _read_game(path: Path, values: dict[str, Any]) -> tuple[Config, Game]:
    """The card's config and game, if this installation has that game with these layouts."""
    try:
        config = config_from_dict(values["config"])
        game = load_game(values["game"], **values["options"])
    except ConfigError as error:
        raise CheckpointError(f"{path}: its config cannot be used, {error}") from error
    except (ValueError, TypeError) as error:
        raise CheckpointError(f"{path}: its game cannot be played here, {error}") from error
    if values["version"] != game.version:
        theirs = values["version"]
        raise CheckpointError(f"{path} was trained for version {theirs} of {game.name}, here is {game.version}")
    fault = _digest_fault(values["layouts"], game)
    if fault:
        raise CheckpointError(f"{path}: {fault}")
    game.warm()
    return config, game


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
