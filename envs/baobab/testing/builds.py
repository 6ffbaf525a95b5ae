"""Compiled and un-jitted, a game is the same; and compiled it is quick. Records of random games are theirs again.

    python -m baobab.testing.builds MODULE OPTIONS PLAYERS SEED

prints the digest of a random game, for another process to compare.
"""

import hashlib
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import Any

from baobab.bots import RandomBot
from baobab.core.game import Game, make_rngs, open_game
from baobab.core.games import Games
from baobab.core.record import NOBODY
from baobab.play.recording import record_games
from baobab.records import replay_record, write_record
from baobab.testing.cases import (
    SMALL,
    UNJITTED,
    Case,
    check,
    features_of,
    hidden_from,
    legal_ids,
    legal_of,
    redrawn,
    require,
    require_equal,
    seen_by,
)

LOOK_EVERY = 10
"""Asked decisions between two looks at all that the kernels write."""
FLOOR = 20_000
"""Decisions a second of random playouts on one core that a compiled game makes at least; our slowest make ten times."""
FLOOR_GAMES = 256

Golden = dict[str, Any]


@check()
def games_replay_from_their_records_and_start_from_their_seeds(case: Case) -> None:
    """The game's notation, there and back."""
    for made in record_games(case.game, [RandomBot()] * case.players, games=1 if SMALL else 12, seed=case.seed):
        text = write_record(made)
        replay = replay_record(json.loads(text))
        require_equal(replay.rows[0].player, NOBODY, f"a replay ends: {text}")
        require_equal(write_record(replay.record), text, "the record of the replay")
        start = case.game.start(case.players, seed=made["seed"])
        require_equal(case.game.notation.write_setup(case.game, start), made["setup"], f"the set-up of {text}")


@check(scope="once")
def compiled_and_unjitted_the_game_is_the_same(case: Case) -> None:
    """A random game in a process without numba's compiler, and all that the kernels write on the way.

    In a process that is un-jitted itself there is nothing to compare: run the checks compiled as well.
    """
    if UNJITTED:
        return
    arguments = [case.game.home, json.dumps(case.game.changed_options()), str(case.players), str(case.seed)]
    done = subprocess.run(  # noqa: S603 - this very Python
        [sys.executable, "-m", __name__, *arguments],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        text=True,
        check=False,
    )
    require(done.returncode == 0, f"un-jitted, the game fails: {done.stderr}")
    require_equal(json.loads(done.stdout), play_golden(case.game, case.players, seed=case.seed), "un-jitted")


@check(scope="once")
def a_compiled_game_is_quick(case: Case) -> None:
    """FLOOR decisions a second of random playouts, in the best of three runs. Un-jitted there is no such floor."""
    if UNJITTED:
        return
    case.game.warm()
    best = 0.0
    for run in range(3):
        games = Games.start(case.game, num_players=case.players, seeds=range(FLOOR_GAMES))
        rngs = make_rngs(FLOOR_GAMES, seed=run)
        begun = time.perf_counter()
        best = max(best, games.play_out(rngs) / (time.perf_counter() - begun))
        if best >= FLOOR:
            return
    raise AssertionError(f"{best:.0f} decisions a second, less than {FLOOR}")


# --- Golden games -----------------------------------------------------------------------------------------


def play_golden(game: Game, players: int, *, seed: int) -> Golden:
    """A random game, played now, as `replay_golden` tells it."""
    chooser = random.Random(seed)
    games, actions = Games.start(game, num_players=players, seeds=[seed]), []
    while games.running[0]:
        actions.append(chooser.choice(sorted(legal_ids(games))))
        games.step(actions[-1:])
    return replay_golden(game, players, seed=seed, actions=actions)


def replay_golden(game: Game, players: int, *, seed: int, actions: Sequence[int]) -> Golden:
    """The game that a seed starts and asked actions lead through: names, results, and digests of all on the way."""
    games = Games.start(game, num_players=players, seeds=[seed])
    states, looks = hashlib.sha256(), hashlib.sha256()
    names = []
    for number, action in enumerate(actions):
        require(action in legal_ids(games), f"action {number} of {game.id}, {players} players, is not legal: {action}")
        if number % LOOK_EVERY == 0:
            _look(games, looks)
            names.append(game.action_name(action, games.rows[0]))
        games.step([action])
        states.update(_fields(games))
    require(not games.running[0], f"{game.id}, {players} players, is not over")
    scores, ranks = games.results()
    return {
        "options": game.changed_options(),
        "players": players,
        "seed": seed,
        "actions": list(actions),
        "some_names": names,
        "scores": scores[0, :players].tolist(),
        "ranks": ranks[0, :players].tolist(),
        "states": states.hexdigest()[:32],
        "looks": looks.hexdigest()[:32],
    }


def _look(games: Games, digest: Any) -> None:
    """All that the kernels write about a state."""
    for viewer in range(int(games.num_players[0])):
        digest.update(seen_by(games, viewer).tobytes())
        digest.update(hidden_from(games, viewer).tobytes())
        digest.update(_fields(redrawn(games, viewer, make_rngs(1, seed=viewer))))
    legal = legal_of(games)
    digest.update(legal.ids[0, : legal.counts[0]].tobytes() + legal.mask[0].tobytes() + features_of(games).tobytes())
    digest.update(games.greedy_actions(make_rngs(1, seed=0)).tobytes())


def _fields(games: Games) -> bytes:
    """A state without the gaps between its fields."""
    return b"".join(games.rows[name].tobytes() for name in games.rows.dtype.names)


CHECKS = (
    games_replay_from_their_records_and_start_from_their_seeds,
    compiled_and_unjitted_the_game_is_the_same,
    a_compiled_game_is_quick,
)

if __name__ == "__main__":
    home, options, number, start = sys.argv[1:]
    sys.stdout.write(json.dumps(play_golden(open_game(home, options), int(number), seed=int(start))))
