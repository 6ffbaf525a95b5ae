"""How kernels are compiled: parts, wholes and what stands apart mean what Python means."""

import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from numpy.typing import NDArray

import baobab.core.jit
from baobab.core import rng
from baobab.core.compiler import Kernel
from baobab.core.jit import set_apart

pytestmark = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")
SMALL = 5
jit: Any = baobab.core.jit.jit  # what it gives is looked at as numba's


@jit
def add(values: NDArray[np.int64], by: int) -> Any:
    total = 0
    for place in range(len(values)):
        total += int(values[place]) + by
    return total


@jit
def add_twice(values: NDArray[np.int64], by: int = SMALL) -> Any:
    return add(values, by) + add(values, by=by)


@jit
def entry(values: NDArray[np.int64], place: int) -> Any:
    return int(values[place])


@jit
def entry_through(values: NDArray[np.int64], place: int) -> Any:
    return entry(values, place) + 1


@jit
def factorial(number: int) -> Any:
    return number * factorial(number - 1) if number > 1 else 1


@jit
def is_even(number: int) -> Any:
    return True if number == 0 else is_odd(number - 1)


@jit
def is_odd(number: int) -> Any:
    return False if number == 0 else is_even(number - 1)


@numba.njit
def stock(values: NDArray[np.int64]) -> Any:
    return add_twice(values) + apart_twice(values)


@jit
def apart(values: NDArray[np.int64]) -> Any:
    return add(values, 1)


set_apart(apart)


@jit
def apart_twice(values: NDArray[np.int64]) -> Any:
    return 2 * apart(values)


@jit
def apart_four_times(values: NDArray[np.int64]) -> Any:
    return apart(values) + apart_twice(values) + apart(values)


VALUES = np.array([1, 2, 3], np.int64)


def test_kernels_call_kernels_with_defaults_keywords_and_any_width() -> None:
    assert add_twice(VALUES) == 2 * (6 + 3 * SMALL)
    assert add_twice(VALUES, np.int8(1)) == 2 * (6 + 3)


def test_a_kernel_is_compiled_once_for_integers_of_any_width() -> None:
    narrow, wide = np.int8(1), 1
    assert add.get_call_template(*types_of(narrow))[2:] == add.get_call_template(*types_of(wide))[2:]
    assert len(add.part.overloads) == 1


def test_a_kernel_that_stands_apart_is_called_and_not_taken_in() -> None:
    assert apart_four_times(VALUES) == 4 * 9
    assert apart_twice(VALUES) == 2 * 9
    assert apart(VALUES) == 9
    (whole,) = apart_four_times.overloads.values()
    assert apart.part in [library.made for library in whole.library.needed()]


def test_functions_that_numba_compiles_by_itself_may_call_kernels() -> None:
    assert stock(VALUES) == 2 * (6 + 3 * SMALL) + 2 * 9


def test_kernels_may_call_themselves() -> None:
    assert factorial(5) == 120


def test_a_kernel_pickles_as_its_name() -> None:
    kernel: Any = rng.seed_rng
    assert isinstance(kernel, Kernel)
    assert pickle.loads(pickle.dumps(kernel)) is kernel


def test_kernels_that_call_each_other_in_circles_are_refused() -> None:
    with pytest.raises(numba.core.errors.NumbaError, match="call each other in circles"):
        is_odd(7)


def test_an_index_out_of_bounds_raises_through_calls_where_bounds_are_checked() -> None:
    code = f"""
import sys; sys.path.insert(0, {str(Path(__file__).parent)!r})
import test_compiler as kernels
try:
    kernels.entry_through(kernels.VALUES, 3)
except IndexError as error:
    print("refused")
"""
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "0"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "refused\n"


def types_of(by: Any) -> tuple[tuple[Any, ...], dict[str, Any]]:
    return (numba.typeof(VALUES), numba.typeof(by)), {}
