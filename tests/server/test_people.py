"""Accounts: refusals in the form, forgotten passwords, profiles with history and statistics."""

from __future__ import annotations

import html
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tests.server.apps import application, tables_of
from tests.server.receivers import Mailbox, mail_server
from tests.server.servers import PATIENCE, wait_for
from tests.server.test_notices import SITE, confirm_mail, link_in
from tests.server.test_tables import do, friends
from tests.server.test_web import BROWSER, PASSWORD, sign
from zunft.cli import main
from zunft.server.people import accounts
from zunft.server.store import tokens

Client = TestClient[Litestar]
OTHER = "another long password"


@pytest.fixture
def box() -> Iterator[Mailbox]:
    with mail_server() as found:
        yield found


@pytest.fixture
def client(tmp_path: Path, box: Mailbox) -> Iterator[Client]:
    with application(tmp_path / "zunft.sqlite", mail=box.url, url=SITE) as found:
        yield found


@pytest.mark.parametrize(
    ("language", "reason"),
    [
        ("en", "The name or the password is wrong."),
        ("de", "Name oder Passwort"),
        ("ru", "пароль"),
    ],
)
def test_a_refused_sign_in_keeps_the_form(client: Client, language: str, reason: str) -> None:
    sent = {"name": 'Greta "G"', "password": "wrong password"}
    headers = {**BROWSER, "accept-language": language}
    answer = client.post("/account/sign-in", data=sent, headers=headers)
    assert answer.status_code == 403
    page = html.unescape(answer.text)
    assert re.search(rf'role="alert"[^>]*>[^<]*{reason}', page)
    assert 'action="/account/sign-in"' in page and 'value="Greta "G""' in page and "wrong password" not in page
    assert client.post("/account/sign-in", data=sent).json()["code"] == "wrong_password", "programs get the refusal"


def test_other_account_forms_are_kept_too(client: Client) -> None:
    short = client.post("/account/register", data={"name": "Greta", "password": "short"}, headers=BROWSER)
    assert short.status_code == 400 and 'role="alert"' in short.text and 'value="Greta"' in short.text
    sign(client, "register", "Greta")
    wrong = client.post("/account/password", data={"password": "wrong", "new": OTHER}, headers=BROWSER)
    assert wrong.status_code == 403 and 'action="/account/password"' in wrong.text and 'role="alert"' in wrong.text


# A forgotten password


def test_a_forgotten_password_is_reset_by_mail(client: Client, box: Mailbox) -> None:
    sign(client, "register", "Greta")
    old = client.cookies["session"]
    confirm_mail(client, box, "de")
    client.cookies.clear()
    answer = client.post("/account/forgot", data={"name": "greta"}, headers=BROWSER)
    wait_for(lambda: len(box.messages) == 2, "the link")
    assert box.messages[1]["subject"] == "Ein neues Passwort"
    link = link_in(box)
    assert client.get(link, headers=BROWSER).status_code == 200
    token = link.rpartition("/")[2]
    short = client.post("/account/reset", data={"token": token, "password": "short"}, headers=BROWSER)
    assert short.status_code == 400 and token in short.text, "the form stays, and so does the link"
    done = client.post("/account/reset", data={"token": token, "password": OTHER}, follow_redirects=False)
    assert done.status_code == 303 and client.cookies["session"] != old
    client.cookies.clear()
    client.cookies.set("session", old)
    assert "Greta" not in client.get("/account", headers=BROWSER).text, "all other sessions have ended"
    client.cookies.clear()
    assert sign(client, "sign-in", "Greta") == 403 and sign(client, "sign-in", "Greta", OTHER) == 303
    again = client.post("/account/reset", data={"token": token, "password": PASSWORD}, headers=BROWSER)
    assert again.status_code == 403, "a link works once"
    client.cookies.clear()
    nobody = client.post("/account/forgot", data={"name": "nobody"}, headers=BROWSER)
    assert nobody.text == answer.text, "the response does not reveal who has an account"


