import json
from pathlib import Path

import pytest

from baobab.core.game import Game
from baobab_training.commands import bench


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
