"""Vectors made of named pieces."""

import numpy as np
import pytest

from baobab.core.layout import Layout

LAYOUT = Layout(
    ("turn", (3,), 0, 1, 1, "one-hot"),
    ("score", (1,), -20, 100, 10, "points"),
    ("board", (2, 2, 2), 0, 4, 2, "planes"),
    spatial=("board",),
)


def test_pieces_lie_one_after_another_without_gaps() -> None:
    assert [piece.name for piece in LAYOUT] == ["turn", "score", "board"]
    assert [(piece.slice.start, piece.slice.stop) for piece in LAYOUT] == [(0, 3), (3, 4), (4, 12)]
    assert LAYOUT.size == 12
    assert LAYOUT["board"].size == 8
    assert [piece.spatial for piece in LAYOUT] == [False, False, True]


def test_bounds_and_scales_are_spread_over_the_entries() -> None:
    assert LAYOUT.low.tolist() == [0] * 3 + [-20] + [0] * 8
    assert LAYOUT.high.tolist() == [1] * 3 + [100] + [4] * 8
    assert LAYOUT.scale.tolist() == [1] * 3 + [10] + [2] * 8


def test_values_are_split_into_views_with_the_shapes_of_the_pieces() -> None:
    values = np.arange(24, dtype=np.int8).reshape(2, 12)
    parts = LAYOUT.split(values)
    assert {name: part.shape for name, part in parts.items()} == {
        "turn": (2, 3),
        "score": (2, 1),
        "board": (2, 2, 2, 2),
    }
    assert parts["board"][1, 0, 1, 0] == 12 + 4 + 2
    assert all(np.shares_memory(part, values) for part in parts.values())


def test_scaled_values_are_float32_over_the_scales() -> None:
    scaled = LAYOUT.scaled(np.full(12, 3, np.int8))
    assert scaled.dtype == np.float32
    np.testing.assert_allclose(scaled, [3] * 3 + [0.3] + [1.5] * 8, rtol=1e-6)


@pytest.mark.parametrize(
    ("low", "high", "dtype"),
    [(0, 127, np.int8), (-128, 0, np.int8), (0, 128, np.int16), (-129, 0, np.int16), (0, 1000, np.int16)],
)
def test_the_narrowest_integers_that_hold_every_bound_are_used(low: int, high: int, dtype: type) -> None:
    assert Layout(("one", (1,), low, high, 1, ""), ("two", (1,), 0, 1, 1, "")).dtype == dtype


def test_the_digest_tells_vectors_apart_that_cannot_be_exchanged() -> None:
    piece = ("a", (2, 3), 0, 4, 1.0, "text")
    others = [
        ("b", (2, 3), 0, 4, 1.0, "text"),
        ("a", (3, 2), 0, 4, 1.0, "text"),
        ("a", (2, 3), -1, 4, 1.0, "text"),
        ("a", (2, 3), 0, 5, 1.0, "text"),
        ("a", (2, 3), 0, 4, 2.0, "text"),
    ]
    digests = {Layout(one).digest for one in (piece, *others)}
    assert len(digests) == 6
    assert Layout(("a", (2, 3), 0, 4, 1.0, "in other words")).digest == Layout(piece).digest


def test_an_unknown_piece_is_an_error() -> None:
    with pytest.raises(KeyError, match="none"):
        LAYOUT["none"]
