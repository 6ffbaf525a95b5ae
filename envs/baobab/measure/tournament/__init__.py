"""Tournaments: every group of bots plays the same deals in every rotation, and all are rated on one scale."""

from baobab.measure.tournament.engines import ENGINES
from baobab.measure.tournament.picture import draw_standings
from baobab.measure.tournament.play import Outcome, Setting, TournamentError
from baobab.measure.tournament.report import format_standings, write_markdown
from baobab.measure.tournament.run import Plan, plan_tournament, play_tournament
from baobab.measure.tournament.schedule import Job, list_line_ups
from baobab.measure.tournament.standings import Pair, Standing, Standings, rank_bots

__all__ = [
    "ENGINES",
    "Job",
    "Outcome",
    "Pair",
    "Plan",
    "Setting",
    "Standing",
    "Standings",
    "TournamentError",
    "draw_standings",
    "format_standings",
    "list_line_ups",
    "plan_tournament",
    "play_tournament",
    "rank_bots",
    "write_markdown",
]
