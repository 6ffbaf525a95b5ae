"""The batch of single-agent games: row for row what Gymnasium makes of so many environments, and what it refuses."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from numpy.typing import NDArray

from baobab.adapters.gym import SingleAgentEnv
from baobab.adapters.gym_ids import game_ids
from baobab.adapters.gym_vector import SingleAgentVectorEnv
from baobab.adapters.rewards import SEAT_REWARDS
from baobab.bots.bot import RandomBot
from baobab.core.game import Game
from baobab.core.record import EVERYTHING, Rows
from baobab.registry import GAMES, load_game

every_game = pytest.mark.parametrize("name", sorted(GAMES))


class CountingBot(RandomBot):
    """Tells how many rows it was asked about at once."""

    name = "counting"

    def __init__(self) -> None:
        self.asked: list[int] = []

    def act(self, game: Game, rows: Rows, rngs: NDArray[np.int64]) -> NDArray[np.int32]:
        self.asked.append(len(rows))
        return super().act(game, rows, rngs)


def _id(name: str) -> str:
    return next(env_id for env_id, game in game_ids().items() if game == load_game(name).id)


def _choose(masks: NDArray[np.int8], chooser: np.random.Generator) -> NDArray[np.int64]:
    return np.array([chooser.choice(np.flatnonzero(mask)) for mask in masks])


def _sync(name: str, num_envs: int, **options: Any) -> VectorEnv[Any, Any, Any]:
    """Gymnasium's own way with so many environments."""
    return gymnasium.make_vec(
        _id(name),
        num_envs=num_envs,
        vectorization_mode="sync",
        vector_kwargs={"autoreset_mode": AutoresetMode.SAME_STEP},
        **options,
    )


