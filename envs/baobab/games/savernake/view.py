"""What one seat may see of a game of Savernake, as JSON in the game's own words, and the rules of each decision.

Cards are numbered as in the tables: paths 0–44, animals 0–18. Cells are `[row, column]` of the box of a forest, whose
north-west corner is `[0, 0]`, as in the names of actions; rounds count from 1.
"""

from typing import TYPE_CHECKING, Any

from baobab.core.record import EVERYTHING, NOBODY
from baobab.core.view import OVER, check_viewer, explain_phase, show_result, show_viewer
from baobab.games.savernake.cards import (
    DOUBLE,
    FIRST_ANIMAL,
    FOODS,
    MENTORS,
    NUM_ANIMALS,
    NUM_PATHS,
    SHAPES,
    SIDES,
    standard_tables,
)
from baobab.games.savernake.scoring import first_in_ties
from baobab.games.savernake.state import (
    BEASTS,
    BURROW_PLANE,
    BURROWING,
    DROP_PLANES,
    DROPPING,
    EMPTY,
    FOODS_AT,
    MARKET_PATHS,
    NUM_ROUNDS,
    NUM_SIDES,
    NUM_SPOTS,
    PHASES,
    PLACING,
    RING,
    SIDE,
)

if TYPE_CHECKING:
    from baobab.core.game import Game

STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""Rows and columns to the north, east, south, west."""


def view(game: "Game", row: Any, viewer: int | None) -> dict[str, Any]:
    """What `viewer` may see: a seat, None for a spectator or EVERYTHING. All see the same but the order of the decks.

    A path card has its trails, each with the sides that it opens on as the card lies and its foods. An animal has its
    side, what it is worth and eats by its card, its tokens, and what it finds on its trail and scores now (null where
    several animals share the trail). `origin` is where the seat's starting animal lies, `open` the cells where a card
    may lie. `tie` says the turns of which round settle ties, and the order of the seats in it by what is known now.
    `unseen` are the cards that have not come. ValueError on any other viewer.
    """
    check_viewer(row, viewer)
    over = bool(row.player == NOBODY)
    return {
        "game": game.name,
        "viewer": show_viewer(viewer),
        "player": None if over else int(row.player),
        "phase": OVER if over else PHASES[row.phase],
        "round": int(row.rounds) + 1,
        "starter": int(row.starter),
        "turns": int(row.turn),  # that are done in this round
        "rooster": int(row.rooster),
        "tie": _tie(game, row),
        "relaxed": bool(row.relaxed),
        "market": [_offer(game, row, mentor) for mentor in range(len(MENTORS))],
        "seats": [_seat(game, row, seat) for seat in range(row.num_players)],
        "unseen": _unseen(game, row),
        "deck": _deck(game, row) if viewer == EVERYTHING else None,
        "result": show_result(game, row) if over else None,
    }


def explain(game: "Game", phase: int) -> str:
    """The rules of a decision, for the player who is asked it, in lines for a terminal."""
    del game
    return explain_phase(EXPLANATIONS, phase)


EXPLANATIONS = {
    PLACING: """
        Take one of the cards of the market and place it in your forest, turned as you like, side by side with a card
        that lies there; the forest must fit into 4 rows and 4 columns. A place is the row and column of the forest;
        −1 lets it grow at the top or on the left. A quarter turn goes clockwise. Trails need not meet, but never may
        two animals be on one trail (if no card fits otherwise, they may this once). Then comes the mentor's benefit:
        the rooster brings the marker, worth 1 point, and the first turn of the next round; the goat a water drop; the
        armadillo a burrow; the rabbit nothing but its animal. In the end an animal scores its base points and the best
        foods of its trail, as many as it eats.
    """,
    DROPPING: """
        Put the water drop on a food of one of your animals: every icon of this food on its trail is worth 1 point more
        to this animal. Drops stay where they are; a food may have several, and one worth nothing may have some.
    """,
    BURROWING: """
        Give the burrow to one of your animals: it eats one food more of those on its trail, the most valuable ones
        first. Burrows stay where they are; an animal may have several.
    """,
}
"""The rules of each phase in a few sentences."""


# --- Cards ------------------------------------------------------------------------------------------------


def animal_names(game: "Game") -> list[str]:
    """The names of the animals by number."""
    tables = game.options["tables"] or standard_tables()
    return [str(line["animal"]) for line in tables["animals"]]


def show_card(game: "Game", card: int, *, turns: int = 0) -> dict[str, Any]:
    """A card as it is printed, with the sides that it opens on when it is turned so."""
    deck = game.params[0]
    form = int(deck.form[card])
    parts = deck.part[form, turns].tolist()
    sides = [[SIDES[side] for side in range(NUM_SIDES) if parts[side] == part] for part in (0, 1)]
    if card >= FIRST_ANIMAL:
        return {
            "animal": animal_names(game)[card - FIRST_ANIMAL],
            "number": card - FIRST_ANIMAL,
            "side": sides[0][0],
            "base": int(deck.basic[card]),
            "capacity": int(deck.capacity[card]),
            "points": _by_food(deck.worth[card]),
        }
    trails = range(2 if form == DOUBLE else 1)
    return {
        "path": SHAPES[form],
        "number": card,
        "trails": [{"sides": sides[part], "foods": _food_list(deck.icons[card, part])} for part in trails],
    }


def card_name(game: "Game", card: int) -> str:
    """A card in words: an animal's name, or a shape and the foods of its trails: `double (nuts / worms+eggs)`."""
    shown = show_card(game, card)
    if "animal" in shown:
        return str(shown["animal"])
    return f"{shown['path']} ({' / '.join('+'.join(trail['foods']) or '–' for trail in shown['trails'])})"


