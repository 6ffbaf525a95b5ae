"""Moved to `baobab.measure.tournament`."""

from baobab.measure.tournament import (
    ENGINES,
    Job,
    Outcome,
    Pair,
    Plan,
    Setting,
    Standing,
    Standings,
    TournamentError,
    draw_standings,
    format_standings,
    list_line_ups,
    plan_tournament,
    play_tournament,
    rank_bots,
    write_markdown,
)

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
