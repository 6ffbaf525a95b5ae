"""Deep Monte Carlo by self-play (as in DouZero, Zha et al., 2021), top to bottom.

An iteration plays a batch of games to their ends (rollout.py): every seat takes the action of the highest value Q,
and with a small probability any. Then gradient steps pull Q of every action taken towards what its seat really got
from there to the end of the game. Nothing is bootstrapped, so nothing is learned of a game that is not over.

Q(s, a) = V(s) + A(s, a): the network's value head and its score of the action. V is pulled towards the return, A
towards what the return had beyond V. The action of the highest Q is that of the highest score, so that a checkpoint
plays like any other.

Letters: K decisions of a minibatch, M their legal actions.
"""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray

from baobab.core.game import Game
from baobab.core.jit import jit
from baobab_training.config import Config
from baobab_training.league import Pool
from baobab_training.network import build_network
from baobab_training.ppo import ADAM_EPSILON, CHUNK, gather
from baobab_training.rollout import Sampler
from baobab_training.self_play import play_metrics, restore_learning, saved_learning, share_out, take_step, take_tally
from baobab_training.trainer import Arrays, Metrics, run_progress
from baobab_training.trajectory import Decisions

_Result = TypeVar("_Result")
_SUMS = ("value_loss", "action_loss")


