"""What an outcome is worth: expected values by hand."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from baobab.core import outcome

pytestmark = pytest.mark.kernels


def test_a_margin_is_the_score_minus_the_mean_of_the_others() -> None:
    margins = outcome.margins(np.array([[10, 4, 0], [7, 3, 99]]), np.array([3, 2]))
    assert margins.tolist() == [[8, -1, -7], [4, -4, 0]]


def test_winners_share_the_win() -> None:
    ranks = np.array([[1, 3, 1], [2, 1, 1]])
    assert outcome.win_shares(ranks, np.array([3, 2])).tolist() == [[0.5, 0, 0.5], [0, 1, 0]]
    assert outcome.winners(ranks[0], 3) == [0, 2]
    assert outcome.winners(ranks[1], 2) == [1]


def test_rewards_of_a_win_sum_to_0() -> None:
    assert_allclose(outcome.win_rewards(np.array([1, 3, 1, 4])), [1 / 3, -1 / 3, 1 / 3, -1 / 3])
    assert_allclose(outcome.win_rewards(np.array([[2, 1, 3, 0]]), np.array([3])), [[-0.5, 1, -0.5, 0]])


def test_ranks_are_rewarded_in_equal_steps_and_ties_share_the_mean() -> None:
    assert_allclose(outcome.rank_rewards(np.array([1, 2, 2, 4])), [1, 0, 0, -1])
    assert_allclose(outcome.rank_rewards(np.array([[1, 2, 3, 1]]), np.array([3])), [[1, 0, -1, 0]])


def test_a_utility_is_a_half_where_nothing_is_won_or_lost() -> None:
    assert outcome.utility(0.5, 0.0, 0.3) == 0.5
    assert outcome.utility(1.0, 1.0, 0.5) == 0.5 + 0.5 * 0.75
    assert outcome.utility(0.0, -3.0, 0.0) == pytest.approx(0.125)


def test_kernels_and_arrays_agree_to_the_last_bit() -> None:
    rng = np.random.default_rng(1)
    scores, ranks = rng.integers(-50, 300, (50, 5)), rng.integers(1, 3, (50, 5))
    ranks[:, 0] = 1
    margins, rewards = outcome.margins(scores), outcome.win_rewards(ranks)
    for game, seat in np.ndindex(50, 5):
        total, winners = int(scores[game].sum()), int((ranks[game] == 1).sum())
        assert_array_equal(outcome.margin(int(scores[game, seat]), total, 5), margins[game, seat])
        assert_array_equal(outcome.win_reward(int(ranks[game, seat] == 1), winners, 5), rewards[game, seat])
