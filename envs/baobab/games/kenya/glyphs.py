"""The shapes and colours of Kenya's pictures, drawn for this project.

Every shape is SVG in a box of 40 × 40 whose middle is 0, 0. Clans are told apart by shape, letter and colour; the
colours lie apart for colour-blind eyes as well (after Okabe and Ito).
"""

INK = "#2b2118"
CREAM = "#fdf8ec"
SAND = "#e9d7a8"
GRASS = "#d9c48c"
BARK = "#7a5230"
BACK = "#4f6b3a"
"""The back of a hidden green card."""
BROWN_EDGE = "#7b4a21"
"""The frame of a brown card."""
WATER_BLUE = "#1f6f9c"
MARK = "#c2185b"
"""What is new or awaits a decision."""

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

_EYES = '<circle cx="-4" cy="-3" r="1.6" fill="#2b2118"/><circle cx="4" cy="-3" r="1.6" fill="#2b2118"/>'
_LINE = 'stroke="#2b2118" stroke-width="1.4" stroke-linejoin="round" stroke-linecap="round"'

GLYPHS = {
    "zebra": (
        f'<path d="M-6,-10 L-11,-18 Q-4,-18 -3,-11 Z M6,-10 L11,-18 Q4,-18 3,-11 Z" fill="#fff" {_LINE}/>'
        f'<path d="M-8,-9 Q0,-15 8,-9 Q9,2 5,12 Q0,17 -5,12 Q-9,2 -8,-9 Z" fill="#fff" {_LINE}/>'
        '<path d="M-3,-19 L3,-19 L2,-8 L0,-4 L-2,-8 Z" fill="#2b2118"/>'
        '<path d="M-8,-7 L-3,-5 L-8,-4 Z M8,-7 L3,-5 L8,-4 Z M-8,0 L-2,2 L-7.5,3 Z M8,0 L2,2 L7.5,3 Z'
        ' M-7,5 L-2,6 L-6,8 Z M7,5 L2,6 L6,8 Z" fill="#2b2118"/>'
        '<path d="M-5.6,10 Q0,7 5.6,10 Q4,18 0,18.5 Q-4,18 -5.6,10 Z" fill="#2b2118"/>'
        '<circle cx="-5" cy="-2" r="1.5" fill="#2b2118"/><circle cx="5" cy="-2" r="1.5" fill="#2b2118"/>'
    ),
    "wildebeest": (
        '<path d="M-3,-9 C-12,-9 -17,-4 -18,-8 C-19,-12 -16,-16 -13,-17 M3,-9 C12,-9 17,-4 18,-8 C19,-12 16,-16 13,-17"'
        ' fill="none" stroke="#2b2118" stroke-width="3.4" stroke-linecap="round"/>'
        f'<path d="M-6,-7 Q-13,-7 -15,-2 Q-10,1 -6,-3 Z M6,-7 Q13,-7 15,-2 Q10,1 6,-3 Z" fill="#6b6660" {_LINE}/>'
        f'<path d="M-7,-9 Q0,-13 7,-9 L6,4 Q8,13 0,15 Q-8,13 -6,4 Z" fill="#6b6660" {_LINE}/>'
        '<path d="M-4,14 L-3,19 L-1,16 L0,20 L1,16 L3,19 L4,14 Z" fill="#fff" stroke="#2b2118" stroke-width="0.8"/>'
        '<path d="M-3,-12 L3,-12 L1.6,2 L0,5 L-1.6,2 Z" fill="#2b2118"/>'
        '<circle cx="-4.6" cy="-3" r="1.5" fill="#fff"/><circle cx="4.6" cy="-3" r="1.5" fill="#fff"/>'
        '<circle cx="-3" cy="10" r="1.3" fill="#2b2118"/><circle cx="3" cy="10" r="1.3" fill="#2b2118"/>'
    ),
    "warthog": (
        f'<path d="M-8,-8 L-16,-15 Q-15,-5 -10,-3 Z M8,-8 L16,-15 Q15,-5 10,-3 Z" fill="#8d7466" {_LINE}/>'
        '<path d="M-6,-9 L-5,-18 L-2,-13 L0,-19 L2,-13 L5,-18 L6,-9 Z" fill="#2b2118"/>'
        f'<path d="M-10,-8 Q0,-14 10,-8 Q11,0 8,4 Q9,15 0,16 Q-9,15 -8,4 Q-11,0 -10,-8 Z" fill="#8d7466" {_LINE}/>'
        f'<path d="M-7,8 Q-15,11 -17,2 Q-13,5 -8,4 Z M7,8 Q15,11 17,2 Q13,5 8,4 Z" fill="#fffdf5" {_LINE}/>'
        f'<ellipse cx="0" cy="10.5" rx="6.5" ry="4.5" fill="#c9a595" {_LINE}/>'
        '<circle cx="-2.4" cy="10.5" r="1.4" fill="#2b2118"/><circle cx="2.4" cy="10.5" r="1.4" fill="#2b2118"/>'
        f'{_EYES}<circle cx="-7" cy="1" r="1.3" fill="#5f4b40"/><circle cx="7" cy="1" r="1.3" fill="#5f4b40"/>'
    ),
    "gazelle": (
        '<path d="M-2.5,-7 C-4,-11 -9,-12 -8,-16 C-7.6,-18 -6,-19 -4.6,-19.5 M2.5,-7 C4,-11 9,-12 8,-16'
        ' C7.6,-18 6,-19 4.6,-19.5" fill="none" stroke="#2b2118" stroke-width="2.6" stroke-linecap="round"/>'
        f'<path d="M-5,-5 Q-13,-11 -18,-7 Q-13,-1 -6,-2 Z M5,-5 Q13,-11 18,-7 Q13,-1 6,-2 Z" fill="#b9793a" {_LINE}/>'
        f'<path d="M-6,-7 Q0,-10 6,-7 Q7,3 4,12 Q0,17 -4,12 Q-7,3 -6,-7 Z" fill="#b9793a" {_LINE}/>'
        '<path d="M-2,-7 Q0,-8 2,-7 L2.6,10 L-2.6,10 Z" fill="#fff"/>'
        '<path d="M-5,0 L-3,10 M5,0 L3,10" stroke="#fff" stroke-width="1.6" stroke-linecap="round"/>'
        '<circle cx="-4.4" cy="-2" r="1.7" fill="#2b2118"/><circle cx="4.4" cy="-2" r="1.7" fill="#2b2118"/>'
        '<path d="M-2.6,12 Q0,10 2.6,12 L0,15 Z" fill="#2b2118"/>'
    ),
    "giraffe": (
        '<path d="M-3,-9 L-5,-16 M3,-9 L5,-16" stroke="#2b2118" stroke-width="2.4"/>'
        '<circle cx="-5" cy="-17" r="2.4" fill="#2b2118"/><circle cx="5" cy="-17" r="2.4" fill="#2b2118"/>'
        f'<path d="M-7,-7 Q-14,-12 -18,-8 Q-14,-3 -8,-3 Z M7,-7 Q14,-12 18,-8 Q14,-3 8,-3 Z" fill="#fbe7b0" {_LINE}/>'
        f'<path d="M-8,-8 Q0,-13 8,-8 Q8,0 5,4 Q7,15 0,17 Q-7,15 -5,4 Q-8,0 -8,-8 Z" fill="#fbe7b0" {_LINE}/>'
        '<path d="M-3,-9 L1,-10 L2,-6 L-2,-5 Z M3,-5 L6,-6 L6,-3 Z M-6,-7 L-4,-6 L-5,-4 Z M-3,-1 L0,-3 L3,-1'
        ' L2,3 L-2,3 Z" fill="#9a5b1f"/>'
        '<path d="M-5,8 Q0,5 5,8 Q5.6,15 0,16.2 Q-5.6,15 -5,8 Z" fill="#d9b777"/>'
        '<circle cx="-5.4" cy="-2" r="1.6" fill="#2b2118"/><circle cx="5.4" cy="-2" r="1.6" fill="#2b2118"/>'
        '<circle cx="-2" cy="10.5" r="1.1" fill="#2b2118"/><circle cx="2" cy="10.5" r="1.1" fill="#2b2118"/>'
    ),
    "baboon": (
        f'<path d="M0,-18 Q6,-19 9,-14 Q16,-13 15,-6 Q19,0 14,5 Q14,12 7,12 L-7,12 Q-14,12 -14,5 Q-19,0 -15,-6'
        f' Q-16,-13 -9,-14 Q-6,-19 0,-18 Z" fill="#8a7f6a" {_LINE}/>'
        f'<ellipse cx="-11" cy="-4" rx="2.6" ry="3.6" fill="#5a4a40" {_LINE}/>'
        f'<ellipse cx="11" cy="-4" rx="2.6" ry="3.6" fill="#5a4a40" {_LINE}/>'
        f'<path d="M-8,-9 Q0,-12 8,-9 Q8,-3 5,1 Q8,15 0,17 Q-8,15 -5,1 Q-8,-3 -8,-9 Z" fill="#5a4a40" {_LINE}/>'
        '<path d="M-7,-7 Q0,-10 7,-7" fill="none" stroke="#2b2118" stroke-width="2.2" stroke-linecap="round"/>'
        '<circle cx="-3.4" cy="-4" r="2.2" fill="#fff3d6"/><circle cx="3.4" cy="-4" r="2.2" fill="#fff3d6"/>'
        '<circle cx="-3.2" cy="-4" r="1" fill="#2b2118"/><circle cx="3.2" cy="-4" r="1" fill="#2b2118"/>'
        '<path d="M-3.4,3 L-3.6,10 M3.4,3 L3.6,10" stroke="#c98a86" stroke-width="1.8" stroke-linecap="round"/>'
        '<circle cx="-1.6" cy="12" r="1" fill="#fff3d6"/><circle cx="1.6" cy="12" r="1" fill="#fff3d6"/>'
    ),
    "meerkat": (
        f'<path d="M-6,4 Q-9,12 -8,19 L8,19 Q9,12 6,4 Z" fill="#c79d6a" {_LINE}/>'
        '<path d="M-3,8 Q-4,14 -3.4,19 L3.4,19 Q4,14 3,8 Z" fill="#efd9b4"/>'
        '<circle cx="-9" cy="-6" r="2.4" fill="#2b2118"/><circle cx="9" cy="-6" r="2.4" fill="#2b2118"/>'
        f'<path d="M-9,-8 Q-8,-18 0,-18 Q8,-18 9,-8 Q9,-1 3,4 Q0,7 -3,4 Q-9,-1 -9,-8 Z" fill="#d9b384" {_LINE}/>'
        '<ellipse cx="-4.2" cy="-7" rx="3.2" ry="2.7" transform="rotate(24 -4.2 -7)" fill="#2b2118"/>'
        '<ellipse cx="4.2" cy="-7" rx="3.2" ry="2.7" transform="rotate(-24 4.2 -7)" fill="#2b2118"/>'
        '<circle cx="-3.8" cy="-7.2" r="1.1" fill="#fff"/><circle cx="3.8" cy="-7.2" r="1.1" fill="#fff"/>'
        '<path d="M-2.4,1 Q0,-1.4 2.4,1 L0,4.4 Z" fill="#2b2118"/>'
    ),
    "lion": (
        f'<path d="M0,-19 L4,-16 L9,-17 L11,-12 L16,-10 L15,-5 L19,-1 L15,3 L16,9 L11,11 L9,16 L4,15 L0,19 L-4,15'
        f' L-9,16 L-11,11 L-16,9 L-15,3 L-19,-1 L-15,-5 L-16,-10 L-11,-12 L-9,-17 L-4,-16 Z" fill="#a85a1a" {_LINE}/>'
        f'<circle cx="-9" cy="-9" r="3.4" fill="#e7b45c" {_LINE}/>'
        f'<circle cx="9" cy="-9" r="3.4" fill="#e7b45c" {_LINE}/>'
        f'<path d="M-10,-5 Q-9,-11 0,-11 Q9,-11 10,-5 Q10,3 6,8 Q0,13 -6,8 Q-10,3 -10,-5 Z" fill="#e7b45c" {_LINE}/>'
        '<path d="M-5,5 Q0,2 5,5 Q4,10 0,11 Q-4,10 -5,5 Z" fill="#fbeecb"/>'
        '<path d="M-3,2 L3,2 L0,6 Z" fill="#2b2118"/>'
        '<path d="M0,6 L0,8 M-4,8.5 Q-2,10 0,8 Q2,10 4,8.5" fill="none" stroke="#2b2118" stroke-width="1.2"/>'
        '<circle cx="-4.6" cy="-3" r="1.7" fill="#2b2118"/><circle cx="4.6" cy="-3" r="1.7" fill="#2b2118"/>'
    ),
    "elephant": (
        f'<path d="M-6,-12 Q-14,-18 -18,-11 Q-20,0 -15,6 Q-10,6 -6,1 Z M6,-12 Q14,-18 18,-11 Q20,0 15,6 Q10,6 6,1 Z"'
        f' fill="#9aa0a6" {_LINE}/>'
        f'<path d="M-8,-10 Q0,-17 8,-10 Q10,-2 6,3 Q4,6 4,11 Q4,15 7,14 Q8.6,18 4,19 Q-4,19 -4,11 Q-4,6 -6,3'
        f' Q-10,-2 -8,-10 Z" fill="#b3b9bf" {_LINE}/>'
        f'<path d="M-6,3 Q-9,8 -12,10 Q-7,12 -4.2,7 Z M6,3 Q9,8 12,10 Q7,12 4.2,7 Z" fill="#fffdf5" {_LINE}/>'
        '<path d="M-3,4 L3,4 M-3,8 L3,8 M-3,12 L3.4,12" stroke="#6d7379" stroke-width="1"/>'
        '<circle cx="-5" cy="-4" r="1.5" fill="#2b2118"/><circle cx="5" cy="-4" r="1.5" fill="#2b2118"/>'
    ),
    "rhinoceros": (
        f'<path d="M-8,-9 Q-14,-12 -12,-18 Q-6,-17 -4,-11 Z M8,-9 Q14,-12 12,-18 Q6,-17 4,-11 Z"'
        f' fill="#8b9097" {_LINE}/>'
        f'<path d="M-9,-9 Q0,-15 9,-9 Q12,-1 8,4 Q12,14 6,18 L-6,18 Q-12,14 -8,4 Q-12,-1 -9,-9 Z"'
        f' fill="#a5abb2" {_LINE}/>'
        f'<path d="M-2.6,0 Q0,-9 0,-11 Q0,-9 2.6,0 Z" fill="#fffdf5" {_LINE}/>'
        f'<path d="M-4.6,12 Q-1,2 0,-4 Q1,2 4.6,12 Q0,14.5 -4.6,12 Z" fill="#fffdf5" {_LINE}/>'
        '<circle cx="-6" cy="14.5" r="1.5" fill="#2b2118"/><circle cx="6" cy="14.5" r="1.5" fill="#2b2118"/>'
        '<circle cx="-6.4" cy="-2" r="1.5" fill="#2b2118"/><circle cx="6.4" cy="-2" r="1.5" fill="#2b2118"/>'
    ),
    "water": (
        f'<path d="M0,-19 Q9,-8 9,-2 Q9,5 0,5 Q-9,5 -9,-2 Q-9,-8 0,-19 Z" fill="#bfe6fb" {_LINE}/>'
        '<path d="M-4.6,-3 Q-4,1 -1,2" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round"/>'
        '<path d="M-18,10 Q-13.5,6 -9,10 T0,10 T9,10 T18,10 M-18,16 Q-13.5,12 -9,16 T0,16 T9,16 T18,16" fill="none"'
        ' stroke="#e8f6ff" stroke-width="2.4" stroke-linecap="round"/>'
    ),
    "baobab": (
        '<path d="M-19,19 Q-8,17 0,17 Q8,17 19,19 Z" fill="#6d8a3c"/>'
        f'<path d="M-6,18 Q-9,6 -6,-3 L-13,-11 L-11,-12 L-4,-6 L-6,-15 L-4,-15 L-1,-7 L2,-16 L4,-15.5 L3,-6 L11,-13'
        f' L12.6,-12 L6,-3 Q9,6 6,18 Z" fill="#8b5e3c" {_LINE}/>'
        '<path d="M-3,16 Q-4.6,6 -3,0 M3,16 Q4.4,7 3,0 M0,15 L0,3" fill="none" stroke="#5f3d24" stroke-width="1"/>'
        f'<g fill="#6f9a46" {_LINE}><ellipse cx="-13" cy="-12.4" rx="6.2" ry="3.6"/>'
        '<ellipse cx="-5" cy="-16" rx="5.6" ry="3.4"/>'
        '<ellipse cx="4.4" cy="-16.4" rx="5.8" ry="3.4"/><ellipse cx="13" cy="-12.8" rx="6.2" ry="3.6"/></g>'
    ),
    "drop": (
        '<path d="M0,-16 Q12,-2 12,5 A12,12 0 0 1 -12,5 Q-12,-2 0,-16 Z" fill="#1f6f9c" stroke="#fff"'
        ' stroke-width="3"/>'
    ),
}
"""Clans, specials, the Baobab and the drop that marks a card whose points are doubled."""
