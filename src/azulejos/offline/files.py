"""Gives back the memory of files that were read: in a browser, files lie in memory."""

from __future__ import annotations

import importlib
import os
import sys
import zipfile
from collections.abc import Iterable
from pathlib import Path

COMPILED = ".pyc"


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
