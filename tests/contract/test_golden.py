"""Each of Baobab's games: seeded games that were played once replay to the same bytes, compiled or not.

`golden/<game>.json` holds for every options and number of players one random game: its seed, the asked actions, the
scores and ranks, and a digest of everything that the kernels wrote on the way. Un-jitted and bounds-checked runs
compare with the same file, so that all three agree. After a wanted change (the game's version goes up):

    python -m tests.contract.test_golden [GAME …]
"""

import json
import sys
from collections.abc import Sequence

import pytest
from tests.contract.conftest import GOLDEN, NAMES, Case, option_sets

from baobab.registry import load_game
from baobab.testing.builds import Golden, play_golden, replay_golden

pytestmark = pytest.mark.kernels


def test_the_golden_game_replays(case: Case) -> None:
    told = json.loads((GOLDEN / f"{case.name}.json").read_text(encoding="utf-8"))
    assert told["version"] == case.game.version
    golden = next(
        one for one in told["games"] if (one["options"], one["players"]) == (dict(case.options), case.players)
    )
    assert replay_golden(case.game, case.players, seed=golden["seed"], actions=golden["actions"]) == golden


def test_the_golden_file_has_every_case_and_no_other(game_name: str) -> None:
    told = json.loads((GOLDEN / f"{game_name}.json").read_text(encoding="utf-8"))
    given = [(json.dumps(one["options"], sort_keys=True), one["players"]) for one in told["games"]]
    expected = [(json.dumps(dict(case.options), sort_keys=True), case.players) for case in _all_cases(game_name)]
    assert given == expected


def _all_cases(name: str) -> list[Case]:
    """Options and players of a game, in the small run too."""
    games = [load_game(name, **options) for options in [{}, *option_sets(name)]]
    return [Case(game, players) for game in games for players in range(game.min_players, game.max_players + 1)]


def write(names: Sequence[str]) -> None:
    """Play every case of these games anew and write their golden files."""
    for name in names:
        games: list[Golden] = [play_golden(case.game, case.players, seed=case.seed) for case in _all_cases(name)]
        lines = [",\n".join(f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in one.items()) for one in games]
        options = json.dumps(option_sets(name))
        head = f'{{"version": {load_game(name).version}, "options": {options}, "games": [\n {{\n'
        (GOLDEN / f"{name}.json").write_text(head + "\n },\n {\n".join(lines) + "\n }\n]}\n", encoding="utf-8")


if __name__ == "__main__":
    write(sys.argv[1:] or NAMES)
