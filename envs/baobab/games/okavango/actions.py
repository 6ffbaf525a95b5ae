"""Okavango's action space: named blocks, and the text of each action."""

from typing import TYPE_CHECKING, Any

from baobab.core.actions import ActionSpace
from baobab.games.okavango.cards import KIND_NAMES, MAX_GROUP, MAX_RANGERS, NUM_KINDS, NUM_POOLS, POOL_NAMES, SPECIES

if TYPE_CHECKING:
    from baobab.core.game import Game

NOTHING = "nothing"

SWAP = 0
DRINK = SWAP + NUM_POOLS
PASS = DRINK + NUM_POOLS
ANIMAL = PASS + NUM_KINDS + 1
SIZE = ANIMAL + len(SPECIES)
RANGERS = SIZE + MAX_GROUP
RIVER = RANGERS + MAX_RANGERS + 1
PASS_NOTHING = PASS + NUM_KINDS
DECLINE = RIVER + NUM_KINDS


def action_space() -> ActionSpace:
    """The actions of the game."""
    space = ActionSpace(
        ("swap", NUM_POOLS, "take a ranger off this pool for the animal that it stands for (before anything else)"),
        ("drink", NUM_POOLS, "place a group at this pool"),
        ("pass", NUM_KINDS + 1, "pass and take one tile of this kind from the river; the last one: nothing is there"),
        (
            "animal",
            len(SPECIES),
            "a species: for the ranger of a swap, of a hole's herd, the next one of an arm's group",
        ),
        ("size", MAX_GROUP, "the number of tiles of the group, rangers included: 1, 2 …"),
        ("rangers", MAX_RANGERS + 1, "how many of them are rangers: 0, 1 …"),
        ("river", NUM_KINDS + 1, "after a drink take this species' whole group or one ranger; the last one: nothing"),
    )
    starts = tuple(block.start for block in space)
    if starts != (SWAP, DRINK, PASS, ANIMAL, SIZE, RANGERS, RIVER):
        raise AssertionError(f"the blocks start at {starts}")
    return space


def action_name(game: "Game", action: int, row: Any = None) -> str:
    """`swap hole:3`, `drink arm:0`, `pass lion`, `animal zebra`, `size 4`, `rangers 1`, `river nothing`."""
    del row  # a name is the same in every state
    block, place = game.actions.locate(action)
    if block.name in ("swap", "drink"):
        return f"{block.name} {POOL_NAMES[place]}"
    if block.name in ("pass", "river"):
        return f"{block.name} {(*KIND_NAMES, NOTHING)[place]}"
    if block.name == "animal":
        return f"animal {SPECIES[place]}"
    return f"size {place + 1}" if block.name == "size" else f"rangers {place}"


def parse_action(game: "Game", text: str, row: Any = None) -> int:
    """The id of the action that `action_name` writes so; spaces around are ignored. ValueError on other texts."""
    del game, row
    word, _, rest = text.strip().partition(" ")
    blocks: dict[str, tuple[int, tuple[str, ...]]] = {
        "swap": (SWAP, POOL_NAMES),
        "drink": (DRINK, POOL_NAMES),
        "pass": (PASS, (*KIND_NAMES, NOTHING)),
        "animal": (ANIMAL, SPECIES),
        "size": (SIZE, tuple(str(size) for size in range(1, MAX_GROUP + 1))),
        "rangers": (RANGERS, tuple(str(number) for number in range(MAX_RANGERS + 1))),
        "river": (RIVER, (*KIND_NAMES, NOTHING)),
    }
    if word not in blocks:
        raise ValueError(f"{text!r} names no action: it begins with {', '.join(blocks)}")
    start, names = blocks[word]
    if rest not in names:
        raise ValueError(f"{text!r} names no action: {rest!r} is none of {', '.join(names)}")
    return start + names.index(rest)
