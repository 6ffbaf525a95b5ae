"""The single-agent environment: Gymnasium's own check, the same game as PettingZoo's, opponents, seats and copies."""

import copy
import json
import pickle  # noqa: TID251 - that environments survive it is what is tested
import random
import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from numpy.typing import NDArray

import baobab
from baobab.adapters.action_rows import NO_ACTION
from baobab.adapters.aec import GameEnv
from baobab.adapters.gym import SingleAgentEnv
from baobab.adapters.gym_ids import game_ids
from baobab.adapters.rewards import REWARDS
from baobab.bots.bot import GreedyBot, RandomBot
from baobab.core.game import Game
from baobab.core.record import EVERYTHING, Rows
from baobab.registry import GAMES, load_game

every_game = pytest.mark.parametrize("name", sorted(GAMES))


class FirstBot:
    """Takes the least legal id, and tells what it was asked."""

    def __init__(self, name: str = "first") -> None:
        self.name = name
        self.asked = 0

    def act(self, game: Game, rows: Rows, rngs: NDArray[np.int64]) -> NDArray[np.int32]:
        self.asked += len(rows)
        return np.array([game.legal_actions(rows[row : row + 1])[0] for row in range(len(rows))], np.int32)


class WrongBot:
    """Answers what it is told to."""

    name = "wrong"

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def act(self, game: Game, rows: Rows, rngs: NDArray[np.int64]) -> Any:
        return self.answer


def _id(name: str) -> str:
    return next(env_id for env_id, game in game_ids().items() if game == load_game(name).id)


def _play(env: SingleAgentEnv, *, seed: int | None, choices: int = 0) -> list[Any]:
    """All that one game of random choices hands out."""
    told: list[Any] = [env.reset(seed=seed)]
    chooser = random.Random(choices)
    while not (len(told) > 1 and told[-1][2]):
        told.append(env.step(chooser.choice(env.legal_actions())))
    return told


# --- Gymnasium --------------------------------------------------------------------------------------------


def test_every_game_is_in_gymnasiums_registry() -> None:
    assert sorted(game_ids().values()) == sorted(load_game(name).id for name in GAMES)
    assert set(game_ids()) <= set(gymnasium.registry)
    before = dict(gymnasium.registry)
    baobab.register_envs()
    assert dict(gymnasium.registry) == before


