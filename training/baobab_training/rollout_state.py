"""A sampler's games and open decisions as arrays, and back."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from baobab_training.rollout import Sampler
from baobab_training.trainer import Arrays
from baobab_training.trajectory import NONE, PENDING

_SAMPLER_FIELDS = ("rngs", "num_players", "control", "margins", "last")
_DECISION_FIELDS = ("trunk", "hidden", "choices", "log_probs", "values", "rewards")
_ENTRY_FIELDS = ("features", "ids")


def sampler_arrays(sampler: Sampler) -> Arrays:
    """The games and the decisions whose worth is still open, by name; views, until the next step."""
    held = sampler.decisions
    arrays: Arrays = {name: getattr(sampler, name) for name in _SAMPLER_FIELDS}
    arrays["rows"] = sampler.rows.view(np.uint8).reshape(len(sampler.rows), -1)
    arrays["offsets"] = held.offsets[: held.count + 1]
    arrays |= {name: getattr(held, name)[: held.count] for name in _DECISION_FIELDS}
    arrays |= {name: getattr(held, name)[: held.entries] for name in _ENTRY_FIELDS}
    return arrays


def restore_sampler(sampler: Sampler, arrays: Arrays) -> None:
    """Give a fresh sampler the saved games and pending decisions; kernels trust rows, so they are checked here."""
    rows = arrays["rows"]
    if rows.dtype != np.uint8 or rows.shape != (len(sampler.rows), sampler.game.state.itemsize):
        raise ValueError(f"its games have the shape {rows.shape}")
    sampler.rows[:] = rows.reshape(-1).view(sampler.game.state)
    for row in sampler.rows:
        sampler.game.check(row)
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
