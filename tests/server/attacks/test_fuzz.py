"""A small run of `make fuzz`: no random input makes the server fail."""

from __future__ import annotations

import pytest

from tests.server.attacks import fuzzing
from tests.server.servers import Server

INPUTS = 40


@pytest.mark.parametrize("kind", [kind for kind in fuzzing.KINDS if kind != "interface"])
def test_random_requests_do_not_make_the_server_fail(server: Server, kind: str) -> None:
    """The JSON interface has its own test, `test_schema.py`."""
    watch = fuzzing.Watch(server)
    fuzzing.KINDS[kind](watch, INPUTS, 1)
    assert watch.inputs >= INPUTS and any(400 <= status < 500 for status in watch.statuses), watch
