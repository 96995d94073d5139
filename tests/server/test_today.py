"""The game of the day at a server: dealt alike for all, played once, shared and compared."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import msgspec
import pytest

from azulejos import GAME_NAMES, Draw
from azulejos.bots import bot
from azulejos.play import daily as daily_module
from azulejos.play.daily import SEAT, DailyGame, read_link, squares
from azulejos.play.record import Record
from azulejos.tables.bots.consulting import PAR_GAMES
from azulejos.tables.bots.tasks import PlayDaily
from azulejos.tables.bots.thinker import play_daily
from azulejos.tables.lobby.daily import MAX_RESULTS, DailyProgress, DailyResult
from azulejos.tables.store.rows import MAX_NOTE_SIZE
from server_in_thread import Guest, Running, Socket, Start

TODAY = datetime.now(UTC).date()


@pytest.fixture(autouse=True)
def _quick_opponent(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that needs nothing compiled."""
    monkeypatch.setattr(daily_module, "LEVEL", "easy")


def begun(guest: Guest, game: str = "azul", day: date = TODAY) -> str:
    answer = guest.http.post(f"/api/today/{game}", json={"day": str(day)})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["table"])


def play_on(socket: Socket, choice: int = 0, moves: int = 1000) -> None:
    """Play until the game is over, or so many moves."""
    if not socket.update:
        socket.next_update()
    while socket.update["result"] is None and moves:
        if socket.update["choices"]:
            socket.play(min(choice, len(socket.update["choices"]) - 1))
            moves -= 1
        else:
            socket.hear()


def finished(guest: Guest, game: str = "azul", choice: int = 0, day: date = TODAY) -> str:
    table = begun(guest, game, day)
    socket = guest.socket(table)
    play_on(socket, choice)
    socket.close()
    return table


def record_of(guest: Guest, table: str) -> Record:
    return Record.read(guest.http.get(f"/api/tables/{table}/record.txt").text)


def info(guest: Guest, game: str = "azul", day: date = TODAY) -> Any:
    every = guest.http.get("/api/today", params={"day": str(day)}).json()
    assert [each["game"] for each in every] == list(GAME_NAMES)
    return every[GAME_NAMES.index(game)]


def share(guest: Guest, game: str = "azul", day: date = TODAY) -> Any:
    return guest.http.get(f"/api/today/{game}/{day}").json()


def expect_dealt_alike(record: Record, day: date = TODAY) -> None:
    """The same moves lead to the same draws and answers anywhere."""
    daily = DailyGame.of(record.game.name, str(day))
    again, opponent = daily.match(), bot(daily.opponent)
    for event in record.events:
        if isinstance(event, Draw):
            continue
        seat = again.state.to_move
        assert seat is not None
        if seat != SEAT:
            assert opponent.choose(again.view(seat)) == event
        again.play(seat, event)
    assert tuple(again.events) == record.events


def test_everybody_has_the_same_deal_and_opponent(server: Running) -> None:
    ana, ben = server.guest("Ana"), server.guest("Ben")
    tables = [finished(ana), finished(ben)]
    first, second = (record_of(ana, table) for table in tables)
    assert tables[0] != tables[1]
    assert first.events == second.events
    expect_dealt_alike(first)


def test_it_is_played_once_at_one_table(server: Running) -> None:
    ana = server.guest("Ana")
    assert info(ana)["stage"] == "new"
    table = begun(ana)
    assert begun(ana) == table
    assert info(ana)["stage"] == "playing"
    assert info(ana)["table"] == table
    finished(ana)
    assert begun(ana) == table
    shown = info(ana)
    assert shown["stage"] == "done"
    assert begun(ana, "duel") != table
    assert begun(server.guest("Ben")) != table
    assert ana.http.get(f"/api/tables/{table}").json()["options"] == shown["options"]


