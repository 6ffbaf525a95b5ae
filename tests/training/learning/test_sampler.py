import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from tests.training.small import small_config

from baobab.core.game import Game
from baobab_training.config import Config
from baobab_training.learning.sampler import LEARNER, Sampler
from baobab_training.learning.trajectory import END, NONE, PENDING
from baobab_training.networks import ragged
from baobab_training.networks.network import Network, build_network


def sampler_of(config: Config, game: Game) -> tuple[Sampler, Network]:
    network = build_network(config.network, game, seed=0)
    return Sampler(config, game, network, number=0, games=config.ppo.games), network


def self_play(**reward: object) -> Config:
    return small_config(opponents={"snapshot_share": 0.0}, reward=reward)


def test_in_self_play_every_decision_of_every_game_is_kept(game: Game) -> None:
    config = self_play()
    sampler, network = sampler_of(config, game)
    sampler.play_on(network, [], decisions=sampler.config.ppo.rollout)
    assert sampler.decisions.count == config.ppo.games * config.ppo.rollout
    assert sampler.tally.decisions == sampler.decisions.count


def test_the_log_probability_and_value_of_a_decision_are_those_of_the_policy_that_took_it(game: Game) -> None:
    sampler, network = sampler_of(self_play(), game)
    sampler.play_on(network, [], decisions=sampler.config.ppo.rollout)
    decisions = sampler.decisions
    index = np.random.default_rng(1).permutation(decisions.count)[:50].astype(np.int32)
    batch = decisions.batch(index)
    logits, values = network.logits_values(batch)
    log_probs, _ = ragged.log_prob_entropy(logits, batch.offsets, decisions.choices[index])
    torch.testing.assert_close(log_probs.detach(), torch.from_numpy(decisions.log_probs[index]), atol=1e-5, rtol=1e-4)
    torch.testing.assert_close(values.detach(), torch.from_numpy(decisions.values[index]), atol=1e-5, rtol=1e-4)


def test_what_is_pending_goes_on_in_the_next_rollout(game: Game) -> None:
    sampler, network = sampler_of(self_play(), game)
    sampler.play_on(network, [], decisions=sampler.config.ppo.rollout)
    pending = int((sampler.decisions.following[: sampler.decisions.count] == PENDING).sum())
    sampler.decisions.keep_pending(sampler.last)
    assert sampler.decisions.count == pending == int((sampler.last != NONE).sum())
    sampler.play_on(network, [], decisions=sampler.config.ppo.rollout)
    decisions = sampler.decisions
    for k in range(decisions.count):
        after = decisions.following[k]
        assert after in (END, PENDING) or k < after < decisions.count
    assert (decisions.following[:pending] != PENDING).sum() > pending / 2
    targets = decisions.following[: decisions.count]
    assert len(set(targets[targets >= 0])) == (targets >= 0).sum(), "two decisions have the same successor"


def test_the_rewards_of_a_seats_chain_add_up_to_what_its_margin_grew_by_and_its_win(game: Game) -> None:
    steps = 150
    config = small_config(ppo={"rollout": steps}, opponents={"snapshot_share": 0.0}, reward={"win_weight": 0.5})
    sampler, network = sampler_of(config, game)
    decisions = sampler.decisions
    heads: dict[tuple[int, int], tuple[int, float]] = {}  # each seat's first decision, and its margin just then
    expected: list[tuple[int, float]] = []
    restart = sampler._restart

    def note(index: NDArray[np.int64], *, slots: int) -> None:
        scores, ranks = sampler.games[index].results()
        for place, row in enumerate(index.tolist()):
            players = int(sampler.num_players[row])
            winners = int((ranks[place, :players] == 1).sum())
            for seat in range(players):
                others = (scores[place, :players].sum() - scores[place, seat]) / (players - 1)
                won = ranks[place, seat] == 1
                win = (players - winners) / (winners * (players - 1)) if won else -1 / (players - 1)
                if (row, seat) in heads:
                    head, margin = heads.pop((row, seat))
                    expected.append((head, (scores[place, seat] - others) / game.margin_scale - margin + 0.5 * win))
        restart(index, slots=slots)

    sampler._restart = note  # type: ignore[method-assign]
    for _ in range(steps):
        for row, seat in enumerate(sampler.games.players.tolist()):
            heads.setdefault((row, seat), (decisions.count + row, float(sampler.margins[row, seat])))
        sampler._step(network, slots=0)
    assert len(expected) > 30
    for head, worth in expected:
        total, k = 0.0, head
        while k != END:
            total += float(decisions.rewards[k])
            k = int(decisions.following[k])
        assert total == pytest.approx(worth, abs=1e-5)


def test_a_win_reward_is_given_at_the_end_alone_and_sums_to_nothing(game: Game) -> None:
    sampler, network = sampler_of(small_config(game={"players": [2]}, reward={"kind": "win"}), game)
    sampler._restart(np.arange(len(sampler.games)), slots=0)  # so that every seat decides before the end
    decisions = sampler.decisions
    wins, losses = 0, 0
    for _ in range(6):
        sampler.play_on(network, [], decisions=sampler.config.ppo.rollout)
        rewards, following = decisions.rewards[: decisions.count], decisions.following[: decisions.count]
        assert (rewards[following != END] == 0).all()
        wins += int((rewards[following == END] == 1).sum())
        losses += int((rewards[following == END] == -1).sum())
        decisions.keep_pending(sampler.last)
    assert wins == losses > 0


def test_decisions_of_opponents_are_not_learned_from(game: Game) -> None:
    config = small_config(
        game={"players": [3]}, opponents={"random_share": 1.0, "snapshot_share": 0.0, "learner_seats": "one"}
    )
    sampler, network = sampler_of(config, game)
    assert ((sampler.control[:, :3] == LEARNER).sum(axis=1) == 1).all()
    sampler.play_on(network, [], decisions=sampler.config.ppo.rollout)
    share = sampler.decisions.count / (config.ppo.games * config.ppo.rollout)
    assert 0.2 < share < 0.5


def test_games_against_snapshots_are_played_by_them(game: Game) -> None:
    config = small_config(opponents={"snapshot_share": 1.0, "slots": 1})
    sampler, network = sampler_of(config, game)
    sampler._restart(np.arange(config.ppo.games), slots=1)
    snapshot = build_network(config.network, game, seed=5)
    sampler.play_on(network, [snapshot], decisions=sampler.config.ppo.rollout)
    assert 0 < sampler.decisions.count < config.ppo.games * config.ppo.rollout


def test_games_begin_at_different_moments(game: Game) -> None:
    sampler, _ = sampler_of(self_play(), game)
    assert len(set(sampler.games.rows["decisions"].tolist())) > 6


def test_a_sampler_repeats_itself_bit_for_bit(game: Game) -> None:
    kept = []
    for _ in range(2):
        sampler, network = sampler_of(self_play(), game)
        sampler.play_on(network, [], decisions=sampler.config.ppo.rollout)
        kept.append((sampler.games.rows.tobytes(), sampler.decisions.rewards.tobytes(), sampler.rngs.tobytes()))
    assert kept[0] == kept[1]
