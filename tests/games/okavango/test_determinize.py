"""What is redrawn: every deal that the viewer cannot exclude, no other, and as often as the page says.

The expected frequencies are counted here over labelled tiles: every way of dealing the hidden tiles at first is equally
likely, the animals on the pools are drawn one by one from those that it leaves in the bag, and every public draw
multiplies by the share of its kind in the bag. What real set-ups are like is played and counted.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import groupby, permutations, product
from math import comb
from typing import Any

import numpy as np
import pytest
from tests.games.okavango.boards import apply, observe, position, random_states, read, redrawn
from tests.playing import games, play

from baobab.core.game import Game, make_rngs
from baobab.core.record import Rows, copy_rows
from baobab.games.okavango.cards import KIND_NAMES, NUM_ARMS, NUM_HOLES, NUM_POOLS, POOL_NAMES, RANGER, SPECIES
from baobab.games.okavango.determinize import least_in_bag, likelihood
from baobab.games.okavango.rules import give, refill, return_to_bag

pytestmark = pytest.mark.kernels

Event = tuple[str, ...]
"""("return", kind) from an arm (several in a row: from the same arm), ("draw", kind), ("show", seat, kind): an opponent
lays an unknown tile at an arm."""
Deal = tuple[tuple[str, ...], ...]
"""The unknown tiles of each opponent, sorted."""

ARM = NUM_HOLES
SPREAD = dict(zip(POOL_NAMES, SPECIES, strict=True))
"""A different animal at each pool."""
SAMPLES = 40_000


def build(game: Game, bag: str, unknown: Sequence[str], events: Sequence[Event], *, own_rangers: int = 0) -> Rows:
    """A game in which seat 0 has everything but these hidden tiles and those that the events move, after the events.

    So many of its rangers date from the set-up, as it alone knows.
    """
    returned = " ".join(event[1] for event in events if event[0] == "return")
    pools = {"arm:0": f"{returned} meerkat".strip()}
    known = [""] * (len(unknown) + 1)
    rows = position(game, pools, known=known, unknown=["", *unknown], bag=bag)
    row = rows[0]
    row.reserve[0] = game.params[0].counts - row.pools.sum(axis=0) - row.reserve[1:].sum(axis=0) - row.bag
    row.known[0] = row.reserve[0]
    row.known[0, RANGER] -= own_rangers
    row.num_unknown[0] = own_rangers
    num_dry = 0
    for what, group in groupby(events, key=lambda event: event[0]):
        if what == "return":
            for name, number in Counter(event[1] for event in group).items():
                row.pools[ARM, KIND_NAMES.index(name)] -= number
                return_to_bag(row, num_dry, KIND_NAMES.index(name), number)
            num_dry += 1
            continue
        for event in group:
            kind = KIND_NAMES.index(event[-1])
            if what == "draw":
                assert row.bag[kind] > 0, "the events must be possible"
                refill(row, kind)
            else:
                assert row.reserve[int(event[1]), kind] > row.known[int(event[1]), kind]
                give(row, int(event[1]), kind, 1)
                row.pools[ARM, kind] += 1
    return rows


def expected(bag: str, unknown: Sequence[str], events: Sequence[Event], *, own_rangers: int = 0) -> dict[Deal, float]:
    """The share of every deal of the opponents' unknown tiles, over all ways of dealing labelled tiles at first."""
    texts = [*unknown, bag]
    hidden = [name for text in texts for name in spelled(text)]
    sizes = [len(spelled(text)) for text in texts]
    shares: defaultdict[Deal, float] = defaultdict(float)
    for order in set(permutations(hidden)):  # every kind sequence stands for as many labelled ones
        places, start = [], 0
        for size in sizes:
            places.append(Counter(order[start : start + size]))
            start += size
        rangers = own_rangers + sum(place["ranger"] for place in places[:-1])
        weight = float(pools_likelihood(rangers, players=len(texts))) * events_likelihood(places, events)
        if weight:
            shares[tuple(tuple(sorted(place.elements())) for place in places[:-1])] += weight
    total = sum(shares.values())
    return {deal: weight / total for deal, weight in shares.items()}


