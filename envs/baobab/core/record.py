"""A game's state as one row of a record array, declared by one annotated class.

    class State(Row):
        first: Int8                                # the seat that began
        hands: Annotated[Int8Array, "P", "KINDS"]  # cards by kind

The class is documentation, static type and dtype at once. Shapes are numbers or names that
`record_dtype(State, P=5, KINDS=26)` fills in. It is never instantiated: kernels see a row of the array.
"""

from typing import Annotated, Any, get_type_hints

import numpy as np
from numpy.typing import NDArray

Int8 = Annotated[int, np.dtype(np.int8)]
Int16 = Annotated[int, np.dtype(np.int16)]
Int32 = Annotated[int, np.dtype(np.int32)]
Int64 = Annotated[int, np.dtype(np.int64)]
Int8Array = Annotated[NDArray[np.int8], np.dtype(np.int8)]
Int16Array = Annotated[NDArray[np.int16], np.dtype(np.int16)]
Int32Array = Annotated[NDArray[np.int32], np.dtype(np.int32)]
Int64Array = Annotated[NDArray[np.int64], np.dtype(np.int64)]
Float32Array = Annotated[NDArray[np.float32], np.dtype(np.float32)]

NOBODY = -1
"""`Row.player` when the game is over."""
CHANCE = -2
"""`Row.player` when chance decides next."""
EVERYTHING = -3
"""A viewer from whom nothing is hidden, where a view or a drawing asks for one (None: anybody, public things alone)."""

Rows = Any
"""An array of rows `[N]` (numpy's stubs know no record arrays)."""


class Row:
    """The fields that every game's state begins with."""

    rng: Annotated[Int64Array, 4]  # the generator of this game's chance (core/rng.py); hidden from all
    num_players: Int8  # P of this game
    player: Int8  # the seat to move, NOBODY or CHANCE
    phase: Int8  # which decision is asked, an index into Game.phases
    opening: Int8  # 1: the first decision of a turn, which is asked even if it has one answer
    decisions: Int16  # decisions applied so far, forced ones included


def record_dtype(declared: type, **dims: int) -> "np.dtype[Any]":
    """The aligned record dtype of an annotated class; `dims` gives the named lengths.

    TypeError on a field that is called like something numpy's records have themselves: `row.size` would not be it.
    """
    fields: list[tuple[Any, ...]] = []
    for name, hint in get_type_hints(declared, include_extras=True).items():
        if hasattr(np.record, name):
            raise TypeError(f"no field of {declared.__name__} can be called {name!r}: numpy's records have that name")
        kind, *lengths = hint.__metadata__
        shape = tuple(dims[length] if isinstance(length, str) else int(length) for length in lengths)
        fields.append((name, kind, shape) if shape else (name, kind))
    return np.dtype((np.record, np.dtype(fields, align=True)))


def copy_rows(rows: Rows) -> Rows:
    """A copy of `rows [N]`; for one row twenty times as quick as numpy's, which goes field by field."""
    return np.ndarray(rows.shape, rows.dtype, bytearray(rows.tobytes()))


def row_to_dict(row: Any) -> dict[str, Any]:
    """A row as plain numbers and lists, by field."""
    return {name: row[name].tolist() for name in row.dtype.names}


def row_from_dict(dtype: "np.dtype[Any]", values: dict[str, Any]) -> Rows:
    """The `[1]` array of the row that `row_to_dict` wrote; ValueError on other fields, shapes or ranges."""
    names = set(dtype.names or ())
    if set(values) != names:
        raise ValueError(f"a state has the fields {sorted(names)}, not {sorted(values)}")
    rows = np.zeros(1, dtype)
    for name, value in values.items():
        try:
            given = np.asarray(value)
        except ValueError:
            raise ValueError(f"field {name!r} has rows of different lengths") from None
        held = rows[0][name]
        if given.shape != np.shape(held) or not np.issubdtype(given.dtype, np.number):
            raise ValueError(f"field {name!r} has shape {np.shape(held)}, not {given.shape}")
        rows[0][name] = given
        if not np.array_equal(rows[0][name], given):
            raise ValueError(f"field {name!r} does not fit {np.asarray(held).dtype}")
    return rows
