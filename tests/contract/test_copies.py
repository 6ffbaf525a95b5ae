"""Every registered game: a game survives as bytes, as JSON, pickled and copied, in the middle of a turn too."""

import copy
import pickle  # noqa: TID251 - that environments survive it is what is tested
import random
from collections.abc import Callable

import numpy as np
import pytest
from pettingzoo.utils import BaseWrapper
from tests.contract.conftest import SMALL, Case, Play, visit

from baobab.adapters.aec import GameEnv
from baobab.core.record import row_from_dict, row_to_dict


def _through_bytes(env: GameEnv) -> GameEnv:
    other = _fresh(env)
    other.set_state(env.get_state())
    return other


def _through_json(env: GameEnv) -> GameEnv:
    other = _fresh(env)
    other.from_json(env.to_json())
    return other


def _through_pickle(env: GameEnv) -> GameEnv:
    other: GameEnv = pickle.loads(pickle.dumps(env))  # noqa: S301 - written a moment ago
    return other


def _through_wrapper(env: GameEnv) -> GameEnv:
    wrapped: GameEnv = copy.deepcopy(BaseWrapper(env)).unwrapped
    return wrapped


def _fresh(env: GameEnv) -> GameEnv:
    return GameEnv(env.game, num_players=env.num_players, reward=env.reward)


WAYS: dict[str, Callable[[GameEnv], GameEnv]] = {
    "bytes": _through_bytes,
    "json": _through_json,
    "pickle": _through_pickle,
    "deepcopy": copy.deepcopy,
    "deepcopy through a wrapper": _through_wrapper,
    "clone": GameEnv.clone,
}


@pytest.mark.parametrize("way", WAYS)
def test_a_copy_goes_on_like_the_original(case: Case, way: str) -> None:
    env = GameEnv(case.game, num_players=case.players, reward="margin")
    env.reset(seed=case.seed)
    chooser = random.Random(case.seed)
    copies: list[GameEnv] = []
    steps = mid_turn = 0
    while env.agents:
        if steps % (40 if SMALL else 7) == 0 or not env.legal_actions():
            made = WAYS[way](env)
            _assert_same(made, env)
            mid_turn += env.rows[0].opening == 0
            copies.append(made)
        action = chooser.choice(env.legal_actions()) if env.legal_actions() else None
        for one in (env, *copies):
            one.step(action)
        for made in copies:
            assert made.rows.tobytes() == env.rows.tobytes(), f"seed {case.seed}, step {steps}"
        steps += 1
    for made in copies:
        assert not made.agents
    assert mid_turn > 0 or len(case.game.phases) == 1  # where a turn is one decision
    assert len(copies) > case.players


@pytest.mark.parametrize("way", WAYS)
def test_a_copy_shares_nothing_with_the_original(plain_case: Case, way: str) -> None:
    env = GameEnv(plain_case.game, num_players=plain_case.players)
    env.reset(seed=plain_case.seed)
    env.step(env.legal_actions()[0])
    made, before = WAYS[way](env), env.get_state()
    expected = made.last()[0]
    assert expected is not None
    while made.legal_actions():
        made.step(made.legal_actions()[-1])
    assert env.get_state() == before
    assert env.agents == env.possible_agents
    assert not any(env.terminations.values())
    observation = env.last()[0]
    assert observation is not None
    assert {key: value.tolist() for key, value in observation.items()} == {
        key: value.tolist() for key, value in expected.items()
    }


@pytest.mark.kernels
def test_a_row_survives_as_plain_values_in_every_state(case: Case) -> None:
    def look(play: Play) -> None:
        rows = row_from_dict(play.game.state, row_to_dict(play.rows[0]))
        assert rows.tobytes() == play.rows.tobytes()

    visit(case, look, games=1, every=5, slow=4)


def _assert_same(made: GameEnv, env: GameEnv) -> None:
    """All that PettingZoo's interface shows is the same."""
    assert made is not env
    for name in ("agents", "possible_agents", "agent_selection", "rewards", "terminations", "truncations"):
        assert getattr(made, name) == getattr(env, name), name
    assert made.legal_actions() == env.legal_actions()
    for agent in env.possible_agents:
        seen, expected = made.observe(agent), env.observe(agent)
        assert seen.keys() == expected.keys()
        for key, value in expected.items():
            np.testing.assert_array_equal(seen[key], value)
            assert seen[key].dtype == value.dtype
    for agent in env.agents:
        assert made.infos[agent].keys() == env.infos[agent].keys()
        for key, value in env.infos[agent].items():
            np.testing.assert_array_equal(made.infos[agent][key], value)
    if env.agents:
        assert made.last(observe=False)[1:4] == env.last(observe=False)[1:4]
