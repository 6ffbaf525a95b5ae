"""One flat Discrete action space made of named blocks."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Block:
    """The actions `start … start + size − 1`, which answer one kind of question."""

    name: str
    start: int
    size: int
    meaning: str


class ActionSpace:
    """The blocks of a game's actions, in order, without gaps."""

    def __init__(self, *blocks: tuple[str, int, str]) -> None:
        """`blocks`: name, size and meaning of each."""
        made: list[Block] = []
        start = 0
        for name, size, meaning in blocks:
            made.append(Block(name, start, size, meaning))
            start += size
        self.blocks: tuple[Block, ...] = tuple(made)
        self.size: int = start
        """A, the number of action ids."""
        self._by_name = {block.name: block for block in made}

    def __getitem__(self, name: str) -> Block:
        return self._by_name[name]

    def __iter__(self) -> Iterator[Block]:
        return iter(self.blocks)

    def locate(self, action: int) -> tuple[Block, int]:
        """The block of an action id and its place in it; ValueError outside the space."""
        for block in self.blocks:
            if block.start <= action < block.start + block.size:
                return block, action - block.start
        raise ValueError(f"action {action} is outside 0 … {self.size - 1}")

    def __repr__(self) -> str:
        return f"<ActionSpace {self.size}: {', '.join(f'{block.name} {block.size}' for block in self.blocks)}>"

    @property
    def digest(self) -> str:
        """A hash of names and sizes: equal digests mean equal action ids."""
        text = ";".join(f"{block.name}:{block.size}" for block in self.blocks)
        return hashlib.sha256(text.encode()).hexdigest()[:16]
