"""The languages: catalogues of messages, plurals by CLDR, rules, and which one a reader prefers.

A language is there as soon as its file is. Serbian is written in Latin letters, in `sr.json`; in
Cyrillic ones, `sr-Cyrl`, it is made of that.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache, partial
from pathlib import Path
from types import ModuleType

from azulejos.errors import AzulejosError, UnknownName
from azulejos.extras import needs
from azulejos.messages import ENGLISH, FOLDER, Catalogue, english
from azulejos.narration.cyrillic import CYRILLIC, catalogue_in_cyrillic, in_cyrillic

NEAR = {"bs": "sr-Latn", "cnr": "sr-Latn", "hr": "sr-Latn", "sh": "sr-Latn"}
"""Speakers of these languages can read another one well."""


def languages_in(folder: Path) -> tuple[str, ...]:
    """The languages that there are files for, English first."""
    result = {file.stem for file in folder.glob("*.json")}
    result |= {cyrillic for cyrillic, latin in CYRILLIC.items() if latin in result}
    return ENGLISH, *sorted(result - {ENGLISH})


LANGUAGES = languages_in(FOLDER)


def messages_of(language: str, folder: Path = FOLDER) -> Mapping[str, str]:
    """The messages of a language, by their names."""
    written = (folder / f"{CYRILLIC.get(language, language)}.json").read_text(encoding="utf-8")
    messages: dict[str, str] = json.loads(written)
    return catalogue_in_cyrillic(language, messages) if language in CYRILLIC else messages


def _babel() -> ModuleType:
    with needs("terminal"):
        import babel.core  # noqa: PLC0415 - slow to import, and rarely needed

    return babel.core


@cache
def plural_form(language: str, number: int) -> str:
    """The plural form of a number in a language: zero, one, two, few, many or other."""
    form: str = _babel().Locale.parse(language, sep="-").plural_form(number)
    return form


def negotiated(accepted: str, folder: Path = FOLDER) -> str:
    """The language for an `Accept-Language`, like `sr-Latn, ru;q=0.8`: English if none is known."""
    offered = _offered(folder)
    for tag in _preferred(accepted):
        language = offered.get(_script(NEAR.get(tag.split("-")[0].lower(), tag)))
        if language:
            return language
    return ENGLISH


@cache
def _offered(folder: Path) -> Mapping[tuple[str, str], str]:
    """The languages of a folder by their languages and scripts."""
    return {
        _script(messages_of(language, folder)["language.tag"]): language
        for language in languages_in(folder)
    }


def _preferred(accepted: str) -> list[str]:
    """The tags of an `Accept-Language`, the most wanted first."""
    wanted = []
    for part in accepted.split(","):
        tag, _, quality = part.partition(";")
        try:
            weight = float(quality.strip().removeprefix("q=") or 1)
        except ValueError:
            weight = 0.0
        if tag.strip() and weight > 0:
            wanted.append((-weight, tag.strip()))
    return [tag for _, tag in sorted(wanted, key=lambda each: each[0])]


@cache
def _script(tag: str) -> tuple[str, str]:
    """A tag's language and script, such as `sr` and `Cyrl`, which CLDR knows if it is not said."""
    try:
        language, territory, script, *_ = _babel().parse_locale(tag, sep="-")
    except ValueError:
        return tag, ""
    likely = _babel().get_global("likely_subtags")
    full = likely.get(f"{language}_{territory}") or likely.get(language) or f"{language}__"
    return language, script or full.split("_")[1]


@cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of a language."""
    if language == ENGLISH:
        return english()
    return Catalogue(language, messages_of(language), partial(plural_form, language))


PACKAGE = Path(__file__).resolve().parent.parent
FOLDERS = (PACKAGE / "docs" / "rules", PACKAGE.parent.parent / "docs" / "rules")
"""Where the rules lie: in an installed package, in a checkout."""


def guide_text(game: str, language: str = ENGLISH) -> str:
    """The rules of a game at a glance, as Markdown with positions."""
    return rules_text(game, language, "guide/")


def rules_text(game: str, language: str = ENGLISH, folder_of: str = "") -> str:
    """The rules of a game as Markdown."""
    if language not in LANGUAGES:
        raise UnknownName("language", language, LANGUAGES)
    if language in CYRILLIC:
        return in_cyrillic(rules_text(game, CYRILLIC[language], folder_of))
    name = folder_of + (f"{game}.md" if language == ENGLISH else f"{language}/{game}.md")
    for folder in FOLDERS:
        if (folder / name).is_file():
            return (folder / name).read_text(encoding="utf-8")
    raise AzulejosError(f"the rules of {game} are missing: no file docs/rules/{name} was found")
