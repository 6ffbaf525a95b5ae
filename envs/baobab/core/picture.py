"""What the games' pictures share: SVG as a list of lines, a page with a board and a panel, and small things on it.

Lengths are pixels, x to the right and y downwards. Everything is drawn from 0, 0 and put into its place by `placed`.
"""

import re
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from baobab.core.draw import seat_notes

Svg = list[str]
"""Elements, one or a few a line."""
Part = tuple[Svg, int]
"""What is drawn, and its height."""

FONT = "DejaVu Sans, Verdana, Arial, sans-serif"
INK = "#2b2118"
"""Text and the lines of shapes."""
WHITE = "#ffffff"
MARK = "#c2185b"
"""Who is to act, what is new and what is chosen."""

PANEL = 420
PAD = 20
"""Between the edge of the panel and what stands on it."""
INSIDE = PANEL - 2 * PAD
LETTER = 8.2
"""Width that a letter of the panel's second line needs."""


_SIZE = re.compile(r'<svg width="(\d+)" height="(\d+)"')


@dataclass(frozen=True)
class Look:
    """A game's colours and shapes."""

    game: str  # its name: pictures of several games may stand on one page, so the ids of shapes begin with it
    paper: str  # behind the board
    panel: str  # behind the panel
    edge: str  # between them
    glyphs: Mapping[str, str]  # name -> SVG around 0, 0
    patterns: Sequence[str] = ()  # further definitions

    def glyph(self, name: str, x: float, y: float, scale: float = 1.0) -> str:
        """A shape with its middle at x, y."""
        return f'<use href="#{self.game}-{name}" transform="translate({x:g} {y:g}) scale({scale:g})"/>'

    def definitions(self) -> Svg:
        """All shapes, for the head of a picture."""
        shapes = (f'<g id="{self.game}-{name}">{shape}</g>' for name, shape in self.glyphs.items())
        return ["<defs>", *shapes, *self.patterns, "</defs>"]


