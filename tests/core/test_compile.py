"""Kernels that are written once: bound to a game, compiled once per build, un-jitted on request."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import baobab
from baobab.core.bind import bind
from baobab.core.jit import jit
from baobab.registry import GAMES

PACKAGE = Path(baobab.__file__).parent


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


SHOW_HITS = """
import sys
from baobab.core.game import seed_many
from baobab.core.rng import seed_rng
import numpy as np
seed_many(np.zeros((1, 4), np.int64), np.zeros(1, np.int64))
print(sum(seed_many.stats.cache_hits.values()), sum(seed_many.stats.cache_misses.values()))
"""

SHOW_FOLDER = f"""
import sys
sys.path.insert(0, sys.argv[1])
import baobab
assert baobab.__file__.startswith(sys.argv[1]), baobab.__file__
from baobab.core.jit import cache_folder
print(cache_folder({sorted(GAMES)[0]!r}))
"""


def python(code: str, *arguments: str, **variables: str) -> str:
    """The output of another process."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("NUMBA_")}
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env={**environment, **variables},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def test_a_second_process_finds_what_the_first_compiled(tmp_path: Path) -> None:
    assert python(SHOW_HITS, BAOBAB_CACHE=str(tmp_path)) == "0 1"
    assert python(SHOW_HITS, BAOBAB_CACHE=str(tmp_path)) == "1 0"


def test_an_edit_of_a_rule_or_of_a_table_makes_another_folder(tmp_path: Path) -> None:
    copied, cache = tmp_path / "source" / "baobab", tmp_path / "cache"
    shutil.copytree(PACKAGE, copied, ignore=shutil.ignore_patterns("__pycache__"))

    def folder(**variables: str) -> str:
        return python(SHOW_FOLDER, str(copied.parent), BAOBAB_CACHE=str(cache), **variables)

    before = folder()
    assert Path(before).parent == cache
    assert folder() == before
    assert folder(NUMBA_BOUNDSCHECK="1") != before
    seen = {before}
    game = copied / "games" / sorted(GAMES)[0]
    for edited in (copied / "core" / "rng.py", game / "rules.py", *game.glob("*.csv")):
        with edited.open("a", encoding="utf-8") as file:
            file.write("\n")
        seen.add(folder())
    assert len(seen) == 3 + len(list(game.glob("*.csv")))


def test_a_cache_folder_that_cannot_be_written_is_an_error_if_it_was_asked_for(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way", encoding="utf-8")
    with pytest.raises(subprocess.CalledProcessError) as caught:
        python("import baobab.core.rng", BAOBAB_CACHE=str(blocked / "cache"))
    assert "BAOBAB_CACHE" in caught.value.stderr
