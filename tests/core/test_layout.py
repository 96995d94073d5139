"""Records: what a layout refuses, and what interpreted kernels see of a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import numpy as np
import pytest

from azulejos.core.layout import Int8, Int8s, Int32, RecordView, layout


class Seat:
    score: Int32
    wall: Annotated[Int8s, (2, 3)]


class Table:
    turn: Int8
    seats: Annotated[Sequence[Seat], 2]


def view_of(raw: np.ndarray) -> RecordView:
    return RecordView(raw.data, layout(Table))


@pytest.fixture
def raw() -> np.ndarray:
    return np.zeros(layout(Table).itemsize, np.uint8)


@pytest.mark.parametrize("name", ["round", "size", "item", "fill", "sum", "take", "view", "data"])
def test_layout_refuses_names_that_a_record_hides(name: str) -> None:
    schema = type("Hidden", (), {"__annotations__": {name: Int8}})
    with pytest.raises(TypeError, match=rf"Hidden\.{name}: .*choose another name"):
        layout(schema)


def test_layout_refuses_plain_types() -> None:
    schema = type("Plain", (), {"__annotations__": {"score": int}})
    with pytest.raises(TypeError, match=r"Plain\.score: annotate it as Int8"):
        layout(schema)


def test_view_writes_through(raw: np.ndarray) -> None:
    table = view_of(raw)
    table.turn = -2
    table.seats[1].score = 100_000
    table.seats[1].score += 1
    table.seats[0].wall[1, 2] = 5
    (record,) = raw.view(layout(Table))
    assert record["turn"] == -2
    assert record["seats"]["score"].tolist() == [0, 100_001]
    assert record["seats"]["wall"][0].tolist() == [[0, 0, 0], [0, 0, 5]]


def test_view_reads_python_ints(raw: np.ndarray) -> None:
    assert type(view_of(raw).turn) is int
    assert type(view_of(raw).seats[0].wall[0, 0]) is int


def test_view_refuses_numbers_that_do_not_fit(raw: np.ndarray) -> None:
    table = view_of(raw)
    with pytest.raises(ValueError, match="format 'b'"):
        table.turn = 128
    assert table.turn == 0


def test_view_has_only_its_fields(raw: np.ndarray) -> None:
    table = view_of(raw)
    with pytest.raises(AttributeError, match="the record has no field 'score'"):
        _ = table.score
    assert not hasattr(table, "score")


def test_read_only_view_cannot_be_written(raw: np.ndarray) -> None:
    table = RecordView(raw.data.toreadonly(), layout(Table))
    with pytest.raises(TypeError, match="read-only"):
        table.turn = 1
