"""Operations on ragged batches: B decisions, each with its own number of legal actions, M in all.

Decision b has the entries offsets[b] … offsets[b + 1] − 1 of every array `[M, …]`. Compiled loops do the work
(on a processor they cost a fraction of masked dense tensors), and each that training differentiates has its
gradient written beside it.
"""

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from baobab.core.jit import jit
from baobab.core.rng import unit

Offsets = NDArray[np.int32]
"""`[B + 1]`, ascending from 0 to M; no decision is empty unless a function says that it may be."""

TIE = 1e-4
"""Logits that differ by less are equal to `argmax`: alike actions have alike logits up to rounding, and the rounding
of a matrix product depends on what else is in the batch."""


# --- Differentiable ---------------------------------------------------------------------------------------


def pool(rows: torch.Tensor, offsets: Offsets) -> torch.Tensor:
    """Mean and maximum over each decision's `rows [M, E]`, side by side: `[B, 2 E]`."""
    pooled: torch.Tensor = _Pool.apply(rows, offsets)  # type: ignore[no-untyped-call]
    return pooled


def add_relu(rows: torch.Tensor, shared: torch.Tensor, offsets: Offsets) -> torch.Tensor:
    """`relu(rows [M, E] + shared [B, E])`, each decision's vector added to all of its rows: `[M, E]`."""
    hidden: torch.Tensor = _AddRelu.apply(rows, shared, offsets)  # type: ignore[no-untyped-call]
    return hidden


def log_prob_entropy(
    logits: torch.Tensor, offsets: Offsets, choices: NDArray[np.int32]
) -> tuple[torch.Tensor, torch.Tensor]:
    """Log-probability of `choices [B]` (places within their decisions) and entropy, `[B]` each, of softmax(logits)."""
    log_prob, entropy = _LogProbEntropy.apply(logits, offsets, choices)  # type: ignore[no-untyped-call]
    return log_prob, entropy


def sparse_linear(inputs: torch.Tensor, weight: torch.Tensor, factor: torch.Tensor) -> torch.Tensor:
    """`(inputs [B, D] · factor [D]) @ weight [D, W]` for inputs that are mostly 0; only the weight gets a gradient."""
    result: torch.Tensor = _SparseLinear.apply(inputs, weight, factor)  # type: ignore[no-untyped-call]
    return result


class _SparseLinear(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, inputs: torch.Tensor, weight: torch.Tensor, factor: torch.Tensor) -> torch.Tensor:
        result = torch.zeros(len(inputs), weight.shape[1])
        _sparse_linear(inputs.numpy(), weight.detach().numpy(), factor.numpy(), result.numpy())
        ctx.save_for_backward(inputs, factor)
        return result

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> tuple[None, torch.Tensor, None]:
        inputs, factor = ctx.saved_tensors
        grad = grads[0].contiguous()
        result = torch.zeros(inputs.shape[1], grad.shape[1])
        _sparse_linear_backward(grad.numpy(), inputs.numpy(), factor.numpy(), result.numpy())
        return None, result, None


class _Pool(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, rows: torch.Tensor, offsets: Offsets) -> torch.Tensor:
        count, width = len(offsets) - 1, rows.shape[1]
        mean, top = torch.empty(count, width), torch.empty(count, width)
        places = np.empty((count, width), np.int32)
        _pool(rows.numpy(), offsets, mean.numpy(), top.numpy(), places)
        ctx.places, ctx.offsets = places, offsets
        return torch.cat((mean, top), 1)

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> tuple[torch.Tensor, None]:
        grad = grads[0].contiguous()
        result = torch.empty(int(ctx.offsets[-1]), grad.shape[1] // 2)
        _pool_backward(grad.numpy(), ctx.offsets, ctx.places, result.numpy())
        return result, None


class _AddRelu(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, rows: torch.Tensor, shared: torch.Tensor, offsets: Offsets) -> torch.Tensor:
        hidden = torch.empty_like(rows)
        _add_relu(rows.numpy(), shared.numpy(), offsets, hidden.numpy())
        ctx.save_for_backward(hidden)
        ctx.offsets = offsets
        return hidden

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, None]:
        (hidden,) = ctx.saved_tensors
        grad = grads[0].contiguous()
        rows = torch.empty_like(hidden)
        shared = torch.empty(len(ctx.offsets) - 1, hidden.shape[1])
        _add_relu_backward(grad.numpy(), hidden.numpy(), ctx.offsets, rows.numpy(), shared.numpy())
        return rows, shared, None


