"""The terminal: choosing, hiding, taking back, leaving, and a whole game under a terminal of its own."""

import os
import random
import re
import select
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from baobab.bots import Bot, GreedyBot, RandomBot
from baobab.core.game import Game, make_rngs
from baobab.core.notation import CHANCE_MOVE
from baobab.core.record import NOBODY, Rows, copy_rows
from baobab.play.table import Table
from baobab.play.terminal import choose, play_terminal
from baobab.records import Step, replay_record, unfold
from baobab.registry import GAMES, load_game

LEGAL = {10: "draw lion", 11: "draw zebra+lion", 12: "cell -1,2", 13: "cell 1,2"}


def table_of(*seats: Bot | None, seed: int = 1, game: str = "kenya") -> Table:
    return Table(load_game(game), seats, seed=seed)


def scripted(*lines: str) -> Callable[[str], str]:
    """Types the lines, then ends the input."""
    left: Iterator[str] = iter(lines)

    def read(prompt: str) -> str:
        sys.stdout.write(prompt)
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    return read


def first_move(prompt: str) -> str:
    sys.stdout.write(prompt)
    return "" if "Enter" in prompt else "1"


# --- Choosing ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("1", 10),
        ("4", 13),
        ("draw lion", 10),
        ("  Draw   LION ".strip(), 10),
        ("lion", 10),
        ("zebra", 11),
        ("1,2", 13),
        ("-1,2", 12),
    ],
)
def test_a_number_a_name_its_end_or_a_part_of_it_choose(typed: str, action: int) -> None:
    assert choose(typed, LEGAL) == action


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("0", "1 to 4"),
        ("5", "1 to 4"),
        ("draw", "may mean draw lion, draw zebra+lion"),
        ("hippo", "no legal move"),
        ("", "Choose 1 to 4"),
        ("-1", "cell -1,2"),
    ],
)
def test_what_names_no_move_or_several_is_told(typed: str, words: str) -> None:
    answer = choose(typed, LEGAL)
    assert answer == 12 if typed == "-1" else words in str(answer)


def test_enter_takes_a_lone_move() -> None:
    assert choose("", {7: "push north"}) == 7


# --- Playing ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_game_is_played_to_its_end_and_recorded(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    table = table_of(None, GreedyBot(), RandomBot(), game=name)
    assert play_terminal(table, read=first_move)
    assert table.rows[0].player == NOBODY
    record = table.record()
    assert record["seats"] == ["human", "greedy", "random"]
    assert replay_record(record).rows[0].decisions == table.rows[0].decisions
    shown = capsys.readouterr().out
    assert "The game is over" in shown
    assert "Seat 1 (greedy)" in shown


def test_bots_alone_are_watched_to_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    assert play_terminal(table_of(GreedyBot(), RandomBot()), read=scripted())
    assert "Seat 0 (greedy) draws" in capsys.readouterr().out


