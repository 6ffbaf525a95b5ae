"""The folder of compiled kernels: found again, never trusted blindly, and never in the way."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from baobab.cli import main
from baobab.core import cache
from baobab.core.cache import CACHE_VARIABLE, DAY, cache_base, cache_folder

CONTENT = b"machine code"


@pytest.fixture(autouse=True)
def _fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A process that has looked for no folder yet, and an empty one to find."""
    forget()
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    yield
    monkeypatch.undo()
    forget()


def forget() -> None:
    cache_base.cache_clear()
    cache._remove_old_daily.cache_clear()
    cache._told.clear()


def only_file() -> Path:
    (path,) = cache_base().rglob(f"*{cache.SUFFIX}")
    return path


# --- Where it lies ------------------------------------------------------------------------------------------


def test_a_folder_that_was_asked_for_and_cannot_be_made_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "file" / "cache"))
    with pytest.raises(OSError, match=CACHE_VARIABLE):
        cache_base()


def test_the_users_folder_for_caches_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(CACHE_VARIABLE)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache_base() == tmp_path / "xdg" / "baobab"
    forget()
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")  # such a value is to be ignored, says the standard
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert cache_base() == tmp_path / "home" / ".cache" / "baobab"


def test_without_a_home_the_temporary_folder_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    temporary_only(tmp_path, monkeypatch)
    assert cache_base().parent == tmp_path
    assert cache_base().stat().st_mode & 0o777 == 0o700
    first = cache_base()
    forget()
    assert cache_base() == first


