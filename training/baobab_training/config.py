"""The configuration of a training run: frozen dataclasses, a TOML file of differences, and checks.

Every value is here with its default and what it means. A TOML file names what differs, in tables called like
the sections; the command line overrides single values. Unknown keys are refused by name.
"""

import dataclasses
import json
import tomllib
import typing
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal, TypeVar

MAX_WIDTH = 4096
"""No layer is wider: a card that asks for more is no card of ours."""
MAX_LAYERS = 16
ROW_POLICY: Final = "baobab_training.sb3.RowPolicy"


class ConfigError(ValueError):
    """A configuration that cannot be used; the text names the key and what is allowed."""


@dataclass(frozen=True)
class RunConfig:
    """How the policy learns, how long the run lasts and what it keeps."""

    algorithm: Literal["ppo", "maskable_ppo", "dmc"] = "ppo"
    """`ppo` plays against itself, section `ppo`; `maskable_ppo` is that of sb3-contrib, section `maskable_ppo`; `dmc`
    is deep Monte Carlo, section `dmc`."""
    seed: int = 1
    """Start of every generator of the run."""
    steps: int = 3_000_000
    """The run ends after this many decisions of the learning policy."""
    max_minutes: float = 0.0
    """A limit on the time as well, 0 for none. Schedules then follow whichever is further on, so that a run which
    reaches the limit is annealed all the same; but it can no longer be repeated bit for bit."""
    threads: int = 2
    """Workers, each with its own share of the games and of every minibatch. Another number gives another run."""
    checkpoint_seconds: float = 60.0
    """Time between checkpoints; a killed run loses at most this and one iteration."""
    keep_every: int = 0
    """Decisions from one checkpoint that is kept for good (`policy-000250000`) to the next; 0 for none."""
    tensorboard: bool = True
    """Write TensorBoard logs into the run's folder."""


@dataclass(frozen=True)
class GameConfig:
    """Which games are played."""

    players: tuple[int, ...] = (2,)
    """Numbers of players; the games that run at once are shared out evenly among them."""
    options: dict[str, Any] = field(default_factory=dict)
    """Rule options that differ from the game's defaults; on the command line `--option name=value`."""


@dataclass(frozen=True)
class NetworkConfig:
    """What the policy is made of."""

    kind: Literal["rows", "plain"] = "rows"
    """`rows` scores the feature row of each legal action together with a trunk; `plain` is a multilayer
    perceptron from the flat observation to one logit per action."""
    row_width: int = 64
    """Width of an action row's embedding, and of the hidden layer that scores it."""
    row_layers: int = 1
    """Layers of a row's embedding."""
    trunk_width: int = 128
    """Width of the trunk."""
    trunk_layers: int = 2
    """Layers of the trunk."""
    trunk_pieces: Literal["global", "all"] = "global"
    """What the trunk sees of the observation: the pieces that are not spatial, or all of it."""
    critic: Literal["observation", "state"] = "observation"
    """`state` gives the value, which only training uses, all that is hidden as well."""
    critic_width: int = 128
    """Width of the hidden layer of the value head."""
    plain_layers: tuple[int, ...] = (64, 64)
    """Widths of the `plain` network's hidden layers, for the policy and for the value each."""


@dataclass(frozen=True)
class PpoConfig:
    """Proximal policy optimisation (Schulman et al., 2017)."""

    games: int = 512
    """Games that are played at once."""
    rollout: int = 64
    """Decisions that each game goes on between two updates."""
    epochs: int = 2
    """Passes over the decisions of a rollout."""
    minibatch: int = 4096
    """Decisions of a gradient step."""
    learning_rate: float = 1e-3
    """Adam's step size at the start."""
    learning_rate_end: float = 1e-4
    """Adam's step size at the end, reached linearly."""
    gamma: float = 1.0
    """Discount from one decision of a seat to its next."""
    gae_lambda: float = 0.95
    """Weight of longer returns in the advantage (Schulman et al., 2016)."""
    clip: float = 0.2
    """How far the probability of an action may move, as a ratio, before its gradient stops."""
    value_weight: float = 0.5
    """Weight of the value's squared error."""
    entropy_start: float = 0.03
    """Weight of the entropy at the start: high, so that everything is tried."""
    entropy_end: float = 0.003
    """Weight of the entropy at the end, reached linearly."""
    max_gradient: float = 1.0
    """The norm to which a longer gradient is cut."""
    target_kl: float = 0.0
    """The update of a rollout stops where the policy has moved further than this; 0 for never."""


