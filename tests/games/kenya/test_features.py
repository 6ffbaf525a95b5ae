"""The features of Kenya's actions: gains by trying each action out, the rest from the slow game."""

import random
from typing import Any

import numpy as np
import pytest
from tests.games.kenya import boards
from tests.games.kenya.boards import position
from tests.games.kenya.slow import STEPS, Cell, SlowKenya, beside, clans_of, read_cell
from tests.playing import games, play

from baobab.core.game import Game, make_rngs
from baobab.core.record import Rows, copy_rows
from baobab.games.kenya.actions import BLIND, CARD, CELL, FACE, PUSH
from baobab.games.kenya.cards import BROWN, CLANS, KIND_NAMES
from baobab.games.kenya.state import BAOBAB, EMPTY, FACING, PLACING, PUSHING, UP
from baobab.registry import load_game

pytestmark = pytest.mark.kernels

HAND_KINDS = (*KIND_NAMES[:BROWN], "brown")
LOWEST = -1200
"""The second best gain where there is no second cell, before it is scaled."""


def features(game: Game, rows: Rows) -> dict[int, dict[str, list[int]]]:
    """The features of every legal action, by piece."""
    offsets = np.zeros(2, np.int32)
    ids = np.zeros(game.actions.size, np.int16)
    out = np.zeros((game.actions.size, game.features.size), game.features.dtype)
    count = game.kernels.encode_actions_many(game.params, rows, offsets, ids, out)
    assert offsets.tolist() == [0, count]
    assert (out[:count] >= game.features.low).all()
    assert (out[:count] <= game.features.high).all()
    split = [game.features.split(row) for row in out[:count]]
    return {
        int(action): {name: values.tolist() for name, values in row.items()}
        for action, row in zip(ids[:count], split, strict=True)
    }


def weights_of(game: Game, rows: Rows) -> list[int]:
    """The mover's weights of the clans, as the observation tells them."""
    seen = game.observation.split(boards.observe(game, rows, int(rows[0].player)))
    weights: list[int] = seen["clan_weight"].tolist()
    return weights


# --- Gains, by trying out ---------------------------------------------------------------------------------


