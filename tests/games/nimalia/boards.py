r"""Reserves and positions of Nimalia built by hand.

A reserve is a text: rows split by `/`, squares by spaces, `.` an empty one. Animals are written by their letters (L
lion, G giraffe, D panda, R gorilla, B polar bear, P penguin, F flamingo, C crocodile), an otter by its biome's first
letter and its river: `u` rises like a slash, `d` falls like a backslash.
"""

from collections.abc import Sequence

import numpy as np
from tests.games.nimalia.slow import BIOMES, COLOURS, SPECIES, Reserve, Square

from baobab.core.game import Game
from baobab.core.record import NOBODY, Rows
from baobab.games.nimalia.cards import OTTER, make_kind
from baobab.games.nimalia.rules import deal
from baobab.games.nimalia.scoring import value_reserves
from baobab.games.nimalia.state import BIOME_BOARD, EMPTY, OCCUPIED_BOARD, RISING_BOARD, SIDE, STRIDE

LETTERS = dict(zip("LGDRBPFC", SPECIES, strict=False))
HOMES = dict(zip(SPECIES, ("savanna", "savanna", "jungle", "jungle", "ice", "ice", "lake", "lake"), strict=False))
RIVERS = {"u": "/", "d": "\\"}
FIRST_GAME = (5, 19, 4, 16)


def square(code: str) -> Square:
    """The square that a code names."""
    if code in LETTERS:
        return Square(LETTERS[code], HOMES[LETTERS[code]], "")
    biome = next(biome for biome in BIOMES if biome[0] == code[0])
    return Square("otter", biome, RIVERS[code[1]])


def reserve(text: str) -> Reserve:
    """The reserve that a text draws, its box at (0, 0)."""
    return {
        (row, column): square(code)
        for row, line in enumerate(text.split("/"))
        for column, code in enumerate(line.split())
        if code != "."
    }


def lay(row: object, seat: int, squares: Reserve) -> None:
    """Make `squares`, whose box is at (0, 0), the reserve of a seat of a state."""
    boards, cells = row.boards[seat], row.cells[seat]  # type: ignore[attr-defined] # a record
    boards[:] = 0
    cells[:] = EMPTY
    for (down, across), shown in squares.items():
        kind = make_kind(*shown)
        bit = 1 << (down + 1) * STRIDE + across + 1
        boards[SPECIES.index(shown.species)] |= bit
        boards[BIOME_BOARD + BIOMES.index(shown.biome)] |= bit
        boards[OCCUPIED_BOARD] |= bit
        if kind >= OTTER and shown.river == "/":
            boards[RISING_BOARD] |= bit
        cells[down * SIDE + across] = kind
    extent = [max((cell[axis] + 1 for cell in squares), default=0) for axis in range(2)]
    row.box[seat] = extent  # type: ignore[attr-defined]


def position(
    game: Game,
    *texts: str,
    objectives: Sequence[int] = FIRST_GAME,
    hands: Sequence[Sequence[int]] = (),
    round_index: int = 0,
    step: int = 0,
    scores: Sequence[int] = (),
) -> Rows:
    """The `[1]` array in which the first seat is asked, with these reserves, one a player.

    `hands` are dealt from the deck unless given. What has been played is not made to fit: such a row is for scoring
    and for looking at, not for `Game.check`.
    """
    rows = game.start(max(len(texts), 2), seed=1)
    row = rows[0]
    row.objectives[:] = [number - 1 for number in objectives]
    row.round_index = round_index
    if round_index:
        deal(row)
    row.step = step
    for seat, text in enumerate(texts):
        lay(row, seat, reserve(text))
    for seat, hand in enumerate(hands):
        row.hands[seat] = [*(card - 1 for card in sorted(hand)), *[EMPTY] * (3 - len(hand))]
    for seat, points in enumerate(scores):
        row.scores[seat] = points
    value_reserves(row)
    return rows


def values(game: Game, number: int, *texts: str) -> list[int]:
    """The points of an objective (by its printed number) for these reserves, one a player."""
    return values_of(game, number, *(reserve(text) for text in texts))


def values_of(game: Game, number: int, *reserves: Reserve) -> list[int]:
    """The points of an objective for these reserves, whose boxes are at (0, 0)."""
    rows = game.start(max(len(reserves), 2), seed=1)
    colour = next(place for place, numbers in enumerate(COLOURS.values()) if number in numbers)
    rows[0].objectives[colour] = number - 1
    for seat, squares in enumerate(reserves):
        lay(rows[0], seat, squares)
    value_reserves(rows[0])
    return [int(points) for points in rows[0]["values"][: len(reserves), colour]]


def act(game: Game, rows: Rows, *actions: int) -> None:
    """Apply actions one after another; each must be legal."""
    for action in actions:
        assert action in game.legal_actions(rows)
        game.kernels.step_many(game.params, rows, np.array([action], np.int32))


def random_game(game: Game, rows: Rows, rng: np.random.Generator) -> list[int]:
    """Play a game to its end at random; the actions."""
    actions = []
    while rows[0].player != NOBODY:
        actions.append(int(rng.choice(game.legal_actions(rows))))
        game.kernels.step_many(game.params, rows, np.array(actions[-1:], np.int32))
    return actions


def seen_reserve(row: object, seat: int) -> Reserve:
    """The reserve of a seat of a state, its box at (0, 0)."""
    shown: Reserve = {}
    for cell, kind in enumerate(row.cells[seat].tolist()):  # type: ignore[attr-defined]
        if kind != EMPTY:
            shown[divmod(cell, SIDE)] = kind_square(kind)
    return shown


def kind_square(kind: int) -> Square:
    """The square of a kind."""
    if kind < OTTER:
        return Square(SPECIES[kind], HOMES[SPECIES[kind]], "")
    return Square("otter", BIOMES[(kind - OTTER) // 2], "/\\"[(kind - OTTER) % 2])


def at_origin(squares: Reserve) -> Reserve:
    """The same reserve with its box at (0, 0)."""
    if not squares:
        return {}
    top, left = min(row for row, _ in squares), min(column for _, column in squares)
    return {(row - top, column - left): shown for (row, column), shown in squares.items()}
