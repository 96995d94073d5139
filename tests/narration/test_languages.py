"""Languages by their files alone: how they count, who gets which, and Serbian in Cyrillic."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

import azulejos
from azulejos.messages import FOLDER, Catalogue
from azulejos.narration import Message
from azulejos.narration.cyrillic import in_cyrillic
from azulejos.narration.languages import (
    catalogue,
    languages_in,
    messages_of,
    negotiated,
    plural_form,
    rules_text,
)

NUMBERS = (0, 1, 2, 5, 12, 22, 100)


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("en", "other one other other other other other"),
        ("uk", "many one few many many few many"),
        ("sr", "other one few other other few other"),
        ("sr-Cyrl", "other one few other other few other"),
        ("ar", "zero one two few many many other"),
    ],
)
def test_a_language_counts_in_its_own_way(language: str, forms: str) -> None:
    assert [plural_form(language, number) for number in NUMBERS] == forms.split()
    assert plural_form(language, -2) == plural_form(language, 2)


def test_babel_is_not_imported_before_something_is_counted() -> None:
    """It is slow to import, and bots and the arena never count anything in words."""
    check = "import azulejos, azulejos.narration.languages, sys; sys.exit('babel' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 0


POLISH = {
    "language": "Polski",
    "language.tag": "pl",
    "game.amount": "{tiles, plural, one {# płytka} few {# płytki} other {# płytek}}",
}


def test_a_fifth_language_is_a_file(tmp_path: Path) -> None:
    folder = shutil.copytree(FOLDER, tmp_path / "languages")
    (folder / "pl.json").write_text(json.dumps(POLISH), encoding="utf-8")
    assert languages_in(folder) == ("en", "pl", "ru", "sr", "sr-Cyrl", "uk")
    polish = Catalogue("pl", messages_of("pl", folder), partial(plural_form, "pl"))
    words = [polish.words(Message("game.amount", {"tiles": n}), ()) for n in NUMBERS]
    assert words == [
        "0 płytek",
        "1 płytka",
        "2 płytki",
        "5 płytek",
        "12 płytek",
        "22 płytki",
        "100 płytek",
    ]
    assert negotiated("pl-PL, en;q=0.5", folder) == "pl"


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("ru", "ru"),
        ("uk-UA, ru;q=0.9", "uk"),
        ("ru;q=0.3, uk;q=0.5", "uk"),
        ("fr-CH, de;q=0.9, sr-Latn;q=0.1", "sr"),
        ("sr-Latn-RS", "sr"),
        ("sr-Cyrl", "sr-Cyrl"),
        ("sr", "sr-Cyrl"),  # so says CLDR, of Serbia
        ("sr-ME", "sr"),  # and of Montenegro
        ("hr-HR", "sr"),
        ("ru;q=0, en-GB", "en"),
        ("de", "en"),
        ("*", "en"),
        ("", "en"),
        (";;;q=,-,q=x", "en"),
    ],
)
def test_who_asks_for_a_language_gets_it_or_a_near_one(accepted: str, language: str) -> None:
    assert negotiated(accepted) == language


# Serbian in Cyrillic letters


@pytest.mark.parametrize(
    ("latin", "cyrillic"),
    [
        ("Njegov džoker, ljubičasta ploča", "Његов џокер, љубичаста плоча"),
        ("Ljilja, Džep, Ljubav", "Љиља, Џеп, Љубав"),
        ("đak, ćuk, čvor, šuma, žar", "ђак, ћук, чвор, шума, жар"),
        ("injekcija nadživi konjunkciju", "инјекција надживи конјункцију"),
        ("{seat} uzima {colour:acc}", "{seat} узима {colour:acc}"),
        (
            "{n, plural, =0 {ništa} one {# panel} few {# {kind} panela} other {# panela}}",
            "{n, plural, =0 {ништа} one {# панел} few {# {kind} панела} other {# панела}}",
        ),
        ("A drugu ispod nje. I crvenu. U vreći", "А другу испод ње. И црвену. У врећи"),
        ("{n, plural, other {I još #}}", "{n, plural, other {И још #}}"),
        ("Strana A ili B, od I do VI: 1A", "Страна A или B, од I до VI: 1A"),
        ("po SG-11 potez `3B2` i token BK", "по SG-11 потез `3B2` и токен BK"),
        ("- **AZ-9** I uz sivi zid", "- **AZ-9** И уз сиви зид"),
        ("boja *c* u koloni (*c* + *red*) mod 5", "боја *c* у колони (*c* + *ред*) mod 5"),
        ("Naučite Azul, igrajte Azul Duel", "Научите Azul, играјте Azul Duel"),
        ("v. https://azul.example.org/pravila", "в. https://azul.example.org/pravila"),
    ],
)
def test_what_is_serbian_becomes_cyrillic(latin: str, cyrillic: str) -> None:
    assert in_cyrillic(latin) == cyrillic


LATIN = re.compile(r"`[^`]*`|\{\w+, plural,|\{\w+(?::\w+)?\}|(?:=\d+|one|few|other)(?= \{)")
WORDS_LEFT = {"Azul", "Azulejos", "Duel", "Enter", "Esc", "Tab", "mod"}


def test_no_serbian_word_is_left_in_latin_letters() -> None:
    texts = [text for name, text in catalogue("sr-Cyrl").messages.items() if name != "language.tag"]
    texts += [rules_text(game, "sr-Cyrl") for game in azulejos.GAME_NAMES]
    words = {word for text in texts for word in re.findall("[^\\W\\d_]+", LATIN.sub("", text))}
    latin = {word for word in words if not re.search("[\u0400-\u04ff]", word)}
    assert {word for word in latin - WORDS_LEFT if re.search("[a-z]{2}|[čćđšž]", word)} == set()


CYRILLIC_LETTERS = "абвгдђежзијклљмнњопрстћуфхцчџш"
LATIN_LETTERS = (*"abvgdđežzijkl", "lj", *"mn", "nj", *"oprstćufhcč", "dž", "š")


def test_it_can_be_read_back() -> None:
    """No letter is lost: every Cyrillic letter is one Latin letter or pair."""
    for name, text in catalogue("sr").messages.items():
        back = catalogue("sr-Cyrl").messages[name]
        for cyrillic, latin in zip(CYRILLIC_LETTERS, LATIN_LETTERS, strict=True):
            back = back.replace(cyrillic, latin).replace(cyrillic.upper(), latin.capitalize())
        assert back == text or name == "language.tag"
