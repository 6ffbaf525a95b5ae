import numpy as np
import pytest
from numpy.typing import NDArray

from baobab.core import outcome
from baobab_training.learning.trajectory import (
    END,
    MARGIN,
    NONE,
    PENDING,
    SHAPED,
    WIN,
    Decisions,
    accrue,
    estimate_advantages,
    link,
)

pytestmark = pytest.mark.kernels

GAMMA, LAMBDA = 0.9, 0.5


class Played:
    """One game of three seats, written down decision by decision."""

    def __init__(self) -> None:
        self.following = np.full(20, 99, np.int32)
        self.rewards = np.zeros(20, np.float32)
        self.last = np.full((1, 3), NONE, np.int32)
        self.count = 0

    def decide(self, seat: int, rewards: tuple[float, float, float], *, over: bool = False) -> None:
        """A decision of `seat`, after which each of the three seats gets something (as a change of its margin)."""
        self.following[self.count] = PENDING
        link(self.count, np.array([0]), np.array([seat], np.int8), self.following, self.last)
        self.count += 1
        accrue(
            SHAPED,
            0.0,
            np.array([3], np.int8),
            np.array([over]),
            np.ones((1, 3), np.int8),
            np.zeros((1, 3), np.float32),
            np.array([rewards], np.float32),
            self.last,
            self.rewards,
            self.following,
        )

    def advantages(self, values: list[float]) -> list[float]:
        """The estimates with these values of the decisions."""
        result = np.zeros(self.count, np.float32)
        estimate_advantages(GAMMA, LAMBDA, np.array(values, np.float32), self.rewards, self.following, result)
        return result.tolist()


def test_each_seats_chain_is_its_own_across_interleaved_turns_of_several_decisions() -> None:
    game = Played()
    game.decide(0, (0, 0, 0))  # 0: seat 0's turn has two decisions
    game.decide(0, (1, -0.5, -0.5))  # 1
    game.decide(1, (-0.2, 0.4, -0.2))  # 2: seat 1's turn has one
    game.decide(2, (0, 0, 0))  # 3: seat 2's has two
    game.decide(2, (0.5, -1, 0.5))  # 4
    game.decide(0, (2, 0, -2), over=True)  # 5: ends the game
    assert game.following[:6].tolist() == [1, 5, END, 4, END, END]
    # What a seat got between its decision and its next, by whomever:
    np.testing.assert_allclose(game.rewards[:6], [0, 1 - 0.2 + 0 + 0.5, 0.4 + 0 - 1 + 0, 0, 0.5 - 2, 2], atol=1e-6)
    # Seat 0 by hand: δ5 = 2 − 0.5; δ1 = 1.3 + 0.9·0.5 − 0.2; δ0 = 0 + 0.9·0.2 − 0.1; A = δ + 0.9·0.5·A'.
    last = 2 - 0.5
    middle = (1.3 + 0.9 * 0.5 - 0.2) + 0.45 * last
    first = (0 + 0.9 * 0.2 - 0.1) + 0.45 * middle
    # Seat 1: −0.6 − 0.3. Seat 2: δ4 = −1.5 − (−0.4); δ3 = 0.9·(−0.4) − 0.6.
    lone = -0.6 - 0.3
    second = -1.5 + 0.4
    start = (0.9 * -0.4 - 0.6) + 0.45 * second
    expected = [first, middle, lone, start, second, last]
    assert game.advantages([0.1, 0.2, 0.3, 0.6, -0.4, 0.5]) == pytest.approx(expected, abs=1e-6)


def test_what_a_seat_gets_before_its_first_decision_counts_for_nobody() -> None:
    game = Played()
    game.decide(0, (1, -0.5, -0.5))
    assert game.rewards.tolist() == [1] + [0] * 19


def test_a_cut_rollout_leaves_each_seats_last_decision_pending_and_takes_its_value_for_the_rest() -> None:
    game = Played()
    game.decide(0, (0, 0, 0))  # 0
    game.decide(1, (0, 3, 0))  # 1: pending, with 3 + 4 so far
    game.decide(0, (1, 4, 0))  # 2: pending
    assert game.following[:3].tolist() == [2, PENDING, PENDING]
    assert game.rewards[:3].tolist() == [0, 7, 1]
    # Decision 0: δ = 0 + 0.9·V(2) − V(0), and nothing of the pending one's unknown advantage.
    assert game.advantages([0.5, 0.7, 2.0]) == pytest.approx([0.9 * 2.0 - 0.5, 0, 0], abs=1e-6)


