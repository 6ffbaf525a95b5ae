"""The game that most tests of Savernake play."""

import pytest

from baobab.core.game import Game
from baobab.registry import load_game


@pytest.fixture(scope="session")
def game() -> Game:
    """Savernake with the cards of this package."""
    return load_game("savernake")
