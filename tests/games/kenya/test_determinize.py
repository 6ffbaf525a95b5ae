"""What a seat does not know is redrawn: every consistent deal and no other, evenly, and by its knowledge alone."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.games.kenya import boards
from tests.games.kenya.boards import observe, position, taken
from tests.games.kenya.slow import DEALT, Got, SlowKenya, can_be
from tests.playing import games, legal, play

from baobab.core.game import Game, make_rngs
from baobab.core.record import NOBODY, Rows, copy_rows
from baobab.games.kenya.cards import BROWN, CLANS, KIND_NAMES, NUM_PAIRS
from baobab.games.kenya.state import ALL_SEATS, DRAWN_BLIND
from baobab.registry import load_game

pytestmark = pytest.mark.kernels

Deal = tuple[tuple[int, ...], ...]
"""Hidden kinds: each other seat's hand in order, the cards on the table that are not known, the hidden stock."""
Place = tuple[str, int, int]
""""hand", seat, -; "cell" or "covered", its owner, when it was laid; "stock", place, -."""

# --- Every deal that a seat cannot exclude, slowly --------------------------------------------------------


def unknown_cells(row: Any, viewer: int) -> list[int]:
    """Where green cards lie that the viewer does not know: cells, then −1 − the entry of covered cards."""
    cells = [cell for cell in np.flatnonzero(row.card >= 0) if row.card[cell] < BROWN]
    hidden = [int(cell) for cell in cells if not int(row.known[cell]) >> viewer & 1]
    lower = range(row.num_covered)
    return hidden + [
        -1 - entry for entry in lower if row.covered[entry, 0] < BROWN and not row.covered[entry, 2] >> viewer & 1
    ]


def places(row: Any, viewer: int) -> list[Place]:
    """One place for every green card that the viewer does not know."""
    found: list[Place] = []
    for seat in range(row.num_players):
        if seat != viewer:
            found += [("hand", seat, 0)] * int(row.hand_size[seat] - row.hands[seat, BROWN])
    for cell in unknown_cells(row, viewer):
        if cell >= 0:
            found.append(("cell", int(row.owner[cell]), int(row.laid[cell])))
        else:
            found.append(("covered", *row.covered[-1 - cell, 3:5].tolist()))
    return found + [("stock", -1, 0) for _ in range(row.stock_end - row.stock_next)]


def may_lie(kind: int, taken_by: tuple[int, int] | None, place: Place) -> bool:
    """Whether a card may be in a place, by what all have seen."""
    where, seat, laid = place
    if where in ("cell", "covered") and kind >= NUM_PAIRS:
        return False
    return taken_by is None or (where != "stock" and seat == taken_by[0] and (where == "hand" or laid >= taken_by[1]))


def can_be_explained(row: Any, viewer: int, bound: list[tuple[int, int] | None], where: list[Place]) -> bool:
    """Whether the cards that nobody saw being taken may lie where they do; the one in `where[i]` was if `bound[i]`."""
    for seat in set(range(row.num_players)) - {viewer}:
        own = [place for place, taken_by in zip(where, bound, strict=True) if place[1] == seat and taken_by is None]
        unseen = [place for place in own if place[0] != "stock"]
        entries = range(row.num_taken)
        blind = [
            int(row.taken_time[entry])
            for entry in entries
            if row.taken_seat[entry] == seat and row.taken_kind[entry] == DRAWN_BLIND
        ]
        got = [Got(None, time) for time in blind] + [Got(None, DEALT)] * (len(unseen) - len(blind))
        if not can_be(got, [laid for place, _, laid in unseen if place != "hand"]):
            return False
    return True


def unknown_kinds(game: Game, row: Any, viewer: int) -> list[int]:
    """The green cards that the viewer has not seen, by kind."""
    kinds: list[int] = []
    for kind in range(BROWN):
        known = int(row.visible[kind] + row.hands[viewer, kind])
        known += sum(1 for cell in np.flatnonzero(row.card == kind) if int(row.known[cell]) >> viewer & 1)
        lower = row.covered[: row.num_covered]
        known += sum(1 for card in lower if card[0] == kind and card[2] >> viewer & 1)
        kinds += [kind] * (int(game.params[0].counts[kind]) - known)
    return kinds


