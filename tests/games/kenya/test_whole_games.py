"""Random games of Kenya, every state of which is compared with the slow game of `slow.py`: moves, table, points."""

import random
from typing import Any

import numpy as np
import pytest
from tests.games.kenya import boards
from tests.games.kenya.slow import SlowKenya
from tests.playing import games

from baobab.core.game import Game
from baobab.registry import load_game

pytestmark = pytest.mark.kernels

BUSY = {
    "lion": 10,
    "elephant": 8,
    "meerkat": 8,
    **dict.fromkeys(("zebra+gazelle", "zebra+giraffe", "zebra+baboon", "gazelle+baboon", "warthog+baboon"), 0),
    **dict.fromkeys(("zebra+warthog", "wildebeest+baboon"), 0),
}
"""A deck of 49 cards in which more happens."""

FEW = {"zebra+giraffe": 6, "meerkat": 2, "lion": 2, "elephant": 2, "rhinoceros": 4, "water": 2}
"""Eighteen cards, of which six are alike."""

CASES: dict[str, dict[str, Any]] = {
    "default": {},
    "brown animals": {"brown_cards": "player_animal"},
    "busy": {"cards": BUSY},
    "busy brown animals": {"cards": BUSY, "brown_cards": "player_animal"},
    "few": {"cards": boards.deck(FEW), "brown_cards": "player_animal"},
    "narrow": {"table": 9, "cards": BUSY, "brown_cards": "player_animal"},
}


@pytest.mark.parametrize("name", CASES)
def test_random_games_go_as_the_slow_game_says(name: str) -> None:
    game = load_game("kenya", **CASES[name])
    for seed in range(games(8, small=1)):
        rng = random.Random(seed)
        rows = game.start(2 + seed % (game.max_players - 1), seed=seed)
        slow = boards.slow_twin(game, rows)
        actions: list[str] = []
        try:
            play_beside(game, rows, slow, rng=rng, actions=actions)
        except AssertionError as error:
            raise AssertionError(f"seed {seed}, {rows[0].num_players} players, actions {actions}") from error


def play_beside(game: Game, rows: Any, slow: SlowKenya, *, rng: random.Random, actions: list[str]) -> None:
    """Play a random game to its end in both; `actions` tells which way it went."""
    boards.assert_same(game, rows, slow)
    while slow.player is not None:
        actions.append(rng.choice(sorted(slow.legal())))
        slow.step(actions[-1])
        action = game.parse_action(actions[-1], rows[0])
        game.kernels.step_many(game.params, rows, np.array([action], np.int32))
        boards.assert_same(game, rows, slow)
