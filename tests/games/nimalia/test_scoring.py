"""Nimalia's objectives: the published examples, the edge of each, ranks and ties, and all against a slow scorer."""

import numpy as np
import pytest
from tests.games.nimalia import slow
from tests.games.nimalia.boards import at_origin, position, random_game, reserve, seen_reserve, values, values_of
from tests.games.nimalia.slow import Reserve
from tests.playing import games

from baobab.core.game import Game
from baobab.core.record import NOBODY
from baobab.games.nimalia.scoring import score_round

pytestmark = pytest.mark.kernels

# --- Published examples -----------------------------------------------------------------------------------

PUBLISHED = [
    (1, ". . P / L iu P / L P .", 2),
    (2, "C . . id / . id iu C / iu iu . C", 6),
    (3, ". R . . / . R . R / R . . .", 6),
    (4, "R . . / C . R / R C .", 4),
    (5, "L . L . / L . L L / . . L L", 10),
    (6, "L L . . L / L L . . L / . . . L L / . L L . .", 12),
    (7, ". . P P / P P P P / P P P .", 12),
    (8, "B B . B / B . . . / B . B B", 11),
    (9, ". L L . R R / C L L R R R / C L P P C R / P C C C . .", 6),
    (10, "L L / L L", 3),
    (10, "L . / L L", 0),
    (11, "P L R C . / P C . . . / R C L P R / C P R . .", 6),
    (12, "B B B / L . . / L C C", 3),
    (12, "B B / B B", 6),
    (14, ". . L L / L F F L / L F L L / . L L F", 6),
    (15, ". . iu id / . iu . iu / iu . . id", 15),
    (17, ". . L L / L L D D / L D L L / . L D .", 6),
    (19, "P . . / C P . / . P .", 3),
    (22, ". G . / C C . / . G C", 4),
]


@pytest.mark.parametrize(("number", "text", "points"), PUBLISHED)
def test_a_published_example(game: Game, number: int, text: str, points: int) -> None:
    assert values(game, number, text) == [points]


RIVER_OF_5_AND_2 = "iu id . . / id . id . / . . . id / iu id . ."


def test_the_published_rivers_are_5_and_2_long() -> None:
    squares = reserve(RIVER_OF_5_AND_2)
    rivers = slow.groups(list(squares), lambda one, other: bool(slow.ends(squares, one) & slow.ends(squares, other)))
    assert sorted(map(len, rivers)) == [2, 5]


def test_the_longest_of_the_published_rivers_counts(game: Game) -> None:
    assert values(game, 15, RIVER_OF_5_AND_2) == [10]
    assert position(game, RIVER_OF_5_AND_2, "L")[0].counts[:2, 0].tolist() == [5, 0]


def line(code: str, count: int) -> str:
    """A reserve with so many squares, at most 6 in a row."""
    return " / ".join(" ".join([code] * min(6, count - first)) for first in range(0, count, 6))


def river(length: int) -> str:
    """A reserve with one river of this length (1 … 6) in a row, and a lion."""
    return " ".join(["iu", "id", "iu", "id", "iu", "id"][:length]) + " / L"


def test_the_published_ranks_of_rivers_with_three_players(game: Game) -> None:
    assert values(game, 16, river(3), river(3), river(1)) == [5, 5, 0]


def test_the_published_ranks_of_gorillas_and_pandas(game: Game) -> None:
    gorillas, pandas = (3, 4, 7, 2), (1, 2, 3, 2)
    assert values(game, 18, *(line("R", count) for count in gorillas)) == [0, 2, 5, 0]
    assert values(game, 18, *(line("D", count) for count in pandas)) == [0, -2, -5, -2]
    both = [f"{line('R', one)} / {line('D', other)}" for one, other in zip(gorillas, pandas, strict=True)]
    assert values(game, 18, *both) == [0 + 0, 2 - 2, 5 - 5, 0 - 2]


