"""Every registered game: its pictures are sound SVG, and no text of them is cut off or lies on another."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import pytest
from tests.contract.conftest import Case, Play, visit
from tests.pictures import SVG, parsed

from baobab.core.record import EVERYTHING

NARROW, BOLD = 0.5, 0.56  # width of a letter by its size, rather too little
TALL = 0.7  # height of a capital or a digit
NUMBER = r"(-?[\d.]+)"


@dataclass(frozen=True)
class Words:
    """A text of a picture and the box that it needs at least."""

    text: str
    left: float
    top: float
    right: float
    bottom: float

    def lies_on(self, other: "Words") -> bool:
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > 1 and down > 1


def words_of(element: ET.Element, x: float = 0, y: float = 0, scale: float = 1) -> Iterator[Words]:
    """All texts below an element whose own corner is at x, y and whose lengths count `scale` times."""
    move = element.get("transform", "")
    if found := re.search(rf"translate\({NUMBER} {NUMBER}\)", move):
        x, y = x + float(found[1]) * scale, y + float(found[2]) * scale
    if found := re.search(rf"scale\({NUMBER}\)", move):
        scale *= float(found[1])
    if element.tag == f"{SVG}text":
        text, size = element.text or "", float(element.attrib["font-size"]) * scale
        width = len(text) * size * (BOLD if element.get("font-weight") == "bold" else NARROW)
        shift = {"start": 0.0, "middle": width / 2, "end": width}[element.attrib["text-anchor"]]
        left, bottom = x + float(element.attrib["x"]) * scale - shift, y + float(element.attrib["y"]) * scale
        yield Words(text, left, bottom - TALL * size, left + width, bottom)
    for child in element:
        yield from words_of(child, x, y, scale)


@pytest.fixture(params=[None, 0, EVERYTHING], ids=["anybody", "seat", "everything"])
def viewer(request: pytest.FixtureRequest) -> int | None:
    seat: int | None = request.param
    return seat


def test_pictures_are_whole(case: Case, viewer: int | None) -> None:
    def look(play: Play) -> None:
        root = parsed(play.game.svg(play.rows[0], viewer))
        width, height = (int(root.attrib[length]) for length in ("width", "height"))
        defined = {element.attrib["id"] for element in root.iter() if "id" in element.attrib}
        assert all(name.startswith(f"{play.game.name}-") for name in defined)
        assert {element.attrib["href"].removeprefix("#") for element in root.iter(f"{SVG}use")} <= defined
        assert not list(root.iter(f"{SVG}image")), "nothing outside the file"
        for one in words_of(root):
            assert 0 <= one.left <= one.right <= width, one
            assert 0 <= one.top < one.bottom <= height, one

    visit(case, look, games=2, every=9)


def test_no_text_of_a_picture_lies_on_another(case: Case, viewer: int | None) -> None:
    def look(play: Play) -> None:
        root = parsed(play.game.svg(play.rows[0], viewer))
        texts = sorted((one for one in words_of(root) if one.text), key=lambda one: one.top)
        for one, other in combinations(texts, 2):
            assert not one.lies_on(other), (one, other)

    visit(case, look, games=1, every=24)
