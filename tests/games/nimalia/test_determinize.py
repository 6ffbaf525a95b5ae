"""Who knows what in Nimalia: hands that were passed on, the played cards, and nothing of the present step."""

from collections import Counter

import numpy as np
import pytest
from tests.games.nimalia.boards import act
from tests.playing import games

from baobab import nimalia_v0
from baobab.core.game import Game, make_rngs
from baobab.core.record import EVERYTHING, NOBODY, Rows, copy_rows
from baobab.games.nimalia.state import EMPTY

pytestmark = pytest.mark.kernels


def redrawn(game: Game, rows: Rows, viewer: int, seed: int) -> Rows:
    copy = copy_rows(rows)
    game.kernels.determinize_many(game.params, copy, np.array([viewer], np.int8), make_rngs(1, seed=seed))
    return copy


def play_steps(game: Game, rows: Rows, steps: int) -> None:
    """Play so many whole steps by the first legal action."""
    for _ in range(steps * int(rows[0].num_players)):
        act(game, rows, int(game.legal_actions(rows)[0]))


def stable_seats(game: Game, rows: Rows, viewer: int) -> set[int]:
    """The seats whose hand stays the same whenever the rest is redrawn for a viewer."""
    copies = [redrawn(game, rows, viewer, seed) for seed in range(12)]
    return {
        seat
        for seat in range(int(rows[0].num_players))
        if all(copy[0].hands[seat].tolist() == rows[0].hands[seat].tolist() for copy in copies)
    }


@pytest.mark.parametrize(
    ("players", "steps", "viewer", "known"),
    [
        (2, 0, 0, {0}),
        (2, 1, 0, {0, 1}),  # one's own three, less one, are with the other
        (2, 2, 0, {0, 1}),
        (3, 1, 0, {0, 1}),  # passed to the left
        (3, 1, 2, {2, 0}),
        (3, 2, 0, {0, 1, 2}),  # the last card of a hand goes two seats on
        (4, 1, 1, {1, 2}),
        (4, 2, 1, {1, 2, 3}),
        (4, 3, 1, {1}),  # a new round: nothing is known
        (4, 4, 1, {1, 0}),  # passed to the right
        (4, 5, 1, {1, 0, 3}),
        (3, 4, 0, {0, 2}),
        (4, 7, 3, {3, 0}),  # to the left again
    ],
)
def test_a_seat_knows_the_hands_that_it_has_passed_on(
    game: Game, players: int, steps: int, viewer: int, known: set[int]
) -> None:
    rows = game.start(players, seed=21)
    play_steps(game, rows, steps)
    assert stable_seats(game, rows, viewer) == known
    seen = game.view(rows[0], viewer)
    assert {seat["seat"] for seat in seen["seats"] if seat["hand"] is not None} == known
    observed = pieces(game, rows, viewer)["known"]
    for relative in range(1, players):
        seat = (viewer + relative) % players
        expected = sorted(int(card) for card in rows[0].hands[seat] if card != EMPTY) if seat in known else []
        assert np.flatnonzero(observed[relative - 1]).tolist() == expected


def pieces(game: Game, rows: Rows, viewer: int) -> dict[str, np.ndarray]:
    """The observation of a viewer, by piece."""
    out = np.full((1, game.observation.size), 99, game.observation.dtype)
    game.kernels.encode_many(game.params, rows, np.array([viewer], np.int8), out)
    return game.observation.split(out[0])


def test_unknown_hands_and_deck_are_dealt_from_the_cards_that_the_viewer_has_not_seen(game: Game) -> None:
    rows = game.start(4, seed=22)
    play_steps(game, rows, 4)
    seen = game.view(rows[0], 2)
    unseen = Counter(number - 1 for number in seen["unseen"])
    unknown = [seat["seat"] for seat in seen["seats"] if seat["hand"] is None]
    assert unknown == [0, 3]
    for seed in range(games(20, small=3)):
        copy = redrawn(game, rows, 2, seed)
        dealt = [*copy[0].hands[unknown].ravel().tolist(), *copy[0].deck.tolist()]
        assert Counter(card for card in dealt if card != EMPTY) == unseen
        game.check(copy[0])


def test_every_unseen_card_is_as_likely_as_another_in_a_hand(game: Game) -> None:
    rows = game.start(2, seed=23)
    draws = games(4000, small=40)
    counts: Counter[int] = Counter()
    for seed in range(draws):
        counts.update(redrawn(game, rows, 0, seed)[0].hands[1].tolist())
    own = set(rows[0].hands[0].tolist())
    assert not own & set(counts)
    if draws == 4000:
        mean = 3 * draws / 57
        assert set(counts) == set(range(60)) - own
        assert all(abs(count - mean) < 5 * mean**0.5 for count in counts.values())


