"""Who answers the page, for tests of what a person does: a server, or the page itself."""

from __future__ import annotations

import random
import re
from typing import Any, Protocol

from playwright.sync_api import FilePayload, Page, expect

from azulejos import Match
from azulejos import game as game_named
from clicking import new_table, play_a_turn, state_of
from server_in_thread import Running


class Host(Protocol):
    """Where somebody opens the page, and what can be there before."""

    url: str  # of the first screen

    def new_table(self, page: Page, game: str, **options: Any) -> str:
        """Sit down at a table of one's own against easy bots, and open it."""

    def finished(self, page: Page) -> str:
        """Open a game of two turns that was given up."""


class ServerHost:
    """A server, at whose API tests prepare what they look at."""

    def __init__(self, server: Running) -> None:
        self._server = server
        self.url = server.url

    def new_table(self, page: Page, game: str, **options: Any) -> str:
        return new_table(page, self._server, game, **options)

    def finished(self, page: Page) -> str:
        """By clicks it is in `test_reach.py`."""
        ana = self._server.guest("Ana")
        table = ana.new_table("azul", "me", "easy", options={"start": 1})
        socket = ana.socket(table)
        for play in (socket.play, socket.play, lambda: socket.do("resign")):
            while socket.update.get("to_move") != 0:  # the bot's move may be told with one's own
                socket.hear()
            play()
        socket.close()
        page.context.add_cookies([{"name": "azulejos", "value": ana.secret, "url": self.url}])
        page.goto(f"{self.url}/t/{table}")
        expect(page.locator("dialog.result")).to_be_visible()
        return table


class SiteHost:
    """The standalone site: a table with any options comes there by file."""

    def __init__(self, url: str) -> None:
        self.url = url

    def new_table(self, page: Page, game: str, **options: Any) -> str:
        bots = ["bot:easy"] * (options.get("players", 2) - 1)
        chosen = game_named(game).options.of(options)
        begun = Match(game_named(game), chosen, names=("Guest", *bots), source=random.Random(1))
        text = begun.record.to_text().encode()
        file = FilePayload(name="game.txt", mimeType="text/plain", buffer=text)
        page.goto(f"{self.url}/")
        page.locator("[data-do=import]").set_input_files(file)
        page.locator("[data-do=open-imported]").click()
        expect(page).to_have_url(re.compile(r"\?t="))
        return page.url.rpartition("=")[2]

    def finished(self, page: Page) -> str:
        table = self.new_table(page, "azul", start=1)
        for turn in range(2):
            assert state_of(page) == "turn"
            play_a_turn(page, random.Random(turn))
        assert state_of(page) == "turn"
        page.locator("[data-do=menu]").click()
        for _ in range(2):
            page.locator("[data-do=resign]").click()
        expect(page.locator("dialog.result")).to_be_visible()
        return table