def consistent_deals(game: Game, rows: Rows, viewer: int) -> Counter[Deal]:
    """Every deal that the viewer cannot exclude, with the number of ways in which the single cards make it."""
    row = rows[0]
    kinds = unknown_kinds(game, row, viewer)
    bound: list[tuple[int, int] | None] = [None] * len(kinds)
    for seat, name, time in taken(rows):
        if seat != viewer:
            kind = KIND_NAMES.index(name)
            card = next(card for card, other in enumerate(kinds) if other == kind and bound[card] is None)
            bound[card] = (seat, time)
    where = places(row, viewer)
    assert len(where) == len(kinds)
    deals: Counter[Deal] = Counter()
    for order in permutations(range(len(kinds))):
        fits = all(may_lie(kinds[card], bound[card], place) for card, place in zip(order, where, strict=True))
        if fits and can_be_explained(row, viewer, [bound[card] for card in order], where):
            deals[sort_deal([kinds[card] for card in order], where)] += 1
    return deals


def sort_deal(kinds: list[int], where: list[Place]) -> Deal:
    """A deal from the kind in each place."""
    hands: dict[int, list[int]] = {}
    lying: list[int] = []
    stock: list[int] = []
    for kind, (place, seat, _) in zip(kinds, where, strict=True):
        if place == "hand":
            hands.setdefault(seat, []).append(kind)
        else:
            (stock if place == "stock" else lying).append(kind)
    return (*(tuple(sorted(hands[seat])) for seat in sorted(hands)), tuple(lying), tuple(stock))


def deal_of(row: Any, viewer: int, cells: list[int]) -> Deal:
    """The deal that a row holds."""
    hands = [
        tuple(int(kind) for kind in np.repeat(np.arange(BROWN), row.hands[seat, :BROWN]))
        for seat in range(row.num_players)
        if seat != viewer
    ]
    lying = tuple(int(row.card[cell]) if cell >= 0 else int(row.covered[-1 - cell, 0]) for cell in cells)
    stock = tuple(row.stock[row.stock_next : row.stock_end].tolist())
    return (*(cards for cards in hands if cards), lying, stock)


# --- Exhaustive checks ------------------------------------------------------------------------------------

ZEBRA_GIRAFFE, GAZELLE_BABOON, WARTHOG_GAZELLE = "zebra+giraffe", "gazelle+baboon", "warthog+gazelle"

