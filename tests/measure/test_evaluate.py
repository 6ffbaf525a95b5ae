"""Evaluation: rotations, shares, intervals, and the command."""

import json
import math
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from baobab.bots import Bot, GreedyBot, RandomBot
from baobab.commands import run_command
from baobab.core.game import Game
from baobab.core.record import Rows
from baobab.measure.evaluate import (
    Evaluation,
    evaluate_bots,
    format_evaluation,
)
from baobab.measure.intervals import mean_interval, t_quantile
from baobab.registry import GAMES, load_game


class SeatBot(RandomBot):
    """Random, and notes at which seats it was asked."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.seats: set[int] = set()

    def act(self, game: Game, rows: Rows, rngs: NDArray[np.int64]) -> NDArray[np.int32]:
        self.seats |= set(rows["player"].tolist())
        return super().act(game, rows, rngs)


@pytest.fixture(params=sorted(GAMES))
def game(request: pytest.FixtureRequest) -> Game:
    return load_game(request.param)


def figures(evaluation: Evaluation) -> dict[str, object]:
    """What does not depend on the clock."""
    return {key: value for key, value in evaluation.to_json().items() if key not in ("seconds", "games_per_second")}


def test_one_bot_on_every_seat_has_an_even_share_exactly_and_no_margin(game: Game) -> None:
    (one,) = evaluate_bots(game, [RandomBot()], players=3, games=30, seed=1).bots
    assert one.seats == 3
    assert one.win_share == pytest.approx(1 / 3)
    assert one.mean_margin == pytest.approx(0)


def test_the_shares_of_all_seats_are_one_and_their_margins_none(game: Game) -> None:
    bots: list[Bot] = [SeatBot("a"), SeatBot("b"), SeatBot("c")]
    evaluation = evaluate_bots(game, bots, players=3, games=30, seed=2)
    assert sum(bot.win_share for bot in evaluation.bots) == pytest.approx(1)
    assert sum(bot.mean_margin for bot in evaluation.bots) == pytest.approx(0)


def test_every_bot_takes_every_seat(game: Game) -> None:
    bots = [SeatBot("a"), SeatBot("b")]
    evaluate_bots(game, bots, players=game.max_players, games=1, seed=1)
    assert [bot.seats for bot in bots] == [set(range(game.max_players))] * 2


def test_the_last_bot_takes_the_seats_that_are_left_over_and_is_measured_per_seat(game: Game) -> None:
    evaluation = evaluate_bots(game, [SeatBot("learned"), SeatBot("rest")], players=4, games=40, seed=1)
    one, rest = evaluation.bots
    assert (one.seats, rest.seats) == (1, 3)
    assert one.win_share + 3 * rest.win_share == pytest.approx(1)


def test_greedy_beats_random_and_the_intervals_say_so(game: Game) -> None:
    greedy, chance = evaluate_bots(game, [GreedyBot(), RandomBot()], players=2, games=200, seed=1).bots
    low, high = greedy.win_share_interval
    assert 0.5 < low <= greedy.win_share <= high <= 1
    assert chance.win_share == pytest.approx(1 - greedy.win_share)
    assert greedy.mean_margin > 0
    assert greedy.mean_margin_interval[0] > 0


def test_games_are_rounded_up_to_whole_deals_of_two_at_least(game: Game) -> None:
    for games, deals in ((1, 2), (7, 3), (9, 3), (10, 4)):
        evaluation = evaluate_bots(game, [RandomBot()], players=3, games=games, seed=1)
        assert (evaluation.deals, evaluation.games) == (deals, 3 * deals)


def test_the_figures_repeat_and_do_not_depend_on_the_batch(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    bots: list[Bot] = [GreedyBot(), RandomBot()]
    first = evaluate_bots(game, bots, players=2, games=20, seed=5)
    monkeypatch.setattr("baobab.measure.evaluate.BATCH_GAMES", 6)
    again = evaluate_bots(game, bots, players=2, games=20, seed=5)
    assert figures(first) == figures(again)
    assert figures(first) != figures(evaluate_bots(game, bots, players=2, games=20, seed=6))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"players": 99}, "num_players=99"),
        ({"games": 0}, "at least one game"),
        ({"seed": -1}, "seed"),
        ({"bots": [RandomBot(), RandomBot(), RandomBot()]}, "2 seats take 1 to 2 bots, not 3"),
        ({"bots": []}, "1 to 2 bots, not 0"),
    ],
)
def test_wrong_arguments_are_named(game: Game, arguments: dict, words: str) -> None:
    given = {"bots": [RandomBot()], "players": 2, "games": 4, "seed": 1, **arguments}
    with pytest.raises(ValueError, match=words):
        evaluate_bots(game, given.pop("bots"), **given)


def test_bots_of_the_same_name_are_told_apart(game: Game) -> None:
    evaluation = evaluate_bots(game, [RandomBot(), RandomBot()], players=2, games=4, seed=1)
    assert [bot.name for bot in evaluation.bots] == ["random", "random#2"]


# --- Intervals --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("freedom", "quantile"),  # from printed tables of Student's t
    [(1, 12.706), (2, 4.303), (5, 2.571), (10, 2.228), (11, 2.201), (15, 2.131), (30, 2.042), (120, 1.980)],
)
def test_quantiles_are_those_of_the_printed_tables(freedom: int, quantile: float) -> None:
    assert t_quantile(freedom) == pytest.approx(quantile, abs=0.0006)


def test_an_interval_is_the_mean_and_the_t_quantile_times_its_standard_error() -> None:
    low, high = mean_interval(np.array([1.0, 2.0, 3.0]))  # deviation 1, two degrees of freedom
    reach = 4.3027 / math.sqrt(3)
    assert [low, high] == pytest.approx([2 - reach, 2 + reach])


def test_intervals_hold_the_true_mean_in_about_95_of_100_cases() -> None:
    chance = np.random.default_rng(1)
    held = sum(low <= 0.5 <= high for low, high in (mean_interval(chance.random(12)) for _ in range(2000)))
    assert 0.93 < held / 2000 < 0.97


def test_all_games_won_still_leave_room_for_a_loss(game: Game) -> None:
    """With D deals all won, the exact interval begins at the D-th root of 0.025."""
    evaluation = evaluate_bots(game, [GreedyBot(), RandomBot()], players=2, games=8, seed=1)
    for bot in evaluation.bots:
        if bot.win_share in (0.0, 1.0):
            low, high = bot.win_share_interval
            assert high - low == pytest.approx(1 - 0.025 ** (1 / 4))


# --- The command ------------------------------------------------------------------------------------------


def test_the_command_writes_the_same_figures_as_json_under_stable_keys(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "figures.json"
    arguments = ["kenya", "--players", "3", "--bots", "greedy,random", "--games", "12", "--seed", "4"]
    assert run_command("evaluate", [*arguments, "--json", str(path)]) == 0
    shown = capsys.readouterr().out
    assert "greedy" in shown
    assert "95 % interval" in shown
    told = json.loads(path.read_text(encoding="utf-8"))
    assert list(told) == [
        *("format", "game", "version", "options", "players", "games", "deals", "seed", "bots"),
        *("moves_per_game", "seconds", "games_per_second"),
    ]
    assert list(told["bots"][0]) == [
        *("name", "seats", "win_share", "win_share_interval", "mean_score", "mean_score_interval"),
        *("mean_margin", "mean_margin_interval"),
    ]
    assert run_command("evaluate", [*arguments, "--json", "-"]) == 0
    again = json.loads(capsys.readouterr().out)
    assert again["bots"] == told["bots"]


def test_the_table_for_people_names_every_bot_and_its_interval(game: Game) -> None:
    evaluation = evaluate_bots(game, [GreedyBot(), RandomBot()], players=2, games=8, seed=1)
    text = format_evaluation(evaluation)
    for bot in evaluation.bots:
        assert f"{bot.win_share_interval[0]:.3f} … {bot.win_share_interval[1]:.3f}" in text
    assert "an even match: 0.500" in text


def test_rule_options_are_played_and_told(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--option", "brown_cards=player_animal", "--json", "-"]
    assert run_command("evaluate", ["kenya", "--bots", "random", "--games", "4", *options]) == 0
    assert json.loads(capsys.readouterr().out)["options"] == {"brown_cards": "player_animal"}
