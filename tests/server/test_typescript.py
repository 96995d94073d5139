"""The page is checked against messages and routes as they are."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from azulejos.server.typescript import requests, types

FOLDER = Path(__file__).parents[2] / "web" / "src"


@pytest.mark.parametrize(("name", "written"), [("messages.ts", types), ("requests.ts", requests)])
def test_the_page_asks_and_hears_what_the_server_does(
    name: str, written: Callable[[], str]
) -> None:
    command = "python -m azulejos.server.typescript web/src"
    text = (FOLDER / name).read_text(encoding="utf-8")
    assert text == written(), f"write it again: {command}"


def test_every_message_has_a_type_of_its_own() -> None:
    text = types()
    assert "export interface Update {" in text
    assert 'type: "ask_hints";' in text
    assert "export type Scene = AzulScene" in text


def test_what_has_a_default_need_not_be_sent() -> None:
    assert "export interface AskedPosition {\n  position?: string | null;" in types()
    assert "create: (body: Partial<NewTable> & Pick<NewTable, 'game'>, " in requests()
    assert "mine: (query: { after?: string | undefined; limit?: number | undefined; " in requests()
