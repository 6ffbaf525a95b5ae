import pytest
import torch

from baobab.core.game import Game
from baobab.registry import load_game


@pytest.fixture(scope="session", autouse=True)
def _one_thread() -> None:
    torch.set_num_threads(1)


@pytest.fixture(scope="session")
def game() -> Game:
    return load_game("savernake")
