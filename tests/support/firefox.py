"""Drives Firefox by WebDriver BiDi, which it speaks itself: no driver stands between.

Playwright knows only Firefoxes of its own. `FirefoxPage` has the few of the methods of Playwright's
`Page` that `clicking.py` uses, and means the same by them.
"""

from __future__ import annotations

import itertools
import json
import os
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from patience import PATIENCE

PROGRAM = shutil.which("firefox-esr") or shutil.which("firefox")

SETTINGS = {
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "",
    "toolkit.telemetry.enabled": False,
}
"""It asks nobody for anything."""

LISTENING = ("--remote-debugging-port", "0")

UNTIL = """async (...given) => {
  for (;;) {
    const found = await (LOOK)(...given);
    if (found) return found;
    await new Promise(resolve => setTimeout(resolve, 20));
  }
}"""


@contextmanager
def running(folder: Path) -> Iterator[Firefox]:
    """A Firefox that keeps everything in a folder, from which another may begin again."""
    lines = (f"user_pref({json.dumps(name)}, {json.dumps(SETTINGS[name])});" for name in SETTINGS)
    (folder / "user.js").write_text("\n".join(lines), encoding="utf-8")
    process = subprocess.Popen(
        [PROGRAM or "firefox", "--headless", "--no-remote", "--profile", folder, *LISTENING],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "MOZ_DISABLE_CONTENT_SANDBOX": "1"},  # which root has not in a container
        start_new_session=True,
    )
    with process:
        try:
            with connect(_address(process), max_size=None) as line:
                yield Firefox(process, line)
        finally:
            kill(process)


def _address(process: subprocess.Popen[str]) -> str:
    assert process.stderr
    for line in process.stderr:
        if found := re.search(r"BiDi listening on (ws://\S+)", line):
            return f"{found[1]}/session"
    raise AssertionError("Firefox has ended instead of listening")


def kill(process: subprocess.Popen[str]) -> None:
    """End all of it with no time to do anything."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


class Firefox:
    """See `running`."""

    def __init__(self, process: subprocess.Popen[str], line: ClientConnection) -> None:
        self.process = process
        self.complaints: list[str] = []
        self._line = line
        self._numbers = itertools.count(1)
        self.command("session.new", capabilities={})
        self.command("session.subscribe", events=["log.entryAdded"])

    def command(self, method: str, **given: Any) -> Any:
        """The answer to a command of BiDi."""
        number = next(self._numbers)
        self._line.send(json.dumps({"id": number, "method": method, "params": given}))
        while True:
            message = json.loads(self._line.recv(timeout=PATIENCE))
            if message.get("id") == number:
                assert message["type"] == "success", message
                return message["result"]
            given = message.get("params", {})
            if given.get("level") == "error" and not is_left_behind(given["text"]):
                self.complaints.append(str(given["text"]))

    def page(self, before: str) -> FirefoxPage:
        """Its one page, where a script runs before all others."""
        self.command("script.addPreloadScript", functionDeclaration=f"() => {{ {before} }}")
        (tab, *_) = self.command("browsingContext.getTree")["contexts"]
        return FirefoxPage(self, tab["context"])


def is_left_behind(said: str) -> bool:
    """Whether something was still being loaded when its page was left: an error for Firefox.

    What is missing on a page that is shown stops the game, and so the test.
    """
    return said.startswith("Failed to load") and "ServiceWorker" in said


@dataclass(frozen=True)
class FirefoxPage:
    """See the module."""

    firefox: Firefox
    context: str

    def goto(self, address: str) -> None:
        command = self.firefox.command
        command("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def reload(self) -> None:
        self.firefox.command("browsingContext.reload", context=self.context, wait="complete")

    def evaluate(self, function: str, *given: Any) -> Any:
        called = self.firefox.command(
            "script.callFunction",
            functionDeclaration=f"async given => JSON.stringify("
            f"(await ({function})(...JSON.parse(given))) ?? null)",
            arguments=[{"type": "string", "value": json.dumps(given)}],
            target={"context": self.context},
            awaitPromise=True,
        )
        assert called["type"] == "success", called["exceptionDetails"]["text"]
        return json.loads(called["result"]["value"])

    def wait_for_function(self, function: str, *, arg: Any = None, timeout: float = 0) -> Found:
        """Look until it gives something; how long that may take is said by `PATIENCE`."""
        del timeout
        return Found(self.evaluate(UNTIL.replace("LOOK", function), arg))

    def wait_for_selector(self, selector: str) -> None:
        self.wait_for_function("wanted => !!document.querySelector(wanted)", arg=selector)

    @property
    def mouse(self) -> FirefoxPage:
        return self

    def click(self, x: float, y: float) -> None:
        to = {"type": "pointerMove", "x": int(x), "y": int(y)}
        press = [{"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")]
        hand = {"type": "pointer", "id": "mouse", "actions": [to, *press]}
        self.firefox.command("input.performActions", context=self.context, actions=[hand])


@dataclass(frozen=True)
class Found:
    """What was found."""

    value: Any

    def json_value(self) -> Any:
        return self.value
