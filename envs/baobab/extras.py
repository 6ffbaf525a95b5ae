"""What is installed with an extra only, and how to say so."""

EXTRAS = {
    "filelock": "train",
    "pydantic": "train",
    "rich": "train",
    "safetensors": "train",
    "sb3_contrib": "train",
    "stable_baselines3": "train",
    "tensorboard": "train",
    "torch": "train",
    "tyro": "train",
    "ray": "ray",
    "resvg_py": "play",
    "shtab": "completion",
}
"""Top-level module -> the extra that installs it."""


def need_extra(what: str, extra: str, error: ImportError | str) -> ImportError:
    """The error that says that `what` needs an extra, and how it is installed."""
    return ImportError(f"{what} needs the extra `{extra}` (pip install 'baobab[{extra}]'): {error}")


def missing_extra(error: ImportError) -> str | None:
    """The extra that would have what could not be imported; None where none has."""
    return EXTRAS.get((error.name or "").partition(".")[0])
