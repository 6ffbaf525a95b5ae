"""Forests of Savernake built by hand, and the small words in which the tests speak of them.

A forest is a text, one card a line, in the order in which they were placed; the first is the starting animal at 0,0,
which opens to the south:

    0,0 fox
    1,0 straight ew           a straight card with an egg and a worm, as it is printed: north and south
    2,0 curve nn 2            a curve, turned twice
    2,1 double b/w 1          a card with two curves: berries on the first, worms on the second

Cells are row,column as records write them. Foods are told by their first letters, in any order.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from tests.games.savernake.slow import FOODS, Cell, Forest, Laid, Move, animal_cards, path_cards
from tests.playing import legal

from baobab.core.game import Game
from baobab.core.record import Rows
from baobab.games.savernake.cards import FIRST_ANIMAL, MENTORS, SHAPES, standard_tables
from baobab.games.savernake.check import audit_forest, audit_trails
from baobab.games.savernake.forest import add_token, any_place, place_card, plant
from baobab.games.savernake.rules import clear
from baobab.games.savernake.scoring import spot_at
from baobab.games.savernake.state import EMPTY
from baobab.games.savernake.view import animal_names

FOX = "0,0 fox"


# --- Building ---------------------------------------------------------------------------------------------


def card_number(game: Game, name: str) -> int:
    """The card of a name: `fox`, `curve nn`, `double b/we`."""
    shape, _, letters = name.partition(" ")
    if not letters:
        return FIRST_ANIMAL + animal_names(game).index(shape)
    trails = [[sum(letter == food[0] for letter in part) for food in FOODS] for part in letters.split("/")]
    deck = game.params[0]
    for card in range(FIRST_ANIMAL):
        if deck.form[card] == SHAPES.index(shape) and deck.icons[card, : len(trails)].tolist() == trails:
            return card
    raise ValueError(f"no card {name!r}")


def position(
    game: Game, *forests: str, market: Sequence[str] = (), rooster: int = 0, player: int = 0, rounds: int = 0
) -> Rows:
    """The `[1]` array of a turn of `player` with these forests (others: an animal alone) and this market.

    `market` names the cards under rooster, goat, armadillo and rabbit; "" and those left out are taken. What is
    in the decks does not go with the forests.
    """
    players = max(2, len(forests))
    rows = game.start(players, seed=0)
    row = rows[0]
    clear(row, players)
    for seat in range(players):
        lines = forests[seat].strip().splitlines() if seat < len(forests) else [FOX]
        plant(game.params[0], row, seat, card_number(game, lines[0].split()[1]))
        for line in lines[1:]:
            lay(game, row, seat, line)
        assert audit_trails(game.params[0], row, seat) == 0
        assert rounds or audit_forest(row, seat) in (0, 5)
    row.market[:] = EMPTY
    for mentor, name in enumerate(market):
        if name:
            row.market[mentor] = card_number(game, name)
    row.rooster, row.starter, row.player, row.rounds = rooster, player, player, rounds
    row.turn = 0
    row.phase = 0
    row.opening = 1
    row.relaxed = 0 if not market or any_place(game.params[0], row, player) else 1
    return rows


def lay(game: Game, row: Rows, seat: int, line: str) -> None:
    """Place a card of a forest's text, legal or not."""
    at, *words = line.split()
    turns = int(words.pop()) if words[-1].isdigit() else 0
    spot = spot_at(*in_box(row, seat, cell(at)))
    place_card(game.params[0], row, seat, int(spot), card_number(game, " ".join(words)), turns)


def token(game: Game, rows: Rows, seat: int, at: str, food: str = "") -> None:
    """Put a drop for a food, or a burrow, on the animal at a cell."""
    row = rows[0]
    spot = spot_at(*in_box(row, seat, cell(at)))
    assert row.card[seat, spot] >= FIRST_ANIMAL
    add_token(game.params[0], row, seat, int(spot), FOODS.index(food) if food else EMPTY)
    assert audit_trails(game.params[0], row, seat) == 0


def cell(text: str) -> Cell:
    """The row and column of "-1,2"."""
    row, column = text.split(",")
    return int(row), int(column)


def in_box(row: Rows, seat: int, at: Cell) -> Cell:
    """A cell of a record in the rows and columns that actions have."""
    return at[0] - int(row.top[seat]), at[1] - int(row.left[seat])


def slow_forest(text: str) -> Forest:
    """The same forest for the slow scorer."""
    tables = standard_tables()
    names = [row["animal"] for row in tables["animals"]]
    paths, animals = path_cards(tables), animal_cards(tables)
    forest: Forest = {}
    for line in text.strip().splitlines():
        at, *words = line.split()
        turns = int(words.pop()) if words[-1].isdigit() else 0
        if words[0] in names:
            card = animals[names.index(words[0])]
        else:
            trails = [sorted(part) for part in words[1].split("/")]
            shape = {"straight": ["NS"], "curve": ["NE"], "double": ["NE", "SW"]}[words[0]]
            card = next(
                one
                for one in paths
                if [sides for sides, _ in one.trails] == shape
                and [sorted(food[0] for food in foods) for _, foods in one.trails] == trails
            )
        forest[cell(at)] = Laid(card, turns)
    return forest


# --- Playing ----------------------------------------------------------------------------------------------


def turns_at(game: Game, rows: Rows, mentor: str, at: str) -> set[int]:
    """The turns in which a card of the market may lie at a cell of the box."""
    start = f"place {mentor} {at} turns "
    return {int(name.removeprefix(start)) for name in legal(game, rows) if name.startswith(start)}


def points(rows: Rows, seat: int = 0) -> int:
    """What a forest scores now."""
    return int(rows[0].points[seat])


def observe(game: Game, rows: Rows, viewer: int) -> NDArray[np.integer]:
    """The observation `[D]` of a seat."""
    out = np.zeros((1, game.observation.size), game.observation.dtype)
    game.kernels.encode_many(game.params, rows, np.array([viewer], np.int8), out)
    seen: NDArray[np.integer] = out[0]
    return seen


def features(game: Game, rows: Rows) -> dict[str, NDArray[np.integer]]:
    """The features `[F]` of the legal actions, by name."""
    out = np.zeros((game.actions.size, game.features.size), game.features.dtype)
    ids = np.zeros(game.actions.size, np.int16)
    count = game.kernels.encode_actions_many(game.params, rows, np.zeros(2, np.int32), ids, out)
    return {game.action_name(int(ids[place])): out[place] for place in range(count)}


def as_move(game: Game, rows: Rows, name: str) -> Move:
    """An action's name in the words of the slow game, with its cell as records write it."""
    row = rows[0]
    seat = int(row.player)
    words = name.split()
    down, across = cell(words[2] if words[0] == "place" else words[1])
    at = (down + int(row.top[seat]), across + int(row.left[seat]))
    if words[0] == "place":
        assert words[1] in MENTORS
        return ("place", words[1], at, int(words[4]))
    return ("drop", at, words[2]) if words[0] == "drop" else ("burrow", at)
