"""Add up the reports of several pytest runs and end with one line, `N passed, N failed`.

A run counts one failure more where it left no readable report, ran no test, or ended with an error that no test of
it accounts for (a crash, a build that failed): the reason is printed.
"""

import sys
from pathlib import Path
from xml.etree import ElementTree as ET

TOTAL = "total.txt"
"""File in the folder of reports that repeats the last line."""


def count(folder: Path, run: str) -> tuple[int, int, str]:
    """Passed and failed tests of one run, and what else went wrong (empty where nothing did)."""
    try:
        suites = list(ET.parse(folder / f"{run}.xml").getroot().iter("testsuite"))
    except (OSError, ET.ParseError):
        return 0, 1, "no report"
    tests, failures, errors, skipped = (
        sum(int(suite.get(key, "0")) for suite in suites) for key in ("tests", "failures", "errors", "skipped")
    )
    failed = failures + errors
    passed = max(tests - failed - skipped, 0)
    if tests == 0:
        return 0, 1, "no tests"
    status = _status(folder / f"{run}.status")
    if status != "0" and failed == 0:
        return passed, 1, f"exit status {status}"
    return passed, failed, ""


def _status(path: Path) -> str:
    try:
        return path.read_text().strip()
    except OSError:
        return "unknown"


def main(folder: Path, runs: list[str]) -> int:
    """Print a line per run and the total; 1 where anything failed."""
    counts = {run: count(folder, run) for run in runs}
    print("==")
    for run, (passed, failed, reason) in counts.items():
        print(f"{run:<16} passed {passed:>6}   failed {failed:>4}" + (f"   ({reason})" if reason else ""))
    all_passed, all_failed = (sum(numbers[column] for numbers in counts.values()) for column in (0, 1))
    line = f"{all_passed} passed, {all_failed} failed"
    (folder / TOTAL).write_text(f"{line}\n")
    print(line)
    return int(all_failed > 0)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
