"""Accounts, rights and security: checks on every request, headers on every response."""

from __future__ import annotations

import html
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jinja2
import pytest
from litestar import Litestar
from litestar.testing import TestClient

import zunft
from tests.server.apps import application, content, tables_of
from zunft.core.text import LANGUAGES
from zunft.server.serve import set_up_logging
from zunft.server.tables import cache
from zunft.server.texts import site_texts
from zunft.server.views import rendering
from zunft.server.views.boards import Boards
from zunft.server.web.errors import HTTP_CODES
from zunft.server.web.forms import LARGEST_WITH_FILES
from zunft.server.web.security import POLICY, Limit

Client = TestClient[Litestar]
PASSWORD = "a long enough password"
BROWSER = {"accept": "text/html"}
NASTY = "<script>alert('x')</script>"


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("web") / "zunft.sqlite"


@pytest.fixture(scope="module")
def app(file: Path) -> Iterator[Client]:
    with application(file, metrics_token="numbers") as client:
        yield client


@pytest.fixture
def client(app: Client) -> Client:
    app.cookies.clear()
    return app


def create(client: Client, *seats: str, **more: Any) -> tuple[str, dict[str, dict[str, str]]]:
    """A table and the headers that open its seats."""
    wanted = {"game": "norenberc", "players": len(seats), "seats": seats, "name": "Anna", **more}
    made = client.post("/api/v1/tables", json=wanted)
    assert made.status_code == 201, made.text
    secrets = made.json()["secrets"]
    return made.json()["table"], {seat: {"authorization": f"Bearer {secret}"} for seat, secret in secrets.items()}


def sign(client: Client, what: str, name: str, password: str = PASSWORD) -> int:
    answer = client.post(f"/account/{what}", data={"name": name, "password": password}, follow_redirects=False)
    return answer.status_code


def account_on(client: Client) -> str:
    return client.get("/account", headers=BROWSER).text


# Accounts


def test_an_account_needs_a_unique_name_and_a_long_password(client: Client, file: Path) -> None:
    assert sign(client, "register", "Greta") == 303
    assert "Greta" in account_on(client)
    client.cookies.clear()
    assert sign(client, "register", "gReTa") == 400, "names ignore case"
    assert sign(client, "register", "Hans", "short") == 400
    assert sign(client, "register", "  ", PASSWORD) == 400
    assert sign(client, "register", "H\u202eans", PASSWORD) == 400
    assert sign(client, "sign-in", "Greta", PASSWORD + "!") == 403
    assert sign(client, "sign-in", "Nobody", PASSWORD) == 403
    assert "Greta" not in account_on(client)
    assert sign(client, "sign-in", " greta ") == 303
    assert "Greta" in account_on(client)
    assert "$argon2id$" in content(file)


def test_sign_out_ends_one_session_and_sign_out_everywhere_all(client: Client) -> None:
    sign(client, "register", "Ines")
    sessions = [client.cookies["session"]]
    for _ in range(3):
        client.cookies.clear()
        sign(client, "sign-in", "Ines")
        sessions.append(client.cookies["session"])
    assert len(set(sessions)) == 4

    def is_signed_in(session: str) -> bool:
        client.cookies.clear()
        client.cookies.set("session", session)
        return "Ines" in account_on(client)

    assert all(map(is_signed_in, sessions))
    client.cookies.set("session", sessions[0])
    client.post("/account/sign-out", data={"x": ""})
    assert [is_signed_in(session) for session in sessions] == [False, True, True, True]
    client.cookies.clear()
    client.cookies.set("session", sessions[1])
    client.post("/account/sign-out-everywhere", data={"x": ""})
    assert not any(map(is_signed_in, sessions))
    assert sign(client, "sign-in", "Ines") == 303


