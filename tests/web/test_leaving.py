"""A visitor who goes from table to table leaves nothing behind in the browser."""

from __future__ import annotations

import random
from typing import NamedTuple

from playwright.sync_api import CDPSession, Page, expect

from azulejos import GAME_NAMES
from clicking import GO, click_target, play_a_turn, state_of
from server_in_thread import Running

TABLES = 5
MAX_NODES = 1500  # fewer than one table has
MAX_LISTENERS = 40
MAX_BYTES = 3_000_000  # with the code of the other games


class Kept(NamedTuple):
    """What the browser holds after it has collected its garbage."""

    nodes: int
    listeners: int
    heap: int


def kept(session: CDPSession) -> Kept:
    for _ in range(2):  # what the first leaves to be finished, the second finds
        session.send("HeapProfiler.collectGarbage")
    counters = session.send("Memory.getDOMCounters")
    heap = session.send("Runtime.getHeapUsage")["usedSize"]
    return Kept(counters["nodes"], counters["jsEventListeners"], int(heap))


def visit(page: Page, server: Running, game: str) -> None:
    """Play a turn at a table of one's own, and go back to the lobby."""
    page.evaluate(GO, f"/t/{new_table(page, server, game)}")
    assert state_of(page) == "turn"
    click_target(page, 0)
    assert state_of(page) == "turn"
    play_a_turn(page, random.Random(game))
    page.get_by_role("tab", name="Rules").click()
    page.locator("[data-do=menu]").click()
    page.keyboard.press("Escape")
    page.evaluate(GO, "/")
    expect(page.locator(".game")).to_have_count(4)


def new_table(page: Page, server: Running, game: str) -> str:
    seats = [{"kind": "me"}, {"kind": "bot", "level": "easy"}]
    start = 2 if game == "duel" else 1  # in Duel the other player has the first choice
    wanted = {"game": game, "options": {"start": start}, "seats": seats}
    headers = {"Origin": server.url}
    answer = page.request.post(f"{server.url}/api/tables", data=wanted, headers=headers)
    return str(answer.json()["table"])


def test_tables_that_were_left_are_forgotten(page: Page, server: Running) -> None:
    page.goto(server.url)
    visit(page, server, "azul")
    session = page.context.new_cdp_session(page)
    before = kept(session)
    for number in range(TABLES):
        visit(page, server, GAME_NAMES[number % len(GAME_NAMES)])
    after = kept(session)
    assert after.nodes - before.nodes < MAX_NODES, (before, after)
    assert after.listeners - before.listeners < MAX_LISTENERS, (before, after)
    assert after.heap - before.heap < MAX_BYTES, (before, after)
