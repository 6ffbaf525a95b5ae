"""Positions of Kenya built by hand, and the small words in which the tests speak of them.

A table is a text, one card a line, from the first to the last that was placed:

    0,0 lion
    0,1 zebra+giraffe            face up
    1,1 gazelle+giraffe baobab 1 face Baobab, placed by seat 1 and known to it alone
    1,1 zebra+baboon baobab 0 seen   on top of it; all have seen it

Cells are row,column with the first card at 0,0 and rows downwards, as records write them.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tests.games.kenya.slow import Cell, Laid, SlowKenya, read_cell
from tests.playing import asked, legal

from baobab.core.game import Game
from baobab.core.record import Rows
from baobab.games.kenya.actions import cell_at as cell_of
from baobab.games.kenya.actions import find_cell
from baobab.games.kenya.cards import BROWN, CLANS, ELEPHANT, KIND_NAMES, LION, WATER
from baobab.games.kenya.check import audit_table, count_points
from baobab.games.kenya.rules import NUM_DIRECTIONS, clear, cover, lay, touch
from baobab.games.kenya.scoring import count_cell
from baobab.games.kenya.state import ALL_SEATS, BAOBAB, CHOOSING, DRAWING, DRAWN_BLIND, EMPTY, UP

FACES = {UP: "up", BAOBAB: "baobab"}
Taken = tuple[int, str, int]
"""A seat, the card that it took ("blind" where nobody saw it), and how many cards had been placed then."""
BLIND = "blind"


def deck(counts: Mapping[str, int]) -> dict[str, int]:
    """The `cards` option for a deck of these green cards and no others."""
    return {**dict.fromkeys(KIND_NAMES[:BROWN], 0), **counts}


# --- Building ---------------------------------------------------------------------------------------------


def position(
    game: Game,
    table: str,
    *,
    clans: Sequence[str] = ("zebra", "wildebeest"),
    hands: Sequence[str] = (),
    visible: str = "",
    stock: str = "",
    rest: bool = False,
    taken: Sequence[Taken] = (),
    player: int = 0,
) -> Rows:
    """The `[1]` array of a turn that begins with this table; seats without a hand hold their brown card alone.

    The hidden stock is `stock` and then, with `rest`, every card of the game that is nowhere else. A brown card is
    in the hand unless it lies on the table.
    """
    rows = game.start(len(clans), seed=0)
    row, params = rows[0], game.params[0]
    clear(row, len(clans))
    row.clan[: len(clans)] = [CLANS.index(clan) for clan in clans]
    lines = table.strip().splitlines()
    cells = [read_cell(line.split()[0]) for line in lines]
    row.low_row, row.high_row = min(cell[0] for cell in cells), max(cell[0] for cell in cells)
    row.low_column, row.high_column = min(cell[1] for cell in cells), max(cell[1] for cell in cells)
    for line in lines:
        _lay_line(game, row, line)
    for place in range(row.num_occupied):
        cell = int(row.occupied[place])
        if row.card[cell] in (LION, ELEPHANT, WATER):
            for direction in range(NUM_DIRECTIONS):
                touch(row, int(row.card[cell]), int(params.neighbour[cell, direction]))
    row.clan_score[:] = 0
    for place in range(row.num_occupied):
        count_cell(params, row, int(row.occupied[place]), 1)
    for seat, hand in enumerate(hands):
        for card in hand.split():
            row.hands[seat, KIND_NAMES.index(card)] += 1
    row.hand_size[:] = row.hands.sum(axis=1)
    for card in visible.split():
        row.visible[KIND_NAMES.index(card)] += 1
    row.num_visible = row.visible.sum()
    coming = [KIND_NAMES.index(card) for card in stock.split()]
    row.stock[: len(coming)] = coming
    row.stock_end = len(coming)
    if rest:
        left = np.repeat(np.arange(BROWN), game.params[0].counts[:BROWN] - _placed_greens(row))
        row.stock[len(coming) : len(coming) + len(left)] = left
        row.stock_end = len(coming) + len(left)
    for entry, (seat, card, time) in enumerate(taken):
        kind = DRAWN_BLIND if card == BLIND else KIND_NAMES.index(card)
        row.taken_seat[entry], row.taken_kind[entry], row.taken_time[entry] = seat, kind, time
    row.num_taken = len(taken)
    row.player = player
    row.phase = DRAWING if row.num_visible > 0 else CHOOSING
    row.opening = 1
    assert_sound(game, rows)
    return rows


def _lay_line(game: Game, row: Rows, line: str) -> None:
    """One line of a table."""
    at, name, *words = line.split()
    kind, cell = KIND_NAMES.index(name), cell_at(row, at)
    down = "baobab" in words
    seats = [int(word) for word in words if word.isdigit()]
    owner = seats[0] if seats else EMPTY
    if kind >= BROWN:
        owner = row.clan.tolist().index(kind - BROWN)
        row.hands[owner, BROWN] = 0
        row.brown_order[owner] = row.num_browns
        row.brown_seen[owner] = 0 if down and "seen" not in words else 1
        row.num_browns += 1
    if row.card[cell] != EMPTY:
        cover(row, cell)
    known = 1 << owner if down and "seen" not in words else ALL_SEATS
    lay(game.params[0], row, cell, kind, BAOBAB if down else UP, known, owner)
    row.placements += 1


def assert_sound(game: Game, rows: Rows) -> None:
    """What is kept for speed (points, what touches a cell, the frontier) is what the table shows."""
    assert audit_table(game.params[0], rows[0]) == 0
    for clan in range(len(CLANS)):
        assert count_points(game.params[0], rows[0], clan) == rows[0].clan_score[clan]


def _placed_greens(row: Rows) -> NDArray[np.int64]:
    """How many green cards of each kind are somewhere already, `[20]`."""
    placed: NDArray[np.int64] = row.visible + row.hands[:, :BROWN].sum(axis=0)
    covered = row.covered[: row.num_covered, 0]
    for cards in (row.card, covered, row.stock[: row.stock_end]):
        placed = placed + np.bincount(cards[(cards >= 0) & (cards < BROWN)], minlength=BROWN)
    return placed


# --- Playing ----------------------------------------------------------------------------------------------


def cell_at(row: Any, at: str) -> int:
    """The cell of "-1,2" in a state."""
    cell = find_cell(read_cell(at), row)
    assert cell is not None
    return cell


def at(rows: Rows, cell: str) -> str:
    """The card that shows on a cell and its face, "" where none lies: "lion up"."""
    place = cell_at(rows[0], cell)
    kind = int(rows[0].card[place])
    return "" if kind == EMPTY else f"{KIND_NAMES[kind]} {FACES[int(rows[0].face[place])]}"


def points(rows: Rows, clan: str) -> int:
    """What a clan has on the savanna."""
    return int(rows[0].clan_score[CLANS.index(clan)])


def hand(rows: Rows, seat: int) -> list[str]:
    """A seat's hand cards by kind; its own brown card is "brown"."""
    names = (*KIND_NAMES[:BROWN], "brown")
    return [names[kind] for kind, count in enumerate(rows[0].hands[seat]) for _ in range(count)]