def test_tables_follow_the_account_to_another_device(client: Client) -> None:
    sign(client, "register", "Jonas")
    made = client.post("/tables", files={"game": (None, "norenberc"), "players": (None, "2")}, follow_redirects=False)
    assert made.status_code == 303
    table = made.headers["location"]
    client.cookies.clear()
    assert client.get(f"/api/v1/tables{table[2:]}").json()["seat"] is None
    sign(client, "sign-in", "Jonas")
    assert client.get(f"/api/v1/tables{table[2:]}").json()["seat"] == 0
    assert table in client.get("/", headers=BROWSER).text


def test_sessions_cannot_be_read_by_scripts_nor_sent_by_other_sites(client: Client) -> None:
    answer = client.post("/account/register", data={"name": "Karl", "password": PASSWORD}, follow_redirects=False)
    said = answer.headers["set-cookie"].lower()
    assert "httponly" in said and "samesite=lax" in said


# Origins, policy, limits


@pytest.mark.parametrize(
    ("headers", "allowed"),
    [
        ({}, True),
        ({"origin": "http://testserver.local"}, True),
        ({"origin": "http://evil.example"}, False),
        ({"origin": "null"}, False),
        ({"origin": b"http://evil.ex\xe4mple"}, False),
        ({"origin": "http://["}, False),
        ({"sec-fetch-site": "same-origin", "origin": "http://testserver.local"}, True),
        ({"sec-fetch-site": "none"}, True),
        ({"sec-fetch-site": "cross-site"}, False),
        ({"sec-fetch-site": "same-site"}, False),
    ],
)
def test_other_sites_cannot_act_for_a_visitor(client: Client, headers: dict[str, Any], allowed: bool) -> None:
    for post, body in (("/preferences", {"data": {"theme": "dark"}}), ("/api/v1/tables", {"json": {}})):
        status = client.post(post, headers=headers, follow_redirects=False, **body).status_code
        assert (status != 403) == allowed
    assert client.get("/", headers=headers).status_code == 200, "reading is free"


def test_every_response_has_the_content_policy(client: Client) -> None:
    table, _ = create(client, "human", "open")
    kinds = {
        "page": client.get("/", headers=BROWSER),
        "table": client.get(f"/t/{table}", headers=BROWSER),
        "json": client.get("/api/v1/games"),
        "redirect": client.post("/preferences", data={"theme": "dark"}, follow_redirects=False),
        "no table": client.get("/t/nothing", headers=BROWSER),
        "no page": client.get("/nothing/at/all", headers=BROWSER),
        "no method": client.put("/", headers=BROWSER),
        "bad request": client.post("/api/v1/tables", json={}),
        "forbidden": client.post(f"/api/v1/tables/{table}/undo"),
        "foreign": client.post("/preferences", headers={"origin": "http://evil.example"}),
        "static": client.get("/static/pages.css"),
        "no static": client.get("/static/nothing.css"),
        "game's file": client.get("/games/norenberc/board.css"),
        "schema": client.get("/schema/openapi.json"),
        "health": client.get("/health"),
        "metrics": client.get("/metrics"),
        "too large": client.post(
            "/api/v1/tables", content=b"x" * (LARGEST_WITH_FILES + 10), headers={"content-type": "application/json"}
        ),
    }
    for kind, answer in kinds.items():
        assert answer.headers.get("content-security-policy") == POLICY, kind
        assert answer.headers.get("x-content-type-options") == "nosniff", kind
        assert answer.status_code < 500, (kind, answer.text)
    assert "unsafe" not in POLICY
    assert kinds["no table"].status_code == kinds["no page"].status_code == kinds["no static"].status_code == 404
    assert kinds["no method"].status_code == 405
    assert kinds["too large"].status_code == 413
    assert "text/html" in kinds["no page"].headers["content-type"]