# --- The edges of each objective --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "text", "points"),
    [
        pytest.param(1, "L", 0, id="no otter"),
        pytest.param(1, ". P . / L iu B / . C .", 0, id="four different neighbours"),
        pytest.param(1, ". P . / P iu P / . P .", 4, id="four equal neighbours"),
        pytest.param(1, ". P . / P iu P / . L .", 3, id="three equal neighbours"),
        pytest.param(1, ". P . / L iu L / . P .", 4, id="two species with two each"),
        pytest.param(1, "P su . / ju P . / . . .", 4, id="an animal counts for two otters"),
        pytest.param(1, "iu sd / ju .", 2, id="otters are a species, whatever their biome and river"),
        pytest.param(1, "P . P / . iu . / P . P", 0, id="corners are not beside"),
        pytest.param(2, "iu . / . C", 0, id="a lake diagonally beside the river's way"),
        pytest.param(2, "id . / . C", 2, id="a lake at the river's end"),
        pytest.param(2, ". C / iu .", 2, id="at the upper end of a rising river"),
        pytest.param(2, ". iu / C .", 2, id="at its lower end"),
        pytest.param(2, "C . / . id", 2, id="at the upper end of a falling river"),
        pytest.param(2, "iu F", 2, id="a lake beside it"),
        pytest.param(2, "C C / C iu", 2, id="more lakes count once"),
        pytest.param(2, "L", 0, id="no otter at all"),
        pytest.param(2, "iu iu / L L", 0, id="no lake"),
        pytest.param(3, "D ju / R .", 2, id="an otter's jungle belongs to the area"),
        pytest.param(3, "D . / . D", 4, id="areas do not join at corners"),
        pytest.param(3, "L", 0, id="no jungle"),
        pytest.param(4, "R C / C R", 4, id="each gorilla once"),
        pytest.param(4, "R . / . C", 0, id="corners are not beside a gorilla"),
        pytest.param(4, "D C", 0, id="a panda is no gorilla"),
        pytest.param(5, "D", 0, id="no savanna"),
        pytest.param(5, "L su G . L", 6, id="lion, otter and giraffe make one area"),
        pytest.param(6, "L G / su L", 6, id="four of several kinds"),
        pytest.param(6, "L L / L .", 0, id="three are not four"),
        pytest.param(6, "L L L L L", 0, id="nor are five"),
        pytest.param(6, "L L L L . . / . . . . . . / L L L L . .", 12, id="two areas"),
        pytest.param(7, "P B / iu B", 4, id="an otter's ice"),
        pytest.param(7, "P P / P D", 0, id="three of ice"),
        pytest.param(7, line("P", 36), 100, id="everything ice"),
        pytest.param(8, "B . B / . B .", -3, id="three lone bears"),
        pytest.param(8, "P P", 0, id="no bear"),
        pytest.param(8, "B P B B", 3, id="a lone bear and a pair"),
        pytest.param(9, "L R P", 0, id="a missing biome"),
        pytest.param(9, "L R P C", 2, id="one of each"),
        pytest.param(9, "su ju iu C", 2, id="otters count for their biomes"),
        pytest.param(10, line("L", 36), 21, id="six"),
        pytest.param(10, line("L", 30), 13, id="five"),
        pytest.param(10, "L L L L / L L L L / L L L L / L L L L", 8, id="four"),
        pytest.param(10, "L L L / L L L / L L L", 5, id="three"),
        pytest.param(10, "L L L / L . L / L L L", 0, id="a hole in the middle"),
        pytest.param(10, ". . . . . L / L L L L L L / . . . . L L / . . . . L L", 3, id="off the corner"),
        pytest.param(11, "L R P / C . .", 0, id="four biomes in two rows"),
        pytest.param(11, "su ju iu C / C L R P", 6, id="otters' biomes in a row"),
        pytest.param(11, "L . R . P C", 3, id="gaps do not matter"),
        pytest.param(12, "L L . L L", 6, id="two pairs with a gap"),
        pytest.param(12, "L / L", 0, id="a column is no row"),
        pytest.param(12, "su jd", 3, id="otters are equal whatever their biome"),
        pytest.param(12, "L L L L / G L L G", 3, id="four are no pair"),
        pytest.param(12, "L L C C D D", 9, id="three pairs in one row"),
        pytest.param(13, "L", 8, id="no giraffe"),
        pytest.param(13, "G", 5, id="one giraffe"),
        pytest.param(13, "G G", 3, id="two giraffes"),
        pytest.param(13, "G G G", 0, id="three giraffes"),
        pytest.param(13, line("G", 7), 0, id="many giraffes"),
        pytest.param(14, "F F F / F F F / F F F", 3, id="the middle one alone"),
        pytest.param(14, ". L . / L F L / . L .", 3, id="corners may be empty"),
        pytest.param(14, ". L . / L F . / . L .", 0, id="one side is open"),
        pytest.param(14, line("F", 36), 48, id="the outline is open"),
        pytest.param(15, "L", 0, id="no river"),
        pytest.param(15, "iu", 0, id="a river of one"),
        pytest.param(15, "iu id", 1, id="a river of two"),
        pytest.param(15, "iu iu", 0, id="equal slopes beside each other do not join"),
        pytest.param(15, ". iu / iu .", 1, id="along one slope"),
        pytest.param(15, "id . / . id", 1, id="along the other"),
        pytest.param(15, "iu . / . iu", 0, id="across the slope"),
        pytest.param(15, "iu . / . id", 0, id="unlike ones at a corner"),
        pytest.param(15, "iu id / id iu", 6, id="a loop of four"),
        pytest.param(15, "su jd iu", 3, id="whatever the biomes"),
        pytest.param(15, "iu id iu id iu id / id iu id iu id iu", 15, id="more than six"),
        pytest.param(17, "L L L / L D L / L L L", 0, id="a panda inside"),
        pytest.param(17, "L L L L / L D . L / L L L L", 3, id="beside a hole"),
        pytest.param(17, "D D D / D D D / D D D", 24, id="all but the middle one"),
        pytest.param(17, line("D", 36), 60, id="the outline of the box is an edge"),
        pytest.param(19, "P P / P .", 3, id="two in a column do not count"),
        pytest.param(19, "L", 0, id="no penguin"),
        pytest.param(19, "P P P P P P", 18, id="six columns"),
        pytest.param(22, "C C / G G", 4, id="each crocodile once"),
        pytest.param(22, "G C G", 2, id="between two giraffes"),
        pytest.param(22, "G . / . C", 0, id="at a corner"),
    ],
)
def test_an_edge_of_an_objective(game: Game, number: int, text: str, points: int) -> None:
    assert values(game, number, text) == [points]


