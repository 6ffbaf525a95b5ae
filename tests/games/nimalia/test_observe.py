"""Nimalia's observation, piece by piece, and the features of actions."""

import numpy as np
import pytest
from tests.games.nimalia import slow
from tests.games.nimalia.boards import act, at_origin, position, random_game, reserve, seen_reserve
from tests.games.nimalia.slow import BIOMES, CARDS, SPECIES, Reserve
from tests.games.nimalia.test_determinize import pieces, play_steps
from tests.playing import games

from baobab.core.game import Game
from baobab.core.record import NOBODY, Rows
from baobab.games.nimalia.actions import make_action, split_action
from baobab.games.nimalia.outlook import LATER_WEIGHT, NOW_WEIGHT

pytestmark = pytest.mark.kernels


def features(game: Game, rows: Rows) -> tuple[list[int], dict[str, np.ndarray]]:
    """The legal actions of the seat to move and their features by piece."""
    out = np.full((game.actions.size, game.features.size), 99, game.features.dtype)
    offsets, ids = np.zeros(2, np.int32), np.zeros(game.actions.size, np.int16)
    count = game.kernels.encode_actions_many(game.params, rows, offsets, ids, out)
    return ids[:count].tolist(), game.features.split(out[:count])


def planes(squares: Reserve) -> np.ndarray:
    """Species, biomes and river of a reserve, [14, 6, 6]."""
    shown = np.zeros((14, 6, 6), np.int8)
    for (row, column), square in squares.items():
        shown[SPECIES.index(square.species), row, column] = 1
        shown[9 + BIOMES.index(square.biome), row, column] = 1
        shown[13, row, column] = {"/": 1, "\\": -1, "": 0}[square.river]
    return shown


def test_reserves_are_shown_as_planes_the_own_one_first(game: Game) -> None:
    rows = game.start(3, seed=31)
    play_steps(game, rows, 7)
    for viewer in range(3):
        seen = pieces(game, rows, viewer)
        own = seen_reserve(rows[0], viewer)
        np.testing.assert_array_equal(seen["reserve"][:14], planes(own))
        assert {(int(row), int(column)) for row, column in np.argwhere(seen["reserve"][14])} == set(own)
        _, _, height, width = slow.box(own)
        box = np.zeros((6, 6), np.int8)
        box[:height, :width] = 1
        np.testing.assert_array_equal(seen["reserve"][15], box)
        for relative in (1, 2):
            other = seen_reserve(rows[0], (viewer + relative) % 3)
            np.testing.assert_array_equal(seen["others"][(relative - 1) * 14 : relative * 14], planes(other))
            _, _, height, width = slow.box(other)
            assert seen["room"][relative].tolist() == [6 - height, 6 - width]
        assert not seen["others"][28:].any()


def test_the_own_hand_is_shown_by_its_squares(game: Game) -> None:
    rows = position(game, "L", "L", hands=[(1, 2, 60), (4, 5, 6)])
    hand = pieces(game, rows, 0)["hand"]
    for slot, card in enumerate((1, 2, 60)):
        for square, cell in enumerate([(0, 0), (0, 1), (1, 0), (1, 1)]):
            shown = CARDS[card][cell]
            entries = hand[slot, square]
            assert np.flatnonzero(entries[:9]).tolist() == [SPECIES.index(shown.species)]
            assert np.flatnonzero(entries[9:13]).tolist() == [BIOMES.index(shown.biome)]
            assert entries[13] == {"/": 1, "\\": -1, "": 0}[shown.river]
    play_steps(game, rows, 1)
    assert pieces(game, rows, 0)["hand"][2].any() == 0


