"""Savernake's picture: SVG made from what `view` shows and nothing else. Lengths are pixels."""

import textwrap
from html import escape
from typing import Any

from baobab.games.savernake.cards import FOODS
from baobab.games.savernake.glyphs import (
    ANIMAL_PAPER,
    CARD_DARK,
    CARD_GREEN,
    EARTH,
    EDGE,
    FAINT,
    GLYPHS,
    INK,
    MARK,
    PANEL_PAPER,
    PAPER,
    PATH,
    PATH_EDGE,
    WATER,
)
from baobab.games.savernake.state import SIDE
from baobab.games.savernake.view import OVER

CARD = 96
"""Side of a card; those of the market are the same drawing, scaled."""
BOARD = SIDE * CARD
HEAD = 54
"""Room for a seat's name and points above its forest."""
PAD = 30
PANEL = 400
PANEL_PAD = 20
MARKET_CARD = 84
FONT = "DejaVu Sans, Verdana, Arial, sans-serif"
EDGES = {"N": (48, 0), "E": (96, 48), "S": (48, 96), "W": (0, 48)}
"""Where a trail leaves a card."""

Svg = list[str]


def draw_picture(seen: dict[str, Any], *, title: str) -> str:
    """The forests and a panel of what else `seen` (made by `view`) holds."""
    across = 2
    down = -(-len(seen["seats"]) // across)
    width = PAD + across * (BOARD + PAD)
    panel, panel_height = _panel(seen, title)
    height = max(down * (HEAD + BOARD + PAD) + PAD, panel_height)
    size = f'width="{width + PANEL}" height="{height}"'
    about = f'xmlns="http://www.w3.org/2000/svg" font-family="{FONT}" role="img"'
    svg = [
        f'<svg {size} viewBox="0 0 {width + PANEL} {height}" {about}>',
        f"<title>{escape(title)}</title>",
        "<defs>",
        *(f'<g id="savernake-{name}">{shape}</g>' for name, shape in GLYPHS.items()),
        "</defs>",
        f'<rect {size} fill="{PAPER}"/>',
    ]
    for place, seat in enumerate(seen["seats"]):
        x, y = PAD + place % across * (BOARD + PAD), PAD // 2 + place // across * (HEAD + BOARD + PAD)
        svg += [f'<g transform="translate({x} {y})">', *_forest(seen, seat), "</g>"]
    svg.append(f'<rect x="{width}" width="{PANEL}" height="{height}" fill="{PANEL_PAPER}"/>')
    svg.append(f'<path d="M{width},0 V{height}" stroke="{EDGE}" stroke-width="2"/>')
    svg += [f'<g transform="translate({width + PANEL_PAD} 0)">', *panel, "</g>", "</svg>\n"]
    return "\n".join(svg)


# --- Forests ----------------------------------------------------------------------------------------------


def _forest(seen: dict[str, Any], seat: dict[str, Any]) -> Svg:
    """A seat's name and points, and its cards in the middle of a field of 4 × 4."""
    number = seat["seat"]
    acting = number == seen["player"]
    notes = ["you"] * (number == seen["viewer"]) + ["to move"] * acting
    if seen["result"] is not None:
        notes.append(f"rank {seen['result']['ranks'][number]}")
    svg = [_words(f"Seat {number}", 0, 24, size=17, bold=True, fill=MARK if acting else INK)]
    svg.append(_words(", ".join(notes), 72, 24, size=12, fill=MARK if acting else INK))
    if number == seen["rooster"]:
        svg.append(_glyph("rooster", BOARD - 118, 18, 1.15))
    svg.append(_words(f"{seat['score']} points", BOARD, 24, size=17, anchor="end", bold=True))
    svg.append(f'<g transform="translate(0 {HEAD})">')
    frame = f'fill="#ccdab6" stroke="{MARK if acting else EDGE}" stroke-width="{3 if acting else 1.4}"'
    svg.append(f'<rect width="{BOARD}" height="{BOARD}" {frame}/>')
    height, width = seat["box"]
    free = [] if seen["phase"] == OVER else seat["open"]
    top, left = (int((SIDE - size) / 2 * CARD) for size in (height, width))
    # The window may still move by the cells that the box lacks; the box is drawn in its middle.
    svg += [f'<svg width="{BOARD}" height="{BOARD}">', f'<g transform="translate({left} {top})">']
    for row, column in free:
        dashes = f'fill="none" stroke="{EDGE}" stroke-width="1.4" stroke-dasharray="4 5"'
        svg.append(f'<rect x="{column * CARD + 8}" y="{row * CARD + 8}" width="80" height="80" rx="8" {dashes}/>')
    for card in seat["forest"]:
        row, column = card["at"]
        svg += [f'<g transform="translate({column * CARD} {row * CARD})">', *_card(card), "</g>"]
    row, column = seat["newest"]
    mark = f'width="{CARD - 2}" height="{CARD - 2}" rx="7" fill="none" stroke="{MARK}" stroke-width="3"'
    svg.append(f'<rect x="{column * CARD + 1}" y="{row * CARD + 1}" {mark}/>')
    svg += ["</g>", "</svg>"]
    for place in range(height):
        svg.append(_words(place, -6, top + place * CARD + CARD / 2 + 4, size=12, anchor="end", fill=EDGE))
    for place in range(width):
        svg.append(_words(place, left + place * CARD + CARD / 2, -6, size=12, anchor="middle", fill=EDGE))
    svg.append("</g>")
    return svg


# --- Cards ------------------------------------------------------------------------------------------------


def _card(card: dict[str, Any]) -> Svg:
    """A card in a box of CARD × CARD."""
    plate = f'<rect width="{CARD}" height="{CARD}" rx="7" fill="{CARD_GREEN}" stroke="{INK}" stroke-width="1.4"/>'
    leaves = f'<path d="M10,84 l8,-12 l8,12 Z M70,26 l8,-12 l8,12 Z" fill="{CARD_DARK}" opacity="0.6"/>'
    if "animal" in card:
        return [plate, *_way(f"M{_at(EDGES[card['side']])} L48,48"), *_animal(card)]
    svg = [plate, leaves]
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
        svg.append(_glyph(food, x, y, scale))
    return svg


def _animal(card: dict[str, Any]) -> Svg:
    """An animal's name, base points, what it eats, what each food is worth to it, and its tokens."""
    svg = [f'<rect x="7" y="7" width="82" height="82" rx="10" fill="{ANIMAL_PAPER}" stroke="{EARTH}"/>']
    name = card["animal"]
    svg.append(_words(escape(name), 48, 21, size=11 if len(name) < 11 else 8, anchor="middle", bold=True))
    svg.append(f'<circle cx="20" cy="36" r="9.5" fill="{EARTH}"/>')
    svg.append(_words(card["base"], 20, 40, size=12, anchor="middle", fill="#fff", bold=True))
    svg.append(_glyph("paw", 39, 36, 0.95))
    burrows = card.get("burrows", 0)
    svg.append(_words(f"×{card['capacity']}", 47, 40, size=12, bold=True))
    if burrows:
        svg.append(_glyph("burrow", 77, 33, 0.7))
        svg.append(_words(f"+{burrows}", 77, 46, size=9, anchor="middle", bold=True))
    for place, food in enumerate(FOODS):
        x, y = 17 + place % 2 * 39, 58 + place // 2 * 18
        drops = card.get("drops", {}).get(food, 0)
        worth = card["points"][food]
        dim = "" if worth or drops else ' opacity="0.25"'
        svg.append(f"<g{dim}>{_glyph(food, x, y, 0.8)}{_words(worth, x + 9, y + 4, size=11, bold=True)}</g>")
        if drops:
            svg.append(_words(f"+{drops}", x + 17, y + 4, size=10, fill=WATER, bold=True))
    return svg


def _at(point: tuple[int, int]) -> str:
    return f"{point[0]},{point[1]}"


def _glyph(name: str, x: float, y: float, scale: float) -> str:
    return f'<use href="#savernake-{name}" transform="translate({x:g} {y:g}) scale({scale:g})"/>'


def _words(
    text: object,
    x: float,
    y: float,
    *,
    size: int,
    anchor: str = "start",
    fill: str = INK,
    bold: bool = False,
) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{anchor}" fill="{fill}"{weight}>{text}</text>'


# --- The panel --------------------------------------------------------------------------------------------


def _panel(seen: dict[str, Any], title: str) -> tuple[Svg, int]:
    """All that lies in no forest, one part below the other; the height."""
    game, _, state = title.partition(": ")
    svg = [_words(escape(game), 0, 36, size=20, bold=True)]
    y = 40
    for line in textwrap.wrap(state[:1].upper() + state[1:], 46):
        y += 20
        svg.append(_words(escape(line), 0, y, size=14, fill=MARK, bold=True))
    eyes = {None: "As anybody may see it", "all": "With nothing hidden"}
    y += 19
    svg.append(_words(eyes.get(seen["viewer"], f"As seat {seen['viewer']} sees it"), 0, y, size=12))
    y += 18
    for part in (_market, _animals, _key):
        drawn, height = part(seen)
        svg += [f'<g transform="translate(0 {y})">', *drawn, "</g>"]
        y += height
    return svg, y + PAD


def _market(seen: dict[str, Any]) -> tuple[Svg, int]:
    """The cards under the mentors; what is taken leaves its place free."""
    if seen["phase"] == OVER:
        return [], 0
    svg = [_words("Market", 0, 12, size=13, bold=True)]
    for place, offer in enumerate(seen["market"]):
        x = place * (MARKET_CARD + 8)
        svg.append(_glyph(offer["mentor"], x + 10, 30, 0.95))
        svg.append(_words(offer["mentor"], x + 22, 34, size=11))
        if offer["card"] is None:
            dashes = f'fill="none" stroke="{FAINT}" stroke-dasharray="4 4"'
            svg.append(f'<rect x="{x}" y="44" width="{MARKET_CARD}" height="{MARKET_CARD}" rx="6" {dashes}/>')
        else:
            move = f"translate({x} 44) scale({MARKET_CARD / CARD:.4g})"
            svg += [f'<g transform="{move}">', *_card(offer["card"]), "</g>"]
    return svg, 44 + MARKET_CARD + 26


def _animals(seen: dict[str, Any]) -> tuple[Svg, int]:
    """What every animal finds and scores now."""
    svg = [_words("Animals find, and score", 0, 12, size=13, bold=True)]
    for place, food in enumerate(FOODS):
        svg.append(_glyph(food, 186 + place * 36, 8, 0.9))
    y = 18
    for seat in seen["seats"]:
        for card in seat["forest"]:
            if "animal" not in card:
                continue
            y += 17
            row, column = card["at"]
            svg.append(_words(f"{seat['seat']}", 0, y, size=11, bold=True))
            svg.append(_words(escape(f"{card['animal']} {row},{column}"), 14, y, size=11))
            for place, food in enumerate(FOODS):
                found, worth = card["finds"][food], card["points"][food] + card["drops"][food]
                text = f"{found}×{worth}" if found or worth else "–"
                svg.append(_words(text, 186 + place * 36, y, size=10, anchor="middle"))
            scores = "?" if card["scores"] is None else card["scores"]
            svg.append(_words(scores, PANEL - 2 * PANEL_PAD, y, size=12, anchor="end", bold=True))
    return svg, y + 26


def _key(seen: dict[str, Any]) -> tuple[Svg, int]:
    """What the signs mean that the picture cannot say by itself, and what can still come."""
    lines = (
        "Animals: base points in the circle, foods that they eat beside the paw,",
        "what each food is worth below; blue: drops. Red frame: placed last.",
        f"{len(seen['unseen']['paths'])} paths and {len(seen['unseen']['animals'])} animals have not come.",
    )
    return [_words(line, 0, 12 + 15 * number, size=10) for number, line in enumerate(lines)], 15 * len(lines) + 8
