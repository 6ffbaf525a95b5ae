"""MaskablePPO's policies as checkpoints of ours: the same moves, no pickle."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO
from tests.training.small import some_rows

from baobab.adapters.action_rows import observe_rows
from baobab.bots import load_bot
from baobab.core.game import Game, make_rngs
from baobab.core.games import Games
from baobab_training import cli
from baobab_training.checkpoint import CheckpointError
from baobab_training.frameworks.sb3 import (
    RowPolicy,
    RowRolloutBuffer,
    export_policy,
    load_sb3_zip,
    make_vec_env,
    to_network,
)

POSITIONS = 1000


def row_model(game: Game) -> MaskablePPO:
    env = make_vec_env(game, kind="native", envs=16, players=[2, 3], obs_mode="rows", reward="shaped")
    given = {"game": "savernake", "network": {"row_width": 16, "trunk_width": 32}}
    buffer: Any = RowRolloutBuffer
    return MaskablePPO(
        RowPolicy,
        env,
        n_steps=16,
        policy_kwargs=given,
        rollout_buffer_class=buffer,
        learning_rate=3e-3,
        seed=1,
        device="cpu",
    )


def mlp_model(game: Game, **policy: Any) -> MaskablePPO:
    env = make_vec_env(game, kind="native", envs=16, players=[2], obs_mode="flat", reward="shaped")
    return MaskablePPO(
        "MlpPolicy", env, n_steps=16, learning_rate=3e-3, seed=1, device="cpu", policy_kwargs=policy or None
    )


def positions(game: Game) -> Any:
    """Positions from all over the game, with two and three players."""
    players = np.array([2, 3] * (POSITIONS // 8), np.int8)
    parts = [some_rows(game, count=len(players), num_players=players, steps=steps) for steps in (3, 11, 19, 27)]
    rows = np.concatenate([part.view(np.uint8) for part in parts]).view(game.state)
    assert len(rows) == POSITIONS
    return rows


def seen_flat(game: Game, rows: Any) -> tuple[Any, Any]:
    seen = np.zeros((len(rows), game.observation.size), game.observation.dtype)
    game.kernels.encode_many(game.params, rows, np.ascontiguousarray(rows["player"]), seen)
    masks, ids = (np.zeros((len(rows), game.actions.size), kind) for kind in (np.int8, np.int16))
    game.kernels.legal_many(game.params, rows, masks, ids, np.zeros(len(rows), np.int32))
    return seen, masks


def test_a_row_policy_makes_the_same_moves_as_a_bot(game: Game, tmp_path: Path) -> None:
    model, rows = row_model(game), positions(game)
    model.learn(512, use_masking=False)
    export_policy(model, tmp_path / "rows", game=game, players=[2, 3])
    seen, masks = seen_flat(game, rows)
    observation = {"observation": seen, **observe_rows(Games(game, rows), np.zeros(len(rows), np.bool_))}
    theirs, _ = model.predict(observation, deterministic=True, action_masks=masks)
    ours = load_bot(str(tmp_path / "rows")).act(game, rows, make_rngs(len(rows), seed=1))
    np.testing.assert_array_equal(theirs, ours)
    assert len(set(ours.tolist())) > 20


def test_an_mlp_policy_makes_the_same_moves_as_a_bot(game: Game, tmp_path: Path) -> None:
    model, rows = mlp_model(game), positions(game)
    model.learn(512)
    with torch.no_grad():
        policy: Any = model.policy
        policy.action_net.weight *= 30  # decided, as after long training: near ties are broken by rounding
    export_policy(model, tmp_path / "plain", game=game)
    seen, masks = seen_flat(game, rows)
    theirs, _ = model.predict(game.observation.scaled(seen), deterministic=True, action_masks=masks)
    ours = load_bot(str(tmp_path / "plain")).act(game, rows, make_rngs(len(rows), seed=1))
    np.testing.assert_array_equal(theirs, ours)
    assert len(set(ours.tolist())) > 20


def test_an_mlp_policys_values_stay_too(game: Game) -> None:
    model = mlp_model(game, net_arch=[32, 48, 24])
    network, config = to_network(model.policy, game)
    assert (config.network.kind, config.network.plain_layers) == ("plain", (32, 48, 24))
    from baobab_training.networks.encode import Encoder

    rows = positions(game)[:50]
    with torch.no_grad():
        _, ours = network.logits_values(Encoder(game, network, critic=True).encode(rows).batch())
        theirs = model.policy.predict_values(torch.from_numpy(game.observation.scaled(seen_flat(game, rows)[0])))
    torch.testing.assert_close(ours, theirs.flatten(), rtol=1e-4, atol=1e-5)


def test_a_checkpoint_holds_no_pickle_and_says_where_it_is_from(game: Game, tmp_path: Path) -> None:
    model = row_model(game)
    export_policy(model, tmp_path / "rows", game=game, command="here")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["rows.json", "rows.safetensors"]
    card = (tmp_path / "rows.json").read_text()
    assert '"algorithm": "maskable_ppo"' in card
    assert '"command": "here"' in card


def test_a_zip_of_sb3_is_loaded_only_by_those_who_trust_it(
    game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = row_model(game)
    model.save(tmp_path / "model.zip")
    with pytest.raises(CheckpointError, match=r"holds pickles.*trust_pickle=True"):
        load_sb3_zip(tmp_path / "model.zip")
    given = ["savernake", str(tmp_path / "model.zip"), "--out", str(tmp_path / "policy")]
    with pytest.raises(CheckpointError, match="--trust-pickle"):
        cli.import_sb3(given)
    assert not (tmp_path / "policy.safetensors").exists()
    assert cli.import_sb3([*given, "--trust-pickle"]) == 0
    assert f"human,{tmp_path}/policy" in capsys.readouterr().out
    rows = positions(game)[:200]
    ours = load_bot(str(tmp_path / "policy")).act(game, rows, make_rngs(len(rows), seed=1))
    export_policy(model, tmp_path / "direct", game=game)
    np.testing.assert_array_equal(
        ours, load_bot(str(tmp_path / "direct")).act(game, rows, make_rngs(len(rows), seed=1))
    )


def test_what_is_no_zip_of_a_maskable_ppo_is_refused(tmp_path: Path) -> None:
    (tmp_path / "some.zip").write_bytes(b"PK nothing")
    with pytest.raises(CheckpointError, match="no MaskablePPO"):
        load_sb3_zip(tmp_path / "some.zip", trust_pickle=True)
    with pytest.raises(CheckpointError, match="no file"):
        load_sb3_zip(tmp_path / "none.zip", trust_pickle=True)


@pytest.mark.parametrize(
    ("policy", "reason"),
    [
        ({"net_arch": {"pi": [64], "vf": [32]}}, "the same layers"),
        ({"activation_fn": torch.nn.ReLU}, "tanh"),
        ({"net_arch": []}, "one at least"),
        ({"share_features_extractor": False}, "features extractor"),
    ],
)
def test_a_policy_that_has_no_counterpart_is_refused(game: Game, policy: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        to_network(mlp_model(game, **policy).policy, game)
