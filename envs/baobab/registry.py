"""Names of games and where they live; a game is imported when it is first loaded.

A game of Baobab's own is one folder under `baobab/games`, its stub `<game>_v<version>.py` and one line here. A game of
somebody else is a package with an entry point, read here without importing it (docs/make-your-own-game.md):

    [project.entry-points."baobab.games"]
    liars_dice = "liars_dice"                    # name -> module that has make_game(**options) -> Game
"""

import json
import logging
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from baobab.core.game import Game

GAME_GROUP = "baobab.games"
"""Entry points that bring a game. One of version 1 and later is named with it, `dice_v1`, as its id is."""

_NAME = re.compile(r"(?P<name>[a-z][a-z0-9]*(?:_[a-z0-9]+)*?)(?:_v(?P<version>[0-9]+))?")
_logger = logging.getLogger("baobab")


@dataclass(frozen=True)
class Listing:
    """Where a game is, before it is imported."""

    name: str
    version: int
    home: str  # the module whose `make_game` makes it
    package: str  # the distribution that brings it
    fault: str = ""  # why it cannot be loaded, where that is known already

    @property
    def id(self) -> str:
        """`kenya_v0`."""
        return f"{self.name}_v{self.version}"

    @classmethod
    def read(cls, point: EntryPoint) -> "Listing":
        """The game of an entry point."""
        package = "an unknown package" if point.dist is None else point.dist.name
        match = _NAME.fullmatch(point.name)
        if match is None:
            fault = "its name is not small letters and digits in words with _ between them"
            return cls(point.name, 0, point.value, package, fault)
        return cls(match["name"], int(match["version"] or 0), point.value, package)


BUILT_IN = tuple(
    Listing(name, 0, f"baobab.games.{name}", "baobab") for name in ("kenya", "nimalia", "okavango", "savernake")
)
"""Baobab's own games: those of its benchmark."""


def find_games(points: Iterable[EntryPoint]) -> dict[str, Listing]:
    """The built-in games and those of these entry points by name; one with a fault is listed with it.

    A name that two packages claim is nobody's.
    """
    found = {listing.name: listing for listing in BUILT_IN}
    for listing in sorted(map(Listing.read, points), key=lambda one: (one.package, one.name)):
        other = found.get(listing.name, listing)
        if other != listing:
            claims = " and by ".join(f"{one.package} ({one.home}, version {one.version})" for one in (other, listing))
            listing = Listing(
                other.name, other.version, other.home, other.package, f"it is claimed by {claims}: uninstall one"
            )
        found[listing.name] = listing
    return dict(sorted(found.items()))


LISTINGS: Mapping[str, Listing] = MappingProxyType(find_games(entry_points(group=GAME_GROUP)))
"""Every game by name, as far as it is known without importing it."""
GAMES: Mapping[str, str] = MappingProxyType({name: listing.home for name, listing in LISTINGS.items()})
"""Game name -> module that has `make_game(**options) -> Game`."""


def load_game(name: str, /, **options: Any) -> "Game":
    """The game of this name (`"kenya"` or `"kenya_v0"`) with rule options; the same object for the same options.

    Nothing is compiled before it is first used, and then once per build. ValueError names what is known where the name,
    the version, an option or its value is not; ImportError tells what is wrong with the package of a game from outside.
    """
    match = _NAME.fullmatch(name)
    listing = LISTINGS.get(match["name"] if match else name)
    if listing is None:
        raise ValueError(f"no game {name!r}; there are {', '.join(LISTINGS)}{nearest(name, LISTINGS)}")
    _check_home(listing)
    try:
        key = json.dumps(options, sort_keys=True)  # equal values of other types (9, 9.0, true) stay apart
    except TypeError as error:
        raise ValueError(f"an option's value is a number, a text, or lists and tables of them: {error}") from None
    from baobab.core.game import open_game

    game = open_game(listing.home, key)
    if (game.name, game.version) != (listing.name, listing.version):
        raise ImportError(_broken(listing, f"the entry point is for {listing.id}, but make_game() gives {game.id}"))
    if match and match["version"] not in (None, str(game.version)):
        raise ValueError(f"{game.name} is at version {game.version}, not {match['version']!r}")
    return game


def load_games() -> "list[Game]":
    """Every game that can be loaded, by name; of the others the log says what is wrong."""
    games = []
    for name in LISTINGS:
        try:
            games.append(load_game(name))
        except Exception as error:  # noqa: BLE001 - a package of somebody else: it may not hinder the others
            _logger.warning("baobab: %s", error)
    return games


def nearest(name: str, known: Iterable[str]) -> str:
    """What may have been meant by a name that there is not, for an error; empty where none is near."""
    found = get_close_matches(name, known, 1)
    return f" (did you mean {found[0]}?)" if found else ""


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


def _check_home(listing: Listing) -> None:
    """ImportError unless the module of a game can be imported and makes games."""
    if listing.fault:
        raise ImportError(_broken(listing, listing.fault))
    try:
        module = import_module(listing.home)
    except Exception as error:
        raise ImportError(_broken(listing, f"{type(error).__name__}: {error}")) from error
    if not callable(getattr(module, "make_game", None)):
        raise ImportError(_broken(listing, "the module has no function make_game"))


def _broken(listing: Listing, why: str) -> str:
    return f"the game {listing.name!r} of the package {listing.package} ({listing.home}) cannot be loaded: {why}"
