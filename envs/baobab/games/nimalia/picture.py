"""Nimalia's picture: SVG made from what `view` shows and nothing else. Lengths are pixels."""

import textwrap
from collections.abc import Mapping
from typing import Any

from baobab.core.draw import cell_words
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
    in_pairs,
    page,
    placed,
    plate,
    seat_head,
    tablet,
    words,
)
from baobab.games.nimalia.cards import RIVERS
from baobab.games.nimalia.glyphs import (
    BIOME_COLOURS,
    EDGE,
    FAINT,
    GLYPHS,
    OBJECTIVE_COLOURS,
    PANEL_PAPER,
    PAPER,
    RIVER,
    RIVER_EDGE,
    SPECIES_LETTERS,
)
from baobab.games.nimalia.state import SIDE

TILE = 48
"""Side of a square of a reserve; smaller ones are the same drawing, scaled."""
BOARD = SIDE * TILE
HEAD = 52
"""Room for a seat's name and points above its reserve."""
PAD = 26
HAND_TILE, MINI_TILE = 40, 28
CARD_PITCH = 46
"""From the right of a card of a hand to the left of the next."""
COLUMN = 34
"""From a seat's value of an objective to the next seat's."""
ROUND_WIDTH = 50
"""Room for the number of a round before what it gave."""
LOOK = Look("nimalia", paper=PAPER, panel=PANEL_PAPER, edge=EDGE, glyphs=GLYPHS)

Squares = list[dict[str, Any]]


def draw_picture(seen: dict[str, Any], cards: Mapping[int, Squares], *, title: str) -> str:
    """The reserves and a panel of what else `seen` (made by `view`) holds; `cards`: the squares of those in hands."""
    boards = [_reserve(seen, seat) for seat in seen["seats"]]
    board, size = in_pairs(boards, width=BOARD, height=HEAD + BOARD, pad=PAD)
    panel = draw_panel(seen, title, (_objectives, lambda seen: _hands(seen, cards), _rounds))
    return page(LOOK, title, board, panel, size=size)


# --- Reserves ---------------------------------------------------------------------------------------------


def _reserve(seen: dict[str, Any], seat: dict[str, Any]) -> Svg:
    """A seat's name and points, and the 6 × 6 box with its squares."""
    svg = seat_head(seen, seat, *["has chosen"] * (seat["choice"] is not None), width=BOARD)
    for place in range(SIDE):
        svg.append(words(place, (place + 0.5) * TILE, HEAD - 7, size=11, anchor="middle", fill=EDGE))
        svg.append(words(place, -7, HEAD + (place + 0.5) * TILE + 4, size=11, anchor="end", fill=EDGE))
    lines = "".join(f"M{step * TILE},0 V{BOARD} M0,{step * TILE} H{BOARD} " for step in range(1, SIDE))
    field = [
        f'<rect width="{BOARD}" height="{BOARD}" fill="{WHITE}"/>',
        f'<path d="{lines.strip()}" stroke="{FAINT}" stroke-dasharray="3 4"/>',
    ]
    for square in seat["reserve"]:
        field += _tile(square, size=TILE)
    height, width = seat["box"]
    if height:
        box = f'fill="none" stroke="{INK}" stroke-width="1.6" stroke-dasharray="7 4"'
        field.append(f'<rect width="{width * TILE}" height="{height * TILE}" {box}/>')
    acting = seat["seat"] == seen["player"]
    line, thick = (MARK, 3) if acting else (EDGE, 1.4)
    return [*svg, *placed([*field, plate(BOARD, BOARD, fill="none", line=line, thick=thick, radius=0)], 0, HEAD)]


def _tile(square: dict[str, Any], *, size: int) -> Svg:
    """A square at its place: biome, river and animal, with the animal's letter beside the river."""
    row, column = square["at"]
    svg = [plate(TILE, TILE, fill=BIOME_COLOURS[square["biome"]], thick=0.8, radius=0)]
    scale, middle, x, anchor = 1.0, (TILE / 2 + 1.5, TILE / 2 + 2), 2.5, "start"  # the letter is at its top left
    if square["river"] is not None:
        rising = square["river"] == RIVERS[0]
        scale, middle = 0.7, (TILE / 2, TILE / 2)
        x, anchor = (2.5, "start") if rising else (TILE - 2.5, "end")
        svg += [_band(10.5, RIVER_EDGE, rising=rising), _band(7, RIVER, rising=rising)]
    svg.append(LOOK.glyph(square["species"], *middle, scale))
    if size > MINI_TILE:
        svg.append(words(SPECIES_LETTERS[square["species"]], x, 11, size=10, anchor=anchor, bold=True))
    return placed(svg, column * size, row * size, scale=size / TILE)


