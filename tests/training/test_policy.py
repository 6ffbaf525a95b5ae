from pathlib import Path

import numpy as np
import pytest
from tests.training.small import small_config, some_rows

from baobab.bots import Bot, load_bot
from baobab.core.game import Game, make_rngs
from baobab.core.games import Games
from baobab.registry import load_game
from baobab_training.checkpoint import Card, CheckpointError, save_checkpoint
from baobab_training.networks.network import build_network
from baobab_training.policy import NetworkBot, load_checkpoint_bot

PLAYERS = np.array([2, 4, 3, 4, 2, 3, 4, 2], np.int8)


def bot_of(game: Game, *, temperature: float = 0.0) -> NetworkBot:
    return NetworkBot(build_network(small_config().network, game, seed=4), game, name="net", temperature=temperature)


@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_a_policy_chooses_the_same_in_a_batch_of_any_games_and_alone(game: Game, temperature: float) -> None:
    bot = bot_of(game, temperature=temperature)
    rows = some_rows(game, count=8, num_players=PLAYERS, steps=30)
    before = rows.tobytes()
    together = bot.act(game, rows, make_rngs(8, seed=1))
    assert rows.tobytes() == before
    for place in range(8):
        alone = bot.act(game, rows[place : place + 1], make_rngs(8, seed=1)[place : place + 1])
        assert alone[0] == together[place]
        assert together[place] in game.legal_actions(rows[place : place + 1])


def test_at_temperature_0_chance_has_no_part(game: Game) -> None:
    bot = bot_of(game)
    rows = some_rows(game, count=8, num_players=PLAYERS, steps=30)
    rngs = make_rngs(8, seed=1)
    kept = rngs.copy()
    first = bot.act(game, rows, rngs)
    assert (rngs == kept).all()
    assert (bot.act(game, rows, make_rngs(8, seed=2)) == first).all()


def test_rows_that_are_over_are_left_alone(game: Game) -> None:
    bot = bot_of(game, temperature=1.0)
    rows = some_rows(game, count=8, num_players=PLAYERS, steps=30)
    expected = bot.act(game, rows, make_rngs(8, seed=1))
    rows["player"][3] = -1
    expected[3] = 0
    assert (bot.act(game, rows, make_rngs(8, seed=1)) == expected).all()


def test_a_checkpoint_is_a_bot_by_its_path(tmp_path: Path, game: Game) -> None:
    network = build_network(small_config().network, game, seed=4)
    save_checkpoint(tmp_path / "policy", network, game=game, card=Card(small_config(), steps=0, minutes=0))
    bot: Bot = load_bot(tmp_path)
    assert bot.name == str(tmp_path)
    rows = some_rows(game, count=8, num_players=PLAYERS, steps=30)
    assert (bot.act(game, rows, make_rngs(8, seed=1)) == bot_of(game).act(game, rows, make_rngs(8, seed=1))).all()
    with pytest.raises(CheckpointError, match="trained for savernake, not kenya"):
        bot.act(load_game("kenya"), rows, make_rngs(8, seed=1))


def test_a_policy_plays_by_other_options_whose_layouts_are_the_same(game: Game) -> None:
    other = load_game("savernake", tie="last_round")
    rows = some_rows(other, count=8, num_players=PLAYERS, steps=20)
    Games(other, rows).step(bot_of(game).act(other, rows, make_rngs(8, seed=1)))
    for row in rows:
        other.check(row)


def test_an_unknown_name_says_where_it_looked() -> None:
    with pytest.raises(FileNotFoundError, match=r"checkpoints/kenya/no-such\.safetensors"):
        load_checkpoint_bot("kenya/no-such")
    with pytest.raises(FileNotFoundError, match=r"neither random nor greedy.*checkpoints/kenya/no-such\.safetensors"):
        load_bot("kenya/no-such")
