"""Positions of self-play in files: written shard by shard, read back in batches.

::

    write(Plan("azul", AZUL.options(), ("random", "random")), Path("data"), games=10_000)
    for batch in batches(Path("data"), 1024, seed=1):
        learn(batch["observation"], batch["mask"], batch["action"], batch["reward"])

A shard holds whole games and says where they come from; it is written completely or not at all. So
an interrupted run resumes where it stopped, and processes need not know of each other.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.core.observation import Field, Observation
from azulejos.errors import DatasetError, UnknownName
from azulejos.extras import needs
from azulejos.research.packing import Packing
from azulejos.research.selfplay import COLUMNS, Plan, Positions, joined, play_games

FORMATS = ("parquet", "npz")
GAMES_A_SHARD = 1_000
GAMES_A_PART = 200
ABOUT = "azulejos"
"""Under this name the metadata of a shard say where it comes from."""


# Writing


@dataclass(frozen=True)
class Shard:
    """Some games of a plan, and the file they go to."""

    plan: Plan
    games: range
    file: Path

    def about(self) -> dict[str, object]:
        """Where its positions come from."""
        return {
            **self.plan.provenance(),
            "first_game": self.games.start,
            "games": len(self.games),
        }

    def is_written(self) -> bool:
        """Whether it is there with all its games; a shard of something else is an error."""
        if not self.file.exists():
            return False
        result, wanted = about(self.file), json.loads(json.dumps(self.about()))
        differing = sorted(name for name in wanted if result.get(name) != wanted[name])
        if differing == ["games"]:  # the last one of fewer games: it is written again
            return False
        if differing:
            raise DatasetError(
                f"{self.file} holds something else: other {', '.join(differing)};"
                " choose another directory"
            )
        return True

    def write(self) -> int:
        """Play and write it, unless it is there; say how many positions it holds."""
        if self.is_written():
            return rows_of(self.file)
        with _replacing(self.file) as file:
            save = _save_parquet if self.file.suffix == ".parquet" else _save_npz
            save(file, self._parts(), self.about())
        return rows_of(self.file)

    def _parts(self) -> Iterator[Positions]:
        """Its positions, some games at a time: a thousand may take half a gigabyte."""
        for start in range(self.games.start, self.games.stop, GAMES_A_PART):
            yield play_games(self.plan, range(start, min(start + GAMES_A_PART, self.games.stop)))


def shards(
    plan: Plan,
    directory: Path,
    games: int,
    *,
    games_a_shard: int = GAMES_A_SHARD,
    kind: str = "parquet",
) -> list[Shard]:
    """The shards of `games` games, written or not."""
    if kind not in FORMATS:
        raise UnknownName("format", kind, FORMATS)
    if kind == "parquet":
        with needs("research"):
            import pyarrow.parquet  # noqa: F401, PLC0415 - fail before playing for hours
    starts = range(0, games, games_a_shard)
    return [
        Shard(
            plan,
            range(start, min(games, start + games_a_shard)),
            directory / f"{plan.game}-{index:05}.{kind}",
        )
        for index, start in enumerate(starts)
    ]


def write(plan: Plan, directory: Path, games: int, **how: Any) -> int:
    """Write a dataset, or what is missing of it, and say how many positions it has."""
    wanted = shards(plan, directory, games, **how)
    make_directory(directory)
    return sum(shard.write() for shard in wanted)


def make_directory(directory: Path) -> None:
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DatasetError(f"cannot write to {directory}: {error.strerror}") from None


@contextmanager
def _replacing(file: Path) -> Iterator[Path]:
    """A file to write beside another, which it replaces once it is complete."""
    new = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        yield new
        new.replace(file)
    except OSError as error:
        raise DatasetError(f"cannot write {file}: {error.strerror or error}") from None
    finally:
        new.unlink(missing_ok=True)


def _save_parquet(file: Path, parts: Iterator[Positions], about: dict[str, object]) -> None:
    with needs("research"):
        import pyarrow.parquet  # noqa: PLC0415 - npz works without
    first = _table(next(parts), about)
    with pyarrow.parquet.ParquetWriter(
        file, first.schema, compression="zstd", use_dictionary=False, write_statistics=False
    ) as writer:
        writer.write_table(first)
        for part in parts:
            writer.write_table(_table(part, about))


def _table(positions: Positions, about: dict[str, object]) -> Any:
    """Rows of numbers as bytes: lists of numbers would take ten times as long."""
    import pyarrow  # noqa: PLC0415 - npz works without

    columns = {}
    for name, array in positions.items():
        if array.ndim == 1:
            columns[name] = pyarrow.array(array)
        else:
            width = pyarrow.binary(array.itemsize * array.shape[1])
            rows = [None, pyarrow.py_buffer(np.ascontiguousarray(array))]
            columns[name] = pyarrow.FixedSizeBinaryArray.from_buffers(width, len(array), rows)
    return pyarrow.table(columns).replace_schema_metadata({ABOUT: json.dumps(about)})


def _save_npz(file: Path, parts: Iterator[Positions], about: dict[str, object]) -> None:
    positions = joined(list(parts))
    with file.open("wb") as opened:
        np.savez(opened, **{ABOUT: np.array(json.dumps(about))}, **positions)  # type: ignore[arg-type]


# Reading


def files_of(path: Path | str) -> list[Path]:
    """The shards of a directory in order, or a single one."""
    path = Path(path)
    if path.is_file():
        return [path]
    result = sorted(file for kind in FORMATS for file in path.glob(f"[!.]*.{kind}"))
    if not result:
        raise DatasetError(f"{path} holds no dataset: no file there ends in .parquet or .npz")
    return result


def about(file: Path) -> dict[str, Any]:
    """Where a shard comes from, and what its numbers mean: see `Plan.provenance`."""
    with _reading(file):
        if file.suffix == ".npz":
            with np.load(file) as shard:
                result: dict[str, Any] = json.loads(str(shard[ABOUT]))
        else:
            result = json.loads(_parquet(file).schema_arrow.metadata[ABOUT.encode()])
    return result


def rows_of(file: Path) -> int:
    """How many positions a shard holds."""
    with _reading(file):
        if file.suffix == ".npz":
            with np.load(file) as shard:
                return len(shard["action"])
        return int(_parquet(file).metadata.num_rows)


def load(file: Path, columns: Sequence[str] = tuple(COLUMNS)) -> Positions:
    """The positions of a shard, unpacked.

    Observations have an int16 for each number, masks a byte for each action, 1 where it is legal.
    """
    for name in columns:
        if name not in COLUMNS:
            raise UnknownName("column", name, COLUMNS)
    origin = about(file)
    with _reading(file):
        if file.suffix == ".npz":
            with np.load(file) as shard:
                result = {name: shard[name] for name in columns}
        else:
            table = _parquet(file).read(list(columns))
            result = {name: _array(name, table[name]) for name in columns}
        if "mask" in result:
            result["mask"] = np.unpackbits(result["mask"], axis=1, count=origin["actions"])
        if "observation" in result:
            fields = tuple(Field(**each) for each in origin["observation"])
            result["observation"] = Packing.of(Observation(fields)).unpack(result["observation"])
    return result


def _parquet(file: Path) -> Any:
    with needs("research"):
        import pyarrow.parquet  # noqa: PLC0415 - npz works without
    return pyarrow.parquet.ParquetFile(file)


def _array(name: str, column: Any) -> NDArray[np.generic]:
    array = column.combine_chunks()
    if name not in ("observation", "mask"):
        numbers: NDArray[np.generic] = array.to_numpy()
        return numbers
    bytes_of = np.frombuffer(array.buffers()[1], np.uint8).reshape(-1, array.type.byte_width)
    return bytes_of[array.offset : array.offset + len(array)]


@contextmanager
def _reading(file: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, KeyError, ValueError, TypeError) as error:  # as the libraries raise them
        raise DatasetError(f"cannot read {file} as positions: {error}") from None


def batches(
    path: Path | str,
    size: int,
    *,
    seed: int | None = None,
    columns: Sequence[str] = tuple(COLUMNS),
) -> Iterator[Positions]:
    """All positions of a dataset, `size` at a time; the last batch may have fewer.

    With a seed shards come in any order, and so do the positions of each.
    """
    if size < 1:
        raise DatasetError(f"a batch of {size} positions: there must be at least one")
    source = None if seed is None else np.random.default_rng(seed)
    files = files_of(path)
    left: Positions | None = None
    for index in range(len(files)) if source is None else source.permutation(len(files)):
        shard = load(files[index], columns)
        if source is not None:
            order = source.permutation(len(shard[columns[0]]))
            shard = {name: array[order] for name, array in shard.items()}
        rest = joined([left, shard] if left else [shard])
        rows = len(rest[columns[0]])
        for start in range(0, rows - rows % size, size):
            yield {name: array[start : start + size] for name, array in rest.items()}
        left = {name: array[rows - rows % size :] for name, array in rest.items()}
    if left and len(left[columns[0]]):
        yield left
