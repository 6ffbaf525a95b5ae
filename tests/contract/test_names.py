"""Every registered game: the text of its actions, and the tables of its page."""

import numpy as np
import pytest
from tests.contract.conftest import Case

from baobab.core.record import NOBODY
from baobab.registry import load_game
from baobab.tables import page_path, write_tables


def test_every_action_has_a_name_of_its_own_that_parses_back(case: Case) -> None:
    game = case.game
    names = [game.action_name(action) for action in range(game.actions.size)]
    assert len(set(names)) == game.actions.size > 0
    assert [game.parse_action(name) for name in names] == list(range(game.actions.size))
    assert game.parse_action(f"  {names[-1]} ") == game.actions.size - 1


def test_every_legal_action_has_a_name_in_its_state_that_parses_back_there(case: Case) -> None:
    game = case.game
    rows = game.start(case.players, seed=case.seed)
    while rows[0].player != NOBODY:
        legal = game.legal_actions(rows).tolist()
        names = [game.action_name(action, rows[0]) for action in legal]
        assert len(set(names)) == len(legal)
        assert [game.parse_action(name, rows[0]) for name in names] == legal
        game.kernels.step_many(game.params, rows, np.array([legal[len(names) // 2]], np.int32))


@pytest.mark.parametrize("text", ["", " ", "0", "nonsense", "-1", "\n", "🦓"])
def test_a_text_that_names_no_action_is_refused(plain_case: Case, text: str) -> None:
    with pytest.raises(ValueError, match="names no action"):
        plain_case.game.parse_action(text)


def test_actions_outside_the_space_have_no_name(plain_case: Case) -> None:
    game = plain_case.game
    for action in (-1, game.actions.size):
        with pytest.raises(ValueError, match="outside"):
            game.action_name(action)


def test_the_tables_of_the_page_are_what_the_code_says(game_name: str) -> None:
    page = page_path(game_name).read_text(encoding="utf-8")
    made = write_tables(page, load_game(game_name))
    assert made == page, f"run `baobab tables {game_name} --write`"


def test_an_unknown_option_is_refused_by_name(game_name: str) -> None:
    with pytest.raises(ValueError, match="no_such_option"):
        load_game(game_name, no_such_option=1)


def test_every_phase_has_its_rules_as_text(game_name: str) -> None:
    game = load_game(game_name)
    texts = [game.help(phase) for phase in range(len(game.phases))]
    assert all(len(text) > 20 for text in texts)
    assert len(set(texts)) == len(texts)
