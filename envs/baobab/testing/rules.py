"""What may be done, what that leads to, and what must hold in every state."""

from functools import partial
from typing import Any

import numpy as np

from baobab.adapters.aec import GameEnv
from baobab.adapters.vector import SelfPlayBatch
from baobab.core.game import make_rngs
from baobab.core.games import Games
from baobab.core.layout import Layout
from baobab.core.record import CHANCE, NOBODY
from baobab.testing.cases import (
    SMALL,
    Case,
    Play,
    check,
    features_of,
    hidden_from,
    legal_ids,
    legal_of,
    require,
    require_equal,
    require_refusal,
    seen_by,
    visit,
)


@check()
def legal_actions_are_valid_told_once_and_what_the_mask_says(case: Case) -> None:
    """The kernel `legal` and the mask."""

    def look(play: Play) -> None:
        if play.rows[0].player == CHANCE:
            return
        legal, size = legal_of(play.games), play.game.actions.size
        if play.over:
            require_equal(legal.mask[0].tolist(), [1] * size, "where a game is over every action counts as legal")
            return
        ids = legal.ids[0, : legal.counts[0]].tolist()
        require(ids, "no action is legal")
        require_equal(len(set(ids)), len(ids), "a legal action is told twice")
        require(min(ids) >= 0 and max(ids) < size, f"legal actions are in 0 … {size - 1}: {ids}")
        require_equal(np.flatnonzero(legal.mask[0]).tolist(), sorted(ids), "the mask is not the legal actions")
        require_equal(set(legal.mask[0].tolist()) - {0, 1}, set(), "a mask is of 0 and 1")

    visit(case, look)


@check()
def forced_names_the_sole_legal_action_and_nothing_else(case: Case) -> None:
    """The kernel `forced`."""
    several = 0

    def look(play: Play) -> None:
        nonlocal several
        if not play.chooses:
            return
        ids = play.legal()
        several += len(ids) > 1
        only = play.game.kernels.forced(play.game.params[0], play.rows[0])
        require_equal(only, ids[0] if len(ids) == 1 else -1, f"`forced`, where {len(ids)} actions are legal")

    visit(case, look)
    require(several > 0, "nobody ever had a choice")


@check()
def every_state_keeps_the_invariants_of_its_game(case: Case) -> None:
    """`Game.check`, and the fields that all rows have."""

    def look(play: Play) -> None:
        row = play.rows[0]
        play.game.check(row)
        require_equal(row.num_players, play.players, "num_players")
        require(row.player in (NOBODY, CHANCE, *range(play.players)), f"player is no seat: {row.player}")
        require(0 <= row.phase < len(play.game.phases), f"phase is none of the game's: {row.phase}")
        require(row.opening in (0, 1), f"opening is 0 or 1, not {row.opening}")
        require(0 <= row.decisions <= play.game.max_decisions, f"decisions exceed max_decisions: {row.decisions}")

    visit(case, look, games=8, slow=8)


@check()
def every_legal_action_can_be_applied(case: Case) -> None:
    """The kernel `apply`."""

    def look(play: Play) -> None:
        if not play.chooses:
            return
        before = play.rows.tobytes()
        for action in play.legal()[:: 5 if SMALL else 1]:
            copy = play.games.copy()
            copy.apply([action])
            require(copy.rows.tobytes() != before, f"action {action} does nothing")
            counted = int(copy.rows[0].decisions) - int(play.rows[0].decisions)
            require_equal(counted, 1, f"action {action} counts as a decision")
            play.game.check(copy.rows[0])
        require_equal(play.rows.tobytes(), before, "a copy's actions change the original")

    visit(case, look, games=2, every=3, slow=16)


@check()
def every_other_action_is_refused_and_changes_nothing(case: Case) -> None:
    """In the form of one game and in the batch."""
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
                require_refusal(partial(env.step, action), match="may not play")
            require_equal(env.get_state(), before, "a refused action changes the state")
            refused += len(others)
            _check_batch_refuses(batch, chooser)
        env.step(int(chooser.choice(legal)))
        batch.step(batch.random_actions(rngs))
        steps += 1
    require(refused > 0, "every action was always legal")