def pools_likelihood(rangers: int, *, players: int) -> Fraction:
    """How likely eleven animals of the set-up are if so many rangers had been dealt; a ranger that comes goes back."""
    bag = 94 - 13 * players
    animals = bag - (6 - rangers)
    likely = Fraction(1)
    for _ in range(NUM_POOLS):
        likely *= Fraction(1, animals)  # each of them is as likely, and a ranger is drawn anew
        animals -= 1
    return likely


def events_likelihood(places: list[Counter[str]], events: Sequence[Event]) -> float:
    """How likely the events are after this deal, which they change; an unknown tile that is shown is a certain one."""
    weight = 1.0
    bag = places[-1]
    for event in events:
        kind = event[-1]
        if event[0] == "return":
            bag[kind] += 1
        elif event[0] == "draw":
            weight *= bag[kind] / bag.total()
            bag[kind] -= 1
        else:
            # The tile that is shown has a label: this seat holds it in `held` of the deals that look alike.
            held = places[int(event[1]) - 1][kind]
            weight *= held
            places[int(event[1]) - 1][kind] -= 1
        if not weight:
            return 0.0
    return weight


def spelled(text: str) -> list[str]:
    """The tiles of a text, one by one."""
    return [KIND_NAMES[kind] for kind, count in enumerate(read(text)) for _ in range(count)]


def drawn(game: Game, rows: Rows, *, samples: int, viewer: int = 0) -> Counter[Deal]:
    """How often each deal of the opponents' unknown tiles is drawn."""
    copies = np.repeat(rows, samples)
    viewers = np.full(samples, viewer, np.int8)
    game.kernels.determinize_many(game.params, copies, viewers, make_rngs(samples, seed=11))
    hidden = copies["reserve"] - copies["known"]
    found: Counter[Deal] = Counter()
    for row in hidden:
        found[
            tuple(
                tuple(sorted(np.repeat(KIND_NAMES, counts).tolist()))
                for seat, counts in enumerate(row[: int(rows[0].num_players)])
                if seat != viewer
            )
        ] += 1
    return found


