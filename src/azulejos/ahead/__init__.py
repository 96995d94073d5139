"""Kernels compiled ahead of time to WebAssembly: `build(directory)`, or `azulejos site kernels`."""

from azulejos.ahead.building import build

__all__ = ["build"]
