"""The generator inside a state row."""

import numpy as np
import pytest
from numpy.typing import NDArray

from baobab.core.game import make_rngs, seed_many
from baobab.core.rng import MAX_SEED, below, derive_seed, next_word, seed_rng, shuffle, unit

pytestmark = pytest.mark.kernels

DRAWS = 6000


def generator(seed: int) -> NDArray[np.int64]:
    rng = np.zeros(4, np.int64)
    seed_rng(rng, seed)
    return rng


def deviation(counts: NDArray[np.integer]) -> float:
    """Pearson's statistic over its degrees of freedom, against equal chances: about 1."""
    expected = counts.sum() / counts.size
    return float(((counts - expected) ** 2).sum() / expected / (counts.size - 1))


def test_words_are_those_of_the_reference_implementation() -> None:
    """xoshiro128plusplus.c of Blackman and Vigna, from the state 1, 2, 3, 4."""
    rng = np.array([1, 2, 3, 4], np.int64)
    expected = [641, 1573767, 3222811527, 3517856514, 836907274, 4247214768, 3867114732, 1355841295, 495546011]
    assert [int(next_word(rng)) for _ in expected] == expected


@pytest.mark.parametrize("seed", [0, 1, 2**31, 2**32, 2**32 - 1, 2**62, MAX_SEED])
def test_a_seed_gives_four_words_of_32_bits_that_stay_so(seed: int) -> None:
    rng = generator(seed)
    assert rng.any()
    for _ in range(50):
        next_word(rng)
        assert rng.min() >= 0
        assert rng.max() < 2**32


def test_seeds_that_differ_in_one_bit_give_other_states() -> None:
    seeds = [0, *(1 << bit for bit in range(63))]
    states = {generator(seed).tobytes() for seed in seeds}
    assert len(states) == len(seeds)
    first_words = {int(next_word(generator(seed))) for seed in seeds}
    assert len(first_words) == len(seeds)


@pytest.mark.parametrize("bound", [1, 2, 3, 6, 7, 100, 2**31])
def test_numbers_below_a_bound_are_in_it_and_all_alike(bound: int) -> None:
    rng = generator(bound)
    drawn = np.array([below(rng, bound) for _ in range(DRAWS)])
    assert drawn.min() >= 0
    assert drawn.max() < bound
    bins = min(bound, 20)
    counts = np.bincount(drawn * bins // bound, minlength=bins)
    if bound > 1:
        assert 0.05 < deviation(counts) < 4


@pytest.mark.parametrize("kind", [np.int8, np.int16, np.int32, np.int64])
def test_a_bound_may_be_a_number_of_any_width(kind: type) -> None:
    assert [below(generator(5), kind(100)) for _ in range(3)] == [below(generator(5), 100) for _ in range(3)]


def test_units_fill_the_interval_below_one() -> None:
    rng = generator(3)
    drawn = np.array([unit(rng) for _ in range(DRAWS)])
    assert drawn.min() >= 0
    assert drawn.max() < 1
    assert deviation(np.bincount((drawn * 20).astype(int), minlength=20)) < 4


def test_every_order_of_a_shuffle_is_equally_likely() -> None:
    rng, counts = generator(4), dict.fromkeys(range(24), 0)
    orders: dict[bytes, int] = {}
    for _ in range(DRAWS):
        items = np.arange(5, dtype=np.int8)
        shuffle(rng, items, 4)
        assert items[4] == 4, "only the first `count` entries move"
        assert sorted(items.tolist()) == [0, 1, 2, 3, 4]
        counts[orders.setdefault(items.tobytes(), len(orders))] += 1
    assert len(orders) == 24
    assert deviation(np.array(list(counts.values()))) < 3


def test_derived_seeds_are_seeds_and_all_different() -> None:
    seeds = [0, 1, 2**32, MAX_SEED]
    derived = [derive_seed(seed, index) for seed in seeds for index in (*range(200), 2**32, 2**40)]
    assert min(derived) >= 0
    assert max(derived) < 2**62
    assert len(set(derived)) == len(derived)


def test_many_generators_are_independent_and_repeatable() -> None:
    rngs = make_rngs(8, seed=1)
    assert rngs.shape == (8, 4)
    assert rngs.dtype == np.int64
    assert len({rng.tobytes() for rng in rngs}) == 8
    np.testing.assert_array_equal(rngs, make_rngs(8, seed=1))
    assert not (rngs == make_rngs(8, seed=2)).all(axis=1).any()
    again = np.zeros((2, 4), np.int64)
    seed_many(again, np.array([7, 8], np.int64))
    np.testing.assert_array_equal(again, [generator(7), generator(8)])
