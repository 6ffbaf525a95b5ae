"""Bots that search: their names, their fairness, their repeatability, and what they find."""

import time
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.bots.positions import choices, random_game, redraw, winning_actions
from tests.playing import FEW

from baobab.bots import SearchBot, load_bot, split_names
from baobab.bots.search import MAX_MILLISECONDS, MAX_PLAYOUTS, parse_search
from baobab.cli import main
from baobab.core.game import Game, make_rngs
from baobab.core.record import Rows
from baobab.measure.ladder import climb
from baobab.registry import GAMES, load_game

kernels = pytest.mark.kernels
BOTS = ("flat:6", "mcts:8", "mcts:6:greedy", "flat:4:greedy") if FEW else ("flat:60", "mcts:60", "mcts:40:greedy")


@pytest.fixture(params=sorted(GAMES))
def game(request: pytest.FixtureRequest) -> Game:
    return load_game(request.param)


def mixed(game: Game) -> Rows:
    """Late positions of games with all numbers of players, one array `[N]`."""
    players = [2] if FEW else range(game.min_players, game.max_players + 1)
    return np.concatenate([choices(game, number, 5)[place] for number in players for place in (-3, -1)])


# --- By name ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "method", "playouts", "milliseconds", "guided"),
    [
        ("mcts:1000", "mcts", 1000, None, False),
        ("mcts:200ms", "mcts", None, 200, False),
        ("mcts:1000:greedy", "mcts", 1000, None, True),
        ("flat:500", "flat", 500, None, False),
        ("flat:30ms:greedy", "flat", None, 30, True),
    ],
)
def test_a_name_says_method_budget_and_who_plays_the_playouts(
    name: str, method: str, playouts: int | None, milliseconds: int | None, guided: bool
) -> None:
    bot = load_bot(name)
    assert isinstance(bot, SearchBot)
    assert (bot.method, bot.playouts, bot.milliseconds, bot.guided) == (method, playouts, milliseconds, guided)
    assert bot.name == name


@pytest.mark.parametrize("name", ["mcts", "mcts:", "mcts:x", "mcts:-5", "mcts:1.5", "mcts:5s", "flat:5:best", "mcts:٣"])
def test_a_name_that_only_begins_like_a_search_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="is called like mcts:1000") as refused:
        load_bot(name)
    assert repr(name) in str(refused.value)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("mcts:0", "playouts lies in 1 … 1e+07, not 0"),
        (f"flat:{MAX_PLAYOUTS + 1}", f"not {MAX_PLAYOUTS + 1}"),
        ("mcts:0ms", "milliseconds lies in 1 … 3.6e+06, not 0"),
        (f"mcts:{MAX_MILLISECONDS + 1}ms", f"not {MAX_MILLISECONDS + 1}"),
    ],
)
def test_a_budget_out_of_range_is_named(name: str, words: str) -> None:
    with pytest.raises(ValueError, match="lies in") as refused:
        load_bot(name)
    assert words in str(refused.value)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: SearchBot("best", playouts=1), "'flat' or 'mcts', not 'best'"),  # type: ignore[arg-type]
        (SearchBot, "a budget of playouts or one of milliseconds"),
        (lambda: SearchBot(playouts=1, milliseconds=1), "a budget of playouts or one of milliseconds"),
        (lambda: SearchBot(playouts=1, threads=0), "threads lies in 1 … 256, not 0"),
        (lambda: SearchBot(playouts=1, exploration=-1.0), "exploration lies in 0 … 1000, not -1.0"),
        (lambda: SearchBot(playouts=1, widening=-0.5), "widening lies in 0 … 1000, not -0.5"),
        (lambda: SearchBot(playouts=1, win_weight=1.5), "win_weight lies in 0 … 1, not 1.5"),
        (lambda: SearchBot(playouts=1, win_weight=float("nan")), "win_weight lies in 0 … 1, not nan"),
    ],
)
def test_a_wrong_option_is_named(make: Callable[[], SearchBot], words: str) -> None:
    with pytest.raises(ValueError, match=r"a search|lies in") as refused:
        make()
    assert words in str(refused.value)


def test_other_names_are_no_searches() -> None:
    assert [parse_search(name) for name in ("random", "kenya/base", "mctsx", "search(kenya/base, 200)")] == [None] * 4


