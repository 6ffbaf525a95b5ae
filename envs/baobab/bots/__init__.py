"""Bots: the protocol, random and greedy, any bot by name, and matches between them."""

from baobab.bots.bot import Bot, GreedyBot, RandomBot
from baobab.bots.load import load_bot, load_bots
from baobab.bots.match import match_rngs, match_seeds, play_games

__all__ = ["Bot", "GreedyBot", "RandomBot", "load_bot", "load_bots", "match_rngs", "match_seeds", "play_games"]
