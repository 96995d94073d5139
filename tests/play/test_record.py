"""Records: damaged ones are refused with the place of the damage, files are never half written."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azulejos import AZUL, Draw, Record
from azulejos.core.state import Outcome
from azulejos.errors import AzulejosError, RecordError
from azulejos.testing import random_record

RECORD = random_record(AZUL, AZUL.options(), seed=1)
TEXT = RECORD.to_text()
JSON = RECORD.to_json()
FIRST_MOVE = next(n for n, e in enumerate(RECORD.events, 1) if not isinstance(e, Draw))


def refused_text(text: str, complaint: str) -> RecordError:
    assert text not in (TEXT, JSON), "nothing was damaged"
    with pytest.raises(RecordError, match=complaint) as caught:
        Record.from_text(text)
    return caught.value


def test_text_has_a_line_for_each_turn() -> None:
    lines = TEXT.splitlines()
    assert lines[:5] == [
        "azulejos-record 1",
        "game azul rules=1",
        "options players=2",
        "seat 1 Seat 1",
        "seat 2 Seat 2",
    ]
    assert lines[5].startswith("draw start ")
    assert lines[6].startswith("draw bag ")
    assert lines[-1].startswith("outcome ")


def test_an_ending_in_a_sentence_is_read() -> None:
    """Records were once written so."""
    former = TEXT.removesuffix("row\n") + "a row is complete\n"
    assert former != TEXT
    assert Record.from_text(former) == RECORD
    assert Record.from_json(JSON.replace('"row"', '"a row is complete"')) == RECORD


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("azulejos-record 1\n", "", "this is not an azulejos-record of version 1"),
        ("azulejos-record 1", "azulejos-record 2", "this is not an azulejos-record of version 1"),
        ("azulejos-record 1", "azulejos-record", "line 1: .* cannot be read"),
        ("game azul", "game chess", "no game is called 'chess'; there are: azul"),
        ("rules=1", "rules=9", "version 9 of the rules; this program has 1"),
        ("game azul rules=1", "game azul", "line 2: .* cannot be read"),
        ("options players=2", "options players", "line 3: .* cannot be read"),
        ("options players=2", "options players=7", "option players=7: it must be one of 2, 3, 4"),
        ("options players=2", "options players=3", "2 names for 3 players"),
        ("seat 1 Seat 1", "seat 2 Seat 1", "line 4: 'seat 2 Seat 1' cannot be read"),
        ("seat 2 Seat 2", "seat 2", "line 5: .* cannot be read"),
        ("seat 1 Seat 1", "seat 1 " + "x" * 41, "a name has 1 to 40 characters"),
        ("seat 1 Seat 1", "seat 1 \x07", r"characters that cannot be shown"),
        ("1,2 row", "1,2 boredom", "the result is not the one that the moves lead to"),
        ("outcome ", "outcome x", "'outcome x"),
        ("outcome ", "result ", "'result"),
    ],
)
def test_damaged_texts_are_refused(old: str, new: str, complaint: str) -> None:
    refused_text(TEXT.replace(old, new), complaint)


def test_empty_text_is_no_record() -> None:
    refused_text("", "this is not an azulejos-record")


@pytest.mark.parametrize("event", [1, 2, FIRST_MOVE, FIRST_MOVE + 1, len(RECORD.events)])
def test_missing_events_are_noticed(event: int) -> None:
    events = RECORD.events[: event - 1] + RECORD.events[event:]
    with pytest.raises(RecordError) as caught:
        replace(RECORD, events=events).check()
    assert caught.value.event is None or caught.value.event >= event


def test_impossible_event_is_named_by_its_number() -> None:
    first = str(RECORD.events[FIRST_MOVE - 1])
    error = refused_text(TEXT.replace(f"  {first}\n", "  9Bf\n", 1), r"no B lies in display 9")
    assert error.event == FIRST_MOVE
    assert str(error).startswith(f"event {FIRST_MOVE}: 9Bf: ")
    error = refused_text(TEXT.replace(f"  {first}\n", "  9Zf\n", 1), "is not a move of Azul")
    assert error.event == FIRST_MOVE


def test_impossible_draw_is_named_by_its_number() -> None:
    error = refused_text(TEXT.replace("draw start ", "draw start 1"), "a number from 1 to 2")
    assert error.event == 1
    error = refused_text(TEXT.replace("draw bag ", "draw bag B", 1), "21 tiles drawn, but 20")
    assert error.event == 2
    error = refused_text(TEXT.replace("draw bag ", "draw box ", 1), "nothing is drawn from 'box'")
    assert error.event == 2


def test_seat_before_a_move_is_checked() -> None:
    lines = TEXT.splitlines()
    place = next(n for n, line in enumerate(lines) if line.startswith("    "))
    seat = int(lines[place].split()[0])
    lines[place] = lines[place].replace(f"    {seat}", f"    {3 - seat}")
    error = refused_text("\n".join(lines), f"it was not the turn of player {3 - seat}")
    assert error.event == FIRST_MOVE


def test_events_after_the_end_are_refused() -> None:
    error = refused_text(TEXT + "    1  1B1\n", "the game is already over")
    assert error.event == len(RECORD.events) + 1


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (JSON, "", "not a record in JSON"),
        (JSON, "[" * 100_000, "not a record in JSON"),
        (JSON, "{}", "missing required field"),
        (JSON, JSON[: len(JSON) // 2], "not a record in JSON"),
        ('"rules": 1', '"rules": "1"', "Expected `int`"),
        ('"rules": 1', '"rules": 1, "mood": 2', "unknown field `mood`"),
        ('"players": 2', '"players": null', "Expected `int | str`"),
        ('"azulejos-record"', '"another"', "this is not an azulejos-record"),
        ('"events": [', '"events": ["cBf",', "event 1: cBf: chance is to deal first"),
        ('"events": [', '"events": ["",', "event 1: '' is not a move of Azul"),
    ],
)
def test_damaged_json_is_refused(old: str, new: str, complaint: str) -> None:
    assert old in JSON
    with pytest.raises(RecordError, match=complaint):
        Record.from_json(JSON.replace(old, new))


def test_json_in_no_encoding_is_refused() -> None:
    with pytest.raises(RecordError, match="not a record in JSON"):
        Record.from_json(b"\xff\xfe{")


@given(st.integers(0, len(TEXT) - 1), st.characters(), st.booleans())
def test_no_damage_ends_in_a_traceback(place: int, character: str, is_json: bool) -> None:
    text = JSON if is_json else TEXT
    damaged = text[:place] + character + text[place + 1 :]
    try:
        record = Record.from_json(damaged) if is_json else Record.from_text(damaged)
    except AzulejosError as error:
        assert isinstance(error, RecordError)  # noqa: PT017
    else:
        record.check()


def test_wrong_outcomes_are_refused() -> None:
    wrong = replace(RECORD, outcome=Outcome((99, 0), (1, 2), "row"))
    with pytest.raises(RecordError, match="the result is not the one"):
        wrong.check()
    with pytest.raises(RecordError, match="the result is not the one"):
        replace(RECORD, outcome=None).check()


# Files


@pytest.mark.parametrize("name", ["game.txt", "game.json", "game"])
def test_files_read_back(tmp_path: Path, name: str) -> None:
    RECORD.save(tmp_path / name)
    assert Record.load(tmp_path / name) == RECORD
    assert [file.name for file in tmp_path.iterdir()] == [name]


def test_failing_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game.txt"
    file.write_text("old")

    def fail(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(RecordError, match=r"cannot save .*game.txt: No space left on device"):
        RECORD.save(file)
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file], "a temporary file is left"


def test_files_that_cannot_be_used_are_named(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"cannot save .*nowhere"):
        RECORD.save(tmp_path / "nowhere" / "game.txt")
    with pytest.raises(RecordError, match=r"cannot read .*nothing.txt: No such file"):
        Record.load(tmp_path / "nothing.txt")
    with pytest.raises(RecordError, match="cannot read"):
        Record.load(tmp_path)
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RecordError, match="is not a text file"):
        Record.load(tmp_path / "binary")


def test_saved_files_can_be_read_like_any_other(tmp_path: Path) -> None:
    ordinary = tmp_path / "ordinary.txt"
    ordinary.write_text("anything")
    RECORD.save(tmp_path / "record.txt")
    assert (tmp_path / "record.txt").stat().st_mode == ordinary.stat().st_mode
