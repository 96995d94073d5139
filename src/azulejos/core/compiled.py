"""The one door to Numba: kernels are marked `@compiled` and read tables through `record`.

Whether a kernel is compiled is a property of the machine, never of the code. There are three ways
to run one, with the same results: compiled ahead of time, in a wheel that has kernels for the
machine and in a browser (see `core/library.py`); else compiled by Numba when it is first called; or
interpreted, by `AZULEJOS_INTERPRETED=1` or where there is neither.

Numba's cache does not notice that a function in *another* file has changed, so old rules would
silently stay in use. So the cache lives in directories named after a digest of every source file
that a kernel can depend on and of the versions that matter, outside the source tree.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np

from azulejos.core import interpreted, library
from azulejos.core.announcing import announce_interpreting
from azulejos.core.sources import digest_of, sources_of

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

CACHES_KEPT_DAYS = 30


def _is_set(variable: str) -> bool:
    return os.environ.get(variable, "") not in ("", "0")


_INTERPRETED, _CHECKS_BOUNDS = map(_is_set, ("AZULEJOS_INTERPRETED", "AZULEJOS_BOUNDSCHECK"))

LIBRARY = None if _INTERPRETED or _CHECKS_BOUNDS else library.load()
"""The kernels that were compiled ahead of time, if there are any for this machine and source."""

COMPILES = not _INTERPRETED and LIBRARY is None and find_spec("numba") is not None
"""Whether a kernel is compiled, or loaded from the cache, when it is first called.

A Numba that is there but broken is an error, not a slow game.
"""

IS_FAST = COMPILES or LIBRARY is not None
"""Whether kernels run as machine code, hundreds of times faster than as plain Python."""

if sys.platform != "win32":
    import fcntl

if COMPILES:
    import numba
    from llvmlite import ir
    from numba.core import types as numba_types
    from numba.core.cgutils import alloca_once, get_or_insert_function, true_bit
    from numba.extending import intrinsic, overload

    from azulejos.core.wrappers import wrap_on_demand


def kernel_digest(*modules: str) -> str:
    """Name a build of modules' kernels: sources, versions and flags that change what is made."""
    versions = (sys.version, platform.machine(), np.__version__, numba.__version__)
    flags = (digest_of(sources_of(*modules)), _CHECKS_BOUNDS, *versions)
    return hashlib.sha256(repr(flags).encode()).hexdigest()[:16]


def cache_root() -> Path:
    """Where compiled kernels are kept; `AZULEJOS_CACHE` overrides the user's cache directory."""
    chosen = os.environ.get("AZULEJOS_CACHE")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        home = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        home = Path.home() / "Library" / "Caches"
    else:
        home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return home / "azulejos" / "kernels"


@cache
def cache_for(*modules: str) -> Path | None:
    """Where kernels of modules are cached, or None where nothing can be written."""
    try:
        opened = cache_root() / kernel_digest(*modules)
        if opened.is_dir():
            opened.touch()
        else:
            opened.mkdir(parents=True, exist_ok=True)
            _forget_old_caches(opened)
    except (OSError, RuntimeError):  # read-only, no home directory
        return None
    return opened if os.access(opened, os.W_OK) else None


def _forget_old_caches(current: Path) -> None:
    """Every change to a kernel opens a new directory: drop those not opened for a month."""
    oldest = time.time() - CACHES_KEPT_DAYS * 24 * 3600
    for kept in current.parent.iterdir():
        if kept != current and kept.is_dir() and kept.stat().st_mtime < oldest:
            shutil.rmtree(kept, ignore_errors=True)


