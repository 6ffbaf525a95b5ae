"""How every recipe ends: what it trained plays whole games against `random`, and the exit code says whether it won."""

import sys
import time
from collections.abc import Callable
from importlib.metadata import version

import numpy as np
from numpy.typing import NDArray

from baobab import Game, load_bot, load_game
from baobab.core.record import Rows
from baobab_training.evaluate import evaluate_bots

Choose = Callable[[NDArray[np.float32], NDArray[np.bool_]], NDArray[np.integer]]
"""What was trained: observations `[N, D]` and masks `[N, A]` of the seats to move in, actions `[N]` out."""

GAMES = 1000
SEED = 1
_STARTED = time.perf_counter()


class _Trained:
    """A bot that sees what the environment's observation shows, and chooses as it was trained."""

    name = "trained"

    def __init__(self, choose: Choose) -> None:
        self.choose = choose

    def act(self, game: Game, rows: Rows, rngs: NDArray[np.int64]) -> NDArray[np.int32]:
        """The trained choice `[N]` of the seat to move in each row."""
        count, size = len(rows), game.actions.size
        seen = np.zeros((count, game.observation.size), game.observation.dtype)
        game.kernels.encode_many(game.params, rows, np.ascontiguousarray(rows["player"]), seen)
        mask = np.empty((count, size), np.int8)
        game.kernels.legal_many(game.params, rows, mask, np.empty((count, size), np.int16), np.empty(count, np.int32))
        return np.asarray(self.choose(game.observation.scaled(seen), mask.astype(bool)), np.int32)


def versus_random(package: str, game: str, choose: Choose) -> None:
    """Play two-player games with both seatings of each deal, print the win share, and end the program.

    The exit code is 0 where the 95 % interval of the win share lies above a half, else 1. `package` is the framework's
    distribution, whose version is printed.
    """
    seconds = time.perf_counter() - _STARTED
    result = evaluate_bots(load_game(game), [_Trained(choose), load_bot("random")], players=2, games=GAMES, seed=SEED)
    trained = result.bots[0]
    low, high = trained.win_share_interval
    sys.stdout.write(
        f"{package} {version(package)}: {game}, win share {trained.win_share:.3f} ({low:.3f} … {high:.3f}) against "
        f"random in {result.games} games, after {seconds:.0f} s of training\n"
    )
    sys.exit(int(low <= 0.5))
