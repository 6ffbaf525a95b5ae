"""Kenya's picture: SVG made from what `view` shows and nothing else. Lengths are pixels."""

from collections.abc import Sequence
from typing import Any

from baobab.core.draw import seat_notes
from baobab.core.picture import (
    INK,
    INSIDE,
    MARK,
    PAD,
    WHITE,
    Look,
    Part,
    Svg,
    draw_panel,
    heading,
    in_lines,
    page,
    placed,
    plate,
    small_print,
    tablet,
    words,
)
from baobab.core.view import OVER
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
    SAND,
    WATER_BLUE,
)
from baobab.games.kenya.view import UNKNOWN_BROWN, clans_shown

CARD = 72
"""Side of a card on the savanna; smaller ones are the same drawing, scaled."""
PITCH = 78
BORDER = 38
"""Room for the numbers of rows and columns."""
HAND_CARD, MINI_CARD, BACK_CARD = 58, 34, 22
MAX_BACKS = 11
"""Cards of a hand that are drawn as backs; the number stands below."""
SIDES = ((-1, 0), (0, 1), (1, 0), (0, -1))

_TUFTS = "M12,30 l-3,-9 M12,30 l0,-11 M12,30 l3,-9 M52,62 l-3,-8 M52,62 l0,-10 M52,62 l3,-8"
_GROUND = (
    '<pattern id="kenya-ground" width="78" height="78" patternUnits="userSpaceOnUse">'
    f'<path d="{_TUFTS}" stroke="{GRASS}" stroke-width="2" stroke-linecap="round" fill="none"/></pattern>'
)
LOOK = Look("kenya", paper=SAND, panel=CREAM, edge=BARK, glyphs=GLYPHS, patterns=(_GROUND,))


def draw_picture(seen: dict[str, Any], *, title: str) -> str:
    """The table and a panel of what else `seen` (made by `view`) holds."""
    board, size = _board(seen)
    panel = draw_panel(seen, title, (_points, _seats, _stocks, _hand, _key))
    return page(LOOK, title, board, panel, size=size, centred=True)


# --- The savanna ------------------------------------------------------------------------------------------


def _board(seen: dict[str, Any]) -> tuple[Svg, tuple[int, int]]:
    """The cells that hold a card or may get one, with the numbers of their rows and columns; width and height."""
    cells = [*seen["open"], *(card["at"] for card in seen["savanna"])]
    top, left = (min(at[axis] for at in cells) for axis in range(2))
    bottom, right = (max(at[axis] for at in cells) for axis in range(2))

    def corner(at: Sequence[int]) -> tuple[int, int]:
        return BORDER + (at[1] - left) * PITCH, BORDER + (at[0] - top) * PITCH

    svg: Svg = []
    for column in range(left, right + 1):
        svg.append(words(column, BORDER + (column - left + 0.5) * PITCH, BORDER - 12, size=13, anchor="middle"))
    for row in range(top, bottom + 1):
        svg.append(words(row, BORDER - 4, BORDER + (row - top + 0.5) * PITCH + 5, size=13, anchor="end"))
    asked = seen["phase"] == "cell"
    dashes = f'fill="{"#fffbe8" if asked else "none"}" stroke="{BARK}" stroke-width="1.6" stroke-dasharray="3 5"'
    for at in seen["open"] if seen["phase"] != OVER else ():
        x, y = corner(at)
        svg.append(f'<rect x="{x + 9}" y="{y + 9}" width="60" height="60" rx="10" {dashes} opacity="0.75"/>')
    water = {tuple(card["at"]) for card in seen["savanna"] if card["card"] == "water"}
    for card in seen["savanna"]:
        (row, column), (x, y) = card["at"], corner(card["at"])
        wet = any((row + down, column + across) in water for down, across in SIDES)
        svg += placed(_lying(card, wet=wet), x + 3, y + 3)
    for at, dash in ((seen["last"], ""), (seen["pending"], ' stroke-dasharray="8 5"')):
        if at is not None:
            x, y = corner(at)
            frame = f'fill="none" stroke="{MARK}" stroke-width="3.4"{dash}'
            svg.append(f'<rect x="{x}" y="{y}" width="{PITCH}" height="{PITCH}" rx="12" {frame}/>')
    size = (BORDER + (across - least + 1) * PITCH + PAD for across, least in ((right, left), (bottom, top)))
    width, height = size
    return svg, (width, height)


