"""Nimalia's 22 objectives: the two faces of 11 cards, and which of them a game may be played with.

In code an objective is its printed number less one, so that the two faces of a card are 2k and 2k + 1.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

COLOURS = ("blue", "green", "yellow", "red")
"""In the order in which they are scored."""
NUM_COLOURS = len(COLOURS)
BLUE, GREEN, YELLOW, RED = range(NUM_COLOURS)


class Objective(NamedTuple):
    """One face of an objective card."""

    colour: int
    leaves: int  # 1 easy … 3 hard
    text: str


OBJECTIVES = (
    Objective(YELLOW, 2, "each otter: 1 for every square beside it of a species that has 2 or more squares beside it"),
    Objective(BLUE, 3, "2 for each otter whose river reaches a lake, beside it or diagonally at the river's ends"),
    Objective(BLUE, 1, "2 for each jungle area"),
    Objective(YELLOW, 1, "2 for each gorilla beside a lake"),
    Objective(BLUE, 1, "2 for each square of the largest savanna area"),
    Objective(YELLOW, 2, "6 for each savanna area of exactly 4 squares"),
    Objective(YELLOW, 2, "4 for each block of 2 × 2 ice squares, which may overlap"),
    Objective(GREEN, 1, "2 for each polar bear beside another one, −1 for each lone one"),
    Objective(BLUE, 3, "2 for each square of the biome that has the fewest (0 if one is missing)"),
    Objective(YELLOW, 3, "the largest filled square: 3, 5, 8, 13, 21 for a side of 2, 3, 4, 5, 6"),
    Objective(BLUE, 2, "3 for each row with all 4 biomes"),
    Objective(GREEN, 2, "3 for each run of exactly 2 equal animals in a row"),
    Objective(RED, 1, "8, 5, 3, 0 for 0, 1, 2, 3 or more giraffes"),
    Objective(GREEN, 2, "3 for each flamingo with squares on all 4 sides"),
    Objective(YELLOW, 3, "the longest river: 0, 1, 3, 6, 10, 15 for 1, 2, 3, 4, 5, 6 or more squares"),
    Objective(RED, 2, "the longest river of all players: 5, the second 2"),
    Objective(GREEN, 2, "3 for each panda at the edge of the reserve or of a hole in it"),
    Objective(RED, 2, "most gorillas: 5, second 2; most pandas: −5, second −2"),
    Objective(GREEN, 1, "3 for each column with exactly 1 penguin"),
    Objective(RED, 1, "fewest lions: 3; all others −2"),
    Objective(RED, 2, "most crocodiles: 5, second 2; fewest flamingos: 5, second 2"),
    Objective(GREEN, 2, "2 for each crocodile beside a giraffe"),
)
NUM_OBJECTIVES = len(OBJECTIVES)

SETS: dict[str, tuple[int, ...]] = {
    "random": tuple(range(NUM_OBJECTIVES)),
    "easy": tuple(face for face, objective in enumerate(OBJECTIVES) if objective.leaves <= 2),
    "hard": tuple(face for face, objective in enumerate(OBJECTIVES) if objective.leaves >= 2),
    "first_game": (4, 18, 3, 15),
}
"""The faces that each named choice of objectives draws from."""

SCORED_COLOURS = ((BLUE, GREEN), (GREEN, YELLOW), (BLUE, RED), (GREEN, YELLOW, RED), (BLUE, YELLOW, RED))
"""The colours that are scored after each round, in that order."""
NUM_ROUNDS = len(SCORED_COLOURS)
MAX_SCORED = 3


def possible_faces(objectives: Any) -> tuple[int, ...]:
    """The faces that the option `objectives` draws from: a name of `SETS`, or the printed numbers of four faces.

    ValueError names what is wrong with the choice.
    """
    if isinstance(objectives, str):
        if objectives not in SETS:
            raise ValueError(f"objectives is one of {', '.join(SETS)} or four numbers, not {objectives!r}")
        return SETS[objectives]
    if not isinstance(objectives, Sequence):
        raise ValueError(f"objectives is one of {', '.join(SETS)} or four numbers, not {objectives!r}")
    return check_faces(objectives)


def check_faces(numbers: Sequence[Any]) -> tuple[int, ...]:
    """The four faces of these printed numbers, by colour; ValueError where they do not go together."""
    if len(numbers) != NUM_COLOURS:
        raise ValueError(f"objectives: there are four, one of each colour, not {len(numbers)}")
    for number, colour in zip(numbers, range(NUM_COLOURS), strict=True):
        if type(number) is not int or not 1 <= number <= NUM_OBJECTIVES:
            raise ValueError(f"objectives: the faces are numbered 1 … {NUM_OBJECTIVES}, not {number!r}")
        own = OBJECTIVES[number - 1].colour
        if own != colour:
            order = ", ".join(COLOURS)
            raise ValueError(f"objectives: {number} is {COLOURS[own]}, not {COLOURS[colour]}; the order is {order}")
    faces = tuple(number - 1 for number in numbers)
    for place, face in enumerate(faces):
        for other in faces[:place]:
            if face // 2 == other // 2:
                low, high = sorted((face + 1, other + 1))
                raise ValueError(f"objectives: {low} and {high} are the two faces of one card, never both in a game")
    return faces
