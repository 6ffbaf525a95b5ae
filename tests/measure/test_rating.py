"""Ratings: closed forms, known strengths, coverage of the intervals, and what cannot be bounded."""

import itertools
import math

import numpy as np
import pytest
from numpy.typing import NDArray

from baobab.measure.rating import ELO, NOBODY, Rankings, Ratings, count_places, fit_ratings, win_chance

FEW = 50
"""Resamples where a test does not look at intervals."""


def played(bots: str, *games: tuple[list[int], list[int], int]) -> Rankings:
    """Bots of one letter; each game as its seats, their ranks and how often it came out so, every game a deal."""
    seats = [seats for seats, _, times in games for _ in range(times)]
    ranks = [ranks for _, ranks, times in games for _ in range(times)]
    return Rankings(tuple(bots), np.array(seats), np.array(ranks), np.arange(len(seats)))


def duel(won: int, tied: int, lost: int) -> Rankings:
    """Games of b against a."""
    return played("ab", ([0, 1], [2, 1], won), ([0, 1], [1, 1], tied), ([0, 1], [1, 2], lost))


def simulated(elo: list[float], *, players: int, deals: int, seed: int, repeats: int = 1, copies: int = 1) -> Rankings:
    """Rankings of every group of the bots, drawn from the model; each outcome in the deal `copies` times."""
    theta = np.array(elo) / ELO
    groups = list(itertools.combinations(range(len(elo)), players))
    seats = np.tile(np.repeat(groups, repeats, axis=0), (deals, 1))
    numbers = np.repeat(np.arange(deals), len(groups) * repeats)
    chance = np.random.default_rng(seed)
    order = np.argsort(-(theta[seats] + chance.gumbel(size=seats.shape)), axis=1)  # Gumbel's trick draws the model
    ranks = np.argsort(order, axis=1) + 1
    names = tuple("abcdefgh"[: len(elo)])
    return Rankings(names, np.tile(seats, (copies, 1)), np.tile(ranks, (copies, 1)), np.tile(numbers, copies))


# --- Closed forms -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("won", "lost"), [(50, 50), (64, 36), (30, 3), (999, 1)])
def test_two_bots_differ_by_400_times_the_logarithm_of_won_over_lost(won: int, lost: int) -> None:
    assert fit_ratings(duel(won, 0, lost), resamples=FEW)["b"] == pytest.approx(400 * math.log10(won / lost))


def test_a_tie_between_two_is_half_a_win_for_each() -> None:
    tied = fit_ratings(duel(30, 20, 10), resamples=FEW)
    assert tied["b"] == pytest.approx(400 * math.log10(40 / 20))


def test_odds_of_ten_to_one_are_400_points() -> None:
    assert fit_ratings(duel(100, 0, 10), resamples=FEW)["b"] == pytest.approx(400)
    assert win_chance(400) == pytest.approx(10 / 11)
    assert win_chance(0) == 0.5


def test_three_bots_that_each_beat_the_next_equally_often_are_equal() -> None:
    ratings = fit_ratings(
        played("abc", *[([one, two], [1, 2], 7) for one, two in ((0, 1), (1, 2), (2, 0))]), resamples=FEW
    )
    assert ratings.elo == pytest.approx([0, 0, 0], abs=1e-6)


def test_three_bots_whose_pairs_agree_have_the_sums_of_the_pairs_differences() -> None:
    """Odds of 2 : 1 and 3 : 1 make 6 : 1 between the outer two, where these have played so."""
    games = [([0, 1], [1, 2], 10), ([0, 1], [2, 1], 20), ([1, 2], [1, 2], 10), ([1, 2], [2, 1], 30)]
    games += [([0, 2], [1, 2], 5), ([0, 2], [2, 1], 30)]
    ratings = fit_ratings(played("abc", *games), resamples=FEW)
    assert ratings.elo == pytest.approx([0, 400 * math.log10(2), 400 * math.log10(6)], abs=1e-5)


def test_all_six_orders_of_three_in_their_exact_proportions_give_back_the_strengths() -> None:
    """Strengths 1, 2 and 3: the order (i, j, k) has the chance s_i/6 · s_j/(6 − s_i), that is n/60 in whole numbers."""
    orders = {(0, 1, 2): 4, (0, 2, 1): 6, (1, 0, 2): 5, (1, 2, 0): 15, (2, 0, 1): 10, (2, 1, 0): 20}
    games = [(list(order), [1, 2, 3], times) for order, times in orders.items()]
    ratings = fit_ratings(played("abc", *games), resamples=FEW)
    assert ratings.elo == pytest.approx([0, 400 * math.log10(2), 400 * math.log10(3)], abs=1e-5)


