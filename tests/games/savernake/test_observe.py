"""Every piece of Savernake's observation, and of what is hidden from it, against the slow game."""

import random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.games.savernake.boards import as_move, observe
from tests.games.savernake.slow import (
    CLOCKWISE,
    FOODS,
    MENTORS,
    STEPS,
    Cell,
    Forest,
    SlowSavernake,
    animals_on,
    fits,
    foods_on,
    score,
    trails_of,
)
from tests.playing import games, legal, play

from baobab.core.game import Game
from baobab.core.record import NOBODY, Rows
from baobab.games.savernake.cards import standard_tables
from baobab.registry import load_game

pytestmark = pytest.mark.kernels

SEATS = 4
Pieces = dict[str, NDArray[np.int64]]


def one_hot(size: int, place: int | None) -> list[int]:
    return [int(place == entry) for entry in range(size)]


def counted(foods: list[str] | tuple[str, ...]) -> list[int]:
    return [list(foods).count(food) for food in FOODS]


def box(forest: Forest) -> tuple[int, int, int, int]:
    """The first row and column, and how many there are."""
    rows, columns = [row for row, _ in forest], [column for _, column in forest]
    return min(rows), min(columns), max(rows) - min(rows) + 1, max(columns) - min(columns) + 1


def open_ends(forest: Forest, trail: set[tuple[Cell, int]]) -> int:
    """The ends of a trail that lead to a cell where a card could lie."""
    count = 0
    for (row, column), part in trail:
        for side in forest[row, column].trails()[part][0]:
            count += fits(forest, (row + STEPS[side][0], column + STEPS[side][1]))
    return count


def expected(slow: SlowSavernake, viewer: int) -> Pieces:
    """All pieces but the trails, whose numbers are the engine's own affair."""
    players = slow.players
    around = [(viewer + place) % players for place in range(players)]
    pieces: dict[str, Any] = {}
    order = [(seat - slow.starter) % players + 1 for seat in around]
    pieces["phase"] = one_hot(3, None if slow.over else ("place", "drop", "burrow").index(slow.phase))
    pieces["turn"] = one_hot(SEATS, None if slow.over else around.index(slow.player))
    pieces["num_players"] = one_hot(3, players - 2)
    pieces["present"] = pad([1] * players)
    pieces["rooster"] = one_hot(SEATS, around.index(slow.rooster))
    pieces["order"] = pad(order)
    pieces["tie"] = [int(slow.tie == "last_round")]
    waiting = slow.to_move[1:] if slow.phase != "place" else slow.to_move
    pieces["to_come"] = pad([int(seat in waiting) for seat in around])
    pieces["rounds_left"] = [14 - min(slow.round, 14)]
    pieces["relaxed"] = [0]
    scores = [slow.scores()[seat] for seat in around]
    pieces["score"] = pad(scores)
    pieces["score_more"] = pad([0] * players)
    pieces["margin"] = [int(np.floor(scores[0] - sum(scores[1:]) / (players - 1)))]
    pieces["shared"] = pad([0] * players)
    pieces["box"] = np.zeros((SEATS, 2), np.int64)
    for place, seat in enumerate(around):
        pieces["box"][place] = box(slow.forests[seat])[2:]
    pieces["market_left"] = [int(mentor in slow.market) for mentor in MENTORS]
    pieces["market_paths"] = np.zeros((3, 11), np.int64)
    for place, mentor in enumerate(MENTORS[:3]):
        if mentor in slow.market:
            trails = slow.market[mentor].trails
            shape = ("NS", "NE").index(trails[0][0]) if len(trails) == 1 else 2
            foods = [foods for _, foods in trails] + [()] * (2 - len(trails))
            pieces["market_paths"][place] = [*one_hot(3, shape), *counted(foods[0]), *counted(foods[1])]
    pieces["market_animal"] = [0] * 6
    if "rabbit" in slow.market:
        animal = slow.market["rabbit"].animal
        assert animal is not None
        pieces["market_animal"] = [animal["base"], animal["capacity"], *(animal[food] for food in FOODS)]
    came = min(slow.round, 14) + 1
    paths, animals = slow.setup["paths"][: 3 * came], [*slow.setup["start"], *slow.setup["animals"][:came]]
    pieces["unseen"] = [int(card not in paths) for card in range(45)] + [int(card not in animals) for card in range(19)]
    pieces["wants"], pieces["loose"] = (np.zeros((SEATS, 4), np.int64) for _ in range(2))
    for place, seat in enumerate(around):
        add_offers(slow.forests[seat], pieces["wants"][place], pieces["loose"][place])
    pieces["forests"] = np.zeros((SEATS, 4, 4, 24), np.int64)
    for place, seat in enumerate(around):
        draw_planes(slow.forests[seat], pieces["forests"][place])
    return {name: np.array(value, np.int64) for name, value in pieces.items()}


def pad(values: list[int]) -> list[int]:
    return values + [0] * (SEATS - len(values))


