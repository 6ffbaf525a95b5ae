"""Nimalia's cards and the loader that checks them."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from tests.games.nimalia.boards import kind_square
from tests.games.nimalia.slow import CARDS, turned

import baobab.games.nimalia
from baobab.core.game import Game
from baobab.games.nimalia.cards import NUM_CARDS, load_cards, make_kind, printed_cards, turn_cards

TABLE = Path(baobab.games.nimalia.__file__).with_name("cards.csv")


def test_there_are_60_cards_of_4_squares() -> None:
    assert printed_cards().shape == (NUM_CARDS, 4) == (60, 4)
    assert not printed_cards().flags.writeable


def test_every_square_has_a_species_in_its_biome_and_otters_alone_have_rivers() -> None:
    homes = {
        "savanna": {"lion", "giraffe", "otter"},
        "jungle": {"panda", "gorilla", "otter"},
        "ice": {"polar_bear", "penguin", "otter"},
        "lake": {"flamingo", "crocodile"},
    }
    for card in CARDS.values():
        for square in card.values():
            assert square.species in homes[square.biome]
            assert bool(square.river) == (square.species == "otter")


def test_the_loader_reads_what_the_table_says() -> None:
    for number, card in CARDS.items():
        kinds = printed_cards()[number - 1]
        assert [kind_square(int(kind)) for kind in kinds] == [card[0, 0], card[0, 1], card[1, 0], card[1, 1]]


def test_a_card_can_be_turned_four_ways() -> None:
    table = turn_cards(printed_cards())
    for number, card in CARDS.items():
        for turns in range(4):
            expected = turned(card, turns)
            kinds = [kind_square(int(kind)) for kind in table[number - 1, turns]]
            assert kinds == [expected[0, 0], expected[0, 1], expected[1, 0], expected[1, 1]]


def test_a_quarter_turn_goes_clockwise_and_swaps_the_slopes() -> None:
    # Card 1: crocodile and lion above, panda and an otter whose river falls below.
    assert [turned(CARDS[1], 1)[cell].species for cell in ((0, 0), (0, 1), (1, 0), (1, 1))] == [
        *("panda", "crocodile", "otter", "lion")
    ]
    assert [turned(CARDS[1], turns)[cell].river for turns, cell in enumerate([(1, 1), (1, 0), (0, 0), (0, 1)])] == [
        *("\\", "/", "\\", "/")
    ]
    assert turned(CARDS[1], 4) == CARDS[1]


def test_no_card_looks_the_same_when_it_is_turned() -> None:
    looks = Counter(
        tuple(turn_cards(printed_cards())[card, turns].tolist()) for card in range(NUM_CARDS) for turns in range(4)
    )
    assert set(looks.values()) == {1}


def rows_of(text: str) -> list[str]:
    return text.splitlines()


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda rows: [rows[0].replace("card", "number"), *rows[1:]], "the columns are"),
        (lambda rows: rows[:-1], "no row for the bottom_right of card 60"),
        (lambda rows: [*rows, rows[-1]], "row 242: the bottom_right of card 60 stands there twice"),
        (lambda rows: [*rows[:-1], "61,top_left,lion,savanna,"], "row 241: cards are numbered 1 … 60, not 61"),
        (lambda rows: [*rows[:-1], "60,middle,lion,savanna,"], "'middle' is no square"),
        (lambda rows: [*rows[:-1], "60,bottom_right,tiger,savanna,"], "'tiger' is no species"),
        (lambda rows: [*rows[:-1], "60,bottom_right,lion,desert,"], "'desert' is no biome"),
        (lambda rows: [*rows[:-1], "60,bottom_right,lion,jungle,"], "a lion lives in the savanna"),
        (lambda rows: [*rows[:-1], "60,bottom_right,lion,savanna,/"], "a lion lives in the savanna without a river"),
        (lambda rows: [*rows[:-1], "60,bottom_right,otter,lake,/"], "an otter lives in savanna, jungle or ice"),
        (lambda rows: [*rows[:-1], "60,bottom_right,otter,ice,"], "carries a river"),
        (lambda rows: [*rows[:-1], "x,bottom_right,lion,savanna,"], "row 241: "),
    ],
)
def test_a_damaged_table_is_refused_with_the_row_and_the_reason(tmp_path: Path, change: object, reason: str) -> None:
    rows = change(rows_of(TABLE.read_text(encoding="utf-8")))  # type: ignore[operator]
    path = tmp_path / "damaged.csv"
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"damaged\.csv") as caught:
        load_cards(path)
    assert reason in str(caught.value)


def test_a_kind_is_a_species_its_biome_and_its_river() -> None:
    kinds = {
        make_kind(square.species, square.biome, square.river) for card in CARDS.values() for square in card.values()
    }
    assert kinds == set(range(14))


def test_the_kernels_are_given_the_printed_cards(game: Game) -> None:
    np.testing.assert_array_equal(game.params[0].square[:, 0], printed_cards())
