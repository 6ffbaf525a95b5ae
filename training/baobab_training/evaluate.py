"""Moved to `baobab.measure.evaluate` and `baobab.measure.intervals`."""

from baobab.measure.evaluate import BotFigures, Evaluation, evaluate_bots, format_evaluation, write_json
from baobab.measure.intervals import Interval, mean_interval, share_interval, t_quantile

__all__ = [
    "BotFigures",
    "Evaluation",
    "Interval",
    "evaluate_bots",
    "format_evaluation",
    "mean_interval",
    "share_interval",
    "t_quantile",
    "write_json",
]