def _band(width: float, fill: str, *, rising: bool) -> str:
    """A river from corner to corner of a square, which leaves each corner by `width` along both edges."""
    near, far = width, TILE - width
    corners = ((0, 0), (near, 0), (TILE, far), (TILE, TILE), (far, TILE), (0, near))
    points = " ".join(f"{TILE - x if rising else x:g},{y:g}" for x, y in corners)
    return f'<polygon points="{points}" fill="{fill}"/>'


# --- The panel --------------------------------------------------------------------------------------------


def _objectives(seen: dict[str, Any]) -> Part:
    """The four objectives: number, text, when it is scored, and what every seat would get now."""
    seats = seen["seats"]
    columns = [INSIDE - 14 - (len(seats) - 1 - place) * COLUMN for place in range(len(seats))]
    svg = [heading("Objectives"), words("worth now to seat", columns[0] - 20, 12, size=11, anchor="end")]
    svg += [words(seat["seat"], x, 12, size=11, anchor="end") for seat, x in zip(seats, columns, strict=True)]
    y = 20
    for objective in seen["objectives"]:
        lines = textwrap.wrap(objective["text"], 56)
        height = 48 + 14 * len(lines)
        values = [str(seat["values"][objective["colour"]]).replace("-", "−") for seat in seats]
        when = ["now"] * objective["now"] + [f"{objective['later']} later"] * bool(objective["later"])
        part = [
            tablet(height - 6, line=FAINT, marked=objective["now"]),
            *placed([plate(30, 24, fill=OBJECTIVE_COLOURS[objective["colour"]], line="none", radius=5)], 8, 8),
            words(objective["number"], 23, 25, size=14, anchor="middle", fill=WHITE, bold=True),
            words(f"{objective['colour']}: {' and '.join(when) or 'done'}", 48, 25, size=12, bold=True),
            *(words(value, x, 26, size=16, anchor="end", bold=True) for value, x in zip(values, columns, strict=True)),
            *(words(line, 10, 48 + 14 * number, size=12) for number, line in enumerate(lines)),
        ]
        svg += placed(part, 0, y)
        y += height
    for what in seats[0]["counted"]:
        counts = ", ".join(str(seat["counted"][what]) for seat in seats)
        y += 14
        svg.append(words(f"{what} by seat: {counts}", 10, y, size=11))
    return svg, y + 22


def _hands(seen: dict[str, Any], cards: Mapping[int, Squares]) -> Part:
    """The hands that the viewer knows, its own the largest, and its choice where it has made one."""
    svg: Svg = []
    y = 0
    for seat in sorted(seen["seats"], key=lambda seat: seat["seat"] != seen["viewer"]):
        if not seat["hand"]:
            continue
        own = seat["seat"] == seen["viewer"]
        size = HAND_TILE if own else MINI_TILE
        svg += placed([heading("Your hand" if own else f"Hand of seat {seat['seat']}")], 0, y)
        for place, card in enumerate(seat["hand"]):
            drawn = [words(f"card {card}", 0, -6, size=11)]
            for square in cards[card]:
                drawn += _tile(square, size=size)
            drawn.append(plate(2 * size, 2 * size, fill="none", thick=2, radius=0))
            svg += placed(drawn, place * (2 * size + CARD_PITCH), y + 36)
        y += 36 + 2 * size + 14
        if seat["choice"] is not None:
            choice = seat["choice"]
            told = f"chosen: card {choice['card']}, turned {choice['turns']}, at {cell_words(choice['at'])}"
            svg.append(words(told, 0, y + 4, size=12))
            y += 20
    return svg, y + 6 if y else 0


def _rounds(seen: dict[str, Any]) -> Part:
    """What the rounds that are over gave."""
    if not seen["rounds"]:
        return [], 0
    svg = [heading("Rounds: points of the objectives → total")]
    step = (INSIDE - ROUND_WIDTH) / len(seen["seats"])
    size = 12 if len(seen["seats"]) < 4 else 10
    y = 30
    svg += [words(f"seat {seat['seat']}", ROUND_WIDTH + seat["seat"] * step, y, size=10) for seat in seen["seats"]]
    for number, scored in enumerate(seen["rounds"], start=1):
        y += 18
        svg.append(words(f"round {number}", 0, y, size=size))
        for place, (points, total) in enumerate(zip(scored["points"], scored["totals"], strict=True)):
            text = f"{' '.join(map(str, points))} → {total}".replace("-", "−")
            svg.append(words(text, ROUND_WIDTH + place * step, y, size=size))
    return svg, y + 16
