"""The rules of the games in our own words, in every language."""

from __future__ import annotations

from pathlib import Path

from azulejos.errors import AzulejosError, UnknownName
from azulejos.messages import ENGLISH
from azulejos.narration.cyrillic import CYRILLIC, in_cyrillic
from azulejos.narration.languages import LANGUAGES

PACKAGE = Path(__file__).resolve().parent.parent
FOLDERS = (PACKAGE / "docs" / "rules", PACKAGE.parent.parent / "docs" / "rules")
"""Where the rules lie: in an installed package, in a checkout."""


def rules_text(game: str, language: str = ENGLISH) -> str:
    """The rules of a game as Markdown."""
    if language not in LANGUAGES:
        raise UnknownName("language", language, LANGUAGES)
    if language in CYRILLIC:
        return in_cyrillic(rules_text(game, CYRILLIC[language]))
    name = f"{game}.md" if language == ENGLISH else f"{language}/{game}.md"
    for folder in FOLDERS:
        if (folder / name).is_file():
            return (folder / name).read_text(encoding="utf-8")
    raise AzulejosError(f"the rules of {game} are missing: no file docs/rules/{name} was found")
