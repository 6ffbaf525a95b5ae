"""The standings as a picture: ratings with their intervals, and the cross table as a heat map. Lengths are pixels."""

import math
from collections.abc import Iterator, Sequence
from html import escape

from baobab.measure.tournament.report import headline
from baobab.measure.tournament.standings import Pair, Standing, Standings

FONT = "DejaVu Sans, Verdana, Arial, sans-serif"
INK, FAINT, GRID = "#22272b", "#6b747c", "#e3e6e8"
DOT, BAR = "#1b6ca8", "#8bb8d8"
LOW, EVEN, HIGH = (201, 92, 46), (250, 249, 246), (27, 108, 168)
"""Colours of the shares 0, a half and 1."""

ROW = 46
"""Height of a bot's row in both halves."""
CELL = 78
PLOT = 420
"""Width of the ratings' half, between the names and the heat map."""
MAP = 310
"""Least width of the heat map's half: its heading."""
OPEN = 34
"""Room beside the axis for the arrows of intervals without an end."""
TOP, BOTTOM, PAD, GAP = 112, 62, 24, 44
LONGEST_NAME = 30
_LETTER = 0.62  # mean width of a letter, as a share of its size
_TICKS = 7

Svg = list[str]


def draw_standings(standings: Standings) -> str:
    """The text of an SVG picture."""
    names = [_short(bot.name) for bot in standings.bots]
    left = PAD + 26 + round(max(map(len, names)) * 14 * _LETTER) + 14
    map_left = left + PLOT + GAP
    width = map_left + max(CELL * len(names), MAP) + PAD
    height = TOP + ROW * len(names) + BOTTOM
    plays = (
        f"{standings.games:,} games, {standings.deals:,} deals in {standings.players} seatings, seed {standings.seed}"
    )
    box = f'width="{width}" height="{height}"'
    about = f'xmlns="http://www.w3.org/2000/svg" font-family="{FONT}" role="img"'
    lines = [
        f'<svg {box} viewBox="0 0 {width} {height}" {about}>',
        f"<title>{escape(headline(standings))}: ratings</title>",
        f'<rect {box} fill="#ffffff"/>',
        _text(headline(standings), PAD, 36, size=20, bold=True),
        _text(plays, PAD, 57, size=12, fill=FAINT),
        _text(f"Elo, {standings.anchor} = 0, with 95 % intervals", left, 84, size=12, bold=True),
        _text("Row ranked above column, share of meetings", map_left, 84, size=12, bold=True),
        *_names(names),
        *_ratings(standings.bots, left),
        *_heat_map(standings, map_left),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


# --- Ratings ----------------------------------------------------------------------------------------------


def _names(names: Sequence[str]) -> Iterator[str]:
    for row, name in enumerate(names):
        y = _middle(row) + 5
        yield _text(row + 1, PAD + 16, y, size=13, anchor="end", fill=FAINT)
        yield _text(name, PAD + 26, y, size=14)


def _ratings(bots: Sequence[Standing], left: int) -> Iterator[str]:
    """The axis, and a dot with a bar for every bot; an arrow where the bar has no end."""
    ends = [end for bot in bots for end in (bot.rating, *bot.rating_interval) if math.isfinite(end)]
    ticks = _ticks(min(ends), max(ends))
    low, high = min(ends[0], ticks[0], *ends), max(ticks[-1], *ends)

    def x(rating: float) -> float:
        return left + OPEN + (PLOT - 2 * OPEN) * (rating - low) / (high - low)

    bottom = TOP + ROW * len(bots)
    for tick in ticks:
        at = x(tick)
        colour = FAINT if tick == 0 else GRID
        yield f'<path d="M{at:.1f},{TOP} V{bottom}" stroke="{colour}" stroke-width="1"/>'
        yield _text(f"{tick:g}".replace("-", "−"), at, bottom + 18, size=11, anchor="middle", fill=FAINT)
    for row, bot in enumerate(bots):
        y = _middle(row)
        start, end = bot.rating_interval
        from_x = x(start) if math.isfinite(start) else left
        to_x = x(end) if math.isfinite(end) else left + PLOT
        yield f'<path d="M{from_x:.1f},{y} H{to_x:.1f}" stroke="{BAR}" stroke-width="6"/>'
        if not math.isfinite(start):
            yield f'<path d="M{left - 8},{y} l12,-8 v16 z" fill="{BAR}"/>'
        if not math.isfinite(end):
            yield f'<path d="M{left + PLOT + 8},{y} l-12,-8 v16 z" fill="{BAR}"/>'
        yield f'<circle cx="{x(bot.rating):.1f}" cy="{y}" r="5" fill="{DOT}" stroke="#ffffff" stroke-width="1.5"/>'
        label = f"{round(bot.rating)}".replace("-", "−")
        yield '<g stroke="#ffffff" stroke-width="3" paint-order="stroke">'
        yield _text(label, x(bot.rating), y - 10, size=12, anchor="middle", bold=True)
        yield "</g>"


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers from at most `low` to at least `high`."""
    span = max(high - low, 1.0)
    power = 10 ** math.floor(math.log10(span / _TICKS))
    step = next(power * factor for factor in (1, 2, 5, 10) if span / (power * factor) <= _TICKS)
    first, last = math.floor(low / step), math.ceil(high / step)
    if first == last:
        last += 1
    return [number * step for number in range(first, last + 1)]


# --- Heat map ---------------------------------------------------------------------------------------------


def _heat_map(standings: Standings, left: int) -> Iterator[str]:
    numbers = {bot.name: number for number, bot in enumerate(standings.bots)}
    for column in range(len(numbers)):
        yield _text(column + 1, left + CELL * column + CELL / 2, TOP - 6, size=13, anchor="middle", fill=FAINT)
    for place in range(len(numbers)):
        yield _cell(left + CELL * place, TOP + ROW * place, GRID)
    for pair in standings.pairs:
        yield from _pair(pair, left + CELL * numbers[pair.other], TOP + ROW * numbers[pair.name])
    y = TOP + ROW * len(numbers) + 14
    for step in range(100):
        yield f'<rect x="{left + 2 * step}" y="{y}" width="2.5" height="10" fill="{_colour(step / 99)}"/>'
    for share, at in (("0", left), ("0.5", left + 100), ("1", left + 200)):
        yield _text(share, at, y + 24, size=11, anchor="middle", fill=FAINT)


def _pair(pair: Pair, x: float, y: float) -> Iterator[str]:
    """A coloured cell with the share and its interval."""
    low, high = pair.above_interval
    ink = "#ffffff" if abs(pair.above - 0.5) > 0.38 else INK
    yield _cell(x, y, _colour(pair.above))
    yield _text(f"{pair.above:.3f}", x + CELL / 2, y + 21, size=13, anchor="middle", fill=ink, bold=True)
    yield _text(f"{low:.2f} … {high:.2f}", x + CELL / 2, y + 36, size=9.5, anchor="middle", fill=ink)


def _cell(x: float, y: float, fill: str) -> str:
    return f'<rect x="{x + 1:g}" y="{y + 1:g}" width="{CELL - 2}" height="{ROW - 2}" rx="3" fill="{fill}"/>'


def _colour(share: float) -> str:
    end = HIGH if share > 0.5 else LOW
    weight = min(1.0, 2 * abs(share - 0.5))
    mixed = (round(even + (far - even) * weight) for even, far in zip(EVEN, end, strict=True))
    return "#" + "".join(f"{channel:02x}" for channel in mixed)


# --- Shared -----------------------------------------------------------------------------------------------


def _middle(row: int) -> int:
    return TOP + ROW * row + ROW // 2


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"…{name[1 - LONGEST_NAME :]}"


def _text(
    text: object, x: float, y: float, *, size: float, anchor: str = "start", fill: str = INK, bold: bool = False
) -> str:
    weight = ' font-weight="bold"' if bold else ""
    shown = escape(str(text), quote=False)
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}" fill="{fill}"{weight}>{shown}</text>'
