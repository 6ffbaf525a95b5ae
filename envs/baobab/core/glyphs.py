"""Animals that several games draw, made for this project: SVG in a box of 40 × 40 whose middle is 0, 0."""

from baobab.core.picture import INK

LINE = f'stroke="{INK}" stroke-width="1.4" stroke-linejoin="round" stroke-linecap="round"'
"""The outline of a shape."""


def dots(x: float, y: float, *, size: float = 1.6, fill: str = INK) -> str:
    """Two dots, one on either side of the middle: eyes or nostrils."""
    return f'<circle cx="{-x}" cy="{y}" r="{size}" fill="{fill}"/><circle cx="{x}" cy="{y}" r="{size}" fill="{fill}"/>'


ANIMALS = {
    "zebra": (
        f'<path d="M-6,-10 L-11,-18 Q-4,-18 -3,-11 Z M6,-10 L11,-18 Q4,-18 3,-11 Z" fill="#fff" {LINE}/>'
        f'<path d="M-8,-9 Q0,-15 8,-9 Q9,2 5,12 Q0,17 -5,12 Q-9,2 -8,-9 Z" fill="#fff" {LINE}/>'
        f'<path d="M-3,-19 L3,-19 L2,-8 L0,-4 L-2,-8 Z" fill="{INK}"/>'
        '<path d="M-8,-7 L-3,-5 L-8,-4 Z M8,-7 L3,-5 L8,-4 Z M-8,0 L-2,2 L-7.5,3 Z M8,0 L2,2 L7.5,3 Z'
        f' M-7,5 L-2,6 L-6,8 Z M7,5 L2,6 L6,8 Z" fill="{INK}"/>'
        f'<path d="M-5.6,10 Q0,7 5.6,10 Q4,18 0,18.5 Q-4,18 -5.6,10 Z" fill="{INK}"/>'
        f"{dots(5, -2, size=1.5)}"
    ),
    "gazelle": (
        '<path d="M-2.5,-7 C-4,-11 -9,-12 -8,-16 C-7.6,-18 -6,-19 -4.6,-19.5 M2.5,-7 C4,-11 9,-12 8,-16'
        f' C7.6,-18 6,-19 4.6,-19.5" fill="none" stroke="{INK}" stroke-width="2.6" stroke-linecap="round"/>'
        f'<path d="M-5,-5 Q-13,-11 -18,-7 Q-13,-1 -6,-2 Z M5,-5 Q13,-11 18,-7 Q13,-1 6,-2 Z" fill="#b9793a" {LINE}/>'
        f'<path d="M-6,-7 Q0,-10 6,-7 Q7,3 4,12 Q0,17 -4,12 Q-7,3 -6,-7 Z" fill="#b9793a" {LINE}/>'
        '<path d="M-2,-7 Q0,-8 2,-7 L2.6,10 L-2.6,10 Z" fill="#fff"/>'
        '<path d="M-5,0 L-3,10 M5,0 L3,10" stroke="#fff" stroke-width="1.6" stroke-linecap="round"/>'
        f"{dots(4.4, -2, size=1.7)}"
        f'<path d="M-2.6,12 Q0,10 2.6,12 L0,15 Z" fill="{INK}"/>'
    ),
    "giraffe": (
        f'<path d="M-3,-9 L-5,-16 M3,-9 L5,-16" stroke="{INK}" stroke-width="2.4"/>'
        f"{dots(5, -17, size=2.4)}"
        f'<path d="M-7,-7 Q-14,-12 -18,-8 Q-14,-3 -8,-3 Z M7,-7 Q14,-12 18,-8 Q14,-3 8,-3 Z" fill="#fbe7b0" {LINE}/>'
        f'<path d="M-8,-8 Q0,-13 8,-8 Q8,0 5,4 Q7,15 0,17 Q-7,15 -5,4 Q-8,0 -8,-8 Z" fill="#fbe7b0" {LINE}/>'
        '<path d="M-3,-9 L1,-10 L2,-6 L-2,-5 Z M3,-5 L6,-6 L6,-3 Z M-6,-7 L-4,-6 L-5,-4 Z M-3,-1 L0,-3 L3,-1'
        ' L2,3 L-2,3 Z" fill="#9a5b1f"/>'
        '<path d="M-5,8 Q0,5 5,8 Q5.6,15 0,16.2 Q-5.6,15 -5,8 Z" fill="#d9b777"/>'
        f"{dots(5.4, -2)}"
        f"{dots(2, 10.5, size=1.1)}"
    ),
    "meerkat": (
        f'<path d="M-6,4 Q-9,12 -8,19 L8,19 Q9,12 6,4 Z" fill="#c79d6a" {LINE}/>'
        '<path d="M-3,8 Q-4,14 -3.4,19 L3.4,19 Q4,14 3,8 Z" fill="#efd9b4"/>'
        f"{dots(9, -6, size=2.4)}"
        f'<path d="M-9,-8 Q-8,-18 0,-18 Q8,-18 9,-8 Q9,-1 3,4 Q0,7 -3,4 Q-9,-1 -9,-8 Z" fill="#d9b384" {LINE}/>'
        f'<ellipse cx="-4.2" cy="-7" rx="3.2" ry="2.7" transform="rotate(24 -4.2 -7)" fill="{INK}"/>'
        f'<ellipse cx="4.2" cy="-7" rx="3.2" ry="2.7" transform="rotate(-24 4.2 -7)" fill="{INK}"/>'
        '<circle cx="-3.8" cy="-7.2" r="1.1" fill="#fff"/><circle cx="3.8" cy="-7.2" r="1.1" fill="#fff"/>'
        f'<path d="M-2.4,1 Q0,-1.4 2.4,1 L0,4.4 Z" fill="{INK}"/>'
    ),
    "lion": (
        f'<path d="M0,-19 L4,-16 L9,-17 L11,-12 L16,-10 L15,-5 L19,-1 L15,3 L16,9 L11,11 L9,16 L4,15 L0,19 L-4,15'
        f' L-9,16 L-11,11 L-16,9 L-15,3 L-19,-1 L-15,-5 L-16,-10 L-11,-12 L-9,-17 L-4,-16 Z" fill="#a85a1a" {LINE}/>'
        f'<circle cx="-9" cy="-9" r="3.4" fill="#e7b45c" {LINE}/>'
        f'<circle cx="9" cy="-9" r="3.4" fill="#e7b45c" {LINE}/>'
        f'<path d="M-10,-5 Q-9,-11 0,-11 Q9,-11 10,-5 Q10,3 6,8 Q0,13 -6,8 Q-10,3 -10,-5 Z" fill="#e7b45c" {LINE}/>'
        '<path d="M-5,5 Q0,2 5,5 Q4,10 0,11 Q-4,10 -5,5 Z" fill="#fbeecb"/>'
        f'<path d="M-3,2 L3,2 L0,6 Z" fill="{INK}"/>'
        f'<path d="M0,6 L0,8 M-4,8.5 Q-2,10 0,8 Q2,10 4,8.5" fill="none" stroke="{INK}" stroke-width="1.2"/>'
        f"{dots(4.6, -3, size=1.7)}"
    ),
    "elephant": (
        f'<path d="M-6,-12 Q-14,-18 -18,-11 Q-20,0 -15,6 Q-10,6 -6,1 Z M6,-12 Q14,-18 18,-11 Q20,0 15,6 Q10,6 6,1 Z"'
        f' fill="#9aa0a6" {LINE}/>'
        f'<path d="M-8,-10 Q0,-17 8,-10 Q10,-2 6,3 Q4,6 4,11 Q4,15 7,14 Q8.6,18 4,19 Q-4,19 -4,11 Q-4,6 -6,3'
        f' Q-10,-2 -8,-10 Z" fill="#b3b9bf" {LINE}/>'
        f'<path d="M-6,3 Q-9,8 -12,10 Q-7,12 -4.2,7 Z M6,3 Q9,8 12,10 Q7,12 4.2,7 Z" fill="#fffdf5" {LINE}/>'
        '<path d="M-3,4 L3,4 M-3,8 L3,8 M-3,12 L3.4,12" stroke="#6d7379" stroke-width="1"/>'
        f"{dots(5, -4, size=1.5)}"
    ),
    "rhinoceros": (
        f'<path d="M-8,-9 Q-14,-12 -12,-18 Q-6,-17 -4,-11 Z M8,-9 Q14,-12 12,-18 Q6,-17 4,-11 Z"'
        f' fill="#8b9097" {LINE}/>'
        f'<path d="M-9,-9 Q0,-15 9,-9 Q12,-1 8,4 Q12,14 6,18 L-6,18 Q-12,14 -8,4 Q-12,-1 -9,-9 Z"'
        f' fill="#a5abb2" {LINE}/>'
        f'<path d="M-2.6,0 Q0,-9 0,-11 Q0,-9 2.6,0 Z" fill="#fffdf5" {LINE}/>'
        f'<path d="M-4.6,12 Q-1,2 0,-4 Q1,2 4.6,12 Q0,14.5 -4.6,12 Z" fill="#fffdf5" {LINE}/>'
        f"{dots(6, 14.5, size=1.5)}"
        f"{dots(6.4, -2, size=1.5)}"
    ),
}
"""Heads that look at you, by species."""
