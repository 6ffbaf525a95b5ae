"""How fast a game is on one core: batches, the PettingZoo loop, copies, playouts; and PettingZoo's own games beside.

Seconds are of processor time, over all threads: what else the machine does counts little, and a second core would
be no advantage.
"""

import importlib
import os
import pkgutil
import random
import statistics
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from baobab.adapters.aec import GameEnv
from baobab.adapters.vector import SelfPlayBatch
from baobab.bots import SearchBot
from baobab.core.game import Game, make_rngs
from baobab.core.games import Games
from baobab.core.record import copy_rows

BATCH = 512  # games side by side
SEARCH_POSITIONS = 12
SEARCH_PLAYOUTS = 500
COMPARED = ("connect_four", "texas_holdem")
"""PettingZoo's own games that are measured with the same loop."""


@dataclass(frozen=True)
class Effort:
    """How long to measure: the median of `repeats` runs of about `seconds` each."""

    repeats: int = 5
    seconds: float = 0.5


@dataclass(frozen=True)
class Speeds:
    """What one core does of a game with a number of players."""

    batch_decisions_per_s: float  # legal random play in a batch, mask and observation filled
    aec_steps_per_s: float  # env() through the PettingZoo loop
    playouts_per_s: float  # whole random games from the start, nothing observed
    playout_decisions: float  # decisions asked in such a game, on average
    clone_us: float  # env.clone() in the middle of a game
    determinize_us: float  # one row's redraw in the middle of a game


def measure_game(name: str, *, num_players: int, effort: Effort) -> Speeds:
    """The speeds of a game of the registry."""
    env = GameEnv(name, num_players=num_players, strict=False)
    halfway = _halfway(env)
    playouts, decisions = _playouts(env, effort)
    rngs, games = make_rngs(1, seed=0), Games(env.game, copy_rows(halfway.rows))
    viewers = np.zeros(1, np.int8)
    return Speeds(
        batch_decisions_per_s=_batch(name, num_players, effort),
        aec_steps_per_s=loop_speed(env, effort),
        playouts_per_s=playouts,
        playout_decisions=decisions,
        clone_us=1e6 / _rate(halfway.clone, effort),
        determinize_us=1e6 / _rate(lambda: games.redraw(viewers, rngs), effort),
    )


def measure_search(game: Game, effort: Effort) -> tuple[float, float]:
    """Playouts/s to the end of the game and node visits/s of tree search, over positions of a random game.

    They are spread evenly over a game with the fewest players; each repeat searches all of them.
    """
    games, rngs = Games.start(game, num_players=game.min_players, seeds=[0]), make_rngs(1, seed=0)
    positions = []
    while games.running[0]:
        if len(games.legal_actions()) > 1:
            positions.append(copy_rows(games.rows))
        games.step(games.random_actions(rngs))
    bot = SearchBot(playouts=SEARCH_PLAYOUTS)
    places = np.linspace(0, len(positions) - 1, SEARCH_POSITIONS).astype(int)
    asked = np.concatenate([positions[place] for place in places])
    rngs = make_rngs(SEARCH_POSITIONS, seed=1)
    bot.analyse(game, asked[:1], rngs[:1])  # compiles
    playouts, visits = [], []
    for _ in range(effort.repeats):
        start = time.process_time()
        found = bot.analyse(game, asked, rngs)
        seconds = time.process_time() - start
        playouts.append(sum(one.playouts for one in found) / seconds)
        visits.append(sum(one.node_visits for one in found) / seconds)
    return statistics.median(playouts), statistics.median(visits)


def measure_pettingzoo(effort: Effort) -> dict[str, float | str]:
    """Steps/s of PettingZoo's own games through the same loop, by name; why not, where one is not installed."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    speeds: dict[str, float | str] = {}
    for name in COMPARED:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", DeprecationWarning)  # versions before 1.27 know no other way
                module = importlib.import_module(f"pettingzoo.classic.{_latest(name)}")
            speeds[name] = loop_speed(module.env(), effort)
        except ImportError as error:
            speeds[name] = f"not installed: {error}"
    return speeds


def loop_speed(env: Any, effort: Effort) -> float:
    """Steps/s of legal random play through the loop that PettingZoo's pages show."""
    env.reset(seed=0)
    random.seed(0)

    def play() -> int:
        steps = 0
        env.reset()
        for _ in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(int(legal[random.randrange(len(legal))]))
            steps += 1
        return steps

    return _rate(play, effort)


def _batch(name: str, num_players: int, effort: Effort) -> float:
    """Decisions/s of a batch of random games that start anew as they end."""
    batch = SelfPlayBatch(name, num_games=BATCH, num_players=num_players, seed=0)
    rngs = make_rngs(BATCH, seed=0)

    def step() -> int:
        batch.step(batch.random_actions(rngs))
        return BATCH

    for _ in range(batch.game.max_decisions // 2):  # so that the games are at all stages
        step()
    return _rate(step, effort)


def _playouts(env: GameEnv, effort: Effort) -> tuple[float, float]:
    """Random games/s from the start, and the decisions of one."""
    game, count = env.game, 64
    rngs, seeds = make_rngs(count, seed=0), np.arange(count, dtype=np.int64)
    games = Games(game, game.rows(count))
    decisions = played = 0

    def play() -> int:
        nonlocal decisions, played
        games.restart(num_players=env.num_players, seeds=seeds)
        decisions += games.play_out(rngs)
        played += count
        return count

    speed = _rate(play, effort)
    return speed, decisions / played


def _halfway(env: GameEnv) -> GameEnv:
    """The environment in the middle of a random game."""
    env.reset(seed=0)
    chooser = random.Random(0)
    stages = [env.clone()]
    while legal := env.legal_actions():
        env.step(chooser.choice(legal))
        stages.append(env.clone())
    return stages[len(stages) // 2]


def _rate(work: Callable[[], Any], effort: Effort) -> float:
    """Units/s: `work` returns how many it did, or counts as one; the median of the repeats."""
    work()
    calls = 1
    rates: list[float] = []
    while len(rates) < effort.repeats:
        units = 0
        began = time.process_time()
        for _ in range(calls):
            done = work()
            units += done if type(done) is int else 1
        passed = time.process_time() - began
        if passed < effort.seconds / 2:  # not yet long enough: this run only shows how many calls it takes
            calls = min(4 * calls, 1 + int(calls * effort.seconds / passed))
        else:
            rates.append(units / passed)
    return statistics.median(rates)


def _latest(name: str) -> str:
    """The newest module of a PettingZoo classic game; ImportError where there is none."""
    classic = importlib.import_module("pettingzoo.classic")
    versions = [
        int(module.name.rpartition("_v")[2])
        for module in pkgutil.iter_modules(classic.__path__)
        if module.name.rpartition("_v")[0] == name
    ]
    if not versions:
        raise ImportError(f"this PettingZoo has no {name}")
    return f"{name}_v{max(versions)}"
