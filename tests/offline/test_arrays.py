"""The stand-in for NumPy does what NumPy does, as far as it goes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import azulejos
from azulejos import GAME_NAMES
from azulejos import game as game_named
from azulejos.offline import arrays

INTEGERS = {"int8": 7, "uint8": 8, "int16": 15, "int32": 31, "int64": 63}
"""The bits of each type, without a sign."""

shapes = st.lists(st.integers(1, 4), min_size=1, max_size=3).map(tuple)
kinds = st.sampled_from(sorted(INTEGERS))


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Any, Any]:
    """The same array of both kinds."""
    kind, shape = draw(kinds), draw(shapes)
    lowest = 0 if kind == "uint8" else -(1 << INTEGERS[kind])
    numbers = st.integers(lowest, (1 << INTEGERS[kind]) - 1)
    flat = draw(st.lists(numbers, min_size=int(np.prod(shape)), max_size=int(np.prod(shape))))
    real = np.array(flat, getattr(np, kind)).reshape(shape)
    return real, arrays.array(real.tolist(), getattr(arrays, kind))


@st.composite
def places(draw: st.DrawFn, shape: tuple[int, ...]) -> Any:
    """Something to ask of an array: numbers and slices for some axes."""

    def place(length: int) -> st.SearchStrategy[Any]:
        ends = st.none() | st.integers(-length - 1, length + 1)
        steps = st.sampled_from([None, 1, 2, -1])
        return st.integers(-length, length - 1) | st.builds(slice, ends, ends, steps)

    axes = shape[: draw(st.integers(1, len(shape)))]
    result = tuple(draw(place(length)) for length in axes)
    return result[0] if len(result) == 1 and draw(st.booleans()) else result


def same(real: Any, ours: Any) -> bool:
    if not isinstance(ours, arrays.ndarray):
        return bool(real == ours)
    return (real.shape, real.dtype.itemsize, real.tolist()) == (
        ours.shape,
        ours.itemsize,
        ours.tolist(),
    )


@given(pairs(), st.data())
def test_parts_are_the_same_and_can_be_written_through(
    pair: tuple[Any, Any], data: st.DataObject
) -> None:
    real, ours = pair
    place = data.draw(places(real.shape))
    assert same(real[place], ours[place])
    part = real[place]
    if isinstance(ours[place], arrays.ndarray) and part.flags.c_contiguous and part.size:
        part[...], ours[place][...] = 7, 7
        assert same(real, ours)
    real[place], ours[place] = 3, 3
    assert same(real, ours)


@given(pairs(), st.data())
def test_whole_parts_are_written_at_once(pair: tuple[Any, Any], data: st.DataObject) -> None:
    real, ours = pair
    place = data.draw(places(real.shape))
    if not np.isscalar(real[place]):
        other = np.arange(real[place].size, dtype=real.dtype).reshape(real[place].shape)
        real[place] = other
        ours[place] = arrays.array(other.tolist(), getattr(arrays, str(other.dtype)))
        assert same(real, ours)


@given(pairs(), st.integers(0, 7))
def test_numbers_one_by_one(pair: tuple[Any, Any], number: int) -> None:
    real, ours = pair
    assert same(real >> number, ours >> number)
    assert same(real & number, ours & number)
    assert same(real // (number + 1), ours // (number + 1))
    for compared in ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"):
        assert same(getattr(real, compared)(number), getattr(ours, compared)(number))
    assert same(np.flatnonzero(real & number), arrays.flatnonzero(ours & number))
    assert (int(real.max()), int(real.min())) == (ours.max(), ours.min())
    if real.ndim == 1:
        assert same(real[real > number], ours[ours > number])


@given(pairs())
def test_memory(pair: tuple[Any, Any]) -> None:
    real, ours = pair
    assert (ours.tobytes(), len(ours), ours.nbytes) == (real.tobytes(), len(real), real.nbytes)
    assert ours.data.tobytes() == real.tobytes()
    assert same(real.view(np.uint8), ours.view(arrays.uint8))
    assert same(real.astype(np.float64), ours.astype(arrays.float64))
    assert ours.data.tolist() == real.tolist()
    copy = ours.copy()
    copy[...] = 1
    assert ours.tobytes() == real.tobytes()
    last = ours[-1:]
    assert last.data.tobytes() == real[-1:].tobytes()
    assert same(
        np.frombuffer(real.tobytes(), np.int8), arrays.frombuffer(ours.tobytes(), arrays.int8)
    )


@pytest.mark.parametrize("value", [-129, 128, 1 << 40])
def test_what_does_not_fit_is_refused(value: int) -> None:
    ours = arrays.zeros(3, arrays.int8)
    for place in (0, slice(None)):
        with pytest.raises((ValueError, OverflowError)):
            ours[place] = value
    with pytest.raises(IndexError):
        ours[3]
    with pytest.raises(IndexError):
        ours[0, 0]
    with pytest.raises(ValueError, match="2 numbers for 3"):
        ours[:] = [1, 2]


def test_what_is_made() -> None:
    assert same(np.zeros((2, 3)), arrays.zeros((2, 3)))
    assert same(np.full((2, 2), -1), arrays.full((2, 2), -1))
    assert same(np.full(2, 1.5), arrays.full(2, 1.5))
    assert same(np.array([[1, 2], [3, 4]]).sum(axis=1), arrays.array([[1, 2], [3, 4]]).sum(axis=1))
    assert list(np.ndindex(2, 3)) == list(arrays.ndindex(2, 3))


@pytest.mark.parametrize("name", GAME_NAMES)
def test_tables_lie_in_memory_as_they_do_for_numpy(name: str) -> None:
    def again(kind: Any) -> Any:
        """NumPy's layout, rebuilt from what was declared."""
        if kind.subdtype:
            return again(kind.subdtype[0]), kind.subdtype[1]
        if kind.fields is None:
            return getattr(arrays, kind.name)
        fields = []
        for field, (inner, *_) in kind.fields.items():
            made = again(inner)
            fields.append((field, *made) if isinstance(made, tuple) else (field, made))
        return arrays.dtype((arrays.record, arrays.dtype(fields, align=True)))

    def compare(real: Any, ours: Any) -> None:
        assert (real.itemsize, real.char == "V") == (ours.itemsize, ours.char == "V")
        for field, (inner, offset, *_) in (real.fields or {}).items():
            assert ours.fields[field][1] == offset
            compare(inner.base, ours[field].base)
            assert inner.shape == ours[field].shape

    table = game_named(name).table
    compare(table, again(table))


