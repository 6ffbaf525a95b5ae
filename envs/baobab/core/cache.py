"""The folder in which compiled kernels are kept, a file each, named by what it was made of.

A file that is cut or changed is dropped and made anew; where nothing can be written the work goes on without. What is
unpickled was written by this user: folders and files of others are left alone. Files that were not used for a month are
removed.
"""

import atexit
import contextlib
import hashlib
import logging
import os
import pickle
import shutil
import stat
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

CACHE_VARIABLE = "BAOBAB_CACHE"
"""Environment variable that names the folder for compiled kernels."""
SUFFIX = ".kernel"
OLD_SUFFIXES = {".nbi", ".nbc"}
"""Files of versions before, which are removed when they are old."""
CORE = "core"
"""The folder of kernels that belong to no game."""
MAGIC = b"baobab kernel 1\n"
DAY = 24 * 60 * 60
MAX_AGE = 30 * DAY
"""Seconds after its last use at which a file is removed."""
BROKEN = (pickle.UnpicklingError, EOFError, AttributeError, ImportError, IndexError, KeyError, TypeError, ValueError)
"""What unpickling a file raises that somebody else wrote."""

_logger = logging.getLogger("baobab")
_told: set[str] = set()


@dataclass
class Usage:
    """Files of one game and version in the cache."""

    game: str
    version: str
    files: int = 0
    size: int = 0  # bytes
    used: float = 0.0  # seconds since the epoch: the last use


# --- The folder ---------------------------------------------------------------------------------------------


@cache
def cache_base() -> Path:
    """The folder of all builds, made if need be: $BAOBAB_CACHE, the user's folder for caches, or a temporary one.

    OSError where $BAOBAB_CACHE cannot be made.
    """
    chosen = os.environ.get(CACHE_VARIABLE)
    if chosen:
        base = Path(chosen).expanduser()
        try:
            base.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OSError(f"{CACHE_VARIABLE}={chosen!r} names a folder that cannot be made: {error}") from None
        return base
    home = _home_cache()
    with contextlib.suppress(OSError):
        if home is not None:
            home.mkdir(mode=0o700, parents=True, exist_ok=True)
            if os.access(home, os.W_OK):
                return home
    return _temporary()


def cache_folder(game: str = "") -> Path:
    """The folder of a game's compiled kernels (`""`: of those that belong to none)."""
    return cache_base() / _version() / (game or CORE)


def _version() -> str:
    """The package's, which is not imported from here."""
    return str(sys.modules["baobab"].__version__)


def _home_cache() -> Path | None:
    """The user's own folder; None where there is no user."""
    named = os.environ.get("XDG_CACHE_HOME", "")
    try:
        caches = Path(named) if Path(named).is_absolute() else Path.home() / ".cache"
    except RuntimeError:  # neither HOME nor an entry in the list of users
        return None
    return caches / "baobab"


def _temporary() -> Path:
    """A folder of this user among the temporary ones; one for this process alone where somebody else took its place."""
    owner = f"-{os.geteuid()}" if hasattr(os, "geteuid") else ""
    folder = Path(tempfile.gettempdir()) / f"baobab{owner}"
    with contextlib.suppress(OSError):
        folder.mkdir(mode=0o700, exist_ok=True)
    if folder.is_dir() and _is_ours(folder, private=True):
        return folder
    _warn(f"{folder} is not this user's alone: compiled kernels are kept for this process only")
    mine = tempfile.mkdtemp(prefix="baobab-")
    atexit.register(shutil.rmtree, mine, ignore_errors=True)
    return Path(mine)


def _is_ours(path: Path, *, private: bool = False) -> bool:
    """Whether only this user (or root, unless `private`) can have written here."""
    try:
        found = path.lstat() if private else path.stat()
    except OSError:
        return False
    if not hasattr(os, "geteuid"):
        return True
    owners = {os.geteuid()} if private else {os.geteuid(), 0}
    writers = stat.S_IWGRP | stat.S_IWOTH if private else stat.S_IWOTH
    return found.st_uid in owners and not found.st_mode & writers and not stat.S_ISLNK(found.st_mode)


