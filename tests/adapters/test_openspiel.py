"""What OpenSpiel needs of the games, as far as it can be tested without OpenSpiel: trees of positions, a miniature.

What needs OpenSpiel itself is checked by `make interop-openspiel` (training/recipes/openspiel_checks.py).
"""

import copy
import importlib
import json
import random
import sys
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from baobab.adapters.position import DEAL_DIGITS, DRAWS, Position, Tree, open_tree
from baobab.core.game import make_rngs
from baobab.core.record import CHANCE, copy_rows
from baobab.registry import GAMES, load_game

MINIATURE = Path(__file__).parents[2] / "training" / "recipes" / "openspiel_miniature.json"
UNIFORM_EXPLOITABILITY = Fraction(651, 715)
"""Of the miniature, when both play at random; OpenSpiel finds the same (openspiel_checks.py)."""

every_game = pytest.mark.parametrize("name", sorted(GAMES))


def miniature() -> Tree:
    values: dict[str, Any] = json.loads(MINIATURE.read_text(encoding="utf-8"))
    deals, opening = values.pop("deals"), values.pop("opening")
    return Tree(load_game(values.pop("game"), **values), deals=deals, opening=opening)


def line(tree: Tree, *, seed: int, most: int = 10_000) -> Iterator[Position]:
    """The positions of a random game, chance nodes included."""
    chooser = random.Random(seed)
    position = tree.root
    yield position
    while not position.is_over and most > 0:
        position = position.child(chooser.choice(position.legal_actions()))
        most -= 1
        yield position


def dealt(tree: Tree, *, seed: int = 3) -> Position:
    return next(position for position in line(tree, seed=seed) if position.rows is not None)


# --- Without OpenSpiel ------------------------------------------------------------------------------------


def test_without_openspiel_the_adapter_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "baobab.adapters.openspiel", raising=False)
    with pytest.raises(ImportError, match=r"baobab\.adapters\.openspiel needs OpenSpiel: pip install open_spiel"):
        importlib.import_module("baobab.adapters.openspiel")


# --- Positions --------------------------------------------------------------------------------------------


@every_game
def test_a_line_of_positions_is_a_whole_game(name: str) -> None:
    tree = Tree(load_game(name), num_players=3, reward="margin")
    *before, last = line(tree, seed=1)
    assert all(position.returns() == [0.0, 0.0, 0.0] for position in before)
    assert last.legal_actions() == []
    assert sum(last.returns()) == pytest.approx(0.0)
    scores, _ = tree.game.results(last.rows)
    means = [(scores[0, :3].sum() - score) / 2 for score in scores[0, :3]]
    expected = [(score - mean) / tree.game.margin_scale for score, mean in zip(scores[0, :3], means, strict=True)]
    assert last.returns() == pytest.approx(expected)


@every_game
def test_the_same_outcomes_and_actions_lead_to_the_same_position(name: str) -> None:
    tree = Tree(load_game(name))
    for one, other in zip(line(tree, seed=2), line(tree, seed=2), strict=True):
        assert one.digest == other.digest
        assert one.information(0) == other.information(0)


@every_game
def test_a_child_leaves_its_parent_as_it_was(name: str) -> None:
    for position in line(Tree(load_game(name)), seed=4, most=30):
        before = position.digest
        for action in position.legal_actions()[:3]:
            position.child(action)
        assert position.digest == before


@every_game
def test_the_kernels_step_leads_where_the_children_lead(name: str) -> None:
    game = load_game(name)
    position = dealt(Tree(game, num_players=game.max_players))
    rows = copy_rows(position.rows)
    chooser = random.Random(5)
    while not position.is_over:
        action = chooser.choice(position.legal_actions())
        position = position.child(action)
        game.kernels.step_many(game.params, rows, np.array([action], np.int32))
        if position.is_chance:  # the draws are others
            return
        assert position.rows.tobytes() == rows.tobytes()


def test_chance_is_a_seed_digit_by_digit_where_no_deals_are_listed() -> None:
    tree = Tree(load_game("nimalia"))
    positions = list(line(tree, seed=6))
    assert [position.is_chance for position in positions[: DEAL_DIGITS + 1]] == [True] * DEAL_DIGITS + [False]
    outcomes = positions[0].chance_outcomes()
    assert len(outcomes) == DRAWS
    assert sum(chance for _, chance in outcomes) == 1.0
    last = positions[DEAL_DIGITS - 1]
    assert len({last.child(outcome).digest for outcome, _ in outcomes[:20]}) == 20


