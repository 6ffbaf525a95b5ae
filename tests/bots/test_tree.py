"""The tree of a search: its arithmetic on trees made by hand, and its room."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.bots.positions import choices

from baobab.bots.tree import (
    NO_NODE,
    ROOT,
    Node,
    Settings,
    add_child,
    back_up,
    best_child,
    init_tree,
    is_wide,
    mark_children,
    measure_utility,
    read_root,
    tree_kernels,
    unmark_children,
)
from baobab.core.game import Game, make_rngs
from baobab.core.record import record_dtype
from baobab.registry import GAMES, load_game

pytestmark = pytest.mark.kernels


@pytest.fixture(params=sorted(GAMES))
def game(request: pytest.FixtureRequest) -> Game:
    return load_game(request.param)


def settings(**fields: float) -> Any:
    made = np.zeros(1, record_dtype(Settings))
    for name, value in fields.items():
        made[name] = value
    return made


def utilities(scores: list[int], ranks: list[int], *, win_weight: float = 0.5, margin_scale: float = 10) -> list[float]:
    values = np.zeros(8, np.float32)
    seats = len(scores)
    measure_utility(
        settings(win_weight=win_weight, margin_scale=margin_scale),
        *(seats, np.array(scores, np.int32), np.array(ranks, np.int8), values),
    )
    assert not values[seats:].any()
    return [float(value) for value in values[:seats]]


# --- What a playout is worth ------------------------------------------------------------------------------


def test_a_win_by_ten_points_of_scale_ten_is_worth_seven_eighths() -> None:
    # The winner: 1/2 · 1 + 1/2 · (1/2 + 1/2 · 1/(1 + 1)) = 7/8.
    assert utilities([30, 20], [1, 2]) == pytest.approx([7 / 8, 1 / 8])


def test_a_tie_of_two_is_worth_one_half_each() -> None:
    assert utilities([20, 20], [1, 1]) == pytest.approx([1 / 2, 1 / 2])


def test_seats_of_the_same_score_that_a_tiebreak_parts_differ_by_the_win_alone() -> None:
    assert utilities([20, 20], [2, 1]) == pytest.approx([1 / 4, 3 / 4])


def test_with_three_players_the_margin_is_to_the_mean_of_the_others() -> None:
    # Margins 30 − 15, 10 − 25, 20 − 20 over 10: 3/2, −3/2, 0; normalised 3/5, −3/5, 0.
    assert utilities([30, 10, 20], [1, 3, 2]) == pytest.approx([1 / 2 + 1 / 2 * 4 / 5, 1 / 2 * 1 / 5, 1 / 2 * 1 / 2])


def test_three_players_of_whom_two_tie_for_the_win_share_it() -> None:
    # Margins 30 − 20, 30 − 20, 10 − 30 over 10: 1, 1, −2; normalised 1/2, 1/2, −2/3.
    first = 1 / 2 * 1 / 2 + 1 / 2 * 3 / 4
    assert utilities([30, 30, 10], [1, 1, 3]) == pytest.approx([first, first, 1 / 2 * 1 / 6])


def test_the_weight_of_the_win_goes_from_the_margin_alone_to_the_win_alone() -> None:
    assert utilities([30, 20], [1, 2], win_weight=0.0) == pytest.approx([3 / 4, 1 / 4])
    assert utilities([30, 20], [1, 2], win_weight=1.0) == pytest.approx([1, 0])


# --- A tree made by hand ----------------------------------------------------------------------------------

ACTIONS = 6


@pytest.fixture
def nodes() -> Any:
    """A root with the children 1 (action 4), 2 (action 0) and 3 (action 2); two seats, ten playouts."""
    made = np.zeros(4, record_dtype(Node, P=2))
    assert init_tree(made) == 1
    for child, action, visits, offers, values in (
        (1, 4, 5, 10, (2.0, 3.0)),
        (2, 0, 4, 10, (3.0, 1.0)),
        (3, 2, 1, 2, (0.5, 0.5)),
    ):
        made[child].action, made[child].first = action, NO_NODE
        made[child].visits, made[child].offers = visits, offers
        made[child].values[:] = values
        add_child(made, ROOT, child)
    made[ROOT].visits = 10
    return made


def choose(nodes: Any, mover: int, exploration: float, ids: list[int]) -> int:
    slots = np.full(ACTIONS, NO_NODE, np.int32)
    mark_children(nodes, ROOT, slots)
    return int(best_child(nodes, mover, exploration, np.array(ids, np.int16), len(ids), slots))


def test_a_planted_tree_is_a_root_that_nobody_visited() -> None:
    made = np.zeros(2, record_dtype(Node, P=3))
    made["visits"], made["values"], made["first"] = 9, 1.0, 1
    assert init_tree(made) == 1
    assert (made[ROOT].visits, made[ROOT].first, made[ROOT].next) == (0, NO_NODE, NO_NODE)
    assert not made[ROOT].values.any()


def test_children_are_noted_under_their_actions_and_the_slots_are_left_as_they_were(nodes: Any) -> None:
    slots = np.full(ACTIONS, NO_NODE, np.int32)
    mark_children(nodes, ROOT, slots)
    assert slots.tolist() == [2, NO_NODE, 3, NO_NODE, 1, NO_NODE]
    unmark_children(nodes, ROOT, slots)
    assert (slots == NO_NODE).all()


@pytest.mark.parametrize(
    ("mover", "exploration", "ids", "child"),
    [
        (0, 0.0, [0, 2, 4], 2),  # means 2/5, 3/4, 1/2
        (1, 0.0, [0, 2, 4], 1),  # means 3/5, 1/4, 1/2: the seat to move looks at its own values
        (0, 0.0, [2, 4], 3),  # what is not legal now is not chosen
        (1, 0.0, [1, 2, 3], 3),  # what was never tried is not chosen
        # Bounds of seat 0: 2/5 + c √(ln 10 / 5), 3/4 + c √(ln 10 / 4), 1/2 + c √(ln 2 / 1): 0.4 + 0.679 c,
        # 0.75 + 0.759 c, 0.5 + 0.833 c; the third is the highest from c = 0.25 / 0.0738 = 3.39 on.
        (0, 3.3, [0, 2, 4], 2),
        (0, 3.5, [0, 2, 4], 3),
    ],
)
def test_the_child_with_the_highest_bound_is_chosen(
    nodes: Any, mover: int, exploration: float, ids: list[int], child: int
) -> None:
    assert choose(nodes, mover, exploration, ids) == child


def test_a_bound_counts_how_often_the_child_could_have_been_chosen(nodes: Any) -> None:
    assert choose(nodes, 0, 3.5, [0, 2, 4]) == 3
    nodes[3].offers = 1  # ln 1 = 0: nothing speaks for trying it again
    assert choose(nodes, 0, 3.5, [0, 2, 4]) == 2


def test_the_root_is_read_by_action_for_one_seat(nodes: Any) -> None:
    slots, ids = np.full(ACTIONS, NO_NODE, np.int32), np.array([0, 1, 2, 4], np.int16)
    visits, sums = np.full(4, 9, np.int32), np.full(4, 9.0)
    read_root(nodes, 1, ids, slots, visits, sums)
    assert visits.tolist() == [4, 0, 1, 5]
    assert sums.tolist() == [1.0, 0.0, 0.5, 3.0]
    assert (slots == NO_NODE).all()


def test_a_playout_counts_on_its_path_alone(nodes: Any) -> None:
    before = nodes.copy()
    back_up(nodes, np.array([ROOT, 2, 3], np.int32), 2, 2, np.array([0.25, 0.75, 9.0], np.float32))
    assert nodes["visits"].tolist() == [11, 5, 5, 1]
    assert nodes["values"].tolist() == [[0.25, 0.75], [2.0, 3.0], [3.25, 1.75], [0.5, 0.5]]
    assert nodes["offers"].tolist() == before["offers"].tolist()


@pytest.mark.parametrize(
    ("visits", "most"),
    [(0, 1), (4, 2), (15, 3), (16, 3), (100, 6)],  # the first whole number that is at least 1 + √visits / 2
)
def test_a_node_gets_no_further_child_from_its_limit_on(visits: int, most: int) -> None:
    limits = settings(widening=0.5)
    assert not is_wide(limits, visits, most - 1)
    assert is_wide(limits, visits, most)


def test_without_widening_there_is_no_limit() -> None:
    assert not is_wide(settings(widening=0.0), 1, 1000)


# --- A tree that grows ------------------------------------------------------------------------------------


def grow(game: Game, *, playouts: int, room: int, widening: float = 0.0) -> tuple[Any, int, NDArray[np.int32]]:
    """The tree of the last choice but one of a random game, its size, and the slots."""
    rows = choices(game, 2, 3)[-2]
    nodes = np.zeros(room, record_dtype(Node, P=game.max_players))
    slots = np.full(game.actions.size, NO_NODE, np.int32)
    chosen = settings(exploration=0.5, win_weight=0.5, margin_scale=game.margin_scale, widening=widening)
    path, rng, used = np.zeros(game.max_decisions + 1, np.int32), make_rngs(1, seed=1)[0], init_tree(nodes)
    search = tree_kernels(game).tree_search
    used = search(game.params, rows, 0, rng, chosen, playouts, nodes, used, game.rows(2), slots, path)
    return nodes, used, slots


def children(nodes: Any, node: int) -> list[int]:
    found, child = [], int(nodes[node].first)
    while child != NO_NODE:
        found.append(child)
        child = int(nodes[child].next)
    return found


def test_every_visit_of_a_node_is_one_of_its_children_or_ended_there(game: Game) -> None:
    nodes, used, slots = grow(game, playouts=12, room=13)
    assert nodes[ROOT].visits == 12 == sum(int(nodes[child].visits) for child in children(nodes, ROOT))
    for node in range(1, used):
        assert sum(int(nodes[child].visits) for child in children(nodes, node)) <= nodes[node].visits
    assert (slots == NO_NODE).all()


def test_a_playout_makes_one_node_at_most_and_each_node_has_one_parent(game: Game) -> None:
    nodes, used, _ = grow(game, playouts=12, room=50)
    assert used <= 13
    assert sorted(child for node in range(used) for child in children(nodes, node)) == list(range(1, used))


def test_a_root_child_was_offered_in_every_playout_from_its_first_on(game: Game) -> None:
    nodes, _, _ = grow(game, playouts=12, room=13)
    for child in children(nodes, ROOT):
        assert nodes[child].visits <= nodes[child].offers
    assert max(int(nodes[child].offers) for child in children(nodes, ROOT)) == 12


def test_the_utilities_of_two_seats_add_up_to_one_a_visit(game: Game) -> None:
    nodes, used, _ = grow(game, playouts=12, room=13)
    sums = nodes["values"][:used].sum(axis=1)
    assert sums == pytest.approx(nodes["visits"][:used], abs=1e-4)
    assert not nodes["values"][:used, 2:].any()


def test_where_the_room_is_used_up_playouts_still_count(game: Game) -> None:
    nodes, used, slots = grow(game, playouts=12, room=3)
    assert used == 3
    assert nodes[ROOT].visits == 12
    assert nodes["values"][ROOT].sum() == pytest.approx(12)
    assert (slots == NO_NODE).all()


def test_a_limit_makes_the_tree_narrow_and_deep(game: Game) -> None:
    nodes, used, _ = grow(game, playouts=12, room=13, widening=0.3)
    for node in range(used):
        assert len(children(nodes, node)) <= 1 + np.ceil(0.3 * np.sqrt(nodes[node].visits))
    assert len(children(nodes, ROOT)) == 2  # the second where 1 < 1 + 0.3 √n, the third not before n = 12