def add_offers(forest: Forest, wants: NDArray[np.int64], loose: NDArray[np.int64]) -> None:
    """What the trails with an open end want and have."""
    for trail in trails_of(forest):
        if open_ends(forest, trail) == 0:
            continue
        homes, foods = animals_on(forest, trail), foods_on(forest, trail)
        if not homes:
            loose += counted(foods)
            continue
        laid = forest[homes[0]]
        assert laid.card.animal is not None
        if len(foods) < laid.card.animal["capacity"] + laid.burrows:
            wants += [laid.card.animal[food] + laid.drops[food] for food in FOODS]


def draw_planes(forest: Forest, planes: NDArray[np.int64]) -> None:
    """The 24 planes of a forest."""
    top, left, _, _ = box(forest)
    for (row, column), laid in forest.items():
        at = planes[row - top, column - left]
        for part, (sides, foods) in enumerate(laid.trails()):
            for side in sides:
                at[CLOCKWISE.index(side)] = part + 1
            at[4 + 4 * part : 8 + 4 * part] = counted(foods)
        if laid.card.animal is not None:
            animal = laid.card.animal
            at[12:16] = [1, animal["base"], animal["capacity"], laid.burrows]
            at[16:20] = [animal[food] for food in FOODS]
            at[20:24] = [laid.drops[food] for food in FOODS]


@pytest.mark.parametrize(("players", "tie"), [(2, "next_round"), (3, "last_round"), (4, "next_round")])
def test_every_piece_says_what_the_slow_game_says(players: int, tie: str) -> None:
    game = load_game("savernake", tie=tie)
    for number in range(games(2, small=1)):
        chooser = random.Random(number)
        rows = game.start(players, seed=number)
        slow = SlowSavernake(standard_tables(), game.notation.write_setup(game, rows), tie=tie)
        while True:
            for viewer in range(players):
                seen = game.observation.split(observe(game, rows, viewer))
                for name, value in expected(slow, viewer).items():
                    assert seen[name].tolist() == value.tolist(), f"{name} of seat {viewer}"
                check_trails(slow.forests[viewer], seen["trails"])
            if rows[0].player == NOBODY:
                break
            for _ in range(1 if games(1, small=0) else 5):
                step(game, rows, slow, chooser)


def step(game: Game, rows: Rows, slow: SlowSavernake, chooser: random.Random) -> None:
    """One decision in both, and what is forced after it."""
    if rows[0].player == NOBODY:
        return
    action = chooser.choice(sorted(legal(game, rows)))
    move = as_move(game, rows, action)
    play(game, rows, action)
    slow.play(move)
    while not slow.over and slow.phase != "place" and len(slow.legal()) == 1:
        slow.play(min(slow.legal()))


def check_trails(forest: Forest, told: NDArray[Any]) -> None:
    """The own trails, whatever their numbers."""
    wanted = []
    for trail in trails_of(forest):
        homes, foods = animals_on(forest, trail), counted(foods_on(forest, trail))
        line = [*foods, len(homes), 0, 0, 0, 0, 0, 0, 0, open_ends(forest, trail), len(trail)]
        if homes:
            laid = forest[homes[0]]
            assert laid.card.animal is not None
            line[5:9] = [laid.card.animal[food] + laid.drops[food] for food in FOODS]
            line[9] = laid.card.animal["capacity"] + laid.burrows
            line[10] = laid.card.animal["base"]
            line[11] = score({cell: forest[cell] for cell, _ in trail})  # it has no other animal
        wanted.append(line)
    assert sorted(line for line in told.tolist() if line[13]) == sorted(wanted)


def test_the_hidden_pieces_are_the_next_markets(game: Game) -> None:
    rows = game.start(3, seed=8)
    setup = game.notation.write_setup(game, rows)
    chooser = random.Random(1)
    while rows[0].player != NOBODY:
        out = np.full((1, game.hidden.size), 99, game.hidden.dtype)
        game.kernels.encode_state_many(game.params, rows, np.array([1], np.int8), out)
        pieces = game.hidden.split(out[0])
        for ahead in range(3):
            coming = int(rows[0].rounds) + 1 + ahead
            cards = {
                *setup["paths"][3 * coming : 3 * coming + 3],
                *(45 + card for card in setup["animals"][coming:][:1]),
            }
            assert set(np.flatnonzero(pieces["next"][ahead]).tolist()) == (cards if coming < 15 else set())
            foods = game.params[0].icons[sorted(card for card in cards if card < 45)].sum(axis=(0, 1))
            assert pieces["next_foods"][ahead].tolist() == (foods.tolist() if coming < 15 else [0] * 4)
        play(game, rows, chooser.choice(sorted(legal(game, rows))))


def test_points_past_what_a_byte_holds_go_on_in_a_piece_of_their_own(game: Game) -> None:
    rows = game.start(2, seed=1)
    rows[0].points[0] = 200
    rows[0].rooster = 1
    seen = game.observation.split(observe(game, rows, 0))
    assert (seen["score"][0], seen["score_more"][0], seen["margin"].tolist()) == (127, 73, [127])
