"""What a seat of Kenya does not know: hands, the hidden stock, secret clans, cards that others laid face Baobab.

Draws, cells, takes and pushes that are legal are public; the card to place is any of the hand.
"""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tests.contract.hidden import Exchange, Numbers, evenly, next_seat, of_seat

from baobab.games.kenya.actions import CARD
from baobab.games.kenya.cards import NUM_GREENS, NUM_PAIRS
from baobab.games.kenya.state import BAOBAB, CHOOSING, HAND_KINDS

KINDS = np.arange(NUM_GREENS)


def clan(rows: Any, viewers: NDArray[np.int8]) -> Numbers:
    """The clan of the next seat."""
    return of_seat(rows["clan"], next_seat(rows, viewers))


def pairs(rows: Any, viewers: NDArray[np.int8]) -> Numbers:
    """The Player Animal cards in the next seat's hand."""
    numbers: Numbers = of_seat(rows["hands"], next_seat(rows, viewers))[:, :NUM_PAIRS].sum(axis=1)
    return numbers


def kinds(rows: Any, viewers: NDArray[np.int8]) -> Numbers:
    """The sum of the kinds in the next seat's hand."""
    numbers: Numbers = of_seat(rows["hands"], next_seat(rows, viewers))[:, :NUM_GREENS].astype(int) @ KINDS
    return numbers


def next_card(rows: Any, viewers: NDArray[np.int8]) -> Numbers:
    """The next card of the hidden stock."""
    numbers: Numbers = rows["stock"][np.arange(len(rows)), np.minimum(rows["stock_next"], rows["stock_end"] - 1)]
    return numbers


def covered_kinds(rows: Any, viewers: NDArray[np.int8]) -> Numbers:
    """The sum of the kinds that others have laid face Baobab."""
    others = (rows["face"] == BAOBAB) & (rows["card"] >= 0) & (rows["owner"] != viewers[:, None])
    numbers: Numbers = (rows["card"] * others).sum(axis=1)
    return numbers


STATISTICS = {
    "clan": clan,
    "animals in hand": pairs,
    "kinds in hand": kinds,
    "next of the stock": next_card,
    "kinds under Baobab": covered_kinds,
}


def weights(rows: Any, mask: NDArray[np.int8]) -> NDArray[np.float64]:
    """Any legal action, but any card of the hand: a kind as often as it is there."""
    shares = evenly(mask)
    choosing = np.flatnonzero(rows["phase"] == CHOOSING)
    held = rows["hands"][choosing, rows["player"][choosing]]
    shares[choosing] = 0
    shares[choosing[:, None], CARD + np.arange(HAND_KINDS)] = held / held.sum(axis=1, keepdims=True)
    return shares


def goes_on(before: Any, after: Any) -> NDArray[np.bool_]:
    """As long as all cards that were taken in public stay unseen: one that shows may be another of its kind."""
    going: NDArray[np.bool_] = after["num_taken"] >= before["num_taken"]
    return going


def exchanges(record: Mapping[str, Any], viewer: int, chooser: Random) -> Iterator[Exchange]:
    """Two cards of the others' hands, the hidden stock and the browns exchanged; of moves what only others know."""
    setup = record["setup"]
    others = [seat for seat in range(record["players"]) if seat != viewer]
    places: list[tuple[Any, ...]] = [("hands", seat, place) for seat in others for place in range(3)]
    places += [("hidden", place) for place in range(len(setup["hidden"]))]
    for number in range(60):
        moves = list(record["moves"])
        brown, hidden = list(setup["brown"]), list(setup["hidden"])
        hands = [list(hand) for hand in setup["hands"]]
        if len(others) > 1 and number % 10 == 0:
            one, other = chooser.sample(others, 2)
            brown[one], brown[other] = brown[other], brown[one]
        else:
            held = {"hands": hands, "hidden": hidden}
            (first, at), (second, there) = (_holder(held, place) for place in chooser.sample(places, 2))
            first[at], second[there] = second[there], first[at]
            moves = [_renamed(move, viewer, (first[at], second[there]), chooser) for move in moves]
        yield {**setup, "brown": brown, "hands": hands, "hidden": hidden}, moves


def _renamed(move: dict[str, Any], viewer: int, names: tuple[str, str], chooser: Random) -> dict[str, Any]:
    """A move of another seat that does not show its card, perhaps with the other of two names."""
    key = "place" if move.get("face") == "baobab" else "card" if move.get("meerkat") == "hidden" else None
    if key is None or move["seat"] == viewer or move[key] not in names or chooser.random() < 0.5:
        return move
    return {**move, key: names[1 - names.index(move[key])]}


def knows(row: Any, viewer: int) -> Any:
    """Its hand and clan, the visible stock, and the cards that it has seen where they lie now."""
    lying = np.where(row.known >> viewer & 1, row.card, -1).tolist()
    covered = [int(line[0]) for line in row.covered[: row.num_covered] if line[2] >> viewer & 1]
    return row.hands[viewer].tolist(), row.visible.tolist(), int(row.clan[viewer]), lying, covered


def _holder(held: Mapping[str, Any], place: tuple[Any, ...]) -> tuple[list[str], int]:
    holder = held[place[0]]
    for key in place[1:-1]:
        holder = holder[key]
    return holder, place[-1]
