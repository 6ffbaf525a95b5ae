"""What one seat may see of a game of Okavango, as JSON in the game's own words, and the rules of each decision.

Tiles are `{kind: count}` and pools named as records name them.
"""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from baobab.core.record import CHANCE, EVERYTHING, NOBODY
from baobab.core.view import OVER, check_viewer, explain_phase, show_result, show_viewer
from baobab.games.okavango.cards import KIND_NAMES, NUM_HOLES, NUM_POOLS, NUM_SPECIES, POOL_NAMES, RANGER, SPECIES
from baobab.games.okavango.determinize import least_in_bag
from baobab.games.okavango.state import (
    ADDING,
    DRINKING,
    HERDING,
    JOINING,
    NONE,
    PHASES,
    SIZING,
    STARTING,
    SWAPPING,
    TAKING,
)

if TYPE_CHECKING:
    from baobab.core.game import Game

REFILL = "refill"
"""The phase while chance refills the river."""

Tiles = dict[str, int]


def view(game: "Game", row: Any, viewer: int | None) -> dict[str, Any]:
    """What `viewer` may see: a seat, None for a spectator (public things alone) or EVERYTHING.

    `phase` is one of the game's phases, "refill" or "over"; another seat's choices until its group is placed all read
    "turn", or "drink" after a swap. Of a seat, `known` are the tiles that all know it to have and `unknown` the number
    of the others; `reserve` is null where the viewer does not know it. A pool has its `tiles`, its `white` and `dark`
    spaces and its `values`: the one of a hole, or those of an arm from its last white space on. `group` is what the
    seat to move has chosen, or has placed while it may take from the river. `unlocated` counts the tiles that are in
    the bag or unknown in the reserve of somebody else, and `in_bag` those that are in the bag for sure. `dry_arms`
    tells of each arm that dried, in this order, which tiles it returned to the bag and how many tiles of these kinds
    were drawn since; `dealt_rangers` counts the rangers that the viewer knows to have been dealt at the set-up.
    ValueError on any other viewer.
    """
    check_viewer(row, viewer)
    over = bool(row.player == NOBODY)
    everything = viewer == EVERYTHING
    players = int(row.num_players)
    return {
        "game": game.name,
        "viewer": show_viewer(viewer),
        "player": None if over else int(row.mover),
        "phase": _phase(row, viewer),
        "first": int(row.first),
        "rounds": int(row.turns // row.num_players),
        "ending": bool(row.ending),
        "empty_passes": int(row.empty_passes),
        "seats": [_seat(row, seat, viewer) for seat in range(players)],
        "pools": [_pool(game, row, pool) for pool in range(NUM_POOLS)],
        "river": _tiles(row.river),
        "bag": int(row.num_bag),
        "in_bag": _tiles([least_in_bag(row, kind) for kind in range(len(KIND_NAMES))]),
        "bag_tiles": _tiles(row.bag) if everything else None,
        "dry_arms": [
            {"returned": _tiles(row.returned[arm]), "drawn": _tiles(row.drawn[arm])}
            for arm in range(int(row.dry.sum()))
        ],
        "dealt_rangers": int(row.dealt_rangers) + sum(_hidden_rangers(row, seat, viewer) for seat in range(players)),
        "unlocated": None if everything else _tiles(_unlocated(game, row, viewer)),
        "swapped": None if row.swapped == NONE else POOL_NAMES[row.swapped],
        "group": _group(row) if not over and (_is_told(row, viewer) or row.phase == TAKING) else None,
        "result": show_result(game, row) if over else None,
    }


def explain(game: "Game", phase: int) -> str:
    """The rules of a decision, for the player who is asked it, in lines for a terminal."""
    rules = [END_RULES[game.options["end"]]] if phase == STARTING else []
    if phase == SIZING and game.options["dark"] == "later":
        rules.append(DARK_RULE)
    if phase == SIZING and game.options["arm_steps"] == "one":
        rules.append(ARM_RULE)
    return explain_phase(EXPLANATIONS, phase, more=" ".join(rules))


EXPLANATIONS = {
    STARTING: """
        Drink at one pool: place a group there and take up the tiles that lie there. Or pass: take one tile of the
        river. Before either you may swap once: take a ranger off a pool and leave the animal that it stands for; that
        pool is closed to you for the rest of the turn. A hole takes one species, more tiles than lie there, or as
        many of a strictly higher rank; it scores its value whenever its white spaces are full afterwards. An arm takes
        species that are all different and more tiles than lie there; it scores the number above its last filled space,
        and is dry when it is full. Rangers stand for any animal, beside at least one that is no ranger.
    """,
    SWAPPING: """
        Choose which species the ranger stands for: one that does not lie at the arm yet. You leave it there and take
        the ranger, which you may use this turn.
    """,
    DRINKING: """
        You have swapped: now drink at another pool, or pass and take one tile of the river.
    """,
    HERDING: """
        Choose the species of the group for this hole. It needs more tiles than lie there, or as many if its rank is
        strictly higher; rangers count.
    """,
    SIZING: """
        Choose how many tiles the group has, rangers included. At a hole it scores the hole's value if all white spaces
        are full; at an arm the number above the last space that it fills. A full arm is dry: its tiles go back into
        the bag.
    """,
    JOINING: """
        Choose how many of the tiles are rangers. Whoever comes later may swap a ranger for the animal that it stands
        for.
    """,
    ADDING: """
        Choose the next species of the group. Each one has a higher rank than those before it, so that every group can
        be named in one way only; the tiles that lie at the arm come into your reserve when the group is complete.
    """,
    TAKING: """
        Take one species' whole group off the river, or one ranger, or nothing. The group must be smaller than the one
        that you have placed; after a hole it may also be as large if its rank is lower. The river is filled up again
        afterwards.
    """,
}
"""The rules of each phase in a few sentences."""

END_RULES = {
    "pools": "When the white spaces of all pools are occupied (a dry arm counts as done) the round is the last one.",
    "holes": "When the white spaces of all holes are occupied the round is the last one; the arms do not count.",
}
DARK_RULE = "In this game the dark spaces open only once the white ones were full before the placement."
ARM_RULE = "In this game a placement at an arm reaches at most one number more than the arm had reached."


# --- Parts ------------------------------------------------------------------------------------------------


def _phase(row: Any, viewer: int | None) -> str:
    if row.player == NOBODY:
        return OVER
    if row.player == CHANCE:
        return REFILL
    if _is_told(row, viewer) or row.phase == TAKING:
        return PHASES[row.phase]
    return PHASES[STARTING if row.swapped == NONE else DRINKING]


def _is_told(row: Any, viewer: int | None) -> bool:
    """Whether the viewer knows what the seat to move has in mind."""
    return viewer in (int(row.mover), EVERYTHING)


def _seat(row: Any, seat: int, viewer: int | None) -> dict[str, Any]:
    return {
        "seat": seat,
        "points": int(row.score[seat]),
        "tiles": int(row.reserve[seat].sum()),
        "known": _tiles(row.known[seat]),
        "unknown": int(row.num_unknown[seat]),
        "reserve": _tiles(row.reserve[seat]) if viewer in (seat, EVERYTHING) else None,
    }


def _hidden_rangers(row: Any, seat: int, viewer: int | None) -> int:
    """The rangers of a seat that the viewer knows to date from the set-up, though not all know it to have them."""
    return int(row.reserve[seat, RANGER] - row.known[seat, RANGER]) if viewer in (seat, EVERYTHING) else 0


def _pool(game: "Game", row: Any, pool: int) -> dict[str, Any]:
    params = game.params[0]
    white, spaces = int(params.white[pool]), int(params.spaces[pool])
    values = [int(points) for points in params.points[pool, white : spaces + 1]]
    return {
        "pool": POOL_NAMES[pool],
        "white": white,
        "dark": spaces - white,
        "values": values[:1] if pool < NUM_HOLES else values,
        "tiles": _tiles(row.pools[pool]),
        "dry": bool(row.dry[pool]),
    }


def _unlocated(game: "Game", row: Any, viewer: int | None) -> NDArray[np.int64]:
    """The tiles by kind that the viewer sees nowhere."""
    counts: NDArray[np.int64] = game.params[0].counts.astype(np.int64) - row.river - row.pools.sum(axis=0)
    for seat in range(row.num_players):
        counts = counts - (row.reserve[seat] if seat == viewer else row.known[seat])
    return counts


def _group(row: Any) -> dict[str, Any] | None:
    """What is chosen so far of the group, or of the arm to swap at; None at the start of a turn."""
    if row.pool == NONE:
        return None
    chosen = [row.species] if row.species != NONE else [kind for kind in range(NUM_SPECIES) if row.picked >> kind & 1]
    return {
        "pool": POOL_NAMES[row.pool],
        "species": [SPECIES[kind] for kind in chosen],
        "size": int(row.group_size) or None,
        "rangers": int(row.rangers) if row.phase in (ADDING, TAKING) else None,
    }


def _tiles(counts: Any) -> Tiles:
    return {KIND_NAMES[kind]: int(count) for kind, count in enumerate(counts) if count}
