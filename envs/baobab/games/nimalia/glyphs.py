"""The shapes and colours of Nimalia's pictures, drawn for this project.

Every shape is SVG in a box of 40 × 40 whose middle is 0, 0. Biomes are told apart by brightness as well as by colour,
animals by shape and letter.
"""

from baobab.core.glyphs import LINE, dots
from baobab.core.picture import INK

PAPER = "#f7f4ec"
PANEL_PAPER = "#fffdf7"
EDGE = "#6f6857"
FAINT = "#d9d3c3"
RIVER = "#2f7fc4"
RIVER_EDGE = "#eaf5fd"

BIOME_COLOURS = {"savanna": "#f0cf73", "jungle": "#6fae6b", "ice": "#e3f2f9", "lake": "#5f9fd6"}
OBJECTIVE_COLOURS = {"blue": "#3c78b4", "green": "#3d8247", "yellow": "#96700c", "red": "#c2483f"}

SPECIES_LETTERS = {
    "lion": "L",
    "giraffe": "G",
    "panda": "D",
    "gorilla": "R",
    "polar_bear": "B",
    "penguin": "P",
    "flamingo": "F",
    "crocodile": "C",
    "otter": "O",
}
"""One letter a species, in text and pictures."""

GLYPHS = {
    "lion": (
        f'<path d="M0,-18 L5,-15 L10,-16 L12,-11 L17,-9 L15,-3 L18,2 L14,6 L14,12 L8,12 L5,17 L0,14 L-5,17 L-8,12'
        f' L-14,12 L-14,6 L-18,2 L-15,-3 L-17,-9 L-12,-11 L-10,-16 L-5,-15 Z" fill="#b5651d" {LINE}/>'
        f'<ellipse cx="0" cy="0" rx="10" ry="10.5" fill="#f0b860" {LINE}/>'
        f'{dots(4, -2)}<path d="M-3,4 L3,4 L0,7 Z" fill="{INK}"/>'
        f'<path d="M0,7 Q-2,10 -5,8.5 M0,7 Q2,10 5,8.5" fill="none" {LINE}/>'
    ),
    "giraffe": (
        f'<path d="M-4,-10 L-5,-17 M4,-10 L5,-17" {LINE}/>'
        f"{dots(5, -17, size=2)}"
        f'<path d="M-8,-7 L-16,-10 L-9,-2 Z M8,-7 L16,-10 L9,-2 Z" fill="#e0a24a" {LINE}/>'
        f'<path d="M-9,-6 Q0,-15 9,-6 L6,9 Q5,17 0,17 Q-5,17 -6,9 Z" fill="#f3c15c" {LINE}/>'
        '<path d="M-4,-8 l4,-2 l3,3 l-4,3 Z M-6,-1 l3,2 l-1,4 l-2,-1 Z M5,-2 l1,5 l-3,1 l-1,-4 Z" fill="#9a5a20"/>'
        f'{dots(5, -4)}<ellipse cx="0" cy="12" rx="4.6" ry="3.6" fill="#fbe3b0"/>'
        f"{dots(1.7, 11.5, size=0.9)}"
    ),
    "panda": (
        f"{dots(10, -11, size=5.2)}"
        f'<ellipse cx="0" cy="1" rx="15" ry="13.5" fill="#ffffff" {LINE}/>'
        f'<ellipse cx="-6" cy="-1" rx="4" ry="5" transform="rotate(28 -6 -1)" fill="{INK}"/>'
        f'<ellipse cx="6" cy="-1" rx="4" ry="5" transform="rotate(-28 6 -1)" fill="{INK}"/>'
        f'{dots(5.4, -1.6, size=1.3, fill="#ffffff")}<ellipse cx="0" cy="5" rx="2.6" ry="1.8" fill="{INK}"/>'
        f'<path d="M0,6 Q-2,10 -5,8 M0,6 Q2,10 5,8" fill="none" {LINE}/>'
    ),
    "gorilla": (
        f'<path d="M-13,15 Q-18,4 -12,-4 Q-10,-18 0,-18 Q10,-18 12,-4 Q18,4 13,15 Q0,20 -13,15 Z"'
        f' fill="#3b3f45" {LINE}/>'
        f'<path d="M-9,-4 Q-8,-9 0,-8 Q8,-9 9,-4 Q11,10 0,12 Q-11,10 -9,-4 Z" fill="#8d8178" {LINE}/>'
        f'<path d="M-8,-4 Q-4,-7 0,-4 Q4,-7 8,-4" fill="none" stroke="{INK}" stroke-width="2.4"/>'
        f"{dots(3.6, -1.4)}{dots(1.8, 4, size=1.2)}"
        f'<path d="M-5,8 Q0,10 5,8" fill="none" {LINE}/>'
    ),
    "polar_bear": (
        f'<circle cx="-9" cy="-11" r="4" fill="#ffffff" {LINE}/><circle cx="9" cy="-11" r="4" fill="#ffffff" {LINE}/>'
        f'<path d="M-13,0 Q-12,-14 0,-14 Q12,-14 13,0 Q12,15 0,15 Q-12,15 -13,0 Z" fill="#ffffff" {LINE}/>'
        f'<ellipse cx="0" cy="7" rx="6.6" ry="5.6" fill="#e9edf0" {LINE}/>'
        f'{dots(5, -3)}<ellipse cx="0" cy="4.4" rx="3" ry="2.1" fill="{INK}"/>'
        f'<path d="M0,6.4 L0,9.4" {LINE}/>'
    ),
    "penguin": (
        f'<path d="M0,-18 Q9,-18 10,-8 Q15,2 14,9 Q11,6 9,6 Q8,17 0,18 Q-8,17 -9,6 Q-11,6 -14,9 Q-15,2 -10,-8'
        f' Q-9,-18 0,-18 Z" fill="#2f3a4c" {LINE}/>'
        '<path d="M0,-3 Q7,0 6,9 Q4,16 0,16 Q-4,16 -6,9 Q-7,0 0,-3 Z" fill="#ffffff"/>'
        '<path d="M-6,-10 Q-3,-13 0,-9 Q3,-13 6,-10 Q6,-4 0,-4 Q-6,-4 -6,-10 Z" fill="#ffffff"/>'
        f'{dots(3, -9.4, size=1.3)}<path d="M-3,-6.4 L3,-6.4 L0,-2.6 Z" fill="#f08a24" {LINE}/>'
        f'<path d="M-7,18 L-2,18 M2,18 L7,18" stroke="#f08a24" stroke-width="2.6" stroke-linecap="round"/>'
    ),
    "flamingo": (
        f'<path d="M0,4 L-2,18 M5,4 L6,18" stroke="{INK}" stroke-width="1.6" stroke-linecap="round"/>'
        f'<path d="M-6,-1 Q-2,-8 8,-5 Q16,-2 15,3 Q9,8 1,7 Q-6,6 -6,-1 Z" fill="#f48fb1" {LINE}/>'
        f'<path d="M-4,0 C-12,-4 -2,-11 -8,-14" fill="none" stroke="{INK}" stroke-width="6.4"'
        ' stroke-linecap="round"/><path d="M-4,0 C-12,-4 -2,-11 -8,-14" fill="none" stroke="#f48fb1"'
        ' stroke-width="4" stroke-linecap="round"/>'
        f'<circle cx="-8.5" cy="-14" r="3.4" fill="#f48fb1" {LINE}/>'
        f'<path d="M-11,-15 Q-17,-14 -15.6,-8 Q-13.6,-11 -10.6,-11.4 Z" fill="#fff4e0" {LINE}/>'
        f'<path d="M-16,-11 L-15.6,-8 L-14,-10 Z" fill="{INK}"/><circle cx="-8.6" cy="-15" r="1" fill="{INK}"/>'
        '<path d="M4,-2 Q10,-1 13,2" fill="none" stroke="#c2517c" stroke-width="1.6" stroke-linecap="round"/>'
    ),
    "crocodile": (
        f'<circle cx="-6" cy="-12" r="4.2" fill="#6c8f3f" {LINE}/>'
        f'<circle cx="6" cy="-12" r="4.2" fill="#6c8f3f" {LINE}/>'
        f'<path d="M-11,-8 Q0,-14 11,-8 L9,8 Q8,18 0,18 Q-8,18 -9,8 Z" fill="#7fa54a" {LINE}/>'
        f"{dots(6, -12.4, size=2)}{dots(2.6, 13, size=1.2)}"
        f'<path d="M-9.6,2 L-6.6,4 L-9,6 L-6,8.6 L-8.6,10 M9.6,2 L6.6,4 L9,6 L6,8.6 L8.6,10" fill="#ffffff" {LINE}/>'
        '<path d="M-3,-6 L3,-6 M-3.4,-2 L3.4,-2 M-3,2 L3,2" stroke="#55752c" stroke-width="2" stroke-linecap="round"/>'
    ),
    "otter": (
        f'<circle cx="-10" cy="-7" r="3.2" fill="#6b4a33" {LINE}/>'
        f'<circle cx="10" cy="-7" r="3.2" fill="#6b4a33" {LINE}/>'
        f'<ellipse cx="0" cy="0" rx="12" ry="12" fill="#8a6244" {LINE}/>'
        f'<path d="M-8,4 Q-6,-2 0,0 Q6,-2 8,4 Q7,11 0,11.4 Q-7,11 -8,4 Z" fill="#ecd9bf"/>'
        f'{dots(4.6, -3.4)}<ellipse cx="0" cy="2" rx="2.8" ry="2" fill="{INK}"/>'
        f'<path d="M0,4 L0,7 M-4,5 L-12,3 M-4,7 L-12,8 M4,5 L12,3 M4,7 L12,8" {LINE}/>'
    ),
}
"""The animals."""
