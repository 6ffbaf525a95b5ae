"""What everybody remembers of the cards that were taken from the visible stock, until they are seen."""

import pytest
from tests.games.kenya.boards import Taken, at, cell_at, drawn_blind, position, taken
from tests.playing import asked, play

from baobab.core.game import Game
from baobab.core.record import Rows

pytestmark = pytest.mark.kernels

PAIR = "zebra+giraffe"


def knowers(game: Game, rows: Rows, cell: str) -> set[int]:
    """The seats that know the top card of a cell."""
    known = int(rows[0].known[cell_at(rows[0], cell)])
    return {seat for seat in range(int(rows[0].num_players)) if known >> seat & 1}


def test_a_drawn_card_is_remembered_with_the_number_of_cards_placed(game: Game) -> None:
    rows = position(game, "0,0 meerkat\n0,1 water", hands=["water lion", "lion"], visible=PAIR)
    play(game, rows, f"draw {PAIR}")
    assert taken(rows) == [(0, PAIR, 2)]


def test_a_card_taken_with_a_meerkat_is_remembered_and_of_a_blind_one_when(game: Game) -> None:
    for action, expected, blind in (
        (f"draw {PAIR}", [(0, "lion", 1), (0, PAIR, 2)], []),
        ("draw blind", [(0, "lion", 1)], [(0, 2)]),
    ):
        rows = position(game, "0,0 water", hands=["meerkat water", "lion"], visible=f"lion {PAIR}", stock=PAIR)
        play(game, rows, "draw lion", "card meerkat", "cell 0,1", action)
        assert taken(rows) == expected
        assert drawn_blind(rows) == blind


def test_a_card_that_nobody_saw_being_taken_strikes_off_the_last_blind_one_before_it_was_laid(game: Game) -> None:
    blind: list[Taken] = [(0, "blind", 1), (0, "blind", 3)]
    rows = position(game, "0,0 water\n0,1 water\n0,2 meerkat", hands=["lion elephant", "water"], taken=blind)
    play(game, rows, "card lion", "cell 1,0")
    assert drawn_blind(rows) == [(0, 1)]
    table = f"0,0 lion\n0,1 {PAIR} baobab 0\n0,2 water"
    rows = position(game, table, hands=["lion water", "elephant lion"], taken=blind, player=1)
    play(game, rows, "card elephant", "cell 1,1")
    assert drawn_blind(rows) == [(0, 3)]


def test_a_copy_that_was_drawn_blind_is_the_one_shown_where_the_taken_one_must_lie_hidden(game: Game) -> None:
    """The seat held only the taken card when it laid its Baobab: what it drew blind and now shows is another copy."""
    table = f"0,0 lion\n0,1 {PAIR} baobab 0\n0,2 water"
    memory: list[Taken] = [(0, PAIR, 1), (0, "blind", 3)]
    rows = position(game, table, hands=[PAIR, "water"], taken=memory)
    play(game, rows, f"card {PAIR}", "cell 1,2")
    assert (taken(rows), drawn_blind(rows)) == ([(0, PAIR, 1)], [])
    rows = position(
        game, table, hands=[f"{PAIR} meerkat", "water"], taken=memory
    )  # now one that was dealt may lie there
    play(game, rows, f"card {PAIR}", "cell 1,2")
    assert (taken(rows), drawn_blind(rows)) == ([], [(0, 3)])


def test_a_card_placed_face_up_is_seen(game: Game) -> None:
    for card in (PAIR, "water"):
        rows = position(game, "0,0 meerkat", hands=["lion lion", "water"], visible=card)
        play(game, rows, f"draw {card}", f"card {card}", "cell 0,1")
        assert taken(rows) == []
        assert knowers(game, rows, "0,1") == {0, 1}


def test_a_card_placed_face_baobab_is_known_to_its_placer_alone_and_still_remembered(game: Game) -> None:
    rows = position(game, "0,0 lion", hands=["lion lion", "water"], visible=PAIR)
    play(game, rows, f"draw {PAIR}", f"card {PAIR}", "cell 0,1")
    assert taken(rows) == [(0, PAIR, 1)]
    assert knowers(game, rows, "0,1") == {0}


def test_another_card_placed_face_up_leaves_the_memory_alone(game: Game) -> None:
    rows = position(game, "0,0 meerkat", hands=["water lion", "water"], visible=PAIR)
    play(game, rows, f"draw {PAIR}", "card water", "cell 0,1")
    assert taken(rows) == [(0, PAIR, 1)]