def test_pages_comply_with_the_content_policy(client: Client) -> None:
    """No inline script, no style attribute, nothing from another host."""
    table, _ = create(client, "human", "random")
    for path in (
        "/",
        f"/t/{table}",
        f"/t/{table}/replay",
        "/new/norenberc",
        "/account",
        "/ratings",
        "/credits",
        "/rules/norenberc",
    ):
        page = client.get(path, headers=BROWSER).text
        assert not re.search(r"<script(?![^>]*\bsrc=)", page), path
        assert not re.search(r"\sstyle=|\son\w+=|javascript:", page), path
        assert (
            not re.search(
                r"(?:src|href|action)=[\"']?(?:https?:)?//(?!testserver)", page.replace(' rel="external"', "")
            )
            or path == "/credits"
        ), path


def test_the_rate_is_limited(tmp_path: Path) -> None:
    with application(tmp_path / "zunft.sqlite", rate=1.0, burst=5) as client:
        answers = [client.post("/preferences", data={"theme": "dark"}, follow_redirects=False) for _ in range(12)]
        statuses = [answer.status_code for answer in answers]
        assert statuses[:5] == [303] * 5 and statuses.count(429) >= 5
        assert "wait" in answers[-1].json()["detail"]
        assert client.get("/health").status_code == 200, "what costs nothing is not limited"


def test_the_rate_limit_refills_and_evicts(monkeypatch: pytest.MonkeyPatch) -> None:
    from zunft.server.web import security

    now = [0.0]
    monkeypatch.setattr("zunft.server.web.security.time.monotonic", lambda: now[0])
    limit = Limit(2.0, 4)
    assert [limit.allows("a") for _ in range(6)] == [True] * 4 + [False] * 2
    assert limit.allows("b")
    now[0] = 1.0
    assert [limit.allows("a") for _ in range(3)] == [True, True, False]
    for number in range(security.KEPT + 50):
        limit.allows(str(number))
    assert len(limit.left) <= security.KEPT


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/api/v1/tables", {"game": "x" * 100, "players": 2}, 400),
        ("/api/v1/tables", {"game": "norenberc", "players": 2, "name": "x" * 25}, 400),
        ("/api/v1/tables", {"game": "norenberc", "players": 2, "name": "\x07"}, 400),
        ("/api/v1/tables", {"game": "norenberc", "players": 9}, 400),
        ("/api/v1/tables", {"game": "nothing", "players": 2}, 400),
        ("/api/v1/tables", {"game": "norenberc", "players": 2, "seats": ["human", "genius"]}, 400),
        ("/api/v1/tables", {"game": "norenberc", "players": 2, "seats": ["human"]}, 400),
        ("/api/v1/tables", {"game": "norenberc", "players": 2, "pace": "eternal"}, 400),
        ("/api/v1/tables", {"game": "norenberc", "players": 2, "options": {"nothing": 1}}, 400),
        ("/api/v1/tables", {"game": "norenberc", "players": 2, "options": {"components": "/etc/passwd"}}, 400),
        ("/api/v1/tables", {"game": "norenberc", "players": 2, "more": 1}, 400),
        ("/api/v1/tables", [], 400),
        ("/api/v1/tables/none/seats", {"name": "Anna"}, 404),
        ("/api/v1/tables/none/chat", {"text": "hello"}, 404),
    ],
)
def test_bad_requests_get_a_clear_reason(client: Client, path: str, body: Any, status: int) -> None:
    answer = client.post(path, json=body)
    assert answer.status_code == status, answer.text
    reason = answer.json()["detail"]
    assert len(reason) > 10 and "Traceback" not in reason and "/etc/passwd" not in reason


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b'{"action": "fly", "number": 1}', "fly"),
        (b'{"action": "pass", "number": 1, "more": 1}', "more"),
        (b'{"action": "pass"}', "number"),
        (b"no json", "JSON"),
        (b"", ""),
        (b'{"action": "' + b"x" * 101 + b'", "number": 1}', "100"),
        (b'{"action": "' + b"x" * 2000 + b'", "number": 1}', "100"),
    ],
)
def test_an_illegal_move_gets_a_reason(client: Client, content: bytes, reason: str) -> None:
    table, seats = create(client, "human", "random")
    headers = {**seats["0"], "content-type": "application/json"}
    answer = client.post(f"/api/v1/tables/{table}/actions", headers=headers, content=content)
    assert answer.status_code == 400 and reason in answer.json()["detail"]