def _check_batch_refuses(batch: SelfPlayBatch, chooser: np.random.Generator) -> None:
    """Row 1 of two is given an illegal action: nothing changes, in row 0 neither."""
    before = batch.rows.tobytes(), batch.observation.tobytes()
    illegal = np.flatnonzero(batch.action_mask[1] == 0)
    some = chooser.choice(illegal, 3) if illegal.size else illegal
    for action in (*some, -1, batch.game.actions.size):
        actions = [int(batch.legal_ids[0, 0]), int(action)]
        require_refusal(partial(batch.step, actions), match="row 1: ")
    require_equal((batch.rows.tobytes(), batch.observation.tobytes()), before, "a refused action changes the batch")


@check()
def a_step_is_one_decision_and_all_that_has_one_answer_after_it(case: Case) -> None:
    """`step_many` against the single kernels."""
    chooser = np.random.default_rng(case.seed)
    games = case.start()
    forced_ones = steps = 0
    while games.running[0]:
        action = int(chooser.choice(np.sort(legal_ids(games))))
        slow = games.copy()
        games.step([action])
        forced_ones += _apply_one_by_one(slow, action)
        require_equal(slow.rows.tobytes(), games.rows.tobytes(), f"step {steps}, action {action}")
        steps += 1
    require(games.rows[0].decisions >= steps + forced_ones, "`decisions` counts too few")


def _apply_one_by_one(games: Games, action: int) -> int:
    """What `step_many` does, in Python; the number of decisions that were not asked."""
    passed = 0
    games.apply([action])
    while games.running[0]:
        if games.players[0] == CHANCE:
            games.draw_chance()
            continue
        ids = legal_ids(games)
        if games.rows[0].opening or len(ids) > 1:
            break
        games.apply(ids)
        passed += 1
    return passed


@check()
def every_game_ends_with_ranks_that_follow_from_the_scores(case: Case) -> None:
    """The kernel `results` at the end."""

    def look(play: Play) -> None:
        if not play.over:
            return
        scores, ranks = play.games.results()
        there, points = ranks[0, : play.players].tolist(), scores[0, : play.players].tolist()
        beyond = [*scores[0, play.players :].tolist(), *ranks[0, play.players :].tolist()]
        require(not any(beyond), "a seat without a player has a result")
        require_equal(min(there), 1, "the best rank")
        for rank in there:  # ties share the better rank
            require_equal(
                rank, 1 + sum(other < rank for other in there), f"the ranks {there} are not a table with ties"
            )
        ordered = [score for _, score in sorted(zip(there, points, strict=True), key=lambda pair: pair[0])]
        require_equal(ordered, sorted(points, reverse=True), f"the ranks {there} do not follow the scores {points}")

    visit(case, look, games=8, every=10_000)


@check()
def observations_and_features_are_within_their_bounds(case: Case) -> None:
    """The kernels `encode`, `encode_state` and `encode_actions` against their layouts."""

    def look(play: Play) -> None:
        game = play.game
        for viewer in range(play.players):
            _check_bounds(game.observation, seen_by(play.games, viewer)[None], f"of seat {viewer}")
            _check_bounds(game.hidden, hidden_from(play.games, viewer)[None], f"hidden from seat {viewer}")
        if play.chooses:
            features = features_of(play.games)
            require_equal(len(features), len(play.legal()), "the rows of features")
            _check_bounds(game.features, features, "of an action")

    visit(case, look, every=2, slow=16)


def _check_bounds(layout: Layout, values: Any, whose: str) -> None:
    for piece in layout:
        part = values[:, piece.slice]
        bounds = f"{piece.low} … {piece.high}"
        require(
            piece.low <= part.min() and part.max() <= piece.high, f"{piece.name} {whose} is outside {bounds}: {part}"
        )


