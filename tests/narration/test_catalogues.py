"""The catalogues: complete, alike, and nothing in them that nobody says."""

from __future__ import annotations

import json
import re
from functools import partial
from itertools import chain
from pathlib import Path

import pytest

import azulejos
from azulejos.games.duel.table import CHIP_TEXTS, SCORING_TEXTS
from azulejos.messages import FOLDER, Catalogue, places
from azulejos.narration import Message, kinds
from azulejos.narration.languages import LANGUAGES, catalogue, plural_form, rules_text
from azulejos.puzzles.puzzle import BLUNDER, GRADES
from lab.mining.themes import OTHERWISE, themes

SOURCES = Path(__file__).parents[2]
ENGLISH = catalogue("en").messages
IN_ENGLISH = {"kind", "like", "why"}
OTHERS = [language for language in LANGUAGES if language != "en"]


@pytest.mark.parametrize("language", OTHERS)
def test_no_message_is_missing_and_none_is_unknown(language: str) -> None:
    """A language may have further forms of a word: `colour.blue.acc` beside `colour.blue`."""
    messages = catalogue(language).messages
    assert ENGLISH.keys() - messages.keys() == set()
    further = messages.keys() - ENGLISH.keys()
    assert {name for name in further if name.rpartition(".")[0] not in ENGLISH} == set()


@pytest.mark.parametrize("file", [*FOLDER.iterdir()], ids=lambda file: file.stem)
def test_messages_are_sorted_and_none_stands_twice(file: Path) -> None:
    pairs = json.loads(file.read_text(encoding="utf-8"), object_pairs_hook=list)
    names = [name for name, _ in pairs]
    assert names == sorted(set(names))


@pytest.mark.parametrize("language", OTHERS)
def test_messages_speak_of_the_same_things(language: str) -> None:
    """Except for parts of faults that are in English whatever the language."""
    messages = catalogue(language).messages
    for name, text in ENGLISH.items():
        expected, result = places(text), places(messages[name])
        if name.startswith("fault."):
            expected, result = expected - IN_ENGLISH, result - IN_ENGLISH
        assert result == expected, name


@pytest.mark.parametrize("language", OTHERS)
def test_all_forms_asked_for_are_there(language: str) -> None:
    messages = catalogue(language).messages
    forms = {form for text in messages.values() for form in re.findall(r"\{\w+:(\w+)\}", text)}
    colours = [name for name in ENGLISH if re.fullmatch(r"colour\.\w+", name)]
    missing = {
        f"{colour}.{form}"
        for colour in colours
        for form in forms - {"sign"}
        if f"{colour}.{form}" not in messages
    }
    assert missing == set()


@pytest.mark.parametrize("language", OTHERS)
def test_no_word_mixes_alphabets(language: str) -> None:
    """A Latin letter in a Cyrillic word looks right, but is read aloud wrong and never found."""
    messages = catalogue(language).messages
    texts = [*messages.values()]
    texts += [rules_text(game, language) for game in azulejos.GAME_NAMES]
    words = {word for text in texts for word in re.findall(r"[^\W\d_]+", text)}
    cyrillic = {word for word in words if is_cyrillic(word)}
    assert {word for word in cyrillic if re.search("[^\u0400-\u04ff]", word)} == set()
    assert bool(cyrillic) == is_cyrillic(messages["language"])


def is_cyrillic(text: str) -> bool:
    return re.search("[\u0400-\u04ff]", text) is not None


@pytest.mark.parametrize("language", LANGUAGES)
def test_scoring_tiles_of_duel_are_told_in_the_room_beside_the_plates(language: str) -> None:
    messages = catalogue(language).messages
    longest = 41 if is_cyrillic(messages["language"]) else 46  # Cyrillic letters are wider
    texts = [messages[f"duel.scoring.{text}"] for text in SCORING_TEXTS]
    assert [text for text in texts if len(text) > longest] == []


def test_the_page_says_every_message_of_its_own() -> None:
    """By its name, or by a template like `ui.level.${level}`."""
    text = "\n".join(file.read_text() for file in (SOURCES / "web" / "src").rglob("*.ts*"))
    templates = {re.escape(each) for each in re.findall(r"`(ui\.[^`\s]*\$\{[^`]*)`", text)}
    said = [re.sub(r"\\\$\\\{.*?\\\}", r"[\\w.+-]+", each) for each in templates]
    said += [re.escape(each) for each in re.findall(r"[\"'`](ui\.[\w.-]+)[\"'`]", text)]
    is_said = re.compile("|".join(said)).fullmatch
    assert [name for name in ENGLISH if name.startswith("ui.") and not is_said(name)] == []