if COMPILES:

    @contextmanager
    def _cache_in(directory: Path | None) -> Iterator[None]:
        """Numba asks for its cache directory while decorating: set it for that moment only."""
        config: Any = numba.config
        before = config.CACHE_DIR
        config.CACHE_DIR = str(directory or "")
        try:
            yield
        finally:
            config.CACHE_DIR = before

    def compiled(kernel: Kernel, *modules: str) -> Kernel:
        """Compile a kernel when it is first called; kernels trust their input and never raise.

        It may depend on what its own module imports, and on what the modules named here import.
        """
        directory = cache_for(kernel.__module__, *modules)
        if directory is None:
            return _compiled(kernel, cached=False)
        with _cache_in(directory):
            dispatcher: Any = _compiled(kernel, cached=True)
        file = dispatcher._cache._cache_file
        file.save = partial(_save_alone, directory, file.save)
        return cast(Kernel, dispatcher)

    LAYOUTS_ELSEWHERE: set[Any] = set()
    """The layouts, as types, of games in other packages."""

    def _save_alone(directory: Path, save: Callable[..., None], key: Any, data: object) -> None:
        """Save compiled code under a lock.

        Numba chooses the name of a file by what the index lists, writes the index and then the
        file: two processes that compile a kernel for different games at once could pick up each
        other's code.

        A search for a game of another package is not kept: the digest does not cover its rules.
        """
        signature = key[0]
        if not LAYOUTS_ELSEWHERE.isdisjoint(getattr(signature, "args", signature)):
            return
        with (directory / "saving").open("w") as lock:
            if sys.platform != "win32":
                fcntl.flock(lock, fcntl.LOCK_EX)
            save(key, data)

    # Kernels make no arrays, so none has to be freed, and Numba need not count who uses one
    # (`_nrt`): to count the views of rows took a quarter of a search. No kernel is passed as a C
    # function: to make each one that could be took a seventh of the time of compiling.
    OPTIONS: Any = {
        "nogil": True,
        "boundscheck": _CHECKS_BOUNDS,
        "error_model": "numpy",
        "_nrt": False,
        "no_cfunc_wrapper": True,
    }

    def _compiled(kernel: Kernel, *, cached: bool) -> Kernel:
        dispatcher = numba.njit(kernel, cache=cached, **OPTIONS)
        return cast(Kernel, wrap_on_demand(dispatcher, cached=cached))

    def _record(_typing: Any, raw: Any, layout: Any) -> Any:
        """See a flat byte array as the record it holds: no copy, no cost.

        From Python a call that passes flat bytes takes 0.3 us, one that passes a record 5 us:
        so tables are flat outside and records inside.
        """
        fields = layout.dtype

        def cast(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array = context.make_array(signature.args[0])(context, builder, arguments[0])
            return builder.bitcast(array.data, context.get_value_type(fields))

        assert isinstance(fields, numba_types.Record)
        return fields(raw, layout), cast

    def _lowest_bit(_typing: Any, _mask: Any) -> Any:
        """The number of the lowest bit that is set, of which there must be one: an instruction."""

        def trailing_zeros(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], true_bit)

        return numba_types.int64(numba_types.int64), trailing_zeros

    def _bit_count(_typing: Any, _mask: Any) -> Any:
        """How many bits are set: an instruction."""

        def population(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return numba_types.int64(numba_types.int64), population

    def _multiply_add(_typing: Any, _start: Any, _one: Any, _other: Any) -> Any:
        """The low 63 bits of `start + one * other`.

        Numba tells LLVM that `+` and `*` of signed numbers never overflow, so it may optimise away
        a mask after them. Here overflow is intended.
        """

        def wrapped(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            start, one, other = arguments
            sum_ = builder.add(start, builder.mul(one, other))
            return builder.and_(sum_, sum_.type(interpreted.POSITIVE))

        number = numba_types.int64
        return number(number, number, number), wrapped

    def _nanoseconds(_typing: Any) -> Any:
        """A monotonic clock, for comparing with itself: a call of the system's own.

        The system's function is linked by its name, so kernels that use it can be cached.
        """
        number = ir.IntType(64)

        def windows(_context: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:
            kind = ir.FunctionType(number, [])
            ticks = get_or_insert_function(builder.module, kind, "GetTickCount64")  # type: ignore[no-untyped-call]
            return builder.mul(builder.call(ticks, []), number(1_000_000))

        def posix(_context: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:
            seconds_and_rest = ir.LiteralStructType([number, number])
            kind = ir.FunctionType(ir.IntType(32), [ir.IntType(32), seconds_and_rest.as_pointer()])
            clock = get_or_insert_function(builder.module, kind, "clock_gettime")  # type: ignore[no-untyped-call]
            room = alloca_once(builder, seconds_and_rest)  # type: ignore[no-untyped-call]
            builder.call(clock, [ir.IntType(32)(time.CLOCK_MONOTONIC), room])
            told = builder.load(room)
            seconds = builder.mul(builder.extract_value(told, 0), number(1_000_000_000))
            return builder.add(seconds, builder.extract_value(told, 1))

        return numba_types.int64(), windows if sys.platform == "win32" else posix

    record: Any = intrinsic(_record)
    lowest_bit: Callable[[int], int] = cast(Any, intrinsic(_lowest_bit))
    bit_count: Callable[[int], int] = cast(Any, intrinsic(_bit_count))
    multiply_add: Callable[[int, int, int], int] = cast(Any, intrinsic(_multiply_add))
    nanoseconds: Callable[[], int] = cast(Any, intrinsic(_nanoseconds))

else:
    if not IS_FAST and not _INTERPRETED:
        announce_interpreting("all rules", "pip install 'azulejos[compile]'")

    def compiled(kernel: Kernel, *_modules: str) -> Kernel:
        """Find the kernel in the library if that has it; otherwise leave it to be interpreted."""
        return cast(Kernel, LIBRARY.kernel(kernel)) if LIBRARY else kernel

    record = interpreted.record
    lowest_bit = interpreted.lowest_bit
    bit_count = interpreted.bit_count
    multiply_add = interpreted.multiply_add
    nanoseconds = interpreted.nanoseconds


EXPORTED: list[Callable[..., Any]] = []


def exported(kernel: Kernel) -> Kernel:
    """Mark a kernel that Python calls: ahead of time it is exported for every game it works for.

    Those that a game registers, and its algorithm, are exported without it.
    """
    EXPORTED.append(kernel)
    return kernel


class ByLayout:
    """A kernel with one body for each game, chosen by the layout of the table.

    A search is written once, in terms of such kernels, and takes the layout as an argument. Numba
    chooses the body while it compiles the search, so the call costs nothing and the compiled
    search is cached for each game. (Passing the rules as function pointers costs 6 to 10 %; passing
    compiled functions as plain arguments or capturing them would compile in every process.)

    A body takes the layout, too, and has a name of its own: compiled code of different caches is
    linked by the names of functions, so bodies must not be told apart by what they capture.
    """

    def __init__(self) -> None:
        bodies: dict[np.dtype[Any], Callable[..., Any]] = {}

        def kernel(layout: np.dtype[Any], *arguments: Any) -> Any:
            return bodies[layout](layout, *arguments)

        def choose(layout: Any, *_arguments: Any) -> Any:
            """Answer Numba, which asks with types in place of values."""
            for known, body in bodies.items():
                if layout == numba.typeof(known):  # type: ignore[no-untyped-call]
                    return body
            return None

        if COMPILES:
            overload(kernel, strict=False, jit_options=OPTIONS)(choose)
        self.kernel = kernel
        self._bodies = bodies

    def add(self, layout: np.dtype[Any], body: Callable[..., Any]) -> None:
        """Say what the kernel does for tables of a layout."""
        self._bodies[layout] = body
        if COMPILES and not body.__module__.startswith("azulejos."):
            LAYOUTS_ELSEWHERE.add(numba.typeof(layout))  # type: ignore[no-untyped-call]
