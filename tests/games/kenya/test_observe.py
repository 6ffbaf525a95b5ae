"""Every piece of Kenya's observation, and of what is hidden from it, against a slow account of the same state."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.games.kenya import boards
from tests.games.kenya.boards import observe, position
from tests.games.kenya.slow import Laid, SlowKenya, clans_of
from tests.playing import games, play

from baobab.core.game import Game
from baobab.core.record import Rows
from baobab.games.kenya.cards import BROWN, CLANS, KIND_NAMES
from baobab.games.kenya.state import SIDE
from baobab.registry import load_game

pytestmark = pytest.mark.kernels

GREENS = KIND_NAMES[:BROWN]
PHASES = ("draw", "card", "cell", "face", "take", "push")
SEATS, OPPONENTS = 5, 4
Pieces = dict[str, NDArray[np.int64]]

# --- The observation, slowly ------------------------------------------------------------------------------


def by_kind(cards: Counter[str]) -> list[int]:
    """How many green cards there are of each kind."""
    return [cards[card] for card in GREENS]


def hand_kinds(hand: list[str]) -> list[int]:
    """A hand by kind, its brown card last."""
    return [*by_kind(Counter(hand)), sum(card.startswith("brown") for card in hand)]


def one_hot(size: int, place: int | None) -> list[int]:
    """A one at `place`, none at all for None."""
    return [int(entry == place) for entry in range(size)]


def slow_observation(slow: SlowKenya, viewer: int, counts: Counter[str]) -> Pieces:
    """What a seat that forgets nothing knows, but for the pieces of points and of the table."""
    players = len(slow.seats)
    seated = [slow.seats[(viewer + place) % players] for place in range(players)]
    own, mine = seated[0], slow.player == viewer
    remembered = [
        Counter(card for (card, _), times in slow.remembered((viewer + place) % players).items() for _ in range(times))
        for place in range(players)
    ]
    phase = "card" if slow.phase in ("cell", "face") and not mine else slow.phase
    placing = mine and slow.phase in ("cell", "face")
    known = [laid.card for pile in slow.table.values() for laid in pile if viewer in laid.knowers]
    absent = [0] * (SEATS - players)
    kinds = (*GREENS, f"brown:{own.clan}")
    pieces: dict[str, Any] = {
        "phase": one_hot(6, None if slow.player is None else PHASES.index(phase)),
        "turn": one_hot(SEATS, None if slow.player is None else (slow.player - viewer) % players),
        "num_players": one_hot(4, players - 2),
        "clan": one_hot(6, CLANS.index(own.clan)),
        "hand": hand_kinds(own.hand),
        "shown": by_kind(remembered[0]),
        "selected": one_hot(21, kinds.index(slow.chosen) if placing else None),
        "visible": by_kind(Counter(slow.visible)),
        "stock": [len(slow.hidden)],
        "unseen": by_kind(counts - Counter([*slow.visible, *own.hand, *known])),
        "present": [1] * players + absent,
        "hand_size": [len(seat.hand) for seat in seated] + absent,
        "brown_order": [0 if seat.place_of_brown is None else seat.place_of_brown + 1 for seat in seated] + absent,
        "known_clan": [
            one_hot(6, CLANS.index(seat.clan) if seat is own or seat.shown or slow.player is None else None)
            for seat in seated
        ]
        + [[0] * 6 for _ in absent],
        "taken_at": slow_times(slow, viewer),
        "blind_at": [[*(1 + time for time in reversed(seat.blind_left())), 0, 0, 0, 0][:4] for seat in seated]
        + [[0] * 4 for _ in absent],
        "placements": [slow.placed],
        "taken": [by_kind(cards) for cards in remembered[1:]] + [[0] * BROWN for _ in range(SEATS - players)],
        "clan_score": [slow.points(clan) for clan in CLANS],
        "score": [slow.points(own.clan)],
    }
    return {name: np.array(values) for name, values in pieces.items()}


def slow_times(slow: SlowKenya, viewer: int) -> NDArray[np.int64]:
    """When every seat took the pairs that it is known to hold: 1 + the time of the earliest and the latest copy."""
    times = np.zeros((SEATS, 15, 2), np.int64)
    for place in range(len(slow.seats)):
        for card, time in slow.remembered((viewer + place) % len(slow.seats)):
            if "+" in card:
                entry = times[place, GREENS.index(card)]
                entry[:] = min(entry[0] or time + 1, time + 1), max(entry[1], time + 1)
    return times


def slow_secret(slow: SlowKenya, viewer: int, laid: Laid) -> tuple[int, int]:
    """Who placed a Baobab card that not all have seen, and when, as the observation numbers it."""
    if laid.owner is None or len(laid.knowers) == len(slow.seats):
        return 0, 0
    return 1 + (laid.owner - viewer) % len(slow.seats), 1 + laid.time


def plane_cell(row: int, column: int) -> tuple[int, int]:
    """Where a cell lies in the planes: the first card at 9,9 of 18 × 18, around the edges."""
    return (row + 9) % SIDE, (column + 9) % SIDE


def slow_savanna(slow: SlowKenya, viewer: int) -> NDArray[np.int64]:
    """The planes of the table."""
    planes = np.zeros((18, SIDE, SIDE), np.int64)
    for (row, column), pile in slow.table.items():
        cell, top = plane_cell(row, column), pile[-1]
        worth = 2 if top.card.startswith("brown") else 1
        for clan in clans_of(top.card):
            if viewer in top.knowers:
                planes[(CLANS.index(clan), *cell)] = worth if top.up else -worth
        special = {"lion": (6, 1), "elephant": (7, 1), "meerkat": (8, 1), "rhinoceros": (8, 2), "water": (9, 1)}
        if top.card in special:
            plane, value = special[top.card]
            planes[(plane, *cell)] = value
        if not top.up:
            planes[(10, *cell)] = worth
            planes[(16, *cell)], planes[(17, *cell)] = slow_secret(slow, viewer, top)
    for row, column in slow.frontier():
        cell = plane_cell(row, column)
        planes[(11, *cell)] = 1
        for plane, card in ((12, "water"), (13, "lion"), (14, "elephant")):
            planes[(plane, *cell)] = slow.near((row, column), card)
    if slow.player is not None and (slow.phase == "push" or (slow.phase == "face" and slow.player == viewer)):
        planes[(15, *plane_cell(*slow.spot))] = 1
    return planes


def slow_covered(slow: SlowKenya, viewer: int) -> list[tuple[int, ...]]:
    """Row, column and the ten entries of every covered card, sorted."""
    found = []
    for cell, pile in slow.table.items():
        for laid in pile[:-1]:
            worth = 2 if laid.card.startswith("brown") else 1
            clans = [worth if viewer in laid.knowers and clan in clans_of(laid.card) else 0 for clan in CLANS]
            at = [axis - 9 for axis in plane_cell(*cell)]
            found.append((*at, worth, 1 if laid.up else -1, *clans, *slow_secret(slow, viewer, laid)))
    return sorted(found)


def exact_weights(slow: SlowKenya, viewer: int) -> list[float]:
    """What a point of each clan is worth to the viewer's expected margin, in 1/60."""
    others = [seat for number, seat in enumerate(slow.seats) if number != viewer]
    shown = [seat.clan for seat in others if seat.shown or slow.player is None]
    own = slow.seats[viewer].clan
    free = 6 - 1 - len(shown)
    weights = []
    for clan in CLANS:
        if clan == own:
            weights.append(60.0)
        elif clan in shown:
            weights.append(-60 / len(others))
        else:
            weights.append(-60 / len(others) * (len(others) - len(shown)) / free)
    return weights


