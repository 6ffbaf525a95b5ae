"""One game between people and bots: what was decided, how to take it back, and what a viewer may be told of it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from baobab.bots import Bot, match_rngs
from baobab.core.game import Game
from baobab.core.games import Games
from baobab.core.notation import CHANCE_MOVE
from baobab.core.record import NOBODY, Rows, copy_rows
from baobab.records import Record, Step, record_game, unfold

HUMAN = "human"
"""The seat's name where a person plays."""


@dataclass(frozen=True)
class _Decision:
    """An asked decision: where it was made, and what followed."""

    rows: Rows  # [1] before it
    rngs: NDArray[np.int64]  # [1, 4] before it
    action: int
    steps: tuple[Step, ...]  # the decision itself and the forced and chance ones after it


class Table:
    """A game in play. Bots move when they are told to; people's decisions come from outside."""

    def __init__(self, game: Game, bots: Sequence[Bot | None], *, seed: int) -> None:
        """`bots`: one per seat, None for a person."""
        self.game = game
        self.bots = list(bots)
        self.seed = seed
        self.rows = game.start(len(bots), seed=seed)
        self._rngs = match_rngs(np.array([seed], np.int64), stream=0)
        self._decisions: list[_Decision] = []

    @property
    def seats(self) -> list[str]:
        """The name per seat."""
        return [HUMAN if bot is None else bot.name for bot in self.bots]

    @property
    def player(self) -> int | None:
        """The seat to move; None when the game is over."""
        player = int(self.rows[0].player)
        return None if player == NOBODY else player

    @property
    def bot(self) -> Bot | None:
        """The bot to move; None where a person is asked."""
        return None if self.player is None else self.bots[self.player]

    @property
    def people(self) -> list[int]:
        """The seats where people play."""
        return [seat for seat, bot in enumerate(self.bots) if bot is None]

    @property
    def moment(self) -> int:
        """How many decisions were made: goes up by play and down by undo."""
        return len(self._decisions)

    def legal(self) -> dict[int, str]:
        """The name of every legal action, by id."""
        return {int(action): self._name(action) for action in self.game.legal_actions(self.rows)}

    def decide(self, action: int) -> None:
        """The seat to move takes an action; ValueError where it is not legal."""
        Games(self.game, self.rows).check_actions([action])
        before, rngs = copy_rows(self.rows), self._rngs.copy()
        steps = tuple(unfold(self.game, self.rows, action))
        self._decisions.append(_Decision(before, rngs, action, steps))

    def move_bot(self) -> None:
        """The bot to move decides."""
        bot = self.bot
        if bot is None:
            raise ValueError("no bot is to move")
        rngs = self._rngs.copy()
        action = int(bot.act(self.game, copy_rows(self.rows), self._rngs)[0])
        self.decide(action)
        self._decisions[-1] = _Decision(self._decisions[-1].rows, rngs, action, self._decisions[-1].steps)

    def undo(self, seat: int) -> bool:
        """Go back to the last decision of `seat`; False where it has made none. Bots would decide as they did."""
        for place in range(len(self._decisions) - 1, -1, -1):
            decision = self._decisions[place]
            if decision.rows[0].player == seat:
                self.rows, self._rngs = copy_rows(decision.rows), decision.rngs.copy()
                del self._decisions[place:]
                return True
        return False

    def tell(self, viewer: int | None, *, since: int = 0) -> list[tuple[int | None, str]]:
        """What is new to `viewer` from the decision number `since` on, as they may know it: (seat or None, words).

        Of the viewer's own decisions only what they did not choose, or what they learned by it.
        """
        told: list[tuple[int | None, str]] = []
        for decision in self._decisions[since:]:
            for number, step in enumerate(decision.steps):
                words = self._tell_step(step, viewer)
                seat = None if step.action == CHANCE_MOVE else int(step.before[0].player)
                chosen = number == 0 and seat is not None and seat == viewer
                if words is not None and not (chosen and words == self._tell_step(step, None)):
                    told.append((seat, words))
        return told

    def _name(self, action: int) -> str:
        return self.game.action_name(int(action), self.rows[0])

    def _tell_step(self, step: Step, viewer: int | None) -> str | None:
        return self.game.notation.tell_move(self.game, step.before, step.action, step.after, viewer)

    def record(self) -> Record:
        """The record of the game so far."""
        actions = [decision.action for decision in self._decisions]
        return record_game(self.game, actions, num_players=len(self.bots), seed=self.seed, seats=self.seats)
