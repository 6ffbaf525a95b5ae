"""Every registered game: the conventions that frameworks rely on without saying so, in every form of a game.

Each was found by running one: TorchRL asks `observe()` of every agent and fails at an info that is a text or comes
late; Tianshou reads the rewards of the end in `env.rewards`; RLlib tries an environment with actions that are not
legal; `Discrete.sample` takes masks of int8 alone; learners mask everything away where a mask is empty.
"""

import importlib
import random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces
from pettingzoo.utils.env_logger import EnvLogger
from tests.contract.conftest import Case

from baobab.adapters.aec import GameEnv
from baobab.adapters.gym_ids import game_ids
from baobab.adapters.parallel import ParallelGameEnv
from baobab.adapters.vector import SelfPlayBatch
from baobab.core.game import make_rngs
from baobab.registry import load_game

GYM_IDS = {game: env_id for env_id, game in game_ids().items()}


@pytest.fixture(autouse=True)
def _quiet() -> Any:
    """PettingZoo's warnings of illegal moves, which are meant here, are kept from the screen."""
    EnvLogger.suppress_output()
    yield
    EnvLogger.unsuppress_output()


def _turn_based(case: Case, *, strict: bool) -> GameEnv:
    module = importlib.import_module(f"baobab.{case.game.id}")
    env: GameEnv = (module.raw_env if strict else module.env)(num_players=case.players)
    return env


def _parallel(case: Case, *, strict: bool = False) -> ParallelGameEnv:
    env: ParallelGameEnv = importlib.import_module(f"baobab.{case.game.id}").parallel_env(
        num_players=case.players, strict=strict
    )
    return env


def _kinds(info: dict[str, Any]) -> dict[str, tuple[Any, tuple[int, ...]]]:
    return {key: (value.dtype, value.shape) for key, value in info.items()}


# --- Infos and observations -------------------------------------------------------------------------------


@pytest.mark.parametrize("legal", [True, False], ids=["to the end", "illegal"])
def test_infos_of_the_parallel_form_are_the_same_numeric_keys_from_reset_on(plain_case: Case, legal: bool) -> None:
    env = _parallel(plain_case)
    _, infos = env.reset(seed=plain_case.seed)
    chooser = random.Random(plain_case.seed)
    kinds = _kinds(infos["player_0"])
    assert set(kinds) == {"action_mask", "score", "rank"}
    assert all(np.issubdtype(dtype, np.integer) for dtype, _ in kinds.values())
    steps = 0
    while env.agents:
        actions = {agent: chooser.choice(env.legal_actions(agent)) for agent in env.agents}
        if not legal and steps == 3:
            actions["player_0"] = next(one for one in range(10**6) if one not in env.legal_actions("player_0"))
        _, _, _, _, infos = env.step(actions)
        assert list(infos) == env.possible_agents
        assert all(_kinds(info) == kinds for info in infos.values())
        assert env.agents == [] or all(info["score"] == info["rank"] == 0 for info in infos.values())
        steps += 1
    assert all((info["rank"] >= 1) == legal for info in infos.values())


def test_infos_keep_their_keys_where_an_illegal_action_ends_the_game(plain_case: Case) -> None:
    env = _turn_based(plain_case, strict=False)
    env.reset(seed=plain_case.seed)
    kinds = _kinds(env.infos["player_0"])
    env.step(-1)
    for agent in env.agent_iter():
        assert _kinds(env.last()[4]) == _kinds(env.infos[agent]) == kinds
        env.step(None)


@pytest.mark.parametrize("end", ["played out", "illegal action"])
def test_every_agent_can_be_observed_at_any_time_also_when_all_have_gone(plain_case: Case, end: str) -> None:
    env = _turn_based(plain_case, strict=False)
    space = env.observation_space("player_0")
    chooser = random.Random(plain_case.seed)
    env.reset(seed=plain_case.seed)
    steps = 0
    while env.agents:
        if steps % 9 == 0 or not env.legal_actions():
            for agent in env.possible_agents:
                observation = env.observe(agent)
                assert space.contains(observation)
                assert observation["action_mask"].any() == bool(agent == env.agent_selection and env.legal_actions())
        if end == "illegal action" and steps == 9:
            env.step(-1)
        else:
            env.step(chooser.choice(env.legal_actions()) if env.legal_actions() else None)
        steps += 1
    for agent in env.possible_agents:
        observation = env.observe(agent)
        assert space.contains(observation)
        assert not observation["action_mask"].any()


