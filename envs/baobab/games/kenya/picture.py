"""Kenya's picture: SVG made from what `view` shows and nothing else. Lengths are pixels."""

import textwrap
from collections.abc import Sequence
from typing import Any

from baobab.games.kenya.cards import CLANS
from baobab.games.kenya.glyphs import (
    BACK,
    BARK,
    BROWN_EDGE,
    CLAN_COLOURS,
    CLAN_LETTERS,
    CREAM,
    GLYPHS,
    GRASS,
    INK,
    MARK,
    SAND,
    WATER_BLUE,
)
from baobab.games.kenya.view import OVER, UNKNOWN_BROWN, clans_shown

CARD = 72
"""Side of a card on the savanna; smaller ones are the same drawing, scaled."""
PITCH = 78
BORDER = 38
"""Room for the numbers of rows and columns."""
PANEL = 420
PAD = 20
HAND_CARD, MINI_CARD = 58, 34
SIDES = ((-1, 0), (0, 1), (1, 0), (0, -1))
FONT = "DejaVu Sans, Verdana, Arial, sans-serif"

Svg = list[str]


def draw_picture(seen: dict[str, Any], *, title: str) -> str:
    """The table and a panel of what else `seen` (made by `view`) holds."""
    panel, panel_height = _panel(seen, title)
    board, width, height = _board(seen)
    full_width, full_height = width + PANEL, max(height, panel_height)
    down = (full_height - height) // 2
    size = f'width="{full_width}" height="{full_height}"'
    about = f'xmlns="http://www.w3.org/2000/svg" font-family="{FONT}" role="img"'
    return "\n".join(
        [
            f'<svg {size} viewBox="0 0 {full_width} {full_height}" {about}>',
            f"<title>{title}</title>",
            *_definitions(),
            f'<rect {size} fill="{SAND}"/>',
            f'<rect {size} fill="url(#kenya-grass)"/>',
            f'<g transform="translate(0 {down})">',
            *board,
            "</g>",
            f'<rect x="{width}" width="{PANEL}" height="{full_height}" fill="{CREAM}"/>',
            f'<path d="M{width},0 V{full_height}" stroke="{BARK}" stroke-width="3"/>',
            f'<g transform="translate({width + PAD} 0)">',
            *panel,
            "</g>",
            "</svg>\n",
        ]
    )


def _definitions() -> Svg:
    shapes = [f'<g id="kenya-{name}">{shape}</g>' for name, shape in GLYPHS.items()]
    tufts = "M12,30 l-3,-9 M12,30 l0,-11 M12,30 l3,-9 M52,62 l-3,-8 M52,62 l0,-10 M52,62 l3,-8"
    grass = (
        '<pattern id="kenya-grass" width="78" height="78" patternUnits="userSpaceOnUse">'
        f'<path d="{tufts}" stroke="{GRASS}" stroke-width="2" stroke-linecap="round" fill="none"/></pattern>'
    )
    return ["<defs>", *shapes, grass, "</defs>"]


# --- The savanna ------------------------------------------------------------------------------------------


def _board(seen: dict[str, Any]) -> tuple[Svg, int, int]:
    """The cells that hold a card or may get one, with the numbers of their rows and columns; width and height."""
    cells = [*seen["open"], *(card["at"] for card in seen["savanna"])]
    top, left = (min(at[axis] for at in cells) for axis in range(2))
    bottom, right = (max(at[axis] for at in cells) for axis in range(2))
    svg: Svg = []
    for column in range(left, right + 1):
        svg.append(_words(column, BORDER + (column - left + 0.5) * PITCH, BORDER - 12, size=13, anchor="middle"))
    for row in range(top, bottom + 1):
        svg.append(_words(row, BORDER - 4, BORDER + (row - top + 0.5) * PITCH + 5, size=13, anchor="end"))
    asked = seen["phase"] == "cell"
    dashes = f'fill="{"#fffbe8" if asked else "none"}" stroke="{BARK}" stroke-width="1.6" stroke-dasharray="3 5"'
    for row, column in seen["open"] if seen["phase"] != OVER else ():
        x, y = BORDER + (column - left) * PITCH + 9, BORDER + (row - top) * PITCH + 9
        svg.append(f'<rect x="{x}" y="{y}" width="60" height="60" rx="10" {dashes} opacity="0.75"/>')
    water = {tuple(card["at"]) for card in seen["savanna"] if card["card"] == "water"}
    for card in seen["savanna"]:
        row, column = card["at"]
        x, y = BORDER + (column - left) * PITCH + 3, BORDER + (row - top) * PITCH + 3
        wet = any((row + down, column + across) in water for down, across in SIDES)
        svg += [f'<g transform="translate({x} {y})">', *_lying(card, wet=wet), "</g>"]
    for at, dash in ((seen["last"], ""), (seen["pending"], ' stroke-dasharray="8 5"')):
        if at is not None:
            x, y = BORDER + (at[1] - left) * PITCH, BORDER + (at[0] - top) * PITCH
            frame = f'fill="none" stroke="{MARK}" stroke-width="3.4"{dash}'
            svg.append(f'<rect x="{x}" y="{y}" width="{PITCH}" height="{PITCH}" rx="12" {frame}/>')
    width = BORDER + (right - left + 1) * PITCH + PAD
    return svg, width, BORDER + (bottom - top + 1) * PITCH + PAD


