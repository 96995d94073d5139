"""What happens at a table, over real sockets."""

from __future__ import annotations

import time
from types import SimpleNamespace
from typing import Any

import pytest

from azulejos import GAME_NAMES, Record
from azulejos.tables.live import audience
from patience import PATIENCE
from server_in_thread import Guest, Running, Socket, Start

Pair = tuple[str, Socket, Socket]


def two_at_a_table(server: Running, game: str = "azul", **wanted: Any) -> Pair:
    """A table where Ana, at the first seat, and Ben play; Ana starts."""
    ana, ben = server.guest("Ana"), server.guest("Ben")
    table = ana.new_table(game, "me", "open", options={"start": 1}, **wanted)
    assert ben.sit(table, 1).status_code == 200
    first, second = ana.socket(table), ben.socket(table)
    first.next_update()
    second.next_update()
    first.next_update(lambda m: m["seats"][1]["is_here"])
    return table, first, second


# Making a table and sitting down


def test_a_table_waits_for_its_guests_and_then_begins(server: Running) -> None:
    ana, ben = server.guest("Ana"), server.guest("Ben")
    table = ana.new_table("azul", "me", "open")
    first = ana.socket(table)
    waiting = first.next_update()
    assert waiting["to_move"] is None
    assert waiting["choices"] == []
    assert [seat["kind"] for seat in waiting["seats"]] == ["person", "open"]
    assert first.refusal("move", move="1B1") == "not_your_turn"

    assert ben.sit(table, 1).json() == {"version": 1}
    begun = first.at(1)
    assert [seat["name"] for seat in begun["seats"]] == ["Ana", "Ben"]
    assert begun["to_move"] in (0, 1)
    assert begun["since"], "the deal is told"
    assert sum(len(display) for display in begun["scene"]["displays"]) == 20


@pytest.mark.parametrize("game", GAME_NAMES)
def test_a_table_against_a_bot_can_be_played_to_its_end(server: Running, game: str) -> None:
    ana = server.guest("Ana")
    table = ana.new_table(game, "me", "easy")
    socket = ana.socket(table)
    socket.next_update()
    while socket.update["result"] is None:
        if socket.update["to_move"] == 0:
            socket.play(-1)
        else:
            socket.next_update()
    result = socket.update["result"]
    assert sorted(result["places"]) in ([1, 2], [1, 1])
    columns = zip(*(row["points"] for row in socket.update["tally"]), strict=True)
    assert [sum(points) for points in columns] == result["scores"]
    record = Record.from_text(ana.http.get(f"/api/tables/{table}/record.txt").text)
    assert record.names == ("Ana", "bot:easy")
    assert list(record.outcome.scores if record.outcome else ()) == result["scores"]
    assert Record.from_json(ana.http.get(f"/api/tables/{table}/record.json").text) == record


def test_seats_are_taken_once(server: Running) -> None:
    ana, ben, eve = server.guest("Ana"), server.guest("Ben"), server.guest("Eve")
    table = ana.new_table("azul", "me", "open", "open", options={"players": 3})
    assert ben.sit(table, 0).json()["code"] == "seat_taken"
    assert ana.sit(table, 1).json()["code"] == "seat_taken"
    assert ben.sit(table, 1).status_code == 200
    assert ben.sit(table, 1).status_code == 200, "sent again it is answered again"
    assert eve.leave(table, 1).json()["code"] == "not_allowed"
    assert ben.leave(table, 1).status_code == 200
    assert eve.sit(table, 1).status_code == 200
    assert eve.sit(table, 3).json()["code"] in ("not_allowed", "seat_taken")


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"game": "chess"}, "unknown_name"),
        ({"game": "azul", "options": {"players": 5}}, "option"),
        ({"game": "azul", "options": {"colour": "red"}}, "option"),
        ({"game": "azul", "seats": [{"kind": "me"}]}, "option"),
        ({"game": "azul", "seats": [{"kind": "me"}, {"kind": "me"}]}, "option"),
        ({"game": "azul", "seats": [{"kind": "me"}, {"kind": "bot"}]}, "unknown_name"),
        ({"game": "azul", "seats": [{"kind": "me"}, {"kind": "cat"}]}, "malformed"),
        ({"game": "azul", "clock": {"initial": 0.5}}, "malformed"),
        ({"game": "azul", "clock": {"initial": 60, "per_turn": 60}}, "malformed"),
        ({"game": "azul", "whatever": 1}, "malformed"),
        ({}, "malformed"),
    ],
)
def test_tables_that_cannot_be_are_refused(
    server: Running, wanted: dict[str, Any], code: str
) -> None:
    answer = server.guest().http.post("/api/tables", json=wanted)
    assert 400 <= answer.status_code < 500
    assert answer.json()["code"] == code


