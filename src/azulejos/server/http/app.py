"""The application: all that answers requests, put together."""

from __future__ import annotations

from functools import partial

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.types import ASGIApp

from azulejos import __version__
from azulejos.errors import AzulejosError
from azulejos.server.http.api.about import AboutController
from azulejos.server.http.api.bots import BotController
from azulejos.server.http.api.me import MeController
from azulejos.server.http.api.push import PushController
from azulejos.server.http.api.puzzles import PuzzleController
from azulejos.server.http.api.study import StudyController
from azulejos.server.http.api.tables import TableController
from azulejos.server.http.identity import provide_caller, provide_guest
from azulejos.server.http.openapi import DescriptionPlugin
from azulejos.server.http.pages import IS_PACKED, asset, page, start, worker
from azulejos.server.http.problems import (
    answer_error,
    answer_failure,
    answer_http_error,
    answer_unreadable,
)
from azulejos.server.http.security import MAX_BODY_SIZE, Guard
from azulejos.server.http.site import site_file, site_page
from azulejos.server.http.socket import table_socket
from azulejos.server.hub import Hub


def make_app(hub: Hub) -> ASGIApp:
    """The application of a running server."""

    async def provide_hub() -> Hub:
        return hub

    async def stop() -> None:
        await hub.stop()

    app = Litestar(
        route_handlers=[
            AboutController,
            MeController,
            PushController,
            TableController,
            StudyController,
            PuzzleController,
            BotController,
            page,
            start,
            worker,
            asset,
            site_page,
            site_file,
        ],
        dependencies={
            "hub": Provide(provide_hub),
            "caller": Provide(provide_caller),
            "guest": Provide(provide_guest),
        },
        exception_handlers={
            AzulejosError: answer_error,
            HTTPException: answer_http_error,
            RecursionError: answer_unreadable,
            UnicodeError: answer_unreadable,
            Exception: answer_failure,
        },
        openapi_config=OpenAPIConfig(
            title="Azulejos",
            version=__version__,
            path="/api",
            render_plugins=[DescriptionPlugin(path=["/openapi.json", "/"])],
        ),
        compression_config=CompressionConfig(
            backend="gzip",
            exclude=["/stream$", "/review$", "/replay$", "/me/data$"],
            exclude_opt_key=IS_PACKED,
        ),
        request_max_body_size=MAX_BODY_SIZE,
        on_shutdown=[stop],
        logging_config=None,
    )
    return Guard(app, partial(table_socket, hub), hub)