POSITIONS: dict[str, dict[str, Any]] = {
    "nothing is known": {
        "cards": {"zebra+giraffe": 2, "lion": 2, "water": 2, "meerkat": 4},
        "table": "0,0 meerkat",
        "hands": ["water lion", "zebra+giraffe lion"],
        "visible": "meerkat meerkat meerkat",
    },
    "a hidden card is an animal": {
        "cards": {"zebra+giraffe": 3, "gazelle+baboon": 1, "lion": 2, "water": 1, "meerkat": 4},
        "table": "0,0 lion\n0,1 zebra+giraffe baobab 1",
        "hands": ["zebra+giraffe", "gazelle+baboon water"],
        "visible": "meerkat meerkat meerkat",
    },
    "taken cards stay in the hand": {
        "cards": {"zebra+giraffe": 3, "lion": 3, "water": 2, "meerkat": 4},
        "table": "0,0 meerkat\n0,1 meerkat",
        "hands": ["zebra+giraffe", "zebra+giraffe lion lion"],
        "visible": "meerkat meerkat",
        "taken": [(1, "lion", 1), (1, "zebra+giraffe", 2)],
    },
    "a taken card may lie under what its seat placed later": {
        "cards": {"zebra+giraffe": 2, "gazelle+baboon": 2, "warthog+gazelle": 1, "lion": 2, "water": 1, "meerkat": 2},
        "table": "0,0 lion\n0,1 zebra+giraffe baobab 1\n1,0 gazelle+baboon baobab 1\n0,2 meerkat",
        "hands": ["zebra+giraffe", "gazelle+baboon warthog+gazelle"],
        "visible": "lion meerkat",
        "taken": [(1, "gazelle+baboon", 2)],
    },
    "two taken cards, one confined more than the other": {
        "cards": {"zebra+giraffe": 1, "gazelle+baboon": 1, "warthog+gazelle": 3, "lion": 2, "water": 2, "meerkat": 2},
        "table": "0,0 lion\n0,1 zebra+giraffe baobab 1\n1,0 warthog+gazelle baobab 1\n0,-1 warthog+gazelle baobab 1",
        "hands": ["lion", "gazelle+baboon water"],
        "visible": "meerkat meerkat",
        "taken": [(1, "zebra+giraffe", 1), (1, "gazelle+baboon", 3)],
    },
    "a taken card must lie hidden, for no other animal is left": {
        "cards": {"zebra+giraffe": 1, "gazelle+baboon": 1, "lion": 3, "water": 3, "meerkat": 3},
        "table": "0,0 lion\n0,1 zebra+giraffe baobab 1\n1,0 gazelle+baboon baobab 1",
        "hands": ["lion", "lion water water"],
        "visible": "meerkat meerkat meerkat",
        "taken": [(1, "zebra+giraffe", 1), (1, "lion", 2)],
    },
    "taken specials fill the hand": {
        "cards": {"zebra+giraffe": 2, "gazelle+baboon": 1, "lion": 3, "water": 2, "meerkat": 4},
        "table": "0,0 lion\n0,1 zebra+giraffe baobab 1\n1,0 gazelle+baboon baobab 1",
        "hands": ["lion", "lion water"],
        "visible": "meerkat meerkat meerkat",
        "taken": [(1, "zebra+giraffe", 0), (1, "lion", 1), (1, "water", 1)],
    },
    "taken cards leave the oldest place to the one that was taken first": {
        "cards": {"zebra+giraffe": 1, "gazelle+baboon": 1, "warthog+gazelle": 1, "lion": 2, "water": 2, "meerkat": 4},
        "table": "0,0 lion\n0,1 zebra+giraffe baobab 1\n0,2 meerkat\n1,0 gazelle+baboon baobab 1",
        "hands": ["lion", "warthog+gazelle"],
        "visible": "meerkat meerkat meerkat",
        "taken": [(1, "zebra+giraffe", 1), (1, "gazelle+baboon", 2), (1, "warthog+gazelle", 3)],
    },
    "copies of a taken card": {
        "cards": {"zebra+giraffe": 4, "gazelle+baboon": 1, "lion": 2, "water": 1, "meerkat": 2},
        "table": "0,0 lion\n0,1 zebra+giraffe baobab 1\n1,0 zebra+giraffe baobab 1",
        "hands": ["gazelle+baboon", "zebra+giraffe water"],
        "visible": "meerkat meerkat",
        "taken": [(1, "zebra+giraffe", 1), (1, "zebra+giraffe", 3)],
    },
    "a seat that held only taken cards when it laid a Baobab laid one of them": {
        "cards": {"zebra+giraffe": 2, "gazelle+baboon": 2, "warthog+gazelle": 2, "lion": 2, "water": 1, "meerkat": 2},
        "table": "0,0 lion\n0,1 zebra+giraffe baobab 1\n0,2 meerkat",
        "hands": ["lion", "gazelle+baboon warthog+gazelle"],
        "visible": "meerkat water",
        "taken": [(1, "zebra+giraffe", 0), (1, "gazelle+baboon", 1), (1, "blind", 3)],
    },
    "of two Baobab cards the first is none of the cards drawn blind": {
        "cards": {"zebra+giraffe": 2, "gazelle+baboon": 2, "warthog+gazelle": 1, "lion": 2, "water": 1, "meerkat": 2},
        "table": "0,0 lion\n0,1 zebra+giraffe baobab 1\n0,2 meerkat\n-1,0 gazelle+baboon baobab 1",
        "hands": ["zebra+giraffe", "warthog+gazelle water"],
        "visible": "meerkat lion",
        "taken": [(1, "gazelle+baboon", 1), (1, "blind", 3)],
    },
    "two cards drawn blind, one card that was dealt": {
        "cards": {"zebra+giraffe": 2, "gazelle+baboon": 2, "warthog+gazelle": 1, "lion": 2, "water": 1, "meerkat": 2},
        "table": "0,0 lion\n0,1 zebra+giraffe baobab 1\n0,2 meerkat\n-1,0 gazelle+baboon baobab 1\n0,3 meerkat",
        "hands": ["zebra+giraffe", "warthog+gazelle water"],
        "visible": "lion",
        "taken": [(1, "zebra+giraffe", 0), (1, "blind", 2), (1, "blind", 5)],
    },
    "three players, a covered card": {
        "cards": {"zebra+giraffe": 2, "gazelle+baboon": 2, "warthog+gazelle": 1, "lion": 2, "water": 1, "meerkat": 5},
        "table": "0,0 lion\n0,1 zebra+giraffe baobab 1\n0,1 gazelle+baboon baobab 2\n1,0 meerkat\n-1,0 lion",
        "clans": ["zebra", "wildebeest", "warthog"],
        "hands": ["zebra+giraffe", "gazelle+baboon water", "warthog+gazelle"],
        "visible": "meerkat meerkat meerkat",
        "taken": [(1, "zebra+giraffe", 1), (2, "gazelle+baboon", 1)],
    },
}


