"""The configuration of a training run: frozen dataclasses, a TOML file of differences, and checks.

Every value is here with its default, its range and what it means. A TOML file names what differs, in tables called like
the sections; the command line overrides single values. Unknown keys are refused by name.
"""

import copy
import dataclasses
import difflib
import json
import tomllib
import typing
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

MAX_WIDTH = 4096
"""No layer is wider: a card that asks for more is no card of ours."""
MAX_LAYERS = 16
ROW_POLICY: Final = "baobab_training.sb3.RowPolicy"


class ConfigError(ValueError):
    """A configuration that cannot be used; the text names the key and what is allowed."""


def within(least: float, most: float) -> Any:
    """The range of a value, ends included."""
    return Field(ge=least, le=most)


class Section:
    """A table of the config: no other keys than its own, each of its own type."""

    __pydantic_config__ = ConfigDict(extra="forbid", strict=True)


Share = Annotated[float, within(0, 1)]
Rate = Annotated[float, within(0, 10)]
Weight = Annotated[float, within(0, 1000)]
Width = Annotated[int, within(1, MAX_WIDTH)]
Layers = Annotated[int, within(1, MAX_LAYERS)]


@dataclass(frozen=True)
class RunConfig(Section):
    """How the policy learns, how long the run lasts and what it keeps."""

    algorithm: Literal["ppo", "maskable_ppo", "dmc"] = "ppo"
    """`ppo` plays against itself, section `ppo`; `maskable_ppo` is that of sb3-contrib, section `maskable_ppo`; `dmc`
    is deep Monte Carlo, section `dmc`."""
    seed: Annotated[int, within(0, 2**62)] = 1
    """Start of every generator of the run."""
    steps: Annotated[int, within(1, 2**50)] = 3_000_000
    """The run ends after this many decisions of the learning policy."""
    max_minutes: Annotated[float, within(0, 1e6)] = 0.0
    """A limit on the time as well, 0 for none. Schedules then follow whichever is further on, so that a run which
    reaches the limit is annealed all the same; but it can no longer be repeated bit for bit."""
    threads: Annotated[int, within(1, 256)] = 2
    """Workers, each with its own share of the games and of every minibatch. Another number gives another run."""
    checkpoint_seconds: Annotated[float, within(0, 1e9)] = 60.0
    """Time between checkpoints; a killed run loses at most this and one iteration."""
    keep_every: Annotated[int, within(0, 2**50)] = 0
    """Decisions from one checkpoint that is kept for good (`policy-000250000`) to the next; 0 for none."""
    tensorboard: bool = True
    """Write TensorBoard logs into the run's folder."""


@dataclass(frozen=True)
class GameConfig(Section):
    """Which games are played."""

    players: Annotated[tuple[int, ...], Field(min_length=1)] = (2,)
    """Numbers of players; the games that run at once are shared out evenly among them."""
    options: dict[str, Any] = field(default_factory=dict)
    """Rule options that differ from the game's defaults; on the command line `--option name=value`."""


@dataclass(frozen=True)
class NetworkConfig(Section):
    """What the policy is made of."""

    kind: Literal["rows", "plain"] = "rows"
    """`rows` scores the feature row of each legal action together with a trunk; `plain` is a multilayer
    perceptron from the flat observation to one logit per action."""
    row_width: Width = 64
    """Width of an action row's embedding, and of the hidden layer that scores it."""
    row_layers: Layers = 1
    """Layers of a row's embedding."""
    trunk_width: Width = 128
    """Width of the trunk."""
    trunk_layers: Layers = 2
    """Layers of the trunk."""
    trunk_pieces: Literal["global", "all"] = "global"
    """What the trunk sees of the observation: the pieces that are not spatial, or all of it."""
    critic: Literal["observation", "state"] = "observation"
    """`state` gives the value, which only training uses, all that is hidden as well."""
    critic_width: Width = 128
    """Width of the hidden layer of the value head."""
    plain_layers: Annotated[tuple[Width, ...], Field(min_length=1, max_length=MAX_LAYERS)] = (64, 64)
    """Widths of the `plain` network's hidden layers, for the policy and for the value each."""


