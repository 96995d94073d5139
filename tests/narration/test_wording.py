"""What the glossaries of `docs/translating.md` forbid, and how signs are written."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.core import Locale

import azulejos
from azulejos.narration.cyrillic import CYRILLIC, in_cyrillic
from azulejos.narration.languages import LANGUAGES, catalogue, rules_text

GUIDE = Path(__file__).parents[2] / "docs" / "translating.md"
WRITTEN = [language for language in LANGUAGES if language not in CYRILLIC]


def forbidden(language: str) -> list[str]:
    """What the last column of a language's glossary names."""
    guide = GUIDE.read_text(encoding="utf-8")
    title = Locale.parse(language, sep="-").get_language_name("en")
    result = re.search(rf"^### {title}\n(.+?)^##", guide, re.MULTILINE | re.DOTALL)
    assert result, f"docs/translating.md has no glossary for {language}"
    rows = re.findall(r"^\|[^|]+\|[^|]+\|([^|]+)\|$", result[1], re.MULTILINE)[2:]
    return [word.strip() for row in rows for word in row.split(",")]


def texts_of(language: str) -> dict[str, str]:
    """All that people read in a language, by where it stands."""
    rules = {f"docs/rules: {game}": rules_text(game, language) for game in azulejos.GAME_NAMES}
    return {**catalogue(language).messages, **rules}


def uses(text: str, word: str) -> bool:
    """Whether a text has a word, or with a star at its end a word that begins so."""
    pattern = re.escape(word.removesuffix("*")).replace(r"\ ", r"\s+")
    ending = "" if word.endswith("*") else r"(?!\w)"
    return re.search(rf"(?<!\w){pattern}{ending}", text, re.IGNORECASE) is not None


@pytest.mark.parametrize("language", WRITTEN)
def test_nothing_says_what_the_glossary_forbids(language: str) -> None:
    words = forbidden(language)
    assert len(words) > 10
    result = {
        (place, word)
        for place, text in texts_of(language).items()
        for word in words
        if uses(text, word)
    }
    assert result == set()


def test_the_glossary_finds_words_whole_by_their_beginning_and_across_lines() -> None:
    assert uses("На шкале битого", "шкал*")
    assert uses("the start\n  player", "start player*")
    assert uses("Полоса!", "полоса")
    assert not uses("Полосатая полоска", "полоса")
    assert not uses("restart player", "start player*")


def test_forbidden_serbian_words_are_forbidden_in_cyrillic_too() -> None:
    words = [in_cyrillic(word) for word in forbidden("sr")]
    texts = texts_of("sr-Cyrl").values()
    assert {word for word in words if any(uses(text, word) for text in texts)} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_signs_are_real_ones(language: str) -> None:
    """A minus, an apostrophe, quotes and dots that a typewriter lacks."""
    typed = re.compile(r"(?<!\w)-\d| - |\.\.\.|['\"]|\d x \d| {2}|\s$|^\s")
    messages = catalogue(language).messages
    assert {name: text for name, text in messages.items() if typed.search(text)} == {}
