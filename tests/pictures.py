"""What the tests of pictures share: reading the SVG that a game draws."""

import xml.etree.ElementTree as ET

SVG = "{http://www.w3.org/2000/svg}"


def parsed(svg: str) -> ET.Element:
    """The picture as a tree; an error where it is not well-formed."""
    return ET.fromstring(svg)  # noqa: S314 - the picture is our own


def words(svg: str) -> list[str]:
    """The texts of a picture, in the order in which they are drawn."""
    return [element.text or "" for element in parsed(svg).iter(f"{SVG}text")]


def shapes(svg: str) -> list[str]:
    """The names of the shapes that a picture uses, without their game's, in the order in which they are drawn."""
    return [element.attrib["href"].partition("-")[2] for element in parsed(svg).iter(f"{SVG}use")]
