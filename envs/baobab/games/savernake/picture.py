"""Savernake's picture: SVG made from what `view` shows and nothing else. Lengths are pixels."""

import textwrap
from typing import Any

from baobab.core.draw import cell_words
from baobab.core.picture import (
    INSIDE,
    MARK,
    WHITE,
    Look,
    Part,
    Svg,
    draw_panel,
    heading,
    in_pairs,
    page,
    placed,
    plate,
    seat_head,
    small_print,
    words,
)
from baobab.core.view import OVER
from baobab.games.savernake.cards import FOODS
from baobab.games.savernake.glyphs import (
    ANIMAL_PAPER,
    CARD_DARK,
    CARD_GREEN,
    EARTH,
    EDGE,
    FAINT,
    FIELD,
    GLYPHS,
    PANEL_PAPER,
    PAPER,
    PATH,
    PATH_EDGE,
    WATER,
)
from baobab.games.savernake.state import SIDE

CARD = 96
"""Side of a card; those of the market are the same drawing, scaled."""
BOARD = SIDE * CARD
HEAD = 54
"""Room for a seat's name and points above its forest."""
PAD = 30
MARKET_CARD = 84
FOOD_COLUMN, FOOD_PITCH = 200, 38
"""Where the columns of the foods stand in the list of animals."""
KEY_COLUMNS = 72
"""Letters of the small print in a line."""
EDGES = {"N": (48, 0), "E": (96, 48), "S": (48, 96), "W": (0, 48)}
"""Where a trail leaves a card."""
LOOK = Look("savernake", paper=PAPER, panel=PANEL_PAPER, edge=EDGE, glyphs=GLYPHS)


def draw_picture(seen: dict[str, Any], *, title: str) -> str:
    """The forests and a panel of what else `seen` (made by `view`) holds."""
    boards = [_forest(seen, seat) for seat in seen["seats"]]
    board, size = in_pairs(boards, width=BOARD, height=HEAD + BOARD, pad=PAD)
    return page(LOOK, title, board, draw_panel(seen, title, (_market, _animals, _key)), size=size)


# --- Forests ----------------------------------------------------------------------------------------------


def _forest(seen: dict[str, Any], seat: dict[str, Any]) -> Svg:
    """A seat's name and points, and its cards in the middle of a field of 4 × 4."""
    number = seat["seat"]
    svg = seat_head(seen, seat, width=BOARD)
    if number == seen["rooster"]:
        svg.append(LOOK.glyph("rooster", BOARD - 118, 18, 1.15))
    height, width = seat["box"]
    # The window may still move by the cells that the box lacks; the box is drawn in its middle.
    top, left = (int((SIDE - size) / 2 * CARD) for size in (height, width))
    cards: Svg = []
    for row, column in () if seen["phase"] == OVER else seat["open"]:
        dashes = f'fill="none" stroke="{EDGE}" stroke-width="1.4" stroke-dasharray="4 5"'
        cards.append(f'<rect x="{column * CARD + 8}" y="{row * CARD + 8}" width="80" height="80" rx="8" {dashes}/>')
    for card in seat["forest"]:
        row, column = card["at"]
        cards += placed(_card(card), column * CARD, row * CARD)
    row, column = seat["newest"]
    newest = plate(CARD - 2, CARD - 2, fill="none", line=MARK, thick=3, radius=7)
    cards += placed([newest], column * CARD + 1, row * CARD + 1)
    line, thick = (MARK, 3) if number == seen["player"] else (EDGE, 1.4)
    field = [
        plate(BOARD, BOARD, fill=FIELD, line="none", radius=0),
        *(f'<svg width="{BOARD}" height="{BOARD}">', *placed(cards, left, top), "</svg>"),
        plate(BOARD, BOARD, fill="none", line=line, thick=thick, radius=0),
    ]
    numbers = [words(row, -6, top + (row + 0.5) * CARD + 4, size=12, anchor="end", fill=EDGE) for row in range(height)]
    numbers += [
        words(column, left + (column + 0.5) * CARD, -6, size=12, anchor="middle", fill=EDGE) for column in range(width)
    ]
    return [*svg, *placed([*field, *numbers], 0, HEAD)]


# --- Cards ------------------------------------------------------------------------------------------------


def _card(card: dict[str, Any]) -> Svg:
    """A card in a box of CARD × CARD."""
    back = plate(CARD, CARD, fill=CARD_GREEN, radius=7)
    leaves = f'<path d="M10,84 l8,-12 l8,12 Z M70,26 l8,-12 l8,12 Z" fill="{CARD_DARK}" opacity="0.6"/>'
    if "animal" in card:
        return [back, *_way(f"M{_at(EDGES[card['side']])} L48,48"), *_animal(card)]
    svg = [back, leaves]
    for trail in card["trails"]:
        one, other = (EDGES[side] for side in trail["sides"])
        straight = one[0] == other[0] or one[1] == other[1]
        svg += _way(f"M{_at(one)} L{_at(other)}" if straight else f"M{_at(one)} Q48,48 {_at(other)}")
    for trail in card["trails"]:
        svg += _foods(trail, alone=len(card["trails"]) == 1)
    return svg


def _way(line: str) -> Svg:
    """A trail along a line, from edge to edge."""
    strokes = ((26, PATH_EDGE), (22, PATH))
    return [f'<path d="{line}" fill="none" stroke="{colour}" stroke-width="{width}"/>' for width, colour in strokes]


