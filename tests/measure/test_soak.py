"""Soak: it passes sound games, is repeatable, and finds what is broken."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from tests.playing import games

from baobab.core.game import Game
from baobab.core.jit import jit
from baobab.measure.soak import SoakError, soak
from baobab.registry import GAMES, load_game


@pytest.fixture(params=sorted(GAMES))
def game(request: pytest.FixtureRequest) -> Game:
    return load_game(request.param)


@pytest.mark.kernels
def test_random_games_of_all_numbers_of_players_keep_every_invariant(game: Game) -> None:
    told: list[int] = []
    count = games(1000, small=1)
    report = soak(game, games=count, seed=1, progress=told.append)
    assert report.games == count
    assert told[-1] == count
    assert 0 < report.longest <= game.max_decisions


def test_a_run_can_be_gone_on_with(game: Game) -> None:
    whole = soak(game, games=3, seed=2)
    parts = [soak(game, games=2, seed=2), soak(game, games=1, seed=2, first=2)]
    assert sum(part.decisions for part in parts) == whole.decisions


def test_a_fault_is_told_with_the_seed_and_the_actions_that_lead_to_it(game: Game) -> None:
    def check(game: Game, row: Any) -> None:
        if row.decisions > 5:
            raise AssertionError("more than five decisions")

    with pytest.raises(SoakError, match="more than five decisions") as caught:
        soak(replace(game, invariants=check), games=4, seed=1)
    error = caught.value
    rows = game.start(error.num_players, seed=error.seed)
    for action in error.actions:
        assert action in game.legal_actions(rows)
        game.kernels.step_many(game.params, rows, np.array([action], np.int32))
    assert rows[0].decisions > 5
    assert str(error.seed) in str(error)


@jit
def forced_never(params: Any, state: Any) -> int:
    """Says of no decision that it has one answer."""
    return -1


@jit
def ranks_all_first(params: Any, state: Any, scores: Any, ranks: Any) -> None:
    """Everybody wins, whatever they have."""
    for seat in range(int(state.num_players)):
        scores[seat] = seat
        ranks[seat] = 1


@pytest.mark.parametrize(
    ("kernel", "broken", "words"),
    [
        ("forced", forced_never, "`forced` does not say the only legal action"),
        ("results", ranks_all_first, "do not go with the scores"),
    ],
)
def test_a_broken_kernel_is_found(kernel: str, broken: Callable[..., Any], words: str) -> None:
    sound = load_game("kenya")
    game = replace(sound, name=f"kenya_{broken.__name__}", rules={**sound.rules, kernel: broken})
    with pytest.raises(SoakError, match=words):
        soak(game, games=40, seed=1)
