"""What Savernake's action features and greedy player say of an action, against the forest that it makes."""

import random
from collections.abc import Iterator

import numpy as np
import pytest
from tests.games.savernake.boards import features, in_box, points, position
from tests.playing import games, legal, play

from baobab.core.game import Game, make_rngs
from baobab.core.record import NOBODY, Rows, copy_rows
from baobab.games.savernake.cards import FOODS
from baobab.games.savernake.state import BEASTS, ENDS, LENGTH, ROOM

pytestmark = pytest.mark.kernels


def states(game: Game, *, count: int, every: int) -> Iterator[Rows]:
    """States of random games, every so many decisions."""
    for number in range(count):
        chooser = random.Random(number)
        rows, step = game.start(2 + number % 3, seed=number), 0
        while rows[0].player != NOBODY:
            if step % every == 0:
                yield rows
            play(game, rows, chooser.choice(sorted(legal(game, rows))))
            step += 1


def after(game: Game, rows: Rows, name: str) -> Rows:
    """The state after one decision, without what is forced after it."""
    copy = copy_rows(rows)
    game.kernels.apply_many(game.params, copy, np.array([game.parse_action(name)], np.int32))
    return copy


def hungry(rows: Rows, seat: int) -> int:
    """The animals with room for foods and an open end."""
    row, count = rows[0], 0
    for trail in range(int(row.num_trails[seat])):
        if row.trails[seat, trail, BEASTS] == 1 and row.trails[seat, trail, ENDS] > 0:
            count += int(row.trails[seat, trail, :4].sum()) < row.trails[seat, trail, ROOM]
    return count


def test_gain_and_token_are_the_points_that_come(game: Game) -> None:
    seen = tokens = 0
    for rows in states(game, count=games(9, small=1), every=3 if games(1, small=0) else 9):
        seat = int(rows[0].player)
        for name, row in features(game, rows).items():
            then = after(game, rows, name)
            pieces = game.features.split(row)
            gain = points(then, seat) - points(rows, seat)
            assert pieces["gain"].tolist() == [gain], name
            asked = then[0].player == seat and then[0].phase != 0
            best = 0
            if asked:
                best = max(points(after(game, then, next_name), seat) for next_name in legal(game, then))
                best -= points(then, seat)
                tokens += best > 0
            assert pieces["token"].tolist() == [best], name
            if name.startswith("place"):
                assert pieces["hopes"].tolist() == [hungry(then, seat) - hungry(rows, seat)], name
            seen += 1
    assert seen > 100
    assert tokens > 0


def test_the_trails_that_a_card_makes_are_described_as_they_come_to_be(game: Game) -> None:
    for rows in states(game, count=games(6, small=2), every=4 if games(1, small=0) else 16):
        seat = int(rows[0].player)
        for name, row in features(game, rows).items():
            if not name.startswith("place"):
                continue
            then = after(game, rows, name)[0]
            made = game.features.split(row)["made"]
            spot = int(then.newest[seat])
            card = int(then.card[seat, spot])
            parts = game.params[0].part[game.params[0].form[card], then.turns[seat, spot]]
            trails = [int(then.trail[seat, spot][parts == part][0]) for part in (0, 1) if (parts == part).any()]
            for part in range(2):
                if part >= len(set(trails)):
                    assert not made[part].any(), name
                    continue
                assert made[part].tolist() == describe(then, seat, trails[part]), name


def describe(row: Rows, seat: int, trail: int) -> list[int]:
    """A trail as the features tell of it: as the state keeps it, but for the last entry."""
    kept: list[int] = row.trails[seat, trail].tolist()
    return [*kept[:LENGTH], kept[ROOM] - sum(kept[:4])]


