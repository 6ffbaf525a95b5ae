"""A build is known by all that it was made of, in whatever file, and by nothing else."""

import importlib.util
import itertools
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from baobab.bots import tree
from baobab.core.digest import digest, plain, reach
from baobab.registry import GAMES, load_game

RULES = """
import helper
from helper import helped
LIMIT = 3
def legal(state):
    # a comment
    return helped(state) + LIMIT + helper.shared()
def unused():
    return 1
"""
HELPER = """
import numpy as np
TABLE = np.array([1, 2, 3])
def helped(state):
    return TABLE[state] + deeper()
def deeper():
    return 4
def shared():
    return 5
def other():
    return 6
"""
numbers = itertools.count()


@pytest.fixture(autouse=True)
def _modules() -> Iterator[None]:
    yield
    sys.modules.pop("helper", None)
    sys.modules.pop("rules", None)


def made(folder: Path, rules: str = RULES, helper: str = HELPER) -> str:
    """The digest of `legal` of two files."""

    def load(name: str, text: str) -> ModuleType:
        path = folder / f"{name}{next(numbers)}.py"
        path.write_text(text, encoding="utf-8")
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec is not None
        assert spec.loader is not None
        module = sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    load("helper", helper)
    return digest(load("rules", rules).legal)


@pytest.mark.parametrize(
    ("rules", "helper"),
    [
        (RULES.replace("+ LIMIT", "- LIMIT"), HELPER),
        (RULES.replace("LIMIT = 3", "LIMIT = 4"), HELPER),
        (RULES, HELPER.replace("1, 2, 3", "1, 2, 4")),
        (RULES, HELPER.replace("1, 2, 3]", "1, 2, 3], np.int8")),
        (RULES, HELPER.replace("return 4", "return 40")),
        (RULES, HELPER.replace("return 5", "return 50")),
    ],
    ids=["code", "constant", "table", "type of a table", "what a helper calls", "what is called through its module"],
)
def test_an_edit_of_what_a_kernel_is_made_of_makes_another_build(tmp_path: Path, rules: str, helper: str) -> None:
    assert made(tmp_path, rules, helper) != made(tmp_path)


@pytest.mark.parametrize(
    ("rules", "helper"),
    [
        (RULES, HELPER),
        (RULES.replace("a comment", "another"), HELPER),
        (RULES.replace("def legal(state):", "def legal(state):\n    'What it does.'"), HELPER),
        (RULES.replace("return 1", "return 10"), HELPER.replace("return 6", "return 60")),
    ],
    ids=["nothing", "comment", "docstring", "what is not called"],
)
def test_an_edit_of_anything_else_keeps_the_build(tmp_path: Path, rules: str, helper: str) -> None:
    assert made(tmp_path, rules, helper) == made(tmp_path)


def test_functions_that_call_each_other_in_circles_have_a_digest() -> None:
    assert digest(ping) != digest(pong)
    assert set(reach(ping)) == {ping, pong}


def test_a_search_is_made_of_the_kernels_of_its_own_file_and_of_the_game() -> None:
    game = load_game(sorted(GAMES)[0])
    reached = {function.__qualname__ for function in reach(tree.tree_kernels(game).tree_search)}
    assert {plain(kernel).__qualname__ for kernel in (tree.best_child, tree.back_up, game.rules["legal"])} <= reached


def ping(number: int) -> int:
    return number and pong(number - 1)


def pong(number: int) -> int:
    return number and ping(number - 2)
