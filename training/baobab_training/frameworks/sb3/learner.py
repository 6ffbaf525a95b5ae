"""`baobab train` with sb3-contrib's MaskablePPO: its model, our run."""

import dataclasses
import math
import time
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.utils import set_random_seed
from stable_baselines3.common.vec_env import VecEnv

from baobab.core.game import Game
from baobab.core.rng import derive_seed
from baobab_training.config import ROW_POLICY, Config, NetworkConfig
from baobab_training.frameworks.sb3.export import to_network
from baobab_training.frameworks.sb3.policy import RowPolicy, RowRolloutBuffer
from baobab_training.frameworks.sb3.vec_env import make_vec_env
from baobab_training.networks.network import Network, seen_entries
from baobab_training.trainer import Arrays, Metrics, TrainingError, linear, run_progress, strip_prefix

_SEED_BITS = 31  # SB3 seeds numpy and torch with as many
_LOGGED = {
    "policy_loss": "train/policy_gradient_loss",
    "value_loss": "train/value_loss",
    "kl": "train/approx_kl",
    "clipped": "train/clip_fraction",
    "explained_variance": "train/explained_variance",
}
"""Our names of what MaskablePPO logs."""


class MaskableTrainer:
    """A run of MaskablePPO; `model` is what its users know.

    A resumed run has its weights and its optimiser back, and begins its games anew.
    """

    def __init__(self, config: Config, game: Game, *, command: str | None = None) -> None:
        """`command`: what starts the run, for its card."""
        for players in config.game.players:
            game.check_players(players)
        self.config = resolved(config)
        self.game, self.command = game, command
        self.steps, self.iterations, self.seconds = 0, 0, 0.0
        self._rows = config.maskable_ppo.policy == ROW_POLICY
        torch.set_num_threads(config.run.threads)
        self.env: VecEnv = _make_env(self.config, game, rows=self._rows)
        self.model: MaskablePPO = self._make_model()
        self._results = Results()

    @property
    def network(self) -> Network:
        """The policy as it is now."""
        return to_network(self.model.policy, self.game)[0]

    @property
    def progress(self) -> float:
        """How far the run is: 0 … 1, by decisions or by time, whichever is further."""
        return run_progress(self.config, steps=self.steps, seconds=self.seconds)

    def iterate(self) -> Metrics:
        """One rollout and its update; their metrics."""
        start, config = time.perf_counter(), self.config.maskable_ppo
        rate = linear(config.learning_rate, config.learning_rate_end, self.progress)
        entropy_weight = linear(config.ent_coef, config.ent_coef_end, self.progress)
        self.model.lr_schedule = lambda _: rate
        self.model.ent_coef = entropy_weight
        set_random_seed(derive_seed(self.config.run.seed, self.iterations) % 2**_SEED_BITS)
        decisions = config.n_steps * config.envs
        self.model.learn(
            decisions,
            callback=self._results,
            log_interval=None,  # type: ignore[arg-type] # never: the figures are read below
            reset_num_timesteps=False,
            use_masking=not self._rows,  # an observation of rows has no other actions than the legal ones
        )
        self.steps += decisions
        self.iterations += 1
        seconds = time.perf_counter() - start
        self.seconds += seconds
        metrics = self._metrics() | {"learning_rate": rate, "entropy_weight": entropy_weight}
        return metrics | {"steps_per_second": decisions / seconds}

    def saved(self) -> tuple[Arrays, dict[str, Any]]:
        """Weights and optimiser."""
        policy = self.model.policy
        arrays = {f"policy/{name}": value.cpu().numpy() for name, value in policy.state_dict().items()}
        for number, state in policy.optimizer.state_dict()["state"].items():
            arrays |= {f"optimizer/{number}/{key}": value.cpu().numpy() for key, value in state.items()}
        return arrays, {"timesteps": int(self.model.num_timesteps)}

    def restore(self, arrays: Arrays, values: dict[str, Any]) -> None:
        """Go on from what `saved` gave; ValueError or KeyError where it does not fit."""
        policy = self.model.policy
        tensors = {name: torch.from_numpy(value) for name, value in arrays.items()}
        weights, expected = strip_prefix(tensors, "policy/"), policy.state_dict()
        if {name: value.shape for name, value in weights.items()} != {n: v.shape for n, v in expected.items()}:
            raise ValueError("it holds other weights than its policy has")
        if not all(bool(torch.isfinite(value).all()) for value in weights.values()):
            raise ValueError("it holds weights that are no finite numbers")
        policy.load_state_dict(weights)
        moments = policy.optimizer.state_dict()
        count = len(list(policy.parameters()))
        moments["state"] = {n: state for n in range(count) if (state := strip_prefix(tensors, f"optimizer/{n}/"))}
        policy.optimizer.load_state_dict(moments)
        self.model.num_timesteps = int(values["timesteps"])
        self.env.seed(derive_seed(self.config.run.seed, int(values["iterations"])) % 2**_SEED_BITS)

    def close(self) -> None:
        """End the environments and their processes."""
        self.env.close()

    def _make_model(self) -> MaskablePPO:
        config, network, rows = self.config.maskable_ppo, self.config.network, self._rows
        policy: dict[str, Any] = {"net_arch": list(network.plain_layers)}
        buffer: dict[str, Any] = {}
        if rows:
            policy = {"game": self.game.name, "options": self.game.changed_options()}
            policy |= {"network": dataclasses.asdict(network), "optimizer_kwargs": {"eps": 1e-5, "fused": True}}
            size = seen_entries(network, self.game.observation)
            buffer = {"rollout_buffer_class": RowRolloutBuffer, "rollout_buffer_kwargs": {"observation_size": size}}
        model = MaskablePPO(
            RowPolicy if rows else "MlpPolicy",
            self.env,
            learning_rate=config.learning_rate,
            n_steps=config.n_steps,
            batch_size=config.batch_size,
            n_epochs=config.n_epochs,
            gamma=config.gamma,
            gae_lambda=config.gae_lambda,
            clip_range=config.clip_range,
            ent_coef=config.ent_coef,
            vf_coef=config.vf_coef,
            max_grad_norm=config.max_grad_norm,
            target_kl=config.target_kl or None,
            policy_kwargs=policy,
            seed=self.config.run.seed % 2**_SEED_BITS,
            device="cpu",
            **buffer,
        )
        model.set_logger(Logger(None, []))
        return model

    def _metrics(self) -> Metrics:
        logged: dict[str, Any] = self.model.logger.name_to_value
        if not math.isfinite(logged["train/loss"]):
            raise TrainingError(
                f"the training diverged after {self.steps} decisions: its loss is {logged['train/loss']}"
            )
        metrics = {name: float(logged[key]) for name, key in _LOGGED.items() if math.isfinite(logged[key])}
        metrics["entropy"] = -float(logged["train/entropy_loss"])
        return metrics | self._results.take()