def test_what_touches_a_placement_is_counted(game: Game) -> None:
    forest = "0,0 fox\n0,1 curve bb\n1,1 curve nn 1\n2,1 straight ww 1\n2,0 squirrel 2"
    rows = position(game, forest, market=["straight bw", "curve be", "double b/w", "bear"])
    told = {name: game.features.split(row) for name, row in features(game, rows).items()}
    across = told["place rooster 1,0 turns 1"]  # it shuts fox and squirrel, and leads to a blank side and outside
    assert (across["shut"].tolist(), across["joins"].tolist(), across["dead"].tolist()) == ([2, 0], [0], [1])
    assert (across["beside"].tolist(), across["grows"].tolist(), across["hopes"].tolist()) == ([3], [0], [-2])
    curve = told["place goat 1,0 turns 2"]  # south and west: on to the squirrel
    assert (curve["shut"].tolist(), curve["joins"].tolist(), curve["dead"].tolist()) == ([1, 0], [1], [0])
    assert curve["mentor"].tolist() == [0, 1, 0, 0]
    assert curve["shape"].tolist() == [0, 1, 0, 0]
    north = told["place rabbit -1,1 turns 0"]  # the curve's open end leads into the bear: two berries
    assert (north["gain"].tolist(), north["joins"].tolist(), north["grows"].tolist()) == ([1 + 6], [1], [1])
    rooster = told["place rooster -1,0 turns 0"]
    assert rooster["marker"].tolist() == [0]  # seat 0 has it
    rows[0].rooster = 1
    told = {name: game.features.split(row) for name, row in features(game, rows).items()}
    assert told["place rooster -1,0 turns 0"]["marker"].tolist() == [1]


def test_tokens_are_described_by_their_animal(game: Game) -> None:
    rows = position(game, "0,0 bear\n1,0 straight bb", market=["", "straight ww", "straight bw", ""])
    play(game, rows, "place goat 2,0 turns 0")
    told = {name: game.features.split(row) for name, row in features(game, rows).items()}
    drop = told["drop 0,0 berries"]
    assert drop["block"].tolist() == [0, 1, 0]
    assert drop["food"].tolist() == [1, 0, 0, 0]
    assert drop["gain"].tolist() == [2]
    assert drop["made"][0].tolist() == [2, 2, 0, 0, 1, 3, 0, 0, 0, 5, 1, 7, 1, 1]
    assert [told[f"drop 0,0 {food}"]["gain"][0] for food in FOODS] == [2, 2, 0, 0]


def test_greedy_takes_what_gives_most_now(game: Game) -> None:
    rows = position(game, "0,0 bear", market=["straight bb", "straight ww", "straight nn", "fox"])
    # Three points a berry at once, and a token would be worth none.
    assert _greedy(game, rows) in {"place rooster 1,0 turns 0", "place rooster 1,0 turns 2"}
    rows = position(game, "0,0 bear\n1,0 straight bb\n2,0 straight be", market=["", "straight ww", "", "fox"])
    # The goat's drop on three berries beats the fox's base point.
    assert _greedy(game, rows).startswith("place goat")
    play(game, rows, _greedy(game, rows))
    assert _greedy(game, rows) == f"drop {_at(rows, 0, 0)} berries"


def _greedy(game: Game, rows: Rows) -> str:
    actions = np.zeros(1, np.int32)
    game.kernels.greedy_actions(game.params, rows, make_rngs(1, seed=0), actions)
    return game.action_name(int(actions[0]))


def _at(rows: Rows, row: int, column: int) -> str:
    """A cell of a record as actions name it."""
    down, across = in_box(rows[0], 0, (row, column))
    return f"{down},{across}"


def test_greedy_wins_against_random(game: Game) -> None:
    count = games(400, small=4)
    rows = game.rows(count)
    seeds = np.arange(count, dtype=np.int64)
    game.kernels.reset_many(game.params, rows, np.full(count, 2, np.int8), seeds)
    rngs, greedy, chance = make_rngs(count, seed=1), np.zeros(count, np.int32), np.zeros(count, np.int32)
    while (rows["player"] != NOBODY).any():
        game.kernels.greedy_actions(game.params, rows, rngs, greedy)
        game.kernels.random_actions(game.params, rows, rngs, chance)
        game.kernels.step_many(game.params, rows, np.where(rows["player"] == seeds % 2, greedy, chance))
    ranks = game.results(rows)[1]
    assert (ranks[np.arange(count), seeds % 2] == 1).mean() >= 0.95
