"""One entry on one task: against the panel, and its checkpoints along the way. Plain values, ready for JSON."""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baobab.bots import Bot, load_bot, match_seeds
from baobab.bots.deals import play_deals
from baobab.core.game import Game
from baobab.core.outcome import win_score
from baobab.measure.benchmark.protocol import DEAL_SEED, Opponent
from baobab.measure.digest import bot_steps

MEASURED, OPPONENT = 0, 1
"""The entrants of a measurement."""
KEPT = "policy-*.safetensors"
"""The checkpoints that a run leaves on its way, beside the last one."""


def measure_bot(game: Game, bot: Bot, opponent: Opponent, *, players: int, seed: int) -> dict[str, Any]:
    """The bot in one seat and `opponent` in all others, each deal once with the bot in every seat.

    `ranks` has a text for each deal: for each rotation the bot's rank, then those of the seats after it.
    """
    deals = -(-opponent.games // players)
    orders = np.full((deals, players), OPPONENT, np.int8)
    orders[:, 0] = MEASURED
    seeds = match_seeds(DEAL_SEED + seed, 0, deals)
    played = play_deals(game, [bot, load_bot(opponent.name)], orders, seeds=seeds)
    mine = played.seats == MEASURED
    wins = (played.wins() * mine).sum(axis=2)  # [P, N]
    margins = (played.margins() * mine).sum(axis=2)
    share = float(wins.mean())
    return {
        "games": deals * players,
        "win_share": round(share, 5),
        "win": round(win_score(share, players), 5),
        "margin": round(float(margins.mean()) / game.margin_scale, 5),
        "ranks": _rank_texts(played.ranks, mine),
    }


def measure_curve(game: Game, folder: Path, opponent: Opponent, *, players: int, seed: int) -> list[list[float]]:
    """The checkpoints that a run kept on its way: decisions that each had learned from, and its win share."""
    curve = []
    for path in sorted(folder.glob(KEPT)):
        bot = load_bot(path)
        measured = measure_bot(game, bot, opponent, players=players, seed=seed)
        curve.append([bot_steps(bot) or 0, measured["win_share"]])
    return sorted(curve)


def trained_steps(folder: Path) -> int | None:
    """The decisions that the checkpoint of a run learned from, where its card says so."""
    try:
        return bot_steps(load_bot(folder))
    except (FileNotFoundError, ValueError):  # a checkpoint that cannot be read is told where it is to play
        return None


def _rank_texts(ranks: NDArray[np.int8], mine: NDArray[np.bool_]) -> list[str]:
    """Ranks `[P, N, P]` by deal, the measured seat's first in each game."""
    players = ranks.shape[0]
    order = (mine.argmax(axis=2)[:, :, None] + np.arange(players)) % players
    turned = np.take_along_axis(ranks, order, axis=2)
    return [" ".join("".join(map(str, game)) for game in turned[:, deal].tolist()) for deal in range(ranks.shape[1])]
