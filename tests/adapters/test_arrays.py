"""What is handed out is the receiver's own: writing into it reaches no check, no other call and no copy."""

from typing import Any

import numpy as np
import pytest

from baobab.adapters.aec import GameEnv
from baobab.adapters.gym import SingleAgentEnv
from baobab.adapters.gym_vector import SingleAgentVectorEnv
from baobab.adapters.parallel import ParallelGameEnv
from baobab.adapters.vector import SelfPlayBatch
from baobab.core.game import make_rngs

GAME = "savernake"  # the smallest


def arrays_in(told: Any) -> list[np.ndarray]:
    """All arrays in what a call returned."""
    if isinstance(told, np.ndarray) and told.dtype != object:
        return [told]
    if isinstance(told, dict):
        told = list(told.values())
    return [array for one in told for array in arrays_in(one)] if isinstance(told, list | tuple) else []


def spoil(told: Any) -> None:
    """Write into every array that can be written into."""
    for array in arrays_in(told):
        if array.flags.writeable:
            array[...] = np.zeros((), array.dtype) if array.dtype.names else 1 - array.astype(np.float64)


def as_bytes(told: Any) -> list[bytes]:
    return [array.tobytes() for array in arrays_in(told)]


@pytest.mark.parametrize("obs_mode", ["dict", "flat", "rows"])
@pytest.mark.parametrize("many", [False, True])
def test_a_single_agents_arrays_are_its_own(obs_mode: str, many: bool) -> None:
    env: Any = (
        SingleAgentVectorEnv(GAME, num_envs=2, obs_mode=obs_mode) if many else SingleAgentEnv(GAME, obs_mode=obs_mode)
    )
    other: Any = env.clone()
    for one in (env, other):
        one.reset(seed=1)
    twin = env.clone()
    spoil(env.reset(seed=1))
    for _ in range(4):
        for one in (env, other, twin):
            assert one.action_masks().tolist() == other.action_masks().tolist()
        action = other.action_masks().argmax(axis=-1)
        expected = other.step(action)
        for one in (env, twin):
            told = one.step(action)
            assert as_bytes(told) == as_bytes(expected)
            spoil(told)
            spoil([one.action_masks(), one.rows if not many else one.seats, one.line_ups if many else ()])
    assert twin.rows.tobytes() == env.rows.tobytes() == other.rows.tobytes()


def test_a_turn_based_environments_arrays_are_the_receivers_own() -> None:
    env, other = GameEnv(GAME, num_players=3), GameEnv(GAME, num_players=3)
    for one in (env, other):
        one.reset(seed=1)
    while other.legal_actions():
        twin, infos = env.clone(), as_bytes(env.infos)
        spoil(env.infos)  # the tables of PettingZoo are public; what is written there stays there
        for one in (twin, env):
            for _ in range(2):
                told = [one.observe(agent) for agent in one.possible_agents]
                assert as_bytes(told) == as_bytes([other.observe(agent) for agent in other.possible_agents])
                assert one.state().tobytes() == other.state().tobytes()
                spoil([told, one.last()[0], one.state(), one.rows])
            assert one.legal_actions() == other.legal_actions()
        assert as_bytes(twin.infos) == infos
        action = other.legal_actions()[0]
        env.step(action)
        other.step(action)
    assert env.rows.tobytes() == other.rows.tobytes()


def test_a_parallel_environments_arrays_are_the_receivers_own() -> None:
    env, other = ParallelGameEnv("savernake"), ParallelGameEnv("savernake")
    told, expected = env.reset(seed=1), other.reset(seed=1)
    for _ in range(6):
        assert as_bytes(told) == as_bytes(expected)
        spoil([told, env.rows])
        actions = {agent: other.legal_actions(agent)[0] for agent in other.agents}
        told, expected = env.step(actions), other.step(actions)  # type: ignore[assignment] # more than a reset returns


