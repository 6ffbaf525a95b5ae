"""What `SelfPlayBatch` does beyond the contract: restarts, seeds, players, checks."""

from typing import Any

import numpy as np
import pytest

from baobab.adapters.vector import SelfPlayBatch
from baobab.core.game import Game, make_rngs
from baobab.core.record import NOBODY


def steps_of(batch: SelfPlayBatch, *, steps: int, seed: int = 0) -> list[tuple[bytes, ...]]:
    """What row after row looks like while it plays by its own generator."""
    rngs = make_rngs(64, seed=seed)[: batch.num_games].copy()
    seen = []
    for _ in range(steps):
        batch.step(batch.random_actions(rngs))
        seen.append(tuple(batch.rows[row : row + 1].tobytes() for row in range(batch.num_games)))
    return seen


def test_the_games_of_a_row_depend_on_the_seed_and_its_place_alone(game: Game) -> None:
    steps = 3 * game.max_decisions // 2
    many = steps_of(SelfPlayBatch(game, num_games=8, seed=3), steps=steps)
    few = steps_of(SelfPlayBatch(game, num_games=3, seed=3), steps=steps)
    assert [row[:3] for row in many] == few
    other = steps_of(SelfPlayBatch(game, num_games=3, seed=4), steps=1)
    assert not set(other[0]) & set(few[0])
    assert len(set(many[0])) == 8


def test_a_game_that_ends_is_started_anew_in_the_same_step(game: Game) -> None:
    batch = SelfPlayBatch(game, num_games=16, seed=1)
    rngs = make_rngs(16, seed=1)
    ended = 0
    for _ in range(2 * game.max_decisions):
        episodes, decisions = batch.episodes.copy(), batch.rows["decisions"].copy()
        batch.step(batch.random_actions(rngs))
        assert (batch.players != NOBODY).all()
        np.testing.assert_array_equal(batch.episodes - episodes, batch.done)
        for row in np.flatnonzero(batch.done):
            ended += 1
            expected = game.start(int(batch.num_players[row]), seed=int(batch.game_seeds[row]))
            assert batch.rows[row : row + 1].tobytes() == expected.tobytes()
            assert 1 in batch.ranks[row]
            assert batch.rewards[row].sum() == pytest.approx(0)
        going = batch.done == 0
        assert (batch.rows["decisions"][going] > decisions[going]).all()
        assert not batch.rewards[going].any()
    assert ended > 16
    assert str(batch.metadata["autoreset_mode"]).lower().replace("_", "").endswith("samestep")


def test_without_autoreset_a_game_that_is_over_stays_and_takes_any_action(game: Game) -> None:
    batch = SelfPlayBatch(game, num_games=4, seed=1, autoreset=False)
    assert "disabled" in str(batch.metadata["autoreset_mode"]).lower()
    rngs = make_rngs(4, seed=1)
    done = np.zeros(4, np.int64)
    while (batch.players != NOBODY).any():
        batch.step(batch.random_actions(rngs))
        done += batch.done
    assert done.tolist() == [1] * 4
    assert batch.action_mask.all()
    assert batch.legal_counts.tolist() == [game.actions.size] * 4
    before, scores = batch.rows.tobytes(), batch.scores.copy()
    batch.step([0, 1, game.actions.size - 1, 2])
    assert batch.rows.tobytes() == before
    assert not batch.done.any()
    assert not batch.rewards.any()
    np.testing.assert_array_equal(batch.scores, scores)
    with pytest.raises(ValueError, match=f"row 2: action {game.actions.size} is outside"):
        batch.step([0, 1, game.actions.size, 2])


def test_rows_may_have_other_numbers_of_players(game: Game) -> None:
    players = [game.min_players, game.max_players, game.min_players + 1]
    batch = SelfPlayBatch(game, num_games=3, num_players=players, seed=1)
    rngs = make_rngs(3, seed=1)
    for _ in range(2 * game.max_decisions):
        batch.step(batch.random_actions(rngs))
        assert batch.rows["num_players"].tolist() == players
        assert (batch.players < batch.num_players).all()
    assert (batch.episodes > 0).all()
    for row, count in enumerate(players):
        assert batch.ranks[row, :count].all()
        assert not batch.ranks[row, count:].any()


@pytest.mark.parametrize("kind", [list, np.int64, np.int32, np.uint8, np.int16])
def test_integers_of_every_type_are_actions(game: Game, kind: Any) -> None:
    batch = SelfPlayBatch(game, num_games=3, seed=1)
    actions = [int(ids[0]) for ids in batch.legal_ids]
    batch.step(actions if kind is list else np.array(actions, kind))
    assert (batch.rows["decisions"] >= 1).all()


@pytest.mark.parametrize(
    "actions",
    [[0], [0, 0, 0, 0], [[0, 0, 0]], [0.0, 1.0, 2.0], [True, True, True], ["a", "b", "c"], None, 0],
    ids=repr,
)
def test_what_is_no_row_of_integers_is_refused(game: Game, actions: Any) -> None:
    batch = SelfPlayBatch(game, num_games=3, seed=1)
    with pytest.raises(ValueError, match="actions are"):
        batch.step(actions)


@pytest.mark.parametrize("wrong", [2**32, -(2**32), 2**62])
def test_an_action_that_would_wrap_into_the_space_is_refused(game: Game, wrong: int) -> None:
    batch = SelfPlayBatch(game, num_games=2, seed=1)
    legal = batch.legal_ids[:, 0].astype(np.int64)
    with pytest.raises(ValueError, match=f"row 1: player_. may not play {legal[1] + wrong}; legal: "):
        batch.step(legal + np.array([0, wrong]))


def test_what_actions_are_checked_against_is_read_only(game: Game) -> None:
    batch = SelfPlayBatch(game, num_games=2, seed=1)
    for buffer in (batch.legal_ids, batch.legal_counts, batch.players, batch.num_players):
        with pytest.raises(ValueError, match="read-only"):
            buffer[0] = 1
    batch.action_mask[:] = 1
    illegal = next(
        action for action in range(game.actions.size) if action not in batch.legal_ids[0, : batch.legal_counts[0]]
    )
    with pytest.raises(ValueError, match=r"row 0: .* may not play"):
        batch.step([illegal, int(batch.legal_ids[1, 0])])


def test_reset_starts_the_run_again(game: Game) -> None:
    batch = SelfPlayBatch(game, num_games=4, seed=9)
    start = batch.rows.tobytes(), batch.observation.tobytes(), batch.action_mask.tobytes()
    steps_of(batch, steps=2 * game.max_decisions)
    batch.reset(seed=9)
    assert (batch.rows.tobytes(), batch.observation.tobytes(), batch.action_mask.tobytes()) == start
    assert not batch.episodes.any()
    assert not batch.ranks.any()


@pytest.mark.parametrize(
    "options",
    [
        {"num_games": 0},
        {"num_players": 99},
        {"num_players": [2, 2]},
        {"num_players": [2, 2, 99]},
        {"num_players": 2.0},
        {"reward": "glory"},
        {"seed": -1},
    ],
    ids=repr,
)
def test_a_wrong_option_is_refused(game: Game, options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(options)).removesuffix("s")):
        SelfPlayBatch(game, **{"num_games": 3, **options})
