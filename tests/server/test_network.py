"""Who can open the page: this machine, and the local network once somebody here lets it in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from azulejos.server.running import run
from azulejos.server.running.run import network_addresses
from azulejos.tables.people.networks import Reach, is_loopback
from server_in_thread import Running, settings_for

NEIGHBOUR = "127.0.0.2"  # stands for this machine's address in a network


@pytest.fixture
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """A server that whoever sits at this machine may open to the network."""
    monkeypatch.setattr(run, "network_addresses", lambda: [NEIGHBOUR])
    running = Running(settings_for(tmp_path / "games.db"))
    running.hub.reach.open = running.server.open_to_network
    yield running
    running.stop()


def test_the_network_is_let_in_on_request(at_home: Running) -> None:
    elsewhere = at_home.url.replace("127.0.0.1", NEIGHBOUR)
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{elsewhere}/api/games")
    guest = at_home.guest("Ana")
    assert guest.http.get("/api/network").json() == {"origins": [], "may_open": True}
    opened = {"origins": [elsewhere], "may_open": False}
    assert guest.http.post("/api/network").json() == opened
    assert guest.http.post("/api/network").json() == opened
    table = guest.new_table()
    assert httpx.get(f"{elsewhere}/api/tables/{table}").json()["table"] == table


def test_only_who_sits_at_the_machine_may_let_others_in() -> None:
    async def never() -> list[str]:
        raise AssertionError

    reach = Reach(open=never)
    assert reach.info("127.0.0.1").may_open
    assert not reach.info("192.168.1.9").may_open
    assert not Reach().info("127.0.0.1").may_open


def test_a_server_for_everybody_names_its_address_and_is_not_opened(tmp_path: Path) -> None:
    running = Running(settings_for(tmp_path / "games.db", origins=("https://azul.example.org",)))
    guest = running.guest()
    assert guest.http.get("/api/network").json() == {
        "origins": ["https://azul.example.org"],
        "may_open": False,
    }
    headers = {"Origin": "https://azul.example.org"}
    refused = guest.http.post("/api/network", headers=headers)
    assert (refused.status_code, refused.json()["code"]) == (403, "not_allowed")
    running.stop()


def test_addresses_that_only_this_machine_knows_are_not_for_others() -> None:
    assert is_loopback("127.0.0.1")
    assert is_loopback("::1")
    assert not is_loopback("192.168.1.9")
    assert not is_loopback("unknown")
    assert not any(is_loopback(address) for address in network_addresses())
