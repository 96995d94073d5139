"""Tables of a server, and playing at them.

A move carries the version of the position that it answers and an id made of it. So one that is sent
again, because the answer to it was lost, is made once; and one that comes too late, because a move
was taken back meanwhile, is not made at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, cast
from urllib.parse import urlsplit

import msgspec

from azulejos import errors
from azulejos.bots.protocol import Bot, begin
from azulejos.client.connection import Address, Connection, Patience
from azulejos.core.move import Move
from azulejos.core.options import Value
from azulejos.core.state import View
from azulejos.games import game as game_named
from azulejos.play.record import Record

PAGE = "/t/"  # before the name of a table, in the address of its page
STREAM = "/api/bot/games/{}/stream"
MOVES = "/api/bot/games/{}/moves"
TOO_LATE = (errors.Stale, errors.NotYourTurn, errors.GameOver)
"""The table has moved on without our move; the stream says how."""

Choose = Callable[[View], Move | str]
Player = Bot | Choose
"""What chooses the moves: a bot, or a function of what the seat may know."""


class Result(msgspec.Struct, frozen=True):
    """How a game ended, for all seats in order."""

    scores: tuple[int, ...]
    places: tuple[int, ...]  # 1 is the winner's
    reason: str  # an ending of the game, or "resigned", "out-of-time", "closed"


class Choice(msgspec.Struct, frozen=True):
    """A legal move, by its text."""

    move: str


class StreamUpdate(msgspec.Struct, frozen=True):
    """How a game stands for a seat: a line of the stream."""

    version: int
    game: str
    seat: int | None
    to_move: int | None
    position: str
    moves: list[Choice]
    result: Result | None


class Client:
    """A program known to a server by its token.

    Without a token it becomes a new guest of the name. Keep `token` to be the same one again: the
    seats at tables belong to it. It keeps asking a server that is busy or out of reach for
    `patience` seconds, then raises `Unreachable`; if the server limits it, it waits as long as it
    is told. Several threads may use a client, each with seats of its own.
    """

    def __init__(
        self, server: str, name: str = "Robot", *, token: str = "", patience: float = 60.0
    ) -> None:
        self._address = Address.of(server)
        self._patience = patience
        self.token = token
        if not token:
            self.token = self._new_token(name)

    def _new_token(self, name: str) -> str:
        connection = self.connection()
        token: str = connection.post("/api/bot/tokens", {"name": name})["token"]
        connection.close()
        return token

    def connection(self) -> Connection:
        """A connection on which this program is known."""
        return Connection(self._address, self.token, self._patience)

    def new_table(
        self,
        game: str = "azul",
        seats: Sequence[str | Mapping[str, object]] = ("me", "open"),
        options: Mapping[str, Value] | None = None,
        **wanted: Any,
    ) -> Seat:
        """Make a table, and sit down at the first seat that is `me`.

        Other seats are `open`, or the level of one of the server's bots, or as the API wants them.
        Further keywords are those of the API: `pace`, `clock`, `is_public`.
        """
        plan = [_seat(each) for each in seats]
        body = {"game": game, "options": {"players": len(plan), **(options or {})}, "seats": plan}
        connection = self.connection()
        made = connection.post("/api/tables", {**body, **wanted}, may_repeat=False)
        mine = [seat for seat, each in enumerate(plan) if each["kind"] == "me"]
        return Seat(made["table"], mine[0] if mine else None, connection)

    def table(self, table: str) -> dict[str, object]:
        """What the API says about a table, by its name or the address of its page."""
        result: dict[str, object] = self.connection().get(f"/api/tables/{table_named(table)}")
        return result

    def join(self, table: str, seat: int | None = None) -> Seat:
        """Sit down at a table by its name or the address of its page; seats count from 0.

        If no seat is named it is the one that is ours already, or the first that is open.
        """
        name, connection = table_named(table), self.connection()
        while True:
            number = _free_seat(connection, name) if seat is None else seat
            try:
                connection.post(f"/api/tables/{name}/seats/{number}")
            except errors.SeatTaken:
                if seat is not None:
                    raise
            else:
                return Seat(name, number, connection)


class Seat:
    """A seat at a table."""

    def __init__(self, table: str, number: int | None, connection: Connection) -> None:
        self.table = table
        self.number = number
        self._connection = connection

    @property
    def link(self) -> str:
        """The path of the table's page, by which others join."""
        return PAGE + self.table

    def play(self, player: Player) -> Result:
        """Play to the end: it waits for the others to sit down and for their moves.

        A move that the rules do not allow is not sent, but raises `IllegalMove`.
        """
        choose = cast("Choose", getattr(player, "choose", player))
        is_begun, done = False, -1  # the version at which our last move was made
        for update in self.updates():
            if update.result:
                break
            if update.seat is None or update.to_move != update.seat:
                continue
            if update.version >= done:
                view = _view(update, update.seat)
                if not is_begun:
                    begin(cast("Bot", player), view.state.game, view.state.options)
                    is_begun = True
                done = self._move(update, _chosen(update, choose, view))
        self._connection.close()
        assert update.result is not None
        return update.result

    def updates(self) -> Iterator[StreamUpdate]:
        """The game now and after every change, until it is over."""
        known, patience = -1, Patience(self._connection.patience)
        while True:
            self._come_back()
            for line in self._connection.lines(f"{STREAM.format(self.table)}?version={known}"):
                patience.renew()
                update = None if line.isspace() else _update(line)
                if update is None:
                    continue  # it shows that the connection lives
                known = update.version
                yield update
                if update.result:
                    return
            patience.wait_after(self._connection.unreachable("the connection is lost"))

    def record(self) -> Record:
        """The game as far as the seat may know it; once it is over, all of it."""
        result = self._connection.get(f"/api/tables/{self.table}/record.json")
        return Record.from_json(msgspec.json.encode(result).decode())

    def _come_back(self) -> None:
        """Take the seat back, in case a bot has stood in meanwhile."""
        if self.number is not None:
            self._connection.post(f"/api/tables/{self.table}/seats/{self.number}")

    def _move(self, update: StreamUpdate, move: str) -> int:
        """Make a move; return the version at which it was made, or for which it was too late."""
        body = {"id": f"v{update.version}", "version": update.version, "move": move}
        try:
            made = self._connection.post(MOVES.format(self.table), body)
        except TOO_LATE:
            return update.version + 1
        return int(made["version"])