@every_game
@pytest.mark.parametrize(("obs_mode", "reward"), list(zip(("dict", "flat", "dict", "rows"), SEAT_REWARDS, strict=True)))
def test_it_is_what_gymnasium_makes_of_single_environments(name: str, obs_mode: str, reward: str) -> None:
    options: dict[str, Any] = {"num_players": 3, "pool": ["random", "greedy"], "obs_mode": obs_mode, "reward": reward}
    mine = gymnasium.make_vec(_id(name), num_envs=4, vectorization_mode="vector_entry_point", **options)
    theirs = _sync(name, 4, **options)
    assert isinstance(mine, SingleAgentVectorEnv)
    for space in ("observation_space", "action_space", "single_observation_space", "single_action_space"):
        assert getattr(mine, space) == getattr(theirs, space)
    told: Any = mine.reset(seed=5)
    assert data_equivalence(told, theirs.reset(seed=5), exact=True)
    chooser, ended = np.random.default_rng(5), 0
    for step in range(min(mine.game.max_decisions // 2, 200)):
        assert mine.observation_space.contains(told[0])
        actions = _choose(told[-1]["action_mask"], chooser)
        if step % 40 == 39:  # an illegal action ends a game
            actions[step % 4] = -1
        told = mine.step(actions)
        assert data_equivalence(told, theirs.step(actions), exact=True)
        ended += told[2].sum()
    assert ended >= 4
    assert data_equivalence(mine.reset(), theirs.reset(), exact=True)  # the next game of each row
    assert data_equivalence(mine.reset(seed=[7, 7, 8, 2**40]), theirs.reset(seed=[7, 7, 8, 2**40]))  # type: ignore[arg-type] # Gymnasium takes lists too


@every_game
def test_without_autoreset_a_game_that_is_over_stays_until_it_is_chosen(name: str) -> None:
    envs = SingleAgentVectorEnv(name, num_envs=3, autoreset_mode="Disabled")
    assert envs.metadata["autoreset_mode"] is AutoresetMode.DISABLED
    alone = SingleAgentEnv(name)
    alone.reset(seed=12)
    _, infos = envs.reset(seed=11)
    chooser = np.random.default_rng(1)
    over = np.zeros(3, np.bool_)
    final = np.zeros(3)
    while not over.all():
        actions = _choose(infos["action_mask"], chooser)  # any action where a game is over
        before = envs.rows.copy()
        _, rewards, terminations, truncations, infos = envs.step(actions)
        assert not truncations.any()
        assert terminations[over].all()
        assert not rewards[over].any()
        assert (envs.rows[over] == before[over]).all()
        final += rewards
        over = terminations
        assert infos["action_mask"][over].all()
        assert "final_obs" not in infos
        assert ((infos["rank"] > 0) == over).all()
    assert final.any()
    mask = np.array([False, True, False])
    observation, infos = envs.reset(options={"reset_mask": mask})
    again, info = alone.reset()
    assert isinstance(observation, dict)
    assert isinstance(again, dict)
    np.testing.assert_array_equal(observation["observation"][1], again["observation"])
    np.testing.assert_array_equal(infos["action_mask"][1], info["action_mask"])
    assert infos["_action_mask"].tolist() == mask.tolist()
    _, _, terminations, *_ = envs.step(_choose(envs.action_masks().astype(np.int8), chooser))
    assert terminations.tolist() == [True, False, True]


def test_an_illegal_action_without_autoreset_ends_its_row_alone() -> None:
    envs = SingleAgentVectorEnv("kenya", num_envs=2, autoreset_mode="Disabled", strict=False)
    _, infos = envs.reset(seed=1)
    chooser = np.random.default_rng(1)
    actions = _choose(infos["action_mask"], chooser)
    actions[0] = -1
    _, rewards, terminations, _, infos = envs.step(actions)
    assert rewards.tolist() == [-1, 0]
    assert terminations.tolist() == [True, False]
    assert infos["rank"].tolist() == [0, 0]
    before = envs.rows[:1].tobytes()
    _, rewards, terminations, _, infos = envs.step(_choose(infos["action_mask"], chooser))
    assert rewards.tolist() == [0, 0]
    assert terminations[0]
    assert infos["action_mask"][0].all()
    assert envs.rows[:1].tobytes() == before


@every_game
def test_a_strict_batch_refuses_an_illegal_action_by_name_and_changes_nothing(name: str) -> None:
    envs = SingleAgentVectorEnv(name, num_envs=2, strict=True)
    _, infos = envs.reset(seed=1)
    actions = _choose(infos["action_mask"], np.random.default_rng(1))
    illegal = int(np.flatnonzero(infos["action_mask"][1] == 0)[0])
    before = envs.rows.tobytes()
    for wrong in (illegal, -1, 9999):
        with pytest.raises(ValueError, match=rf"row 1: player_{envs.seats[1]} may not play {wrong}.*; legal: "):
            envs.step([actions[0], wrong])
    for shape in (actions[:1], actions[:, np.newaxis], actions.astype(np.float32), None):
        with pytest.raises(ValueError, match=r"actions are \[2\] integers"):
            envs.step(shape)
    assert envs.rows.tobytes() == before
    envs.step(actions)
    assert envs.rows.tobytes() != before


def test_bots_are_asked_about_all_rows_at_once() -> None:
    bot = CountingBot()
    envs = SingleAgentVectorEnv("kenya", num_envs=8, opponents=bot, num_players=3)
    envs.reset(seed=1)
    starts = [envs.game.start(3, seed=seed)[0].player for seed in range(1, 9)]
    waiting = [player != seat for player, seat in zip(starts, envs.seats, strict=True)]
    assert bot.asked[0] == sum(waiting) > 1
    assert bot.asked == sorted(bot.asked, reverse=True)


def test_every_call_hands_out_new_arrays() -> None:
    envs = SingleAgentVectorEnv("kenya", num_envs=2)
    calls: list[Any] = [envs.reset(seed=1)]
    chooser = np.random.default_rng(1)
    for _ in range(3):
        calls.append(envs.step(_choose(calls[-1][-1]["action_mask"], chooser)))
    held = [[*told[0].values(), *told[1:-1], *told[-1].values()] for told in calls]
    for first in range(4):
        for second in range(first):
            assert not any(np.shares_memory(one, other) for one in held[first] for other in held[second])


def test_gymnasiums_wrappers_work_on_it() -> None:
    envs = RecordEpisodeStatistics(gymnasium.make_vec(_id("nimalia"), num_envs=3, opponents="random"))
    _, infos = envs.reset(seed=1)
    chooser, lengths = np.random.default_rng(1), []
    for _ in range(20):
        _, _, terminations, _, infos = envs.step(_choose(infos["action_mask"], chooser))
        if terminations.any():
            lengths += infos["episode"]["l"][infos["_episode"]].tolist()
    assert lengths == [15] * 3  # five rounds of three cards


def test_make_vec_takes_it_unless_another_way_is_asked_for() -> None:
    envs = gymnasium.make_vec(_id("kenya"), num_envs=2)
    assert isinstance(envs, SingleAgentVectorEnv)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert not envs.strict
    disabled = gymnasium.make_vec(_id("kenya"), num_envs=2, autoreset_mode=AutoresetMode.DISABLED)
    assert disabled.metadata["autoreset_mode"] is AutoresetMode.DISABLED
    assert str(envs).startswith("SingleAgentVectorEnv(baobab/Kenya-v0, num_envs=2")


def test_frames_have_the_eyes_of_each_rows_agent() -> None:
    envs = SingleAgentVectorEnv("kenya", num_envs=3, render_mode="ansi")
    envs.reset(seed=1)
    texts = tuple(envs.game.text(envs.rows[row], int(envs.seats[row])) for row in range(3))
    assert envs.render() == texts
    seen = SingleAgentVectorEnv("kenya", num_envs=1, render_mode="svg", viewer="all")
    seen.reset(seed=1)
    assert seen.render() == (seen.game.svg(seen.rows[0], EVERYTHING),)
    pixels = SingleAgentVectorEnv("kenya", num_envs=1, render_mode="rgb_array", viewer=0)
    pixels.reset(seed=1)
    frames = pixels.render()
    assert frames is not None
    assert frames[0].shape[0] % 2 == frames[0].shape[1] % 2 == 0
    assert frames[0].dtype == np.uint8
    plain = SingleAgentVectorEnv("kenya")
    with pytest.warns(UserWarning, match="without a render_mode"):
        assert plain.render() is None


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"num_envs": 0}, "num_envs is"),
        ({"num_envs": True}, "num_envs is"),
        ({"autoreset_mode": AutoresetMode.NEXT_STEP}, "autoreset_mode is"),
        ({"autoreset_mode": "Never"}, "Never"),
        ({"num_players": 9}, "2 to 5 players"),
        ({"opponents": ["greedy", "greedy"]}, "1 opponents"),
        ({"seat": 2}, "seat is"),
        ({"obs_mode": "pixels"}, "obs_mode is"),
        ({"reward": "fame"}, "a reward is"),
        ({"render_mode": "human"}, "render_mode is"),
        ({"viewer": 2}, "viewer is"),
    ],
)
def test_options_that_do_not_fit_are_refused(given: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        SingleAgentVectorEnv("kenya", **given)


def test_resets_that_do_not_fit_are_refused() -> None:
    envs = SingleAgentVectorEnv("kenya", num_envs=2)
    for call in (lambda: envs.step([0, 0]), envs.action_masks):
        with pytest.raises(ValueError, match=r"call reset\(\) before"):
            call()
    mask = np.array([True, False])
    for part in (mask, ~mask):  # what is refused leaves no trace: two halves are no whole
        with pytest.raises(ValueError, match="starts all rows"):
            envs.reset(options={"reset_mask": part})
    with pytest.raises(ValueError, match=r"call reset\(\) before"):
        envs.step([0, 0])
    envs.reset()
    for wrong in ([True, False], mask[:1], mask.astype(np.int8), ~mask & mask):
        with pytest.raises(ValueError, match="reset_mask"):
            envs.reset(options={"reset_mask": wrong})
    before = envs.rows.tobytes()
    for seed in (-1, [1], [1, -1], True, 1.0, "1", [1, 2.0], [1, True], 2**63, 2**63 - 1, [None]):
        with pytest.raises(ValueError, match="seed is"):
            envs.reset(seed=seed)  # type: ignore[arg-type] # wrong on purpose
    assert envs.rows.tobytes() == before


@pytest.mark.parametrize(
    "seed", [3, np.int32(3), np.array(3), [3, 4], (3, None), [None, 4], np.array([3, 4])], ids=repr
)
def test_seeds_of_every_shape_that_gymnasium_takes_start_their_games(seed: Any) -> None:
    envs = SingleAgentVectorEnv("savernake", num_envs=2)
    envs.reset(seed=1)
    followers = envs.clone()
    followers.reset()
    envs.reset(seed=seed)
    listed = [seed, int(seed) + 1] if np.ndim(seed) == 0 else list(seed)
    for row, one in enumerate(listed):
        expected = followers.game_seeds[row] if one is None else one
        assert envs.game_seeds[row] == expected


def test_a_row_can_be_played_alone_from_its_seed() -> None:
    envs = SingleAgentVectorEnv("kenya", num_envs=3)
    envs.reset()
    for row, seed in enumerate(envs.game_seeds.tolist()):
        alone = SingleAgentEnv("kenya")
        alone.reset(seed=seed)
        assert alone.rows.tobytes() == envs.rows[row : row + 1].tobytes()