def test_a_failing_store_reveals_nothing(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    table, seats = create(client, "human", "open")

    async def fail(work: Any) -> Any:
        raise OSError("the disk is full of secrets")

    monkeypatch.setattr(tables_of(client).database, "work", fail)
    refused = client.post(f"/api/v1/tables/{table}/chat", headers=seats["0"], json={"text": "hello"})
    assert refused.status_code == 500 and "secrets" not in refused.text


@pytest.mark.parametrize("language", ["en", "de", "ru"])
def test_reasons_are_in_the_visitors_language(client: Client, language: str) -> None:
    table, seats = create(client, "human", "random")
    answer = client.post(f"/api/v1/tables/{table}/undo", headers={**seats["0"], "accept-language": language})
    assert answer.status_code == 409
    words = {"en": "nothing to undo", "de": "nichts zurückzunehmen", "ru": "нечего"}
    assert words[language] in answer.json()["detail"]


# User input


def test_names_and_chat_are_escaped_everywhere(client: Client) -> None:
    name = "<b>&'\"x"
    table, seats = create(client, "human", "random", name=name)
    said = client.post(f"/api/v1/tables/{table}/chat", headers=seats["0"], json={"text": NASTY})
    assert said.status_code == 200
    for path in (f"/t/{table}", f"/t/{table}/replay"):
        page = client.get(path, headers={**BROWSER, **seats["0"]}).text
        assert NASTY not in page and "<b>&'" not in page
        if "replay" not in path:
            assert html.escape(NASTY) in page.replace("&#39;", "&#x27;")
    view = client.get(f"/api/v1/tables/{table}", headers=seats["0"]).json()
    assert view["log"][-1]["text"] == NASTY and view["players"][0]["name"] == name


def test_a_name_in_any_script_survives_its_cookie(client: Client) -> None:
    for name in ("Лев Толстой", "Jürgen", "a;b=c, d", "龍"):
        client.cookies.clear()
        made = client.post(
            "/tables",
            files={"game": (None, "norenberc"), "players": (None, "2"), "name": (None, name)},
            headers=BROWSER,
        )
        assert made.status_code == 200, (name, made.text)
        assert html.escape(name) in made.text
        page = client.get("/new/norenberc", headers=BROWSER).text
        assert f'value="{html.escape(name)}"' in page, name


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/..%2fapp.py",
        "/static/%2e%2e/%2e%2e/app.py",
        "/static//etc/passwd",
        "/games/norenberc/../game.py",
        "/games/norenberc/..%2f..%2fgame.py",
        "/games/nothing/board.css",
        "/rules/..%2f..%2fserver",
        "/rules/../server",
        "/new/%00",
        "/t/%2e%2e",
        "/t/%ff%fe",
        "/t/x/s/%ed%a0%80",
        "/api/v1/tables/%00",
        "/api/v1/tables/%F0%9F",
        "/api/v1/tables/..%2f..%2fgames",
        "/t/x/replay?at=99999999999999999999999999",
        "/t/x/stream?since=-1",
        "/components/%22%3E",
    ],
)
def test_paths_cannot_escape_the_static_folder(client: Client, path: str) -> None:
    answer = client.get(path, headers=BROWSER)
    assert 400 <= answer.status_code < 500, (path, answer.status_code)
    assert "root:" not in answer.text and "import annotations" not in answer.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_have_the_numbers_of_a_tables_own_components(client: Client, language: str) -> None:
    churches = [
        {"id": name, "status": "rulebook", "source": "my copy", "wood": 5, "brick": 4, "marble": 4, "art": 4}
        for name in ("san_miniato", "santa_croce", "santa_maria")
    ]
    options = {"components": {"church": churches}}
    table, seats = create(client, "human", "novice", "novice", game="calimala", options=options)
    client.cookies.set(f"seat-{table}", seats["0"]["authorization"].split()[1])
    address = f"/rules/calimala?table={table}"
    assert f'href="{address}"' in client.get(f"/t/{table}", headers=BROWSER).text
    usual = client.get(f"/rules/calimala?language={language}", headers=BROWSER).text
    own = client.get(f"{address}&language={language}", headers=BROWSER).text
    assert '<span data-component="church.wood">4</span><a href="#reconstructed">*</a>' in usual
    assert 'data-component="church' not in own and "mat.warehouse_spaces.wood" in own, (
        "only the file's own tables are certain"
    )
    for unknown in ("none", "%00"):
        assert client.get(f"/rules/calimala?table={unknown}", headers=BROWSER).status_code == 404