# --- Walks through random games ---------------------------------------------------------------------------

FEWER = dict.fromkeys(("zebra+gazelle", "zebra+giraffe", "zebra+baboon", "gazelle+baboon", "warthog+baboon"), 0)
CASES: dict[str, dict[str, Any]] = {
    "default": {},
    "brown animals, busy": {"brown_cards": "player_animal", "cards": {"lion": 11, "elephant": 6, "water": 4, **FEWER}},
    "narrow": {"table": 9},
}


def walks(game: Game, *, number: int, share: float) -> Iterator[tuple[Rows, SlowKenya, random.Random]]:
    """Some states of random games, in every phase, and the end of each."""
    for seed in range(number):
        rng = random.Random(seed)
        rows = game.start(2 + seed % 4, seed=100 + seed)
        slow = boards.slow_twin(game, rows)
        while slow.player is not None:
            if rng.random() < share:
                yield rows, slow, rng
            name = rng.choice(sorted(slow.legal()))
            slow.apply(name)
            game.kernels.apply_many(game.params, rows, np.array([game.parse_action(name, rows[0])], np.int32))
        yield rows, slow, rng


def deck_of(game: Game) -> Counter[str]:
    """The green cards of a game."""
    return Counter({card: int(count) for card, count in zip(GREENS, game.params[0].counts, strict=False)})


