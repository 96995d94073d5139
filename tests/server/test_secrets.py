"""Nobody is sent what they may not know: whole random games, and all that every socket got."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import msgspec
import pytest

from azulejos import GAME_NAMES
from azulejos import game as game_named
from azulejos.core.draw import Draw
from azulejos.core.state import State
from azulejos.narration import narrate
from azulejos.play.record import Event, Record, after
from azulejos.scenes import stage
from azulejos.tables.live.standing import Standing
from server_in_thread import Running, Socket

SECRET = re.compile(r"look .*|u\d+")
ALTERNATIVES = 4


def play_randomly(sockets: list[Socket], source: random.Random) -> None:
    """Play a game to its end; every socket sees every version."""
    while sockets[0].update["result"] is None:
        mover = sockets[sockets[0].update["to_move"]]
        choice = source.choice(mover.update["choices"])
        version = mover.do("move", move=choice["move"])
        for socket in sockets:
            socket.at(version)


def as_json(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


def what_may_be_seen(state: State, seat: int | None) -> Any:
    return as_json(
        stage(state.game).scene(state.public if seat is None else state.view(seat).state)
    )


def may_know(record: Record, states: list[State], ply: int, seat: int | None) -> bool:
    """The rule once more: a seat alone knows the plates it looks at and puts back (DU-25)."""
    event = record.events[ply]
    text = record.game.draw_text(event) if isinstance(event, Draw) else str(event)
    if record.game.name != "duel" or not SECRET.fullmatch(text):
        return True
    return bool(seat == states[ply].table.actor)


@pytest.mark.parametrize("name", GAME_NAMES)
def test_every_socket_gets_what_its_seat_may_know_and_nothing_else(
    server: Running, name: str
) -> None:
    ana, ben, eve = (server.guest(each) for each in ("Ana", "Ben", "Eve"))
    table = ana.new_table(name, "me", "open")
    ben.sit(table, 1)
    sockets = [guest.socket(table) for guest in (ana, ben, eve)]
    for socket in sockets:
        socket.next_update()
    play_randomly(sockets, random.Random(name))

    record = Record.from_text(eve.http.get(f"/api/tables/{table}/record.txt").text)
    states = list(record.states())
    hidden = 0
    for seat, socket in zip((0, 1, None), sockets, strict=True):
        for update in (each for each in socket.heard if each["type"] == "update"):
            assert update["seat"] == seat
            assert update["scene"] == what_may_be_seen(states[update["plies"]], seat)
            assert bool(update["choices"]) == (seat is not None and seat == update["to_move"])
            for event in update["since"]:
                hidden += check_event(event, record, states, seat)
    assert bool(hidden) == (name == "duel")


def check_event(event: Any, record: Record, states: list[State], seat: int | None) -> int:
    """Check what a seat was told of an event; say whether it was a secret."""
    ply = event["ply"]
    if event["scene"] is not None:
        assert event["scene"] == what_may_be_seen(states[ply + 1], seat)
    if may_know(record, states, ply, seat):
        assert event["text"]
        return 0
    assert event["text"] == ""
    for other in alternatives(states[ply], record.events[ply]):
        assert event["told"] == as_json(
            narrate(states[ply], other, after(states[ply], other), seat)
        )
    return 1


def alternatives(state: State, event: Event) -> list[Event]:
    """What might have happened instead: whoever may not know must not be able to tell."""
    source = random.Random(str(event))
    if isinstance(event, Draw):
        return [state.sample(source) for _ in range(ALTERNATIVES)]
    return [move for move in state.legal_moves if SECRET.fullmatch(str(move))]


def test_a_record_is_given_only_as_far_as_its_reader_may_know_it(server: Running) -> None:
    """Ben looks at plates; Ana's record of the game ends before that."""
    source = random.Random(5)
    ana, ben = server.guest("Ana"), server.guest("Ben")
    table = ana.new_table("duel", "me", "open")
    ben.sit(table, 1)
    sockets = [ana.socket(table), ben.socket(table)]
    for socket in sockets:
        socket.next_update()
    while not any(event["text"] == "" for event in sockets[0].update["since"]):
        mover = sockets[sockets[0].update["to_move"]]
        moves = [choice["move"] for choice in mover.update["choices"]]
        looking = ("draw", "look") if mover is sockets[1] else ()
        wanted = [m for m in looking if m in moves] or [m for m in moves if m != "draw"]
        version = mover.do("move", move=source.choice(wanted))
        for socket in sockets:
            socket.at(version)
    texts = {
        name: Record.from_text(guest.http.get(f"/api/tables/{table}/record.txt").text)
        for name, guest in (("ana", ana), ("ben", ben), ("eve", server.guest("Eve")))
    }
    whole = sockets[0].update["plies"]
    assert len(texts["ben"].events) == whole
    assert len(texts["ana"].events) < whole
    assert len(texts["eve"].events) <= len(texts["ana"].events)
    assert ana.http.get(f"/api/tables/{table}/replay").json()["code"] == "not_allowed"
    answer = ana.http.post("/api/sandbox", json={"table": table})
    assert answer.json()["code"] == "not_allowed"


def test_a_bot_is_sent_what_its_seat_sees(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    sent = []
    choose = server.hub.pool.choose

    async def spy(view: Any, level: str, claim: Any) -> str:
        sent.append(view)
        return await choose(view, level, claim)

    monkeypatch.setattr(server.hub.pool, "choose", spy)
    ana = server.guest("Ana")
    table = ana.new_table("duel", "me", "easy")
    socket = ana.socket(table)
    socket.next_update()
    source = random.Random(3)
    while len(sent) < 25 and socket.update["result"] is None:
        if socket.update["to_move"] == 0:
            moves = [choice["move"] for choice in socket.update["choices"]]
            wanted = [m for m in ("draw", "look") if m in moves] or moves
            socket.do("move", move=source.choice(wanted))
        else:
            socket.next_update()

    async def states() -> list[State]:
        live = await server.hub.lobby.table(table)
        return await live.read(lambda standing: list(_match(standing)))

    truth = server.call(states)
    views = [state.view(1) for state in truth if state.to_move == 1]
    assert sent
    assert all(view in views for view in sent)


def _match(standing: Standing) -> Any:
    assert standing.match is not None
    return standing.match.states


def test_what_a_spectator_sees_is_known_to_both_seats() -> None:
    """Blanking what one seat may not know of the public view changes nothing."""
    duel = game_named("duel")
    source = random.Random(1)
    state = duel.new()
    while state.to_move is not None:
        public = state.public
        for seat in range(2):
            assert public.view(seat).state == public
            assert state.view(seat).state.public == public
        if not state.legal_codes:
            state = state.deal(state.sample(source))
        else:
            state = state.play(source.choice(state.legal_moves))
