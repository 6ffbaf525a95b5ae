"""What results were measured of: digests, and the note beside results that keeps others out."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from baobab.bots import Bot
from baobab.files import write_atomically

DIGITS = 16
"""Hexadecimal digits of a digest."""


class OtherSourceError(ValueError):
    """Results are kept of something else than what is to be measured now."""


def bot_digest(bot: Bot) -> str | None:
    """The hash of the weights of the network that a bot plays by; None where it has none."""
    network = getattr(bot, "network", None)
    if network is None:
        return None
    digest = hashlib.sha256()
    for name, tensor in sorted(network.state_dict().items()):
        digest.update(f"{name} {tuple(tensor.shape)}".encode())
        digest.update(tensor.detach().cpu().contiguous().numpy().tobytes())
    return digest.hexdigest()[:DIGITS]


def bot_steps(bot: Bot) -> int | None:
    """The decisions that a bot learned from; None where it does not say."""
    steps: int | None = getattr(bot, "steps", None)
    return steps


def file_digest(path: Path) -> str:
    """The hash of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:DIGITS]


def claim(path: Path, source: Mapping[str, Any], *, begun: bool) -> None:
    """Note what the results beside `path` are measured of; OtherSourceError where the note says something else.

    `begun`: there are results already, so that a note that is missing is refused too. A value that is a table may get
    further keys, for what was not measured before.
    """
    try:
        noted: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    except ValueError as error:
        raise OtherSourceError(f"{path} is no JSON ({error})") from None
    for key, value in source.items():
        if isinstance(value, Mapping):
            kept = noted.get(key, dict.fromkeys(value) if begun else {})
            pairs = [(f"{key} of {part}", kept.get(part, one), one) for part, one in value.items()]
        else:
            pairs = [(key, noted.get(key, "unknown" if begun else value), value)]
        for what, before, now in pairs:
            if before != now:
                raise OtherSourceError(
                    f"{path.parent} holds results with {what} {before!r}, now it is {now!r}: different ones are never"
                    " mixed; choose another folder or name"
                )
    merged = noted | {
        key: {**noted.get(key, {}), **value} if isinstance(value, Mapping) else value for key, value in source.items()
    }
    if merged != noted:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, (json.dumps(merged, indent=1) + "\n").encode())