def test_private_tables_are_not_listed_and_public_ones_until_they_are_full(
    server: Running,
) -> None:
    ana, ben = server.guest("Ana"), server.guest("Ben")
    hidden = ana.new_table("azul", "me", "open")
    public = ana.new_table("azul", "me", "open", is_public=True)
    listed = [each["table"] for each in ben.http.get("/api/tables").json()["tables"]]
    assert public in listed
    assert hidden not in listed
    assert {hidden, public} <= {
        each["table"] for each in ana.http.get("/api/mine").json()["tables"]
    }
    ben.sit(public, 1)
    assert public not in [each["table"] for each in ben.http.get("/api/tables").json()["tables"]]
    mine = {each["table"]: each for each in ben.http.get("/api/mine").json()["tables"]}
    assert mine[public]["seat"] == 1
    assert mine[public]["state"] == "playing"
    assert "guest" not in str(mine[public]).lower().replace("guests", "")


def test_my_tables_are_listed_in_pages(server: Running) -> None:
    ana = server.guest("Ana")
    made = [ana.new_table() for _ in range(5)]
    listed: list[str] = []
    after: dict[str, str] = {}
    while True:
        page = ana.http.get("/api/mine", params={"limit": 2, **after}).json()
        listed += [each["table"] for each in page["tables"]]
        if page["next"] is None:
            break
        assert len(page["tables"]) == 2
        after = {"after": page["next"]}
    assert listed == made[::-1]
    assert ana.http.get("/api/mine?state=over").json() == {"tables": [], "next": None}
    assert len(ana.http.get("/api/mine?state=open&game=azul").json()["tables"]) == 5


def test_a_page_that_was_never_given_is_refused(server: Running) -> None:
    answer = server.guest("Ana").http.get("/api/mine?after=here")
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


# Taking back


def test_ones_own_move_can_be_undone_until_it_is_answered(server: Running) -> None:
    _, ana, ben = two_at_a_table(server)
    before = ana.update
    assert before["may_undo"] is False
    ana.play()
    assert ana.update["may_undo"] is True
    ben.at(ana.update["version"])
    assert ben.refusal("undo") == "nothing_to_undo"
    ana.do("undo")
    assert ana.update["scene"] == before["scene"]
    assert ana.update["plies"] == before["plies"]
    assert ana.update["since"] == []
    ana.play(1)
    ben.at(ana.update["version"])
    ben.play()
    ana.at(ben.update["version"])
    assert ana.refusal("undo") == "nothing_to_undo"


def test_undoing_against_a_bot_takes_its_answer_back_too(server: Running) -> None:
    ana = server.guest("Ana")
    table = ana.new_table("azul", "me", "easy", options={"start": 1})
    socket = ana.socket(table)
    before = socket.next_update()
    socket.play()
    socket.next_update(lambda m: m["to_move"] == 0)
    assert socket.update["may_undo"]
    socket.do("undo")
    assert socket.update["scene"] == before["scene"]
    assert socket.update["to_move"] == 0


def test_a_takeback_needs_everybodys_consent(server: Running) -> None:
    _, ana, ben = two_at_a_table(server)
    before = ana.update
    ana.play()
    ben.at(ana.update["version"])
    ben.play()
    ana.at(ben.update["version"])
    ana.do("ask", kind="takeback")
    asked = ben.at(ana.update["version"])
    assert asked["requests"] == [{"kind": "takeback", "by": 0, "agreed": [0]}]
    ben.do("decline", kind="takeback")
    assert ana.at(ben.update["version"])["requests"] == []

    ana.do("ask", kind="takeback")
    ben.at(ana.update["version"])
    ben.do("ask", kind="takeback")
    assert ana.at(ben.update["version"])["scene"] == before["scene"]
    assert ana.update["to_move"] == 0
    assert ana.refusal("ask", kind="takeback") == "nothing_to_undo"


# Ends


def test_who_resigns_loses(server: Running) -> None:
    table, ana, ben = two_at_a_table(server)
    ben.do("resign")
    ana.at(ben.update["version"])
    assert ana.update["result"] == {"scores": [0, 0], "places": [1, 2], "reason": "resigned"}
    assert ana.update["seats"][1]["has_resigned"]
    assert ana.refusal("move", move="1B1") == "game_over"
    assert table in ana.update["table"]