@dataclass(frozen=True)
class PpoConfig(Section):
    """Proximal policy optimisation (Schulman et al., 2017)."""

    games: Annotated[int, within(1, 10**6)] = 512
    """Games that are played at once."""
    rollout: Annotated[int, within(1, 10**6)] = 64
    """Decisions that each game goes on between two updates."""
    epochs: Annotated[int, within(1, 1000)] = 2
    """Passes over the decisions of a rollout."""
    minibatch: Annotated[int, within(1, 10**8)] = 4096
    """Decisions of a gradient step."""
    learning_rate: Rate = 1e-3
    """Adam's step size at the start."""
    learning_rate_end: Rate = 1e-4
    """Adam's step size at the end, reached linearly."""
    gamma: Share = 1.0
    """Discount from one decision of a seat to its next."""
    gae_lambda: Share = 0.95
    """Weight of longer returns in the advantage (Schulman et al., 2016)."""
    clip: Rate = 0.2
    """How far the probability of an action may move, as a ratio, before its gradient stops."""
    value_weight: Weight = 0.5
    """Weight of the value's squared error."""
    entropy_start: Weight = 0.03
    """Weight of the entropy at the start: high, so that everything is tried."""
    entropy_end: Weight = 0.003
    """Weight of the entropy at the end, reached linearly."""
    max_gradient: Annotated[float, within(0, 1e9)] = 1.0
    """The norm to which a longer gradient is cut."""
    target_kl: Weight = 0.0
    """The update of a rollout stops where the policy has moved further than this; 0 for never."""


@dataclass(frozen=True)
class DmcConfig(Section):
    """Deep Monte Carlo (DouZero: Zha et al., 2021)."""

    games: Annotated[int, within(1, 10**6)] = 64
    """Games that are played at once, each to its end, between two updates."""
    epochs: Annotated[int, within(1, 1000)] = 1
    """Passes over the decisions of these games."""
    minibatch: Annotated[int, within(1, 10**8)] = 512
    """Decisions of a gradient step."""
    learning_rate: Rate = 1e-3
    """Adam's step size at the start."""
    learning_rate_end: Rate = 1e-4
    """Adam's step size at the end, reached linearly."""
    gamma: Share = 1.0
    """Discount from one decision of a seat to its next."""
    epsilon_start: Share = 0.1
    """Probability of an action drawn from all legal ones, at the start."""
    epsilon_end: Share = 0.02
    """The same at the end, reached linearly."""
    max_gradient: Annotated[float, within(0, 1e9)] = 1.0
    """The norm to which a longer gradient is cut."""


@dataclass(frozen=True)
class MaskablePpoConfig(Section):
    """The MaskablePPO of sb3-contrib; values that it has as well are called as there."""

    policy: Literal["baobab_training.sb3.RowPolicy", "MlpPolicy"] = ROW_POLICY
    """`RowPolicy` is the network of the section `network`; `MlpPolicy` is SB3's own, over the flat observation, with
    the layers `network.plain_layers`."""
    env: Literal["native", "dummy", "subproc"] = "native"
    """What plays: the native batch, Gymnasium's environments one by one, or each in a process of its own."""
    envs: Annotated[int, within(1, 10**5)] = 256
    """Games that are played at once."""
    opponents: tuple[str, ...] = ("random", "greedy")
    """Bots from which every other seat draws one for each game: names or checkpoints."""
    n_steps: Annotated[int, within(2, 10**6)] = 64
    """Decisions that each game goes on between two updates."""
    batch_size: Annotated[int, within(2, 10**8)] = 1024
    """Decisions of a gradient step."""
    n_epochs: Annotated[int, within(1, 1000)] = 4
    """Passes over the decisions of a rollout."""
    learning_rate: Rate = 1e-3
    """Adam's step size at the start."""
    learning_rate_end: Rate = 1e-4
    """Adam's step size at the end, reached linearly."""
    gamma: Share = 1.0
    """Discount from one decision to the next."""
    gae_lambda: Share = 0.95
    """Weight of longer returns in the advantage."""
    clip_range: Rate = 0.2
    """How far the probability of an action may move, as a ratio, before its gradient stops."""
    ent_coef: Weight = 0.02
    """Weight of the entropy at the start."""
    ent_coef_end: Weight = 0.003
    """Weight of the entropy at the end, reached linearly."""
    vf_coef: Weight = 0.5
    """Weight of the value's squared error."""
    max_grad_norm: Annotated[float, within(0, 1e9)] = 1.0
    """The norm to which a longer gradient is cut."""
    target_kl: Weight = 0.0
    """The update of a rollout stops where the policy has moved further than this; 0 for never."""


