"""Games in play as one thing: what it offers is what the rules give, and what it hands out is the caller's own."""

import copy
import pickle  # noqa: TID251 - that games survive it is what is tested
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from baobab.core.game import Game, make_rngs
from baobab.core.games import ActionRows, Games, Legal, Served
from baobab.core.record import NOBODY
from baobab.core.rng import derive_seed
from baobab.registry import load_game

pytestmark = pytest.mark.kernels

COUNT = 6


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game("savernake")


def midway(game: Game, *, steps: int = 7) -> Games:
    """Six games of three players, some decisions old."""
    games, rngs = Games.start(game, num_players=3, seeds=range(COUNT)), make_rngs(COUNT, seed=4)
    for _ in range(steps):
        games.step(games.random_actions(rngs))
    return games


def test_a_game_is_the_same_alone_and_in_company(game: Game) -> None:
    together = midway(game)
    for number in range(COUNT):
        alone, rngs = Games.start(game, num_players=3, seeds=[number]), make_rngs(COUNT, seed=4)[number : number + 1]
        for _ in range(7):
            alone.step(alone.random_actions(rngs))
        assert alone.rows.tobytes() == together[[number]].rows.tobytes()


def test_numbers_of_players_may_differ_and_are_checked(game: Game) -> None:
    assert Games.start(game, num_players=[2, 4], seeds=[1, 2]).num_players.tolist() == [2, 4]
    with pytest.raises(ValueError, match="num_players=5"):
        Games.start(game, num_players=[2, 5], seeds=[1, 2])


@pytest.mark.parametrize("seed", [-1, 2**63, 1.0, True, "1", None])
def test_a_seed_that_is_none_is_refused_by_its_value(game: Game, seed: object) -> None:
    with pytest.raises(ValueError, match=r"a seed is an integer in 0 … \d+, not "):
        game.checked_seed(seed)
    with pytest.raises(ValueError, match=r"a seed is an integer"):
        Games.start(game, num_players=2, seeds=[-1])


def test_legal_actions_agree_in_all_their_forms(game: Game) -> None:
    games = midway(game)
    legal, rows = games.legal(), games.action_rows()
    for number in range(COUNT):
        ids = games.legal_actions(number)
        assert np.flatnonzero(legal.mask[number]).tolist() == ids
        assert sorted(legal.ids[number, : legal.counts[number]].tolist()) == ids
        assert sorted(rows.ids[rows.offsets[number] : rows.offsets[number + 1]].tolist()) == ids
    assert len(rows.features) == len(rows.ids) == rows.offsets[-1]


def test_a_game_that_is_over_stays_and_has_a_full_mask_and_no_rows(game: Game) -> None:
    games = midway(game)
    games.play_out(make_rngs(COUNT, seed=1))
    before = games.rows.tobytes()
    assert not games.running.any()
    assert set(games.players.tolist()) == {NOBODY}
    assert games.legal().mask.all()
    assert games.action_rows().offsets.tolist() == [0] * (COUNT + 1)
    assert games.legal_actions() == []
    games.step(np.full(COUNT, 3))
    assert games.rows.tobytes() == before
    _, ranks = games.results()
    assert ranks[:, :3].min(axis=1).tolist() == [1] * COUNT
    assert not ranks[:, 3].any()


def test_buffers_that_are_handed_in_are_filled_and_others_are_new(game: Game) -> None:
    games = midway(game)
    legal, rows = Legal.room(game, COUNT), ActionRows.room(game, COUNT)
    seen = np.full((COUNT, game.observation.size), 99, game.observation.dtype)
    assert games.legal(legal) is legal
    assert np.array_equal(legal.mask, games.legal().mask)
    assert np.shares_memory(games.action_rows(rows).features, rows.features)
    assert games.observe(out=seen) is seen
    assert np.array_equal(seen, games.observe())
    assert not np.shares_memory(games.observe(), games.observe())
    games.players[:] = 1
    games.num_players[:] = 1
    assert games.rows.tobytes() == midway(game).rows.tobytes()


def test_the_seat_to_move_is_the_viewer_unless_another_is_named(game: Game) -> None:
    games = midway(game)
    assert np.array_equal(games.observe(), games.observe(games.players))
    assert np.array_equal(games.hidden(), games.hidden(games.players))
    assert np.array_equal(games.observe(1)[2], games[[2]].observe([1])[0])


