"""Okavango's picture: SVG made from what `view` shows and nothing else. Lengths are pixels."""

from collections.abc import Mapping
from typing import Any

from baobab.core.draw import seat_notes
from baobab.core.picture import (
    INK,
    INSIDE,
    MARK,
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
from baobab.games.okavango.cards import KIND_NAMES, SPECIES
from baobab.games.okavango.glyphs import (
    ARM_WATER,
    BANK,
    CREAM,
    DARK_SPACE,
    GLYPHS,
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
MINI = 30
LOOK = Look("okavango", paper=SAND, panel=CREAM, edge=BANK, glyphs=GLYPHS)


def draw_picture(seen: dict[str, Any], *, title: str) -> str:
    """The pools, the river and a panel of what else `seen` (made by `view`) holds."""
    board, size = _board(seen)
    panel = draw_panel(seen, title, (_turn, _seats, _reserve, _rest, _key))
    return page(LOOK, title, board, panel, size=size, centred=True)


# --- The board --------------------------------------------------------------------------------------------


def _board(seen: dict[str, Any]) -> tuple[Svg, tuple[int, int]]:
    """Holes in two columns, arms below them, the river at the foot; width and height."""
    svg: Svg = []
    width = 2 * POOL_WIDTH + 3 * GAP
    y = GAP
    pools = seen["pools"]
    for first in range(0, len(pools), 2):
        pair = pools[first : first + 2]
        for column, pool in enumerate(pair):
            x = GAP + column * (POOL_WIDTH + GAP)
            svg += placed(_pool(seen, pool), x, y)
        y += max(_pool_height(pool) for pool in pair) + GAP
    river, height = _river(seen, width)
    return [*svg, *placed(river, 0, y)], (width, y + height)


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
    thick = 3 if edge == REEDS else 4
    svg = [plate(POOL_WIDTH, height, fill=water, line=edge, thick=thick, radius=10 if arm else 26)]
    note = "dry" if pool["dry"] else "closed after the swap" if pool["pool"] == seen["swapped"] else ""
    svg.append(words(f"{pool['pool']} {note}".strip(), 16, 21, size=14, fill=WHITE, bold=True))
    if not arm:
        svg += _value(pool["values"][0], POOL_WIDTH - 24, 16)
    tiles = [kind for kind in KIND_NAMES for _ in range(pool["tiles"].get(kind, 0))]
    for place in range(pool["white"] + pool["dark"]):
        line, column = divmod(place, ACROSS)
        x, y = 8 + column * PITCH, HEAD + line * (PITCH + (16 if arm else 0))
        white = place < pool["white"]
        fill, ink = (WHITE_SPACE, BANK) if white else (DARK_SPACE, WHITE)
        svg.append(
            f'<circle cx="{x + PITCH / 2}" cy="{y + TILE / 2}" r="18" fill="{fill}" stroke="{ink}" stroke-width="1.4"/>'
        )
        if place < len(tiles):
            svg += placed(_tile(tiles[place]), x + 3, y)
        number = place + 1 - pool["white"]
        if arm and number >= 0:
            svg += _value(pool["values"][number], x + PITCH / 2, y + TILE + 11)
    return svg


def _value(value: int, x: float, y: float) -> Svg:
    return [
        f'<circle cx="{x:g}" cy="{y:g}" r="11" fill="{CREAM}" stroke="{INK}" stroke-width="1.2"/>',
        words(value, x, y + 5, size=14, anchor="middle", bold=True),
    ]


def _river(seen: dict[str, Any], width: int) -> Part:
    """The river, a pile a kind, and the bag."""
    height = 96
    svg = [f'<path d="M0,12 Q{width / 4},0 {width / 2},10 T{width},8 V{height} H0 Z" fill="{RIVER_WATER}"/>']
    svg.append(words(f"River ({sum(seen['river'].values())})", GAP, 30, size=14, fill=WHITE, bold=True))
    bag = f"Bag: {seen['bag']} tile{'' if seen['bag'] == 1 else 's'}"
    svg.append(words(bag, width - GAP, 30, size=14, anchor="end", fill=WHITE, bold=True))
    for place, (kind, count) in enumerate((kind, seen["river"][kind]) for kind in KIND_NAMES if kind in seen["river"]):
        svg += placed(_pile(kind, count, TILE), GAP + place * 62, 42)
    return svg, height


# --- Tiles ------------------------------------------------------------------------------------------------


def _tile(kind: str) -> Svg:
    """A tile in a box of TILE × TILE, an animal with its rank."""
    svg = [plate(TILE, TILE, fill=TILE_COLOURS[kind], radius=7), LOOK.glyph(kind, 21, 20, 0.82)]
    if kind in SPECIES:
        rank = SPECIES.index(kind) + 1
        svg.append(f'<rect x="1" y="1" width="{14 if rank > 9 else 10}" height="12" rx="4" fill="{INK}"/>')
        svg.append(words(rank, 8 if rank > 9 else 6, 10.6, size=10, anchor="middle", fill=WHITE, bold=True))
    return svg


def _pile(kind: str, count: int, size: int) -> Svg:
    """A tile with the number of its like."""
    svg = placed(_tile(kind), 0, 0, scale=size / TILE)
    if count > 1:
        x, y = size - 1, size - 2
        svg.append(f'<circle cx="{x}" cy="{y}" r="{size * 0.24:g}" fill="{MARK}" stroke="{WHITE}" stroke-width="1.2"/>')
        letters = round(size * 0.32)
        svg.append(words(count, x, y + size * 0.11, size=letters, anchor="middle", fill=WHITE, bold=True))
    return svg


def _piles(tiles: Mapping[str, int], *, size: int, width: int = INSIDE) -> Part:
    """Piles side by side in as many lines as they need."""
    drawn = [_pile(kind, tiles[kind], size) for kind in KIND_NAMES if kind in tiles]
    return in_lines(drawn, step=size + 9, width=width)


# --- The panel --------------------------------------------------------------------------------------------


def _turn(seen: dict[str, Any]) -> Part:
    """The round, and what ends the game."""
    lines = [f"Round {seen['rounds'] + (0 if seen['result'] else 1)}, begun by seat {seen['first']}"]
    if seen["ending"]:
        lines.append("All white spaces that count are full: the last round")
    if seen["empty_passes"]:
        lines.append(f"Passes in a row on an empty river: {seen['empty_passes']}")
    return [words(line, 0, 12 + 16 * number, size=12) for number, line in enumerate(lines)], 16 * len(lines) + 12


def _seats(seen: dict[str, Any]) -> Part:
    svg: Svg = [heading("Players, and the tiles that all know them to have")]
    y = 20
    for seat in seen["seats"]:
        tiles, height = _piles(seat["known"], size=MINI, width=INSIDE - 124)
        height = max(height + 14, 52)
        notes = ", ".join(seat_notes(seen, seat["seat"], moving=""))
        row = [
            tablet(height - 4, line=BANK, marked=seat["seat"] == seen["player"]),
            words(f"Seat {seat['seat']}", 8, 19, size=13, bold=True),
            words(notes or f"{seat['unknown']} unknown", 8, 34, size=10),
            words(seat["points"], 108, 24, size=18, anchor="end", bold=True),
            words("points", 108, 36, size=9, anchor="end"),
            *placed(tiles, 120, 8),
        ]
        svg += placed(row, 0, y)
        y += height
    return svg, y + 10


def _reserve(seen: dict[str, Any]) -> Part:
    """The reserves that the viewer knows."""
    svg: Svg = []
    y = 0
    for seat in seen["seats"]:
        if seat["reserve"] is None:
            continue
        owner = "Your reserve" if seat["seat"] == seen["viewer"] else f"Reserve of seat {seat['seat']}"
        svg.append(words(f"{owner} ({seat['tiles']})", 0, y + 12, size=13, bold=True))
        drawn, height = _piles(seat["reserve"], size=TILE)
        svg += placed(drawn, 0, y + 20)
        y += height + 34
    return svg, y


def _rest(seen: dict[str, Any]) -> Part:
    """The bag as far as the viewer knows it, and the tiles that it has not located."""
    parts = (
        ("In the bag", seen["bag_tiles"]),
        ("Not located: in the bag or unknown in a reserve", seen["unlocated"]),
        ("Of these surely in the bag", None if seen["bag_tiles"] else seen["in_bag"]),
    )
    svg: Svg = []
    y = 0
    for name, tiles in parts:
        if tiles:
            svg.append(words(name, 0, y + 12, size=12, bold=True))
            drawn, height = _piles(tiles, size=MINI)
            svg += placed(drawn, 0, y + 18)
            y += height + 26
    return svg, y


def _key(seen: dict[str, Any]) -> Part:
    del seen
    return small_print(
        (
            "Pale spaces are the white ones: a pool scores when they are all full.",
            "Black figures on tiles: ranks. Red ones: how many there are.",
        )
    )
