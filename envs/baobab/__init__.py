"""Baobab: a reinforcement-learning environment suite of wildlife table games."""
