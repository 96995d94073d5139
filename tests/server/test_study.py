"""Replays, the sandbox, analysis, and the description of the games."""

from __future__ import annotations

import gzip
import json
import random
from typing import Any

import pytest

from azulejos import GAME_NAMES, game
from azulejos.narration.languages import LANGUAGES, rules_text
from azulejos.tables.people.limits import Allowance
from azulejos.testing import random_record
from server_in_thread import GENEROUS, Running, Start


@pytest.fixture(scope="module")
def record() -> str:
    duel = game("duel")
    return random_record(duel, duel.options(), 1).to_text()


def resigned(server: Running, name: str) -> tuple[Any, str]:
    """A game that Ana gave up after a move of her own."""
    ana = server.guest("Ana")
    table = ana.new_table(name, "me", "easy", options={"start": 1})
    socket = ana.socket(table)
    socket.next_update()
    for deed in (socket.play, lambda: socket.do("resign")):
        while socket.update["to_move"] != 0:
            socket.next_update()
        deed()
    return socket, table


@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_finished_game_can_be_replayed(server: Running, name: str) -> None:
    socket, table = resigned(server, name)
    replay = server.guest().http.get(f"/api/tables/{table}/replay").json()
    assert replay["result"]["reason"] == "resigned"
    assert [event["ply"] for event in replay["events"]] == list(range(socket.update["plies"]))
    assert all(event["scene"] and event["text"] for event in replay["events"])
    assert replay["first"]["type"] == name
    for ply in (0, 3, None):
        answer = server.guest().http.post("/api/sandbox", json={"table": table, "ply": ply})
        assert answer.status_code == 200, answer.text


@pytest.mark.parametrize("name", GAME_NAMES)
def test_the_sandbox_plays_on_from_a_position(server: Running, name: str) -> None:
    http = server.guest().http
    source = random.Random(name)
    trial = http.post("/api/sandbox", json={"position": str(game(name).new())}).json()
    for _ in range(6):
        assert trial["to_move"] is not None
        choice = source.choice(trial["choices"])
        wanted = {"position": trial["position"], "move": choice["move"]}
        before, trial = trial, http.post("/api/sandbox", json=wanted).json()
        assert trial["since"][0]["text"] == choice["move"]
        assert trial["since"][0]["seat"] == before["to_move"]
        assert trial["since"][-1]["scene"] == trial["scene"]


@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_bot_answers_in_the_sandbox(server: Running, name: str) -> None:
    http = server.guest("Ana").http
    trial = http.post("/api/sandbox", json={"position": str(game(name).new())}).json()
    for _ in range(3):
        wanted = {"position": trial["position"], "level": "easy"}
        before, trial = trial, http.post("/api/sandbox/bot", json=wanted).json()
        assert trial["since"][0]["seat"] == before["to_move"]
        assert trial["since"][0]["text"] in {choice["move"] for choice in before["choices"]}
        assert trial["since"][-1]["scene"] == trial["scene"]


@pytest.mark.parametrize(
    ("change", "code"),
    [({"level": "grandmaster"}, "unknown_name"), ({"position": "azul; nonsense"}, "notation")],
)
def test_a_bot_answers_only_as_it_can(server: Running, change: dict[str, str], code: str) -> None:
    wanted = {"position": str(game("azul").new()), "level": "easy", **change}
    answer = server.guest().http.post("/api/sandbox/bot", json=wanted)
    assert 400 <= answer.status_code < 500
    assert answer.json()["code"] == code


def test_bots_in_sandboxes_think_no_faster_for_one_guest_than_others(start: Start) -> None:
    server = start(allowances={**GENEROUS, "bots": Allowance(2, 100.0)})
    ana, eva = server.guest("Ana").http, server.guest("Eva").http
    trial = ana.post("/api/sandbox", json={"position": str(game("azul").new())}).json()
    wanted = {"position": trial["position"], "level": "easy"}
    answers = [ana.post("/api/sandbox/bot", json=wanted).status_code for _ in range(3)]
    assert answers == [200, 200, 429]
    assert eva.post("/api/sandbox/bot", json=wanted).status_code == 200


def test_the_sandbox_reads_records(server: Running, record: str) -> None:
    http = server.guest().http
    end = http.post("/api/sandbox", json={"record": record}).json()
    assert end["result"]
    assert end["choices"] == []
    middle = http.post("/api/sandbox", json={"record": record, "ply": 20}).json()
    assert middle["result"] is None


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({}, "malformed"),
        ({"position": "azul", "table": "x"}, "malformed"),
        ({"position": ""}, "notation"),
        ({"position": "chess"}, "unknown_name"),
        ({"position": "azul players=9"}, "notation"),
        ({"position": "azul; nonsense"}, "notation"),
        ({"record": "nonsense"}, "record"),
        ({"record": "{}"}, "record"),
        ({"table": "nowhere"}, "not_found"),
    ],
)
def test_what_is_no_position_is_refused(server: Running, wanted: dict[str, Any], code: str) -> None:
    for address in ("/api/sandbox", "/api/analysis"):
        answer = server.guest().http.post(address, json=wanted)
        assert 400 <= answer.status_code < 500
        assert answer.json()["code"] == code


