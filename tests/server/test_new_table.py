"""The set-up form: a suitable field for each kind of option, and how it is parsed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tests.core.bids import Bids, make
from tests.server.apps import application, in_loop, tables_of
from zunft.core import game as register
from zunft.core.game import Members, Number, Option

Client = TestClient[Litestar]
BROWSER = {"accept": "text/html"}
ANIMALS = ("hare", "owl", "fox", "bear")


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A site with a game that has every kind of option, and no texts for them."""
    game = make(Bids)
    game.options.update(
        mode=Option("open", ("open", "closed")),
        single=Option("only", ("only",)),
        limit=Number(40, 1, 400, help="How long."),
        animals=Members(ANIMALS[:3], of=ANIMALS, size=3),
    )
    register.loaded[game.name] = game
    with application(Path(tmp_path_factory.mktemp("new")) / "zunft.sqlite") as client:
        yield client
    del register.loaded[game.name]


def create(client: Client, **fields: Any) -> Any:
    files = [("game", (None, "bids")), ("players", (None, "2")), ("seat1", (None, "open"))]
    for name, values in fields.items():
        files += [(f"option-{name}", (None, value)) for value in (values if isinstance(values, list) else [values])]
    return client.post("/tables", headers=BROWSER, files=files, follow_redirects=False)


def options_of(client: Client, made: Any) -> Any:
    table = made.headers["location"].split("/")[-1]
    return in_loop(client, tables_of(client).table, table).state.setting.shown_options()


def test_each_kind_of_option_has_its_own_field(client: Client) -> None:
    page = client.get("/new/bids").text
    assert '<input type="number" name="option-limit" min="1" max="400" value="40" required' in page
    assert re.search(r'<select name="option-mode"[^>]*>\s*<option value="open" selected>open</option>', page)
    boxes = re.findall(r'type="checkbox" name="option-animals" value="(\w+)"( checked)?', page)
    assert boxes == [("hare", " checked"), ("owl", " checked"), ("fox", " checked"), ("bear", "")]
    assert "Choose exactly 3." in page
    assert "option-single" not in page, "a single choice is not offered"


def test_no_select_has_a_single_entry(client: Client) -> None:
    for game in register.game_names():
        page = client.get(f"/new/{game}").text
        for name, entries in re.findall(r'<select name="(option-[^"]+)"[^>]*>(.*?)</select>', page, re.DOTALL):
            assert entries.count("<option") > 1, (game, name)


def test_the_game_gets_the_chosen_options(client: Client) -> None:
    made = create(client, mode="closed", limit="7", animals=["", "bear", "hare", "owl"])
    assert made.status_code == 303, made.text
    assert options_of(client, made) == {
        "mode": "closed",
        "single": "only",
        "limit": 7,
        "animals": ["hare", "owl", "bear"],
    }


def test_omitted_options_have_their_defaults(client: Client) -> None:
    made = create(client)
    assert made.status_code == 303, made.text
    assert options_of(client, made)["animals"] == ["hare", "owl", "fox"]
    assert options_of(client, made)["limit"] == 40


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"animals": [""]}, "must be 3 different ones of hare, owl, fox, bear, not 0"),
        ({"animals": ["", "owl"]}, "not 1"),
        ({"animals": ["", "owl", "owl", "fox"]}, "owl appears more than once"),
        ({"animals": "cat"}, "is not among them"),
        ({"limit": "0"}, "must be an integer from 1 to 400, not 0"),
        ({"limit": "many"}, "must be an integer from 1 to 400"),
        ({"mode": "ajar"}, "must be one of open, closed"),
    ],
)
def test_invalid_options_are_refused_with_a_reason(client: Client, fields: dict[str, Any], said: str) -> None:
    answer = create(client, **fields)
    assert answer.status_code == 400
    assert said in answer.text


def test_the_api_lists_the_kinds_of_options(client: Client) -> None:
    games = {game["name"]: game for game in client.get("/api/v1/games").json()}
    found = {option["name"]: option for option in games["bids"]["options"]}
    assert found["limit"] == {
        "name": "limit",
        "kind": "number",
        "default": 40,
        "help": "How long.",
        "low": 1,
        "high": 400,
    }
    assert found["animals"]["of"] == list(ANIMALS) and found["animals"]["size"] == 3
    assert found["mode"]["choices"] == ["open", "closed"]
