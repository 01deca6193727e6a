"""One shared server for all attacks that it should survive, which are most."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.attacks.asking import Stream
from tests.server.servers import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("attacked")
    with Server(str(folder / "zunft.sqlite"), folder / "log.txt") as found:
        yield found
        assert found.is_ready(), "the server is still running"
    log = (folder / "log.txt").read_text()
    assert "Traceback" not in log and '"level": "error"' not in log, log


@pytest.fixture
def listen() -> Any:
    opened: list[Stream] = []

    def begin(server: Server, path: str, **headers: str) -> Stream:
        opened.append(Stream(server, path, **headers))
        return opened[-1]

    yield begin
    for stream in opened:
        stream.close()
