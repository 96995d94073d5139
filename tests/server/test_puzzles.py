"""Puzzles over a real server: what is asked, what is graded, and what is kept of it."""

from __future__ import annotations

import asyncio
import random
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from azulejos import GAME_NAMES
from azulejos.puzzles import collection, grade, puzzle_of_the_day
from azulejos.puzzles.progress import OF_LEVELS
from azulejos.server.http.requests import HttpContext
from azulejos.server.hub import Hub
from azulejos.tables.people.guests import Identity
from azulejos.tables.people.limits import Allowance
from azulejos.tables.requests.puzzles import answer_puzzle, chosen
from azulejos.tables.study.puzzles import Graded, PuzzleAnswer
from server_in_thread import GENEROUS, Running, Start

TODAY = datetime.now(UTC).date()


def answer(http: Any, puzzle: str, move: str, **more: str) -> dict[str, Any]:
    answered = http.post(f"/api/puzzles/{puzzle}/answers", json={"move": move, **more})
    assert answered.status_code == 200, answered.text
    result: dict[str, Any] = answered.json()
    return result


@pytest.mark.parametrize("game", GAME_NAMES)
def test_every_move_is_graded_as_the_values_say(server: Running, game: str) -> None:
    """Twins, blunders and all: each legal move of the position, as the page would send it."""
    known = [collection(game).puzzle(entry.id) for entry in collection(game).entries[:5]]
    puzzle = min(known, key=lambda each: len(each.costs))
    http = server.guest("Ana").http
    trial = http.post("/api/sandbox", json={"position": puzzle.position}).json()
    moves = [choice["move"] for choice in trial["choices"]]
    assert sorted(moves) == sorted(puzzle.costs)
    for move in moves:
        result, expected = answer(http, puzzle.id, move), grade(puzzle, move)
        graded = result["grade"], result["cost"], result["is_right"], result["throws_away_victory"]
        is_losing = move in puzzle.losing
        assert graded == (expected.name, puzzle.costs[move], expected.is_right, is_losing)
        assert result["best"] == [*puzzle.answers]
        assert result["made"][0]["text"] == move
        assert result["line"][0]["text"] == puzzle.line[0]
        assert all(event["scene"] for event in result["line"])
    assert len(result["line"]) == len(puzzle.line)


@pytest.mark.parametrize("game", GAME_NAMES)
def test_nothing_tells_the_solution_before_an_answer(server: Running, game: str) -> None:
    http = server.guest().http
    daily = next(
        each for each in http.get(f"/api/puzzles/daily?day={TODAY}").json() if each["game"] == game
    )
    puzzle = puzzle_of_the_day(game, TODAY)
    assert daily == {"game": game, "puzzle": puzzle.id, "stage": "new"}
    info = http.get(f"/api/puzzles/{puzzle.id}").json()
    next_one = http.get(f"/api/puzzles/next?game={game}").json()
    assert set(info) == set(next_one)
    assert info["position"] == puzzle.position
    assert set(info) == {
        *("puzzle", "game", "position", "stage", "level", "rating", "table", "ply")
    }


def test_the_first_answer_is_rated_and_a_later_one_may_solve(server: Running) -> None:
    http = server.guest("Ana").http
    puzzle = puzzle_of_the_day("azul", TODAY)
    wrong = next(move for move in puzzle.costs if move not in puzzle.answers)
    missed = answer(http, puzzle.id, wrong)
    assert missed["gained"] < 0
    assert (missed["progress"]["tried"], missed["progress"]["solved"]) == (1, 0)
    assert http.get(f"/api/puzzles/{puzzle.id}").json()["stage"] == "missed"
    right = answer(http, puzzle.id, puzzle.line[0], day=str(TODAY))
    assert right["is_right"]
    assert right["gained"] is None
    assert right["progress"]["rating"] == missed["progress"]["rating"]
    assert (right["progress"]["day"], right["progress"]["days"]) == (str(TODAY), 1)
    assert http.get(f"/api/puzzles/{puzzle.id}").json()["stage"] == "solved"
    assert answer(http, puzzle.id, wrong)["progress"] == right["progress"]
    assert http.get(f"/api/puzzles/{puzzle.id}").json()["stage"] == "solved"  # it stays so
    azul = http.get("/api/mine/puzzles").json()[0]
    assert azul["rating"] == missed["progress"]["rating"]
    assert [each["puzzle"] for each in azul["recent"]] == [puzzle.id]


def test_right_answers_in_a_row_make_a_streak(server: Running) -> None:
    http = server.guest("Ana").http
    seen = set()
    for number in range(1, 4):
        asked = http.get("/api/puzzles/next?game=sintra").json()
        assert asked["stage"] == "new"
        seen.add(asked["puzzle"])
        result = answer(http, asked["puzzle"], collection("sintra").puzzle(asked["puzzle"]).line[0])
        assert result["gained"] > 0
        assert result["progress"]["streak"] == number
    assert len(seen) == 3
    puzzle = collection("sintra").puzzle(http.get("/api/puzzles/next?game=sintra").json()["puzzle"])
    wrong = next(move for move in puzzle.costs if move not in puzzle.answers)
    progress = answer(http, puzzle.id, wrong)["progress"]
    assert (progress["streak"], progress["best_streak"]) == (0, 3)


