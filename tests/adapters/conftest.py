"""Adapters are the same for every game: these tests use the first of the registry."""

import pytest

from baobab.core.game import Game
from baobab.registry import GAMES, load_game

NAME = sorted(GAMES)[0]


@pytest.fixture
def game() -> Game:
    return load_game(NAME)
