"""The rules in other languages say what the English ones say, as far as a program can tell."""

from __future__ import annotations

import re
from collections import Counter
from itertools import zip_longest
from pathlib import Path

import pytest

import azulejos
from azulejos.errors import UnknownName
from azulejos.narration.languages import CYRILLIC, LANGUAGES, guide_text, rules_text
from azulejos.tables.requests.about import POSITION, scene_of

FOLDER = Path(__file__).parents[2] / "docs" / "rules"
OTHERS = [language for language in LANGUAGES if language != "en"]
WHAT_IS_KEPT = {
    "heading": r"^#+(?= )",
    "rule": r"[A-Z]{2}-\d+",
    "code": r"`[^`]+`",
    "bold": r"\*\*(?=\w)",
    "italics": r"(?<![*\\\w])\*(?=[^\W\d])",
    "column": r"(?<!`)\|",
    "number": r"(?<![-\w`])\d+(?![\w`])",
}


@pytest.mark.parametrize("language", [language for language in OTHERS if language not in CYRILLIC])
def test_every_game_has_its_rules_and_nothing_else_is_there(language: str) -> None:
    result = {file.name for file in (FOLDER / language).iterdir()}
    assert result == {f"{game}.md" for game in azulejos.GAME_NAMES}


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", azulejos.GAME_NAMES)
def test_part_by_part_they_are_built_like_the_english_ones(game: str, language: str) -> None:
    """Headings, rules, tables, lists, notation and figures: each where English has it."""
    theirs, ours = parts(rules_text(game, language)), parts(rules_text(game))
    differing = [
        f"{what}: {english or 'nothing'!r} is {other or 'nothing'!r}"
        for english, other in zip_longest(ours, theirs, fillvalue="")
        for what, differs in differences(english, other).items()
        if differs
    ]
    assert not differing, f"docs/rules/{language}/{game}.md, first of all {differing[0]}"


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", azulejos.GAME_NAMES)
def test_nothing_is_left_in_english(game: str, language: str) -> None:
    ours = set(parts(rules_text(game)))
    same = [part for part in parts(rules_text(game, language)) if part in ours]
    assert [part for part in same if re.search(r"[a-z]{2}\w* [a-z]{2}", part)] == []


@pytest.mark.parametrize("game", azulejos.GAME_NAMES)
def test_the_guide_has_the_same_parts_and_pictures_in_every_language(game: str) -> None:
    kept = re.compile(r"^#+|^```.*?^```|^- ", re.MULTILINE | re.DOTALL)
    guides = {language: guide_text(game, language) for language in LANGUAGES}
    built = {language: kept.findall(text) for language, text in guides.items()}
    assert {language for language, parts in built.items() if parts != built["en"]} == set()
    shown = POSITION.findall(guides["en"])
    assert len(shown) >= 3  # setup, turn and end
    assert all(scene_of(game, position) for position in shown)
    lines = set(guides["en"].splitlines())
    same = {line for text in guides.values() if text != guides["en"] for line in text.splitlines()}
    assert [
        line for line in lines & same if line and not re.match(f"```|{game} players", line)
    ] == []


def test_a_language_that_there_is_not() -> None:
    with pytest.raises(
        UnknownName, match="no language is called 'xx'; there are: en, ru, sr, sr-Cyrl, uk"
    ):
        rules_text("azul", "xx")


def parts(text: str) -> list[str]:
    """Headings, paragraphs, items of lists and rows of tables, each on one line."""
    result: list[str] = []
    is_open = False
    for line in text.splitlines():
        begins = re.match(r"#+ |[-*] |\d+\. |\|", line.strip())
        if not line.strip():
            is_open = False
        elif begins or not is_open:
            result.append(line.strip())
            is_open = not line.startswith("#")
        else:
            result[-1] += f" {line.strip()}"
    return result


def differences(english: str, other: str) -> dict[str, bool]:
    """What a part has that its counterpart has not, or has it another number of times."""
    return {
        what: Counter(re.findall(kept, english)) != Counter(re.findall(kept, other))
        for what, kept in WHAT_IS_KEPT.items()
    } | {"item": english.startswith("- ") != other.startswith("- ")}
