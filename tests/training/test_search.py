"""A policy that searches: PUCT trees, what leaves are worth, and the moves that come of it."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.training.small import some_rows

from baobab.bots import load_bot
from baobab.bots.puct import Trees, choose_actions, expand, init_trees, normalise, select_puct
from baobab.bots.tree import NO_NODE, ROOT, Node, mark_children
from baobab.core.game import Game, make_rngs
from baobab.core.games import Games
from baobab.core.record import NOBODY, Rows, copy_rows, record_dtype
from baobab.registry import GAMES, load_game
from baobab_training.checkpoint import Card, CheckpointError, save_checkpoint
from baobab_training.config import Config, NetworkConfig, RewardConfig, config_from_dict
from baobab_training.networks import ragged
from baobab_training.networks.network import build_network
from baobab_training.search import PolicySearchBot, load_search_bot

NETWORK = NetworkConfig(row_width=8, trunk_width=16, critic_width=8)


@pytest.fixture(params=sorted(GAMES))
def any_game(request: pytest.FixtureRequest) -> Game:
    return load_game(request.param)


def untrained(game: Game, *, simulations: int = 20, kind: str = "shaped") -> PolicySearchBot:
    reward = RewardConfig(kind=kind)  # type: ignore[arg-type]
    return PolicySearchBot(build_network(NETWORK, game, seed=3), game, reward=reward, simulations=simulations)


def middle(game: Game, count: int = 5) -> Rows:
    return some_rows(game, count=count, num_players=np.full(count, game.max_players, np.int8), steps=9)


def finished(game: Game, num_players: int) -> Rows:
    rows, rngs = game.start(num_players, seed=5), make_rngs(1, seed=5)
    action = np.zeros(1, np.int32)
    while rows[0].player != NOBODY:
        game.kernels.random_actions(game.params, rows, rngs, action)
        game.kernels.step_many(game.params, rows, action)
    return rows


# --- Trees ------------------------------------------------------------------------------------------------


def small_tree(
    *leaves: tuple[list[float], list[tuple[int, float]]],
) -> tuple[NDArray[np.void], NDArray[np.int32], NDArray[np.float32]]:
    """A tree for two seats; each leaf is looked at once, below the root in turn: its values and (action, prior)s."""
    nodes = np.zeros((1, 20), record_dtype(Node, P=2))
    used, bounds = np.zeros(1, np.int32), np.zeros((1, 2, 2), np.float32)
    init_trees(nodes, used, bounds)
    for number, (values, actions) in enumerate(leaves):
        path = np.zeros((1, 5), np.int32)
        path[0, 1] = number
        expand(
            nodes,
            used,
            bounds,
            path,
            np.array([1 if number == 0 else 2], np.int32),
            np.array([2], np.int8),
            np.array([0, len(actions)], np.int32),
            np.array([action for action, _ in actions], np.int16),
            np.array([prior for _, prior in actions], np.float32),
            np.array([values], np.float32),
        )
    return nodes, used, bounds


def choose(nodes: NDArray[np.void], bounds: NDArray[np.float32], ids: list[int], *, exploration: float = 1.0) -> int:
    """The action of the child of the root that seat 0 would look at."""
    slots = np.full(10, NO_NODE, np.int32)
    mark_children(nodes[0], ROOT, slots)
    legal = np.array(ids, np.int16)
    return int(nodes[0, select_puct(nodes[0], ROOT, 0, exploration, bounds[0, 0], legal, len(ids), slots)]["action"])


def test_a_leaf_gets_its_children_and_its_path_the_values() -> None:
    nodes, used, bounds = small_tree(([1.0, -1.0], [(4, 0.75), (7, 0.25)]), ([3.0, -3.0], []))
    assert used[0] == 3
    assert nodes[0, ROOT]["visits"] == 2
    assert nodes[0, ROOT]["values"].tolist() == [4.0, -4.0]
    assert [(node["action"], node["prior"], node["visits"]) for node in nodes[0, 1:3]] == [(4, 0.75, 1), (7, 0.25, 0)]
    assert bounds[0].tolist() == [[1.0, 3.0], [-3.0, -1.0]]


def test_a_tree_without_room_goes_on_counting() -> None:
    nodes, used, bounds = small_tree(([1.0, -1.0], [(action, 1 / 20) for action in range(20)]))
    assert used[0] == 1
    assert nodes[0, ROOT]["first"] == NO_NODE
    assert nodes[0, ROOT]["visits"] == 1
    assert bounds[0, 0].tolist() == [1.0, 1.0]


def test_where_nobody_has_been_the_prior_decides() -> None:
    nodes, _, bounds = small_tree(([0.0, 0.0], [(4, 0.25), (7, 0.75)]))
    assert choose(nodes, bounds, [4, 7]) == 7
    assert choose(nodes, bounds, [4]) == 4


def test_a_childs_score_is_its_normalised_mean_and_what_its_prior_adds() -> None:
    # The first child has a mean of 2, the root (0 + 2) / 2 = 1, the least so far is 0, the greatest 2: so 1, 0.5.
    nodes, _, bounds = small_tree(([0.0, 0.0], [(4, 0.5), (7, 0.5)]), ([2.0, -2.0], []))
    # action 4: 1 + c √2 · 0.5 / 2, action 7: 0.5 + c √2 · 0.5 / 1: equal at c = 0.5 / (√2 · 0.25) = √2
    assert choose(nodes, bounds, [4, 7], exploration=1.40) == 4
    assert choose(nodes, bounds, [4, 7], exploration=1.43) == 7


def test_means_are_normalised_between_the_least_and_the_greatest() -> None:
    bounds = np.array([-1.0, 3.0], np.float32)
    assert [normalise(bounds, value) for value in (-1.0, 0.0, 3.0, 5.0)] == [0.0, 0.25, 1.0, 1.0]
    assert normalise(np.array([np.inf, -np.inf], np.float32), 7.0) == 0.5


def test_the_most_visited_action_is_chosen_and_of_equals_the_one_with_the_greater_prior() -> None:
    actions = np.zeros(1, np.int32)
    nodes, _, _ = small_tree(([0.0, 0.0], [(4, 0.25), (7, 0.75)]))
    choose_actions(nodes, actions)
    assert actions[0] == 7
    nodes, _, _ = small_tree(([0.0, 0.0], [(4, 0.25), (7, 0.75)]), ([0.0, 0.0], []))
    choose_actions(nodes, actions)
    assert actions[0] == 4


def test_softmax_gives_each_decisions_probabilities() -> None:
    logits = np.log(np.array([1.0, 3.0, 5.0, 2.0, 2.0], np.float32)) + np.float32(50)
    probabilities = np.empty(5, np.float32)
    ragged.softmax(logits, np.array([0, 2, 3, 5], np.int32), probabilities)
    assert probabilities == pytest.approx([0.25, 0.75, 1.0, 0.5, 0.5], abs=1e-5)


# --- What positions are worth -------------------------------------------------------------------------------


@pytest.mark.parametrize("num_players", [2, 4])
def test_the_end_of_a_game_is_worth_what_training_gives_for_it(num_players: int) -> None:
    game = load_game("kenya")
    rows = finished(game, num_players)
    scores, ranks = game.results(rows)
    own = scores[0, :num_players].astype(float)
    margins = (own - (own.sum() - own) / (num_players - 1)) / game.margin_scale
    won = ranks[0, :num_players] == 1
    shares = np.where(won, (num_players / won.sum() - 1) / (num_players - 1), -1 / (num_players - 1))
    for kind, wanted in (("shaped", margins + shares), ("margin", margins), ("win", shares)):
        values = untrained(game, kind=kind)._judge(game, rows, np.array([num_players], np.int8))[3]
        assert values[0, :num_players] == pytest.approx(wanted, abs=1e-5), kind


def test_what_is_still_to_come_sums_to_zero_over_the_seats(any_game: Game) -> None:
    rows = middle(any_game)
    players = np.ascontiguousarray(rows["num_players"])
    offsets, _, priors, values = untrained(any_game)._judge(any_game, rows, players)
    assert values.sum(axis=1) == pytest.approx(0.0, abs=1e-4)
    assert np.add.reduceat(priors, offsets[:-1]) == pytest.approx(1.0, abs=1e-5)


# --- Moves --------------------------------------------------------------------------------------------------


def test_the_same_generators_give_the_same_moves_alone_and_in_any_batch(any_game: Game) -> None:
    rows, bot = middle(any_game), untrained(any_game)
    before = rows.tobytes()
    together = bot.act(any_game, rows, make_rngs(5, seed=1))
    assert rows.tobytes() == before
    alone = [
        int(bot.act(any_game, rows[place : place + 1], make_rngs(5, seed=1)[place : place + 1])[0])
        for place in range(5)
    ]
    assert together.tolist() == alone
    for place, action in enumerate(together):
        assert action in any_game.legal_actions(rows[place : place + 1])


def test_the_moves_stay_when_what_a_seat_does_not_know_is_redrawn(any_game: Game) -> None:
    rows, bot = middle(any_game), untrained(any_game)
    moves = bot.act(any_game, rows, make_rngs(5, seed=2)).tolist()
    for seed in range(3):
        redrawn = copy_rows(rows)
        any_game.kernels.determinize_many(any_game.params, redrawn, rows["player"].copy(), make_rngs(5, seed=seed))
        assert redrawn.tobytes() != rows.tobytes()
        assert bot.act(any_game, redrawn, make_rngs(5, seed=2)).tolist() == moves


def test_rows_that_are_over_are_passed_over() -> None:
    game = load_game("nimalia")
    rows = np.concatenate([finished(game, 2), game.start(2, seed=1)])
    actions = untrained(game, simulations=3).act(game, rows, make_rngs(2, seed=1))
    assert actions[0] == 0
    assert actions[1] in game.legal_actions(rows[1:])


# --- By name ------------------------------------------------------------------------------------------------


def test_a_policy_that_searches_is_loaded_by_its_name() -> None:
    bot = load_bot("search(okavango/base, 30)")
    assert isinstance(bot, PolicySearchBot)
    assert (bot.name, bot.simulations, bot.playouts) == ("search(okavango/base, 30)", 30, 30)
    assert load_bot("search(okavango/base)").name == "search(okavango/base, 200)"


@pytest.mark.parametrize("arguments", ["", "okavango/base, many", "okavango/base, 1, 2"])
def test_other_arguments_are_refused(arguments: str) -> None:
    with pytest.raises(ValueError, match=r"called like search\(kenya/base, 200\), not search\("):
        load_search_bot(arguments)


def test_a_number_of_simulations_out_of_range_is_refused() -> None:
    with pytest.raises(ValueError, match="lie in 1 … 100000, not 0"):
        load_search_bot("okavango/base, 0")


def test_a_search_that_needs_too_much_memory_is_refused_with_the_figure() -> None:
    game = load_game("nimalia")
    games = Games.start(game, num_players=2, seeds=range(128))
    with pytest.raises(
        ValueError, match=r"100,000 simulations in 128 trees need [\d,]+ GiB of memory, more than the 16"
    ):
        Trees(games, simulations=100_000)


def test_a_checkpoint_without_the_values_of_ppo_is_refused(tmp_path: Path) -> None:
    game = load_game("okavango")
    config: Config = config_from_dict({"run": {"algorithm": "dmc"}})
    path = tmp_path / "q"
    save_checkpoint(path, build_network(config.network, game, seed=1), game=game, card=Card(config, steps=0, minutes=0))
    with pytest.raises(CheckpointError, match="was trained by dmc: a search needs the values of a ppo policy"):
        load_search_bot(str(path))