def page(look: Look, title: str, board: Svg, panel: Part, *, size: tuple[int, int], centred: bool = False) -> str:
    """The picture: a board of this width and height, at the top or `centred`, and the panel at its right."""
    (width, board_height), (lines, panel_height) = size, panel
    full_width, height = width + PANEL, max(board_height, panel_height)
    box = f'width="{full_width}" height="{height}"'
    about = f'xmlns="http://www.w3.org/2000/svg" font-family="{FONT}" role="img"'
    return "\n".join(
        [
            f'<svg {box} viewBox="0 0 {full_width} {height}" {about}>',
            f"<title>{escape(title)}</title>",
            *look.definitions(),
            f'<rect {box} fill="{look.paper}"/>',
            *(f'<rect {box} fill="url(#{look.game}-ground)"/>' for _ in look.patterns),
            *placed(board, 0, (height - board_height) // 2 if centred else 0),
            f'<rect x="{width}" width="{PANEL}" height="{height}" fill="{look.panel}"/>',
            f'<path d="M{width},0 V{height}" stroke="{look.edge}" stroke-width="3"/>',
            *placed(lines, width + PAD, 0),
            "</svg>\n",
        ]
    )


def svg_size(svg: str) -> tuple[int, int]:
    """Width and height of a picture that `page` made."""
    found = _SIZE.match(svg)
    if found is None:
        raise ValueError(f"this is no picture of a game: {svg[:60]!r}")
    return int(found[1]), int(found[2])


def on_canvas(svg: str, width: int, height: int) -> str:
    """The picture in the middle of a canvas of this size, made smaller where it is larger."""
    size = svg_size(svg)
    if size == (width, height):
        return svg
    scale = min(1.0, width / size[0], height / size[1])
    left, top = ((full - scale * own) / 2 for full, own in zip((width, height), size, strict=True))
    box = f'x="{left:g}" y="{top:g}" width="{scale * size[0]:g}" height="{scale * size[1]:g}"'
    inner = svg.replace(f'<svg width="{size[0]}" height="{size[1]}"', f"<svg {box}", 1)
    return f'<svg width="{width}" height="{height}" xmlns="http://www.w3.org/2000/svg">\n{inner}</svg>\n'


def draw_panel(seen: dict[str, Any], title: str, parts: Iterable[Callable[[dict[str, Any]], Part]]) -> Part:
    """Game, decision and viewer (the title is `game: decision`), and all that lies on no board, part by part."""
    game, _, state = title.partition(": ")
    svg = [words(game, 0, 36, size=22, bold=True)]
    y = 40
    for line in textwrap.wrap(state[:1].upper() + state[1:], int(INSIDE / LETTER)):
        y += 20
        svg.append(words(line, 0, y, size=14, fill=MARK, bold=True))
    eyes = {None: "As anybody may see it", "all": "With nothing hidden"}
    y += 19
    svg.append(words(eyes.get(seen["viewer"], f"As seat {seen['viewer']} sees it"), 0, y, size=12))
    y += 18
    for part in parts:
        drawn, height = part(seen)
        svg += placed(drawn, 0, y) if drawn else []
        y += height
    return svg, y + PAD // 2


def words(
    text: object, x: float, y: float, *, size: int, anchor: str = "start", fill: str = INK, bold: bool = False
) -> str:
    """A line of text whose base line is at y, and whose start, middle or end is at x."""
    weight = ' font-weight="bold"' if bold else ""
    shown = escape(str(text), quote=False)
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{anchor}" fill="{fill}"{weight}>{shown}</text>'


def heading(text: str) -> str:
    """The name of a part of the panel; what it names begins 20 pixels below the part's top."""
    return words(text, 0, 12, size=13, bold=True)


def small_print(lines: Sequence[str]) -> Part:
    """Lines in the smallest letters, such as what the signs mean that a picture cannot say by itself."""
    return [words(line, 0, 12 + 15 * number, size=10) for number, line in enumerate(lines)], 15 * len(lines) + 6


def plate(width: float, height: float, *, fill: str, line: str = INK, thick: float = 1.4, radius: float = 8) -> str:
    """A box with rounded corners: a card, a tile, a frame."""
    edge = f'fill="{fill}" stroke="{line}" stroke-width="{thick:g}"'
    return f'<rect width="{width:g}" height="{height:g}" rx="{radius:g}" {edge}/>'


def tablet(height: float, *, line: str, marked: bool) -> str:
    """A white plate as wide as the panel has room; `marked` where its owner is to act."""
    return plate(INSIDE, height, fill=WHITE, line=MARK if marked else line, thick=2.6 if marked else 1)


def placed(svg: Sequence[str], x: float, y: float, *, scale: float = 1.0) -> Svg:
    """What is drawn from 0, 0, drawn from x, y, and larger or smaller."""
    larger = f" scale({scale:.4g})" if scale != 1 else ""
    return [f'<g transform="translate({x:g} {y:g}){larger}">', *svg, "</g>"]


def in_lines(drawn: Sequence[Svg], *, step: int, width: int) -> Part:
    """Things of the same size side by side, in as many lines as they need; `step` from one to the next."""
    across = max(1, width // step)
    svg: Svg = []
    for place, one in enumerate(drawn):
        line, column = divmod(place, across)
        svg += placed(one, column * step, line * step)
    return svg, -(-len(drawn) // across) * step


def in_pairs(boards: Sequence[Svg], *, width: int, height: int, pad: int) -> tuple[Svg, tuple[int, int]]:
    """The boards of the seats in two columns with `pad` around each; width and height of all."""
    svg: Svg = []
    for place, board in enumerate(boards):
        down, across = divmod(place, 2)
        svg += placed(board, pad + across * (width + pad), pad // 2 + down * (height + pad))
    return svg, (pad + 2 * (width + pad), -(-len(boards) // 2) * (height + pad) + pad)


def seat_head(seen: dict[str, Any], seat: dict[str, Any], *more: str, width: int) -> Svg:
    """A line above a seat's board: who it is, with its notes and `more`, and at the right its score."""
    number = seat["seat"]
    fill = MARK if number == seen["player"] else INK
    return [
        words(f"Seat {number}", 0, 24, size=17, bold=True, fill=fill),
        words(", ".join(seat_notes(seen, number, *more)), 72, 24, size=12, fill=fill),
        words(f"{seat['score']} points", width, 24, size=17, anchor="end", bold=True),
    ]
