"""Search over what a seat may know: kernels that are written once and bound to one game's rules.

Every playout begins with a determinization: all that the searching seat does not know is redrawn, so that the truth
never reaches the search. Trees are open-loop: a node is the list of decisions that led to it, whatever chance and the
redrawn cards were (single-observer information-set Monte Carlo tree search; Cowling, Powley and Whitehouse, 2012).
A node holds a value per seat, so that any number of seats, each with several decisions a turn, share one tree: whoever
is to move looks at its own.

Letters as in `core/kernels.py`; R is the room for nodes of a tree, K the legal actions of a decision.
"""

from functools import cache
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from baobab.core.bind import bind
from baobab.core.game import Game
from baobab.core.jit import jit
from baobab.core.kernels import MAX_IDS, Kernels, determinize, greedy, legal, results, step
from baobab.core.outcome import margin, utility, win_share
from baobab.core.record import NOBODY, Float32Array, Int16, Int32
from baobab.core.rng import below

ROOT = 0
NO_NODE = -1

Float32 = Annotated[float, np.dtype(np.float32)]


class Node:
    """A list of decisions from the root, and what became of it."""

    action: Int16  # the last decision of the list
    first: Int32  # the first child, or NO_NODE
    next: Int32  # the next child of the same parent, or NO_NODE
    visits: Int32  # playouts that went through here
    offers: Int32  # times that the action was legal when its parent was visited
    prior: Float32  # the policy's probability, in policy search
    values: Annotated[Float32Array, "P"]  # sums over the visits, by seat


class Settings:
    """How a search weighs and plays."""

    exploration: Float32  # weight of what was tried little
    win_weight: Float32  # share of winning in the utility; the rest is the margin
    margin_scale: Float32  # points that count as one
    guided: Int16  # 1: the greedy player plays the playouts, and is asked first what to try
    widening: Float32  # a node with n visits gets no further child from 1 + widening · √n on; 0: no such limit


# --- What a finished playout is worth -----------------------------------------------------------------------


@jit
def measure_utility(
    settings: Any, num_players: int, scores: NDArray[np.int32], ranks: NDArray[np.int8], values: NDArray[np.float32]
) -> None:
    """Write each seat's utility in 0 … 1 into `values [P]`: its share of the win, and its margin over the scale."""
    winners, total = 0, 0
    for seat in range(num_players):
        winners += 1 if ranks[seat] == 1 else 0
        total += scores[seat]
    weight = settings[0].win_weight
    for seat in range(num_players):
        scaled = margin(scores[seat], total, num_players) / settings[0].margin_scale
        share = win_share(1 if ranks[seat] == 1 else 0, winners)
        values[seat] = utility(share, scaled, weight)


def play_out(
    params: Any,
    work: Any,
    settings: Any,
    rng: NDArray[np.int64],
    ids: NDArray[np.int16],
    scores: NDArray[np.int32],
    ranks: NDArray[np.int8],
    values: NDArray[np.float32],
) -> None:
    """Play `work[0]` to its end, at random or by the greedy player, and write each seat's utility into `values [P]`."""
    while work[0].player != NOBODY:
        count = legal(params[0], work[0], ids)
        if settings[0].guided == 1:
            action = int(greedy(params[0], work[0], ids, count, rng))
        else:
            action = int(ids[below(rng, count)])
        step(params[0], work[0], action)
    scores[:] = 0
    ranks[:] = 0
    results(params[0], work[0], scores, ranks)
    measure_utility(settings, int(work[0].num_players), scores, ranks, values)


# --- Flat Monte Carlo -----------------------------------------------------------------------------------------


def flat_search(
    params: Any,
    rows: Any,
    row: int,
    rng: NDArray[np.int64],
    settings: Any,
    first: int,
    playouts: int,
    work: Any,
    ids: NDArray[np.int16],
    visits: NDArray[np.int32],
    sums: NDArray[np.float64],
) -> None:
    """Playouts number `first …` of one decision: every legal action in turn, shared out evenly.

    `ids [K]`, `visits [K]` and `sums [K]` (utilities of the seat to move) go on from call to call. The actions of one
    round meet the same redrawn cards: their differences are then less a matter of luck.
    """
    viewer = int(rows[row].player)
    spare = np.empty(MAX_IDS, np.int16)
    scores, ranks = np.zeros(MAX_SEATS, np.int32), np.zeros(MAX_SEATS, np.int8)
    values = np.zeros(MAX_SEATS, np.float32)
    count = ids.shape[0]
    for playout in range(first, first + playouts):
        place = playout % count
        if place == 0 or playout == first:
            work[1] = rows[row]
            determinize(params[0], work[1], viewer, rng)
        work[0] = work[1]
        step(params[0], work[0], int(ids[place]))
        play_out(params, work, settings, rng, spare, scores, ranks, values)
        visits[place] += 1
        sums[place] += values[viewer]


# --- Information-set tree search --------------------------------------------------------------------------------


@jit
def init_tree(nodes: Any) -> int:
    """Begin a tree: the root alone; the number of nodes."""
    clear_node(nodes, ROOT, 0)
    return 1


@jit
def clear_node(nodes: Any, node: int, action: int) -> None:
    """Make a node that nobody has visited."""
    nodes[node].action = action
    nodes[node].first = NO_NODE
    nodes[node].next = NO_NODE
    nodes[node].visits = 0
    nodes[node].offers = 0
    nodes[node].prior = 0.0
    for seat in range(nodes[node].values.shape[0]):
        nodes[node].values[seat] = 0.0


@jit
def add_child(nodes: Any, parent: int, child: int) -> None:
    """Make `child` the first child of `parent`."""
    nodes[child].next = nodes[parent].first
    nodes[parent].first = child


