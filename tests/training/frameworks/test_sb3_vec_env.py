"""Our games as the vectorised environments of stable-baselines3."""

import functools
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.vec_env import DummyVecEnv, SubprocVecEnv, VecEnv, VecMonitor

from baobab.adapters.action_rows import NO_ACTION
from baobab.adapters.gym_ids import game_ids
from baobab.adapters.gym_vector import SingleAgentVectorEnv
from baobab.core.game import Game
from baobab.registry import GAMES, load_game
from baobab_training.frameworks.sb3 import NativeVecEnv, make_vec_env


def choose(env: VecEnv, chooser: np.random.Generator) -> np.ndarray:
    return np.array([chooser.choice(np.flatnonzero(mask)) for mask in get_action_masks(env)])


@pytest.mark.parametrize(("obs_mode", "reward"), [("rows", "shaped"), ("flat", "win"), ("dict", "margin")])
def test_the_native_batch_is_what_sb3_makes_of_single_environments(game: Game, obs_mode: str, reward: str) -> None:
    options: dict[str, Any] = {"players": [2, 2], "pool": ["random", "greedy"], "obs_mode": obs_mode, "reward": reward}
    mine = make_vec_env(game, kind="native", envs=3, **options)
    theirs = make_vec_env(game, kind="dummy", envs=3, **options)
    assert isinstance(mine, NativeVecEnv)
    assert isinstance(theirs, DummyVecEnv)
    assert mine.observation_space == theirs.observation_space
    assert mine.action_space == theirs.action_space
    mine.seed(5)
    theirs.seed(5)
    assert data_equivalence(mine.reset(), dict_of(theirs.reset()))
    chooser, games = np.random.default_rng(1), 0
    while games < 4:
        np.testing.assert_array_equal(get_action_masks(mine), get_action_masks(theirs))
        actions = choose(mine, chooser)
        seen, rewards, dones, infos = mine.step(actions)
        their_seen, their_rewards, their_dones, their_infos = theirs.step(actions)
        assert data_equivalence(seen, dict_of(their_seen))
        assert rewards.dtype == their_rewards.dtype
        np.testing.assert_array_equal(rewards, their_rewards)
        np.testing.assert_array_equal(dones, their_dones)
        for place in np.flatnonzero(dones):
            assert infos[place].keys() <= their_infos[place].keys()
            for key, value in infos[place].items():
                assert data_equivalence(value, their_infos[place][key]) or value == their_infos[place][key]
        games += int(dones.sum())


def dict_of(observation: Any) -> Any:
    return dict(observation) if isinstance(observation, dict) else observation


def test_several_numbers_of_players_stand_side_by_side(game: Game) -> None:
    env = make_vec_env(game, kind="native", envs=5, players=[2, 4], obs_mode="rows")
    assert isinstance(env, NativeVecEnv)
    assert [(batch.num_players, batch.num_envs) for batch in env.batches] == [(2, 3), (4, 2)]
    seen: Any = env.reset()
    assert seen["ids"].shape == (5, game.actions.size)
    seen, rewards, dones, infos = env.step(choose(env, np.random.default_rng(0)))
    assert len(seen["observation"]) == len(rewards) == len(dones) == len(infos) == 5
    assert env.env_method("legal_actions", indices=[4]) == [np.flatnonzero(get_action_masks(env)[4]).tolist()]


def test_staggered_games_stand_at_random_moments_and_go_on_as_any_game(game: Game) -> None:
    env, again = (
        make_vec_env(game, kind="native", envs=40, players=[2], obs_mode="rows", stagger=True) for _ in range(2)
    )
    for one in (env, again):
        one.seed(8)
    seen: Any = env.reset()
    assert data_equivalence(seen, again.reset())
    assert isinstance(env, NativeVecEnv)
    decisions = env.batches[0].rows["decisions"]
    assert decisions.min() < 5
    assert decisions.max() > 30
    masks = get_action_masks(env)
    for ids, mask in zip(seen["ids"], masks, strict=True):
        assert sorted(ids[ids != NO_ACTION]) == np.flatnonzero(mask).tolist()
    chooser, ends = np.random.default_rng(1), []
    for step in range(60):
        _, _, dones, _ = env.step(choose(env, chooser))
        ends += [step] * int(dones.sum())
    assert len(set(ends)) > 15


def test_maskable_ppo_finds_the_masks_through_wrappers_of_sb3(game: Game) -> None:
    env = VecMonitor(make_vec_env(game, kind="native", envs=4, players=[2], obs_mode="flat"))
    assert is_masking_supported(env)
    model = MaskablePPO("MlpPolicy", env, n_steps=100, batch_size=200, n_epochs=1, device="cpu")
    model.learn(400)
    assert len(model.ep_info_buffer or []) > 0


@pytest.mark.parametrize("obs_mode", ["flat", "dict"])
def test_the_checker_of_sb3_finds_nothing(game: Game, obs_mode: str) -> None:
    env = gymnasium.make("baobab/Savernake-v0", obs_mode=obs_mode, num_players=game.min_players)
    check_env(env.unwrapped)


@pytest.mark.parametrize("start", ["forkserver", "spawn"])
def test_a_process_of_its_own_knows_the_games_and_leaves_their_masks_to_be_asked(game: Game, start: str) -> None:
    maker = functools.partial(gymnasium.make, "baobab:baobab/Savernake-v0", obs_mode="rows")
    env = SubprocVecEnv([maker, maker], start_method=start)
    try:
        env.seed(1)
        seen = env.reset()
        assert is_masking_supported(env)
        for _ in range(3):
            seen, *_ = env.step(choose(env, np.random.default_rng(2)))
        assert isinstance(seen, dict)
        assert seen["features"].shape == (2, game.actions.size, game.features.size)
    finally:
        env.close()


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_game_is_a_vec_env(name: str) -> None:
    game = load_game(name)
    env = make_vec_env(game, kind="native", envs=2, players=[2], obs_mode="flat")
    env.reset()
    env.step(choose(env, np.random.default_rng(0)))
    assert env.observation_space.shape == (game.observation.size,)
    assert game.id in game_ids().values()


@pytest.mark.parametrize("kind", ["native", "dummy", "subproc"])
def test_a_bot_or_a_number_of_players_that_is_not_there_is_named(game: Game, kind: str) -> None:
    with pytest.raises((ValueError, OSError), match="nobody"):
        make_vec_env(game, kind=kind, envs=2, players=[2], pool=["nobody"])
    with pytest.raises(ValueError, match="num_players=9"):
        make_vec_env(game, kind=kind, envs=2, players=[9])


def test_batches_that_do_not_go_together_are_refused(game: Game) -> None:
    rows, flat = (SingleAgentVectorEnv(game, obs_mode=mode) for mode in ("rows", "flat"))
    with pytest.raises(ValueError, match="one game and one observation mode"):
        NativeVecEnv(rows, flat)
    with pytest.raises(ValueError, match="SameStep"):
        NativeVecEnv(SingleAgentVectorEnv(game, autoreset_mode="Disabled"))
    with pytest.raises(ValueError, match="one batch at least"):
        NativeVecEnv()
    with pytest.raises(AttributeError, match="rows of a batch"):
        NativeVecEnv(rows).set_attr("reward", "win")
