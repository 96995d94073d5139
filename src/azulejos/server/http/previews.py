"""What others see of a link before they open it: `og:` tags in the page, and their picture.

The page keeps what it shows behind a `#`, of which no server hears. So a link that is shared has it
behind a `?`, and the page puts it back. A picture shows what everybody may know; the readers draw
it (`tables/study/reader.py`), and the last ones are kept.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from functools import cache, partial
from html import escape
from importlib.util import find_spec
from urllib.parse import quote, unquote_plus

import msgspec
from litestar import Response

from azulejos.core.notation import MAX_POSITION_LENGTH
from azulejos.errors import NotFound
from azulejos.server.http.requests import HttpRequest, TheHub
from azulejos.server.http.security import address_of
from azulejos.server.hub import Hub
from azulejos.tables.live.standing import Standing
from azulejos.tables.live.updates import seat_infos
from azulejos.tables.requests.puzzles import position_of
from azulejos.tables.study.reader import Draw, Try, write

TABLE = re.compile(r"[A-Za-z0-9_-]{1,40}")
REPLAY = re.compile(r"replay-(\d{1,6})")
PUZZLE = re.compile(r"puzzle-([A-Za-z0-9_-]{1,60})")
ANALYSIS = "analysis="
MAX_QUERY = 3 * MAX_POSITION_LENGTH  # a letter may take three
MAX_KEPT = 40  # pictures of some 300 KB
MAX_AGE = 600  # seconds for which nobody need ask again


class Asked(msgspec.Struct, frozen=True):
    """What a link is about."""

    table: str | None = None
    ply: int | None = None  # of a game that is over
    puzzle: str | None = None
    position: str | None = None


def asked_for(table: str | None, query: str) -> Asked | None:
    """What a link is about, if there is a picture of it."""
    if table is not None:
        replay = REPLAY.fullmatch(query)
        return Asked(table, int(replay[1]) if replay else None) if TABLE.fullmatch(table) else None
    if puzzle := PUZZLE.fullmatch(query):
        return Asked(puzzle=puzzle[1])
    if query.startswith(ANALYSIS) and len(query) <= MAX_QUERY:
        position = unquote_plus(query.removeprefix(ANALYSIS)).replace(";", "\n")
        return Asked(position=position[: MAX_POSITION_LENGTH + 1])
    return None


def tags_for(request: HttpRequest, hub: Hub) -> bytes:
    """The tags for the address of a page; nothing if no picture can be drawn of it."""
    table = request.path_params.get("_table")
    query = request.scope["query_string"].decode("latin-1")
    asked = asked_for(table, query)
    if asked is None or not can_draw():
        return b""
    origin = next(iter(hub.settings.origins), str(request.base_url)).rstrip("/")
    path = f"/preview/t/{table}" if table else "/preview"
    shown = f"?{quote(query, safe='=+;,.*()-_%')}" if asked != Asked(asked.table) else ""
    said = {
        "og:type": "website",
        "og:site_name": "Azulejos",
        "og:title": "Azulejos",
        "og:image": f"{origin}{path}{shown}",
        "twitter:card": "summary_large_image",
    }
    lines = (
        f'<meta property="{name}" content="{escape(value)}">\n' for name, value in said.items()
    )
    return "".join(lines).encode()


@cache
def can_draw() -> bool:
    """Whether the extra `pictures` is installed."""
    return find_spec("resvg_py") is not None


_kept: OrderedDict[bytes, bytes] = OrderedDict()
"""The pictures that were asked for last, by what was asked of the readers."""


async def preview(request: HttpRequest, hub: TheHub, table: str | None) -> Response[bytes]:
    """The picture of a link."""
    asked = asked_for(table, request.scope["query_string"].decode("latin-1"))
    if asked is None or not can_draw():
        raise NotFound("there is no picture of this")
    address = address_of(request.scope)
    hub.limits.take("study", address)
    job = await _job(asked, hub)
    key = write(job)
    if key in _kept:
        _kept.move_to_end(key)
    else:
        _kept[key] = (await hub.readers.read(job, address)).body
        while len(_kept) > MAX_KEPT:
            _kept.popitem(last=False)
    headers = {"Cache-Control": f"public, max-age={MAX_AGE}"}
    return Response(_kept[key], media_type="image/png", headers=headers)


async def _job(asked: Asked, hub: Hub) -> Draw:
    """What a reader is to draw."""
    if asked.table:
        live = await hub.lobby.table(asked.table)
        return await live.read(partial(_of_table, ply=asked.ply))
    return Draw(Try(asked.position or await position_of(hub, asked.puzzle or "")))


def _of_table(standing: Standing, ply: int | None) -> Draw:
    """A game that is over after any of its events; one that goes on as a spectator sees it."""
    names = [seat.name or "?" for seat in seat_infos(standing, ())]
    if standing.match and not standing.result:
        return Draw(Try(str(standing.match.state.public)), names)
    place = Try(record=standing.record.to_json(), ply=ply if standing.result else None)
    return Draw(place, names)
