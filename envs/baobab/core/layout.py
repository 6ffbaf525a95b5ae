"""A vector of small integers made of named pieces, each with a shape, bounds and a scale."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Piece:
    """A named part of the vector: `value / scale` is about one."""

    name: str
    start: int
    shape: tuple[int, ...]
    low: int
    high: int
    scale: float
    meaning: str
    spatial: bool

    @property
    def size(self) -> int:
        """The number of entries."""
        return int(np.prod(self.shape, dtype=np.int64))

    @property
    def slice(self) -> slice:
        """Where the piece lies in the vector."""
        return slice(self.start, self.start + self.size)


class Layout:
    """The pieces of a vector, in order, without gaps. Pieces whose size depends on an option come last."""

    def __init__(
        self, *pieces: tuple[str, tuple[int, ...], int, int, float, str], spatial: tuple[str, ...] = ()
    ) -> None:
        """`pieces`: name, shape, lowest and highest value, scale and meaning of each."""
        made: list[Piece] = []
        start = 0
        for name, shape, low, high, scale, meaning in pieces:
            made.append(Piece(name, start, shape, low, high, scale, meaning, name in spatial))
            start += made[-1].size
        self.pieces: tuple[Piece, ...] = tuple(made)
        self.size: int = start
        """D, the number of entries."""
        self.low: NDArray[np.int16] = self._spread([piece.low for piece in made], np.int16)
        self.high: NDArray[np.int16] = self._spread([piece.high for piece in made], np.int16)
        self.scale: NDArray[np.float32] = self._spread([piece.scale for piece in made], np.float32)
        narrow = min(self.low, default=0) >= -128 and max(self.high, default=0) <= 127
        self.dtype: np.dtype[np.generic] = np.dtype(np.int8 if narrow else np.int16)
        """int8 where every bound fits, else int16: the type of the integer buffers."""
        self._by_name = {piece.name: piece for piece in made}

    def __getitem__(self, name: str) -> Piece:
        return self._by_name[name]

    def __iter__(self) -> Iterator[Piece]:
        return iter(self.pieces)

    def split(self, values: NDArray[np.generic]) -> dict[str, NDArray[np.generic]]:
        """Views of `values [..., D]` by piece, each with the piece's shape."""
        lead = values.shape[:-1]
        return {piece.name: values[..., piece.slice].reshape((*lead, *piece.shape)) for piece in self.pieces}

    def scaled(self, values: NDArray[np.generic]) -> NDArray[np.float32]:
        """`values [..., D]` as float32, divided by the scales."""
        result: NDArray[np.float32] = values.astype(np.float32) / self.scale
        return result

    def check_spatial_last(self) -> None:
        """TypeError unless the spatial pieces stand last: networks take what stands before them as a vector."""
        kinds = [piece.spatial for piece in self.pieces]
        if kinds != sorted(kinds):
            raise TypeError(f"spatial pieces stand last in a layout: {self!r}")

    def __repr__(self) -> str:
        pieces = ", ".join(f"{piece.name} {'×'.join(map(str, piece.shape))}" for piece in self.pieces)
        return f"<Layout {self.size}: {pieces}>"

    @property
    def digest(self) -> str:
        """A hash of names, shapes, bounds and scales: equal digests mean interchangeable vectors."""
        text = ";".join(f"{p.name}:{p.shape}:{p.low}:{p.high}:{p.scale}" for p in self.pieces)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def _spread(self, values: list[int] | list[float], dtype: type) -> NDArray:  # type: ignore[type-arg] # any dtype
        return np.repeat(np.array(values, dtype), [piece.size for piece in self.pieces])


NO_LAYOUT = Layout()
"""Stands for a layout that is not given."""
