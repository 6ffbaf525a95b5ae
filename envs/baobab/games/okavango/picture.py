"""Okavango's picture: SVG made from what `view` shows and nothing else. Lengths are pixels."""

import textwrap
from collections.abc import Mapping
from typing import Any

from baobab.games.okavango.cards import KIND_NAMES, SPECIES
from baobab.games.okavango.glyphs import (
    ARM_WATER,
    BANK,
    CREAM,
    DARK_SPACE,
    GLYPHS,
    INK,
    MARK,
    MUD,
    POND,
    REEDS,
    RIVER_WATER,
    SAND,
    TILE_COLOURS,
    WHITE_SPACE,
)

TILE = 40
"""Side of a tile; smaller ones are the same drawing, scaled."""
PITCH = 46
ACROSS = 8
"""Spaces in a line of a pool."""
POOL_WIDTH = ACROSS * PITCH + 16
GAP = 14
HEAD = 30
"""Room above a pool's spaces for its name and value."""
PANEL = 420
PAD = 20
MINI = 26
FONT = "DejaVu Sans, Verdana, Arial, sans-serif"

Svg = list[str]


def draw_picture(seen: dict[str, Any], *, title: str) -> str:
    """The pools, the river and a panel of what else `seen` (made by `view`) holds."""
    board, width, height = _board(seen)
    panel, panel_height = _panel(seen, title)
    full_width, full_height = width + PANEL, max(height, panel_height)
    down = (full_height - height) // 2
    size = f'width="{full_width}" height="{full_height}"'
    about = f'xmlns="http://www.w3.org/2000/svg" font-family="{FONT}" role="img"'
    shapes = [f'<g id="okavango-{name}">{shape}</g>' for name, shape in GLYPHS.items()]
    return "\n".join(
        [
            f'<svg {size} viewBox="0 0 {full_width} {full_height}" {about}>',
            f"<title>{title}</title>",
            *("<defs>", *shapes, "</defs>"),
            f'<rect {size} fill="{SAND}"/>',
            f'<g transform="translate(0 {down})">',
            *board,
            "</g>",
            f'<rect x="{width}" width="{PANEL}" height="{full_height}" fill="{CREAM}"/>',
            f'<path d="M{width},0 V{full_height}" stroke="{BANK}" stroke-width="3"/>',
            f'<g transform="translate({width + PAD} 0)">',
            *panel,
            "</g>",
            "</svg>\n",
        ]
    )


# --- The board --------------------------------------------------------------------------------------------


def _board(seen: dict[str, Any]) -> tuple[Svg, int, int]:
    """Holes in two columns, arms below them, the river at the foot; width and height."""
    svg: Svg = []
    width = 2 * POOL_WIDTH + 3 * GAP
    y = GAP
    pools = seen["pools"]
    for first in range(0, len(pools), 2):
        pair = pools[first : first + 2]
        for column, pool in enumerate(pair):
            x = GAP + column * (POOL_WIDTH + GAP)
            svg += [f'<g transform="translate({x} {y})">', *_pool(seen, pool), "</g>"]
        y += max(_pool_height(pool) for pool in pair) + GAP
    river, height = _river(seen, width)
    svg += [f'<g transform="translate(0 {y})">', *river, "</g>"]
    return svg, width, y + height


