"""Proximal policy optimisation by self-play, top to bottom.

An iteration plays all games on by `ppo.rollout` decisions (rollout.py), and then takes gradient steps on the
decisions of the learning policy. Both are shared out to workers: each has its own games, and of every minibatch the
part that it played itself. Letters: K decisions of a minibatch, M their legal actions.
"""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray

from baobab.core.game import Game
from baobab_training import ragged
from baobab_training.config import Config
from baobab_training.league import Pool
from baobab_training.network import Batch, build_network
from baobab_training.rollout import Sampler
from baobab_training.rollout_state import restore_sampler, sampler_arrays
from baobab_training.self_play import play_metrics, restore_learning, saved_learning, share_out, take_step, take_tally
from baobab_training.trainer import Arrays, Metrics, run_progress, under
from baobab_training.trajectory import Decisions

CHUNK = 1024
"""Decisions that a worker takes through the network at once: more fall out of the processor's cache."""
ADAM_EPSILON = 1e-5

_Result = TypeVar("_Result")


@dataclass(frozen=True)
class Schedule:
    """The values that change over the run."""

    learning_rate: float
    entropy_weight: float


class Trainer:
    """A run in progress: the network, its games, its optimiser and its opponents."""

    def __init__(self, config: Config, game: Game, *, command: str | None = None) -> None:
        """`command`: what starts the run, for its card."""
        for players in config.game.players:
            game.check_players(players)
        torch.set_num_threads(1)  # the workers share the processors out, not the matrices
        self.config, self.game, self.command = config, game, command
        self.network = build_network(config.network, game, seed=config.run.seed)
        self.bind_parameters()
        threads = config.run.threads
        self.samplers = [
            Sampler(config, game, self.network, number=number, games=len(games))
            for number, games in enumerate(np.array_split(np.arange(config.ppo.games), threads))
        ]
        self.pool = Pool(config.opponents.pool_size)
        self.slots = [build_network(config.network, game, seed=None) for _ in range(config.opponents.slots)]
        self.generator = np.random.default_rng([config.run.seed, 2**32])
        self.steps = 0  # decisions of the learning policy so far
        self.iterations = 0
        self.seconds = 0.0  # spent on iterations, earlier parts of a resumed run included
        self._workers = ThreadPoolExecutor(threads) if threads > 1 else None

    def bind_parameters(self) -> None:
        """Begin to optimise the network's weights, from now on these ones."""
        self.parameters = list(self.network.parameters())
        self.optimizer = torch.optim.Adam(
            self.parameters, lr=self.config.ppo.learning_rate, eps=ADAM_EPSILON, fused=True
        )

    @property
    def progress(self) -> float:
        """How far the run is: 0 … 1, by decisions or by time, whichever is further."""
        return run_progress(self.config, steps=self.steps, seconds=self.seconds)

    def iterate(self) -> Metrics:
        """One rollout and its update; what there is to tell of them."""
        start = time.perf_counter()
        snapshots = self.slots[: self.pool.draw(self.slots, generator=self.generator)]
        self._share_out(lambda sampler: sampler.collect(self.network, snapshots))
        played = time.perf_counter()
        tally = take_tally(self.samplers)
        schedule = self.schedule()
        metrics = self._update(schedule)
        for sampler in self.samplers:
            sampler.decisions.keep_pending(sampler.last)
        before = self.steps
        self.steps += tally.decisions
        self.iterations += 1
        every = self.config.opponents.snapshot_every
        if self.steps // every > before // every:
            self.pool.add(self.network, steps=self.steps)
        end = time.perf_counter()
        self.seconds += end - start
        metrics |= {
            "learning_rate": schedule.learning_rate,
            "entropy_weight": schedule.entropy_weight,
        }
        metrics |= play_metrics(tally, start=start, played=played, end=end, passes=metrics["passes"])
        return metrics

    def schedule(self) -> Schedule:
        """Learning rate and entropy weight now, linear from their starts to their ends."""
        ppo, progress = self.config.ppo, self.progress
        return Schedule(
            learning_rate=ppo.learning_rate + progress * (ppo.learning_rate_end - ppo.learning_rate),
            entropy_weight=ppo.entropy_start + progress * (ppo.entropy_end - ppo.entropy_start),
        )

    def saved(self) -> tuple[Arrays, dict[str, Any]]:
        """Network, optimiser, pool, games and pending decisions; the generators and what the pool's steps are."""
        arrays, values = saved_learning(self)
        for number, sampler in enumerate(self.samplers):
            arrays |= {f"sampler/{number}/{name}": value for name, value in sampler_arrays(sampler).items()}
        return arrays, values

    def restore(self, arrays: Arrays, values: dict[str, Any]) -> None:
        """Become the run that `saved` this; ValueError, KeyError or TypeError where it does not fit."""
        restore_learning(self, arrays, values)
        for number, sampler in enumerate(self.samplers):
            restore_sampler(sampler, under(arrays, f"sampler/{number}/"))

    def close(self) -> None:
        """End the workers."""
        if self._workers is not None:
            self._workers.shutdown()

    def _share_out(self, work: Callable[[Sampler], _Result]) -> list[_Result]:
        return share_out(self._workers, self.samplers, work)

    def _update(self, schedule: Schedule) -> Metrics:
        """Epochs of minibatch gradient steps on the finished decisions of all samplers."""
        ppo = self.config.ppo
        for group in self.optimizer.param_groups:
            group["lr"] = schedule.learning_rate
        finished = [sampler.decisions.finished() for sampler in self.samplers]
        total = sum(map(len, finished))
        targets = make_targets([sampler.decisions for sampler in self.samplers], finished)
        minibatches = max(1, round(total / ppo.minibatch))
        sums = np.zeros(len(_SUMS))
        steps, norms, passes = 0, 0.0, 0
        for _ in range(ppo.epochs):
            shuffled = [self.generator.permutation(index) for index in finished]
            parts = [np.array_split(index, minibatches) for index in shuffled]
            epoch = np.zeros(len(_SUMS))
            for minibatch in zip(*parts, strict=True):
                stats, norm = self._gradient_step(minibatch, targets, schedule.entropy_weight)
                epoch += stats
                norms += norm
                steps += 1
            sums += epoch
            passes += 1
            if ppo.target_kl and epoch[_SUMS.index("kl")] / total > ppo.target_kl:
                break
        metrics = dict(zip(_SUMS, sums / (passes * total), strict=True))
        return metrics | {
            "gradient": norms / steps,
            "explained_variance": explained_variance(targets, finished),
            "passes": float(passes),
        }

    def _gradient_step(
        self, minibatch: tuple[NDArray[np.int32], ...], targets: "list[Targets]", entropy_weight: float
    ) -> tuple[NDArray[np.float64], float]:
        """One step of the optimiser: the sums of the statistics over the minibatch, and the gradient's norm."""
        total = sum(map(len, minibatch))
        jobs = dict(zip(map(id, self.samplers), zip(minibatch, targets, strict=True), strict=True))

        def work(sampler: Sampler) -> tuple[list[torch.Tensor], NDArray[np.float64]]:
            index, target = jobs[id(sampler)]
            return self._gradient(sampler.decisions, index, target, total=total, entropy_weight=entropy_weight)

        results = self._share_out(work)
        norm = take_step(self, results, max_gradient=self.config.ppo.max_gradient)
        return np.sum([stats for _, stats in results], axis=0), norm

    def _gradient(
        self, held: Decisions, index: NDArray[np.int32], targets: "Targets", *, total: int, entropy_weight: float
    ) -> tuple[list[torch.Tensor], NDArray[np.float64]]:
        """The gradient of the decisions `index` for a minibatch of `total`, and the sums of their statistics."""
        gradients: list[torch.Tensor] = []
        sums = np.zeros(len(_SUMS))
        for chunk in np.array_split(index, -(-len(index) // CHUNK)) if len(index) else []:
            loss, stats = self._loss(held, chunk, targets, entropy_weight)
            parts = torch.autograd.grad(loss / total, self.parameters)
            gradients = [one + other for one, other in zip(gradients, parts, strict=True)] if gradients else list(parts)
            sums += stats
        return gradients or [torch.zeros_like(parameter) for parameter in self.parameters], sums

    def _loss(
        self, held: Decisions, index: NDArray[np.int32], targets: "Targets", entropy_weight: float
    ) -> tuple[torch.Tensor, NDArray[np.float64]]:
        """The loss of the decisions `index`, summed, and the sums of what there is to tell of it."""
        ppo = self.config.ppo
        advantages = torch.from_numpy(targets.advantages[index])
        returns = torch.from_numpy(targets.returns[index])
        before = torch.from_numpy(held.log_probs[index])

        batch = gather(held, index)
        logits, values = self.network.logits_values(batch)
        log_probs, entropies = ragged.log_prob_entropy(logits, batch.offsets, held.choices[index])

        log_ratio = log_probs - before
        ratio = log_ratio.exp()
        clipped = ratio.clamp(1 - ppo.clip, 1 + ppo.clip)
        policy_loss = -torch.minimum(ratio * advantages, clipped * advantages).sum()
        value_loss = (values - returns).square().sum() / 2
        entropy = entropies.sum()
        loss = policy_loss + ppo.value_weight * value_loss - entropy_weight * entropy

        with torch.no_grad():
            kl = (ratio - 1 - log_ratio).sum()  # Schulman's estimator: never negative, little variance
            clipping = (ratio != clipped).sum()
            stats = torch.stack([policy_loss, value_loss, entropy, kl, clipping.float()])
        return loss, stats.double().numpy()


_SUMS = ("policy_loss", "value_loss", "entropy", "kl", "clipped")


@dataclass(frozen=True)
class Targets:
    """What a sampler's decisions are to be pulled towards `[K]` (pending ones: meaningless)."""

    advantages: NDArray[np.float32]  # mean 0 and deviation 1 over the decisions of all samplers
    returns: NDArray[np.float32]  # what the value should have been
    values: NDArray[np.float32]  # what it was


def make_targets(held: list[Decisions], finished: list[NDArray[np.int32]]) -> list[Targets]:
    """Normalised advantages and returns of each sampler's decisions, of which `finished` count."""
    known = np.concatenate([one.advantages[index] for one, index in zip(held, finished, strict=True)])
    mean, deviation = known.mean(), known.std() + np.float32(1e-8)
    return [
        Targets(
            advantages=(one.advantages[: one.count] - mean) / deviation,
            returns=one.advantages[: one.count] + one.values[: one.count],
            values=one.values[: one.count],
        )
        for one in held
    ]


def explained_variance(targets: list[Targets], finished: list[NDArray[np.int32]]) -> float:
    """Which share of the returns' variance the values foretold: 1 all, 0 none, below 0 worse than a constant."""
    returns = np.concatenate([one.returns[index] for one, index in zip(targets, finished, strict=True)])
    values = np.concatenate([one.values[index] for one, index in zip(targets, finished, strict=True)])
    variance = float(returns.var())
    return 1 - float((returns - values).var()) / variance if variance > 0 else float("nan")


def gather(held: Decisions, index: NDArray[np.int32]) -> Batch:
    """The decisions `index [K]` as the network takes them."""
    offsets = np.empty(len(index) + 1, np.int32)
    entries = ragged.gathered_offsets(held.offsets, index, offsets)
    trunk = torch.empty(len(index), held.trunk.shape[1])
    hidden = torch.empty(len(index), held.hidden.shape[1])
    features = torch.empty(entries if held.features.shape[0] else 0, held.features.shape[1])
    ids = np.empty(entries, np.int16)
    ragged.gather_rows(held.trunk, index, trunk.numpy())
    ragged.gather_rows(held.hidden, index, hidden.numpy())
    if held.features.shape[0]:
        ragged.gather_segments(held.features, held.offsets, index, offsets, features.numpy())
    ragged.gather_segments(held.ids[:, None], held.offsets, index, offsets, ids[:, None])
    return Batch(trunk=trunk, features=features, hidden=hidden, ids=ids, offsets=offsets)
