"""The catalogues, by their languages: `azulejos.messages` says how they put things into words."""

from __future__ import annotations

from functools import cache, partial

from azulejos.messages import ENGLISH, Catalogue, english
from azulejos.narration.languages import messages_of, plural_form


@cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of a language."""
    if language == ENGLISH:
        return english()
    return Catalogue(language, messages_of(language), partial(plural_form, language))
