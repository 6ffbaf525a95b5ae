"""Check that a wheel installs the two packages and nothing else, with the data that they carry."""

import sys
from zipfile import ZipFile

PACKAGES = {"baobab", "baobab_training"}
NEEDED = (
    "baobab/py.typed",
    "baobab_training/py.typed",
    "baobab_training/checkpoints/README.md",
    "baobab_training/configs/README.md",
)


def complaints(wheel: str) -> list[str]:
    """What is wrong with the contents of `wheel`, one sentence each."""
    with ZipFile(wheel) as archive:
        names = archive.namelist()
    tops = {top for top in (name.split("/")[0] for name in names) if not top.endswith(".dist-info")}
    found = [f"the wheel misses {name}" for name in NEEDED if name not in names]
    if tops != PACKAGES:
        found.append(f"the wheel installs {sorted(tops)}, not {sorted(PACKAGES)}")
    found += [f"the wheel carries {name}" for name in names if "__pycache__" in name]
    return found


if __name__ == "__main__":
    sys.exit("\n".join(complaints(sys.argv[1])) or 0)