def test_an_elephant_shows_a_hidden_card_to_all(game: Game) -> None:
    table = f"0,0 lion\n0,1 {PAIR} baobab 0"
    rows = position(game, table, hands=["water", "elephant lion"], taken=[(0, PAIR, 1)], player=1)
    play(game, rows, "card elephant", "cell 1,1")
    assert at(rows, "0,1") == f"{PAIR} up"
    assert taken(rows) == []
    assert knowers(game, rows, "0,1") == {0, 1}


def test_an_elephant_shows_nothing_of_a_card_that_had_been_placed_before_the_copy_was_taken(game: Game) -> None:
    table = f"0,0 lion\n0,1 {PAIR} baobab 0\n0,2 water"
    rows = position(game, table, hands=[f"{PAIR}", "elephant lion"], taken=[(0, PAIR, 3)], player=1)
    play(game, rows, "card elephant", "cell 1,1")
    assert taken(rows) == [(0, PAIR, 3)]


def test_turning_a_card_that_all_have_seen_before_leaves_the_memory_alone(game: Game) -> None:
    table = f"0,0 lion\n0,1 {PAIR} baobab 0 seen"
    rows = position(game, table, hands=[PAIR, "elephant lion"], taken=[(0, PAIR, 1)], player=1)
    play(game, rows, "card elephant", "cell 1,1")
    assert at(rows, "0,1") == f"{PAIR} up"
    assert taken(rows) == [(0, PAIR, 1)]


def test_a_card_that_a_lion_hides_was_seen(game: Game) -> None:
    rows = position(game, "0,0 meerkat", hands=["water lion", "lion elephant"], visible=PAIR)
    play(game, rows, f"draw {PAIR}", f"card {PAIR}", "cell 0,1", "card lion", "cell 0,2")
    assert at(rows, "0,1") == f"{PAIR} baobab"
    assert knowers(game, rows, "0,1") == {0, 1}
    assert taken(rows) == []


def test_of_two_copies_in_hand_the_one_placed_may_be_the_one_that_was_taken(game: Game) -> None:
    rows = position(game, "0,0 meerkat", hands=[f"{PAIR} lion", "water"], visible=PAIR)
    play(game, rows, f"draw {PAIR}", f"card {PAIR}", "cell 0,1")
    assert taken(rows) == []


def test_of_two_copies_taken_the_earlier_one_stays_in_memory(game: Game) -> None:
    table = "0,0 lion\n0,2 meerkat\n0,3 water\n0,4 water"
    hands = [f"{PAIR} {PAIR} lion", "water"]
    rows = position(game, table, hands=hands, taken=[(0, PAIR, 1), (0, PAIR, 3)])
    play(game, rows, f"card {PAIR}", "cell -1,2")
    assert taken(rows) == [(0, PAIR, 1)]


def test_a_flip_strikes_off_the_copy_that_could_lie_there(game: Game) -> None:
    table = f"0,0 lion\n0,1 {PAIR} baobab 0\n0,2 water"
    rows = position(
        game, table, hands=[PAIR, "elephant lion"], taken=[(0, PAIR, 1), (0, PAIR, 2), (1, PAIR, 0)], player=1
    )
    play(game, rows, "card elephant", "cell 1,1")
    assert taken(rows) == [(0, PAIR, 2), (1, PAIR, 0)]


def test_a_moved_and_a_covered_card_stay_secret(game: Game) -> None:
    table = f"0,0 {PAIR} baobab 1\n0,1 zebra+baboon baobab 1\n1,0 meerkat"
    rows = position(game, table, hands=["rhinoceros lion", "rhinoceros lion"], taken=[(1, PAIR, 0)])
    play(game, rows, "card rhinoceros", "cell 0,2")
    assert taken(rows) == [(1, PAIR, 0)]
    assert knowers(game, rows, "0,0") == {1}
    play(game, rows, "card rhinoceros", "cell 0,1")
    assert knowers(game, rows, "0,0") == {1}
    assert at(rows, "0,0") == f"{PAIR} baobab"


def test_a_brown_card_placed_face_up_shows_the_clan(game: Game) -> None:
    rows = position(game, "0,0 lion", hands=["water", "lion"])
    play(game, rows, "card brown", "cell 0,1")
    assert rows[0].brown_seen[:2].tolist() == [1, 0]


def test_a_hidden_brown_animal_shows_the_clan_when_an_elephant_turns_it(animals: Game) -> None:
    rows = position(animals, "0,0 lion", hands=["water", "elephant lion"])
    play(animals, rows, "card brown", "cell 0,1")
    assert rows[0].brown_seen[:2].tolist() == [0, 0]
    assert knowers(animals, rows, "0,1") == {0}
    play(animals, rows, "card elephant", "cell 1,1")
    assert rows[0].brown_seen[:2].tolist() == [1, 0]
    assert asked(animals, rows) == "card"
