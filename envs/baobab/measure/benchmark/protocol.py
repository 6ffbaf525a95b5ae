"""What is measured: tasks, budget, seeds and panel. All of it is part of every result."""

import re
from dataclasses import dataclass
from typing import Any

from baobab.registry import BUILT_IN, load_game

PROTOCOL_VERSION = 1
"""Goes up with any change of what is measured or how; results of another version are refused."""
PANEL_VERSION = 1
"""Goes up when a bot of the panel plays differently or a game's rules change; a test holds their games."""
DEAL_SEED = 20_240_229
"""Start of the deals: those of run seed s begin at DEAL_SEED + s, the same for every entry."""
BUDGET_SLACK = 0.1
"""A run may end so much beyond its budget, since whole iterations are learned from."""


@dataclass(frozen=True)
class Task:
    """A game with a number of players."""

    game: str
    players: int

    @property
    def name(self) -> str:
        """The name in results and on the command line, as `kenya-2`."""
        return f"{self.game}-{self.players}"


@dataclass(frozen=True)
class Opponent:
    """A bot of the panel, and the games that each run plays against it."""

    name: str
    games: int


@dataclass(frozen=True)
class Protocol:
    """A benchmark's rules."""

    name: str
    tasks: tuple[Task, ...]
    steps: int  # the budget of a training run, in decisions of the learner
    seeds: tuple[int, ...]  # of an entry's runs of a task
    panel: tuple[Opponent, ...]
    curve_points: int  # checkpoints of a run that a learning curve is made of
    curve: Opponent  # whom they meet

    def stamp(self) -> dict[str, Any]:
        """The versions and numbers that two results must share to be compared."""
        return {
            "protocol": self.name,
            "version": PROTOCOL_VERSION,
            "panel_version": PANEL_VERSION,
            "games": {name: load_game(name).version for name in sorted({task.game for task in self.tasks})},
            "tasks": [task.name for task in self.tasks],
            "steps": self.steps,
            "seeds": list(self.seeds),
            "panel": {opponent.name: opponent.games for opponent in self.panel},
            "curve": {self.curve.name: self.curve.games, "points": self.curve_points},
        }

    def task(self, name: str) -> Task:
        """The task of this name; ValueError lists those there are."""
        for task in self.tasks:
            if task.name == name:
                return task
        raise ValueError(f"no task {name!r} in the protocol {self.name}: {', '.join(task.name for task in self.tasks)}")


def all_tasks() -> tuple[Task, ...]:
    """Each of Baobab's own games with every number of players."""
    games = [load_game(listing.name) for listing in BUILT_IN]
    return tuple(Task(game.name, count) for game in games for count in range(game.min_players, game.max_players + 1))


PROTOCOLS = ("full", "small")


def make_protocols() -> dict[str, Protocol]:
    """The protocols by name."""
    small = Protocol(
        name="small",
        tasks=tuple(task for task in all_tasks() if task.players == 2),
        steps=500_000,
        seeds=(1, 2, 3),
        panel=(Opponent("random", 40), Opponent("greedy", 100), Opponent("mcts:100", 40)),
        curve_points=10,
        curve=Opponent("greedy", 100),
    )
    full = Protocol(
        name="full",
        tasks=all_tasks(),
        steps=10_000_000,
        seeds=(1, 2, 3, 4, 5),
        panel=(
            Opponent("random", 600),
            Opponent("greedy", 600),
            Opponent("mcts:100", 240),
            Opponent("mcts:1000", 120),
        ),
        curve_points=20,
        curve=Opponent("greedy", 240),
    )
    return {"small": small, "full": full}


def slug(name: str) -> str:
    """A name as a file's: `mcts:100` gives `mcts-100`."""
    return re.sub(r"[^A-Za-z0-9._]+", "-", name).strip("-.") or "entry"