def _lying(card: dict[str, Any], *, wet: bool) -> Svg:
    """A card of the savanna with the signs of what it covers and of a water hole beside it."""
    hidden = card.get("face") == "baobab"
    svg: Svg = []
    if card["under"]:
        svg += placed([plate(CARD, CARD, fill=BARK, thick=1, radius=9)], 4, 4)
    svg += _baobab(card["card"]) if hidden else _card(card["card"])
    if wet and not hidden and clans_shown(card["card"]):
        svg.append(LOOK.glyph("drop", CARD - 9, 10, 0.7))
        svg.append(words("×2", CARD - 9, 15, size=10, anchor="middle", fill=WHITE, bold=True))
    if card["under"]:
        svg.append(f'<circle cx="6" cy="6" r="9" fill="{INK}"/>')
        svg.append(words(f"+{len(card['under'])}", 6, 10, size=10, anchor="middle", fill=WHITE, bold=True))
    return svg


# --- Cards ------------------------------------------------------------------------------------------------


def _card(card: str, *, named: bool = True) -> Svg:
    """A card face up in a box of CARD × CARD; a special with its name or larger."""
    clans = clans_shown(card)
    if not clans:
        fill, ink = (WATER_BLUE, WHITE) if card == "water" else (CREAM, INK)
        if not named:
            return [_plate(fill), LOOK.glyph(card, CARD / 2, CARD / 2, 1.6)]
        name = words(card, CARD / 2, CARD - 6, size=11, anchor="middle", fill=ink)
        return [_plate(fill), LOOK.glyph(card, CARD / 2, 31, 1.32), name]
    first, second = clans
    if first == second:
        letters = [
            words(CLAN_LETTERS[first], x, CARD - 9, size=15, anchor="middle", bold=True) for x in (14, CARD - 14)
        ]
        return [_plate(CLAN_COLOURS[first]), *_brown_frame(), LOOK.glyph(first, CARD / 2, 34, 1.3), *letters]
    half = CARD / 2
    right = f'<path d="M{half},0 H{CARD - 8} Q{CARD},0 {CARD},8 V{CARD - 8} Q{CARD},{CARD} {CARD - 8},{CARD} H{half} Z"'
    svg = [_plate(CLAN_COLOURS[first]), f'{right} fill="{CLAN_COLOURS[second]}" stroke="{INK}" stroke-width="1.6"/>']
    for clan, x in ((first, half / 2), (second, half * 1.5)):
        svg.append(LOOK.glyph(clan, x, 27, 0.86))
        svg.append(words(CLAN_LETTERS[clan], x, CARD - 8, size=17, anchor="middle", bold=True))
    return svg


def _baobab(card: str) -> Svg:
    """A card with its Baobab up, and what the viewer knows to be under it."""
    clans = clans_shown(card)
    svg = [_plate("#dfe6c3")]
    if card == UNKNOWN_BROWN or card.startswith("brown:"):
        svg += _brown_frame()
    svg.append(LOOK.glyph("baobab", CARD / 2, 28, 1.15))
    if not clans:
        svg.append(words("?", CARD / 2, CARD - 6, size=17, anchor="middle", bold=True))
    for clan, x in zip(clans, (9, 37), strict=False):
        edge = f'fill="{CLAN_COLOURS[clan]}" stroke="{INK}" stroke-width="1.2" stroke-dasharray="3 2"'
        svg.append(f'<rect x="{x}" y="{CARD - 23}" width="26" height="18" rx="5" {edge}/>')
        svg.append(words(CLAN_LETTERS[clan], x + 13, CARD - 9, size=14, anchor="middle", bold=True))
    return svg


def _back(*, brown: bool = False, number: int | None = None) -> Svg:
    """A card that the viewer cannot see."""
    svg = [_plate(BROWN_EDGE if brown else BACK)]
    edge = f'rx="6" fill="none" stroke="{WHITE}" opacity="0.6"'
    svg.append(f'<rect x="8" y="8" width="{CARD - 16}" height="{CARD - 16}" {edge}/>')
    if number is not None:
        svg.append(words(number, CARD / 2, CARD / 2 + 11, size=30, anchor="middle", fill=WHITE, bold=True))
    return svg


def _plate(fill: str) -> str:
    return plate(CARD, CARD, fill=fill, thick=1.6)


def _brown_frame() -> Svg:
    return placed([plate(CARD - 5, CARD - 5, fill="none", line=BROWN_EDGE, thick=5, radius=7)], 2.5, 2.5)


# --- The panel --------------------------------------------------------------------------------------------


def _points(seen: dict[str, Any]) -> Part:
    """What each clan has on the savanna now."""
    svg = [heading("Points on the savanna")]
    for place, clan in enumerate(CLANS):
        tile = [
            plate(58, 66, fill=CLAN_COLOURS[clan]),
            LOOK.glyph(clan, 29, 23, 0.95),
            words(CLAN_LETTERS[clan], 7, 60, size=12),
            words(seen["clan_points"][clan], 34, 61, size=18, anchor="middle", bold=True),
        ]
        svg += placed(tile, place * 64, 20)
    return svg, 104