def test_where_others_still_play_a_bot_plays_on_for_who_resigned(server: Running) -> None:
    guests = [server.guest(name) for name in ("Ana", "Ben", "Eve")]
    table = guests[0].new_table("azul", "me", "open", "open", options={"players": 3, "start": 1})
    guests[1].sit(table, 1)
    guests[2].sit(table, 2)
    sockets = [guest.socket(table) for guest in guests]
    for socket in sockets:
        socket.next_update()
    sockets[0].do("resign")
    assert sockets[0].update["result"] is None
    moved = sockets[1].next_update(lambda m: m["to_move"] == 1)
    assert any(event["seat"] == 0 for event in moved["since"]), "the bot has moved for Ana"
    sockets[0].at(moved["version"])
    assert sockets[0].refusal("stand_in", seat=0, level=None) == "not_allowed"
    sockets[2].at(moved["version"])
    sockets[2].do("resign")
    assert sockets[1].at(sockets[2].update["version"])["result"]["places"] == [3, 1, 2]


def test_the_rematch_is_played_with_seats_rotated(server: Running) -> None:
    _, ana, ben = two_at_a_table(server)
    assert ana.refusal("ask", kind="rematch") == "not_allowed"
    ana.do("resign")
    ben.at(ana.update["version"])
    ben.do("ask", kind="rematch")
    assert ben.update["next_table"] is None, "Ana is asked, too"
    ana.at(ben.update["version"])
    ana.do("ask", kind="rematch")
    following = ben.at(ana.update["version"])["next_table"]
    assert following
    described = server.guest().http.get(f"/api/tables/{following}").json()
    assert [seat["name"] for seat in described["seats"]] == ["Ben", "Ana"]
    assert described["state"] == "playing"


def test_time_runs_out(server: Running) -> None:
    _, ana, ben = two_at_a_table(server, clock={"initial": 1.0, "increment": 0.0})
    assert 0 < ana.update["seats"][0]["clock"] <= 1.0
    assert ana.update["seats"][1]["clock"] == 1.0
    ended = ben.next_update(lambda m: m["result"])
    assert ended["result"]["reason"] == "out-of-time"
    assert ended["result"]["places"] == [2, 1]
    assert ended["seats"][0]["clock"] == 0.0


# Those who go, come back, or watch


def test_a_bot_stands_in_for_who_left_and_the_person_comes_back(server: Running) -> None:
    ana, ben = server.guest("Ana"), server.guest("Ben")
    table = ana.new_table("azul", "me", "open", options={"start": 2})
    ben.sit(table, 1)
    first = ana.socket(table)
    first.next_update()
    bens = ben.socket(table)
    bens.next_update()
    assert first.refusal("stand_in", seat=1, level="easy") == "not_allowed", "Ben is here"
    assert ben.leave(table, 1).status_code == 200
    first.at(2)
    first.do("stand_in", seat=1, level="easy")
    moved = first.next_update(lambda m: m["to_move"] == 0)
    assert moved["seats"][1]["level"] == "easy"
    assert moved["seats"][1]["name"] == "Ben"
    bens.at(moved["version"])
    assert bens.refusal("move", move="1B1") == "not_allowed"
    bens.do("stand_in", seat=1, level=None)
    assert first.at(bens.update["version"])["seats"][1]["level"] is None
    first.play()
    bens.at(first.update["version"])
    bens.play()


