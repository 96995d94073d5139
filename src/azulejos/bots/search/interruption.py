"""The flag by which another thread stops every search of this process.

Bots keep searches of their own, which are unknown to whoever waits for a bot. So all of them check
one flag. It stays up until it is lowered: a search that begins meanwhile stops at once, too, having
done no more than it needs to have a move at all.
"""

from __future__ import annotations

import numpy as np

FLAG = np.zeros(1, np.int64)


def interrupt() -> None:
    """Stop all searches, now and until `allow`."""
    FLAG[0] = 1


def allow() -> None:
    """Let searches run again."""
    FLAG[0] = 0
