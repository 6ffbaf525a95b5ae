"""What the contract's checks share: a game to be checked, seeded random play, and errors that lead back to a fault.

Where kernels run un-jitted (`NUMBA_DISABLE_JIT=1`), and with BAOBAB_TEST_GAMES=small, fewer games are played and fewer
states looked at.
"""

import functools
import os
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from baobab.core.game import Game
from baobab.core.games import ActionRows, Games, Legal
from baobab.core.record import CHANCE, NOBODY, Rows
from baobab.registry import load_game

UNJITTED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
SMALL = UNJITTED or os.environ.get("BAOBAB_TEST_GAMES") == "small"
ENDLESS = 100_000
"""Decisions after which a game counts as one without an end."""

Scope = Literal["every", "default", "once"]
"""Which cases a check is for: all options and players, all players of the defaults, or the defaults once."""


@dataclass(frozen=True)
class Case:
    """One game with its options and a number of players."""

    game: Game
    players: int

    @property
    def name(self) -> str:
        """The game's."""
        return self.game.name

    @property
    def options(self) -> tuple[tuple[str, Any], ...]:
        """The options that differ from their defaults."""
        return tuple(sorted(self.game.changed_options().items()))

    @property
    def seed(self) -> int:
        """The seed of the case's first game: another for each number of players."""
        return 1000 * self.players

    def start(self) -> Games:
        """The case's first game."""
        return Games.start(self.game, num_players=self.players, seeds=[self.seed])

    def __str__(self) -> str:
        return "-".join([self.name, str(self.players), *(f"{key}={value}" for key, value in self.options)])


class CheckError(AssertionError):
    """A game breaks the contract; the text names the check, what is wrong, the game, its seed and the actions."""


def require(holds: Any, what: object = "it does not hold") -> None:
    """AssertionError with these words unless the first is true; unlike `assert`, under `python -O` too."""
    if not holds:
        raise AssertionError(what)


def require_equal(one: Any, other: Any, what: object) -> None:
    """AssertionError unless two values are the same."""
    require(one == other, f"{what}: {one!r} is not {other!r}")


def require_refusal(call: Callable[[], object], *, match: str) -> None:
    """AssertionError unless this raises a ValueError whose text contains `match`."""
    try:
        call()
    except ValueError as error:
        require(match in str(error), f"the refusal says {str(error)!r}, without {match!r}")
        return
    raise AssertionError(f"nothing is refused; expected: {match!r}")


# --- Checks -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Check:
    """One part of the contract: a function that raises where a case breaks it."""

    run: Callable[[Case], None]
    scope: Scope
    kernels: bool  # whether it is about compiled code, and so belongs to bounds-checked and un-jitted runs

    @property
    def name(self) -> str:
        """A sentence with _ between its words."""
        return self.run.__name__

    def __call__(self, case: Case) -> None:
        """CheckError where the case breaks it."""
        try:
            self.run(case)
        except Exception as error:
            notes = getattr(error, "__notes__", [f"{told_game(case.game, case.players)}, seed={case.seed} …"])
            what = str(error) if isinstance(error, AssertionError) else repr(error)
            raise CheckError("\n  ".join([f"{self.name}: {what}", *notes])) from error


def check(*, scope: Scope = "every", kernels: bool = True) -> Callable[[Callable[[Case], None]], Check]:
    """Make a check of a function."""
    return functools.partial(Check, scope=scope, kernels=kernels)


@dataclass(frozen=True)
class ContractTest:
    """A check of one case; call it."""

    check: Check
    case: Case

    def __call__(self) -> None:
        """CheckError where the case breaks it."""
        self.check(self.case)

    def __str__(self) -> str:
        return f"{self.case}-{self.check.name}"


def find_cases(
    name: str, *, options: Iterable[Mapping[str, Any]] = (), players: Iterable[int] | None = None
) -> list[Case]:
    """A game with its default options and with each of `options`, for `players` or all that can play.

    The small run: the fewest and the most players, and other options with the most.
    """
    cases = []
    for number, chosen in enumerate([{}, *options]):
        game = load_game(name, **chosen)
        numbers = list(range(game.min_players, game.max_players + 1)) if players is None else list(players)
        if SMALL and players is None:
            numbers = numbers[-1:] if number else numbers[:: max(1, len(numbers) - 1)]
        cases += [Case(game, count) for count in numbers]
    return cases


def match_cases(check: Check, cases: Iterable[Case]) -> list[Case]:
    """The cases that a check is for."""
    listed = list(cases)
    plain = [case for case in listed if not case.options] or listed
    return {"every": listed, "default": plain, "once": plain[:1]}[check.scope]


