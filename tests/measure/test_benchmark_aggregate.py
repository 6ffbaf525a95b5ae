"""Aggregates against values worked out by hand, and what rliable gives for the same scores."""

import numpy as np
import pytest
from numpy.typing import NDArray

from baobab.measure.benchmark.aggregate import (
    estimate_improvement,
    estimate_mean,
    improvement,
    interquartile_mean,
    resample,
)

RLIABLE = {"iqm": (0.43859804, 0.38385604, 0.49044685), "improvement": (0.55384615, 0.45230769, 0.65538462)}
"""What rliable 1.2.0 gives for the scores of the test that reads this, with 50,000 and 5,000 resamples."""


def test_the_interquartile_mean_is_that_of_the_middle_half() -> None:
    scores = np.array([[9.0, 1.0, 0.0], [2.0, 100.0, 3.0], [4.0, 5.0, -50.0], [6.0, 8.0, 7.0]])
    assert interquartile_mean(scores) == pytest.approx((2 + 3 + 4 + 5 + 6 + 7) / 6)  # of 12, three go on either side


def test_of_so_few_scores_that_a_quarter_is_less_than_one_none_is_left_out() -> None:
    assert interquartile_mean(np.array([[1.0, 2.0, 9.0]])) == pytest.approx(4)


def test_improvement_is_the_mean_over_tasks_of_the_pairs_that_are_better_with_ties_half() -> None:
    one = np.array([[3.0, 1.0], [1.0, 1.0]])
    other = np.array([[2.0, 1.0], [2.0, 0.0], [0.0, 2.0]])
    first = (3 + 1) / 6  # 3 beats 2, 2, 0; 1 beats 0
    second = 2 * (0.5 + 1 + 0) / 6  # 1 ties 1, beats 0, loses to 2, and so again
    assert improvement(one, other) == pytest.approx((first + second) / 2)
    assert improvement(other, one) == pytest.approx(1 - (first + second) / 2)


def test_resamples_keep_every_score_in_its_task() -> None:
    scores = np.array([[1.0, 10.0], [2.0, 20.0], [3.0, 30.0]])
    drawn = resample(scores, np.random.default_rng(0), count=200)
    assert set(np.unique(drawn[:, :, 0])) == {1, 2, 3}
    assert set(np.unique(drawn[:, :, 1])) == {10, 20, 30}
    assert drawn.shape == (200, 3, 2)
    assert (drawn[:, :, 0] * 10 != drawn[:, :, 1]).any()  # tasks are drawn each by itself


def test_the_interval_is_that_of_the_bootstrap_distribution() -> None:
    estimate = estimate_mean(np.array([[0.0], [1.0], [2.0]]))  # one task: the mean of three draws
    # 27 draws: sums 0 … 6 come 1, 3, 6, 7, 6, 3, 1 times, so 1/27 > 2.5 % have the mean 0, and as many 2.
    assert (estimate.value, estimate.low, estimate.high) == (1.0, 0.0, 2.0)


def test_runs_that_agree_have_an_interval_of_no_width() -> None:
    estimate = estimate_mean(np.tile([0.1, 0.2, 0.6, 0.9], (3, 1)))
    assert estimate.low == pytest.approx(estimate.value) == pytest.approx(estimate.high)
    assert estimate.value == pytest.approx(0.4)


def test_who_wins_every_pair_improves_for_certain() -> None:
    low, high = np.random.default_rng(0).random((2, 3, 4))
    estimate = estimate_improvement(high + 1, low)
    assert (estimate.value, estimate.low, estimate.high) == (1.0, 1.0, 1.0)


def test_an_entry_against_itself_is_even() -> None:
    scores = np.random.default_rng(0).random((5, 4))
    estimate = estimate_improvement(scores, scores)
    assert estimate.value == 0.5
    assert estimate.low < 0.5 < estimate.high


def test_figures_are_those_of_rliable() -> None:
    rng = np.random.default_rng(7)
    one, other = rng.normal(0.5, 0.3, (5, 13)), rng.normal(0.4, 0.3, (5, 13))
    mean = estimate_mean(one)
    better = estimate_improvement(one, other)
    assert mean.value == pytest.approx(RLIABLE["iqm"][0], abs=1e-8)
    assert (mean.low, mean.high) == pytest.approx(RLIABLE["iqm"][1:], abs=0.004)
    assert better.value == pytest.approx(RLIABLE["improvement"][0], abs=1e-8)
    assert (better.low, better.high) == pytest.approx(RLIABLE["improvement"][1:], abs=0.006)


@pytest.mark.parametrize("scores", [np.zeros(3), np.zeros((0, 2)), np.array([[0.0, np.nan]])])
def test_scores_that_are_no_runs_by_tasks_or_miss_some_are_refused(scores: NDArray[np.float64]) -> None:
    with pytest.raises(ValueError, match=r"runs by tasks|missing"):
        estimate_mean(scores)
