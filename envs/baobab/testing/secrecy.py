"""What a seat cannot see decides nothing that it is shown, may do, or would do."""

import json
from typing import Any

from baobab.core.game import make_rngs
from baobab.core.games import Games
from baobab.testing.cases import (
    Case,
    Play,
    check,
    features_of,
    hidden_from,
    legal_of,
    redrawn,
    require,
    require_equal,
    seen_by,
    visit,
)


@check()
def what_a_viewer_is_shown_does_not_change_when_the_hidden_is_redrawn(case: Case) -> None:
    """Observation and view."""
    rng = make_rngs(1, seed=case.seed)

    def look(play: Play) -> None:
        for viewer in range(play.players):
            other = redrawn(play.games, viewer, rng)
            layout = play.game.observation
            before, after = layout.split(seen_by(play.games, viewer)), layout.split(seen_by(other, viewer))
            changed = [name for name, part in before.items() if part.tolist() != after[name].tolist()]
            require(not changed, f"the observation of seat {viewer} changes with what it cannot see: {changed}")
            views = [json.dumps(play.game.view(games.rows[0], viewer)) for games in (play.games, other)]
            require_equal(views[1], views[0], f"the view of seat {viewer} changes with what it cannot see")

    visit(case, look, every=2, slow=8)


@check()
def pictures_do_not_change_when_the_hidden_is_redrawn(case: Case) -> None:
    """Text and SVG."""
    rng = make_rngs(1, seed=case.seed)

    def look(play: Play) -> None:
        game, row = play.game, play.rows[0]
        for viewer in range(play.players):
            other = redrawn(play.games, viewer, rng).rows[0]
            require_equal(game.text(other, viewer), game.text(row, viewer), f"the text for seat {viewer}")
            require_equal(game.svg(other, viewer), game.svg(row, viewer), f"the picture for seat {viewer}")

    visit(case, look, games=1, every=16, slow=4)


@check()
def what_the_seat_to_move_may_and_would_do_does_not_change_when_the_hidden_is_redrawn(case: Case) -> None:
    """Legal actions in their order (it is what a bot counts by), features and the greedy bot."""
    rng = make_rngs(1, seed=case.seed)
    choices = 0

    def look(play: Play) -> None:
        nonlocal choices
        if not play.chooses:
            return
        other = redrawn(play.games, int(play.rows[0].player), rng)
        legal, others = legal_of(play.games), legal_of(other)
        require_equal(others.ids.tolist(), legal.ids.tolist(), "the legal actions change")
        require_equal(others.mask.tolist(), legal.mask.tolist(), "the mask changes")
        require_equal(features_of(other).tolist(), features_of(play.games).tolist(), "the features change")
        require_equal(_greedy(play, other), _greedy(play, play.games), "the greedy bot's action changes")
        choices += int(legal.counts[0]) > 1

    visit(case, look, games=8, slow=4)
    require(choices > 0, "nobody ever had a choice")


@check()
def a_redraw_depends_on_what_the_viewer_knows_and_on_the_generator_alone(case: Case) -> None:
    """The true state does not show through its redraws."""
    rng = make_rngs(1, seed=case.seed)
    apart = 0

    def look(play: Play) -> None:
        nonlocal apart
        for viewer in range(play.players):
            truths = [play.games, redrawn(play.games, viewer, rng), redrawn(play.games, viewer, rng)]
            apart += truths[1].rows.tobytes() != truths[2].rows.tobytes()
            drawn = {redrawn(truth, viewer, make_rngs(1, seed=play.decisions)).rows.tobytes() for truth in truths}
            require_equal(len(drawn), 1, f"different redraws for seat {viewer} from the same generator")

    visit(case, look, every=2, slow=8)
    require(apart > 0, "two redraws are always the same")


@check()
def a_redraw_is_a_state_of_the_game_that_plays_on(case: Case) -> None:
    """Invariants after a redraw and after a playout from it."""
    rng = make_rngs(1, seed=case.seed)
    changed = 0

    def look(play: Play) -> None:
        nonlocal changed
        for viewer in range(play.players):
            other = redrawn(play.games, viewer, rng)
            play.game.check(other.rows[0])
            require(other.rows[0].rng.tolist() != play.rows[0].rng.tolist(), "the generator is hidden too")
            changed += hidden_from(other, viewer).tolist() != hidden_from(play.games, viewer).tolist()
            other.play_out(rng)
            play.game.check(other.rows[0])

    visit(case, look, games=2, every=8, slow=8)
    require(changed > 0, "nothing hidden was ever redrawn")


def _greedy(play: Play, games: Games) -> Any:
    """The greedy heuristic's action, always from the same generator."""
    return games.greedy_actions(make_rngs(1, seed=play.seed)).tolist()


CHECKS = (
    what_a_viewer_is_shown_does_not_change_when_the_hidden_is_redrawn,
    pictures_do_not_change_when_the_hidden_is_redrawn,
    what_the_seat_to_move_may_and_would_do_does_not_change_when_the_hidden_is_redrawn,
    a_redraw_depends_on_what_the_viewer_knows_and_on_the_generator_alone,
    a_redraw_is_a_state_of_the_game_that_plays_on,
)
