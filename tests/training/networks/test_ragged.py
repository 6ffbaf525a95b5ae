import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from baobab_training.networks import ragged

pytestmark = pytest.mark.kernels

COUNTS = (3, 1, 5, 2, 1, 7)
OFFSETS = np.concatenate([[0], np.cumsum(COUNTS)]).astype(np.int32)
WIDTH = 4
CHOICES = np.array([2, 0, 3, 1, 0, 6], np.int32)


def normal(*shape: int, seed: int = 0) -> torch.Tensor:
    values = np.random.default_rng(seed).normal(size=shape).astype(np.float32)
    return torch.from_numpy(values).requires_grad_()


def spans() -> list[tuple[int, int]]:
    return list(zip(OFFSETS[:-1].tolist(), OFFSETS[1:].tolist(), strict=True))


def test_pool_gives_mean_and_maximum_of_each_decision_with_their_gradients() -> None:
    rows = normal(int(OFFSETS[-1]), WIDTH)
    weights = normal(len(COUNTS), 2 * WIDTH, seed=1).detach()
    expected = torch.stack([torch.cat([rows[a:b].mean(0), rows[a:b].max(0).values]) for a, b in spans()])
    pooled = ragged.pool(rows, OFFSETS)
    torch.testing.assert_close(pooled, expected)
    (gradient,) = torch.autograd.grad((pooled * weights).sum(), rows)
    (wanted,) = torch.autograd.grad((expected * weights).sum(), rows)
    torch.testing.assert_close(gradient, wanted)


def test_add_relu_adds_each_decisions_vector_to_its_rows_with_the_gradients() -> None:
    rows, shared = normal(int(OFFSETS[-1]), WIDTH), normal(len(COUNTS), WIDTH, seed=1)
    weights = normal(int(OFFSETS[-1]), WIDTH, seed=2).detach()
    expected = torch.relu(rows + shared.repeat_interleave(torch.tensor(COUNTS), dim=0))
    hidden = ragged.add_relu(rows, shared, OFFSETS)
    torch.testing.assert_close(hidden, expected)
    gradients = torch.autograd.grad((hidden * weights).sum(), [rows, shared])
    wanted = torch.autograd.grad((expected * weights).sum(), [rows, shared])
    torch.testing.assert_close(gradients, wanted)


def test_sparse_linear_is_the_dense_product_with_the_gradient_of_its_weight() -> None:
    inputs = torch.randint(-2, 3, (5, 40)).float() * (torch.rand(5, 40) < 0.2)
    weight, factor = torch.randn(40, 7, requires_grad=True), torch.rand(40) + 0.5
    result = ragged.sparse_linear(inputs, weight, factor)
    expected = (inputs * factor) @ weight
    torch.testing.assert_close(result, expected)
    seen = torch.randn(5, 7)
    (gradient,) = torch.autograd.grad((result * seen).sum(), [weight])
    (wanted,) = torch.autograd.grad((expected * seen).sum(), [weight])
    torch.testing.assert_close(gradient, wanted)


def test_log_prob_and_entropy_are_those_of_a_softmax_within_each_decision_with_the_gradients() -> None:
    logits = normal(int(OFFSETS[-1]))
    first, second = normal(len(COUNTS), seed=1).detach(), normal(len(COUNTS), seed=2).detach()
    parts = [torch.log_softmax(logits[a:b], 0) for a, b in spans()]
    expected = torch.stack([part[choice] for part, choice in zip(parts, CHOICES.tolist(), strict=True)])
    expected_entropy = torch.stack([-(part.exp() * part).sum() for part in parts])
    log_probs, entropies = ragged.log_prob_entropy(logits, OFFSETS, CHOICES)
    torch.testing.assert_close(log_probs, expected)
    torch.testing.assert_close(entropies, expected_entropy, atol=1e-6, rtol=1e-5)
    (gradient,) = torch.autograd.grad((log_probs * first + entropies * second).sum(), logits)
    (wanted,) = torch.autograd.grad((expected * first + expected_entropy * second).sum(), logits)
    torch.testing.assert_close(gradient, wanted)


def test_a_lone_legal_action_has_probability_one_and_no_entropy() -> None:
    log_probs, entropies = ragged.log_prob_entropy(
        torch.tensor([7.5]), np.array([0, 1], np.int32), np.zeros(1, np.int32)
    )
    assert float(log_probs[0]) == 0
    assert float(entropies[0]) == 0


def test_sample_draws_by_the_softmax_and_tells_the_log_probability() -> None:
    draws = 4000
    logits = np.tile(np.log(np.array([0.5, 0.2, 0.3], np.float32)), draws).astype(np.float32)
    offsets = np.arange(0, 3 * draws + 1, 3, dtype=np.int32)
    choices, log_probs = sampled(logits, offsets)
    shares = np.bincount(choices, minlength=3) / draws
    np.testing.assert_allclose(shares, [0.5, 0.2, 0.3], atol=0.03)
    np.testing.assert_allclose(log_probs, np.log(np.array([0.5, 0.2, 0.3]))[choices], atol=1e-5)


def test_sample_never_takes_an_action_of_no_probability() -> None:
    logits = np.tile(np.array([-200, 3, -np.inf], np.float32), 100)
    choices, log_probs = sampled(logits, np.arange(0, 301, 3, dtype=np.int32))
    assert (choices == 1).all()
    assert (log_probs == 0).all()


def test_sample_is_the_same_for_a_decision_alone_and_in_a_batch() -> None:
    logits = normal(int(OFFSETS[-1])).detach().numpy()
    together, _ = sampled(logits, OFFSETS)
    for place, (a, b) in enumerate(spans()):
        alone, _ = sampled(logits[a:b], np.array([0, b - a], np.int32), first=place)
        assert alone[0] == together[place]


def test_argmax_takes_the_lowest_action_id_among_equals() -> None:
    logits = np.array([1, 3, 3 - 1e-6, 3 + 1e-6, 0, 0], np.float32)
    ids = np.array([9, 8, 5, 7, 2, 1], np.int16)
    choices = np.zeros(2, np.int32)
    ragged.argmax(logits, ids, np.array([0, 4, 6], np.int32), choices)
    assert choices.tolist() == [2, 1]
    actions = np.zeros(2, np.int32)
    ragged.picked(ids, np.array([0, 4, 6], np.int32), choices, actions)
    assert actions.tolist() == [5, 1]


def test_gather_lays_the_chosen_decisions_one_after_another() -> None:
    values = np.arange(OFFSETS[-1], dtype=np.int8)[:, None]
    index = np.array([5, 0, 0, 3], np.int32)
    offsets = np.zeros(5, np.int32)
    assert ragged.gathered_offsets(OFFSETS, index, offsets) == 7 + 3 + 3 + 2
    assert offsets.tolist() == [0, 7, 10, 13, 15]
    result = np.zeros((15, 1), np.float32)
    ragged.gather_segments(values, OFFSETS, index, offsets, result)
    assert result[:, 0].tolist() == [*range(12, 19), 0, 1, 2, 0, 1, 2, 9, 10]


def sampled(
    logits: NDArray[np.float32], offsets: NDArray[np.int32], *, first: int = 0
) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    """Choices and log-probabilities with a generator for each decision, that of place `first` to begin with."""
    count = len(offsets) - 1
    rngs = np.random.default_rng(3).integers(1, 2**32, (first + count, 4))[first:].copy()
    choices, log_probs = np.zeros(count, np.int32), np.zeros(count, np.float32)
    ragged.sample(logits, offsets, rngs, choices, log_probs)
    return choices, log_probs
