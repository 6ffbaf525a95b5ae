"""The only numba decorator, and the folder in which compiled kernels are kept.

numba's own cache looks at a function's file alone: an edit of a card table, or of a helper in another
file, would silently keep the old machine code. Here the folder is named by a hash of every source and data
file that kernels are made of, of the versions involved, and of the bounds-check flag.
"""

import hashlib
import logging
import os
import sys
import tempfile
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar

import llvmlite
import numba
import numpy as np
from numba.core import event

CACHE_VARIABLE = "BAOBAB_CACHE"
"""Environment variable that names the folder for compiled kernels."""

_SOURCES = {".py", ".csv"}
PLAIN_FILES = {"view.py", "draw.py", "picture.py", "glyphs.py", "notation.py", "games.py"}
"""Files of the core and of a game folder that no kernel imports: an edit of these keeps the compiled code."""

_logger = logging.getLogger("baobab")
_Function = TypeVar("_Function", bound=Callable[..., Any])


def jit(function: _Function) -> _Function:
    """Compile a kernel on first use; unchanged when numba is switched off (`NUMBA_DISABLE_JIT=1`)."""
    _, _, rest = function.__module__.partition("baobab.games.")
    return jit_for(rest.partition(".")[0], function)


def jit_for(game: str, function: _Function) -> _Function:
    """`jit` of a kernel that depends on the core and on this game's folder (`""`: on the core alone)."""
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache_folder(game))
    try:
        compiled: Any = numba.njit(cache=True, nogil=True, error_model="numpy", no_cfunc_wrapper=True)(function)
    finally:
        numba.config.CACHE_DIR = before
    if not numba.config.DISABLE_JIT:
        compiled.get_call_template = partial(_one_width, compiled.get_call_template)
        compiled.baobab_game = game
    result: _Function = compiled
    return result


def _one_width(get_call_template: Callable[..., Any], args: Any, kws: Any) -> Any:
    """Let kernels call a kernel with integers of any width as with 64 bits, so that each is compiled once."""
    return get_call_template(tuple(map(_widened, args)), {name: _widened(kind) for name, kind in kws.items()})


def _widened(kind: Any) -> Any:
    plain = numba.types.unliteral(kind)
    return numba.types.int64 if isinstance(plain, numba.types.Integer) else plain


@cache
def cache_folder(game: str) -> Path:
    """The folder of a game's compiled kernels: made if need be, the temporary folder where none can be."""
    chosen = os.environ.get(CACHE_VARIABLE)
    base = Path(chosen) if chosen else Path.home() / ".cache" / "baobab"
    name = f"{game or 'core'}-{_fingerprint(game)}"
    folder = base / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
        writable = os.access(folder, os.W_OK)
    except OSError:
        writable = False
    if not writable:
        if chosen:
            raise OSError(f"{CACHE_VARIABLE}={chosen!r} names a folder that cannot be written")
        folder = Path(tempfile.gettempdir()) / f"baobab-{os.getuid()}" / name
        folder.mkdir(parents=True, exist_ok=True)
    return folder


class _Announcer:
    """Says once per game and process that kernels are being compiled: numba tells of what no cache has."""

    def __init__(self) -> None:
        self._told: set[str] = set()

    def notify(self, event: Any) -> None:
        """Called by numba when a compile begins and ends."""
        game = getattr(event.data["dispatcher"], "baobab_game", "") if event.is_start else ""
        if game and game not in self._told:
            self._told.add(game)
            _logger.warning("baobab: compiling %s (once after an install; it takes half a minute or so)", game)


event.Listener.register(_Announcer)
event.register("numba:compile", _Announcer())


@cache
def _fingerprint(game: str) -> str:
    package = Path(__file__).resolve().parents[1]
    files = list((package / "core").rglob("*"))
    if game:
        files += (package / "games" / game).rglob("*")
    digest = hashlib.sha256()
    for path in sorted(files):
        if path.suffix in _SOURCES and path.name not in PLAIN_FILES and "__pycache__" not in path.parts:
            digest.update(str(path.relative_to(package)).encode() + b"\0" + path.read_bytes())
    versions = (numba.__version__, llvmlite.__version__, np.__version__, sys.version)
    digest.update(repr((versions, bool(numba.config.BOUNDSCHECK))).encode())
    return digest.hexdigest()[:16]
