"""The two games that most tests of Kenya play."""

import pytest

from baobab.core.game import Game
from baobab.registry import load_game


@pytest.fixture(scope="session")
def game() -> Game:
    """Kenya with its default rulings."""
    return load_game("kenya")


@pytest.fixture(scope="session")
def animals() -> Game:
    """Kenya in which a brown card is a Player Animal card."""
    return load_game("kenya", brown_cards="player_animal")
