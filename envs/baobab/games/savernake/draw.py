"""Savernake for the terminal: forests, market and animals as text, from what `view` shows and nothing else."""

from typing import TYPE_CHECKING, Any

from baobab.core.draw import FREE, WIDTH, headline, mover, packed, paragraphs, seat_notes
from baobab.core.view import OVER
from baobab.games.savernake.cards import FOODS
from baobab.games.savernake.glyphs import FOOD_LETTERS
from baobab.games.savernake.picture import draw_picture, tie_words
from baobab.games.savernake.state import NUM_ROUNDS
from baobab.games.savernake.view import show_card, view

if TYPE_CHECKING:
    from baobab.core.game import Game

CELL_WIDTH, CELL_HEIGHT = 9, 3
MIDDLE = CELL_WIDTH // 2
GAP = "  "
ASKS = {
    "place": "take a card of the market and place it",
    "drop": "put a water drop on an animal's food",
    "burrow": "give an animal a burrow",
}
"""What the seat to move is to do, by phase."""
CORNERS = {"NE": "└", "ES": "┌", "SW": "┐", "NW": "┘", "NS": "│", "EW": "─"}
"""The middle of a card with one trail, by its sides."""
LEGEND = (
    "Lines are trails, letters on them foods: b berries, w worms, e eggs, n nuts. (A) is an animal, [A]",
    f"one placed last. \\ or / parts the two curves of a card. {FREE} is free for a card.",
)


def draw_text(game: "Game", row: Any, viewer: int | None) -> str:
    """The game as `viewer` may see it (a seat, None for a spectator, EVERYTHING), without colour codes."""
    seen = view(game, row, viewer)
    head = headline(game, seen, _decision)
    lists = [_animals(seen), [tie_words(seen)], _market(seen), _unseen(game, seen)]
    return paragraphs([[head], *_forests(seen), LEGEND, *lists])


def draw_svg(game: "Game", row: Any, viewer: int | None) -> str:
    """The game as `viewer` may see it (a seat, None for a spectator, EVERYTHING), as the text of an SVG picture."""
    seen = view(game, row, viewer)
    return draw_picture(seen, title=headline(game, seen, _decision))


def _decision(seen: dict[str, Any]) -> str:
    relaxed = "; nothing fits, so animals may meet" if seen["relaxed"] else ""
    return f"round {seen['round']} of {NUM_ROUNDS}; {mover(seen)} is to {ASKS[seen['phase']]}{relaxed}"


# --- Forests ----------------------------------------------------------------------------------------------


def _forests(seen: dict[str, Any]) -> list[list[str]]:
    """The forests side by side, as many as fit."""
    blocks = [_forest(seen, seat) for seat in seen["seats"]]
    rows: list[list[list[str]]] = [[]]
    for block in blocks:
        used = sum(len(other[0]) + len(GAP) for other in rows[-1])
        if rows[-1] and used + len(block[0]) > WIDTH:
            rows.append([])
        rows[-1].append(block)
    made = []
    for group in rows:
        height = max(len(block) for block in group)
        padded = [block + [" " * len(block[0])] * (height - len(block)) for block in group]
        made.append([GAP.join(lines) for lines in zip(*padded, strict=True)])
    return made


def _forest(seen: dict[str, Any], seat: dict[str, Any]) -> list[str]:
    """A forest with a head; rows and columns as the names of actions count them. All lines are as wide."""
    number = seat["seat"]
    notes = seat_notes(seen, number, *["rooster"] * (number == seen["rooster"]))
    head = f"Seat {number}, {seat['score']} points" + (f" ({', '.join(notes)})" if notes else "")
    letters = animal_letters(seat)
    cells = {tuple(at): [" " * CELL_WIDTH, f"{FREE:^{CELL_WIDTH}}", " " * CELL_WIDTH] for at in seat["open"]}
    if seen["phase"] == OVER:
        cells = {}
    for card in seat["forest"]:
        at = (card["at"][0], card["at"][1])
        cells[at] = _card(card, letters.get(at, ""), newest=card["at"] == seat["newest"])
    rows = range(min(at[0] for at in cells), max(at[0] for at in cells) + 1)
    columns = range(min(at[1] for at in cells), max(at[1] for at in cells) + 1)
    lines = [head, "   " + "".join(f"{column:^{CELL_WIDTH}}" for column in columns)]
    for row in rows:
        for line in range(CELL_HEIGHT):
            start = f"{row:>2} " if line == CELL_HEIGHT // 2 else "   "
            blank = " " * CELL_WIDTH
            lines.append(start + "".join(cells.get((row, column), [blank] * CELL_HEIGHT)[line] for column in columns))
    width = max(map(len, lines))
    return [line.ljust(width) for line in lines]


def animal_letters(seat: dict[str, Any]) -> dict[tuple[int, int], str]:
    """A letter for each animal of a forest, by its cell, in the order of the cells."""
    cells = [(card["at"][0], card["at"][1]) for card in seat["forest"] if "animal" in card]
    return {at: chr(ord("A") + place) for place, at in enumerate(cells)}