@dataclass(frozen=True)
class DmcConfig:
    """Deep Monte Carlo (DouZero: Zha et al., 2021)."""

    games: int = 64
    """Games that are played at once, each to its end, between two updates."""
    epochs: int = 1
    """Passes over the decisions of these games."""
    minibatch: int = 512
    """Decisions of a gradient step."""
    learning_rate: float = 1e-3
    """Adam's step size at the start."""
    learning_rate_end: float = 1e-4
    """Adam's step size at the end, reached linearly."""
    gamma: float = 1.0
    """Discount from one decision of a seat to its next."""
    epsilon_start: float = 0.1
    """Probability of an action drawn from all legal ones, at the start."""
    epsilon_end: float = 0.02
    """The same at the end, reached linearly."""
    max_gradient: float = 1.0
    """The norm to which a longer gradient is cut."""


@dataclass(frozen=True)
class MaskablePpoConfig:
    """The MaskablePPO of sb3-contrib; values that it has as well are called as there."""

    policy: Literal["baobab_training.sb3.RowPolicy", "MlpPolicy"] = ROW_POLICY
    """`RowPolicy` is the network of the section `network`; `MlpPolicy` is SB3's own, over the flat observation, with
    the layers `network.plain_layers`."""
    env: Literal["native", "dummy", "subproc"] = "native"
    """What plays: the native batch, Gymnasium's environments one by one, or each in a process of its own."""
    envs: int = 256
    """Games that are played at once."""
    opponents: tuple[str, ...] = ("random", "greedy")
    """Bots from which every other seat draws one for each game: names or checkpoints."""
    n_steps: int = 64
    """Decisions that each game goes on between two updates."""
    batch_size: int = 1024
    """Decisions of a gradient step."""
    n_epochs: int = 4
    """Passes over the decisions of a rollout."""
    learning_rate: float = 1e-3
    """Adam's step size at the start."""
    learning_rate_end: float = 1e-4
    """Adam's step size at the end, reached linearly."""
    gamma: float = 1.0
    """Discount from one decision to the next."""
    gae_lambda: float = 0.95
    """Weight of longer returns in the advantage."""
    clip_range: float = 0.2
    """How far the probability of an action may move, as a ratio, before its gradient stops."""
    ent_coef: float = 0.02
    """Weight of the entropy at the start."""
    ent_coef_end: float = 0.003
    """Weight of the entropy at the end, reached linearly."""
    vf_coef: float = 0.5
    """Weight of the value's squared error."""
    max_grad_norm: float = 1.0
    """The norm to which a longer gradient is cut."""
    target_kl: float = 0.0
    """The update of a rollout stops where the policy has moved further than this; 0 for never."""


@dataclass(frozen=True)
class OpponentsConfig:
    """In how many games some seats are played by somebody else than the learning policy."""

    snapshot_share: float = 0.2
    """Share of the games against earlier snapshots of the policy."""
    greedy_share: float = 0.0
    """Share of the games against the greedy bot."""
    random_share: float = 0.0
    """Share of the games against the random bot."""
    fixed_share: float = 0.0
    """Share of the games against the bot `fixed`."""
    fixed: str = ""
    """A bot or checkpoint by its name or path, as `kenya/base`; it stays as it is."""
    learner_seats: Literal["one", "some"] = "some"
    """Seats that the learning policy takes in such a game: one, or any number that leaves one to the others."""
    snapshot_every: int = 500_000
    """Decisions from one snapshot to the next."""
    pool_size: int = 12
    """Snapshots that are kept; when there are more, the one whose neighbours in time are nearest goes."""
    slots: int = 2
    """Snapshots that play at the same time; they are drawn anew for every rollout."""


