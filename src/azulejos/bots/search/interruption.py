"""The flag by which every search of this process can be ended from another thread.

Bots keep searches of their own, and whoever waits for a bot knows none of them. So they all look at
one flag, which stays up until it is lowered: a search that begins meanwhile ends at once, too, with
the little that it needs to have any move at all.
"""

from __future__ import annotations

import numpy as np

FLAG = np.zeros(1, np.int64)


def interrupt() -> None:
    """End whatever is searched, now and until `allow`."""
    FLAG[0] = 1


def allow() -> None:
    """Let searches run again."""
    FLAG[0] = 0