@jit
def mark_children(nodes: Any, node: int, slots: NDArray[np.int32]) -> None:
    """Note every child of a node under its action in `slots [A]`, which held NO_NODE."""
    child = int(nodes[node].first)
    while child != NO_NODE:
        slots[nodes[child].action] = child
        child = int(nodes[child].next)


@jit
def unmark_children(nodes: Any, node: int, slots: NDArray[np.int32]) -> None:
    """Undo `mark_children`."""
    child = int(nodes[node].first)
    while child != NO_NODE:
        slots[nodes[child].action] = NO_NODE
        child = int(nodes[child].next)


@jit
def is_wide(settings: Any, visits: int, children: int) -> bool:
    """Whether a node with so many children that are legal now has enough for its visits."""
    widening = settings[0].widening
    return bool(widening > 0.0 and children >= 1.0 + widening * np.sqrt(visits))


@jit
def best_child(
    nodes: Any, mover: int, exploration: float, ids: NDArray[np.int16], count: int, slots: NDArray[np.int32]
) -> int:
    """The child with the highest upper confidence bound for `mover` among the legal ids, one of which has a child.

    A child's bound counts how often it could have been chosen, not its parent's visits: what is legal differs from
    one determinization to the next.
    """
    best, best_bound = NO_NODE, -np.inf
    for place in range(count):
        child = int(slots[ids[place]])
        if child == NO_NODE:
            continue
        visits = nodes[child].visits
        bound = nodes[child].values[mover] / visits + exploration * np.sqrt(np.log(nodes[child].offers) / visits)
        if bound > best_bound:
            best, best_bound = child, bound
    return best


@jit
def back_up(nodes: Any, path: NDArray[np.int32], length: int, num_players: int, values: NDArray[np.float32]) -> None:
    """Add a playout's `values [P]` to the first `length` nodes of `path`."""
    for place in range(length):
        node = path[place]
        nodes[node].visits += 1
        for seat in range(num_players):
            nodes[node].values[seat] += values[seat]


def tree_search(
    params: Any,
    rows: Any,
    row: int,
    rng: NDArray[np.int64],
    settings: Any,
    playouts: int,
    nodes: Any,
    used: int,
    work: Any,
    slots: NDArray[np.int32],
    path: NDArray[np.int32],
) -> int:
    """Playouts that let the tree of one decision grow, by a node each while there is room; its number of nodes.

    `rows[row]` is not touched. `slots [A]` holds NO_NODE, before and after.
    """
    viewer = int(rows[row].player)
    ids = np.empty(MAX_IDS, np.int16)
    scores, ranks = np.zeros(MAX_SEATS, np.int32), np.zeros(MAX_SEATS, np.int8)
    values = np.zeros(MAX_SEATS, np.float32)
    for _ in range(playouts):
        work[0] = rows[row]
        determinize(params[0], work[0], viewer, rng)
        path[0] = ROOT
        length, node = 1, ROOT
        growing = True
        while growing and work[0].player != NOBODY:
            mover = int(work[0].player)
            count = legal(params[0], work[0], ids)
            mark_children(nodes, node, slots)
            fresh, action = 0, 0
            for place in range(count):
                child = int(slots[ids[place]])
                if child != NO_NODE:
                    nodes[child].offers += 1
                else:
                    fresh += 1
                    if below(rng, fresh) == 0:
                        action = int(ids[place])
            if fresh == 0 or is_wide(settings, int(nodes[node].visits), count - fresh):
                child = best_child(nodes, mover, settings[0].exploration, ids, count, slots)
                unmark_children(nodes, node, slots)
            elif used == nodes.shape[0]:
                unmark_children(nodes, node, slots)
                break
            else:
                if settings[0].guided == 1:
                    wanted = int(greedy(params[0], work[0], ids, count, rng))
                    action = wanted if slots[wanted] == NO_NODE else action
                unmark_children(nodes, node, slots)
                child = used
                used += 1
                clear_node(nodes, child, action)
                nodes[child].offers = 1
                add_child(nodes, node, child)
                growing = False
            step(params[0], work[0], int(nodes[child].action))
            path[length] = child
            length += 1
            node = child
        play_out(params, work, settings, rng, ids, scores, ranks, values)
        back_up(nodes, path, length, int(work[0].num_players), values)
    return used


@jit
def read_root(
    nodes: Any,
    seat: int,
    ids: NDArray[np.int16],
    slots: NDArray[np.int32],
    visits: NDArray[np.int32],
    sums: NDArray[np.float64],
) -> None:
    """Write how often each of the legal `ids [K]` was tried at the root, and what that was worth to `seat`, in sum."""
    mark_children(nodes, ROOT, slots)
    for place in range(ids.shape[0]):
        child = int(slots[ids[place]])
        if child == NO_NODE:
            visits[place], sums[place] = 0, 0.0
        else:
            visits[place], sums[place] = nodes[child].visits, nodes[child].values[seat]
    unmark_children(nodes, ROOT, slots)


# --- Bound to a game ------------------------------------------------------------------------------------------

MAX_SEATS = 8
"""Room for the seats of any game."""


class TreeKernels:
    """A game's copies of the loops above; each is compiled when it is first called."""

    play_out = staticmethod(play_out)
    flat_search = staticmethod(flat_search)
    tree_search = staticmethod(tree_search)

    def __init__(self, game: str, kernels: Kernels) -> None:
        bound = dict(kernels.by_name)
        for loop in (play_out, flat_search, tree_search):
            bound[loop.__name__] = bind(loop, game, bound)
            setattr(self, loop.__name__, bound[loop.__name__])


_bind = cache(TreeKernels)


def tree_kernels(game: Game) -> TreeKernels:
    """The search kernels of a game's rules; the same object for the same rules."""
    return _bind(game.name, game.kernels)
