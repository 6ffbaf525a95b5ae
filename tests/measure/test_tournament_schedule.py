"""Who meets whom: even meetings, even seats, all neighbours, and jobs for exactly what is missing."""

import itertools
import math
from collections import Counter

import numpy as np
import pytest

from baobab.bots import Bot, GreedyBot, RandomBot, match_seeds
from baobab.bots.deals import play_deals
from baobab.measure.tournament.schedule import (
    JOB_DEALS,
    LineUp,
    count_deals,
    list_jobs,
    list_line_ups,
    seat_orders,
)
from baobab.registry import load_game

NO_SEARCH = dict.fromkeys("abcdefgh", 0)


@pytest.mark.parametrize(("bots", "players"), [(2, 2), (5, 2), (4, 4), (5, 3), (6, 4), (8, 5)])
def test_with_bots_enough_every_two_meet_equally_often_and_nobody_sits_twice(bots: int, players: int) -> None:
    line_ups = list_line_ups("abcdefgh"[:bots], players)
    assert all(len(set(line_up)) == players for line_up in line_ups)
    meetings = Counter(pair for line_up in line_ups for pair in itertools.combinations(line_up, 2))
    assert len(meetings) == math.comb(bots, 2)
    assert len(set(meetings.values())) == 1


@pytest.mark.parametrize(("bots", "players"), [(2, 3), (2, 4), (2, 5), (3, 4), (3, 5), (4, 5)])
def test_fewer_bots_than_seats_share_them_evenly(bots: int, players: int) -> None:
    line_ups = list_line_ups("abcdefgh"[:bots], players)
    for line_up in line_ups:
        assert len(line_up) == players
        seats = Counter(line_up).values()
        assert len(seats) == bots
        assert max(seats) - min(seats) <= 1
    assert len(set(Counter(itertools.chain(*line_ups)).values())) == 1
    assert len(set(line_ups)) == len(line_ups)


def test_the_order_of_the_names_does_not_matter() -> None:
    assert (
        list_line_ups(["b", "c", "a"], 2) == list_line_ups(["a", "b", "c"], 2) == [("a", "b"), ("a", "c"), ("b", "c")]
    )


def test_a_further_bot_only_adds_line_ups() -> None:
    before, after = set(list_line_ups("abcd", 3)), set(list_line_ups("abcdA", 3))
    assert before < after
    assert all("A" in line_up for line_up in after - before)


@pytest.mark.parametrize(
    ("bots", "words"), [(["a"], "two bots at least, not a"), ([], "not none"), (["a", "b", "a"], "named once")]
)
def test_bots_that_make_no_tournament_are_refused(bots: list[str], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        list_line_ups(bots, 2)


def test_games_are_rounded_up_to_whole_deals_of_two_at_least() -> None:
    assert [count_deals(games, 3) for games in (1, 6, 7, 2000)] == [2, 2, 3, 667]
    with pytest.raises(ValueError, match="at least one game is played, not 0"):
        count_deals(0, 3)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_order_round_the_table_comes_in_turn(players: int) -> None:
    rounds = math.factorial(players - 1)
    orders = [tuple(order) for order in seat_orders(players, 0, 2 * rounds).tolist()]
    assert orders[:rounds] == orders[rounds:]
    assert len(set(orders[:rounds])) == rounds
    assert {order[0] for order in orders} == {0}
    assert [tuple(order) for order in seat_orders(players, 3, 4).tolist()] == (orders * 4)[3:7]


def test_in_every_deal_each_place_sits_at_every_seat_once() -> None:
    game = load_game("nimalia")
    bots: list[Bot] = [GreedyBot(), RandomBot(), RandomBot(), RandomBot()]
    seats = play_deals(game, bots, seat_orders(4, 0, 6), seeds=match_seeds(0, 0, 6)).seats
    for place in range(4):
        np.testing.assert_array_equal((seats == place).sum(axis=0), np.ones((6, 4)))


# --- Jobs -------------------------------------------------------------------------------------------------


def covered(jobs: list, line_up: LineUp) -> list[int]:
    """The deals of a line-up's jobs."""
    mine = (job for job in jobs if job.line_up == line_up)
    return sorted(deal for job in mine for deal in range(job.first, job.first + job.deals))


def test_jobs_are_all_deals_of_all_line_ups_once() -> None:
    line_ups = list_line_ups("abc", 2)
    jobs = list_jobs(line_ups, 150, played={}, playouts=NO_SEARCH)
    for line_up in line_ups:
        assert covered(jobs, line_up) == list(range(150))
    assert {(job.first, job.deals) for job in jobs} == {(0, JOB_DEALS), (64, JOB_DEALS), (128, 22)}


def test_jobs_leave_out_what_was_played() -> None:
    line_ups = list_line_ups("abc", 2)
    played: dict[LineUp, set[int]] = {("a", "b"): set(range(150)), ("a", "c"): {3, 4, 70}}
    jobs = list_jobs(line_ups, 150, played=played, playouts=NO_SEARCH)
    assert covered(jobs, ("a", "b")) == []
    assert covered(jobs, ("a", "c")) == [deal for deal in range(150) if deal not in (3, 4, 70)]
    assert covered(jobs, ("b", "c")) == list(range(150))


def test_no_job_crosses_a_multiple_of_its_size_so_that_jobs_are_the_same_for_everyone() -> None:
    jobs = list_jobs([("a", "b")], 200, played={("a", "b"): set(range(100))}, playouts=NO_SEARCH)
    assert [(job.first, job.deals) for job in jobs] == [(100, 28), (128, 64), (192, 8)]


def test_line_ups_take_turns() -> None:
    jobs = list_jobs([("a", "b"), ("a", "c")], 128, played={}, playouts=NO_SEARCH)
    assert [(job.first, job.line_up[1]) for job in jobs] == [(0, "b"), (0, "c"), (64, "b"), (64, "c")]


@pytest.mark.parametrize(("playouts", "deals"), [(0, 64), (100, 5), (1000, 1), (100_000, 1)])
def test_jobs_of_bots_that_search_are_short(playouts: int, deals: int) -> None:
    jobs = list_jobs([("a", "b")], 64, played={}, playouts={"a": 0, "b": playouts})
    assert jobs[0].deals == deals