def test_choices_of_others_are_redrawn_over_the_placements_of_their_redrawn_hands(game: Game) -> None:
    rows = game.start(2, seed=24)
    play_steps(game, rows, 1)
    act(game, rows, int(game.legal_actions(rows)[0]))  # seat 0 has chosen, seat 1 is asked
    asked = rows[0]
    legal = copy_rows(rows)
    legal[0].player, legal[0].chosen[0] = 0, EMPTY
    allowed = game.legal_actions(legal).tolist()
    draws = games(6000, small=60)
    found = Counter(int(redrawn(game, rows, 1, seed)[0].chosen[0]) for seed in range(draws))
    assert set(found) <= set(allowed)
    if draws == 6000:
        assert set(found) == set(allowed)
        mean = draws / len(allowed)
        assert all(abs(count - mean) < 6 * mean**0.5 for count in found.values())
    own = {int(redrawn(game, rows, 0, seed)[0].chosen[0]) for seed in range(10)}
    assert own == {int(asked.chosen[0])}  # who has chosen knows what


def test_nothing_of_a_step_shows_before_all_have_chosen(game: Game) -> None:
    """Whatever the seats before have chosen, and whether they have, all that a seat is shown and may do is the same."""
    rng = np.random.default_rng(3)
    for seed in range(games(10, small=1)):
        rows = game.start(4, seed=seed)
        while rows[0].player != NOBODY:
            others = copy_rows(rows)
            expected = {viewer: all_shown(game, rows, viewer) for viewer in (*range(4), None)}
            for seat in range(4):
                if seat:  # who has chosen is shown this choice, and nothing more until all have
                    expected[seat - 1] = all_shown(game, rows, seat - 1)
                for viewer in (*range(seat - 1), *range(seat, 4), None):
                    assert all_shown(game, rows, viewer) == expected[viewer], f"seat {seat} is asked, {viewer} looks"
                assert game.legal_actions(rows).tolist() == game.legal_actions(others).tolist()
                act(game, rows, int(rng.choice(game.legal_actions(rows))))
                if seat < 3:
                    act(game, others, int(rng.choice(game.legal_actions(others))))
            if rows[0].step == 2 and seed:
                break


def all_shown(game: Game, rows: Rows, viewer: int | None) -> tuple[object, ...]:
    """All that a seat or a spectator is shown: view, text, picture and, of a seat, the observation."""
    observed = {} if viewer is None else {key: value.tolist() for key, value in pieces(game, rows, viewer).items()}
    return (observed, *(show(rows[0], viewer) for show in (game.view, game.text, game.svg)))


def test_an_environment_tells_nobody_but_the_asked_that_others_have_chosen() -> None:
    env = nimalia_v0.env(num_players=4)
    env.reset(seed=5)

    def told(agent: str) -> tuple[object, ...]:
        infos = {key: value.tolist() for key, value in env.infos[agent].items()}
        seen = env.observe(agent)
        return infos, {key: value.tolist() for key, value in seen.items()}, env.rewards[agent]

    waiting = {agent: told(agent) for agent in env.agents[1:]}
    for place, agent in enumerate(env.agents[:-1]):
        assert env.agent_selection == agent
        env.step(env.legal_actions()[0])
        for later in env.agents[place + 2 :]:
            assert told(later) == waiting[later]


def test_the_own_choice_is_shown_to_who_has_made_it_alone(game: Game) -> None:
    rows = game.start(3, seed=25)
    play_steps(game, rows, 1)
    action = game.parse_action("second turned 3 at -1,1")
    act(game, rows, action)
    assert pieces(game, rows, 0)["choice"].tolist() == [2, 3, -1, 1]
    assert pieces(game, rows, 0)["asked"].tolist() == [0]
    for viewer in (1, 2):
        assert pieces(game, rows, viewer)["choice"].tolist() == [0, 0, 0, 0]
        assert pieces(game, rows, viewer)["asked"].tolist() == [1]
    card = int(rows[0].hands[0, 1]) + 1
    choices = [seat["choice"] for seat in game.view(rows[0], 0)["seats"]]
    assert choices == [{"card": card, "turns": 3, "at": [-1, 1]}, None, None]
    assert [seat["choice"] for seat in game.view(rows[0], 1)["seats"]] == [None, None, None]
    assert [seat["choice"] for seat in game.view(rows[0], None)["seats"]] == [None, None, None]
    everything = game.view(rows[0], EVERYTHING)
    assert (everything["player"], [seat["choice"] for seat in everything["seats"]]) == (1, choices)
    assert [game.view(rows[0], viewer)["player"] for viewer in (0, 1, 2, None)] == [None, 1, 2, None]
    assert "; you have chosen, the others choose" in game.text(rows[0], 0).splitlines()[0]
    assert "; seat 2 (you) is to place a card" in game.text(rows[0], 2).splitlines()[0]
    assert "; all are to place a card" in game.text(rows[0], None).splitlines()[0]


def test_played_cards_are_known_covered_or_not(game: Game) -> None:
    rows = game.start(2, seed=26)
    played: set[int] = set()
    for _ in range(6):
        for seat in range(2):
            played.add(int(rows[0].hands[seat, 0]))
            act(game, rows, int(game.legal_actions(rows)[0]))
        assert np.flatnonzero(pieces(game, rows, 0)["played"]).tolist() == sorted(played)