def test_a_tie_of_three_counts_as_the_mean_of_the_six_orders() -> None:
    rest = [([0, 1, 2, 3], [4, 2, 3, 1], 2), ([0, 1, 2, 3], [1, 2, 3, 4], 3), ([0, 1, 2, 3], [4, 3, 2, 1], 2)]
    tied = fit_ratings(played("abcd", ([0, 1, 2, 3], [2, 2, 2, 1], 6), *rest), resamples=FEW)
    orders = [([3, *order], [1, 2, 3, 4], 1) for order in itertools.permutations(range(3))]
    broken = fit_ratings(played("abcd", *orders, *rest), resamples=FEW)
    assert tied.elo == pytest.approx(broken.elo, abs=1e-6)


def test_a_bot_on_two_seats_counts_with_both() -> None:
    """b, of strength s, on two seats: a is first in 1/(1 + 2s) of the games, and second in 1/(1 + s) of the others."""
    # s = 1: every rank is as likely.
    games = [([0, 1, 1], [1, 2, 3], 10), ([0, 1, 1], [2, 1, 3], 10), ([0, 1, 1], [3, 1, 2], 10)]
    assert fit_ratings(played("ab", *games), resamples=FEW)["b"] == pytest.approx(0, abs=1e-6)
    # s = 2: a is first in 1/5, second in 4/5 · 1/3, last in 4/5 · 2/3 of the games.
    games = [([0, 1, 1], [1, 2, 3], 3), ([1, 0, 1], [1, 2, 3], 4), ([1, 1, 0], [1, 2, 3], 8)]
    assert fit_ratings(played("ab", *games), resamples=FEW)["b"] == pytest.approx(400 * math.log10(2), abs=1e-5)


def test_empty_seats_say_nothing() -> None:
    two = fit_ratings(duel(12, 0, 6), resamples=FEW)
    three = played("ab", ([0, NOBODY, 1], [2, 1, 1], 12), ([0, 1, NOBODY], [1, 2, 0], 6))
    assert fit_ratings(three, resamples=FEW)["b"] == pytest.approx(two["b"])


def test_places_of_a_game_are_won_from_the_groups_that_are_left() -> None:
    counts = count_places(played("abc", ([2, 0, 1], [1, 2, 3], 1)))  # c, then a, then b
    assert counts.wins.tolist() == [[1, 0, 1]]
    left = {tuple(group): times for group, times in zip(counts.groups.tolist(), counts.left[0], strict=True)}
    assert {group: times for group, times in left.items() if times} == {(1, 1, 1): 1, (1, 1, 0): 1}
    assert counts.above[0].tolist() == [[0, 1, 0], [0, 0, 0], [1, 1, 0]]


# --- Anchor and arguments ---------------------------------------------------------------------------------


def test_random_is_the_anchor_else_the_first_bot_else_the_one_that_is_named() -> None:
    games = duel(2, 0, 1)
    named = Rankings(("strong", "random"), games.seats, games.ranks, games.deals)
    assert fit_ratings(named, resamples=FEW)["random"] == 0
    assert fit_ratings(games, resamples=FEW)["a"] == 0
    other = fit_ratings(games, anchor="b", resamples=FEW)
    assert (other["b"], other.interval("b")) == (0, (0, 0))
    assert other["a"] == pytest.approx(-400 * math.log10(2))


def test_the_same_arguments_give_the_same_figures() -> None:
    games = simulated([0, 100, 200], players=3, deals=20, seed=1)
    one, two = fit_ratings(games, resamples=FEW, seed=3), fit_ratings(games, resamples=FEW, seed=3)
    np.testing.assert_array_equal(one.samples, two.samples)
    assert not np.array_equal(one.samples, fit_ratings(games, resamples=FEW, seed=4).samples)


def test_an_unknown_anchor_is_named() -> None:
    with pytest.raises(ValueError, match="one of a, b, not 'greedy'"):
        fit_ratings(duel(1, 0, 1), anchor="greedy")


def test_bots_that_never_met_are_not_rated_together() -> None:
    with pytest.raises(ValueError, match="some did not"):
        fit_ratings(played("abcd", ([0, 1], [1, 2], 3), ([2, 3], [1, 2], 3)))