class Trial:
    """Tries the mover's actions out on copies of a row, and says what they change at its expected margin."""

    def __init__(self, game: Game, rows: Rows) -> None:
        self.game, self.rows = game, rows
        self.viewer = int(rows[0].player)
        self.weights = weights_of(game, rows)
        self.start = self.worth(rows[0])

    def worth(self, row: Any) -> int:
        """The expected margin of a table, in 1/60."""
        return sum(weight * int(points) for weight, points in zip(self.weights, row.clan_score, strict=True))

    def after(self, rows: Rows, action: int) -> Rows:
        """A copy after one decision."""
        copy = copy_rows(rows)
        self.game.kernels.apply_many(self.game.params, copy, np.array([action], np.int32))
        return copy

    def gain(self, rows: Rows, action: int) -> int:
        """What an action gains with the best face and push after it."""
        copy = self.after(rows, action)
        row = copy[0]
        unfinished = row.player == self.viewer and (row.phase == FACING or row.phase == PUSHING) and not row.opening
        if unfinished:
            return max(self.gain(copy, int(follow)) for follow in self.game.legal_actions(copy))
        return self.worth(row) - self.start + self.correction(row)

    def correction(self, row: Any) -> int:
        """For cards that an elephant would turn and the mover does not know: two clans at random, not the truth."""
        before, total = self.rows[0], 0
        for cell in np.flatnonzero((before.face == BAOBAB) & (before.card >= 0)):
            card = int(before.card[cell])
            if int(before.known[cell]) >> self.viewer & 1 or row.card[cell] != card or row.face[cell] != UP:
                continue
            points = (2 if card >= BROWN else 1) * (2 if row.near_water[cell] else 1)
            clans = [clan for clan in (self.first(card), self.second(card)) if clan != EMPTY]
            total -= points * sum(self.weights[clan] for clan in clans)
            if card >= BROWN:
                total -= points * (60 // (int(before.num_players) - 1))
            else:
                total += points * 2 * sum(self.weights) // 6
        return total

    def first(self, card: int) -> int:
        return int(self.game.params[0].first_clan[card])

    def second(self, card: int) -> int:
        return int(self.game.params[0].second_clan[card])

    def best(self, kind: int) -> tuple[int, int]:
        """The best and second best gain of a card that the mover has or might have in hand."""
        copy = copy_rows(self.rows)
        row = copy[0]
        row.hands[self.viewer, kind] = max(row.hands[self.viewer, kind], 1)
        row.hands[self.viewer, (kind + 1) % BROWN] += 2  # the game goes on
        row.hand_size[self.viewer] = row.hands[self.viewer].sum()
        row.phase, row.selected, row.opening = PLACING, kind, 0
        cells = self.game.legal_actions(copy)
        gains = sorted((self.gain(copy, int(cell)) for cell in cells), reverse=True)
        return gains[0], max(gains[1], LOWEST) if len(gains) > 1 else LOWEST

    def best_in_hand(self) -> int:
        """The best gain of a card in hand."""
        kinds = [kind for kind, count in enumerate(self.rows[0].hands[self.viewer]) if count]
        return max((self.best(kind)[0] for kind in kinds), default=-100_000)


def scaled(gain: int) -> int:
    """A gain as features tell it: tenths, rounded down, within the bounds."""
    return max(-127, min(127, gain // 6))


FEWER = dict.fromkeys(("zebra+gazelle", "zebra+giraffe", "zebra+baboon", "gazelle+baboon", "warthog+baboon"), 0)
CASES: dict[str, dict[str, Any]] = {
    "default": {},
    "brown animals, busy": {
        "brown_cards": "player_animal",
        "cards": {"lion": 9, "elephant": 7, "water": 5, "meerkat": 3, **FEWER},
    },
}


@pytest.mark.parametrize("name", CASES)
def test_features_are_what_trying_out_and_looking_around_give(name: str) -> None:
    game = load_game("kenya", **CASES[name])
    for seed in range(games(8, small=1)):
        rng = random.Random(seed)
        rows = game.start(2 + seed % 4, seed=300 + seed)
        slow = boards.slow_twin(game, rows)
        while slow.player is not None:
            rare = rows[0].phase in (FACING, PUSHING)
            if rng.random() < games(20 if rare else 4, small=1) / 20:
                check_all(game, rows, slow)
            action = rng.choice(sorted(slow.legal()))
            slow.apply(action)
            game.kernels.apply_many(game.params, rows, np.array([game.parse_action(action, rows[0])], np.int32))


def check_all(game: Game, rows: Rows, slow: SlowKenya) -> None:
    """The features of every legal action of a state."""
    trial = Trial(game, rows)
    told = features(game, rows)
    assert set(told) == set(game.legal_actions(rows).tolist())
    hand_gain = scaled(trial.best_in_hand()) if min(told) <= BLIND else 0
    for action, pieces in told.items():
        expected = slow_features(game, slow, game.action_name(action, rows[0]), trial)
        if action <= BLIND:
            expected["hand_gain"] = [hand_gain]
        if action < BLIND or CARD <= action < FACE:
            best, second = trial.best(action - CARD if action >= CARD else action)
            expected["gain"], expected["second"] = [scaled(best)], [scaled(second)]
        elif action != BLIND:
            expected["gain"] = [scaled(trial.gain(rows, action))]
        assert pieces == expected, game.action_name(action, rows[0])


def slow_features(game: Game, slow: SlowKenya, name: str, trial: Trial) -> dict[str, list[int]]:
    """All features but the gains."""
    assert slow.player is not None
    expected = {piece.name: [0] * piece.size for piece in game.features}
    word, _, rest = name.partition(" ")
    block = ["draw", "blind", "card", "face", "push", "cell"].index("blind" if rest == "blind" else word)
    expected["block"][block] = 1
    if rest == "blind":
        return expected
    if word == "push":
        describe_push(slow, rest, expected)
        return expected
    card = slow.chosen if word in ("cell", "face") else rest
    card = f"brown:{slow.seats[slow.player].clan}" if card == "brown" else card
    describe_card(slow, card, expected, trial.weights)
    if word == "face":
        expected["face"] = [1 if rest == "up" else -1]
        describe_cell(slow, slow.spot, expected)
    if word == "cell":
        cell = read_cell(name)
        if slow.is_animal(card):
            expected["face"] = [-1 if slow.near(cell, "lion") and not slow.near(cell, "elephant") else 1]
        describe_cell(slow, cell, expected)
    return expected


def describe_card(slow: SlowKenya, card: str, expected: dict[str, list[int]], weights: list[int]) -> None:
    """Which card it is."""
    assert slow.player is not None
    seat = slow.seats[slow.player]
    kinds = ("meerkat", "lion", "elephant", "rhinoceros", "water")
    place = 0 if "+" in card else 6 if card.startswith("brown") else 1 + kinds.index(card)
    expected["kind"][place] = 1
    expected["mine"] = [int(seat.clan in clans_of(card))]
    clans = [CLANS.index(clan) for clan in clans_of(card)]
    expected["weight"] = [(2 if card.startswith("brown") else 1) * sum(weights[clan] for clan in clans)]
    expected["copies"] = [seat.hand.count(card)]


def describe_cell(slow: SlowKenya, cell: Cell, expected: dict[str, list[int]]) -> None:
    """What lies beside a cell."""
    assert slow.player is not None
    clan = slow.seats[slow.player].clan
    tops = [top for other in beside(cell) if (top := slow.top(other)) is not None]
    expected["near"] = [len(tops), *(slow.near(cell, card) for card in ("water", "lion", "elephant"))]
    for top in tops:
        if clans_of(top.card):
            others = int(clan not in clans_of(top.card))
            if top.up:
                expected["near_up"][others] += 1
            else:
                expected["near_hidden"][others if slow.player in top.knowers else 2] += 1
        elif top.card in ("meerkat", "rhinoceros"):
            expected["near_idle"][0] += 1
    expected["open"] = [4 - len(tops)]


def describe_push(slow: SlowKenya, direction: str, expected: dict[str, list[int]]) -> None:
    """The card that is pushed, and where it lands."""
    assert slow.player is not None
    down, right = STEPS[direction]
    target = slow.top((slow.spot[0] + down, slow.spot[1] + right))
    assert target is not None
    beyond = (slow.spot[0] + 2 * down, slow.spot[1] + 2 * right)
    mine = slow.player in target.knowers and slow.seats[slow.player].clan in clans_of(target.card)
    sign = 1 if target.up else -1
    expected["pushed"] = [sign * int(mine), int(slow.top(beyond) is not None), int(slow.near(beyond, "water") > 0)]
    expected["face"] = [sign]
    describe_cell(slow, beyond, expected)


# --- Hand-made positions ----------------------------------------------------------------------------------


def gain_of(game: Game, rows: Rows, name: str) -> float:
    """The gain that an action's features tell, in points."""
    return features(game, rows)[game.parse_action(name, rows[0])]["gain"][0] / 10


def test_gains_of_a_card_in_points(game: Game) -> None:
    rows = position(
        game,
        "0,0 water\n0,1 brown:wildebeest",
        hands=["zebra+giraffe zebra+wildebeest water meerkat", "lion"],
        clans=["zebra", "wildebeest"],
    )
    # Seat 1 has the wildebeest; the other clans count nothing for anybody.
    assert gain_of(game, rows, "card zebra+giraffe") == 2  # beside the water
    assert gain_of(game, rows, "card zebra+wildebeest") == 0
    assert gain_of(game, rows, "card brown") == 4
    assert gain_of(game, rows, "card meerkat") == 0
    assert gain_of(game, rows, "card water") == 0  # away from the brown card, which counts double already


def test_a_lion_gains_what_it_hides_of_others(game: Game) -> None:
    table = "0,0 water\n0,1 wildebeest+giraffe\n1,2 wildebeest+baboon\n2,2 meerkat\n2,1 brown:wildebeest"
    rows = position(game, table, hands=["lion water", "lion"])
    play(game, rows, "card lion")
    assert gain_of(game, rows, "cell 0,2") == 3
    assert gain_of(game, rows, "cell 1,1") == 3
    assert gain_of(game, rows, "cell -1,0") == 0


def test_an_elephant_gains_the_own_card_that_it_turns(game: Game) -> None:
    table = "0,0 lion\n0,1 zebra+giraffe baobab 0\n1,0 zebra+gazelle baobab 1\n5,5 brown:wildebeest"
    rows = position(game, table, hands=["elephant water", "lion"])
    play(game, rows, "card elephant")
    assert gain_of(game, rows, "cell 0,2") == 1
    assert gain_of(game, rows, "cell 2,0") == 0  # two clans at random, of zebra 1 and wildebeest −1


def test_a_rhinoceros_gains_by_its_best_push(game: Game) -> None:
    table = (
        "0,0 wildebeest+giraffe\n0,1 zebra+giraffe\n-1,2 zebra+gazelle\n-2,3 water\n5,5 brown:wildebeest\n-1,3 meerkat"
    )
    rows = position(game, table, hands=["rhinoceros water", "lion"])
    assert gain_of(game, rows, "card rhinoceros") == 1
    play(game, rows, "card rhinoceros", "cell 0,2")
    assert gain_of(game, rows, "push west") == 1  # covers a wildebeest
    assert gain_of(game, rows, "push north") == 1  # lands beside water


def test_the_face_is_worth_its_points(game: Game) -> None:
    table = "0,0 lion\n-1,1 elephant\n0,2 water\n5,5 brown:wildebeest"
    for card, gain in (("zebra+giraffe", 2), ("wildebeest+giraffe", -2)):
        rows = position(game, table, hands=[f"{card} water", "lion"])
        play(game, rows, f"card {card}", "cell 0,1")
        assert gain_of(game, rows, "face up") == gain
        assert gain_of(game, rows, "face baobab") == 0


def test_the_better_face_counts_where_it_may_be_chosen(game: Game) -> None:
    rows = position(game, "0,0 lion\n-1,1 elephant\n5,5 brown:wildebeest", hands=["wildebeest+giraffe water", "lion"])
    play(game, rows, "card wildebeest+giraffe")
    assert gain_of(game, rows, "cell 0,1") == 0
    assert gain_of(game, rows, "cell -2,1") == -1


def test_a_second_water_hole_gains_nothing(game: Game) -> None:
    rows = position(game, "0,0 water\n0,1 zebra+giraffe\n2,1 zebra+gazelle", hands=["water water", "lion"])
    play(game, rows, "card water")
    assert gain_of(game, rows, "cell 0,2") == 0
    assert gain_of(game, rows, "cell 3,1") > 0


def test_a_push_gains_the_card_that_shows_again_and_no_deeper_one(game: Game) -> None:
    table = "0,1 wildebeest+giraffe\n0,1 zebra+gazelle\n0,1 gazelle+baboon\n1,2 giraffe+baboon\n5,5 brown:wildebeest"
    rows = position(game, table, hands=["rhinoceros water", "lion"])
    play(game, rows, "card rhinoceros", "cell 0,2")
    assert gain_of(game, rows, "push west") == 1
    assert gain_of(game, rows, "push south") == 0


# --- Hidden things ----------------------------------------------------------------------------------------


def test_features_do_not_depend_on_what_the_mover_cannot_see(animals: Game) -> None:
    for seed in range(games(10, small=1)):
        rng = random.Random(seed)
        rows = animals.start(2 + seed % 4, seed=seed)
        rngs = make_rngs(1, seed=seed)
        while rows[0].player >= 0:
            if rng.random() < games(8, small=2) / 16:
                other = copy_rows(rows)
                animals.kernels.determinize_many(animals.params, other, rows["player"].astype(np.int8), rngs)
                assert features(animals, other) == features(animals, rows)
            action = rng.choice(animals.legal_actions(rows).tolist())
            animals.kernels.apply_many(animals.params, rows, np.array([action], np.int32))


def test_the_blocks_are_where_the_action_space_says(game: Game) -> None:
    starts = {block.name: block.start for block in game.actions}
    assert starts == {"draw": 0, "blind": BLIND, "card": CARD, "face": FACE, "push": PUSH, "cell": CELL}
