"""docs/architecture.md and CONTRIBUTING.md say what is so: every folder is named and every one that is named exists."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from baobab.registry import BUILT_IN

ROOT = Path(__file__).resolve().parents[1]
ARCHITECTURE = ROOT / "docs" / "architecture.md"
CONTRIBUTING = ROOT / "CONTRIBUTING.md"


def folders() -> set[str]:
    """Every folder with a file that belongs to the project."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    files = [Path(line) for line in listed.stdout.splitlines() if (ROOT / line).exists()]
    return {folder.as_posix() for file in files for folder in file.parents} - {"."}


def names(text: str) -> set[str]:
    """What stands in the first column of the tables of a page, each game by its name."""
    rows = re.findall(r"^\| `([^`]+)` \|", text, re.MULTILINE)
    return {row.replace("<game>", game.name) for row in rows for game in BUILT_IN}


def paths(text: str) -> set[str]:
    """Files and folders that a page names."""
    named = re.findall(r"`((?:\.ci|\w+)/[\w./-]+|[A-Z]+\.md|Makefile|constraints\.txt|\w+\.toml)`", text)
    return {path.rstrip("/") for path in named}


def test_the_tree_names_every_folder_and_no_other() -> None:
    assert names(ARCHITECTURE.read_text(encoding="utf-8")) == folders()


@pytest.mark.parametrize("page", [ARCHITECTURE, CONTRIBUTING], ids=lambda page: page.stem)
def test_what_a_page_names_exists(page: Path) -> None:
    named = paths(page.read_text(encoding="utf-8"))
    missing = {path for path in named if "<" not in path and not _exists(path)}
    assert len(named) > 5
    assert not missing


def _exists(path: str) -> bool:
    """Beside the project's root, or within one of its packages, where a page shortens it."""
    places = (ROOT, ROOT / "envs" / "baobab", ROOT / "training" / "baobab_training")
    return any((place / path).exists() for place in places)


def test_the_arrows_are_those_that_are_checked() -> None:
    (drawn,) = re.findall(r"```text arrows\n(.*?)```", ARCHITECTURE.read_text(encoding="utf-8"), re.DOTALL)
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    core, training = (one["layers"] for one in contracts if one["type"] == "layers")
    stubs = {f"{game.id}" for game in BUILT_IN}
    expected = [{"<game>_v0"} if modules == stubs else modules for modules in map(_modules, core)]
    assert [set(line[:28].strip().split(", ")) for line in drawn.splitlines()] == expected
    beside = [set(line[62:].strip().split(", ")) for line in drawn.splitlines() if line[62:].strip()]
    assert beside[1:] == [_modules(layer) for layer in training]


def _modules(layer: str) -> set[str]:
    return set(re.findall(r"\w+", layer))


def test_contributing_names_every_folder_at_the_root_that_people_work_in() -> None:
    text = CONTRIBUTING.read_text(encoding="utf-8")
    assert {folder for folder in folders() if "/" not in folder and f"`{folder}" not in text} == set()


def test_contributing_names_commands_that_there_are() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    text = CONTRIBUTING.read_text(encoding="utf-8")
    targets = set(re.findall(r"(?:`|^)make (\w+)", text, re.MULTILINE))
    assert {"setup", "lint", "test"} <= targets
    assert all(re.search(rf"^{target}:", makefile, re.MULTILINE) for target in targets)
