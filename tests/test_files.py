"""Places to write, and files that appear whole."""

import errno
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from baobab.files import check_file, check_folder, read_path, write_atomically

unix = pytest.mark.skipif(sys.platform == "win32", reason="modes and pipes of Unix")


@pytest.fixture
def umask() -> Iterator[None]:
    before = os.umask(0o077)
    yield
    os.umask(before)


@unix
def test_a_new_file_obeys_umask_and_an_old_one_keeps_its_mode(tmp_path: Path, umask: None) -> None:
    path = tmp_path / "x.json"
    write_atomically(path, b"1")
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o640)
    write_atomically(path, b"2")
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"2", 0o640)


def test_nothing_else_is_left_and_the_old_file_stays_where_the_new_one_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.json"
    write_atomically(path, b"old")
    monkeypatch.setattr(os, "fsync", _raise(errno.ENOSPC))
    with pytest.raises(OSError, match="No space"):
        write_atomically(path, b"new")
    assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == [("x.json", b"old")]


def test_folders_that_cannot_be_opened_or_synced_are_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.open

    def no_folders(path: str, flags: int, *more: int) -> int:
        if Path(path).is_dir():
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return real(path, flags, *more)

    monkeypatch.setattr(os, "open", no_folders)
    write_atomically(tmp_path / "a", b"a")
    monkeypatch.setattr(os, "fsync", _raise(errno.EINVAL))
    write_atomically(tmp_path / "b", b"b")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a", "b"]


@unix
def test_links_and_what_is_no_plain_file_stay_what_they_are(tmp_path: Path) -> None:
    link, target = tmp_path / "link", tmp_path / "target"
    link.symlink_to(target)
    write_atomically(link, b"x")
    assert link.is_symlink()
    assert target.read_bytes() == b"x"
    write_atomically(Path(os.devnull), b"x")
    assert Path(os.devnull).is_char_device()


def test_errors_name_the_path_that_was_given(tmp_path: Path) -> None:
    for act in (check_file, lambda path: write_atomically(path, b"")):
        with pytest.raises(FileNotFoundError) as caught:
            act(tmp_path / "no" / "x.json")
        assert caught.value.filename == str(tmp_path / "no" / "x.json")


def test_places_are_checked_without_touching_them(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("kept")
    assert check_file(file) == file
    assert check_folder(tmp_path / "a" / "b") == tmp_path / "a" / "b"
    with pytest.raises(IsADirectoryError):
        check_file(tmp_path)
    for path in (file, file / "inside"):
        with pytest.raises(NotADirectoryError):
            check_folder(path)
    with pytest.raises(NotADirectoryError):
        check_file(file / "inside")
    assert [each.read_text() for each in tmp_path.iterdir()] == ["kept"]


def test_a_tilde_is_the_home_folder_and_an_empty_path_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/somewhere")
    monkeypatch.setenv("USERPROFILE", "/somewhere")
    assert read_path("~/x") == Path("/somewhere/x")
    with pytest.raises(ValueError, match="a path is empty"):
        check_file("")


def _raise(number: int) -> Callable[..., None]:
    def fail(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    return fail
