"""Kernels compiled ahead of time, for any system and browsers: `build(directory, targets)`."""

from azulejos.ahead.building import build
from azulejos.ahead.targets import BROWSERS, HOST, TARGETS

__all__ = ["BROWSERS", "HOST", "TARGETS", "build"]
