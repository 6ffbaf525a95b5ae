"""Every registered game: what may be done, what that leads to, and what must hold in every state."""

from typing import Any

import numpy as np
import pytest
from tests.contract.conftest import (
    SMALL,
    Case,
    Play,
    features_of,
    hidden_from,
    legal_of,
    seen_by,
    visit,
)

from baobab.adapters.aec import GameEnv
from baobab.adapters.vector import SelfPlayBatch
from baobab.core.game import make_rngs
from baobab.core.record import CHANCE, NOBODY, copy_rows

pytestmark = pytest.mark.kernels


def test_legal_actions_are_valid_told_once_and_what_the_mask_says(case: Case) -> None:
    def look(play: Play) -> None:
        if play.rows[0].player == CHANCE:
            return
        ids, mask = legal_of(play.game, play.rows)
        assert mask.dtype == np.int8
        if play.over:
            assert mask.tolist() == [1] * play.game.actions.size
            return
        assert ids.size >= 1
        assert len(set(ids.tolist())) == ids.size
        assert ids.min() >= 0
        assert ids.max() < play.game.actions.size
        expected = np.zeros(play.game.actions.size, np.int8)
        expected[ids] = 1
        assert mask.tolist() == expected.tolist()

    visit(case, look)


def test_forced_names_the_sole_legal_action_and_nothing_else(case: Case) -> None:
    sole = several = 0

    def look(play: Play) -> None:
        nonlocal sole, several
        if play.rows[0].player in (NOBODY, CHANCE):
            return
        ids = play.legal()
        sole += len(ids) == 1
        several += len(ids) > 1
        assert play.game.kernels.forced(play.game.params[0], play.rows[0]) == (ids[0] if len(ids) == 1 else -1)

    visit(case, look)
    assert several > 0


def test_every_state_keeps_the_invariants_of_its_game(case: Case) -> None:
    def look(play: Play) -> None:
        row = play.rows[0]
        play.game.check(row)
        assert row.num_players == play.players
        assert row.player in (NOBODY, CHANCE, *range(play.players))
        assert 0 <= row.phase < len(play.game.phases)
        assert row.opening in (0, 1)
        assert 0 <= row.decisions <= play.game.max_decisions

    visit(case, look, games=8, slow=8)


def test_every_legal_action_can_be_applied(case: Case) -> None:
    def look(play: Play) -> None:
        if play.rows[0].player in (NOBODY, CHANCE):
            return
        before = play.rows.tobytes()
        for action in play.legal()[:: 5 if SMALL else 1]:
            copy = copy_rows(play.rows)
            play.game.kernels.apply_many(play.game.params, copy, np.array([action], np.int32))
            assert copy.tobytes() != before, f"action {action} does nothing"
            assert copy[0].decisions == play.rows[0].decisions + 1
            play.game.check(copy[0])
        assert play.rows.tobytes() == before

    visit(case, look, games=2, every=3, slow=16)


def test_every_other_action_is_refused_and_changes_nothing(case: Case) -> None:
    env = GameEnv(case.game, num_players=case.players)
    batch = SelfPlayBatch(case.game, num_games=2, num_players=case.players, seed=case.seed)
    rngs = make_rngs(2, seed=case.seed)
    chooser = np.random.default_rng(case.seed)
    env.reset(seed=case.seed)
    refused = steps = 0
    while legal := env.legal_actions():
        if steps % (40 if SMALL else 16) == 0:
            before = env.get_state()
            others = sorted(set(range(-2, env.game.actions.size + 2)) - set(legal))
            for action in others:
                with pytest.raises(ValueError, match="may not play"):
                    env.step(action)
            assert env.get_state() == before
            refused += len(others)
            _check_batch_refuses(batch, chooser)
        env.step(int(chooser.choice(legal)))
        batch.step(batch.random_actions(rngs))
        steps += 1
    assert refused > 0


def _check_batch_refuses(batch: SelfPlayBatch, chooser: np.random.Generator) -> None:
    """Row 1 of two is given an illegal action: nothing changes, in row 0 neither."""
    before = batch.rows.tobytes(), batch.observation.tobytes()
    illegal = np.flatnonzero(batch.action_mask[1] == 0)
    for action in (*chooser.choice(illegal, 3), -1, batch.game.actions.size):
        with pytest.raises(ValueError, match="row 1: "):
            batch.step([batch.legal_ids[0, 0], int(action)])
    assert (batch.rows.tobytes(), batch.observation.tobytes()) == before


def test_a_step_is_one_decision_and_all_that_has_one_answer_after_it(case: Case) -> None:
    game = case.game
    chooser = np.random.default_rng(case.seed)
    rows = game.start(case.players, seed=case.seed)
    forced_ones = steps = 0
    while rows[0].player != NOBODY:
        action = int(chooser.choice(np.sort(legal_of(game, rows)[0])))
        slow = copy_rows(rows)
        game.kernels.step_many(game.params, rows, np.array([action], np.int32))
        forced_ones += _apply_one_by_one(case, slow, action)
        assert slow.tobytes() == rows.tobytes()
        steps += 1
    assert rows[0].decisions >= steps + forced_ones


