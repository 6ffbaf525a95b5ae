"""Kenya's greedy player: what it does in plain positions, that it sees no secret, and that it is no weakling."""

import random
from collections.abc import Sequence

import numpy as np
import pytest
from tests.games.kenya.boards import at, points, position
from tests.playing import games, legal, play

from baobab.bots.bot import GreedyBot, RandomBot
from baobab.bots.match import play_games
from baobab.core.game import Game, make_rngs
from baobab.core.record import Rows, copy_rows

pytestmark = pytest.mark.kernels


def chosen(game: Game, rows: Rows, *, seed: int = 1) -> str:
    """What the greedy player does."""
    actions = np.zeros(1, np.int32)
    game.kernels.greedy_actions(game.params, rows, make_rngs(1, seed=seed), actions)
    name = game.action_name(int(actions[0]), rows[0])
    assert name in legal(game, rows)
    return name


def play_turn(game: Game, rows: Rows) -> list[str]:
    """Let the greedy player take its whole turn."""
    seat = rows[0].player
    actions: list[str] = []
    while rows[0].player == seat and (not actions or not rows[0].opening):
        actions.append(chosen(game, rows))
        play(game, rows, actions[-1])
    return actions


# --- Plain positions --------------------------------------------------------------------------------------

SHOWN = "8,8 brown:wildebeest"
"""Seat 1's brown card, far away: all know its clan."""
BOTH = f"{SHOWN}\n8,7 brown:zebra"
"""Seat 0's as well, so that it is not in the hand."""


def test_it_draws_and_places_its_own_animal_beside_water(game: Game) -> None:
    table = f"0,0 water\n5,5 meerkat\n{BOTH}"
    rows = position(game, table, hands=["gazelle+baboon", "lion"], visible="zebra+giraffe meerkat lion")
    actions = play_turn(game, rows)
    assert actions[:2] == ["draw zebra+giraffe", "card zebra+giraffe"]
    assert points(rows, "zebra") == 2 + 2


def test_it_places_its_own_animal_and_not_anothers(game: Game) -> None:
    rows = position(game, f"0,0 meerkat\n{BOTH}", hands=["zebra+giraffe wildebeest+giraffe", "lion"])
    assert chosen(game, rows) == "card zebra+giraffe"


def test_it_places_its_brown_card_beside_water(game: Game) -> None:
    rows = position(game, f"0,0 water\n5,5 meerkat\n{SHOWN}", hands=["zebra+giraffe", "lion"])
    assert play_turn(game, rows)[0] == "card brown"
    assert points(rows, "zebra") == 4


def test_it_avoids_the_lion_with_an_animal_of_its_own(game: Game) -> None:
    rows = position(game, f"0,0 lion\n0,2 meerkat\n{SHOWN}", hands=["zebra+giraffe", "lion"])
    play(game, rows, "card zebra+giraffe")
    for seed in range(games(20, small=3)):
        copy = copy_rows(rows)
        play(game, copy, chosen(game, rows, seed=seed))
        assert points(copy, "zebra") == 1


def test_it_hides_anothers_animal_beside_a_lion(game: Game) -> None:
    rows = position(game, f"0,0 lion\n0,2 meerkat\n{SHOWN}", hands=["wildebeest+giraffe", "lion"])
    play(game, rows, "card wildebeest+giraffe", chosen_cell := chosen_after(game, rows, "card wildebeest+giraffe"))
    assert at(rows, chosen_cell.removeprefix("cell ")) == "wildebeest+giraffe baobab"


def chosen_after(game: Game, rows: Rows, *actions: str) -> str:
    """What the greedy player does after these actions."""
    copy = copy_rows(rows)
    play(game, copy, *actions)
    return chosen(game, copy)


@pytest.mark.parametrize(("card", "face"), [("zebra+giraffe", "face up"), ("wildebeest+giraffe", "face baobab")])
def test_it_shows_its_own_animal_and_hides_anothers_where_it_may_choose(game: Game, card: str, face: str) -> None:
    rows = position(game, f"0,0 lion\n-1,1 elephant\n{SHOWN}", hands=[f"{card} water", "lion"])
    play(game, rows, f"card {card}", "cell 0,1")
    assert chosen(game, rows) == face


def test_it_places_a_lion_where_it_hides_most_of_anothers(game: Game) -> None:
    table = f"0,0 wildebeest+giraffe\n1,1 wildebeest+baboon\n1,2 zebra+giraffe\n{SHOWN}"
    rows = position(game, table, hands=["lion lion", "lion"])
    play(game, rows, "card lion")
    assert chosen(game, rows) in ("cell 0,1", "cell 1,0")
    play(game, rows, chosen(game, rows))
    assert points(rows, "wildebeest") == 2  # the brown card alone
    assert points(rows, "zebra") == 1


def test_it_turns_its_own_hidden_card_with_an_elephant(game: Game) -> None:
    table = f"0,0 lion\n0,1 zebra+giraffe baobab 0\n1,0 wildebeest+giraffe baobab 0\n{SHOWN}"
    rows = position(game, table, hands=["elephant lion", "lion"])
    play(game, rows, "card elephant")
    play(game, rows, chosen(game, rows))
    assert at(rows, "0,1") == "zebra+giraffe up"
    assert at(rows, "1,0") == "wildebeest+giraffe baobab"