def test_a_comma_within_brackets_belongs_to_a_name() -> None:
    assert split_names("random, mcts:100,search(kenya/base, 200),flat:5") == [
        *("random", "mcts:100", "search(kenya/base, 200)", "flat:5")
    ]


@pytest.mark.parametrize("text", ["", "random,", "random,,greedy", " , "])
def test_an_empty_name_in_a_list_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="with commas between them") as refused:
        split_names(text)
    assert repr(text) in str(refused.value)


# --- Repeatable -------------------------------------------------------------------------------------------


def alone(bot: SearchBot, game: Game, rows: Rows, rngs: NDArray[np.int64]) -> list[int]:
    """The moves where every row is asked by itself."""
    return [int(bot.act(game, rows[n : n + 1], rngs[n : n + 1].copy())[0]) for n in range(len(rows))]


@kernels
@pytest.mark.parametrize("name", BOTS)
def test_the_same_generators_give_the_same_moves_alone_in_any_batch_and_on_any_threads(game: Game, name: str) -> None:
    bot, rows = parse_search(name), mixed(game)
    assert bot is not None
    rngs = make_rngs(len(rows), seed=2)
    moves = alone(bot, game, rows, rngs)
    for threads in (1, 2, 3):
        bot.threads = threads
        assert bot.act(game, rows, rngs.copy()).tolist() == moves, threads
    assert bot.act(game, rows[::-1].copy(), rngs[::-1].copy()).tolist() == moves[::-1]


@kernels
@pytest.mark.parametrize("name", BOTS)
def test_the_rows_stay_as_they_are_and_the_generators_move_on(game: Game, name: str) -> None:
    rows = mixed(game)
    before, rngs = rows.tobytes(), make_rngs(len(rows), seed=2)
    load_bot(name).act(game, rows, rngs)
    assert rows.tobytes() == before
    assert (rngs != make_rngs(len(rows), seed=2)).any(axis=1).all()


def test_other_generators_search_otherwise(game: Game) -> None:
    rows = choices(game, 2, 4)[0]
    found = [SearchBot(playouts=50).analyse(game, rows, make_rngs(1, seed=seed))[0] for seed in range(4)]
    assert len({one.utilities.tobytes() for one in found}) > 1


# --- Fair -------------------------------------------------------------------------------------------------