PLAYED = """
import hashlib, random, numpy
from azulejos import GAME_NAMES, Match, bot, game
from azulejos.bots.search.engine import Search
from azulejos.bots.search.result import Budget
print(numpy.__version__ == "0")
for name in GAME_NAMES:
    match, player = Match(game(name), source=random.Random(1)), bot("greedy:seed=1")
    best = Search(game(name)).think(match.view(match.state.to_move), Budget(nodes=20))
    print(name, best.moves[0].move, best.moves[0].points, best.nodes)
    for _ in range(12):
        if match.state.to_move is not None:
            match.play(match.state.to_move, player.choose(match.view(match.state.to_move)))
    print(hashlib.sha256(match.state.key).hexdigest())
"""


def test_games_and_searches_are_the_same(tmp_path: Path) -> None:
    """The very package, interpreted, with either."""
    shutil.copytree(Path(arrays.__file__).parent, tmp_path / "numpy")
    sources = str(Path(azulejos.__file__).parents[1])
    outputs = []
    for path in (sources, os.pathsep.join((str(tmp_path), sources))):
        variables = {**os.environ, "PYTHONPATH": path, "AZULEJOS_INTERPRETED": "1"}
        command = [sys.executable, "-c", PLAYED]
        outputs.append(subprocess.check_output(command, env=variables, text=True).split("\n", 1))
    real, ours = outputs
    assert (real[0], ours[0]) == ("False", "True")
    assert real[1] == ours[1]
