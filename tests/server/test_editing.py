"""Editing positions and opening texts over HTTP."""

from __future__ import annotations

from typing import Any

import pytest

from azulejos import GAME_NAMES, game
from azulejos.core.notation import MAX_POSITION_LENGTH
from azulejos.play.record import MAX_RECORD_LENGTH
from azulejos.tables.study.opening import AS_IT_IS
from azulejos.testing import random_record
from server_in_thread import Running

POSITION = "azul players=2; round 1 phase=offer turn=1 start=1; displays BBYR - - - -"


@pytest.fixture(scope="module")
def record() -> str:
    azul = game("azul")
    return random_record(azul, azul.options(), 1).to_text()


def opened(server: Running, text: str) -> dict[str, Any]:
    answer = server.guest().http.post("/api/open", json={"text": text})
    assert answer.status_code == 200, answer.text
    result: dict[str, Any] = answer.json()
    assert sum(each is not None for each in result.values()) == 1
    return result


@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_fresh_table_is_edited(server: Running, name: str) -> None:
    http = server.guest().http
    draft = http.post("/api/editor", json={"game": name}).json()
    assert draft["faults"]
    dealt = next(place for place in draft["places"] if place["is_dealt"])
    edits = {dealt["name"]: dealt["pieces"][0]}
    after = http.post("/api/editor", json={"position": draft["position"], "edits": edits}).json()
    values = {place["name"]: place["value"] for place in after["places"]}
    assert values[dealt["name"]] == dealt["pieces"][0]
    assert draft["tiles"][dealt["pieces"][0]] in after["scene"]["bag"]
    assert after["scene"]["type"] == name


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({}, "malformed"),
        ({"position": POSITION, "game": "azul"}, "malformed"),
        ({"game": "chess"}, "unknown_name"),
        ({"position": "x" * (MAX_POSITION_LENGTH + 1)}, "malformed"),
        ({"position": "azul; nonsense"}, "notation"),
        ({"position": POSITION, "edits": {"nowhere": "B"}}, "notation"),
        ({"position": POSITION, "edits": {"display-1": "B99"}}, "notation"),
        ({"position": POSITION, "edits": {"display-1": "-\nbag B99"}}, "notation"),
        ({"position": POSITION, "edits": {"display-1": "B" * 1000}}, "malformed"),
        ({"position": POSITION, "edits": {f"display-{n}": "B" for n in range(999)}}, "malformed"),
        ({"position": POSITION, "edits": {"display-1": 4}}, "malformed"),
        ({"position": POSITION, "edits": {"seat-0-score": "9" * 100}}, "notation"),
    ],
)
def test_what_cannot_be_edited_is_refused(
    server: Running, asked: dict[str, Any], code: str
) -> None:
    answer = server.guest().http.post("/api/editor", json=asked)
    assert 400 <= answer.status_code < 500
    assert answer.json()["code"] == code
    assert (answer.json()["said"] is not None) == (code != "malformed")


def test_positions_are_opened_as_text_and_json(server: Running) -> None:
    assert opened(server, f"\n  {POSITION}\n")["trial"]["to_move"] == 0
    json = game("azul").position(POSITION).to_json()
    assert opened(server, json)["trial"]["to_move"] == 0


def test_an_impossible_position_is_opened_to_be_edited(server: Running) -> None:
    draft = opened(server, f"{POSITION}; bag B20")["draft"]
    assert draft["faults"] == []  # the bag follows from the rest
    draft = opened(server, f"{POSITION}; seat 1 score=-7")["draft"]
    (fault,) = draft["faults"]
    (why,) = fault["values"]["why"]
    assert (fault["message"], why["message"]) == ("fault.seat", "fault.azul.points")


def test_records_are_opened_as_text_and_json(server: Running, record: str) -> None:
    replay = opened(server, record)["replay"]
    assert replay["result"]
    assert [seat["name"] for seat in replay["seats"]] == ["Seat 1", "Seat 2"]
    begun = "\n".join(record.splitlines()[:8])
    assert opened(server, begun)["replay"]["result"] is None
    json = random_record(game("duel"), game("duel").options(), 2).to_json()
    assert opened(server, json)["replay"]["game"] == "duel"


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("azul players=2\nround 1 phase=offer turn=1\ndisplays BBYR - - - QX", 3, 21),
        ("azul players=2; round 1 phase=sleeping", 1, 31),
        ("azul players=2\nnonsense", 2, 1),
        ("azul players=9", 1, 6),
        ("chess", 1, 1),
        ('{"format": "azulejos-record",\n "version": x}', 2, 13),
    ],
)
def test_a_problem_is_pointed_at(server: Running, text: str, line: int, column: int) -> None:
    problem = opened(server, text)["problem"]
    assert (problem["line"], problem["column"]) == (line, column), problem
    assert problem["said"]["message"].startswith("fault.")
    assert problem["said"]["message"] != AS_IT_IS


def test_the_line_of_an_event_that_cannot_have_happened_is_told(
    server: Running, record: str
) -> None:
    lines = record.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("    "))
    lines[at] = "    1  9W5"
    problem = opened(server, "\n".join(lines))["problem"]
    assert problem["line"] == at + 1
    assert problem["reason"].startswith("event 3:")
    lines[at] = "    one  9W5"
    assert opened(server, "\n".join(lines))["problem"]["line"] == at + 1


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\x00",
        "{",
        "[" * 90_000,
        "{" * 90_000,
        '{"position": 5}',
        ";" * 1_999,
        "azul players=2;" * 130,
        "azul players=2;displays " + "B" * 1_900,
        "azulejos-record 1\n" * 5_000,
        "9" * 90_000,
    ],
)
def test_nasty_texts_get_a_short_answer(server: Running, text: str) -> None:
    problem = opened(server, text)["problem"]
    assert 0 < len(problem["reason"]) < 700


def test_too_long_a_text_is_not_even_read(server: Running) -> None:
    answer = server.guest().http.post("/api/open", json={"text": "x" * (MAX_RECORD_LENGTH + 1)})
    assert answer.json()["code"] == "malformed"