def test_password_links_are_limited(client: Client, box: Mailbox) -> None:
    sign(client, "register", "Greta")
    confirm_mail(client, box)
    answers = {client.post("/account/forgot", data={"name": "Greta"}).status_code for _ in range(6)}
    assert answers == {200}
    sent = 1 + tokens.MOST_OF_SUBJECT
    wait_for(lambda: len(box.messages) == sent, "the links")
    client.post("/account/forgot", data={"name": "Greta"})
    assert len(box.messages) == sent


def test_a_changed_password_revokes_reset_links(client: Client, box: Mailbox) -> None:
    sign(client, "register", "Greta")
    confirm_mail(client, box)
    client.post("/account/forgot", data={"name": "Greta"})
    wait_for(lambda: len(box.messages) == 2, "the link")
    found = re.search(r"/account/reset/([\w-]+)", box.messages[1].get_content())
    assert found is not None
    assert client.get(f"/account/reset/{found[1]}").status_code == 200
    changed = client.post("/account/password", data={"password": PASSWORD, "new": OTHER}, follow_redirects=False)
    assert changed.status_code == 303
    assert client.get(f"/account/reset/{found[1]}").status_code == 403
    late = client.post("/account/reset", data={"token": found[1], "password": OTHER}, follow_redirects=False)
    assert late.status_code == 403


def test_asking_for_a_link_does_not_wait_for_the_store(
    client: Client, box: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time of the response would reveal whether a link was stored."""
    known = threading.Event()
    original = accounts.reset_by_mail

    def slowly(*args: Any, **more: Any) -> Any:
        assert known.wait(PATIENCE)
        return original(*args, **more)

    monkeypatch.setattr(accounts, "reset_by_mail", slowly)
    assert client.post("/account/forgot", data={"name": "Greta"}).status_code == 200
    known.set()


def test_links_ignore_the_host_header(client: Client, box: Mailbox) -> None:
    """Otherwise an attacker could have a link sent that leads another person's token to the attacker's server."""
    sign(client, "register", "Greta")
    confirm_mail(client, box)
    client.post("/account/forgot", data={"name": "Greta"}, headers={"host": "evil.example"})
    wait_for(lambda: len(box.messages) == 2, "the link")
    assert "evil.example" not in box.messages[1].get_content()


def test_the_host_can_create_a_reset_link(client: Client, capsys: pytest.CaptureFixture[str]) -> None:
    sign(client, "register", "Greta")
    client.cookies.clear()
    database = tables_of(client).database.url
    assert main(["account", "reset", "GRETA", "--database", database, "--url", "https://zunft.example.org/"]) == 0
    link = capsys.readouterr().out.strip()
    assert link.startswith("https://zunft.example.org/account/reset/")
    data = {"token": link.rpartition("/")[2], "password": OTHER}
    assert client.post("/account/reset", data=data, follow_redirects=False).status_code == 303
    client.cookies.clear()
    assert sign(client, "sign-in", "Greta", OTHER) == 303
    assert main(["account", "reset", "Nobody", "--database", database]) == 2
    assert main(["account", "reset", "Greta", "--database", database + ".none"]) == 2
    assert capsys.readouterr().err.count("\n") == 2


# Profiles


def profile(client: Client, name: str) -> str:
    answer = client.get(f"/people/{name}", headers=BROWSER)
    assert answer.status_code == 200
    return html.unescape(answer.text)


def test_a_profile_shows_history_and_statistics(client: Client) -> None:
    sign(client, "register", "Greta")
    private = ""
    for listed, loser in ((True, "1"), (False, "1"), (True, "0")):
        table, seats = friends(client, "guildhall", name="Greta", listed=listed)
        do(client, table, "resign", seats[loser])
        private = private if listed else table
    own = profile(client, "greta")
    assert re.search(r"Guildhall</th><td>3</td><td>2 ", own), "all her games"
    assert own.count('<li class="panel">') == 3 and own.count("not won") == 1
    client.cookies.clear()
    others = profile(client, "Greta")
    assert others.count('<li class="panel">') == 2, "tables that were not in the lobby are hers alone"
    assert private not in others
    assert client.get("/people/nobody", headers=BROWSER).status_code == 404


def test_a_new_account_has_an_empty_profile(client: Client) -> None:
    sign(client, "register", "Änne B")
    assert "No finished game yet." in profile(client, "änne b")
    assert "/people/%C3%84nne%20B" in client.get("/account", headers=BROWSER).text
