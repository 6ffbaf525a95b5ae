"""The README's Python runs as it stands there."""

import re
from pathlib import Path

import pytest

README = Path(__file__).resolve().parents[1] / "README.md"
SNIPPETS = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)


def test_the_readme_has_its_snippets() -> None:
    assert len(SNIPPETS) == 3


@pytest.mark.parametrize("number", range(len(SNIPPETS)))
def test_a_snippet_of_the_readme_runs(number: int) -> None:
    exec(compile(SNIPPETS[number], f"README.md, snippet {number + 1}", "exec"), {})  # noqa: S102 # it is ours
