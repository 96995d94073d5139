"""Loads a program of this checkout that belongs to no package."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]


def program(path: str) -> ModuleType:
    """The module of a file, by its path from the root."""
    name = f"{Path(path).stem}_program"
    spec = spec_from_file_location(name, ROOT / path)
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
