"""The shapes and colours of Kenya's pictures, drawn for this project.

Every shape is SVG in a box of 40 × 40 whose middle is 0, 0. Clans are told apart by shape, letter and colour; the
colours lie apart for colour-blind eyes as well (after Okabe and Ito).
"""

from baobab.core.glyphs import ANIMALS, LINE, dots
from baobab.core.picture import INK

CREAM = "#fdf8ec"
SAND = "#e9d7a8"
GRASS = "#d9c48c"
BARK = "#7a5230"
BACK = "#4f6b3a"
"""The back of a hidden green card."""
BROWN_EDGE = "#7b4a21"
"""The frame of a brown card."""
WATER_BLUE = "#1f6f9c"

CLAN_COLOURS = {
    "zebra": "#f3f1ec",
    "wildebeest": "#7cc3ea",
    "warthog": "#d795bb",
    "gazelle": "#f1e55b",
    "giraffe": "#eda233",
    "baboon": "#4fb795",
}
CLAN_LETTERS = {
    "zebra": "Z",
    "wildebeest": "W",
    "warthog": "H",
    "gazelle": "G",
    "giraffe": "F",
    "baboon": "B",
}
"""One letter a clan, in text and pictures: the first, or a telling one where two clans share it."""

GLYPHS = {
    **ANIMALS,
    "wildebeest": (
        '<path d="M-3,-9 C-12,-9 -17,-4 -18,-8 C-19,-12 -16,-16 -13,-17 M3,-9 C12,-9 17,-4 18,-8 C19,-12 16,-16 13,-17"'
        f' fill="none" stroke="{INK}" stroke-width="3.4" stroke-linecap="round"/>'
        f'<path d="M-6,-7 Q-13,-7 -15,-2 Q-10,1 -6,-3 Z M6,-7 Q13,-7 15,-2 Q10,1 6,-3 Z" fill="#6b6660" {LINE}/>'
        f'<path d="M-7,-9 Q0,-13 7,-9 L6,4 Q8,13 0,15 Q-8,13 -6,4 Z" fill="#6b6660" {LINE}/>'
        f'<path d="M-4,14 L-3,19 L-1,16 L0,20 L1,16 L3,19 L4,14 Z" fill="#fff" stroke="{INK}" stroke-width="0.8"/>'
        f'<path d="M-3,-12 L3,-12 L1.6,2 L0,5 L-1.6,2 Z" fill="{INK}"/>'
        '<circle cx="-4.6" cy="-3" r="1.5" fill="#fff"/><circle cx="4.6" cy="-3" r="1.5" fill="#fff"/>'
        f"{dots(3, 10, size=1.3)}"
    ),
    "warthog": (
        f'<path d="M-8,-8 L-16,-15 Q-15,-5 -10,-3 Z M8,-8 L16,-15 Q15,-5 10,-3 Z" fill="#8d7466" {LINE}/>'
        f'<path d="M-6,-9 L-5,-18 L-2,-13 L0,-19 L2,-13 L5,-18 L6,-9 Z" fill="{INK}"/>'
        f'<path d="M-10,-8 Q0,-14 10,-8 Q11,0 8,4 Q9,15 0,16 Q-9,15 -8,4 Q-11,0 -10,-8 Z" fill="#8d7466" {LINE}/>'
        f'<path d="M-7,8 Q-15,11 -17,2 Q-13,5 -8,4 Z M7,8 Q15,11 17,2 Q13,5 8,4 Z" fill="#fffdf5" {LINE}/>'
        f'<ellipse cx="0" cy="10.5" rx="6.5" ry="4.5" fill="#c9a595" {LINE}/>'
        f"{dots(2.4, 10.5, size=1.4)}"
        f'{dots(4, -3)}<circle cx="-7" cy="1" r="1.3" fill="#5f4b40"/><circle cx="7" cy="1" r="1.3" fill="#5f4b40"/>'
    ),
    "baboon": (
        f'<path d="M0,-18 Q6,-19 9,-14 Q16,-13 15,-6 Q19,0 14,5 Q14,12 7,12 L-7,12 Q-14,12 -14,5 Q-19,0 -15,-6'
        f' Q-16,-13 -9,-14 Q-6,-19 0,-18 Z" fill="#8a7f6a" {LINE}/>'
        f'<ellipse cx="-11" cy="-4" rx="2.6" ry="3.6" fill="#5a4a40" {LINE}/>'
        f'<ellipse cx="11" cy="-4" rx="2.6" ry="3.6" fill="#5a4a40" {LINE}/>'
        f'<path d="M-8,-9 Q0,-12 8,-9 Q8,-3 5,1 Q8,15 0,17 Q-8,15 -5,1 Q-8,-3 -8,-9 Z" fill="#5a4a40" {LINE}/>'
        f'<path d="M-7,-7 Q0,-10 7,-7" fill="none" stroke="{INK}" stroke-width="2.2" stroke-linecap="round"/>'
        '<circle cx="-3.4" cy="-4" r="2.2" fill="#fff3d6"/><circle cx="3.4" cy="-4" r="2.2" fill="#fff3d6"/>'
        f"{dots(3.2, -4, size=1)}"
        '<path d="M-3.4,3 L-3.6,10 M3.4,3 L3.6,10" stroke="#c98a86" stroke-width="1.8" stroke-linecap="round"/>'
        '<circle cx="-1.6" cy="12" r="1" fill="#fff3d6"/><circle cx="1.6" cy="12" r="1" fill="#fff3d6"/>'
    ),
    "water": (
        f'<path d="M0,-19 Q9,-8 9,-2 Q9,5 0,5 Q-9,5 -9,-2 Q-9,-8 0,-19 Z" fill="#bfe6fb" {LINE}/>'
        '<path d="M-4.6,-3 Q-4,1 -1,2" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round"/>'
        '<path d="M-18,10 Q-13.5,6 -9,10 T0,10 T9,10 T18,10 M-18,16 Q-13.5,12 -9,16 T0,16 T9,16 T18,16" fill="none"'
        ' stroke="#e8f6ff" stroke-width="2.4" stroke-linecap="round"/>'
    ),
    "baobab": (
        '<path d="M-19,19 Q-8,17 0,17 Q8,17 19,19 Z" fill="#6d8a3c"/>'
        f'<path d="M-6,18 Q-9,6 -6,-3 L-13,-11 L-11,-12 L-4,-6 L-6,-15 L-4,-15 L-1,-7 L2,-16 L4,-15.5 L3,-6 L11,-13'
        f' L12.6,-12 L6,-3 Q9,6 6,18 Z" fill="#8b5e3c" {LINE}/>'
        '<path d="M-3,16 Q-4.6,6 -3,0 M3,16 Q4.4,7 3,0 M0,15 L0,3" fill="none" stroke="#5f3d24" stroke-width="1"/>'
        f'<g fill="#6f9a46" {LINE}><ellipse cx="-13" cy="-12.4" rx="6.2" ry="3.6"/>'
        '<ellipse cx="-5" cy="-16" rx="5.6" ry="3.4"/>'
        '<ellipse cx="4.4" cy="-16.4" rx="5.8" ry="3.4"/><ellipse cx="13" cy="-12.8" rx="6.2" ry="3.6"/></g>'
    ),
    "drop": (
        '<path d="M0,-16 Q12,-2 12,5 A12,12 0 0 1 -12,5 Q-12,-2 0,-16 Z" fill="#1f6f9c" stroke="#fff"'
        ' stroke-width="3"/>'
    ),
}
"""Clans, specials, the Baobab and the drop that marks a card whose points are doubled."""
