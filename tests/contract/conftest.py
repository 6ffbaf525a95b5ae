"""What the contract tests share: every registered game with every number of players, and seeded random play.

A game's own cases (options that are to be tested besides the defaults) stand in `golden/<game>.json`. The variable
BAOBAB_TEST_GAMES=small plays fewer games and looks at fewer states, for the un-jitted run.
"""

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.playing import FEW

from baobab.core.game import Game
from baobab.core.record import CHANCE, NOBODY, copy_rows
from baobab.registry import GAMES, load_game

SMALL = FEW
GOLDEN = Path(__file__).parent / "golden"

Options = dict[str, Any]


@dataclass(frozen=True)
class Case:
    """One game, its options and a number of players."""

    name: str
    options: tuple[tuple[str, Any], ...]
    players: int

    @property
    def game(self) -> Game:
        return load_game(self.name, **dict(self.options))

    @property
    def seed(self) -> int:
        """The seed of the case's first game: another for each number of players."""
        return 1000 * self.players

    def __str__(self) -> str:
        return "-".join([self.name, str(self.players), *(f"{key}={value}" for key, value in self.options)])


def option_sets(name: str) -> list[Options]:
    """The options that a game is tested with: the defaults, and what its golden file lists."""
    path = GOLDEN / f"{name}.json"
    listed: list[Options] = json.loads(path.read_text(encoding="utf-8"))["options"] if path.exists() else []
    return [{}, *listed]


def all_cases(*, defaults_alone: bool = False) -> list[Case]:
    """Every registered game, its options and its numbers of players.

    The small run: the fewest and the most players, and other options with the most.
    """
    cases = []
    for name in sorted(GAMES):
        for options in option_sets(name)[: 1 if defaults_alone else None]:
            game = load_game(name, **options)  # to count players nothing need be compiled
            chosen = tuple(sorted(options.items()))
            numbers = range(game.min_players, game.max_players + 1)
            if SMALL:
                numbers = numbers[-1:] if options else numbers[:: max(1, len(numbers) - 1)]
            cases += [Case(name, chosen, players) for players in numbers]
    return cases


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """`case`: every game, options and players. `plain_case`: with the defaults alone. `game_name`: every game."""
    if "case" in metafunc.fixturenames:
        metafunc.parametrize("case", all_cases(), ids=str)
    if "plain_case" in metafunc.fixturenames:
        metafunc.parametrize("plain_case", all_cases(defaults_alone=True), ids=str)
    if "game_name" in metafunc.fixturenames:
        metafunc.parametrize("game_name", sorted(GAMES))


@dataclass
class Play:
    """A random game on its way."""

    game: Game
    players: int
    seed: int
    rows: Any  # [1]
    asked: bool = True  # False while a forced decision or chance is on
    actions: list[int] = field(default_factory=list)  # the asked ones
    decisions: int = 0  # states visited before this one

    @property
    def over(self) -> bool:
        return bool(self.rows[0].player == NOBODY)

    def legal(self) -> list[int]:
        """The legal ids, in the order in which the kernel writes them."""
        ids, _ = legal_of(self.game, self.rows)
        return [int(action) for action in ids]

    def told(self) -> str:
        return (
            f"{self.game.id} {self.game.changed_options()}, num_players={self.players}, seed={self.seed}, "
            f"actions={self.actions}, decision {self.decisions}"
        )


Look = Callable[[Play], None]


def visit(case: Case, look: Look, *, games: int = 4, every: int = 1, slow: int = 1) -> int:
    """Play random games and call `look` in every state, forced decisions and chance included; how many it saw.

    `every`: only one state in so many, and `slow` times rarer in the small run, besides the first and the last.
    Where `look` fails, the failure tells the seed and the actions that lead there.
    """
    step = every * slow if SMALL else every
    seen = 0
    for number in range(1 if SMALL else games):
        for play in _states(case.game, case.players, case.seed + number):
            if play.over or play.decisions % step == 0:
                try:
                    look(play)
                except BaseException as error:
                    error.add_note(play.told())
                    raise
                seen += 1
    assert seen >= 2, "a game has a first and a last state"
    return seen


def _states(game: Game, players: int, seed: int) -> Iterator[Play]:
    """The same `Play` in every state from the start to the end."""
    chooser = random.Random(seed)
    call, params = game.kernels, game.params
    play = Play(game, players, seed, game.start(players, seed=seed))
    yield play
    while not play.over:
        if play.rows[0].player == CHANCE:
            call.chance_many(params, play.rows)
        else:
            ids = play.legal()
            play.asked = len(ids) > 1 or bool(play.rows[0].opening)
            action = chooser.choice(sorted(ids))
            if play.asked:
                play.actions.append(action)
            call.apply_many(params, play.rows, np.array([action], np.int32))
        play.decisions += 1
        assert play.decisions <= 10_000, f"no end: {play.told()}"
        yield play


def legal_of(game: Game, rows: Any) -> tuple[NDArray[np.int16], NDArray[np.int8]]:
    """The legal ids of `rows [1]` as the kernel writes them, and the mask `[A]`."""
    mask = np.full((1, game.actions.size), 7, np.int8)
    ids = np.full((1, game.actions.size), -1, np.int16)
    counts = np.zeros(1, np.int32)
    game.kernels.legal_many(game.params, rows, mask, ids, counts)
    return ids[0, : counts[0]].copy(), mask[0]


def seen_by(game: Game, rows: Any, viewer: int) -> NDArray[Any]:
    """The observation `[D]` of a seat of `rows [1]`, written over a buffer that was full of something else."""
    out: NDArray[Any] = np.full((1, game.observation.size), 99, game.observation.dtype)
    game.kernels.encode_many(game.params, rows, np.array([viewer], np.int8), out)
    seen: NDArray[Any] = out[0]
    return seen


def hidden_from(game: Game, rows: Any, viewer: int) -> NDArray[Any]:
    """What the observation of a seat leaves out `[H]`."""
    out: NDArray[Any] = np.full((1, game.hidden.size), 99, game.hidden.dtype)
    game.kernels.encode_state_many(game.params, rows, np.array([viewer], np.int8), out)
    hidden: NDArray[Any] = out[0]
    return hidden


def features_of(game: Game, rows: Any) -> NDArray[Any]:
    """The features `[M, F]` of the legal actions of `rows [1]`, in the order of `legal_of`."""
    out = np.full((game.actions.size, game.features.size), 99, game.features.dtype)
    offsets, ids = np.zeros(2, np.int32), np.zeros(game.actions.size, np.int16)
    count = game.kernels.encode_actions_many(game.params, rows, offsets, ids, out)
    assert offsets.tolist() == [0, count]
    return out[:count].copy()


def redrawn(game: Game, rows: Any, viewer: int, rng: NDArray[np.int64]) -> Any:
    """A copy of `rows [1]` in which all that `viewer` does not know is redrawn; `rng [1, 4]` moves on."""
    copy = copy_rows(rows)
    game.kernels.determinize_many(game.params, copy, np.array([viewer], np.int8), rng)
    return copy
