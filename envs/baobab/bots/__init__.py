"""Bots: the protocol, random and greedy, any bot by name, and matches between them."""

from baobab.bots.bot import Bot, GreedyBot, RandomBot
from baobab.bots.load import load_bot, load_bots
from baobab.bots.match import line_up, match_rngs, match_seeds, play_games

__all__ = [
    "Bot",
    "GreedyBot",
    "RandomBot",
    "line_up",
    "load_bot",
    "load_bots",
    "match_rngs",
    "match_seeds",
    "play_games",
]
