"""Places to write: checked before work is begun, and files that appear whole or not at all."""

import errno
import os
import tempfile
from contextlib import suppress
from pathlib import Path

STANDARD_OUTPUT = "-"
"""What people write where a file is asked for, to see it instead."""


def read_path(text: str | os.PathLike[str]) -> Path:
    """The path that people write so, `~` included; ValueError where it is empty."""
    if not os.fspath(text):
        raise ValueError("a path is empty")
    return Path(os.path.expanduser(text))  # noqa: PTH111 - Path.expanduser raises where a user is not known


def check_file(text: str | os.PathLike[str]) -> Path:
    """The path of a file that may be written, without touching it; OSError with the reason where it cannot be."""
    path = read_path(text)
    if path.is_dir():
        raise _refusal(errno.EISDIR, path)
    if path.exists():
        if not os.access(path, os.W_OK):
            raise _refusal(errno.EACCES, path)
        return path
    if not path.parent.is_dir():
        raise _refusal(errno.ENOTDIR if path.parent.exists() else errno.ENOENT, path)
    _check_room(path.parent, path)
    return path


def check_folder(text: str | os.PathLike[str]) -> Path:
    """The path of a folder that is there or can be made, and written into; nothing is made yet."""
    path = read_path(text)
    there = path.absolute()
    while not there.exists() and there != there.parent:
        there = there.parent
    if not there.is_dir():
        raise _refusal(errno.ENOTDIR, path)
    _check_room(there, path)
    return path


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file so that at any moment either the old one or the whole new one is there, also after a crash.

    A new file has the mode that any new file has (umask), an old one keeps its own. What is no plain file (a pipe,
    /dev/null) is simply written.
    """
    path = path.resolve()
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    temporary = path.with_name(f".{os.urandom(6).hex()}.tmp")
    try:
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    except OSError as error:
        raise _refusal(error.errno or errno.EIO, path) from None  # people know this name, not the hidden one
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            sync(file.fileno())
        if path.exists():
            temporary.chmod(path.stat().st_mode & 0o777)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    with suppress(OSError):  # Windows opens no folders
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            sync(folder)
        finally:
            os.close(folder)


def sync(handle: int) -> None:
    """Put a file or folder on the disk; some network and shared folders cannot, which is no error."""
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP, errno.EROFS):
            raise


def current_commit() -> str | None:
    """The commit of the repository that this package runs from; None where it runs from none."""
    git = Path(__file__).resolve().parents[2] / ".git"
    try:
        head = (git / "HEAD").read_text().strip()
        if not head.startswith("ref: "):
            return head
        reference = head.removeprefix("ref: ")
        loose = git / reference
        if loose.is_file():
            return loose.read_text().strip()
        packed = (git / "packed-refs").read_text().splitlines()
    except (OSError, UnicodeDecodeError):
        return None
    return next((line.split()[0] for line in packed if line.endswith(f" {reference}")), None)


def _check_room(folder: Path, path: Path) -> None:
    """OSError that names `path` where nothing can be written into the folder."""
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise _refusal(error.errno or errno.EIO, path) from None


def _refusal(number: int, path: Path) -> OSError:
    return OSError(number, os.strerror(number), str(path))
