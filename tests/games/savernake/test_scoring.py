"""Savernake's scoring: the rule book's cases, and any forest beside the slow scorer."""

import random

import pytest
from tests.games.savernake.boards import points, position, slow_forest, token
from tests.games.savernake.slow import Forest, animals_on, score, trails_of
from tests.playing import games

from baobab.core.game import Game
from baobab.core.record import Rows
from baobab.games.savernake.cards import FIRST_ANIMAL, NUM_CARDS
from baobab.games.savernake.check import audit_trails
from baobab.games.savernake.forest import place_card, plant
from baobab.games.savernake.rules import clear
from baobab.games.savernake.scoring import spot_at
from baobab.games.savernake.state import ENDS
from baobab.games.savernake.view import show_card

pytestmark = pytest.mark.kernels

WINDING = """
0,0 fox
1,0 straight we
2,0 double we/b
2,1 curve be 2
3,1 curve ww 3
3,0 curve ee
"""
"""The fox's trail goes through the straight, once round the ring, and twice through the double curve."""


def test_a_trail_through_a_double_curve_twice_counts_each_food_once(game: Game) -> None:
    rows = position(game, WINDING)
    fox = game.view(rows[0], 0)["seats"][0]["forest"][0]
    assert fox["finds"] == {"berries": 2, "worms": 4, "eggs": 5, "nuts": 0}
    assert points(rows) == 1 + 3 * 3  # of the eggs it eats three
    assert points(rows) == score(slow_forest(WINDING))


def test_a_closed_loop_without_an_animal_scores_nothing(game: Game) -> None:
    ring = "0,0 fox\n0,1 curve bb 1\n0,2 curve ww 2\n1,2 curve ee 3\n1,1 curve nn"
    rows = position(game, ring)
    assert points(rows) == 1
    assert rows[0].trails[0, :2, ENDS].tolist() == [1, 0]  # the fox's is open, the ring has no end


def test_capacity_two_on_a_trail_of_four_foods_takes_the_best_two(game: Game) -> None:
    rows = position(game, "0,0 mole\n1,0 straight bwen")  # berries 0, worms 2, eggs 2, nuts 1
    assert points(rows) == 3 + 2 + 2


def test_a_drop_raises_every_icon_of_its_food(game: Game) -> None:
    rows = position(game, "0,0 bear\n1,0 straight bb\n2,0 straight bw")
    assert points(rows) == 1 + 3 * 3
    token(game, rows, 0, "0,0", "berries")
    assert points(rows) == 1 + 3 * 4
    token(game, rows, 0, "0,0", "worms")  # worth nothing before
    assert points(rows) == 1 + 3 * 4 + 1


def test_a_drop_may_change_which_foods_are_eaten(game: Game) -> None:
    rows = position(game, "0,0 mole\n1,0 straight bwen\n2,0 straight nn")
    assert points(rows) == 3 + 2 + 2
    for _ in range(2):
        token(game, rows, 0, "0,0", "nuts")
    assert points(rows) == 3 + 3 + 3


def test_a_burrow_takes_one_more(game: Game) -> None:
    rows = position(game, "0,0 mole\n1,0 straight bwen")
    token(game, rows, 0, "0,0")
    assert points(rows) == 3 + 2 + 2 + 1
    token(game, rows, 0, "0,0")
    assert points(rows) == 3 + 2 + 2 + 1 + 0  # the berries are worth nothing to it


def test_tokens_stay_with_their_animal_when_the_forest_grows_to_the_north_west(game: Game) -> None:
    rows = position(game, "0,0 bear\n1,0 straight bb")
    token(game, rows, 0, "0,0", "berries")
    row = rows[0]
    place_card(game.params[0], row, 0, spot_at(-1, 0), 0, 1)
    place_card(game.params[0], row, 0, spot_at(0, -1), 1, 0)
    assert points(rows) == 1 + 2 * 4
    assert audit_trails(game.params[0], row, 0) == 0


def test_foods_without_an_animal_count_nothing(game: Game) -> None:
    rows = position(game, "0,0 fox\n0,1 straight bwen 1\n0,2 straight wen 1")
    assert points(rows) == 1