@dataclass(frozen=True)
class RewardConfig:
    """What training rewards. What is evaluated is always the game's real result."""

    kind: Literal["shaped", "margin", "win"] = "shaped"
    """`win`: the k winners of P get (P − k) / (k (P − 1)), the others −1 / (P − 1). `margin`: own score minus the
    mean of the others', over the game's scale. `shaped`: every change of that margin as it comes, and for winning
    `win_weight` times `win`."""
    win_weight: float = 1.0
    """What winning counts beside the margin in `shaped`."""


@dataclass(frozen=True)
class EvaluationConfig:
    """How the policy is measured, on the way and at the end."""

    seconds: float = 60.0
    """Time between two measurements on the way; 0 for none."""
    games: int = 200
    """Games of a measurement on the way, at the first of `game.players`."""
    opponent: Literal["greedy", "random"] = "greedy"
    """Who plays the other seats on the way."""
    final_games: int = 2000
    """Games of each measurement at the end; 0 for none."""
    final_opponents: tuple[str, ...] = ("random", "greedy")
    """Bots that play the other seats in the measurements at the end."""


@dataclass(frozen=True)
class Config:
    """All of a training run."""

    run: RunConfig = RunConfig()
    game: GameConfig = GameConfig()
    network: NetworkConfig = NetworkConfig()
    ppo: PpoConfig = PpoConfig()
    dmc: DmcConfig = DmcConfig()
    maskable_ppo: MaskablePpoConfig = MaskablePpoConfig()
    opponents: OpponentsConfig = OpponentsConfig()
    reward: RewardConfig = RewardConfig()
    evaluation: EvaluationConfig = EvaluationConfig()


def load_config(path: Path) -> Config:
    """The configuration of a TOML file of differences; ConfigError names the file and the key that is wrong."""
    try:
        text = path.read_text(encoding="utf-8")
        values = tomllib.loads(text)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"cannot read the config {path}: {error}") from error
    try:
        return config_from_dict(values)
    except ConfigError as error:
        raise ConfigError(f"{path}: {error}") from error


def find_config(game: str, name: str = "ppo") -> Path | None:
    """`configs/<game>/<name>.toml` in the working directory, in the package or in its repository; None if nowhere."""
    package = Path(__file__).resolve().parent
    for folder in (Path("configs"), package / "configs", package.parents[1] / "configs"):
        path = folder / game / f"{name}.toml"
        if path.is_file():
            return path
    return None


def config_from_dict(values: Mapping[str, Any]) -> Config:
    """The defaults with `values` in place of theirs, checked; ConfigError names the key that is wrong."""
    config = _build(Config, values, "")
    check_config(config)
    return config


def config_to_dict(config: Config) -> dict[str, Any]:
    """The whole configuration as plain JSON values; `config_from_dict` reads it back."""
    plain: dict[str, Any] = json.loads(json.dumps(dataclasses.asdict(config)))
    return plain


def config_to_toml(config: Config) -> str:
    """The whole configuration as TOML; `load_config` reads it back."""
    tables = [f"[{name}]\n{_toml_lines(values)}" for name, values in config_to_dict(config).items()]
    return "\n".join(tables)