def visible(rows: Rows) -> list[str]:
    """The visible stock by kind."""
    return [KIND_NAMES[kind] for kind, count in enumerate(rows[0].visible) for _ in range(count)]


def hidden(rows: Rows) -> list[str]:
    """The hidden stock in the order of coming."""
    return [KIND_NAMES[kind] for kind in rows[0].stock[rows[0].stock_next : rows[0].stock_end]]


def taken(rows: Rows) -> list[Taken]:
    """The cards that all saw being taken and none has seen since: seat, card, when."""
    row = rows[0]
    return [
        (int(row.taken_seat[entry]), KIND_NAMES[row.taken_kind[entry]], int(row.taken_time[entry]))
        for entry in range(row.num_taken)
        if row.taken_kind[entry] != DRAWN_BLIND
    ]


def drawn_blind(rows: Rows) -> list[tuple[int, int]]:
    """The cards drawn blind that nobody else has seen since: seat, and how many cards had been placed then."""
    row = rows[0]
    return [
        (int(row.taken_seat[entry]), int(row.taken_time[entry]))
        for entry in range(row.num_taken)
        if row.taken_kind[entry] == DRAWN_BLIND
    ]


def observe(game: Game, rows: Rows, viewer: int) -> NDArray[np.integer]:
    """The observation `[D]` of a seat."""
    out = np.zeros((1, game.observation.size), game.observation.dtype)
    game.kernels.encode_many(game.params, rows, np.array([viewer], np.int8), out)
    seen: NDArray[np.integer] = out[0]
    return seen