def _foods(trail: dict[str, Any], *, alone: bool) -> Svg:
    """The foods of a trail, spread along it."""
    sides, foods = trail["sides"], trail["foods"]
    one, other = (EDGES[side] for side in sides)
    straight = one[0] == other[0] or one[1] == other[1]
    scale = 1.05 if alone else 0.9
    svg: Svg = []
    for place, food in enumerate(foods):
        step = (place + 0.5) / len(foods) if len(foods) > 2 else (place + 1) / (len(foods) + 1)
        bend = (48.0, 48.0) if not straight else ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)
        x, y = (
            (1 - step) ** 2 * start + 2 * step * (1 - step) * middle + step**2 * end
            for start, middle, end in zip(one, bend, other, strict=True)
        )
        svg.append(LOOK.glyph(food, x, y, scale))
    return svg


def _animal(card: dict[str, Any]) -> Svg:
    """An animal's name, base points, what it eats, what each food is worth to it, and its tokens."""
    svg = placed([plate(82, 82, fill=ANIMAL_PAPER, line=EARTH, thick=1, radius=10)], 7, 7)
    name = card["animal"]
    svg.append(words(name, 48, 21, size=11 if len(name) < 11 else 8, anchor="middle", bold=True))
    svg.append(f'<circle cx="20" cy="36" r="9.5" fill="{EARTH}"/>')
    svg.append(words(card["base"], 20, 40, size=12, anchor="middle", fill=WHITE, bold=True))
    svg.append(LOOK.glyph("paw", 39, 36, 0.95))
    burrows = card.get("burrows", 0)
    svg.append(words(f"×{card['capacity']}", 47, 40, size=12, bold=True))
    if burrows:
        svg.append(LOOK.glyph("burrow", 77, 33, 0.7))
        svg.append(words(f"+{burrows}", 77, 46, size=9, anchor="middle", bold=True))
    for place, food in enumerate(FOODS):
        x, y = 16 + place % 2 * 41, 58 + place // 2 * 18
        drops = card.get("drops", {}).get(food, 0)
        worth = card["points"][food]
        dim = "" if worth or drops else ' opacity="0.35"'
        svg.append(f"<g{dim}>{LOOK.glyph(food, x, y, 0.8)}{words(worth, x + 9, y + 4, size=11, bold=True)}</g>")
        if drops:
            svg.append(words(f"+{drops}", x + 16.5, y + 4, size=9, fill=WATER, bold=True))
    return svg


def _at(point: tuple[int, int]) -> str:
    return f"{point[0]},{point[1]}"


# --- The panel --------------------------------------------------------------------------------------------


def _market(seen: dict[str, Any]) -> Part:
    """The cards under the mentors; what is taken leaves its place free."""
    if seen["phase"] == OVER:
        return [], 0
    svg = [heading("Market")]
    for place, offer in enumerate(seen["market"]):
        x = place * (MARKET_CARD + 8)
        svg.append(LOOK.glyph(offer["mentor"], x + 10, 30, 0.95))
        svg.append(words(offer["mentor"], x + 22, 34, size=11))
        if offer["card"] is None:
            dashes = f'fill="none" stroke="{FAINT}" stroke-dasharray="4 4"'
            svg.append(f'<rect x="{x}" y="44" width="{MARKET_CARD}" height="{MARKET_CARD}" rx="6" {dashes}/>')
        else:
            svg += placed(_card(offer["card"]), x, 44, scale=MARKET_CARD / CARD)
    return svg, 44 + MARKET_CARD + 26


def _animals(seen: dict[str, Any]) -> Part:
    """What every animal finds and scores now."""
    svg = [heading("Animals find, and score")]
    for place, food in enumerate(FOODS):
        svg.append(LOOK.glyph(food, FOOD_COLUMN + place * FOOD_PITCH, 8, 0.9))
    y = 18
    for seat in seen["seats"]:
        for card in seat["forest"]:
            if "animal" not in card:
                continue
            y += 17
            svg.append(words(f"{seat['seat']}", 0, y, size=11, bold=True))
            svg.append(words(f"{card['animal']} {cell_words(card['at'])}", 14, y, size=11))
            for place, food in enumerate(FOODS):
                found, worth = card["finds"][food], card["points"][food] + card["drops"][food]
                text = f"{found}×{worth}" if found or worth else "–"
                svg.append(words(text, FOOD_COLUMN + place * FOOD_PITCH, y, size=10, anchor="middle"))
            scores = "?" if card["scores"] is None else card["scores"]
            svg.append(words(scores, INSIDE, y, size=12, anchor="end", bold=True))
    return svg, y + 26


def _key(seen: dict[str, Any]) -> Part:
    return small_print(
        (
            "Animals: base points in the circle, foods that they eat beside the paw,",
            "what each food is worth below; blue: drops. Red frame: placed last.",
            f"{len(seen['unseen']['paths'])} paths and {len(seen['unseen']['animals'])} animals have not come.",
            *textwrap.wrap(tie_words(seen), KEY_COLUMNS),
        )
    )


TURNS = {"next_round": "a next round", "last_round": "the last round played"}
"""Whose turns settle ties, by option."""


def tie_words(seen: dict[str, Any]) -> str:
    """Who wins a tie, and why."""
    seats = ", ".join(map(str, seen["tie"]["order"]))
    when = "" if seen["phase"] == OVER else "as it stands "
    return f"A tie goes by the turns of {TURNS[seen['tie']['by']]}, {when}to the first of seats {seats}."