def test_what_a_batch_keeps_is_read_only_and_the_rest_is_filled_anew() -> None:
    env, other = (SelfPlayBatch(GAME, num_games=4, seed=1) for _ in range(2))
    for buffer in (env.scores, env.ranks, env.episodes, env.row_seeds, env.legal_ids, env.players, env.num_players):
        with pytest.raises(ValueError, match="read-only"):
            buffer[0] = 1
    mine, theirs = make_rngs(4, seed=2), make_rngs(4, seed=2)
    for _ in range(3 * env.game.max_decisions // 2):
        actions = env.random_actions(mine)
        kept = actions.copy()
        env.step(actions)
        other.step(other.random_actions(theirs))
        assert actions.tolist() == kept.tolist()
        for name in ("observation", "action_mask", "done", "rewards", "scores", "ranks", "legal_ids"):
            assert getattr(env, name).tobytes() == getattr(other, name).tobytes(), name
        spoil([env.observation, env.action_mask, env.done, env.rewards])


def test_every_call_that_takes_a_seat_takes_the_agents_name() -> None:
    by_name, by_number = GameEnv(GAME, num_players=3), GameEnv(GAME, num_players=3)
    for env, seat in ((by_name, "player_1"), (by_number, 1)):
        env.reset(seed=1)
        env.determinize(seat, make_rngs(1, seed=1))
    assert by_name.rows.tobytes() == by_number.rows.tobytes()
    for one in (GameEnv, ParallelGameEnv, SingleAgentEnv):
        texts = []
        for viewer in ("player_1", 1):
            env = one(GAME, num_players=3, render_mode="ansi", viewer=viewer)  # type: ignore[assignment] # one of three
            env.reset(seed=1)
            texts.append(env.render())
        assert texts[0] == texts[1]
    assert SingleAgentEnv(GAME, seat="player_1").reset(seed=1)[1]["seat"] == 1
    batches = [SelfPlayBatch(GAME, num_games=3, seed=1) for _ in range(3)]
    for batch, seats in zip(batches, ("player_1", 1, ["player_1", 1, np.int64(1)]), strict=True):
        batch.determinize(seats, make_rngs(3, seed=1))  # type: ignore[arg-type] # numbers of every kind
    assert len({batch.rows.tobytes() for batch in batches}) == 1
    with pytest.raises(ValueError, match="player_9"):
        batches[0].determinize("player_9", make_rngs(3, seed=1))


@pytest.mark.parametrize("action", [5.0, None, "5", [5], np.array([5.0]), True], ids=repr)
@pytest.mark.parametrize("strict", [False, True])
def test_what_is_no_integer_is_an_error_of_the_program_in_every_form(action: Any, strict: bool) -> None:
    single = SingleAgentEnv(GAME, strict=strict)
    many = SingleAgentVectorEnv(GAME, num_envs=1, strict=strict)
    parallel = ParallelGameEnv(GAME, strict=strict)
    for env in (single, many, parallel):
        env.reset(seed=1)
    with pytest.raises(ValueError, match="an action is an integer"):
        single.step(action)
    with pytest.raises(ValueError, match="an action is an integer"):
        parallel.step(dict.fromkeys(parallel.agents, action))
    with pytest.raises(ValueError, match=r"actions are \[1\] integers|inhomogeneous"):
        many.step([action])
    assert single.legal_actions()
    assert many.legal_actions(0)
    assert parallel.agents


def test_an_array_of_one_integer_is_an_action() -> None:
    env, other = SingleAgentEnv(GAME), SingleAgentEnv(GAME)
    for one in (env, other):
        one.reset(seed=1)
    action = env.legal_actions()[0]
    env.step(np.array([action]))  # type: ignore[arg-type] # as a policy answers a batch of one
    other.step(action)
    assert env.rows.tobytes() == other.rows.tobytes()


def test_calls_before_the_first_reset_say_so_in_every_form() -> None:
    for strict in (False, True):
        parallel = ParallelGameEnv(GAME, strict=strict)
        single = SingleAgentEnv(GAME, strict=strict)
        many = SingleAgentVectorEnv(GAME, num_envs=2, strict=strict)
        for call in (
            lambda env=parallel: env.step({}),
            parallel.render,
            parallel.state,
            parallel.get_state,
            parallel.to_json,
            lambda env=parallel: env.determinize(0, make_rngs(1, seed=1)),
            lambda env=single: env.step(0),
            lambda env=single: env.step(None),
            lambda env=single: env.determinize(0, make_rngs(1, seed=1)),
            lambda env=many: env.step([0, 0]),
            many.observe,
            lambda env=many: env.get_state(0),
        ):
            with pytest.raises(ValueError, match=r"call reset\(\) before"):
                call()
