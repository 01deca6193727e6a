"""zunft serve: the site on this machine, with one file as its database, or with PostgreSQL."""

from __future__ import annotations

import logging
import os
import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from zunft.core.text import Texts

if TYPE_CHECKING:
    from zunft.server.app import Config

DATABASE_VARIABLE = "ZUNFT_DATABASE_URL"
CONFIG_VARIABLE = "ZUNFT_SERVER_CONFIG"
IDLE = 75  # seconds that a connection is kept for the next request: people think for longer than the usual five


def add_arguments(parser: ArgumentParser, say: Texts) -> None:
    parser.add_argument("--host", default="127.0.0.1", help=say.say("argument.host"))
    parser.add_argument("--port", type=int, default=8000, help=say.say("argument.port"))
    add_database(parser, say)
    parser.add_argument("--workers", type=int, default=1, metavar="N", help=say.say("argument.server_workers"))
    parser.add_argument(
        "--thinkers",
        type=int,
        default=max(1, (os.cpu_count() or 2) - 1),
        metavar="N",
        help=say.say("argument.thinkers"),
    )
    parser.add_argument("--pause", type=float, default=0.9, metavar="S", help=say.say("argument.pause"))
    parser.add_argument("--rate", type=float, default=20.0, metavar="N", help=say.say("argument.rate"))


def add_database(parser: ArgumentParser, say: Texts) -> None:
    usual = os.environ.get(DATABASE_VARIABLE) or "zunft.sqlite"
    parser.add_argument("--database", default=usual, metavar="URL", help=say.say("argument.database"))


def set_up_logging() -> None:
    """One JSON object a line; in a terminal, words. A line that cannot be written is lost, and nothing else."""
    import structlog

    renderer = structlog.dev.ConsoleRenderer() if sys.stderr.isatty() else structlog.processors.JSONRenderer()
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.stdlib.LoggerFactory(),
    )
    logger = logging.getLogger("zunft")
    logger.setLevel(logging.INFO)
    logger.propagate = False
    logger.handlers = [logging.StreamHandler(sys.stderr)]
    logging.raiseExceptions = False  # else a line that cannot be written is told with all that led to it


def run(parsed: Namespace, say: Texts) -> int:
    from zunft.core.errors import BadOption
    from zunft.server.app import Config

    shared = parsed.database.startswith(("postgresql://", "postgres://"))
    if parsed.workers > 1 and not shared:
        raise BadOption("several workers need PostgreSQL: --database postgresql://… or ZUNFT_DATABASE_URL")
    config = Config(parsed.database, parsed.thinkers, parsed.pause, parsed.rate, int(parsed.rate * 5))
    print(f"Zunft is at http://{parsed.host}:{parsed.port}/  (Ctrl-C ends it)", flush=True)
    serve(config, parsed.host, parsed.port, parsed.workers)
    return 0


def serve(config: Config, host: str, port: int, workers: int = 1) -> None:
    """Until somebody ends it."""
    import msgspec
    import uvicorn

    os.environ[CONFIG_VARIABLE] = msgspec.json.encode(config).decode()
    set_up_logging()
    uvicorn.run(
        "zunft.server.serve:application",
        factory=True,
        host=host,
        port=port,
        workers=workers,
        access_log=False,
        log_level="warning",
        timeout_graceful_shutdown=5,
        timeout_keep_alive=IDLE,
        server_header=False,
    )


def application() -> object:
    """For uvicorn, in each worker."""
    import gc

    import msgspec

    from zunft.server.app import Config, make_app

    set_up_logging()
    app = make_app(msgspec.json.decode(os.environ[CONFIG_VARIABLE], type=Config))
    # What is loaded now stays; looking through it again and again for cycles would cost a twentieth of all time.
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    return app
