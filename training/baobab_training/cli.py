"""The commands that join `baobab`; what they need is imported when one is called."""

from collections.abc import Sequence


def train(argv: Sequence[str]) -> int:
    """`baobab train`: the exit code, 128 + the signal's number where one stopped it."""
    from baobab_training.commands.train import main

    return main(argv)


def import_sb3(argv: Sequence[str]) -> int:
    """`baobab import-sb3`: the exit code."""
    from baobab_training.frameworks.sb3.export import main

    return main(argv)


def bench_train(argv: Sequence[str]) -> int:
    """`baobab bench --train`: the exit code."""
    from baobab_training.commands.bench import main

    return main(argv)
