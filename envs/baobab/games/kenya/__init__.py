"""Kenya (Charles Chevallier, 2013), for 2 to 5 players."""

from collections.abc import Mapping
from types import MappingProxyType

from baobab.core.game import Game, Words
from baobab.games.kenya import notation
from baobab.games.kenya.actions import action_name, action_space, parse_action
from baobab.games.kenya.cards import BROWN, MAX_GREENS, changed_counts
from baobab.games.kenya.check import check
from baobab.games.kenya.determinize import determinize
from baobab.games.kenya.draw import draw_svg, draw_text
from baobab.games.kenya.greedy import greedy
from baobab.games.kenya.observe import (
    CARD_PLANES,
    PLANE_VALUES,
    encode,
    encode_actions,
    encode_state,
    feature_layout,
    hidden_layout,
    observation_layout,
)
from baobab.games.kenya.rules import apply, chance, forced, legal, reset
from baobab.games.kenya.scoring import results
from baobab.games.kenya.state import (
    DEALT_CARDS,
    MAX_PLAYERS,
    MAX_TABLE,
    MIN_TABLE,
    PHASES,
    VISIBLE_CARDS,
    make_params,
    state_dtype,
)
from baobab.games.kenya.view import explain, view

VERSION = 0
MARGIN_SCALE = 10.0
DEFAULTS = MappingProxyType({"brown_cards": "apart", "table": MAX_TABLE, "cards": None})
BROWN_CARDS = ("apart", "player_animal")


def make_game(*, brown_cards: str = "apart", table: int = MAX_TABLE, cards: Mapping[str, int] | None = None) -> Game:
    """Kenya with its options; ValueError names the option, its value and what is allowed."""
    if brown_cards not in BROWN_CARDS:
        raise ValueError(f"brown_cards is one of {', '.join(BROWN_CARDS)}, not {brown_cards!r}")
    if type(table) is not int or table % 2 == 0 or not MIN_TABLE <= table <= MAX_TABLE:
        raise ValueError(f"table is an odd number of cells from {MIN_TABLE} to {MAX_TABLE}, not {table!r}")
    counts = changed_counts(cards)
    greens = int(counts[:BROWN].sum())
    max_players = min(MAX_PLAYERS, (greens - 1 - VISIBLE_CARDS) // DEALT_CARDS)
    return Game(
        name="kenya",
        title="Kenya",
        version=VERSION,
        min_players=2,
        max_players=max_players,
        options=MappingProxyType({"brown_cards": brown_cards, "table": table, "cards": dict(cards) if cards else None}),
        default_options=DEFAULTS,
        state=state_dtype(),
        params=make_params(
            table=table,
            brown_is_animal=brown_cards == "player_animal",
            counts=counts,
            max_players=max_players,
            planes=CARD_PLANES,
            plane_value=PLANE_VALUES,
        ),
        phases=PHASES,
        actions=action_space(),
        observation=observation_layout(),
        hidden=hidden_layout(),
        features=feature_layout(),
        # A turn lays a card and asks at most four decisions: draw, card, cell and one of face, take, push.
        max_decisions=4 * (MAX_GREENS + MAX_PLAYERS),
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
