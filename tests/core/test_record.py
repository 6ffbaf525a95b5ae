"""A state as one row of a record array."""

import json
from typing import Annotated, Any

import numpy as np
import pytest

from baobab.core.record import (
    Float32Array,
    Int8,
    Int8Array,
    Int16,
    Int64Array,
    Row,
    copy_rows,
    record_dtype,
    row_from_dict,
    row_to_dict,
)


class Sample(Row):
    """Every kind of field."""

    points: Int16
    hands: Annotated[Int8Array, "P", 3]
    weights: Annotated[Float32Array, "P"]
    last: Int8


DTYPE = record_dtype(Sample, P=2)


@pytest.fixture
def rows() -> Any:
    made = np.zeros(1, DTYPE)
    row = made[0]
    row.rng[:] = [1, 2**32 - 1, 3, 4]
    row.player = -1
    row.points = -300
    row.hands[:] = [[1, 2, 3], [-4, 5, -128]]
    row.weights[:] = [0.5, -1.25]
    row.last = 127
    return made


def test_a_class_becomes_an_aligned_dtype_of_its_fields_in_order() -> None:
    assert DTYPE.names == (
        *("rng", "num_players", "player", "phase", "opening", "decisions"),
        *("points", "hands", "weights", "last"),
    )
    assert DTYPE.isalignedstruct
    assert DTYPE["hands"].shape == (2, 3)
    assert DTYPE["hands"].base == np.int8
    assert DTYPE["points"] == np.int16
    assert DTYPE["rng"].base == np.int64
    assert np.zeros(3, DTYPE)[1].hands.shape == (2, 3)


def test_a_length_without_a_value_is_an_error() -> None:
    with pytest.raises(KeyError, match="P"):
        record_dtype(Sample)


@pytest.mark.parametrize("name", ["size", "shape", "base", "round", "copy"])
def test_a_field_called_like_something_of_numpys_records_is_refused(name: str) -> None:
    declared = type("Clash", (Row,), {"__annotations__": {name: Int8}})
    with pytest.raises(TypeError, match=f"no field of Clash can be called '{name}'"):
        record_dtype(declared)


def test_a_row_survives_as_plain_values_through_json(rows: Any) -> None:
    values = row_to_dict(rows[0])
    assert values["hands"] == [[1, 2, 3], [-4, 5, -128]]
    assert values["points"] == -300
    again = row_from_dict(DTYPE, json.loads(json.dumps(values)))
    assert again.tobytes() == rows.tobytes()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"points": 40_000}, "'points' does not fit int16"),
        ({"last": 128}, "'last' does not fit int8"),
        ({"last": -129}, "'last' does not fit int8"),
        ({"last": 2**70}, "last"),
        ({"last": 1.5}, "last"),
        ({"last": "1"}, "last"),
        ({"last": None}, "last"),
        ({"last": True}, "last"),
        ({"last": [1]}, "last"),
        ({"hands": [1, 2, 3]}, "hands"),
        ({"hands": [[1, 2, 3], [1, 2]]}, "hands"),
        ({"hands": [[1, 2, 3], [1, 2, 300]]}, "hands"),
        ({"hands": {}}, "hands"),
        ({"weights": [0.5, "x"]}, "weights"),
        ({"extra": 1}, "extra"),
    ],
)
def test_values_that_do_not_fit_are_refused_by_field(rows: Any, change: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        row_from_dict(DTYPE, {**row_to_dict(rows[0]), **change})


def test_a_missing_field_is_refused(rows: Any) -> None:
    values = row_to_dict(rows[0])
    del values["last"]
    with pytest.raises(ValueError, match="fields"):
        row_from_dict(DTYPE, values)


def test_copies_of_rows_are_whole_writable_and_their_own() -> None:
    rows = np.zeros(5, DTYPE)
    rows["last"] = np.arange(5)
    copy = copy_rows(rows[1:4])
    assert copy.dtype == DTYPE
    assert copy["last"].tolist() == [1, 2, 3]
    assert copy.flags.aligned
    assert copy.flags.c_contiguous
    copy[0].last = 9
    assert rows["last"].tolist() == [0, 1, 2, 3, 4]


def test_int64_arrays_are_there_too() -> None:
    class Wide(Row):
        seeds: Annotated[Int64Array, 2]

    assert record_dtype(Wide)["seeds"].base == np.int64
