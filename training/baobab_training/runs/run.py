"""A training run in its folder: iterations, measurements on the way, checkpoints, and the evaluation at the end."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from baobab.bots import load_bot
from baobab.files import current_commit, write_atomically
from baobab.measure.evaluate import Evaluation, evaluate_bots
from baobab_training.checkpoint import RUN_NAME, Card, save_checkpoint
from baobab_training.config import config_to_toml
from baobab_training.policy import NetworkBot
from baobab_training.runs.progress import Display
from baobab_training.runs.resume import save_run
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
    run, evaluation = trainer.config.run, trainer.config.evaluation
    folder.mkdir(parents=True, exist_ok=True)
    write_atomically(folder / CONFIG_NAME, config_to_toml(trainer.config).encode())
    with Display(trainer, logs=folder / LOGS_NAME if run.tensorboard else None) as display:
        measured = saved = time.monotonic()
        if trainer.iterations == 0:
            _save(trainer, folder)
        while trainer.progress < 1 and not stopped():
            before = trainer.steps
            metrics = trainer.iterate()
            if run.keep_every and trainer.steps // run.keep_every > before // run.keep_every:
                _save_policy(trainer, folder / KEPT_NAME.format(steps=trainer.steps))
            if evaluation.seconds and time.monotonic() - measured >= evaluation.seconds:
                _measure(trainer, display)
                measured = time.monotonic()
            display.iterated(metrics)
            if time.monotonic() - saved >= run.checkpoint_seconds:
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
    config = trainer.config
    if not config.evaluation.final_games:
        return []

    def measure(job: tuple[int, str]) -> Evaluation:
        return _evaluate(trainer, job[1], players=job[0], games=config.evaluation.final_games)

    counts = sorted(set(config.game.players))
    jobs = [(count, opponent) for count in counts for opponent in config.evaluation.final_opponents]
    table = []
    with ThreadPoolExecutor(config.run.threads) as workers:
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
    opponent, players = trainer.config.evaluation.opponent, trainer.config.game.players[0]
    evaluation = _evaluate(trainer, opponent, players=players, games=trainer.config.evaluation.games)
    display.measured(opponent, evaluation.bots[0].win_share)


def _evaluate(trainer: Trainer, opponent: str, *, players: int, games: int) -> Evaluation:
    """One seat of the policy as it is now, the others the opponent's."""
    bots = [NetworkBot(trainer.network, trainer.game, name=RUN_NAME), load_bot(opponent)]
    return evaluate_bots(trainer.game, bots, players=players, games=games, seed=EVALUATION_SEED)


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