@pytest.mark.parametrize(
    ("round_index", "now", "later"),
    [
        (0, [5, 19], {5: 2, 19: 2, 4: 3, 16: 3}),
        (1, [4, 19], {5: 2, 19: 1, 4: 2, 16: 3}),
        (2, [5, 16], {5: 1, 19: 1, 4: 2, 16: 2}),
        (3, [4, 16, 19], {5: 1, 4: 1, 16: 1}),
        (4, [4, 5, 16], {}),
    ],
)
def test_objectives_are_shown_with_the_scorings_to_come(
    game: Game, round_index: int, now: list[int], later: dict[int, int]
) -> None:
    seen = pieces(game, position(game, "L", "L", round_index=round_index), 1)
    assert (np.flatnonzero(seen["objectives"]) + 1).tolist() == [4, 5, 16, 19]
    assert (np.flatnonzero(seen["now"]) + 1).tolist() == now
    assert {int(number) + 1: int(seen["later"][number]) for number in np.flatnonzero(seen["later"])} == later
    assert np.flatnonzero(seen["round"]).tolist() == [round_index]


def test_points_and_values_are_shown_seat_by_seat(game: Game) -> None:
    rows = position(game, "L L / su ju", "R C", "P", objectives=(5, 19, 4, 16), scores=(7, 23, 118))
    seen = pieces(game, rows, 1)
    assert (seen["tens"] * 10 + seen["ones"]).tolist() == [23, 118, 7, 0]
    assert seen["lead"].tolist() == [23 - 118]
    assert seen["values"].tolist() == [[0, 0, 2, 0], [0, 3, 0, 0], [6, 0, 0, 5], [0, 0, 0, 0]]
    assert seen["counts"][:, 0].tolist() == [0, 0, 1, 0]
    assert seen["present"].tolist() == [1, 1, 1, 0]
    assert seen["num_players"].tolist() == [0, 1, 0]


def test_a_finished_game_is_shown_without_a_clock(game: Game) -> None:
    rows = game.start(2, seed=32)
    random_game(game, rows, np.random.default_rng(32))
    seen = pieces(game, rows, 0)
    for name in ("round", "step", "asked", "choice", "now", "later", "hand", "known"):
        assert not seen[name].any(), name
    assert seen["played"].sum() == 30
    assert seen["unseen"].sum() == 30


def test_the_hidden_part_is_hands_choices_and_the_deck(game: Game) -> None:
    rows = game.start(3, seed=33)
    play_steps(game, rows, 4)
    act(game, rows, int(game.legal_actions(rows)[-1]))
    out = np.full((1, game.hidden.size), 99, game.hidden.dtype)
    game.kernels.encode_state_many(game.params, rows, np.array([1], np.int8), out)
    hidden = game.hidden.split(out[0])
    row = rows[0]
    for relative in (1, 2):
        seat = (1 + relative) % 3
        expected = sorted(int(card) for card in row.hands[seat] if card >= 0)
        assert np.flatnonzero(hidden["hands"][relative - 1]).tolist() == expected
    slot, turns, down, across = split_action(int(row.chosen[0]))
    assert hidden["choices"].tolist() == [[0] * 4, [slot + 1, turns, down, across], [0] * 4]
    deal = game.notation.write_setup(game, game.start(3, seed=33))["hands"]
    for relative in range(3):
        dealt = sorted(card - 1 for card in deal[2][(1 + relative) % 3])
        assert np.flatnonzero(hidden["next"][relative]).tolist() == dealt
    coming = sorted(card - 1 for number in (2, 3, 4) for hand in deal[number] for card in hand)
    assert np.flatnonzero(hidden["deck"]).tolist() == coming


# --- Features of actions ----------------------------------------------------------------------------------


def test_gains_are_what_the_reserve_would_be_worth_more(game: Game) -> None:
    """Every legal placement of random positions against the slow scorer."""
    rng = np.random.default_rng(34)
    for seed in range(games(10, small=1)):
        rows = game.start(2 + seed % 3, seed=seed)
        for _ in range(int(rng.integers(0, 12 * int(rows[0].num_players)))):
            act(game, rows, int(rng.choice(game.legal_actions(rows))))
        check_gains(game, rows)


