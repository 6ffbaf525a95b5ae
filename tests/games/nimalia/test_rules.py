"""Nimalia's rules: the draft, secret choice at once, placement, rounds; and whole games against the slow ones."""

import numpy as np
import pytest
from tests.games.nimalia import slow
from tests.games.nimalia.boards import act, at_origin, position, random_game, reserve, seen_reserve
from tests.games.nimalia.slow import SlowNimalia
from tests.playing import games

from baobab.core.game import Game
from baobab.core.record import NOBODY, Rows, copy_rows
from baobab.games.nimalia.actions import action_name, make_action, split_action

pytestmark = pytest.mark.kernels

PLAYERS = pytest.mark.parametrize("players", [2, 3, 4])


def hands(rows: Rows) -> list[list[int]]:
    """The hands of all seats, by printed numbers."""
    row = rows[0]
    return [[int(card) + 1 for card in hand if card >= 0] for hand in row.hands[: row.num_players]]


def first_actions(game: Game, rows: Rows, count: int) -> list[int]:
    """Apply the first legal action of so many seats."""
    made = []
    for _ in range(count):
        made.append(int(game.legal_actions(rows)[0]))
        act(game, rows, made[-1])
    return made


# --- Set-up and draft -------------------------------------------------------------------------------------


@PLAYERS
def test_everybody_starts_a_round_with_three_cards_in_order(game: Game, players: int) -> None:
    rows = game.start(players, seed=3)
    dealt = hands(rows)
    assert [len(hand) for hand in dealt] == [3] * players
    assert all(hand == sorted(hand) for hand in dealt)
    assert len({card for hand in dealt for card in hand}) == 3 * players
    assert rows[0].player == 0


@PLAYERS
def test_a_game_uses_15_cards_a_player_and_none_twice(game: Game, players: int) -> None:
    rows = game.start(players, seed=4)
    actions = random_game(game, rows, np.random.default_rng(4))
    assert len(actions) == 15 * players == rows[0].decisions
    assert int(rows[0].played).bit_count() == 15 * players
    assert (rows[0].deck >= 0).sum() == 60 - 15 * players


@PLAYERS
def test_hands_are_passed_left_in_rounds_1_3_5_and_right_in_2_4(game: Game, players: int) -> None:
    rows = game.start(players, seed=5)
    for number in range(1, 6):
        for _ in range(2):
            before = hands(rows)
            chosen = first_actions(game, rows, players)
            kept = [
                [card for slot, card in enumerate(hand) if slot != split_action(action)[0]]
                for hand, action in zip(before, chosen, strict=True)
            ]
            to = 1 if number % 2 else -1
            assert hands(rows) == [kept[(seat - to) % players] for seat in range(players)], f"round {number}"
        first_actions(game, rows, players)
    assert rows[0].player == NOBODY


def test_a_choice_is_carried_out_when_the_last_seat_has_chosen(game: Game) -> None:
    rows = game.start(3, seed=6)
    for seat in range(2):
        before = copy_rows(rows)
        first_actions(game, rows, 1)
        assert rows[0].player == seat + 1
        assert rows[0].chosen[seat] >= 0
        for name in ("boards", "cells", "hands", "played", "values", "step"):
            assert np.array_equal(rows[0][name], before[0][name]), name
    first_actions(game, rows, 1)
    assert rows[0].chosen.tolist() == [-1] * 4
    assert rows[0].step == 1
    assert int(rows[0].played).bit_count() == 3


# --- Placement --------------------------------------------------------------------------------------------


def anchors(game: Game, rows: Rows) -> list[tuple[int, int]]:
    """Where the seat to move may place the first card of its hand, unturned."""
    found = [split_action(int(action)) for action in game.legal_actions(rows)]
    return [(row, column) for slot, turns, row, column in found if slot == turns == 0]


