"""Every registered game as a PettingZoo environment: PettingZoo's own tests, and what its pages ask besides.

PettingZoo's max_cycles_test is for environments that have a `max_cycles` argument and a parallel form: a game of
cards ends by its own rules, which test_rules.py checks.
"""

import functools
import importlib
import random
import warnings
from collections.abc import Callable

import numpy as np
import pytest
from tests.contract.conftest import SMALL, Case

from baobab.adapters.aec import GameEnv
from baobab.adapters.rewards import REWARDS
from baobab.core.games import Games

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # its tests import one of its own games in the old way
    from pettingzoo.test import api_test, render_test, seed_test

CYCLES = 20 if SMALL else 1000


def _maker(case: Case, *, strict: bool = True) -> Callable[..., GameEnv]:
    return functools.partial(GameEnv, case.name, num_players=case.players, strict=strict, **dict(case.options))


@pytest.mark.kernels
@pytest.mark.parametrize("strict", [True, False], ids=["raw_env", "env"])
def test_api(case: Case, strict: bool) -> None:
    api_test(_maker(case, strict=strict)(), num_cycles=CYCLES)


@pytest.mark.kernels
def test_seeds(case: Case) -> None:
    seed_test(_maker(case), num_cycles=CYCLES)


@pytest.mark.parametrize("viewer", [None, "all", 0])
def test_rendering(plain_case: Case, viewer: str | int | None) -> None:
    render_test(functools.partial(_maker(plain_case), viewer=viewer), custom_tests={"svg": lambda svg: "<svg" in svg})


def test_the_module_of_a_game_makes_its_environments(plain_case: Case) -> None:
    module = importlib.import_module(f"baobab.{plain_case.game.id}")
    lenient, strict = module.env(num_players=plain_case.players), module.raw_env(num_players=plain_case.players)
    assert (lenient.strict, strict.strict) == (False, True)
    assert lenient.game is strict.game is plain_case.game
    assert str(lenient) == plain_case.game.id
    assert lenient.max_num_agents == plain_case.players


def test_spaces_are_the_same_objects_for_every_agent_and_call(plain_case: Case) -> None:
    env = _maker(plain_case)()
    env.reset(seed=plain_case.seed)
    assert len({id(env.action_space(agent)) for agent in (*env.possible_agents, *env.possible_agents)}) == 1
    assert len({id(env.observation_space(agent)) for agent in (*env.possible_agents, *env.possible_agents)}) == 1
    assert env.action_space("player_0").n == plain_case.game.actions.size
    assert env.observation_space("player_0")["observation"].shape == (plain_case.game.observation.size,)


@pytest.mark.kernels
def test_masks_are_int8_and_all_zero_for_seats_that_are_not_to_move(case: Case) -> None:
    env = _maker(case)()
    env.reset(seed=case.seed)
    chooser = random.Random(case.seed)
    steps = 0
    while env.legal_actions():
        if steps % (16 if SMALL else 1) == 0:
            for agent in env.possible_agents:
                observation = env.observe(agent)
                assert env.observation_space(agent).contains(observation)
                mask = observation["action_mask"]
                assert mask.dtype == np.int8
                expected = env.legal_actions() if agent == env.agent_selection else []
                assert np.flatnonzero(mask).tolist() == expected
                assert env.infos[agent]["action_mask"].tolist() == mask.tolist()
                assert env.infos[agent]["action_mask"].dtype == np.int8
        env.step(chooser.choice(env.legal_actions()))
        steps += 1
    assert steps > case.players


def test_infos_have_the_same_numeric_keys_from_first_to_last(case: Case) -> None:
    env = _maker(case)()
    env.reset(seed=case.seed)
    chooser = random.Random(case.seed)
    kinds = {key: (value.dtype, value.shape) for key, value in env.infos["player_0"].items()}
    assert set(kinds) == {"action_mask", "score", "rank"}
    while env.agents:
        for agent in env.agents:
            info = env.infos[agent]
            assert {key: (value.dtype, value.shape) for key, value in info.items()} == kinds
            if env.legal_actions():
                assert info["score"] == info["rank"] == 0
            else:
                assert info["rank"] >= 1
        env.step(chooser.choice(env.legal_actions()) if env.legal_actions() else None)


@pytest.mark.parametrize("reward", REWARDS)
def test_all_agents_end_together_and_their_rewards_sum_to_zero(plain_case: Case, reward: str) -> None:
    env = _maker(plain_case)(reward=reward)
    env.reset(seed=plain_case.seed)
    chooser = random.Random(plain_case.seed)
    while env.legal_actions():
        assert not any(env.terminations.values())
        assert set(env.rewards.values()) == {0.0}
        env.step(chooser.choice(env.legal_actions()))
    assert set(env.terminations.values()) == {True}
    assert set(env.truncations.values()) == {False}
    assert sum(env.rewards.values()) == pytest.approx(0, abs=1e-6)
    ranks = {agent: int(env.infos[agent]["rank"]) for agent in env.agents}
    best = max(env.rewards.values())
    assert all(env.rewards[agent] == pytest.approx(best) for agent, rank in ranks.items() if rank == 1) or (
        reward == "margin"  # a tie that the scores do not show is broken by the rules
    )
    received = {}
    for agent in env.agent_iter():
        observation, received[agent], termination, truncation, _ = env.last()
        assert observation is not None
        assert not observation["action_mask"].any()
        assert termination
        assert not truncation
        env.step(None)
    assert list(received) == env.possible_agents
    assert sum(received.values()) == pytest.approx(0, abs=1e-6)
    for agent in env.possible_agents:  # when all are gone
        assert env.observation_space(agent).contains(env.observe(agent))


def test_state_is_everything_as_numbers(plain_case: Case) -> None:
    env = _maker(plain_case)()
    env.reset(seed=plain_case.seed)
    state = env.state()
    assert state.dtype == np.float32
    assert state.shape == (plain_case.game.observation.size + plain_case.game.hidden.size,)
    observation = env.observe(env.agent_selection)["observation"]
    np.testing.assert_array_equal(state[: observation.size], observation)


@pytest.mark.kernels
def test_float_observations_are_the_integers_over_their_scales(plain_case: Case) -> None:
    env = _maker(plain_case)()
    env.reset(seed=plain_case.seed)
    game = plain_case.game
    for seat, agent in enumerate(env.possible_agents):
        integers = Games(game, env.rows).observe(seat)[0]
        np.testing.assert_array_equal(env.observe(agent)["observation"], game.observation.scaled(integers))