def test_invalid_forms_get_a_reason(client: Client) -> None:
    table, seats = create(client, "human", "random")
    for what, data in (
        ("choose", {"action": "x", "number": "nine"}),
        ("choose", {"action": "x", "number": "9" * 5000}),
        ("choose", {"number": "1"}),
        ("replace", {"seat": "x"}),
        ("replace", {"seat": "77"}),
        ("answer", {"yes": "yes"}),
        ("chat", {"text": "  "}),
        ("fill", {"bot": "genius"}),
        ("rematch", {"x": "1"}),
        ("redo", {"x": "1"}),
        ("ask-undo", {"x": "1"}),
        ("fly", {"x": "1"}),
    ):
        answer = client.post(f"/t/{table}/{what}", headers={**seats["0"], **BROWSER}, data=data, follow_redirects=False)
        assert 400 <= answer.status_code < 500, (what, data, answer.status_code)
        assert "<h1>" in answer.text
    for path, files in (
        ("/tables", {"game": (None, "norenberc"), "players": (None, "x")}),
        ("/tables", {"game": (None, "nothing")}),
        ("/tables", {"game": (None, "norenberc"), "option-planning": (None, "nonsense")}),
        ("/tables", {"game": (None, "norenberc"), "option-components": ("c.toml", b"\xff\xfe")}),
        ("/tables", {"game": (None, "norenberc"), "option-components": ("c.toml", b"[x\n")}),
        ("/import", {"record": ("r.json", b"\xff")}),
        ("/import", {"record": ("r.json", b"{}")}),
        ("/import", {"record": ("r.json", b'{"zunft": 1, "game": "norenberc"}')}),
        ("/import", {"record": (None, "text")}),
    ):
        answer = client.post(path, headers=BROWSER, files=files, follow_redirects=False)  # type: ignore[arg-type]
        assert 400 <= answer.status_code < 500, (path, files, answer.status_code, answer.text[:200])


BACK = (
    ("/ratings", "/ratings"),
    ("/t/some-table/replay?at=3&seat=1", "/t/some-table/replay?at=3&seat=1"),
    ("//evil.example", "/"),
    ("https://evil.example", "/"),
    ("evil.example", "/"),
    ("/\\evil", "/"),
    ("/\t/evil.example", "/%09/evil.example"),
    ("", "/"),
)


