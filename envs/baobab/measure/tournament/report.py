"""The standings for people: a table for the terminal, and a page in Markdown."""

import json
import math
import shlex
from collections.abc import Sequence

from baobab.measure.intervals import Interval
from baobab.measure.tournament.standings import Standing, Standings
from baobab.registry import load_game

PICTURE_NAME = "ratings.svg"

READING = """\
Ratings are Elo points: 400 points are odds of ten to one to be ranked above. They are the likeliest ones of the \
Plackett-Luce model (for two players Bradley-Terry) for the rankings of all games; seats that tie count as the mean of \
the orders that would break the tie. Every deal is played once for every rotation of the seats, and all line-ups play \
the same deals. Intervals are 95 %: of ratings by resampling whole deals, of shares and margins by Student's t over \
deals. ∞ is written where no game bounds a rating: the one bot was never ranked below the other. Such a rating is \
where one more game, tied, would put it, and the other end of its interval is what the exact interval of so many won \
deals allows.
"""


def format_standings(standings: Standings) -> str:
    """The standings as a table for the terminal."""
    width = max(len("bot"), *(len(bot.name) for bot in standings.bots))
    lines = [
        f"{headline(standings)}, {_number(standings.games)} games, seed {standings.seed}",
        f"{'bot':{width}}  rating  95 % interval    win share  95 % interval    margin",
    ]
    lines += [_line(bot, width) for bot in standings.bots]
    lines.append(f"an even match: {1 / standings.players:.3f} · the rating of {standings.anchor} is 0")
    return "\n".join(lines)


def write_markdown(standings: Standings, *, command: Sequence[str]) -> str:
    """The standings as a page; `command` plays the tournament again."""
    numbers = {bot.name: number for number, bot in enumerate(standings.bots, start=1)}
    parts = [
        f"# {headline(standings)}",
        _played(standings),
        f"![ratings with intervals, and how often each was ranked above each]({PICTURE_NAME})",
        "## Ratings",
        _ratings(standings.bots, anchor=standings.anchor),
        "## Each against each",
        "How often the bot of the row was ranked above the bot of the column at the same table; a tie counts half.",
        _pairs(standings, numbers),
        "## How to read this",
        READING.strip(),
        "## To play it again",
        f"```\n{shlex.join(command)}\n```",
        "Where it is played into the same folder, only what is missing is played: more games, or further bots.",
    ]
    return "\n\n".join(parts) + "\n"


def headline(standings: Standings) -> str:
    """Which game with how many players."""
    return f"{load_game(standings.game, **standings.options).title}, {standings.players} players"


# --- Parts ------------------------------------------------------------------------------------------------


def _line(bot: Standing, width: int) -> str:
    low, high = bot.win_share_interval
    return (
        f"{bot.name:{width}}  {_points(bot.rating):>6}  {_interval(bot.rating_interval):15}"
        f"  {bot.win_share:9.3f}  {low:.3f} … {high:.3f}  {bot.mean_margin:+7.2f}"
    )


def _played(standings: Standings) -> str:
    options = json.dumps(standings.options, ensure_ascii=False)
    line_ups = f"{len(standings.line_ups)} line-up{'s' * (len(standings.line_ups) > 1)}"
    if any(len(set(line_up)) < len(line_up) for line_up in standings.line_ups):
        line_ups += f" ({'; '.join(', '.join(line_up) for line_up in standings.line_ups)})"
    deals = f"{_number(standings.deals)} deals with {standings.players} seatings each"
    facts = [
        f"{standings.game} version {standings.version}, options {options}",
        f"{_number(standings.games)} games: {line_ups} of {deals}, seed {standings.seed}",
        f"{standings.decisions_per_game:.1f} decisions a game",
        f"baobab {', '.join(standings.baobab)}",
    ]
    digests = [f"`{bot.name}` {bot.digest}" for bot in standings.bots if bot.digest]
    if digests:
        facts.append(f"weights: {', '.join(digests)}")
    return "\n".join(f"- {fact}" for fact in facts)


def _ratings(bots: Sequence[Standing], *, anchor: str) -> str:
    lines = [
        f"| | bot | Elo, {anchor} = 0 | 95 % | ahead of the next | 95 % | win share | 95 % | margin | 95 % | seats |",
        "|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for number, bot in enumerate(bots, start=1):
        low, high = bot.mean_margin_interval
        cells = [
            f"{number}",
            f"`{bot.name}`",
            _points(bot.rating),
            _interval(bot.rating_interval),
            "" if bot.ahead is None else _points(bot.ahead),
            "" if bot.ahead_interval is None else _interval(bot.ahead_interval),
            f"{bot.win_share:.3f}",
            f"{bot.win_share_interval[0]:.3f} … {bot.win_share_interval[1]:.3f}",
            f"{bot.mean_margin:+.2f}",
            f"{low:+.2f} … {high:+.2f}",
            _number(bot.games),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def _pairs(standings: Standings, numbers: dict[str, int]) -> str:
    pairs = {(pair.name, pair.other): pair for pair in standings.pairs}
    lines = [f"| | | {' | '.join(str(number) for number in numbers.values())} |", f"|{'---|' * (len(numbers) + 2)}"]
    for name, number in numbers.items():
        cells = [f"{number}", f"`{name}`"]
        for other in numbers:
            pair = pairs.get((name, other))
            if pair is None:
                cells.append("–")
            else:
                low, high = pair.above_interval
                cells.append(f"{pair.above:.3f} ({low:.3f} … {high:.3f})")
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def _interval(interval: Interval) -> str:
    return f"{_points(interval[0])} … {_points(interval[1])}"


def _points(value: float) -> str:
    """Whole points, with a real minus sign."""
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    return f"{round(value)}".replace("-", "−")


def _number(value: int) -> str:
    return f"{value:,}"
