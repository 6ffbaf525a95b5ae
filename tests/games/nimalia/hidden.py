"""What a seat of Nimalia does not know: hands that it has not held, the deck, and what others have just chosen.

How many placements are legal is public. The card of a placement is any of the hand.
"""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tests.contract.hidden import Exchange, Numbers, evenly, next_seat, of_seat

from baobab.games.nimalia.state import EMPTY


def lowest_card(rows: Any, viewers: NDArray[np.int8]) -> Numbers:
    """The lowest card of the next seat's hand."""
    numbers: Numbers = of_seat(rows["hands"], next_seat(rows, viewers))[:, 0]
    return numbers


def card_sum(rows: Any, viewers: NDArray[np.int8]) -> Numbers:
    """The sum of the numbers in the hand of the seat before."""
    numbers: Numbers = of_seat(rows["hands"], (viewers - 1) % rows["num_players"]).sum(axis=1)
    return numbers


def next_deal(rows: Any, viewers: NDArray[np.int8]) -> Numbers:
    """The lowest card that the viewer is dealt in the next round."""
    players = rows["num_players"].astype(int)
    first = 3 * (players * (rows["round_index"] + 1) + viewers)
    numbers: Numbers = rows["deck"][np.arange(len(rows))[:, None], first[:, None] + np.arange(3)].min(axis=1)
    return numbers


def pending_place(rows: Any, viewers: NDArray[np.int8]) -> Numbers:
    """What the first seat has chosen in this step, if the viewer is another."""
    numbers: Numbers = np.where(viewers == 0, EMPTY, rows["chosen"][:, 0])
    return numbers


STATISTICS = {
    "lowest card": lowest_card,
    "sum of the cards": card_sum,
    "next deal": next_deal,
    "pending choice": pending_place,
}


def weights(rows: Any, mask: NDArray[np.int8]) -> NDArray[np.float64]:
    """Any legal action: their number depends on the size of the hand and on the reserve, the card is any."""
    return evenly(mask)


def goes_on(before: Any, after: Any) -> NDArray[np.bool_]:
    """Always."""
    return np.ones(len(after), np.bool_)


def exchanges(record: Mapping[str, Any], viewer: int, chooser: Random) -> Iterator[Exchange]:
    """Two cards that no move has named exchanged, and others turned that wait to be placed."""
    moves = list(record["moves"])
    waiting = len(moves) % int(record["players"])
    named = {move["card"] for move in moves}
    places = [
        (number, seat, place)
        for number, hands in enumerate(record["setup"]["hands"])
        for seat, hand in enumerate(hands)
        for place, card in enumerate(hand)
        if card not in named
    ]
    for _ in range(30):
        one, other = chooser.sample(places, 2)
        hands = [[list(hand) for hand in dealt] for dealt in record["setup"]["hands"]]
        (a, b, c), (d, e, f) = one, other
        hands[a][b][c], hands[d][e][f] = hands[d][e][f], hands[a][b][c]
        turned = [
            {**move, "turns": chooser.randrange(4)} if move["seat"] != viewer else move
            for move in moves[len(moves) - waiting :]
        ]
        yield {**record["setup"], "hands": hands}, moves[: len(moves) - waiting] + turned


def knows(row: Any, viewer: int) -> Any:
    """Its hand, and what it has chosen."""
    return row.hands[viewer].tolist(), int(row.chosen[viewer])