def _apply_one_by_one(case: Case, rows: Any, action: int) -> int:
    """What `step_many` does, in Python; the number of decisions that were not asked."""
    game, passed = case.game, 0
    game.kernels.apply_many(game.params, rows, np.array([action], np.int32))
    while rows[0].player != NOBODY:
        ids = legal_of(game, rows)[0] if rows[0].player != CHANCE else np.zeros(0, np.int16)
        if rows[0].player == CHANCE:
            game.kernels.chance_many(game.params, rows)
        elif rows[0].opening or ids.size > 1:
            break
        else:
            game.kernels.apply_many(game.params, rows, ids.astype(np.int32))
            passed += 1
    return passed


def test_every_game_ends_with_ranks_that_follow_from_the_scores(case: Case) -> None:
    ended = 0

    def look(play: Play) -> None:
        nonlocal ended
        if not play.over:
            return
        ended += 1
        scores, ranks = play.game.results(play.rows)
        there = ranks[0, : play.players].tolist()
        assert sorted(there)[0] == 1
        assert (
            scores[0, play.players :].tolist()
            == ranks[0, play.players :].tolist()
            == [0] * (play.game.max_players - play.players)
        )
        for rank in there:  # ties share the better rank
            assert rank == 1 + sum(other < rank for other in there)
        by_rank = sorted(zip(there, scores[0].tolist(), strict=False))
        points = [score for _, score in by_rank]
        assert points == sorted(points, reverse=True)

    visit(case, look, games=8, every=10_000)
    assert ended >= 1


def test_observations_and_features_are_within_their_bounds(case: Case) -> None:
    def look(play: Play) -> None:
        game = play.game
        for viewer in range(play.players):
            for layout, values in (
                (game.observation, seen_by(game, play.rows, viewer)),
                (game.hidden, hidden_from(game, play.rows, viewer)),
            ):
                for piece in layout:
                    part = values[piece.slice]
                    assert piece.low <= part.min(), f"{piece.name} of seat {viewer}"
                    assert part.max() <= piece.high, f"{piece.name} of seat {viewer}"
        if play.over or play.rows[0].player == CHANCE:
            return
        features = features_of(game, play.rows)
        assert len(features) == len(play.legal())
        for piece in game.features:
            assert piece.low <= features[:, piece.slice].min(), f"feature {piece.name}"
            assert features[:, piece.slice].max() <= piece.high, f"feature {piece.name}"

    visit(case, look, every=2, slow=16)


def test_every_seat_observes_something_else(case: Case) -> None:
    """An encoder that forgets the viewer, or the seats that are not there, shows here."""
    different = 0

    def look(play: Play) -> None:
        nonlocal different
        views = {seen_by(play.game, play.rows, viewer).tobytes() for viewer in range(play.players)}
        different += len(views) == play.players

    states = visit(case, look, games=1, every=4, slow=8)
    assert different == states


def test_a_batch_of_games_is_the_same_games_alone(case: Case) -> None:
    count = 2 if SMALL else 24
    batch = SelfPlayBatch(case.game, num_games=count, num_players=case.players, seed=case.seed, autoreset=False)
    rngs = make_rngs(count, seed=case.seed)
    game = case.game
    alone = [game.start(case.players, seed=int(seed)) for seed in batch.game_seeds]
    steps = 0
    while (batch.players != NOBODY).any():
        actions = batch.random_actions(rngs).copy()
        batch.step(actions)
        for row in np.flatnonzero(batch.done | (batch.players != NOBODY)):
            game.kernels.step_many(game.params, alone[row], actions[row : row + 1])
            assert alone[row].tobytes() == batch.rows[row : row + 1].tobytes(), f"row {row}, step {steps}"
            if steps % 8 == 0 and batch.players[row] != NOBODY:
                ids, mask = legal_of(game, alone[row])
                assert mask.tolist() == batch.action_mask[row].tolist()
                assert ids.tolist() == batch.legal_ids[row, : batch.legal_counts[row]].tolist()
                seen = seen_by(game, alone[row], int(batch.players[row]))
                assert seen.tolist() == batch.observation[row].tolist()
        steps += 1
    for number, rows in enumerate(alone):
        scores, ranks = game.results(rows)
        assert batch.scores[number].tolist() == scores[0].tolist()
        assert batch.ranks[number].tolist() == ranks[0].tolist()
    assert steps > 0


def test_playouts_play_every_game_to_its_end(case: Case) -> None:
    game, count = case.game, 2 if SMALL else 64
    rows = game.rows(count)
    seeds = np.arange(case.seed, case.seed + count, dtype=np.int64)
    game.kernels.reset_many(game.params, rows, np.full(count, case.players, np.int8), seeds)
    scores = np.full((count, game.max_players), -99, np.int32)
    ranks = np.full((count, game.max_players), -99, np.int8)
    asked = game.kernels.playout_many(game.params, rows, make_rngs(count, seed=0), scores, ranks)
    assert (rows["player"] == NOBODY).all()
    assert count <= asked <= int(rows["decisions"].sum())
    expected_scores, expected_ranks = game.results(rows)
    assert scores.tolist() == expected_scores.tolist()
    assert ranks.tolist() == expected_ranks.tolist()


def test_the_same_seed_starts_the_same_game_and_others_do_not(case: Case) -> None:
    game = case.game
    starts = [game.start(case.players, seed=case.seed + number).tobytes() for number in range(16)]
    assert len(set(starts)) == len(starts)
    used = game.start(case.players, seed=case.seed + 1)
    game.kernels.reset_many(
        game.params, used, np.array([case.players], np.int8), np.array([case.seed], np.int64)
    )  # over the remains of another game
    assert used.tobytes() == starts[0]
