"""The text of actions and decisions, and pictures that are sound SVG."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import combinations

from baobab.core.record import EVERYTHING
from baobab.registry import load_game
from baobab.testing.cases import Case, Play, check, require, require_equal, require_refusal, visit

SVG = "{http://www.w3.org/2000/svg}"
VIEWERS = (None, 0, EVERYTHING)
NARROW, BOLD = 0.5, 0.56
"""Width of a letter by its size, rather too little."""
TALL = 0.7
"""Height of a capital or a digit."""
NO_ACTIONS = ("", " ", "0", "nonsense", "-1", "\n", "🦓")
"""Texts that name no action of any game."""
LEAST = 20
"""Letters that the rules of a decision have at least."""

_NUMBER = r"(-?[\d.]+)"


@check(kernels=False)
def every_action_has_a_name_of_its_own_that_parses_back(case: Case) -> None:
    """Names without a state, with spaces around, and outside the space."""
    game = case.game
    size = game.actions.size
    names = [game.action_name(action) for action in range(size)]
    require(len(set(names)) == size > 0, "two actions have the same name")
    require_equal([game.parse_action(name) for name in names], list(range(size)), "parsed names")
    require_equal(game.parse_action(f"  {names[-1]} "), size - 1, "a name with spaces around it")
    for action in (-1, size):
        require_refusal(partial(game.action_name, action), match="outside")
    for text in NO_ACTIONS:
        require_refusal(partial(game.parse_action, text), match="names no action")


@check(kernels=False)
def every_legal_action_has_a_name_in_its_state_that_parses_back_there(case: Case) -> None:
    """Names with a state."""

    def look(play: Play) -> None:
        if not play.chooses:
            return
        game, row, legal = play.game, play.rows[0], play.legal()
        names = [game.action_name(action, row) for action in legal]
        require_equal(len(set(names)), len(legal), "names of legal actions")
        require_equal([game.parse_action(name, row) for name in names], legal, "parsed names")

    visit(case, look, games=1, every=3)


@check(scope="once", kernels=False)
def every_phase_has_its_rules_as_text(case: Case) -> None:
    """`Game.help`."""
    texts = [case.game.help(phase) for phase in range(len(case.game.phases))]
    require(all(len(text) > LEAST for text in texts), "the rules of a decision are a sentence")
    require_equal(len(set(texts)), len(texts), "different texts")


@check(scope="once", kernels=False)
def an_unknown_option_is_refused_by_name(case: Case) -> None:
    """As the command line and configs give them."""
    require_refusal(lambda: load_game(case.name, no_such_option=1), match="no_such_option")


@dataclass(frozen=True)
class Box:
    """A text of a picture and the room that it needs at least."""

    text: str
    left: float
    top: float
    right: float
    bottom: float

    def lies_on(self, other: "Box") -> bool:
        """Whether two texts cannot both be read."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > 1 and down > 1


def parse_svg(svg: str) -> ET.Element:
    """The picture as a tree; an error where it is not well-formed."""
    return ET.fromstring(svg)  # noqa: S314 - the picture is the game's own


def find_texts(element: ET.Element, x: float = 0, y: float = 0, scale: float = 1) -> Iterator[Box]:
    """All texts below an element whose own corner is at x, y and whose lengths count `scale` times."""
    move = element.get("transform", "")
    if found := re.search(rf"translate\({_NUMBER} {_NUMBER}\)", move):
        x, y = x + float(found[1]) * scale, y + float(found[2]) * scale
    if found := re.search(rf"scale\({_NUMBER}\)", move):
        scale *= float(found[1])
    if element.tag == f"{SVG}text":
        text, size = element.text or "", float(element.attrib["font-size"]) * scale
        width = len(text) * size * (BOLD if element.get("font-weight") == "bold" else NARROW)
        shift = {"start": 0.0, "middle": width / 2, "end": width}[element.attrib.get("text-anchor", "start")]
        left, bottom = x + float(element.attrib["x"]) * scale - shift, y + float(element.attrib["y"]) * scale
        yield Box(text, left, bottom - TALL * size, left + width, bottom)
    for child in element:
        yield from find_texts(child, x, y, scale)


@check(kernels=False)
def pictures_are_whole(case: Case) -> None:
    """Sound SVG, nothing from outside the file, no text cut off; and the text of the same."""

    def look(play: Play) -> None:
        for viewer in VIEWERS:
            require(play.game.text(play.rows[0], viewer).strip(), f"there is no text for {viewer}")
            root = parse_svg(play.game.svg(play.rows[0], viewer))
            width, height = (int(root.attrib[length]) for length in ("width", "height"))
            defined = {element.attrib["id"] for element in root.iter() if "id" in element.attrib}
            require(all(name.startswith(f"{play.game.name}-") for name in defined), "an id without the game's name")
            used = {element.attrib["href"].removeprefix("#") for element in root.iter(f"{SVG}use")}
            require(used <= defined, f"shapes are used that are not there: {used - defined}")
            require(not list(root.iter(f"{SVG}image")), "a picture needs nothing outside its file")
            for box in find_texts(root):
                inside = 0 <= box.left <= box.right <= width and 0 <= box.top < box.bottom <= height
                require(inside, f"a text is cut off: {box}")

    visit(case, look, games=2, every=9)


@check(kernels=False)
def no_text_of_a_picture_lies_on_another(case: Case) -> None:
    """For everybody who may look."""

    def look(play: Play) -> None:
        for viewer in VIEWERS:
            root = parse_svg(play.game.svg(play.rows[0], viewer))
            for one, other in combinations([box for box in find_texts(root) if box.text], 2):
                require(not one.lies_on(other), f"a text lies on another: {one}, {other}")

    visit(case, look, games=1, every=24)


CHECKS = (
    every_action_has_a_name_of_its_own_that_parses_back,
    every_legal_action_has_a_name_in_its_state_that_parses_back_there,
    every_phase_has_its_rules_as_text,
    an_unknown_option_is_refused_by_name,
    pictures_are_whole,
    no_text_of_a_picture_lies_on_another,
)
