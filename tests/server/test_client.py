"""The Python client, as documented in docs/api.md."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import zunft
from tests.server.servers import PATIENCE, Server
from zunft.server.client import Client, Refusal, delays, server_sent

DOCUMENT = Path(__file__).parents[2] / "docs" / "api.md"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("client")
    with Server(str(folder / "zunft.sqlite"), folder / "log.txt") as found:
        yield found


def test_the_documented_bot_plays_a_game(server: Server, tmp_path: Path) -> None:
    found = re.search(r"^```python\n(.*?)^```$", DOCUMENT.read_text(encoding="utf-8"), re.M | re.S)
    assert found is not None
    assert len([line for line in found[1].splitlines() if line.strip()]) <= 15
    bot = tmp_path / "bot.py"
    bot.write_text(found[1], encoding="utf-8")
    host = server.client.create("norenberc", 2, ["open", "random"])
    arguments = [sys.executable, str(bot), server.url, host.table, host.invitations[0]]
    done = subprocess.run(arguments, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stderr
    end = server.client.watch(host.table).position()
    assert end["status"] == "over"
    assert f"My bot: {end['players'][0]['points']}" in done.stdout


def test_the_client_passes_on_the_servers_reason(server: Server) -> None:
    client = Client(server.url + "/", language="de")
    assert {game["name"] for game in client.games()} == set(zunft.game_names())
    seat = client.create("norenberc", 2)
    assert seat.seat == 0 and not seat.invitations
    listed = client.create("norenberc", 2, ["open", "human"], name="Ötzi", listed=True)
    assert listed.seat == 1 and [table["free"] for table in client.tables() if table["table"] == listed.table] == [[0]]
    with pytest.raises(Refusal, match="Es gibt nichts zurückzunehmen") as refusal:
        seat.undo()
    assert refusal.value.status == 409 and refusal.value.code == "cannot_undo"
    with pytest.raises(Refusal) as refusal:
        client.watch("nothing").position()
    assert refusal.value.status == 404
    with pytest.raises(Refusal):
        next(client.watch("nothing").events())


def test_events_are_read_as_they_are_sent() -> None:
    sent = b"retry: 1000\n\nid: 3\ndata: {}\n\n: still here\n\nid: 5\ndata: []\n\nid: 6\nda"
    assert list(server_sent(sent.splitlines(keepends=True))) == [(3, "{}"), (5, "[]")]


def test_delays_grow_up_to_a_limit() -> None:
    found = list(delays(9))
    assert found == sorted(found) and found[0] < 1 and found[-1] == 10
