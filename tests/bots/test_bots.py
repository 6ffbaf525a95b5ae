"""Bots: by name, and in matches."""

from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.playing import FEW

from baobab.bots import Bot, GreedyBot, RandomBot, load, load_bot, load_bots, match_rngs, match_seeds, play_games
from baobab.core.game import Game
from baobab.core.record import NOBODY, Rows
from baobab.registry import GAMES, load_game

pytestmark = pytest.mark.kernels


class FixedBot:
    """Always the same action, legal or not."""

    name = "fixed"

    def __init__(self, action: int, *, dtype: type = np.int32) -> None:
        self.action = action
        self.dtype = dtype

    def act(self, game: Game, rows: Rows, rngs: NDArray[np.int64]) -> NDArray[np.int32]:
        del game, rngs
        return np.full(len(rows), self.action, self.dtype)


class FirstBot:
    """The first legal action; notes how it was asked."""

    name = "first"

    def __init__(self) -> None:
        self.asked: list[list[int]] = []

    def act(self, game: Game, rows: Rows, rngs: NDArray[np.int64]) -> NDArray[np.int32]:
        del rngs
        self.asked.append(rows["player"].tolist())
        return np.array([game.legal_actions(rows[place : place + 1])[0] for place in range(len(rows))], np.int32)


@pytest.fixture(params=sorted(GAMES))
def game(request: pytest.FixtureRequest) -> Game:
    return load_game(request.param)


def started(game: Game, players: list[int], seeds: list[int]) -> Rows:
    rows = game.rows(len(players))
    game.kernels.reset_many(game.params, rows, np.array(players, np.int8), np.array(seeds, np.int64))
    return rows


# --- By name ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "kind"), [("random", RandomBot), ("greedy", GreedyBot)])
def test_a_bot_is_loaded_by_its_name(name: str, kind: type) -> None:
    bot = load_bot(name)
    assert isinstance(bot, kind)
    assert isinstance(bot, Bot)
    assert bot.name == name


def test_a_repeated_name_gives_the_same_bot() -> None:
    first, second, third = load_bots(["greedy", "random", "greedy"])
    assert first is third
    assert first is not second


def entry_point(monkeypatch: pytest.MonkeyPatch, make: Callable[[str], Bot] | None) -> None:
    """Make `make` the only reader of checkpoints; None: one whose module cannot be imported."""
    module = "no_such_module" if make is None else __name__
    monkeypatch.setattr(load, "entry_points", lambda group: [EntryPoint("checkpoint", f"{module}:made", group)])
    if make is not None:
        monkeypatch.setattr(EntryPoint, "load", lambda self: make)


