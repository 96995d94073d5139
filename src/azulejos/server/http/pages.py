"""The page and its parts, as the build wrote and compressed them.

The standalone site is served beside it for when the server cannot be reached. Browsers keep it
after their first table, and the page leads there when the connection is lost. It is in a folder of
its own, so its games are never mistaken for those of this server.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from functools import lru_cache, partial
from hmac import compare_digest
from pathlib import Path
from typing import Any

from litestar import HttpMethod, Response, get, route
from litestar.params import FromPath
from litestar.response import Redirect

from azulejos.errors import NotFound
from azulejos.server.http import previews
from azulejos.server.http.requests import IS_PACKED, HttpContext, HttpRequest, TheHub
from azulejos.server.http.security import SITE
from azulejos.tables.bots.levels import standard
from azulejos.tables.live.summary import guests_at
from azulejos.tables.lobby.new_table import NewSeat, NewTable
from azulejos.tables.requests.route import accepted_encodings

STATIC = Path(__file__).parents[1] / "static"
PAGES = ["/", "/t/{_table:str}", "/me/{_secret:str}"]
FOREVER = "public, max-age=31536000, immutable"
PACKED = {"br": ".br", "gzip": ".gz"}  # encodings and how their files end, the best first
MAX_LISTED = 20
MAX_NAME_LENGTH = 200  # of a part of the page: no file system refuses a shorter one
HAS_SITE = f'data-offline="{SITE}"'  # of our page, which looks for it: `web/src/away.ts`
HAS_SERVER = 'data-server="/"'  # of the site's page, which looks for it: `offline/server.ts`
NAMED = ("assets/", "python-")  # what has a digest in its name
NO_PAGE = "The page has not been built. The API is described at /api/openapi.json.\n"

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("text/javascript", ".mjs")
mimetypes.add_type("application/wasm", ".wasm")
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("application/manifest+json", ".webmanifest")

file_route = partial(
    route,
    http_method=[HttpMethod.GET, HttpMethod.HEAD],
    include_in_schema=False,
    opt={IS_PACKED: True},
)


@dataclass(frozen=True, eq=False)
class File:
    """A file in memory, also in the forms that the build compressed."""

    body: bytes
    packed: dict[str, bytes]  # by encoding, the smallest first
    kind: str
    tag: str
    changed: int


_files: dict[Path, File] = {}


def file_at(path: FromPath[Path]) -> File | None:
    """A file, read again only if it has changed."""
    if not path.is_file():
        return None
    changed = path.stat().st_mtime_ns
    if path not in _files or _files[path].changed != changed:
        body = path.read_bytes()
        kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
        _files[path] = File(body, _packed(path, body), kind, tag, changed)
    return _files[path]


def _packed(path: Path, body: bytes) -> dict[str, bytes]:
    """The compressed forms that lie beside a file and are smaller than it."""
    result = {}
    for encoding, ending in PACKED.items():
        beside = path.with_name(path.name + ending)
        if beside.is_file() and beside.stat().st_size < len(body):
            result[encoding] = beside.read_bytes()
    return result


@file_route(PAGES)
async def page(request: HttpRequest, hub: TheHub) -> Response[bytes]:
    """Every address of the page is the same file: it finds out itself what to show."""
    result = file_at(page_folder(hub) / "index.html")
    if result is None:
        return Response(NO_PAGE.encode(), media_type="text/plain")
    if hub.settings.site:
        result = marked(result, HAS_SITE)
    if tags := previews.tags_for(request, hub):
        result = packed(result, result.body.replace(b"</head>", tags + b"</head>", 1))
    return answer_file(request, result, "no-cache")


@file_route("/preview")
async def preview(request: HttpRequest, hub: TheHub) -> Response[bytes]:
    """The picture of a link to a position or a puzzle."""
    return await previews.preview(request, hub, None)


@file_route("/preview/t/{table:str}")
async def table_preview(request: HttpRequest, hub: TheHub, table: FromPath[str]) -> Response[bytes]:
    """The picture of a link to a table."""
    return await previews.preview(request, hub, table)


@file_route("/worker.js")
async def worker(request: HttpRequest, hub: TheHub) -> Response[bytes]:
    """The service worker, for the whole of the page: browsers look for a new one by this name."""
    return answer_file(request, file_below(page_folder(hub), "worker.js"), "no-cache")


@get("/start/{secret:str}", include_in_schema=False)
async def start(request: HttpRequest, hub: TheHub, secret: FromPath[str]) -> Redirect:
    """Seat the one who opens the secret address of `azulejos web` at a table against a bot, once.

    A game against bots that was begun another day goes on.
    """
    if hub.first_game is None or not compare_digest(hub.first_game[0], secret):
        return Redirect("/")
    game, hub.first_game = hub.first_game[1], None
    guest = await HttpContext(request, hub).guest()
    for row in await hub.store.tables_of(guest.guest, MAX_LISTED):
        if row.state == "playing" and row.game == game and len(guests_at(row)) == 1:
            return Redirect(f"/t/{row.table}")
    seats = [NewSeat("me"), NewSeat("bot", standard(game))]
    return Redirect(f"/t/{await hub.lobby.create(NewTable(game, seats=seats), guest)}")


@file_route("/assets/{path:path}")
async def asset(request: HttpRequest, hub: TheHub, path: FromPath[Path]) -> Response[bytes]:
    """A part of the page; its name has a digest in it, so that it never changes."""
    return answer_file(request, file_below(page_folder(hub) / "assets", str(path)), FOREVER)


@file_route("/offline")
async def site_page(request: HttpRequest, hub: TheHub) -> Response[Any]:
    """The page of the standalone site, told that there is a server."""
    if not request.scope["raw_path"].endswith(b"/"):  # the path itself has lost its slash
        return Redirect(SITE)
    page = file_below(_folder(hub), "index.html")
    return answer_file(request, marked(page, HAS_SERVER), "no-cache")


@file_route("/offline/{path:path}")
async def site_file(request: HttpRequest, hub: TheHub, path: FromPath[Path]) -> Response[bytes]:
    """Any other file of the site."""
    name = str(path).lstrip("/")
    if name == "worker.js" and not (_folder(hub) / name).is_file():
        return Response(
            b"", status_code=204
        )  # the page asks again and again while it is being built
    result = file_below(_folder(hub), name)
    return answer_file(request, result, FOREVER if name.startswith(NAMED) else "no-cache")


def page_folder(hub: TheHub) -> Path:
    return hub.settings.static or STATIC


def _folder(hub: TheHub) -> Path:
    if hub.settings.site is None:
        raise NotFound("there is no such file")
    return hub.settings.site


HANDLERS = (page, preview, table_preview, start, worker, asset, site_page, site_file)


def file_below(folder: Path, name: str) -> File:
    """A file inside a folder, by the name in an address."""
    if len(name) > MAX_NAME_LENGTH or not name.isprintable():
        raise NotFound("there is no such file")
    folder = folder.resolve()
    wanted = (folder / name.lstrip("/")).resolve()
    result = file_at(wanted) if wanted.is_relative_to(folder) else None
    if result is None:
        raise NotFound("there is no such file")
    return result


@lru_cache(maxsize=4)
def marked(page: File, mark: str) -> File:
    """A page with an attribute added to its first element."""
    return packed(page, page.body.replace(b"<html ", f"<html {mark} ".encode(), 1))


def packed(page: File, body: bytes) -> File:
    """A page with another body."""
    tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    return File(body, {"gzip": gzip.compress(body, 9, mtime=0)}, page.kind, tag, page.changed)


def answer_file(request: HttpRequest, file: File, caching: str) -> Response[bytes]:
    """A file in an encoding that the browser accepts, or the answer that its copy is current."""
    headers = {"Cache-Control": caching, "ETag": file.tag, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == file.tag:
        return Response(b"", status_code=304, headers=headers)
    accepted = accepted_encodings(request.headers.get("accept-encoding", ""))
    for encoding, packed in file.packed.items():
        if encoding in accepted:
            headers["Content-Encoding"] = encoding
            return Response(packed, media_type=file.kind, headers=headers)
    return Response(file.body, media_type=file.kind, headers=headers)
