"""Kernels compiled ahead of time to WebAssembly: `build(directory)`, or `azulejos wasm`."""

from azulejos.ahead.building import build
from azulejos.ahead.npm_package import write_package

__all__ = ["build", "write_package"]
