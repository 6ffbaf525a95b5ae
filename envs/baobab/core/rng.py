"""Random numbers whose state is four integers inside a record row.

The generator is xoshiro128++ (Blackman and Vigna, 2019) on 32-bit words that are kept in int64, so that no
operation overflows: compiled and un-jitted runs give the same numbers, without a warning. A word is seeded
by the 32-bit finaliser of MurmurHash3 over both halves of a 64-bit seed.
"""

import numpy as np
from numpy.typing import NDArray

from baobab.core.jit import jit

RNG_WORDS = 4
MAX_SEED = 2**63 - 1

_MASK = 0xFFFFFFFF
_GOLDEN = 0x9E3779B9


@jit
def seed_rng(rng: NDArray[np.int64], seed: int) -> None:
    """Set a generator `[4] int64` from a seed in 0 … 2⁶³ − 1."""
    low = int(seed) & _MASK
    high = (int(seed) >> 32) & _MASK
    for word in range(RNG_WORDS):
        mixed = _mix((low + _GOLDEN * (2 * word + 1)) & _MASK)
        rng[word] = _mix((mixed ^ high) + _GOLDEN * (2 * word + 2) & _MASK)
    if rng[0] == 0 and rng[1] == 0 and rng[2] == 0 and rng[3] == 0:
        rng[0] = 1


@jit
def derive_seed(seed: int, index: int) -> int:
    """The seed of game `index` of a run that was started with `seed`: 0 … 2⁶² − 1."""
    low = int(seed) & _MASK
    high = (int(seed) >> 32) & _MASK
    first = _mix((low ^ _mix((int(index) + _GOLDEN) & _MASK)) & _MASK)
    second = _mix((high + first + _mix(((int(index) >> 32) + 3 * _GOLDEN) & _MASK)) & _MASK)
    third = _mix((first + low + 5 * _GOLDEN) & _MASK)
    return ((second & 0x3FFFFFFF) << 32) | third


@jit
def next_word(rng: NDArray[np.int64]) -> int:
    """The next 32 random bits."""
    s0, s1, s2, s3 = int(rng[0]), int(rng[1]), int(rng[2]), int(rng[3])
    result = (_rotate((s0 + s3) & _MASK, 7) + s0) & _MASK
    shifted = (s1 << 9) & _MASK
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    s3 = _rotate(s3, 11)
    rng[0], rng[1], rng[2], rng[3] = s0, s1, s2, s3
    return result


@jit
def below(rng: NDArray[np.int64], bound: int) -> int:
    """A uniform integer in 0 … bound − 1, exactly (Lemire's method); bound in 1 … 2³¹."""
    bound = int(bound)  # an int32 read from an array would overflow un-jitted
    product = next_word(rng) * bound
    if (product & _MASK) < bound:
        threshold = (_MASK + 1 - bound) % bound
        while (product & _MASK) < threshold:
            product = next_word(rng) * bound
    return product >> 32


@jit
def unit(rng: NDArray[np.int64]) -> float:
    """A uniform number in [0, 1) with 32 random bits."""
    return next_word(rng) / 4294967296.0


@jit
def shuffle(rng: NDArray[np.int64], items: NDArray[np.int8], count: int) -> None:
    """Shuffle the first `count` entries in place, every order equally likely."""
    for last in range(count - 1, 0, -1):
        other = below(rng, last + 1)
        kept = items[last]
        items[last] = items[other]
        items[other] = kept


@jit
def _rotate(word: int, by: int) -> int:
    return ((word << by) & _MASK) | (word >> (32 - by))


@jit
def _mix(word: int) -> int:
    word ^= word >> 16
    word = (word * 0x85EBCA6B) & _MASK
    word ^= word >> 13
    word = (word * 0xC2B2AE35) & _MASK
    return word ^ (word >> 16)
