"""People come, move, undo, leave, lose their connection, and the server restarts: in any order.

The model is what the people at the table remember: who sits where, and which moves stand.
"""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from server_in_thread import OPENED, Guest, Running, Socket, settings_for

NAMES = ("Ana", "Ben")
seats = st.integers(0, 1)


class Client:
    """A person's browser: it knows the game only from what it is told."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.socket: Socket | None = None
        self.log: list[tuple[int | None, str]] = []
        self.version = -1
        self._read = 0

    def connect(self, url: str, table: str, version: int) -> None:
        """Connect, forgetting everything if the version is -1."""
        self.guest.url = url
        if version < 0:
            self.log = []
        self.socket = self.guest.socket(table, version)
        self._read = 0
        self.socket.next_update()

    def catch_up(self) -> None:
        """Put what was heard into the log, as the protocol says."""
        assert self.socket is not None
        for message in self.socket.heard[self._read :]:
            if message["type"] == "update":
                since = [(event["seat"], event["text"]) for event in message["since"]]
                self.log = self.log[: message["plies"] - len(since)] + since
                self.version = message["version"]
        self._read = len(self.socket.heard)

    @property
    def connected(self) -> Socket:
        assert self.socket is not None
        return self.socket


class TableModel(RuleBasedStateMachine):
    """Two people and one table."""

    def __init__(self) -> None:
        super().__init__()
        self._stack = ExitStack()
        folder = Path(self._stack.enter_context(tempfile.TemporaryDirectory()))
        self._settings = settings_for(folder / "games.db")
        self.server = Running(self._settings)
        self.clients = [Client(self.server.guest(name)) for name in NAMES]
        self.table = ""
        self.moves: list[tuple[int, str]] = []
        self.sitting = [True, False]
        self.has_begun = False
        self.version = 0
        self.last: dict[str, object] | None = None

    @initialize()
    def make_table(self) -> None:
        ana = self.clients[0].guest
        self.table = ana.new_table("azul", "me", "open", options={"start": 1})
        for client in self.clients:
            client.connect(self.server.url, self.table, -1)

    def teardown(self) -> None:
        OPENED.close()
        self.server.stop()
        self._stack.close()

    # What people do

    @precondition(lambda self: not self.sitting[1])
    @rule()
    def sit(self) -> None:
        assert self.clients[1].guest.sit(self.table, 1).status_code == 200
        self.sitting[1] = self.has_begun = True
        self._changed()

    @precondition(lambda self: not self.has_begun)
    @rule()
    def sit_on_somebody(self) -> None:
        assert self.clients[1].guest.sit(self.table, 0).json()["code"] == "seat_taken"

    @precondition(lambda self: self.has_begun)
    @rule(choice=st.integers(0, 1000))
    def move(self, choice: int) -> None:
        seat = self.clients[0].connected.update["to_move"]
        if seat is None:
            return
        socket = self.clients[seat].connected
        choices = socket.update["choices"]
        text = choices[choice % len(choices)]["move"]
        self.last = {"id": f"move {self.version}", "version": self.version, "move": text}
        assert socket.ask("move", **self.last)["type"] == "done"
        self.moves.append((seat, text))
        self.last["seat"] = seat
        self._changed()

    @precondition(lambda self: self.last is not None)
    @rule()
    def send_it_again(self) -> None:
        assert self.last is not None
        fields = {name: value for name, value in self.last.items() if name != "seat"}
        seat = int(str(self.last["seat"]))
        answer = self.clients[seat].connected.ask("move", **fields)
        assert answer["type"] == "done"
        assert answer["version"] <= self.version

    @precondition(lambda self: self.has_begun)
    @rule(seat=seats)
    def move_out_of_turn_or_of_date(self, seat: int) -> None:
        socket = self.clients[seat].connected
        if seat != socket.update["to_move"]:
            assert socket.refusal("move", move="1B1", version=self.version) in (
                "not_your_turn",
                "game_over",
            )
        assert socket.refusal("move", move="1B1", version=self.version + 5) == "stale"

    @precondition(lambda self: self.has_begun)
    @rule(seat=seats)
    def undo(self, seat: int) -> None:
        socket = self.clients[seat].connected
        last = self.clients[seat].log[-1]
        may_undo = last[0] == seat and socket.update["result"] is None
        assert socket.update["may_undo"] == may_undo
        answer = socket.ask("undo", version=self.version)
        assert (answer["type"] == "done") == may_undo
        if may_undo:
            assert self.moves.pop() == last
            self._changed()

    # What happens to them

    @rule(seat=seats, is_fresh=st.booleans())
    def reconnect(self, seat: int, is_fresh: bool) -> None:
        client = self.clients[seat]
        client.connected.close()
        client.connect(self.server.url, self.table, -1 if is_fresh else client.version)

    @precondition(lambda self: not self.has_begun)
    @rule()
    def leave_and_come_back(self) -> None:
        ana = self.clients[0].guest
        assert ana.leave(self.table, 0).status_code == 200
        self._changed()
        assert ana.sit(self.table, 0).status_code == 200
        self._changed()

    @rule()
    def restart(self) -> None:
        self.server.stop()
        self.server = Running(self._settings)
        for client in self.clients:
            cookie = client.guest.secret
            client.guest = Guest(self.server.url)
            client.guest.http.cookies.set("azulejos", cookie)
            client.connect(self.server.url, self.table, client.version)

    def _changed(self) -> None:
        self.version += 1
        for client in self.clients:
            client.connected.at(self.version)

    # What must hold

    @invariant()
    def everybody_knows_what_happened(self) -> None:
        for seat, client in enumerate(self.clients):
            if client.socket is None:
                continue
            client.catch_up()
            update = client.connected.update
            assert update["version"] == client.version == self.version
            assert update["seat"] == (seat if self.sitting[seat] else None)
            assert [each for each in client.log if each[0] is not None] == self.moves
            assert len(client.log) == update["plies"]
            kinds = ["person", "person" if self.sitting[1] else "open"]
            assert [each["kind"] for each in update["seats"]] == kinds


TableModel.TestCase.settings = settings(
    max_examples=5,
    stateful_step_count=14,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
TestTable = TableModel.TestCase