@pytest.mark.parametrize("lines", [(), ("q",), ("1", "quit"), ("1", "nonsense", "99")])
def test_leaving_or_the_end_of_the_input_leaves_the_game_unfinished(
    lines: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    table = table_of(None, GreedyBot())
    assert not play_terminal(table, read=scripted(*lines))
    assert "unfinished" in capsys.readouterr().out
    record = table.record()
    assert record["result"] is None
    replay_record(record)


def test_ctrl_c_leaves_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    def interrupt(prompt: str) -> str:
        raise KeyboardInterrupt

    assert not play_terminal(table_of(None, GreedyBot()), read=interrupt)
    assert "unfinished" in capsys.readouterr().out


def test_a_question_mark_tells_the_rules_of_the_decision_that_is_asked(capsys: pytest.CaptureFixture[str]) -> None:
    table = table_of(None, None)
    game = table.game
    play_terminal(table, read=scripted("", "?"))
    assert game.help(int(table.rows[0].phase)) in capsys.readouterr().out


def test_undo_goes_back_to_the_same_persons_last_decision_and_bots_decide_as_they_did(
    capsys: pytest.CaptureFixture[str],
) -> None:
    table = table_of(None, RandomBot(), RandomBot())
    play_terminal(table, read=scripted("1", "1", "1"))
    there = table.rows.tobytes()
    play_terminal(table, read=scripted("u", "1"))
    assert table.rows.tobytes() == there
    play_terminal(table, read=scripted(*["u"] * 9))
    assert "There is nothing of yours to take back" in capsys.readouterr().out
    assert table.people == [0]


def test_undo_strikes_the_move_from_the_record() -> None:
    table = table_of(None, GreedyBot())
    play_terminal(table, read=scripted("1"))
    length = len(table.record()["moves"])
    table.undo(0)
    assert len(table.record()["moves"]) == length - 1


# --- Hiding -----------------------------------------------------------------------------------------------


def test_each_of_two_people_sees_their_own_hand_alone() -> None:
    """Every board that is drawn is the one of the seat whose turn at the keyboard it is."""
    drawn: list[tuple[int, int | None]] = []

    def text(game: Game, row: Any, viewer: int | None) -> str:
        del game
        drawn.append((int(row.player), viewer))
        return "board"

    game = load_game("kenya")
    game = replace(game, words=replace(game.words, text=text))
    table = Table(game, (None, None, GreedyBot()), seed=1)
    asked: list[str] = []

    def read(prompt: str) -> str:
        asked.append(prompt)
        return first_move(prompt)

    play_terminal(table, read=read)
    assert all(player == viewer for player, viewer in drawn[:-1])
    assert drawn[-1] == (NOBODY, None)
    assert {prompt for prompt in asked if "Pass" in prompt} == {
        f"Pass the keyboard to Seat {seat} (human), who presses Enter. " for seat in (0, 1)
    }


@pytest.mark.parametrize("name", sorted(GAMES))
def test_two_decisions_that_a_viewer_cannot_tell_apart_are_told_in_the_same_words(name: str) -> None:
    game = load_game(name)
    players, rngs = game.max_players, make_rngs(1, seed=1)
    alike = 0

    def redraw(rows: Rows, viewer: int) -> Rows:
        redrawn = copy_rows(rows)
        game.kernels.determinize_many(game.params, redrawn, np.array([viewer], np.int8), rngs)
        return redrawn

    def seen(rows: Rows, viewer: int) -> bytes:
        out = np.zeros((1, game.observation.size), game.observation.dtype)
        game.kernels.encode_many(game.params, rows, np.array([viewer], np.int8), out)
        return out.tobytes()

    def check(step: Step, viewer: int) -> bool:
        """Whether another state before, alike to the viewer, leads to another one after that is alike as well."""
        told = game.notation.tell_move(game, step.before, step.action, step.after, viewer)
        after = redraw(step.after, viewer)
        if after[0].phase == step.after[0].phase:  # else a choice that the seat has in mind was taken back
            assert game.notation.tell_move(game, step.before, step.action, after, viewer) == told
        before = redraw(step.before, viewer)
        if before[0].phase != step.before[0].phase or step.action not in game.legal_actions(before):
            return False
        after = copy_rows(before)
        game.kernels.apply_many(game.params, after, np.array([step.action], np.int32))
        if seen(after, viewer) != seen(step.after, viewer):
            return False
        assert game.notation.tell_move(game, before, step.action, after, viewer) == told
        return True

    for seed in range(2):
        rows = game.start(players, seed=seed)
        while rows[0].player != NOBODY:
            action = int(RandomBot().act(game, rows, rngs)[0])
            for step in unfold(game, rows, action):
                others = set(range(players)) - {int(step.before[0].player)}
                alike += sum(check(step, viewer) for viewer in others if step.action != CHANCE_MOVE)
    assert alike > 0


# --- Under a terminal of its own --------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are Unix's")
def test_a_game_under_a_real_terminal_ends_with_a_result(tmp_path: Path) -> None:
    import pty

    record = tmp_path / "game.jsonl"
    command = ["play", "kenya", "--seats", "human,human,greedy", "--seed", "3", "--record", str(record)]
    terminal, other_end = pty.openpty()
    child = subprocess.Popen(
        [sys.executable, "-m", "baobab.cli", *command],
        stdin=other_end,
        stdout=other_end,
        stderr=other_end,
        env={**os.environ, "COLUMNS": "100"},
    )
    os.close(other_end)
    chance, shown, answered = random.Random(3), b"", 0
    while True:
        ready, _, _ = select.select([terminal], [], [], 240)
        assert ready, shown[-2000:].decode(errors="replace")
        try:
            got = os.read(terminal, 1 << 16)
        except OSError:  # the other end is closed
            break
        shown += got
        new = shown[answered:]
        if new.endswith(b"> "):
            numbers = re.findall(rb"(?:^|\s)(\d+) (?:draw|card|cell|face|push) ", new)
            os.write(terminal, chance.choice(numbers) + b"\n")
            answered = len(shown)
        elif new.endswith(b"presses Enter. "):
            os.write(terminal, b"\n")
            answered = len(shown)
    os.close(terminal)
    assert child.wait() == 0, shown[-2000:].decode(errors="replace")
    assert b"\x1b[2J" in shown
    assert b"The game is over" in shown
    assert record.read_text(encoding="utf-8").count("\n") == 1
