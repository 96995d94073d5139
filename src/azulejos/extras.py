"""Extras: what parts of the package need beyond NumPy and msgspec.

The rules and bots need nothing else. The terminal, the server and what stands behind them are
installed by name, like `azulejos[server]`; whoever uses a part that is not there is told which.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from azulejos.errors import NotInstalled

Extra = Literal[
    "film", "pictures", "postgres", "push", "ray", "research", "server", "site", "terminal"
]


@contextmanager
def needs(extra: Extra) -> Iterator[None]:
    """Import what an extra brings; if it is not installed, say what to install.

    >>> with needs("server"):
    ...     import nothing_like_this
    Traceback (most recent call last):
    azulejos.errors.NotInstalled: nothing_like_this is missing: pip install 'azulejos[server]'
    """
    try:
        yield
    except ModuleNotFoundError as missing:
        name = (missing.name or "").partition(".")[0]
        if isinstance(missing, NotInstalled) or name in ("", "azulejos"):
            raise
        raise NotInstalled(f"{name} is missing: pip install 'azulejos[{extra}]'") from missing