@pytest.mark.parametrize(
    ("bots", "seats", "ranks", "deals", "words"),
    [
        (("a", "a"), [[0, 1]], [[1, 2]], [0], "named once"),
        (("a", "b"), [[0, 2]], [[1, 2]], [0], r"0 … 1 or -1, not \[0, 2\]"),
        (("a", "b"), [[0, 1]], [[1, 2, 3]], [0], r"\(1, 2\), \(1, 3\) and \(1,\)"),
        (("a", "b"), [[0, 1]], [[1, 2]], [0, 1], r"\(1, 2\), \(1, 2\) and \(2,\)"),
    ],
)
def test_rankings_that_do_not_fit_are_refused(
    bots: tuple[str, ...], seats: list, ranks: list, deals: list, words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        Rankings(bots, np.array(seats), np.array(ranks), np.array(deals))


# --- Known strengths --------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_known_strengths_come_back_within_the_intervals(players: int) -> None:
    elo = [0.0, 60.0, 150.0, 150.0, 300.0]
    ratings = fit_ratings(simulated(elo, players=players, deals=200, repeats=4, seed=players), resamples=300)
    inside = [
        ratings.interval(bot)[0] <= true <= ratings.interval(bot)[1] for bot, true in zip("abcde", elo, strict=True)
    ]
    assert sum(inside) >= 4
    assert ratings.elo == pytest.approx(elo, abs=60)


def coverage(simulations: int, **arguments: int) -> float:
    """How often the interval of the last bot's rating holds the true one."""
    held = 0
    for seed in range(simulations):
        low, high = fit_ratings(simulated([0, 80, 200], seed=seed, **arguments), resamples=200).interval("c")
        held += low <= 200 <= high
    return held / simulations


def test_intervals_hold_the_true_rating_in_about_95_of_100_cases() -> None:
    assert 0.92 <= coverage(400, players=3, deals=60) <= 0.98


def test_games_of_a_deal_that_come_out_alike_do_not_make_the_interval_narrower() -> None:
    """Every outcome four times in its deal: resampling games would give intervals half as wide."""
    assert 0.92 <= coverage(400, players=2, deals=60, copies=4) <= 0.98


def test_a_difference_has_an_interval_of_its_own() -> None:
    ratings = fit_ratings(simulated([0, 300, 300], players=3, deals=200, seed=5), resamples=300)
    value, (low, high) = ratings.difference("c", "b")
    assert value == pytest.approx(ratings["c"] - ratings["b"])
    assert low <= value <= high
    back, (other_low, other_high) = ratings.difference("b", "c")
    assert (back, other_low, other_high) == pytest.approx((-value, -high, -low))


# --- Gaps -------------------------------------------------------------------------------------------------


def test_a_bot_that_won_every_game_is_rated_as_if_it_had_tied_one_more() -> None:
    assert fit_ratings(duel(100, 0, 0), resamples=FEW)["b"] == pytest.approx(400 * math.log10(100.5 / 0.5), abs=1e-5)


def test_the_interval_of_a_bot_that_won_every_game_begins_at_the_exact_bound_and_is_open() -> None:
    """With D deals all won, the exact interval of the share begins at the D-th root of 0.025."""
    low, high = fit_ratings(duel(100, 0, 0), resamples=FEW).interval("b")
    share = 0.025 ** (1 / 100)
    assert fit_ratings(duel(0, 0, 100), resamples=FEW).difference("a", "b")[1][0] == pytest.approx(low)
    assert [low, high] == pytest.approx([400 * math.log10(share / (1 - share)), math.inf], abs=1e-5)
    low, high = fit_ratings(duel(0, 0, 100), resamples=FEW).interval("b")
    assert [low, high] == pytest.approx([-math.inf, -400 * math.log10(share / (1 - share))], abs=1e-5)


def ladder() -> Ratings:
    """a loses every game to b and c, which win two of three against each other."""
    games: list[tuple[list[int], list[int], int]] = [([0, 1], [2, 1], 90), ([0, 2], [2, 1], 90)]
    return fit_ratings(played("abc", *games, ([1, 2], [2, 1], 60), ([1, 2], [1, 2], 30)), resamples=300)


def test_beyond_a_gap_bots_are_still_told_apart() -> None:
    ratings = ladder()
    assert ratings.interval("b")[1] == ratings.interval("c")[1] == math.inf
    value, (low, high) = ratings.difference("c", "b")
    assert value == pytest.approx(400 * math.log10(2), rel=0.05)
    assert 0 < low < value < high < 250
    assert ratings.difference("c", "a")[1][1] == math.inf


def test_no_prior_is_used_where_every_bot_was_ranked_above_every_other() -> None:
    """One loss in a thousand games: the maximum itself, which any prior would lower."""
    assert fit_ratings(duel(1000, 0, 1), resamples=FEW)["b"] == pytest.approx(1200)


def test_resamples_without_the_only_loss_have_the_prior_and_stay_finite() -> None:
    samples: NDArray[np.float64] = fit_ratings(duel(99, 0, 1), resamples=300).samples
    assert samples[:, 1].max() == pytest.approx(400 * math.log10(100.5 / 0.5), abs=1e-5)
    assert np.isfinite(samples).all()
