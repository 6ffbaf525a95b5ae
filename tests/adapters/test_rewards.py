"""What a finished game is worth, worked out by hand from the definitions."""

from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from baobab.adapters.rewards import REWARDS, terminal_rewards
from baobab.core.game import Game

GAME = cast(Game, SimpleNamespace(margin_scale=10.0))


def worth(kind: str, scores: list[int], ranks: list[int], *, players: int | None = None) -> list[float]:
    """The rewards of one game; seats beyond `players` are not there."""
    result = terminal_rewards(
        GAME,
        kind,
        num_players=np.array([players or len(scores)], np.int8),
        scores=np.array([scores], np.int32),
        ranks=np.array([ranks], np.int8),
    )
    return [round(value, 9) for value in result[0].tolist()]


@pytest.mark.parametrize(
    ("ranks", "expected"),
    [
        ([1, 2], [1, -1]),
        ([2, 1], [-1, 1]),
        ([1, 1], [0, 0]),
        ([1, 2, 3], [1, -1 / 2, -1 / 2]),
        ([1, 3, 1], [1 / 4, -1 / 2, 1 / 4]),
        ([1, 1, 1], [0, 0, 0]),
        ([4, 1, 2, 2], [-1 / 3, 1, -1 / 3, -1 / 3]),
        ([1, 1, 3, 4], [1 / 3, 1 / 3, -1 / 3, -1 / 3]),
        ([5, 1, 1, 1, 4], [-1 / 4, 1 / 6, 1 / 6, 1 / 6, -1 / 4]),
    ],
)
def test_winners_share_what_the_others_lose(ranks: list[int], expected: list[float]) -> None:
    assert worth("win", [0] * len(ranks), ranks) == [round(value, 9) for value in expected]


@pytest.mark.parametrize(
    ("ranks", "expected"),
    [
        ([1, 2], [1, -1]),
        ([1, 1], [0, 0]),
        ([3, 1, 2], [-1, 1, 0]),
        ([1, 1, 3], [1 / 2, 1 / 2, -1]),
        ([1, 2, 2], [1, -1 / 2, -1 / 2]),
        ([1, 2, 3, 4], [1, 1 / 3, -1 / 3, -1]),
        ([1, 2, 2, 4], [1, 0, 0, -1]),
        ([2, 1, 2, 2, 5], [0, 1, 0, 0, -1]),
    ],
)
def test_ranks_are_worth_equal_steps_and_ties_share_the_mean(ranks: list[int], expected: list[float]) -> None:
    assert worth("rank", [0] * len(ranks), ranks) == [round(value, 9) for value in expected]


def test_margins_are_own_score_minus_the_mean_of_the_others_over_the_scale() -> None:
    assert worth("margin", [11, 9], [1, 2]) == [0.2, -0.2]
    assert worth("margin", [10, 4, 1], [1, 2, 3]) == [0.75, -0.15, -0.6]
    assert worth("margin", [-5, 5], [2, 1]) == [-1, 1]


@pytest.mark.parametrize("kind", REWARDS)
def test_seats_that_are_not_there_get_nothing_and_count_for_nothing(kind: str) -> None:
    alone = worth(kind, [7, 3, 3], [1, 2, 2])
    assert worth(kind, [7, 3, 3, 99, 0], [1, 2, 2, 0, 1], players=3) == [*alone, 0, 0]


@pytest.mark.parametrize("kind", REWARDS)
def test_games_of_other_numbers_of_players_stand_in_one_batch(kind: str) -> None:
    batch: Any = terminal_rewards(
        GAME,
        kind,
        num_players=np.array([2, 3], np.int8),
        scores=np.array([[3, 5, 0], [1, 2, 6]], np.int32),
        ranks=np.array([[2, 1, 0], [3, 2, 1]], np.int8),
    )
    assert batch.round(9).tolist() == [worth(kind, [3, 5, 0], [2, 1, 0], players=2), worth(kind, [1, 2, 6], [3, 2, 1])]
    assert np.abs(batch.sum(axis=1)).max() < 1e-12


def test_an_unknown_kind_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="'glory'"):
        worth("glory", [1, 2], [2, 1])
