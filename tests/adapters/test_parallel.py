"""The parallel environment: PettingZoo's own tests, and the same game as the turn-based one for the same choices."""

import copy
import functools
import importlib
import pickle  # noqa: TID251 - that environments survive it is what is tested
import random
import warnings
from collections.abc import Callable

import numpy as np
import pytest

from baobab.adapters.aec import GameEnv
from baobab.adapters.parallel import ParallelGameEnv
from baobab.registry import GAMES, load_game

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # its tests import one of its own games in the old way
    from pettingzoo.test import parallel_api_test, parallel_seed_test

AT_ONCE = [name for name in sorted(GAMES) if load_game(name).simultaneous]
"""The games whose seats choose at once; in the others one agent is to move."""
IN_TURN = [name for name in sorted(GAMES) if name not in AT_ONCE]

at_once = pytest.mark.parametrize(
    ("name", "players"),
    [
        (name, players)
        for name in AT_ONCE
        for players in range(load_game(name).min_players, load_game(name).max_players + 1)
    ],
)
every_game = pytest.mark.parametrize("name", sorted(GAMES))


def _choose(env: ParallelGameEnv, chooser: random.Random) -> dict[str, int]:
    return {agent: chooser.choice(env.legal_actions(agent)) for agent in env.agents}


@every_game
@pytest.mark.parametrize("strict", [True, False])
def test_pettingzoos_api_test(name: str, strict: bool) -> None:
    parallel_api_test(ParallelGameEnv(name, strict=strict), num_cycles=1000)


@every_game
def test_pettingzoos_seed_test(name: str) -> None:
    parallel_seed_test(functools.partial(ParallelGameEnv, name, strict=False), num_cycles=100)


@every_game
def test_the_module_of_every_game_has_a_parallel_environment(name: str) -> None:
    env = importlib.import_module(f"baobab.{load_game(name).id}").parallel_env(num_players=3, reward="rank")
    assert isinstance(env, ParallelGameEnv)
    assert (env.game.name, env.num_players, env.strict) == (name, 3, False)


@at_once
def test_the_module_of_a_game_whose_seats_choose_at_once_has_a_parallel_environment(name: str, players: int) -> None:
    module = importlib.import_module(f"baobab.{load_game(name).id}")
    env = module.parallel_env(num_players=players)
    assert isinstance(env, ParallelGameEnv)
    assert env.num_players == players
    parallel_api_test(env, num_cycles=1000)
    parallel_seed_test(functools.partial(module.parallel_env, num_players=players), num_cycles=100)


@at_once
def test_the_same_choices_give_the_same_game_and_observations_as_one_after_another(name: str, players: int) -> None:
    parallel, in_turn = ParallelGameEnv(name, num_players=players), GameEnv(name, num_players=players)
    observations, infos = parallel.reset(seed=7)
    in_turn.reset(seed=7)
    chooser = random.Random(7)
    steps = 0
    while parallel.agents:
        actions = _choose(parallel, chooser)
        for agent in parallel.possible_agents:
            assert in_turn.agent_selection == agent
            seen = in_turn.observe(agent)
            for key, value in observations[agent].items():
                np.testing.assert_array_equal(value, seen[key])
                assert value.dtype == seen[key].dtype
            assert set(infos[agent]) == set(in_turn.infos[agent])
            in_turn.step(actions[agent])
        observations, rewards, terminations, truncations, infos = parallel.step(actions)
        assert parallel.rows.tobytes() == in_turn.rows.tobytes()
        assert rewards == in_turn.rewards
        assert terminations == in_turn.terminations
        assert truncations == in_turn.truncations
        steps += 1
    assert steps == in_turn.rows[0].decisions / players
    for agent in parallel.possible_agents:
        assert infos[agent]["score"] == in_turn.infos[agent]["score"]
        assert infos[agent]["rank"] == in_turn.infos[agent]["rank"] >= 1
        assert not observations[agent]["action_mask"].any()


@at_once
def test_all_are_asked_in_every_step_with_the_action_ids_of_the_game(name: str, players: int) -> None:
    env = ParallelGameEnv(name, num_players=players)
    env.reset(seed=3)
    assert env.wait_action is None
    assert env.action_space("player_0").n == env.game.actions.size
    chooser = random.Random(3)
    while env.agents:
        assert all(env.legal_actions(agent) for agent in env.agents)
        env.step(_choose(env, chooser))


@pytest.mark.parametrize("name", IN_TURN)
def test_a_seat_that_is_not_to_move_waits_by_an_extra_action(name: str) -> None:
    env, in_turn = ParallelGameEnv(name), GameEnv(name)
    observations, _ = env.reset(seed=5)
    in_turn.reset(seed=5)
    assert env.wait_action == env.game.actions.size
    assert env.action_name(env.wait_action) == "wait"
    assert env.parse_action(" wait ") == env.wait_action
    chooser = random.Random(5)
    while env.agents:
        for agent in env.agents:
            mine = agent == in_turn.agent_selection
            expected = in_turn.legal_actions() if mine else [env.wait_action]
            assert env.legal_actions(agent) == expected
            assert np.flatnonzero(observations[agent]["action_mask"]).tolist() == expected
            assert env.observation_space(agent).contains(observations[agent])
        actions = _choose(env, chooser)
        in_turn.step(actions[in_turn.agent_selection])
        observations, rewards, *_ = env.step(actions)
        assert env.rows.tobytes() == in_turn.rows.tobytes()
        assert rewards == in_turn.rewards