def table_named(text: str) -> str:
    """The name of a table, from its name or the address of its page."""
    path = urlsplit(text).path if "/" in text else PAGE + text
    _, result, name = path.rpartition(PAGE)
    if not result or not name.replace("-", "").replace("_", "").isalnum():
        raise errors.Malformed(
            f"{errors.excerpt(text)} is not a table: its address ends with {PAGE}NAME"
        )
    return name


def _seat(wanted: str | Mapping[str, object]) -> dict[str, object]:
    if not isinstance(wanted, str):
        return dict(wanted)
    if wanted in ("me", "open"):
        return {"kind": wanted}
    return {"kind": "bot", "level": wanted}


def _free_seat(connection: Connection, table: str) -> int:
    info = connection.get(f"/api/tables/{table}")
    if info["seat"] is not None:
        return int(info["seat"])
    for index, seat in enumerate(info["seats"]):
        if seat["kind"] == "open":
            return index
    raise errors.SeatTaken("no seat is open at this table")


def _view(update: StreamUpdate, seat: int) -> View:
    return View(seat, game_named(update.game).position(update.position))


def _chosen(update: StreamUpdate, choose: Choose, view: View) -> str:
    """The text of the player's move."""
    move = str(choose(view))
    if all(move != legal.move for legal in update.moves):
        try:
            view.state.play(move)
        except errors.AzulejosError as error:  # it names the rule
            raise errors.IllegalMove(str(error)) from None
        raise errors.IllegalMove(f"{errors.excerpt(move)} is not a legal move")
    return move


def _update(line: bytes) -> StreamUpdate | None:
    """What a line says; None if the connection broke in the middle of it."""
    try:
        return msgspec.json.decode(line, type=StreamUpdate)
    except msgspec.ValidationError:
        raise errors.Malformed(
            "the server's stream cannot be read: is it an Azulejos server?"
        ) from None
    except msgspec.DecodeError:
        return None