def _card(card: dict[str, Any], letter: str, *, newest: bool) -> list[str]:
    """The three lines of a card."""
    grid = [[" "] * CELL_WIDTH for _ in range(CELL_HEIGHT)]
    trails = [{"sides": [card["side"]], "foods": []}] if "animal" in card else card["trails"]
    sides = [side for trail in trails for side in trail["sides"]]
    if "N" in sides:
        grid[0][MIDDLE] = "│"
    if "S" in sides:
        grid[2][MIDDLE] = "│"
    if "W" in sides:
        grid[1][:MIDDLE] = "─" * MIDDLE
    if "E" in sides:
        grid[1][MIDDLE + 1 :] = "─" * MIDDLE
    if "animal" in card:
        grid[1][MIDDLE - 1 : MIDDLE + 2] = f"[{letter}]" if newest else f"({letter})"
        return ["".join(line) for line in grid]
    if len(trails) > 1:
        grid[1][MIDDLE] = "\\" if "".join(trails[0]["sides"]) in ("NE", "SW") else "/"
    else:
        grid[1][MIDDLE] = CORNERS["".join(trails[0]["sides"])]
    if newest:
        grid[1][MIDDLE] = {"│": "┃", "─": "━"}.get(grid[1][MIDDLE], grid[1][MIDDLE])
    for trail in trails:
        _write_foods(grid, trail)
    return ["".join(line) for line in grid]


def _write_foods(grid: list[list[str]], trail: dict[str, Any]) -> None:
    """The letters of a trail's foods, in the corner that its curve goes round or beside a straight line."""
    sides = "".join(trail["sides"])
    letters = "".join(FOOD_LETTERS[food] for food in trail["foods"])
    line = {"NS": 1, "EW": 0}.get(sides, 0 if "N" in sides else 2)
    if "W" in sides and sides != "EW":
        grid[line][MIDDLE - len(letters) : MIDDLE] = letters
    else:
        grid[line][MIDDLE + 1 : MIDDLE + 1 + len(letters)] = letters


# --- Lists ------------------------------------------------------------------------------------------------


def _animals(seen: dict[str, Any]) -> list[str]:
    """Every animal of the forests: what it eats of what, finds and scores."""
    lines = [f"{'Animal':<24} {'base':>4} {'eats':>5}   {' '.join(f'{food:>8}' for food in FOODS)}   points"]
    for seat in seen["seats"]:
        letters = animal_letters(seat)
        for card in seat["forest"]:
            if "animal" not in card:
                continue
            name = f"{seat['seat']} ({letters[card['at'][0], card['at'][1]]}) {card['animal']}"
            eats = f"{card['capacity']}+{card['burrows']}" if card["burrows"] else str(card["capacity"])
            foods = " ".join(f"{_finding(card, food):>8}" for food in FOODS)
            scores = "?" if card["scores"] is None else card["scores"]
            lines.append(f"{name:<24} {card['base']:>4} {eats:>5}   {foods}   {scores:>6}")
    lines.append("Foods: how many it finds × what one is worth, with drops. Eats: its capacity + burrows.")
    return lines


def _finding(animal: dict[str, Any], food: str) -> str:
    """`2×3+1`: two found, each worth 3 and a drop; nothing where it neither finds nor likes the food."""
    found, worth, drops = animal["finds"][food], animal["points"][food], animal["drops"][food]
    if not found and not worth and not drops:
        return "–"
    return f"{found}×{worth}{f'+{drops}' if drops else ''}"


def _market(seen: dict[str, Any]) -> list[str]:
    if seen["phase"] == OVER:
        return []
    lines = ["Market:"]
    for offer in seen["market"]:
        card = offer["card"]
        lines.append(f"  {offer['mentor']:<10} {'taken' if card is None else offer_text(card)}")
    return lines


def offer_text(card: dict[str, Any]) -> str:
    """A card of the market in words, unturned."""
    if "animal" in card:
        likes = ", ".join(f"{food} {points}" for food, points in card["points"].items() if points)
        return f"{card['animal']}: opens {card['side']}, base {card['base']}, eats {card['capacity']} of {likes or '–'}"
    trails = ", ".join(
        f"{'–'.join(trail['sides'])} with {' + '.join(trail['foods']) or 'nothing'}" for trail in card["trails"]
    )
    return f"{card['path']}: {trails}"


def _unseen(game: "Game", seen: dict[str, Any]) -> list[str]:
    """What can still come, or (nothing hidden) will."""
    if seen["phase"] == OVER:
        return []
    if seen["deck"] is not None:
        return [
            f"Round {number}: {', '.join(_code(game, card) for card in deal['paths'])}, {deal['animal']}"
            for number, deal in enumerate(seen["deck"], start=seen["round"] + 1)
        ]
    paths = [_code(game, card) for card in seen["unseen"]["paths"]]
    lines = packed(f"{len(paths)} paths to come: ", paths)
    return lines + packed(f"{len(seen['unseen']['animals'])} animals not seen: ", seen["unseen"]["animals"])


SIGNS = {"straight": "│", "curve": "└", "double": "\\"}


def _code(game: "Game", card: int) -> str:
    """A path card in a few signs: its shape and the letters of its foods, trail by trail."""
    shown = show_card(game, card)
    foods = "/".join("".join(FOOD_LETTERS[food] for food in trail["foods"]) for trail in shown["trails"])
    return f"{SIGNS[shown['path']]}{foods}"
