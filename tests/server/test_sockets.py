"""What a socket may say, and what it is told when it says something else."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from azulejos import game
from azulejos.tables.live.audience import Subscriber
from azulejos.tables.live.updates import MAX_SINCE
from azulejos.testing import random_record
from server_in_thread import Guest, Running, Socket

from .test_tables import two_at_a_table


def first_move(socket: Socket) -> str:
    return str(socket.update["choices"][0]["move"])


def test_a_move_is_acknowledged_before_it_is_broadcast(server: Running) -> None:
    _, ana, ben = two_at_a_table(server)
    before = ana.update["version"]
    name = ana.send("move", move=first_move(ana))
    done = ana.until(lambda m: m.get("id") == name)
    assert done["type"] == "done"
    assert ana.update["version"] == before, "nobody was shown it before"
    update = ana.at(done["version"])
    assert update["since"]
    assert ben.at(done["version"])["since"] == update["since"]


def test_a_stale_move_is_refused_and_the_present_state_follows(server: Running) -> None:
    _, ana, _ben = two_at_a_table(server)
    before = ana.update["version"]
    move = first_move(ana)
    ana.play()
    ana.do("undo")
    name = ana.send("move", move=move, version=before)
    refused = ana.until(lambda m: m.get("id") == name)
    assert (refused["type"], refused["code"]) == ("refused", "stale")
    assert refused["version"] == ana.update["version"]
    assert ana.next_update()["version"] == before + 2
    assert ana.refusal("move", move=move, version=before + 100) == "stale"


def test_a_move_sent_again_is_answered_again_and_made_once(server: Running) -> None:
    table, ana, ben = two_at_a_table(server)
    move, version = first_move(ana), ana.update["version"]
    first = ana.ask("move", id="the same", move=move, version=version)
    assert first["type"] == "done"
    assert ana.ask("move", id="the same", move=move, version=version) == first
    ana.close()
    again = server_guest_socket(server, ana, table)
    assert again.ask("move", id="the same", move=move, version=version) == first
    ben.at(first["version"])
    assert ben.update["version"] == first["version"]
    assert ben.refusal("move", id="the same", move=move, version=version) == "stale", (
        "an id is its sender's own"
    )


def server_guest_socket(server: Running, of: Socket, table: str) -> Socket:
    """Connect again as the guest of another socket."""
    guest = Guest(server.url)
    cookie = of.connection.request.headers["Cookie"] if of.connection.request else ""
    return guest.socket(table, Cookie=cookie)


def test_a_move_out_of_turn_is_refused(server: Running) -> None:
    _, ana, ben = two_at_a_table(server)
    assert ben.refusal("move", move=first_move(ana)) == "not_your_turn"


@pytest.mark.parametrize(
    ("move", "code"), [("9W5", "illegal_move"), ("e2e4", "notation"), ("", "notation")]
)
def test_an_illegal_move_is_refused_with_a_reason(server: Running, move: str, code: str) -> None:
    _, ana, _ben = two_at_a_table(server)
    answer = ana.ask("move", move=move)
    assert (answer["type"], answer["code"]) == ("refused", code)
    assert answer["reason"]
    ana.play()


MALFORMED: tuple[str | bytes, ...] = (
    "",
    "{",
    "[]",
    "null",
    '{"type": "fly"}',
    '{"type": "move"}',
    '{"type": "move", "id": "x", "version": "1", "move": "1B1"}',
    '{"type": "move", "id": "x", "version": 0, "move": 7}',
    '{"type": "move", "id": "x", "version": 0, "move": "1B1", "seat": 1}',
    '{"type": "move", "id": "", "version": 0, "move": "1B1"}',
    '{"type": "move", "id": "' + "x" * 65 + '", "version": 0, "move": "1B1"}',
    '{"type": "say", "id": "\\u0000", "text": "x"}',
    '{"type": "ask", "id": "x", "version": 0, "kind": "draw"}',
    b"\xff\xfe",
    b'{"type": "say", "id": "x", "text": "\xff"}',
)


def test_a_malformed_message_is_refused_and_the_connection_lives(server: Running) -> None:
    _, ana, _ben = two_at_a_table(server)
    for text in MALFORMED:
        ana.connection.send(text)
        assert ana.until(lambda m: m["type"] == "refused")["code"] == "malformed", text
    ana.send("ping")
    ana.until(lambda m: m["type"] == "pong")
    ana.play()


def test_an_oversized_message_ends_the_connection(server: Running) -> None:
    _, ana, ben = two_at_a_table(server)
    ana.connection.send(json.dumps({"type": "say", "id": "x", "text": "x" * 9000}))
    with pytest.raises(ConnectionClosed) as closed:
        ana.until(lambda _: False)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009
    ben.next_update(lambda m: not m["seats"][0]["is_here"])


@pytest.mark.parametrize("origin", ["https://evil.example", "http://127.0.0.1:1", "null"])
def test_a_page_of_another_origin_cannot_connect(server: Running, origin: str) -> None:
    ana = server.guest("Ana")
    table = ana.new_table()
    with pytest.raises(InvalidStatus) as refused:
        ana.socket(table, Origin=origin)
    assert refused.value.response.status_code == 403


def test_a_wrong_token_cannot_connect_and_a_wrong_cookie_is_nobodys(server: Running) -> None:
    ana = server.guest("Ana")
    table = ana.new_table()
    with pytest.raises(InvalidStatus) as refused:
        ana.socket(table, Authorization="Bearer nobody")
    assert refused.value.response.status_code == 403
    stranger = ana.socket(table, Cookie="azulejos=wrong")
    assert stranger.next_update()["seat"] is None


def test_there_is_no_socket_without_a_table(server: Running) -> None:
    with pytest.raises(InvalidStatus):
        server.guest().socket("nowhere")


def test_who_reconnects_is_told_what_happened_since(server: Running) -> None:
    table, ana, ben = two_at_a_table(server)
    known = ben.update["version"]
    ben.close()
    ana.play()
    again = server_guest_socket(server, ben, table)
    whole = again.next_update()
    assert len(whole["since"]) == whole["plies"]
    cookie = ben.connection.request.headers["Cookie"] if ben.connection.request else ""
    resumed = Guest(server.url).socket(table, known, Cookie=cookie).next_update()
    assert [event["ply"] for event in resumed["since"]] == [whole["plies"] - 1]
    assert resumed["since"][0]["scene"] == resumed["scene"]
    assert resumed["since"][0]["told"]
    from_the_future = Guest(server.url).socket(table, 10_000, Cookie=cookie).next_update()
    assert len(from_the_future["since"]) == from_the_future["plies"]


def test_a_move_taken_back_and_another_made_meanwhile_are_told_as_one_change(
    server: Running,
) -> None:
    table, ana, ben = two_at_a_table(server)
    ana.play(0)
    known = ben.at(ana.update["version"])
    ben.close()
    ana.do("undo")
    ana.play(1)
    cookie = ben.connection.request.headers["Cookie"] if ben.connection.request else ""
    resumed = Guest(server.url).socket(table, known["version"], Cookie=cookie).next_update()
    assert resumed["plies"] == known["plies"]
    assert [event["ply"] for event in resumed["since"]] == [resumed["plies"] - 1]
    assert resumed["since"][0]["text"] != known["since"][-1]["text"]


def test_choices_say_what_to_click_and_what_it_scores(server: Running) -> None:
    _, ana, _ben = two_at_a_table(server)
    for choice in ana.update["choices"]:
        assert choice["steps"]
        assert isinstance(choice["score"], int)
    texts = [choice["move"] for choice in ana.update["choices"]]
    assert len(set(texts)) == len(texts)


def test_everybody_who_may_know_the_same_is_told_the_same(server: Running) -> None:
    table, ana, _ben = two_at_a_table(server)
    spectators = [server.guest(f"Eve {n}").socket(table) for n in range(3)]
    for each in spectators:
        each.next_update(lambda m: m["spectators"] == 3)
    ana.next_update(lambda m: m["spectators"] == 3)
    version = ana.play()
    updates: list[dict[str, Any]] = [each.at(version) for each in spectators]
    assert updates[0] == updates[1] == updates[2]


def test_many_who_come_at_once_are_told_of_once(server: Running) -> None:
    table = server.guest("Ana").new_table()
    crowd = [Subscriber(None, -1) for _ in range(40)]

    async def updates_of(subscriber: Subscriber) -> list[dict[str, Any]]:
        heard: list[dict[str, Any]] = []
        while not heard or heard[-1]["spectators"] < len(crowd):
            heard.append(json.loads(await subscriber.next_message() or "{}"))
        return heard

    async def come_and_go() -> list[list[dict[str, Any]]]:
        live = await server.hub.lobby.table(table)
        await asyncio.gather(*(live.attach(each) for each in crowd))
        heard = [await updates_of(each) for each in crowd[:-1]]
        for each in crowd:
            await live.detach(each)
        return heard

    counted = [[m["spectators"] for m in heard] for heard in server.call(come_and_go)]
    assert counted == [[n, len(crowd)] for n in range(1, len(crowd))]


def test_a_stopping_server_tells_browsers_to_come_back(start: Any) -> None:
    running = start()
    ana = running.guest("Ana")
    socket = ana.socket(ana.new_table())
    socket.next_update()
    running.stop()
    with pytest.raises(ConnectionClosed) as closed:
        socket.until(lambda _: False)  # who is here may be told before
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1012


def test_of_a_long_game_the_end_is_told_and_the_rest_if_asked_for(server: Running) -> None:
    pavilion = game("pavilion")
    record = random_record(pavilion, pavilion.options(players=4), 1)
    ana, seats = server.guest("Ana"), [{"kind": "me"}, *[{"kind": "open"}] * 3]
    wanted = {"game": "pavilion", "record": record.to_json(), "seats": seats}
    table = ana.http.post("/api/tables", json=wanted).json()["table"]
    for seat in (1, 2, 3):
        server.guest(f"Guest {seat}").sit(table, seat)
    socket = server.guest().socket(table)
    update = socket.next_update()
    assert update["is_cut"]
    assert len(update["since"]) == MAX_SINCE < update["plies"] == len(record.events)
    assert update["tally"]
    events = update["since"]
    while events[0]["ply"]:
        earlier = socket.ask("ask_events", before=events[0]["ply"])["events"]
        assert 0 < len(earlier) <= MAX_SINCE
        events = earlier + events
    assert [event["ply"] for event in events] == list(range(update["plies"]))
    assert [event["text"] for event in events] == json.loads(record.to_json())["events"]
    for before in (-5, 0):
        assert socket.ask("ask_events", before=before)["events"] == []
    at_end = socket.ask("ask_events", before=10**9)["events"]
    assert [event["ply"] for event in at_end] == [event["ply"] for event in update["since"]]
