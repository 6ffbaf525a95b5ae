"""Observations of `obs_mode="rows"` without their padding, as our networks take them.

B decisions with M legal actions in all (ragged.py), A actions, F features of an action, D entries of an observation.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from baobab.core.jit import jit
from baobab_training.networks import ragged
from baobab_training.networks.network import Batch, Network
from baobab_training.networks.ragged import Offsets

OFFSETS = "offsets"
"""In an observation without padding: `[B + 1]`; `features [M, F]` and `ids [M]` then lie one after another."""

Observation = Mapping[str, torch.Tensor]


def pack(
    ids: NDArray[np.int16], features: NDArray[Any], masks: NDArray[np.bool_] | None, dtype: Any
) -> tuple[NDArray[np.int16], NDArray[Any], Offsets]:
    """`ids [B, A]` and `features [B, A, F]` without their padding and without what `masks [B, A]` forbid.

    `ids [M]`, `features [M, F]` as `dtype`, `offsets [B + 1]`; ValueError where a decision has nothing left.
    """
    allowed = np.ones((0, 0), np.bool_) if masks is None else masks
    offsets = np.zeros(len(ids) + 1, np.int32)
    if _count(ids, allowed, offsets) < len(ids):
        raise ValueError("a decision has no legal action in its observation and its mask")
    entries = int(offsets[-1])
    packed_ids, packed = np.empty(entries, np.int16), np.empty((entries, features.shape[2]), dtype)
    _pack(ids, features, allowed, packed_ids, packed)
    return packed_ids, packed, offsets


def as_batch(observation: Observation, masks: Any, network: Network) -> Batch:
    """An observation, padded or not, as the network takes it; `masks [B, A]` may forbid more."""
    if observation["ids"].device.type != "cpu":
        raise ValueError(f"a network of rows runs on the processor, not on {observation['ids'].device}: device='cpu'")
    trunk = observation["observation"][:, : network.trunk_size].float()
    hidden = torch.empty(len(trunk), 0)
    ids = observation["ids"].numpy()
    if OFFSETS in observation:
        offsets = observation[OFFSETS].numpy()
        return Batch(trunk=trunk, features=observation["features"], hidden=hidden, ids=ids, offsets=offsets)
    size = ids.shape[1]
    allowed = None if masks is None else np.asarray(masks).reshape(len(ids), size).astype(np.bool_)
    ids = ids.astype(np.int16, copy=False)
    packed_ids, features, offsets = pack(ids, observation["features"].numpy(), allowed, np.float32)
    return Batch(trunk=trunk, features=torch.from_numpy(features), hidden=hidden, ids=packed_ids, offsets=offsets)


def draw(logits: torch.Tensor, offsets: Offsets) -> NDArray[np.int32]:
    """A place within each decision `[B]`, from softmax(`logits [M]`) and torch's own generator."""
    choices = np.empty(len(offsets) - 1, np.int32)
    _draw(logits.numpy(), offsets, torch.rand(len(choices), dtype=torch.float64).numpy(), choices)
    return choices


def places(ids: NDArray[np.int16], offsets: Offsets, actions: NDArray[np.int64]) -> NDArray[np.int32]:
    """Where `actions [B]` are among the legal ones of their decisions; ValueError where one is not."""
    found = np.empty(len(actions), np.int32)
    missing = _find(ids, offsets, actions, found)
    if missing >= 0:
        raise ValueError(f"decision {missing}: action {actions[missing]} is not among its legal ones")
    return found


@jit
def _allowed(masks: NDArray[np.bool_], b: int, action: int) -> bool:
    return masks.shape[0] == 0 or bool(masks[b, action])


@jit
def _count(ids: NDArray[np.int16], masks: NDArray[np.bool_], offsets: Offsets) -> int:
    """Fill the offsets; how many decisions have an action."""
    filled = 0
    for b in range(ids.shape[0]):
        count = 0
        for k in range(ids.shape[1]):
            if ids[b, k] < 0:
                break
            if _allowed(masks, b, ids[b, k]):
                count += 1
        offsets[b + 1] = offsets[b] + count
        filled += count > 0
    return filled


@jit
def _pack(
    ids: NDArray[np.int16],
    features: NDArray[Any],
    masks: NDArray[np.bool_],
    packed_ids: NDArray[np.int16],
    packed: NDArray[Any],
) -> None:
    m = 0
    for b in range(ids.shape[0]):
        for k in range(ids.shape[1]):
            if ids[b, k] < 0:
                break
            if _allowed(masks, b, ids[b, k]):
                packed_ids[m] = ids[b, k]
                for f in range(features.shape[2]):
                    packed[m, f] = features[b, k, f]
                m += 1


@jit
def _draw(
    logits: NDArray[np.float32], offsets: Offsets, draws: NDArray[np.float64], choices: NDArray[np.int32]
) -> None:
    for b in range(offsets.shape[0] - 1):
        chosen, _, _ = ragged.draw_entry(logits, offsets[b], offsets[b + 1], draws[b])
        choices[b] = chosen - offsets[b]


@jit
def _find(ids: NDArray[np.int16], offsets: Offsets, actions: NDArray[np.int64], found: NDArray[np.int32]) -> int:
    """Fill the places; the first decision whose action is missing, −1 if none is."""
    for b in range(offsets.shape[0] - 1):
        found[b] = -1
        for m in range(offsets[b], offsets[b + 1]):
            if ids[m] == actions[b]:
                found[b] = m - offsets[b]
                break
        if found[b] < 0:
            return b
    return -1