def test_a_day_that_is_not_now_adds_nothing(server: Running) -> None:
    http = server.guest("Ana").http
    later = TODAY + timedelta(days=40)
    puzzle = puzzle_of_the_day("duel", later)
    assert answer(http, puzzle.id, puzzle.line[0], day=str(later))["progress"]["days"] == 0


def test_puzzles_are_chosen_by_theme_level_and_rating(server: Running) -> None:
    http = server.guest("Ana").http
    for known in http.get("/api/puzzles").json():
        entries = collection(known["game"]).entries
        assert known["number"] == len(entries)
        theme, level = known["themes"][0], known["levels"][-1]
        for wish in (f"theme={theme}", f"level={level}"):
            asked = http.get(f"/api/puzzles/next?game={known['game']}&{wish}").json()
            entry = next(each for each in entries if each.id == asked["puzzle"])
            assert theme in entry.themes or entry.level == level
            assert asked["rating"] == OF_LEVELS[entry.level]
    answered = http.get("/api/puzzles/next?game=azul&theme=nonsense")
    assert (answered.status_code, answered.json()["code"]) == (404, "not_found")


def test_puzzles_near_a_rating_come_sooner() -> None:
    entries = collection("azul").entries
    source = random.Random(1)
    result = [
        sum(OF_LEVELS[chosen(entries, rating, source).level] for _ in range(200)) / 200
        for rating in (1000.0, 1600.0, 2300.0)
    ]
    assert result == sorted(result)
    assert result[0] < result[2]


@pytest.mark.parametrize(
    ("method", "path", "body", "code"),
    [
        ("GET", "/api/puzzles/nonsense", None, "not_found"),
        ("GET", "/api/puzzles/my-nonsense-3", None, "not_found"),
        ("GET", "/api/puzzles/daily?day=2026-02-31", None, "malformed"),
        ("GET", "/api/puzzles/next?game=chess", None, "unknown_name"),
        ("POST", "/api/puzzles/nonsense/answers", {"move": "1B1"}, "not_found"),
        ("POST", "/api/puzzles/PUZZLE/answers", {"move": "nonsense"}, "notation"),
        ("POST", "/api/puzzles/PUZZLE/answers", {"move": "9B1"}, "illegal_move"),
        ("POST", "/api/puzzles/PUZZLE/answers", {}, "malformed"),
    ],
)
def test_bad_questions_are_refused(
    server: Running, method: str, path: str, body: Any, code: str
) -> None:
    http = server.guest("Ana").http
    address = path.replace("PUZZLE", collection("azul").entries[0].id)
    answered = http.request(method, address, **({} if body is None else {"json": body}))
    assert 400 <= answered.status_code < 500
    assert answered.json()["code"] == code, answered.text
    assert http.get("/api/mine/puzzles").json()[0]["tried"] == 0


class Device(HttpContext):
    """One of several of a guest."""

    def __init__(self, hub: Hub, number: int, guest: Identity | None) -> None:
        self.backend = hub
        self.address = f"device {number}"
        self._guest = guest

    async def caller(self) -> Identity | None:
        return self._guest


def test_answers_at_the_same_moment_all_count(server: Running) -> None:
    """From several devices of one guest, of which all read the same before any writes."""
    ana = server.guest("Ana")
    puzzles = [collection("azul").puzzle(entry.id) for entry in collection("azul").entries[:6]]

    async def answers() -> list[Graded]:
        guest = await server.hub.guests.by_secret(ana.secret, "cookie")
        given = (
            answer_puzzle(Device(server.hub, number, guest), each.id, PuzzleAnswer(each.line[0]))
            for number, each in enumerate(puzzles)
        )
        return await asyncio.gather(*given)

    progress = [each.progress for each in server.call(answers)]
    assert sorted(each.tried for each in progress if each) == [1, 2, 3, 4, 5, 6]
    stored = ana.http.get("/api/mine/puzzles").json()[0]
    assert (stored["tried"], stored["solved"], stored["streak"]) == (6, 6, 6)


def test_whoever_answers_too_often_waits(start: Start) -> None:
    server = start(allowances={**GENEROUS, "study": Allowance(2, 100.0)})
    http = server.guest("Ana").http
    puzzle = collection("azul").entries[0].id
    asked = [http.get(f"/api/puzzles/{puzzle}").status_code for _ in range(3)]
    assert asked == [200, 200, 429]


def test_what_is_kept_is_handed_out_and_deleted(server: Running) -> None:
    ana = server.guest("Ana")
    puzzle = puzzle_of_the_day("pavilion", TODAY)
    answer(ana.http, puzzle.id, puzzle.line[0])
    notes = ana.http.get("/api/me/data").json()["notes"]
    assert [(note["kind"], note["key"]) for note in notes] == [("progress", "pavilion")]
    assert notes[0]["body"]["recent"][0]["puzzle"] == puzzle.id
    ana.http.delete("/api/me")
    assert ana.http.get("/api/mine/puzzles").json()[2]["tried"] == 0