def test_the_first_card_has_one_place_and_four_turns(game: Game) -> None:
    rows = game.start(2, seed=1)
    expected = [make_action(slot, turns, 0, 0) for slot in range(3) for turns in range(4)]
    assert game.legal_actions(rows).tolist() == expected


def test_a_second_card_covers_one_two_or_four_squares_of_the_first(game: Game) -> None:
    rows = position(game, "L L / L L", "L L / L L")
    assert anchors(game, rows) == [(row, column) for row in (-1, 0, 1) for column in (-1, 0, 1)]


def test_a_card_that_touches_without_covering_is_not_allowed(game: Game) -> None:
    rows = position(game, "L L L / . . . / . . L", "L")
    assert (1, 0) not in anchors(game, rows)
    assert (0, 0) in anchors(game, rows)


def test_a_reserve_of_six_rows_does_not_grow_up_or_down_but_sideways(game: Game) -> None:
    rows = position(game, "L / L / L / L / L / L", "L")
    assert anchors(game, rows) == [(row, column) for row in range(5) for column in (-1, 0)]


def test_a_reserve_of_six_columns_does_not_grow_sideways(game: Game) -> None:
    rows = position(game, "L L L L L L", "L")
    assert anchors(game, rows) == [(row, column) for row in (-1, 0) for column in range(5)]


def test_a_full_reserve_can_still_be_covered(game: Game) -> None:
    rows = position(game, " / ".join(["L L L L L L"] * 6), "L")
    assert anchors(game, rows) == [(row, column) for row in range(5) for column in range(5)]


def test_most_places_are_432_and_at_least_12_with_three_cards(game: Game) -> None:
    # A box of 5 × 5 whose every corner is taken may grow on any side: all 36 places cover a square.
    rows = position(game, " / ".join(["L L L L L"] * 5), "L")
    assert len(game.legal_actions(rows)) == 432 == game.actions.size
    assert len(game.legal_actions(game.start(2, seed=1))) == 12


def test_the_box_floats_when_a_card_hangs_over_the_top_or_the_left(game: Game) -> None:
    rows = position(game, "L L / L L", "L L / L L", hands=[(1, 2, 3), (4, 5, 6)])
    act(game, rows, make_action(0, 0, -1, -1), make_action(0, 0, 1, 1))
    top_left = "C L . / D jd L / . L L"
    assert seen_reserve(rows[0], 0) == reserve(top_left)
    assert rows[0].box[0].tolist() == [3, 3]
    assert rows[0].origin[0].tolist() == [1, 1]
    bottom_right = reserve("L L . / L B G / . R L")  # card 4
    assert seen_reserve(rows[0], 1) == bottom_right
    assert rows[0].origin[1].tolist() == [0, 0]


def test_a_card_may_lie_over_several_and_may_cover_four_squares(game: Game) -> None:
    rows = position(game, "L G / D R", "L", hands=[(1, 2, 3), (4, 5, 6)])
    act(game, rows, make_action(0, 1, 0, 0), make_action(0, 0, 0, 0))
    assert seen_reserve(rows[0], 0) == reserve("D C / ju L")  # card 1, turned once


def test_rows_and_columns_keep_their_direction(game: Game) -> None:
    rows = position(game, "L L", "L", hands=[(1, 2, 3), (4, 5, 6)])
    act(game, rows, make_action(0, 2, 0, 1), make_action(0, 0, 0, 0))
    assert seen_reserve(rows[0], 0) == reserve("L jd D / . L C")  # card 1, turned twice


def test_places_and_effects_are_those_of_the_slow_game(game: Game) -> None:
    """All placements of random reserves: legal where the rules say so, and the square on top is the card's."""
    rng = np.random.default_rng(11)
    for seed in range(games(12, small=1)):
        rows = game.start(2, seed=seed)
        while rows[0].player != NOBODY:
            if rows[0].player == 0:
                check_places(game, rows)
            act(game, rows, int(rng.choice(game.legal_actions(rows))))


