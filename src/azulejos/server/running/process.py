"""A server process: alone, or as one of several under a supervisor."""

from __future__ import annotations

import multiprocessing
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from threading import Thread

from azulejos.core.compiled import COMPILES
from azulejos.errors import StoreError
from azulejos.games import GAME_NAMES
from azulejos.games import game as game_named
from azulejos.play.kernels import use_every_kernel
from azulejos.server.operations import log_lines
from azulejos.server.running.processes import Post
from azulejos.server.running.run import Server, run
from azulejos.tables.settings import Settings

LOOK = 0.5  # seconds between two checks whether the supervisor is gone


def serve_alone(
    settings: Settings, listening: socket.socket, behind_proxy: str, ready: Callable[[], None]
) -> None:
    """Serve in this process, and say when it answers."""
    load_rules()
    run(settings, listening, trusted_proxies=behind_proxy, ready=lambda _: ready())


def serve_at_post(
    settings: Settings, listening: socket.socket, behind_proxy: str, log: log_lines.Form, post: Post
) -> None:
    """Serve as one of several, once the processes before it are gone."""
    log_lines.set_up(log)

    def ready(server: Server) -> None:
        end_with_parent(server)
        post.serving.set()

    with suppress(KeyboardInterrupt):  # a terminal's Ctrl-C is for all processes at once
        load_rules()
        post.loaded.set()
        while not post.may_serve.wait(LOOK):
            if not parent().is_alive():
                return
        if settings.compiles and not COMPILES:  # another one takes over once all is compiled
            settings = replace(settings, eager=False)
        try:
            run(settings, listening, trusted_proxies=behind_proxy, ready=ready)
        except StoreError as error:  # it may be back when this process is replaced
            sys.exit(f"error: {error}")


def load_rules() -> None:
    """Load the rules of all games, before anybody waits for an answer."""
    if COMPILES:
        for name in GAME_NAMES:
            use_every_kernel(game_named(name))


def end_with_parent(server: Server) -> None:
    """Shut down cleanly if the supervisor is gone."""

    def watch() -> None:
        parent().join()
        server.should_exit = True

    Thread(target=watch, name="parent", daemon=True).start()


def parent() -> multiprocessing.process.BaseProcess:
    result = multiprocessing.parent_process()
    assert result is not None
    return result
