"""Kenya for the terminal: the table as text, from what `view` shows and nothing else."""

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from baobab.core.draw import APART, FREE, cell_words, headline, mover, packed, paragraphs, seat_notes
from baobab.core.view import OVER
from baobab.games.kenya.cards import CLANS, KIND_NAMES
from baobab.games.kenya.glyphs import CLAN_LETTERS
from baobab.games.kenya.picture import draw_picture
from baobab.games.kenya.view import UNKNOWN_ANIMAL, UNKNOWN_BROWN, clans_shown, view

if TYPE_CHECKING:
    from baobab.core.game import Game

UNKNOWN_CODES = {UNKNOWN_ANIMAL: "??", UNKNOWN_BROWN: "?!"}
SPECIAL_CODES = {"meerkat": "Me", "lion": "Li", "elephant": "El", "rhinoceros": "Rh", "water": "Wa"}
ASKS = {
    "draw": "draw a visible card",
    "card": "choose a card to place",
    "cell": "choose where to place the {selected}",
    "face": "choose the face of the {selected} at {pending}",
    "take": "take a card for the meerkat",
    "push": "choose the card that the rhinoceros at {pending} moves",
}
"""What the seat to move is to do, by phase."""
LEGEND = (
    ("ZG", "face up"),
    ("zg", "under a Baobab that you know"),
    ("??", "unknown Baobab"),
    ("ZZ", "brown card"),
    ("+", "covers a card"),
    (">", "placed last"),
    ("[ ]", "acts now"),
    (FREE, "free to place"),
)


def draw_text(game: "Game", row: Any, viewer: int | None) -> str:
    """The table as `viewer` may see it (a seat, None for a spectator, EVERYTHING), without colour codes."""
    seen = view(game, row, viewer)
    parts = [
        [headline(game, seen, _decision)],
        _board(seen),
        _legend(),
        _points(seen),
        _seats(seen),
        _stocks(seen),
        _hands(seen),
    ]
    return paragraphs(parts)


def draw_svg(game: "Game", row: Any, viewer: int | None) -> str:
    """The table as `viewer` may see it (a seat, None for a spectator, EVERYTHING), as the text of an SVG picture."""
    seen = view(game, row, viewer)
    return draw_picture(seen, title=headline(game, seen, _decision))


def card_code(card: str, *, hidden: bool = False) -> str:
    """Two letters for a card: clans by their letters, small where the card lies hidden; `??` for an unknown one."""
    if card in UNKNOWN_CODES:
        return UNKNOWN_CODES[card]
    if card in SPECIAL_CODES:
        return SPECIAL_CODES[card]
    code = "".join(CLAN_LETTERS[clan] for clan in clans_shown(card))
    return code.lower() if hidden else code


# --- Parts ------------------------------------------------------------------------------------------------


def _decision(seen: dict[str, Any]) -> str:
    asks = ASKS[seen["phase"]].format(selected=seen["selected"], pending=cell_words(seen["pending"]))
    return f"{mover(seen)} is to {asks}"


def _board(seen: dict[str, Any]) -> list[str]:
    """The occupied cells and those where a card may be placed, with rows and columns as records count them."""
    free = f" {'' if seen['phase'] == OVER else FREE:<3}"
    cells: dict[tuple[int, int], str] = dict.fromkeys(((row, column) for row, column in seen["open"]), free)
    for card in seen["savanna"]:
        code = card_code(card["card"], hidden=card.get("face") == "baobab")
        row, column = card["at"]
        cells[row, column] = f" {code}{'+' if card['under'] else ' '}"
    if seen["last"] is not None:
        row, column = seen["last"]
        cells[row, column] = f">{cells[row, column][1:]}"
    if seen["pending"] is not None:
        row, column = seen["pending"]
        cells[row, column] = f"[{cells[row, column][1:3]}]"
    rows = [at[0] for at in cells]
    columns = [at[1] for at in cells]
    across = range(min(columns), max(columns) + 1)
    lines = ["     " + "".join(f"{column:>3} " for column in across).rstrip()]
    for row in range(min(rows), max(rows) + 1):
        line = "".join(cells.get((row, column), "    ") for column in across)
        lines.append(f"{row:>4} {line}".rstrip())
    return lines


def _legend() -> list[str]:
    signs = [f"{sign} {meaning}" for sign, meaning in LEGEND]
    return [
        *packed("", signs, gap=APART),
        *packed("", [f"{code} {card}" for card, code in SPECIAL_CODES.items()], gap=APART),
    ]


def _points(seen: dict[str, Any]) -> list[str]:
    points = [f"{CLAN_LETTERS[clan]} {clan} {seen['clan_points'][clan]}" for clan in CLANS]
    return packed("Points:  ", points, gap=APART)


def _seats(seen: dict[str, Any]) -> list[str]:
    lines = [f"{'Seat':<17} {'clan':<11} points  hand  brown   took, and nobody has seen since"]
    for seat in seen["seats"]:
        number = seat["seat"]
        name = f"{number} {', '.join(seat_notes(seen, number))}"
        points = "?" if seat["points"] is None else seat["points"]
        brown = "–" if seat["brown_place"] is None else f"no. {seat['brown_place']}"
        start = f"{name:<17} {seat['clan'] or '?':<11} {points:>6}  {seat['hand_size']:>4}  {brown:<6}  "
        lines += packed(start, [*_counted(seat["taken"]), *_blind(seat)], none="–")
    return lines


def _blind(seat: dict[str, Any]) -> list[str]:
    """The cards that a seat drew blind, with how many had been placed then."""
    return [f"?? after {placed} placed" for placed in seat["blind_after"]]


def _stocks(seen: dict[str, Any]) -> list[str]:
    lines = packed("Visible stock: ", _counted(seen["visible"]), none="empty")
    lines.append(f"Hidden stock:  {seen['hidden']} card{'' if seen['hidden'] == 1 else 's'}")
    if seen["stock"]:
        lines += packed("In this order: ", [card_code(card) for card in seen["stock"]], gap=" ")
    if seen["unseen"]:
        unseen = [f"{card_code(card)}{f'×{count}' if count > 1 else ''}" for card, count in seen["unseen"].items()]
        lines += packed("Not yet seen:  ", unseen, gap=" ")
    return lines


def _hands(seen: dict[str, Any]) -> list[str]:
    lines = []
    for seat in seen["seats"]:
        if seat["hand"] is not None:
            owner = "Your hand:" if seat["seat"] == seen["viewer"] else f"Hand of {seat['seat']}:"
            lines += packed(f"{owner:<14} ", _counted(seat["hand"]), none="empty")
    return lines


def _counted(cards: Iterable[str]) -> list[str]:
    """The cards with their codes, equal ones once."""
    counts = Counter(cards)
    order = sorted(counts, key=KIND_NAMES.index)
    return [f"{card_code(card)} {card}{f' ×{counts[card]}' if counts[card] > 1 else ''}" for card in order]