@pytest.mark.parametrize("name", POSITIONS)
def test_all_deals_that_a_seat_cannot_exclude_come_equally_often_and_no_other(name: str) -> None:
    case = dict(POSITIONS[name])
    game = load_game("kenya", cards=boards.deck(case.pop("cards")))
    rows = position(game, case.pop("table"), rest=True, **case)
    expected = consistent_deals(game, rows, 0)
    number = games(12000, small=150)
    found = Counter(deal_of(row, 0, unknown_cells(rows[0], 0)) for row in redrawn(game, rows, 0, number=number))
    assert set(found) <= set(expected)
    assert deal_of(rows[0], 0, unknown_cells(rows[0], 0)) in expected
    assert_even(found, expected)


def redrawn(game: Game, rows: Rows, viewer: int, *, number: int, seed: int = 1) -> Iterator[Any]:
    """`number` rows in which what `viewer` does not know was redrawn."""
    batch = 1000
    rngs = make_rngs(number, seed=seed)
    for first in range(0, number, batch):
        part = np.repeat(rows, min(batch, number - first))
        game.kernels.determinize_many(
            game.params, part, np.full(len(part), viewer, np.int8), rngs[first : first + batch]
        )
        yield from part


def assert_even(found: Mapping[Any, int], expected: Mapping[Any, int]) -> None:
    """The counts fit the weights (chi-square within six standard deviations) where there are enough to say so."""
    number, ways = sum(found.values()), sum(expected.values())
    if number < 10 * ways / min(expected.values()):
        assert number < 1000  # only where few are drawn
        return
    assert set(found) == set(expected)
    chi_square = sum(
        (found[key] - number * ways_of / ways) ** 2 / (number * ways_of / ways) for key, ways_of in expected.items()
    )
    degrees = len(expected) - 1
    assert abs(chi_square - degrees) <= 6 * max(2 * degrees, 1) ** 0.5


SECRETIVE = {"zebra+giraffe": 4, "gazelle+baboon": 2, "lion": 3, "meerkat": 4, "water": 1}
"""A deck with copies, in which much lies face Baobab and much is drawn blind."""
MOST_UNKNOWN = 7
"""Unknown cards whose deals can be listed."""


