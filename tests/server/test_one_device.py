"""Several people round one device: a guest holds their seats, and each acts and sees in turn."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from azulejos import GAME_NAMES
from server_in_thread import Guest, Running, Socket

SECRET = re.compile(r"u\d+")  # a plate that was looked at and put back (DU-25)


def table_of_two(guest: Guest, game: str) -> str:
    seats = [{"kind": "me"}, {"kind": "beside", "name": "Ben"}]
    made = guest.http.post("/api/tables", json={"game": game, "seats": seats})
    assert made.status_code == 201, made.text
    return str(made.json()["table"])


def play(socket: Socket, source: random.Random) -> None:
    socket.do("move", move=source.choice(socket.update["choices"])["move"])


@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_whole_game_by_two_at_one_device(server: Running, name: str) -> None:
    ana, source = server.guest("Ana"), random.Random(name)
    table = table_of_two(ana, name)
    socket = ana.socket(table)
    socket.next_update()
    assert [seat["name"] for seat in socket.update["seats"]] == ["Ana", "Ben"]
    assert all(seat["is_here"] for seat in socket.update["seats"])
    while socket.update["result"] is None:
        assert socket.update["seat"] == socket.update["to_move"]
        assert socket.update["shared"] == [0, 1]
        assert socket.update["spectators"] == 0
        play(socket, source)
    [listed] = ana.http.get("/api/mine").json()["tables"]
    assert listed["table"] == table
    assert listed["state"] == "over"


def test_who_has_the_device_next_is_told_nothing_that_only_the_other_may_know(
    server: Running,
) -> None:
    ana, source = server.guest("Ana"), random.Random(4)
    socket = ana.socket(table_of_two(ana, "duel"))
    socket.next_update()
    looked = 0
    while socket.update["result"] is None:
        before = socket.update["seat"]
        play(socket, source)
        if socket.update["result"] is None and socket.update["seat"] != before:
            looked += expect_nothing_of(before, socket.update)
    assert looked, "nobody had a secret in this game"


def expect_nothing_of(other: int, update: dict[str, Any]) -> int:
    """All that is told is told again, without what the other may know; count what is missing."""
    assert update["is_cut"] or len(update["since"]) == update["plies"]
    moves = [event["text"] for event in update["since"] if event["seat"] == other]
    assert not any(SECRET.fullmatch(text) for text in moves)
    return sum(event["text"] == "" for event in update["since"])


def test_undo_is_for_all_at_the_device_and_so_is_a_rematch(server: Running) -> None:
    ana, source = server.guest("Ana"), random.Random(2)
    socket = ana.socket(table_of_two(ana, "azul"))
    socket.next_update()
    first = socket.update["seat"]
    play(socket, source)
    assert socket.update["seat"] == 1 - first
    assert socket.update["may_undo"]
    socket.do("undo")
    assert socket.update["seat"] == first
    while socket.update["result"] is None:
        play(socket, source)
    socket.do("ask", kind="rematch")
    assert socket.update["next_table"]


def test_a_new_name_is_that_of_the_guest_alone(server: Running) -> None:
    ana = server.guest("Ana")
    socket = ana.socket(table_of_two(ana, "azul"))
    socket.next_update()
    assert ana.http.put("/api/me", json={"name": "Anna"}).status_code == 200
    socket.next_update(lambda update: update["seats"][0]["name"] == "Anna")
    assert socket.update["seats"][1]["name"] == "Ben"


@pytest.mark.parametrize("name", ["", "  ", "x" * 100, None])
def test_who_sits_beside_has_a_name_that_can_be_shown(server: Running, name: str | None) -> None:
    seats = [{"kind": "me"}, {"kind": "beside", "name": name}]
    refused = server.guest("Ana").http.post("/api/tables", json={"game": "azul", "seats": seats})
    assert refused.status_code == 400