def test_an_empty_reserve_is_worth_nothing_but_the_giraffes_that_it_lacks(game: Game) -> None:
    for number in range(1, 23):
        if number not in (16, 18, 20, 21):
            assert values_of(game, number, {}) == [8 if number == 13 else 0], number


def test_the_tests_of_edges_name_every_objective_of_one_reserve() -> None:
    assert {number for number, _, _ in PUBLISHED} | {13} == set(slow.OWN)


# --- Ranks and ties ---------------------------------------------------------------------------------------


def reserve_with(**counts: int) -> str:
    """A reserve with so many animals of each species, letter by letter."""
    return " / ".join(line(letter, count) for letter, count in counts.items() if count) or "."


@pytest.mark.parametrize(
    ("lengths", "points"),
    [
        ((3, 2), [5, 0]),  # two players: no second
        ((2, 2), [5, 5]),
        ((0, 0), [0, 0]),  # a river of none never wins
        ((1, 0), [5, 0]),
        ((4, 3, 2), [5, 2, 0]),
        ((4, 4, 2), [5, 5, 0]),  # a tie for first cancels second
        ((4, 2, 2), [5, 2, 2]),  # all tied for second get it
        ((3, 0, 0), [5, 0, 0]),  # none is not second either
        ((0, 0, 0), [0, 0, 0]),
        ((5, 4, 4, 1), [5, 2, 2, 0]),
        ((3, 3, 3, 2), [5, 5, 5, 0]),
        ((1, 2, 3, 4), [0, 0, 2, 5]),
        ((2, 2, 2, 2), [5, 5, 5, 5]),
    ],
)
def test_rivers_are_ranked(game: Game, lengths: tuple[int, ...], points: list[int]) -> None:
    assert values(game, 16, *(river(length) for length in lengths)) == points


@pytest.mark.parametrize(
    ("gorillas", "pandas", "points"),
    [
        ((2, 1), (0, 0), [5, 0]),
        ((2, 1), (1, 0), [0, 0]),
        ((0, 0), (2, 1), [-5, 0]),
        ((1, 1), (1, 1), [0, 0]),
        ((3, 2, 1), (0, 0, 0), [5, 2, 0]),
        ((3, 3, 1), (0, 1, 2), [5, 5 - 2, -5]),
        ((0, 0, 0), (3, 3, 1), [-5, -5, 0]),
        ((0, 0, 0), (3, 2, 2), [-5, -2, -2]),
        ((4, 0, 0, 0), (0, 0, 0, 1), [5, 0, 0, -5]),
    ],
)
def test_gorillas_and_pandas_are_ranked(
    game: Game, gorillas: tuple[int, ...], pandas: tuple[int, ...], points: list[int]
) -> None:
    texts = [reserve_with(R=one, D=other) for one, other in zip(gorillas, pandas, strict=True)]
    assert values(game, 18, *texts) == points


@pytest.mark.parametrize(
    ("lions", "points"),
    [
        ((0, 1), [3, -2]),
        ((2, 2), [3, 3]),
        ((0, 0), [3, 3]),
        ((3, 1, 2), [-2, 3, -2]),
        ((1, 1, 4), [3, 3, -2]),
        ((0, 5, 0, 1), [3, -2, 3, -2]),
    ],
)
def test_who_has_the_fewest_lions_gains_and_all_others_lose(
    game: Game, lions: tuple[int, ...], points: list[int]
) -> None:
    assert values(game, 20, *(reserve_with(L=count, P=1) for count in lions)) == points


