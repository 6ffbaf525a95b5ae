"""`baobab cache`: where compiled kernels lie, how much room they take, and how to be rid of them."""

import argparse
import time

from baobab.core.cache import CACHE_VARIABLE, DAY, MAX_AGE, cache_base, clear, usage

MEGABYTE = 1_000_000
EXAMPLES = ["cache", "cache --clear"]
NOTES = f"""\
{CACHE_VARIABLE} names another folder. Kernels that nobody used for {MAX_AGE // DAY} days are removed once a day, when
something is compiled. Processes that run are not disturbed, whatever is removed.

"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Whether to clear it."""
    parser.add_argument("--clear", action="store_true", help="remove every build; what is used is then compiled anew")


def run(args: argparse.Namespace) -> int:
    """Show the cache by version and game, or clear it."""
    if args.clear:
        size = sum(one.size for one in usage())
        print(f"{clear()} kernels, {_megabytes(size)}, removed from {cache_base()}")
        return 0
    print(cache_base())
    for one in usage():
        age = (time.time() - one.used) / DAY
        last = f"used {age:.0f} days ago" if age >= 1 else "used today"
        print(f"  {one.version:10} {one.game:12} {one.files:5} kernels {_megabytes(one.size):>9}  {last}")
    print(f"  in all {_megabytes(sum(one.size for one in usage()))}")
    return 0


def _megabytes(size: int) -> str:
    return f"{size / MEGABYTE:.1f} MB"
