"""Pixels of drawings, and the PNG files that they come from."""

import struct
import zlib

import numpy as np
import pytest
from numpy.typing import NDArray

from baobab.adapters.aec import GameEnv
from baobab.adapters.picture import canvas_of, png_pixels, rasterise
from baobab.core.picture import on_canvas, svg_size
from baobab.registry import load_game


def png(lines: list[bytes], *, width: int, colour: int = 2, depth: int = 8, interlace: int = 0) -> bytes:
    """A PNG file of filtered lines (each begins with its filter)."""
    head = struct.pack(">IIBBBBB", width, len(lines), depth, colour, 0, 0, interlace)
    packed = zlib.compress(b"".join(lines))
    half = len(packed) // 2
    chunks = [(b"IHDR", head), (b"IDAT", packed[:half]), (b"tEXt", b"a\0b"), (b"IDAT", packed[half:]), (b"IEND", b"")]
    body = b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + body


def filtered(pixels: NDArray[np.uint8], kind: int) -> list[bytes]:
    """Lines under one filter, by the definitions of the PNG standard (section 9.2)."""
    height, width, channels = pixels.shape
    flat = pixels.reshape(height, width * channels).astype(int)
    lines = []
    for y in range(height):
        line = [kind]
        for x in range(width * channels):
            a = flat[y, x - channels] if x >= channels else 0
            b = flat[y - 1, x] if y else 0
            c = flat[y - 1, x - channels] if y and x >= channels else 0
            nearest = min((abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c))[2]
            guess = (0, a, b, (a + b) // 2, nearest)[kind]
            line.append((flat[y, x] - guess) % 256)
        lines.append(bytes(line))
    return lines


@pytest.mark.parametrize("channels", [3, 4])
@pytest.mark.parametrize("kind", range(5))
def test_every_filter_of_the_standard_is_undone(kind: int, channels: int) -> None:
    pixels = np.random.default_rng(kind).integers(0, 256, (7, 9, channels), np.uint8)
    data = png(filtered(pixels, kind), width=9, colour={3: 2, 4: 6}[channels])
    np.testing.assert_array_equal(png_pixels(data), pixels[:, :, :3])


def test_other_files_are_refused() -> None:
    with pytest.raises(ValueError, match="no PNG"):
        png_pixels(b"GIF89a")
    for wrong in ({"colour": 3}, {"depth": 16}, {"interlace": 1}):
        with pytest.raises(ValueError, match="not read here"):
            png_pixels(png([b"\0abc"], width=1, **wrong))


def test_a_drawing_has_its_size_and_colours_on_a_white_ground() -> None:
    blue = '<rect width="10" height="20" fill="#0000ff"/>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20">{blue}</svg>'
    pixels = rasterise(svg)
    assert pixels.shape == (20, 30, 3)
    assert pixels.dtype == np.uint8
    assert pixels[10, 5].tolist() == [0, 0, 255]
    assert pixels[10, 20].tolist() == [255, 255, 255]


def test_a_missing_resvg_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "resvg_py", None)
    with pytest.raises(ImportError, match=r"baobab\[play\]"):
        rasterise("<svg/>")


def test_a_picture_stands_whole_in_the_middle_of_its_canvas() -> None:
    box = 'xmlns="http://www.w3.org/2000/svg"'
    svg = f'<svg width="20" height="10" viewBox="0 0 20 10" {box}><rect width="20" height="10" fill="red"/></svg>'
    pixels = rasterise(svg, canvas=(40, 30))
    red = (pixels == [255, 0, 0]).all(axis=2)
    assert pixels.shape == (30, 40, 3)
    assert red[10:20, 10:30].all()
    assert red.sum() == 200
    smaller = rasterise(svg, canvas=(10, 10))  # half as large
    assert (smaller == [255, 0, 0]).all(axis=2)[3:7].all()
    assert svg_size(on_canvas(svg, 10, 10)) == (10, 10)


@pytest.mark.parametrize("players", [2, 4])
def test_the_frames_of_all_positions_and_viewers_have_one_size(players: int) -> None:
    env = GameEnv("savernake", num_players=players, render_mode="rgb_array")
    env.reset(seed=7)
    shapes = set()
    while env.agents:
        if env.rows[0].decisions == 0 or (not env.legal_actions() and len(env.agents) == players):
            for env.viewer in (0, "all"):
                frame = env.render()
                assert isinstance(frame, np.ndarray)
                shapes.add(frame.shape)
        env.step(env.legal_actions()[-1] if env.legal_actions() else None)
    width, height = canvas_of(load_game("savernake"), players)
    assert shapes == {(height, width, 3)}
    assert width % 2 == height % 2 == 0
