"""Our network as the policy of MaskablePPO, and the rollout buffer of rows."""

from typing import Any

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.buffers import MaskableDictRolloutBuffer
from sb3_contrib.common.maskable.utils import get_action_masks
from stable_baselines3.common.utils import obs_as_tensor

from baobab.adapters.action_rows import NO_ACTION
from baobab.core.game import Game
from baobab_training.config import ConfigError
from baobab_training.frameworks.sb3 import RowPolicy, RowRolloutBuffer, make_vec_env
from baobab_training.frameworks.sb3.packed import pack

SMALL = {"row_width": 16, "trunk_width": 32, "critic_width": 16}


def make_model(game: Game, buffer: type | None = RowRolloutBuffer, **options: Any) -> MaskablePPO:
    env = make_vec_env(game, kind="native", envs=4, players=[2], obs_mode="rows", reward="shaped")
    env.seed(3)
    policy = {"game": "savernake", "network": SMALL}
    given: dict[str, Any] = {"n_steps": 16, "batch_size": 64, "n_epochs": 2, "seed": 7, "device": "cpu", **options}
    return MaskablePPO(RowPolicy, env, policy_kwargs=policy, rollout_buffer_class=buffer, **given)


def look(model: MaskablePPO) -> Any:
    assert model.env is not None
    return obs_as_tensor(model.env.reset(), "cpu")  # type: ignore[arg-type]


def test_what_it_draws_is_legal_and_as_likely_as_it_says(game: Game) -> None:
    model = make_model(game)
    seen, policy = look(model), model.policy
    masks = get_action_masks(model.env)  # type: ignore[arg-type]
    with torch.no_grad():
        actions, values, log_probs = policy(seen)
        again, likely, entropies = policy.evaluate_actions(seen, actions)
        dense = policy.get_distribution(seen).distribution.probs  # type: ignore[union-attr]
    assert masks[np.arange(4), actions].all()
    assert values.shape == again.shape == (4, 1)
    torch.testing.assert_close(values, again)
    torch.testing.assert_close(values, policy.predict_values(seen))
    torch.testing.assert_close(log_probs, likely)
    torch.testing.assert_close(log_probs.exp(), dense[torch.arange(4), actions])
    assert not dense[~torch.from_numpy(masks)].any()
    torch.testing.assert_close(entropies, torch.special.entr(dense).sum(1))


def test_draws_are_as_frequent_as_they_are_likely(game: Game) -> None:
    policy: Any = make_model(game).policy
    model = make_model(game)
    seen = {name: values[:1].repeat(4000, *[1] * (values.ndim - 1)) for name, values in look(model).items()}
    with torch.no_grad():
        probs = policy.get_distribution(seen).distribution.probs[0].numpy()
        drawn = policy(seen)[0].numpy()
    shares = np.bincount(drawn, minlength=len(probs)) / len(drawn)
    assert np.abs(shares - probs).max() < 5 * np.sqrt(0.25 / len(drawn))


def test_a_mask_forbids_more_than_the_rules(game: Game) -> None:
    model = make_model(game)
    seen, masks = look(model), get_action_masks(model.env)  # type: ignore[arg-type]
    only = np.zeros_like(masks)
    only[np.arange(4), masks.argmax(1)] = True
    actions, _ = model.predict({name: values.numpy() for name, values in seen.items()}, action_masks=only)
    assert (actions == masks.argmax(1)).all()
    with pytest.raises(ValueError, match="no legal action"):
        model.policy(seen, action_masks=np.zeros_like(masks))


def test_it_says_when_an_action_is_not_among_the_legal_ones(game: Game) -> None:
    model = make_model(game)
    seen = look(model)
    illegal = torch.from_numpy((~get_action_masks(model.env)).argmax(1))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="not among its legal ones"):
        model.policy.evaluate_actions(seen, illegal)


def test_the_buffer_of_rows_teaches_the_same_as_sb3s_own(game: Game) -> None:
    # One minibatch is a rollout, so that its order does not matter; masks say nothing that the rows do not.
    ours = make_model(game).learn(128, use_masking=False)
    theirs = make_model(game, MaskableDictRolloutBuffer).learn(128, use_masking=True)
    before = make_model(game).policy.state_dict()
    mine, other = ours.policy.state_dict(), theirs.policy.state_dict()
    for name in mine:
        torch.testing.assert_close(mine[name], other[name], rtol=1e-4, atol=1e-5)
    assert any(not torch.allclose(mine[name], before[name], atol=1e-3) for name in mine)


def test_the_buffer_keeps_every_decision_once(game: Game) -> None:
    model = make_model(game, batch_size=24, rollout_buffer_kwargs={"observation_size": 500})
    model.learn(64, use_masking=False)
    buffer = model.rollout_buffer
    parts = list(buffer.get(24))
    assert [len(part.actions) for part in parts] == [24, 24, 16]
    seen: Any = [part.observations for part in parts]
    assert all(one["observation"].shape[1] == 500 for one in seen)
    for name in ("actions", "returns", "old_log_prob"):
        held = getattr(buffer, name.replace("old_log_prob", "log_probs"))
        told = np.concatenate([getattr(part, name).numpy().reshape(-1) for part in parts])
        np.testing.assert_array_equal(np.sort(told), np.sort(held.reshape(-1)))
    for part, one in zip(parts, seen, strict=True):
        for place, action in enumerate(part.actions.flatten().tolist()):
            assert action in one["ids"][one["offsets"][place] : one["offsets"][place + 1]]


def test_packing_leaves_the_padding_out() -> None:
    ids = np.array([[5, 2, NO_ACTION], [1, NO_ACTION, NO_ACTION]], np.int16)
    features = np.arange(12, dtype=np.int8).reshape(2, 3, 2)
    packed, rows, offsets = pack(ids, features, None, np.float32)
    assert (packed.tolist(), offsets.tolist()) == ([5, 2, 1], [0, 2, 3])
    assert rows.tolist() == [[0, 1], [2, 3], [6, 7]]


def test_a_policy_for_another_game_or_observation_is_refused(game: Game) -> None:
    flat = make_vec_env(game, kind="native", envs=2, players=[2], obs_mode="flat")
    policy = {"game": "savernake"}
    with pytest.raises(ValueError, match='obs_mode="rows"'):
        MaskablePPO(RowPolicy, flat, policy_kwargs=policy)
    rows = make_vec_env(game, kind="native", envs=2, players=[2], obs_mode="rows")
    with pytest.raises(ValueError, match="these options"):
        MaskablePPO(RowPolicy, rows, policy_kwargs={"game": "nimalia"})
    with pytest.raises(ConfigError, match=r"network\.critic"):
        MaskablePPO(RowPolicy, rows, policy_kwargs=policy | {"network": {"critic": "state"}})
