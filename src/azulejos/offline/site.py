"""The standalone site: files that any web server can serve, from any folder.

The page is the server's own (`server/static`), which finds out from its HTML that nobody answers
but itself. Beside it lies a folder with Python, the package and its kernels; its name has a digest
in it, like those of the page's parts, so that no version mixes with another. The service worker
knows all files by name and keeps them.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import json
import shutil
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from azulejos.errors import BuildError
from azulejos.extras import needs
from azulejos.offline import bundle
from azulejos.offline.disk import MemoryDisk
from azulejos.offline.host import Host
from azulejos.tables.settings import SITE_MARK, is_site

STATIC = Path(__file__).parents[1] / "server" / "static"

POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
    )
)
"""What the page may load, said by itself: a plain web server need not say it."""

PACKED = (".gz", ".br")
FINISHED = (".png", ".woff2")  # compressed already
SMALL = 1024  # bytes that are not worth a second file
DIGITS = 10
BUILT_FROM = ".built-from"  # in a site: the digest of its sources

Progress = Callable[[str], None]


def build(
    directory: Path,
    *,
    kernels: Path | None = None,
    compressed: bool = True,
    progress: Progress = lambda _: None,
) -> None:
    """Write the site into a directory, which may hold an older one; all of it or nothing."""
    _check_place(directory)
    progress("Looking for what a site takes")
    _check_tools(kernels, compressed=compressed)
    sources = sources_digest()
    new = directory.with_name(f".{directory.name}.new")
    shutil.rmtree(new, ignore_errors=True)
    try:
        progress("Copying the page")
        _copy_page(new)
        python = _write_python(new, kernels, progress)
        _write_page(new, python)
        _write_service_worker(new)
        if compressed:
            progress("Compressing")
            _compress(new)
        (new / BUILT_FROM).write_text(sources, encoding="utf-8")
        _put_in_place(new, directory)
    finally:
        shutil.rmtree(new, ignore_errors=True)


def is_current(directory: Path) -> bool:
    """Whether a directory holds a site built from exactly these sources."""
    known = directory / BUILT_FROM
    return known.is_file() and known.read_text(encoding="utf-8") == sources_digest()


def sources_digest() -> str:
    """A digest of our sources of a site, and of what names the rest."""
    page = STATIC / "index.html"  # which names its parts by their digests
    named = [page, bundle.WHEELS, bundle.NEEDED_STDLIB]
    result = hashlib.sha256()
    for path in (*named, *bundle.files_in(bundle.PACKAGE), *bundle.files_in(bundle.rules())):
        if path.is_file():
            result.update(f"{path.name}\0{path.stat().st_size}\0".encode())
            result.update(path.read_bytes())
    return result.hexdigest()[:DIGITS]


def _check_place(directory: Path) -> None:
    if directory.exists() and not directory.is_dir():
        raise BuildError(f"{directory} is a file")
    if directory.is_dir() and any(directory.iterdir()) and not is_site(directory):
        raise BuildError(f"{directory} is neither empty nor an Azulejos site")


def _check_tools(kernels: Path | None, *, compressed: bool) -> None:
    """Say what is missing before anything is compiled, which takes minutes."""
    if not (STATIC / "index.html").is_file():
        raise BuildError("the page has not been built: python hatch_build.py")
    _check_kernels(kernels)
    if compressed:
        _brotli()
    bundle.node()
    bundle.pyodide()
    bundle.wheel()


def _check_kernels(kernels: Path | None) -> None:
    if kernels is None:
        import_module("azulejos.ahead.building").tool_versions()
    elif not any(kernels.glob(bundle.KERNELS)):
        raise BuildError(f"{kernels} has no kernels: azulejos site kernels {kernels}")


def _brotli() -> Any:
    with needs("site"):
        return import_module("brotli")


def _copy_page(new: Path) -> None:
    packed = shutil.ignore_patterns(*(f"*{ending}" for ending in PACKED))
    shutil.copytree(STATIC / "assets", new / "assets", ignore=packed)


def _write_python(new: Path, kernels: Path | None, progress: Progress) -> str:
    """Write the folder of what runs in the worker, and return its name."""
    folder = new / "python"
    with TemporaryDirectory() as room:
        if kernels is None:
            progress("Compiling rules and searches, which takes some minutes the first time")
            kernels = Path(room)
            import_module("azulejos.ahead").build(kernels)
        progress("Compiling Python")
        bundle.write(folder, bundle.pyodide(), kernels)
    (folder / "games.json").write_bytes(asyncio.run(_games()))
    named = f"python-{_digest(folder)}"
    folder.rename(new / named)
    return named


async def _games() -> bytes:
    """The games as the worker describes them, so that the page need not wait for it."""
    host = await Host.start(MemoryDisk())
    answer = await host.request("GET", "/api/games")
    await host.stop()
    return answer.body.encode()


def _write_page(new: Path, python: str) -> None:
    html = (STATIC / "index.html").read_text(encoding="utf-8")
    html = html.replace('"/assets/', '"assets/')
    html = html.replace("<html ", f'<html {SITE_MARK} data-python="{python}/" ', 1)
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    html = html.replace('<meta charset="utf-8">', f'<meta charset="utf-8">\n    {policy}', 1)
    (new / "index.html").write_text(html, encoding="utf-8")


def _write_service_worker(new: Path) -> None:
    names = sorted(path.relative_to(new).as_posix() for path in _files(new))
    names.remove("index.html")  # it is kept as the folder's own address
    later = [name for name in names if f"/{bundle.PUZZLES}/" in name]
    files = [name for name in names if name not in later]
    site = json.dumps({"version": _digest(new), "files": files, "later": later})
    script = (STATIC / "site.js").read_text(encoding="utf-8")
    (new / "worker.js").write_text(f"const SITE={site};\n{script}", encoding="utf-8")


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def _digest(folder: Path) -> str:
    result = hashlib.sha256()
    for path in _files(folder):
        result.update(f"{path.relative_to(folder).as_posix()}\0{path.stat().st_size}\0".encode())
        result.update(path.read_bytes())
    return result.hexdigest()[:DIGITS]


def _compress(folder: Path) -> None:
    """Write compressed forms beside every file, for web servers that serve them."""
    brotli = _brotli()
    for path in _files(folder):
        content = path.read_bytes()
        if path.suffix in FINISHED or len(content) < SMALL:
            continue
        path.with_name(f"{path.name}.gz").write_bytes(gzip.compress(content, 9, mtime=0))
        path.with_name(f"{path.name}.br").write_bytes(brotli.compress(content))


def _put_in_place(new: Path, directory: Path) -> None:
    old = directory.with_name(f".{directory.name}.old")
    shutil.rmtree(old, ignore_errors=True)
    if directory.exists():
        directory.rename(old)
    new.rename(directory)
    shutil.rmtree(old, ignore_errors=True)