def test_what_is_served_to_one_seat_is_the_scaled_observation_and_its_mask(game: Game) -> None:
    games = midway(game)[[0]]
    player = int(games.players[0])
    scaled, mask = games.serve(player)
    assert np.array_equal(scaled, game.observation.scaled(games.observe(player)[0]))
    assert np.array_equal(mask, games.legal().mask[0])
    assert not games.serve((player + 1) % 3)[1].any()
    other, action = games.copy(), games.legal_actions()[0]
    following, seen, allowed = games.step_and_serve(action)
    other.step([action])
    assert (following, games.rows.tobytes()) == (int(other.players[0]), other.rows.tobytes())
    assert np.array_equal(seen, other.serve(following)[0])
    assert np.array_equal(allowed, other.serve(following)[1])


def test_one_decision_at_a_time_ends_where_a_step_ends(game: Game) -> None:
    rngs = make_rngs(1, seed=9)
    games = Games.start(game, num_players=2, seeds=[5])
    while games.running[0]:
        action = games.random_actions(rngs)
        singly = games.copy()
        singly.apply(action)
        singly.settle()
        assert singly.forced_action() is None
        games.step(action)
        assert singly.rows.tobytes() == games.rows.tobytes()


def test_autoreset_starts_the_game_that_comes_next(game: Game) -> None:
    games, served = Games.start(game, num_players=2, seeds=[8, 9]), Served.room(game, 2)
    seeds, episodes, rngs = np.array([3, 4], np.int64), np.zeros(2, np.int64), make_rngs(2, seed=1)
    games.look(served)
    while not served.done.any():
        games.advance(games.random_actions(rngs), served, row_seeds=seeds, episodes=episodes, autoreset=True)
    row = int(np.flatnonzero(served.done)[0])
    fresh = Games.start(game, num_players=2, seeds=[derive_seed(int(seeds[row]), 1)])
    assert episodes[row] == 1
    assert games[[row]].rows.tobytes() == fresh.rows.tobytes()
    assert served.ranks[row, :2].min() == 1


def test_an_illegal_action_is_named_with_what_was_legal(game: Game) -> None:
    games = midway(game)
    wrong = [games.legal_actions(number)[0] for number in range(COUNT)]
    assert games.check_actions(wrong).tolist() == wrong
    wrong[2] = next(action for action in range(game.actions.size) if action not in games.legal_actions(2))
    with pytest.raises(ValueError, match=rf"game 2: player_\d may not play {wrong[2]} \(.*\); legal: "):
        games.check_actions(wrong)
    with pytest.raises(ValueError, match=rf"may not play {game.actions.size}; legal"):
        games.check_actions([game.actions.size] * COUNT)
    with pytest.raises(ValueError, match=r"actions are \[6\] integers"):
        games.check_actions([0.0] * COUNT)


def test_copies_and_pickles_go_their_own_way(game: Game) -> None:
    games = midway(game)
    for other in (games.copy(), copy.deepcopy(games), pickle.loads(pickle.dumps(games)), games[:]):  # noqa: S301 - ours
        other.step(other.random_actions(make_rngs(COUNT, seed=2)))
        assert other.game is game
        assert games.rows.tobytes() == midway(game).rows.tobytes() != other.rows.tobytes()
    games[[0, 1]] = games[[2, 3]]
    assert games[[0]].rows.tobytes() == games[[2]].rows.tobytes()
    assert len(games.repeat(2)) == 2 * COUNT


def test_threads_do_not_disturb_each_other(game: Game) -> None:
    def play(seed: int) -> bytes:
        games, rngs = Games.start(game, num_players=2, seeds=[seed]), make_rngs(1, seed=seed)
        while games.running[0]:
            games.step_and_serve(int(games.random_actions(rngs)[0]))
        return bytes(games.rows.tobytes())

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(play, range(8))) == [play(seed) for seed in range(8)]


def test_a_game_says_what_it_is_and_pickles_as_its_name_and_options() -> None:
    game = load_game("kenya", brown_cards="player_animal")
    assert repr(game).startswith("<Game kenya_v0, brown_cards='player_animal': 2 to 5 players")
    assert pickle.loads(pickle.dumps(game)) is game  # noqa: S301 - ours
    assert copy.deepcopy(game) is game
    assert len(pickle.dumps(game)) < 200
    assert load_game("kenya").kernels is game.kernels
