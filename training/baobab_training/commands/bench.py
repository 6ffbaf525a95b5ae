"""`baobab bench --train`: our training beside sb3-contrib's MaskablePPO, at the same game, opponent and reward.

Two players, the opponent random, the learner at a random seat. Measured are decisions of the learner a second,
with the updates: each at its own defaults; both with the same plain network, minibatch and epochs; and the
time of training until the policy wins a share of the games against random, or what it had when time was up.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

import torch
from sb3_contrib import MaskablePPO

from baobab.adapters.gym import SingleAgentEnv
from baobab.bots import Bot, RandomBot
from baobab.core.game import Game
from baobab.files import check_file, read_path, write_atomically
from baobab.measure.evaluate import evaluate_bots
from baobab.registry import GAMES, load_game
from baobab_training.config import config_from_dict
from baobab_training.frameworks.sb3.export import to_network
from baobab_training.learning.ppo import make_trainer
from baobab_training.policy import NetworkBot

FORMAT = "baobab-bench-train/1"
PLAYERS = 2
EVALUATION_SEED = 77

Say = Callable[[str], None]


@dataclass(frozen=True)
class Comparison:
    """What each of the two has beside its own defaults."""

    key: str
    text: str
    goal: float  # how many times as fast ours is to be
    ours: dict[str, dict[str, Any]]  # sections of the config
    theirs: dict[str, Any]  # arguments of MaskablePPO


DEFAULTS = Comparison("defaults", "each at its own defaults", 10.0, {}, {})
SAME = Comparison(
    "equal",
    "both with a plain network 64×64, minibatch 64, 10 epochs",  # as MaskablePPO has them by default
    2.0,
    {"network": {"kind": "plain", "plain_layers": [64, 64]}, "ppo": {"minibatch": 64, "epochs": 10}},
    {"policy_kwargs": {"net_arch": [64, 64]}, "batch_size": 64, "n_epochs": 10},
)


# --- The two that are compared ----------------------------------------------------------------------------


class Ours:
    """Our trainer against random."""

    def __init__(self, game: Game, *, threads: int, changes: dict[str, dict[str, Any]]) -> None:
        opponents = {"random_share": 1.0, "snapshot_share": 0.0, "learner_seats": "one"}
        values = {"run": {"threads": threads, "steps": 10**9}, "opponents": opponents, **changes}
        self._trainer = make_trainer(config_from_dict(values), game)
        self._game = game

    def learn(self) -> int:
        """One rollout and its update: the learner's decisions."""
        before = self._trainer.steps
        self._trainer.iterate()
        return self._trainer.steps - before

    def bot(self) -> Bot:
        """The policy now."""
        return NetworkBot(self._trainer.network, self._game, name="ours")

    def close(self) -> None:
        """Free what it holds."""
        self._trainer.close()


class Theirs:
    """MaskablePPO against random, in the Gymnasium form of the game."""

    def __init__(self, game: Game, *, threads: int, changes: dict[str, Any]) -> None:
        torch.set_num_threads(threads)
        self._game = game
        env = SingleAgentEnv(game, num_players=PLAYERS, opponents="random", reward="shaped", obs_mode="flat")
        self._model = MaskablePPO("MlpPolicy", env, seed=1, device="cpu", **changes)

    def learn(self) -> int:
        """One rollout and its update: the learner's decisions."""
        before = int(self._model.num_timesteps)
        self._model.learn(self._model.n_steps, reset_num_timesteps=False)
        return int(self._model.num_timesteps) - before

    def bot(self) -> Bot:
        """The policy now."""
        return NetworkBot(to_network(self._model.policy, self._game)[0], self._game, name="MaskablePPO")

    def close(self) -> None:
        """Free what it holds."""


Learner = Ours | Theirs


# --- Measuring --------------------------------------------------------------------------------------------


def measure_speed(learner: Learner, *, seconds: float, repeats: int) -> float:
    """The learner's decisions a second, updates included: the median of `repeats` stretches of about `seconds`."""
    learner.learn()  # compiles, and fills the caches
    speeds = []
    for _ in range(repeats):
        start, decisions = time.perf_counter(), 0
        while decisions == 0 or time.perf_counter() - start < seconds:
            decisions += learner.learn()
        speeds.append(decisions / (time.perf_counter() - start))
    return median(speeds)


