"""What algorithms that learn by self-play have in common: workers, gradient steps, figures, and a run's state."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol, TypeVar

import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray

from baobab_training.checkpoint import fill_network
from baobab_training.league import Pool
from baobab_training.network import Network
from baobab_training.rollout import Sampler, Tally
from baobab_training.trainer import Arrays, Metrics, TrainingError, under

Gradient = tuple[list[torch.Tensor], NDArray[np.float64]]
"""A worker's gradient by parameter, and the sums of its statistics."""

_Result = TypeVar("_Result")


class SelfPlay(Protocol):
    """A trainer whose network plays in samplers, one for each worker."""

    network: Network
    parameters: list[torch.nn.Parameter]
    optimizer: torch.optim.Adam
    samplers: list[Sampler]
    pool: Pool
    generator: Generator
    steps: int

    def bind_parameters(self) -> None:
        """Begin to optimise the network's weights, from now on these ones."""


def share_out(
    workers: ThreadPoolExecutor | None, samplers: Sequence[Sampler], work: Callable[[Sampler], _Result]
) -> list[_Result]:
    """`work` of every sampler, at once where there are workers; the results in the samplers' order."""
    if workers is None:
        return [work(sampler) for sampler in samplers]
    return list(workers.map(work, samplers))


def take_tally(samplers: Sequence[Sampler]) -> Tally:
    """What the games that ended were like, of all samplers, which then count anew."""
    tally = Tally()
    for sampler in samplers:
        tally.add(sampler.tally)
        sampler.tally = Tally()
    return tally


def play_metrics(tally: Tally, *, start: float, played: float, end: float, passes: float) -> Metrics:
    """What there is to tell of an iteration's games and speed, from the times at which its parts were over."""
    return {
        "game_length": tally.game_length / max(tally.games, 1),
        "games": float(tally.games),
        "against_others": tally.won / tally.met if tally.met else float("nan"),
        "steps_per_second": tally.decisions / (end - start),
        "rollout_per_second": tally.decisions / (played - start),
        "update_per_second": passes * tally.decisions / (end - played),
    }


def take_step(trainer: SelfPlay, results: Sequence[Gradient], *, max_gradient: float) -> float:
    """One step of the optimiser along the sum of the workers' gradients; its norm. TrainingError where it diverged."""
    for number, parameter in enumerate(trainer.parameters):
        parameter.grad = results[0][0][number]
        for gradients, _ in results[1:]:
            parameter.grad += gradients[number]
    norm = float(torch.nn.utils.clip_grad_norm_(trainer.parameters, max_gradient))
    if not np.isfinite(norm):
        raise TrainingError(f"the training diverged after {trainer.steps} decisions: its gradient is {norm}")
    trainer.optimizer.step()
    return norm


def saved_learning(trainer: SelfPlay) -> tuple[Arrays, dict[str, Any]]:
    """Network, optimiser and pool; the generators, and what the pool's steps are. The games are the algorithm's own."""
    arrays: Arrays = {f"network/{name}": value.numpy() for name, value in trainer.network.state_dict().items()}
    for number, state in trainer.optimizer.state_dict()["state"].items():
        arrays |= {f"optimizer/{number}/{key}": value.numpy() for key, value in state.items()}
    for number, weights in enumerate(trainer.pool.weights):
        arrays |= {f"pool/{number}/{name}": value.numpy() for name, value in weights.items()}
    values = {
        "pool_steps": trainer.pool.steps,
        "generator": trainer.generator.bit_generator.state,
        "samplers": [
            {"started": sampler.started, "generator": sampler.generator.bit_generator.state}
            for sampler in trainer.samplers
        ],
    }
    return arrays, values


def restore_learning(trainer: SelfPlay, arrays: Arrays, values: dict[str, Any]) -> None:
    """Put back what `saved_learning` gave; ValueError, KeyError or TypeError where it does not fit."""
    tensors = {name: torch.from_numpy(value) for name, value in arrays.items()}
    fill_network(trainer.network, under(tensors, "network/"), name="the run")
    trainer.bind_parameters()
    moments = trainer.optimizer.state_dict()
    moments["state"] = {
        number: state for number in range(len(trainer.parameters)) if (state := under(tensors, f"optimizer/{number}/"))
    }
    trainer.optimizer.load_state_dict(moments)
    trainer.pool.steps = list(values["pool_steps"])
    trainer.pool.weights = [under(tensors, f"pool/{number}/") for number in range(len(trainer.pool.steps))]
    trainer.generator.bit_generator.state = values["generator"]
    if len(values["samplers"]) != len(trainer.samplers):
        raise ValueError(f"it has {len(values['samplers'])} workers, not {len(trainer.samplers)}")
    for sampler, kept in zip(trainer.samplers, values["samplers"], strict=True):
        sampler.started = int(kept["started"])
        sampler.generator.bit_generator.state = kept["generator"]
