"""A game that was begun elsewhere goes on at a server's table."""

from __future__ import annotations

import random

import pytest

from azulejos import AZUL, Match, State
from azulejos.play import match as match_module
from azulejos.play import record as record_module
from azulejos.play.record import Event, after
from server_in_thread import Running


@pytest.fixture(scope="module")
def begun() -> Match:
    match = Match(AZUL, AZUL.options(players=2, side="grey"), source=random.Random(5))
    for _ in range(6):
        assert match.state.to_move is not None
        match.play(match.state.to_move, match.state.legal_moves[0])
    return match


def test_it_goes_on_with_a_friend_when_the_last_seat_is_taken(
    server: Running, begun: Match
) -> None:
    ana, ben = server.guest("Ana"), server.guest("Ben")
    wanted = {"game": "azul", "record": begun.record.to_json()}
    made = ana.http.post("/api/tables", json=wanted)
    assert made.status_code == 201, made.text
    table = made.json()["table"]
    assert ben.http.post(f"/api/tables/{table}/seats/1").status_code == 200
    update = ana.socket(table).next_update()
    assert update["to_move"] == begun.state.to_move
    assert update["options"]["side"] == "grey"
    record = ana.http.get(f"/api/tables/{table}/record.txt").text
    assert record.splitlines()[5:] == begun.record.to_text().splitlines()[5:]


@pytest.mark.parametrize("form", ["json", "text"])
def test_a_record_is_replayed_once(
    server: Running, begun: Match, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    ana, ben = server.guest("Ana"), server.guest("Ben")
    record = begun.record.to_json() if form == "json" else begun.record.to_text()
    replayed = list[Event]()

    def counted(state: State, event: Event) -> State:
        replayed.append(event)
        return after(state, event)

    for module in (record_module, match_module):
        monkeypatch.setattr(module, "after", counted)
    table = ana.http.post("/api/tables", json={"game": "azul", "record": record}).json()["table"]
    ben.sit(table, 1)
    assert replayed == list(begun.events)


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"game": "duel"}, "option"),
        ({"game": "azul", "options": {"players": 3}}, "option"),
        ({"game": "azul", "record": "azulejos-record 1\n"}, "record"),
    ],
)
def test_a_record_is_of_the_game_that_is_asked_for(
    server: Running, begun: Match, wanted: dict[str, object], code: str
) -> None:
    answer = server.guest("Ana").http.post(
        "/api/tables", json={"record": begun.record.to_json(), **wanted}
    )
    assert (answer.status_code, answer.json()["code"]) == (400, code)
