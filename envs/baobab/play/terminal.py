"""A game in the terminal: the board, the legal moves by number or by name, and what the others did."""

import shutil
import sys
from collections.abc import Callable, Sequence

import numpy as np

from baobab.core import outcome
from baobab.play.table import HUMAN, Table

CLEAR = "\033[2J\033[3J\033[H"
"""Clears the screen and what was scrolled off it, so that the next player cannot look back."""
NEVER = -1
KEYS = "a number or a name chooses · ? rules · b board · u undo · q quit"

Read = Callable[[str], str]
"""Shows a prompt and gives the line that was typed; EOFError where there is no more."""


def play_terminal(table: Table, *, read: Read | None = None) -> bool:
    """Play a table to its end, showing each person what their seat may see; False where somebody left before.

    `read` is standard input's next line unless it is given.
    """
    return _Terminal(table, read or read_line).play()


def read_line(prompt: str) -> str:
    """The next line of standard input; EOFError also where that is closed."""
    if sys.stdin is None or sys.stdin.closed:
        print(prompt)
        raise EOFError
    return input(prompt)


class _Terminal:
    """What was shown to whom."""

    def __init__(self, table: Table, read: Read) -> None:
        self.table = table
        self.read = read
        self.viewer: int | None = table.people[0] if len(table.people) == 1 else None
        """The seat whose eyes are on the screen; None: nobody's, so only what all may see."""
        self.told = dict.fromkeys([None, *table.people], 0)  # viewer -> the moment up to which they were told
        self.drawn = NEVER  # the moment of the board that the present viewer saw last

    def play(self) -> bool:
        """Until the game is over or somebody leaves."""
        try:
            while self.table.player is not None:
                if self.table.bot is not None:
                    self.table.move_bot()
                    if not self.table.people:
                        self._tell()
                elif not self._ask(self.table.player):
                    break
        except (EOFError, KeyboardInterrupt):
            print()
        if self.table.player is not None:
            print("The game is left unfinished.")
            return False
        self._finish()
        return True

    def _ask(self, seat: int) -> bool:
        """One decision of a person, made or taken back; False where they leave the game."""
        self._hand_over(seat)
        self._tell()
        row = self.table.rows[0]
        if row.opening or self.drawn == NEVER or self.table.tell(None, since=self.drawn):
            self._draw()
        legal = self.table.legal()
        print(f"\n{self._name(seat)}, {self.table.game.phases[row.phase]}:")
        show_moves(list(legal.values()))
        while True:
            typed = self.read("> ").strip()
            if typed in ("q", "quit"):
                return False
            if typed == "?":
                print(self.table.game.help(int(row.phase)))
                print(KEYS)
            elif typed == "b":
                self._draw()
            elif typed == "u":
                if self.table.undo(seat):
                    self.told = {viewer: min(moment, self.table.moment) for viewer, moment in self.told.items()}
                    self.drawn = NEVER
                    print("Back to your last decision.")
                    return True
                print("There is nothing of yours to take back.")
            else:
                action = choose(typed, legal)
                if isinstance(action, int):
                    self.table.decide(action)
                    return True
                print(action)

    def _hand_over(self, seat: int) -> None:
        """Let the person of this seat take the screen, where it was another's."""
        if self.viewer == seat:
            return
        if len(self.table.people) > 1:
            self._clear()
            self.read(f"Pass the keyboard to {self._name(seat)}, who presses Enter. ")
            self._clear()
        self.viewer = seat
        self.drawn = NEVER

    def _clear(self) -> None:
        if sys.stdout.isatty():
            print(CLEAR, end="")
        else:
            print("-" * 40)

    def _tell(self) -> None:
        """What is new to the viewer since they were told last."""
        for seat, words in self.table.tell(self.viewer, since=self.told[self.viewer]):
            print(words if seat is None else f"{self._name(seat)} {words}")
        self.told[self.viewer] = self.table.moment

    def _draw(self) -> None:
        """The board as the viewer sees it."""
        game = self.table.game
        print(f"\n{game.text(self.table.rows[0], self.viewer)}")
        self.drawn = self.table.moment

    def _name(self, seat: int) -> str:
        name = self.table.seats[seat]
        if name == HUMAN and self.table.people == [seat]:
            name = "you"
        return f"Seat {seat} ({name})"

    def _finish(self) -> None:
        """The end: what happened last, the board, the result."""
        if len(self.table.people) > 1:
            self.viewer = None  # the screen is everybody's now
            self.told[None] = min(self.told[seat] for seat in self.table.people)
        self._tell()
        self._draw()
        game, rows = self.table.game, self.table.rows
        scores, ranks = game.results(rows)
        print(f"\nThe game is over after {int(rows[0].decisions)} decisions.")
        players = len(self.table.bots)
        for seat in np.argsort(ranks[0, :players], kind="stable"):
            print(f"  {int(ranks[0, seat])}. {self._name(int(seat))}: {int(scores[0, seat])} points")
        winners = [self._name(seat) for seat in outcome.winners(ranks[0], players)]
        print(f"{' and '.join(winners)} {'share the win' if len(winners) > 1 else 'wins'}.")


def show_moves(names: Sequence[str]) -> None:
    """The moves with their numbers, in as many columns as fit."""
    marks = [f"{number:3} {name}" for number, name in enumerate(names, start=1)]
    width = max(map(len, marks)) + 2
    columns = max(1, shutil.get_terminal_size().columns // width)
    for start in range(0, len(marks), columns):
        print("".join(mark.ljust(width) for mark in marks[start : start + columns]).rstrip())


def choose(typed: str, legal: dict[int, str]) -> int | str:
    """The legal action that a person means, by its number in the list or by (the end or a part of) its name.

    A text that names none, or more than one, gives the sentence that says so. Enter alone takes a lone move.
    """
    actions, names = list(legal), list(legal.values())
    if not typed:
        return actions[0] if len(actions) == 1 else f"Choose 1 to {len(actions)}, or a name ({KEYS})."
    if typed.isdecimal():
        number = int(typed)
        return actions[number - 1] if 1 <= number <= len(actions) else f"The moves are 1 to {len(actions)}."
    wanted = " ".join(typed.lower().split())
    for matches in (
        [action for action, name in legal.items() if name.lower() == wanted],
        [action for action, name in legal.items() if name.lower().endswith(f" {wanted}")],
        [action for action, name in legal.items() if wanted in name.lower()],
    ):
        if len(matches) == 1:
            return matches[0]
        if matches:
            return f"{typed!r} may mean {', '.join(legal[action] for action in matches)}."
    few = names if len(names) <= 8 else [*names[:7], "…"]
    return f"{typed!r} is no legal move; there are {', '.join(few)}."
