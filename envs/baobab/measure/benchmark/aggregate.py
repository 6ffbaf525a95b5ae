"""Aggregates of scores over tasks and runs, as rliable has them (Agarwal et al., 2021).

Scores are arrays `[R, T]`: R runs of each of T tasks. The interquartile mean is that of the middle half of all R · T
scores. Its interval is a stratified bootstrap's: the runs of every task are drawn anew, each task by itself, since the
tasks are the benchmark's and only the runs are a sample.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from baobab.measure.intervals import TAIL

Floats = NDArray[np.float64]

RESAMPLES = 10_000
CUT = 0.25
"""Share of the scores that the interquartile mean leaves out on either side."""
CHUNK = 500
"""Resamples that are held at once."""


@dataclass(frozen=True)
class Estimate:
    """A figure and its 95 % interval."""

    value: float
    low: float
    high: float


def interquartile_mean(scores: Floats) -> Floats:
    """The mean `[…]` of the middle half of `scores […, R, T]`; of n, a quarter, rounded down, is cut on either side."""
    flat = np.sort(scores.reshape(*scores.shape[:-2], -1), axis=-1)
    cut = int(CUT * flat.shape[-1])
    middle: Floats = flat[..., cut : flat.shape[-1] - cut].mean(axis=-1)
    return middle


def improvement(one: Floats, other: Floats) -> Floats:
    """The probability `[…]` that a run of `one […, R, T]` beats one of `other [..., Q, T]`, the mean over the tasks.

    Of each task it is the share of the pairs of runs in which the one is better, a tie counting half
    (Mann and Whitney's U).
    """
    difference = one[..., :, None, :] - other[..., None, :, :]
    won: Floats = ((difference > 0) + 0.5 * (difference == 0)).mean(axis=(-3, -2, -1))
    return won


def estimate_mean(scores: Floats, *, seed: int = 0, resamples: int = RESAMPLES) -> Estimate:
    """The interquartile mean of `scores [R, T]` and its interval."""
    return _estimate(lambda drawn: interquartile_mean(drawn[0]), [scores], seed=seed, resamples=resamples)


def estimate_improvement(one: Floats, other: Floats, *, seed: int = 0, resamples: int = RESAMPLES) -> Estimate:
    """The probability that `one [R, T]` improves on `other [Q, T]` and its interval, both drawn anew."""
    if one.shape[1] != other.shape[1]:
        raise ValueError(f"two entries are compared on the same tasks, not on {one.shape[1]} and {other.shape[1]}")
    return _estimate(lambda drawn: improvement(*drawn), [one, other], seed=seed, resamples=resamples)


def resample(scores: Floats, rng: np.random.Generator, *, count: int) -> Floats:
    """`count` resamples `[count, R, T]`: each task's runs drawn with replacement."""
    runs, tasks = scores.shape
    drawn: Floats = scores[rng.integers(runs, size=(count, runs, tasks)), np.arange(tasks)]
    return drawn


def _estimate(figure: Callable[[list[Floats]], Floats], scores: list[Floats], *, seed: int, resamples: int) -> Estimate:
    for one in scores:
        if one.ndim != 2 or not one.size:
            raise ValueError(f"scores are runs by tasks, one at least, not {one.shape}")
        if not np.isfinite(one).all():
            raise ValueError("scores are finite: some are missing")
    rng = np.random.default_rng(seed)
    figures = np.concatenate(
        [
            figure([resample(one, rng, count=min(CHUNK, resamples - first)) for one in scores])
            for first in range(0, resamples, CHUNK)
        ]
    )
    low, high = np.quantile(figures, (TAIL, 1 - TAIL))
    return Estimate(float(figure([one[None] for one in scores])[0]), float(low), float(high))
