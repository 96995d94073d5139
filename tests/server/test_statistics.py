"""How a guest has done: finished games by game and opponents."""

from __future__ import annotations

from typing import Any

from server_in_thread import Guest, Running


def give_up(guest: Guest, game: str, *seats: str, **wanted: Any) -> None:
    """Begin a game and resign it, before a bot that would change the table is to move."""
    options = {"start": 1, **wanted.pop("options", {})}
    socket = guest.socket(guest.new_table(game, *seats, options=options, **wanted))
    socket.next_update(lambda update: update["to_move"] == 0)
    socket.do("resign")


def test_games_are_counted_by_game_and_the_strongest_opponent(server: Running) -> None:
    ana, eve = server.guest("Ana"), server.guest("Eve")
    assert ana.http.get("/api/mine/statistics").json() == []
    give_up(ana, "azul", "me", "easy")
    give_up(ana, "azul", "me", "easy")
    give_up(ana, "azul", "me", "beginner", "casual", options={"players": 3})
    give_up(ana, "duel", "me", "easy")
    ana.socket(ana.new_table("azul", "me", "easy")).next_update()  # not over
    result = {(each["game"], each["against"]): each for each in statistics_of(ana)}
    assert {kind: each["played"] for kind, each in result.items()} == {
        ("azul", "casual"): 1,
        ("azul", "easy"): 2,
        ("duel", "easy"): 1,
    }
    assert result["azul", "easy"]["won"] == 0
    assert statistics_of(eve) == []


def test_a_game_against_a_person_is_won_by_who_stays(server: Running) -> None:
    ana, ben = server.guest("Ana"), server.guest("Ben")
    table = ana.new_table("azul")
    ben.sit(table, 1)
    socket = ben.socket(table)
    socket.next_update()
    socket.do("resign")
    [hers], [his] = statistics_of(ana), statistics_of(ben)
    assert (hers["against"], hers["played"], hers["won"]) == ("people", 1, 1)
    assert (his["against"], his["played"], his["won"]) == ("people", 1, 0)
    assert hers["points"] == hers["best"] == 0


def test_games_of_several_at_one_device_are_nobodys_own(server: Running) -> None:
    ana = server.guest("Ana")
    seats = [{"kind": "me"}, {"kind": "beside", "name": "Ben"}]
    made = ana.http.post("/api/tables", json={"game": "azul", "seats": seats}).json()
    socket = ana.socket(made["table"])
    socket.next_update()
    socket.do("resign")
    assert statistics_of(ana) == []


def statistics_of(guest: Guest) -> list[dict[str, int]]:
    answer = guest.http.get("/api/mine/statistics")
    assert answer.status_code == 200, answer.text
    return list(answer.json())
