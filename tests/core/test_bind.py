"""Kernels that are written once and bound to a game."""

import pytest

from baobab.core.bind import bind
from baobab.core.jit import jit


@jit
def seven() -> int:
    return 7


@jit
def eight() -> int:
    return 8


def number() -> int:
    """The contract of the sample: each game has its own."""
    raise NotImplementedError


def twice() -> int:
    """Written once."""
    return 2 * number()


def test_a_bound_copy_calls_its_own_game_and_leaves_the_original() -> None:
    seven_twice = bind(twice, "first", {"number": seven})
    eight_twice = bind(twice, "second", {"number": eight})
    assert (seven_twice(), eight_twice()) == (14, 16)
    assert seven_twice.__qualname__ != eight_twice.__qualname__
    assert "first" in seven_twice.__qualname__
    with pytest.raises(NotImplementedError):
        twice()


def test_what_numba_could_not_keep_on_disk_is_refused() -> None:
    amount = 3

    def closed() -> int:
        return amount

    for function in (closed, len):
        with pytest.raises(TypeError, match="plain function"):
            bind(function, "game", {})
