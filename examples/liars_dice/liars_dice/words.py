"""Liar's Dice for people: what one may see, and what must be true of every state."""

from typing import Any

from baobab.core.game import Game
from baobab.core.record import EVERYTHING, NOBODY
from baobab.core.view import OVER, check_viewer, show_result, show_viewer
from liars_dice.actions import action_name
from liars_dice.state import FACES, NONE, PHASES


def view(game: Game, row: Any, viewer: int | None) -> dict[str, Any]:
    """What `viewer` may see; `showed` is a seat's hand of the last round, `hand` is null where it is hidden."""
    check_viewer(row, viewer)
    seats = [
        {
            "seat": seat,
            "dice": int(row.num_dice[seat]),
            "hand": _faces(row.hands[seat]) if viewer in (seat, EVERYTHING) else None,
            "last_bid": None if row.bids[seat] == NONE else action_name(game, int(row.bids[seat]), row),
            "showed": _faces(row.shown[seat]) or None,
        }
        for seat in range(row.num_players)
    ]
    return {
        "game": game.name,
        "viewer": show_viewer(viewer),
        "player": int(row.player) if row.player >= 0 else None,
        "phase": OVER if row.player == NOBODY else PHASES[row.phase],
        "seats": seats,
        "highest": None if row.bid == NONE else action_name(game, int(row.bid), row),
        "ones_are_wild": "yes" if game.options["wild"] else "no",
        "result": show_result(game, row) if row.player == NOBODY else None,
    }


def check(game: Game, row: Any) -> None:
    """AssertionError where a state breaks an invariant."""
    players = int(row.num_players)
    rolled = row.player >= 0
    for seat, hand in enumerate(row.hands):
        if hand.sum() != (row.num_dice[seat] if rolled else 0) or hand.min() < 0:
            raise AssertionError(f"seat {seat} has not the dice that it has left")
        if not 0 <= row.num_dice[seat] <= (game.options["dice"] if seat < players else 0):
            raise AssertionError(f"seat {seat} has a wrong number of dice")
        if row.num_dice[seat] > 0 and row.outlasted[seat] != (row.num_dice[:players] == 0).sum():
            raise AssertionError(f"seat {seat} has not outlasted those who are out")
    if row.bid != row.bids.max() or (row.bid == NONE) != (row.bidder == NONE) or row.bid != row.bids[row.bidder]:
        raise AssertionError("the highest bid is not its bidder's")
    if row.bid >= max(row.num_dice.sum(), 1) * FACES:
        raise AssertionError("a bid is of more dice than there are")
    if rolled and row.num_dice[row.player] == 0:
        raise AssertionError("somebody plays who is out")


def _faces(hand: Any) -> list[int]:
    return [face + 1 for face in range(FACES) for _ in range(hand[face])]
