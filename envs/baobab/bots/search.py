"""Bots that search: flat Monte Carlo, and information-set Monte Carlo tree search.

They see what their seat sees: the position is redrawn before every playout, by what that seat knows alone.
"""

import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from baobab.bots.tree import NO_NODE, Node, Settings, init_tree, read_root, tree_kernels
from baobab.core.game import Game
from baobab.core.record import Rows, record_dtype

EXPLORATION, GUIDED_EXPLORATION = 0.5, 0.2
"""Weight of what was tried little, by default; guided playouts differ less from one another."""
GUIDED_WIDENING = 0.3
"""How wide a guided tree grows, by default: what the greedy player would do comes first, the rest little by little."""
WIN_WEIGHT = 0.5
MAX_PLAYOUTS = 10_000_000
MAX_MILLISECONDS = 3_600_000
MAX_NODES = 200_000
"""Nodes of a tree at most; when they are used up, a playout leaves the tree where something has not been tried yet."""
CHUNK_SECONDS = 0.01
"""A search with a limit in milliseconds looks at the clock about this often."""

FIRST_PORTION = 16
"""Playouts before it looks for the first time."""
TRUSTED_SHARE = 0.25
"""A guided search chooses by the mean among the actions with at least so many visits as a share of the most."""

_NAME = re.compile(r"(?P<method>flat|mcts):(?P<budget>\d+)(?P<unit>ms)?(?P<guided>:greedy)?", re.ASCII)

Method = Literal["flat", "mcts"]


@dataclass(frozen=True)
class Analysis:
    """What a search found out about one decision: per legal action `[K]`, the chosen one first."""

    actions: NDArray[np.int32]  # [K] action ids
    visits: NDArray[np.int32]  # [K] playouts that began with the action
    utilities: NDArray[np.float64]  # [K] mean utility of the seat to move, 0 … 1; 0 where there was no playout
    playouts: int  # of the decision in all
    node_visits: int  # nodes that the playouts went through, summed; 0 where there is no tree


class SearchBot:
    """Chooses what most playouts chose (`mcts`), or what brought most on average (`flat`, and a guided tree).

    `playouts` or `milliseconds` is the budget of a decision. With a budget of playouts the same generators give the
    same moves, on any number of `threads`. `guided`: the greedy player plays the playouts instead of chance, and says
    what a tree tries first. `exploration` weighs what was tried little. A node of a tree with n visits gets no further
    child from 1 + `widening` · √n on (0: no such limit). `win_weight` is the share of the win in what a playout is
    worth, the rest is the margin (`tree.measure_utility`).
    """

    def __init__(
        self,
        method: Method = "mcts",
        *,
        playouts: int | None = None,
        milliseconds: int | None = None,
        guided: bool = False,
        exploration: float | None = None,
        widening: float | None = None,
        win_weight: float = WIN_WEIGHT,
        threads: int = 1,
    ) -> None:
        """ValueError names the value that is out of its range."""
        if method not in ("flat", "mcts"):
            raise ValueError(f"a search is 'flat' or 'mcts', not {method!r}")
        if (playouts is None) == (milliseconds is None):
            raise ValueError("a search has a budget of playouts or one of milliseconds")
        if playouts is not None:
            _within("playouts", playouts, 1, MAX_PLAYOUTS)
        if milliseconds is not None:
            _within("milliseconds", milliseconds, 1, MAX_MILLISECONDS)
        _within("threads", threads, 1, 256)
        if exploration is None:
            exploration = GUIDED_EXPLORATION if guided else EXPLORATION
        if widening is None:
            widening = GUIDED_WIDENING if guided else 0.0
        _within("widening", widening, 0.0, 1000.0)
        _within("exploration", exploration, 0.0, 1000.0)
        _within("win_weight", win_weight, 0.0, 1.0)
        self.method, self.playouts, self.milliseconds = method, playouts, milliseconds
        self.guided, self.exploration, self.widening = guided, exploration, widening
        self.win_weight, self.threads = win_weight, threads
        budget = f"{playouts}" if milliseconds is None else f"{milliseconds}ms"
        self.name = f"{method}:{budget}" + (":greedy" if guided else "")

    def act(self, game: Game, rows: Rows, rngs: NDArray[np.int64]) -> NDArray[np.int32]:
        """The chosen action `[N]` of the seat to move in each row; `rngs [N, 4]` advance."""
        return np.array([found.actions[0] for found in self.analyse(game, rows, rngs)], np.int32)

    def analyse(self, game: Game, rows: Rows, rngs: NDArray[np.int64]) -> list[Analysis]:
        """What the search finds out about the decision of each of `rows [N]`, where no game is over."""
        shares = np.array_split(np.arange(len(rows)), max(1, min(self.threads, len(rows))))
        parts = [slice(share[0], share[-1] + 1) for share in shares if len(share)]

        def work(part: slice) -> list[Analysis]:
            search = _Search(self, game)
            return [search.analyse(row, rng) for row, rng in zip(_each(rows[part]), rngs[part], strict=True)]

        if len(parts) < 2:
            return [found for part in parts for found in work(part)]
        with ThreadPoolExecutor(len(parts)) as workers:  # the kernels let go of the interpreter's lock
            return [found for part in workers.map(work, parts) for found in part]


