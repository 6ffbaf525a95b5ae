"""What the tests of pictures share: reading the SVG that a game draws."""

from baobab.testing.words import SVG, parse_svg

__all__ = ["SVG", "parsed", "shapes", "words"]

parsed = parse_svg


def words(svg: str) -> list[str]:
    """The texts of a picture, in the order in which they are drawn."""
    return [element.text or "" for element in parsed(svg).iter(f"{SVG}text")]


def shapes(svg: str) -> list[str]:
    """The names of the shapes that a picture uses, without their game's, in the order in which they are drawn."""
    return [element.attrib["href"].partition("-")[2] for element in parsed(svg).iter(f"{SVG}use")]
