"""A tournament from its names to its standings."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from baobab.bots import load_bots
from baobab.core.game import Game
from baobab.measure.digest import bot_digest
from baobab.measure.tournament.engines import ENGINES, Engine, InProcess, Processes, RayCluster, run_jobs
from baobab.measure.tournament.play import Outcome, Setting, bot_playouts
from baobab.measure.tournament.schedule import Job, LineUp, count_deals, list_jobs, list_line_ups
from baobab.measure.tournament.standings import Standings, rank_bots
from baobab.measure.tournament.store import Store


@dataclass(frozen=True)
class Plan:
    """What a tournament takes."""

    setting: Setting
    bots: Sequence[str]
    line_ups: Sequence[LineUp]
    deals: int  # of each line-up
    games: int  # as asked for, of each line-up
    playouts: dict[str, int]  # of a decision of each bot


Progress = Callable[[Plan, Sequence[Job], Outcome | None], None]
"""Told of the plan and the jobs that are missing, with None before the first and then with each outcome."""


def plan_tournament(game: Game, bots: Sequence[str], *, players: int, games: int, seed: int = 0) -> Plan:
    """Who meets whom how often: every line-up plays `games` games, rounded up to whole deals.

    ValueError names what cannot be played.
    """
    game.check_players(players)
    game.check_seed(seed)
    line_ups = list_line_ups(bots, players)
    loaded = dict(zip(bots, load_bots(bots), strict=True))
    setting = Setting(
        game=game.name,
        version=game.version,
        options=game.changed_options(),
        players=players,
        seed=seed,
        digests={name: bot_digest(bot) for name, bot in loaded.items()},
    )
    playouts = {name: bot_playouts(bot) for name, bot in loaded.items()}
    return Plan(setting, list(bots), line_ups, count_deals(games, players), games, playouts)


def play_tournament(
    plan: Plan,
    folder: Path,
    *,
    engine: str = ENGINES[0],
    processes: int = 1,
    ray_address: str | None = None,
    stopped: Callable[[], bool] = lambda: False,
    progress: Progress = lambda plan, jobs, outcome: None,
) -> Standings | None:
    """Play what the folder lacks, and rank the bots; None where it was stopped before all was played.

    The same plan gives the same standings, whoever plays it and however often it was interrupted, unless a bot's
    budget is time.
    """
    if processes < 1:
        raise ValueError(f"at least one process plays, not {processes}")
    with Store(folder, plan.setting, bots=plan.bots, games=plan.games) as store:
        jobs = list_jobs(plan.line_ups, plan.deals, played=store.played(), playouts=plan.playouts)
        progress(plan, jobs, None)
        if jobs:
            player = _start(engine, plan.setting, processes=min(processes, len(jobs)), ray_address=ray_address)
            try:
                for outcome in run_jobs(player, jobs, stopped=stopped):
                    store.add(outcome)
                    progress(plan, jobs, outcome)
            finally:
                player.close()
        if any(list_jobs(plan.line_ups, plan.deals, played=store.played(), playouts=plan.playouts)):
            return None
        return rank_bots(plan.setting, plan.line_ups, plan.deals, store.outcomes, versions=store.versions)


def _start(engine: str, setting: Setting, *, processes: int, ray_address: str | None) -> Engine:
    if engine == "ray":
        return RayCluster(setting, address=ray_address, workers=processes)
    if engine != "local":
        raise ValueError(f"an engine is one of {', '.join(ENGINES)}, not {engine!r}")
    return InProcess(setting) if processes == 1 else Processes(setting, processes)
