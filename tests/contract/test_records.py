"""Every registered game: random games survive as records, and their seeds start them again."""

import json

import pytest
from tests.contract.conftest import SMALL, Case

from baobab.bots import RandomBot
from baobab.core.record import NOBODY
from baobab.play.recording import record_games
from baobab.records import replay_record, write_record

pytestmark = pytest.mark.kernels


def test_games_replay_from_their_records_and_start_from_their_seeds(case: Case) -> None:
    game = case.game
    for made in record_games(game, [RandomBot()] * case.players, games=1 if SMALL else 12, seed=case.seed):
        text = write_record(made)
        replay = replay_record(json.loads(text))
        assert replay.rows[0].player == NOBODY
        assert write_record(replay.record) == text
        start = game.start(case.players, seed=made["seed"])
        assert game.notation.write_setup(game, start) == made["setup"]
