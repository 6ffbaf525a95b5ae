"""The `Bot` protocol, and the two bots that every game has: random and greedy."""

from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from baobab.core.game import Game
from baobab.core.games import Games
from baobab.core.record import Rows


@runtime_checkable
class Bot(Protocol):
    """Anything that chooses: for many games at once, at any seat, by what that seat may see."""

    @property
    def name(self) -> str:
        """The name that records and tables show."""

    def act(self, game: Game, rows: Rows, rngs: NDArray[np.int64]) -> NDArray[np.int32]:
        """A legal action `[N]` of the seat to move in each of `rows [N]`, where no game is over.

        The rows may be of any mix of seats and numbers of players, and stay as they are. `rngs [N, 4]` are the
        generators of the games (`core.game.make_rngs`), which the bot advances where it needs chance.
        """


class RandomBot:
    """Every legal action is equally likely."""

    name = "random"

    def act(self, game: Game, rows: Rows, rngs: NDArray[np.int64]) -> NDArray[np.int32]:
        """A uniform legal action `[N]` of the seat to move in each row."""
        return Games(game, rows).random_actions(rngs)


class GreedyBot:
    """The game's own heuristic, which looks one whole turn ahead and knows what the seat to move knows."""

    name = "greedy"

    def act(self, game: Game, rows: Rows, rngs: NDArray[np.int64]) -> NDArray[np.int32]:
        """The heuristic's action `[N]` of the seat to move in each row."""
        return Games(game, rows).greedy_actions(rngs)
