"""Mistakes of one's own: what a review finds comes back as puzzles."""

from __future__ import annotations

import json
from typing import Any

import pytest

from azulejos.puzzles import MARGIN
from server_in_thread import Guest, Running


def a_bad_game(ana: Guest) -> str:
    """A game in which all of a colour was dropped on the floor, and that was given up."""
    table = ana.new_table("azul", "me", "easy", options={"start": 1})
    socket = ana.socket(table)
    socket.next_update()
    while socket.update["to_move"] != 0:
        socket.next_update()
    worst = min(socket.update["choices"], key=lambda choice: choice["score"])
    socket.do("move", move=worst["move"])
    while socket.update["to_move"] != 0:
        socket.next_update()
    socket.do("resign")
    socket.close()
    return table


def reviewed(guest: Guest, table: str) -> list[dict[str, Any]]:
    """The moves of a game, judged."""
    lines = guest.http.get(f"/api/tables/{table}/review")
    assert lines.status_code == 200, lines.text
    return [each for each in map(_read, lines.text.splitlines()) if each["type"] == "move"]


def _read(line: str) -> dict[str, Any]:
    result: dict[str, Any] = json.loads(line)
    return result


def test_mistakes_of_a_reviewed_game_are_puzzles(server: Running) -> None:
    ana, eva = server.guest("Ana"), server.guest("Eva")
    table = a_bad_game(ana)
    assert ana.http.get("/api/mine/mistakes").json() == []
    move = next(each for each in reviewed(ana, table) if each["seat"] == 0)
    assert move["is_mistake"]
    listed = ana.http.get("/api/mine/mistakes").json()
    puzzle = f"my-{table}-0-{move['ply']}"
    assert [(each["puzzle"], each["is_solved"]) for each in listed] == [(puzzle, False)]
    assert listed[0]["cost"] == pytest.approx(move["cost"])
    asked = ana.http.get(f"/api/puzzles/{puzzle}").json()
    assert (asked["table"], asked["ply"], asked["rating"]) == (table, move["ply"], None)
    assert move["best"]["move"] not in asked.values()
    trial = ana.http.post("/api/sandbox", json={"position": asked["position"]}).json()

    def answer(text: str) -> dict[str, Any]:
        given = ana.http.post(f"/api/puzzles/{puzzle}/answers", json={"move": text})
        assert given.status_code == 200, given.text
        result: dict[str, Any] = given.json()
        assert result["made"][0]["text"] == text
        assert result["best"] == [move["best"]["move"]]
        return result

    played = ana.http.get(f"/api/tables/{table}/replay").json()["events"][move["ply"]]["text"]
    assert answer(played)["cost"] == pytest.approx(move["cost"])  # as the review says
    others = {each["move"] for each in trial["choices"]} - {played, move["best"]["move"]}
    other = answer(max(others))  # by the same search
    assert other["is_right"] is (other["cost"] <= MARGIN)
    assert answer(move["best"]["move"])["is_right"]
    for guest in (server.guest(), eva):
        assert guest.http.get(f"/api/puzzles/{puzzle}").status_code == 404
    reviewed(eva, table)
    assert eva.http.get("/api/mine/mistakes").json() == []  # she was not at the table
    reviewed(ana, table)
    assert [each["is_solved"] for each in ana.http.get("/api/mine/mistakes").json()] == [True]
