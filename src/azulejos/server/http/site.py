"""The standalone site, served beside the page for when the server cannot be reached.

Browsers keep it after their first table, and the page leads there when the connection is lost. It
lies in a folder of its own, so its games are never mistaken for those of this server.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from litestar import Response
from litestar.params import FromPath
from litestar.response import Redirect

from azulejos.errors import NotFound
from azulejos.server.http.identity import HttpRequest, TheHub
from azulejos.server.http.pages import FOREVER, answer_file, file_below, file_route, marked
from azulejos.server.http.security import SITE

HAS_SERVER = 'data-server="/"'  # of the site's page, which looks for it: `offline/server.ts`
NAMED = ("assets/", "python-")  # what has a digest in its name


@file_route("/offline")
async def site_page(request: HttpRequest, hub: TheHub) -> Response[Any]:
    """The page of the site, which learns that there is a server."""
    if not request.scope["raw_path"].endswith(b"/"):  # the path itself has lost its slash
        return Redirect(SITE)
    page = file_below(_folder(hub), "index.html")
    return answer_file(request, marked(page, HAS_SERVER), "no-cache")


@file_route("/offline/{path:path}")
async def site_file(request: HttpRequest, hub: TheHub, path: FromPath[Path]) -> Response[bytes]:
    """Any other file of the site."""
    name = str(path).lstrip("/")
    result = file_below(_folder(hub), name)
    return answer_file(request, result, FOREVER if name.startswith(NAMED) else "no-cache")


def _folder(hub: TheHub) -> Path:
    if hub.settings.site is None:
        raise NotFound("there is no such file")
    return hub.settings.site
