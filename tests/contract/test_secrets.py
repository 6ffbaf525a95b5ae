"""Every registered game: what a seat cannot see decides nothing that it is shown, may do, or would do."""

import json
from typing import Any

import numpy as np
import pytest
from tests.contract.conftest import Case, Play, features_of, hidden_from, legal_of, redrawn, seen_by, visit

from baobab.core.game import make_rngs
from baobab.core.record import CHANCE

pytestmark = pytest.mark.kernels


def test_what_a_viewer_is_shown_does_not_change_when_the_hidden_is_redrawn(case: Case) -> None:
    rng = make_rngs(1, seed=case.seed)

    def look(play: Play) -> None:
        for viewer in range(play.players):
            other = redrawn(play.game, play.rows, viewer, rng)
            assert _shown(play.game, other, viewer) == _shown(play.game, play.rows, viewer), f"viewer {viewer}"

    visit(case, look, every=2, slow=8)


def test_pictures_do_not_change_when_the_hidden_is_redrawn(case: Case) -> None:
    rng = make_rngs(1, seed=case.seed)

    def look(play: Play) -> None:
        game, row = play.game, play.rows[0]
        for viewer in range(play.players):
            other = redrawn(game, play.rows, viewer, rng)[0]
            assert game.text(other, viewer) == game.text(row, viewer), f"viewer {viewer}"
            assert game.svg(other, viewer) == game.svg(row, viewer), f"viewer {viewer}"

    visit(case, look, games=1, every=16, slow=4)


def test_what_the_seat_to_move_may_and_would_do_does_not_change_when_the_hidden_is_redrawn(case: Case) -> None:
    rng = make_rngs(1, seed=case.seed)
    choices = 0

    def look(play: Play) -> None:
        nonlocal choices
        game, player = play.game, int(play.rows[0].player)
        if play.over or player == CHANCE:
            return
        other = redrawn(game, play.rows, player, rng)
        ids, mask = legal_of(game, play.rows)
        other_ids, other_mask = legal_of(game, other)
        assert other_ids.tolist() == ids.tolist()  # the order too: it is what a bot counts by
        assert other_mask.tolist() == mask.tolist()
        assert features_of(game, other).tolist() == features_of(game, play.rows).tolist()
        assert _greedy(play, other) == _greedy(play, play.rows)
        choices += ids.size > 1

    visit(case, look, games=8, slow=4)
    assert choices > 0


def test_a_redraw_depends_on_what_the_viewer_knows_and_on_the_generator_alone(case: Case) -> None:
    rng = make_rngs(1, seed=case.seed)
    apart = 0

    def look(play: Play) -> None:
        nonlocal apart
        game = play.game
        for viewer in range(play.players):
            truths = [play.rows, redrawn(game, play.rows, viewer, rng), redrawn(game, play.rows, viewer, rng)]
            apart += truths[1].tobytes() != truths[2].tobytes()
            drawn = {redrawn(game, truth, viewer, make_rngs(1, seed=play.decisions)).tobytes() for truth in truths}
            assert len(drawn) == 1, f"viewer {viewer}"

    visit(case, look, every=2, slow=8)
    assert apart > 0


def test_a_redraw_is_a_state_of_the_game_that_plays_on(case: Case) -> None:
    rng = make_rngs(1, seed=case.seed)
    changed = 0

    def look(play: Play) -> None:
        nonlocal changed
        game = play.game
        for viewer in range(play.players):
            other = redrawn(game, play.rows, viewer, rng)
            game.check(other[0])
            assert other[0].rng.tolist() != play.rows[0].rng.tolist(), "the generator is hidden too"
            changed += hidden_from(game, other, viewer).tolist() != hidden_from(game, play.rows, viewer).tolist()
            scores, ranks = np.zeros((1, game.max_players), np.int32), np.zeros((1, game.max_players), np.int8)
            game.kernels.playout_many(game.params, other, rng, scores, ranks)
            game.check(other[0])

    visit(case, look, games=2, every=8, slow=8)
    assert changed > 0, "nothing hidden was ever redrawn"


def _shown(game: Any, rows: Any, viewer: int) -> tuple[bytes, str]:
    """Observation and view of a seat."""
    return seen_by(game, rows, viewer).tobytes(), json.dumps(game.view(rows[0], viewer))


def _greedy(play: Play, rows: Any) -> int:
    """The greedy heuristic's action, always from the same generator."""
    actions = np.zeros(1, np.int32)
    play.game.kernels.greedy_actions(play.game.params, rows, make_rngs(1, seed=play.seed), actions)
    return int(actions[0])
