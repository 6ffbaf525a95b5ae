"""What the contract tests share: each of Baobab's own games with its options and every number of players.

A game's own cases (options that are to be tested besides the defaults) stand in `golden/<game>.json`. The variable
BAOBAB_TEST_GAMES=small plays fewer games and looks at fewer states, for the un-jitted run.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from baobab.registry import BUILT_IN
from baobab.testing.cases import SMALL, Case, find_cases

__all__ = ["GOLDEN", "NAMES", "SMALL", "Case", "option_sets"]

GOLDEN = Path(__file__).parent / "golden"
NAMES = tuple(listing.name for listing in BUILT_IN)


def option_sets(name: str) -> list[dict[str, Any]]:
    """The options that a game is tested with besides the defaults: what its golden file lists."""
    path = GOLDEN / f"{name}.json"
    listed: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["options"] if path.exists() else []
    return listed


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """`case`: every game, options and players. `plain_case`: with the defaults alone. `game_name`: every game."""
    if "case" in metafunc.fixturenames:
        cases = [case for name in NAMES for case in find_cases(name, options=option_sets(name))]
        metafunc.parametrize("case", cases, ids=str)
    if "plain_case" in metafunc.fixturenames:
        metafunc.parametrize("plain_case", [case for name in NAMES for case in find_cases(name)], ids=str)
    if "game_name" in metafunc.fixturenames:
        metafunc.parametrize("game_name", NAMES)