def _pool_height(pool: dict[str, Any]) -> int:
    lines = -(-int(pool["white"] + pool["dark"]) // ACROSS)
    below = 16 if pool["pool"].startswith("arm") else 0
    return HEAD + lines * (PITCH + below) + 8


def _pool(seen: dict[str, Any], pool: dict[str, Any]) -> Svg:
    """A pool: its name and value, its spaces, white ones first, and the tiles on them."""
    arm = pool["pool"].startswith("arm")
    height = _pool_height(pool)
    water = MUD if pool["dry"] else ARM_WATER if arm else POND
    edge = REEDS
    if pool["pool"] == seen["swapped"]:
        edge = INK
    if seen["group"] and seen["group"]["pool"] == pool["pool"]:
        edge = MARK
    round_ = 10 if arm else 26
    frame = f'fill="{water}" stroke="{edge}" stroke-width="{4 if edge != REEDS else 3}"'
    svg = [f'<rect width="{POOL_WIDTH}" height="{height}" rx="{round_}" {frame}/>']
    note = "dry" if pool["dry"] else "closed after the swap" if pool["pool"] == seen["swapped"] else ""
    svg.append(_words(f"{pool['pool']} {note}".strip(), 16, 21, size=14, fill="#fff", bold=True))
    if not arm:
        svg += _value(pool["values"][0], POOL_WIDTH - 24, 16)
    tiles = [kind for kind in KIND_NAMES for _ in range(pool["tiles"].get(kind, 0))]
    for place in range(pool["white"] + pool["dark"]):
        line, column = divmod(place, ACROSS)
        x, y = 8 + column * PITCH, HEAD + line * (PITCH + (16 if arm else 0))
        white = place < pool["white"]
        fill, ink = (WHITE_SPACE, BANK) if white else (DARK_SPACE, "#fff")
        svg.append(
            f'<circle cx="{x + PITCH / 2}" cy="{y + TILE / 2}" r="18" fill="{fill}" stroke="{ink}" stroke-width="1.4"/>'
        )
        if place < len(tiles):
            svg += _placed(_tile(tiles[place]), x + 3, y, TILE)
        number = place + 1 - pool["white"]
        if arm and number >= 0:
            svg += _value(pool["values"][number], x + PITCH / 2, y + TILE + 11)
    return svg


def _value(value: int, x: float, y: float) -> Svg:
    return [
        f'<circle cx="{x:g}" cy="{y:g}" r="11" fill="{CREAM}" stroke="{INK}" stroke-width="1.2"/>',
        _words(value, x, y + 5, size=14, anchor="middle", bold=True),
    ]


def _river(seen: dict[str, Any], width: int) -> tuple[Svg, int]:
    """The river, a pile a kind, and the bag."""
    height = 96
    svg = [f'<path d="M0,12 Q{width / 4},0 {width / 2},10 T{width},8 V{height} H0 Z" fill="{RIVER_WATER}"/>']
    svg.append(_words(f"River ({sum(seen['river'].values())})", GAP, 30, size=14, fill="#fff", bold=True))
    bag = f"Bag: {seen['bag']} tile{'' if seen['bag'] == 1 else 's'}"
    svg.append(_words(bag, width - GAP, 30, size=14, anchor="end", fill="#fff", bold=True))
    for place, (kind, count) in enumerate((kind, seen["river"][kind]) for kind in KIND_NAMES if kind in seen["river"]):
        svg += _pile(kind, count, GAP + place * 62, 42, TILE)
    return svg, height


# --- Tiles ------------------------------------------------------------------------------------------------


def _tile(kind: str) -> Svg:
    """A tile in a box of TILE × TILE, an animal with its rank."""
    svg = [
        f'<rect width="{TILE}" height="{TILE}" rx="7" fill="{TILE_COLOURS[kind]}" stroke="{INK}" stroke-width="1.4"/>'
    ]
    svg.append(f'<use href="#okavango-{kind}" transform="translate(21 20) scale(0.82)"/>')
    if kind in SPECIES:
        rank = SPECIES.index(kind) + 1
        svg.append(f'<rect x="1" y="1" width="{14 if rank > 9 else 10}" height="12" rx="4" fill="{INK}"/>')
        svg.append(_words(rank, 8 if rank > 9 else 6, 10.6, size=10, anchor="middle", fill="#fff", bold=True))
    return svg


def _pile(kind: str, count: int, x: float, y: float, size: int) -> Svg:
    """A tile with the number of its like."""
    svg = _placed(_tile(kind), x, y, size)
    if count > 1:
        radius = size * 0.24
        at = f'cx="{x + size - 1:g}" cy="{y + size - 2:g}" r="{radius:g}"'
        svg.append(f'<circle {at} fill="{MARK}" stroke="#fff" stroke-width="1.2"/>')
        size_of_words = round(size * 0.32)
        where = (x + size - 1, y + size - 2 + size * 0.11)
        svg.append(_words(count, *where, size=size_of_words, anchor="middle", fill="#fff", bold=True))
    return svg


def _piles(tiles: Mapping[str, int], *, size: int, x: int, y: int, width: int) -> tuple[Svg, int]:
    """Piles side by side in as many lines as they need; the height."""
    step = size + 9
    across = max(1, width // step)
    kinds = [kind for kind in KIND_NAMES if kind in tiles]
    svg: Svg = []
    for place, kind in enumerate(kinds):
        line, column = divmod(place, across)
        svg += _pile(kind, tiles[kind], x + column * step, y + line * step, size)
    return svg, -(-len(kinds) // across) * step


def _placed(svg: Svg, x: float, y: float, size: int) -> Svg:
    return [f'<g transform="translate({x:g} {y:g}) scale({size / TILE:g})">', *svg, "</g>"]


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
    """All that does not lie on the board, one part below the other; the height."""
    game, _, state = title.partition(": ")
    svg = [_words(game, 0, 36, size=22, bold=True)]
    y = 40
    for line in textwrap.wrap(state[:1].upper() + state[1:], 48):
        y += 20
        svg.append(_words(line, 0, y, size=14, fill=MARK, bold=True))
    eyes = {None: "As anybody may see it", "all": "With nothing hidden"}
    y += 19
    svg.append(_words(eyes.get(seen["viewer"], f"As seat {seen['viewer']} sees it"), 0, y, size=12))
    y += 18
    for part in (_turn, _seats, _reserve, _rest, _key):
        drawn, height = part(seen)
        svg += [f'<g transform="translate(0 {y})">', *drawn, "</g>"]
        y += height
    return svg, y + PAD // 2


def _turn(seen: dict[str, Any]) -> tuple[Svg, int]:
    """The round, and what ends the game."""
    lines = [f"Round {seen['rounds'] + (0 if seen['result'] else 1)}, begun by seat {seen['first']}"]
    if seen["ending"]:
        lines.append("All white spaces that count are full: the last round")
    if seen["empty_passes"]:
        lines.append(f"Passes in a row on an empty river: {seen['empty_passes']}")
    return [_words(line, 0, 12 + 16 * number, size=12) for number, line in enumerate(lines)], 16 * len(lines) + 12


def _seats(seen: dict[str, Any]) -> tuple[Svg, int]:
    svg: Svg = [_words("Players, and the tiles that all know them to have", 0, 12, size=13, bold=True)]
    y = 20
    for seat in seen["seats"]:
        tiles, height = _piles(seat["known"], size=MINI, x=120, y=8, width=PANEL - 2 * PAD - 124)
        height = max(height + 14, 52)
        edge = f'stroke="{MARK}" stroke-width="2.6"' if seat["seat"] == seen["player"] else f'stroke="{BANK}"'
        svg += [f'<g transform="translate(0 {y})">']
        svg.append(f'<rect width="{PANEL - 2 * PAD}" height="{height - 4}" rx="8" fill="#fff" {edge}/>')
        notes = ["you"] * (seat["seat"] == seen["viewer"])
        if seen["result"] is not None:
            notes.append(f"rank {seen['result']['ranks'][seat['seat']]}")
        svg.append(_words(f"Seat {seat['seat']}", 8, 19, size=13, bold=True))
        svg.append(_words(", ".join(notes) or f"{seat['unknown']} unknown", 8, 34, size=10))
        svg.append(_words(seat["points"], 108, 24, size=18, anchor="end", bold=True))
        svg.append(_words("points", 108, 36, size=9, anchor="end"))
        svg += [*tiles, "</g>"]
        y += height
    return svg, y + 10


def _reserve(seen: dict[str, Any]) -> tuple[Svg, int]:
    """The reserves that the viewer knows."""
    svg: Svg = []
    y = 0
    for seat in seen["seats"]:
        if seat["reserve"] is None:
            continue
        owner = "Your reserve" if seat["seat"] == seen["viewer"] else f"Reserve of seat {seat['seat']}"
        svg.append(_words(f"{owner} ({seat['tiles']})", 0, y + 12, size=13, bold=True))
        drawn, height = _piles(seat["reserve"], size=TILE, x=0, y=y + 20, width=PANEL - 2 * PAD)
        svg += drawn
        y += height + 34
    return svg, y


def _rest(seen: dict[str, Any]) -> tuple[Svg, int]:
    """The bag as far as the viewer knows it, and the tiles that it has not located."""
    parts = (
        ("In the bag", seen["bag_tiles"]),
        ("Not located: in the bag or unknown in a reserve", seen["unlocated"]),
        ("Of these surely in the bag", None if seen["bag_tiles"] else seen["in_bag"]),
    )
    svg: Svg = []
    y = 0
    for words, tiles in parts:
        if tiles:
            svg.append(_words(words, 0, y + 12, size=12, bold=True))
            drawn, height = _piles(tiles, size=MINI, x=0, y=y + 18, width=PANEL - 2 * PAD)
            svg += drawn
            y += height + 26
    return svg, y


def _key(seen: dict[str, Any]) -> tuple[Svg, int]:
    """What the signs mean that the picture cannot say by itself."""
    del seen
    lines = (
        "Pale spaces are the white ones: a pool scores when they are all full.",
        "Black figures on tiles: ranks. Red ones: how many there are.",
    )
    return [_words(line, 0, 12 + 15 * number, size=10) for number, line in enumerate(lines)], 15 * len(lines) + 6
