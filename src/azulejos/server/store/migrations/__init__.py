"""The changes that a store's tables went through, as numbered SQL scripts for each database.

A script that was ever released is never edited: the next change is a new one.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Literal

from azulejos.errors import StoreError


def scripts(database: Literal["sqlite", "postgresql"]) -> list[str]:
    """All scripts in order. The one at index N leads from version N to N + 1."""
    folder = files(__name__) / database
    return [
        script.read_text(encoding="utf-8")
        for script in sorted(folder.iterdir(), key=lambda script: script.name)
        if script.name.endswith(".sql")
    ]


def remaining(scripts: list[str], version: int) -> list[str]:
    """The scripts that a database of this version has yet to run."""
    if version > len(scripts):
        raise StoreError(
            f"the store is of version {version}, and this program knows up to {len(scripts)}: "
            "it was used by a newer one"
        )
    return scripts[version:]
