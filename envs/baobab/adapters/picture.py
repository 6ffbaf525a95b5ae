"""Pixels of an SVG drawing, through resvg (the extra `play` installs it)."""

import struct
import zlib
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from baobab.core.game import Game, make_rngs
from baobab.core.games import Games
from baobab.core.jit import jit
from baobab.core.picture import on_canvas, svg_size
from baobab.core.record import EVERYTHING

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_CHANNELS = {2: 3, 6: 4}  # bytes a pixel, by PNG colour type: RGB, RGBA


def rasterise(svg: str, *, canvas: tuple[int, int] | None = None, background: str = "white") -> NDArray[np.uint8]:
    """The drawing as `[height, width, 3] uint8`, on a canvas of this width and height if one is given.

    ImportError with what to install where resvg is missing.
    """
    try:
        import resvg_py
    except ImportError as error:
        raise ImportError('pixels need resvg: pip install "baobab[play]" (or resvg-py)') from error
    drawn = svg if canvas is None else on_canvas(svg, *canvas)
    return png_pixels(bytes(resvg_py.svg_to_bytes(svg_string=drawn, background=background)))


@lru_cache(maxsize=64)
def canvas_of(game: Game, num_players: int) -> tuple[int, int]:
    """Width and height, even numbers, of all frames of a game with so many players.

    They are those that the pictures of a whole game need, always the same random one; a larger picture of another game
    is drawn smaller.
    """
    games, rngs = Games.start(game, num_players=num_players, seeds=[0]), make_rngs(1, seed=0)
    sizes = [svg_size(game.svg(games.rows[0], EVERYTHING))]
    while games.running[0]:
        games.step(games.random_actions(rngs))
        sizes.append(svg_size(game.svg(games.rows[0], EVERYTHING)))
    width, height = (max(lengths) for lengths in zip(*sizes, strict=True))
    return width + width % 2, height + height % 2


def png_pixels(data: bytes) -> NDArray[np.uint8]:
    """The pixels `[height, width, 3] uint8` of a PNG file of 8-bit RGB or RGBA; ValueError on any other."""
    if not data.startswith(_SIGNATURE):
        raise ValueError("this is no PNG file")
    width, height, depth, colour, _, _, interlace = struct.unpack_from(">IIBBBBB", data, 16)
    if depth != 8 or colour not in _CHANNELS or interlace:
        raise ValueError(f"a PNG of depth {depth}, colour type {colour}, interlace {interlace} is not read here")
    packed = bytearray()
    at = len(_SIGNATURE)
    while at < len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        if kind == b"IDAT":
            packed += data[at + 8 : at + 8 + length]
        at += length + 12  # length, kind and checksum
    channels = _CHANNELS[colour]
    lines = np.frombuffer(bytearray(zlib.decompress(packed)), np.uint8).reshape(height, 1 + width * channels)
    _unfilter(lines, channels)
    return np.ascontiguousarray(lines[:, 1:].reshape(height, width, channels)[:, :, :3])


@jit
def _unfilter(lines: NDArray[np.uint8], channels: int) -> None:
    """Undo the filters of the PNG standard (section 9) in place; the first byte of each line names its filter."""
    for row in range(lines.shape[0]):
        kind = int(lines[row, 0])
        for at in range(1, lines.shape[1]):
            left = int(lines[row, at - channels]) if at > channels else 0
            up = int(lines[row - 1, at]) if row > 0 else 0
            corner = int(lines[row - 1, at - channels]) if row > 0 and at > channels else 0
            guess = 0
            if kind == 1:
                guess = left
            elif kind == 2:
                guess = up
            elif kind == 3:
                guess = (left + up) >> 1
            elif kind == 4:
                guess = _paeth(left, up, corner)
            lines[row, at] = (int(lines[row, at]) + guess) & 0xFF


@jit
def _paeth(left: int, up: int, corner: int) -> int:
    """Whichever neighbour is nearest to left + up − corner."""
    off_left, off_up, off_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
    if off_left <= off_up and off_left <= off_corner:
        return left
    return up if off_up <= off_corner else corner
