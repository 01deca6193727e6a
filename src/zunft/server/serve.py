"""zunft serve: the site on this machine, with an SQLite file or PostgreSQL."""

from __future__ import annotations

import contextlib
import logging
import os
import socket
import sys
from argparse import Namespace
from collections.abc import Iterator

from zunft.core.errors import BadOption
from zunft.core.text import Texts
from zunft.server.config import CONFIG_VARIABLE, Config, add_arguments, config_of

MOST_FILES = 65_536  # limit of open files requested from the system
OWN_FILES = 100  # reserved for databases, bots, webhooks
BACKLOG = 2048
EVERYWHERE = ("", "0.0.0.0", "::")  # hosts that stand for all addresses of this machine
IDLE = 75  # seconds that an idle connection stays open: players think longer than the usual five

__all__ = ["add_arguments", "run", "serve"]


def set_up_logging() -> None:
    """One JSON object per line; readable text in a terminal. A line that cannot be written is dropped."""
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
    logging.raiseExceptions = False  # else a line that cannot be written prints a traceback


def run(parsed: Namespace, say: Texts) -> int:
    from zunft.server.notices.mail import mail_server
    from zunft.server.store.database import is_postgres

    config = config_of(parsed)
    mail_server(config.mail, config.url)  # fail at startup, not with the first mail
    if parsed.workers > 1 and not is_postgres(parsed.database):
        raise BadOption("several workers need PostgreSQL: --database postgresql://… or ZUNFT_DATABASE_URL")
    serve(config, parsed.host, parsed.port, parsed.workers, announce=True)
    return 0


def serve(config: Config, host: str, port: int, workers: int = 1, announce: bool = False) -> None:
    """Run until stopped. Configuration errors are found before the address is printed."""
    import msgspec
    import uvicorn
    from uvicorn.supervisors import Multiprocess

    from zunft.server.store.opening import prepared

    os.environ[CONFIG_VARIABLE] = msgspec.json.encode(config).decode()
    set_up_logging()
    with prepared(config.database), listening(host, port) as port_socket:
        settings = uvicorn.Config(
            "zunft.server.serve:application",
            factory=True,
            host=host,
            port=port,
            workers=workers,
            access_log=config.debug,
            log_level="info" if config.debug else "error",
            timeout_graceful_shutdown=5,
            timeout_keep_alive=IDLE,
            server_header=False,
            http="zunft.server.web.connections:Connection",
            ws="none",
            proxy_headers=bool(config.proxies),
            forwarded_allow_ips=config.proxies,
            limit_concurrency=most_connections(),
        )
        if announce:
            address = address_in_browser(host, port_socket.getsockname()[1])
            print(f"Zunft is at {address}  (press Ctrl-C to stop)", flush=True)
        if workers > 1:
            Multiprocess(settings, [port_socket]).run()
        else:
            with contextlib.suppress(KeyboardInterrupt):
                uvicorn.Server(settings).run([port_socket])


def address_in_browser(host: str, port: int) -> str:
    """For a browser on this machine; `--host 0.0.0.0` means all of its addresses and is none itself."""
    name = "localhost" if host in EVERYWHERE else f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}/"


@contextlib.contextmanager
def listening(host: str, port: int) -> Iterator[socket.socket]:
    """The port, opened once for all workers."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        port_socket = socket.create_server(found[0][4][:2], family=found[0][0], backlog=BACKLOG)
    except (OSError, OverflowError) as error:
        raise BadOption(f"cannot listen on {host}:{port}: {getattr(error, 'strerror', None) or error}") from None
    port_socket.set_inheritable(True)
    with port_socket:
        yield port_socket


def most_connections() -> int:
    """As many as this process may open files, minus those it needs itself."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return MOST_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return max(1, (MOST_FILES if soft == resource.RLIM_INFINITY else soft) - OWN_FILES)


def application() -> object:
    """The application factory for uvicorn, called in each worker."""
    import gc

    import msgspec

    from zunft.server.app import make_app
    from zunft.server.web.connections import Connection

    set_up_logging()
    config = msgspec.json.decode(os.environ[CONFIG_VARIABLE], type=Config)
    Connection.configure(config)
    app = make_app(config)
    # Exempt what is loaded now from garbage collection: scanning it again and again would cost 5% of all time.
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    return app