def test_the_winners_share_what_the_others_lose() -> None:
    ranks = np.array([[1, 3, 1, 4], [2, 1, 0, 0]], np.int8)
    players = np.array([4, 2], np.int8)
    rewards = end_rewards(WIN, 1.0, players, ranks, np.zeros((2, 4), np.float32))
    # Two winners of four get (4 − 2) / (2 · 3) each, the others −1/3; of two players one gets 1, the other −1.
    expected = np.array([[1 / 3, -1 / 3, 1 / 3, -1 / 3], [-1.0, 1.0, 0.0, 0.0]])
    np.testing.assert_allclose(rewards, expected, atol=1e-6)
    margins = np.array([[0.5, 0, 0.5, -1], [-2, 2, 0, 0]], np.float32)
    np.testing.assert_allclose(end_rewards(MARGIN, 1.0, players, ranks, margins), margins, atol=1e-6)
    shaped = end_rewards(SHAPED, 0.25, players, ranks, margins)
    np.testing.assert_allclose(shaped, margins + 0.25 * rewards, atol=1e-6)


def test_a_margin_is_the_own_score_minus_the_mean_of_the_others_over_the_scale() -> None:
    scores = np.array([[9, 4, 2], [7, 3, 99]], np.int32)
    margins = outcome.margins(scores, np.array([3, 2], np.int8)) / 10.0
    np.testing.assert_allclose(margins, [[0.6, -0.15, -0.45], [0.4, -0.4, 0]], atol=1e-6)


def test_pending_decisions_move_to_the_front_whole_and_their_seats_find_them() -> None:
    decisions = Decisions(
        trunk=np.arange(12, dtype=np.int8).reshape(6, 2),
        hidden=np.zeros((6, 0), np.int8),
        features=np.arange(20, dtype=np.int8)[:, None],
        ids=np.arange(100, 120, dtype=np.int16),
        offsets=np.array([0, 2, 3, 6, 7, 9, 0], np.int32),
        choices=np.array([0, 0, 2, 0, 1, 0], np.int32),
        log_probs=np.arange(6, dtype=np.float32),
        values=np.arange(6, dtype=np.float32) * 10,
        rewards=np.arange(6, dtype=np.float32) * 100,
        following=np.array([3, END, PENDING, PENDING, PENDING, 0], np.int32),
        count=5,
    )
    last = np.array([[NONE, 3], [2, 4]], np.int32)
    assert decisions.finished().tolist() == [0, 1]
    decisions.keep_pending(last)
    assert decisions.count == 3
    assert decisions.offsets[:4].tolist() == [0, 3, 4, 6]
    assert decisions.ids[:6].tolist() == [103, 104, 105, 106, 107, 108]
    assert decisions.features[:6, 0].tolist() == [3, 4, 5, 6, 7, 8]
    assert decisions.trunk[:3].tolist() == [[4, 5], [6, 7], [8, 9]]
    assert decisions.choices[:3].tolist() == [2, 0, 1]
    assert decisions.log_probs[:3].tolist() == [2, 3, 4]
    assert decisions.values[:3].tolist() == [20, 30, 40]
    assert decisions.rewards[:3].tolist() == [200, 300, 400]
    assert decisions.following[:3].tolist() == [PENDING] * 3
    assert last.tolist() == [[NONE, 1], [0, 2]]


def end_rewards(
    kind: int, win_weight: float, players: NDArray[np.int8], ranks: NDArray[np.int8], margins: NDArray[np.float32]
) -> NDArray[np.float32]:
    """What the seats of games that just ended get, each for its decision number game · 4 + seat."""
    games, seats = ranks.shape
    last = np.arange(games * seats, dtype=np.int32).reshape(games, seats)
    rewards, following = np.zeros(games * seats, np.float32), np.full(games * seats, PENDING, np.int32)
    before = np.zeros_like(margins)
    over = np.ones(games, np.bool_)
    accrue(kind, win_weight, players, over, ranks, before, margins, last, rewards, following)
    return rewards.reshape(games, seats)
