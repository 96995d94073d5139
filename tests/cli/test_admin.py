"""`azulejos admin` beside a server that runs, on SQLite and PostgreSQL."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import Result
from websockets.exceptions import ConnectionClosed, InvalidStatus

from patience import PATIENCE
from postgresql import Cluster
from server_in_thread import OPENED, Guest, Socket
from server_process import ServerProcess

from .conftest import Run

Admin = Callable[..., Result]


on_both = pytest.mark.parametrize("server", ["sqlite", "postgresql"], indirect=True)
"""That both do the same is tested in tests/server/store; here, that a running server is told."""


@pytest.fixture
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ServerProcess]:
    url = str(tmp_path / "games.db")
    if getattr(request, "param", "sqlite") == "postgresql":
        url = str(request.getfixturevalue("postgresql").database())
    with ServerProcess(url, tmp_path / "log") as running:
        yield running
        OPENED.close()


@pytest.fixture
def admin(run: Run, server: ServerProcess) -> Admin:
    def run_it(*arguments: str, stdin: str = "", fails: bool = False) -> Result:
        result = run("admin", "--store", server.store, *arguments, stdin=stdin)
        assert (result.exit_code != 0) == fails, result.output + str(result.exception)
        return result

    return run_it


def guest(server: ServerProcess, name: str) -> Guest:
    return Guest(f"http://{server.address}", name)


def eventually(happens: Callable[[], bool]) -> None:
    """A running server follows soon."""
    end = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < end, "the server has not followed"
        time.sleep(0.05)


def hears_the_end(socket: Socket) -> None:
    with pytest.raises(ConnectionClosed):
        socket.until(lambda _: False)


def id_of(admin: Admin, name: str) -> str:
    return admin("guests", "list", name).stdout.split()[0]


@on_both
def test_tables_are_listed_shown_closed_and_deleted(server: ServerProcess, admin: Admin) -> None:
    ana, ben = guest(server, "Ana"), guest(server, "Ben")
    table = ana.new_table("azul", "me", "open", options={"start": 1})
    ben.sit(table, 1)
    socket = ana.socket(table)
    socket.next_update()
    socket.ask("say", text="you are all cheats")
    listed = admin("tables", "list", "--state", "playing").stdout
    assert table in listed
    assert "Ana · Ben" in listed
    assert admin("tables", "list", "--state", "over").stdout == ""
    shown = admin("tables", "show", table).stdout
    assert f"guest {id_of(admin, 'Ana')}  Ana: you are all cheats" in shown

    assert f"{table}: closed" in admin("tables", "close", table).stdout
    hears_the_end(socket)
    socket = ana.socket(table)
    update = socket.next_update()
    assert update["to_move"] is None
    assert update["result"]["reason"] == "closed"
    assert update["result"]["places"] == [1, 1]
    assert socket.refusal("say", text="but why?") == "game_over"
    assert "was over already" in admin("tables", "close", table).stdout
    assert ana.http.get(f"/api/tables/{table}/record.txt").is_success

    assert "permanently?" in admin("tables", "delete", table, stdin="n\n", fails=True).output
    admin("tables", "delete", table, "--yes")
    hears_the_end(socket)
    assert ana.http.get(f"/api/tables/{table}").status_code == 404
    assert ben.http.get("/api/mine").json()["tables"] == []
    assert "no table" in admin("tables", "delete", table, "--yes", fails=True).stderr


@on_both
def test_guests_are_muted_banned_and_pardoned(server: ServerProcess, admin: Admin) -> None:
    ana, ben = guest(server, "Ana"), guest(server, "Ben")
    table = ana.new_table("azul", "me", "open", options={"start": 1})
    ben.sit(table, 1)
    socket, others = ana.socket(table), ben.socket(table)
    socket.next_update()
    others.next_update()
    name = id_of(admin, "Ana")
    admin("guests", "mute", name[:12], "--for", "7d", "--reason", "shouting")
    answers: list[dict[str, str]] = []

    def is_muted() -> bool:
        answers.append(socket.ask("say", text="hello"))
        return answers[-1].get("code") == "muted"

    eventually(is_muted)
    assert "shouting" in answers[-1]["reason"]
    socket.play()  # who is muted plays on
    assert others.ask("say", text="hello")["type"] == "done"

    admin("guests", "ban", name)
    hears_the_end(socket)
    refused = ana.http.get("/api/me")
    assert (refused.status_code, refused.json()["code"]) == (403, "banned")
    with pytest.raises(InvalidStatus):
        ana.socket(table)
    assert ben.http.get("/api/me").is_success
    assert f"ban   guest    {name}" in admin("restrictions").stdout
    admin("guests", "pardon", name)
    eventually(lambda: ana.http.get("/api/me").is_success)
    assert "not restricted" in admin("guests", "pardon", name, fails=True).stderr


def test_addresses_are_banned(server: ServerProcess, admin: Admin) -> None:
    ana = guest(server, "Ana")
    table = ana.new_table()
    socket = ana.socket(table)
    socket.next_update()
    admin("addresses", "ban", "203.0.113.7")  # somebody else's
    admin("addresses", "ban", "127.0.0.0/8", "--reason", "spam")
    hears_the_end(socket)
    refused = ana.http.get("/api/games")
    assert (refused.status_code, refused.json()["code"]) == (403, "banned")
    assert "spam" in refused.json()["reason"]
    assert ana.http.get("/health").is_success
    with pytest.raises(InvalidStatus):
        ana.socket(table)
    admin("addresses", "pardon", "127.0.0.0/8")
    eventually(lambda: ana.http.get("/api/games").is_success)
    assert "203.0.113.7/32" in admin("restrictions").stdout


def test_a_guest_is_exported_and_deleted_and_tokens_are_revoked(
    server: ServerProcess, admin: Admin, tmp_path: Path
) -> None:
    ana, ben = guest(server, "Ana"), guest(server, "Ben")
    table = ana.new_table("azul", "me", "open", options={"start": 1})
    ben.sit(table, 1)
    socket = ana.socket(table)
    socket.next_update()
    socket.play()
    name = id_of(admin, "Ana")
    admin("guests", "export", name, "--output", str(tmp_path / "ana.json"))
    result = json.loads((tmp_path / "ana.json").read_text(encoding="utf-8"))
    assert result["name"] == "Ana"
    assert [each["table"] for each in result["tables"]] == [table]
    admin("guests", "delete", name, "--yes")
    hears_the_end(socket)
    assert ana.http.get("/api/me").json() == {"is_known": False, "name": ""}
    assert "no guest" in admin("guests", "show", name, fails=True).stderr
    ben.socket(table).next_update(lambda update: update["seats"][0]["name"] == "Guest")

    token = ana.http.post("/api/bot/tokens", json={"name": "Robot"}).json()["token"]
    robot = Guest(f"http://{server.address}", None, Authorization=f"Bearer {token}")
    assert robot.http.get("/api/bot/games").is_success
    program = admin("tokens", "list").stdout.split()[0]
    assert "Revoked 1 token of Robot" in admin("tokens", "revoke", program).stdout
    assert robot.http.get("/api/bot/games").status_code == 403


def test_what_is_old_is_swept(server: ServerProcess, admin: Admin) -> None:
    ana = guest(server, "Ana")
    table = ana.new_table()
    assert "Removed 0 tables and 0 guests" in admin("sweep", "--keep-abandoned", "1d").stdout
    removed = admin("sweep", "--keep-abandoned", "0s", "--keep-guests", "0s").stdout
    assert "Removed 1 table and 1 guest" in removed
    eventually(lambda: ana.http.get(f"/api/tables/{table}").status_code == 404)
    assert ana.http.get("/api/me").json()["is_known"] is False


def test_a_store_that_is_not_there_is_not_made(run: Run, tmp_path: Path) -> None:
    result = run("admin", "--store", tmp_path / "typo.db", "tables", "list")
    assert result.exit_code == 1
    assert "there is no store at" in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_name_may_begin_with_a_dash(run: Run, tmp_path: Path) -> None:
    store = tmp_path / "games.db"
    store.touch()
    for arguments in (("show", "-Abc"), ("close", "--hi"), ("delete", "--yes", "-h1")):
        result = run("admin", "--store", store, "tables", *arguments)
        assert f"there is no table {arguments[-1]}" in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [("guests", "mute", "x", "--for", "soon"), ("addresses", "ban"), ("tables", "delete")],
)
def test_wrong_usage_is_told(run: Run, arguments: tuple[str, ...]) -> None:
    assert run("admin", *arguments).exit_code == 2


def test_what_is_no_address_is_refused(run: Run, tmp_path: Path) -> None:
    store = tmp_path / "games.db"
    store.touch()
    result = run("admin", "--store", store, "addresses", "ban", "everybody")
    assert result.exit_code == 1
    assert "is not an address" in result.stderr


@on_both
def test_a_server_moves_to_postgresql(
    run: Run, server: ServerProcess, admin: Admin, postgresql: Cluster, tmp_path: Path
) -> None:
    """Only a file can be known to be served; whoever copies a PostgreSQL stops its servers."""
    ana = guest(server, "Ana")
    table = ana.new_table()
    target = postgresql.database()
    if not server.store.startswith("postgresql"):
        result = run("admin", "copy", server.store, target)
        assert result.exit_code == 1
        assert "being served by another process" in result.stderr
    server.stop()
    result = run("admin", "copy", server.store, target)
    assert result.exit_code == 0, result.output
    assert "Rows copied: tables 1, entries 1" in result.stdout
    assert "not empty" in run("admin", "copy", server.store, target).stderr
    with ServerProcess(target, tmp_path / "log") as moved:
        again = Guest(f"http://{moved.address}")
        again.http.cookies.set("azulejos", ana.secret)
        assert [each["table"] for each in again.http.get("/api/mine").json()["tables"]] == [table]
        OPENED.close()
