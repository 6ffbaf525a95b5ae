"""Bots against each other, measured: the same deals with every rotation of the seats.

A deal's rotations are not independent, so the deal is the unit of every interval: a figure is the mean over the
deals' means, its 95 % interval that mean plus and minus Student's t times the standard error over deals. Where all
deals agree that nothing or everything was won, the interval is the exact (Clopper-Pearson) one for as many deals.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baobab.bots import Bot, line_up, load_bots, match_seeds, split_names
from baobab.bots.deals import Deals, play_deals
from baobab.core.game import Game
from baobab.registry import GAMES, load_game, read_options
from baobab_training.files import write_atomically

FORMAT = "baobab-evaluation/1"
BATCH_GAMES = 2048
"""Games that are played at once."""
DEFAULT_GAMES = 2000
MIN_DEALS = 2
"""One deal alone says nothing of the spread."""

Interval = tuple[float, float]
Progress = Callable[[int, int], None]
"""Told how many games of how many are over."""

# Quantiles 0.975 of Student's t with 1 … 10 degrees of freedom, and of the normal distribution.
_T_QUANTILES = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281)
_NORMAL_QUANTILE = 1.959964
_TAIL = 0.025


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


def main(argv: Sequence[str] | None = None) -> int:
    """The command `baobab evaluate`: the exit code."""
    args = _parser().parse_args(argv)
    game = load_game(args.game, **read_options(args.option))
    bots = load_bots(split_names(args.bots))
    evaluation = evaluate_bots(
        game, bots, players=args.players, games=args.games, seed=args.seed, progress=_show_progress
    )
    if args.json == "-":
        sys.stdout.write(json.dumps(evaluation.to_json(), indent=2, ensure_ascii=False) + "\n")
        return 0
    sys.stdout.write(format_evaluation(evaluation) + "\n")
    if args.json is not None:
        write_json(evaluation, args.json)
    return 0


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


def mean_interval(values: NDArray[np.float64]) -> Interval:
    """The 95 % interval of the mean of independent `values [D]`, of two at least."""
    mean = float(values.mean())
    reach = t_quantile(len(values) - 1) * float(values.std(ddof=1)) / float(np.sqrt(len(values)))
    return (mean - reach, mean + reach)


def share_interval(shares: NDArray[np.float64]) -> Interval:
    """The 95 % interval of the mean of independent `shares [D]`, within 0 … 1; exact where all are 0 or all are 1."""
    if shares.min() == shares.max() and shares[0] in (0.0, 1.0):
        reach = _TAIL ** (1 / len(shares))
        return (reach, 1.0) if shares[0] == 1.0 else (0.0, 1.0 - reach)
    low, high = mean_interval(shares)
    return (max(0.0, low), min(1.0, high))


def t_quantile(freedom: int) -> float:
    """The quantile 0.975 of Student's t, to four places: tabled up to 10 degrees of freedom, then Hill's series."""
    if freedom <= len(_T_QUANTILES):
        return _T_QUANTILES[freedom - 1]
    z = _NORMAL_QUANTILE
    series = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / float(freedom ** (power + 1)) for power, term in enumerate(series))


# --- Command ----------------------------------------------------------------------------------------------


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="baobab evaluate",
        description="Play bots against each other on the same deals, with every rotation of the seats.",
        epilog="example: baobab evaluate kenya --players 3 --bots kenya/base,greedy --games 3000 --json result.json",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("game", choices=sorted(GAMES), help="which game")
    parser.add_argument("--players", type=int, default=2, help="number of players (default 2)")
    parser.add_argument(
        "--bots",
        required=True,
        help="names or checkpoints, with commas between them; the last one takes the seats that are left over",
    )
    parser.add_argument(
        "--games",
        type=int,
        default=DEFAULT_GAMES,
        help=f"games in all, rounded up to whole deals (default {DEFAULT_GAMES})",
    )
    parser.add_argument("--seed", type=int, default=0, help="start of the deals and of the bots' chance (default 0)")
    parser.add_argument("--json", metavar="FILE", help="write the figures there as well; - for standard output alone")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a rule option")
    return parser


def _show_progress(done: int, total: int) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{done} of {total} games" + ("\r\033[K" if done == total else ""))
        sys.stderr.flush()
