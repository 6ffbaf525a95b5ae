"""A training run in its folder: iterations, measurements on the way, checkpoints, and the evaluation at the end."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from baobab.bots import load_bot
from baobab.files import current_commit
from baobab.measure.evaluate import Evaluation, evaluate_bots
from baobab_training.checkpoint import RUN_NAME, Card, save_checkpoint
from baobab_training.config import config_to_toml
from baobab_training.policy import NetworkBot
from baobab_training.progress import Display
from baobab_training.resume import save_run
from baobab_training.trainer import Trainer

CONFIG_NAME = "config.toml"
LOGS_NAME = "tensorboard"
KEPT_NAME = RUN_NAME + "-{steps:09}"
"""A checkpoint that is kept for good (`run.keep_every`)."""
EVALUATION_SEED = 20_130_601
"""Start of the deals of measurements: the same for all runs, and none that training plays."""


def run_training(trainer: Trainer, folder: Path, *, stopped: Callable[[], bool] = lambda: False) -> bool:
    """Train to the end of the config or until `stopped`, which is asked between iterations; True at the end.

    Whatever happens, the folder holds a state to go on from that is at most `run.checkpoint_seconds` and an
    iteration old.
    """
    config = trainer.config
    folder.mkdir(parents=True, exist_ok=True)
    (folder / CONFIG_NAME).write_text(config_to_toml(config), encoding="utf-8")
    with Display(trainer, logs=folder / LOGS_NAME if config.run.tensorboard else None) as display:
        measured = saved = time.monotonic()
        if trainer.iterations == 0:
            _save(trainer, folder)
        while trainer.progress < 1 and not stopped():
            before = trainer.steps
            metrics = trainer.iterate()
            if config.run.keep_every and trainer.steps // config.run.keep_every > before // config.run.keep_every:
                _save_policy(trainer, folder / KEPT_NAME.format(steps=trainer.steps))
            if config.evaluation.seconds and time.monotonic() - measured >= config.evaluation.seconds:
                _measure(trainer, display)
                measured = time.monotonic()
            display.iterated(metrics)
            if time.monotonic() - saved >= config.run.checkpoint_seconds:
                _save(trainer, folder)
                saved = time.monotonic()
        _save(trainer, folder)
        if trainer.progress < 1:
            return False
        table = evaluate_policy(trainer, say=display.say)
        _save(trainer, folder, table=table)
    return True


def evaluate_policy(trainer: Trainer, *, say: Callable[[str], None]) -> list[dict[str, Any]]:
    """The evaluation of the config: one learned seat, the others a bot, for each bot and number of players."""
    wanted, players = trainer.config.evaluation, trainer.config.game.players
    if not wanted.final_games:
        return []

    def measure(job: tuple[int, str]) -> Evaluation:
        count, opponent = job
        bot = NetworkBot(trainer.network, trainer.game, name=RUN_NAME)
        bots = [bot, load_bot(opponent)]
        return evaluate_bots(trainer.game, bots, players=count, games=wanted.final_games, seed=EVALUATION_SEED)

    jobs = [(count, opponent) for count in sorted(set(players)) for opponent in wanted.final_opponents]
    table = []
    with ThreadPoolExecutor(trainer.config.run.threads) as workers:
        for (count, opponent), evaluation in zip(jobs, workers.map(measure, jobs), strict=True):
            own = evaluation.bots[0]
            low, high = own.win_share_interval
            table.append(
                {
                    "players": count,
                    "opponent": opponent,
                    "games": evaluation.games,
                    "win_share": round(own.win_share, 4),
                    "interval": [round(low, 4), round(high, 4)],
                    "even": round(1 / count, 4),
                    "mean_score": round(own.mean_score, 3),
                    "mean_margin": round(own.mean_margin, 3),
                }
            )
            say(
                f"{count} players, one seat against {opponent}: win share {own.win_share:.3f} "
                f"({low:.3f} … {high:.3f}; even {1 / count:.3f}), score {own.mean_score:.2f}, "
                f"margin {own.mean_margin:+.2f}, {evaluation.games} games"
            )
    return table


def _measure(trainer: Trainer, display: Display) -> None:
    """How the policy stands against a fixed opponent now."""
    wanted = trainer.config.evaluation
    bots = [NetworkBot(trainer.network, trainer.game, name=RUN_NAME), load_bot(wanted.opponent)]
    evaluation = evaluate_bots(
        trainer.game, bots, players=trainer.config.game.players[0], games=wanted.games, seed=EVALUATION_SEED
    )
    display.measured(wanted.opponent, evaluation.bots[0].win_share)


def _save(trainer: Trainer, folder: Path, *, table: list[dict[str, Any]] | None = None) -> None:
    save_run(folder, trainer)
    _save_policy(trainer, folder / RUN_NAME, table=table)


def _save_policy(trainer: Trainer, path: Path, *, table: list[dict[str, Any]] | None = None) -> None:
    card = Card(
        config=trainer.config,
        steps=trainer.steps,
        minutes=trainer.seconds / 60,
        commit=current_commit(),
        command=trainer.command,
        evaluation=table or [],
    )
    save_checkpoint(path, trainer.network, game=trainer.game, card=card)