def test_what_is_not_allowed(server: Running) -> None:
    ana = server.guest("Ana")
    socket = ana.socket(begun(ana))
    play_on(socket, moves=1)
    while not socket.update["choices"]:
        socket.hear()
    assert socket.update["day"] == str(TODAY)
    assert not socket.update["may_undo"]
    assert socket.refusal("undo") == "not_allowed"
    assert socket.refusal("ask", kind="takeback") == "not_allowed"
    assert socket.refusal("ask_hints") == "not_allowed"
    assert socket.refusal("stand_in", seat=SEAT, level="easy") == "not_allowed"
    play_on(socket)
    assert socket.refusal("ask", kind="rematch") == "not_allowed"


def test_other_days(server: Running) -> None:
    ana = server.guest("Ana")
    for day, status in ((TODAY + timedelta(2), 404), ("2025-01-01", 400), ("2026-02-31", 400)):
        answer = ana.http.post("/api/today/azul", json={"day": str(day)})
        assert answer.status_code == status
    assert ana.http.post("/api/today/chess", json={"day": str(TODAY)}).status_code == 404
    old = date(2026, 2, 28)
    finished(ana, day=old)
    progress = until_noted(ana, day=old)
    assert [each["day"] for each in progress["results"]] == [str(old)]
    assert (progress["days"], progress["best_days"]) == (0, 0)


def until_noted(guest: Guest, game: str = "azul", day: date = TODAY) -> Any:
    """The server notes a result a moment after the game."""
    while not (progress := info(guest, game, day)["progress"])["results"]:
        pass
    return progress


def test_the_result_is_noted_and_shared(server: Running) -> None:
    ana = server.guest("Ana")
    assert ana.http.get(f"/api/today/azul/{TODAY}").status_code == 403
    table = begun(ana)
    assert ana.http.get(f"/api/today/azul/{TODAY}").status_code == 403
    finished(ana)
    shared, record = share(ana), record_of(ana, table)
    states = [*record.states()]
    points = record.final.scores
    assert shared["end"] == {"points": points[0], "theirs": points[1], "squares": squares(states)}
    daily, packed = read_link(shared["link"])
    assert tuple(daily.unpack(packed).events) == record.events
    progress = until_noted(ana)
    assert progress["results"] == [
        {"day": str(TODAY), "points": points[0], "theirs": points[1]},
    ]
    assert (progress["days"], progress["best_days"]) == (1, 1)


def test_a_game_that_was_given_up_is_no_result(server: Running) -> None:
    ana = server.guest("Ana")
    socket = ana.socket(begun(ana))
    socket.next_update()
    socket.do("resign")
    assert info(ana)["stage"] == "given-up"
    assert ana.http.get(f"/api/today/azul/{TODAY}").status_code == 403
    assert info(ana)["progress"]["results"] == []


def test_two_games_are_compared_once_both_are_over(server: Running) -> None:
    game, ana, ben = "duel", server.guest("Ana"), server.guest("Ben")
    theirs = record_of(ben, finished(ben, game, choice=3))
    asked = {"link": f"https://example.org/#{share(ben, game)['link']}"}
    assert ana.http.post("/api/today/compare", json=asked).status_code == 403  # no spoilers
    mine = record_of(ana, finished(ana, game))
    answer = ana.http.post("/api/today/compare", json=asked)
    assert answer.status_code == 200, answer.text
    comparison = answer.json()
    parted = next(
        ply for ply, (a, b) in enumerate(zip(mine.events, theirs.events, strict=False)) if a != b
    )
    assert comparison["ply"] == parted
    assert Record.read(comparison["record"]).events == theirs.events
    assert len(comparison["replay"]["events"]) == len(theirs.events)
    assert comparison["other"]["points"] == theirs.final.scores[0]
    assert comparison["own"]["points"] == mine.final.scores[0]
    costs = [each["cost"] for each in comparison["moves"]]
    assert len(costs) == 2
    assert min(costs) >= 0
    assert comparison["rounds"][0]["own"] != comparison["rounds"][0]["other"]
    same = ana.http.post("/api/today/compare", json={"link": share(ana, game)["link"]}).json()
    assert (same["ply"], same["moves"]) == (None, [])