# --- Files --------------------------------------------------------------------------------------------------


def read(game: str, name: str) -> bytes | None:
    """What was written under this name; None where there is nothing to trust."""
    path = _path(game, name)
    try:
        content = path.read_bytes()
        trusted = _is_ours(path) and _is_ours(path.parent)
        age = time.time() - path.stat().st_mtime
    except OSError:
        return None
    if not trusted:
        _warn(f"{path.parent} can be written by others: what is in there is not used")
        return None
    head, rest = content[: len(MAGIC) + 32], content[len(MAGIC) + 32 :]
    if head != MAGIC + hashlib.sha256(rest).digest():
        drop(game, name, ValueError("it is cut, or another program wrote it"))
        return None
    if age > DAY:
        with contextlib.suppress(OSError):
            os.utime(path)
    return rest


def write(game: str, name: str, content: bytes) -> None:
    """Keep it for later processes, if that can be."""
    path = _path(game, name)
    draft = path.with_name(f"{path.name}.{uuid.uuid4().hex[:8]}.tmp")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft.write_bytes(MAGIC + hashlib.sha256(content).digest() + content)
        draft.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)
        _warn(f"compiled kernels cannot be kept in {path.parent}, the work goes on without: {error}")
        return
    _remove_old_daily()


def drop(game: str, name: str, error: Exception) -> None:
    """Remove a file that cannot be used, and say so."""
    path = _path(game, name)
    with contextlib.suppress(OSError):
        path.unlink(missing_ok=True)
    _warn(f"{path} cannot be used and is compiled anew: {type(error).__name__}: {error}")


def _path(game: str, name: str) -> Path:
    return cache_folder(game) / f"{name}{SUFFIX}"


def _warn(sentence: str) -> None:
    """Say it once in a process."""
    if sentence not in _told:
        _told.add(sentence)
        _logger.warning("baobab: %s", sentence)


# --- All builds ---------------------------------------------------------------------------------------------


def usage() -> list[Usage]:
    """What lies in the cache, by version and game."""
    found: dict[tuple[str, str], Usage] = {}
    for path in _files():
        place = path.relative_to(cache_base()).parts
        version, game = place[:2] if path.suffix == SUFFIX else ("older", place[0].partition("-")[0])
        with contextlib.suppress(OSError):
            about = path.stat()
            one = found.setdefault((version, game), Usage(game, version))
            one.files += 1
            one.size += about.st_size
            one.used = max(one.used, about.st_mtime)
    return [found[key] for key in sorted(found)]


def clear() -> int:
    """Remove every build of every version; their number."""
    return _remove(_files())


def remove_old(age: float = MAX_AGE) -> int:
    """Remove what nobody used for so many seconds; their number. A process that wants such a build compiles it anew."""
    limit = time.time() - age
    return _remove(path for path in _files() if path.stat().st_mtime < limit)


@cache
def _remove_old_daily() -> None:
    """Once a day, by the first process that writes."""
    mark = cache_base() / "cleaned"
    with contextlib.suppress(OSError):
        if not mark.exists() or time.time() - mark.stat().st_mtime > DAY:
            mark.touch()
            remove_old()


def _files() -> Iterator[Path]:
    for path in sorted(cache_base().rglob("*")):
        if path.suffix in {SUFFIX, *OLD_SUFFIXES} or (path.suffix == ".tmp" and SUFFIX in path.suffixes):
            yield path


def _remove(paths: Iterator[Path]) -> int:
    removed = 0
    for path in paths:
        with contextlib.suppress(OSError):
            path.unlink()
            removed += 1
        for folder in path.parents:  # as far as they are empty
            if folder == cache_base() or not folder.is_relative_to(cache_base()):
                break
            with contextlib.suppress(OSError):
                folder.rmdir()
    return removed