def test_importing_the_package_is_enough_and_loads_no_game() -> None:
    code = (
        "import baobab, sys, gymnasium\n"
        "assert 'numba' not in sys.modules\n"
        f"assert {sorted(game_ids())} == sorted(one for one in gymnasium.registry if one.startswith('baobab/'))"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@every_game
@pytest.mark.parametrize("obs_mode", ["dict", "flat", "rows"])
def test_gymnasiums_own_check(name: str, obs_mode: str) -> None:
    env = gymnasium.make(_id(name), num_players=3, opponents="random", obs_mode=obs_mode)
    assert isinstance(env.unwrapped, SingleAgentEnv)
    check_env(env.unwrapped, skip_render_check=obs_mode != "dict")


@every_game
def test_a_seed_gives_the_same_games_again(name: str) -> None:
    env = SingleAgentEnv(name, num_players=3, pool=["random", "greedy"])
    first = [_play(env, seed=5), _play(env, seed=None)]
    again = [_play(env, seed=5), _play(env, seed=None)]
    assert data_equivalence(first, again, exact=True)
    assert not data_equivalence(first[0], first[1])
    other = SingleAgentEnv(name, num_players=3, pool=["random", "greedy"])
    assert not data_equivalence(other.reset()[0], other.reset()[0])  # two fresh games


@every_game
@pytest.mark.parametrize("reward", REWARDS)
def test_it_is_the_same_game_as_with_all_seats(name: str, reward: str) -> None:
    env, table = SingleAgentEnv(name, opponents="greedy", reward=reward), GameEnv(name, reward=reward)
    observation, info = env.reset(seed=3)
    table.reset(seed=3)
    rngs, bot, chooser = env.opponents.rngs(np.array([3])), GreedyBot(), random.Random(3)
    agent, worth, over = f"player_{info['seat']}", 0.0, False
    while not over:
        while table.agent_selection != agent:
            table.step(int(bot.act(table.game, table.rows, rngs)[0]))
        assert env.rows.tobytes() == table.rows.tobytes()
        assert data_equivalence(observation, table.observe(agent), exact=True)
        assert env.observation_space.contains(observation)
        assert worth == 0
        action = chooser.choice(table.legal_actions())
        table.step(action)
        observation, worth, over, truncated, info = env.step(action)
        assert not truncated
        while not any(table.terminations.values()) and table.agent_selection != agent:
            table.step(int(bot.act(table.game, table.rows, rngs)[0]))
    assert env.rows.tobytes() == table.rows.tobytes()
    assert worth == table.rewards[agent]
    assert info["score"] == table.infos[agent]["score"]
    assert info["rank"] == table.infos[agent]["rank"] >= 1


@every_game
def test_infos_are_numbers_with_the_same_keys_from_first_to_last(name: str) -> None:
    told = _play(SingleAgentEnv(name), seed=1)
    infos = [one[-1] for one in told]
    kinds = {key: (value.dtype, value.shape) for key, value in infos[0].items()}
    assert set(kinds) == {"action_mask", "seat", "score", "rank"}
    for info in infos:
        assert {key: (value.dtype, value.shape) for key, value in info.items()} == kinds
    assert all(info["score"] == info["rank"] == 0 for info in infos[:-1])
    assert infos[-1]["rank"] in (1, 2)
    assert {int(info["seat"]) for info in infos} == {int(infos[0]["seat"])}


@every_game
def test_masks_say_what_is_legal_and_are_all_ones_after_the_end(name: str) -> None:
    env = SingleAgentEnv(name)
    observation, info = env.reset(seed=2)
    chooser, over = random.Random(2), False
    while not over:
        assert isinstance(observation, dict)
        for mask in (observation["action_mask"], info["action_mask"], env.action_masks()):
            assert np.flatnonzero(mask).tolist() == env.legal_actions() != []
        assert env.action_masks().dtype == np.bool_
        assert info["action_mask"].dtype == np.int8
        observation, _, over, _, info = env.step(chooser.choice(env.legal_actions()))
    assert isinstance(observation, dict)
    assert observation["action_mask"].all()
    assert info["action_mask"].all()
    assert env.action_masks().all()
    assert env.legal_actions() == []


def test_a_flat_observation_is_the_first_part_of_the_other() -> None:
    name = sorted(GAMES)[0]
    flat, whole = SingleAgentEnv(name, obs_mode="flat"), SingleAgentEnv(name)
    seen, parts = flat.reset(seed=1)[0], whole.reset(seed=1)[0]
    assert isinstance(seen, np.ndarray)
    assert isinstance(parts, dict)
    np.testing.assert_array_equal(seen, parts["observation"])
    assert flat.observation_space.contains(seen)


@every_game
def test_the_shaped_reward_is_every_change_of_the_margin_and_winning(name: str) -> None:
    env = SingleAgentEnv(name, num_players=3, opponents="greedy", reward="shaped")
    _, info = env.reset(seed=6)
    seat = int(info["seat"])

    def margin() -> float:
        scores = env.game.results(env.rows)[0][0, :3]
        others = [int(score) for place, score in enumerate(scores) if place != seat]
        return (int(scores[seat]) - sum(others) / 2) / env.game.margin_scale

    chooser, over, rewards, first = random.Random(6), False, [0.0], margin()
    while not over:
        _, reward, over, _, info = env.step(chooser.choice(env.legal_actions()))
        rewards.append(reward)
        if not over:
            assert sum(rewards) == pytest.approx(margin() - first)
    ranks = env.game.results(env.rows)[1][0, :3]
    winners = int((ranks == 1).sum())
    won = (3 - winners) / (2 * winners) if info["rank"] == 1 else -1 / 2
    assert sum(rewards) == pytest.approx(margin() - first + won)


@every_game
def test_an_observation_of_rows_has_the_features_of_each_legal_action(name: str) -> None:
    env = SingleAgentEnv(name, num_players=3, obs_mode="rows")
    observation, _ = env.reset(seed=4)
    chooser, over = random.Random(4), False
    while not over:
        assert isinstance(observation, dict)
        assert env.observation_space.contains(observation)
        legal = env.legal_actions()
        offsets, ids = np.zeros(2, np.int32), np.zeros(env.game.actions.size, np.int16)
        features = np.zeros((len(ids), env.game.features.size), env.game.features.dtype)
        env.game.kernels.encode_actions_many(env.game.params, env.rows, offsets, ids, features)
        count = len(legal)
        assert sorted(observation["ids"][:count].tolist()) == legal
        assert (observation["ids"][count:] == NO_ACTION).all()
        np.testing.assert_array_equal(observation["ids"][:count], ids[:count])
        np.testing.assert_array_equal(observation["features"][:count], features[:count])
        assert not observation["features"][count:].any()
        seen = env.turn_based.observe(f"player_{env.seat}")["observation"]
        np.testing.assert_array_equal(env.game.observation.scaled(observation["observation"]), seen)
        observation, _, over, _, _ = env.step(chooser.choice(legal))
    assert isinstance(observation, dict)
    assert env.observation_space.contains(observation)
    assert observation["ids"][:2].tolist() == [0, NO_ACTION]  # a learner needs something to choose


# --- Actions that are not legal ---------------------------------------------------------------------------


@every_game
def test_a_strict_environment_refuses_an_illegal_action_by_name_and_goes_on(name: str) -> None:
    env = SingleAgentEnv(name, strict=True)
    env.reset(seed=1)
    before = env.get_state()
    illegal = next(one for one in range(env.game.actions.size) if one not in env.legal_actions())
    for action in (illegal, -1, env.game.actions.size, None, True, 0.0):
        with pytest.raises(ValueError, match=rf"player_{env.seat} may not play .*; legal: "):
            env.step(action)  # type: ignore[arg-type] # wrong on purpose
    with pytest.raises(ValueError, match=re.escape(f"may not play {illegal} ({env.action_name(illegal)}); legal: ")):
        env.step(illegal)
    assert env.get_state() == before
    env.step(env.legal_actions()[0])
    assert env.get_state() != before


@every_game
def test_the_registered_environment_ends_the_game_at_an_illegal_action_and_says_so(
    name: str, caplog: pytest.LogCaptureFixture
) -> None:
    env = gymnasium.make(_id(name), opponents="greedy").unwrapped
    assert isinstance(env, SingleAgentEnv)
    env.reset(seed=1)
    observation, reward, terminated, truncated, info = env.step(-1)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert info["score"] == info["rank"] == 0
    assert info["action_mask"].all()
    assert env.observation_space.contains(observation)
    assert "may not play -1" in caplog.text
    again = copy.deepcopy(env)
    again.set_state(env.get_state())
    for ended in (env, again):
        with pytest.raises(ValueError, match="after the end"):
            ended.step(0)


def test_calls_before_the_first_reset_and_steps_after_the_end_are_refused() -> None:
    env = SingleAgentEnv(sorted(GAMES)[0])
    for call in (lambda: env.step(0), env.action_masks, env.get_state, env.to_json, env.render):
        with pytest.raises(ValueError, match=r"call reset\(\) before"):
            call()
    _play(env, seed=1)
    with pytest.raises(ValueError, match="after the end"):
        env.step(0)


# --- Seats and opponents ----------------------------------------------------------------------------------


@every_game
def test_the_agents_seat_is_the_given_one_or_another_from_game_to_game(name: str) -> None:
    for seat in range(3):
        env = SingleAgentEnv(name, num_players=3, seat=seat)
        assert [env.reset(seed=seed)[1]["seat"] for seed in range(5)] == [seat] * 5
    env = SingleAgentEnv(name, num_players=3)
    seats = [int(env.reset(seed=seed)[1]["seat"]) for seed in range(60)]
    assert all(seats.count(seat) >= 10 for seat in range(3))


def test_a_list_of_opponents_sits_clockwise_from_the_agents_left() -> None:
    left, right = FirstBot("left"), FirstBot("right")
    env = SingleAgentEnv("kenya", num_players=3, opponents=[left, right])
    for seed in range(9):
        env.reset(seed=seed)
        sitting = [None if place < 0 else env.opponents.bots[place] for place in env.line_up]
        assert sitting[env.seat] is None
        assert sitting[(env.seat + 1) % 3] is left
        assert sitting[(env.seat + 2) % 3] is right
    assert left.asked > 0 < right.asked


def test_one_bot_plays_all_other_seats() -> None:
    bot = FirstBot()
    env = SingleAgentEnv("kenya", num_players=5, opponents=bot, seat=2)
    env.reset(seed=1)
    assert env.line_up == [0, 0, -1, 0, 0]
    names = [one.name for one in SingleAgentEnv("kenya", num_players=5).opponents.bots]
    assert names == ["random"]


def test_a_pool_is_drawn_from_anew_for_every_seat_and_game() -> None:
    env = SingleAgentEnv("kenya", num_players=3, pool=["random", "greedy", FirstBot()], seat=0)
    drawn = []
    for seed in range(90):
        env.reset(seed=seed)
        drawn.append(tuple(env.line_up[1:]))
    assert len(set(drawn)) == 9
    assert all(sum(place in pair for pair in drawn) >= 20 for place in range(3))


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"opponents": ["greedy"], "pool": ["greedy"]}, "not both"),
        ({"opponents": ["greedy"]}, "2 opponents"),
        ({"opponents": ["greedy", 5]}, "a bot is"),
        ({"pool": []}, "a pool is"),
        ({"pool": "greedy"}, "a pool is"),
        ({"seat": 3}, "seat is"),
        ({"seat": "first"}, "seat is"),
        ({"seat": True}, "seat is"),
        ({"obs_mode": "pixels"}, "obs_mode is"),
        ({"reward": "fame"}, "a reward is"),
        ({"render_mode": "smell"}, "render_mode is"),
        ({"viewer": 3}, "viewer is"),
        ({"no_such_option": 1}, "no_such_option"),
    ],
)
def test_options_that_do_not_fit_are_refused(given: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        SingleAgentEnv("kenya", num_players=3, **given)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (np.array([-1]), r"bot wrong: .*may not play -1; legal"),
        (np.array([9999]), r"bot wrong: .*may not play 9999; legal"),
        (np.array([0.0]), "float64"),
        (np.array([0, 0]), r"bot wrong: actions are \[1\] integers"),
        (0, r"bot wrong: actions are \[1\] integers"),
    ],
)
def test_a_bots_action_that_is_not_legal_is_refused(answer: Any, reason: str) -> None:
    env = SingleAgentEnv("kenya", opponents=WrongBot(answer), seat=0)
    with pytest.raises(ValueError, match=reason):
        _play(env, seed=1)