def test_the_parallel_form_tells_every_agent_in_every_step(plain_case: Case) -> None:
    env = _parallel(plain_case)
    observations, _ = env.reset(seed=plain_case.seed)
    chooser = random.Random(plain_case.seed)
    space = env.observation_space("player_0")
    while env.agents:
        assert env.agents == list(observations) == env.possible_agents
        assert all(space.contains(observation) for observation in observations.values())
        assert all(observation["action_mask"].any() for observation in observations.values())
        told = env.step({agent: chooser.choice(env.legal_actions(agent)) for agent in env.agents})
        assert all(list(one) == env.possible_agents for one in told)
        observations = told[0]
    assert all(space.contains(observation) for observation in observations.values())


# --- Rewards ----------------------------------------------------------------------------------------------


def test_rewards_of_the_end_stand_in_the_environment_at_the_step_that_ends_it(plain_case: Case) -> None:
    env, parallel = _turn_based(plain_case, strict=True), _parallel(plain_case, strict=True)
    env.reset(seed=plain_case.seed)
    while legal := env.legal_actions():
        assert env.rewards == dict.fromkeys(env.possible_agents, 0.0)
        env.step(legal[0])
    at_the_end = dict(env.rewards)
    assert any(at_the_end.values()) or len({int(info["rank"]) for info in env.infos.values()}) == 1
    for agent in env.agent_iter():
        assert env.last()[1] == at_the_end[agent]
        env.step(None)
    parallel.reset(seed=plain_case.seed)
    rewards: dict[str, float] = {}
    while parallel.agents:
        assert not any(rewards.values())
        _, rewards, terminations, truncations, _ = parallel.step(
            {agent: parallel.legal_actions(agent)[0] for agent in parallel.agents}
        )
        assert len(set(terminations.values())) == 1
        assert not any(truncations.values())
    assert rewards == at_the_end


# --- Illegal actions --------------------------------------------------------------------------------------


@pytest.mark.parametrize("wrong", ["not legal", "below", "above"])
def test_env_ends_the_game_with_a_penalty_and_raw_env_raises(plain_case: Case, wrong: str) -> None:
    lenient, strict = _turn_based(plain_case, strict=False), _turn_based(plain_case, strict=True)
    for env in (lenient, strict):
        env.reset(seed=plain_case.seed)
        env.step(env.legal_actions()[0])
    size, legal, offender = plain_case.game.actions.size, strict.legal_actions(), strict.agent_selection
    outside = next(one for one in range(size) if one not in legal)
    action = {"not legal": outside, "below": -1, "above": size}[wrong]
    before = strict.get_state()
    with pytest.raises(ValueError, match=f"{offender} may not play"):
        strict.step(action)
    assert strict.get_state() == before
    lenient.step(action)
    assert lenient.rewards == {agent: -1.0 if agent == offender else 0.0 for agent in lenient.possible_agents}
    assert set(lenient.terminations.values()) == {True}
    assert set(lenient.truncations.values()) == {False}


@pytest.mark.parametrize("action", [None, 1.0, [1], "1"])
@pytest.mark.parametrize("strict", [False, True])
def test_what_is_no_integer_is_an_error_of_the_program_and_no_illegal_move(
    plain_case: Case, action: Any, strict: bool
) -> None:
    env = _turn_based(plain_case, strict=strict)
    env.reset(seed=plain_case.seed)
    before = env.get_state()
    with pytest.raises(ValueError, match=f"{env.agent_selection} may not play"):
        env.step(action)
    assert env.get_state() == before


def test_parallel_env_ends_the_game_with_a_penalty_and_raises_where_it_is_strict(plain_case: Case) -> None:
    lenient, strict = _parallel(plain_case), _parallel(plain_case, strict=True)
    for env in (lenient, strict):
        env.reset(seed=plain_case.seed)
    actions = {agent: lenient.legal_actions(agent)[0] for agent in lenient.agents}
    size = int(lenient.action_space("player_1").n)
    actions["player_1"] = next(one for one in range(size) if one not in lenient.legal_actions("player_1"))
    before = strict.get_state()
    with pytest.raises(ValueError, match="player_1 may not play"):
        strict.step(actions)
    assert strict.get_state() == before
    _, rewards, terminations, truncations, _ = lenient.step(actions)
    assert rewards == {agent: -1.0 if agent == "player_1" else 0.0 for agent in lenient.possible_agents}
    assert set(terminations.values()) == {True}
    assert set(truncations.values()) == {False}
    assert lenient.agents == []


