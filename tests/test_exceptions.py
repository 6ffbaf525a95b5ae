"""Every exception of both packages comes through a pool of processes as it was."""

import importlib
import pickle  # noqa: TID251 - these are our own
import pkgutil
from collections.abc import Iterator

import pytest

import baobab
import baobab_training
from baobab.measure.soak import SoakError
from baobab.records import RecordError
from baobab.registry import load_game

NEEDS_MORE = {
    RecordError: lambda: RecordError("a rule", move=3, line=7),
    SoakError: lambda: SoakError("wrong", game=load_game("nimalia"), num_players=2, seed=5, actions=[1, 2]),
}
"""How to make those whose text is not all that they take."""
OPTIONAL = ("baobab.adapters.openspiel",)
"""Modules that import what a plain install has not."""


def exceptions() -> Iterator[type[BaseException]]:
    """The exception classes that the modules of both packages define."""
    for package in (baobab, baobab_training):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if found.name.endswith("__main__") or found.name in OPTIONAL:
                continue
            module = importlib.import_module(found.name)
            for kind in vars(module).values():
                if isinstance(kind, type) and issubclass(kind, BaseException) and kind.__module__ == found.name:
                    yield kind


def test_every_exception_survives_pickling_with_all_that_it_says() -> None:
    kinds = list(exceptions())
    assert {RecordError, SoakError} <= set(kinds)
    for kind in kinds:
        error = NEEDS_MORE.get(kind, lambda kind=kind: kind("what is wrong"))()
        again = pickle.loads(pickle.dumps(error))  # noqa: S301
        assert type(again) is kind
        assert str(again) == str(error)
        assert vars(again) == vars(error)


@pytest.mark.parametrize("kind", NEEDS_MORE)
def test_what_an_error_knows_is_not_only_in_its_text(kind: type[BaseException]) -> None:
    assert len(vars(NEEDS_MORE[kind]())) >= 3
