"""Nimalia's choice of objectives: 592 combinations, the options, and what is refused."""

from collections import Counter
from itertools import product
from typing import Any

import numpy as np
import pytest
from tests.games.nimalia.slow import COLOURS, LEAVES
from tests.playing import games

from baobab.core.game import Game
from baobab.games.nimalia.objectives import OBJECTIVES, SETS
from baobab.registry import load_game


def card(number: int) -> int:
    """The card that a face is on."""
    return (number + 1) // 2


COMBINATIONS = {
    numbers for numbers in product(*COLOURS.values()) if len({card(number) for number in numbers}) == len(numbers)
}


def drawn(game: Game, count: int) -> list[tuple[int, ...]]:
    """The objectives of so many games."""
    rows = game.rows(count)
    game.kernels.reset_many(game.params, rows, np.full(count, 2, np.int8), np.arange(count, dtype=np.int64))
    return [tuple(int(face) + 1 for face in faces) for faces in rows["objectives"]]


def test_there_are_592_combinations() -> None:
    assert len(COMBINATIONS) == 592


def test_colours_and_leaves_are_those_of_the_table() -> None:
    for number, objective in enumerate(OBJECTIVES, start=1):
        assert number in list(COLOURS.values())[objective.colour]
        assert number in LEAVES[objective.leaves]
        assert objective.text


@pytest.mark.kernels
def test_random_games_are_played_with_every_combination_and_no_other(game: Game) -> None:
    found = Counter(drawn(game, games(20_000, small=50)))
    assert set(found) <= COMBINATIONS
    if games(1, small=0):
        assert set(found) == COMBINATIONS


def test_the_colours_are_drawn_in_turn_each_uniformly_among_the_faces_still_possible(game: Game) -> None:
    count = 40_000
    faces = drawn(game, count)
    expected: dict[tuple[int, ...], float] = {}
    for blue in COLOURS["blue"]:
        greens = [number for number in COLOURS["green"] if card(number) != card(blue)]
        for green in greens:
            expected[blue, green] = count / len(COLOURS["blue"]) / len(greens)
    found = Counter(numbers[:2] for numbers in faces)
    assert set(found) == set(expected)
    for pair, mean in expected.items():
        assert abs(found[pair] - mean) < 5 * mean**0.5, pair


@pytest.mark.kernels
@pytest.mark.parametrize(("option", "leaves"), [("easy", {1, 2}), ("hard", {2, 3})])
def test_easy_and_hard_games_have_objectives_of_their_leaves(option: str, leaves: set[int]) -> None:
    allowed = {number for count in leaves for number in LEAVES[count]}
    found = {
        number
        for numbers in drawn(load_game("nimalia", objectives=option), games(2000, small=40))
        for number in numbers
    }
    assert found <= allowed
    if games(1, small=0):
        assert found == allowed


@pytest.mark.kernels
@pytest.mark.parametrize(
    ("option", "numbers"),
    [("first_game", (5, 19, 4, 16)), ([9, 22, 15, 18], (9, 22, 15, 18)), ((3, 8, 1, 13), (3, 8, 1, 13))],
)
def test_given_objectives_are_those_of_every_game(option: Any, numbers: tuple[int, ...]) -> None:
    game = load_game("nimalia", objectives=option)
    assert set(drawn(game, 20)) == {numbers}
    assert game.changed_options() == {"objectives": list(option) if isinstance(option, tuple) else option}


def test_the_first_game_is_one_of_the_combinations() -> None:
    assert tuple(face + 1 for face in SETS["first_game"]) in COMBINATIONS


@pytest.mark.parametrize(
    ("option", "reason"),
    [
        ("medium", "objectives is one of random, easy, hard, first_game or four numbers, not 'medium'"),
        (7, "objectives is one of random, easy, hard, first_game or four numbers, not 7"),
        (None, "not None"),
        ([5, 19, 4], "there are four, one of each colour, not 3"),
        ([], "there are four"),
        ([5, 19, 4, 23], "the faces are numbered 1 … 22, not 23"),
        ([5, 19, 4, 0], "the faces are numbered 1 … 22, not 0"),
        ([5, 19, 4, 16.0], "the faces are numbered 1 … 22, not 16.0"),
        ([True, 19, 4, 16], "the faces are numbered 1 … 22, not True"),
        (["5", 19, 4, 16], "the faces are numbered 1 … 22, not '5'"),
        ([19, 5, 4, 16], "19 is green, not blue; the order is blue, green, yellow, red"),
        ([5, 19, 4, 15], "15 is yellow, not red"),
        ([5, 14, 4, 13], "13 and 14 are the two faces of one card, never both in a game"),
        ([2, 8, 1, 13], "1 and 2 are the two faces of one card"),
    ],
)
def test_objectives_that_do_not_go_together_are_refused_with_the_reason(option: Any, reason: str) -> None:
    with pytest.raises(ValueError, match="objectives") as caught:
        load_game("nimalia", objectives=option)
    assert reason in str(caught.value)


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(ValueError, match="nimalia has no option table; its options are objectives"):
        load_game("nimalia", table=9)