@pytest.mark.parametrize("form", ["env", "parallel_env", "gymnasium"])
def test_no_action_of_the_space_makes_an_environment_raise_unless_it_is_strict(game_name: str, form: str) -> None:
    module = importlib.import_module(f"baobab.{load_game(game_name).id}")
    chooser = random.Random(1)
    ended = 0
    for seed in range(12):
        if form == "env":
            env = module.env()
            env.reset(seed=seed)
            while env.agents:
                alive = not env.terminations[env.agent_selection]
                env.step(chooser.randrange(env.action_space("player_0").n) if alive else None)
        elif form == "parallel_env":
            env = module.parallel_env()
            env.reset(seed=seed)
            while env.agents:
                env.step({agent: chooser.randrange(env.action_space(agent).n) for agent in env.agents})
        else:
            one = gymnasium.make(GYM_IDS[load_game(game_name).id])
            one.reset(seed=seed)
            while not one.step(chooser.randrange(one.unwrapped.action_space.n))[2]:  # type: ignore[attr-defined]
                pass
        ended += 1
    assert ended == 12


# --- Spaces and masks -------------------------------------------------------------------------------------


def test_spaces_of_the_parallel_form_are_the_same_objects_for_every_agent_and_call(plain_case: Case) -> None:
    env = _parallel(plain_case)
    env.reset(seed=plain_case.seed)
    agents = (*env.possible_agents, *env.possible_agents)
    assert len({id(env.action_space(agent)) for agent in agents}) == 1
    assert len({id(env.observation_space(agent)) for agent in agents}) == 1


def test_spaces_of_the_gymnasium_forms_stay_the_same_objects(game_name: str) -> None:
    env_id = GYM_IDS[load_game(game_name).id]
    one, many = gymnasium.make(env_id).unwrapped, gymnasium.make_vec(env_id, num_envs=2)
    for env in (one, many):
        before = id(env.action_space), id(env.observation_space)
        env.reset(seed=1)
        assert (id(env.action_space), id(env.observation_space)) == before
    assert many.single_action_space == one.action_space
    assert many.single_observation_space == one.observation_space


def test_every_mask_is_int8_and_good_for_a_sample_of_the_space(plain_case: Case) -> None:
    env, parallel = _turn_based(plain_case, strict=True), _parallel(plain_case, strict=True)
    env.reset(seed=1)
    observations, infos = parallel.reset(seed=1)
    one = gymnasium.make(GYM_IDS[plain_case.game.id], num_players=plain_case.players)
    seen, info = one.reset(seed=1)
    masks = [
        (env.action_space("player_0"), env.observe(env.agent_selection)["action_mask"]),
        (env.action_space("player_0"), env.infos[env.agent_selection]["action_mask"]),
        (one.action_space, seen["action_mask"]),
        (one.action_space, info["action_mask"]),
        *((parallel.action_space(agent), observations[agent]["action_mask"]) for agent in parallel.agents),
        *((parallel.action_space(agent), infos[agent]["action_mask"]) for agent in parallel.agents),
    ]
    for space, mask in masks:
        assert isinstance(space, spaces.Discrete)
        assert mask.dtype == np.int8
        assert mask.shape == (space.n,)
        assert mask[space.sample(mask)] == 1
    many = gymnasium.make_vec(GYM_IDS[plain_case.game.id], num_envs=2, num_players=plain_case.players)
    _, told = many.reset(seed=1)
    assert told["action_mask"].dtype == np.int8
    sampled = many.action_space.sample(tuple(told["action_mask"]))
    assert told["action_mask"][np.arange(2), sampled].all()
    batch = SelfPlayBatch(plain_case.game, num_games=1, num_players=plain_case.players)
    assert batch.action_mask.dtype == np.int8


def test_a_row_of_a_batch_that_is_over_allows_everything(plain_case: Case) -> None:
    batch = SelfPlayBatch(plain_case.game, num_games=2, num_players=plain_case.players, seed=1, autoreset=False)
    rngs = make_rngs(2, seed=1)
    while batch.legal_actions(0) or batch.legal_actions(1):
        for row in range(2):
            assert batch.action_mask[row].all() == (not batch.legal_actions(row))
        batch.step(batch.random_actions(rngs))
    assert batch.action_mask.all()
    batch.step([batch.game.actions.size - 1, 0])
    many = gymnasium.make_vec(
        GYM_IDS[plain_case.game.id], num_envs=2, num_players=plain_case.players, autoreset_mode="Disabled"
    )
    _, infos = many.reset(seed=1)
    over = np.zeros(2, np.bool_)
    while not over.all():
        actions = many.action_space.sample(tuple(infos["action_mask"]))
        seen, _, over, _, infos = many.step(actions)
        for masks in (infos["action_mask"], seen["action_mask"]):
            assert masks.all(axis=1).tolist() == over.tolist()