def possible_deals(game: Game, rows: Rows, slow: SlowKenya, viewer: int) -> set[Deal]:
    """Every deal that can have come about by what all have seen of the whole game and the viewer knows."""
    where = places(rows[0], viewer)
    found: set[Deal] = set()
    for kinds in set(permutations(unknown_kinds(game, rows[0], viewer))):
        if all(may_lie(kind, None, place) for kind, place in zip(kinds, where, strict=True)):
            others = set(range(len(slow.seats))) - {viewer}
            if all(can_have_played(slow, seat, kinds, where) for seat in others):
                found.add(sort_deal(list(kinds), where))
    return found


def can_have_played(slow: SlowKenya, seat: int, kinds: tuple[int, ...], where: list[Place]) -> bool:
    """Whether all that a seat has shown, laid and holds can be what it ever was dealt, took and drew."""
    went = [(laid.card, laid.time) for laid in slow.seats[seat].ever_shown]
    for kind, (place, owner, laid) in zip(kinds, where, strict=True):
        if owner == seat:
            went.append((KIND_NAMES[kind], 99 if place == "hand" else laid))
    got = slow.seats[seat].ever_got
    assert len(went) == len(got)
    source: dict[int, int] = {}  # which of `went` each of `got` is

    def match(place: int, tried: set[int]) -> bool:
        card, laid = went[place]
        for one, what in enumerate(got):
            if what.card in (card, None) and what.time <= laid and one not in tried:
                tried.add(one)
                if one not in source or match(source[one], tried):
                    source[one] = place
                    return True
        return False

    return all(match(place, set()) for place in range(len(went)))


def test_what_is_remembered_allows_every_deal_that_the_whole_game_allows_and_no_other() -> None:
    game = load_game("kenya", cards=boards.deck(SECRETIVE))
    looked = blind = 0
    for seed in range(games(16, small=6)):
        rng = random.Random(seed)
        rows = game.start(2, seed=seed)
        slow = boards.slow_twin(game, rows)
        while slow.player is not None:
            name = rng.choice(sorted(slow.legal()))
            slow.apply(name)
            game.kernels.apply_many(game.params, rows, np.array([game.parse_action(name, rows[0])], np.int32))
            viewer = rng.randrange(2)
            if len(places(rows[0], viewer)) <= MOST_UNKNOWN and rng.random() < 0.2:
                expected = possible_deals(game, rows, slow, viewer)
                assert set(consistent_deals(game, rows, viewer)) == expected, f"seed {seed}, seat {viewer}"
                drawn = redrawn(game, rows, viewer, number=5)
                assert {deal_of(row, viewer, unknown_cells(rows[0], viewer)) for row in drawn} <= expected
                looked += 1
                blind += bool(boards.drawn_blind(rows))
    assert looked > 10
    assert blind > 0


def test_unseen_clans_are_dealt_evenly_among_those_nobody_showed(game: Game) -> None:
    rows = position(game, "0,0 meerkat\n0,1 brown:wildebeest", clans=["zebra", "wildebeest", "warthog", "gazelle"])
    free = [clan for clan in range(len(CLANS)) if CLANS[clan] not in ("zebra", "wildebeest")]
    expected = Counter(permutations(free, 2))
    found = Counter(tuple(row.clan[2:4].tolist()) for row in redrawn(game, rows, 0, number=games(4000, small=150)))
    assert set(found) <= set(expected)
    assert_even(found, expected)


def test_a_seat_that_showed_its_own_brown_card_still_knows_it(game: Game) -> None:
    rows = position(game, "0,0 meerkat\n0,1 brown:zebra", clans=["zebra", "wildebeest"])
    found = Counter(int(row.clan[1]) for row in redrawn(game, rows, 0, number=games(600, small=60)))
    assert set(found) == {1, 2, 3, 4, 5}
    assert all(row.clan[0] == 0 and row.clan[1] != 0 for row in redrawn(game, rows, 1, number=20))