# --- Beside the slow game ---------------------------------------------------------------------------------


def slow_twin(game: Game, rows: Rows) -> SlowKenya:
    """The same game at its start, played slowly."""
    row = rows[0]
    players = int(row.num_players)
    return SlowKenya(
        [CLANS[clan] for clan in row.clan[:players]],
        hands=[[card for card in hand(rows, seat) if card != "brown"] for seat in range(players)],
        start=KIND_NAMES[row.card[row.occupied[0]]],
        visible=visible(rows),
        hidden=hidden(rows),
        first=int(row.player),
        side=int(game.options["table"]),
        browns_are_animals=game.options["brown_cards"] == "player_animal",
    )


def assert_same(game: Game, rows: Rows, slow: SlowKenya) -> None:
    """The engine and the slow game are in the same state, but for what is only kept for speed."""
    row = rows[0]
    over = slow.player is None
    assert asked(game, rows) == ("over" if over else slow.phase)
    assert legal(game, rows) == slow.legal()
    if not over:
        assert row.player == slow.player
        assert bool(row.opening) == slow.opening
    assert Counter(visible(rows)) == Counter(slow.visible)
    assert hidden(rows) == slow.hidden
    assert _table(rows) == {cell: [_told(laid) for laid in pile] for cell, pile in slow.table.items()}
    for seat, slow_seat in enumerate(slow.seats):
        own = f"brown:{slow_seat.clan}"
        assert Counter(own if card == "brown" else card for card in hand(rows, seat)) == Counter(slow_seat.hand)
        assert row.brown_order[seat] == (EMPTY if slow_seat.place_of_brown is None else slow_seat.place_of_brown)
        assert bool(row.brown_seen[seat]) == slow_seat.shown
        remembered = Counter((card, time) for other, card, time in taken(rows) if other == seat)
        assert remembered == slow.remembered(seat)
        assert [time for other, time in drawn_blind(rows) if other == seat] == slow_seat.blind_left()
    assert row.clan_score.tolist() == [slow.points(clan) for clan in CLANS]
    scores, ranks = game.results(rows)
    assert scores[0, : len(slow.seats)].tolist() == slow.scores()
    assert ranks[0, : len(slow.seats)].tolist() == slow.ranks()


Pile = list[tuple[str, bool, int, int, frozenset[int]]]
"""The cards of a cell from the lowest: name, face up, owner, when placed, who knows it."""


def _told(laid: Laid) -> tuple[str, bool, int, int, frozenset[int]]:
    owner = EMPTY if laid.owner is None else laid.owner
    return laid.card, laid.up, owner, laid.time, frozenset(laid.knowers)


def _table(rows: Rows) -> dict[Cell, Pile]:
    """The cards of the engine's table, as `_told` tells of them."""
    row = rows[0]
    everybody = range(int(row.num_players))
    piles: dict[Cell, Pile] = {}
    cells = [*row.covered_cell[: row.num_covered], *row.occupied[: row.num_occupied]]
    lower = row.covered[: row.num_covered].tolist()
    tops = [
        [row.card[cell], row.face[cell], row.known[cell], row.owner[cell], row.laid[cell]]
        for cell in row.occupied[: row.num_occupied]
    ]
    for cell, (card, face, known, owner, time) in zip(cells, [*lower, *tops], strict=True):
        knowers = frozenset(seat for seat in everybody if int(known) >> seat & 1)
        pile = piles.setdefault(cell_of(cell, row), [])
        pile.append((KIND_NAMES[card], face == UP, int(owner), int(time), knowers))
    return piles
