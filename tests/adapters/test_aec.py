"""What `GameEnv` does beyond the contract: order, bounds, illegal actions, seeds, options, drawing, search."""

import copy
import random
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from pettingzoo.utils.env_logger import EnvLogger

from baobab.adapters.aec import GameEnv
from baobab.adapters.render import RENDER_MODES
from baobab.core.game import Game, make_rngs

WRONG_TYPES: list[Any] = [None, True, 1.0, "0", np.array([0.0]), [0], np.array([0, 1]), np.bool_(True), np.float32(0)]


@pytest.fixture
def strict(game: Game) -> GameEnv:
    env = GameEnv(game, num_players=3)
    env.reset(seed=5)
    return env


@pytest.fixture
def lenient(game: Game) -> GameEnv:
    env = GameEnv(game, num_players=3, strict=False)
    env.reset(seed=5)
    return env


def play_out(env: GameEnv, *, seed: int = 0) -> None:
    chooser = random.Random(seed)
    while legal := env.legal_actions():
        env.step(chooser.choice(legal))


def illegal_of(env: GameEnv) -> int:
    return next(action for action in range(env.game.actions.size) if action not in env.legal_actions())


# --- Illegal actions --------------------------------------------------------------------------------------


def test_raw_env_names_the_illegal_action_and_what_was_legal(strict: GameEnv) -> None:
    action, legal = illegal_of(strict), strict.legal_actions()
    named = re.escape(f"{action} ({strict.action_name(action)}); legal: {legal[0]} ({strict.action_name(legal[0])})")
    before = strict.get_state()
    with pytest.raises(ValueError, match=f"{strict.agent_selection} may not play {named}"):
        strict.step(action)
    assert strict.get_state() == before


@pytest.mark.parametrize("action", [*WRONG_TYPES, -1, 10**9, 2**70, -(2**70)], ids=repr)
def test_raw_env_refuses_what_is_no_action(strict: GameEnv, action: Any) -> None:
    with pytest.raises(ValueError, match="may not play"):
        strict.step(action)
    assert strict.legal_actions()


@pytest.mark.parametrize("kind", [int, np.int8, np.int64, np.uint16, np.array, lambda action: np.array([action])])
def test_integers_of_every_type_are_actions(strict: GameEnv, kind: Any) -> None:
    strict.step(kind(strict.legal_actions()[0]))
    assert strict.rows[0].decisions >= 1


@pytest.mark.parametrize("wrong", WRONG_TYPES, ids=repr)
def test_what_is_no_action_at_all_is_an_error_of_the_program_in_env_too(lenient: GameEnv, wrong: Any) -> None:
    before = lenient.get_state()
    with pytest.raises(ValueError, match=r"may not play .*; legal: .*an action is an integer"):
        lenient.step(wrong)
    assert lenient.get_state() == before
    assert not any(lenient.terminations.values())


@pytest.mark.parametrize("wrong", ["illegal", -1, 10**9, 2**70], ids=repr)
def test_env_ends_the_game_with_a_penalty_and_a_warning(
    lenient: GameEnv, wrong: Any, caplog: pytest.LogCaptureFixture
) -> None:
    lenient.step(lenient.legal_actions()[0])
    offender = lenient.agent_selection
    EnvLogger.flush()
    lenient.step(illegal_of(lenient) if wrong == "illegal" else wrong)
    assert any("Illegal move" in message for message in EnvLogger.mqueue)
    assert f"{offender} may not play" in caplog.text
    expected = {agent: -1.0 if agent == offender else 0.0 for agent in lenient.possible_agents}
    assert lenient.rewards == expected
    assert set(lenient.terminations.values()) == {True}
    received = {}
    for agent in lenient.agent_iter():
        _, received[agent], termination, _, info = lenient.last()
        assert termination
        assert info["score"] == info["rank"] == 0
        assert not info["action_mask"].any()
        lenient.step(None)
    assert received == expected


def test_a_game_ended_by_a_penalty_survives_bytes_and_json(lenient: GameEnv, game: Game) -> None:
    lenient.step(illegal_of(lenient))
    lenient.step(None)
    for way in ("bytes", "json"):
        other = GameEnv(game, num_players=3)
        other.set_state(lenient.get_state()) if way == "bytes" else other.from_json(lenient.to_json())
        assert (other.agents, other.rewards) == (lenient.agents, lenient.rewards)
        assert other.terminations == lenient.terminations
        assert other.legal_actions() == []