@pytest.mark.parametrize(("back", "to"), BACK)
def test_forms_redirect_only_within_the_site(client: Client, back: str, to: str) -> None:
    data = {"name": f"Lotte {BACK.index((back, to))}", "password": PASSWORD, "back": back}
    for path in ("/account/register", "/account/sign-in", "/preferences"):
        answer = client.post(path, data=data, follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (303, to), path


def back_of(page: str, action: str) -> str:
    """Where a form leads back to; empty if it does not say."""
    form = re.search(rf'<form[^>]*action="{action}".*?</form>', page, re.DOTALL)
    assert form is not None
    back = re.search(r'name="back" value="([^"]*)"', form[0])
    return html.unescape(back[1]) if back else ""


def test_signing_in_leads_back_to_the_page_that_needs_it(client: Client) -> None:
    sign(client, "register", "Mia")
    client.cookies.clear()
    refused = client.get("/notices", headers=BROWSER)
    assert refused.status_code == 403
    link = re.search(r'href="(/account\?[^"]*)"', refused.text)
    assert link is not None
    form = client.get(html.unescape(link[1]), headers=BROWSER).text
    assert back_of(form, "/account/sign-in") == back_of(form, "/account/register") == "/notices"
    wrong = client.post("/account/sign-in", data={"name": "Mia", "password": "?", "back": "/notices"}, headers=BROWSER)
    assert wrong.status_code == 403 and back_of(wrong.text, "/account/sign-in") == "/notices", "a second try"
    data = {"name": "Mia", "password": PASSWORD, "back": "/notices"}
    answer = client.post("/account/sign-in", data=data, headers=BROWSER)
    assert (answer.status_code, answer.url.path) == (200, "/notices")


def test_only_a_refusal_for_want_of_an_account_offers_to_sign_in(client: Client) -> None:
    missing = client.get("/t/nothing", headers=BROWSER)
    assert missing.status_code == 404 and "/account?back=" not in missing.text


def test_the_preferences_lead_back_to_the_same_address(client: Client) -> None:
    sign(client, "register", "What? 50 %")
    person = "/people/What%3F%2050%20%25"
    for path, back in (("/ratings?language=de&x=a+b", "/ratings?x=a+b"), (person, person)):
        assert back_of(client.get(path, headers=BROWSER).text, "/preferences") == back
        answer = client.post("/preferences", data={"theme": "light", "back": back}, headers=BROWSER)
        assert (answer.status_code, answer.url.raw_path.decode()) == (200, back)
    failed = client.get("/t/some-table/s/secret", headers=BROWSER)
    assert failed.status_code == 404 and back_of(failed.text, "/preferences") == "/", "it may contain a secret"


def test_a_language_in_the_address_is_kept(client: Client) -> None:
    assert '<html lang="de"' in client.get("/?language=de", headers=BROWSER).text
    assert client.cookies["language"] == "de"
    assert '<html lang="de"' in client.get("/ratings", headers=BROWSER).text
    assert '<html lang="de"' in client.get("/?language=xx", headers=BROWSER).text
    assert client.cookies["language"] == "de", "an unknown language changes nothing"
    assert '<html lang="ru"' in client.get("/nothing?language=ru", headers=BROWSER).text
    assert '<html lang="ru"' in client.get("/", headers=BROWSER).text


# Seats and rights


def test_seat_actions_need_a_seat(client: Client) -> None:
    table, _ = create(client, "human", "random")
    for headers in ({}, {"authorization": "Bearer x"}, {"authorization": "Basic x"}, {"authorization": "Bearer "}):
        for what in ("undo", "chat", "actions"):
            body = {"chat": {"text": "x"}, "actions": {"action": "pass", "number": 1}}.get(what)
            answer = client.post(f"/api/v1/tables/{table}/{what}", headers=headers, json=body)
            assert answer.status_code == 403, (what, headers)
        for what in ("leave", "resign", "fill"):
            answer = client.post(f"/t/{table}/{what}", headers=headers, data={"x": ""}, follow_redirects=False)
            assert answer.status_code == 403
    _, others = create(client, "human", "random")
    answer = client.post(f"/api/v1/tables/{table}/chat", headers=others["0"], json={"text": "x"})
    assert answer.status_code == 403, "a secret opens one table"


def test_the_secret_of_an_abandoned_seat_is_revoked(client: Client) -> None:
    table, seats = create(client, "human", "random", "random")
    left = client.post(f"/t/{table}/leave", headers=seats["0"], data={"x": ""}, follow_redirects=False)
    assert left.status_code == 303
    assert client.get(f"/api/v1/tables/{table}", headers=seats["0"]).json()["seat"] is None
    assert client.post(f"/api/v1/tables/{table}/chat", headers=seats["0"], json={"text": "x"}).status_code == 403


def test_a_seat_link_gives_the_browser_the_seat(client: Client) -> None:
    made = client.post(
        "/tables", files={"game": (None, "norenberc"), "players": (None, "2"), "seat1": (None, "open")}, headers=BROWSER
    )
    links = re.findall(r'value="http://[^/"]+(/t/[\w-]+/s/[\w-]+)"', made.text)
    assert len(links) == 1
    table = links[0].split("/")[2]
    client.cookies.clear()
    page = client.get(links[0], headers=BROWSER)
    assert page.status_code == 200
    assert client.get(f"/api/v1/tables/{table}").json()["seat"] is None
    client.post(f"/t/{table}/sit", data={"name": "Bruno"}, headers=BROWSER)
    assert client.get(f"/api/v1/tables/{table}").json()["seat"] == 1
    client.cookies.clear()
    assert client.get(links[0], headers=BROWSER, follow_redirects=False).status_code == 403, "used up"


# Health, memory


def test_health_and_metrics_answer(client: Client) -> None:
    assert client.get("/health").json()["status"] == "ok"
    before = metric(client, "zunft_rows_total")
    table, seats = create(client, "human", "open")
    client.post(f"/api/v1/tables/{table}/chat", headers=seats["0"], json={"text": "x"})
    assert metric(client, "zunft_rows_total") >= before + 1
    assert metric(client, "zunft_tables_in_memory") >= 1
    assert metric(client, "zunft_streams") == 0


def metric(client: Client, name: str) -> float:
    found = re.search(
        rf"^{name} ([\d.e+]+)$", client.get("/metrics", headers={"authorization": "Bearer numbers"}).text, re.M
    )
    assert found is not None, name
    return float(found[1])


def test_tables_are_evicted_and_reloaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "KEPT", 5)
    with application(tmp_path / "zunft.sqlite") as client:
        made = [create(client, "human", "open") for _ in range(12)]
        kept = tables_of(client).cache
        assert len(kept.kept) <= 5
        for table, seats in made:
            said = client.post(f"/api/v1/tables/{table}/chat", headers=seats["0"], json={"text": f"at {table}"})
            assert said.status_code == 200
            assert len(kept.kept) <= 5 and not kept.reading and not kept.stale
        for table, seats in made:
            log = client.get(f"/api/v1/tables/{table}", headers=seats["0"]).json()["log"]
            assert log[-1]["text"] == f"at {table}"
        for name in ("no", "such", "table"):
            client.post(f"/api/v1/tables/{name}/seats", json={"name": "x"})
        assert not {"no", "such", "table"} & {*kept.kept, *kept.stale, *kept.reading}


