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
import torch
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open

from baobab.core.game import Game
from baobab_training.checkpoint import (
    CheckpointError,
    fill_network,
    layout_digests,
    read_bytes,
    write_atomically,
)
from baobab_training.config import Config, ConfigError, config_from_dict, config_to_dict
from baobab_training.ppo import Trainer
from baobab_training.rollout import Sampler
from baobab_training.trajectory import NONE, PENDING

FORMAT = "baobab-run/1"
FILE_NAME = "resume.safetensors"
MAX_BYTES = 1 << 34

Arrays = dict[str, NDArray[Any]]

_KEYS = (
    *("game", "version", "layouts", "config", "command", "steps", "iterations", "seconds"),
    *("pool_steps", "generator", "samplers", "content"),
)
_SAMPLER_FIELDS = ("rngs", "num_players", "control", "margins", "last")
_DECISION_FIELDS = ("trunk", "hidden", "choices", "log_probs", "values", "rewards")
_ENTRY_FIELDS = ("features", "ids")


def save_run(folder: Path, trainer: Trainer) -> None:
    """Write the run's state, between two iterations, whole or not at all."""
    arrays: Arrays = {f"network/{name}": value.numpy() for name, value in trainer.network.state_dict().items()}
    for number, state in trainer.optimizer.state_dict()["state"].items():
        arrays |= {f"optimizer/{number}/{key}": value.numpy() for key, value in state.items()}
    for number, weights in enumerate(trainer.pool.weights):
        arrays |= {f"pool/{number}/{name}": value.numpy() for name, value in weights.items()}
    for number, sampler in enumerate(trainer.samplers):
        arrays |= {f"sampler/{number}/{name}": value for name, value in _sampler_arrays(sampler).items()}
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
        "pool_steps": trainer.pool.steps,
        "generator": trainer.generator.bit_generator.state,
        "samplers": [
            {"started": sampler.started, "generator": sampler.generator.bit_generator.state}
            for sampler in trainer.samplers
        ],
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
    trainer = Trainer(config, game, command=header["command"])
    try:
        _restore(trainer, header, arrays)
    except (KeyError, ValueError, TypeError, IndexError, AssertionError) as error:
        trainer.close()
        raise CheckpointError(f"{path} does not fit its config: {error}") from error
    return trainer


def _restore(trainer: Trainer, header: dict[str, Any], arrays: Arrays) -> None:
    tensors = {name: torch.from_numpy(value) for name, value in arrays.items()}
    fill_network(trainer.network, _under(tensors, "network/"), name=FILE_NAME)
    trainer.bind_parameters()
    moments = trainer.optimizer.state_dict()
    moments["state"] = {
        number: state for number in range(len(trainer.parameters)) if (state := _under(tensors, f"optimizer/{number}/"))
    }
    trainer.optimizer.load_state_dict(moments)
    trainer.pool.steps = list(header["pool_steps"])
    trainer.pool.weights = [_under(tensors, f"pool/{number}/") for number in range(len(trainer.pool.steps))]
    trainer.steps, trainer.iterations = int(header["steps"]), int(header["iterations"])
    trainer.seconds = float(header["seconds"])
    trainer.generator.bit_generator.state = header["generator"]
    if len(header["samplers"]) != len(trainer.samplers):
        raise ValueError(f"it has {len(header['samplers'])} workers, not {len(trainer.samplers)}")
    for number, (sampler, kept) in enumerate(zip(trainer.samplers, header["samplers"], strict=True)):
        _restore_sampler(sampler, _under(arrays, f"sampler/{number}/"))
        sampler.started = int(kept["started"])
        sampler.generator.bit_generator.state = kept["generator"]


def _sampler_arrays(sampler: Sampler) -> Arrays:
    held = sampler.decisions
    arrays: Arrays = {name: getattr(sampler, name) for name in _SAMPLER_FIELDS}
    arrays["rows"] = sampler.rows.view(np.uint8).reshape(len(sampler.rows), -1)
    arrays["offsets"] = held.offsets[: held.count + 1]
    arrays |= {name: getattr(held, name)[: held.count] for name in _DECISION_FIELDS}
    arrays |= {name: getattr(held, name)[: held.entries] for name in _ENTRY_FIELDS}
    return arrays


def _restore_sampler(sampler: Sampler, arrays: Arrays) -> None:
    """Give a fresh sampler the saved games and pending decisions; kernels trust rows, so they are checked here."""
    rows = arrays["rows"]
    if rows.dtype != np.uint8 or rows.shape != (len(sampler.rows), sampler.game.state.itemsize):
        raise ValueError(f"its games have the shape {rows.shape}")
    sampler.rows[:] = rows.reshape(-1).view(sampler.game.state)
    for row in sampler.rows:
        sampler.game.check(sampler.game, row)
    for name in _SAMPLER_FIELDS:
        _fill(getattr(sampler, name), arrays[name], name)
    held, offsets = sampler.decisions, arrays["offsets"]
    count, entries = len(offsets) - 1, int(offsets[-1])
    if not 0 <= count < len(held.values) or offsets[0] != 0 or (np.diff(offsets) < 1).any():
        raise ValueError("its pending decisions are no decisions")
    held.count = 0
    held.reserve(entries)
    _fill(held.offsets[: count + 1], offsets, "offsets")
    for name in _DECISION_FIELDS:
        _fill(getattr(held, name)[:count], arrays[name], name)
    for name in _ENTRY_FIELDS:
        _fill(getattr(held, name)[:entries], arrays[name], name)
    if count and ((held.choices[:count] < 0) | (held.choices[:count] >= np.diff(offsets))).any():
        raise ValueError("its pending decisions chose what was not there")
    if (sampler.last < NONE).any() or (sampler.last >= count).any():
        raise ValueError("its games point to decisions that are not there")
    held.following[:count] = PENDING
    held.count = count


def _fill(target: NDArray[Any], values: NDArray[Any], name: str) -> None:
    if target.shape != values.shape or target.dtype != values.dtype:
        raise ValueError(f"{name} is {values.dtype} {values.shape}, not {target.dtype} {target.shape}")
    target[...] = values


def _under(values: dict[str, Any], prefix: str) -> dict[str, Any]:
    return {name.removeprefix(prefix): value for name, value in values.items() if name.startswith(prefix)}


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
