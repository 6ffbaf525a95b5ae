"""Bots against each other, measured: the same deals with every rotation of the seats.

A deal's rotations are not independent, so the deal is the unit of every interval: a figure is the mean over the
deals' means, its 95 % interval that mean plus and minus Student's t times the standard error over deals. Where all
deals agree that nothing or everything was won, the interval is the exact (Clopper-Pearson) one for as many deals.
"""

import json
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baobab.bots import Bot, line_up, match_seeds
from baobab.bots.deals import Deals, play_deals
from baobab.core.game import Game
from baobab.files import write_atomically
from baobab.measure.intervals import MIN_DEALS, Interval, mean_interval, share_interval

FORMAT = "baobab-evaluation/1"
BATCH_GAMES = 2048
"""Games that are played at once."""
DEFAULT_GAMES = 2000

Progress = Callable[[int, int], None]
"""Told how many games of how many are over."""


@dataclass(frozen=True)
class BotFigures:
    """What one bot had per seat that it took; intervals are 95 %."""

    name: str
    seats: int  # seats that it took in every game
    win_share: float  # of a win, ties split; an even match gives 1 / players
    win_share_interval: Interval
    mean_score: float
    mean_score_interval: Interval
    mean_margin: float  # own score minus the mean of the others' scores
    mean_margin_interval: Interval


@dataclass(frozen=True)
class Evaluation:
    """The outcome of `evaluate_bots`."""

    game: str
    version: int
    options: dict[str, Any]
    players: int
    games: int
    deals: int
    seed: int
    bots: tuple[BotFigures, ...]  # in the order given, each once
    moves_per_game: float  # decisions that bots were asked, of all seats; forced ones are not asked
    seconds: float
    games_per_second: float

    def to_json(self) -> dict[str, Any]:
        """The figures under the keys of the format `baobab-evaluation/1`, in the order of the fields."""
        return {"format": FORMAT, **asdict(self)}


def evaluate_bots(
    game: Game,
    bots: Sequence[Bot],
    *,
    players: int,
    games: int,
    seed: int,
    progress: Progress | None = None,
) -> Evaluation:
    """Play `games` games, rounded up to whole deals (two at least), and say how each bot fared.

    Each deal is played `players` times, with the seats turned by one each time. The last bot takes the seats that
    are left over: `[learned, greedy]` with three players is one learned seat against two greedy ones. A bot that
    takes several seats is measured per seat. The same arguments give the same figures, on any machine.
    """
    _check_arguments(game, bots, players=players, games=games, seed=seed)
    entrants, lineup = line_up([*bots, *[bots[-1]] * (players - len(bots))])
    deals = max(MIN_DEALS, -(-games // players))
    at_once = max(1, BATCH_GAMES // players)
    figures = np.zeros((3, len(entrants), deals))  # win share, score, margin
    moves = 0
    start = time.perf_counter()
    for first in range(0, deals, at_once):
        count = min(at_once, deals - first)
        orders = np.tile(np.array(lineup, np.int8), (count, 1))
        batch = play_deals(game, entrants, orders, seeds=match_seeds(seed, first, count))
        figures[:, :, first : first + count] = _means(batch, len(entrants))
        moves += int(batch.asked.sum())
        if progress is not None:
            progress((first + count) * players, deals * players)
    seconds = time.perf_counter() - start
    return Evaluation(
        game=game.name,
        version=game.version,
        options=game.changed_options(),
        players=players,
        games=deals * players,
        deals=deals,
        seed=seed,
        bots=tuple(
            _figures(name, lineup.count(place), figures[:, place]) for place, name in enumerate(_names(entrants))
        ),
        moves_per_game=moves / (deals * players),
        seconds=seconds,
        games_per_second=deals * players / seconds,
    )


def format_evaluation(evaluation: Evaluation) -> str:
    """The figures as a table for people."""
    width = max(len("bot"), *(len(bot.name) for bot in evaluation.bots))
    lines = [
        f"{evaluation.game}, {evaluation.players} players: {evaluation.games} games, seed {evaluation.seed}",
        f"{evaluation.deals} deals, each with {evaluation.players} seatings; figures are per seat",
        f"{'bot':{width}}  seats  win share  95 % interval    score  margin",
    ]
    for bot in evaluation.bots:
        low, high = bot.win_share_interval
        lines.append(
            f"{bot.name:{width}}  {bot.seats:5}  {bot.win_share:9.3f}  {low:.3f} … {high:.3f}"
            f"  {bot.mean_score:6.2f}  {bot.mean_margin:+6.2f}"
        )
    lines.append(
        f"an even match: {1 / evaluation.players:.3f} · {evaluation.moves_per_game:.1f} moves a game · "
        f"{evaluation.games_per_second:.0f} games/s"
    )
    return "\n".join(lines)


def write_json(evaluation: Evaluation, path: str | os.PathLike[str]) -> None:
    """Write the figures to a file, whole or not at all."""
    text = json.dumps(evaluation.to_json(), indent=2, ensure_ascii=False) + "\n"
    write_atomically(Path(path), text.encode())


# --- Games ------------------------------------------------------------------------------------------------


def _check_arguments(game: Game, bots: Sequence[Bot], *, players: int, games: int, seed: int) -> None:
    game.check_players(players)
    game.check_seed(seed)
    if not 1 <= len(bots) <= players:
        raise ValueError(f"{players} seats take 1 to {players} bots, not {len(bots)}")
    if games < 1:
        raise ValueError(f"at least one game is played, not {games}")


def _means(deals: Deals, entrants: int) -> NDArray[np.float64]:
    """Win share, score and margin of each entrant per seat `[3, entrants, N]`: the mean over a deal's rotations."""
    turns, count, _ = deals.seats.shape
    figures = np.empty((3, entrants, count))
    for place in range(entrants):
        mine = deals.seats == place
        for number, values in enumerate((deals.wins(), deals.scores, deals.margins())):
            figures[number, place] = ((values * mine).sum(axis=2) / mine.sum(axis=2)).sum(axis=0) / turns
    return figures


def _names(entrants: Sequence[Bot]) -> list[str]:
    """A name per bot; one that another bot has as well gets a number."""
    names: list[str] = []
    for bot in entrants:
        count = sum(name.split("#")[0] == bot.name for name in names)
        names.append(bot.name if count == 0 else f"{bot.name}#{count + 1}")
    return names


# --- Figures ----------------------------------------------------------------------------------------------


def _figures(name: str, seats: int, deals: NDArray[np.float64]) -> BotFigures:
    """The figures of one bot from its means by deal `[3, D]`: win share, score, margin."""
    shares, scores, margins = deals
    return BotFigures(
        name=name,
        seats=seats,
        win_share=float(shares.mean()),
        win_share_interval=share_interval(shares),
        mean_score=float(scores.mean()),
        mean_score_interval=mean_interval(scores),
        mean_margin=float(margins.mean()),
        mean_margin_interval=mean_interval(margins),
    )
