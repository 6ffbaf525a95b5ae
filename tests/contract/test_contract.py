"""Each of Baobab's games keeps the contract of `baobab.testing`, as a game from outside does."""

import pytest
from tests.contract.conftest import NAMES, option_sets

from baobab.testing import CHECKS, ContractTest, builds, contract_tests

CHECKED = [check for check in CHECKS if check is not builds.compiled_and_unjitted_the_game_is_the_same]
"""All but one: golden games (test_golden.py) are compared compiled, un-jitted and with checked bounds."""


def _params() -> list[object]:
    """Every check of every case, game after game."""
    tests = [test for name in NAMES for test in contract_tests(name, options=option_sets(name), checks=CHECKED)]
    return [pytest.param(test, id=str(test), marks=[pytest.mark.kernels] * test.check.kernels) for test in tests]


@pytest.mark.parametrize("test", _params())
def test_contract(test: ContractTest) -> None:
    test()