def test_results_are_listed_by_those_who_want_it_for_those_who_have_played(
    server: Running,
) -> None:
    day = date(2026, 3, 5)  # nobody else plays it in these tests
    ana, ben, eve = (server.guest(name) for name in ("Ana", "Ben", "Eve"))
    path = f"/api/today/azul/{day}/listed"
    for guest, choice in ((ana, 0), (ben, 4)):
        assert guest.http.put(path).status_code == 403
        finished(guest, choice=choice, day=day)
    assert ana.http.get(path).json() == []
    assert [each["is_me"] for each in ana.http.put(path).json()] == [True]
    both = ben.http.put(path).json()
    leads = [each["points"] - each["theirs"] for each in both]
    assert leads == sorted(leads, reverse=True)
    assert {each["name"] for each in both if not each["is_me"]} == {"Ana"}
    assert ben.http.put(path).json() == both
    assert [each["name"] for each in ana.http.delete(path).json()] == ["Ben"]
    assert eve.http.get(path).status_code == 403  # has not played
    assert ana.http.get(f"/api/today/duel/{day}/listed").status_code == 403


def test_what_levels_make_of_the_same_deals(server: Running) -> None:
    ana, day = server.guest("Ana"), date(2026, 3, 6)
    path = f"/api/today/azul/{day}/par?level="
    assert ana.http.get(f"{path}easy").status_code == 403
    finished(ana, day=day)
    told = ana.http.get(f"{path}beginner").json()
    opponent = DailyGame.of("azul", str(day)).opponent
    scores = [
        play_daily(PlayDaily("azul", str(day), f"beginner:seed={seed}", opponent))
        for seed in range(PAR_GAMES)
    ]
    assert told == {"level": "beginner", "leads": [own - theirs for own, theirs in scores]}
    assert len(set(told["leads"])) > 1  # its games are not all the same
    assert ana.http.get(f"{path}beginner").json() == told
    for level in ("master", "random", "", "search"):
        assert ana.http.get(path + level).status_code in (400, 404)


def test_links_that_hold_nothing_are_refused(server: Running) -> None:
    ana = server.guest("Ana")
    finished(ana)
    link = share(ana)["link"]
    for text in ("", "day-azul", link[:-1], link + "A", link.replace("azul", "duel"), "x" * 300):
        answer = ana.http.post("/api/today/compare", json={"link": text})
        assert answer.status_code in (400, 403), text
    assert ana.http.post("/api/today/compare", json={"link": "x" * 301}).status_code == 400


def test_a_server_that_stops_changes_no_deal(start: Start) -> None:
    first = start()
    ana = first.guest("Ana")
    socket = ana.socket(begun(ana, "pavilion"))
    play_on(socket, moves=12)
    first.stop()
    second = start()
    again = second.guest()
    again.http.cookies.update(ana.http.cookies)
    expect_dealt_alike(record_of(again, finished(again, "pavilion")))


# Progress


def played(*days: str, on: str | None = None) -> DailyProgress:
    progress = DailyProgress()
    for day in days:
        progress = progress.played(DailyResult(day, 50, 40), date.fromisoformat(on or day))
    return progress


def test_days_in_a_row() -> None:
    progress = played("2026-03-01", "2026-03-02", "2026-03-04", "2026-03-05", "2026-03-06")
    assert (progress.days, progress.best_days, progress.day) == (3, 3, "2026-03-06")
    late = progress.played(DailyResult("2026-03-03", 1, 2), date(2026, 3, 7))
    assert (late.days, late.day) == (3, "2026-03-06")
    assert [each.day[-1] for each in late.results] == list("654321")
    assert late.played(DailyResult("2026-03-03", 9, 9), date(2026, 3, 7)) == late
    assert played("2026-03-01", on="2026-03-09").days == 0


def test_progress_fits_into_a_note() -> None:
    days = [date(2026, 1, 1) + timedelta(n) for n in range(MAX_RESULTS + 20)]
    progress = DailyProgress()
    for day in days:
        progress = progress.played(DailyResult(str(day), 1234, -1234), day)
    assert len(progress.results) == MAX_RESULTS
    assert progress.days == len(days)
    assert len(msgspec.json.encode(progress)) <= MAX_NOTE_SIZE
