"""`check` finds what is wrong with a state of Nimalia."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.games.nimalia.boards import act
from tests.games.nimalia.test_determinize import play_steps

from baobab.core.game import Game
from baobab.core.record import NOBODY, Rows
from baobab.games.nimalia.check import FAULTS
from baobab.games.nimalia.state import OCCUPIED_BOARD

pytestmark = pytest.mark.kernels

Damage = Callable[[Any], None]


def middle(game: Game) -> Rows:
    """A state in the middle of the second round and of a step."""
    rows = game.start(3, seed=51)
    play_steps(game, rows, 4)
    act(game, rows, int(game.legal_actions(rows)[3]))
    return rows


def put(name: str, at: Any, value: int) -> Damage:
    """Set one number of a field."""
    return lambda row: row[name].__setitem__(at, value)


def add(name: str, at: Any, value: int) -> Damage:
    """Change one number of a field."""
    return lambda row: row[name].__setitem__(at, row[name][at] + value)


def swap_hand(row: Any) -> None:
    row.hands[1, :2] = row.hands[1, 1::-1].copy()


def play_one_more(row: Any) -> None:
    row.played |= 1 << int(row.deck[-1])
    row.deck[-1] = -1


def other_face(row: Any) -> None:
    row.objectives[0] ^= 1


DAMAGES: list[tuple[Damage, int]] = [
    (add("hands", (1, 0), 1), 1),
    (lambda row: setattr(row, "played", int(row.played) & (int(row.played) - 1)), 1),
    (swap_hand, 2),
    (play_one_more, 2),
    (lambda row: setattr(row, "step", 2), 2),
    (lambda row: setattr(row, "decisions", 3), 3),
    (other_face, 4),
    (put("objectives", 3, 22), 4),
    (put("chosen", 0, -1), 5),
    (put("chosen", 2, 5), 5),
    (put("chosen", 0, 400), 5),
    (lambda row: row.cells.__setitem__((0, 0), (row.cells[0, 0] + 1) % 8), 6),
    (lambda row: row.boards.__setitem__((1, OCCUPIED_BOARD), 0), 6),
    (add("boards", (1, 0), 1 << 60), 6),
    (add("box", (2, 1), 1), 7),
    (add("values", (0, 1), 1), 8),
    (add("counts", (1, 0), 1), 8),
    (add("scores", 0, 1), 9),
    (add("totals", (0, 1), 1), 9),
    (add("points", (0, 2, 0), 30), 9),
]


def test_a_state_of_a_game_is_sound(game: Game) -> None:
    rows = middle(game)
    game.check(rows[0])


@pytest.mark.parametrize("number", range(len(DAMAGES)))
def test_a_damaged_state_is_found_out(game: Game, number: int) -> None:
    damage, fault = DAMAGES[number]
    rows = middle(game)
    damage(rows[0])
    with pytest.raises(AssertionError) as caught:
        game.check(rows[0])
    assert str(caught.value) == f"nimalia: {FAULTS[fault]}"


def test_a_game_that_ends_too_early_is_found_out(game: Game) -> None:
    rows = game.start(2, seed=52)
    rows[0].player = NOBODY
    rows[0].hands[:] = -1
    with pytest.raises(AssertionError):
        game.check(rows[0])


def test_every_fault_has_its_damage() -> None:
    assert {fault for _, fault in DAMAGES} == set(range(1, len(FAULTS)))
