"""A sampler's games and open decisions as arrays, and back."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from baobab_training.learning.sampler import Sampler
from baobab_training.learning.trajectory import NONE, PENDING
from baobab_training.trainer import Arrays

_SAMPLER_FIELDS = ("rngs", "num_players", "control", "margins", "last")
_DECISION_FIELDS = ("trunk", "hidden", "choices", "log_probs", "values", "rewards")
_ENTRY_FIELDS = ("features", "ids")


def sampler_arrays(sampler: Sampler) -> Arrays:
    """The games and the decisions whose worth is still open, by name; views, until the next step."""
    decisions = sampler.decisions
    arrays: Arrays = {name: getattr(sampler, name) for name in _SAMPLER_FIELDS}
    arrays["rows"] = sampler.games.rows.view(np.uint8).reshape(len(sampler.games), -1)
    arrays["offsets"] = decisions.offsets[: decisions.count + 1]
    arrays |= {name: getattr(decisions, name)[: decisions.count] for name in _DECISION_FIELDS}
    arrays |= {name: getattr(decisions, name)[: decisions.entries] for name in _ENTRY_FIELDS}
    return arrays


def restore_sampler(sampler: Sampler, arrays: Arrays) -> None:
    """Give a fresh sampler the saved games and pending decisions; kernels trust rows, so they are checked here."""
    rows = arrays["rows"]
    if rows.dtype != np.uint8 or rows.shape != (len(sampler.games), sampler.game.state.itemsize):
        raise ValueError(f"its games have the shape {rows.shape}")
    sampler.games.rows[:] = rows.reshape(-1).view(sampler.game.state)
    for row in sampler.games.rows:
        sampler.game.check(row)
    for name in _SAMPLER_FIELDS:
        fill(getattr(sampler, name), arrays[name], name)
    decisions, offsets = sampler.decisions, arrays["offsets"]
    count, entries = len(offsets) - 1, int(offsets[-1])
    if not 0 <= count < len(decisions.values) or offsets[0] != 0 or (np.diff(offsets) < 1).any():
        raise ValueError("its pending decisions are no decisions")
    decisions.count = 0
    decisions.reserve(entries)
    fill(decisions.offsets[: count + 1], offsets, "offsets")
    for name in _DECISION_FIELDS:
        fill(getattr(decisions, name)[:count], arrays[name], name)
    for name in _ENTRY_FIELDS:
        fill(getattr(decisions, name)[:entries], arrays[name], name)
    if count and ((decisions.choices[:count] < 0) | (decisions.choices[:count] >= np.diff(offsets))).any():
        raise ValueError("its pending decisions chose what was not there")
    if (sampler.last < NONE).any() or (sampler.last >= count).any():
        raise ValueError("its games point to decisions that are not there")
    decisions.following[:count] = PENDING
    decisions.count = count


def fill(target: NDArray[Any], values: NDArray[Any], name: str) -> None:
    """Write saved values into an array; ValueError where they have another shape or type."""
    if target.shape != values.shape or target.dtype != values.dtype:
        raise ValueError(f"{name} is {values.dtype} {values.shape}, not {target.dtype} {target.shape}")
    target[...] = values
