"""The pages of docs/ say what is so: their Python runs, their commands are understood, their links lead somewhere.

A page's ```python snippets run one after another as one program, in a folder of its own. A fence with a word after it
(```python torchrl) is for an environment that is not this one and is not run. With a path after it
(```python examples/…) it is a part of that file.
"""

import argparse
import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from baobab.cli import main
from baobab_training.commands.train import override
from baobab_training.config import Config

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted((ROOT / "docs").glob("*.md"))
FENCE = re.compile(r"^```(\S*)([^\n]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(([^)#\s]*)(#[^)\s]*)?\)")
MAKE_TARGETS = set(re.findall(r"^([a-z][a-z-]*)(?=[ a-z-]*:)", (ROOT / "Makefile").read_text(), re.MULTILINE))

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)


def fences(page: Path, language: str) -> Iterator[tuple[int, str]]:
    """The number of the first line and the text of every bare fence of a language."""
    text = page.read_text(encoding="utf-8")
    for match in FENCE.finditer(text):
        if match[1] == language and not match[2].strip():
            yield text.count("\n", 0, match.start(3)) + 1, match[3]


def commands(page: Path) -> Iterator[list[str]]:
    """The commands of the page's bash fences, split into words; lines that a backslash joins are one."""
    for _, text in fences(page, "bash"):
        for line in text.replace("\\\n", " ").splitlines():
            if words := shlex.split(line, comments=True):
                yield words


@every_page
def test_the_python_of_a_page_runs_as_one_program(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "__main__"}
    for line, text in fences(page, "python"):
        code = compile("\n" * (line - 1) + text, f"docs/{page.name}", "exec")  # errors show the page's own lines
        exec(code, names)  # noqa: S102 # it is ours


class Understood(Exception):  # noqa: N818 - no error: the arguments are fine
    """The arguments were parsed; the command is not run."""


def stop_after(parse: Callable[..., Any], depth: list[int]) -> Callable[..., Any]:
    """`parse`, after which the command ends; parsers that call each other count as one."""

    def parse_and_stop(self: argparse.ArgumentParser, *args: Any, **kwargs: Any) -> Any:
        depth.append(1)
        try:
            parsed = parse(self, *args, **kwargs)
        finally:
            depth.pop()
        if not depth:
            raise Understood(parsed)
        return parsed

    return parse_and_stop


@every_page
def test_the_commands_of_a_page_are_understood(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    depth: list[int] = []
    for name in ("parse_args", "parse_known_args"):
        monkeypatch.setattr(argparse.ArgumentParser, name, stop_after(getattr(argparse.ArgumentParser, name), depth))
    monkeypatch.chdir(ROOT)
    for words in commands(page):
        if words[0] == "make":
            assert set(words[1:]) <= MAKE_TARGETS, shlex.join(words)
        if words[0] != "baobab":
            continue
        with pytest.raises(Understood) as understood:
            main(words[1:])
        parsed = understood.value.args[0]
        if isinstance(parsed, tuple) and parsed[1]:  # what is left over for the config
            override(Config(), parsed[1])
        for place, word in enumerate(words):
            if word == "--config":
                assert Path(words[place + 1]).is_file(), shlex.join(words)


@every_page
def test_what_a_page_shows_of_a_file_stands_there(page: Path) -> None:
    for match in FENCE.finditer(page.read_text(encoding="utf-8")):
        if "/" in match[2]:
            assert match[3] in (ROOT / match[2].strip()).read_text(encoding="utf-8"), match[3]


@every_page
def test_the_links_of_a_page_lead_to_files_and_headings(page: Path) -> None:
    for target, heading in LINK.findall(page.read_text(encoding="utf-8")):
        if target.startswith(("http://", "https://")):
            continue
        path = (page.parent / target).resolve() if target else page
        assert path.exists(), f"{page.name} links to {target}"
        if heading:
            titles = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
            assert heading[1:] in {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def test_every_page_is_in_the_index() -> None:
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    assert {page.name for page in PAGES} == {"README.md", *re.findall(r"\]\(([\w-]+\.md)\)", index)}


def test_the_pages_are_part_of_the_source_distribution() -> None:
    listed = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert '"/docs",' in listed
