"""A proxy that loses answers and can lead to another server, as networks and restarts do."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from contextlib import suppress

from azulejos.server.running.processes import listen

READ_AT_ONCE = 64 * 1024


class CuttingProxy:
    """Passes on what is said, until `loses` says of an answer that it is lost with its connection.

    `loses` is given what was asked over the connection so far.
    """

    def __init__(self, backend: str, loses: Callable[[bytes], bool] = lambda _: False) -> None:
        self.backend: str | None = backend  # host:port; None: nobody is there
        self._loses = loses
        self._listening = listen("127.0.0.1", 0)
        self._open: list[socket.socket] = []
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Break all connections."""
        while self._open:
            _end(self._open.pop())

    def close(self) -> None:
        self.backend = None
        self._listening.close()
        self.cut()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        if self.backend is None:
            client.close()
            return
        host, port = self.backend.split(":")
        server = socket.create_connection((host, int(port)))
        self._open += [client, server]
        asked = bytearray()
        back = threading.Thread(target=self._answer, args=(server, client, asked), daemon=True)
        back.start()
        with suppress(OSError):
            while read := client.recv(READ_AT_ONCE):
                asked += read
                server.sendall(read)
        _end(server)
        back.join()
        client.close()
        server.close()

    def _answer(self, server: socket.socket, client: socket.socket, asked: bytearray) -> None:
        with suppress(OSError):
            while read := server.recv(READ_AT_ONCE):
                if self._loses(bytes(asked)):
                    break
                client.sendall(read)
        _end(client)


def _end(connection: socket.socket) -> None:
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
