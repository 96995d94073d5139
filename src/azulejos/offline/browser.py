"""Where JavaScript and the host meet, in a worker of the browser that runs Pyodide.

    const { start } = pyodide.pyimport('azulejos.offline.browser');
    const post = (message, text) => postMessage({ ...JSON.parse(message), text });
    const door = await start(disk, spawn, fetched, { cores, isSmall }, post);
    onmessage = ({ data: { text, ...message } }) => door.hear(JSON.stringify(message), text);

`disk` is an object with `load()`, a promise of `[key, Uint8Array][]`, and `write(changes)`, a
promise that is fulfilled when all of `[key, Uint8Array | null][]` is durable, and rejected if
nothing of it is (by an error named `QuotaExceededError` where there is no room). `spawn(hear)`
starts a worker in which a bot thinks and gives `{send(text), close()}`; it calls `hear(text)` with
each line from there, and `hear('')` if the worker fails. `fetched(name)` is a promise of a
`Uint8Array`: a file that lies beside the archives. `isSmall` says that there is little memory. The
messages are those of `door.py`.
"""

from __future__ import annotations

import asyncio
import importlib
import os
import sys
import zipfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from azulejos.errors import DiskFull, Offline, StoreError
from azulejos.offline.backend import Fetch
from azulejos.offline.disk import Change, Storage
from azulejos.offline.door import Door, Post
from azulejos.offline.host import Host
from azulejos.offline.ports import Hear, Port, Spawn

COMPILED = ".pyc"
FULL = "QuotaExceededError"
FORGETTING = 5.0  # seconds, so that the first table does not wait for it


class BrowserDisk:
    """See `Disk`: a JavaScript object."""

    def __init__(self, disk: Any) -> None:
        self._disk = disk

    async def load(self) -> Sequence[tuple[str, bytes]]:
        try:
            return [(key, value.to_bytes()) for key, value in await self._disk.load()]
        except Exception as error:
            raise _ours(error) from None

    async def write(self, changes: Sequence[Change]) -> None:
        from pyodide.ffi import to_js  # noqa: PLC0415 - only in a browser

        try:
            await self._disk.write(to_js(list(changes)))
        except Exception as error:
            raise _ours(error) from None


def _ours(error: Exception) -> StoreError:
    """Turn what JavaScript throws into an error of a store."""
    kind = DiskFull if getattr(error, "name", "") == FULL else StoreError
    return kind(getattr(error, "message", "") or str(error))


def spawning(spawn: Any) -> Spawn | None:
    """Workers that JavaScript starts, if it can."""
    from pyodide.ffi import create_proxy  # noqa: PLC0415 - only in a browser

    def spawned(hear: Hear) -> Port:
        port: Port = spawn(create_proxy(hear))
        return port

    return spawned if spawn else None


def fetching(fetched: Any) -> Fetch:
    """Files that JavaScript fetches."""

    async def fetch(name: str) -> bytes:
        try:
            return bytes((await fetched(name)).to_bytes())
        except Exception as error:
            raise Offline(f"{name} cannot be fetched: {error}") from None

    return fetch


async def start(disk: Any, spawn: Any, fetched: Any, device: Any, post: Post) -> Door:
    """Read what is stored, and open the door for the page."""
    doors: list[Door] = []

    def tell(storage: Storage) -> None:
        for door in doors:
            door.tell(storage)

    host = await Host.start(
        BrowserDisk(disk),
        spawning(spawn),
        fetching(fetched),
        workers=device.cores,
        is_small=device.isSmall,
        tell=tell,
    )
    doors.append(Door(host, post))
    asyncio.get_running_loop().call_later(FORGETTING, forget_loaded_in_browser)
    return doors[0]


# Files lie in memory there: those that were read give it back


def forget_loaded(folder: Path, archive: Path) -> None:
    """Remove the files of modules that are loaded, from a folder and an archive.

    What is not loaded yet, and data, are there as before.
    """
    files = [getattr(module, "__file__", None) for module in list(sys.modules.values())]
    loaded = [Path(name) for name in files if name and name.endswith(COMPILED)]
    for file in loaded:
        if file.is_relative_to(folder):
            file.unlink(missing_ok=True)
    _remove(archive, (each.relative_to(archive) for each in loaded if each.is_relative_to(archive)))
    importlib.invalidate_caches()


def _remove(archive: Path, files: Iterable[Path]) -> None:
    removed = {each.as_posix() for each in files}
    smaller = archive.with_suffix(".smaller")
    with zipfile.ZipFile(archive) as whole, zipfile.ZipFile(smaller, "w") as made:
        for info in whole.infolist():
            if info.filename not in removed:
                made.writestr(info, whole.read(info))
    smaller.replace(archive)


def forget_loaded_in_browser() -> None:
    """Of the package and the standard library, as `web/src/offline/worker/python.ts` loads them."""
    archives = [Path(name) for name in sys.path if name.endswith(".zip")]
    forget_loaded(Path(os.environ["HOME"]), *archives)
