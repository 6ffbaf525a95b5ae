"""Games of other packages, by their entry points: found unimported, and no worse for each other's faults."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest

STEPPE = """
from dataclasses import replace
from baobab.games import kenya

def make_game(*, brown_cards="apart"):
    return replace(kenya.make_game(brown_cards=brown_cards), name="steppe", title="Steppe", version=2, home=__name__)
"""

LOOK = """
import json, logging, pickle, sys
import gymnasium
import baobab
logs = []
logging.getLogger("baobab").addHandler(handler := logging.Handler())
handler.emit = lambda record: logs.append(record.getMessage())
known, imported = list(baobab.GAMES), [name for name in ("numba", "steppe", "torn") if name in sys.modules]
def refusal(name):
    try:
        baobab.load_game(name)
    except (ValueError, ImportError) as error:
        return f"{type(error).__name__}: {error}"
from baobab.registry import load_games
steppe = baobab.load_game("steppe", brown_cards="player_animal")
json.dump({
    "known": known,
    "imported": imported,
    "ids": [name for name in gymnasium.registry if name.startswith("baobab/")],
    "loaded": [game.id for game in load_games()],
    "logs": logs,
    "same": pickle.loads(pickle.dumps(steppe)) is steppe,
    "env": str(gymnasium.make("baobab/Steppe-v2").unwrapped.game.id),
    "refused": {name: refusal(name) for name in known if name != "steppe"} | {"steppe_v3": refusal("steppe_v3")},
}, sys.stdout)
"""


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What another process sees of a folder in which six packages are installed."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "steppe.py").write_text(STEPPE, encoding="utf-8")
    (folder / "torn.py").write_text("import no_such_module\n", encoding="utf-8")
    (folder / "empty.py").write_text("", encoding="utf-8")
    for package, points in {
        "good": "steppe_v2 = steppe",
        "torn-package": "torn = torn",
        "empty-package": "empty = empty\nSome-Game = empty\nrenamed = steppe",
        "first": "twice = empty\nnimalia = empty",
        "second": "twice = steppe",
    }.items():
        info = folder / f"{package.replace('-', '_')}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8")
        (info / "entry_points.txt").write_text(f"[baobab.games]\n{points}\n", encoding="utf-8")
    path = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = {**os.environ, "PYTHONPATH": path, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", LOOK], env=environment, capture_output=True, text=True, check=False, cwd=folder
    )
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def test_a_game_of_another_package_is_known_before_anything_is_imported(seen: dict[str, Any]) -> None:
    assert {"kenya", "nimalia", "okavango", "savernake", "steppe", "torn"} <= set(seen["known"])
    assert seen["imported"] == []


def test_it_is_a_game_like_ours(seen: dict[str, Any]) -> None:
    assert "steppe_v2" in seen["loaded"]
    assert seen["env"] == "steppe_v2"
    assert seen["same"]
    assert seen["refused"]["steppe_v3"] == "ValueError: steppe is at version 2, not '3'"


def test_a_broken_one_is_told_by_name_and_does_not_hinder_the_others(seen: dict[str, Any]) -> None:
    assert {"kenya_v0", "okavango_v0", "savernake_v0", "steppe_v2"} <= set(seen["loaded"])
    why = seen["refused"]
    assert why["torn"].startswith("ImportError: the game 'torn' of the package torn-package (torn)")
    assert "no_such_module" in why["torn"]
    assert "no function make_game" in why["empty"]
    assert "small letters" in why["Some-Game"]
    assert "make_game() gives steppe_v2" in why["renamed"]
    for name in ("torn", "empty", "Some-Game", "renamed", "twice", "nimalia"):
        assert sum(f"the game {name!r} " in line for line in seen["logs"]) == 1


def test_a_name_that_two_packages_claim_is_refused_with_both_named(seen: dict[str, Any]) -> None:
    assert "claimed by first (empty, version 0) and by second (steppe, version 0)" in seen["refused"]["twice"]
    assert "claimed by baobab (baobab.games.nimalia, version 0) and by first" in seen["refused"]["nimalia"]
    assert not any("Nimalia" in name or "Twice" in name for name in seen["ids"])
    assert "baobab/Steppe-v2" in seen["ids"]
