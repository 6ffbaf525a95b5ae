"""Learning by self-play: what all its algorithms have in common, top to bottom.

An iteration plays games (sampler.py), takes gradient steps on the decisions of the learning policy, and now and then
keeps a snapshot of it as an opponent. Games and gradients are shared out to workers: each has its own games, and of
every minibatch the part that it played itself. How long games are played, what is learned from them and by which loss
is the algorithm's: ppo.py, dmc.py. K decisions of a sampler.
"""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray

from baobab.core.game import Game
from baobab_training.checkpoint import fill_network
from baobab_training.config import Config, DmcConfig, PpoConfig
from baobab_training.learning.league import Pool
from baobab_training.learning.sampler import Sampler, Tally
from baobab_training.learning.sampler_state import fill, restore_sampler, sampler_arrays
from baobab_training.learning.trajectory import Decisions
from baobab_training.networks.network import Network, build_network
from baobab_training.trainer import Arrays, Metrics, TrainingError, run_progress, strip_prefix

CHUNK = 1024
"""Decisions that a worker takes through the network at once: more fall out of the processor's cache."""
ADAM_EPSILON = 1e-5

Index = NDArray[np.int32]
"""Places of decisions in a sampler's `Decisions`."""
Loss = tuple[torch.Tensor, NDArray[np.float64]]
"""A loss, and its statistics, both summed over decisions."""


@dataclass(frozen=True)
class Schedule:
    """The values that change over the run; an algorithm adds its own. All are metrics."""

    learning_rate: float


@dataclass(frozen=True)
class Targets:
    """What a sampler's decisions are pulled towards; an algorithm adds its own. Those of pending ones mean nothing."""

    returns: NDArray[np.float32]  # [K] what the value should have been


_Schedule = TypeVar("_Schedule", bound=Schedule)
_Targets = TypeVar("_Targets", bound=Targets)
_Result = TypeVar("_Result")


class Algorithm(Protocol[_Schedule, _Targets]):
    """How to play and how to learn from it."""

    @property
    def settings(self) -> PpoConfig | DmcConfig:
        """Its section of the config."""

    @property
    def statistics(self) -> Sequence[str]:
        """The names of what `loss` sums up."""

    @property
    def plays_on(self) -> bool:
        """Whether games, and decisions that are not finished, go on from one iteration to the next."""

    def schedule(self, progress: float) -> _Schedule:
        """The values that hold where the run is so far, 0 … 1."""

    def play(self, sampler: Sampler, network: Network, snapshots: list[Network], schedule: _Schedule) -> None:
        """Play a sampler's games for an iteration."""

    def targets(self, decisions: Sequence[Decisions], finished: Sequence[Index]) -> list[_Targets]:
        """The targets of each sampler's decisions, of which `finished` are learned from."""

    def loss(
        self, network: Network, decisions: Decisions, index: Index, targets: _Targets, schedule: _Schedule
    ) -> Loss:
        """The loss of the decisions `index`."""

    def stops(self, means: Metrics) -> bool:
        """Whether the update ends before all its epochs, after one with these means of its statistics."""


