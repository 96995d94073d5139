"""What is wrong with positions and texts is told in every language, by keys that do not change."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

import azulejos
from azulejos import AZUL
from azulejos.editing.draft import edited
from azulejos.errors import NotationError, RecordError, Worded, error_of, worded
from azulejos.narration import Message
from azulejos.narration.languages import LANGUAGES
from azulejos.narration.worded import AS_IT_IS, as_worded, said_if_worded, said_of
from azulejos.narration.words import catalogue, places
from azulejos.tables.study.drafts import fresh_text

SOURCES = Path(azulejos.__file__).parent
READERS = ("core/notation.py", "core/misread.py", "core/options.py", "core/offer.py")
TEXTS = [SOURCES / name for name in READERS] + [*SOURCES.glob("games/*/*reading.py")]
CHECKS = [*SOURCES.glob("games/*/*checks.py")]
EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


class Call(NamedTuple):
    """A place in the sources where something is worded."""

    key: str
    values: frozenset[str]


def tree_of(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def calls_of(name: str, tree: ast.Module) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
            yield node


@cache
def worded_in_sources() -> tuple[Call, ...]:
    """All that can be said, read from the sources."""
    result = []
    for file in sorted(SOURCES.rglob("*.py")):
        for node in calls_of("worded", tree_of(file)):
            key, names = node.args[0], [each.arg for each in node.keywords]
            assert isinstance(key, ast.Constant), f"{file}: {ast.unparse(node)}"
            result.append(Call(str(key.value), frozenset(name for name in names if name)))
    return tuple(result)


@EVERY_LANGUAGE
def test_everything_that_can_be_wrong_has_words(language: str) -> None:
    messages = catalogue(language).messages
    assert [call.key for call in worded_in_sources() if call.key not in messages] == []


@EVERY_LANGUAGE
def test_messages_have_places_for_nothing_that_is_not_given(language: str) -> None:
    messages = catalogue(language).messages
    assert [call for call in worded_in_sources() if places(messages[call.key]) - call.values] == []


def test_no_message_is_left_that_nothing_says() -> None:
    said = {call.key for call in worded_in_sources()} | {AS_IT_IS}
    assert {key for key in catalogue("en").messages if key.startswith("fault.")} == said


@pytest.mark.parametrize("file", TEXTS, ids=lambda file: str(file.relative_to(SOURCES)))
def test_whoever_reads_texts_complains_in_words(file: Path) -> None:
    tree = tree_of(file)
    raised = [*calls_of("NotationError", tree), *calls_of("OptionError", tree)]
    plain = [node for node in raised if isinstance(node.args[0], ast.Constant | ast.JoinedStr)]
    assert [ast.unparse(node) for node in plain] == []


@pytest.mark.parametrize("file", CHECKS, ids=lambda file: str(file.relative_to(SOURCES)))
def test_no_fault_is_a_plain_text(file: Path) -> None:
    """Whatever has a space in it is said to somebody, so it is worded or explains the code."""
    tree = tree_of(file)
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Constant | ast.JoinedStr)]
    worded_ones = {id(arg) for node in calls_of("worded", tree) for arg in node.args}
    texts = {id(n): ast.unparse(n) for n in nodes if id(n) not in worded_ones and _is_told(n)}
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    assert [text for name, text in texts.items() if name not in docs] == []


def _is_told(node: ast.Constant | ast.JoinedStr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node.value, str) and " " in node.value)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Player 1: line 2 holds a colour that its row of the wall already has (AZ-6)"),
        ("ru", "Игрок 1: на линии 2 цвет, который уже есть в её ряду стены (AZ-6)"),
        ("uk", "Гравець 1: на лінії 2 колір, який уже є в її ряду стіни (AZ-6)"),
        ("sr", "Igrač 1: na liniji 2 je boja koja je već u njenom redu zida (AZ-6)"),
        ("sr-Cyrl", "Играч 1: на линији 2 је боја која је већ у њеном реду зида (AZ-6)"),
    ],
)
def test_a_fault_is_told_in_the_words_of_the_rules(language: str, words: str) -> None:
    draft = edited(fresh_text("azul"), {"seat-0-line-2": "B", "seat-0-wall-2-2": "B"})
    told = [catalogue(language).words(said_of(each, AZUL), ()) for each in draft.faults]
    assert words in told


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "19 blue tiles instead of 20"),
        ("ru", "Плитки: синих 19 вместо 20"),
        ("sr", "Pločice: plavih 19 umesto 20"),
    ],
)
def test_colours_are_named_rather_than_their_letters(language: str, words: str) -> None:
    state = AZUL.draft("azul; bag B19Y20R20K20W20")
    (fault,) = AZUL.faults(state.table)
    assert catalogue(language).words(said_of(fault, AZUL), ()) == words


def test_what_python_raises_is_english_and_keeps_its_key() -> None:
    with pytest.raises(NotationError, match="round: phase=x should be one of") as raised:
        AZUL.position("azul; round 1 phase=x")
    message = raised.value.message
    assert isinstance(message, Worded)
    assert (message.key, message.values["text"]) == ("fault.text.choice", "x")


def test_parts_are_worded_themselves_and_plain_texts_told_as_they_are() -> None:
    error = RecordError(worded("fault.text.empty", "an empty text is not a position"), 7)
    assert str(error) == "event 7: an empty text is not a position"
    why = Message("fault.text.empty")
    assert said_of(error.message) == Message("fault.record.event", {"event": 7, "why": [why]})
    assert said_of("no words") == Message(AS_IT_IS, {"text": "no words"})
    assert said_if_worded("no words") is None


def test_what_another_process_worded_is_said_the_same() -> None:
    error = RecordError(worded("fault.text.empty", "an empty text is not a position"), 7)
    said = said_of(error.message)
    sent = msgspec.msgpack.decode(msgspec.msgpack.encode(said), type=Message)
    again = error_of("record", as_worded(str(error), sent))
    assert str(again) == str(error)
    assert said_of(again.message) == said
    assert as_worded("plain", None) == "plain"
