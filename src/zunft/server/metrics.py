"""Numbers for whoever runs the server, as Prometheus reads them."""

from __future__ import annotations

from litestar import Response, get
from litestar.di import NamedDependency
from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest

from zunft.server.hall import Hall


@get("/metrics", include_in_schema=False, media_type="text/plain")
async def metrics(hall: NamedDependency[Hall]) -> Response[bytes]:
    registry = CollectorRegistry()
    Gauge("zunft_tables_in_memory", "Tables held in memory", registry=registry).set(len(hall.tables))
    Gauge("zunft_streams", "Open streams", registry=registry).set(hall.hub.listeners())
    Gauge("zunft_tables_thinking", "Tables where a bot thinks", registry=registry).set(len(hall.thinking))
    Counter("zunft_rows", "Rows written to logs", registry=registry).inc(hall.accepted)
    return Response(generate_latest(registry), media_type="text/plain; version=0.0.4")