def _by_food(counts: Any) -> dict[str, int]:
    return {food: int(count) for food, count in zip(FOODS, counts, strict=True)}


def _food_list(counts: Any) -> list[str]:
    return [food for food, count in zip(FOODS, counts, strict=True) for _ in range(count)]


# --- Parts ------------------------------------------------------------------------------------------------


def _tie(game: "Game", row: Any) -> dict[str, Any]:
    first, players = int(first_in_ties(game.params[0], row)), int(row.num_players)
    return {"by": game.options["tie"], "order": [(first + place) % players for place in range(players)]}


def _offer(game: "Game", row: Any, mentor: int) -> dict[str, Any]:
    card = int(row.market[mentor])
    return {"mentor": MENTORS[mentor], "card": None if card == EMPTY else show_card(game, card)}


def _seat(game: "Game", row: Any, seat: int) -> dict[str, Any]:
    top, left = int(row.top[seat]), int(row.left[seat])
    box = [int(row.height[seat]), int(row.width[seat])]
    spots = [spot for spot in range(NUM_SPOTS) if row.card[seat, spot] != EMPTY]
    cells = {(spot // RING - 1, spot % RING - 1): spot for spot in spots}
    newest = int(row.newest[seat])
    return {
        "seat": seat,
        "score": int(row.points[seat]) + int(row.rooster == seat),
        "points": int(row.points[seat]),  # of the forest
        "box": box,
        "origin": [-top, -left],
        "forest": [{"at": list(at), **_lying(game, row, seat, cells[at])} for at in sorted(cells)],
        "open": _open_cells(list(cells), box),
        "newest": [newest // RING - 1, newest % RING - 1],
        "shared": bool(row.shared[seat]),
    }


def _lying(game: "Game", row: Any, seat: int, spot: int) -> dict[str, Any]:
    """A card of a forest; an animal with its tokens and what it finds."""
    turns = int(row.turns[seat, spot])
    shown = {**show_card(game, int(row.card[seat, spot]), turns=turns), "turns": turns}
    if "animal" not in shown:
        return shown
    tile = row.tiles[seat, (spot // RING - 1) * SIDE + spot % RING - 1]
    trail = row.trails[seat, row.trail[seat, spot, SIDES.index(shown["side"])]]
    shown["drops"] = _by_food(tile[DROP_PLANES:])
    shown["burrows"] = int(tile[BURROW_PLANE])
    shown["finds"] = _by_food(trail[FOODS_AT : FOODS_AT + len(FOODS)])
    shown["scores"] = _animal_points(shown) if trail[BEASTS] == 1 else None
    return shown


def _animal_points(animal: dict[str, Any]) -> int:
    """What an animal that is alone on its trail scores now."""
    worth = [animal["points"][food] + animal["drops"][food] for food in FOODS for _ in range(animal["finds"][food])]
    eaten = sorted(worth, reverse=True)[: animal["capacity"] + animal["burrows"]]
    total: int = animal["base"] + sum(eaten)
    return total


def _open_cells(cells: list[tuple[int, int]], box: list[int]) -> list[list[int]]:
    beside = {(row + down, column + across) for row, column in cells for down, across in STEPS}
    window = [range(size - SIDE, SIDE) for size in box]
    return [list(at) for at in sorted(beside - {*cells}) if at[0] in window[0] and at[1] in window[1]]


def _unseen(game: "Game", row: Any) -> dict[str, list[Any]]:
    paths, animals = _to_come(row)
    return {"paths": sorted(paths), "animals": [animal_names(game)[card] for card in sorted(animals)]}


def _deck(game: "Game", row: Any) -> list[dict[str, Any]]:
    """The markets of the later rounds."""
    paths, animals = _to_come(row)
    rounds = range(NUM_ROUNDS - 1 - int(row.rounds))
    return [
        {
            "paths": paths[MARKET_PATHS * ahead : MARKET_PATHS * (ahead + 1)],
            "animal": animal_names(game)[animals[ahead]],
        }
        for ahead in rounds
    ]


def _to_come(row: Any) -> tuple[list[int], list[int]]:
    """The numbers of the paths and animals that have not come, in the order of coming."""
    paths = row.paths[MARKET_PATHS * (int(row.rounds) + 1) : NUM_PATHS].tolist()
    animals = row.animals[int(row.num_players) + int(row.rounds) + 1 : NUM_ANIMALS].tolist()
    return paths, [card - FIRST_ANIMAL for card in animals]