def test_a_hidden_brown_animal_has_the_clan_of_its_seat_wherever_it_lies(animals: Game) -> None:
    table = "0,0 lion\n0,1 brown:wildebeest baobab\n1,0 brown:warthog baobab\n1,0 gazelle+baboon baobab 0"
    rows = position(animals, table, clans=["zebra", "wildebeest", "warthog"])
    clans: set[tuple[int, int]] = set()
    for row in redrawn(animals, rows, 0, number=games(500, small=80)):
        assert row.card[boards.cell_at(row, "0,1")] == BROWN + row.clan[1]
        assert row.covered[0, 0] == BROWN + row.clan[2]
        clans.add((int(row.clan[1]), int(row.clan[2])))
    expected = set(permutations(range(1, 6), 2))
    assert clans <= expected
    assert len(clans) > 10


# --- Knowledge alone --------------------------------------------------------------------------------------


def redraw(game: Game, rows: Rows, viewer: int, *, seed: int) -> Rows:
    """A copy of `rows [1]`, redrawn from a seed."""
    copy = copy_rows(rows)
    game.kernels.determinize_many(game.params, copy, np.array([viewer], np.int8), make_rngs(1, seed=seed))
    return copy


def with_other_past(rows: Rows) -> Rows:
    """The same row with another generator and other cards where the hidden stock has been dealt from."""
    other = copy_rows(rows)
    other[0].rng[:] = [5, 6, 7, 8]
    other[0].stock[: other[0].stock_next] = other[0].stock[: other[0].stock_next][::-1].copy()
    return other


def test_what_cannot_be_seen_does_not_decide_what_is_drawn(game: Game) -> None:
    table = "0,0 lion\n0,1 zebra+giraffe baobab 1\n1,0 meerkat"
    one = position(game, table, hands=["water", "lion gazelle+baboon"], taken=[(1, "lion", 1)], rest=True)
    table = table.replace("zebra+giraffe", "warthog+gazelle")
    other = position(
        game, table, clans=["zebra", "baboon"], hands=["water", "rhinoceros lion"], taken=[(1, "lion", 1)], rest=True
    )
    for seed in range(5):
        assert redraw(game, one, 0, seed=seed).tobytes() == redraw(game, other, 0, seed=seed).tobytes()


@pytest.mark.parametrize("chosen", [(), ("card zebra+giraffe",), ("card zebra+giraffe", "cell 0,1")])
def test_a_choice_that_another_has_not_shown_is_taken_back(game: Game, chosen: tuple[str, ...]) -> None:
    def start() -> Rows:
        rows = position(
            game,
            "0,0 lion\n-1,1 elephant",
            hands=["water", "lion zebra+giraffe"],
            visible="meerkat meerkat",
            player=1,
        )
        play(game, rows, "draw meerkat")
        return rows

    waiting, rows = start(), start()
    play(game, rows, *chosen)
    own = redraw(game, rows, 1, seed=4)
    assert (own[0].phase, own[0].selected, own[0].pending) == (rows[0].phase, rows[0].selected, rows[0].pending)
    assert redraw(game, rows, 0, seed=4).tobytes() == redraw(game, waiting, 0, seed=4).tobytes()


def test_a_turn_that_began_with_a_hand_card_is_taken_back_to_its_first_decision(game: Game) -> None:
    rows = position(game, "0,0 meerkat", hands=["water", "lion zebra+giraffe"], visible="meerkat")
    play(game, rows, "draw meerkat", "card water", "cell 0,1")
    waiting = copy_rows(rows)
    play(game, rows, "card lion")
    drawn = redraw(game, rows, 0, seed=4)
    assert drawn.tobytes() == redraw(game, waiting, 0, seed=4).tobytes()
    assert drawn[0].opening == 1


FEWER_PAIRS = dict.fromkeys(("zebra+gazelle", "zebra+giraffe", "zebra+baboon", "gazelle+baboon", "warthog+baboon"), 0)
CASES: dict[str, dict[str, Any]] = {
    "default": {},
    "brown animals": {"brown_cards": "player_animal"},
    "many lions": {"brown_cards": "player_animal", "cards": {"lion": 16, "water": 0, **FEWER_PAIRS}},
}


