"""The only numba decorator. How kernels are compiled is in `core/compiler.py`; `core/cache.py` keeps them."""

from collections.abc import Callable
from typing import Any, TypeVar

import numba

from baobab.core.cache import cache_base
from baobab.core.compiler import Kernel

_Function = TypeVar("_Function", bound=Callable[..., Any])

OWN = {"baobab", "baobab_training", "__main__"}
"""Packages whose kernels belong to no game."""

cache_base()  # a folder that was asked for and cannot be made is told at once


def jit(function: _Function) -> _Function:
    """Compile a kernel on first use; unchanged when numba is switched off (`NUMBA_DISABLE_JIT=1`)."""
    _, _, rest = function.__module__.partition("baobab.games.")
    package = rest or function.__module__  # a game from outside has a package of its own
    game = package.partition(".")[0]
    return jit_for("" if game in OWN else game, function)


def jit_for(game: str, function: _Function) -> _Function:
    """`jit` of a kernel that is kept with this game's (`""`: with those of no game)."""
    if numba.config.DISABLE_JIT:
        return function
    compiled: Any = Kernel(function, game)
    result: _Function = compiled
    return result


def set_apart(function: _Function) -> _Function:
    """Let a kernel be compiled once for all kernels that call it, which then do not take it in."""
    if isinstance(function, Kernel):
        function.set_apart()
    return function
