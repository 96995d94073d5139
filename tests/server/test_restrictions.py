"""Who is muted or banned, by guest and by network."""

from __future__ import annotations

import time

import pytest

from azulejos.errors import Banned, Malformed, Muted
from azulejos.server.http.connections import network_of
from azulejos.tables.people.guests import Identity, Restrictions
from azulejos.tables.people.networks import network_called
from azulejos.tables.store.rows import Effect, Restriction

EVA, IVO = Identity("eva", "Eva"), Identity("ivo", "Ivo")


def banned(*networks: str, effect: Effect = "ban", until: float | None = None) -> Restrictions:
    restrictions = Restrictions()
    restrictions.replace(
        Restriction("network", network_called(text), effect, "spam", 1.0, until)
        for text in networks
    )
    return restrictions


@pytest.mark.parametrize(
    ("ban", "hit", "missed"),
    [
        ("203.0.113.7", "203.0.113.7", "203.0.113.8"),
        ("203.0.113.0/24", "203.0.113.200", "203.0.114.1"),
        ("2001:db8:0:1::5", "2001:db8:0:1:ffff::1", "2001:db8:0:2::5"),  # of IPv6 the /64
        ("2001:db8:0:1::5/128", "2001:db8:0:1::6", "2001:db8:0:2::5"),
        ("2001:db8::/32", "2001:db8:9::1", "2001:db9::1"),
        ("::ffff:203.0.113.7", "203.0.113.7", "203.0.113.8"),
    ],
)
def test_a_ban_meets_its_network_and_no_other(ban: str, hit: str, missed: str) -> None:
    restrictions = banned("198.51.100.0/24", ban)
    with pytest.raises(Banned, match="spam"):
        restrictions.check_address(network_of(hit))  # as the server names whoever asks
    restrictions.check_address(network_of(missed))
    restrictions.check_address("unknown")


def test_a_restriction_ends_by_itself() -> None:
    banned("203.0.113.7", until=time.time() - 1).check_address("203.0.113.7")
    with pytest.raises(Banned, match=r"until \d{4}-\d\d-\d\d \d\d:\d\d UTC: spam"):
        banned("203.0.113.7", until=time.time() + 60).check_address("203.0.113.7")


def test_who_is_muted_may_do_all_but_speak() -> None:
    restrictions = banned("203.0.113.7", effect="mute")
    restrictions.check_address("203.0.113.7")
    assert not restrictions.refuse(EVA, "203.0.113.7")
    with pytest.raises(Muted):
        restrictions.check_voice(EVA, "203.0.113.7")
    restrictions.check_voice(EVA, "203.0.113.8")


def test_a_guest_is_banned_wherever_it_comes_from() -> None:
    restrictions = Restrictions()
    restrictions.replace([Restriction("guest", "eva", "ban", "", 1.0, None)])
    with pytest.raises(Banned):
        restrictions.check_guest(EVA)
    restrictions.check_guest(IVO)
    assert restrictions.refuse(EVA, "203.0.113.7")
    assert not restrictions.refuse(IVO, "203.0.113.7")
    assert not restrictions.refuse(None, "203.0.113.7")
    restrictions.replace([])
    restrictions.check_guest(EVA)


@pytest.mark.parametrize("text", ["everybody", "", "203.0.113", "203.0.113.7/33", "2001:db8::/x"])
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(Malformed, match="is not an address"):
        network_called(text)
