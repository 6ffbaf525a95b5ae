"""What one seat may see of a game of Kenya, as JSON in the game's own words, and the rules of each decision.

Cards are named as records name them, cells are `[row, column]` with the first card at `[0, 0]` and rows downwards.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from baobab.core.record import EVERYTHING, NOBODY
from baobab.core.view import OVER, check_viewer, explain_phase, show_result, show_viewer
from baobab.games.kenya.actions import cell_at
from baobab.games.kenya.cards import BROWN, CLANS, KIND_NAMES, NUM_GREENS, NUM_PAIRS
from baobab.games.kenya.state import (
    ALL_SEATS,
    BAOBAB,
    CHOOSING,
    DRAWING,
    DRAWN_BLIND,
    EMPTY,
    FACING,
    HAND_KINDS,
    PHASES,
    PLACING,
    PUSHING,
    TAKING,
)

if TYPE_CHECKING:
    from baobab.core.game import Game

UNKNOWN_ANIMAL = "animal"
"""A Player Animal card that the viewer has not seen, under its Baobab."""
UNKNOWN_BROWN = "brown"
"""A brown card that the viewer has not seen: its back tells that it is brown, not whose clan it is."""


def view(game: "Game", row: Any, viewer: int | None) -> dict[str, Any]:
    """What `viewer` may see: a seat, None for a spectator (public things alone) or EVERYTHING.

    `phase` is one of the game's phases or "over"; another seat's choice of card, cell and face all read "card".
    A card on the savanna has `at`, `card` ("animal" or "brown" where the viewer does not know it), `seat` (who placed
    it; null for the first), and for Player Animal cards `face`; `under` lists what it covers, from the top down.
    `placed_before` counts the cards that were placed before it.
    Of a seat, `taken` are the cards that all saw it take and nobody has seen since: in its hand, or under a Baobab
    that it placed later; `taken_after` says how many cards had been placed at each of these takes, `blind_after` the
    same of the cards that it drew blind and that have not been seen since, or may not have been; `hand`, `clan` and
    `points` are null where the viewer does not know them. `unseen` counts the green cards that the viewer has seen
    nowhere yet. ValueError on any other viewer.
    """
    check_viewer(row, viewer)
    over = bool(row.player == NOBODY)
    everything = viewer == EVERYTHING
    private = everything or viewer == row.player  # what the seat to move has chosen but not yet done
    selected = int(row.selected)
    return {
        "game": game.name,
        "viewer": show_viewer(viewer),
        "player": None if over else int(row.player),
        "phase": OVER if over else PHASES[CHOOSING if _secret_choice(row) and not private else row.phase],
        "placed": int(row.placements),
        "seats": [_seat(row, seat, viewer) for seat in range(row.num_players)],
        "clan_points": {clan: int(points) for clan, points in zip(CLANS, row.clan_score, strict=True)},
        "visible": _names(row.visible),
        "hidden": int(row.stock_end - row.stock_next),
        "stock": [KIND_NAMES[kind] for kind in row.stock[row.stock_next : row.stock_end]] if everything else None,
        "unseen": None if everything else _unseen(game, row, viewer),
        "savanna": _savanna(game, row, viewer),
        "open": sorted(_at(row, cell) for cell in row.frontier[: row.num_frontier]),
        "selected": _hand_name(row, int(row.player), selected) if private and selected != EMPTY else None,
        "pending": _at(row, row.pending) if row.pending != EMPTY and (private or row.phase == PUSHING) else None,
        "last": _last(row),
        "result": show_result(game, row) if over else None,
    }


def explain(game: "Game", phase: int) -> str:
    """The rules of a decision, for the player who is asked it, in lines for a terminal."""
    more = BROWN_RULES[game.options["brown_cards"]] if phase in (PLACING, PUSHING) else ""
    return explain_phase(EXPLANATIONS, phase, more=more)


def clans_shown(card: str) -> tuple[str, ...]:
    """The two clans that a card shows by its name (a brown card the same twice); none for others."""
    if card.startswith("brown:"):
        return (card.partition(":")[2],) * 2
    return tuple(card.split("+")) if "+" in card else ()


EXPLANATIONS = {
    DRAWING: """
        Take one of the visible cards into your hand; everybody sees which. Afterwards you place one card of your hand.
        The visible stock is filled up to three again when your turn is over.
    """,
    CHOOSING: """
        Choose the hand card that you place this turn. An animal card counts 1 point for each of its two clans while it
        lies face up, your brown card 2 points for your own; beside a water hole they count double. A lion turns the
        animal cards beside it to their Baobab, where they count nothing; an elephant turns them back; a rhinoceros
        moves one animal card beside it a cell away; a meerkat takes one more card. The game ends when the player whose
        turn it is has placed their last card.
    """,
    PLACING: """
        Place the card on an empty cell beside a card of the savanna; cells that touch at a corner are not beside each
        other. An animal card beside a lion and no elephant lies with its Baobab up; beside both you choose; else it
        lies face up. Lions and elephants act on the cards beside them when they are placed, and not later.
    """,
    FACING: """
        The card lies beside a lion and an elephant, so you choose how. Face up it counts for its two clans. With its
        Baobab up it counts for nobody and only you know what it is; an elephant that is placed beside it turns it up.
    """,
    TAKING: """
        The meerkat takes one more card: one of the visible ones, which have not been refilled yet, or the next of the
        hidden stock, which the others do not see.
    """,
    PUSHING: """
        The rhinoceros moves one animal card beside it straight away from it by one cell, onto an empty cell or onto
        another animal card. A covered card counts nothing until the card on it leaves; the moved card keeps its face.
        You choose which one, but one must go.
    """,
}
"""The rules of each phase in a few sentences."""

BROWN_RULES = {
    "apart": "Brown cards are no animal cards.",
    "player_animal": "In this game brown cards are animal cards too.",
}


# --- Parts ------------------------------------------------------------------------------------------------


def _seat(row: Any, seat: int, viewer: int | None) -> dict[str, Any]:
    own = viewer in (seat, EVERYTHING)
    clan = int(row.clan[seat])
    clan_known = own or row.brown_seen[seat] == 1 or row.player == NOBODY  # at the end all show their brown card
    order = int(row.brown_order[seat])
    takes = [
        (int(row.taken_kind[entry]), int(row.taken_time[entry]))
        for entry in range(row.num_taken)
        if row.taken_seat[entry] == seat
    ]
    in_sight = sorted(take for take in takes if take[0] != DRAWN_BLIND)
    return {
        "seat": seat,
        "clan": CLANS[clan] if clan_known else None,
        "points": int(row.clan_score[clan]) if clan_known else None,
        "hand_size": int(row.hand_size[seat]),
        "hand": _hand(row, seat) if own else None,
        "taken": [KIND_NAMES[kind] for kind, _ in in_sight],
        "taken_after": [time for _, time in in_sight],
        "blind_after": [time for kind, time in takes if kind == DRAWN_BLIND],
        "brown_place": None if order == EMPTY else order + 1,  # 1: the first brown card placed, which wins ties
    }


def _hand(row: Any, seat: int) -> list[str]:
    return [_hand_name(row, seat, kind) for kind in range(HAND_KINDS) for _ in range(row.hands[seat, kind])]


def _hand_name(row: Any, seat: int, kind: int) -> str:
    return KIND_NAMES[BROWN + row.clan[seat] if kind == BROWN else kind]


def _names(counts: Any) -> list[str]:
    return [KIND_NAMES[kind] for kind, count in enumerate(counts) for _ in range(count)]


def _savanna(game: "Game", row: Any, viewer: int | None) -> list[dict[str, Any]]:
    """The top cards row by row, each with what lies under it."""
    cards = []
    for cell in sorted(row.occupied[: row.num_occupied].tolist(), key=lambda cell: _at(row, cell)):
        top = (row.card[cell], row.face[cell], row.known[cell], row.owner[cell], row.laid[cell])
        covered = [row.covered[entry] for entry in range(row.num_covered) if row.covered_cell[entry] == cell]
        under = [_lying(game, *entry, viewer=viewer) for entry in reversed(covered)]
        cards.append({"at": _at(row, cell), **_lying(game, *top, viewer=viewer), "under": under})
    return cards


def _lying(
    game: "Game", card: int, face: int, known: int, owner: int, laid: int, *, viewer: int | None
) -> dict[str, Any]:
    """A card as it lies: its name as far as the viewer knows it, its face where it has two, who placed it and when."""
    shown: dict[str, Any] = {"card": KIND_NAMES[card]}
    if not _knows(known, viewer):
        shown["card"] = UNKNOWN_BROWN if card >= BROWN else UNKNOWN_ANIMAL
    if card < NUM_PAIRS or (card >= BROWN and game.options["brown_cards"] == "player_animal"):
        shown["face"] = "baobab" if face == BAOBAB else "up"
    shown["seat"] = None if owner == EMPTY else int(owner)
    shown["placed_before"] = int(laid)
    return shown


def _knows(known: int, viewer: int | None) -> bool:
    """Whether `viewer` knows a card with this bit per seat."""
    if viewer is None:
        return bool(known == ALL_SEATS)
    return viewer == EVERYTHING or bool(known >> viewer & 1)


def _unseen(game: "Game", row: Any, viewer: int | None) -> dict[str, int]:
    """The green cards that the viewer has seen nowhere yet, by name; kinds that are all seen are left out."""
    counts = game.params[0].counts[:NUM_GREENS].astype(np.int64) - row.visible
    if viewer is not None:
        counts -= row.hands[viewer, :NUM_GREENS]
    lying = [(row.card[cell], row.known[cell]) for cell in row.occupied[: row.num_occupied]]
    lying += [(entry[0], entry[2]) for entry in row.covered[: row.num_covered]]
    for card, known in lying:
        if card < BROWN and _knows(known, viewer):
            counts[card] -= 1
    for seat, card in zip(row.taken_seat[: row.num_taken], row.taken_kind, strict=False):
        # The viewer's own are in its hand, or known to it on the savanna.
        if seat != viewer and card != DRAWN_BLIND:
            counts[card] -= 1
    return {KIND_NAMES[kind]: int(count) for kind, count in enumerate(counts) if count}


def _last(row: Any) -> list[int] | None:
    """Where the card that was placed last lies; None before the first placement."""
    for cell in row.occupied[: row.num_occupied]:
        if row.owner[cell] != EMPTY and row.laid[cell] == row.placements - 1:
            return _at(row, cell)
    return None


def _secret_choice(row: Any) -> bool:
    """Whether the seat to move has a card, or a card and a cell, in mind."""
    return bool(row.phase in (PLACING, FACING))


def _at(row: Any, cell: int) -> list[int]:
    return list(cell_at(cell, row))
