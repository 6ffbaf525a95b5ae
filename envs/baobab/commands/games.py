"""`baobab games`: what there is to play."""

import argparse
import json
from typing import Any

from baobab.commands.arguments import show_data
from baobab.core.game import Game
from baobab.registry import load_games

EXAMPLES = ["games", "games --json"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Whether for people or for programs."""
    parser.add_argument("--json", action="store_true", help="as a JSON list")


def run(args: argparse.Namespace) -> int:
    """List the games."""
    games = load_games()
    if args.json:
        show_data(json.dumps([to_json(game) for game in games], indent=2, ensure_ascii=False))
        return 0
    for game in games:
        print(f"{game.title} ({game.id}), {game.min_players} to {game.max_players} players")
        print(f"  actions {game.actions.size}: {', '.join(f'{block.name} {block.size}' for block in game.actions)}")
        print(
            f"  observation {game.observation.size}, hidden state {game.hidden.size},"
            f" features of an action {game.features.size}, a state {game.state.itemsize} bytes"
        )
        print(f"  at most {game.max_decisions} decisions a game")
        print(f"  options {', '.join(f'{key}={value}' for key, value in game.default_options.items()) or 'none'}")
    return 0


def to_json(game: Game) -> dict[str, Any]:
    """A game's numbers as JSON values."""
    return {
        "name": game.name,
        "title": game.title,
        "version": game.version,
        "min_players": game.min_players,
        "max_players": game.max_players,
        "actions": {"size": game.actions.size, "blocks": {block.name: block.size for block in game.actions}},
        "observation": game.observation.size,
        "hidden": game.hidden.size,
        "features": game.features.size,
        "state_bytes": game.state.itemsize,
        "max_decisions": game.max_decisions,
        "simultaneous": game.simultaneous,
        "options": dict(game.default_options),
    }