def test_no_bot_stands_in_for_who_has_just_sat_down(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = SimpleNamespace(now=1000.0)
    monkeypatch.setattr(audience, "ticks", lambda: clock.now)
    ana, ben = server.guest("Ana"), server.guest("Ben")
    table = ana.new_table("azul", "me", "open", options={"start": 2})
    first = ana.socket(table)
    first.next_update()
    clock.now += 2 * audience.AWAY
    ben.sit(table, 1)
    first.at(1)
    assert first.refusal("stand_in", seat=1, level="easy") == "not_allowed", "he is about to come"
    clock.now += 2 * audience.AWAY
    first.do("stand_in", seat=1, level="easy")


def test_by_turns_no_bot_stands_in_for_the_others(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = SimpleNamespace(now=1000.0)
    monkeypatch.setattr(audience, "ticks", lambda: clock.now)
    ana, ben = server.guest("Ana"), server.guest("Ben")
    wanted = {"options": {"start": 2}, "pace": "turns", "clock": {"per_turn": 259_200}}
    table = ana.new_table("azul", "me", "open", **wanted)
    ben.sit(table, 1)
    first = ana.socket(table)
    first.at(1)
    clock.now += 1000 * audience.AWAY
    assert first.refusal("stand_in", seat=1, level="easy") == "not_allowed"
    first.do("stand_in", seat=0, level="easy")
    first.do("stand_in", seat=0, level=None)


def test_spectators_see_the_table_and_may_do_nothing_but_talk(server: Running) -> None:
    table, ana, _ = two_at_a_table(server)
    eve = server.guest("Eve").socket(table)
    seen = eve.next_update()
    assert seen["seat"] is None
    assert seen["choices"] == []
    assert seen["spectators"] == 1
    assert seen["scene"] == ana.update["scene"]
    for kind, more in (
        ("move", {"move": ana.update["choices"][0]["move"]}),
        ("undo", {}),
        ("resign", {}),
        ("ask", {"kind": "takeback"}),
        ("stand_in", {"seat": 0, "level": "easy"}),
    ):
        assert eve.refusal(kind, **more) == "not_allowed"
    name = eve.send("say", text="good luck")
    eve.until(lambda m: m["type"] == "done" and m["id"] == name)
    heard = ana.until(lambda m: m["type"] == "chat")
    assert (heard["name"], heard["seat"], heard["text"]) == ("Eve", None, "good luck")

    nobody = server.guest().socket(table)
    nobody.next_update()
    assert nobody.refusal("say", text="hello") == "not_allowed", "who talks has a name"


def test_chat_makes_no_move_stale_and_is_told_to_who_comes_later(server: Running) -> None:
    table, ana, ben = two_at_a_table(server)
    version = ana.update["version"]
    ben.ask("say", text="<b>hello</b>")
    ana.do("move", move=ana.update["choices"][0]["move"], version=version)
    later = server.guest("Eve").socket(table)
    assert later.until(lambda m: m["type"] == "chat")["text"] == "<b>hello</b>"
    assert ben.refusal("say", text="a\nb") == "malformed"
    assert ben.refusal("say", text="x" * 301) == "malformed"
    assert ben.refusal("say", text="  ") == "malformed"


def test_who_is_here_is_told(server: Running) -> None:
    table, ana, ben = two_at_a_table(server)
    ben.close()
    assert not ana.next_update(lambda m: not m["seats"][1]["is_here"])["seats"][1]["is_here"]
    assert table


def test_hints_are_given_only_where_no_other_person_plays(server: Running) -> None:
    _, ana, _ben = two_at_a_table(server)
    assert ana.refusal("ask_hints") == "not_allowed"
    alone = server.guest("Ana")
    socket = alone.socket(alone.new_table("sintra", "me", "easy", options={"start": 1}))
    socket.next_update()
    answer = socket.ask("ask_hints")
    assert answer["type"] == "hints"
    moves = {choice["move"]: choice["steps"] for choice in socket.update["choices"]}
    assert answer["hints"]
    for hint in answer["hints"]:
        assert moves[hint["move"]] == hint["steps"]


def test_a_game_goes_on_after_a_restart(start: Start) -> None:
    first = start()
    ana, ben = first.guest("Ana"), first.guest("Ben")
    table = ana.new_table("pavilion", "me", "open", options={"start": 1})
    ben.sit(table, 1)
    socket = ana.socket(table)
    socket.next_update()
    socket.play()
    socket.ask("say", text="see you")
    before = socket.update
    last_told = socket.told[-1]["text"]
    first.stop()

    second = start()
    again = Guest(second.url)
    again.http.cookies.set("azulejos", ana.secret)
    socket = again.socket(table)
    after = socket.next_update()
    assert after["seat"] == 0
    assert after["scene"] == before["scene"]
    assert after["since"][-1]["text"] == last_told
    assert any(message.get("text") == "see you" for message in socket.heard)


def test_bots_go_on_by_themselves_after_a_restart(start: Start) -> None:
    first = start(bot_pause=60.0)
    ana = first.guest("Ana")
    table = ana.new_table("azul", "me", "easy", options={"start": 2})
    ana.socket(table).next_update()
    first.stop()

    second = start()
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        described = second.guest().http.get("/api/tables/" + table).json()
        if described["to_move"] == 0:
            return
        time.sleep(0.05)
    raise AssertionError("the bot has not moved")