def check_gains(game: Game, rows: Rows) -> None:
    row, players, seat = rows[0], int(rows[0].num_players), int(rows[0].player)
    reserves = [seen_reserve(row, other) for other in range(players)]
    numbers = [int(face) + 1 for face in row.objectives]
    before = [slow.score(number, reserves) for number in numbers]
    actions, found = features(game, rows)
    now, later = game.params[0].now[row.round_index], game.params[0].later[row.round_index]
    outlooks = []
    for place, action in enumerate(actions):
        slot, turns, *at = split_action(action)
        after = slow.placed(reserves[seat], int(row.hands[seat, slot]) + 1, turns, (at[0], at[1]))
        changed = [at_origin(after) if other == seat else reserves[other] for other in range(players)]
        scores = [slow.score(number, changed) for number in numbers]
        gains = [scores[colour][seat] - before[colour][seat] for colour in range(4)]
        others = [sum(scores[3]) - scores[3][seat], sum(before[3]) - before[3][seat]]
        margin = 6 * gains[3] - 6 // (players - 1) * (others[0] - others[1])
        assert found["gains"][place].tolist() == gains
        assert found["red_margin"][place, 0] == margin
        assert found["now"][place, 0] == sum(gains * now)
        assert found["later"][place, 0] == sum(gains * later)
        covered = 4 - (len(after) - len(reserves[seat]))
        weights = NOW_WEIGHT * now + LATER_WEIGHT * later
        worth = 6 * int(sum(gains[:3] * weights[:3])) + margin * int(weights[3]) // 2 - 3 * covered
        outlooks.append(worth // 6)
        assert found["outlook"][place, 0] == max(-127, min(127, outlooks[-1]))
        assert found["covered"][place, 0] == covered
        check_counts(found, place, reserves[seat], after)
    best = max(found["outlook"][:, 0].tolist())
    assert found["behind"][:, 0].tolist() == [max(-127, int(value) - best) for value in found["outlook"][:, 0]]


def check_counts(found: dict[str, np.ndarray], place: int, before: Reserve, after: Reserve) -> None:
    for name, index in (("species", 0), ("biomes", 1)):
        kinds = SPECIES if name == "species" else BIOMES
        expected = [
            sum(square[index] == kind for square in after.values())
            - sum(square[index] == kind for square in before.values())
            for kind in kinds
        ]
        assert found[name][place].tolist() == expected
    sides = slow.box(before)[2:] if before else (0, 0)
    taller = slow.box(after)[2:]
    assert found["grown"][place].tolist() == [taller[0] - sides[0], taller[1] - sides[1]]
    assert found["room"][place].tolist() == [6 - taller[0], 6 - taller[1]]


def test_the_features_of_a_plain_placement(game: Game) -> None:
    """Card 1 (crocodile, lion / panda, otter) beside a lion, over the other one."""
    rows = position(game, "L L", "R", objectives=(5, 19, 4, 18), hands=[(1, 2, 3), (4, 5, 6)])
    actions, found = features(game, rows)
    place = actions.index(make_action(0, 0, 0, 0))
    assert found["gains"][place].tolist() == [-2, 0, 0, -5]  # one lion is lost; the only panda is the most pandas
    assert found["red_margin"][place, 0] == 6 * -5
    assert found["covered"][place, 0] == 2
    assert found["grown"][place].tolist() == [1, 0]
    assert found["species"][place].tolist() == [-1, 0, 1, 0, 0, 0, 0, 1, 1]
    assert reserve("C L / D jd") == at_origin(slow.placed(reserve("L L"), 1, 0, (0, 0)))


def test_no_action_has_features_when_the_game_is_over(game: Game) -> None:
    rows = game.start(2, seed=35)
    random_game(game, rows, np.random.default_rng(35))
    assert rows[0].player == NOBODY
    assert features(game, rows)[0] == []
