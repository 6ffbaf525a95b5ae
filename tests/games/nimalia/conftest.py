"""The game that most tests of Nimalia play."""

import pytest

from baobab.core.game import Game
from baobab.registry import load_game


@pytest.fixture(scope="session")
def game() -> Game:
    """Nimalia with random objectives."""
    return load_game("nimalia")
