"""The shapes and colours of Savernake's pictures, drawn for this project.

Every shape is SVG in a box of 20 × 20 whose middle is 0, 0. Foods are told apart by shape, letter and colour.
"""

from baobab.core.glyphs import dots
from baobab.core.picture import INK

PAPER = "#dfe8d0"
PANEL_PAPER = "#fbfcf4"
EDGE = "#55623f"
FAINT = "#b9c7a4"
FIELD = "#ccdab6"
"""Behind the cards of a forest."""
CARD_GREEN = "#a9c585"
CARD_DARK = "#7fa05c"
PATH = "#f1e3bd"
PATH_EDGE = "#8c7445"
ANIMAL_PAPER = "#fff7e2"
WATER = "#1f6aa8"
EARTH = "#7b4a21"

FOOD_LETTERS = {"berries": "b", "worms": "w", "eggs": "e", "nuts": "n"}
"""One letter a food, in text and pictures."""
FOOD_COLOURS = {"berries": "#c8324f", "worms": "#d88aa0", "eggs": "#f7f4ea", "nuts": "#a4682c"}

LINE = f'stroke="{INK}" stroke-width="1.1" stroke-linejoin="round" stroke-linecap="round"'

GLYPHS = {
    "berries": (
        f'<circle cx="-3.4" cy="2.6" r="3.9" fill="#c8324f" {LINE}/><circle cx="3.6" cy="2.4" r="3.9" fill="#c8324f"'
        f' {LINE}/><circle cx="0" cy="-2.6" r="3.9" fill="#de4b66" {LINE}/>'
        f'<path d="M0,-6 Q0.5,-9 3.5,-9" fill="none" {LINE}/>'
    ),
    "worms": (
        f'<path d="M-7,3.5 Q-4.5,-6 -1.5,0.5 T7,-3.5" fill="none" stroke="{INK}" stroke-width="5.6"'
        ' stroke-linecap="round"/><path d="M-7,3.5 Q-4.5,-6 -1.5,0.5 T7,-3.5" fill="none" stroke="#e49ab0"'
        f' stroke-width="3.4" stroke-linecap="round"/><circle cx="6.6" cy="-3.8" r="0.9" fill="{INK}"/>'
    ),
    "eggs": (
        f'<path d="M0,-7.5 C4,-7.5 6,-1 6,2 A6,5.6 0 0 1 -6,2 C-6,-1 -4,-7.5 0,-7.5 Z" fill="#f9f6ec" {LINE}/>'
        '<circle cx="-2" cy="-1" r="0.9" fill="#b9a877"/><circle cx="2.2" cy="2.6" r="1.1" fill="#b9a877"/>'
    ),
    "nuts": (
        f'<path d="M-5.4,-1 H5.4 Q5.4,5.5 0,8 Q-5.4,5.5 -5.4,-1 Z" fill="#bd7f3c" {LINE}/>'
        f'<path d="M-6.6,-1 Q-6.6,-6 0,-6 Q6.6,-6 6.6,-1 Z" fill="#7b4a21" {LINE}/><path d="M0,-6 V-8.6" {LINE}/>'
    ),
    "paw": (
        f'<ellipse cx="0" cy="3.4" rx="5" ry="4.2" fill="{EARTH}"/>'
        + "".join(
            f'<ellipse cx="{x}" cy="{y}" rx="1.9" ry="2.5" fill="{EARTH}"/>'
            for x, y in ((-5.8, -1.4), (-2.1, -4.6), (2.1, -4.6), (5.8, -1.4))
        )
    ),
    "drop": f'<path d="M0,-8 Q6,0 6,3 A6,5.6 0 0 1 -6,3 Q-6,0 0,-8 Z" fill="{WATER}" stroke="#fff" stroke-width="1"/>',
    "burrow": (
        f'<path d="M-8,6 A8,9 0 0 1 8,6 Z" fill="{EARTH}" {LINE}/><path d="M-4,6 A4,5.4 0 0 1 4,6 Z" fill="{INK}"/>'
    ),
    "rooster": (
        f'<path d="M-7,7 Q-8,-1 -2,-2 L-1,-6 Q2,-9 4,-5 L7,-3.5 L4,-2.5 Q5,6 -1,7 Z" fill="#f3c34b" {LINE}/>'
        f'<path d="M-1,-6 Q-1,-9 1,-8 Q2,-10 3.6,-7.6 L4,-5 Z" fill="#c8324f" {LINE}/>'
        f'<circle cx="2" cy="-4.6" r="0.9" fill="{INK}"/>'
    ),
    "goat": (
        f'<path d="M-4,-4 Q-9,-8 -7,-1 M4,-4 Q9,-8 7,-1" fill="none" {LINE}/>'
        f'<path d="M-4.6,-4 Q0,-7 4.6,-4 Q5,3 2,7 Q0,8.6 -2,7 Q-5,3 -4.6,-4 Z" fill="#efe9dc" {LINE}/>'
        f"{dots(2, -1, size=0.9)}"
        f'<path d="M0,8 V10.5" {LINE}/>'
    ),
    "armadillo": (
        f'<path d="M-9,5 Q-8,-6 0,-6 Q7,-6 8,3 L10,5 Z" fill="#b59a7a" {LINE}/>'
        f'<path d="M-5,4 Q-5,-3 -3,-5 M-1,4 Q-1,-4 0,-6 M3,4 Q3,-3 3,-5" fill="none" {LINE}/>'
    ),
    "rabbit": (
        f'<path d="M-4,-2 Q-7,-11 -3,-10 Q-1,-9 -1,-3 M4,-2 Q7,-11 3,-10 Q1,-9 1,-3" fill="#d9cdbd" {LINE}/>'
        f'<path d="M-5,0 Q0,-7 5,0 Q6,8 0,8 Q-6,8 -5,0 Z" fill="#d9cdbd" {LINE}/>'
        f"{dots(2, 1, size=0.9)}"
    ),
}
