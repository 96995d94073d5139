"""How long things may take on the busiest machine."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 120.0
"""Seconds that tests wait for what must happen."""


def worked(job: Callable[[], object]) -> float:
    """Seconds that this thread works at a job: other programs that run meanwhile do not count."""
    begun = time.thread_time()
    job()
    return time.thread_time() - begun
