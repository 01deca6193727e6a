"""The application: its parts, startup and shutdown."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator
from importlib import resources
from pathlib import Path
from typing import Any

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

import zunft
from zunft.core.errors import ZunftError
from zunft.server.background import Background
from zunft.server.config import Config
from zunft.server.notices.delivery import Postman
from zunft.server.notices.hub import Hub
from zunft.server.notices.mail import Mail, mail_server
from zunft.server.notices.sender import Sender
from zunft.server.notices.turn_notices import TurnNotices
from zunft.server.store.database import Database, open_database
from zunft.server.store.opening import upgraded
from zunft.server.store.prune import Policy
from zunft.server.tables.bots import Bots
from zunft.server.tables.hints import Hints
from zunft.server.tables.reviews import NICENESS, Reviews
from zunft.server.tables.service import TableService
from zunft.server.tables.thinkers import Thinkers
from zunft.server.tables.upkeep import Upkeep
from zunft.server.views import rendering
from zunft.server.web.account_pages import ACCOUNT_PAGES
from zunft.server.web.api import Api
from zunft.server.web.documentation import documentation_pages
from zunft.server.web.errors import explain, explain_depth, explain_failure, explain_http
from zunft.server.web.files import COMPRESSED, files_at
from zunft.server.web.forms import LARGEST
from zunft.server.web.hint_pages import HINT_PAGES
from zunft.server.web.installation import INSTALLATION
from zunft.server.web.metrics import health, metrics
from zunft.server.web.notice_pages import NOTICE_PAGES
from zunft.server.web.pages import PAGES
from zunft.server.web.puzzle_pages import PUZZLE_PAGES
from zunft.server.web.replay_pages import REPLAY_PAGES
from zunft.server.web.review_pages import REVIEW_PAGES
from zunft.server.web.security import Protection
from zunft.server.web.table_pages import TABLE_PAGES
from zunft.server.web.tutorial_pages import TUTORIAL_PAGES
from zunft.server.web.visitors import visitor_of
from zunft.version import __version__

STATIC = Path(__file__).parent / "web" / "static"
UNCOMPRESSED = ["/events$", "/stream$", "/actions$"]  # streams, and answers to moves, which are tiny


def make_app(config: Config) -> Litestar:
    upgraded(config.database)
    rendering.reload(config.debug)

    @contextlib.asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        async with running(app, config):
            yield

    static = [files_at("/static", STATIC), *game_static(), *documentation_pages()]
    app = Litestar(
        [
            Api,
            health,
            metrics,
            *PAGES,
            *ACCOUNT_PAGES,
            *TABLE_PAGES,
            *REPLAY_PAGES,
            *REVIEW_PAGES,
            *HINT_PAGES,
            *PUZZLE_PAGES,
            *TUTORIAL_PAGES,
            *NOTICE_PAGES,
            *INSTALLATION,
            *static,
        ],
        lifespan=[lifespan],
        dependencies={
            "tables": Provide(lambda: app.state.tables, sync_to_thread=False),
            "reviews": Provide(lambda: app.state.reviews, sync_to_thread=False),
            "hints": Provide(lambda: app.state.hints, sync_to_thread=False),
            "sender": Provide(lambda: app.state.sender, sync_to_thread=False),
            "visitor": Provide(visitor_of),
            "upkeep": Provide(lambda: app.state.upkeep, sync_to_thread=False),
            "database": Provide(lambda: app.state.tables.database, sync_to_thread=False),
        },
        exception_handlers={
            ZunftError: explain,
            HTTPException: explain_http,
            RecursionError: explain_depth,
            Exception: explain_failure,
        },
        request_max_body_size=LARGEST,
        compression_config=CompressionConfig(
            "gzip", minimum_size=1000, gzip_compress_level=4, exclude=UNCOMPRESSED, exclude_opt_key=COMPRESSED
        ),
        openapi_config=OpenAPIConfig(
            title="Zunft", version=__version__, path="/schema", render_plugins=[JsonRenderPlugin()]
        ),
        logging_config=None,
        debug=config.debug,
    )
    app.asgi_handler = Protection(app.asgi_handler, config)
    return app


@contextlib.asynccontextmanager
async def running(app: Litestar, config: Config) -> AsyncIterator[None]:
    """Start all parts of the server; stop them at shutdown."""
    hub, background = Hub(), Background()
    thinkers = Thinkers(config.thinkers + 1)  # one is reserved for tables with a viewer
    reviewers = Thinkers(1, niceness=NICENESS)
    database = open_database(config.database)
    tables = TableService(database, hub, config)
    bots = Bots(tables, thinkers, background, config.pause)
    upkeep = Upkeep(tables, bots)
    app.state.hints = Hints(tables, thinkers, bots.turns, config.hints)
    reviews = app.state.reviews = Reviews(tables, reviewers, config.reviews)
    app.state.tables, app.state.upkeep, app.state.config = tables, upkeep, config
    sender = app.state.sender = make_sender(database, background, config)
    TurnNotices(tables, background, sender)
    end_streams_at_signals(hub)
    await upkeep.beat()  # before any clock is checked
    await upkeep.resume()
    for work in (upkeep.run(), upkeep.keep_pulse(), upkeep.keep_pruned(Policy()), reviews.run()):
        background.spawn(work)
    background.spawn(database.listen(tables.invalidate))
    try:
        yield
    finally:
        hub.stop()
        await background.close()
        thinkers.close()
        reviewers.close()
        await asyncio.to_thread(database.close)


def make_sender(database: Database, background: Background, config: Config) -> Sender:
    server = mail_server(config.mail, config.url)
    mail = Mail(server, config.webhook_seconds) if server is not None else None
    postman = Postman(config.webhook_seconds, config.private_webhooks)
    return Sender(database, background, postman, mail, config.url)


def end_streams_at_signals(hub: Hub) -> None:
    """End streams on the signal itself: the server waits for open streams before it notifies the application."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(ValueError):  # not the main thread: running inside a test
            before = signal.getsignal(number)

            def stop(received: int, frame: Any, before: Any = before) -> None:
                loop.call_soon_threadsafe(hub.stop)
                if callable(before):
                    before(received, frame)

            signal.signal(number, stop)


def game_static() -> list[Any]:
    """Static files of each game's board."""
    folders = {name: Path(str(resources.files(zunft.load(name).package) / "web")) for name in zunft.game_names()}
    return [files_at(f"/games/{name}", folder) for name, folder in folders.items() if folder.is_dir()]
