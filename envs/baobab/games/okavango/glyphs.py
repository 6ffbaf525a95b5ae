"""The shapes and colours of Okavango's pictures, drawn for this project.

Every shape is SVG in a box of 40 × 40 whose middle is 0, 0. Species are told apart by shape, rank and colour.
"""

INK = "#2b2118"
CREAM = "#fdf8ec"
SAND = "#ead9ae"
REEDS = "#8a9a4e"
BANK = "#b58e54"
POND = "#4f9dbf"
ARM_WATER = "#3f8f98"
RIVER_WATER = "#2f7fa8"
MUD = "#a8906a"
"""An arm that is dry."""
WHITE_SPACE = "#f4fafc"
DARK_SPACE = "#1f4f6b"
MARK = "#c2185b"
"""What is acting, or is chosen."""

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

_LINE = 'stroke="#2b2118" stroke-width="1.4" stroke-linejoin="round" stroke-linecap="round"'

GLYPHS = {
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
    "flamingo": (
        '<path d="M6,8 L6,19 M10,8 L10,14 L6,17 M3,19 L9,19" fill="none" stroke="#c2557f" stroke-width="1.6"'
        ' stroke-linecap="round"/>'
        '<path d="M1,4 C-9,6 -11,-2 -5,-5 C1,-8 0,-15 -5,-15" fill="none" stroke="#2b2118" stroke-width="5.6"'
        ' stroke-linecap="round"/>'
        f'<path d="M-2,3 Q3,-3 11,-1 Q18,1 17,7 Q11,11 4,10 Q-2,9 -2,3 Z" fill="#f29bb4" {_LINE}/>'
        '<path d="M1,4 C-9,6 -11,-2 -5,-5 C1,-8 0,-15 -5,-15" fill="none" stroke="#f29bb4" stroke-width="3.4"'
        ' stroke-linecap="round"/>'
        f'<circle cx="-6" cy="-14.5" r="3.6" fill="#f29bb4" {_LINE}/>'
        f'<path d="M-8.6,-16.6 Q-14,-15 -13,-8.6 Q-11,-10 -8,-12 Z" fill="#fdf3e4" {_LINE}/>'
        '<path d="M-13.4,-12.6 Q-13.6,-10 -13,-8.6 Q-11.6,-9.8 -10.4,-10.6 Z" fill="#2b2118"/>'
        '<circle cx="-6.2" cy="-15.2" r="1" fill="#2b2118"/>'
        '<path d="M4,5 Q9,2 15,5" fill="none" stroke="#c2557f" stroke-width="1.4" stroke-linecap="round"/>'
    ),
    "monkey": (
        f'<circle cx="-13" cy="-3" r="5" fill="#a9744a" {_LINE}/><circle cx="13" cy="-3" r="5" fill="#a9744a" {_LINE}/>'
        '<circle cx="-13" cy="-3" r="2.4" fill="#f0cfa4"/><circle cx="13" cy="-3" r="2.4" fill="#f0cfa4"/>'
        f'<circle cx="0" cy="-1" r="13" fill="#a9744a" {_LINE}/>'
        '<path d="M0,-9 Q-2,-13 -6,-11 Q-11,-8 -8,-1 Q-10,4 -8,8 Q-4,13 0,13 Q4,13 8,8 Q10,4 8,-1 Q11,-8 6,-11'
        ' Q2,-13 0,-9 Z" fill="#f0cfa4"/>'
        '<circle cx="-4" cy="-3" r="1.8" fill="#2b2118"/><circle cx="4" cy="-3" r="1.8" fill="#2b2118"/>'
        '<path d="M-1.6,3 L1.6,3" stroke="#2b2118" stroke-width="1.8" stroke-linecap="round"/>'
        '<path d="M-5,7 Q0,11 5,7" fill="none" stroke="#2b2118" stroke-width="1.5" stroke-linecap="round"/>'
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
    "zebra": (
        f'<path d="M-6,-10 L-11,-18 Q-4,-18 -3,-11 Z M6,-10 L11,-18 Q4,-18 3,-11 Z" fill="#fff" {_LINE}/>'
        f'<path d="M-8,-9 Q0,-15 8,-9 Q9,2 5,12 Q0,17 -5,12 Q-9,2 -8,-9 Z" fill="#fff" {_LINE}/>'
        '<path d="M-3,-19 L3,-19 L2,-8 L0,-4 L-2,-8 Z" fill="#2b2118"/>'
        '<path d="M-8,-7 L-3,-5 L-8,-4 Z M8,-7 L3,-5 L8,-4 Z M-8,0 L-2,2 L-7.5,3 Z M8,0 L2,2 L7.5,3 Z'
        ' M-7,5 L-2,6 L-6,8 Z M7,5 L2,6 L6,8 Z" fill="#2b2118"/>'
        '<path d="M-5.6,10 Q0,7 5.6,10 Q4,18 0,18.5 Q-4,18 -5.6,10 Z" fill="#2b2118"/>'
        '<circle cx="-5" cy="-2" r="1.5" fill="#2b2118"/><circle cx="5" cy="-2" r="1.5" fill="#2b2118"/>'
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
    "elephant": (
        f'<path d="M-6,-12 Q-14,-18 -18,-11 Q-20,0 -15,6 Q-10,6 -6,1 Z M6,-12 Q14,-18 18,-11 Q20,0 15,6 Q10,6 6,1 Z"'
        f' fill="#9aa0a6" {_LINE}/>'
        f'<path d="M-8,-10 Q0,-17 8,-10 Q10,-2 6,3 Q4,6 4,11 Q4,15 7,14 Q8.6,18 4,19 Q-4,19 -4,11 Q-4,6 -6,3'
        f' Q-10,-2 -8,-10 Z" fill="#b3b9bf" {_LINE}/>'
        f'<path d="M-6,3 Q-9,8 -12,10 Q-7,12 -4.2,7 Z M6,3 Q9,8 12,10 Q7,12 4.2,7 Z" fill="#fffdf5" {_LINE}/>'
        '<path d="M-3,4 L3,4 M-3,8 L3,8 M-3,12 L3.4,12" stroke="#6d7379" stroke-width="1"/>'
        '<circle cx="-5" cy="-4" r="1.5" fill="#2b2118"/><circle cx="5" cy="-4" r="1.5" fill="#2b2118"/>'
    ),
    "buffalo": (
        f'<path d="M-7,-5 Q-15,-2 -17,4 Q-11,5 -7,0 Z M7,-5 Q15,-2 17,4 Q11,5 7,0 Z" fill="#57493f" {_LINE}/>'
        f'<path d="M-9,-9 Q0,-13 9,-9 Q10,0 7,6 Q8,16 0,17 Q-8,16 -7,6 Q-10,0 -9,-9 Z" fill="#6d5c50" {_LINE}/>'
        f'<path d="M0,-14 Q-10,-16 -15,-8 Q-18,-3 -19,-11 Q-19,-4 -14,-3 Q-8,-3 -6,-8 Q-3,-10 0,-8 Q3,-10 6,-8'
        f' Q8,-3 14,-3 Q19,-4 19,-11 Q18,-3 15,-8 Q10,-16 0,-14 Z" fill="#d8cdb8" {_LINE}/>'
        '<path d="M0,-14 L0,-8" stroke="#2b2118" stroke-width="1.2"/>'
        '<path d="M-6,9 Q0,6 6,9 Q6,15.6 0,16 Q-6,15.6 -6,9 Z" fill="#2b2118"/>'
        '<circle cx="-2.4" cy="11.5" r="1.2" fill="#8d7c70"/><circle cx="2.4" cy="11.5" r="1.2" fill="#8d7c70"/>'
        '<circle cx="-5.4" cy="-1" r="1.6" fill="#fff3d6"/><circle cx="5.4" cy="-1" r="1.6" fill="#fff3d6"/>'
    ),
    "leopard": (
        f'<circle cx="-11" cy="-11" r="4.6" fill="#f1c04f" {_LINE}/>'
        f'<circle cx="11" cy="-11" r="4.6" fill="#f1c04f" {_LINE}/>'
        f'<path d="M-13,-6 Q-11,-15 0,-15 Q11,-15 13,-6 Q14,5 8,11 Q0,17 -8,11 Q-14,5 -13,-6 Z"'
        f' fill="#f1c04f" {_LINE}/>'
        '<g fill="none" stroke="#2b2118" stroke-width="2" stroke-linecap="round"><path d="M-4,-12 a2,2 0 1 1 2,2"/>'
        '<path d="M3,-11 a2,2 0 1 1 1.4,2"/><path d="M-10.6,-4 a1.8,1.8 0 1 1 1,2"/>'
        '<path d="M9,-5 a1.8,1.8 0 1 1 1,2"/>'
        '<path d="M-11,3 a1.6,1.6 0 1 1 1.4,1.4"/><path d="M9.6,3 a1.6,1.6 0 1 1 1.4,1.4"/></g>'
        '<path d="M-6,5 Q0,1 6,5 Q6,12 0,13 Q-6,12 -6,5 Z" fill="#fdf3d3"/>'
        '<path d="M-3,2 L3,2 L0,6 Z" fill="#2b2118"/>'
        '<path d="M0,6 L0,8.4 M-4,9 Q-2,10.6 0,8.4 Q2,10.6 4,9" fill="none" stroke="#2b2118" stroke-width="1.3"/>'
        '<ellipse cx="-5" cy="-2.4" rx="2" ry="2.4" fill="#fff"/>'
        '<ellipse cx="5" cy="-2.4" rx="2" ry="2.4" fill="#fff"/>'
        '<circle cx="-4.8" cy="-2.2" r="1.3" fill="#2b2118"/><circle cx="4.8" cy="-2.2" r="1.3" fill="#2b2118"/>'
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
    "ranger": (
        f'<path d="M-13,19 Q-12,9 0,9 Q12,9 13,19 Z" fill="#4d6b3c" {_LINE}/>'
        f'<path d="M-8,-5 L8,-5 Q9,8 0,10.6 Q-9,8 -8,-5 Z" fill="#c98f62" {_LINE}/>'
        f'<path d="M-9,-6 Q-9,-18 0,-16 Q9,-18 9,-6 Z" fill="#b59a63" {_LINE}/>'
        '<path d="M-9,-9 L9,-9 L9,-6 L-9,-6 Z" fill="#5b4a2c"/>'
        f'<path d="M-19,-5 Q0,-9 19,-5 Q0,-1 -19,-5 Z" fill="#cdb27a" {_LINE}/>'
        '<circle cx="-3.4" cy="0.6" r="1.4" fill="#2b2118"/><circle cx="3.4" cy="0.6" r="1.4" fill="#2b2118"/>'
        '<path d="M-3,5.4 Q0,7.4 3,5.4" fill="none" stroke="#2b2118" stroke-width="1.4" stroke-linecap="round"/>'
        '<path d="M-4,10.4 L0,14.6 L4,10.4" fill="none" stroke="#fdf8ec" stroke-width="1.6"/>'
    ),
}
"""A shape for every kind of tile."""
