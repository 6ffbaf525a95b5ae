"""Nimalia (William Liévin, 2023), for 2 to 4 players."""

from collections.abc import Sequence
from types import MappingProxyType

from baobab.core.game import Game, Words
from baobab.games.nimalia import notation
from baobab.games.nimalia.actions import action_name, action_space, parse_action
from baobab.games.nimalia.cards import printed_cards
from baobab.games.nimalia.check import check
from baobab.games.nimalia.determinize import determinize
from baobab.games.nimalia.draw import draw_svg, draw_text
from baobab.games.nimalia.features import encode_actions, feature_layout
from baobab.games.nimalia.greedy import greedy
from baobab.games.nimalia.objectives import possible_faces
from baobab.games.nimalia.observe import encode, encode_state, hidden_layout, observation_layout
from baobab.games.nimalia.rules import apply, chance, forced, legal, reset
from baobab.games.nimalia.scoring import results
from baobab.games.nimalia.state import CARDS_PER_PLAYER, MAX_PLAYERS, PHASES, make_params, state_dtype
from baobab.games.nimalia.view import explain, view

VERSION = 0
MARGIN_SCALE = 20.0
DEFAULTS = MappingProxyType({"objectives": "random"})


def make_game(*, objectives: str | Sequence[int] = "random") -> Game:
    """Nimalia with its options; ValueError names the option, its value and what is allowed."""
    possible = possible_faces(objectives)
    return Game(
        name="nimalia",
        title="Nimalia",
        version=VERSION,
        min_players=2,
        max_players=MAX_PLAYERS,
        options=MappingProxyType({"objectives": objectives if isinstance(objectives, str) else list(objectives)}),
        default_options=DEFAULTS,
        state=state_dtype(),
        params=make_params(cards=printed_cards(), possible=possible),
        phases=PHASES,
        actions=action_space(),
        observation=observation_layout(),
        hidden=hidden_layout(),
        features=feature_layout(),
        max_decisions=CARDS_PER_PLAYER * MAX_PLAYERS,
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
        simultaneous=True,
    )
