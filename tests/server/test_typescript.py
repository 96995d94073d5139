"""The page is checked against the messages as they are."""

from __future__ import annotations

from pathlib import Path

from azulejos.server.typescript import types

MESSAGES = Path(__file__).parents[2] / "web" / "src" / "messages.ts"


def test_the_types_of_the_page_are_those_of_the_messages() -> None:
    command = "python -m azulejos.server.typescript > web/src/messages.ts"
    assert MESSAGES.read_text(encoding="utf-8") == types(), f"write it again: {command}"


def test_every_message_has_a_type_of_its_own() -> None:
    text = types()
    assert "export interface Update {" in text
    assert 'type: "ask_hints";' in text
    assert "export type Scene = AzulScene" in text
