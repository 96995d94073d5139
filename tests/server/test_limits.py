"""How often one may ask."""

from __future__ import annotations

import pytest

from azulejos import errors
from azulejos.tables.people.limits import ALLOWANCES, Allowance, RateLimits
from azulejos.tables.people.networks import network_called
from server_in_thread import GENEROUS, Start


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
