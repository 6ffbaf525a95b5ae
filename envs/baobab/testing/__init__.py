"""The contract that every game keeps, as one call or as tests for pytest.

    check_game("kenya")

    import pytest
    from baobab.testing import contract_tests

    @pytest.mark.parametrize("test", contract_tests("kenya"), ids=str)
    def test_contract(test):
        test()

What is checked: legal actions, masks and forced decisions; invariants in every state; that exactly the legal actions
can be applied; bounds of observations and features; ends and ranks; batches; copies, pickles, bytes and JSON; secrets;
names; texts and pictures; records; that compiled and un-jitted games are the same, and that compiled ones are quick.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from baobab.testing import builds, copies, rules, secrecy, words
from baobab.testing.cases import Case, Check, CheckError, ContractTest, check, find_cases, match_cases

__all__ = [
    "CHECKS",
    "Case",
    "Check",
    "CheckError",
    "ContractTest",
    "check",
    "check_game",
    "contract_tests",
]

CHECKS: tuple[Check, ...] = (*rules.CHECKS, *copies.CHECKS, *secrecy.CHECKS, *words.CHECKS, *builds.CHECKS)
"""The contract, part by part."""


def contract_tests(
    name: str,
    *,
    options: Iterable[Mapping[str, Any]] = (),
    players: Iterable[int] | None = None,
    checks: Iterable[Check] = CHECKS,
) -> list[ContractTest]:
    """Every check of a registered game with its default options and with each of `options`; `str` names each.

    `players`: the numbers of players to check, all unless given. Nothing is compiled or played yet.
    """
    cases = find_cases(name, options=options, players=players)
    return [ContractTest(one, case) for one in checks for case in match_cases(one, cases)]


def check_game(
    name: str,
    *,
    options: Iterable[Mapping[str, Any]] = (),
    players: Iterable[int] | None = None,
    checks: Iterable[Check] = CHECKS,
) -> None:
    """Run every check of a registered game, as `contract_tests` lists them.

    CheckError, an AssertionError, names the first check that fails, what is wrong, and the seed and the actions that
    lead there. ValueError and ImportError where there is no such game.
    """
    for test in contract_tests(name, options=options, players=players, checks=checks):
        test()