@kernels
@pytest.mark.parametrize("name", BOTS)
def test_moves_do_not_depend_on_what_the_seat_cannot_see(game: Game, name: str) -> None:
    bot, changed = load_bot(name), 0
    for players in (2,) if FEW else (2, game.max_players):
        played = random_game(game, players, 6)
        for rows in played[-3:-1] if FEW else played[3 :: len(played) // 6]:
            rngs = make_rngs(1, seed=7)
            move = bot.act(game, rows, rngs.copy())[0]
            for seed in range(2 if FEW else 5):
                redrawn = redraw(game, rows, seed)
                changed += redrawn.tobytes() != rows.tobytes()
                assert bot.act(game, redrawn, rngs.copy())[0] == move, (players, seed, rows[0].decisions)
    assert changed  # the redraws were others


# --- Budgets ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("playouts", [1, 7, 250])
def test_a_tree_search_spends_its_playouts_and_tells_the_most_visited_action_first(game: Game, playouts: int) -> None:
    rows = random_game(game, 2, 3)[0]
    (found,) = SearchBot(playouts=playouts).analyse(game, rows, make_rngs(1, seed=1))
    assert found.playouts == playouts == found.visits.sum()
    assert sorted(found.actions.tolist()) == game.legal_actions(rows).tolist()
    assert (np.diff(found.visits) <= 0).all()
    assert ((found.utilities >= 0) & (found.utilities <= 1)).all()


def test_a_flat_search_shares_its_playouts_evenly_and_tells_the_best_action_first(game: Game) -> None:
    rows = random_game(game, 2, 3)[0]
    (found,) = SearchBot("flat", playouts=250).analyse(game, rows, make_rngs(1, seed=1))
    assert found.playouts == 250 == found.visits.sum()
    assert np.ptp(found.visits) <= 1
    assert (np.diff(found.utilities) <= 0).all()


@pytest.mark.parametrize("method", ["flat", "mcts"])
def test_a_budget_of_milliseconds_is_used_and_kept(game: Game, method: str) -> None:
    rows = random_game(game, 2, 3)[0]
    bot = load_bot(f"{method}:40ms")
    assert isinstance(bot, SearchBot)
    bot.act(game, rows, make_rngs(1, seed=1))  # compiles
    begun = time.perf_counter()
    (found,) = bot.analyse(game, rows, make_rngs(1, seed=1))
    assert 0.04 <= time.perf_counter() - begun < 2
    assert found.playouts > 0


def test_a_decision_with_one_answer_costs_no_playout() -> None:
    game = load_game("kenya")  # the others ask no such decision
    asked = (rows for seed in range(30) for rows in random_game(game, 2, seed))
    rows = next(rows for rows in asked if len(game.legal_actions(rows)) == 1)
    rngs = make_rngs(1, seed=1)
    (found,) = SearchBot(playouts=1000).analyse(game, rows, rngs)
    assert found.playouts == 0
    assert found.actions.tolist() == game.legal_actions(rows).tolist()
    assert (rngs == make_rngs(1, seed=1)).all()


# --- Winning moves ----------------------------------------------------------------------------------------

LINES, WORLDS = 200, 6
ENDINGS = {
    "kenya": ((7, -1), (20, -1), (32, -1), (73, -1), (91, -1), (126, -1)),
    "nimalia": ((181, -1), (319, -1), (336, -1), (438, -1), (484, -1), (504, -1)),
    "okavango": ((55, -1), (175, -1), (178, -4), (324, -4), (405, -3), (417, -4)),
    "savernake": ((23, -1), (67, -2), (74, -2), (84, -2), (133, -1), (149, -1)),
}
"""Random games, and decisions from their end, where few actions win; more of them by `find_endings`."""


@pytest.mark.parametrize(("name", "seed", "place"), [(name, *at) for name, found in ENDINGS.items() for at in found])
def test_a_search_finds_what_wins_in_every_line_of_play(name: str, seed: int, place: int) -> None:
    game = load_game(name)
    rows = choices(game, 2, seed)[place]
    winning = winning_actions(game, rows, lines=LINES, worlds=WORLDS)
    assert 0 < len(winning) <= len(game.legal_actions(rows)) / 3  # it is hard to find by chance
    for bot in ("mcts:200", "mcts:1000:greedy"):  # guided it tries one action after the other, and needs more to get on
        for start in range(3):
            assert load_bot(bot).act(game, rows, make_rngs(1, seed=start))[0] in winning, (bot, start)


# --- Strength ---------------------------------------------------------------------------------------------


def test_a_search_beats_random_play() -> None:
    (rung,) = climb(load_game("nimalia"), ["random", "mcts:50"], games=40)
    assert rung.interval[0] > 0.5
    assert (rung.lower, rung.upper, rung.games) == ("random", "mcts:50", 40)


def test_a_ladder_upside_down_does_not_hold() -> None:
    (rung,) = climb(load_game("nimalia"), ["mcts:20", "random"], games=40, threads=2)
    assert not rung.holds


@pytest.mark.parametrize(("rungs", "code"), [("random,mcts:20", 0), ("mcts:20,random", 1)])
def test_the_command_ends_with_1_where_a_bot_is_worse(
    rungs: str, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["ladder", "nimalia", "--games", "40", "--rungs", rungs]) == code
    out = capsys.readouterr().out
    assert ("WORSE" in out) == bool(code)
    assert "40 games" in out


def test_a_ladder_tells_its_progress_and_is_the_same_again() -> None:
    told: list[int] = []
    same, again = (
        list(climb(load_game("kenya"), ["flat:1", "random", "flat:1"], games=10, seed=3, progress=told.append))
        for _ in range(2)
    )
    assert [rung.share for rung in same] == [rung.share for rung in again]
    assert told == [10, 20] * 2
    assert [(rung.lower, rung.upper, rung.games) for rung in same] == [
        ("flat:1", "random", 10),
        ("random", "flat:1", 10),
    ]
    assert all(rung.interval[0] <= 0.5 <= rung.interval[1] for rung in same)  # one playout is as good as none


@pytest.mark.parametrize(
    ("names", "games", "words"),
    [
        (["random", "greedy"], 5, "an even number from 4 on, not 5"),
        (["random", "greedy"], 0, "an even number from 4 on, not 0"),
        (["random"], 4, "two rungs at least, not 1: random"),
        (["random", "greedy", "greedy"], 4, "greedy would meet itself"),
    ],
)
def test_a_ladder_that_cannot_be_climbed_is_refused(names: list[str], games: int, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        climb(load_game("nimalia"), names, games=games)