@every_game
def test_a_strict_environment_refuses_illegal_actions_and_changes_nothing(name: str) -> None:
    env = ParallelGameEnv(name, strict=True)
    env.reset(seed=1)
    before = env.get_state()
    legal = {agent: env.legal_actions(agent)[0] for agent in env.agents}
    illegal = next(one for one in range(env.action_space("player_0").n) if one not in env.legal_actions("player_0"))
    for actions, reason in (
        ({**legal, "player_0": illegal}, r"player_0 may not play .*; legal: "),
        ({**legal, "player_0": -1}, "player_0 may not play -1; legal: "),
        ({**legal, "player_0": None}, "player_0 may not play None; legal: "),
        ({**legal, "player_0": True}, "player_0 may not play True; legal: "),
        ({"player_1": legal["player_1"]}, "player_0 gives no action"),
        ({**legal, "nobody": 0}, "no agent 'nobody'"),
    ):
        with pytest.raises(ValueError, match=reason):
            env.step(actions)  # type: ignore[arg-type] # wrong on purpose
    assert env.get_state() == before
    env.step(legal)
    assert env.get_state() != before


@at_once
def test_an_illegal_action_ends_a_game_that_is_not_strict_with_a_penalty(name: str, players: int) -> None:
    env = ParallelGameEnv(name, num_players=players, strict=False)
    env.reset(seed=1)
    actions = {agent: env.legal_actions(agent)[0] for agent in env.agents}
    actions["player_1"] = -1
    observations, rewards, terminations, truncations, infos = env.step(actions)
    assert rewards == {agent: -1.0 if agent == "player_1" else 0.0 for agent in env.possible_agents}
    assert set(terminations.values()) == {True}
    assert set(truncations.values()) == {False}
    assert env.agents == []
    assert not any(observation["action_mask"].any() for observation in observations.values())
    assert all(info["score"] == info["rank"] == 0 for info in infos.values())
    with pytest.raises(ValueError, match="illegal action has ended"):
        env.get_state()
    assert env.step({}) == ({}, {}, {}, {}, {})
    env.reset(seed=1)
    assert env.agents == env.possible_agents


def test_a_step_after_the_end_is_refused() -> None:
    env = ParallelGameEnv(AT_ONCE[0])
    env.reset(seed=1)
    chooser = random.Random(1)
    while env.agents:
        env.step(_choose(env, chooser))
    with pytest.raises(ValueError, match="after the end"):
        env.step({})


def _through_bytes(env: ParallelGameEnv) -> ParallelGameEnv:
    other = ParallelGameEnv(env.game, num_players=env.num_players)
    other.set_state(env.get_state())
    return other


def _through_pickle(env: ParallelGameEnv) -> ParallelGameEnv:
    other: ParallelGameEnv = pickle.loads(pickle.dumps(env))  # noqa: S301 - written a moment ago
    return other


@every_game
@pytest.mark.parametrize("way", [ParallelGameEnv.clone, copy.deepcopy, _through_bytes, _through_pickle])
def test_a_copy_goes_on_like_the_original(name: str, way: Callable[[ParallelGameEnv], ParallelGameEnv]) -> None:
    env = ParallelGameEnv(name)
    env.reset(seed=2)
    chooser = random.Random(2)
    copies: list[ParallelGameEnv] = []
    while env.agents:
        if len(copies) < 4:
            copies.append(way(env))
        actions = _choose(env, chooser)
        told = env.step(actions)
        for made in copies:
            other = made.step(actions)
            assert made.rows.tobytes() == env.rows.tobytes()
            assert made.agents == env.agents
            assert other[1:4] == told[1:4]
            assert all(made.legal_actions(agent) == env.legal_actions(agent) for agent in env.possible_agents)
    assert not way(env).agents


@at_once
def test_a_state_in_the_middle_of_a_step_is_refused(name: str, players: int) -> None:
    in_turn, env = GameEnv(name, num_players=players), ParallelGameEnv(name, num_players=players)
    in_turn.reset(seed=4)
    env.reset(seed=5)
    env.set_state(in_turn.get_state())
    assert env.rows.tobytes() == in_turn.rows.tobytes()
    in_turn.step(in_turn.legal_actions()[0])
    with pytest.raises(ValueError, match="some seats have chosen"):
        env.set_state(in_turn.get_state())


@every_game
def test_the_environment_shows_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    for mode, kind in (("ansi", str), ("svg", str), ("rgb_array", np.ndarray)):
        drawn = ParallelGameEnv(name, render_mode=mode, viewer="all")
        drawn.reset(seed=1)
        assert isinstance(drawn.render(), kind)
    env = ParallelGameEnv(name, render_mode="human")
    env.reset(seed=1)
    assert env.game.title in capsys.readouterr().out
    env.step({agent: env.legal_actions(agent)[0] for agent in env.agents})
    assert capsys.readouterr().out.count(f"{env.game.title}, ") == 1
    assert env.metadata["is_parallelizable"]
    assert env.metadata["render_modes"] == ["human", "ansi", "svg", "rgb_array"]
    assert env.state().shape == (env.game.observation.size + env.game.hidden.size,)
    action = env.legal_actions("player_0")[0]
    assert env.parse_action(env.action_name(action)) == action
    env.close()


def test_unknown_agents_are_refused() -> None:
    env = ParallelGameEnv(AT_ONCE[0])
    for call in (env.observation_space, env.action_space, env.legal_actions):
        with pytest.raises(ValueError, match="no agent 'nobody'"):
            call("nobody")


def test_an_environment_can_be_copied_before_the_first_reset() -> None:
    env = ParallelGameEnv(AT_ONCE[0])
    made = [env.clone(), copy.deepcopy(env), _through_pickle(env)]
    assert len({made_env.reset(seed=1)[0]["player_0"]["observation"].tobytes() for made_env in (env, *made)}) == 1