class _LogProbEntropy(torch.autograd.Function):
    @staticmethod
    def forward(
        ctx: Any, logits: torch.Tensor, offsets: Offsets, choices: NDArray[np.int32]
    ) -> tuple[torch.Tensor, torch.Tensor]:
        log_probs = torch.empty_like(logits)
        chosen = torch.empty(len(choices))
        entropy = torch.empty(len(choices))
        _log_softmax(logits.numpy(), offsets, choices, log_probs.numpy(), chosen.numpy(), entropy.numpy())
        ctx.save_for_backward(log_probs, entropy)
        ctx.offsets, ctx.choices = offsets, choices
        return chosen, entropy

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> tuple[torch.Tensor, None, None]:
        log_probs, entropy = ctx.saved_tensors
        of_chosen, of_entropy = grads[0].contiguous(), grads[1].contiguous()
        result = torch.empty_like(log_probs)
        _log_softmax_backward(
            log_probs.numpy(),
            entropy.numpy(),
            ctx.offsets,
            ctx.choices,
            of_chosen.numpy(),
            of_entropy.numpy(),
            result.numpy(),
        )
        return result, None, None


# --- Compiled ---------------------------------------------------------------------------------------------


@jit
def _highest(logits: NDArray[np.float32], start: int, end: int) -> int:
    best = start
    for m in range(start + 1, end):
        if logits[m] > logits[best]:
            best = m
    return best


@jit
def draw_entry(logits: NDArray[np.float32], start: int, end: int, draw: float) -> tuple[int, int, float]:
    """The entry of `start … end − 1` that `draw`, in 0 … 1, takes of softmax(`logits [M]`).

    Also the likeliest, and the sum of all exp(logit − that one's).
    """
    top = _highest(logits, start, end)
    total = 0.0
    for m in range(start, end):
        total += np.exp(np.float64(logits[m] - logits[top]))
    left = draw * total
    chosen = top  # what rounding leaves over goes to the likeliest
    for m in range(start, end):
        left -= np.exp(np.float64(logits[m] - logits[top]))
        if left < 0.0:
            chosen = m
            break
    return chosen, top, total


@jit
def sample(
    logits: NDArray[np.float32],
    offsets: Offsets,
    rngs: NDArray[np.int64],
    choices: NDArray[np.int32],
    log_probs: NDArray[np.float32],
) -> None:
    """Draw a place within each decision from softmax(`logits [M]`) by `rngs [B, 4]`, and its log-probability."""
    for b in range(offsets.shape[0] - 1):
        chosen, top, total = draw_entry(logits, offsets[b], offsets[b + 1], unit(rngs[b]))
        choices[b] = chosen - offsets[b]
        log_probs[b] = logits[chosen] - logits[top] - np.log(total)


@jit
def softmax(logits: NDArray[np.float32], offsets: Offsets, probabilities: NDArray[np.float32]) -> None:
    """Write each decision's probabilities `[M]` from its logits `[M]`."""
    for decision in range(offsets.shape[0] - 1):
        start, end = offsets[decision], offsets[decision + 1]
        highest = logits[_highest(logits, start, end)]
        total = 0.0
        for entry in range(start, end):
            probabilities[entry] = np.exp(logits[entry] - highest)
            total += probabilities[entry]
        for entry in range(start, end):
            probabilities[entry] /= total