@dataclass(frozen=True)
class OpponentsConfig(Section):
    """In how many games some seats are played by somebody else than the learning policy."""

    snapshot_share: Share = 0.2
    """Share of the games against earlier snapshots of the policy."""
    greedy_share: Share = 0.0
    """Share of the games against the greedy bot."""
    random_share: Share = 0.0
    """Share of the games against the random bot."""
    fixed_share: Share = 0.0
    """Share of the games against the bot `fixed`."""
    fixed: str = ""
    """A bot or checkpoint by its name or path, as `kenya/base`; it stays as it is."""
    learner_seats: Literal["one", "some"] = "some"
    """Seats that the learning policy takes in such a game: one, or any number that leaves one to the others."""
    snapshot_every: Annotated[int, within(1, 2**50)] = 500_000
    """Decisions from one snapshot to the next."""
    pool_size: Annotated[int, within(1, 1000)] = 12
    """Snapshots that are kept; when there are more, the one whose neighbours in time are nearest goes."""
    slots: Annotated[int, within(1, 16)] = 2
    """Snapshots that play at the same time; they are drawn anew for every rollout."""


@dataclass(frozen=True)
class RewardConfig(Section):
    """What training rewards. What is evaluated is always the game's real result."""

    kind: Literal["shaped", "margin", "win"] = "shaped"
    """`win`: the k winners of P get (P − k) / (k (P − 1)), the others −1 / (P − 1). `margin`: own score minus the
    mean of the others', over the game's scale. `shaped`: every change of that margin as it comes, and for winning
    `win_weight` times `win`."""
    win_weight: Weight = 1.0
    """What winning counts beside the margin in `shaped`."""


@dataclass(frozen=True)
class EvaluationConfig(Section):
    """How the policy is measured, on the way and at the end."""

    seconds: Annotated[float, within(0, 1e9)] = 60.0
    """Time between two measurements on the way; 0 for none."""
    games: Annotated[int, within(1, 10**7)] = 200
    """Games of a measurement on the way, at the first of `game.players`."""
    opponent: Literal["greedy", "random"] = "greedy"
    """Who plays the other seats on the way."""
    final_games: Annotated[int, within(0, 10**7)] = 2000
    """Games of each measurement at the end; 0 for none."""
    final_opponents: tuple[str, ...] = ("random", "greedy")
    """Bots that play the other seats in the measurements at the end."""


@dataclass(frozen=True)
class Config(Section):
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
    try:
        config = _validate(values)
    except ValidationError as error:
        raise ConfigError(_explain(error.errors()[0])) from None
    _check_together(config)
    return config


def read_known(values: Mapping[str, Any], *, strict: str) -> tuple[Config, tuple[str, ...]]:
    """The config of values that another version may have written, and the keys that mean nothing here.

    Those keep their defaults. ConfigError where one of them is in the section `strict`.
    """
    rest: dict[str, Any] = copy.deepcopy(dict(values))
    ignored: dict[str, None] = {}
    while True:
        try:
            return _validate(rest), tuple(ignored)
        except ValidationError as error:
            errors = error.errors()
        for one in errors:
            section, *keys = map(str, one["loc"]) if one["loc"] else [strict]
            if section == strict:
                raise ConfigError(_explain(one))
            if keys:
                rest[section].pop(keys[0], None)
            else:
                rest.pop(section, None)
            ignored[".".join([section, *keys[:1]])] = None


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
    config_from_dict(dataclasses.asdict(config))


# --- Checks -----------------------------------------------------------------------------------------------


_ADAPTER: TypeAdapter[Config] = TypeAdapter(Config)


def _validate(values: Mapping[str, Any]) -> Config:
    """The config, types and ranges checked; as JSON, whose lists become tuples."""
    return _ADAPTER.validate_json(json.dumps(values, default=str))


