"""Whatever is sent to the JSON interface, responses match its schema, and are never server errors."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings

from tests.server.servers import Server

EXAMPLES = 25


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("schema")
    with Server(str(folder / "zunft.sqlite"), folder / "log.txt") as found:
        yield found
    assert '"level": "error"' not in (folder / "log.txt").read_text()


@pytest.fixture(scope="module")
def seat(server: Server) -> Any:
    return server.client.create("norenberc", 2, ["human", "open"], listed=True)


@pytest.fixture(scope="module")
def schema(server: Server) -> Any:
    return schemathesis.openapi.from_url(f"{server.url}/schema/openapi.json").exclude(path_regex="/events$")


def test_no_request_makes_the_server_fail(schema: Any, seat: Any) -> None:
    """Half of the requests concern an existing table, with the secret of a seat."""
    tried = 0
    for found in schema.get_all_operations():
        operation = found.ok()

        @given(case=operation.as_strategy())
        @settings(
            max_examples=EXAMPLES,
            derandomize=True,
            deadline=None,
            database=None,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        def try_it(case: Any) -> None:
            check(case, seat)

        try_it()
        tried += 1
    assert tried >= 13


def check(case: Any, seat: Any) -> None:
    parameters = case.path_parameters or {}
    if "name" in parameters and len(str(parameters["name"])) % 2:
        parameters["name"] = seat.table
    answer = case.call(headers={"authorization": f"Bearer {seat.secret}"})
    assert answer.status_code < 500, answer.text
    if answer.status_code < 400:
        case.validate_response(answer)
        return
    assert answer.status_code in (400, 403, 404, 405, 409, 413, 415), answer.status_code
    reason = answer.json()
    assert reason["status_code"] == answer.status_code
    assert len(reason["detail"]) > 5 and "Traceback (most recent" not in reason["detail"]