def test_positions_out_of_a_record_and_illegal_moves_are_refused(
    server: Running, record: str
) -> None:
    http = server.guest().http
    answer = http.post("/api/sandbox", json={"record": record, "ply": 10_000})
    assert answer.json()["code"] == "malformed"
    answer = http.post("/api/sandbox", json={"record": record, "move": "draw"})
    assert answer.json()["code"] == "game_over"
    assert http.post("/api/analysis", json={"record": record}).json()["code"] == "game_over"


@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_position_is_analysed(server: Running, name: str) -> None:
    http = server.guest().http
    trial = http.post("/api/sandbox", json={"position": str(game(name).new())}).json()
    result = http.post("/api/analysis", json={"position": trial["position"]}).json()
    assert result["to_move"] == trial["to_move"]
    steps = {choice["move"]: choice["steps"] for choice in trial["choices"]}
    assert result["hints"]
    for hint in result["hints"]:
        assert hint["steps"] == steps[hint["move"]]
        assert hint["told"][0]["message"].startswith(f"{name}.")
        assert hint["line"][0] == hint["move"]


@pytest.mark.parametrize("name", GAME_NAMES)
def test_lines_lead_on_as_far_as_nothing_is_drawn(server: Running, name: str) -> None:
    http = server.guest().http
    trial = http.post("/api/sandbox", json={"position": str(game(name).new())}).json()
    result = http.post("/api/analysis", json={"position": trial["position"], "effort": 0}).json()
    for move in result["hints"][0]["line"]:
        wanted = {"position": trial["position"], "move": move}
        trial = http.post("/api/sandbox", json=wanted).json()
        assert trial["since"][0]["text"] == move


def test_more_effort_searches_further_until_the_round_is_solved(server: Running) -> None:
    http = server.guest().http
    start = http.post("/api/sandbox", json={"position": str(game("azul").new())}).json()["position"]
    first, second = (
        http.post("/api/analysis", json={"position": start, "effort": effort}).json()
        for effort in (0, 1)
    )
    assert first["searched"]["nodes"] < second["searched"]["nodes"]
    assert first["searched"]["depth"] <= second["searched"]["depth"]
    assert not first["is_last"]
    short = "azul players=2; round 1 phase=offer turn=1 start=1 marker=1; displays BBY - - - -"
    solved = http.post("/api/analysis", json={"position": short}).json()
    assert solved["searched"]["is_complete"]
    assert solved["is_last"]
    for effort in (-1, 5, "much"):
        answer = http.post("/api/analysis", json={"position": short, "effort": effort})
        assert answer.json()["code"] == "malformed"


def test_the_games_describe_themselves_so_that_a_dialog_needs_to_know_none(
    server: Running,
) -> None:
    http = server.guest("Ana").http
    result = http.get("/api/games").json()
    assert [each["name"] for each in result] == list(GAME_NAMES)
    for each in result:
        assert all(option["default"] in option["values"] for option in each["options"])
        assert "easy" in each["levels"]
        for players in each["players"]:
            last = {option["name"]: option["values"][-1] for option in each["options"]}
            last["start"] = players
            wanted = {"game": each["name"], "options": {**last, "players": players}}
            assert http.post("/api/tables", json=wanted).status_code == 201
        rules = http.get(f"/api/games/{each['name']}/rules")
        assert rules.headers["content-type"].startswith("text/markdown")
        assert rules.text.startswith("# ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_are_told_in_the_language_asked_for(server: Running, language: str) -> None:
    http = server.guest("Ana").http
    answer = http.get("/api/games/azul/rules", params={"language": language})
    assert answer.headers["content-type"] == "text/markdown; charset=utf-8"
    assert answer.text == rules_text("azul", language)


def test_without_a_language_the_rules_are_in_the_one_preferred(server: Running) -> None:
    http = server.guest("Ana").http
    answer = http.get("/api/games/azul/rules", headers={"Accept-Language": "sr, en;q=0.5"})
    assert answer.text == rules_text("azul", "sr-Cyrl")


def test_there_are_no_rules_in_a_language_that_there_is_not(server: Running) -> None:
    answer = server.guest("Ana").http.get("/api/games/azul/rules?language=../ru")
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown_name")


@pytest.mark.parametrize("encoding", ["gzip", "identity", "gzip;q=0"])
def test_answers_are_compressed_for_those_who_accept_it(server: Running, encoding: str) -> None:
    with server.guest().http.stream(
        "POST", "/api/editor", json={"game": "azul"}, headers={"Accept-Encoding": encoding}
    ) as answer:
        body = b"".join(answer.iter_raw())
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert answer.headers.get("Content-Encoding") == ("gzip" if encoding == "gzip" else None)
    text = gzip.decompress(body) if encoding == "gzip" else body
    assert json.loads(text)["game"] == "azul"
