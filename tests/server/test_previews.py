"""Previews of links: tags in the page, and pictures of what everybody may know."""

from __future__ import annotations

import io
import re

import pytest
from PIL import Image, ImageChops

from azulejos import AZUL, DUEL, Record, svg
from azulejos.core.state import State
from azulejos.pictures.raster import png
from azulejos.puzzles.shipped import collection
from azulejos.server.http import previews
from azulejos.tables.study.reader import PICTURE, Draw, Try, answer
from azulejos.testing import random_game
from server_in_thread import Guest, Running

POSITION = "azul players=2; round 1 phase=offer turn=1 start=1; displays BBYR - - - -"
TAG = re.compile(r'<meta property="([\w:]+)" content="([^"]*)">')


def tags(guest: Guest, path: str) -> dict[str, str]:
    page = guest.http.get(path)
    assert page.status_code == 200
    return dict(TAG.findall(page.text))


def picture(guest: Guest, url: str) -> Image.Image:
    found = guest.http.get(url)
    assert (found.status_code, found.headers["content-type"]) == (200, "image/png")
    return Image.open(io.BytesIO(found.content)).convert("RGB")


def drawn(state: State, names: list[str] | None = None) -> Image.Image:
    content = png(svg(state, names=names, size=PICTURE), PICTURE)
    return Image.open(io.BytesIO(content)).convert("RGB")


def is_same(one: Image.Image, other: Image.Image) -> bool:
    return one.size == other.size and ImageChops.difference(one, other).getbbox() is None


def test_a_link_to_a_table_has_its_picture(server: Running) -> None:
    ana = server.guest("Ana")
    table = ana.new_table("azul", "me", "easy")
    told = tags(ana, f"/t/{table}")
    assert told["og:image"] == f"{server.url}/preview/t/{table}"
    assert told["twitter:card"] == "summary_large_image"
    assert picture(ana, told["og:image"]).width == PICTURE


def test_links_to_a_move_of_a_game_show_it(server: Running) -> None:
    ana = server.guest("Ana")
    table = ana.new_table("azul", "me", "easy", options={"start": 1})
    socket = ana.socket(table)
    update = socket.next_update(lambda update: update["to_move"] == 0)
    made = socket.do("move", move=update["choices"][0]["move"])
    while socket.update["version"] == made or socket.update["to_move"] != 0:
        socket.hear()
    socket.do("resign")
    socket.close()
    record = Record.from_text(ana.http.get(f"/api/tables/{table}/record.txt").text)
    states = [*record.states()]
    for ply in (0, 2):
        told = tags(ana, f"/t/{table}?replay-{ply}")
        assert told["og:image"] == f"{server.url}/preview/t/{table}?replay-{ply}"
        shown = picture(ana, told["og:image"])
        others = [drawn(state, ["Ana", "Easy"]).crop((0, 0, PICTURE, 250)) for state in states[:4]]
        fitting = [is_same(shown.crop((0, 0, PICTURE, 250)), other) for other in others]
        assert fitting[ply]
    assert ana.http.get(f"/preview/t/{table}?replay-99999").status_code == 400


def test_links_to_positions_and_puzzles_have_pictures(server: Running) -> None:
    ana = server.guest()
    told = tags(ana, f"/?analysis={POSITION.replace(' ', '+')}")
    assert is_same(picture(ana, told["og:image"]), drawn(AZUL.position(POSITION)))
    puzzle = collection("azul").entries[0].id
    told = tags(ana, f"/?puzzle-{puzzle}")
    state = AZUL.position(collection("azul").position(puzzle))
    assert is_same(picture(ana, told["og:image"]), drawn(state.public))


def test_secrets_of_a_game_that_goes_on_are_not_shown() -> None:
    """[DU-25] What one seat knows of the plates put back is blank for all others."""
    plies = (ply for seed in range(20) for ply in random_game(DUEL, DUEL.options(), seed))
    state = next(ply.state for ply in plies if str(ply.state) != str(ply.state.public))
    hidden = answer(Draw(Try(str(state)), ["A", "B"])).body
    assert hidden == answer(Draw(Try(str(state.public)), ["A", "B"])).body
    assert svg(state) != svg(state.public)


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/?",
        "/?nonsense",
        "/?puzzle-<script>",
        "/?puzzle-" + "x" * 70,
        "/?analysis" + "=" * 20_000,
        "/t/%22%3E%3Cscript%3E",
        "/t/" + "x" * 50,
        "/me/secret?replay-3",
    ],
)
def test_other_addresses_have_no_tags(server: Running, path: str) -> None:
    assert tags(server.guest(), path) == {}


@pytest.mark.parametrize(
    "text",
    [
        '"><script>alert(1)</script>',
        "azul%22%3E%3Cimg",
        "%ff%fe",
        "azul;'\"<>&",
        "\\u0000",
        "a" * 5000,
    ],
)
def test_hostile_positions_are_quoted_and_refused(server: Running, text: str) -> None:
    ana = server.guest()
    page = ana.http.get("/", params={"analysis": text}).text
    assert "<script>alert" not in page
    assert "<img" not in page
    answered = ana.http.get("/preview", params={"analysis": text})
    assert 400 <= answered.status_code < 500


@pytest.mark.parametrize("path", ["/preview", "/preview/t/nowhere", "/preview?puzzle-none"])
def test_what_is_not_there_has_no_picture(server: Running, path: str) -> None:
    assert server.guest().http.get(path).status_code == 404


def test_pictures_are_kept_but_not_too_many(server: Running) -> None:
    ana = server.guest()
    for score in range(3):
        text = POSITION.replace(";", f"; seat 1 score={score};", 1)
        ana.http.get("/preview", params={"analysis": text})
    assert len(previews._kept) <= previews.MAX_KEPT
