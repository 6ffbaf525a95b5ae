"""Bit boards: sets of squares as integers, and what they count.

`state.py` says which bit is which square. A set never holds the last row or column of the 8 × 8 bits, so a shift by
one row or column neither wraps around nor overflows.
"""

from baobab.core.jit import jit
from baobab.games.nimalia.state import STRIDE

FIRST_COLUMN = 0x0101010101010101
EVEN_BITS = 0x5555555555555555
EVEN_PAIRS = 0x3333333333333333
LOW_HALVES = 0x0F0F0F0F0F0F0F0F
"""Masks for counting bits in pairs, fours and eights."""


@jit
def count(squares: int) -> int:
    """The number of squares of a set."""
    bits = squares - ((squares >> 1) & EVEN_BITS)
    bits = (bits & EVEN_PAIRS) + ((bits >> 2) & EVEN_PAIRS)
    bits = (bits + (bits >> 4)) & LOW_HALVES
    bits += bits >> 8
    bits += bits >> 16
    bits += bits >> 32
    return bits & 0x7F


@jit
def beside(squares: int) -> int:
    """The squares beside one of these."""
    return (squares << 1) | (squares >> 1) | (squares << STRIDE) | (squares >> STRIDE)


@jit
def rising_ends(squares: int) -> int:
    """The squares diagonally above on the right and below on the left of these."""
    return (squares >> (STRIDE - 1)) | (squares << (STRIDE - 1))


@jit
def falling_ends(squares: int) -> int:
    """The squares diagonally above on the left and below on the right of these."""
    return (squares >> (STRIDE + 1)) | (squares << (STRIDE + 1))


@jit
def area_around(start: int, squares: int) -> int:
    """The squares that are connected with those of `start`, beside each other."""
    area = start
    while True:
        grown = (area | beside(area)) & squares
        if grown == area:
            return area
        area = grown


@jit
def river_around(start: int, rising: int, falling: int) -> int:
    """The river squares whose rivers are connected with those of `start`: their diagonals share corner points."""
    river = start
    while True:
        up, down = river & rising, river & falling
        grown = river | (beside(up) & falling) | (beside(down) & rising)
        grown |= (rising_ends(up) & rising) | (falling_ends(down) & falling)
        if grown == river:
            return river
        river = grown


@jit
def longest_river(rising: int, falling: int) -> int:
    """The squares of the longest river."""
    longest = 0
    left = rising | falling
    while left != 0:
        river = river_around(left & -left, rising, falling)
        longest = max(longest, count(river))
        left &= ~river
    return longest


@jit
def blocks(squares: int) -> int:
    """The top-left squares of the blocks of 2 × 2 that are all in the set."""
    pairs = squares & (squares >> 1)
    return pairs & (pairs >> STRIDE)


@jit
def some_in_row(squares: int) -> int:
    """A bit in the first column of each row that has one of these."""
    right = squares | (squares >> 1)
    right |= right >> 2
    right |= right >> 4
    return right & FIRST_COLUMN