@pytest.mark.parametrize("name", CASES)
def test_in_random_games_a_redrawn_state_is_sound_and_looks_the_same_to_the_viewer(name: str) -> None:
    game = load_game("kenya", **CASES[name])
    for seed, rows in visited(game):
        viewer = seed % int(rows[0].num_players)
        drawn = redraw(game, rows, viewer, seed=seed)
        game.check(drawn[0])
        assert_takes_explained(rows[0])
        assert_takes_explained(drawn[0])
        assert (observe(game, drawn, viewer) == observe(game, rows, viewer)).all()
        if rows[0].player == viewer:
            assert legal(game, drawn) == legal(game, rows)
        assert_same_known(rows[0], drawn[0], viewer)
        # Both rows look alike to the viewer, so what is drawn from them is the same.
        again = redraw(game, with_other_past(rows), viewer, seed=seed + 1)
        assert again.tobytes() == redraw(game, drawn, viewer, seed=seed + 1).tobytes()


def visited(game: Game) -> Iterator[tuple[int, Rows]]:
    """States of random games, each with a number of its own."""
    number = 0
    for seed in range(games(6, small=1)):
        rng = random.Random(seed)
        rows = game.start(2 + seed % 4, seed=seed)
        while rows[0].player != NOBODY:
            if rng.random() < games(10, small=1) / 20:
                yield number, rows
            number += 1
            action = rng.choice(game.legal_actions(rows).tolist())
            game.kernels.apply_many(game.params, rows, np.array([action], np.int32))
        yield number, rows


def assert_takes_explained(row: Any) -> None:
    """Every remembered card has a place of its own, in the hand or under a later Baobab card of its seat."""
    for seat in range(row.num_players):
        for kind in {int(row.taken_kind[entry]) for entry in range(row.num_taken)} - {DRAWN_BLIND}:
            hidden = [
                int(row.laid[cell])
                for cell in np.flatnonzero(row.card == kind)
                if row.owner[cell] == seat and row.known[cell] != ALL_SEATS
            ]
            lower = row.covered[: row.num_covered].tolist()
            hidden += [card[4] for card in lower if card[0] == kind and card[3] == seat and card[2] != ALL_SEATS]
            times = [
                int(row.taken_time[entry])
                for entry in range(row.num_taken)
                if row.taken_seat[entry] == seat and row.taken_kind[entry] == kind
            ]
            for time in times:
                later = sum(1 for other in times if other >= time)
                assert later <= int(row.hands[seat, kind]) + sum(1 for laid in hidden if laid >= time)


HIDDEN_FIELDS = {"rng", "hands", "stock", "clan", "card", "covered"}
CHOICE_FIELDS = {"phase", "opening", "selected", "pending", "decisions"}


def assert_same_known(row: Any, drawn: Any, viewer: int) -> None:
    """Nothing that the viewer knows has changed."""
    others_choice = row.player not in (viewer, NOBODY) and row.phase in (2, 3)
    for field in set(row.dtype.names) - HIDDEN_FIELDS - (CHOICE_FIELDS if others_choice else set()):
        assert np.array_equal(row[field], drawn[field]), field
    assert np.array_equal(row.hands[viewer], drawn.hands[viewer])
    assert np.array_equal(row.hands.sum(axis=1), drawn.hands.sum(axis=1))
    assert np.array_equal(row.hands[:, BROWN], drawn.hands[:, BROWN])
    known = (row.known >> viewer & 1) == 1
    assert np.array_equal(row.card[known], drawn.card[known])
    assert np.array_equal(row.card >= 0, drawn.card >= 0)
    assert np.array_equal(row.covered[:, 1:], drawn.covered[:, 1:])
    for seat in range(row.num_players):
        if seat == viewer or row.brown_seen[seat]:
            assert row.clan[seat] == drawn.clan[seat]


def test_every_viewers_redrawn_states_differ(game: Game) -> None:
    rows = game.start(3, seed=2)
    drawn = list(redrawn(game, rows, 1, number=20))
    assert len({row.tobytes() for row in drawn}) == 20
    generators: NDArray[np.int64] = np.array([row.rng for row in drawn])
    assert len(np.unique(generators, axis=0)) == 20