def check_places(game: Game, rows: Rows) -> None:
    squares = seen_reserve(rows[0], 0)
    legal = game.legal_actions(rows).tolist()
    hand = hands(rows)[0]
    assert legal == [
        make_action(slot, turns, *at) for slot in range(len(hand)) for turns in range(4) for at in slow.places(squares)
    ]
    for action in legal[:: max(1, len(legal) // 5)]:
        copy = copy_rows(rows)
        act(game, copy, action, int(game.legal_actions(rows_of_other(game, rows))[0]))
        slot, turns, *at = split_action(action)
        expected = slow.placed(squares, hand[slot], turns, (at[0], at[1]))
        assert seen_reserve(copy[0], 0) == at_origin(expected)


def rows_of_other(game: Game, rows: Rows) -> Rows:
    """The same state after the first legal action of the seat to move."""
    copy = copy_rows(rows)
    act(game, copy, int(game.legal_actions(copy)[0]))
    return copy


# --- Whole games ------------------------------------------------------------------------------------------


@PLAYERS
def test_whole_games_are_those_of_the_slow_game(game: Game, players: int) -> None:
    """Hands, reserves, values, scores and winners after every step of random games."""
    rng = np.random.default_rng(players)
    for seed in range(games(20, small=1)):
        rows = game.start(players, seed=seed)
        setup = game.notation.write_setup(game, rows)
        told = SlowNimalia(setup["objectives"], setup["hands"])
        while not told.over:
            choices = []
            for seat in range(players):
                action = int(rng.choice(game.legal_actions(rows)))
                entry = game.notation.write_move(game, rows, action, rows)[0]
                assert entry["seat"] == seat
                choices.append((entry["card"], entry["turns"], tuple(entry["at"])))
                act(game, rows, action)
            told.play(choices)
            row = rows[0]
            assert [sorted(hand) for hand in told.hands] == hands(rows) or told.over
            for seat in range(players):
                assert seen_reserve(row, seat) == at_origin(told.reserves[seat])
            assert row["values"][:players].tolist() == told.values()
            assert row.scores[:players].tolist() == told.scores
        scores, ranks = game.results(rows)
        assert scores[0, :players].tolist() == told.scores
        assert np.flatnonzero(ranks[0, :players] == 1).tolist() == told.winners()
        assert game.notation.write_result(game, rows)["rounds"] == told.rounds


def test_every_round_is_scored_by_its_colours_in_order(game: Game) -> None:
    rows = game.start(2, seed=9)
    random_game(game, rows, np.random.default_rng(9))
    rounds = game.notation.write_result(game, rows)["rounds"]
    assert [len(scored["points"][0]) for scored in rounds] == [2, 2, 2, 3, 3]
    assert [[len(points) for points in scored["points"]] for scored in rounds] == [[2, 2]] * 3 + [[3, 3]] * 2


# --- Names ------------------------------------------------------------------------------------------------


def test_actions_are_named_by_card_turns_and_place(game: Game) -> None:
    assert action_name(game, 0) == "first turned 0 at -1,-1"
    assert action_name(game, make_action(2, 3, 4, 0)) == "third turned 3 at 4,0"
    assert action_name(game, 431) == "third turned 3 at 4,4"
    for action in range(432):
        assert make_action(*split_action(action)) == action


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is written as in"),
        ("first turned 0 at", "is written as in"),
        ("fourth turned 0 at 0,0", "a card is first, second, third"),
        ("first turned 4 at 0,0", "turned 0 … 3 times"),
        ("first turned 0 at 5,0", "rows and columns go from"),
        ("first turned 0 at -2,0", "rows and columns go from"),
        ("first turned 0 at 0", "is written as in"),
        ("first turned 0 at a,b", "is written as in"),
        ("first turned 0 on 0,0", "is written as in"),
    ],
)
def test_a_text_that_names_no_action_is_refused(game: Game, text: str, reason: str) -> None:
    with pytest.raises(ValueError, match="names no action") as caught:
        game.parse_action(text)
    assert reason in str(caught.value)