def check_config(config: Config) -> None:
    """ConfigError names the first value that is out of its range."""
    run, network, ppo, opponents = config.run, config.network, config.ppo, config.opponents
    _within("run.seed", run.seed, 0, 2**62)
    _within("run.steps", run.steps, 1, 2**50)
    _within("run.max_minutes", run.max_minutes, 0, 1e6)
    _within("run.threads", run.threads, 1, 256)
    _within("run.checkpoint_seconds", run.checkpoint_seconds, 0, 1e9)
    _within("run.keep_every", run.keep_every, 0, 2**50)
    if run.algorithm == "dmc" and config.dmc.games < run.threads:
        raise ConfigError(f"dmc.games is at least run.threads = {run.threads}, not {config.dmc.games}")
    if not config.game.players:
        raise ConfigError("game.players names at least one number of players, not none")
    for key in ("row_width", "trunk_width", "critic_width"):
        _within(f"network.{key}", getattr(network, key), 1, MAX_WIDTH)
    for key in ("row_layers", "trunk_layers"):
        _within(f"network.{key}", getattr(network, key), 1, MAX_LAYERS)
    _within("the number of network.plain_layers", len(network.plain_layers), 1, MAX_LAYERS)
    for width in network.plain_layers:
        _within("network.plain_layers", width, 1, MAX_WIDTH)
    for key, least, most in _PPO_RANGES:
        _within(f"ppo.{key}", getattr(ppo, key), least, most)
    for key, least, most in _DMC_RANGES:
        _within(f"dmc.{key}", getattr(config.dmc, key), least, most)
    for key, least, most in _MASKABLE_PPO_RANGES:
        _within(f"maskable_ppo.{key}", getattr(config.maskable_ppo, key), least, most)
    if run.algorithm == "maskable_ppo":
        _check_maskable_ppo(config)
    if ppo.games < run.threads:
        raise ConfigError(f"ppo.games is at least run.threads = {run.threads}, not {ppo.games}")
    shares = (opponents.snapshot_share, opponents.greedy_share, opponents.random_share, opponents.fixed_share)
    if min(shares) < 0 or sum(shares) > 1:
        raise ConfigError(f"the shares in opponents are 0 or more and at most 1 together, not {shares}")
    if opponents.fixed_share > 0 and not opponents.fixed:
        raise ConfigError("opponents.fixed names the bot of opponents.fixed_share, it cannot be empty")
    _within("opponents.snapshot_every", opponents.snapshot_every, 1, 2**50)
    _within("opponents.pool_size", opponents.pool_size, 1, 1000)
    _within("opponents.slots", opponents.slots, 1, 16)
    _within("reward.win_weight", config.reward.win_weight, 0, 1000)
    _within("evaluation.seconds", config.evaluation.seconds, 0, 1e9)
    _within("evaluation.games", config.evaluation.games, 1, 10**7)
    _within("evaluation.final_games", config.evaluation.final_games, 0, 10**7)


def _check_maskable_ppo(config: Config) -> None:
    """ConfigError where the sections do not go together."""
    wanted, network = config.maskable_ppo, config.network
    if not wanted.opponents:
        raise ConfigError("maskable_ppo.opponents names at least one bot, not none")
    if wanted.envs < len(config.game.players):
        raise ConfigError(f"maskable_ppo.envs is at least one for each number of players, not {wanted.envs}")
    if wanted.policy == ROW_POLICY and network.kind != "rows":
        raise ConfigError(f"network.kind is 'rows' with maskable_ppo.policy {ROW_POLICY!r}, not {network.kind!r}")
    if network.critic != "observation":
        raise ConfigError(f"network.critic is 'observation' with run.algorithm maskable_ppo, not {network.critic!r}")
    if config.reward.win_weight != 1:
        weight = config.reward.win_weight
        raise ConfigError(f"reward.win_weight is 1 with run.algorithm maskable_ppo, not {weight!r}")


_PPO_RANGES: tuple[tuple[str, float, float], ...] = (
    ("games", 1, 10**6),
    ("rollout", 1, 10**6),
    ("epochs", 1, 1000),
    ("minibatch", 1, 10**8),
    ("learning_rate", 0, 10),
    ("learning_rate_end", 0, 10),
    ("gamma", 0, 1),
    ("gae_lambda", 0, 1),
    ("clip", 0, 10),
    ("value_weight", 0, 1000),
    ("entropy_start", 0, 1000),
    ("entropy_end", 0, 1000),
    ("max_gradient", 0, 1e9),
    ("target_kl", 0, 1000),
)

