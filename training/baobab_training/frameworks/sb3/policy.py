"""Our row-scoring network as a policy class of sb3-contrib's MaskablePPO, and the rollout buffer that goes with it.

    model = MaskablePPO(RowPolicy, env, policy_kwargs={"game": "kenya"}, rollout_buffer_class=RowRolloutBuffer)

The environment has `obs_mode="rows"`. Its observation names the legal actions itself: `learn(use_masking=False)` is the
same and faster.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from numpy.typing import NDArray
from sb3_contrib.common.maskable.buffers import MaskableDictRolloutBuffer, MaskableDictRolloutBufferSamples
from sb3_contrib.common.maskable.distributions import MaskableCategoricalDistribution, MaskableDistribution
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

from baobab.adapters.action_rows import rows_space
from baobab.core.game import Game
from baobab.registry import load_game
from baobab_training.config import Config, NetworkConfig, config_from_dict
from baobab_training.frameworks.sb3.packed import OFFSETS, as_batch, draw, pack, places
from baobab_training.networks import ragged
from baobab_training.networks.network import Batch, Network, build_network
from baobab_training.networks.ragged import Offsets

FORBIDDEN = -1e8
"""Logit of an action that is not legal."""
_SEEDS = 2**31


class RowPolicy(MaskableActorCriticPolicy):
    """The network `kind="rows"` of our config as a policy: a score for each legal action, and the value."""

    network: Network

    def __init__(
        self,
        observation_space: spaces.Space[Any],
        action_space: spaces.Space[Any],
        lr_schedule: Callable[[float], float],
        *,
        game: str,
        options: Mapping[str, Any] | None = None,
        network: Mapping[str, Any] | None = None,
        optimizer_class: type[torch.optim.Optimizer] = torch.optim.Adam,
        optimizer_kwargs: dict[str, Any] | None = None,
        **others: Any,
    ) -> None:
        """`game`: its name, with rule `options`; `network`: what differs from the defaults of the config's section.

        ValueError where the environment is not one of this game with `obs_mode="rows"`.
        """
        self.game: Game = load_game(game, **(options or {}))
        self.network_config: NetworkConfig = row_config(network or {})
        self._arguments = {"game": game, "options": dict(options or {}), "network": dict(network or {})}
        if observation_space != rows_space(self.game):
            raise ValueError(f'the environment is to be one of {self.game.id} with obs_mode="rows" and these options')
        super().__init__(
            observation_space,
            action_space,
            lr_schedule,
            optimizer_class=optimizer_class,
            optimizer_kwargs=optimizer_kwargs,
            **others,
        )

    # --- What MaskablePPO calls ---------------------------------------------------------------------------

    def forward(  # type: ignore[override] # the observation is a dict
        self, obs: Mapping[str, torch.Tensor], deterministic: bool = False, action_masks: NDArray[Any] | None = None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Actions `[B]`, values `[B, 1]` and log-probabilities `[B]`."""
        batch = as_batch(obs, action_masks, self.network)
        logits, values = self.network.logits_values(batch)
        choices = self._choose(logits, batch, deterministic=deterministic)
        log_probs, _ = ragged.log_prob_entropy(logits, batch.offsets, choices)
        return _actions(batch, choices), values[:, None], log_probs

    def evaluate_actions(  # type: ignore[override]
        self, obs: Mapping[str, torch.Tensor], actions: torch.Tensor, action_masks: torch.Tensor | None = None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Values `[B, 1]`, log-probabilities of `actions [B]` and entropies `[B]`."""
        batch = as_batch(obs, action_masks, self.network)
        choices = places(batch.ids, batch.offsets, actions.numpy())
        logits, values = self.network.logits_values(batch)
        log_probs, entropies = ragged.log_prob_entropy(logits, batch.offsets, choices)
        return values[:, None], log_probs, entropies

    def predict_values(self, obs: Mapping[str, torch.Tensor]) -> torch.Tensor:  # type: ignore[override]
        """Values `[B, 1]`."""
        return self.network.logits_values(as_batch(obs, None, self.network))[1][:, None]

    def get_distribution(  # type: ignore[override]
        self, obs: Mapping[str, torch.Tensor], action_masks: NDArray[Any] | None = None
    ) -> MaskableDistribution:
        """The distribution over all A actions; those that are not legal have no share in it."""
        batch = as_batch(obs, action_masks, self.network)
        size = self.game.actions.size
        spots = np.empty(len(batch.ids), np.int64)
        ragged.flat_places(batch.offsets, batch.ids, size, spots)
        dense = torch.full((len(batch.trunk) * size,), FORBIDDEN)
        dense[torch.from_numpy(spots)] = self.network.logits(batch)
        return MaskableCategoricalDistribution(size).proba_distribution(dense.view(-1, size))

    def _predict(  # type: ignore[override]
        self, observation: Mapping[str, torch.Tensor], deterministic: bool = False, action_masks: Any = None
    ) -> torch.Tensor:
        batch = as_batch(observation, action_masks, self.network)
        logits = self.network.logits(batch)
        return _actions(batch, self._choose(logits, batch, deterministic=deterministic))

    # --- Inside -------------------------------------------------------------------------------------------

    def _build(self, lr_schedule: Callable[[float], float]) -> None:
        """The network, from torch's generator, and its optimiser: in place of the base's multilayer perceptrons."""
        self.network = build_network(self.network_config, self.game, seed=int(torch.randint(_SEEDS, (1,))))
        make: Any = self.optimizer_class
        self.optimizer = make(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)

    def _choose(self, logits: torch.Tensor, batch: Batch, *, deterministic: bool) -> NDArray[np.int32]:
        """A place for each decision: drawn, or the one that our bots take."""
        scores = logits.detach()
        if not deterministic:
            return draw(scores, batch.offsets)
        choices = np.empty(len(batch.offsets) - 1, np.int32)
        ragged.argmax(scores.numpy(), batch.ids, batch.offsets, choices)
        return choices

    def _get_constructor_parameters(self) -> dict[str, Any]:
        return super()._get_constructor_parameters() | self._arguments


class RowRolloutBuffer(MaskableDictRolloutBuffer):
    """A rollout of `obs_mode="rows"` without padding, in the integers of the game's layouts.

    With the buffer that MaskablePPO takes by itself the policy learns the same, in ten to a hundred times the memory.
    """

    def __init__(self, *args: Any, observation_size: int | None = None, **options: Any) -> None:
        """`observation_size`: keep the first entries of an observation alone, as many as the network sees."""
        self._size = observation_size
        super().__init__(*args, **options)

    def reset(self) -> None:
        """Forget the last rollout; room is kept."""
        shape = (self.buffer_size, self.n_envs)
        for name in ("rewards", "returns", "episode_starts", "values", "log_probs", "advantages"):
            setattr(self, name, np.zeros(shape, np.float32))
        self.actions = np.zeros((*shape, 1), np.int64)
        self.pos, self.full = 0, False
        self._parts: list[tuple[NDArray[np.int16], NDArray[Any], Offsets]] = []
        if not hasattr(self, "_seen"):
            space = self.observation_space["observation"]
            size = space.shape[0] if self._size is None else self._size  # type: ignore[index]
            self._seen = np.zeros((self.buffer_size * self.n_envs, size), space.dtype)

    def add(  # type: ignore[override]
        self,
        obs: Mapping[str, NDArray[Any]],
        action: NDArray[Any],
        reward: NDArray[Any],
        episode_start: NDArray[Any],
        value: torch.Tensor,
        log_prob: torch.Tensor,
        action_masks: NDArray[Any] | None = None,
    ) -> None:
        """A step of all environments."""
        count, pos = self.n_envs, self.pos
        masks = None if action_masks is None else np.asarray(action_masks).reshape(count, -1).astype(np.bool_)
        features = obs["features"]
        self._seen[pos * count : (pos + 1) * count] = obs["observation"][:, : self._seen.shape[1]]
        self._parts.append(pack(obs["ids"], features, masks, features.dtype))
        self.actions[pos] = action.reshape(count, 1)
        self.rewards[pos], self.episode_starts[pos] = reward, episode_start
        self.values[pos] = value.cpu().numpy().reshape(count)
        self.log_probs[pos] = log_prob.cpu().numpy().reshape(count)
        self.pos += 1
        self.full = self.pos == self.buffer_size

    def get(self, batch_size: int | None = None) -> Iterator[MaskableDictRolloutBufferSamples]:  # type: ignore[override]
        """Minibatches of the rollout in random order, their observations without padding."""
        if not self.full:
            raise ValueError("the rollout is not complete")
        total = self.buffer_size * self.n_envs
        if len(self._parts) > 1:
            self._parts = [_joined(self._parts)]
        order = np.random.permutation(total).astype(np.int32)  # noqa: NPY002 - the generator that SB3 seeds
        for start in range(0, total, batch_size or total):
            yield self._samples(order[start : start + (batch_size or total)])

    def _samples(self, index: NDArray[np.int32]) -> MaskableDictRolloutBufferSamples:
        ids, features, parts = self._parts[0]
        offsets = np.empty(len(index) + 1, np.int32)
        entries = ragged.gathered_offsets(parts, index, offsets)
        some_ids, some = np.empty((entries, 1), np.int16), np.empty((entries, features.shape[1]), np.float32)
        ragged.gather_segments(ids[:, None], parts, index, offsets, some_ids)
        ragged.gather_segments(features, parts, index, offsets, some)
        seen = np.empty((len(index), self._seen.shape[1]), np.float32)
        ragged.gather_rows(self._seen, index, seen)
        arrays = {"observation": seen, "features": some, "ids": some_ids[:, 0], OFFSETS: offsets}
        flat = {
            name: torch.from_numpy(getattr(self, name).reshape(-1)[index])
            for name in ("actions", "values", "log_probs", "advantages", "returns")
        }
        return MaskableDictRolloutBufferSamples(
            observations={name: torch.from_numpy(values) for name, values in arrays.items()},
            actions=flat["actions"],
            old_values=flat["values"],
            old_log_prob=flat["log_probs"],
            advantages=flat["advantages"],
            returns=flat["returns"],
            action_masks=None,  # type: ignore[arg-type] # what was forbidden is not in the observation any more
        )


def row_config(values: Mapping[str, Any]) -> NetworkConfig:
    """The section `network` with these differences; ConfigError where it is no network of rows that MaskablePPO has."""
    config: Config = config_from_dict({"run": {"algorithm": "maskable_ppo"}, "network": dict(values)})
    return config.network


def _actions(batch: Batch, choices: NDArray[np.int32]) -> torch.Tensor:
    """The action ids `[B]` of `choices [B]`."""
    actions = np.empty(len(choices), np.int32)
    ragged.picked(batch.ids, batch.offsets, choices, actions)
    return torch.from_numpy(actions).long()


def _joined(
    parts: list[tuple[NDArray[np.int16], NDArray[Any], Offsets]],
) -> tuple[NDArray[np.int16], NDArray[Any], Offsets]:
    """The steps of a rollout as one."""
    sizes = np.concatenate([np.diff(offsets) for _, _, offsets in parts])
    offsets = np.concatenate(([0], np.cumsum(sizes))).astype(np.int32)
    return np.concatenate([ids for ids, _, _ in parts]), np.concatenate([rows for _, rows, _ in parts]), offsets