def measure_learning(learner: Learner, game: Game, *, share: float, budget: float, games: int) -> dict[str, Any]:
    """Train until the policy wins this share against random, or for `budget` seconds; measuring costs no time."""
    spent, decisions, won = 0.0, 0, 0.0
    looked = 0.0
    while spent < budget and won < share:
        start = time.perf_counter()
        decisions += learner.learn()
        spent += time.perf_counter() - start
        if spent >= 1.05 * looked or spent >= budget:  # ever longer between two looks
            looked = spent
            bots = [learner.bot(), RandomBot()]
            evaluation = evaluate_bots(game, bots, players=PLAYERS, games=games, seed=EVALUATION_SEED)
            won = evaluation.bots[0].win_share
    return {"seconds": spent, "decisions": decisions, "win_share": won, "reached": won >= share}


def measure(name: str, *, options: argparse.Namespace, say: Say) -> dict[str, Any]:
    """The report that `--json` writes; what it finds goes to `say` line by line."""
    game, threads = load_game(name), options.threads
    say(f"{game.title}, {PLAYERS} players against random, {threads} threads; decisions of the learner a second")
    say(_speed_row("", "ours", "MaskablePPO", "ratio"))
    report: dict[str, Any] = {"format": FORMAT, "game": name, "players": PLAYERS}
    report |= {key: getattr(options, key) for key in ("threads", "seconds", "repeats", "share", "budget", "games")}
    for comparison in (DEFAULTS, SAME):
        ours = _speed(Ours(game, threads=threads, changes=comparison.ours), options)
        theirs = _speed(Theirs(game, threads=threads, changes=comparison.theirs), options)
        ratio = ours / theirs
        report[comparison.key] = {"ours": ours, "maskable_ppo": theirs, "ratio": ratio, "goal": comparison.goal}
        say(_speed_row(comparison.text, f"{ours:,.0f}", f"{theirs:,.0f}", f"{ratio:.1f}×"))
    say(f"time of training to a win share of {options.share} against random, of {options.budget:.0f} s at most")
    found = {
        "ours": _learning(Ours(game, threads=threads, changes=DEFAULTS.ours), game, options),
        "maskable_ppo": _learning(Theirs(game, threads=threads, changes=DEFAULTS.theirs), game, options),
    }
    for key, label in (("ours", "ours"), ("maskable_ppo", "MaskablePPO")):
        one = found[key]
        outcome = "reached" if one["reached"] else "not reached"
        spent = f"{one['seconds']:.1f} s and {one['decisions']:,} decisions"
        say(f"  {label}: {outcome}, {one['win_share']:.3f} after {spent}")
    return report | {"learning": found}


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, show a table, and with `--json` write the figures to a file."""
    options = _parser().parse_args(argv)
    if options.json is not None:
        check_file(options.json)
    report = measure(options.game, options=options, say=_say)
    if options.json is not None:
        write_atomically(options.json, (json.dumps(report, indent=2) + "\n").encode())
    return 0


def _speed(learner: Learner, options: argparse.Namespace) -> float:
    try:
        return measure_speed(learner, seconds=options.seconds, repeats=options.repeats)
    finally:
        learner.close()


def _learning(learner: Learner, game: Game, options: argparse.Namespace) -> dict[str, Any]:
    try:
        return measure_learning(learner, game, share=options.share, budget=options.budget, games=options.games)
    finally:
        learner.close()


def _speed_row(text: str, ours: str, theirs: str, ratio: str) -> str:
    return f"{text:58}{ours:>10}{theirs:>13}{ratio:>9}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="baobab bench --train", description=__doc__)
    parser.add_argument("game", nargs="?", default="kenya", choices=sorted(GAMES), help="which game (kenya)")
    parser.add_argument("--threads", type=int, default=2, metavar="T", help="for each of the two (2)")
    parser.add_argument("--seconds", type=float, default=10.0, metavar="S", help="each measurement about so long (10)")
    parser.add_argument("--repeats", type=int, default=3, metavar="R", help="the median of so many (3)")
    parser.add_argument("--share", type=float, default=0.9, help="the win share that is to be reached (0.9)")
    parser.add_argument("--budget", type=float, default=600.0, metavar="S", help="the time for it (600)")
    parser.add_argument("--games", type=int, default=400, metavar="N", help="games that measure the win share (400)")
    parser.add_argument("--json", type=read_path, metavar="FILE", help="write the figures to this file too")
    return parser


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
