"""Every registered game: seeded games that were played once replay to the same bytes, compiled or not.

`golden/<game>.json` holds for every options and number of players one random game: its seed, the asked actions, the
scores and ranks, and a digest of everything that the kernels wrote on the way. Un-jitted and bounds-checked runs
compare with the same file, so that all three agree. After a wanted change (the game's version goes up):

    python -m tests.contract.test_golden [GAME …]
"""

import hashlib
import json
import random
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from tests.contract.conftest import (
    GOLDEN,
    Case,
    features_of,
    hidden_from,
    legal_of,
    option_sets,
    redrawn,
    seen_by,
)

from baobab.core.game import make_rngs
from baobab.core.record import NOBODY, Rows
from baobab.registry import GAMES, load_game

LOOK_EVERY = 10  # asked decisions between two looks at all that the kernels write

pytestmark = pytest.mark.kernels

Golden = dict[str, Any]


def test_the_golden_game_replays(case: Case) -> None:
    told = json.loads((GOLDEN / f"{case.name}.json").read_text(encoding="utf-8"))
    assert told["version"] == case.game.version
    golden = next(
        one for one in told["games"] if (one["options"], one["players"]) == (dict(case.options), case.players)
    )
    assert _replay(case, golden) == golden


def test_the_golden_file_has_every_case_and_no_other(game_name: str) -> None:
    told = json.loads((GOLDEN / f"{game_name}.json").read_text(encoding="utf-8"))
    given = [(json.dumps(one["options"], sort_keys=True), one["players"]) for one in told["games"]]
    expected = [
        (json.dumps(options, sort_keys=True), players)
        for options in option_sets(game_name)
        for players in _players(game_name, options)
    ]
    assert given == expected


def _players(name: str, options: dict[str, Any]) -> range:
    game = load_game(name, **options)
    return range(game.min_players, game.max_players + 1)


def _record(name: str, options: dict[str, Any], players: int) -> Golden:
    """A random game, played now."""
    case = Case(name, tuple(sorted(options.items())), players)
    chooser = random.Random(case.seed)
    rows, actions = case.game.start(players, seed=case.seed), []
    while rows[0].player != NOBODY:
        actions.append(chooser.choice(np.sort(legal_of(case.game, rows)[0]).tolist()))
        case.game.kernels.step_many(case.game.params, rows, np.array(actions[-1:], np.int32))
    return _replay(case, {"options": options, "players": players, "seed": case.seed, "actions": actions})


def _replay(case: Case, golden: Golden) -> Golden:
    """The golden game as the code of now plays it."""
    game = case.game
    rows = game.start(case.players, seed=golden["seed"])
    states, looks = hashlib.sha256(), hashlib.sha256()
    names = []
    for number, action in enumerate(golden["actions"]):
        assert action in legal_of(game, rows)[0], f"action {number} of {case} is not legal: {action}"
        if number % LOOK_EVERY == 0:
            _look(case, rows, looks)
            names.append(game.action_name(action, rows[0]))
        game.kernels.step_many(game.params, rows, np.array([action], np.int32))
        states.update(_fields(rows))
    assert rows[0].player == NOBODY, f"{case} is not over"
    scores, ranks = game.results(rows)
    return {
        "options": golden["options"],
        "players": case.players,
        "seed": golden["seed"],
        "actions": golden["actions"],
        "some_names": names,
        "scores": scores[0, : case.players].tolist(),
        "ranks": ranks[0, : case.players].tolist(),
        "states": states.hexdigest()[:32],
        "looks": looks.hexdigest()[:32],
    }


def _look(case: Case, rows: Rows, digest: Any) -> None:
    """All that the kernels write about a state."""
    game = case.game
    for viewer in range(case.players):
        digest.update(seen_by(game, rows, viewer).tobytes())
        digest.update(hidden_from(game, rows, viewer).tobytes())
        digest.update(_fields(redrawn(game, rows, viewer, make_rngs(1, seed=viewer))))
    ids, mask = legal_of(game, rows)
    digest.update(ids.tobytes() + mask.tobytes() + features_of(game, rows).tobytes())
    greedy = np.zeros(1, np.int32)
    game.kernels.greedy_actions(game.params, rows, make_rngs(1, seed=0), greedy)
    digest.update(greedy.tobytes())


def _fields(rows: Rows) -> bytes:
    """A state without the gaps between its fields."""
    return b"".join(rows[name].tobytes() for name in rows.dtype.names)


def write(names: Sequence[str]) -> None:
    """Play every case of these games anew and write their golden files."""
    for name in names:
        options = option_sets(name)
        games = [_record(name, given, players) for given in options for players in _players(name, given)]
        lines = [",\n".join(f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in one.items()) for one in games]
        head = f'{{"version": {load_game(name).version}, "options": {json.dumps(options[1:])}, "games": [\n {{\n'
        (GOLDEN / f"{name}.json").write_text(head + "\n },\n {\n".join(lines) + "\n }\n]}\n", encoding="utf-8")


if __name__ == "__main__":
    write(sys.argv[1:] or sorted(GAMES))
