"""A tournament on a Ray cluster of two workers, one of which is killed on the way: the standings are as without Ray."""

import sys
import tempfile
import time
from importlib.metadata import version
from pathlib import Path

import ray
from ray.cluster_utils import Cluster

from baobab import load_game
from baobab_training.tournament import Job, Outcome, Plan, format_standings, plan_tournament, play_tournament

GAMES = 3000
KILL_AFTER = 5
"""Jobs that are over when a worker is killed."""

started = time.perf_counter()
plan = plan_tournament(load_game("kenya"), ["random", "greedy"], players=3, games=GAMES, seed=1)
cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0})  # the head plays nothing
workers = [cluster.add_node(num_cpus=1) for _ in range(2)]
cluster.wait_for_nodes()
ray.init(address=cluster.address, log_to_driver=False)
over: list[Job] = []
left = []  # jobs that were not over when the worker was killed


def watch(plan: Plan, jobs: list[Job], outcome: Outcome | None) -> None:
    """Kill the first worker while it plays."""
    if outcome is None:
        return
    over.append(outcome.job)
    if len(over) == KILL_AFTER:
        cluster.remove_node(workers[0], allow_graceful=False)
        left.extend(job for job in jobs if job not in over)
        sys.stdout.write(f"one of two workers killed after {KILL_AFTER} of {len(jobs)} jobs\n")


with tempfile.TemporaryDirectory() as folder:
    alone = play_tournament(plan, Path(folder, "alone"))
    on_ray = play_tournament(plan, Path(folder, "ray"), engine="ray", progress=watch)
alive = sum(node["Alive"] for node in ray.nodes())
ray.shutdown()
cluster.shutdown()

assert len(left) > KILL_AFTER, "the worker was killed when hardly anything was left to play"
assert alive == 2, f"the head and one worker are left, not {alive} nodes"
assert len(set(over)) == len(over) == KILL_AFTER + len(left), "every job came out once"
assert on_ray is not None
assert on_ray == alone, "the standings on Ray are the same"
seconds = time.perf_counter() - started
sys.stdout.write(f"{format_standings(on_ray)}\nray {version('ray')}: as without it, {seconds:.0f} s in all\n")
