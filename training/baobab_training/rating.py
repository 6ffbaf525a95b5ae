"""Moved to `baobab.measure.rating`."""

from baobab.measure.rating import ELO, Rankings, Ratings, fit_ratings, win_chance

__all__ = ["ELO", "Rankings", "Ratings", "fit_ratings", "win_chance"]