def _lying(card: dict[str, Any], *, wet: bool) -> Svg:
    """A card of the savanna with the signs of what it covers and of a water hole beside it."""
    hidden = card.get("face") == "baobab"
    svg: Svg = []
    if card["under"]:
        svg.append(f'<rect x="4" y="4" width="{CARD}" height="{CARD}" rx="9" fill="{BARK}" stroke="{INK}"/>')
    svg += _baobab(card["card"]) if hidden else _card(card["card"])
    if wet and not hidden and clans_shown(card["card"]):
        svg.append(_glyph("drop", CARD - 9, 10, 0.62))
        svg.append(_words("×2", CARD - 9, 15, size=9, anchor="middle", fill="#fff", bold=True))
    if card["under"]:
        svg.append(f'<circle cx="6" cy="6" r="9" fill="{INK}"/>')
        svg.append(_words(f"+{len(card['under'])}", 6, 10, size=10, anchor="middle", fill="#fff", bold=True))
    return svg


# --- Cards ------------------------------------------------------------------------------------------------


def _card(card: str) -> Svg:
    """A card face up in a box of CARD × CARD."""
    clans = clans_shown(card)
    if not clans:
        water = card == "water"
        fill, ink = (WATER_BLUE, "#fff") if water else (CREAM, INK)
        name = _words(card, CARD / 2, CARD - 6, size=11, anchor="middle", fill=ink)
        return [_plate(fill), _glyph(card, CARD / 2, 31, 1.32), name]
    first, second = clans
    if first == second:
        letters = [
            _words(CLAN_LETTERS[first], x, CARD - 9, size=15, anchor="middle", bold=True) for x in (14, CARD - 14)
        ]
        frame = f'<rect x="2.5" y="2.5" width="{CARD - 5}" height="{CARD - 5}" rx="7" fill="none" stroke="{BROWN_EDGE}"'
        frame += ' stroke-width="5"/>'
        return [_plate(CLAN_COLOURS[first]), frame, _glyph(first, CARD / 2, 34, 1.3), *letters]
    half = CARD / 2
    right = f'<path d="M{half},0 H{CARD - 8} Q{CARD},0 {CARD},8 V{CARD - 8} Q{CARD},{CARD} {CARD - 8},{CARD} H{half} Z"'
    svg = [_plate(CLAN_COLOURS[first]), f'{right} fill="{CLAN_COLOURS[second]}" stroke="{INK}" stroke-width="1.6"/>']
    for clan, x in ((first, half / 2), (second, half * 1.5)):
        svg.append(_glyph(clan, x, 27, 0.86))
        svg.append(_words(CLAN_LETTERS[clan], x, CARD - 8, size=17, anchor="middle", bold=True))
    return svg


def _baobab(card: str) -> Svg:
    """A card with its Baobab up, and what the viewer knows to be under it."""
    clans = clans_shown(card)
    svg = [_plate("#dfe6c3")]
    if card == UNKNOWN_BROWN or card.startswith("brown:"):
        frame = f'fill="none" stroke="{BROWN_EDGE}" stroke-width="5"'
        svg.append(f'<rect x="2.5" y="2.5" width="{CARD - 5}" height="{CARD - 5}" rx="7" {frame}/>')
    svg.append(_glyph("baobab", CARD / 2, 28, 1.15))
    if not clans:
        svg.append(_words("?", CARD / 2, CARD - 6, size=17, anchor="middle", bold=True))
    for clan, x in zip(clans, (9, 37), strict=False):
        edge = f'fill="{CLAN_COLOURS[clan]}" stroke="{INK}" stroke-width="1.2" stroke-dasharray="3 2"'
        svg.append(f'<rect x="{x}" y="{CARD - 23}" width="26" height="18" rx="5" {edge}/>')
        svg.append(_words(CLAN_LETTERS[clan], x + 13, CARD - 9, size=14, anchor="middle", bold=True))
    return svg