def test_rule_options_reach_the_game() -> None:
    env = gymnasium.make(_id("kenya"), brown_cards="player_animal").unwrapped
    assert isinstance(env, SingleAgentEnv)
    assert env.game.options["brown_cards"] == "player_animal"


# --- Copies -----------------------------------------------------------------------------------------------


def _through_bytes(env: SingleAgentEnv) -> SingleAgentEnv:
    other = SingleAgentEnv(env.game, num_players=env.num_players, pool=["random", "greedy"])
    other.set_state(env.get_state())
    return other


def _through_json(env: SingleAgentEnv) -> SingleAgentEnv:
    other = SingleAgentEnv(env.game, num_players=env.num_players, pool=["random", "greedy"])
    other.from_json(env.to_json())
    return other


def _through_pickle(env: SingleAgentEnv) -> SingleAgentEnv:
    other: SingleAgentEnv = pickle.loads(pickle.dumps(env))  # noqa: S301 - written a moment ago
    return other


@every_game
@pytest.mark.parametrize(
    "way",
    [SingleAgentEnv.clone, copy.deepcopy, _through_bytes, _through_json, _through_pickle],
    ids=lambda way: way.__name__,
)
def test_a_copy_goes_on_like_the_original(name: str, way: Callable[[SingleAgentEnv], SingleAgentEnv]) -> None:
    env = SingleAgentEnv(name, num_players=3, pool=["random", "greedy"])
    env.reset(seed=4)
    chooser, over = random.Random(4), False
    copies: list[SingleAgentEnv] = []
    while not over:
        if len(copies) < 3:
            copies.append(way(env))
        action = chooser.choice(env.legal_actions())
        told = env.step(action)
        over = told[2]
        for made in copies:
            assert data_equivalence(made.step(action), told, exact=True)
            assert made.rows.tobytes() == env.rows.tobytes()
    ended = way(env)
    assert data_equivalence(ended.action_masks(), env.action_masks())
    with pytest.raises(ValueError, match="after the end"):
        ended.step(0)