def test_debug_mode_shows_tracebacks_and_reloads_templates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with application(tmp_path / "zunft.sqlite", debug=True) as client:

        async def fail(name: str) -> Any:
            raise RuntimeError("a fault of ours")

        monkeypatch.setattr(tables_of(client), "fresh_table", fail)
        answer = client.get("/t/some-table", headers=BROWSER)
        assert answer.status_code == 500
        assert "RuntimeError: a fault of ours" in answer.text and "table_pages.py" in answer.text
        assert rendering.make_environment(jinja2.DictLoader({})).auto_reload
        assert Boards(zunft.load("norenberc"), "en").remembered.cache_info().maxsize == 0
    with application(tmp_path / "zunft.sqlite"):
        assert not rendering.make_environment(jinja2.DictLoader({})).auto_reload


@pytest.mark.parametrize("language", ["en", "de", "ru"])
def test_every_refusal_has_a_code_and_a_text_in_the_visitors_language(client: Client, language: str) -> None:
    client.cookies.set("language", language)
    answer = client.post("/account/sign-in", data={"name": "Nobody", "password": PASSWORD}, headers=BROWSER)
    words = {"en": "password is wrong", "de": "Passwort ist falsch", "ru": "Неверное имя или пароль"}
    assert answer.status_code == 403 and words[language] in answer.text
    found = {
        client.get("/api/v1/tables/none").json()["code"],
        client.post("/api/v1/tables", json={"game": "nothing", "players": 2}).json()["code"],
        client.post("/api/v1/tables", json={"game": "norenberc", "players": 99}).json()["code"],
        client.post("/api/v1/tables", json={"game": "norenberc", "players": 9}).json()["code"],
        client.get("/api/v1/nothing").json()["code"],
        client.put("/api/v1/tables").json()["code"],
    }
    assert found == {
        "unknown_table",
        "unknown_game",
        "invalid_request",
        "bad_option",
        "not_found",
        "method_not_allowed",
    }


