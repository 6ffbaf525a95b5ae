"""Names of games and where they live; a game is imported on first use.

A new game is one folder under `baobab/games`, its stub `<game>_v<version>.py` and one line here.
"""

import json
from collections.abc import Iterable
from typing import Any

from baobab.core.game import Game, open_game

GAMES: dict[str, str] = {
    "kenya": "baobab.games.kenya",
    "nimalia": "baobab.games.nimalia",
    "okavango": "baobab.games.okavango",
    "savernake": "baobab.games.savernake",
}
"""Game name -> module that has `make_game(**options) -> Game`."""


def load_game(name: str, /, **options: Any) -> Game:
    """The game of this name (`"kenya"` or `"kenya_v0"`) with rule options; the same object for the same options.

    Nothing is compiled before it is first used, and then once per build. ValueError names what is known where the name,
    the version, an option or its value is not.
    """
    plain, _, version = name.partition("_v")
    if plain not in GAMES:
        raise ValueError(f"no game {name!r}; there are {', '.join(sorted(GAMES))}")
    try:
        key = json.dumps(options, sort_keys=True)  # equal values of other types (9, 9.0, true) stay apart
    except TypeError as error:
        raise ValueError(f"an option's value is a number, a text, or lists and tables of them: {error}") from None
    game = open_game(GAMES[plain], key)
    if version and version != str(game.version):
        raise ValueError(f"{plain} is at version {game.version}, not {version!r}")
    return game


def read_options(texts: Iterable[str]) -> dict[str, Any]:
    """The options that texts such as `table=9` or `brown_cards=apart` give: values are JSON, else plain text."""
    options: dict[str, Any] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals or not key:
            raise ValueError(f"an option is written name=value, not {text!r}")
        try:
            options[key] = json.loads(value)
        except ValueError:
            options[key] = value
    return options
