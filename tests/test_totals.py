"""The total that `make test` and CI end with."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).parents[1] / ".ci" / "totals.py"


@pytest.fixture(scope="module")
def totals() -> ModuleType:
    spec = importlib.util.spec_from_file_location("totals", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def report(folder: Path, run: str, status: int = 0, **counts: int) -> None:
    numbers = {"tests": 0, "failures": 0, "errors": 0, "skipped": 0} | counts
    attributes = " ".join(f'{key}="{value}"' for key, value in numbers.items())
    (folder / f"{run}.xml").write_text(f"<testsuites><testsuite {attributes}/></testsuites>")
    (folder / f"{run}.status").write_text(f"{status}\n")


def test_the_last_line_adds_up_all_runs(totals: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report(tmp_path, "one", tests=5, skipped=1)
    report(tmp_path, "two", tests=3)
    assert totals.main(tmp_path, ["one", "two"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "7 passed, 0 failed"


def test_failures_and_errors_count_as_failed(
    totals: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report(tmp_path, "one", status=1, tests=5, failures=1, errors=2)
    assert totals.main(tmp_path, ["one"]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "2 passed, 3 failed"


def test_a_run_that_left_no_report_counts_as_one_failure(totals: ModuleType, tmp_path: Path) -> None:
    assert totals.count(tmp_path, "crashed") == (0, 1, "no report")


def test_a_run_without_tests_counts_as_one_failure(totals: ModuleType, tmp_path: Path) -> None:
    report(tmp_path, "empty", status=5)
    assert totals.count(tmp_path, "empty") == (0, 1, "no tests")


def test_an_exit_status_that_no_test_accounts_for_counts_as_one_failure(totals: ModuleType, tmp_path: Path) -> None:
    report(tmp_path, "crashed", status=139, tests=4)
    assert totals.count(tmp_path, "crashed") == (4, 1, "exit status 139")


def test_the_total_is_repeated_in_a_file(totals: ModuleType, tmp_path: Path) -> None:
    report(tmp_path, "one", tests=2)
    totals.main(tmp_path, ["one"])
    assert (tmp_path / totals.TOTAL).read_text() == "2 passed, 0 failed\n"