def test_it_puts_water_beside_its_own_cards(game: Game) -> None:
    table = f"0,0 zebra+giraffe\n1,1 zebra+gazelle\n0,5 wildebeest+giraffe\n{SHOWN}"
    rows = position(game, table, hands=["water lion", "lion"])
    play(game, rows, "card water")
    assert chosen(game, rows) in ("cell 0,1", "cell 1,0")


def test_it_pushes_so_that_anothers_card_is_covered(game: Game) -> None:
    table = f"0,0 wildebeest+giraffe\n0,1 zebra+giraffe\n1,2 zebra+baboon\n{SHOWN}"
    rows = position(game, table, hands=["rhinoceros lion", "lion"])
    assert chosen(game, rows) in ("card rhinoceros", "card brown")
    play(game, rows, "card rhinoceros", "cell 0,2")
    assert chosen(game, rows) == "push west"


def test_it_does_not_push_where_it_loses_and_need_not(game: Game) -> None:
    table = f"0,0 water\n0,1 zebra+giraffe\n3,3 meerkat\n{SHOWN}"
    rows = position(game, table, hands=["rhinoceros lion", "lion"])
    play(game, rows, "card rhinoceros")
    play(game, rows, chosen(game, rows))
    assert points(rows, "zebra") == 2


def test_it_takes_a_card_of_its_own_with_a_meerkat(game: Game) -> None:
    rows = position(
        game,
        f"0,0 water\n{BOTH}",
        hands=["meerkat lion", "lion"],
        visible="zebra+giraffe wildebeest+giraffe meerkat",
        stock="water",
    )
    play(game, rows, "draw meerkat", "card meerkat", "cell 0,1")
    assert chosen(game, rows) == "draw zebra+giraffe"


def test_a_blind_take_is_better_than_another_players_animal(game: Game) -> None:
    rows = position(
        game,
        f"0,0 lion\n{SHOWN}",
        hands=["meerkat lion", "lion"],
        visible="wildebeest+giraffe meerkat",
        stock="water",
    )
    play(game, rows, "draw meerkat", "card meerkat", "cell 0,1")
    assert chosen(game, rows) == "draw blind"


def test_among_equals_it_varies(game: Game) -> None:
    rows = position(game, f"0,0 meerkat\n{SHOWN}", hands=["zebra+giraffe lion", "lion"])
    play(game, rows, "card zebra+giraffe")
    assert len({chosen(game, rows, seed=seed) for seed in range(20)}) > 1
    assert chosen(game, rows, seed=3) == chosen(game, rows, seed=3)


# --- Secrets ----------------------------------------------------------------------------------------------


def test_it_does_the_same_whatever_it_cannot_see(animals: Game) -> None:
    for seed in range(games(10, small=1)):
        rng = random.Random(seed)
        rows = animals.start(2 + seed % 4, seed=seed)
        while rows[0].player >= 0:
            if rng.random() < games(8, small=2) / 16:
                other = copy_rows(rows)
                viewers = rows["player"].astype(np.int8)
                animals.kernels.determinize_many(animals.params, other, viewers, make_rngs(1, seed=seed))
                assert chosen(animals, other, seed=seed) == chosen(animals, rows, seed=seed)
            action = rng.choice(animals.legal_actions(rows).tolist())
            animals.kernels.step_many(animals.params, rows, np.array([action], np.int32))


def test_a_row_that_it_looks_at_stays_as_it_is(game: Game) -> None:
    rows = game.start(3, seed=8)
    before = rows.tobytes()
    chosen(game, rows)
    assert rows.tobytes() == before


# --- Strength ---------------------------------------------------------------------------------------------


def win_shares(game: Game, bots: Sequence[object], *, deals: int, num_players: int) -> list[float]:
    """The share of wins of each seat's bot over `deals`, with all rotations of the seats; ties are split."""
    shares = np.zeros(len(bots))
    for turn in range(num_players):
        rows = game.rows(deals)
        players = np.full(deals, num_players, np.int8)
        game.kernels.reset_many(game.params, rows, players, np.arange(deals, dtype=np.int64))
        order = [(seat + turn) % num_players for seat in range(num_players)]
        seats = np.zeros((deals, game.max_players), np.int8)
        seats[:, :num_players] = order
        play_games(game, rows, seats, bots, rngs=make_rngs(deals, seed=turn))  # type: ignore[arg-type] # are bots
        winners = game.results(rows)[1][:, :num_players] == 1
        split = winners / winners.sum(axis=1, keepdims=True)
        for seat, bot in enumerate(order):
            shares[bot] += split[:, seat].sum() / (deals * num_players)
    return shares.tolist()


def test_it_wins_nine_games_of_ten_against_random(game: Game) -> None:
    deals = games(200, small=2)
    shares = win_shares(game, [GreedyBot(), RandomBot()], deals=deals, num_players=2)
    assert sum(shares) == pytest.approx(1)
    assert shares[0] >= games(90, small=75) / 100


def test_it_wins_most_games_against_four_random_players(game: Game) -> None:
    deals = games(60, small=1)
    bots = [GreedyBot(), *[RandomBot() for _ in range(4)]]
    shares = win_shares(game, bots, deals=deals, num_players=5)
    assert shares[0] >= games(60, small=40) / 100