def test_an_illegal_action_may_not_hide_in_a_mask_that_its_owner_wrote(strict: GameEnv) -> None:
    observation = strict.last()[0]
    assert observation is not None
    observation["action_mask"][:] = 1
    with pytest.raises(ValueError, match="may not play"):
        strict.step(illegal_of(strict))


# --- Order ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lax", [False, True])
def test_nothing_works_before_reset(game: Game, lax: bool) -> None:
    env = GameEnv(game, strict=not lax, render_mode="ansi")
    calls: list[Callable[[], Any]] = [
        lambda: env.step(0),
        lambda: env.observe("player_0"),
        env.last,
        env.agent_iter,
        env.state,
        env.render,
        env.get_state,
        env.to_json,
        lambda: env.determinize(0, np.random.default_rng()),
    ]
    for call in calls:
        with pytest.raises(ValueError, match=r"call reset\(\) before"):
            call()
    assert env.legal_actions() == []
    assert env.agents == []


def test_raw_env_refuses_a_step_after_the_end(strict: GameEnv) -> None:
    play_out(strict)
    with pytest.raises(ValueError, match="only step is None, not 0"):
        strict.step(0)
    for _ in range(3):
        strict.step(None)
    with pytest.raises(ValueError, match="after the end"):
        strict.step(None)


def test_env_warns_of_a_step_after_the_end(lenient: GameEnv) -> None:
    play_out(lenient)
    for _ in range(3):
        lenient.step(None)
    EnvLogger.flush()
    lenient.step(0)
    assert any("step() called after" in message for message in EnvLogger.mqueue)


def test_a_loop_that_forgets_to_step_is_stopped(strict: GameEnv) -> None:
    agents = strict.agent_iter()
    next(agents)
    with pytest.raises(RuntimeError, match="step"):
        next(agents)


def test_a_loop_may_reset_instead_of_step_and_may_be_limited(strict: GameEnv) -> None:
    seen = 0
    for _ in strict.agent_iter(5):
        strict.reset(seed=5)
        seen += 1
    assert seen == 5


def test_an_unknown_agent_is_refused_by_name(strict: GameEnv) -> None:
    for call in (strict.observe, strict.action_space, strict.observation_space):
        with pytest.raises(ValueError, match="'player_3'; there are player_0"):
            call("player_3")


# --- Seeds and options ------------------------------------------------------------------------------------


def test_a_seed_gives_the_game_of_that_seed_and_the_next_ones_follow_from_it(game: Game) -> None:
    runs = []
    for _ in range(2):
        env, states = GameEnv(game), []
        for seed in (7, None, None):
            env.reset(seed=seed)
            states.append(env.rows.tobytes())
        runs.append(states)
    assert runs[0] == runs[1]
    assert len(set(runs[0])) == 3
    assert runs[0][0] == game.start(game.min_players, seed=7).tobytes()


def test_without_a_seed_games_differ_and_tell_their_own(game: Game) -> None:
    envs = [GameEnv(game) for _ in range(3)]
    for env in envs:
        env.reset()
        assert env.game_seed is not None
        assert env.rows.tobytes() == game.start(game.min_players, seed=env.game_seed).tobytes()
    assert len({env.rows.tobytes() for env in envs}) == 3