def test_chance_during_play_is_a_node_of_its_own_whose_outcomes_differ() -> None:
    tree = Tree(load_game("okavango"))
    position = next(one for one in line(tree, seed=7) if one.rows is not None and one.is_chance)
    assert position.player == CHANCE
    rivers = {position.child(outcome).rows[0].river.tobytes() for outcome, _ in position.chance_outcomes()}
    assert len(rivers) > 5
    assert position.child(9).digest == position.child(9).digest


def test_playouts_from_a_chance_node_meet_different_draws() -> None:
    tree = Tree(load_game("okavango"), reward="margin")
    position = next(one for one in line(tree, seed=7) if one.rows is not None and one.is_chance)
    rng = make_rngs(1, seed=1)
    worth = [tuple(position.play_out(rng)) for _ in range(10)]
    assert len(set(worth)) > 5
    assert all(sum(values) == pytest.approx(0.0) for values in worth)


# --- What a seat knows ------------------------------------------------------------------------------------


@every_game
def test_a_seat_cannot_tell_a_redrawn_position_from_the_true_one(name: str) -> None:
    tree = Tree(load_game(name), num_players=3)
    rng = make_rngs(1, seed=8)
    for number, position in enumerate(line(tree, seed=8)):
        if position.rows is None or number % 7:
            continue
        for seat in range(3):
            redrawn = position.redrawn(seat, rng)
            assert redrawn.information(seat) == position.information(seat)
            assert redrawn.view(seat) == position.view(seat)
            if position.player == seat:
                assert redrawn.legal_actions() == position.legal_actions()


@every_game
def test_what_others_remember_does_not_reach_a_redrawn_position(name: str) -> None:
    tree = Tree(load_game(name))
    position = list(line(tree, seed=9, most=15))[-1]
    seat, other = max(position.player, 0), 1 - max(position.player, 0)
    redrawn = position.redrawn(seat, make_rngs(1, seed=9))
    assert redrawn.information(other) != position.information(other)


@every_game
def test_what_a_seat_did_and_saw_is_never_forgotten(name: str) -> None:
    seen: dict[int, list[str]] = defaultdict(list)
    tree = Tree(load_game(name))
    for position in line(tree, seed=10):
        for seat in range(2):
            now = position.information(seat)
            assert now.startswith(f"{seat}:")
            if not seen[seat] or seen[seat][-1] != now:
                assert now not in seen[seat]
                seen[seat].append(now)
    assert all(len(set(texts)) > 10 for texts in seen.values())


def test_a_choice_that_nobody_sees_is_no_news_to_the_others() -> None:
    start = dealt(Tree(load_game("nimalia")))
    one, other = (start.child(action) for action in start.legal_actions()[:2])
    assert one.information(1) == other.information(1)
    assert one.information(0) != other.information(0)


def test_the_number_of_decisions_that_others_are_asked_is_no_news() -> None:
    start = dealt(Tree(load_game("kenya")))
    drawn = start.child(start.legal_actions()[0])
    chosen = drawn.child(drawn.legal_actions()[0])
    mover, other = start.player, 1 - start.player
    assert chosen.player == mover
    assert chosen.information(other) == drawn.information(other)
    assert chosen.information(mover) != drawn.information(mover)


# --- Copies and errors ------------------------------------------------------------------------------------


@every_game
def test_a_copy_made_of_bytes_is_the_same_position_and_remembers_the_same(name: str) -> None:
    game = load_game(name)
    position = list(line(Tree(game, num_players=game.max_players), seed=11, most=25))[-1]
    other = copy.copy(position)  # as pickle does it
    assert other is not position
    assert other.digest == position.digest
    for seat in range(game.max_players):
        assert other.information(seat) == position.information(seat)
    action = position.legal_actions()[-1]
    assert other.child(action).information(0) == position.child(action).information(0)


def test_the_spec_of_a_tree_opens_the_same_tree() -> None:
    tree = miniature()
    again = open_tree(tree.spec)
    assert again.spec == tree.spec
    assert again.starts[3].tobytes() == tree.starts[3].tobytes()


def test_an_action_that_is_not_legal_is_refused_with_what_is() -> None:
    position = dealt(Tree(load_game("nimalia")))
    with pytest.raises(ValueError, match=r"may not play 9999; legal: 7 \(first turned 0 at 0,0\), 43"):
        position.child(9999)
    with pytest.raises(ValueError, match="chance does not decide here"):
        position.chance_outcomes()
    with pytest.raises(ValueError, match="nothing is dealt yet"):
        position.tree.root.play_out(make_rngs(1, seed=1))


