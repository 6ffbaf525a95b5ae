"""What one seat may see of a game of Nimalia, as JSON in the game's own words, and the rules of its decision.

Cards and objectives have their printed numbers. Squares lie at `[row, column]` of the box, whose top-left square is
`[0, 0]`, as in the names of actions; rounds and steps count from 1.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from baobab.core.record import EVERYTHING, NOBODY
from baobab.core.view import OVER, check_viewer, explain_phase, show_result, show_viewer
from baobab.games.nimalia.actions import split_action
from baobab.games.nimalia.cards import (
    BIOMES,
    NUM_CARDS,
    NUM_SQUARES,
    RIVERS,
    SPECIES,
    kind_biome,
    kind_river,
    kind_species,
)
from baobab.games.nimalia.determinize import find_unseen, knows_hand
from baobab.games.nimalia.objectives import COLOURS, NUM_COLOURS, NUM_ROUNDS, OBJECTIVES, RED
from baobab.games.nimalia.rules import direction, hand_size
from baobab.games.nimalia.scoring import COUNTED, largest_species
from baobab.games.nimalia.state import EMPTY, HAND_CARDS, PHASES, SIDE

if TYPE_CHECKING:
    from baobab.core.game import Game


def view(game: "Game", row: Any, viewer: int | None) -> dict[str, Any]:
    """What `viewer` may see: a seat, None for a spectator (public things alone) or EVERYTHING.

    A seat's `hand` is null where the viewer does not know it (a hand that the viewer has passed on in this round is
    known), its `choice` of this step null unless it is the viewer's own, made already. All choose at the same time, so
    `player` is the viewer who has still to choose, or null: nobody is shown who else has chosen. `values` are the
    points that each objective would give now; `counted` is what a red one compares. `unseen` are the cards that the
    viewer has not seen. ValueError on any other viewer.
    """
    check_viewer(row, viewer)
    over = bool(row.player == NOBODY)
    everything = viewer == EVERYTHING
    return {
        "game": game.name,
        "viewer": show_viewer(viewer),
        "player": _asked(row, viewer),
        "phase": OVER if over else PHASES[row.phase],
        "round": int(row.round_index) + 1,
        "step": HAND_CARDS if over else int(row.step) + 1,
        "passing": "left" if direction(row) == 1 else "right",
        "objectives": [_objective(game, row, colour) for colour in range(NUM_COLOURS)],
        "seats": [_seat(row, seat, viewer) for seat in range(row.num_players)],
        "played": [card + 1 for card in range(NUM_CARDS) if int(row.played) >> card & 1],
        "unseen": None if everything else _unseen(row, viewer),
        "deck": _deck(row) if everything else None,
        "rounds": _rounds(game, row, over=over),
        "result": show_result(game, row) if over else None,
    }


def explain(game: "Game", phase: int) -> str:
    """The rules of a decision, for the player who is asked it, in lines for a terminal."""
    del game
    return explain_phase(EXPLANATIONS, phase)


EXPLANATIONS = {
    PHASES.index("place"): """
        Choose a card of your hand and where it lies in your reserve, turned as you like; the others choose at the same
        time and see it when all have chosen. It must cover at least one square that lies there, on top of whatever it
        covers, and the reserve must fit into 6 rows and 6 columns (your first card lies anywhere). A place is the row
        and column of the card's top-left square; −1 lets the reserve grow at the top or on the left. A quarter turn
        goes clockwise. The other cards of your hand go to your neighbour. Only squares on top count for the
        objectives, which are scored after each round as their signs tell.
    """,
}
"""The rules of the one phase in a few sentences."""


# --- Parts ------------------------------------------------------------------------------------------------


def card_squares(game: "Game", card: int, turns: int) -> list[dict[str, Any]]:
    """The four squares of a card (by number, from 1) that is turned so, each at its place in the card."""
    kinds = game.params[0].square[card - 1, turns]
    return [square_of(int(kinds[square]), square // 2, square % 2) for square in range(NUM_SQUARES)]


def square_of(kind: int, row: int, column: int) -> dict[str, Any]:
    """A square in words."""
    river = kind_river(kind)
    return {
        "at": [row, column],
        "species": SPECIES[kind_species(kind)],
        "biome": BIOMES[kind_biome(kind)],
        "river": None if river is None else RIVERS[river],
    }


def _objective(game: "Game", row: Any, colour: int) -> dict[str, Any]:
    face, params = int(row.objectives[colour]), game.params[0]
    over = row.player == NOBODY
    return {
        "number": face + 1,
        "colour": COLOURS[colour],
        "leaves": OBJECTIVES[face].leaves,
        "text": OBJECTIVES[face].text,
        "now": bool(params.now[row.round_index, colour]) and not over,
        "later": 0 if over else int(params.later[row.round_index, colour]),
    }


def _asked(row: Any, viewer: int | None) -> int | None:
    """The seat to choose, as far as `viewer` may see who has chosen already."""
    if row.player == NOBODY or viewer is None:
        return None
    if viewer == EVERYTHING:
        return int(row.player)
    return viewer if row.chosen[viewer] == EMPTY else None


def _seat(row: Any, seat: int, viewer: int | None) -> dict[str, Any]:
    own = viewer in (seat, EVERYTHING)
    known = own or (viewer is not None and bool(knows_hand(row, viewer, seat)))
    hand = [int(card) + 1 for card in row.hands[seat, : hand_size(row)]]
    chosen = bool(row.chosen[seat] != EMPTY)
    counted = COUNTED.get(int(row.objectives[RED]), ())
    return {
        "seat": seat,
        "score": int(row.scores[seat]),
        "choice": _choice(row, seat) if own and chosen else None,
        "hand_size": len(hand),
        "hand": hand if known else None,
        "reserve": [
            square_of(kind, *divmod(cell, SIDE)) for cell, kind in enumerate(row.cells[seat].tolist()) if kind != EMPTY
        ],
        "box": row.box[seat].tolist(),
        "origin": row.origin[seat].tolist(),
        "values": {colour: int(points) for colour, points in zip(COLOURS, row.values[seat], strict=True)},
        "counted": {what: int(row.counts[seat, which]) for which, what in enumerate(counted)},
        "largest_species": int(largest_species(row.boards[seat])),  # decides ties
    }


def _choice(row: Any, seat: int) -> dict[str, Any]:
    slot, turns, down, across = split_action(int(row.chosen[seat]))
    return {"card": int(row.hands[seat, slot]) + 1, "turns": turns, "at": [down, across]}


def _unseen(row: Any, viewer: int | None) -> list[int]:
    if viewer is None:
        return [card + 1 for card in range(NUM_CARDS) if not int(row.played) >> card & 1]
    cards = np.empty(NUM_CARDS, np.int8)
    return [int(card) + 1 for card in cards[: find_unseen(row, viewer, cards)]]


def _deck(row: Any) -> list[list[list[int]]]:
    """The hands of the later rounds, by round and seat."""
    players = int(row.num_players)
    rounds = range(int(row.round_index) + 1, NUM_ROUNDS)
    starts = [[(number * players + seat) * HAND_CARDS for seat in range(players)] for number in rounds]
    return [[(row.deck[at : at + HAND_CARDS] + 1).tolist() for at in seats] for seats in starts]


def _rounds(game: "Game", row: Any, *, over: bool) -> list[dict[str, Any]]:
    """What the rounds that are over gave: points of every scored objective before the floor, totals after it."""
    players = range(int(row.num_players))
    made = []
    for number in range(int(row.round_index) + over):
        count = int(game.params[0].num_scored[number])
        made.append(
            {
                "scored": [COLOURS[colour] for colour in game.params[0].scored[number, :count]],
                "points": [row.points[number, seat, :count].tolist() for seat in players],
                "totals": [int(row.totals[number, seat]) for seat in players],
            }
        )
    return made