@pytest.mark.parametrize("name", CASES)
def test_every_piece_tells_what_a_seat_that_forgets_nothing_knows(name: str) -> None:
    game = load_game("kenya", **CASES[name])
    counts = deck_of(game)
    for rows, slow, _ in walks(game, number=games(8, small=1), share=games(10, small=2) / 40):
        for viewer in range(len(slow.seats)):
            flat = observe(game, rows, viewer)
            assert (flat >= game.observation.low).all()
            assert (flat <= game.observation.high).all()
            pieces = game.observation.split(flat)
            for piece, expected in slow_observation(slow, viewer, counts).items():
                assert pieces.pop(piece).tolist() == expected.tolist(), piece
            check_points(slow, viewer, pieces)
            check_table(slow, viewer, pieces)
            assert pieces == {}


def check_points(slow: SlowKenya, viewer: int, pieces: dict[str, NDArray[Any]]) -> None:
    """The pieces of the expected margin, which are taken out."""
    weights = pieces.pop("clan_weight")
    assert np.abs(weights - np.array(exact_weights(slow, viewer))).max() < 1
    points = [slow.points(clan) for clan in CLANS]
    margin = sum(int(weight) * amount for weight, amount in zip(weights, points, strict=True)) / 60
    assert abs(pieces.pop("margin")[0] - 2 * margin) < 1


def check_table(slow: SlowKenya, viewer: int, pieces: dict[str, NDArray[Any]]) -> None:
    """The planes and the covered cards, which are taken out."""
    assert np.array_equal(pieces.pop("savanna"), slow_savanna(slow, viewer))
    entries = np.concatenate([pieces.pop("covered_at"), pieces.pop("covered")], axis=1)
    expected = slow_covered(slow, viewer)
    assert sorted(tuple(entry) for entry in entries[: len(expected)].tolist()) == expected
    assert not entries[len(expected) :].any()
    for cell, pile in slow.table.items():
        order = [
            entry[3] for entry in entries[: len(expected)].tolist() if (entry[0] + 9, entry[1] + 9) == plane_cell(*cell)
        ]
        assert order == [1 if laid.up else -1 for laid in pile[:-1]]


@pytest.mark.parametrize("name", CASES)
def test_what_is_hidden_is_all_that_the_observation_leaves_out(name: str) -> None:
    game = load_game("kenya", **CASES[name])
    for rows, slow, _ in walks(game, number=games(4, small=1), share=0.1):
        for viewer in range(len(slow.seats)):
            out = np.zeros((1, game.hidden.size), game.hidden.dtype)
            game.kernels.encode_state_many(game.params, rows, np.array([viewer], np.int8), out)
            assert (out[0] >= game.hidden.low).all()
            assert (out[0] <= game.hidden.high).all()
            pieces = game.hidden.split(out[0])
            for piece, expected in slow_hidden(slow, viewer).items():
                assert np.array_equal(pieces.pop(piece), expected), piece
            assert pieces == {}


def slow_under_covered(slow: SlowKenya) -> list[list[int]]:
    """The clans under the covered Baobab cards, in the order in which they were covered."""
    entries = []
    for laid in slow.covered:
        worth = 0 if laid.up else 2 if laid.card.startswith("brown") else 1
        entries.append([worth if clan in clans_of(laid.card) else 0 for clan in CLANS])
    return entries + [[0] * 6 for _ in range(4 - len(entries))]


