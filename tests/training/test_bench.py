import json
import warnings
from pathlib import Path

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from baobab.core.game import Game
from baobab_training import bench
from baobab_training.bench import AgainstRandom


def test_the_private_environment_is_a_gymnasium_one(game: Game) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its hints about bounds and registration
        check_env(Legal(game, seed=1), skip_render_check=True)


def test_its_rewards_add_up_to_the_margin_and_the_win(game: Game) -> None:
    env = AgainstRandom(game, seed=5)
    generator = np.random.default_rng(0)
    for _ in range(4):
        env.reset()
        total, over = 0.0, False
        while not over:
            _, reward, over, _, _ = env.step(generator.choice(np.flatnonzero(env.action_masks())))
            total += reward
        scores, ranks = game.results(env._rows)
        own, other = env._seat, 1 - env._seat
        win = int(ranks[0, other] > 1) - int(ranks[0, own] > 1)
        assert total == pytest.approx((scores[0, own] - scores[0, other]) / game.margin_scale + win)


def test_the_bench_measures_both_and_writes_its_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    small = {"n_steps": 64, "batch_size": 32, "n_epochs": 1}
    ours = {"ppo": {"games": 16, "rollout": 8, "minibatch": 64}}
    comparison = bench.Comparison("defaults", "small", 1.0, ours, small)
    monkeypatch.setattr(bench, "DEFAULTS", comparison)
    monkeypatch.setattr(bench, "SAME", bench.Comparison("equal", "small", 1.0, ours, small))
    monkeypatch.setattr(bench, "load_game", lambda name: game)
    path = tmp_path / "bench.json"
    arguments = ["--threads", "1", "--seconds", "0.01", "--repeats", "1", "--budget", "0.01", "--games", "4"]
    assert bench.main([*arguments, "--json", str(path)]) == 0
    report = json.loads(path.read_text())
    assert report["format"] == bench.FORMAT
    assert report["defaults"]["ours"] > 0
    assert report["equal"]["maskable_ppo"] > 0
    assert set(report["learning"]["ours"]) == {"seconds", "decisions", "win_share", "reached"}
    assert "MaskablePPO" in capsys.readouterr().out


class Legal(AgainstRandom):
    """The environment with a legal action in place of an illegal one, which the checker may choose."""

    def step(self, action: np.int64) -> tuple[np.ndarray, float, bool, bool, dict]:
        legal = self.action_masks()
        return super().step(action if legal[action] else np.int64(np.argmax(legal)))
