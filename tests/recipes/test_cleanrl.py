"""The recipe in plain torch needs nothing beyond Baobab and torch, so a short one is run here."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest
import torch

from baobab import load_bot, load_game, okavango_v0
from baobab_training.evaluate import evaluate_bots

RECIPES = Path(__file__).parents[2] / "training" / "recipes"
SHORT = 3
"""Iterations: half of what the recipe takes by itself."""


@pytest.fixture
def recipe(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(RECIPES)  # as for a script: the folder where it lies
    spec = importlib.util.spec_from_file_location("cleanrl_recipe", RECIPES / "cleanrl_recipe.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_an_agent_has_a_reward_for_each_of_its_actions_and_the_ends_at_its_last(recipe: ModuleType) -> None:
    env = okavango_v0.env(num_players=3)
    env.reset(seed=5)
    torch.manual_seed(5)
    with torch.no_grad():
        seats = recipe.play(env, recipe.network(env.game.observation.size, env.game.actions.size))
    assert len(seats) == 3
    for observations, masks, actions, rewards in seats:
        assert len(observations) == len(masks) == len(actions) == len(rewards)
        assert masks[range(len(actions)), actions].all()
        assert not any(rewards[:-1])
    assert sum(rewards[-1] for *_, rewards in seats) == pytest.approx(0)
    assert max(rewards[-1] for *_, rewards in seats) > 0


def test_an_advantage_is_what_came_beyond_the_values(recipe: ModuleType) -> None:
    recipe.__dict__["LAMBDA"] = 0.5
    # The last: 1 − 0.75. The one before: 0.75 − 0.5, and half of what came later. The first: 0.5 − 1, and half of that.
    assert recipe.advantages([0.0, 0.0, 1.0], [1.0, 0.5, 0.75]).tolist() == [-0.3125, 0.375, 0.25]


def test_a_short_training_beats_random(recipe: ModuleType) -> None:
    choose = recipe.train(okavango_v0.env(reward="margin"), iterations=SHORT, seed=1)
    trained = importlib.import_module("versus_random")._Trained(choose)
    result = evaluate_bots(load_game("okavango"), [trained, load_bot("random")], players=2, games=200, seed=1)
    assert result.bots[0].win_share_interval[0] > 0.5