def _seats(seen: dict[str, Any]) -> Part:
    svg: Svg = [heading("Players")]
    y = 20
    for seat in seen["seats"]:
        below, height = _seat_cards(seen, seat)
        height += 46
        back = tablet(height - 4, line=GRASS, marked=seat["seat"] == seen["player"])
        svg += placed([back, *_seat_line(seen, seat), *below], 0, y)
        y += height
    return svg, y + 14


def _seat_line(seen: dict[str, Any], seat: dict[str, Any]) -> Svg:
    """Who it is, clan, points, size of the hand, and when the brown card came."""
    number = seat["seat"]
    svg = [words(f"Seat {number}", 10, 20, size=14, bold=True)]
    svg.append(words(", ".join(seat_notes(seen, number, moving="")), 10, 35, size=11))
    clan = seat["clan"]
    svg += placed([plate(32, 32, fill=CLAN_COLOURS[clan] if clan else "#e8e2d2", thick=1, radius=7)], 84, 5)
    svg.append(LOOK.glyph(clan, 100, 21, 0.74) if clan else words("?", 100, 27, size=17, anchor="middle", bold=True))
    svg.append(words("?" if seat["points"] is None else seat["points"], 144, 23, size=18, anchor="middle", bold=True))
    svg.append(words("points", 144, 36, size=10, anchor="middle"))
    browns = 1 if seat["brown_place"] is None else 0
    for place in range(min(seat["hand_size"], MAX_BACKS)):
        svg += placed(_back(brown=place < browns), 176 + place * 13, 7, scale=BACK_CARD / CARD)
    svg.append(words(f"{seat['hand_size']} in hand", 176, 39, size=10))
    if seat["brown_place"] is not None:
        svg.append(words(f"brown no. {seat['brown_place']}", INSIDE - 8, 36, size=11, anchor="end"))
    return svg


def _seat_cards(seen: dict[str, Any], seat: dict[str, Any]) -> Part:
    """The cards that all know a seat to have taken and when it drew blind, or its hand where nothing is hidden."""
    everything = seen["viewer"] == "all"
    svg: Svg = []
    height = 0
    if cards := seat["hand"] if everything else seat["taken"]:
        drawn, height = _cards(cards, size=MINI_CARD, width=INSIDE - 56)
        svg += [words("holds" if everything else "took", 10, 65, size=11), *placed(drawn, 48, 44)]
    if seat["blind_after"] and not everything:
        after = ", ".join(map(str, seat["blind_after"]))
        svg.append(words(f"drew blind after {after} placed", 10, height + 54, size=11))
        height += 16
    return svg, height


def _stocks(seen: dict[str, Any]) -> Part:
    svg = [heading("Visible stock"), *placed([heading("Hidden stock")], 240, 0)]
    svg += placed(_cards(seen["visible"], size=HAND_CARD)[0], 0, 20)
    if not seen["visible"]:
        svg.append(words("empty", 0, 36, size=12))
    if seen["hidden"]:
        svg += placed(_back(number=seen["hidden"]), 240, 20, scale=HAND_CARD / CARD)
    else:
        svg.append(words("empty", 240, 36, size=12))
    height = 20 + (HAND_CARD + 18 if seen["visible"] or seen["hidden"] else 38)
    if seen["stock"]:
        svg.append(words("in this order", 0, height + 4, size=11))
        drawn, more = _cards(seen["stock"], size=MINI_CARD)
        svg += placed(drawn, 0, height + 10)
        height += more + 20
    return svg, height


def _hand(seen: dict[str, Any]) -> Part:
    own = [seat["hand"] for seat in seen["seats"] if seat["seat"] == seen["viewer"]]
    if not own:
        return [], 0
    drawn, height = _cards(own[0], size=HAND_CARD, chosen=seen["selected"])
    return [heading("Your hand"), *placed(drawn, 0, 20)], 20 + height + 12


def _key(seen: dict[str, Any]) -> Part:
    del seen
    return small_print(
        (
            "Drop: a water hole beside it doubles the points. +1: covers a card.",
            "Baobab: hidden, counts nothing; letters where the viewer knows the card.",
            "Brown frame: brown card, 2 points. Red frame: placed last; dashed: acts.",
        )
    )


def _cards(cards: Sequence[str], *, size: int, width: int = INSIDE, chosen: str | None = None) -> Part:
    """Cards side by side; the first that is `chosen` is marked."""
    drawn = [placed(_card(card, named=size > MINI_CARD), 0, 0, scale=size / CARD) for card in cards]
    if chosen in cards:
        frame = plate(size + 4, size + 4, fill="none", line=MARK, thick=3, radius=9)
        drawn[cards.index(chosen)] += placed([frame], -2, -2)
    return in_lines(drawn, step=size + 6, width=width + 6)