@jit
def argmax(logits: NDArray[np.float32], ids: NDArray[np.int16], offsets: Offsets, choices: NDArray[np.int32]) -> None:
    """The place of the highest logit within each decision; of those as good as equal that with the lowest action id."""
    for b in range(offsets.shape[0] - 1):
        best = _highest(logits, offsets[b], offsets[b + 1])
        least = logits[best] - TIE
        for m in range(offsets[b], offsets[b + 1]):
            if logits[m] >= least and ids[m] < ids[best]:
                best = m
        choices[b] = best - offsets[b]


@jit
def explore(epsilon: float, offsets: Offsets, rngs: NDArray[np.int64], choices: NDArray[np.int32]) -> None:
    """With the probability `epsilon`, put a place drawn by `rngs [B, 4]` in place of a decision's choice."""
    for b in range(offsets.shape[0] - 1):
        if unit(rngs[b]) < epsilon:
            choices[b] = int(unit(rngs[b]) * (offsets[b + 1] - offsets[b]))


@jit
def picked(ids: NDArray[np.int16], offsets: Offsets, choices: NDArray[np.int32], actions: NDArray[np.int32]) -> None:
    """The action ids `[B]` of `choices [B]`."""
    for b in range(offsets.shape[0] - 1):
        actions[b] = ids[offsets[b] + choices[b]]


@jit
def gathered_offsets(offsets: Offsets, index: NDArray[np.int32], result: Offsets) -> int:
    """The offsets `[K + 1]` of the decisions `index [K]` laid one after another; their entries' number."""
    end = 0
    result[0] = 0
    for k in range(index.shape[0]):
        end += offsets[index[k] + 1] - offsets[index[k]]
        result[k + 1] = end
    return end


@jit
def gather_segments(
    values: NDArray[Any], offsets: Offsets, index: NDArray[np.int32], result_offsets: Offsets, result: NDArray[Any]
) -> None:
    """Copy the entries `values [M, F]` of the decisions `index [K]` into `result`, as its type."""
    for k in range(index.shape[0]):
        shift = offsets[index[k]] - result_offsets[k]
        for m in range(result_offsets[k], result_offsets[k + 1]):
            for f in range(values.shape[1]):
                result[m, f] = values[m + shift, f]


@jit
def gather_rows(values: NDArray[Any], index: NDArray[np.int32], result: NDArray[Any]) -> None:
    """Copy the rows `index [K]` of `values [·, G]` into `result [K, G]`, as its type."""
    for k in range(index.shape[0]):
        row = index[k]
        for g in range(values.shape[1]):
            result[k, g] = values[row, g]


@jit
def flat_places(offsets: Offsets, ids: NDArray[np.int16], num_actions: int, places: NDArray[np.int64]) -> None:
    """Where each legal action `ids [M]` lies in a flattened `[B, A]` array."""
    for b in range(offsets.shape[0] - 1):
        for m in range(offsets[b], offsets[b + 1]):
            places[m] = b * num_actions + int(ids[m])


@jit
def _sparse_linear(
    inputs: NDArray[np.float32], weight: NDArray[np.float32], factor: NDArray[np.float32], result: NDArray[np.float32]
) -> None:
    for b in range(inputs.shape[0]):
        for d in range(inputs.shape[1]):
            if inputs[b, d] != 0:
                value = inputs[b, d] * factor[d]
                for w in range(result.shape[1]):
                    result[b, w] += value * weight[d, w]


@jit
def _sparse_linear_backward(
    grad: NDArray[np.float32], inputs: NDArray[np.float32], factor: NDArray[np.float32], result: NDArray[np.float32]
) -> None:
    for b in range(inputs.shape[0]):
        for d in range(inputs.shape[1]):
            if inputs[b, d] != 0:
                value = inputs[b, d] * factor[d]
                for w in range(grad.shape[1]):
                    result[d, w] += value * grad[b, w]