def _back(*, brown: bool = False, number: int | None = None) -> Svg:
    """A card that the viewer cannot see."""
    svg = [_plate(BROWN_EDGE if brown else BACK)]
    svg.append(
        f'<rect x="8" y="8" width="{CARD - 16}" height="{CARD - 16}" rx="6" fill="none" stroke="#fff" opacity="0.6"/>'
    )
    if number is not None:
        svg.append(_words(number, CARD / 2, CARD / 2 + 11, size=30, anchor="middle", fill="#fff", bold=True))
    return svg


def _plate(fill: str) -> str:
    return f'<rect width="{CARD}" height="{CARD}" rx="8" fill="{fill}" stroke="{INK}" stroke-width="1.6"/>'


def _glyph(name: str, x: float, y: float, scale: float) -> str:
    return f'<use href="#kenya-{name}" transform="translate({x:g} {y:g}) scale({scale})"/>'


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
    """All that does not lie on the savanna, one part below the other; the height."""
    game, _, state = title.partition(": ")
    svg = [_words(game, 0, 36, size=22, bold=True)]
    y = 40
    for line in textwrap.wrap(state[:1].upper() + state[1:], 50):
        y += 20
        svg.append(_words(line, 0, y, size=14, fill=MARK, bold=True))
    eyes = {None: "As anybody may see it", "all": "With nothing hidden"}
    y += 19
    svg.append(_words(eyes.get(seen["viewer"], f"As seat {seen['viewer']} sees it"), 0, y, size=12))
    y += 16
    for part in (_points, _seats, _stocks, _hand, _key):
        drawn, height = part(seen)
        svg += [f'<g transform="translate(0 {y})">', *drawn, "</g>"]
        y += height
    return svg, y + PAD // 2


def _points(seen: dict[str, Any]) -> tuple[Svg, int]:
    """What each clan has on the savanna now."""
    svg = [_words("Points on the savanna", 0, 12, size=13, bold=True)]
    for place, clan in enumerate(CLANS):
        svg += [f'<g transform="translate({place * 64} 20)">']
        svg.append(
            f'<rect width="58" height="66" rx="8" fill="{CLAN_COLOURS[clan]}" stroke="{INK}" stroke-width="1.4"/>'
        )
        svg.append(_glyph(clan, 29, 23, 0.95))
        svg.append(_words(CLAN_LETTERS[clan], 7, 60, size=12))
        svg.append(_words(seen["clan_points"][clan], 34, 61, size=18, anchor="middle", bold=True))
        svg.append("</g>")
    return svg, 104


def _seats(seen: dict[str, Any]) -> tuple[Svg, int]:
    svg: Svg = [_words("Players", 0, 12, size=13, bold=True)]
    y = 20
    for seat in seen["seats"]:
        below, height = _seat_cards(seen, seat)
        height += 46
        edge = f'stroke="{MARK}" stroke-width="2.6"' if seat["seat"] == seen["player"] else f'stroke="{GRASS}"'
        svg += [f'<g transform="translate(0 {y})">']
        svg.append(f'<rect width="{PANEL - 2 * PAD}" height="{height - 4}" rx="8" fill="#fff" {edge}/>')
        svg += _seat_line(seen, seat)
        svg += [*below, "</g>"]
        y += height
    return svg, y + 14