class Results(BaseCallback):
    """Counts the games that ended in a rollout, and what they brought."""

    def __init__(self) -> None:
        super().__init__()
        self._games, self._won, self._decisions = 0, 0, 0
        self._lengths = np.zeros(0, np.int64)  # [N] the agent's decisions in each running game

    def take(self) -> Metrics:
        """The figures since the last call; means only where games ended."""
        metrics = {"games": float(self._games)}
        if self._games:
            metrics |= {"won": self._won / self._games, "own_decisions": self._decisions / self._games}
        self._games, self._won, self._decisions = 0, 0, 0
        return metrics

    def _on_step(self) -> bool:
        dones, infos = self.locals["dones"], self.locals["infos"]
        if not len(self._lengths):
            self._lengths = np.zeros(len(dones), np.int64)
        self._lengths += 1
        ended = np.flatnonzero(dones)
        self._games += len(ended)
        self._won += sum(int(infos[place]["rank"]) == 1 for place in ended)
        self._decisions += int(self._lengths[ended].sum())
        self._lengths[ended] = 0
        return True


def resolved(config: Config) -> Config:
    """The config with the kind of network that its policy is."""
    kind = "rows" if config.maskable_ppo.policy == ROW_POLICY else "plain"
    network: NetworkConfig = dataclasses.replace(config.network, kind=kind)  # type: ignore[arg-type]
    return dataclasses.replace(config, network=network)


def _make_env(config: Config, game: Game, *, rows: bool) -> VecEnv:
    maskable = config.maskable_ppo
    return make_vec_env(
        game,
        kind=maskable.env,
        envs=maskable.envs,
        players=config.game.players,
        pool=list(maskable.opponents),
        reward=config.reward.kind,
        stagger=True,
        obs_mode="rows" if rows else "flat",
    )
