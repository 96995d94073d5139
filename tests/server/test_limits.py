"""How often one may ask."""

from __future__ import annotations

from pathlib import Path

import pytest

from azulejos import errors
from azulejos.core.notation import MAX_POSITION_LENGTH
from azulejos.play.record import MAX_EVENTS, MAX_RECORD_LENGTH
from azulejos.server import readers
from azulejos.server.http.security import MAX_BODY_SIZE
from azulejos.tables.live.updates import MAX_SINCE
from azulejos.tables.lobby.lobby import MAX_OPEN
from azulejos.tables.people.limits import ALLOWANCES, Allowance, RateLimits
from azulejos.tables.people.networks import network_called
from azulejos.tables.quota import BURST, PEAK, READING_SHARE, SHARE
from azulejos.tables.requests.conversation import MAX_FRAME_SIZE
from azulejos.tables.requests.me import MAX_DEVICES
from azulejos.tables.settings import Settings
from azulejos.tables.study import reader, reviews
from server_in_thread import GENEROUS, Start

DOCS = Path(__file__).parents[2] / "docs"


def test_a_bucket_empties_and_fills() -> None:
    now = 100.0
    limits = RateLimits({"chat": Allowance(3, 2.0)}, clock=lambda: now)
    for _ in range(3):
        limits.take("chat", "ana")
    limits.take("chat", "ben")
    with pytest.raises(errors.TooMany) as refused:
        limits.take("chat", "ana")
    assert refused.value.retry_after == pytest.approx(2.0)
    now += 2.0
    limits.take("chat", "ana")
    with pytest.raises(errors.TooMany):
        limits.take("chat", "ana")


def test_who_asks_too_often_is_told_when_to_come_back(start: Start) -> None:
    running = start(allowances={**GENEROUS, "table": Allowance(2, 30.0)})
    ana = running.guest("Ana")
    ana.new_table()
    ana.new_table()
    answer = ana.http.post("/api/tables", json={"game": "azul"})
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many")
    assert 1 <= int(answer.headers["retry-after"]) <= 31


def test_requests_of_an_address_are_limited_but_health_is_not(start: Start) -> None:
    running = start(allowances={**GENEROUS, "request": Allowance(5, 30.0)})
    ana = running.guest()
    statuses = [ana.http.get("/api/me").status_code for _ in range(7)]
    assert statuses == [200] * 5 + [429] * 2
    assert ana.http.get("/health").status_code == 200


def test_chat_is_limited_and_sockets_of_an_address_are(start: Start) -> None:
    running = start(allowances={**GENEROUS, "chat": Allowance(2, 30.0)}, max_sockets_of_one=1)
    ana = running.guest("Ana")
    table = ana.new_table()
    socket = ana.socket(table)
    socket.next_update()
    codes = [socket.ask("say", text=str(n)).get("code") for n in range(3)]
    assert codes == [None, None, "too_many"]
    with pytest.raises(Exception, match="403"):
        ana.socket(table)


def test_limits_suit_people() -> None:
    for kind, allowance in ALLOWANCES.items():
        assert allowance.burst >= 5, kind


def rate(kind: str, before: str = "") -> str:
    """An allowance as the documents write it."""
    burst, every = ALLOWANCES[kind].burst, ALLOWANCES[kind].every
    then = f"{1 / every:g} a second" if every <= 1 else f"{60 / every:g} a minute"
    return f"{burst}{before} at once, then {then}"


def written_limits() -> dict[str, list[str]]:
    """Sentences of each document, from the limits in the code."""
    settings = Settings()
    ours = f"{settings.max_connections_of_one}; "
    return {
        "hosting.md": [
            f"| connections | | {ours}",
            f"| sockets and streams | | {settings.max_sockets_of_one} | {settings.max_sockets:,} |",
            f"| requests being answered | | {settings.max_requests_of_one} | |",
            f"| requests | | {rate('request')} | |",
            f"| requests that change something | | {rate('change')} | |",
            f"| messages on sockets | {rate('message')} | {rate('messages')} | |",
            f"| new guests | | {rate('guest')} | |",
            f"| new tables | {rate('table')} | | |",
            f"| public tables | {MAX_OPEN} with open seats | {rate('public', ' new')} | |",
            f"| devices that are notified | {MAX_DEVICES}, the latest;"
            f" {rate('push', ' changes')} |",
            f"| new names | {rate('rename')} | | |",
            f"| positions and records to read | | {readers.MAX_OF_ADDRESS} that wait |"
            f" {readers.MAX_WAITING} that wait |",
            f"| reviews under way | {reviews.MAX_OF_GUEST} | {reviews.MAX_OF_ADDRESS} |"
            f" {reviews.MAX_UNDER_WAY} |",
            f"at most {SHARE:.0%} of a processor, after {BURST} s at once".replace("%", " %"),
            f"never more than {PEAK * SHARE:.0%} for longer".replace("%", " %"),
            f"{READING_SHARE:.0%} of a processor, after {reader.MAX_SECONDS:g} s at once".replace(
                "%", " %"
            ),
            f"A job has {reader.MAX_SECONDS:g} seconds of processor time, and its answer"
            f" {reader.MAX_ANSWER // 1_000_000} MB",
        ],
        "protocol.md": [
            f"A guest may begin {ALLOWANCES['review'].burst} at once and another every"
            f" {ALLOWANCES['review'].every:g} seconds. {reviews.MAX_UNDER_WAY} are under way on a"
            f" server at most: {reviews.MAX_OF_GUEST} of one guest, {reviews.MAX_OF_ADDRESS} of"
            " one address.",
            f"A request body has at most {MAX_BODY_SIZE // 1024} KB, a message on a socket"
            f" {MAX_FRAME_SIZE // 1024} KB, a position {MAX_POSITION_LENGTH:,} characters, and a"
            f" record {MAX_RECORD_LENGTH:,} characters and {MAX_EVENTS:,} events.",
            f"An update has at most the last {MAX_SINCE} events.",
        ],
    }


@pytest.mark.parametrize("document", written_limits())
def test_documents_have_the_limits_of_the_code(document: str) -> None:
    text = " ".join((DOCS / document).read_text(encoding="utf-8").split())
    assert [each for each in written_limits()[document] if each not in text] == []


@pytest.mark.parametrize(
    ("address", "is_free"),
    [
        ("127.0.0.1", True),
        ("127.0.0.2", False),
        ("203.0.113.9", True),
        ("2001:db8::/64", True),
        ("2001:db9::/64", False),
        ("unknown", False),
        ("", False),
    ],
)
def test_who_is_not_limited_is_known_by_its_address(address: str, is_free: bool) -> None:
    unlimited = [network_called(each) for each in ("127.0.0.1", "203.0.113.0/24", "2001:db8::7")]
    limits = RateLimits({"change": Allowance(1, 60.0)}, lambda: 0.0, unlimited)
    limits.take("change", "Ana", address)
    if is_free:
        limits.take("change", "Ana", address)
    else:
        with pytest.raises(errors.TooMany):
            limits.take("change", "Ana", address)
