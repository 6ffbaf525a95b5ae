"""Nimalia for the terminal: reserves, objectives and hands as text, from what `view` shows and nothing else."""

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from baobab.games.nimalia.actions import SLOTS
from baobab.games.nimalia.cards import BIOMES, SPECIES
from baobab.games.nimalia.glyphs import SPECIES_LETTERS
from baobab.games.nimalia.objectives import NUM_ROUNDS
from baobab.games.nimalia.picture import draw_picture
from baobab.games.nimalia.state import HAND_CARDS, SIDE
from baobab.games.nimalia.view import OVER, card_squares, view

if TYPE_CHECKING:
    from baobab.core.game import Game

WIDTH = 100
"""Columns that the text keeps to."""
FREE = "·"
GAP = "   "
RESERVE_WIDTH = 2 + 3 * SIDE


def draw_text(game: "Game", row: Any, viewer: int | None) -> str:
    """The game as `viewer` may see it (a seat, None for a spectator, EVERYTHING), without colour codes."""
    seen = view(game, row, viewer)
    parts = [
        [headline(game, seen)],
        _reserves(seen),
        [_legend()],
        _objectives(seen),
        _hands(game, seen),
        _unseen(seen),
        _rounds(seen),
    ]
    return "\n".join("\n".join(line.rstrip() for line in lines) + "\n" for lines in parts if lines)


def draw_svg(game: "Game", row: Any, viewer: int | None) -> str:
    """The game as `viewer` may see it (a seat, None for a spectator, EVERYTHING), as the text of an SVG picture."""
    seen = view(game, row, viewer)
    cards = {card: card_squares(game, card, 0) for seat in seen["seats"] for card in seat["hand"] or ()}
    return draw_picture(seen, cards, title=headline(game, seen))


def headline(game: "Game", seen: dict[str, Any]) -> str:
    """Which game, and who is to choose in which step, or who has won."""
    start = f"{game.title}, {len(seen['seats'])} players"
    if seen["phase"] == OVER:
        winners = seen["result"]["winners"]
        names = " and ".join(str(seat) for seat in winners)
        points = seen["result"]["scores"][winners[0]]
        won = f"seat {names} wins" if len(winners) == 1 else f"seats {names} share the win"
        return f"{start}: {won} with {points} points"
    clock = f"round {seen['round']} of {NUM_ROUNDS}, step {seen['step']} of {HAND_CARDS}, hands go {seen['passing']}"
    you = " (you)" if seen["player"] == seen["viewer"] else ""
    return f"{start}: {clock}; seat {seen['player']}{you} is to place a card"


def square_code(square: dict[str, Any]) -> str:
    """Two signs for a square: the animal's letter; an otter's biome and its river."""
    if square["river"] is None:
        return f"{SPECIES_LETTERS[square['species']]} "
    return f"{square['biome'][0]}{square['river']}"


# --- Parts ------------------------------------------------------------------------------------------------


def _reserves(seen: dict[str, Any]) -> list[str]:
    """The reserves side by side, rows and columns as the names of actions count them."""
    blocks = []
    for seat in seen["seats"]:
        number = seat["seat"]
        notes = ["you"] * (number == seen["viewer"]) + ["to move"] * (number == seen["player"])
        notes += ["has chosen"] * seat["chosen"]
        if seen["result"] is not None:
            notes.append(f"rank {seen['result']['ranks'][number]}")
        lines = [f"Seat {number}, {seat['score']} points", ", ".join(notes)]
        lines.append("  " + "".join(f"{column:>2} " for column in range(SIDE)))
        codes = {tuple(square["at"]): square_code(square) for square in seat["reserve"]}
        for row in range(SIDE):
            line = "".join(f" {codes.get((row, column), f'{FREE} ')}" for column in range(SIDE))
            lines.append(f"{row} {line}")
        height, width = seat["box"]
        lines.append(f"  {height} × {width}, {seat['largest_species']} of a kind")
        blocks.append([f"{line:<{RESERVE_WIDTH}}" for line in lines])
    return [GAP.join(lines) for lines in zip(*blocks, strict=True)]


