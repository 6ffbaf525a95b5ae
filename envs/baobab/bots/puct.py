"""Tree search with a policy's priors and values: kernels that are written once and bound to one game's rules.

Many trees grow at once, by one leaf each at a time, so that whoever has the policy can judge all leaves together:
`descend` finds the leaves, `expand` hangs what the policy says of them into the trees. As in `bots/tree.py` every
descent begins with a determinization and nodes are lists of decisions. Children are chosen by PUCT (Silver et al.,
2018), with means squeezed to 0 … 1 between the least and the greatest that a seat has met in the tree (Schrittwieser
et al., 2020).

Letters: N trees, R the room for nodes of each, D the longest list of decisions, P, A as in `core/kernels.py`.
"""

from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baobab.bots.tree import NO_NODE, ROOT, clear_node, hang, mark_children, unmark_children
from baobab.core.bind import bind
from baobab.core.game import Game
from baobab.core.jit import jit
from baobab.core.kernels import MAX_IDS, determinize, legal, step
from baobab.core.record import NOBODY


@jit
def plant_many(nodes: Any, used: NDArray[np.int32], bounds: NDArray[np.float32]) -> None:
    """Begin every tree of `nodes [N, R]`: `used [N]`, `bounds [N, P, 2]` least and greatest mean by seat."""
    for tree in range(used.shape[0]):
        clear_node(nodes[tree], ROOT, 0)
        used[tree] = 1
        bounds[tree, :, 0] = np.inf
        bounds[tree, :, 1] = -np.inf


@jit
def squeeze(bounds: NDArray[np.float32], value: float) -> float:
    """A mean between its bounds `[2]` as 0 … 1; a half where nothing is known."""
    least, greatest = bounds[0], bounds[1]
    if not least < greatest:
        return 0.5
    return float(min(1.0, max(0.0, (value - least) / (greatest - least))))


@jit
def promising_child(
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
    middle = squeeze(bounds, nodes[node].values[mover] / max(nodes[node].visits, 1))
    best, best_score = NO_NODE, -np.inf
    for place in range(count):
        child = int(slots[ids[place]])
        if child == NO_NODE:
            continue
        tried = nodes[child].visits
        mean = squeeze(bounds, nodes[child].values[mover] / tried) if tried > 0 else middle
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
                    hang(nodes[tree], node, child)
                    slots[ids[place]] = child
            child = promising_child(nodes[tree], node, mover, exploration, bounds[tree, mover], ids, count, slots)
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
                hang(nodes[tree], leaf, child)
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
def favourites(nodes: Any, actions: NDArray[np.int32]) -> None:
    """Write the most visited action at each root into `actions [N]`; of equals the one with the greater prior."""
    for tree in range(actions.shape[0]):
        best = NO_NODE
        child = int(nodes[tree, ROOT].first)
        while child != NO_NODE:
            if best == NO_NODE or is_preferred(nodes[tree], child, best):
                best = child
            child = int(nodes[tree, child].next)
        actions[tree] = nodes[tree, best].action


@cache
def puct_kernels(game: Game) -> SimpleNamespace:
    """This game's copy of `descend`, compiled when it is first called."""
    return SimpleNamespace(descend=bind(descend, game.name, game.kernels.by_name))