def test_every_message_is_said_somewhere() -> None:
    folders = [SOURCES / "src" / "azulejos" / "narration", SOURCES / "web" / "src"]
    texts = [file.read_text() for folder in folders for file in folder.rglob("*.*s*")]
    texts += [file.read_text() for file in folders[0].glob("*.py")]
    said = {found for text in texts for found in re.findall(r"[\"'`]([a-z]+\.[\w.-]+)[\"'`]", text)}
    said |= {key for key in ENGLISH if key.startswith("fault.")}  # test_faults.py looks at them
    said |= {f"game.{name}" for name in azulejos.GAME_NAMES}
    said |= {f"chip.{text}" for text in CHIP_TEXTS}
    said |= {f"duel.scoring.{text}" for text in SCORING_TEXTS}
    said |= {f"azul.{name}" for name in ("row", "column", "colour")}
    said |= {f"duel.kind.{kind}" for kind in ("special", "joker")}
    said |= {f"duel.way.{way}" for way in "nesw"}
    said |= {
        f"colour.{colour.name}"
        for name in azulejos.GAME_NAMES
        for colour in azulejos.game(name).colours
    }
    said |= {
        f"{name}.ending.{ending}"
        for name in azulejos.GAME_NAMES
        for ending in azulejos.game(name).endings[1:]
    }
    said |= {f"{name}.tie" for name in azulejos.GAME_NAMES if azulejos.game(name).ranked_by[1:]}
    said |= {f"puzzle.grade.{name}" for name in (*GRADES, BLUNDER)}
    said |= {
        f"puzzle.theme.{key}" for name in azulejos.GAME_NAMES for key in (*themes(name), OTHERWISE)
    }
    said |= {"language", "language.tag"}  # in the menu, and to the browser
    for kind in ("game.setup", *chain(*(kinds(azulejos.game(n)) for n in azulejos.GAME_NAMES))):
        said |= {kind, f"{kind}.kind", f"{kind}.part"}
    assert {name for name in ENGLISH if not name.startswith("ui.") and name not in said} == set()


# Words


WORDS = Catalogue(
    "ru",
    {
        "tiles": "{n, plural, =0 {ничего} one {# плитка} few {# плитки} other {# плиток}}",
        "take": "{seat} берёт {colour:acc} и {others:acc}",
        "nested": "{n, plural, one {одна {colour}} other {# {colour:gen}}}, {gained:sign}",
        "colour.blue": "синяя",
        "colour.blue.acc": "синюю",
        "colour.red": "красная",
        "said": "{parts}.",
    },
    partial(plural_form, "ru"),
)


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "ничего"),
        (1, "1 плитка"),
        (3, "3 плитки"),
        (5, "5 плиток"),
        (11, "11 плиток"),
        (21, "21 плитка"),
        (-2, "−2 плитки"),
    ],
)
def test_a_number_has_its_words(number: int, words: str) -> None:
    assert WORDS.words(Message("tiles", {"n": number}), ()) == words


def test_seats_have_names_and_words_have_forms() -> None:
    said = Message("take", {"seat": 1, "colour": "colour.blue", "others": ["colour.red", "B"]})
    assert WORDS.words(said, ("Ana", "Ben")) == "Ben берёт синюю и красная, B"


def test_places_within_a_plural_are_filled() -> None:
    values = {"n": 1, "colour": "colour.blue", "gained": 4}
    assert WORDS.words(Message("nested", values), ()) == "одна синяя, +4"
    assert WORDS.words(Message("nested", values | {"n": 2, "gained": -4}), ()) == "2 синяя, −4"
    assert places(WORDS.messages["nested"]) == {"n", "colour", "gained"}


def test_what_is_said_may_have_parts() -> None:
    parts = [Message("tiles", {"n": 1}), Message("tiles", {"n": 2})]
    assert WORDS.words(Message("said", {"parts": [*parts]}), ()) == "1 плитка, 2 плитки."
