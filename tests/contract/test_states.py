"""Every registered game: a state in JSON from elsewhere is refused, or is one that kernels can go on with."""

import json
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from tests.contract.conftest import SMALL, Case, Play, visit

from baobab.adapters.aec import GameEnv
from baobab.core.record import NOBODY, row_to_dict

WILD = (-128, -3, -2, -1, 0, 1, 2, 3, 5, 7, 99, 127, 32767)


def test_every_state_is_within_the_limits_of_its_game(case: Case) -> None:
    def look(play: Play) -> None:
        row = play.rows[0]
        for field, (low, high) in play.game.notation.limits(row).items():
            assert (np.asarray(row[field]) >= low).all(), field
            assert (np.asarray(row[field]) <= high).all(), field

    visit(case, look, games=3, every=2, slow=4)


@pytest.mark.kernels
def test_a_state_with_wild_values_is_refused_or_can_be_played_on(game_name: str) -> None:
    chooser = random.Random(1)
    env = GameEnv(game_name, num_players=3)
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
            env.clone().determinize(chooser.randrange(3), np.random.default_rng(1))
            for _ in range(3):
                if env.legal_actions():
                    env.step(chooser.choice(env.legal_actions()))
        except BaseException as error:
            error.add_note(f"{game_name}: {field} {changes}")
            raise
    assert refused > taken
    assert taken > 0


def _texts(env: GameEnv, chooser: random.Random) -> Iterator[str]:
    """States of a random game, as JSON."""
    env.reset(seed=1)
    while env.rows[0].player != NOBODY:
        if chooser.random() < 0.3:
            yield env.to_json()
        env.step(chooser.choice(env.legal_actions()))
    assert set(row_to_dict(env.rows[0])) == set(json.loads(env.to_json())["state"])
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
