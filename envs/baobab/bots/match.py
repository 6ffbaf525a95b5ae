"""Many games at once to their end, every seat played by a bot."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from baobab.bots.bot import Bot
from baobab.core.game import Game, seed_many
from baobab.core.record import NOBODY, Rows
from baobab.core.rng import derive_seed

OnActions = Callable[[NDArray[np.int64], NDArray[np.int32]], None]
"""Told of every round of decisions: the games `[M]` that went on, and their actions `[M]`."""


def play_games(
    game: Game,
    rows: Rows,
    seats: NDArray[np.int8],
    bots: Sequence[Bot],
    *,
    rngs: NDArray[np.int64],
    on_actions: OnActions | None = None,
) -> NDArray[np.int32]:
    """Play `rows [N]` to their end in place; the number of decisions that were asked `[N]`.

    `seats [N, P]` says which of `bots` sits where; `rngs [N, 4]` are the generators that the bots draw from, so
    that a game goes the same alone or in any batch. ValueError where a bot's action is not legal.
    """
    decisions = np.zeros(len(rows), np.int32)
    index = np.flatnonzero(rows["player"] != NOBODY)  # the games that still go on
    live, live_seats, live_rngs = take_rows(rows, index), seats[index], rngs[index]
    while index.size:
        actions = ask(game, live, live_seats, bots, rngs=live_rngs)
        going = np.flatnonzero(live["player"] != NOBODY)
        if on_actions is not None:
            on_actions(index[going], actions[going])
        decisions[index[going]] += 1
        game.kernels.step_many(game.params, live, actions)
        going = np.flatnonzero(live["player"] != NOBODY)
        if going.size <= len(index) // 2:  # rows are large: they move together only when many are over
            rows[index], rngs[index] = live, live_rngs
            index = index[going]
            live, live_seats, live_rngs = take_rows(live, going), live_seats[going], live_rngs[going]
    return decisions


def line_up(bots: Sequence[Bot]) -> tuple[list[Bot], list[int]]:
    """The bots of some seats, each once, and which of them sits at each seat."""
    entrants = list({id(bot): bot for bot in bots}.values())
    places = {id(bot): place for place, bot in enumerate(entrants)}
    return entrants, [places[id(bot)] for bot in bots]


def match_seeds(seed: int, first: int, count: int) -> NDArray[np.int64]:
    """The seeds `[count]` of the games `first …` of a run: each starts its game alone."""
    return np.array([derive_seed(seed, first + game) for game in range(count)], np.int64)


def match_rngs(seeds: NDArray[np.int64], *, stream: int) -> NDArray[np.int64]:
    """Generators `[N, 4]` for the bots of the games that `seeds [N]` start; another set for every `stream`."""
    rngs = np.empty((len(seeds), 4), np.int64)
    seed_many(rngs, np.array([derive_seed(int(seed), stream) for seed in seeds], np.int64))
    return rngs


def ask(
    game: Game, rows: Rows, seats: NDArray[np.int8], bots: Sequence[Bot], *, rngs: NDArray[np.int64]
) -> NDArray[np.int32]:
    """An action per row `[N]`, each from the bot that sits there; 0 where the game is over or `seats` says −1.

    The bots' generators `rngs [N, 4]` move on. ValueError where a bot's action is not legal.
    """
    movers = rows["player"]
    turn = np.where(movers == NOBODY, -1, np.take_along_axis(seats, np.maximum(movers, 0)[:, None], axis=1)[:, 0])
    actions = np.zeros(len(rows), np.int32)
    for number, bot in enumerate(bots):
        asked = np.flatnonzero(turn == number)
        if not asked.size:
            continue
        asked_rows, asked_rngs = take_rows(rows, asked), rngs[asked]
        chosen = np.asarray(bot.act(game, asked_rows, asked_rngs))
        rngs[asked] = asked_rngs
        _check(game, take_rows(rows, asked), chosen, bot)
        actions[asked] = chosen
    return actions


def take_rows(rows: Rows, index: NDArray[np.int64]) -> Rows:
    """Copies of some rows; as blocks of bytes, which is several times as quick as field by field."""
    blocks = rows.view(np.dtype((np.void, rows.dtype.itemsize)))
    taken: Rows = blocks[index].view(rows.dtype)
    return taken


def put_rows(rows: Rows, index: NDArray[np.int64], taken: Rows) -> None:
    """Write what `take_rows` gave back to its places, as quickly."""
    block = np.dtype((np.void, rows.dtype.itemsize))
    rows.view(block)[index] = taken.view(block)


def _check(game: Game, rows: Rows, actions: NDArray[np.int32], bot: Bot) -> None:
    """ValueError unless the actions `[N]` are legal: kernels trust what they are given."""
    if actions.shape != (len(rows),) or not np.issubdtype(actions.dtype, np.integer):
        raise ValueError(f"bot {bot.name} answers {len(rows)} rows with {actions.dtype} of shape {actions.shape}")
    mask = np.empty((len(rows), game.actions.size), np.int8)
    ids = np.empty((len(rows), game.actions.size), np.int16)
    game.kernels.legal_many(game.params, rows, mask, ids, np.empty(len(rows), np.int32))
    inside = (actions >= 0) & (actions < game.actions.size)
    legal = inside & (mask[np.arange(len(rows)), np.where(inside, actions, 0)] == 1)
    if not legal.all():
        action = int(actions[np.flatnonzero(~legal)[0]])
        raise ValueError(f"bot {bot.name} chooses {action}, which is not legal there")
