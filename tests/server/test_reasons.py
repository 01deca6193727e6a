"""A refused move says why, in the visitor's language."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tests.server.apps import application

Client = TestClient[Litestar]
MORE_CARDS_THAN_AGENTS = "plan 1 2 3 4 5 6"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    file: Path = tmp_path_factory.mktemp("reasons") / "zunft.sqlite"
    with application(file) as client:
        yield client


def at_a_table(client: Client) -> tuple[str, dict[str, str], dict[str, Any]]:
    """A table of five with four bots, Anna's headers, and her position."""
    seats = ["human", *["apprentice"] * 4]
    made = client.post(
        "/api/v1/tables", json={"game": "norenberc", "players": 5, "seats": seats, "name": "Anna"}
    ).json()
    headers = {"authorization": f"Bearer {made['secrets']['0']}"}
    return made["table"], headers, client.get(f"/api/v1/tables/{made['table']}", headers=headers).json()


def test_the_answer_gives_the_rules_reason(client: Client) -> None:
    table, headers, seen = at_a_table(client)
    wanted = {"action": MORE_CARDS_THAN_AGENTS, "number": seen["number"]}
    found = {
        language: client.post(
            f"/api/v1/tables/{table}/actions", json=wanted, headers={**headers, "accept-language": language}
        )
        for language in ("en", "de", "ru")
    }
    assert {answer.status_code for answer in found.values()} == {400}
    assert {answer.json()["code"] for answer in found.values()} == {"illegal_action"}
    said = {language: answer.json()["detail"] for language, answer in found.items()}
    assert said["en"].startswith("That is not possible now: Each card needs an agent, and you have ")
    assert "Jede Karte braucht einen Handelsmann" in said["de"]
    assert "На каждую карту нужен посредник" in said["ru"]


def test_standings_are_part_of_the_position(client: Client) -> None:
    """Norenberc's talers are hidden from other players, so nobody knows who is the richest."""
    _, _, seen = at_a_table(client)
    rows = seen["standings"]
    assert [row["player"] for row in rows] == [0, 1, 2, 3, 4]
    assert all(row["projected"] and row["total"] == sum(part["points"] for part in row["sources"]) for row in rows)
    assert [part["source"] for part in rows[0]["sources"] if part["hidden"]] == ["richest"]
    assert {goal["goal"] for goal in rows[0]["goals"]} == {"all_guilds", "guild_value", "crests"}


def test_the_page_shows_standings(client: Client) -> None:
    table, headers, _ = at_a_table(client)
    page = client.get(f"/t/{table}", headers={**headers, "accept": "text/html"}).text
    assert '<details class="panel standings" id="standings">' in page
