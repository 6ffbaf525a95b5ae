"""The game from outside: its package, in an environment of its own, plays, keeps the contract and learns."""

import json
import os
import shutil
import site
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from baobab.registry import BUILT_IN

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "liars_dice"
TESTS = EXAMPLE / "tests" / "test_liars_dice.py"
MAX_LINES = 400
QUICK = [
    *("--run.steps", "40000", "--run.threads", "1", "--run.tensorboard", "False"),
    *("--ppo.games", "64", "--ppo.minibatch", "1024"),
    *("--evaluation.seconds", "0", "--evaluation.final-games", "400", "--evaluation.final-opponents", "random"),
]


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
    told = command(python, "games")
    assert "Liar's Dice (liars_dice_v0), 2 to 4 players" in told
    assert "Kenya (kenya_v0)" in told
    made = "import baobab, gymnasium; print(gymnasium.make('baobab/LiarsDice-v0', dice=1).unwrapped.game)"
    assert "liars_dice_v0" in run(python, made)


def test_it_keeps_the_contract(python: Path) -> None:
    run(python, "from baobab.testing import check_game; check_game('liars_dice', players=[2, 4])")


def test_its_own_tests_pass(python: Path) -> None:
    run(python, "import pytest, sys; sys.exit(pytest.main(sys.argv[1:]))", "-q", "-k", "not contract", str(TESTS))


def test_its_games_are_recorded_and_a_policy_that_trains_for_seconds_beats_random(python: Path) -> None:
    command(python, "record", "liars_dice", "--bots", "greedy,random", "--games", "4", "--out", "games.jsonl")
    assert "4" in command(python, "replay", "games.jsonl")
    command(python, "train", "liars_dice", "--out", "run", *QUICK)
    card = json.loads((python.parents[2] / "run" / "policy.json").read_text(encoding="utf-8"))
    (measured,) = card["evaluation"]
    assert (measured["opponent"], measured["even"]) == ("random", 0.5)
    assert measured["interval"][0] > measured["even"]
