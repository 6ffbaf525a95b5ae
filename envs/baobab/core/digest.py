"""What a compiled kernel is made of, as one digest: its code and that of all that it calls, with every constant.

numba's own cache looks at a function's file alone: an edit of a card table, or of a helper in another file, would
silently keep the old machine code. Here a kernel is known by the bytecode of every function that can be reached from
it, in whatever file or package that lies, and by the values that their global names have. An edit of anything else,
be it a comment or a picture, changes nothing.
"""

import builtins
import enum
import hashlib
import inspect
import re
import types
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

PLAIN = (int, float, complex, bool, str, bytes, type(None), type(...), np.dtype)
LIBRARIES = {"builtins", "math", "numba", "numpy", "operator", "typing"}
"""Packages whose code is told by their version, which is part of every build's name."""
_ADDRESS = re.compile(r" at 0x[0-9a-f]+")


def digest(function: Callable[..., Any]) -> str:
    """32 hexadecimal digits that are the same if and only if the function and all it calls would compile the same."""
    found = hashlib.sha256()
    numbers: dict[int, int] = {}
    for reached in reach(function):
        numbers.setdefault(id(reached), len(numbers))
        content, calls = _read(reached)
        found.update(content)
        for called in calls:  # a number for each, so that functions may call each other in circles
            found.update(b"%d " % numbers.setdefault(id(called), len(numbers)))
    return found.hexdigest()[:32]


def reach(function: Callable[..., Any]) -> Iterator[types.FunctionType]:
    """The function and all that it calls, directly or not, once each, in an order that every process finds."""
    waiting, seen = [plain(function)], set()
    while waiting:
        reached = waiting.pop()
        if id(reached) not in seen:
            seen.add(id(reached))
            yield reached
            waiting += reversed(_read(reached)[1])


def plain(function: Callable[..., Any]) -> types.FunctionType:
    """The Python function under a compiled one."""
    inner: Any = function
    found: types.FunctionType = getattr(inner, "py_func", inner)
    return found


@cache
def _read(function: types.FunctionType) -> tuple[bytes, tuple[types.FunctionType, ...]]:
    """A function's own content, and the functions that it calls."""
    calls: list[types.FunctionType] = []
    parts = [f"{function.__module__}.{function.__qualname__}".encode()]
    for code in _codes(function.__code__):
        documented = bool(function.__doc__) and code is function.__code__
        constants = (None, *code.co_consts[1:]) if documented else code.co_consts
        parts += [code.co_code, repr((code.co_names, code.co_varnames, code.co_freevars)).encode()]
        parts += [_describe(value, (), calls) for value in constants if not isinstance(value, types.CodeType)]
        for name in code.co_names:
            if name in function.__globals__:
                parts += [name.encode(), _describe(function.__globals__[name], code.co_names, calls)]
            elif hasattr(builtins, name):
                parts.append(name.encode())
    closed = [cell.cell_contents for cell in function.__closure__ or ()]
    for value in (function.__defaults__, function.__kwdefaults__, *closed):
        parts.append(_describe(value, (), calls))
    return b"\0".join(parts), tuple(calls)


def _codes(code: types.CodeType) -> Iterator[types.CodeType]:
    yield code
    for value in code.co_consts:
        if isinstance(value, types.CodeType):
            yield from _codes(value)


def _describe(value: Any, names: tuple[str, ...], calls: list[types.FunctionType]) -> bytes:
    """What a value contributes; functions go into `calls`. `names` are the attributes that may be asked of a module."""
    if isinstance(value, PLAIN):
        return repr(value).encode()
    if isinstance(value, np.ndarray | np.generic):
        array = np.asarray(value)
        return repr((array.dtype, array.shape)).encode() + hashlib.sha256(array.tobytes()).digest()
    if isinstance(value, tuple | list):
        return b"(" + b",".join(_describe(one, names, calls) for one in value) + b")"
    if isinstance(value, set | frozenset):
        return b"{" + b",".join(sorted(_describe(one, names, calls) for one in value)) + b"}"
    if isinstance(value, Mapping):
        return b"{" + b",".join(_describe(pair, names, calls) for pair in value.items()) + b"}"
    if isinstance(value, types.ModuleType):
        asked = [name for name in names if name in vars(value)]
        found = (vars(value)[name] for name in asked) if value.__name__.partition(".")[0] not in LIBRARIES else ()
        return b"".join([repr((value.__name__, asked)).encode(), *(_describe(one, names, calls) for one in found)])
    home = str(getattr(value, "__module__", "")).partition(".")[0]
    function: Any = plain(value)
    if isinstance(function, types.FunctionType) and home not in LIBRARIES:
        calls.append(function)
        return b"" if function is value else repr(getattr(value, "apart", None)).encode()
    if isinstance(value, enum.EnumType):
        members: list[Any] = list(value)
        return repr([(one.name, one.value) for one in members]).encode()
    name = f"{home}.{getattr(value, '__qualname__', '')}"
    return f"{name} {_ADDRESS.sub('', repr(value))}".encode() + _source(value, home)


def _source(value: Any, home: str) -> bytes:
    """The text of the file in which the type of an unusual value is written."""
    if home in LIBRARIES:
        return b""
    try:
        return Path(inspect.getfile(value if isinstance(value, type) else type(value))).read_bytes()
    except (OSError, TypeError):
        return b""