def test_an_environment_can_be_copied_before_the_first_reset() -> None:
    env = SingleAgentEnv("kenya", opponents="greedy")
    made = [env, env.clone(), copy.deepcopy(env), _through_pickle(env)]
    first = env.reset(seed=1)
    assert all(data_equivalence(one.reset(seed=1), first) for one in made)


def test_damaged_states_and_those_of_other_bots_are_refused() -> None:
    env = SingleAgentEnv("kenya", num_players=3, opponents=["random", "greedy"], seat=1)
    env.reset(seed=1)
    data, values = env.get_state(), json.loads(env.to_json())
    line, _, inner = data.partition(b"\n")
    table = json.loads(line)

    def with_table(**changed: Any) -> bytes:
        return json.dumps({**table, **changed}).encode() + b"\n" + inner

    for wrong, reason in (
        (b"", "is no baobab-seat"),
        ("text", "a state is bytes"),
        (inner, "is no baobab-seat"),
        (data[:-1], "bytes, not"),
        (with_table(seat=3), "seat is 3"),
        (with_table(seat=True), "seat is True"),
        (with_table(seat=0, line_up=[-1, 0, 1]), "is to move, not the agent"),
        (with_table(line_up=[0, -1]), "line_up"),
        (with_table(line_up=[0, -1, 2]), "line_up"),
        (with_table(line_up=[-1, -1, 0]), "leaves other seats free"),
        (with_table(rng=[1, 2, 3]), "rng"),
        (with_table(rng=[1, 2, 3, 2**32]), "rng"),
        (with_table(bots=["random"]), "of the bots"),
    ):
        with pytest.raises(ValueError, match=reason):
            env.set_state(wrong)  # type: ignore[arg-type] # wrong on purpose
    for text in ("[]", "{}", json.dumps({**values, "game": {}}), json.dumps({**values, "rng": None})):
        with pytest.raises(ValueError, match="state"):
            env.from_json(text)
    assert env.get_state() == data


