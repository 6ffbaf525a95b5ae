"""The recipes are read here, not run: each needs its framework, and runs in an environment of its own."""

import ast
import importlib.util
import re
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from numpy.typing import NDArray

from baobab import load_bot

RECIPES = Path(__file__).parents[2] / "training" / "recipes"
NAMES = sorted(path.name.removesuffix("_recipe.py") for path in RECIPES.glob("*_recipe.py"))
MOST_LINES = 60
PIN = re.compile(r"[a-z0-9][a-z0-9.-]*==[0-9][0-9a-z.]*")
NEEDED = {"gymnasium", "hatchling", "numba", "numpy", "pettingzoo"}
"""What Baobab and its build need in every environment."""


def _source(name: str) -> str:
    return (RECIPES / f"{name}_recipe.py").read_text(encoding="utf-8")


def _code_lines(source: str) -> int:
    """Lines that are neither blank, nor comments, nor of the module's docstring."""
    tree = ast.parse(source)
    first = tree.body[0]
    documentation = first.end_lineno if isinstance(first, ast.Expr) else 0
    lines = source.splitlines()[documentation:]
    return sum(1 for line in lines if line.strip() and not line.strip().startswith("#"))


def test_there_are_recipes() -> None:
    assert NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_recipe_compiles_and_says_what_it_is(name: str) -> None:
    tree = ast.parse(_source(name))
    compile(tree, f"{name}_recipe.py", "exec")
    assert ast.get_docstring(tree)


@pytest.mark.parametrize("name", NAMES)
def test_a_recipe_is_short(name: str) -> None:
    assert _code_lines(_source(name)) <= MOST_LINES


@pytest.mark.parametrize("name", NAMES)
def test_a_recipe_names_every_version_once_and_exactly(name: str) -> None:
    lines = (RECIPES / "requirements" / f"{name}.txt").read_text(encoding="utf-8").split("\n")
    pins = [line for line in lines if line and not line.startswith("#")]
    assert [pin for pin in pins if not PIN.fullmatch(pin)] == []
    packages = [pin.partition("==")[0] for pin in pins]
    assert len(packages) == len(set(packages))
    assert set(packages) >= NEEDED


@pytest.mark.parametrize("name", NAMES)
def test_a_recipe_has_its_row_in_the_table(name: str) -> None:
    rows = [line for line in (RECIPES / "README.md").read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    assert any(f"({name}_recipe.py)" in row for row in rows)


@pytest.mark.parametrize("name", NAMES)
def test_a_recipe_can_fail(name: str) -> None:
    tree = ast.parse(_source(name))
    calls = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    assert "versus_random" in calls or any(isinstance(node, ast.Assert) for node in ast.walk(tree))


def test_every_set_of_pins_belongs_to_a_recipe() -> None:
    assert sorted(path.stem for path in (RECIPES / "requirements").iterdir()) == NAMES


# --- versus_random ----------------------------------------------------------------------------------------


@pytest.fixture
def versus() -> ModuleType:
    spec = importlib.util.spec_from_file_location("versus_random", RECIPES / "versus_random.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.__dict__["GAMES"] = 60
    return module


def test_play_that_is_random_itself_fails_a_recipe(versus: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    rng = np.random.default_rng(3)

    def choose(observations: NDArray[np.float32], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        return np.asarray((rng.random(masks.shape) * masks).argmax(axis=1))

    with pytest.raises(SystemExit) as ended:
        versus.versus_random("numpy", "okavango", choose)
    assert ended.value.code == 1
    assert "win share 0." in capsys.readouterr().out


def test_play_that_wins_passes(versus: ModuleType) -> None:
    versus.__dict__["_Trained"] = lambda choose: load_bot("greedy")
    with pytest.raises(SystemExit) as ended:
        versus.versus_random("numpy", "okavango", np.argmax)
    assert ended.value.code == 0


def test_a_choice_outside_the_mask_is_an_error(versus: ModuleType) -> None:
    def choose(observations: NDArray[np.float32], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        return np.asarray(masks.argmin(axis=1))

    with pytest.raises(ValueError, match="may not play"):
        versus.versus_random("numpy", "okavango", choose)