class SelfPlayTrainer(Generic[_Schedule, _Targets]):
    """A run in progress: the network, its games, its optimiser and its opponents."""

    def __init__(
        self, algorithm: Algorithm[_Schedule, _Targets], config: Config, game: Game, *, command: str | None = None
    ) -> None:
        """`command`: what starts the run, for its card."""
        for players in config.game.players:
            game.check_players(players)
        torch.set_num_threads(1)  # the workers share the processors out, not the matrices
        self.algorithm, self.config, self.game, self.command = algorithm, config, game, command
        self.network = build_network(config.network, game, seed=config.run.seed)
        self._bind_parameters()
        threads = config.run.threads
        self.samplers = [
            Sampler(config, game, self.network, number=number, games=len(games))
            for number, games in enumerate(np.array_split(np.arange(algorithm.settings.games), threads))
        ]
        self.pool = Pool(config.opponents.pool_size)
        self.slots = [build_network(config.network, game, seed=None) for _ in range(config.opponents.slots)]
        self.generator = np.random.default_rng([config.run.seed, 2**32])
        self.steps = 0  # decisions of the learning policy so far
        self.iterations = 0
        self.seconds = 0.0  # spent on iterations, earlier parts of a resumed run included
        self._workers = ThreadPoolExecutor(threads) if threads > 1 else None

    @property
    def progress(self) -> float:
        """How far the run is: 0 … 1, by decisions or by time, whichever is further."""
        return run_progress(self.config, steps=self.steps, seconds=self.seconds)

    def iterate(self) -> Metrics:
        """One round of play and its update; their metrics."""
        start = time.perf_counter()
        schedule = self.algorithm.schedule(self.progress)
        self.play(schedule)
        played = time.perf_counter()
        metrics = self._update(schedule)
        tally = self._take_tally()
        before = self.steps
        self.steps += tally.decisions
        self.iterations += 1
        every = self.config.opponents.snapshot_every
        if self.steps // every > before // every:
            self.pool.add(self.network, steps=self.steps)
        end = time.perf_counter()
        self.seconds += end - start
        metrics |= asdict(schedule) | tally.metrics()
        return metrics | {
            "steps_per_second": tally.decisions / (end - start),
            "rollout_per_second": tally.decisions / (played - start),
            "update_per_second": metrics["passes"] * tally.decisions / (end - played),
        }

    def play(self, schedule: _Schedule) -> None:
        """Play all games for an iteration, some against snapshots that are drawn for it."""
        snapshots = self.slots[: self.pool.draw(self.slots, generator=self.generator)]
        self._share_out(lambda sampler: self.algorithm.play(sampler, self.network, snapshots, schedule))

    def saved(self) -> tuple[Arrays, dict[str, Any]]:
        """Network, optimiser, pool, games and pending decisions; the generators and what the pool's steps are."""
        arrays: Arrays = {f"network/{name}": value.numpy() for name, value in self.network.state_dict().items()}
        for number, state in self.optimizer.state_dict()["state"].items():
            arrays |= {f"optimizer/{number}/{key}": value.numpy() for key, value in state.items()}
        for number, weights in enumerate(self.pool.weights):
            arrays |= {f"pool/{number}/{name}": value.numpy() for name, value in weights.items()}
        for number, sampler in enumerate(self.samplers):
            if self.algorithm.plays_on:
                arrays |= {f"sampler/{number}/{name}": value for name, value in sampler_arrays(sampler).items()}
            else:
                arrays[f"rngs/{number}"] = sampler.rngs
        values = {
            "pool_steps": self.pool.steps,
            "generator": self.generator.bit_generator.state,
            "samplers": [
                {"started": sampler.started, "generator": sampler.generator.bit_generator.state}
                for sampler in self.samplers
            ],
        }
        return arrays, values

    def restore(self, arrays: Arrays, values: dict[str, Any]) -> None:
        """Become the run that `saved` this; ValueError, KeyError or TypeError where it does not fit."""
        tensors = {name: torch.from_numpy(value) for name, value in arrays.items()}
        fill_network(self.network, strip_prefix(tensors, "network/"), name="the run")
        self._bind_parameters()
        moments = self.optimizer.state_dict()
        states = [strip_prefix(tensors, f"optimizer/{number}/") for number in range(len(self.parameters))]
        moments["state"] = {number: state for number, state in enumerate(states) if state}
        self.optimizer.load_state_dict(moments)
        self.pool.steps = list(values["pool_steps"])
        self.pool.weights = [strip_prefix(tensors, f"pool/{number}/") for number in range(len(self.pool.steps))]
        self.generator.bit_generator.state = values["generator"]
        if len(values["samplers"]) != len(self.samplers):
            raise ValueError(f"it has {len(values['samplers'])} workers, not {len(self.samplers)}")
        for number, (sampler, saved) in enumerate(zip(self.samplers, values["samplers"], strict=True)):
            sampler.started = int(saved["started"])
            sampler.generator.bit_generator.state = saved["generator"]
            if self.algorithm.plays_on:
                restore_sampler(sampler, strip_prefix(arrays, f"sampler/{number}/"))
            else:
                fill(sampler.rngs, arrays[f"rngs/{number}"], "rngs")

    def close(self) -> None:
        """End the workers."""
        if self._workers is not None:
            self._workers.shutdown()

    # --- Inside -------------------------------------------------------------------------------------------

    def _bind_parameters(self) -> None:
        """Begin to optimise the network's weights, from now on these ones."""
        self.parameters = list(self.network.parameters())
        rate = self.algorithm.settings.learning_rate
        self.optimizer = torch.optim.Adam(self.parameters, lr=rate, eps=ADAM_EPSILON, fused=True)

    def _share_out(self, work: Callable[..., _Result], *parts: Sequence[Any]) -> list[_Result]:
        """`work` of every sampler and its part of each of `parts`, at once where there are workers."""
        if self._workers is None:
            return list(map(work, self.samplers, *parts))
        return list(self._workers.map(work, self.samplers, *parts))

    def _take_tally(self) -> Tally:
        """What the games that ended were like, of all samplers, which then count anew."""
        tally = Tally()
        for sampler in self.samplers:
            tally.add(sampler.tally)
            sampler.tally = Tally()
        return tally

    def _update(self, schedule: _Schedule) -> Metrics:
        """Epochs of gradient steps on the finished decisions of all samplers, which keep the others alone."""
        settings, names = self.algorithm.settings, self.algorithm.statistics
        for group in self.optimizer.param_groups:
            group["lr"] = schedule.learning_rate
        decisions = [sampler.decisions for sampler in self.samplers]
        finished = [one.finished() for one in decisions]
        total = sum(map(len, finished))
        metrics: Metrics = {"passes": 0.0}
        if total:
            targets = self.algorithm.targets(decisions, finished)
            minibatches = max(1, round(total / settings.minibatch))
            sums, norms, passes = np.zeros(len(names)), [], 0
            for _ in range(settings.epochs):
                epoch = np.zeros(len(names))
                shuffled = [self.generator.permutation(index) for index in finished]
                for minibatch in zip(*(np.array_split(index, minibatches) for index in shuffled), strict=True):
                    statistics, norm = self._gradient_step(minibatch, targets, schedule)
                    epoch += statistics
                    norms.append(norm)
                sums += epoch
                passes += 1
                if self.algorithm.stops(dict(zip(names, epoch / total, strict=True))):
                    break
            metrics = {"passes": float(passes), "gradient": sum(norms) / len(norms)}
            metrics |= dict(zip(names, sums / (passes * total), strict=True))
            metrics |= explained_variance(decisions, targets, finished)
        for sampler in self.samplers:
            sampler.decisions.keep_pending(sampler.last)
        return metrics

    def _gradient_step(
        self, minibatch: Sequence[Index], targets: Sequence[_Targets], schedule: _Schedule
    ) -> tuple[NDArray[np.float64], float]:
        """One step of the optimiser: the sums of the statistics over the minibatch, and the gradient's norm.

        TrainingError where it diverged.
        """
        total = sum(map(len, minibatch))

        def work(sampler: Sampler, index: Index, target: _Targets) -> tuple[list[torch.Tensor], NDArray[np.float64]]:
            return self._gradient(sampler.decisions, index, target, schedule, total=total)

        gradients, statistics = zip(*self._share_out(work, minibatch, targets), strict=True)
        for parameter, first, *others in zip(self.parameters, *gradients, strict=True):
            parameter.grad = first
            for other in others:
                parameter.grad += other
        norm = float(torch.nn.utils.clip_grad_norm_(self.parameters, self.algorithm.settings.max_gradient))
        if not np.isfinite(norm):
            raise TrainingError(f"the training diverged after {self.steps} decisions: its gradient is {norm}")
        self.optimizer.step()
        return np.sum(statistics, axis=0), norm

    def _gradient(
        self, decisions: Decisions, index: Index, targets: _Targets, schedule: _Schedule, *, total: int
    ) -> tuple[list[torch.Tensor], NDArray[np.float64]]:
        """The gradient of the decisions `index` for a minibatch of `total`, and the sums of their statistics."""
        gradients: list[torch.Tensor] = []
        sums = np.zeros(len(self.algorithm.statistics))
        for chunk in np.array_split(index, -(-len(index) // CHUNK)) if len(index) else []:
            loss, statistics = self.algorithm.loss(self.network, decisions, chunk, targets, schedule)
            parts = torch.autograd.grad(loss / total, self.parameters)
            gradients = [one + other for one, other in zip(gradients, parts, strict=True)] if gradients else list(parts)
            sums += statistics
        return gradients or [torch.zeros_like(parameter) for parameter in self.parameters], sums


def explained_variance(
    decisions: Sequence[Decisions], targets: Sequence[Targets], finished: Sequence[Index]
) -> Metrics:
    """Which share of the returns' variance the values foretold: 1 all, 0 none, below 0 worse than a constant.

    No figure where all returns are the same.
    """
    returns = np.concatenate([one.returns[index] for one, index in zip(targets, finished, strict=True)])
    values = np.concatenate([one.values[index] for one, index in zip(decisions, finished, strict=True)])
    variance = float(returns.var())
    return {"explained_variance": 1 - float((returns - values).var()) / variance} if variance > 0 else {}
