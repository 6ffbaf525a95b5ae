"""Many games at once to their end, every seat played by a bot."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baobab.bots.bot import Bot
from baobab.core.game import Game, seed_many
from baobab.core.games import Games, take_rows
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
    games, index = Games(game, rows), np.flatnonzero(rows["player"] != NOBODY)  # the games that still go on
    live, live_seats, live_rngs = games[index], seats[index], rngs[index]
    while index.size:
        actions = ask(game, live.rows, live_seats, bots, rngs=live_rngs)
        going = np.flatnonzero(live.running)
        if on_actions is not None:
            on_actions(index[going], actions[going])
        decisions[index[going]] += 1
        live.step(actions)
        going = np.flatnonzero(live.running)
        if going.size <= len(index) // 2:  # rows are large: they move together only when many are over
            games[index], rngs[index] = live, live_rngs
            index = index[going]
            live, live_seats, live_rngs = live[going], live_seats[going], live_rngs[going]
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

    Bots get copies of the rows. Their generators `rngs [N, 4]` move on. ValueError where an action is not legal.
    """
    movers = rows["player"]
    turn = np.where(movers == NOBODY, -1, seats[np.arange(len(rows)), movers])
    actions = np.zeros(len(rows), np.int32)
    for number, bot in enumerate(bots):
        asked = np.flatnonzero(turn == number)
        if asked.size:
            asked_rngs = rngs[asked]
            chosen = bot.act(game, take_rows(rows, asked), asked_rngs)
            rngs[asked] = asked_rngs
            left = rows if len(asked) == len(rows) else take_rows(rows, asked)
            actions[asked] = check_choice(game, left, chosen, bot)
    return actions


def check_choice(game: Game, rows: Rows, chosen: Any, bot: Bot) -> NDArray[np.int32]:
    """A bot's answer `[N]`; ValueError unless all is legal: kernels trust what they are given."""
    try:
        return Games(game, rows).check_actions(chosen)
    except ValueError as error:
        raise ValueError(f"bot {bot.name}: {error}") from None
