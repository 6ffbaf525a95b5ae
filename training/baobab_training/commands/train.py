"""`baobab train`: a policy of a game, by self-play or as `run.algorithm` says."""

import argparse
import dataclasses
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

import tyro

from baobab.commands.arguments import game_name
from baobab.commands.interrupt import SignalWatch
from baobab.files import check_folder, read_path
from baobab.registry import GAMES, load_game, read_options
from baobab_training.config import Config, ConfigError, RunConfig, check_config, find_config, load_config
from baobab_training.runs.lock import hold_run
from baobab_training.runs.resume import load_run, read_run_config
from baobab_training.runs.run import run_training
from baobab_training.trainer import Trainer, make_trainer

RUNS = Path("runs")
RESUMABLE = ("steps", "max_minutes", "checkpoint_seconds", "tensorboard")
"""Keys of the section `run` that may change when a run is resumed; all of `evaluation` may."""

EPILOG = """\
Every value of the config can be given as --section.key value; --help lists them after this, with the defaults of
the game that is named before it.

examples:
  baobab train kenya
  baobab train kenya --config configs/kenya/quick.toml --out runs/quick
  baobab train kenya --ppo.learning-rate 5e-4 --game.players 2 3
  baobab train kenya --resume runs/quick
  baobab train kenya --config configs/kenya/maskable_ppo.toml
"""


def main(argv: Sequence[str]) -> int:
    """The exit code, 128 + the signal's number where one stopped it."""
    args, overrides = _parse(argv)
    if args.resume is not None:
        name, saved = read_run_config(args.resume)
        if name != args.game:
            raise ConfigError(f"{args.resume} is a run of {name}, not {args.game}")
        config = override(saved, overrides)
        _check_resumed(saved, config)
        with hold_run(args.resume):
            game = load_game(args.game, **config.game.options)
            return _run(load_run(args.resume, config, game=game), args.resume)
    config = override(_base_config(args, overrides), overrides)
    out = check_folder(args.out or RUNS / args.game)
    game = load_game(args.game, **config.game.options)
    trainer = make_trainer(config, game, command=shlex.join(["baobab", "train", *argv]))
    folder = _new_folder(out)
    with hold_run(folder):
        return _run(trainer, folder)


def override(config: Config, overrides: Sequence[str]) -> Config:
    """The config with what the command line says; ends the program with a message where it says what is unknown."""
    changed = tyro.cli(
        Config,
        default=config,
        args=overrides,
        prog="baobab train GAME",
        config=(tyro.conf.FlagConversionOff, tyro.conf.AvoidSubcommands),
    )
    check_config(changed)
    return changed


def _run(trainer: Trainer, folder: Path) -> int:
    """Train until the end or until a signal stops it."""
    name, config = trainer.game.name, trainer.config
    players = ", ".join(map(str, config.game.players))
    _say(f"{trainer.game.title}, {players} players: {config.run.steps:,} steps into {folder}")
    watch = SignalWatch("stopping after this iteration …")
    try:
        finished = run_training(trainer, folder, stopped=lambda: watch.number != 0)
    finally:
        watch.restore()
        trainer.close()
    if not finished:
        _say(f"stopped and saved; go on with: baobab train {name} --resume {folder}")
        return 128 + watch.number
    _say(f"the policy is {folder}/policy.safetensors; play against it with:")
    _say(f"  baobab play {name} --seats human,{folder}/policy")
    return 0


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
    help_asked = any(argument in ("-h", "--help") for argument in argv)
    games = sorted(GAMES)
    need = "?" if help_asked else None
    parser.add_argument("game", type=game_name, choices=games, metavar="GAME", help=", ".join(games), nargs=need)
    source = parser.add_mutually_exclusive_group()
    source.add_argument(
        "--config", metavar="FILE", type=read_path, help="what differs from the defaults (configs/GAME/ALGORITHM.toml)"
    )
    source.add_argument("--resume", metavar="DIR", type=read_path, help="go on with the run in this folder")
    parser.add_argument(
        "--out", metavar="DIR", type=read_path, help="the run's folder (runs/GAME); another where it is not empty"
    )
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a rule option of the game")
    args, overrides = parser.parse_known_args(argv)
    if help_asked:
        parser.print_help()
        override(_base_config(args, overrides), ["--help"])  # ends the program
    if args.resume is not None and (args.out or args.option):
        parser.error("--resume goes on in its own folder with its own game: no --out, no --option")
    return args, overrides


def _base_config(args: argparse.Namespace, overrides: Sequence[str]) -> Config:
    """The config of the file that was named, or else of the game's own, or else the defaults; with rule options."""
    path = args.config or (args.game and find_config(args.game, _algorithm(overrides)))
    config = load_config(path) if path else Config()
    options = {**config.game.options, **read_options(args.option)}
    return dataclasses.replace(config, game=dataclasses.replace(config.game, options=options))


def _algorithm(overrides: Sequence[str]) -> str:
    """The algorithm that the command line names, else our own."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    parser.add_argument("--run.algorithm", dest="algorithm", default=RunConfig().algorithm)
    try:
        return str(parser.parse_known_args(overrides)[0].algorithm)
    except argparse.ArgumentError:  # it lacks its value: override says so
        return RunConfig().algorithm


def _check_resumed(saved: Config, config: Config) -> None:
    """ConfigError where a run would go on with what it was not begun with."""
    for section in dataclasses.fields(Config):
        before, after = getattr(saved, section.name), getattr(config, section.name)
        for key in dataclasses.fields(before):
            free = section.name == "evaluation" or (section.name == "run" and key.name in RESUMABLE)
            if not free and getattr(before, key.name) != getattr(after, key.name):
                allowed = f"run.{', run.'.join(RESUMABLE)} and evaluation"
                raise ConfigError(f"a resumed run may change {allowed}, not {section.name}.{key.name}")


def _new_folder(out: Path) -> Path:
    """The folder, or, so that no run is lost, the first of its numbered neighbours that is empty."""
    named = out.resolve() if out.name in ("", "..") else out  # `.` has no name
    folder, number = out, 1
    while folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        number += 1
        folder = named.with_name(f"{named.name}-{number}")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