@pytest.mark.parametrize("trap", ["writable", "link", "file"])
def test_a_temporary_folder_of_somebody_else_is_not_used(
    trap: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    temporary_only(tmp_path, monkeypatch)
    expected = cache_base()
    expected.rmdir()
    forget()
    if trap == "writable":
        expected.mkdir()
        expected.chmod(0o777)
    elif trap == "link":
        (tmp_path / "target").mkdir(mode=0o700)
        expected.symlink_to(tmp_path / "target")
    else:
        expected.write_bytes(b"")
    assert cache_base() != expected
    assert cache_base().stat().st_mode & 0o777 == 0o700


def test_a_system_without_numbers_for_users_has_a_temporary_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    temporary_only(tmp_path, monkeypatch)
    monkeypatch.delattr(os, "geteuid", raising=False)
    cache.write("game", "kernel", CONTENT)
    assert cache.read("game", "kernel") == CONTENT
    assert cache_base().parent == tmp_path


def temporary_only(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No folder is named, there is no home, and temporary files lie here."""

    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in (CACHE_VARIABLE, "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    monkeypatch.setattr(tempfile, "tempdir", str(folder))


# --- What is read -------------------------------------------------------------------------------------------


def test_what_was_written_is_read() -> None:
    assert cache.read("game", "kernel") is None
    cache.write("game", "kernel", CONTENT)
    assert cache.read("game", "kernel") == CONTENT
    assert cache.read("game", "other") is None
    assert only_file().parent == cache_folder("game")


@pytest.mark.parametrize(
    "broken", [b"", b"text of another program", cache.MAGIC, None], ids=["empty", "foreign", "head alone", "cut"]
)
def test_a_cut_or_foreign_file_is_dropped_with_a_warning(
    broken: bytes | None, caplog: pytest.LogCaptureFixture
) -> None:
    cache.write("game", "kernel", CONTENT)
    path = only_file()
    path.write_bytes(path.read_bytes()[:-1] if broken is None else broken)
    assert cache.read("game", "kernel") is None
    assert "compiled anew" in caplog.text
    assert not path.exists()


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="files have no such owners here")
def test_what_others_may_have_written_is_not_read(caplog: pytest.LogCaptureFixture) -> None:
    cache.write("game", "kernel", CONTENT)
    only_file().chmod(0o666)
    assert cache.read("game", "kernel") is None
    assert "written by others" in caplog.text


def test_a_folder_that_cannot_be_written_is_done_without(caplog: pytest.LogCaptureFixture) -> None:
    cache_base().joinpath(cache_folder().parent.name).write_text("in the way", encoding="utf-8")
    for name in ("one", "two"):
        cache.write("game", name, CONTENT)
    assert cache.read("game", "one") is None
    assert caplog.text.count("goes on without") == 1


# --- What is removed ----------------------------------------------------------------------------------------


def test_builds_that_nobody_used_for_a_month_are_removed() -> None:
    for name in ("old", "used"):
        cache.write("game", name, CONTENT)
    past = time.time() - 40 * DAY
    for path in cache_base().rglob(f"*{cache.SUFFIX}"):
        os.utime(path, (past, past))
    assert cache.read("game", "used") == CONTENT
    os.utime(cache_base() / "cleaned", (past, past))
    forget()  # the first process of a day
    cache.write("game", "new", CONTENT)
    assert cache.read("game", "old") is None
    assert cache.read("game", "used") == CONTENT
    assert cache.read("game", "new") == CONTENT


def test_clearing_leaves_what_is_not_of_the_cache() -> None:
    cache.write("game", "kernel", CONTENT)
    older = cache_base() / "kenya-0123456789abcdef" / "core_1" / "kernels.step.1.nbc"
    older.parent.mkdir(parents=True)
    older.write_bytes(b"12345")
    mine = cache_base() / "notes.txt"
    mine.write_text("mine", encoding="utf-8")
    assert [(one.version, one.game, one.files) for one in cache.usage()] == [
        (cache_folder().parent.name, "game", 1),
        ("older", "kenya", 1),
    ]
    assert cache.clear() == 2
    assert cache.usage() == []
    assert mine.exists()
    assert not cache_folder("game").exists()
    assert not older.parents[1].exists()


def test_the_command_shows_the_folder_and_clears_it(capsys: pytest.CaptureFixture[str]) -> None:
    cache.write("kenya", "kernel", bytes(1_500_000))
    assert main(["cache"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"{cache_base()}\n")
    assert "kenya            1 kernels    1.5 MB  used today" in shown
    assert main(["cache", "--clear"]) == 0
    assert "1 kernels, 1.5 MB, removed" in capsys.readouterr().out
    assert cache.read("kenya", "kernel") is None


# --- With kernels -------------------------------------------------------------------------------------------

USE = """
import numpy as np
from baobab.core.rng import next_word, seed_rng
rng = np.zeros(4, np.int64)
seed_rng(rng, 7)
print([next_word(rng) for _ in range(3)], sum(seed_rng.stats.cache_hits.values()))
"""


def test_processes_share_what_they_compiled_and_survive_what_is_broken(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    first = [start(folder) for _ in range(2)]  # both compile, at once
    told = {finish(one) for one in first}
    assert len(told) == 1
    (answer,) = told
    assert answer.endswith("0\n")
    for path in folder.rglob("*seed_rng*"):
        path.write_bytes(path.read_bytes()[:1000])
    assert finish(start(folder), warned="compiled anew") == answer
    assert finish(start(folder)) == answer[:-2] + "1\n"


@pytest.mark.skipif(sys.platform == "win32", reason="there is no ulimit")
def test_a_full_disk_does_not_end_the_work(tmp_path: Path) -> None:
    full = start(tmp_path / "cache", before="import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))")
    assert finish(full, warned="goes on without").endswith("0\n")


def start(folder: Path, before: str = "") -> "subprocess.Popen[str]":
    """A process that uses two kernels."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("NUMBA_")}
    return subprocess.Popen(
        [sys.executable, "-c", before + USE],
        env={**environment, CACHE_VARIABLE: str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(process: "subprocess.Popen[str]", warned: str = "") -> str:
    """What it printed; its warnings have this in them."""
    output, errors = process.communicate()
    assert process.returncode == 0, errors
    assert warned in errors
    assert warned or not errors
    return output
