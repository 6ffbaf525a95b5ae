"""The shapes and colours of Okavango's pictures, drawn for this project.

Every shape is SVG in a box of 40 × 40 whose middle is 0, 0. Species are told apart by shape, rank and colour.
"""

from baobab.core.glyphs import ANIMALS, LINE, dots
from baobab.core.picture import INK

CREAM = "#fdf8ec"
SAND = "#ead9ae"
REEDS = "#8a9a4e"
BANK = "#b58e54"
POND = "#357d9c"
ARM_WATER = "#2f7c85"
RIVER_WATER = "#2a6f95"
MUD = "#866d49"
"""An arm that is dry."""
WHITE_SPACE = "#f4fafc"
DARK_SPACE = "#1f4f6b"

TILE_COLOURS = {
    "meerkat": "#f3e3c6",
    "flamingo": "#fde3ec",
    "monkey": "#e8d3bd",
    "gazelle": "#f6dfb2",
    "zebra": "#dfe3e8",
    "giraffe": "#f4cf86",
    "elephant": "#d5dbe2",
    "buffalo": "#d9cabb",
    "leopard": "#fbe6a6",
    "rhinoceros": "#d2e0dc",
    "lion": "#f3c98f",
    "ranger": "#cfe3b8",
}

GLYPHS = {
    **ANIMALS,
    "flamingo": (
        '<path d="M6,8 L6,19 M10,8 L10,14 L6,17 M3,19 L9,19" fill="none" stroke="#c2557f" stroke-width="1.6"'
        ' stroke-linecap="round"/>'
        f'<path d="M1,4 C-9,6 -11,-2 -5,-5 C1,-8 0,-15 -5,-15" fill="none" stroke="{INK}" stroke-width="5.6"'
        ' stroke-linecap="round"/>'
        f'<path d="M-2,3 Q3,-3 11,-1 Q18,1 17,7 Q11,11 4,10 Q-2,9 -2,3 Z" fill="#f29bb4" {LINE}/>'
        '<path d="M1,4 C-9,6 -11,-2 -5,-5 C1,-8 0,-15 -5,-15" fill="none" stroke="#f29bb4" stroke-width="3.4"'
        ' stroke-linecap="round"/>'
        f'<circle cx="-6" cy="-14.5" r="3.6" fill="#f29bb4" {LINE}/>'
        f'<path d="M-8.6,-16.6 Q-14,-15 -13,-8.6 Q-11,-10 -8,-12 Z" fill="#fdf3e4" {LINE}/>'
        f'<path d="M-13.4,-12.6 Q-13.6,-10 -13,-8.6 Q-11.6,-9.8 -10.4,-10.6 Z" fill="{INK}"/>'
        f'<circle cx="-6.2" cy="-15.2" r="1" fill="{INK}"/>'
        '<path d="M4,5 Q9,2 15,5" fill="none" stroke="#c2557f" stroke-width="1.4" stroke-linecap="round"/>'
    ),
    "monkey": (
        f'<circle cx="-13" cy="-3" r="5" fill="#a9744a" {LINE}/><circle cx="13" cy="-3" r="5" fill="#a9744a" {LINE}/>'
        '<circle cx="-13" cy="-3" r="2.4" fill="#f0cfa4"/><circle cx="13" cy="-3" r="2.4" fill="#f0cfa4"/>'
        f'<circle cx="0" cy="-1" r="13" fill="#a9744a" {LINE}/>'
        '<path d="M0,-9 Q-2,-13 -6,-11 Q-11,-8 -8,-1 Q-10,4 -8,8 Q-4,13 0,13 Q4,13 8,8 Q10,4 8,-1 Q11,-8 6,-11'
        ' Q2,-13 0,-9 Z" fill="#f0cfa4"/>'
        f"{dots(4, -3, size=1.8)}"
        f'<path d="M-1.6,3 L1.6,3" stroke="{INK}" stroke-width="1.8" stroke-linecap="round"/>'
        f'<path d="M-5,7 Q0,11 5,7" fill="none" stroke="{INK}" stroke-width="1.5" stroke-linecap="round"/>'
    ),
    "buffalo": (
        f'<path d="M-7,-5 Q-15,-2 -17,4 Q-11,5 -7,0 Z M7,-5 Q15,-2 17,4 Q11,5 7,0 Z" fill="#57493f" {LINE}/>'
        f'<path d="M-9,-9 Q0,-13 9,-9 Q10,0 7,6 Q8,16 0,17 Q-8,16 -7,6 Q-10,0 -9,-9 Z" fill="#6d5c50" {LINE}/>'
        f'<path d="M0,-14 Q-10,-16 -15,-8 Q-18,-3 -19,-11 Q-19,-4 -14,-3 Q-8,-3 -6,-8 Q-3,-10 0,-8 Q3,-10 6,-8'
        f' Q8,-3 14,-3 Q19,-4 19,-11 Q18,-3 15,-8 Q10,-16 0,-14 Z" fill="#d8cdb8" {LINE}/>'
        f'<path d="M0,-14 L0,-8" stroke="{INK}" stroke-width="1.2"/>'
        f'<path d="M-6,9 Q0,6 6,9 Q6,15.6 0,16 Q-6,15.6 -6,9 Z" fill="{INK}"/>'
        '<circle cx="-2.4" cy="11.5" r="1.2" fill="#8d7c70"/><circle cx="2.4" cy="11.5" r="1.2" fill="#8d7c70"/>'
        '<circle cx="-5.4" cy="-1" r="1.6" fill="#fff3d6"/><circle cx="5.4" cy="-1" r="1.6" fill="#fff3d6"/>'
    ),
    "leopard": (
        f'<circle cx="-11" cy="-11" r="4.6" fill="#f1c04f" {LINE}/>'
        f'<circle cx="11" cy="-11" r="4.6" fill="#f1c04f" {LINE}/>'
        f'<path d="M-13,-6 Q-11,-15 0,-15 Q11,-15 13,-6 Q14,5 8,11 Q0,17 -8,11 Q-14,5 -13,-6 Z"'
        f' fill="#f1c04f" {LINE}/>'
        f'<g fill="none" stroke="{INK}" stroke-width="2" stroke-linecap="round"><path d="M-4,-12 a2,2 0 1 1 2,2"/>'
        '<path d="M3,-11 a2,2 0 1 1 1.4,2"/><path d="M-10.6,-4 a1.8,1.8 0 1 1 1,2"/>'
        '<path d="M9,-5 a1.8,1.8 0 1 1 1,2"/>'
        '<path d="M-11,3 a1.6,1.6 0 1 1 1.4,1.4"/><path d="M9.6,3 a1.6,1.6 0 1 1 1.4,1.4"/></g>'
        '<path d="M-6,5 Q0,1 6,5 Q6,12 0,13 Q-6,12 -6,5 Z" fill="#fdf3d3"/>'
        f'<path d="M-3,2 L3,2 L0,6 Z" fill="{INK}"/>'
        f'<path d="M0,6 L0,8.4 M-4,9 Q-2,10.6 0,8.4 Q2,10.6 4,9" fill="none" stroke="{INK}" stroke-width="1.3"/>'
        '<ellipse cx="-5" cy="-2.4" rx="2" ry="2.4" fill="#fff"/>'
        '<ellipse cx="5" cy="-2.4" rx="2" ry="2.4" fill="#fff"/>'
        f"{dots(4.8, -2.2, size=1.3)}"
    ),
    "ranger": (
        f'<path d="M-13,19 Q-12,9 0,9 Q12,9 13,19 Z" fill="#4d6b3c" {LINE}/>'
        f'<path d="M-8,-5 L8,-5 Q9,8 0,10.6 Q-9,8 -8,-5 Z" fill="#c98f62" {LINE}/>'
        f'<path d="M-9,-6 Q-9,-18 0,-16 Q9,-18 9,-6 Z" fill="#b59a63" {LINE}/>'
        '<path d="M-9,-9 L9,-9 L9,-6 L-9,-6 Z" fill="#5b4a2c"/>'
        f'<path d="M-19,-5 Q0,-9 19,-5 Q0,-1 -19,-5 Z" fill="#cdb27a" {LINE}/>'
        f"{dots(3.4, 0.6, size=1.4)}"
        f'<path d="M-3,5.4 Q0,7.4 3,5.4" fill="none" stroke="{INK}" stroke-width="1.4" stroke-linecap="round"/>'
        '<path d="M-4,10.4 L0,14.6 L4,10.4" fill="none" stroke="#fdf8ec" stroke-width="1.6"/>'
    ),
}
"""A shape for every kind of tile."""