@jit
def _pool(
    rows: NDArray[np.float32],
    offsets: Offsets,
    mean: NDArray[np.float32],
    top: NDArray[np.float32],
    places: NDArray[np.int32],
) -> None:
    # One simple loop for each array written: only such loops become vector instructions.
    width = rows.shape[1]
    for b in range(offsets.shape[0] - 1):
        start, end = offsets[b], offsets[b + 1]
        for e in range(width):
            mean[b, e] = rows[start, e]
        for e in range(width):
            top[b, e] = rows[start, e]
        for e in range(width):
            places[b, e] = start
        for m in range(start + 1, end):
            for e in range(width):
                mean[b, e] += rows[m, e]
            for e in range(width):
                places[b, e] = m if rows[m, e] > top[b, e] else places[b, e]
            for e in range(width):
                value, highest = rows[m, e], top[b, e]
                top[b, e] = value if value > highest else highest
        share = np.float32(1.0) / np.float32(end - start)
        for e in range(width):
            mean[b, e] *= share


@jit
def _pool_backward(
    grad: NDArray[np.float32], offsets: Offsets, places: NDArray[np.int32], result: NDArray[np.float32]
) -> None:
    width = result.shape[1]
    for b in range(offsets.shape[0] - 1):
        start, end = offsets[b], offsets[b + 1]
        share = np.float32(1.0) / np.float32(end - start)
        for m in range(start, end):
            for e in range(width):
                result[m, e] = grad[b, e] * share
        for e in range(width):
            result[places[b, e], e] += grad[b, width + e]


@jit
def _add_relu(
    rows: NDArray[np.float32], shared: NDArray[np.float32], offsets: Offsets, hidden: NDArray[np.float32]
) -> None:
    zero = np.float32(0.0)
    for b in range(offsets.shape[0] - 1):
        for m in range(offsets[b], offsets[b + 1]):
            for e in range(rows.shape[1]):
                value = rows[m, e] + shared[b, e]
                hidden[m, e] = value if value > zero else zero


@jit
def _add_relu_backward(
    grad: NDArray[np.float32],
    hidden: NDArray[np.float32],
    offsets: Offsets,
    rows: NDArray[np.float32],
    shared: NDArray[np.float32],
) -> None:
    zero = np.float32(0.0)
    for b in range(offsets.shape[0] - 1):
        for e in range(rows.shape[1]):
            shared[b, e] = zero
        for m in range(offsets[b], offsets[b + 1]):
            for e in range(rows.shape[1]):
                rows[m, e] = grad[m, e] if hidden[m, e] > zero else zero
            for e in range(rows.shape[1]):
                shared[b, e] += rows[m, e]


@jit
def _log_softmax(
    logits: NDArray[np.float32],
    offsets: Offsets,
    choices: NDArray[np.int32],
    log_probs: NDArray[np.float32],
    chosen: NDArray[np.float32],
    entropy: NDArray[np.float32],
) -> None:
    for b in range(offsets.shape[0] - 1):
        start, end = offsets[b], offsets[b + 1]
        top = logits[_highest(logits, start, end)]
        total = np.float32(0.0)
        moment = np.float32(0.0)  # Σ exp(x) · x, from which the entropy follows without a second pass
        for m in range(start, end):
            value = logits[m] - top
            weight = np.exp(value)
            total += weight
            moment += weight * value
        norm = np.log(total)
        for m in range(start, end):
            log_probs[m] = logits[m] - top - norm
        chosen[b] = log_probs[start + choices[b]]
        entropy[b] = norm - moment / total


@jit
def _log_softmax_backward(
    log_probs: NDArray[np.float32],
    entropy: NDArray[np.float32],
    offsets: Offsets,
    choices: NDArray[np.int32],
    of_chosen: NDArray[np.float32],
    of_entropy: NDArray[np.float32],
    result: NDArray[np.float32],
) -> None:
    for b in range(offsets.shape[0] - 1):
        for m in range(offsets[b], offsets[b + 1]):
            value = log_probs[m]
            result[m] = -np.exp(value) * (of_chosen[b] + of_entropy[b] * (value + entropy[b]))
        result[offsets[b] + choices[b]] += of_chosen[b]
