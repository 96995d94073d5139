"""A plain web server as any web space has one: it hands out the files of a folder, and no more."""

from __future__ import annotations

import mimetypes
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

mimetypes.add_type("text/javascript", ".mjs")

FOLDER = "games/azulejos"  # in which a site lies: any will do


class _Handler(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.server.asked.append(self.path)  # type: ignore[attr-defined]
        super().do_GET()

    def log_message(self, format: str, *args: Any) -> None: ...  # noqa: A002 - as it is there


class StaticServer:
    """Serves a folder on a loopback port; `asked` are the paths that were asked for."""

    def __init__(self, folder: Path) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, directory=folder))
        self._server.daemon_threads = True
        self._server.asked = self.asked = []  # type: ignore[attr-defined]
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05})
        self._thread.start()

    def stop(self) -> None:
        """Be gone; nothing is said to who stops it again."""
        if not self._thread.is_alive():
            return
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