# --- Play -------------------------------------------------------------------------------------------------


@dataclass
class Play:
    """A random game on its way."""

    games: Games  # one
    players: int
    seed: int
    asked: bool = True  # False while a forced decision or chance is on
    actions: list[int] = field(default_factory=list)  # the asked ones
    decisions: int = 0  # states visited before this one

    @property
    def game(self) -> Game:
        """Its game."""
        return self.games.game

    @property
    def rows(self) -> Rows:
        """Its state `[1]`."""
        return self.games.rows

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return bool(self.rows[0].player == NOBODY)

    @property
    def chooses(self) -> bool:
        """Whether a seat is to move."""
        return self.rows[0].player not in (NOBODY, CHANCE)

    def legal(self) -> list[int]:
        """The legal ids, in the order in which the kernel writes them."""
        return legal_ids(self.games)

    def told(self) -> str:
        """What leads here."""
        return f"{told_game(self.game, self.players)}, seed={self.seed}, actions={self.actions}, state {self.decisions}"


Look = Callable[[Play], None]


def visit(case: Case, look: Look, *, games: int = 4, every: int = 1, slow: int = 1) -> int:
    """Play random games and call `look` in every state, forced decisions and chance included; how many it saw.

    `every`: only one state in so many, and `slow` times rarer in the small run, besides the first and the last.
    Where `look` fails, the error tells the seed and the actions that lead there.
    """
    step = every * slow if SMALL else every
    seen = 0
    for number in range(1 if SMALL else games):
        for play in _states(case.game, case.players, case.seed + number):
            if play.over or play.decisions % step == 0:
                try:
                    look(play)
                except Exception as error:
                    error.add_note(play.told())
                    raise
                seen += 1
    require(seen >= 2, "a game has a first and a last state")
    return seen


def _states(game: Game, players: int, seed: int) -> Iterator[Play]:
    """The same `Play` in every state from the start to the end."""
    chooser = random.Random(seed)
    play = Play(Games.start(game, num_players=players, seeds=[seed]), players, seed)
    yield play
    while not play.over:
        if play.rows[0].player == CHANCE:
            play.games.draw_chance()
        else:
            ids = play.legal()
            require(ids, f"no action is legal: {play.told()}")
            play.asked = len(ids) > 1 or bool(play.rows[0].opening)
            action = chooser.choice(sorted(ids))
            if play.asked:
                play.actions.append(action)
            play.games.apply([action])
        play.decisions += 1
        require(play.decisions <= ENDLESS, f"no end: {play.told()}")
        yield play


def told_game(game: Game, players: int) -> str:
    """The game, its options and its players."""
    return f"{game.id} {game.changed_options()}, num_players={players}"


# --- What the kernels write, over buffers that were full of something else --------------------------------


def legal_of(games: Games) -> Legal:
    """The legal actions."""
    shape = (len(games), games.game.actions.size)
    return games.legal(
        out=Legal(np.full(shape, 7, np.int8), np.full(shape, -1, np.int16), np.zeros(shape[0], np.int32))
    )


def legal_ids(games: Games) -> list[int]:
    """Those of a single game, in the order in which the kernel writes them."""
    legal = legal_of(games)
    ids: list[int] = legal.ids[0, : legal.counts[0]].tolist()
    return ids


def seen_by(games: Games, viewer: int) -> NDArray[Any]:
    """The observation `[D]` of a seat of a single game."""
    layout = games.game.observation
    seen: NDArray[Any] = games.observe(viewer, out=np.full((1, layout.size), 99, layout.dtype))[0]
    return seen


def hidden_from(games: Games, viewer: int) -> NDArray[Any]:
    """What the observation of a seat of a single game leaves out `[H]`."""
    layout = games.game.hidden
    hidden: NDArray[Any] = games.hidden(viewer, out=np.full((1, layout.size), 99, layout.dtype))[0]
    return hidden


def features_of(games: Games) -> NDArray[Any]:
    """The features `[M, F]` of the legal actions of a single game."""
    room = ActionRows.room(games.game, 1)
    room.features[:] = 99
    features: NDArray[Any] = games.action_rows(out=room).features.copy()
    return features


def redrawn(games: Games, viewer: int, rng: NDArray[np.int64]) -> Games:
    """A copy of a single game in which all that `viewer` does not know is redrawn; `rng [1, 4]` moves on."""
    copy = games.copy()
    copy.redraw(viewer, rng)
    return copy
