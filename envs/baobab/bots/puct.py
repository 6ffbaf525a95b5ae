"""Tree search with a policy's priors and values: kernels that are written once and bound to one game's rules.

Many trees grow at once, by one leaf each at a time, so that whoever has the policy can judge all leaves together:
`descend` finds the leaves, `expand` adds what the policy says of them to the trees. As in `bots/tree.py` every
descent begins with a determinization and nodes are lists of decisions. Children are chosen by PUCT (Silver et al.,
2018), with means normalised to 0 … 1 between the least and the greatest that a seat has met in the tree (Schrittwieser
et al., 2020).

Letters: N trees, R the room for nodes of each, D the longest list of decisions, P, A as in `core/kernels.py`.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baobab.bots.tree import NO_NODE, ROOT, Node, add_child, clear_node, mark_children, unmark_children
from baobab.core.bind import bind
from baobab.core.games import Games
from baobab.core.jit import jit
from baobab.core.kernels import MAX_IDS, Kernels, determinize, legal, step
from baobab.core.record import NOBODY, record_dtype

MAX_CHILDREN = 128
"""Legal actions of a leaf, on average, that a tree has room for."""
MAX_BYTES = 16 * 2**30
"""Trees that grow together are refused more memory than this."""


@jit
def init_trees(nodes: Any, used: NDArray[np.int32], bounds: NDArray[np.float32]) -> None:
    """Begin every tree of `nodes [N, R]`: `used [N]`, `bounds [N, P, 2]` least and greatest mean by seat."""
    for tree in range(used.shape[0]):
        clear_node(nodes[tree], ROOT, 0)
        used[tree] = 1
        bounds[tree, :, 0] = np.inf
        bounds[tree, :, 1] = -np.inf


@jit
def normalise(bounds: NDArray[np.float32], value: float) -> float:
    """A mean between its bounds `[2]` as 0 … 1; a half where nothing is known."""
    least, greatest = bounds[0], bounds[1]
    if not least < greatest:
        return 0.5
    return float(min(1.0, max(0.0, (value - least) / (greatest - least))))


@jit
def select_puct(
    nodes: Any,
    node: int,
    mover: int,
    exploration: float,
    bounds: NDArray[np.float32],
    ids: NDArray[np.int16],
    count: int,
    slots: NDArray[np.int32],
) -> int:
    """The child with the highest PUCT score for `mover` among the legal ids; `bounds [2]` are the mover's.

    Priors count among the children that are legal now. A child that nobody visited has its parent's mean.
    """
    total, visits = 0.0, 0
    for place in range(count):
        child = slots[ids[place]]
        if child != NO_NODE:
            total += nodes[child].prior
            visits += nodes[child].visits
    reach = exploration * np.sqrt(visits + 1.0) / max(total, 1e-9)
    middle = normalise(bounds, nodes[node].values[mover] / max(nodes[node].visits, 1))
    best, best_score = NO_NODE, -np.inf
    for place in range(count):
        child = int(slots[ids[place]])
        if child == NO_NODE:
            continue
        tried = nodes[child].visits
        mean = normalise(bounds, nodes[child].values[mover] / tried) if tried > 0 else middle
        score = mean + reach * nodes[child].prior / (1.0 + tried)
        if score > best_score:
            best, best_score = child, score
    return best


def descend(
    params: Any,
    rows: Any,
    rngs: NDArray[np.int64],
    exploration: float,
    nodes: Any,
    used: NDArray[np.int32],
    bounds: NDArray[np.float32],
    work: Any,
    slots: NDArray[np.int32],
    path: NDArray[np.int32],
    lengths: NDArray[np.int32],
) -> None:
    """Go down each tree to a node without children, or to the end of the game, and leave that position in `work [N]`.

    `rows [N]` are the positions at the roots, `rngs [N, 4]` advance, `path [N, D]` and `lengths [N]` get the way down.
    `slots [A]` holds NO_NODE, before and after. An action that no earlier determinization allowed joins with the prior
    that all have on average.
    """
    ids = np.empty(MAX_IDS, np.int16)
    for tree in range(used.shape[0]):
        work[tree] = rows[tree]
        determinize(params[0], work[tree], int(rows[tree].player), rngs[tree])
        path[tree, 0] = ROOT
        length, node = 1, ROOT
        while work[tree].player != NOBODY and nodes[tree, node].first != NO_NODE:
            mover = int(work[tree].player)
            count = legal(params[0], work[tree], ids)
            mark_children(nodes[tree], node, slots)
            for place in range(count):
                if slots[ids[place]] == NO_NODE and used[tree] < nodes.shape[1]:
                    child = int(used[tree])
                    used[tree] += 1
                    clear_node(nodes[tree], child, int(ids[place]))
                    nodes[tree, child].prior = 1.0 / count
                    add_child(nodes[tree], node, child)
                    slots[ids[place]] = child
            child = select_puct(nodes[tree], node, mover, exploration, bounds[tree, mover], ids, count, slots)
            unmark_children(nodes[tree], node, slots)
            if child == NO_NODE:
                break
            step(params[0], work[tree], int(nodes[tree, child].action))
            path[tree, length] = child
            length += 1
            node = child
        lengths[tree] = length


@jit
def expand(
    nodes: Any,
    used: NDArray[np.int32],
    bounds: NDArray[np.float32],
    path: NDArray[np.int32],
    lengths: NDArray[np.int32],
    num_players: NDArray[np.int8],
    offsets: NDArray[np.int32],
    ids: NDArray[np.int16],
    priors: NDArray[np.float32],
    values: NDArray[np.float32],
) -> None:
    """Give each tree's leaf its children, and add its `values [N, P]` to the nodes of its path.

    The legal `ids [M]` of leaf n and their `priors [M]` are the entries offsets[n] … offsets[n + 1] − 1; none where the
    game is over there. A leaf that has children already (its tree is full) gets none.
    """
    for tree in range(used.shape[0]):
        leaf = path[tree, lengths[tree] - 1]
        room = nodes.shape[1] - used[tree]
        count = offsets[tree + 1] - offsets[tree]
        if nodes[tree, leaf].first == NO_NODE and count <= room:
            for entry in range(offsets[tree], offsets[tree + 1]):
                child = used[tree]
                used[tree] += 1
                clear_node(nodes[tree], child, ids[entry])
                nodes[tree, child].prior = priors[entry]
                add_child(nodes[tree], leaf, child)
        for place in range(lengths[tree]):
            node = path[tree, place]
            nodes[tree, node].visits += 1
            for seat in range(num_players[tree]):
                nodes[tree, node].values[seat] += values[tree, seat]
                mean = nodes[tree, node].values[seat] / nodes[tree, node].visits
                bounds[tree, seat, 0] = min(bounds[tree, seat, 0], mean)
                bounds[tree, seat, 1] = max(bounds[tree, seat, 1], mean)


@jit
def is_preferred(nodes: Any, one: int, other: int) -> bool:
    """Whether a node has more visits than another, or as many and the greater prior."""
    more, fewer = nodes[one].visits, nodes[other].visits
    return bool(more > fewer or (more == fewer and nodes[one].prior > nodes[other].prior))


@jit
def choose_actions(nodes: Any, actions: NDArray[np.int32]) -> None:
    """Write the most visited action at each root into `actions [N]`; of equals the one with the greater prior."""
    for tree in range(actions.shape[0]):
        best = NO_NODE
        child = int(nodes[tree, ROOT].first)
        while child != NO_NODE:
            if best == NO_NODE or is_preferred(nodes[tree], child, best):
                best = child
            child = int(nodes[tree, child].next)
        actions[tree] = nodes[tree, best].action


# --- For whoever has the policy ---------------------------------------------------------------------------


class Trees:
    """A tree for each of N games in play, and the leaf that each is at. It belongs to one search."""

    leaves: Games  # [N] the positions that `descend` came to

    def __init__(self, games: Games, *, simulations: int) -> None:
        """Room for so many `simulations`; ValueError with the figure where that is more memory than `MAX_BYTES`."""
        game, count = games.game, len(games)
        kind = record_dtype(Node, P=game.max_players)
        room = 2 + (simulations + 1) * min(game.actions.size, MAX_CHILDREN)
        needed = count * room * kind.itemsize
        if needed > MAX_BYTES:
            raise ValueError(
                f"{simulations:,} simulations in {count} trees need {needed / 2**30:,.0f} GiB of memory, more than the"
                f" {MAX_BYTES / 2**30:,.0f} that a search may have: take fewer simulations, or fewer games at once"
            )
        self._games, self._num_players = games, games.num_players
        self._descend = _bind_descend(game.name, game.kernels)
        self._nodes = np.zeros((count, room), kind)
        self._used = np.zeros(count, np.int32)
        self._bounds = np.zeros((count, game.max_players, 2), np.float32)
        self._slots = np.full(game.actions.size, NO_NODE, np.int32)
        self._path = np.zeros((count, game.max_decisions + 1), np.int32)
        self._lengths = np.zeros(count, np.int32)
        self.leaves = games.copy()
        init_trees(self._nodes, self._used, self._bounds)

    def descend(self, rngs: NDArray[np.int64], *, exploration: float) -> None:
        """Go down every tree to the leaf that is looked at next; `rngs [N, 4]` advance."""
        self._descend(
            *(self._games.game.params, self._games.rows, rngs, exploration, self._nodes, self._used, self._bounds),
            *(self.leaves.rows, self._slots, self._path, self._lengths),
        )

    def expand(
        self,
        offsets: NDArray[np.int32],
        ids: NDArray[np.int16],
        priors: NDArray[np.float32],
        values: NDArray[np.float32],
    ) -> None:
        """Give the leaves their children, and their `values [N, P]` to all above, as the kernel `expand` does."""
        expand(
            *(self._nodes, self._used, self._bounds, self._path, self._lengths, self._num_players),
            *(offsets, ids, priors, values),
        )

    def actions(self) -> NDArray[np.int32]:
        """The most visited action of each game `[N]`."""
        actions = np.empty(len(self._games), np.int32)
        choose_actions(self._nodes, actions)
        return actions


@cache
def _bind_descend(game: str, kernels: Kernels) -> Callable[..., None]:
    """A game's copy of `descend`, compiled when it is first called."""
    return bind(descend, game, kernels.by_name)
