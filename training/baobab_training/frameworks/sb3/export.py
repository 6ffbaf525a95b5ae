"""MaskablePPO's policies as networks and checkpoints of ours: weights only, and the same moves.

A zip of stable-baselines3 holds pickles, which run code of whoever made them when they are loaded: it takes an
explicit `trust_pickle`. What comes out is safetensors and a card.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.torch_layers import FlattenExtractor
from torch import nn

from baobab.core.game import Game
from baobab.files import check_folder, current_commit, read_path
from baobab.registry import GAMES, load_game, read_options
from baobab_training.checkpoint import Card, CheckpointError, save_checkpoint
from baobab_training.config import Config, config_from_dict, config_to_dict
from baobab_training.frameworks.sb3.policy import RowPolicy
from baobab_training.networks.network import Network, build_network

REFUSAL = "holds pickles, which run code of whoever made it when they are loaded"


def load_sb3_zip(path: str | Path, *, trust_pickle: bool = False) -> MaskablePPO:
    """The MaskablePPO that `model.save` wrote; CheckpointError unless `trust_pickle` says that its maker is trusted."""
    if not trust_pickle:
        raise CheckpointError(f"{path} {REFUSAL}: say trust_pickle=True (--trust-pickle) if you trust them")
    if not Path(path).is_file():
        raise CheckpointError(f"there is no file {path}")
    try:
        return MaskablePPO.load(path, device="cpu")
    except (ValueError, KeyError, AttributeError, TypeError, RuntimeError, OSError) as error:
        raise CheckpointError(f"{path} is no MaskablePPO of stable-baselines3 ({error})") from error


def to_network(policy: Any, game: Game) -> tuple[Network, Config]:
    """A policy of MaskablePPO as our network, and the config that describes it; ValueError says why it is none.

    A `RowPolicy` holds one already; an `MlpPolicy` over the flat observation becomes a plain network.
    """
    if isinstance(policy, RowPolicy):
        if policy.game.id != game.id or policy.game.changed_options() != game.changed_options():
            raise ValueError(f"the policy was made for {policy.game.id} with other options than {game.id} here")
        values = config_to_dict(Config())["network"] | vars(policy.network_config)
        return policy.network, _config(values, game, policy="baobab_training.sb3.RowPolicy")
    layers = _plain_layers(policy, game)
    config = _config({"kind": "plain", "plain_layers": layers}, game, policy="MlpPolicy")
    network = build_network(config.network, game, seed=None)
    state = policy.state_dict()
    weights = {
        "both_in.weight": torch.cat([state[f"{_TOWERS}.{side}_net.0.weight"].T for side in _SIDES], 1),
        "both_in.bias": torch.cat([state[f"{_TOWERS}.{side}_net.0.bias"] for side in _SIDES]),
    }
    for ours, theirs in (("score", "action_net"), ("value_out", "value_net")):
        weights |= {f"{ours}.{part}": state[f"{theirs}.{part}"] for part in ("weight", "bias")}
    for number in range(1, len(layers)):  # every second module of a tower is the activation
        for side in _SIDES:
            for part in ("weight", "bias"):
                name = f"{side}_layers.{number - 1}.{part}"
                weights[name] = state[f"{_TOWERS}.{side}_net.{2 * number}.{part}"]
    network.load_state_dict({name: value.detach().cpu().contiguous().clone() for name, value in weights.items()})
    return network, config


def export_policy(
    model: MaskablePPO, path: str | Path, *, game: Game, players: Sequence[int] = (2,), command: str | None = None
) -> None:
    """Write `<path>.safetensors` and `<path>.json`, which `load_bot(path)` plays; ValueError as `to_network`."""
    for count in players:
        game.check_players(count)
    network, config = to_network(model.policy, game)
    values = config_to_dict(config)
    values["game"]["players"] = list(players)
    card = Card(
        config=config_from_dict(values),
        steps=int(model.num_timesteps),
        minutes=0.0,
        commit=current_commit(),
        command=command,
    )
    save_checkpoint(Path(path), network, game=game, card=card)


def main(argv: Sequence[str]) -> int:
    """`baobab import-sb3`: the exit code."""
    args = _parser().parse_args(argv)
    check_folder(args.out.parent)
    game = load_game(args.game, **read_options(args.option))
    model = load_sb3_zip(args.file, trust_pickle=args.trust_pickle)
    out = args.out
    command = f"baobab import-sb3 {args.game} {args.file}"
    export_policy(model, out, game=game, players=args.players, command=command)
    sys.stdout.write(f"the policy is {out}.safetensors; play against it with:\n")
    sys.stdout.write(f"  baobab play {args.game} --seats human,{out}\n")
    return 0


_TOWERS = "mlp_extractor"
_SIDES = ("policy", "value")


def _plain_layers(policy: Any, game: Game) -> list[int]:
    """The widths of an MlpPolicy's layers; ValueError where our plain network has no such shape."""
    sizes = (game.observation.size,), game.actions.size
    own = getattr(policy.observation_space, "shape", None), getattr(policy.action_space, "n", None)
    if own != sizes:
        raise ValueError(f'the policy is for {own}, not for the {sizes} of {game.id} with obs_mode="flat"')
    arch = policy.net_arch
    towers: Mapping[str, list[int]] = arch if isinstance(arch, Mapping) else {"pi": arch, "vf": arch}
    layers = list(towers.get("pi", []))
    if not layers or layers != list(towers.get("vf", [])):
        raise ValueError(f"a plain network has the same layers for policy and value, one at least, not {arch}")
    if policy.activation_fn is not nn.Tanh:
        raise ValueError(f"a plain network has tanh for activation, not {policy.activation_fn.__name__}")
    if not isinstance(policy.features_extractor, FlattenExtractor) or not policy.share_features_extractor:
        raise ValueError("a plain network sees the flat observation as it is, without a features extractor")
    return layers


def _config(network: Mapping[str, Any], game: Game, *, policy: str) -> Config:
    values = {
        "run": {"algorithm": "maskable_ppo"},
        "game": {"options": game.changed_options()},
        "network": dict(network),
        "maskable_ppo": {"policy": policy},
    }
    return config_from_dict(values)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="baobab import-sb3",
        description="Make a checkpoint of a MaskablePPO that stable-baselines3 saved.",
        epilog=f"A zip of stable-baselines3 {REFUSAL}: --trust-pickle says that you trust them.",
    )
    parser.add_argument("game", choices=sorted(GAMES), help="which game")
    parser.add_argument("file", type=read_path, help="the zip")
    parser.add_argument("--out", required=True, metavar="PATH", type=read_path, help="the checkpoint, without a suffix")
    parser.add_argument("--players", type=int, nargs="+", default=[2], metavar="P", help="it was trained for (2)")
    parser.add_argument("--trust-pickle", action="store_true", help="load the zip's pickles")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a rule option of the game")
    return parser
