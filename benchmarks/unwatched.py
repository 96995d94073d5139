"""A page in Chromium that nobody watches, to measure its memory: see `offline.py`.

Playwright follows what a page loads, for which Chromium keeps all of it, tens of megabytes. Here
only scripts are run and clicks made; as much of Playwright's `Page` as
`tests/support/clicking.py` uses.
"""

from __future__ import annotations

import itertools
import json
import re
import subprocess
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

LOOK = 0.02  # seconds between two looks
PATIENCE = 600.0


class Chromium:
    """A browser of its own, with a fresh profile; `close` ends it."""

    def __init__(self, program: str, *flags: str) -> None:
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        flags += ("--no-sandbox", "--headless", "--remote-debugging-port=0", "--disable-sync")
        flags += ("--disable-background-networking", f"--user-data-dir={self._profile.name}")
        self._process = subprocess.Popen(  # noqa: S603 - our own command
            [program, *flags, "about:blank"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        assert self._process.stderr
        address = next(
            line.split()[-1].decode() for line in self._process.stderr if b"listening on" in line
        )
        self._socket = connect(address, max_size=None)
        self._numbers = itertools.count(1)

    def send(self, method: str, session: str | None = None, **params: Any) -> Any:
        """Ask for something, and wait for the answer."""
        number = next(self._numbers)
        message = {"id": number, "method": method, "params": params}
        self._socket.send(json.dumps(message | ({"sessionId": session} if session else {})))
        while (heard := json.loads(self._socket.recv())).get("id") != number:
            continue
        if "error" in heard:
            raise RuntimeError(f"{method}: {heard['error']['message']}")
        return heard["result"]

    def page(self, width: int, height: int, scale: float) -> Page:
        """The one tab, in a window of that size."""
        targets = self.send("Target.getTargets")["targetInfos"]
        (target,) = [each["targetId"] for each in targets if each["type"] == "page"]
        session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        size = {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": False}
        self.send("Emulation.setDeviceMetricsOverride", session, **size)
        return Page(self, session)

    def renderers(self) -> list[int]:
        """The processes that show pages."""
        processes = self.send("SystemInfo.getProcessInfo")["processInfo"]
        return [each["id"] for each in processes if each["type"] == "renderer"]

    def collect_garbage(self) -> None:
        """Let all pages and workers find what they do not need any more, as before a dump."""
        config = {"includedCategories": ["disabled-by-default-memory-infra"]}
        self.send("Tracing.start", transferMode="ReportEvents", traceConfig=config)
        self.send("Tracing.requestMemoryDump", deterministic=True, levelOfDetail="background")
        self.send("Tracing.end")
        while json.loads(self._socket.recv()).get("method") != "Tracing.tracingComplete":
            continue

    def close(self) -> None:
        self.send("Browser.close")  # the process that was started may be a script around it
        self._socket.close()
        self._process.wait()
        self._profile.cleanup()


class Page:
    """See the module."""

    def __init__(self, browser: Chromium, session: str) -> None:
        self._browser = browser
        self._session = session
        self.mouse = self

    def before_each(self, script: str) -> None:
        """Run a script before those of every page."""
        self.send("Page.enable")
        self.send("Page.addScriptToEvaluateOnNewDocument", source=script)

    def goto(self, url: str) -> None:
        self.send("Page.navigate", url=url)
        self.wait_for_function("url => location.href.startsWith(url) || null", url)

    def send(self, method: str, **params: Any) -> Any:
        return self._browser.send(method, self._session, **params)

    def evaluate(self, function: str, arg: Any = None) -> Any:
        """What a function of JavaScript returns."""
        text = f"({function})({json.dumps(arg)})"
        result = self.send("Runtime.evaluate", expression=text, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"]["exception"]["description"])
        return result["result"].get("value")

    def wait_for_function(self, function: str, arg: Any = None, timeout: float = 0) -> Value:
        """Wait until a function returns something true."""
        del timeout  # patience is ours
        end = time.monotonic() + PATIENCE
        while not (result := self.evaluate(function, arg)):
            assert time.monotonic() < end, function
            time.sleep(LOOK)
        return Value(result)

    def click(self, x: float, y: float) -> None:
        mouse = {"x": x, "y": y, "button": "left", "clickCount": 1}
        for kind in ("mousePressed", "mouseReleased"):
            self.send("Input.dispatchMouseEvent", type=kind, **mouse)

    def press(self, selector: str) -> None:
        """Click what is found by a selector, once it is there."""
        self.wait_for_function("name => document.querySelector(name) !== null", selector)
        self.evaluate("name => document.querySelector(name).click()", selector)

    def choose(self, selector: str, value: str) -> None:
        """Choose from a list."""
        self.evaluate(CHOOSE, [selector, value])


CHOOSE = """([selector, value]) => {
  const list = document.querySelector(selector);
  list.value = value;
  list.dispatchEvent(new Event('change', { bubbles: true }));
}"""


class Value:
    """What was waited for."""

    def __init__(self, value: Any) -> None:
        self._value = value

    def json_value(self) -> Any:
        return self._value


MEGABYTE = 1024 * 1024
MAPPING = re.compile(r"([0-9a-f]+)-([0-9a-f]+) (\S{4}) \S+ \S+ \d+ *(.*)")
ALIGNED = 1 << 32  # where a memory of WebAssembly begins
MIN_MEMORY = 16 * MEGABYTE  # of Pyodide

PYTHON = "Python"
CODE = "compiled code"
BROWSER = "JavaScript, page and buffers"
FILES = "the browser's own program"


def held(process: int) -> Counter[str]:
    """Bytes of a process that are in memory, its share of what several have (PSS), by kind."""
    lines = Path(f"/proc/{process}/smaps").read_text(encoding="utf-8").splitlines()
    result = [match for match in map(MAPPING.fullmatch, lines) if match]
    shares = [int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:")]
    sizes: Counter[str] = Counter()
    for mapping, share in zip(result, shares, strict=True):
        sizes[_kind(mapping)] += share
    return sizes


def _kind(mapping: re.Match[str]) -> str:
    if mapping[4] and not mapping[4].startswith("["):
        return FILES
    if "x" in mapping[3]:
        return CODE
    start, end = int(mapping[1], 16), int(mapping[2], 16)
    return BROWSER if start % ALIGNED or end - start < MIN_MEMORY else PYTHON
