"""Serbian in Cyrillic letters, made of Serbian in Latin ones.

Every Latin letter or pair of letters is one Cyrillic letter. What is not Serbian stays as it is:
the places of a message, code, addresses, notation like `AZ-4`, `BK` or side `B`, and names.

The build of the page runs this file alone, so it imports nothing of the package.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

CYRILLIC = {"sr-Cyrl": "sr"}
"""Languages in Cyrillic letters, and in which language they are written."""

NAMES = ("Azulejos", "Azul Duel", "Azul", "Chromium", "Enter", "Esc", "Tab", "mod")
"""Proper names, keys and signs that are Latin in Cyrillic texts, too."""

KEPT = re.compile(
    r"`[^`]*`"
    r"|https?://\S+|[\w./-]+\.(?:py|md|json|txt)\b"  # addresses and files
    r"|(?:=\d+|zero|one|two|few|many|other) \{"  # forms of a plural
    r"|\{\w+, plural,|\{\w+(?::\w+)?\}"  # places of a message
    rf"|\b(?:{'|'.join(NAMES)})\b"
    r"|(?:^|(?<=\{)|(?<=[.!?*]\s))(?P<word>[AIKOSU])(?=\s)"  # begins a sentence: And, In, From
    r"|\b[A-Z\d]+\b(?:/[A-Z?*]+)?"  # notation, and numerals like VI
    r"|\b[cmnx]\b"  # variables
    r"|\b\w*[qwxy]\w*\b"  # letters that Serbian does not have
)
"""What is not written in Cyrillic, unless it is called `word`."""

PAIRS = {"lj": "љ", "nj": "њ", "dž": "џ"}
APART = ("injek", "konjug", "konjunk", "nadž", "odžal", "odživ", "podžanr", "tanjug", "vanjez")
"""Beginnings of words in which such a pair is two letters."""

LETTERS = str.maketrans(
    "abvgdđežzijklmnoprstćufhcčšABVGDĐEŽZIJKLMNOPRSTĆUFHCČŠ",
    "абвгдђежзијклмнопрстћуфхцчшАБВГДЂЕЖЗИЈКЛМНОПРСТЋУФХЦЧШ",
)
PAIR = re.compile("|".join(PAIRS), re.IGNORECASE)
WORD = re.compile(r"[^\W\d_]+")


def in_cyrillic(text: str) -> str:
    """A message or a page of rules in Cyrillic letters."""
    written, begin = [], 0
    for kept in KEPT.finditer(text):
        written += [_letters(text[begin : kept.start()]), _letters(kept["word"] or "")]
        written += [] if kept["word"] else [kept[0]]
        begin = kept.end()
    return "".join([*written, _letters(text[begin:])])


def catalogue_in_cyrillic(language: str, messages: Mapping[str, str]) -> dict[str, str]:
    """The messages of the Latin catalogue as those of a language in Cyrillic letters."""
    written = {name: in_cyrillic(text) for name, text in messages.items()}
    return written | {"language.tag": language}


def _letters(text: str) -> str:
    return WORD.sub(lambda word: _word(word[0]), text)


def _word(word: str) -> str:
    if not word.lower().startswith(APART):
        word = PAIR.sub(lambda pair: _pair(pair[0]), word)
    return word.translate(LETTERS)


def _pair(pair: str) -> str:
    letter = PAIRS[pair.lower()]
    return letter.upper() if pair[0].isupper() else letter