SAVED = """
0,0 squirrel
1,0 double w/n 2
1,1 straight nn 1
2,0 fox 2
1,-1 bear 3
"""
"""Fox and bear share the double curve's second trail; its first one feeds the squirrel."""


def test_of_a_shared_trail_a_double_curve_is_kept_where_its_other_trail_is_worth_more(game: Game) -> None:
    rows = position(game, SAVED)
    assert rows[0].shared[0] == 1
    assert points(rows) == 1 + 3 * 3  # the squirrel's three nuts; fox and bear go
    assert points(rows) == score(slow_forest(SAVED))


def test_of_a_shared_trail_the_animal_of_most_base_points_is_kept_where_that_is_worth_more(game: Game) -> None:
    forest = SAVED.replace("double w/n", "double w/w").replace("straight nn 1", "straight ww 1").replace("fox", "mole")
    rows = position(game, forest)
    assert points(rows) == 1 + 3  # squirrel without nuts, and the mole
    assert points(rows) == score(slow_forest(forest))


def test_tokens_on_discarded_animals_are_lost(game: Game) -> None:
    rows = position(game, SAVED)
    token(game, rows, 0, "2,0")
    token(game, rows, 0, "1,-1", "worms")
    assert points(rows) == 1 + 3 * 3


@pytest.mark.parametrize("strict", [True, False], ids=["by the rules", "animals meet"])
def test_the_points_of_random_forests_are_those_of_the_slow_scorer(game: Game, strict: bool) -> None:
    chooser = random.Random(11)
    shared = 0
    for _ in range(games(300, small=12)):
        rows, text = _grow(game, chooser, size=chooser.randint(2, 16), animals=0.3 if strict else 0.45)
        forest = slow_forest(text)
        several = [trail for trail in trails_of(forest) if len(animals_on(forest, trail)) > 1]
        ways = 1
        for trail in several:
            ways *= len({cell for cell, _ in trail})
        if strict == bool(several) or ways > 600:
            continue
        shared += bool(several)
        _add_tokens(game, rows, forest, chooser)
        assert points(rows) == score(forest), text
        assert audit_trails(game.params[0], rows[0], 0) == 0
    assert strict or shared > 0


def _grow(game: Game, chooser: random.Random, *, size: int, animals: float) -> tuple[Rows, str]:
    """A random forest of cards of the game, whether or not animals meet; its text as well."""
    rows = game.start(2, seed=0)
    row, params = rows[0], game.params[0]
    clear(row, 2)
    start = chooser.randrange(FIRST_ANIMAL, NUM_CARDS)
    for seat in range(2):
        plant(params, row, seat, start)
    left = sorted(set(range(NUM_CARDS)) - {start})
    lines = [f"0,0 {_name(game, start)}"]
    for _ in range(size - 1):
        seat = game.view(row, None)["seats"][0]
        down, across = chooser.choice(seat["open"])
        pool = [card for card in left if (card >= FIRST_ANIMAL) == (chooser.random() < animals)] or left
        card, turns = chooser.choice(pool), chooser.randrange(4)
        left.remove(card)
        at = (down - seat["origin"][0], across - seat["origin"][1])
        lines.append(f"{at[0]},{at[1]} {_name(game, card)} {turns}")
        place_card(params, row, 0, spot_at(down, across), card, turns)
    return rows, "\n".join(lines)


def _name(game: Game, card: int) -> str:
    """A card's name as a forest's text has it."""
    shown = show_card(game, card)
    if "animal" in shown:
        return str(shown["animal"])
    return f"{shown['path']} {'/'.join(''.join(food[0] for food in trail['foods']) for trail in shown['trails'])}"


def _add_tokens(game: Game, rows: Rows, forest: Forest, chooser: random.Random) -> None:
    """Some drops and burrows on random animals, in both."""
    homes = sorted(at for at, laid in forest.items() if laid.card.animal is not None)
    for _ in range(chooser.randint(0, 6)):
        at = chooser.choice(homes)
        food = chooser.choice(["", "berries", "worms", "eggs", "nuts"])
        token(game, rows, 0, f"{at[0]},{at[1]}", food)
        if food:
            forest[at].drops[food] += 1
        else:
            forest[at].burrows += 1
