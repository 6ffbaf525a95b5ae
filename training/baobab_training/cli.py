"""The commands that join `baobab`: train, what measures its policies, and what takes those of others in."""

import argparse
import dataclasses
import shlex
from collections.abc import Sequence
from pathlib import Path

from baobab.commands import run_command
from baobab.commands.interrupt import SignalWatch
from baobab.files import check_folder
from baobab.registry import GAMES, load_game, read_options
from baobab_training.config import Config, ConfigError, RunConfig, check_config, find_config, load_config

RUNS = Path("runs")
RESUMABLE = ("steps", "max_minutes", "checkpoint_seconds", "tensorboard")
"""Keys of the section `run` that may change when a run is resumed; all of `evaluation` may."""

EPILOG = """\
Every value of the config can be given as --section.key value; --help lists them after this.

examples:
  baobab train kenya
  baobab train kenya --config configs/kenya/quick.toml --out runs/quick
  baobab train kenya --ppo.learning-rate 5e-4 --game.players 2 3
  baobab train kenya --resume runs/quick
  baobab train kenya --config configs/kenya/maskable_ppo.toml
"""


def train(argv: Sequence[str]) -> int:
    """`baobab train`: the exit code, 128 + the signal's number where one stopped it."""
    args, overrides = _parse(argv)
    from baobab_training.resume import load_run, read_run_config
    from baobab_training.run import run_training
    from baobab_training.trainer import make_trainer

    if args.resume is not None:
        folder = Path(args.resume)
        name, saved = read_run_config(folder)
        if name != args.game:
            raise ConfigError(f"{folder} is a run of {name}, not {args.game}")
        config = _override(saved, overrides)
        _check_resumed(saved, config)
        game = load_game(args.game, **config.game.options)
        trainer = load_run(folder, config, game=game)
    else:
        config = _override(_base_config(args, _algorithm(overrides)), overrides)
        folder = _new_folder(RUNS / args.game if args.out is None else check_folder(args.out))
        game = load_game(args.game, **config.game.options)
        trainer = make_trainer(config, game, command=shlex.join(["baobab", "train", *argv]))
    print(f"{game.title}, {_list(config.game.players)} players: {config.run.steps:,} steps into {folder}")
    watch = SignalWatch("stopping after this iteration …")
    try:
        finished = run_training(trainer, folder, stopped=lambda: watch.number != 0)
    finally:
        watch.restore()
        trainer.close()
    if not finished:
        print(f"stopped and saved; go on with: baobab train {args.game} --resume {folder}")
        return 128 + watch.number
    print(f"the policy is {folder}/policy.safetensors; play against it with:")
    print(f"  baobab play {args.game} --seats human,{folder}/policy")
    return 0


def evaluate(argv: Sequence[str]) -> int:
    """`baobab evaluate`: the exit code."""
    return run_command("evaluate", argv)


def tournament(argv: Sequence[str]) -> int:
    """`baobab tournament`: the exit code, 128 + the signal's number where one stopped it."""
    return run_command("tournament", argv)


def import_sb3(argv: Sequence[str]) -> int:
    """`baobab import-sb3`: the exit code."""
    from baobab_training.sb3.export import main

    return main(argv)


def bench_train(argv: Sequence[str]) -> int:
    """`baobab bench --train`: the exit code."""
    from baobab_training.bench import main

    return main(argv)


def _parse(argv: Sequence[str]) -> tuple[argparse.Namespace, list[str]]:
    """The command's own arguments, and the overrides of the config."""
    parser = argparse.ArgumentParser(
        prog="baobab train",
        description="Train a policy: by self-play, or as run.algorithm says.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
        add_help=False,
    )
    parser.add_argument("game", choices=sorted(GAMES), help="which game")
    source = parser.add_mutually_exclusive_group()
    source.add_argument(
        "--config", metavar="FILE", help="what differs from the defaults (configs/<game>/<algorithm>.toml)"
    )
    source.add_argument("--resume", metavar="DIR", help="go on with the run in this folder")
    parser.add_argument("--out", metavar="DIR", help="the run's folder (runs/<game>); another where it holds a run")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a rule option of the game")
    if any(argument in ("-h", "--help") for argument in argv):
        parser.print_help()
        _override(Config(), ["--help"])  # ends the program
    args, overrides = parser.parse_known_args(argv)
    if args.resume is not None and (args.out or args.option):
        parser.error("--resume goes on in its own folder with its own game: no --out, no --option")
    return args, overrides


def _algorithm(overrides: list[str]) -> str:
    """The algorithm that the command line names, else our own."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    parser.add_argument("--run.algorithm", dest="algorithm", default=RunConfig().algorithm)
    try:
        return str(parser.parse_known_args(overrides)[0].algorithm)
    except argparse.ArgumentError:  # it lacks its value: _override says so
        return RunConfig().algorithm


def _base_config(args: argparse.Namespace, algorithm: str) -> Config:
    """The config of the file that was named, or else of the game's own, or else the defaults; with rule options."""
    path = Path(args.config) if args.config else find_config(args.game, algorithm)
    config = Config() if path is None else load_config(path)
    options = {**config.game.options, **read_options(args.option)}
    return dataclasses.replace(config, game=dataclasses.replace(config.game, options=options))


def _override(config: Config, overrides: list[str]) -> Config:
    """The config with what the command line says; ends the program with a message where it says what is unknown."""
    import tyro

    changed = tyro.cli(
        Config,
        default=config,
        args=overrides,
        prog="baobab train GAME",
        config=(tyro.conf.FlagConversionOff, tyro.conf.AvoidSubcommands),
    )
    check_config(changed)
    return changed


def _check_resumed(saved: Config, config: Config) -> None:
    """ConfigError where a run would go on with what it was not begun with."""
    for section in dataclasses.fields(Config):
        before, after = getattr(saved, section.name), getattr(config, section.name)
        for key in dataclasses.fields(before):
            free = section.name == "evaluation" or (section.name == "run" and key.name in RESUMABLE)
            if not free and getattr(before, key.name) != getattr(after, key.name):
                allowed = f"run.{', run.'.join(RESUMABLE)} and evaluation"
                raise ConfigError(f"a resumed run may change {allowed}, not {section.name}.{key.name}")


def _new_folder(wanted: Path) -> Path:
    """The folder, or, lest a run be lost, the first of its numbered neighbours without one."""
    if wanted.name in ("", ".."):  # the folder that one is in: it has neighbours by its own name
        wanted = wanted.resolve()
    folder, number = wanted, 1
    while folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        number += 1
        folder = wanted.with_name(f"{wanted.name}-{number}")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _list(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))
