"""Bots: the protocol, random and greedy, search, any bot by name, and matches between them."""

from baobab.bots.bot import Bot, GreedyBot, RandomBot
from baobab.bots.load import load_bot, load_bots, split_names
from baobab.bots.match import line_up, match_rngs, match_seeds, play_games
from baobab.bots.search import Analysis, SearchBot

__all__ = [
    "Analysis",
    "Bot",
    "GreedyBot",
    "RandomBot",
    "SearchBot",
    "line_up",
    "load_bot",
    "load_bots",
    "match_rngs",
    "match_seeds",
    "play_games",
    "split_names",
]
