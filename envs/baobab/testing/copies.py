"""A game survives as bytes, as JSON, pickled and copied, in the middle of a turn too; wild states are refused."""

import copy
import json
import pickle  # noqa: TID251 - that environments survive it is what is checked
import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from pettingzoo.utils import BaseWrapper

from baobab.adapters.aec import GameEnv
from baobab.core.record import NOBODY, row_from_dict, row_to_dict
from baobab.testing.cases import SMALL, Case, Play, check, require, require_equal, visit

WILD = (-128, -3, -2, -1, 0, 1, 2, 3, 5, 7, 99, 127, 32767)
"""Numbers that a state from elsewhere may have where it should not."""


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


@check(kernels=False)
def a_copy_goes_on_like_the_original(case: Case) -> None:
    """By every way of copying."""
    env = GameEnv(case.game, num_players=case.players, reward="margin")
    env.reset(seed=case.seed)
    chooser = random.Random(case.seed)
    copies: list[GameEnv] = []
    steps = mid_turn = 0
    while env.agents:
        if steps % (40 if SMALL else 7) == 0 or not env.legal_actions():
            for way, copied in WAYS.items():
                made = copied(env)
                _require_same(made, env, way)
                copies.append(made)
            mid_turn += env.rows[0].opening == 0
        action = chooser.choice(env.legal_actions()) if env.legal_actions() else None
        env.step(action)
        for place, made in enumerate(copies):
            made.step(action)
            where = f"{list(WAYS)[place % len(WAYS)]}, seed {case.seed}, step {steps}"
            require(made.rows.tobytes() == env.rows.tobytes(), f"a copy goes on otherwise: {where}")
        steps += 1
    require(not any(made.agents for made in copies), "a copy goes on after the end")
    require(mid_turn > 0 or len(case.game.phases) == 1, "no state was in the middle of a turn")


@check(scope="default", kernels=False)
def a_copy_shares_nothing_with_the_original(case: Case) -> None:
    """By every way of copying."""
    for way, copied in WAYS.items():
        env = GameEnv(case.game, num_players=case.players)
        env.reset(seed=case.seed)
        env.step(env.legal_actions()[0])
        made, before, expected = copied(env), env.get_state(), _plain(env.last()[0])
        while made.legal_actions():
            made.step(made.legal_actions()[-1])
        require_equal(env.get_state(), before, f"{way}: the state after the copy's game")
        require_equal(env.agents, env.possible_agents, way)
        require(not any(env.terminations.values()), f"{way}: the original is over")
        require_equal(_plain(env.last()[0]), expected, f"{way}: the observation after the copy's game")


@check()
def a_row_survives_as_plain_values_in_every_state(case: Case) -> None:
    """Row to JSON values and back."""

    def look(play: Play) -> None:
        rows = row_from_dict(play.game.state, row_to_dict(play.rows[0]))
        require_equal(rows.tobytes(), play.rows.tobytes(), "the row")

    visit(case, look, games=1, every=5, slow=4)


@check(kernels=False)
def every_state_is_within_the_limits_of_its_game(case: Case) -> None:
    """`Notation.limits`."""

    def look(play: Play) -> None:
        row = play.rows[0]
        for name, (low, high) in play.game.notation.limits(row).items():
            field = np.asarray(row[name])
            require((field >= low).all() and (field <= high).all(), f"{name} is outside {low} … {high}: {field}")

    visit(case, look, games=3, every=2, slow=4)


@check(scope="once")
def a_state_with_wild_values_is_refused_or_can_be_played_on(case: Case) -> None:
    """A state in JSON from elsewhere leads no kernel astray."""
    chooser = random.Random(1)
    env = GameEnv(case.game, num_players=case.players)
    texts, refused, taken = list(_texts(env, chooser)), 0, 0
    for _ in range(30 if SMALL else 120):
        told = json.loads(chooser.choice(texts))
        field = chooser.choice([name for name in told["state"] if name != "rng"])
        changes = [_change(told["state"], field, chooser) for _ in range(chooser.choice((1, 1, 2)))]
        try:
            try:
                env.from_json(json.dumps(told))
            except ValueError:
                refused += 1
                continue
            taken += 1
            for agent in env.possible_agents:
                env.observe(agent)
            env.clone().determinize(chooser.randrange(case.players), np.random.default_rng(1))
            for _ in range(3):
                if env.legal_actions():
                    env.step(chooser.choice(env.legal_actions()))
        except Exception as error:
            error.add_note(f"{case}: {field} {changes}")
            raise
    require(refused > taken > 0, f"{refused} states were refused, {taken} taken")


def _require_same(made: GameEnv, env: GameEnv, way: str) -> None:
    """All that PettingZoo's interface shows is the same."""
    for name in ("agents", "possible_agents", "agent_selection", "rewards", "terminations", "truncations"):
        require_equal(getattr(made, name), getattr(env, name), f"{way}: {name}")
    require_equal(made.legal_actions(), env.legal_actions(), f"{way}: the legal actions")
    for agent in env.possible_agents:
        require_equal(_plain(made.observe(agent)), _plain(env.observe(agent)), f"{way}: what {agent} observes")
    for agent in env.agents:
        require_equal(_plain(made.infos[agent]), _plain(env.infos[agent]), f"{way}: the infos of {agent}")
    if env.agents:
        require_equal(made.last(observe=False)[1:4], env.last(observe=False)[1:4], f"{way}: last()")


def _plain(arrays: Any) -> dict[str, Any]:
    """Arrays by name as values that can be compared, with their types."""
    return {key: (value.dtype.str, value.tolist()) for key, value in arrays.items()}


def _texts(env: GameEnv, chooser: random.Random) -> Iterator[str]:
    """States of a random game, as JSON."""
    env.reset(seed=1)
    while env.rows[0].player != NOBODY:
        if chooser.random() < 0.3:
            yield env.to_json()
        env.step(chooser.choice(env.legal_actions()))
    yield env.to_json()


def _change(state: dict[str, Any], field: str, chooser: random.Random) -> tuple[list[int], int, int]:
    """Change one number of a field: where, what it was and what it is now."""
    holder: Any = state
    key: Any = field
    path = []
    while isinstance(holder[key], list):
        holder = holder[key]
        key = chooser.randrange(len(holder))
        path.append(key)
    before = holder[key]
    holder[key] = chooser.choice((*WILD, before - 1, before + 1))
    return path, before, holder[key]


CHECKS = (
    a_copy_goes_on_like_the_original,
    a_copy_shares_nothing_with_the_original,
    a_row_survives_as_plain_values_in_every_state,
    every_state_is_within_the_limits_of_its_game,
    a_state_with_wild_values_is_refused_or_can_be_played_on,
)
