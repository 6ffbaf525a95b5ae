"""Nimalia for the terminal: reserves, objectives and hands as text, from what `view` shows and nothing else."""

import textwrap
from typing import TYPE_CHECKING, Any

from baobab.core.draw import APART, FREE, WIDTH, cell_words, headline, mover, packed, paragraphs, seat_notes
from baobab.games.nimalia.actions import SLOTS
from baobab.games.nimalia.cards import BIOMES, SPECIES
from baobab.games.nimalia.glyphs import SPECIES_LETTERS
from baobab.games.nimalia.objectives import NUM_ROUNDS
from baobab.games.nimalia.picture import draw_picture
from baobab.games.nimalia.state import HAND_CARDS, SIDE
from baobab.games.nimalia.view import card_squares, view

if TYPE_CHECKING:
    from baobab.core.game import Game

RESERVE_WIDTH = 2 + 3 * SIDE


def draw_text(game: "Game", row: Any, viewer: int | None) -> str:
    """The game as `viewer` may see it (a seat, None for a spectator, EVERYTHING), without colour codes."""
    seen = view(game, row, viewer)
    parts = [
        [headline(game, seen, _decision)],
        _reserves(seen),
        [_legend()],
        _objectives(seen),
        _hands(game, seen),
        _unseen(seen),
        _rounds(seen),
    ]
    return paragraphs(parts)


def draw_svg(game: "Game", row: Any, viewer: int | None) -> str:
    """The game as `viewer` may see it (a seat, None for a spectator, EVERYTHING), as the text of an SVG picture."""
    seen = view(game, row, viewer)
    cards = {card: card_squares(game, card, 0) for seat in seen["seats"] for card in seat["hand"] or ()}
    return draw_picture(seen, cards, title=headline(game, seen, _decision))


def square_code(square: dict[str, Any]) -> str:
    """Two signs for a square: the animal's letter; an otter's biome and its river."""
    if square["river"] is None:
        return f"{SPECIES_LETTERS[square['species']]} "
    return f"{square['biome'][0]}{square['river']}"


# --- Parts ------------------------------------------------------------------------------------------------


def _decision(seen: dict[str, Any]) -> str:
    clock = f"round {seen['round']} of {NUM_ROUNDS}, step {seen['step']} of {HAND_CARDS}, hands go {seen['passing']}"
    if seen["player"] is not None:
        return f"{clock}; {mover(seen)} is to place a card"
    return f"{clock}; {'all are to place a card' if seen['viewer'] is None else 'you have chosen, the others choose'}"


def _reserves(seen: dict[str, Any]) -> list[str]:
    """The reserves side by side, rows and columns as the names of actions count them."""
    blocks = []
    for seat in seen["seats"]:
        number = seat["seat"]
        notes = seat_notes(seen, number, *["has chosen"] * (seat["choice"] is not None))
        lines = [f"Seat {number}, {seat['score']} points", ", ".join(notes)]
        lines.append("  " + "".join(f"{column:>2} " for column in range(SIDE)))
        codes = {tuple(square["at"]): square_code(square) for square in seat["reserve"]}
        for row in range(SIDE):
            line = "".join(f" {codes.get((row, column), f'{FREE} ')}" for column in range(SIDE))
            lines.append(f"{row} {line}")
        height, width = seat["box"]
        lines.append(f"  {height} × {width}, {seat['largest_species']} of a kind")
        blocks.append([f"{line:<{RESERVE_WIDTH}}" for line in lines])
    return [APART.join(lines) for lines in zip(*blocks, strict=True)]


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
            lines.append(f"  chosen: card {choice['card']} turned {choice['turns']} at {cell_words(choice['at'])}")
    return lines


def _unseen(seen: dict[str, Any]) -> list[str]:
    """The cards to come, where nothing is hidden; else how many the viewer has seen."""
    if seen["unseen"] is not None:
        return [f"{len(seen['played'])} cards played, {len(seen['unseen'])} not seen yet"]
    lines = ["Cards to come, by seat:"] if seen["deck"] else []
    for number, hands in enumerate(seen["deck"], start=NUM_ROUNDS - len(seen["deck"]) + 1):
        lines += packed(f"Round {number}:  ", [", ".join(map(str, sorted(hand))) for hand in hands], gap=APART)
    return lines


def _rounds(seen: dict[str, Any]) -> list[str]:
    """What the rounds that are over gave: the points of each objective, and the total."""
    lines = []
    for number, scored in enumerate(seen["rounds"], start=1):
        pairs = zip(scored["points"], scored["totals"], strict=True)
        seats = [f"{' '.join(f'{points:+d}' for points in part)} → {total}" for part, total in pairs]
        lines += packed(f"Round {number} ({', '.join(scored['scored'])}):  ", seats, gap=APART)
    return lines