class DmcTrainer:
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
            for number, games in enumerate(np.array_split(np.arange(config.dmc.games), threads))
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
            self.parameters, lr=self.config.dmc.learning_rate, eps=ADAM_EPSILON, fused=True
        )

    @property
    def progress(self) -> float:
        """How far the run is: 0 … 1, by decisions or by time, whichever is further."""
        return run_progress(self.config, steps=self.steps, seconds=self.seconds)

    @property
    def learning_rate(self) -> float:
        """Adam's step size now."""
        dmc = self.config.dmc
        return dmc.learning_rate + self.progress * (dmc.learning_rate_end - dmc.learning_rate)

    @property
    def epsilon(self) -> float:
        """The probability of any action now."""
        dmc = self.config.dmc
        return dmc.epsilon_start + self.progress * (dmc.epsilon_end - dmc.epsilon_start)

    def iterate(self) -> Metrics:
        """A batch of whole games and its update; what there is to tell of them."""
        start = time.perf_counter()
        epsilon, rate = self.epsilon, self.learning_rate
        snapshots = self.slots[: self.pool.draw(self.slots, generator=self.generator)]
        self._share_out(lambda sampler: sampler.play_out(self.network, snapshots, epsilon=epsilon))
        played = time.perf_counter()
        tally = take_tally(self.samplers)
        metrics = self._update(rate)
        for sampler in self.samplers:
            sampler.decisions.count = 0
        before = self.steps
        self.steps += tally.decisions
        self.iterations += 1
        every = self.config.opponents.snapshot_every
        if self.steps // every > before // every:
            self.pool.add(self.network, steps=self.steps)
        end = time.perf_counter()
        self.seconds += end - start
        return metrics | {
            "learning_rate": rate,
            "epsilon": epsilon,
            **play_metrics(tally, start=start, played=played, end=end, passes=self.config.dmc.epochs),
        }

    def saved(self) -> tuple[Arrays, dict[str, Any]]:
        """Network, optimiser, pool and generators: between two iterations no game is in progress."""
        arrays, values = saved_learning(self)
        return arrays | {f"rngs/{number}": sampler.rngs for number, sampler in enumerate(self.samplers)}, values

    def restore(self, arrays: Arrays, values: dict[str, Any]) -> None:
        """Become the run that `saved` this; ValueError, KeyError or TypeError where it does not fit."""
        restore_learning(self, arrays, values)
        for number, sampler in enumerate(self.samplers):
            rngs = arrays[f"rngs/{number}"]
            if rngs.shape != sampler.rngs.shape or rngs.dtype != sampler.rngs.dtype:
                raise ValueError(f"its generators are {rngs.dtype} {rngs.shape}")
            sampler.rngs[:] = rngs

    def close(self) -> None:
        """End the workers."""
        if self._workers is not None:
            self._workers.shutdown()

    def _share_out(self, work: Callable[[Sampler], _Result]) -> list[_Result]:
        return share_out(self._workers, self.samplers, work)

    def _update(self, learning_rate: float) -> Metrics:
        """Epochs of minibatch gradient steps on all decisions of all samplers."""
        dmc = self.config.dmc
        for group in self.optimizer.param_groups:
            group["lr"] = learning_rate
        held = [sampler.decisions for sampler in self.samplers]
        returns = [real_returns(one, gamma=dmc.gamma) for one in held]
        total = sum(one.count for one in held)
        minibatches = max(1, round(total / dmc.minibatch))
        sums, steps, norms = np.zeros(len(_SUMS)), 0, 0.0
        for _ in range(dmc.epochs):
            shuffled = [self.generator.permutation(np.arange(one.count, dtype=np.int32)) for one in held]
            for minibatch in zip(*(np.array_split(index, minibatches) for index in shuffled), strict=True):
                stats, norm = self._gradient_step(minibatch, returns)
                sums, norms, steps = sums + stats, norms + norm, steps + 1
        known = np.concatenate(returns)
        values = np.concatenate([one.values[: one.count] for one in held])
        variance = float(known.var())
        return dict(zip(_SUMS, sums / (dmc.epochs * total), strict=True)) | {
            "gradient": norms / steps,
            "explained_variance": 1 - float((known - values).var()) / variance if variance > 0 else float("nan"),
        }

    def _gradient_step(
        self, minibatch: tuple[NDArray[np.int32], ...], returns: list[NDArray[np.float32]]
    ) -> tuple[NDArray[np.float64], float]:
        """One step of the optimiser: the sums of the losses over the minibatch, and the gradient's norm."""
        total = sum(map(len, minibatch))
        jobs = dict(zip(map(id, self.samplers), zip(minibatch, returns, strict=True), strict=True))

        def work(sampler: Sampler) -> tuple[list[torch.Tensor], NDArray[np.float64]]:
            index, targets = jobs[id(sampler)]
            return self._gradient(sampler.decisions, index, targets, total=total)

        results = self._share_out(work)
        norm = take_step(self, results, max_gradient=self.config.dmc.max_gradient)
        return np.sum([stats for _, stats in results], axis=0), norm

    def _gradient(
        self, held: Decisions, index: NDArray[np.int32], returns: NDArray[np.float32], *, total: int
    ) -> tuple[list[torch.Tensor], NDArray[np.float64]]:
        """The gradient of the decisions `index` for a minibatch of `total`, and the sums of their losses."""
        gradients = [torch.zeros_like(parameter) for parameter in self.parameters]
        sums = np.zeros(len(_SUMS))
        for chunk in np.array_split(index, -(-len(index) // CHUNK)) if len(index) else []:
            loss, stats = self._loss(held, chunk, returns)
            for gradient, part in zip(gradients, torch.autograd.grad(loss / total, self.parameters), strict=True):
                gradient += part
            sums += stats
        return gradients, sums

    def _loss(
        self, held: Decisions, index: NDArray[np.int32], returns: NDArray[np.float32]
    ) -> tuple[torch.Tensor, NDArray[np.float64]]:
        """The squared errors of V and of A for the actions taken in `index [K]`, summed; both apart as well."""
        batch = gather(held, index)
        scores, values = self.network.logits_values(batch)
        taken = scores[torch.from_numpy(batch.offsets[:-1] + held.choices[index])]
        targets = torch.from_numpy(returns[index])
        value_loss = (values - targets).square().sum() / 2
        action_loss = (taken - (targets - values.detach())).square().sum() / 2
        return value_loss + action_loss, np.array([value_loss.item(), action_loss.item()])


def real_returns(held: Decisions, *, gamma: float) -> NDArray[np.float32]:
    """What each decision's seat got from there to the end of its game `[K]`, all games being over."""
    returns = np.zeros(held.count, np.float32)
    _real_returns(gamma, held.rewards, held.following, returns)
    return returns


@jit
def _real_returns(
    gamma: float, rewards: NDArray[np.float32], following: NDArray[np.int32], returns: NDArray[np.float32]
) -> None:
    for k in range(returns.shape[0] - 1, -1, -1):
        after = following[k]
        returns[k] = rewards[k] + (gamma * returns[after] if after >= 0 else 0.0)
