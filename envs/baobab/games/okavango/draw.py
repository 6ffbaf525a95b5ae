"""Okavango for the terminal: the table as text, from what `view` shows and nothing else."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from baobab.core.draw import headline, mover, packed, paragraphs, seat_notes
from baobab.core.view import OVER
from baobab.games.okavango.cards import KIND_NAMES, SPECIES
from baobab.games.okavango.picture import draw_picture
from baobab.games.okavango.view import REFILL, view

if TYPE_CHECKING:
    from baobab.core.game import Game

WHITE_SPACE, DARK_SPACE = "o", "x"
ASKS = {
    "turn": "swap, drink or pass",
    "swap": "choose what the ranger at {pool} stands for",
    "drink": "drink or pass after the swap at {swapped}",
    "herd": "choose a species for {pool}",
    "size": "choose the size of the group for {pool}",
    "rangers": "choose the rangers of the group for {pool}",
    "animal": "choose the next animal for {pool}",
    "river": "take from the river",
}
"""What the seat to move is to do, by phase."""


def draw_text(game: "Game", row: Any, viewer: int | None) -> str:
    """The table as `viewer` may see it (a seat, None for a spectator, EVERYTHING), without colour codes."""
    seen = view(game, row, viewer)
    head = [headline(game, seen, _decision), *_notes(seen)]
    return paragraphs([head, _pools(seen), _waters(seen), _seats(seen), _own(seen)])


def draw_svg(game: "Game", row: Any, viewer: int | None) -> str:
    """The table as `viewer` may see it (a seat, None for a spectator, EVERYTHING), as the text of an SVG picture."""
    seen = view(game, row, viewer)
    return draw_picture(seen, title=headline(game, seen, _decision))


# --- Parts ------------------------------------------------------------------------------------------------


def _decision(seen: dict[str, Any]) -> str:
    if seen["phase"] == REFILL:
        return f"the river is filled up after the turn of seat {seen['player']}"
    pool = seen["group"]["pool"] if seen["group"] else ""
    return f"{mover(seen)} is to {ASKS[seen['phase']].format(pool=pool, swapped=seen['swapped'])}"


def _notes(seen: dict[str, Any]) -> list[str]:
    """The round, what ends the game, and what the turn has done so far."""
    notes = [f"round {seen['rounds'] + 1}, begun by seat {seen['first']}"]
    if seen["phase"] == OVER:
        notes = [f"{seen['rounds']} whole rounds, begun by seat {seen['first']}"]
    if seen["ending"]:
        notes.append("all white spaces that count are full: the last round")
    if seen["empty_passes"]:
        passes = seen["empty_passes"]
        notes.append(f"{passes} pass{'es' if passes > 1 else ''} in a row on an empty river")
    if seen["swapped"]:
        notes.append(f"{seen['swapped']} is closed after the swap")
    lines = packed("", notes, gap="; ")
    group = seen["group"]
    if group is not None and group["size"]:
        species = ", ".join(group["species"]) or "species to be chosen"
        rangers = "" if group["rangers"] is None else f", {group['rangers']} of them rangers"
        lines.append(f"Group for {group['pool']}: {group['size']} tiles{rangers}: {species}")
    elif group is not None and group["species"]:
        lines.append(f"Group for {group['pool']}: {', '.join(group['species'])}")
    return lines


def _pools(seen: dict[str, Any]) -> list[str]:
    """A line a pool: its value, its spaces and the tiles there."""
    lines = [f"{'Pool':<8} {'scores':<8} {'spaces':<14} tiles (white spaces {WHITE_SPACE}, dark {DARK_SPACE}; # taken)"]
    for pool in seen["pools"]:
        count = sum(pool["tiles"].values())
        taken = "#" * count
        spaces = taken + (WHITE_SPACE * pool["white"] + DARK_SPACE * pool["dark"])[count:]
        values = " ".join(str(value) for value in pool["values"])
        what = "dry" if pool["dry"] else _listed(pool["tiles"])
        lines += packed(f"{pool['pool']:<8} {values:<8} {'' if pool['dry'] else spaces:<14} ", [what])
    return lines


def _waters(seen: dict[str, Any]) -> list[str]:
    lines = packed("River: ", _names(seen["river"]), none="empty")
    lines.append(f"Bag:   {seen['bag']} tile{'' if seen['bag'] == 1 else 's'}")
    if seen["bag_tiles"] is not None:
        lines[-1] += ":"
        lines += packed("       ", _names(seen["bag_tiles"]), none="empty")
    elif seen["in_bag"]:
        lines += packed("       surely in it: ", _names(seen["in_bag"]))
    for arm in seen["dry_arms"]:
        lines += packed("       a dry arm gave it: ", _names(arm["returned"]))
        if arm["drawn"]:
            lines += packed("       … drawn since: ", _names(arm["drawn"]))
    return lines


def _seats(seen: dict[str, Any]) -> list[str]:
    lines = [f"{'Seat':<17} points  tiles  known to all"]
    for seat in seen["seats"]:
        number = seat["seat"]
        name = f"{number} {', '.join(seat_notes(seen, number))}"
        start = f"{name:<17} {seat['points']:>6}  {seat['tiles']:>5}  "
        known = _names(seat["known"])
        if seat["unknown"]:
            known.append(f"{seat['unknown']} unknown")
        lines += packed(start, known, none="–")
    return lines


def _own(seen: dict[str, Any]) -> list[str]:
    """The reserves that the viewer knows by rank, and the tiles that it has not located."""
    lines = []
    for seat in seen["seats"]:
        if seat["reserve"] is not None:
            owner = "Your reserve:" if seat["seat"] == seen["viewer"] else f"Reserve of {seat['seat']}:"
            lines += packed(f"{owner:<14} ", _names(seat["reserve"], ranks=True), none="empty")
    if seen["unlocated"]:
        lines += packed(f"{'Not located:':<14} ", _names(seen["unlocated"]))
    return lines


def _names(tiles: Mapping[str, int], *, ranks: bool = False) -> list[str]:
    """The tiles by kind, with their ranks from 1 where asked."""
    names = []
    for kind in KIND_NAMES:
        if kind in tiles:
            rank = f"{SPECIES.index(kind) + 1} " if ranks and kind in SPECIES else ""
            names.append(f"{rank}{kind}{f' ×{tiles[kind]}' if tiles[kind] > 1 else ''}")
    return names


def _listed(tiles: Mapping[str, int]) -> str:
    return ", ".join(_names(tiles))