def parse_search(name: str) -> SearchBot | None:
    """The bot of a name such as `mcts:1000`, `mcts:200ms` or `flat:500:greedy`; None where it is no such name.

    ValueError where it begins like one.
    """
    if name.partition(":")[0] not in ("flat", "mcts"):
        return None
    match = _NAME.fullmatch(name)
    if match is None:
        raise ValueError(
            f"a search bot is called like mcts:1000, mcts:200ms, flat:500 or mcts:100:greedy, not {name!r}"
        )
    method: Method = "flat" if match["method"] == "flat" else "mcts"
    budget, guided = int(match["budget"]), match["guided"] is not None
    if match["unit"]:
        return SearchBot(method, milliseconds=budget, guided=guided)
    return SearchBot(method, playouts=budget, guided=guided)


class _Search:
    """Buffers for one decision after another of one game."""

    def __init__(self, bot: SearchBot, game: Game) -> None:
        self._bot, self._game, self._kernels = bot, game, tree_kernels(game)
        self._settings = np.zeros(1, record_dtype(Settings))
        self._settings["exploration"] = bot.exploration
        self._settings["win_weight"] = bot.win_weight
        self._settings["margin_scale"] = game.margin_scale
        self._settings["widening"] = bot.widening
        self._settings["guided"] = bot.guided
        self._work = game.rows(2)
        self._slots = np.full(game.actions.size, NO_NODE, np.int32)
        self._path = np.zeros(game.max_decisions + 1, np.int32)
        room = MAX_NODES if bot.playouts is None else min(bot.playouts + 1, MAX_NODES)
        self._nodes = np.zeros(room if bot.method == "mcts" else 1, record_dtype(Node, P=game.max_players))

    def analyse(self, row: Rows, rng: NDArray[np.int64]) -> Analysis:
        """The search of the decision of `row [1]`."""
        ids = self._game.legal_actions(row)
        visits, sums = np.zeros(len(ids), np.int32), np.zeros(len(ids), np.float64)
        if len(ids) > 1:
            self._used = init_tree(self._nodes)
            for first, playouts in self._portions():
                self._go_on(row, rng, first, playouts, ids, visits, sums)
        means = sums / np.maximum(visits, 1)
        order = np.lexsort((ids, -means, -self._standing(visits)))
        visited = int(self._nodes["visits"][: self._used].sum()) if len(ids) > 1 else 0
        return Analysis(ids[order].astype(np.int32), visits[order], means[order], int(visits.sum()), visited)

    def _standing(self, visits: NDArray[np.int32]) -> NDArray[np.int32]:
        """What decides before the mean does `[K]`: the visits, or only whether they are enough to trust the mean.

        A guided tree takes actions in late, so that the best may not have the most visits yet; flat shares are even.
        """
        if self._bot.method == "mcts" and not self._bot.guided:
            return visits
        share = TRUSTED_SHARE if self._bot.method == "mcts" else 0.0
        trusted: NDArray[np.int32] = (visits >= max(1.0, share * visits.max(initial=0))).astype(np.int32)
        return trusted

    def _portions(self) -> Iterator[tuple[int, int]]:
        """First playout and number of playouts of each call of the kernel, until the budget is spent."""
        bot = self._bot
        if bot.milliseconds is None:
            yield 0, bot.playouts or 0
            return
        yield 0, 1  # before the clock starts: the first of all compiles
        start, done, portion = time.perf_counter(), 1, FIRST_PORTION
        while (spent := time.perf_counter() - start) < bot.milliseconds / 1000 and done < MAX_PLAYOUTS:
            if done > 1:
                portion = max(1, int(CHUNK_SECONDS * done / spent))
            yield done, portion
            done += portion

    def _go_on(
        self,
        row: Rows,
        rng: NDArray[np.int64],
        first: int,
        playouts: int,
        ids: NDArray[np.int16],
        visits: NDArray[np.int32],
        sums: NDArray[np.float64],
    ) -> None:
        params, kernels, settings = self._game.params, self._kernels, self._settings
        if self._bot.method == "flat":
            kernels.flat_search(params, row, 0, rng, settings, first, playouts, self._work, ids, visits, sums)
            return
        self._used = kernels.tree_search(
            params, row, 0, rng, settings, playouts, self._nodes, self._used, self._work, self._slots, self._path
        )
        read_root(self._nodes, int(row[0].player), ids, self._slots, visits, sums)


def _each(rows: Rows) -> Iterator[Rows]:
    """Each row as an array `[1]` of its own."""
    for place in range(len(rows)):
        yield rows[place : place + 1]


def _within(key: str, value: float, least: float, most: float) -> None:
    if not least <= value <= most:
        raise ValueError(f"{key} lies in {least:g} … {most:g}, not {value!r}")