@check()
def every_seat_observes_something_else(case: Case) -> None:
    """An encoder that forgets the viewer, or the seats that are not there, shows here."""

    def look(play: Play) -> None:
        views = {seen_by(play.games, viewer).tobytes() for viewer in range(play.players)}
        require_equal(len(views), play.players, "different observations")

    visit(case, look, games=1, every=4, slow=8)


@check()
def a_batch_of_games_is_the_same_games_alone(case: Case) -> None:
    """States, masks, observations and results of a batch, game by game."""
    count = 2 if SMALL else 24
    batch = SelfPlayBatch(case.game, num_games=count, num_players=case.players, seed=case.seed, autoreset=False)
    rngs = make_rngs(count, seed=case.seed)
    alone = [Games.start(case.game, num_players=case.players, seeds=[seed]) for seed in batch.game_seeds]
    steps = 0
    while (batch.players != NOBODY).any():
        actions = batch.random_actions(rngs).copy()
        batch.step(actions)
        for row in np.flatnonzero(batch.done | (batch.players != NOBODY)):
            where, single = f"row {row}, step {steps}", alone[row]
            single.step(actions[row : row + 1])
            require_equal(single.rows.tobytes(), batch.rows[row : row + 1].tobytes(), where)
            if steps % 8 == 0 and batch.players[row] != NOBODY:
                legal = legal_of(single)
                require_equal(legal.mask[0].tolist(), batch.action_mask[row].tolist(), where)
                listed = batch.legal_ids[row, : batch.legal_counts[row]].tolist()
                require_equal(legal.ids[0, : legal.counts[0]].tolist(), listed, where)
                seen = seen_by(single, int(batch.players[row]))
                require_equal(seen.tolist(), batch.observation[row].tolist(), where)
        steps += 1
    for number, single in enumerate(alone):
        scores, ranks = single.results()
        require_equal(batch.scores[number].tolist(), scores[0].tolist(), f"the scores of row {number}")
        require_equal(batch.ranks[number].tolist(), ranks[0].tolist(), f"the ranks of row {number}")
    require(steps > 0, "the games were over at the start")


@check()
def playouts_play_every_game_to_its_end(case: Case) -> None:
    """The loop that searches use."""
    count = 2 if SMALL else 64
    games = Games.start(case.game, num_players=case.players, seeds=range(case.seed, case.seed + count))
    asked = games.play_out(make_rngs(count, seed=0))
    require(not games.running.any(), "a game is not over")
    require(count <= asked <= int(games.rows["decisions"].sum()), f"{asked} decisions were asked")
    require((games.rows["decisions"] <= case.game.max_decisions).all(), "a game has more than max_decisions")


@check()
def the_same_seed_starts_the_same_game_and_others_do_not(case: Case) -> None:
    """The kernel `reset`."""
    seeds = range(case.seed, case.seed + 16)
    games = Games.start(case.game, num_players=case.players, seeds=seeds)
    starts = [games.rows[place : place + 1].tobytes() for place in range(len(seeds))]
    require_equal(len(set(starts)), len(starts), "starts of different seeds")
    used = games[1:2]
    used.restart(num_players=case.players, seeds=np.array([case.seed], np.int64))
    require_equal(used.rows.tobytes(), starts[0], "a start over the remains of another game")


CHECKS = (
    legal_actions_are_valid_told_once_and_what_the_mask_says,
    forced_names_the_sole_legal_action_and_nothing_else,
    every_state_keeps_the_invariants_of_its_game,
    every_legal_action_can_be_applied,
    every_other_action_is_refused_and_changes_nothing,
    a_step_is_one_decision_and_all_that_has_one_answer_after_it,
    every_game_ends_with_ranks_that_follow_from_the_scores,
    observations_and_features_are_within_their_bounds,
    every_seat_observes_something_else,
    a_batch_of_games_is_the_same_games_alone,
    playouts_play_every_game_to_its_end,
    the_same_seed_starts_the_same_game_and_others_do_not,
)
