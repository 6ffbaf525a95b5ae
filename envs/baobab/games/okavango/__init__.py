"""Okavango (Wolfgang Kramer and Michael Kiesling, 2018), for 2 to 4 players."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from baobab.core.game import Game, Words
from baobab.games.okavango import notation
from baobab.games.okavango.actions import action_name, action_space, parse_action
from baobab.games.okavango.cards import (
    KIND_NAMES,
    MIN_PLAYERS,
    NUM_SPECIES,
    Tables,
    changed_counts,
    check_supply,
    most_players,
    printed_counts,
    printed_tables,
    read_tables,
)
from baobab.games.okavango.check import check
from baobab.games.okavango.determinize import determinize
from baobab.games.okavango.draw import draw_svg, draw_text
from baobab.games.okavango.features import encode_actions, feature_layout
from baobab.games.okavango.greedy import greedy
from baobab.games.okavango.observe import encode, encode_state, hidden_layout, observation_layout
from baobab.games.okavango.rules import apply, chance, forced, legal, reset
from baobab.games.okavango.scoring import results
from baobab.games.okavango.state import PHASES, make_params, state_dtype
from baobab.games.okavango.view import explain, view

VERSION = 0
MARGIN_SCALE = 20.0
DEFAULTS = MappingProxyType({"end": "pools", "arm_steps": "any", "dark": "same", "tables": None, "tiles": None})
ENDS = ("pools", "holes")
ARM_STEPS = ("any", "one")
DARKS = ("same", "later")


def make_game(
    *,
    end: str = "pools",
    arm_steps: str = "any",
    dark: str = "same",
    tables: Mapping[str, Any] | None = None,
    tiles: Mapping[str, int] | None = None,
) -> Game:
    """Okavango with its options; ValueError names the option, its value and what is allowed."""
    if end not in ENDS:
        raise ValueError(f"end is one of {', '.join(ENDS)}, not {end!r}")
    if arm_steps not in ARM_STEPS:
        raise ValueError(f"arm_steps is one of {', '.join(ARM_STEPS)}, not {arm_steps!r}")
    if dark not in DARKS:
        raise ValueError(f"dark is one of {', '.join(DARKS)}, not {dark!r}")
    used = printed_tables() if tables is None else read_tables(tables)
    counts = changed_counts(tiles)
    check_supply(used, counts)
    changes = {
        name: int(count)
        for name, count, printed in zip(KIND_NAMES, counts, printed_counts(), strict=True)
        if count != printed
    }
    max_players = most_players(int(counts[:NUM_SPECIES].sum()))
    options = {
        "end": end,
        "arm_steps": arm_steps,
        "dark": dark,
        "tables": used if used != printed_tables() else None,
        "tiles": changes or None,
    }
    return Game(
        name="okavango",
        title="Okavango",
        version=VERSION,
        min_players=MIN_PLAYERS,
        max_players=max_players,
        options=MappingProxyType(options),
        default_options=DEFAULTS,
        state=state_dtype(),
        params=make_params(
            end_holes=end == "holes",
            arm_steps_one=arm_steps == "one",
            dark_later=dark == "later",
            counts=counts,
            tables=used,
        ),
        phases=PHASES,
        actions=action_space(),
        observation=observation_layout(),
        hidden=hidden_layout(),
        features=feature_layout(),
        max_decisions=most_decisions(used, tiles=int(counts.sum()), players=max_players),
        margin_scale=MARGIN_SCALE,
        rules=MappingProxyType(
            {
                kernel.__name__: kernel
                for kernel in (
                    *(reset, legal, forced, apply, chance),
                    *(encode, encode_state, encode_actions, determinize, greedy, results),
                )
            }
        ),
        words=Words(
            action_name=action_name, parse_action=parse_action, view=view, text=draw_text, svg=draw_svg, help=explain
        ),
        notation=notation,
        invariants=check,
        home=__name__,
    )


def most_decisions(tables: Tables, *, tiles: int, players: int) -> int:
    """A number of decisions that no game reaches.

    A drink raises the size of a hole's herd or, at the same size, its rank; at an arm it raises the size. A pass that
    takes a tile takes it out of the bag for good, but for those that dry arms return. Between two drinks fewer passes
    than players can be made on an empty river.
    """
    swap, river = 2, 1
    drinks = passes = decisions = 0
    for hole in tables["holes"]:
        times = (hole["white"] + hole["dark"]) * NUM_SPECIES
        drinks += times
        decisions += times * (swap + 4 + river)
    for arm in tables["arms"]:
        drinks += arm["spaces"]
        decisions += arm["spaces"] * (swap + 3 + arm["spaces"] + river)
        passes += arm["spaces"]
    passes += tiles + (drinks + 1) * (players - 1) + 1
    return int(decisions + passes * (swap + 1))
