"""The game that most tests of Okavango play."""

import pytest

from baobab.core.game import Game
from baobab.registry import load_game


@pytest.fixture(scope="session")
def game() -> Game:
    """Okavango with its default rulings."""
    return load_game("okavango")