_MASKABLE_PPO_RANGES: tuple[tuple[str, float, float], ...] = (
    ("envs", 1, 10**5),
    ("n_steps", 2, 10**6),
    ("batch_size", 2, 10**8),
    ("n_epochs", 1, 1000),
    ("learning_rate", 0, 10),
    ("learning_rate_end", 0, 10),
    ("gamma", 0, 1),
    ("gae_lambda", 0, 1),
    ("clip_range", 0, 10),
    ("ent_coef", 0, 1000),
    ("ent_coef_end", 0, 1000),
    ("vf_coef", 0, 1000),
    ("max_grad_norm", 0, 1e9),
    ("target_kl", 0, 1000),
)
_DMC_RANGES: tuple[tuple[str, float, float], ...] = (
    ("games", 1, 10**6),
    ("epochs", 1, 1000),
    ("minibatch", 1, 10**8),
    ("learning_rate", 0, 10),
    ("learning_rate_end", 0, 10),
    ("gamma", 0, 1),
    ("epsilon_start", 0, 1),
    ("epsilon_end", 0, 1),
    ("max_gradient", 0, 1e9),
)

_Section = TypeVar("_Section")


def _build(kind: type[_Section], values: Any, prefix: str) -> _Section:
    """A dataclass from its defaults and `values`, sections within it likewise."""
    if not isinstance(values, Mapping):
        raise ConfigError(f"{prefix.rstrip('.')} is a table of keys, not {values!r}")
    hints = typing.get_type_hints(kind)
    unknown = [key for key in values if key not in hints]
    if unknown:
        where = prefix.rstrip(".") or "a config"
        raise ConfigError(f"unknown key {prefix}{unknown[0]}; {where} has {', '.join(hints)}")
    made = {
        key: _build(hints[key], value, f"{prefix}{key}.")
        if dataclasses.is_dataclass(hints[key])
        else _convert(hints[key], value, f"{prefix}{key}")
        for key, value in values.items()
    }
    return kind(**made)


def _convert(hint: Any, value: Any, key: str) -> Any:
    """`value` as the type of its field; ConfigError where it is of another."""
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin is Literal:
        if value in inner:
            return value
        raise ConfigError(f"{key} is one of {', '.join(map(repr, inner))}, not {value!r}")
    if origin is tuple and isinstance(value, list | tuple):
        return tuple(_convert(inner[0], entry, key) for entry in value)
    if origin is dict and isinstance(value, Mapping):
        return dict(value)
    if hint is float and type(value) in (int, float):
        return float(value)
    if isinstance(hint, type) and type(value) is hint:
        return value
    raise ConfigError(f"{key} is {_describe(hint)}, not {value!r}")


def _describe(hint: Any) -> str:
    names = {int: "an integer", float: "a number", bool: "true or false", str: "a text"}
    if typing.get_origin(hint) is tuple:
        return f"a list, each {names[typing.get_args(hint)[0]]}"
    return names.get(hint, "a table")


def _within(key: str, value: float, least: float, most: float) -> None:
    if not least <= value <= most:
        raise ConfigError(f"{key} lies in {least:g} … {most:g}, not {value!r}")


def _toml_lines(values: Mapping[str, Any]) -> str:
    return "".join(f"{key} = {_toml(value)}\n" for key, value in values.items())


def _toml(value: Any) -> str:
    """A value in TOML, which writes texts, numbers, true and false as JSON does."""
    if isinstance(value, Mapping):
        inner = ", ".join(f"{json.dumps(key)} = {_toml(entry)}" for key, entry in value.items() if entry is not None)
        return f"{{{inner}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value)
