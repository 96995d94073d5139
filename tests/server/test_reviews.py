"""A finished game is reviewed: what each move cost, once for all who ask, while somebody does."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from azulejos import AZUL, GAME_NAMES, LEVELS
from azulejos.bots.analysis import decisions
from azulejos.core.state import View
from azulejos.errors import Busy
from azulejos.server.bots.pool import WorkerPool
from azulejos.skill.judging import NODES
from azulejos.skill.luck import Deal, deals
from azulejos.tables.bots.scheduling import Claim
from azulejos.tables.bots.tasks import Verdict
from azulejos.tables.messages import Hint, MoveReview, ReviewEnd
from azulejos.tables.people.limits import ALLOWANCES, Allowance
from azulejos.tables.study import reviews as reviews_module
from azulejos.tables.study.reviews import Review, Reviews, ToReview
from azulejos.testing import random_record
from server_in_thread import GENEROUS, Guest, Running

Start = Callable[..., Running]
DOCS = Path(__file__).parents[2] / "docs"


def resigned(ana: Guest, name: str) -> str:
    """A game that was given up after three moves."""
    table = ana.new_table(name, "me", "easy", options={"start": 1})
    socket = ana.socket(table)
    socket.next_update()
    for deed in (socket.play, socket.play, lambda: socket.do("resign")):
        while socket.update["to_move"] != 0:
            socket.next_update()
        deed()
    return table


def review(guest: Guest, table: str) -> list[dict[str, Any]]:
    answer = guest.http.get(f"/api/tables/{table}/review")
    assert answer.status_code == 200, answer.text
    return [msgspec.json.decode(line) for line in answer.text.splitlines()]


@pytest.mark.parametrize("name", GAME_NAMES)
def test_every_move_with_a_choice_is_judged(server: Running, name: str) -> None:
    ana = server.guest("Ana")
    table = resigned(ana, name)
    events = ana.http.get(f"/api/tables/{table}/replay").json()["events"]
    begun, *moves, end = review(ana, table)
    assert begun == {"type": "begun", "moves": len(moves)}
    assert [move["type"] for move in moves] == ["move"] * len(moves)
    for move in moves:
        assert events[move["ply"]]["seat"] == move["seat"]
        assert move["best"]["told"][0]["message"].startswith(f"{name}.")
        assert move["best"]["steps"]
        if move["best"]["move"] == events[move["ply"]]["text"]:
            assert move["cost"] == 0
    assert end["type"] == "end"
    costs = {move["ply"]: move["cost"] for move in moves}
    assert [costs[ply] for ply in end["worst"]] == sorted(costs.values(), reverse=True)[
        : len(end["worst"])
    ]
    assert sum(seat["moves"] for seat in end["seats"]) == len(moves)
    assert sum(seat["lost"] for seat in end["seats"]) == pytest.approx(sum(costs.values()))


def test_a_review_is_noted_for_whoever_sat_there(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("azulejos.skill.summary.MIN_MOVES", 1)
    monkeypatch.setattr(reviews_module, "MAX_CUT_SHORT", 1.0)  # the machine may be busy
    ana, rui = server.guest("Ana"), server.guest("Rui")
    assert ana.http.get("/api/me/skill").json() == []
    table = resigned(ana, "azul")
    *_, end = review(rui, table)
    assert end["luck"][0] == -end["luck"][1]
    assert rui.http.get("/api/me/skill").json() == []
    notes = ana.http.get("/api/me/data").json()["notes"]
    (note,) = [each for each in notes if each["kind"] == "review"]
    assert (note["kind"], note["key"]) == ("review", f"{table}/0")
    assert note["body"]["luck"] == end["luck"][0]
    (result,) = ana.http.get("/api/me/skill").json()
    assert (result["game"], result["players"], result["games"]) == ("azul", 2, 1)
    assert result["rating"] is None  # after one game
    assert [level["level"] for level in result["levels"]] == [*LEVELS]
    (shown,) = result["history"]
    assert (shown["table"], shown["seat"], shown["moves"]) == (table, 0, end["seats"][0]["moves"])
    for names in (("opening", "middle", "end"), ("early", "late")):
        assert sum(result["phases"][each]["moves"] for each in names) == shown["moves"]


def test_a_review_is_made_once(start: Start) -> None:
    running = start(allowances={**GENEROUS, "review": Allowance(1, 1000.0)})
    ana = running.guest("Ana")
    table, other = resigned(ana, "azul"), resigned(ana, "azul")
    first = review(ana, table)
    assert review(ana, table) == first
    refused = ana.http.get(f"/api/tables/{other}/review")
    assert refused.status_code == 429
    assert int(refused.headers["Retry-After"]) > 0
    assert review(running.guest("Rui"), table) == first


def test_a_game_that_goes_on_is_not_reviewed(server: Running) -> None:
    ana = server.guest("Ana")
    table = ana.new_table("azul", "me", "easy", options={"start": 1})
    assert ana.http.get(f"/api/tables/{table}/review").json()["code"] == "not_allowed"
    assert ana.http.get("/api/tables/nowhere/review").json()["code"] == "not_found"


# A review by itself


class Judges(WorkerPool):
    """Thinks at once, or not before it is told to."""

    def __init__(self) -> None:
        self.asked = 0
        self.may_answer = asyncio.Event()
        self.may_answer.set()
        self.failure: Exception | None = None

    async def judge(self, view: View, move: str, claim: Claim) -> Verdict:
        self.asked += 1
        await self.may_answer.wait()
        if self.failure:
            raise self.failure
        return Verdict(Hint(move, [], 1.0, [move], []), 1.0, 0.0, False, False)

    async def deal_luck(self, deals: Sequence[Deal], claim: Claim) -> list[float]:
        await self.may_answer.wait()
        return [1.4 for _ in deals]


def some_decisions(number: int) -> ToReview:
    record = random_record(AZUL, AZUL.options(), 1)
    states = list(record.states())
    return ToReview(2, decisions(states, record.events)[:number], [*deals(states)][:2])


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.mark.anyio
async def test_a_review_goes_on_where_it_was_left() -> None:
    judges = Judges()
    result = Review(some_decisions(4), judges, "Ana")
    following = result.follow()
    assert isinstance(await anext(following), MoveReview)
    judges.may_answer.clear()
    await following.aclose()
    assert not result.is_under_way
    known = len(result.moves)
    judges.may_answer.set()
    lines = [line async for line in result.follow()]
    assert len(lines) == 5
    assert isinstance(lines[-1], ReviewEnd)
    assert lines[-1].luck == [3, -3]
    assert judges.asked <= 4 + (4 - known)
    asked = judges.asked
    assert [line async for line in result.follow()] == lines
    assert judges.asked == asked


@pytest.mark.anyio
async def test_two_who_follow_share_one_review() -> None:
    judges = Judges()
    result = Review(some_decisions(5), judges, "Ana")

    async def lines() -> list[object]:
        return [line async for line in result.follow()]

    first, second = await asyncio.gather(lines(), lines())
    assert first == second
    assert judges.asked == 5


@pytest.mark.anyio
async def test_what_keeps_a_review_from_going_on_is_told_to_all() -> None:
    judges = Judges()
    judges.failure = Busy("no")
    result = Review(some_decisions(2), judges, "Ana")

    async def first(following: AsyncIterator[object]) -> object:
        return await anext(following)

    answers = await asyncio.gather(
        first(result.follow()), first(result.follow()), return_exceptions=True
    )
    assert [type(answer) for answer in answers] == [Busy, Busy]
    judges.failure = None
    assert len([line async for line in result.follow()]) == 3


@pytest.mark.anyio
async def test_only_so_many_reviews_are_under_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews_module, "MAX_UNDER_WAY", 1)
    monkeypatch.setattr(reviews_module, "MAX_KEPT", 2)
    judges = Judges()
    judges.may_answer.clear()
    reviews = Reviews(judges)
    first, second = (reviews.add(name, some_decisions(2), "Ana") for name in ("a", "b"))
    following = first.follow()
    waiting = asyncio.ensure_future(anext(following))
    while not judges.asked:
        await asyncio.sleep(0)
    first.address = "here"
    reviews.expect_room(first, "Ben", "there")
    with pytest.raises(Busy, match="too many"):
        reviews.expect_room(second, "Ben", "there")
    monkeypatch.setattr(reviews_module, "MAX_UNDER_WAY", 2)
    reviews.expect_room(second, "Ben", "here")
    monkeypatch.setattr(reviews_module, "MAX_OF_ADDRESS", 1)
    with pytest.raises(Busy, match="for your address"):
        reviews.expect_room(second, "Ben", "here")
    monkeypatch.setattr(reviews_module, "MAX_OF_GUEST", 1)
    reviews.expect_room(second, "Ben", "there")
    with pytest.raises(Busy, match="other games are being reviewed for you:"):
        reviews.expect_room(second, "Ana", "there")
    reviews.add("c", some_decisions(2), "Ana")
    assert reviews.known("a") is first
    assert reviews.known("b") is None
    await reviews.stop()
    with pytest.raises(Busy):
        await waiting


def test_what_is_refused_costs_nothing(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    ours = start(allowances=GENEROUS | {"review": Allowance(1, 3600.0)})
    ana = ours.guest("Ana")
    table = resigned(ana, "azul")
    monkeypatch.setattr(reviews_module, "MAX_UNDER_WAY", 0)
    for _ in range(2):
        assert ana.http.get(f"/api/tables/{table}/review").status_code == 503
    monkeypatch.undo()
    assert review(ana, table)[-1]["type"] == "end"


def test_the_protocol_names_the_limits_of_reviews() -> None:
    allowance = ALLOWANCES["review"]
    described = " ".join((DOCS / "protocol.md").read_text(encoding="utf-8").split())
    assert (
        f"A guest may begin {allowance.burst} at once and another every {allowance.every:.0f} "
        f"seconds. {reviews_module.MAX_UNDER_WAY} are under way on a server at most: "
        f"{reviews_module.MAX_OF_GUEST} of one guest, {reviews_module.MAX_OF_ADDRESS} of one "
        "address."
    ) in described


@pytest.mark.anyio
async def test_a_judge_who_is_cut_short_is_not_compared() -> None:
    class Hasty(Judges):
        async def judge(self, view: View, move: str, claim: Claim) -> Verdict:
            verdict = await super().judge(view, move, claim)
            return msgspec.structs.replace(verdict, is_full=self.asked % 4 > 0)

    hasty, patient = (Review(some_decisions(10), judges, "Ana") for judges in (Hasty(), Judges()))
    for each in (hasty, patient):
        async for _ in each.follow():
            pass
    assert hasty.summary(0).nodes == 0
    assert patient.summary(0).nodes == NODES["azul"]
    assert patient.summary(1).luck == -3