def test_deals_that_break_a_rule_are_refused() -> None:
    tree = miniature()
    wrong = [*tree.deals[:1], {**tree.deals[1], "brown": ["zebra", "zebra"]}]
    with pytest.raises(ValueError, match="deal 1: setup brown: there is one brown card a clan"):
        Tree(tree.game, deals=wrong)
    with pytest.raises(ValueError, match="deal 0: it is seat 0's turn"):
        Tree(tree.game, deals=tree.deals, opening=tree.opening[2:])
    with pytest.raises(ValueError, match="5 deals have as many weights, not 1"):
        Tree(tree.game, deals=tree.deals, weights=[1.0])
    with pytest.raises(ValueError, match="weights are above 0"):
        Tree(tree.game, deals=tree.deals, weights=[1, 1, 1, 1, 0])
    with pytest.raises(ValueError, match="an opening is played in listed deals: there are none"):
        Tree(tree.game, opening=tree.opening)
    with pytest.raises(ValueError, match="a reward is one of"):
        Tree(tree.game, reward="points")


def test_weights_are_the_odds_of_the_deals() -> None:
    tree = miniature()
    weighted = Tree(tree.game, deals=tree.deals, weights=[2, 1, 1, 2, 4], opening=tree.opening)
    assert weighted.root.chance_outcomes() == [(0, 0.2), (1, 0.1), (2, 0.1), (3, 0.2), (4, 0.4)]


# --- The miniature ----------------------------------------------------------------------------------------


def odds(position: Position) -> list[tuple[int, Fraction]]:
    """What comes next, and how likely it is when every legal action is as likely."""
    legal = position.legal_actions()
    return [(action, Fraction(1, len(legal))) for action in legal]  # the five deals are equally likely as well


def best_response(nodes: list[tuple[Position, Fraction]], seat: int) -> Fraction:
    """The most that a seat gets from these positions, weighted, where the other plays at random: all is tried."""
    total = Fraction(0)
    asked: dict[str, list[tuple[Position, Fraction]]] = defaultdict(list)
    while nodes:
        position, weight = nodes.pop()
        if position.is_over:
            total += weight * Fraction(position.returns()[seat])
        elif position.player == seat:
            asked[position.information(seat)].append((position, weight))
        else:
            nodes += [(position.child(action), weight * chance) for action, chance in odds(position)]
    for known in asked.values():
        choices = known[0][0].legal_actions()
        assert all(position.legal_actions() == choices for position, _ in known)
        total += max(best_response([(one.child(action), weight) for one, weight in known], seat) for action in choices)
    return total


def test_the_miniature_is_small_and_all_of_it_is_there() -> None:
    counts = {"decision": 0, "end": 0, "chance": 0}
    own: dict[str, tuple[Any, ...]] = {}  # what led to an information state: the own ones before it and the own actions
    nodes: list[tuple[Position, tuple[Any, ...], tuple[Any, ...]]] = [(miniature().root, (), ())]
    while nodes:
        position, *pasts = nodes.pop()
        if position.is_over:
            counts["end"] += 1
            assert sum(position.returns()) == 0
            continue
        counts["chance" if position.is_chance else "decision"] += 1
        known = "" if position.is_chance else position.information(position.player)
        if known:
            assert own.setdefault(known, pasts[position.player]) == pasts[position.player]  # perfect recall
        for action in position.legal_actions():
            after = list(pasts)
            if known:
                after[position.player] = (*pasts[position.player], (known, action))
            nodes.append((position.child(action), after[0], after[1]))
    # A deal: 1 choice of a card, 2 of a cell (11 are free); 22 and 44 of the other seat; 520 of the last card and cell.
    # Of the last cells none is beyond an edge: three cards in a line from the opening leave 14 where 9 × 9 cells around
    # the first card would leave 13, in 16 positions of each deal.
    assert counts == {"chance": 1, "decision": 5 * (1 + 2 + 22 + 44 + 520 + 520), "end": 32960}
    assert len(own) == 5413


def test_random_play_of_the_miniature_is_exploited_by_what_a_search_of_the_whole_tree_says() -> None:
    root = miniature().root
    gains = [best_response([(root, Fraction(1))], seat) for seat in range(2)]
    assert sum(gains, Fraction(0)) / 2 == UNIFORM_EXPLOITABILITY
