"""Prometheus metrics and the health check."""

from __future__ import annotations

import hmac
import ipaddress
from collections.abc import Iterator

from litestar import Response, get
from prometheus_client import CollectorRegistry, Metric, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector

from zunft.server.config import Config
from zunft.server.refusals import Forbidden
from zunft.server.tables.service import TableService
from zunft.server.web.dependencies import TablesDep, UpkeepDep
from zunft.server.web.preferences import AnyRequest
from zunft.version import __version__


@get("/health", include_in_schema=False)
async def health(upkeep: UpkeepDep) -> Response[dict[str, str]]:
    """Never blocks on the store: upkeep checks it regularly."""
    is_healthy = upkeep.is_healthy
    body = {"status": "ok" if is_healthy else "the database is not accepting writes", "version": __version__}
    return Response(body, status_code=200 if is_healthy else 503)


@get("/metrics", include_in_schema=False)
async def metrics(request: AnyRequest, tables: TablesDep) -> Response[bytes]:
    check_reader(request, request.app.state.config)
    registry = CollectorRegistry()
    registry.register(Figures(tables))
    return Response(generate_latest(registry), media_type="text/plain; version=0.0.4")


class Figures(Collector):
    """Must not change when a player chooses in secret."""

    def __init__(self, tables: TableService) -> None:
        self.tables = tables

    def collect(self) -> Iterator[Metric]:
        hub, cache = self.tables.hub, self.tables.cache
        yield GaugeMetricFamily("zunft_tables_in_memory", "Tables held in memory", len(cache.kept))
        yield GaugeMetricFamily("zunft_streams", "Open streams", hub.listeners())
        yield CounterMetricFamily("zunft_rows", "Entries written to logs", self.tables.accepted)


def check_reader(request: AnyRequest, config: Config) -> None:
    """With the token, if the host has set one; else only from this machine, and not through a proxy."""
    if config.metrics_token:
        shown = request.headers.get("authorization", "").encode("latin-1", "replace")
        if not hmac.compare_digest(shown, f"Bearer {config.metrics_token}".encode()):
            raise Forbidden("needs_token")
    elif not is_here(request.client.host if request.client else "") or "x-forwarded-for" in request.headers:
        raise Forbidden("needs_token")


def is_here(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
