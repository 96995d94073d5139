"""A file is served by one process: a second one is told so in one line, and disturbs nobody."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from server_process import PATIENCE, ServerProcess, free_port


@pytest.mark.parametrize("command", ["serve", "web"])
def test_a_second_process_is_refused(tmp_path: Path, command: str) -> None:
    store = tmp_path / "games.db"
    options = ["--port", str(free_port()), "--store", str(store)]
    if command == "web":
        options.append("--no-browser")
    with ServerProcess(str(store), tmp_path / "log") as server:
        second = subprocess.run(
            [sys.executable, "-m", "azulejos", command, *options],
            env={**os.environ, "AZULEJOS_INTERPRETED": "1"},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert second.returncode == 1
        error = second.stderr.splitlines()[-1]
        assert error.startswith(f"error: {store} is being served by another process")
        assert "Traceback" not in second.stderr
        assert httpx.get(f"http://{server.address}/health").is_success