def _seat_line(seen: dict[str, Any], seat: dict[str, Any]) -> Svg:
    """Who it is, clan, points, size of the hand, and when the brown card came."""
    number = seat["seat"]
    svg = [_words(f"Seat {number}", 10, 20, size=14, bold=True)]
    note = "you" if number == seen["viewer"] else ""
    if seen["result"] is not None:
        note = f"rank {seen['result']['ranks'][number]}" + (f", {note}" if note else "")
    svg.append(_words(note, 10, 35, size=11))
    clan = seat["clan"]
    colour = CLAN_COLOURS[clan] if clan else "#e8e2d2"
    svg.append(f'<rect x="84" y="5" width="32" height="32" rx="7" fill="{colour}" stroke="{INK}"/>')
    svg.append(_glyph(clan, 100, 21, 0.74) if clan else _words("?", 100, 27, size=17, anchor="middle", bold=True))
    svg.append(_words("?" if seat["points"] is None else seat["points"], 144, 23, size=18, anchor="middle", bold=True))
    svg.append(_words("points", 144, 36, size=10, anchor="middle"))
    browns = 1 if seat["brown_place"] is None else 0
    for place in range(min(seat["hand_size"], MAX_BACKS)):
        svg += _scaled(_back(brown=place < browns), 176 + place * 13, 7, 22)
    svg.append(_words(f"{seat['hand_size']} in hand", 176, 39, size=10))
    if seat["brown_place"] is not None:
        svg.append(_words(f"brown no. {seat['brown_place']}", PANEL - 2 * PAD - 8, 36, size=11, anchor="end"))
    return svg


MAX_BACKS = 11
"""Cards of a hand that are drawn as backs; the number stands below."""


def _seat_cards(seen: dict[str, Any], seat: dict[str, Any]) -> tuple[Svg, int]:
    """The cards that all know a seat to have taken, or its hand where nothing is hidden."""
    word, cards = ("holds", seat["hand"]) if seen["viewer"] == "all" else ("took", seat["taken"])
    if not cards:
        return [], 0
    drawn, height = _row_of(cards, size=MINI_CARD, x=48, y=44, width=PANEL - 2 * PAD - 56)
    return [_words(word, 10, 65, size=11), *drawn], height


def _stocks(seen: dict[str, Any]) -> tuple[Svg, int]:
    svg = [_words("Visible stock", 0, 12, size=13, bold=True), _words("Hidden stock", 240, 12, size=13, bold=True)]
    svg += _row_of(seen["visible"], size=HAND_CARD, x=0, y=20, width=PANEL)[0]
    if not seen["visible"]:
        svg.append(_words("empty", 0, 40, size=12))
    if seen["hidden"]:
        svg += _scaled(_back(number=seen["hidden"]), 240, 20, HAND_CARD)
    else:
        svg.append(_words("empty", 240, 40, size=12))
    height = 20 + HAND_CARD + 18
    if seen["stock"]:
        svg.append(_words("in this order", 0, height + 4, size=11))
        drawn, more = _row_of(seen["stock"], size=MINI_CARD, x=0, y=height + 10, width=PANEL - 2 * PAD)
        svg += drawn
        height += more + 20
    return svg, height


def _hand(seen: dict[str, Any]) -> tuple[Svg, int]:
    own = [seat["hand"] for seat in seen["seats"] if seat["seat"] == seen["viewer"]]
    if not own:
        return [], 0
    svg = [_words("Your hand", 0, 12, size=13, bold=True)]
    drawn, height = _row_of(own[0], size=HAND_CARD, x=0, y=20, width=PANEL - 2 * PAD, chosen=seen["selected"])
    return svg + drawn, 20 + height + 12


def _key(seen: dict[str, Any]) -> tuple[Svg, int]:
    """What the signs mean that the picture cannot say by itself."""
    del seen
    lines = (
        "Drop: a water hole beside it doubles the points. +1: covers a card.",
        "Baobab: hidden, counts nothing; letters where the viewer knows the card.",
        "Brown frame: brown card, 2 points. Red frame: placed last; dashed: acts.",
    )
    return [_words(line, 0, 12 + 15 * number, size=10) for number, line in enumerate(lines)], 15 * len(lines) + 6


def _row_of(
    cards: Sequence[str], *, size: int, x: int, y: int, width: int, chosen: str | None = None
) -> tuple[Svg, int]:
    """Cards side by side in as many lines as they need; the first that is `chosen` is marked. The height."""
    step = size + 6
    across = max(1, (width + 6) // step)
    svg: Svg = []
    for place, card in enumerate(cards):
        line, column = divmod(place, across)
        svg += _scaled(_card(card), x + column * step, y + line * step, size)
        if card == chosen:
            frame = f'width="{size + 4}" height="{size + 4}" rx="9" fill="none" stroke="{MARK}" stroke-width="3"'
            svg.append(f'<rect x="{x + column * step - 2}" y="{y + line * step - 2}" {frame}/>')
            chosen = None
    return svg, -(-len(cards) // across) * step


def _scaled(svg: Svg, x: float, y: float, size: int) -> Svg:
    return [f'<g transform="translate({x:g} {y:g}) scale({size / CARD:.3f})">', *svg, "</g>"]