def test_a_redraw_keeps_what_the_agent_sees() -> None:
    env = SingleAgentEnv("kenya")
    seen = env.reset(seed=1)[0]
    other = env.clone()
    other.determinize(other.seat, np.random.default_rng(1))
    assert other.rows.tobytes() != env.rows.tobytes()
    assert data_equivalence(other.turn_based.observe(f"player_{env.seat}"), seen)


# --- Pictures ---------------------------------------------------------------------------------------------


@every_game
def test_text_and_pictures_have_the_agents_eyes(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    for viewer, eyes in ((None, 1), ("all", EVERYTHING), (0, 0)):
        env = SingleAgentEnv(name, seat=1, render_mode="ansi", viewer=viewer)
        env.reset(seed=1)
        assert env.render() == env.game.text(env.rows[0], eyes)
    env = SingleAgentEnv(name, seat=1, render_mode="human")
    env.reset(seed=1)  # human: every call shows the game, as Gymnasium's own environments do
    assert capsys.readouterr().out.startswith(env.game.title)
    action = env.legal_actions()[0]
    assert env.parse_action(env.action_name(action)) == action
    env.step(action)
    assert capsys.readouterr().out.count(f"{env.game.title}, ") == 1
    assert env.render() is None
    assert capsys.readouterr().out.count(f"{env.game.title}, ") == 1
    env.close()


def test_bots_that_are_given_as_objects_are_shared_by_copies() -> None:
    bot = RandomBot()
    env = SingleAgentEnv("kenya", opponents=bot)
    assert copy.deepcopy(env).opponents.bots[0] is bot
    assert env.clone().opponents.bots[0] is bot
