"""The state of a run in one file, from which it goes on as if it had never stopped.

Tensors hold the network, the optimiser, the opponents, the games in progress and the decisions whose worth is
still open; the counters, the generators and the config are JSON in the file's header. One file, so that a run
killed at any moment finds a state that fits together. Nothing is ever unpickled.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import safetensors.numpy
from safetensors import SafetensorError, safe_open

from baobab.core.game import Game
from baobab.files import write_atomically
from baobab_training.checkpoint import CheckpointError, layout_digests, read_bytes
from baobab_training.config import Config, ConfigError, config_from_dict, config_to_dict
from baobab_training.trainer import Arrays, Trainer, make_trainer

FORMAT = "baobab-run/1"
FILE_NAME = "resume.safetensors"
MAX_BYTES = 1 << 34

_KEYS = ("game", "version", "layouts", "config", "command", "steps", "iterations", "seconds", "content")


def save_run(folder: Path, trainer: Trainer) -> None:
    """Write the run's state, between two iterations, whole or not at all."""
    arrays, values = trainer.saved()
    arrays = {name: np.ascontiguousarray(value).reshape(np.shape(value)) for name, value in arrays.items()}
    header = {
        "format": FORMAT,
        "game": trainer.game.name,
        "version": trainer.game.version,
        "layouts": layout_digests(trainer.game),
        "config": config_to_dict(trainer.config),
        "command": trainer.command,
        "steps": trainer.steps,
        "iterations": trainer.iterations,
        "seconds": trainer.seconds,
        **values,
        "content": _digest(arrays),
    }
    write_atomically(folder / FILE_NAME, safetensors.numpy.save(arrays, {"run": json.dumps(header)}))


def read_run_config(folder: Path) -> tuple[str, Config]:
    """The game's name and the config of the run in this folder; CheckpointError where there is none."""
    header = _read_header(folder / FILE_NAME)
    try:
        return str(header["game"]), config_from_dict(header["config"])
    except (ConfigError, KeyError) as error:
        raise CheckpointError(f"{folder / FILE_NAME} cannot be resumed: {error}") from error


def load_run(folder: Path, config: Config, *, game: Game) -> Trainer:
    """The run of this folder as it was when it was saved, with `config`; CheckpointError where it is not whole."""
    path = folder / FILE_NAME
    header = _read_header(path)
    if (header["game"], header["version"], header["layouts"]) != (game.name, game.version, layout_digests(game)):
        raise CheckpointError(f"{path} is a run of another game, version or layout than {game.id} here")
    try:
        arrays = safetensors.numpy.load(read_bytes(path, MAX_BYTES))
    except (SafetensorError, ValueError) as error:
        raise CheckpointError(f"{path} is no whole safetensors file ({error})") from error
    if _digest(arrays) != header["content"]:
        raise CheckpointError(f"{path} is damaged: its content is not what was written")
    trainer = make_trainer(config, game, command=header["command"])
    try:
        trainer.restore(arrays, header)
        trainer.steps, trainer.iterations = int(header["steps"]), int(header["iterations"])
        trainer.seconds = float(header["seconds"])
    except (KeyError, ValueError, TypeError, IndexError, AssertionError) as error:
        trainer.close()
        raise CheckpointError(f"{path} does not fit its config: {error}") from error
    return trainer


def _read_header(path: Path) -> dict[str, Any]:
    if not path.is_file():
        raise CheckpointError(f"there is no run to resume: {path} does not exist")
    try:
        with safe_open(path, "np") as file:
            header = json.loads((file.metadata() or {})["run"])
    except (SafetensorError, KeyError, ValueError, OSError, RecursionError) as error:
        raise CheckpointError(f"{path} is no whole file of a run ({error})") from error
    if not isinstance(header, dict) or header.get("format") != FORMAT or not all(key in header for key in _KEYS):
        raise CheckpointError(f"{path} is no run of the format {FORMAT}")
    return header


def _digest(arrays: Arrays) -> str:
    digest = hashlib.sha256()
    for name in sorted(arrays):
        digest.update(f"{name}:{arrays[name].dtype}:{arrays[name].shape}\0".encode())
        digest.update(np.ascontiguousarray(arrays[name]).tobytes())
    return digest.hexdigest()