def slow_hidden(slow: SlowKenya, viewer: int) -> Pieces:
    """The pieces for a critic that sees all."""
    players = len(slow.seats)
    seated = [slow.seats[(viewer + place) % players] for place in range(players)]
    absent = SEATS - players
    under = np.zeros((6, SIDE, SIDE), np.int64)
    for (row, column), pile in slow.table.items():
        for clan in [] if pile[-1].up else clans_of(pile[-1].card):
            worth = 2 if pile[-1].card.startswith("brown") else 1
            under[(CLANS.index(clan), *plane_cell(row, column))] = worth
    following = [one_hot(BROWN, GREENS.index(card)) for card in slow.hidden[:4]]
    pieces: dict[str, Any] = {
        "scores": [slow.points(seat.clan) for seat in seated] + [0] * absent,
        "clans": [one_hot(6, CLANS.index(seat.clan)) for seat in seated] + [[0] * 6] * absent,
        "hands": [hand_kinds(seat.hand) for seat in seated[1:]] + [[0] * 21] * absent,
        "next": following + [[0] * BROWN] * (4 - len(following)),
        "stock": by_kind(Counter(slow.hidden)),
        "under_covered": slow_under_covered(slow),
        "under": under,
    }
    return {name: np.array(values) for name, values in pieces.items()}


# --- What another has in mind -----------------------------------------------------------------------------


def test_the_choice_of_a_card_and_a_cell_is_not_seen_before_the_card_lies(game: Game) -> None:
    rows = position(
        game, "0,0 lion\n-1,1 elephant", hands=["water", "lion zebra+giraffe"], visible="water water water", player=1
    )
    play(game, rows, "draw water")
    before = observe(game, rows, 0)
    play(game, rows, "card zebra+giraffe")
    assert (observe(game, rows, 0) == before).all()
    play(game, rows, "cell 0,1")
    assert (observe(game, rows, 0) == before).all()
    assert (observe(game, rows, 1) != before).any()
    play(game, rows, "face baobab")
    assert (observe(game, rows, 0) != before).any()


def test_a_hidden_card_looks_the_same_whatever_it_is(game: Game) -> None:
    seen = []
    for card in ("zebra+giraffe", "warthog+gazelle"):
        rows = position(game, f"0,0 lion\n0,1 {card} baobab 1", hands=["water lion", "lion"])
        rows[0].hands[1, KIND_NAMES.index("lion")] = 0
        rows[0].hands[1, KIND_NAMES.index("meerkat" if card[0] == "z" else "water")] = 1
        seen.append(observe(game, rows, 0))
    assert (seen[0] == seen[1]).all()


def test_the_back_of_a_hidden_brown_card_is_seen_and_its_clan_is_not(animals: Game) -> None:
    seen = []
    for clan in ("wildebeest", "baboon"):
        rows = position(animals, f"0,0 lion\n0,1 brown:{clan} baobab", clans=["zebra", clan], hands=["water", "lion"])
        seen.append(observe(animals, rows, 0))
    assert (seen[0] == seen[1]).all()
    green = position(animals, "0,0 lion\n0,1 zebra+giraffe baobab 1", hands=["water", "lion"])
    planes = [animals.observation.split(flat)["savanna"] for flat in (seen[0], observe(animals, green, 0))]
    assert not np.array_equal(planes[0], planes[1])


def test_at_the_end_everybody_knows_every_clan(game: Game) -> None:
    rows = position(game, "0,0 meerkat", clans=["zebra", "giraffe", "baboon"], hands=["", "lion", "lion"])
    play(game, rows, "card brown", "cell 0,1")
    for viewer in range(3):
        pieces = game.observation.split(observe(game, rows, viewer))
        assert pieces["known_clan"][:3].argmax(axis=1).tolist() == [
            [0, 4, 5][(viewer + place) % 3] for place in range(3)
        ]
        assert pieces["known_clan"].sum() == 3


def test_two_histories_that_differ_only_in_when_a_card_was_drawn_blind_look_different(game: Game) -> None:
    seen = []
    for time in (1, 3):
        table = "0,0 lion\n0,1 zebra+giraffe baobab 1\n0,2 meerkat"
        rows = position(game, table, hands=["water", "lion water"], taken=[(1, "blind", time)])
        seen.append(game.observation.split(observe(game, rows, 0)))
    assert [pieces["blind_at"][1].tolist() for pieces in seen] == [[2, 0, 0, 0], [4, 0, 0, 0]]
