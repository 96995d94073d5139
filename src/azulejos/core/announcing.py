"""Say once per process that kernels are being compiled, which looks like hanging otherwise."""

from __future__ import annotations

import logging

logger = logging.getLogger("azulejos")
_is_said = False


def announce(when: str) -> None:
    """Log a warning, which Python writes to standard error where nobody has set up logging."""
    global _is_said  # noqa: PLW0603 - once per process
    if not _is_said:
        _is_said = True
        logger.warning("compiling %s: a minute or two for a game and its search", when)


def said_elsewhere() -> None:
    """Leave it to somebody who says more: which game, or how far it is."""
    global _is_said  # noqa: PLW0603
    _is_said = True
