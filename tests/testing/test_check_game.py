"""`baobab.testing`: what breaks the contract is found, and the error says by which check and how to get there.

Each fault is put into Liar's Dice, the game of `examples/`, un-jitted and in another process.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

BREAK = """
import dataclasses, json, sys
import liars_dice
from baobab.core.layout import Layout
from baobab.core.rng import seed_rng
from baobab.testing import CHECKS, Case, CheckError
from liars_dice import rules, observe, words
from liars_dice.state import FACES

game = liars_dice.make_game(dice=2)

def changed(**kernels):
    return dataclasses.replace(game, rules={**game.rules, **kernels})

def worded(**words):
    return dataclasses.replace(game, words=dataclasses.replace(game.words, **words))

def legal_twice(params, state, ids):
    count = rules.legal(params, state, ids)
    ids[count] = ids[0]
    return count + 1

def idle_apply(params, state, action):
    player = state.player
    rules.apply(params, state, action)
    if state.player >= 0:
        state.player = player
        state.bids[player] = -1

def keen_determinize(params, state, viewer, rng):
    rules.determinize(params, state, viewer, rng)
    if state.player >= 0:
        rules.roll(state, viewer, rng)

def idle_determinize(params, state, viewer, rng):
    seed_rng(state.rng, rng[0])

def peeking_greedy(params, state, ids, count, rng):
    return int(ids[state.hands[(state.player + 1) % state.num_players].argmax() % count])

def blind_encode(params, state, viewer, out):
    observe.encode(params, state, 0, out)

def wrong_results(params, state, scores, ranks):
    rules.results(params, state, scores, ranks)
    ranks[: state.num_players] = ranks[: state.num_players][::-1].copy()

def peeking_view(game, row, viewer):
    return words.view(game, row, -3) | {"viewer": viewer}

def same_names(game, action, row):
    return "bid"

def small_layout():
    pieces = [(p.name, p.shape, p.low, min(p.high, 1), p.scale, p.meaning) for p in game.observation]
    return dataclasses.replace(game, observation=Layout(*pieces))

def careless(game, row):
    assert row.bid < 0, "somebody has bid"

broken = {
    "legal": changed(legal=legal_twice),
    "apply": changed(apply=idle_apply),
    "determinize": changed(determinize=keen_determinize),
    "idle": changed(determinize=idle_determinize),
    "greedy": changed(greedy=peeking_greedy),
    "encode": changed(encode=blind_encode),
    "results": changed(results=wrong_results),
    "view": worded(view=peeking_view),
    "names": worded(action_name=same_names),
    "layout": small_layout(),
    "decisions": dataclasses.replace(game, max_decisions=3),
    "invariants": dataclasses.replace(game, invariants=careless),
    "nothing": game,
}
found = {}
for what, one in broken.items():
    for check in CHECKS:
        if check.name != json.loads(sys.argv[1]).get(what, check.name):
            continue
        try:
            check(Case(one, 3))
        except CheckError as error:
            found.setdefault(what, {})[check.name] = str(error)
        except BaseException as error:
            found.setdefault(what, {})[check.name] = "other: " + repr(error)
json.dump(found, sys.stdout)
"""

FAULTS = {
    "legal": "legal_actions_are_valid_told_once_and_what_the_mask_says",
    "apply": "every_state_keeps_the_invariants_of_its_game",
    "determinize": "what_a_viewer_is_shown_does_not_change_when_the_hidden_is_redrawn",
    "idle": "a_redraw_is_a_state_of_the_game_that_plays_on",
    "greedy": "what_the_seat_to_move_may_and_would_do_does_not_change_when_the_hidden_is_redrawn",
    "encode": "every_seat_observes_something_else",
    "results": "every_game_ends_with_ranks_that_follow_from_the_scores",
    "view": "what_a_viewer_is_shown_does_not_change_when_the_hidden_is_redrawn",
    "names": "every_action_has_a_name_of_its_own_that_parses_back",
    "layout": "observations_and_features_are_within_their_bounds",
    "decisions": "every_state_keeps_the_invariants_of_its_game",
    "invariants": "every_state_keeps_the_invariants_of_its_game",
}
"""What is wrong, and the check that finds it."""


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, str]]:
    """The checks that fail and their errors, by what is wrong; of the game without a fault, all checks."""
    info = tmp_path_factory.mktemp("site") / "liars_dice-0.1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: liars-dice\nVersion: 0.1\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[baobab.games]\nliars_dice = liars_dice\n", encoding="utf-8")
    path = [str(info.parent), str(ROOT / "examples" / "liars_dice"), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(filter(None, path))}
    program = [sys.executable, "-c", BREAK, json.dumps(FAULTS)]
    done = subprocess.run(program, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    errors: dict[str, dict[str, str]] = json.loads(done.stdout)
    return errors


@pytest.mark.parametrize("what", FAULTS)
def test_a_fault_is_found_by_its_check(found: dict[str, dict[str, str]], what: str) -> None:
    assert FAULTS[what] in found[what]


def test_a_game_without_faults_passes_every_check(found: dict[str, dict[str, str]]) -> None:
    assert found.get("nothing", {}) == {}


def test_the_error_says_how_to_get_there(found: dict[str, dict[str, str]]) -> None:
    for what, check in FAULTS.items():
        error = found[what][check]
        assert error.startswith(f"{check}: ")
        assert "liars_dice_v0 {'dice': 2}, num_players=3, seed=" in error
    assert "actions=[" in found["invariants"][FAULTS["invariants"]]
