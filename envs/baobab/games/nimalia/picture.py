"""Nimalia's picture: SVG made from what `view` shows and nothing else. Lengths are pixels."""

import textwrap
from collections.abc import Mapping
from typing import Any

from baobab.games.nimalia.cards import RIVERS
from baobab.games.nimalia.glyphs import (
    BIOME_COLOURS,
    EDGE,
    FAINT,
    GLYPHS,
    INK,
    MARK,
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
PANEL = 452
PANEL_PAD = 20
HAND_TILE = 40
MINI_TILE = 22
FONT = "DejaVu Sans, Verdana, Arial, sans-serif"

Svg = list[str]
Squares = list[dict[str, Any]]


def draw_picture(seen: dict[str, Any], cards: Mapping[int, Squares], *, title: str) -> str:
    """The reserves and a panel of what else `seen` (made by `view`) holds; `cards`: the squares of those in hands."""
    across = 2
    down = -(-len(seen["seats"]) // across)
    width = PAD + across * (BOARD + PAD)
    panel, panel_height = _panel(seen, cards, title)
    height = max(down * (HEAD + BOARD + PAD) + PAD, panel_height)
    size = f'width="{width + PANEL}" height="{height}"'
    about = f'xmlns="http://www.w3.org/2000/svg" font-family="{FONT}" role="img"'
    svg = [
        f'<svg {size} viewBox="0 0 {width + PANEL} {height}" {about}>',
        f"<title>{title}</title>",
        "<defs>",
        *(f'<g id="nimalia-{name}">{shape}</g>' for name, shape in GLYPHS.items()),
        "</defs>",
        f'<rect {size} fill="{PAPER}"/>',
    ]
    for place, seat in enumerate(seen["seats"]):
        x, y = PAD + place % across * (BOARD + PAD), PAD // 2 + place // across * (HEAD + BOARD + PAD)
        svg += [f'<g transform="translate({x} {y})">', *_reserve(seen, seat), "</g>"]
    svg.append(f'<rect x="{width}" width="{PANEL}" height="{height}" fill="{PANEL_PAPER}"/>')
    svg.append(f'<path d="M{width},0 V{height}" stroke="{EDGE}" stroke-width="2"/>')
    svg += [f'<g transform="translate({width + PANEL_PAD} 0)">', *panel, "</g>", "</svg>\n"]
    return "\n".join(svg)


# --- Reserves ---------------------------------------------------------------------------------------------


def _reserve(seen: dict[str, Any], seat: dict[str, Any]) -> Svg:
    """A seat's name and points, and the 6 × 6 box with its squares."""
    number = seat["seat"]
    notes = ["you"] * (number == seen["viewer"]) + ["to move"] * (number == seen["player"])
    notes += ["has chosen"] * seat["chosen"]
    if seen["result"] is not None:
        notes.append(f"rank {seen['result']['ranks'][number]}")
    acting = number == seen["player"]
    svg = [_words(f"Seat {number}", 0, 24, size=17, bold=True, fill=MARK if acting else INK)]
    svg.append(_words(", ".join(notes), 72, 24, size=12, fill=MARK if acting else INK))
    svg.append(_words(f"{seat['score']} points", BOARD, 24, size=17, anchor="end", bold=True))
    for place in range(SIDE):
        svg.append(_words(place, (place + 0.5) * TILE, HEAD - 7, size=11, anchor="middle", fill=EDGE))
        svg.append(_words(place, -7, HEAD + (place + 0.5) * TILE + 4, size=11, anchor="end", fill=EDGE))
    frame = f'fill="none" stroke="{MARK if acting else EDGE}" stroke-width="{3 if acting else 1.4}"'
    svg += [f'<g transform="translate(0 {HEAD})">', f'<rect width="{BOARD}" height="{BOARD}" fill="#fff"/>']
    lines = "".join(f"M{step * TILE},0 V{BOARD} M0,{step * TILE} H{BOARD} " for step in range(1, SIDE))
    svg.append(f'<path d="{lines.strip()}" stroke="{FAINT}" stroke-dasharray="3 4"/>')
    for square in seat["reserve"]:
        svg += _tile(square, size=TILE)
    height, width = seat["box"]
    if height:
        box = f'fill="none" stroke="{INK}" stroke-width="1.6" stroke-dasharray="7 4"'
        svg.append(f'<rect width="{width * TILE}" height="{height * TILE}" {box}/>')
    svg += [f'<rect width="{BOARD}" height="{BOARD}" {frame}/>', "</g>"]
    return svg


def _tile(square: dict[str, Any], *, size: int) -> Svg:
    """A square at its place: biome, river and animal, with the animal's letter."""
    row, column = square["at"]
    svg = [f'<g transform="translate({column * size} {row * size}) scale({size / TILE:.4g})">']
    svg.append(
        f'<rect width="{TILE}" height="{TILE}" fill="{BIOME_COLOURS[square["biome"]]}" stroke="{INK}"'
        ' stroke-width="0.8"/>'
    )
    scale = 1.0
    if square["river"] is not None:
        scale = 0.7
        ends = f"M0,{TILE} L{TILE},0" if square["river"] == RIVERS[0] else f"M0,0 L{TILE},{TILE}"
        svg.append(f'<path d="{ends}" stroke="{RIVER_EDGE}" stroke-width="15"/>')
        svg.append(f'<path d="{ends}" stroke="{RIVER}" stroke-width="10"/>')
    middle = f"{TILE / 2:g} {TILE / 2:g}"
    svg.append(f'<use href="#nimalia-{square["species"]}" transform="translate({middle}) scale({scale:g})"/>')
    svg.append(_words(SPECIES_LETTERS[square["species"]], 2.5, 11, size=10, bold=True))
    svg.append("</g>")
    return svg


# --- The panel --------------------------------------------------------------------------------------------


def _panel(seen: dict[str, Any], cards: Mapping[int, Squares], title: str) -> tuple[Svg, int]:
    """All besides the reserves, one part below the other; the height."""
    game, _, state = title.partition(": ")
    svg = [_words(game, 0, 38, size=22, bold=True)]
    y = 42
    for line in textwrap.wrap(state[:1].upper() + state[1:], 54):
        y += 20
        svg.append(_words(line, 0, y, size=14, bold=True, fill=MARK))
    eyes = {None: "As anybody may see it", "all": "With nothing hidden"}
    y += 20
    svg.append(_words(eyes.get(seen["viewer"], f"As seat {seen['viewer']} sees it"), 0, y, size=12))
    y += 18
    for drawn, height in (_objectives(seen), _hands(seen, cards), _rounds(seen)):
        svg += [f'<g transform="translate(0 {y})">', *drawn, "</g>"]
        y += height
    return svg, y + PANEL_PAD


def _objectives(seen: dict[str, Any]) -> tuple[Svg, int]:
    """The four objectives: number, text, when it is scored, and what every seat would get now."""
    svg = [_words("Objectives, and what they would give each seat now", 0, 12, size=13, bold=True)]
    y = 20
    for objective in seen["objectives"]:
        lines = textwrap.wrap(objective["text"], 58)
        height = 48 + 14 * len(lines)
        edge = f'stroke="{MARK}" stroke-width="2.6"' if objective["now"] else f'stroke="{FAINT}"'
        svg += [f'<g transform="translate(0 {y})">']
        svg.append(f'<rect width="{PANEL - 2 * PANEL_PAD}" height="{height - 6}" rx="8" fill="#fff" {edge}/>')
        colour = OBJECTIVE_COLOURS[objective["colour"]]
        svg.append(f'<rect x="8" y="8" width="30" height="24" rx="5" fill="{colour}"/>')
        svg.append(_words(objective["number"], 23, 25, size=14, anchor="middle", fill="#fff", bold=True))
        later = [f"{objective['later']} more later"] if objective["later"] else []
        scored = " and ".join(["scored now"] * objective["now"] + later) or "not scored any more"
        svg.append(_words(f"{objective['colour']}, {scored}", 48, 25, size=12, bold=True))
        for place, seat in enumerate(seen["seats"]):
            x = PANEL - 2 * PANEL_PAD - 14 - (len(seen["seats"]) - 1 - place) * 36
            svg.append(_words(seat["values"][objective["colour"]], x, 26, size=16, anchor="end", bold=True))
        for number, line in enumerate(lines):
            svg.append(_words(line, 10, 48 + 14 * number, size=12))
        svg.append("</g>")
        y += height
    counted = seen["seats"][0]["counted"]
    for what in counted:
        counts = ", ".join(str(seat["counted"][what]) for seat in seen["seats"])
        y += 14
        svg.append(_words(f"{what} by seat: {counts}", 10, y, size=11))
    return svg, y + 22


def _hands(seen: dict[str, Any], cards: Mapping[int, Squares]) -> tuple[Svg, int]:
    """The hands that the viewer knows, its own the largest, and its choice where it has made one."""
    svg: Svg = []
    y = 0
    for seat in sorted(seen["seats"], key=lambda seat: seat["seat"] != seen["viewer"]):
        if not seat["hand"]:
            continue
        own = seat["seat"] == seen["viewer"]
        size = HAND_TILE if own else MINI_TILE
        name = "Your hand" if own else f"Hand of seat {seat['seat']}"
        svg.append(_words(name, 0, y + 12, size=13, bold=True))
        for place, card in enumerate(seat["hand"]):
            x = place * (2 * size + 46)
            svg.append(_words(f"card {card}", x, y + 30, size=11))
            svg.append(f'<g transform="translate({x} {y + 36})">')
            for square in cards[card]:
                svg += _tile(square, size=size)
            svg.append(f'<rect width="{2 * size}" height="{2 * size}" fill="none" stroke="{INK}" stroke-width="2"/>')
            svg.append("</g>")
        y += 36 + 2 * size + 14
        if seat["choice"] is not None:
            choice = seat["choice"]
            at = f"{choice['at'][0]},{choice['at'][1]}"
            svg.append(_words(f"chosen: card {choice['card']}, turned {choice['turns']}, at {at}", 0, y + 4, size=12))
            y += 20
    return svg, y + 6 if y else 0


def _rounds(seen: dict[str, Any]) -> tuple[Svg, int]:
    """What the rounds that are over gave."""
    if not seen["rounds"]:
        return [], 0
    svg = [_words("Rounds: points of each objective, and the total after it", 0, 12, size=13, bold=True)]
    step = (PANEL - 2 * PANEL_PAD - 54) / len(seen["seats"])
    y = 14
    for number, scored in enumerate(seen["rounds"], start=1):
        y += 18
        svg.append(_words(f"round {number}", 0, y, size=12))
        for place, (points, total) in enumerate(zip(scored["points"], scored["totals"], strict=True)):
            text = f"{' '.join(f'{value:+d}'.replace('-', '−') for value in points)} → {total}"
            svg.append(_words(text, 54 + place * step, y, size=12))
    return svg, y + 16


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