def test_any_other_name_is_a_checkpoints(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def make(name: str) -> Bot:
        asked.append(name)
        return RandomBot()

    entry_point(monkeypatch, make)
    load_bot("kenya/base")
    assert asked == ["kenya/base"]


def test_the_error_tells_the_names_and_where_it_looked(monkeypatch: pytest.MonkeyPatch) -> None:
    def make(name: str) -> Bot:
        raise FileNotFoundError(f"no checkpoint in ./checkpoints/{name}")

    entry_point(monkeypatch, make)
    with pytest.raises(FileNotFoundError, match=r"no bot 'gredy': .*random.*greedy.*\./checkpoints/gredy"):
        load_bot("gredy")


def test_the_error_says_so_where_checkpoints_cannot_be_read_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    entry_point(monkeypatch, None)
    with pytest.raises(ImportError, match=r"no bot 'kenya/base'.*pip install 'baobab\[train\]'.*no_such_module"):
        load_bot("kenya/base")
    monkeypatch.setattr(load, "entry_points", lambda group: [])
    with pytest.raises(FileNotFoundError, match="nothing is installed that reads checkpoints"):
        load_bot("kenya/base")


# --- Matches ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bot", [RandomBot(), GreedyBot()])
def test_a_bot_plays_any_seat_of_any_number_of_players_in_one_batch(game: Game, bot: Bot) -> None:
    players = [*range(game.min_players, game.max_players + 1)] * (1 if FEW else 3)
    count = len(players)
    rows = started(game, players, list(range(count)))
    seats = np.zeros((count, game.max_players), np.int8)
    decisions = play_games(game, rows, seats, [bot], rngs=match_rngs(match_seeds(1, 0, count), stream=0))
    assert (rows["player"] == NOBODY).all()
    assert (decisions > 0).all()
    assert (decisions <= rows["decisions"]).all()


def test_a_game_goes_the_same_alone_and_in_a_batch(game: Game) -> None:
    bots: list[Bot] = [RandomBot(), GreedyBot()]
    count = 2 if FEW else 6
    seeds = match_seeds(3, 0, count)
    seats = np.array([[(row + seat) % 2 for seat in range(game.max_players)] for row in range(count)], np.int8)
    rows = started(game, [2] * count, seeds.tolist())
    play_games(game, rows, seats, bots, rngs=match_rngs(seeds, stream=0))
    for place in range(count):
        one = slice(place, place + 1)
        alone = started(game, [2], seeds[one].tolist())
        play_games(game, alone, seats[one], bots, rngs=match_rngs(seeds[one], stream=0))
        assert alone.tobytes() == rows[one].tobytes()


def test_every_bot_is_asked_at_its_own_seats_alone_and_for_all_games_at_once(game: Game) -> None:
    first, other = FirstBot(), FirstBot()
    rows = started(game, [2, 2, 2], [1, 2, 3])
    seats = np.zeros((3, game.max_players), np.int8)
    seats[:, 1] = 1
    play_games(game, rows, seats, [first, other], rngs=match_rngs(np.arange(3), stream=0))
    assert {seat for round_ in first.asked for seat in round_} == {0}
    assert {seat for round_ in other.asked for seat in round_} == {1}
    assert max(map(len, first.asked)) > 1


def test_all_actions_are_told_in_their_order(game: Game) -> None:
    played: dict[int, list[int]] = {0: [], 1: []}

    def note(index: NDArray[np.int64], actions: NDArray[np.int32]) -> None:
        for place, action in zip(index.tolist(), actions.tolist(), strict=True):
            played[place].append(action)

    rows = started(game, [2, 2], [1, 2])
    seats = np.zeros((2, game.max_players), np.int8)
    rngs = match_rngs(np.arange(2), stream=0)
    decisions = play_games(game, rows, seats, [RandomBot()], rngs=rngs, on_actions=note)
    assert decisions.tolist() == [len(played[0]), len(played[1])]
    for place, seed in enumerate((1, 2)):
        again = started(game, [2], [seed])
        for action in played[place]:
            game.kernels.step_many(game.params, again, np.array([action], np.int32))
        assert again.tobytes() == rows[place : place + 1].tobytes()


@pytest.mark.parametrize("action", [-1, 10**6])
def test_an_illegal_action_of_a_bot_is_refused(game: Game, action: int) -> None:
    rows = started(game, [2], [1])
    seats = np.zeros((1, game.max_players), np.int8)
    with pytest.raises(ValueError, match=f"bot fixed: game 0: player_. may not play {action}; legal: "):
        play_games(game, rows, seats, [FixedBot(action)], rngs=match_rngs(np.arange(1), stream=0))


def test_an_answer_of_another_shape_or_type_is_refused(game: Game) -> None:
    rows = started(game, [2], [1])
    seats = np.zeros((1, game.max_players), np.int8)
    with pytest.raises(ValueError, match=r"bot fixed: actions are \[1\] integers, not \(1,\) float64"):
        play_games(game, rows, seats, [FixedBot(1, dtype=np.float64)], rngs=match_rngs(np.arange(1), stream=0))


def test_the_folder_that_one_is_in_is_looked_up_by_its_own_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def make(name: str) -> Bot:
        asked.append(name)
        return RandomBot()

    entry_point(monkeypatch, make)
    monkeypatch.chdir(tmp_path)
    load_bot(".")
    assert asked == [str(tmp_path.resolve())]
