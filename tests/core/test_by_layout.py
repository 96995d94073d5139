"""Kernels with a body for each game, chosen by the layout of the table."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from numpy.typing import NDArray

from azulejos.core import compiled as door
from azulejos.core.compiled import ByLayout, compiled

ONE = np.dtype([("score", np.int32)])
TWO = np.dtype([("points", np.int32)])
ADD = ByLayout()
add: Any = ADD.kernel


def add_one(_layout: Any, number: int) -> int:
    return number + 1


def add_two(_layout: Any, number: int) -> int:
    return number + 2


ADD.add(ONE, add_one)
ADD.add(TWO, add_two)


@compiled
def add_often(layout: Any, number: int, times: int) -> int:
    """A tiny search: it calls itself and knows no game."""
    if times == 0:
        return number
    return add_often(layout, add(layout, number), times - 1)


def test_each_layout_has_its_body() -> None:
    assert add_often(ONE, 10, 3) == 13
    assert add_often(TWO, 10, 3) == 16


def test_a_layout_without_a_body_is_refused() -> None:
    with pytest.raises(Exception, match=r"."):
        add_often(np.dtype([("other", np.int32)]), 10, 3)


@pytest.mark.compiled
def test_what_is_compiled_for_a_game_of_another_package_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its rules may change, and the digest that names the cache would not."""
    monkeypatch.setattr(door, "cache_for", lambda *_: tmp_path)
    fresh = compiled(add_twice)
    assert fresh(ONE, 1) == 3
    assert not list(tmp_path.rglob("*.nb?"))
    monkeypatch.setattr(door, "LAYOUTS_ELSEWHERE", set())  # as if it were of this package
    assert fresh(TWO, 1) == 5
    assert list(tmp_path.rglob("*.nb?"))


def add_twice(layout: Any, number: int) -> int:
    twice: int = add(layout, add(layout, number))
    return twice


FIRST = ByLayout()
first: Any = FIRST.kernel


def first_of_row(_layout: Any, rows: NDArray[np.int64], number: int) -> int:
    row = rows[number]
    return int(row[0])


FIRST.add(ONE, first_of_row)


def add_first(layout: Any, rows: NDArray[np.int64]) -> int:
    total = 0
    for number in range(len(rows)):
        row = rows[number]
        total += row[1] + first(layout, rows, number)
    return total


@pytest.mark.compiled
def test_nobody_counts_who_uses_an_array(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled without a cache: what comes out of one cannot be looked into."""
    monkeypatch.setattr(door, "cache_for", lambda _: None)
    fresh = compiled(add_first)
    assert fresh(ONE, np.array([[1, 10], [2, 20]])) == 33
    (code,) = cast(Any, fresh).inspect_llvm().values()
    assert "NRT_incref" not in code