@pytest.mark.parametrize("seed", [-1, 2**63, 1.5, "7", True])
def test_a_seed_that_is_none_is_refused(game: Game, seed: Any) -> None:
    with pytest.raises(ValueError, match="seed"):
        GameEnv(game).reset(seed=seed)


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"num_players": 99}, "num_players=99"),
        ({"num_players": 2.5}, "num_players=2.5"),
        ({"reward": "glory"}, "'glory'"),
        ({"render_mode": "3d"}, "'3d'"),
        ({"viewer": 2}, "not 2"),
        ({"viewer": "me"}, "'me'"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_a_wrong_option_is_refused_by_name(game: Game, options: dict[str, Any], named: str) -> None:
    with pytest.raises(ValueError, match=re.escape(named)):
        GameEnv(game.name, **{"num_players": 2, **options})


# --- Beyond PettingZoo ------------------------------------------------------------------------------------


def test_a_clone_draws_on_with_its_own_generator(strict: GameEnv) -> None:
    clone = strict.clone()
    clone.reset()
    strict.reset()
    assert clone.rows.tobytes() == strict.rows.tobytes(), "both derive the next game from the same seed"


def test_deepcopy_copies_the_spaces_too(strict: GameEnv) -> None:
    other = copy.deepcopy(strict)
    space, theirs = strict.action_space("player_0"), other.action_space("player_0")
    assert theirs is not space
    space.seed(1)
    theirs.seed(1)
    assert [space.sample() for _ in range(5)] == [theirs.sample() for _ in range(5)]


@pytest.mark.parametrize("numpys", [False, True])
def test_determinize_redraws_in_place_what_a_seat_does_not_know(strict: GameEnv, numpys: bool) -> None:
    seat = int(strict.rows[0].player)
    clone, again = strict.clone(), strict.clone()
    known = clone.last()[0]
    assert known is not None
    for one in (clone, again):
        one.determinize(seat, np.random.default_rng(3) if numpys else make_rngs(1, seed=3))
    assert clone.rows.tobytes() == again.rows.tobytes() != strict.rows.tobytes()
    seen = clone.last()[0]
    assert seen is not None
    np.testing.assert_array_equal(seen["observation"], known["observation"])
    assert clone.legal_actions() == strict.legal_actions()
    play_out(clone)


def test_determinize_refuses_what_is_no_seat_or_generator(strict: GameEnv) -> None:
    for seat in (-1, 3, "player_3", "0", None, True):
        with pytest.raises(ValueError, match="seat"):
            strict.determinize(seat, make_rngs(1, seed=0))  # type: ignore[arg-type] # wrong on purpose
    with pytest.raises(ValueError, match="generator"):
        strict.determinize(0, np.zeros(3, np.int64))


def test_actions_have_names_both_ways(strict: GameEnv) -> None:
    for action in strict.legal_actions():
        assert strict.parse_action(strict.action_name(action)) == action
    with pytest.raises(ValueError, match="outside"):
        strict.action_name(strict.game.actions.size)


def test_observations_handed_out_do_not_change_later(strict: GameEnv) -> None:
    kept = []
    while legal := strict.legal_actions():
        observation = strict.last()[0]
        assert observation is not None
        kept.append((observation, {key: value.copy() for key, value in observation.items()}))
        strict.step(legal[0])
    for observation, then in kept:
        for key, value in then.items():
            np.testing.assert_array_equal(observation[key], value)


# --- Drawing ----------------------------------------------------------------------------------------------


def test_text_is_what_the_seat_to_move_sees_unless_a_viewer_is_given(game: Game) -> None:
    texts = {}
    for viewer in (None, 0, 1, "all"):
        env = GameEnv(game, render_mode="ansi", viewer=viewer)
        env.reset(seed=5)
        texts[viewer] = env.render()
    assert texts[None] == texts[int(game.start(game.min_players, seed=5)[0].player)]
    assert len({texts[0], texts[1], texts["all"]}) == 3


def test_human_writes_the_text_at_every_step(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    env = GameEnv(game, render_mode="human", viewer=0)
    env.reset(seed=5)
    started = capsys.readouterr().out
    env.step(env.legal_actions()[0])
    stepped = capsys.readouterr().out
    assert len(started) > 100
    assert len(stepped) > 100
    assert started != stepped


def test_without_a_mode_render_warns(strict: GameEnv) -> None:
    with pytest.warns(UserWarning, match="render_mode"):
        assert strict.render() is None


@pytest.mark.parametrize("mode", RENDER_MODES)
def test_every_mode_draws_a_finished_game(game: Game, mode: str) -> None:
    env = GameEnv(game, render_mode=None if mode == "human" else mode)
    env.reset(seed=5)
    play_out(env)
    env.render_mode = mode
    drawn = env.render()
    assert drawn is None if mode == "human" else len(drawn) > 100  # type: ignore[arg-type] # text or pixels
