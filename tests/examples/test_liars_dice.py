"""The game from outside: its package, in an environment of its own, plays, keeps the contract and learns."""

import json
import os
import re
import shlex
import shutil
import site
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from baobab.registry import BUILT_IN

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "make-your-own-game.md"
EXAMPLE = ROOT / "examples" / "liars_dice"
TESTS = EXAMPLE / "tests" / "test_liars_dice.py"
MAX_LINES = 400


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of a new environment with the example's package in it, beside all that this one has."""
    folder = tmp_path_factory.mktemp("liars_dice")
    source = folder / "source"
    shutil.copytree(EXAMPLE, source, ignore=shutil.ignore_patterns("__pycache__"))
    environment = folder / "environment"
    venv.create(environment, with_pip=False)
    packages = next(environment.glob("lib/*/site-packages"))
    inherited = [f"import site; site.addsitedir({path!r})" for path in site.getsitepackages()]
    (packages / "inherited.pth").write_text("\n".join(inherited) + "\n", encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*pip, "--target", str(packages), str(source)], check=True)
    return environment / "bin" / "python"


def run(python: Path, code: str, *arguments: str) -> str:
    """What a program prints in that environment, in a folder of its own."""
    done = subprocess.run(
        [str(python), "-c", code, *arguments],
        cwd=python.parents[2],
        env={key: value for key, value in os.environ.items() if not key.startswith("NUMBA_DISABLE")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def command(python: Path, *arguments: str) -> str:
    """What a command of `baobab` prints there."""
    return run(python, "import sys; from baobab.cli import main; sys.exit(main(sys.argv[1:]))", *arguments)


def test_it_is_small() -> None:
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in (EXAMPLE / "liars_dice").glob("*.py"))
    assert lines < MAX_LINES


def test_it_is_known_where_it_is_installed_and_only_there(python: Path) -> None:
    assert "liars_dice" not in {listing.name for listing in BUILT_IN}
    known = run(python, "import baobab, sys; print(*baobab.GAMES, 'numba' in sys.modules)")
    assert known.split() == ["kenya", "liars_dice", "nimalia", "okavango", "savernake", "False"]
    made = "import baobab, gymnasium; print(gymnasium.make('baobab/LiarsDice-v0', dice=1).unwrapped.game)"
    assert "liars_dice_v0" in run(python, made)


def test_it_keeps_the_contract(python: Path) -> None:
    run(python, "from baobab.testing import check_game; check_game('liars_dice', players=[2, 4])")


def test_its_own_tests_pass(python: Path) -> None:
    run(python, "import pytest, sys; sys.exit(pytest.main(sys.argv[1:]))", "-q", "-k", "not contract", str(TESTS))


def test_the_commands_of_the_page_run_and_a_policy_that_trains_for_seconds_beats_random(python: Path) -> None:
    (commands,) = re.findall(
        r"^```bash liars_dice\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    told = {}
    for line in commands.splitlines():
        words = shlex.split(line)
        assert words[0] == "baobab"
        told[words[1]] = command(python, *words[1:])
    assert list(told) == ["games", "record", "replay", "train"]
    assert "Liar's Dice (liars_dice_v0), 2 to 4 players" in told["games"]
    card = json.loads((python.parents[2] / "runs" / "liars_dice" / "policy.json").read_text(encoding="utf-8"))
    (measured,) = card["evaluation"]
    assert (measured["opponent"], measured["even"]) == ("random", 0.5)
    assert measured["interval"][0] > measured["even"]