@pytest.mark.parametrize(
    ("crocodiles", "flamingos", "points"),
    [
        ((2, 1), (2, 1), [5, 5]),
        ((2, 1), (0, 1), [10, 0]),
        ((0, 0), (0, 0), [5, 5]),  # no flamingo is the fewest; no crocodile is never the most
        ((3, 2, 1), (3, 2, 1), [5, 4, 5]),
        ((3, 3, 1), (0, 0, 5), [10, 10, 0]),
        ((1, 0, 0), (1, 1, 0), [5 + 2, 2, 5]),
        ((4, 3, 2, 1), (1, 2, 2, 3), [10, 4, 2, 0]),
    ],
)
def test_crocodiles_and_flamingos_are_ranked(
    game: Game, crocodiles: tuple[int, ...], flamingos: tuple[int, ...], points: list[int]
) -> None:
    texts = [reserve_with(C=one, F=other, L=1) for one, other in zip(crocodiles, flamingos, strict=True)]
    assert values(game, 21, *texts) == points


# --- Rounds, floors, the winner ---------------------------------------------------------------------------


def test_a_score_is_floored_after_each_objective(game: Game) -> None:
    rows = position(game, "L", "L", round_index=1, scores=(1, 5))
    rows[0]["values"][:2] = (0, -2, 4, 0)  # green and yellow are scored in the second round
    score_round(game.params[0], rows[0])
    assert rows[0].scores[:2].tolist() == [0 + 4, 3 + 4]
    assert rows[0].points[1, :2, :2].tolist() == [[-2, 4], [-2, 4]]
    assert rows[0].totals[1, :2].tolist() == [4, 7]


@pytest.mark.parametrize(
    ("texts", "scores", "ranks"),
    [
        (("L L", "L P"), (9, 10), [2, 1]),  # points first
        (("L L", "L P"), (10, 10), [1, 2]),  # then the most animals of one species
        (("su jd iu / L L", "L L / P ."), (10, 10), [1, 2]),  # otters are one species
        (("L L", "P P"), (10, 10), [1, 1]),  # then the win is shared
        (("L", "P P", "C C"), (10, 10, 10), [3, 1, 1]),
        (("L", "P P", "C C C", "D"), (10, 10, 12, 10), [3, 2, 1, 3]),
    ],
)
def test_ties_are_broken_by_the_largest_species(
    game: Game, texts: tuple[str, ...], scores: tuple[int, ...], ranks: list[int]
) -> None:
    rows = position(game, *texts, scores=scores)
    got_scores, got_ranks = game.results(rows)
    assert got_scores[0, : len(texts)].tolist() == list(scores)
    assert got_ranks[0, : len(texts)].tolist() == ranks


# --- All of it against the slow scorer --------------------------------------------------------------------


def random_reserve(rng: np.random.Generator) -> Reserve:
    """A reserve of random squares, mostly not from any cards, with its box at (0, 0)."""
    height, width = rng.integers(1, 7, 2)
    codes = ["L", "G", "D", "R", "B", "P", "F", "C", "su", "sd", "ju", "jd", "iu", "id"]
    chosen = rng.choice(codes, rng.integers(1, len(codes) + 1), replace=False)
    filled = rng.random()
    text = " / ".join(
        " ".join(str(rng.choice(chosen)) if rng.random() < filled else "." for _ in range(width)) for _ in range(height)
    )
    return at_origin(reserve(text))


@pytest.mark.parametrize("number", range(1, 23))
def test_random_squares_score_as_the_slow_scorer_says(game: Game, number: int) -> None:
    rng = np.random.default_rng(number)
    for _ in range(games(400, small=25)):
        reserves = [random_reserve(rng) for _ in range(rng.integers(2, 5))]
        assert values_of(game, number, *reserves) == slow.score(number, reserves), reserves


def test_reserves_of_random_games_score_as_the_slow_scorer_says(game: Game) -> None:
    rng = np.random.default_rng(8)
    for seed in range(games(60, small=2)):
        players = 2 + seed % 3
        rows = game.start(players, seed=seed)
        random_game(game, rows, rng)
        assert rows[0].player == NOBODY
        reserves = [seen_reserve(rows[0], seat) for seat in range(players)]
        for number in range(1, 23):
            assert values_of(game, number, *reserves) == slow.score(number, reserves), f"seed {seed}, {number}"
