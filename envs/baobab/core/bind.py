"""A kernel that is written once, bound to one game's rules.

numba caches compiled code on disk only for plain functions of a file; a factory that closes over a game's
functions would compile anew in every process. So `bind` copies a function: the same code, with the game's
rules in place of the global names that it calls, and a qualified name that carries the game.
"""

import types
from collections.abc import Callable, Mapping
from typing import Any

from baobab.core.jit import jit_for


def bind(function: Callable[..., Any], game: str, rules: Mapping[str, Callable[..., Any]]) -> Callable[..., Any]:
    """The compiled copy of `function` in which the names of `rules` mean this game's kernels."""
    if not isinstance(function, types.FunctionType) or function.__closure__ is not None:
        raise TypeError(f"{function!r} is not a plain function of a file")
    copy = types.FunctionType(function.__code__, {**function.__globals__, **rules}, function.__name__)
    copy.__qualname__ = f"{function.__qualname__}_{game}"
    copy.__module__ = function.__module__
    copy.__doc__ = function.__doc__
    return jit_for(game, copy)
