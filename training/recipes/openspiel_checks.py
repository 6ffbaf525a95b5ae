"""What the OpenSpiel recipe checks besides: states, information states, resampling, bots, observers, and the page.

The part of the tests that needs OpenSpiel. `tests/adapters/test_openspiel.py` has the rest.
"""

import copy
import json
import random
import re
import sys
from pathlib import Path

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation

from baobab import GAMES, load_game
from baobab.adapters.openspiel import FairBot, PlayoutEvaluator, SpielState, spiel_game

UNIFORM_EXPLOITABILITY = 651 / 715
"""Of the miniature, when both play at random: the value that `tests/adapters/test_openspiel.py` finds by itself."""

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "openspiel.md"
FENCE = re.compile(r"^```python openspiel\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def states(name: str, *, players: int, seed: int, most: int = 10_000) -> list[SpielState]:
    """Clones of the states of a random game."""
    chooser = random.Random(seed)
    state = pyspiel.load_game(f"baobab_{name}(players={players})").new_initial_state()
    seen = [state.clone()]
    while not state.is_terminal() and len(seen) < most:
        state.apply_action(chooser.choice(state.legal_actions()))
        seen.append(state.clone())
    return seen


def check_a_state_survives_its_text_and_its_copies(name: str) -> None:
    """Serialised, deep-copied and cloned: the same state, the same memories."""
    for state in states(name, players=3, seed=1)[::9]:
        text = pyspiel.serialize_game_and_state(state.get_game(), state)
        for other in (pyspiel.deserialize_game_and_state(text)[1], copy.deepcopy(state), state.clone()):
            assert str(other) == str(state)
            assert other.history() == state.history()
            for seat in range(3):
                assert other.information_state_string(seat) == state.information_state_string(seat)
                assert other.observation_string(seat) == state.observation_string(seat)


def check_a_resampled_state_looks_the_same_to_its_seat(name: str) -> None:
    """Nothing that the seat sees or remembers changes; what is hidden does, somewhere."""
    changed = 0
    chooser = random.Random(2)
    for state in states(name, players=2, seed=2)[5::5]:
        for seat in range(2):
            other = state.resample_from_infostate(seat, chooser.random)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.observation_string(seat) == state.observation_string(seat)
            assert other.observation_tensor(seat) == state.observation_tensor(seat)
            if state.current_player() == seat:
                assert other.legal_actions() == state.legal_actions()
            changed += str(other) != str(state)
    assert changed


def check_what_the_strings_and_tensors_say(name: str) -> None:
    """The tensor is the environment's observation; the seat stands first in every text."""
    game = load_game(name)
    for state in states(name, players=2, seed=3)[::11]:
        for seat in range(2):
            tensor = np.array(state.observation_tensor(seat), np.float32)
            assert np.array_equal(tensor, game.observation.scaled(state.position.observation(seat)))
            assert state.information_state_string(seat).startswith(f"{seat}:")
            view = json.loads(state.observation_string(seat).partition(":")[2])
            assert view is None or view["viewer"] == seat
        for action in [] if state.is_chance_node() else state.legal_actions():
            name_of_it = state.action_to_string(action)
            assert game.parse_action(name_of_it) == action
            assert state.string_to_action(name_of_it) == action
    observation = make_observation(state.get_game())
    observation.set_from(state, 1)
    assert list(observation.dict) == [piece.name for piece in game.observation]
    recall = make_observation(state.get_game(), INFO_STATE_OBS_TYPE)
    assert recall.string_from(state, 1) == state.information_state_string(1)
    assert recall.tensor is None


def check_the_search_bots_play(name: str) -> None:
    """MCTS and ISMCTS in Python choose legal actions in the middle of a game."""
    state = next(state for state in states(name, players=2, seed=4)[12:] if state.current_player() >= 0)
    game, evaluator = state.get_game(), PlayoutEvaluator(seed=4)
    bots = [
        FairBot(mcts.MCTSBot(game, 1.4, 8, evaluator, random_state=np.random.RandomState(4)), seed=4),
        ismcts.ISMCTSBot(game, evaluator, 1.4, 8, random_state=np.random.RandomState(4)),
        ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(), 1.4, 2, use_observation_string=True),
    ]
    assert all(bot.step(state) in state.legal_actions() for bot in bots)


def check_returns_and_claims(name: str) -> None:
    """Every reward sums to zero and stays within what the game claims."""
    for reward in ("win", "rank", "margin"):
        game = spiel_game(name, num_players=3, reward=reward)
        state, chooser = game.new_initial_state(), random.Random(5)
        while not state.is_terminal():
            state.apply_action(chooser.choice(state.legal_actions()))
        assert abs(sum(state.returns())) < 1e-9
        assert all(game.min_utility() <= worth <= game.max_utility() for worth in state.returns())
        assert state.returns() == state.position.returns()
        assert not game.get_type().provides_information_state_tensor


def check_the_miniature_is_a_game_like_others() -> None:
    """OpenSpiel's test passes on it, and its game string makes it again."""
    game = spiel_game(**json.loads((HERE / "openspiel_miniature.json").read_text(encoding="utf-8")))
    pyspiel.random_sim_test(game, num_sims=5, serialize=True, verbose=False)
    again = pyspiel.load_game(str(game))
    assert again == game
    state = again.new_initial_state()
    assert state.chance_outcomes() == [(deal, 0.2) for deal in range(5)]
    assert state.action_to_string(2) == "deal 2"


def check_bad_parameters_are_refused() -> None:
    """With our own errors, which name the value."""
    for text, expected in (
        ("baobab_kenya(players=9)", "kenya is for 2 to 5 players, not num_players=9"),
        ("baobab_kenya(reward=points)", "a reward is one of 'win', 'rank', 'margin', not 'points'"),
        ("baobab_kenya(options=table)", "parameter options is a JSON object"),
        ('baobab_kenya(options={"table":8})', "table is an odd number of cells"),
        ('baobab_kenya(deals={"deal":1})', "parameter deals has the keys deals, weights and opening"),
    ):
        message = f"{text} is loaded"
        try:
            pyspiel.load_game(text)
        except ValueError as error:
            message = str(error)
        assert expected in message, message


def check_the_page() -> None:
    """The snippets of docs/openspiel.md run one after another as one program."""
    snippets = FENCE.findall(PAGE.read_text(encoding="utf-8"))
    assert snippets
    names = {"__name__": "__main__"}
    for snippet in snippets:
        exec(compile(snippet, PAGE.name, "exec"), names)  # noqa: S102 # it is ours


def check_all() -> None:
    """Every check, those of a game on every game."""
    each = (
        check_a_state_survives_its_text_and_its_copies,
        check_a_resampled_state_looks_the_same_to_its_seat,
        check_what_the_strings_and_tensors_say,
        check_the_search_bots_play,
        check_returns_and_claims,
    )
    for check in each:
        for name in GAMES:
            check(name)
        sys.stdout.write(f"{check.__name__}: {len(GAMES)} games\n")
    for single in (check_the_miniature_is_a_game_like_others, check_bad_parameters_are_refused, check_the_page):
        single()
        sys.stdout.write(f"{single.__name__}\n")
