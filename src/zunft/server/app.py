"""The application: database, hall, routes, what is told in which language when something goes wrong."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import structlog
from litestar import Litestar, Request, Response, get
from litestar.config.compression import CompressionConfig
from litestar.di import NamedDependency, Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.static_files import create_static_files_router

from zunft.core.errors import ZunftError
from zunft.server import migrations
from zunft.server.api import Api
from zunft.server.boards import program_texts
from zunft.server.database import open_database
from zunft.server.hall import Forbidden, Hall, UnknownTable
from zunft.server.hub import Hub
from zunft.server.metrics import metrics
from zunft.server.pages import PAGES, problem_page
from zunft.server.security import Protection
from zunft.server.shortcut import Shortcut
from zunft.server.table import Refused, Stale
from zunft.server.thinking import Thinkers
from zunft.server.visitors import language_of
from zunft.server.webhooks import Webhooks
from zunft.version import __version__

STATIC = Path(__file__).parent / "static"
LARGEST = 1_000_000  # bytes of a request

log = structlog.get_logger("zunft")


class Config(msgspec.Struct):
    database: str = "zunft.sqlite"
    thinkers: int = 1
    pause: float = 0.9  # seconds between moves of bots
    rate: float = 20.0  # changes a second that one address may make on average; 0: no limit
    burst: int = 100
    private_webhooks: bool = False  # whether webhooks may lead into the server's own network


def make_app(config: Config) -> Litestar:
    migrations.upgrade(config.database)
    hub = Hub()

    @contextlib.asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        database = open_database(config.database)
        hall = Hall(database, hub, Thinkers(config.thinkers), config.pause)
        app.state.hall = hall
        Webhooks(hall, config.private_webhooks)
        end_streams_at_signals(hub)
        background = [asyncio.create_task(hall.watch()), asyncio.create_task(database.listen(hall.heard))]
        await hall.resume()
        try:
            yield
        finally:
            hub.stop()
            for task in background:
                task.cancel()
            await asyncio.gather(*background, return_exceptions=True)
            await hall.close()
            hall.thinkers.close()
            await asyncio.get_running_loop().run_in_executor(None, database.close)

    app = Litestar(
        [Api, health, metrics, *PAGES, create_static_files_router("/static", [STATIC]), *game_static()],
        lifespan=[lifespan],
        dependencies={"hall": Provide(lambda: app.state.hall, sync_to_thread=False)},
        exception_handlers={ZunftError: explain, HTTPException: explain_http, Exception: explain_nothing},
        request_max_body_size=LARGEST,
        compression_config=CompressionConfig("gzip", minimum_size=1000, exclude=["/events", "/stream"]),
        openapi_config=OpenAPIConfig(
            title="Zunft",
            version=__version__,
            path="/schema",
            render_plugins=[JsonRenderPlugin()],
        ),
        logging_config=None,
    )
    short = Shortcut(app.asgi_handler, lambda: app.state.hall)
    app.asgi_handler = Protection(short, config.rate, config.burst)
    return app


def end_streams_at_signals(hub: Hub) -> None:
    """Streams end at the signal: the server waits for them before it tells anybody else that it stops."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(ValueError):  # not the main thread: a test runs us
            before = signal.getsignal(number)

            def stop(received: int, frame: Any, before: Any = before) -> None:
                loop.call_soon_threadsafe(hub.stop)
                if callable(before):
                    before(received, frame)

            signal.signal(number, stop)


def game_static() -> list[Any]:
    import zunft

    folders = {}
    for name in zunft.game_names():
        folder = Path(str(Path(__import__(zunft.load(name).package, fromlist=["_"]).__file__ or "").parent)) / "web"
        if folder.is_dir():
            folders[name] = folder
    return [
        create_static_files_router(f"/games/{name}", [folder], name=f"game-{name}") for name, folder in folders.items()
    ]


@get("/health", include_in_schema=False)
async def health(hall: NamedDependency[Hall]) -> dict[str, str]:
    await hall.database.work(lambda session: session.one("select 1"))
    return {"status": "ok", "version": __version__}


# When something goes wrong


def status_of(error: Exception) -> int:
    match error:
        case UnknownTable():
            return 404
        case Forbidden():
            return 403
        case Stale() | Refused():
            return 409
        case _:
            return 400


def explain(request: Request[Any, Any, Any], error: ZunftError) -> Response[Any]:
    return answer(request, status_of(error), str(error))


def explain_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    extra = getattr(error, "extra", None)
    reasons = (
        "; ".join(f"{each.get('key', '')}: {each.get('message', '')}" for each in extra)
        if isinstance(extra, list)
        else ""
    )
    return answer(request, error.status_code, f"{error.detail}{': ' + reasons if reasons else ''}")


def explain_nothing(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """The log says where it happened; neither log nor page says what was in the request or on the table."""
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    where = f"{Path(place.tb_frame.f_code.co_filename).name}:{place.tb_lineno}" if place else ""
    log.error("failed", error=type(error).__name__, where=where, method=request.method)
    return answer(request, 500, "something went wrong here; it has been noted")


def answer(request: Request[Any, Any, Any], status: int, reason: str) -> Response[Any]:
    """Reasons that people meet are keys of the texts; the others speak for themselves."""
    words = program_texts()[language_of(request)]
    reason = words.say(reason) if words.has(reason) else reason
    if request.url.path.startswith("/api/") or "text/html" not in request.headers.get("accept", ""):
        return Response({"status_code": status, "detail": reason}, status_code=status)
    return problem_page(request, status, reason)
