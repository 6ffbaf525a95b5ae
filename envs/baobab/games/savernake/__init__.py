"""Savernake Forest (Rodrigo Rego, 2023), for 2 to 4 players."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from baobab.core.game import Game, Words
from baobab.games.savernake import notation
from baobab.games.savernake.actions import action_name, action_space, parse_action
from baobab.games.savernake.cards import COLUMNS, make_deck, read_tables, standard_tables
from baobab.games.savernake.check import check
from baobab.games.savernake.determinize import determinize
from baobab.games.savernake.draw import draw_svg, draw_text
from baobab.games.savernake.features import encode_actions, feature_layout
from baobab.games.savernake.greedy import greedy
from baobab.games.savernake.observe import encode, encode_state, hidden_layout, observation_layout
from baobab.games.savernake.rules import apply, chance, forced, legal, reset
from baobab.games.savernake.scoring import results
from baobab.games.savernake.state import MAX_PLAYERS, NUM_ROUNDS, PHASES, TIES, make_params, state_dtype
from baobab.games.savernake.view import explain, view

VERSION = 0
MARGIN_SCALE = 10.0
DEFAULTS = MappingProxyType({"tie": "next_round", "tables": None})


def make_game(*, tie: str = "next_round", deck: str | None = None, tables: Mapping[str, Any] | None = None) -> Game:
    """Savernake with its options, a user's own cards among them: a folder with animals.csv and paths.csv, or tables.

    ValueError names the option, its value and what is allowed; the file, the row and the reason where there is no deck.
    """
    if tie not in TIES:
        raise ValueError(f"tie is one of {', '.join(TIES)}, not {tie!r}")
    if deck is not None:
        if tables is not None:
            raise ValueError("deck names a folder with the two tables, so there can be no tables besides")
        if not isinstance(deck, str):
            raise ValueError(f"deck is the path of a folder, not {deck!r}")
        tables = read_tables(Path(deck))
    if tables is None:
        tables = standard_tables()
    cards = make_deck(tables)
    changed = {name: [{key: row[key] for key in COLUMNS[name]} for row in tables[name]] for name in COLUMNS}
    return Game(
        name="savernake",
        title="Savernake Forest",
        version=VERSION,
        min_players=2,
        max_players=MAX_PLAYERS,
        options=MappingProxyType({"tie": tie, "tables": changed if changed != standard_tables() else None}),
        default_options=DEFAULTS,
        state=state_dtype(),
        params=make_params(cards, tie=TIES.index(tie)),
        phases=PHASES,
        actions=action_space(),
        observation=observation_layout(),
        hidden=hidden_layout(),
        features=feature_layout(),
        # A turn places a card and asks at most for the cell of a token.
        max_decisions=2 * NUM_ROUNDS * MAX_PLAYERS,
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
