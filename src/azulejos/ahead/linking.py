"""From objects of all games to a library for one system: an extension module of Python."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from azulejos.ahead.targets import BROWSER, LINUX, MAC, WINDOWS, Target
from azulejos.core.sources import PACKAGE
from azulejos.errors import BuildError

SOURCE = Path(__file__).with_name("extension.c")
INIT = "PyInit__kernels"
WITHOUT_LIBRARIES = ("-ffreestanding", "-nostdinc", "-fno-stack-protector", "-fno-sanitize=all")

Listed = Iterable[tuple[str, list[Any]]]
"""(game, its exports, as `lower.py` lists them)."""


class Sources(NamedTuple):
    """What a library was built from."""

    files: list[Path]
    digest: str


def write_library(
    path: Path, target: Target, objects: list[Path], exports: Listed, sources: Sources
) -> None:
    """Write the library: objects of kernels, and the extension that calls them."""
    with tempfile.TemporaryDirectory() as room:
        folder = Path(room)
        header = "\n".join(_header(target, exports, sources))
        (folder / "exports.h").write_text(header, encoding="utf-8")
        extension = folder / "extension.o"
        options = ["-target", target.zig, "-O2", "-fPIC", "-I", room, *WITHOUT_LIBRARIES]
        if target.system == BROWSER:  # neither more nor less than the kernels use
            options.append("-mcpu=mvp+sign_ext+bulk_memory+mutable_globals+nontrapping_fptoint")
        if target.system == WINDOWS:
            options.append("-mno-stack-arg-probe")
        _zig("cc", *options, "-c", str(SOURCE), "-o", str(extension))
        made = folder / path.name
        _link(target, [str(extension), *map(str, objects)], folder, made)
        shutil.copyfile(made, path)


def _header(target: Target, exports: Listed, sources: Sources) -> Iterable[str]:
    lines = []
    for game, listed in exports:
        for symbol, key, parameters, has_result, is_for_games in listed:
            if target.has_all or is_for_games:
                yield f"i64 {symbol}(const i64 *);"
                entry = f'"{game}", "{key}", "{parameters}", {int(has_result)}, {symbol}'
                lines.append(f"  {{{entry}}},")
    yield from ("static const Export exports[] = {", *lines, "  {0}", "};")
    yield f'static const char digest[] = "{sources.digest}";'
    names = " ".join(source.relative_to(PACKAGE).as_posix() for source in sources.files)
    yield f'static const char sources[] = "{names}";'


def _link(target: Target, objects: list[str], folder: Path, made: Path) -> None:
    if target.system == BROWSER:
        options = ["-shared", "--experimental-pic", "--no-entry", "--allow-undefined"]
        options += ["--strip-all", "--gc-sections", f"--export={INIT}"]
        _zig("wasm-ld", *options, *objects, "-o", str(made))
    elif target.system == LINUX:  # what is undefined is Python's, or of the C library that it has
        _zig("ld.lld", "-shared", "-s", "--gc-sections", *objects, "-o", str(made))
    elif target.system == MAC:
        options = ["-target", target.zig, "-shared", "-s", "-undefined", "dynamic_lookup"]
        options.append(f"-Wl,-install_name,@rpath/{made.name}")  # else the folder it is made in
        _zig("cc", *options, *objects, "-o", str(made))
    elif target.system == WINDOWS:
        libraries = [_import_library(*each, folder) for each in _libraries_of_windows().items()]
        options = ["/dll", "/noentry", "/machine:x64", f"/export:{INIT}", f"/out:{made}"]
        options.append("/Brepro")  # no time of day in it
        _zig("lld-link", *options, *objects, *libraries)


def _libraries_of_windows() -> dict[str, list[str]]:
    """What is needed of which library: Python's is found by the names in the extension."""
    source = SOURCE.read_text(encoding="utf-8")
    functions = re.findall(r"^FROM_PYTHON .*?\**(\w+)\(", source, re.MULTILINE)
    variables = re.findall(r"^FROM_PYTHON .*?\**(\w+);", source, re.MULTILINE)
    return {
        "python3.dll": [*functions, *(f"{each} DATA" for each in variables)],
        "vcruntime140.dll": ["memcpy", "memmove", "memset"],
        "kernel32.dll": ["QueryPerformanceCounter", "QueryPerformanceFrequency"],
    }


def _import_library(name: str, exports: list[str], folder: Path) -> str:
    definition, library = folder / f"{name}.def", folder / f"{name}.lib"
    lines = [f"LIBRARY {name}", "EXPORTS", *exports]
    definition.write_text("\n".join(lines) + "\n", encoding="utf-8")
    _zig("dlltool", "-m", "i386:x86-64", "-D", name, "-d", str(definition), "-l", str(library))
    return str(library)


def _zig(*words: str) -> None:
    """Run Zig, which has a compiler and linkers for all systems."""
    done = subprocess.run(  # noqa: S603 - of the package `ziglang`
        [sys.executable, "-m", "ziglang", *words], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise BuildError(f"zig {words[0]} failed: {done.stderr.strip()}")