def _check_together(config: Config) -> None:
    """ConfigError where values do not go together."""
    run, opponents = config.run, config.opponents
    if run.algorithm == "dmc" and config.dmc.games < run.threads:
        raise ConfigError(f"dmc.games is at least run.threads = {run.threads}, not {config.dmc.games}")
    if config.ppo.games < run.threads:
        raise ConfigError(f"ppo.games is at least run.threads = {run.threads}, not {config.ppo.games}")
    if run.algorithm == "maskable_ppo":
        _check_maskable_ppo(config)
    shares = (opponents.snapshot_share, opponents.greedy_share, opponents.random_share, opponents.fixed_share)
    if sum(shares) > 1:
        raise ConfigError(f"the shares in opponents are 0 or more and at most 1 together, not {shares}")
    if opponents.fixed_share > 0 and not opponents.fixed:
        raise ConfigError("opponents.fixed names the bot of opponents.fixed_share, it cannot be empty")


def _check_maskable_ppo(config: Config) -> None:
    """ConfigError where the sections do not go together."""
    maskable, network = config.maskable_ppo, config.network
    if not maskable.opponents:
        raise ConfigError("maskable_ppo.opponents names at least one bot, not none")
    if maskable.envs < len(config.game.players):
        raise ConfigError(f"maskable_ppo.envs is at least one for each number of players, not {maskable.envs}")
    if maskable.policy == ROW_POLICY and network.kind != "rows":
        raise ConfigError(f"network.kind is 'rows' with maskable_ppo.policy {ROW_POLICY!r}, not {network.kind!r}")
    if network.critic != "observation":
        raise ConfigError(f"network.critic is 'observation' with run.algorithm maskable_ppo, not {network.critic!r}")
    if config.reward.win_weight != 1:
        weight = config.reward.win_weight
        raise ConfigError(f"reward.win_weight is 1 with run.algorithm maskable_ppo, not {weight!r}")


def _explain(error: Mapping[str, Any]) -> str:
    """An error of pydantic as a sentence that names the key, the value and what is allowed."""
    path = [step for step in error["loc"] if isinstance(step, str)]  # numbers are places in a list
    key, value = ".".join(path) or "a config", error["input"]
    section: Any = Config
    hint: Any = Config
    for step in path:
        section, hint = hint, typing.get_type_hints(hint, include_extras=True).get(step)
    if hint is None:
        return _explain_unknown(section, path)
    if error["type"] == "too_short":
        return f"{key} names at least one, not none"
    if error["type"] == "too_long":
        return f"{key} names at most {error['ctx']['max_length']}, not {len(value)}"
    if path != list(error["loc"]):  # in a list
        hint = typing.get_args(_bare(hint))[0]
    if error["type"] in ("greater_than_equal", "less_than_equal"):
        return f"{key} lies in {_describe(hint)}, not {value!r}"
    return f"{key} is {_describe(_bare(hint))}, not {value!r}"


def _explain_unknown(section: Any, path: list[str]) -> str:
    """That there is no such key, what there is, and which was meant where that can be guessed."""
    *parents, key = path
    keys = [one.name for one in dataclasses.fields(section)]
    text = f"unknown key {'.'.join(path)}; {'.'.join(parents) or 'a config'} has {', '.join(keys)}"
    close = [".".join([*parents, one]) for one in difflib.get_close_matches(key, keys, 1)]
    elsewhere = [f"{name}.{key}" for name, values in dataclasses.asdict(Config()).items() if key in values]
    guesses = close or elsewhere
    return f"{text}; did you mean {' or '.join(guesses)}?" if guesses else text


def _describe(hint: Any) -> str:
    """What a value of this annotation is: its range if it has one, else its type."""
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin is Annotated:
        least, most = inner[1].metadata
        return f"{least.ge:g} … {most.le:g}"
    if origin is Literal:
        return f"one of {', '.join(map(repr, inner))}"
    if origin is tuple:
        return f"a list, each {_describe(_bare(inner[0]))}"
    if dataclasses.is_dataclass(hint):
        return "a table of keys"
    return {int: "an integer", float: "a number", bool: "true or false", str: "a text"}.get(hint, "a table")


def _bare(hint: Any) -> Any:
    """An annotation without its range."""
    return typing.get_args(hint)[0] if typing.get_origin(hint) is Annotated else hint


# --- TOML -------------------------------------------------------------------------------------------------


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