CASES: dict[str, tuple[str, list[str], list[Event]]] = {
    "nothing went back": ("lion zebra monkey", ["lion zebra"], []),
    "draws say nothing while nothing went back": ("lion*2 zebra monkey", ["lion zebra"], [("draw", "lion")]),
    "a tile that went back is no opponent's": ("zebra monkey", ["lion zebra"], [("return", "lion")]),
    "a tile went back and its like was drawn": (
        "lion zebra*2",
        ["lion zebra"],
        [("return", "lion"), ("draw", "lion")],
    ),
    "a tile went back and others were drawn": (
        "lion zebra*2 monkey",
        ["lion zebra"],
        [("return", "lion"), ("draw", "zebra"), ("draw", "monkey")],
    ),
    "more were drawn than had gone back": (
        "lion*2 zebra*2",
        ["lion zebra"],
        [("return", "lion"), ("draw", "lion"), ("draw", "lion")],
    ),
    "drawn before another went back": (
        "lion*2 zebra",
        ["lion zebra"],
        [("return", "lion"), ("draw", "lion"), ("draw", "lion"), ("return", "lion")],
    ),
    "several arms dried": (
        "lion zebra",
        ["lion zebra monkey"],
        [("return", "lion"), ("return", "zebra"), ("draw", "lion"), ("return", "lion"), ("draw", "lion")],
    ),
    "rangers went back": (
        "ranger zebra",
        ["ranger zebra*2"],
        [("return", "ranger"), ("return", "ranger"), ("draw", "ranger"), ("draw", "ranger")],
    ),
    "two opponents": (
        "lion zebra",
        ["lion zebra", "monkey lion"],
        [("return", "lion"), ("draw", "lion"), ("draw", "zebra")],
    ),
    "three opponents": ("lion", ["lion", "zebra monkey", "lion"], [("return", "zebra"), ("draw", "lion")]),
    "a tile was shown": (
        "lion zebra",
        ["lion*2 zebra"],
        [("return", "lion"), ("show", "1", "lion"), ("draw", "lion")],
    ),
    "the bag is empty": ("lion", ["lion zebra", "monkey*2"], [("draw", "lion")]),
    "the bag was empty and grew again": (
        "lion",
        ["lion zebra", "monkey"],
        [("draw", "lion"), ("return", "lion"), ("return", "monkey")],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_every_consistent_deal_is_drawn_and_no_other_and_as_often_as_it_is_likely(game: Game, name: str) -> None:
    bag, unknown, events = CASES[name]
    shares = expected(bag, unknown, events)
    samples = games(SAMPLES, small=400)
    found = drawn(game, build(game, bag, unknown, events), samples=samples)
    assert set(found) <= set(shares)
    if samples == SAMPLES:
        assert set(found) == set(shares)
    for deal, share in shares.items():
        spread = (share * (1 - share) / samples) ** 0.5
        assert abs(found[deal] / samples - share) <= 4.5 * spread + 1e-9, deal


@pytest.mark.parametrize("own_rangers", [0, 2])
@pytest.mark.parametrize(
    ("bag", "unknown", "events"),
    [
        ("ranger*2 lion", ["ranger lion*2"], []),
        ("ranger lion*3", ["ranger lion", "ranger lion"], []),
        ("lion zebra ranger", ["ranger*2 lion"], [("show", "1", "ranger")]),
        ("lion ranger", ["ranger lion*2"], [("return", "ranger"), ("draw", "ranger"), ("draw", "lion")]),
    ],
)
def test_rangers_of_the_set_up_are_as_likely_as_the_animals_on_the_pools_make_them(
    game: Game, bag: str, unknown: list[str], events: list[Event], own_rangers: int
) -> None:
    shares = expected(bag, unknown, events, own_rangers=own_rangers)
    samples = games(10_000, small=400)
    found = drawn(game, build(game, bag, unknown, events, own_rangers=own_rangers), samples=samples)
    assert set(found) <= set(shares)
    for deal, share in shares.items():
        spread = (share * (1 - share) / samples) ** 0.5
        assert abs(found[deal] / samples - share) <= 4.5 * spread + 1e-9, deal


def test_the_cases_are_no_trivial_ones() -> None:
    sizes = {name: len(expected(*case)) for name, case in CASES.items()}
    assert sum(size >= 3 for size in sizes.values()) >= 11
    bag, unknown, events = CASES["a tile went back and its like was drawn"]
    plain = expected("lion zebra*2", ["lion zebra"], [])
    told = expected(bag, unknown, events)
    assert set(told) == set(plain)
    assert told[("lion", "zebra"),] != pytest.approx(plain[("lion", "zebra"),])


# --- Real set-ups -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_after_a_set_up_opponents_have_as_many_rangers_in_redraws_as_they_really_have(game: Game, players: int) -> None:
    """A hand is 13 of 94 tiles, no ranger stays on a pool, and the river shows some of those that the bag kept."""
    count = games(3000, small=200)
    rows = game.rows(count)
    seeds = np.arange(count, dtype=np.int64)
    game.kernels.reset_many(game.params, rows, np.full(count, players, np.int8), seeds)
    copies = copy_rows(rows)
    game.kernels.determinize_many(game.params, copies, np.zeros(count, np.int8), make_rngs(count, seed=7))
    means, variances = [], []
    for row in rows:
        mean, variance = opponents_rangers(players, own=int(row.reserve[0, RANGER]), river=int(row.river[RANGER]))
        means.append(mean)
        variances.append(variance)
    spread = float(np.sqrt(np.mean(variances) / count))
    for told in (rows, copies):
        found = told["reserve"][:, 1:, RANGER].sum(axis=1).astype(float)
        assert abs(np.mean(found - means)) <= 4 * spread
    assert np.mean(means) == pytest.approx(13 * (players - 1) * 6 / 94, abs=0.1 if count < 3000 else 0.03)


def opponents_rangers(players: int, *, own: int, river: int) -> tuple[float, float]:
    """Mean and variance of the rangers of all opponents of a seat that has and sees so many after the set-up."""
    dealt = 13 * (players - 1)
    bag = 94 - 13 * players - NUM_POOLS
    weights = []
    for rangers in range(6 - own - river + 1):
        left = 6 - own - rangers
        hands = comb(6 - own, rangers) * comb(94 - 13 - 6 + own, dealt - rangers)
        seen = Fraction(comb(left, river) * comb(bag - left, 13 - river), comb(bag, 13))
        weights.append(float(hands * seen))
    numbers = np.arange(len(weights))
    shares = np.array(weights) / sum(weights)
    mean = float(shares @ numbers)
    return mean, float(shares @ (numbers - mean) ** 2)


# --- What the odds depend on ------------------------------------------------------------------------------

Odds = tuple[Fraction, ...]
"""How likely 0, 1, … tiles of a kind in the bag are made by what it took and gave, up to a factor."""


@cache
def odds_of(events: tuple[str, ...]) -> Odds:
    """By the page's rule, event by event: a return makes them B · odds(B − 1), a draw odds(B + 1)."""
    odds = [Fraction(1)] * 30
    for event in events:
        if event == "draw":
            odds = odds[1:]
        else:
            odds = [Fraction(0), *(number * chance for number, chance in enumerate(odds[:-1], start=1))]
    return up_to_a_factor(odds[:9])


def up_to_a_factor(odds: Sequence[Any]) -> Odds:
    """The same odds with a sum of 1."""
    total = sum(odds)
    return tuple(Fraction(chance) / Fraction(total) for chance in odds)


def test_what_was_returned_and_drawn_since_says_all_that_the_odds_depend_on(game: Game) -> None:
    """Every order of three arms that give none to two rangers, and of none to two draws before, between and after."""
    start = position(game, bag="ranger*12")  # enough for every order
    seen: dict[Any, Odds] = {}
    orders = list(product(range(3), repeat=2 * NUM_ARMS + 1))
    for first, *rest in orders:
        row = copy_rows(start)[0]
        events = ["draw"] * first
        for _ in range(first):
            refill(row, RANGER)
        for arm, (returned, draws) in enumerate(zip(rest[::2], rest[1::2], strict=True)):
            events += ["return"] * returned + ["draw"] * draws
            return_to_bag(row, arm, RANGER, returned)
            for _ in range(draws):
                refill(row, RANGER)
        shown = (tuple(row.returned[:, RANGER].tolist()), tuple(row.drawn[:, RANGER].tolist()))
        odds = odds_of(tuple(events))
        assert seen.setdefault(shown, odds) == odds, f"{shown} has other odds after {events}"
        assert up_to_a_factor([likelihood(row, RANGER, number) for number in range(9)]) == odds, events
    assert len(seen) < len(orders), "nothing that looks the same came about in two ways"
    assert len(set(seen.values())) > 50


def test_the_least_in_the_bag_alone_does_not_say_it(game: Game) -> None:
    """A lion that returned and a lion drawn: none is surely in the bag, and the opponents' lions are fewer."""
    plain = build(game, "lion zebra", ["lion zebra"], [])
    told = build(game, "lion zebra", ["lion zebra"], [("return", "lion"), ("draw", "lion")])
    kind = KIND_NAMES.index("lion")
    assert least_in_bag(plain[0], kind) == least_in_bag(told[0], kind) == 0
    assert (observe(game, plain, 0)["returned"] != observe(game, told, 0)["returned"]).any()


def test_states_of_games_that_look_the_same_have_the_same_odds(game: Game) -> None:
    """The bag is watched from outside: what comes out of it onto the river, and what dry arms give it."""
    seen: dict[Any, Odds] = {}
    events: list[list[str]] = []
    before: Any = None
    for rows in random_states(game, full=10, small=2):
        row = rows[0]
        if before is None or row.decisions < before.decisions:
            events = [[] for _ in KIND_NAMES]
        else:
            watch(before, row, events)
        before = row.copy()
        if not row.dry.any():
            continue
        shown = observe(game, rows, 0)
        for kind, told in enumerate(events):
            key = (tuple(shown["returned"][:, kind].tolist()), tuple(shown["drawn"][:, kind].tolist()))
            if key not in seen:
                seen[key] = odds_of(tuple(told))
                assert up_to_a_factor([likelihood(row, kind, number) for number in range(9)]) == seen[key]
            assert seen[key] == odds_of(tuple(told))
    assert len(seen) > 1


def watch(before: Any, row: Any, events: list[list[str]]) -> None:
    """Add what the bag gave and took between two asked decisions: an arm dries before the river is filled."""
    for kind, told in enumerate(events):
        gone = 0
        for arm in range(NUM_HOLES, NUM_POOLS):
            if row.dry[arm] and not before.dry[arm]:
                gone += int(row.returned[int(before.dry.sum()), kind])
        told += ["return"] * gone
        told += ["draw"] * (int(before.bag[kind]) + gone - int(row.bag[kind]))


# --- Bounds -----------------------------------------------------------------------------------------------


def test_with_all_lions_seen_and_one_returned_no_opponent_holds_an_unknown_lion(game: Game) -> None:
    rows = build(game, "zebra*3 monkey*2", ["zebra*4 monkey*3"], [("return", "lion")])
    for deal in drawn(game, rows, samples=games(2000, small=50)):
        assert "lion" not in deal[0]


@pytest.mark.parametrize(("returned", "number"), [(1, 0), (1, 1), (1, 2), (2, 1), (2, 3), (3, 2)])
def test_the_opponents_have_at_most_what_was_never_seen_less_the_draws_beyond_what_went_back(
    game: Game, returned: int, number: int
) -> None:
    """U tiles never seen, R returned at once and D drawn since: at most U − max(0, D − R) are unknown in reserves."""
    bag, hand = 3, 2
    kind = KIND_NAMES.index("lion")
    events = [("return", "lion")] * returned + [("draw", "lion")] * number
    rows = build(game, f"lion*{bag} zebra*6", [f"lion*{hand} zebra*2 monkey*6"], events)
    unseen = bag + hand
    most = unseen - max(0, number - returned)
    assert least_in_bag(rows[0], kind) == max(0, returned - number)
    held = [deal[0].count("lion") for deal in drawn(game, rows, samples=games(4000, small=50))]
    assert max(held) <= most
    if games(1, small=0):
        assert max(held) == most


def test_what_was_returned_and_drawn_again_leaves_the_bag_unknown(game: Game) -> None:
    rows = build(game, "lion*2 zebra*2", ["lion*2"], [("return", "lion"), ("draw", "lion")])
    assert least_in_bag(rows[0], KIND_NAMES.index("lion")) == 0


def test_rangers_that_went_back_are_counted_one_by_one(game: Game) -> None:
    rows = build(game, "zebra", ["lion"], [("return", "ranger")] * 3 + [("draw", "ranger")])
    assert least_in_bag(rows[0], RANGER) == 2


# --- What another seat has in mind ------------------------------------------------------------------------


def test_a_group_that_another_seat_has_in_mind_is_taken_back(game: Game) -> None:
    rows = position(game, SPREAD, unknown=["lion*3 zebra*4", "monkey*5"], river="zebra*2", rest_in_bag=True)
    start = redrawn(game, rows, 1, seed=3)
    for names in (("drink hole:7", "animal zebra", "size 4"), ("drink arm:2", "size 2")):
        trial = copy_rows(rows)
        apply(game, trial, *names)
        assert redrawn(game, trial, 1, seed=3).tobytes() == start.tobytes()
        own = redrawn(game, trial, 0, seed=3)
        assert (own[0].phase, own[0].pool, own[0].group_size) == (
            trial[0].phase,
            trial[0].pool,
            trial[0].group_size,
        )


def test_a_swap_that_is_done_stays_and_one_at_an_arm_that_is_not_is_taken_back(game: Game) -> None:
    pools = {**SPREAD, "hole:7": "zebra ranger", "arm:2": "lion ranger"}
    unknown = ["zebra*3 monkey*2 giraffe", "lion*3"]
    rows = position(game, pools, unknown=unknown, river="zebra*2", rest_in_bag=True)
    before = redrawn(game, rows, 1, seed=3)
    trial = copy_rows(rows)
    apply(game, trial, "swap arm:2")
    assert redrawn(game, trial, 1, seed=3).tobytes() == before.tobytes()
    play(game, rows, "swap hole:7")
    swapped = redrawn(game, rows, 1, seed=4)
    play(game, rows, "drink hole:3", "animal monkey")
    assert redrawn(game, rows, 1, seed=4).tobytes() == swapped.tobytes()
    assert swapped[0].swapped == 7
    assert game.phases[swapped[0].phase] == "drink"
