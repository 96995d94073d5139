"""Say once per process that kernels are being compiled, which looks like hanging otherwise."""

from __future__ import annotations

import logging
from functools import cache
from threading import Event

logger = logging.getLogger("azulejos")
_is_said = Event()


def announce(when: str) -> None:
    """Log a warning, which Python writes to standard error where nobody has set up logging."""
    if not _is_said.is_set():
        _is_said.set()
        logger.warning("compiling %s: a minute or two for a game and its search", when)


def said_elsewhere() -> None:
    """Leave it to somebody who says more: which game, or how far it is."""
    _is_said.set()


@cache
def announce_interpreting(what: str, advice: str) -> None:
    """Log once that kernels are interpreted though nobody has asked for it."""
    logger.warning("interpreting %s, which is slow: %s", what, advice)