def _legend() -> str:
    animals = ", ".join(f"{SPECIES_LETTERS[species]} {species.replace('_', ' ')}" for species in SPECIES[:-1])
    otters = ", ".join(f"{biome[0]}/" for biome in BIOMES[:-1])
    return (
        f"{animals}\nOtters: {otters} or with \\: savanna, jungle, ice with a river that rises or falls. {FREE} free."
    )


def _objectives(seen: dict[str, Any]) -> list[str]:
    """The objectives: what each seat would get now, when it is scored, and the text."""
    seats = " ".join(f"{seat['seat']:>4}" for seat in seen["seats"])
    lines = [f"{'Worth now to':<14} {seats}   scored"]
    for objective in seen["objectives"]:
        colour = objective["colour"]
        values = " ".join(f"{seat['values'][colour]:>4}" for seat in seen["seats"])
        later = f"{objective['later']} later" if objective["later"] else ""
        scored = ", ".join(["now"] * objective["now"] + [later] * bool(later)) or "–"
        start = f"{colour + ' ' + str(objective['number']):<14} {values}   "
        lines += textwrap.wrap(
            f"{scored}: {objective['text']}", WIDTH, initial_indent=start, subsequent_indent=" " * (len(start) + 2)
        )
    for what in seen["seats"][0]["counted"]:
        counts = " ".join(f"{seat['counted'][what]:>4}" for seat in seen["seats"])
        lines.append(f"{what:<14} {counts}")
    return lines


def _hands(game: "Game", seen: dict[str, Any]) -> list[str]:
    lines = []
    for seat in seen["seats"]:
        if not seat["hand"]:
            continue
        own = seat["seat"] == seen["viewer"]
        lines.append("Your hand:" if own else f"Hand of seat {seat['seat']}:")
        heads, tops, bottoms = [], [], []
        for slot, card in enumerate(seat["hand"]):
            codes = [square_code(square) for square in card_squares(game, card, 0)]
            heads.append(f"{f'{SLOTS[slot]} (card {card})':<18}")
            tops.append(f"  {codes[0]} {codes[1]:<13}")
            bottoms.append(f"  {codes[2]} {codes[3]:<13}")
        lines += [f"  {''.join(part)}" for part in (heads, tops, bottoms)]
        if seat["choice"] is not None:
            choice = seat["choice"]
            lines.append(f"  chosen: card {choice['card']} turned {choice['turns']} at {_place(choice['at'])}")
    return lines


def _unseen(seen: dict[str, Any]) -> list[str]:
    """The cards to come, where nothing is hidden; else how many the viewer has seen."""
    if seen["unseen"] is not None:
        return [f"{len(seen['played'])} cards played, {len(seen['unseen'])} not seen yet"]
    lines = ["Cards to come, by seat:"] if seen["deck"] else []
    for number, hands in enumerate(seen["deck"], start=NUM_ROUNDS - len(seen["deck"]) + 1):
        lines += _packed(f"Round {number}:  ", [", ".join(map(str, sorted(hand))) for hand in hands])
    return lines


def _rounds(seen: dict[str, Any]) -> list[str]:
    """What the rounds that are over gave: the points of each objective, and the total."""
    lines = []
    for number, scored in enumerate(seen["rounds"], start=1):
        pairs = zip(scored["points"], scored["totals"], strict=True)
        seats = [f"{' '.join(f'{points:+d}' for points in part)} → {total}" for part, total in pairs]
        lines += _packed(f"Round {number} ({', '.join(scored['scored'])}):  ", seats)
    return lines


def _packed(start: str, entries: Sequence[str], *, gap: str = "   ") -> list[str]:
    """The entries after `start`, on as few lines as they need; later ones begin below the first entry."""
    lines = [start + entries[0]]
    for entry in entries[1:]:
        if len(lines[-1]) + len(gap) + len(entry) <= WIDTH:
            lines[-1] += gap + entry
        else:
            lines.append(" " * len(start) + entry)
    return lines


def _place(at: list[int]) -> str:
    return f"{at[0]},{at[1]}"
