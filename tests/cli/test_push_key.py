"""`azulejos admin push-key`, and what `azulejos serve` makes of such a key."""

from __future__ import annotations

import re
from pathlib import Path

import httpx

from server_process import ServerProcess

from .conftest import Run


def test_a_key_is_made_and_served_with(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "push.pem"
    made = run("admin", "push-key", str(file))
    assert made.exit_code == 0, made.output
    public = re.search(r"[\w-]{87}", made.stdout)
    assert public is not None
    secret = "".join(file.read_text().splitlines()[1:-1])
    assert secret not in made.output
    again = run("admin", "push-key", str(file))
    assert again.exit_code != 0
    assert again.stderr.count("\n") == 1
    flags = ("--push-key", str(file), "--push-contact", "mailto:me@example.org")
    with ServerProcess(str(tmp_path / "games.db"), tmp_path / "log", *flags) as server:
        answer = httpx.get(f"http://{server.address}/api/me/push").json()
    assert answer == {"key": public[0], "is_subscribed": False}
    logged = (tmp_path / "log").read_text()
    assert not any(line in logged for line in file.read_text().splitlines())


def test_serve_says_what_is_wrong_with_a_key(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "push.pem"
    run("admin", "push-key", str(file))
    without = run("serve", "--port", "0", "--push-key", str(file))
    assert "--push-contact mailto:me@example.org" in without.stderr
    public = ("--public-url", "https://azul.example.org")
    missing = run("serve", "--port", "0", "--push-key", str(tmp_path / "none"), *public)
    assert "cannot read the push key" in missing.stderr
    file.chmod(0o644)
    open_to_all = run("serve", "--port", "0", "--push-key", str(file), *public)
    assert "chmod 600" in open_to_all.stderr
    assert all(result.exit_code == 2 for result in (without, missing, open_to_all))
