"""A plugin: tests that share what takes long to make run in one of the processes side by side.

They are named here, since marks (`xdist_group`) do not reach xdist with this version of pytest.
"""

from __future__ import annotations

from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling

FILES = (
    "tests/offline/test_bundle.py",  # a day at the page, in Pyodide
    "tests/server/store/test_presence.py",  # two servers
    "tests/server/store/test_processes.py",
    "tests/server/test_offered_bots.py",
    "tests/repository/test_changed.py",  # who imports what
)
AT_SITE = ("[site-", "tests/web/test_interrupting.py")  # with a tab that holds the games


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadScopeScheduling | None:
    return Together(config, log) if config.getoption("dist") == "loadgroup" else None


class Together(LoadScopeScheduling):
    """To each process a test at a time, or all of a group."""

    def _split_scope(self, nodeid: str) -> str:
        return group_of(nodeid)


def group_of(nodeid: str) -> str:
    """The name of a test's group: that of the test itself, if it is not in one."""
    if any(part in nodeid for part in AT_SITE):
        return "at a site"
    file = nodeid.partition("::")[0]
    return file if file in FILES else nodeid
