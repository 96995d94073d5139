"""What is wrong with positions and texts is told in every language, by keys that do not change."""

from __future__ import annotations

import ast
import pickle
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

import azulejos
from azulejos import AZUL
from azulejos.editing.draft import edited
from azulejos.errors import NotationError, RecordError, error_of
from azulejos.messages import Message, fault, places
from azulejos.narration.languages import LANGUAGES, catalogue
from azulejos.tables.study.opening import AS_IT_IS, fresh_text

SOURCES = Path(azulejos.__file__).parent
READERS = ("core/notation.py", "core/options.py", "core/offer.py")
TEXTS = [SOURCES / name for name in READERS] + [*SOURCES.glob("games/*/*reading.py")]
CHECKS = [*SOURCES.glob("games/*/*checks.py")]
EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


class Call(NamedTuple):
    """A place in the sources where something is said to be wrong."""

    key: str
    values: frozenset[str]


def tree_of(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def calls_of(name: str, tree: ast.Module) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        if is_call and node.func.id.lstrip("_") == name:
            yield node


@cache
def faults_in_sources() -> tuple[Call, ...]:
    """All that can be said, read from the sources."""
    result = []
    for file in sorted(SOURCES.rglob("*.py")):
        for node in calls_of("fault", tree_of(file)):
            key, names = node.args[0], [each.arg for each in node.keywords]
            if isinstance(key, ast.Name):
                assert key.id == "AS_IT_IS" or file.name == "errors.py"
                continue
            assert isinstance(key, ast.Constant), f"{file}: {ast.unparse(node)}"
            result.append(Call(str(key.value), frozenset(name for name in names if name)))
    return tuple(result)


@EVERY_LANGUAGE
def test_everything_that_can_be_wrong_has_words(language: str) -> None:
    messages = catalogue(language).messages
    assert [call.key for call in faults_in_sources() if call.key not in messages] == []


@EVERY_LANGUAGE
def test_messages_have_places_for_nothing_that_is_not_given(language: str) -> None:
    messages = catalogue(language).messages
    assert [call for call in faults_in_sources() if places(messages[call.key]) - call.values] == []


def test_no_message_is_left_that_nothing_says() -> None:
    said = {call.key for call in faults_in_sources()} | {AS_IT_IS}
    assert {key for key in catalogue("en").messages if key.startswith("fault.")} == said


@pytest.mark.parametrize("file", TEXTS, ids=lambda file: str(file.relative_to(SOURCES)))
def test_whoever_reads_texts_complains_in_words(file: Path) -> None:
    tree = tree_of(file)
    raised = [*calls_of("NotationError", tree), *calls_of("OptionError", tree)]
    plain = [node for node in raised if isinstance(node.args[0], ast.Constant | ast.JoinedStr)]
    assert [ast.unparse(node) for node in plain] == []


@pytest.mark.parametrize("file", CHECKS, ids=lambda file: str(file.relative_to(SOURCES)))
def test_no_fault_is_a_plain_text(file: Path) -> None:
    """Whatever has a space in it would be said to somebody, unless it explains the code."""
    tree = tree_of(file)
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Constant | ast.JoinedStr)]
    texts = {id(n): ast.unparse(n) for n in nodes if _is_told(n)}
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    assert [text for name, text in texts.items() if name not in docs] == []


def _is_told(node: ast.Constant | ast.JoinedStr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node.value, str) and " " in node.value)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "player 1: line 2 holds a colour that its row of the wall already has (AZ-6)"),
        ("ru", "игрок 1: на линии 2 цвет, который уже есть в её ряду стены (AZ-6)"),
        ("uk", "гравець 1: на лінії 2 колір, який уже є в її ряду стіни (AZ-6)"),
        ("sr", "igrač 1: na liniji 2 je boja koja je već u njenom redu zida (AZ-6)"),
        ("sr-Cyrl", "играч 1: на линији 2 је боја која је већ у њеном реду зида (AZ-6)"),
    ],
)
def test_a_fault_is_told_in_the_words_of_the_rules(language: str, words: str) -> None:
    draft = edited(fresh_text("azul"), {"seat-0-line-2": "B", "seat-0-wall-2-2": "B"})
    told = [catalogue(language).words(each) for each in draft.faults]
    assert words in told


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "19 blue tiles instead of 20"),
        ("ru", "плитки: синих 19 вместо 20"),
        ("sr", "pločice: plavih 19 umesto 20"),
    ],
)
def test_colours_are_named_rather_than_their_letters(language: str, words: str) -> None:
    state = AZUL.draft("azul; bag B19Y20R20K20W20")
    (result,) = AZUL.faults(state.table)
    assert catalogue(language).words(result) == words


def test_python_and_the_terminal_say_what_the_page_says() -> None:
    with pytest.raises(NotationError) as raised:
        AZUL.position("azul; round 1 phase=x")
    said = raised.value.said
    assert said
    assert (said.message, said.values["text"]) == ("fault.text.choice", "x")
    assert str(raised.value) == catalogue("en").words(said)
    assert str(raised.value).startswith("round: phase=x should be one of ")


def test_an_impossible_position_is_refused_with_its_faults() -> None:
    with pytest.raises(NotationError, match="impossible position: 19 blue tiles instead of 20"):
        AZUL.position("azul; bag B19Y20R20K20W20")


def test_parts_are_messages_themselves() -> None:
    error = RecordError(fault("fault.text.empty"), 7)
    assert str(error) == "event 7: an empty text is not a position"
    assert error.said == Message(
        "fault.record.event", {"event": 7, "why": [Message("fault.text.empty")]}
    )
    assert str(RecordError("no words", 7)) == "event 7: no words"
    assert RecordError("no words").said is None


def test_an_error_of_another_process_says_the_same() -> None:
    error = RecordError(fault("fault.text.empty"), 7)
    sent = msgspec.msgpack.decode(msgspec.msgpack.encode(error.said), type=Message)
    again = error_of("record", sent)
    assert (str(again), again.said) == (str(error), error.said)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)  # noqa: S301 - our own


def test_english_needs_no_extra() -> None:
    """Babel knows the plurals of all languages; those of English are known without it."""
    check = (
        "import sys; sys.modules['babel'] = None; from azulejos.errors import *;"
        "from azulejos.messages import fault;"
        "print(NotationError(fault('fault.tiles', n=1, colour='colour.blue', expected=20)))"
    )
    ran = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)
    assert ran.stdout == "1 blue tile instead of 20\n"


@EVERY_LANGUAGE
def test_faults_begin_in_lower_case(language: str) -> None:
    """They may be a part of a sentence; the page writes a capital where they are one."""
    messages = catalogue(language).messages
    first = {text[0] for key, text in messages.items() if key.startswith("fault.")}
    assert {letter for letter in first if letter.isupper()} == set()