CODE = re.compile(r"""(?:Refused|Stale|Forbidden|NotFound|Invalid|TooMany)\(\s*"(\w+)"((?:,\s*\w+=)?)""")


OF_REQUESTS = {
    *HTTP_CODES.values(),
    *("invalid_host", "invalid_request", "internal_error", "too_deep", "other_site", "too_many_streams", "wrong_try"),
}


def test_every_code_in_the_source_has_its_text() -> None:
    server = Path(zunft.__file__).parent / "server"
    codes = {found[0] for path in server.rglob("*.py") for found in CODE.findall(path.read_text(encoding="utf-8"))}
    known = set(site_texts()["en"].entries["refusal"])
    assert len(codes) > 35 and codes <= known
    games = {"illegal_action", "bad_option", "bad_components", "bad_record", "unknown_game", "zunft_error"}
    assert known - codes == games - codes | OF_REQUESTS, "not in use"


@pytest.mark.parametrize("language", ["de", "ru"])
def test_requests_that_do_not_fit_the_schema_are_explained_in_the_visitors_language(
    client: Client, language: str
) -> None:
    table, seats = create(client, "human", "random")
    headers = {**seats["0"], "accept-language": language, "content-type": "application/json"}
    answers = [
        client.post(f"/api/v1/tables/{table}/actions", headers=headers, content=content)
        for content in (b"{}", b'{"number": 1, "action": "pass", "more": 1}', b'{"number": "x", "action": "pass"}')
    ]
    answers.append(client.post(f"/api/v1/tables/{table}/chat", headers=headers, json={"text": ""}))
    answers.append(client.post(f"/api/v1/tables/{table}/chat", headers=headers, content=b"no json"))
    answers.append(client.get(f"/t/{table}/replay?at=0", headers=headers))
    site = site_texts()[language]
    for answer in answers:
        assert answer.status_code == 400 and answer.json()["code"] == "invalid_request"
        assert site.say("request.unreadable") not in answer.json()["detail"]
        assert not re.search(r"Validation|Expected|Object|field|length|malformed", answer.json()["detail"])


@pytest.mark.usefixtures("logging_of_its_own")
def test_an_unwritable_log_does_not_fail_requests(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    with monkeypatch.context() as patch:
        patch.setattr("sys.stderr", stream)
        set_up_logging()
    stream.close()
    create(client, "human", "random")


def test_the_schema_lists_every_path(client: Client) -> None:
    schema = json.loads(client.get("/schema/openapi.json").text)
    assert set(schema["paths"]) == {
        "/api/v1/games",
        "/api/v1/tables",
        "/api/v1/tables/{name}",
        "/api/v1/tables/{name}/actions",
        "/api/v1/tables/{name}/chat",
        "/api/v1/tables/{name}/events",
        "/api/v1/tables/{name}/hints",
        "/api/v1/tables/{name}/objection",
        "/api/v1/tables/{name}/record",
        "/api/v1/tables/{name}/review",
        "/api/v1/tables/{name}/seats",
        "/api/v1/tables/{name}/undo",
    }
