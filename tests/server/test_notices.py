"""Notices: webhooks in each format, Web Push, mail; once per turn, in the recipient's language, limited."""

from __future__ import annotations

import asyncio
import html
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tests.server.apps import application, content, in_loop, tables_of
from tests.server.receivers import Mailbox, PushService, Receiver, encoded, mail_server
from tests.server.servers import postgres_database, wait_for
from tests.server.test_tables import Seats, act, do, friends, table_of
from tests.server.test_web import BROWSER, create, sign
from zunft.cli import main
from zunft.server.notices import sender as sending
from zunft.server.notices.formats import webhook_body
from zunft.server.notices.messages import Message
from zunft.server.notices.sender import Sender
from zunft.server.store import channels, migrations, tokens
from zunft.server.store.channels import Channel, Owner
from zunft.server.store.database import open_database
from zunft.server.tables import clocks

Client = TestClient[Litestar]
SITE = "https://zunft.example.org"


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "TRIES", (0, 0, 0, 0))


@pytest.fixture
def box() -> Iterator[Mailbox]:
    with mail_server() as found:
        yield found


@pytest.fixture
def client(tmp_path: Path, box: Mailbox) -> Iterator[Client]:
    with application(tmp_path / "zunft.sqlite", private_webhooks=True, absence=0.0, mail=box.url, url=SITE) as found:
        yield found


def change(client: Client, what: str, headers: dict[str, str] | None = None, **data: str) -> Any:
    return client.post(f"/notices/{what}", headers=headers, data=data, follow_redirects=False)


def settings(client: Client, table: str = "", headers: dict[str, str] | None = None) -> str:
    answer = client.get(f"/notices?table={table}", headers={**BROWSER, **(headers or {})})
    assert answer.status_code == 200, answer.text
    return html.unescape(answer.text)


def add_webhook(client: Client, url: str, format: str = "json", **more: Any) -> None:
    assert change(client, "add", kind="webhook", format=format, address=url, **more).status_code == 303


def push_service(client: Client, table: str = "", headers: dict[str, str] | None = None, **more: Any) -> PushService:
    found = re.search(r'data-key="([\w-]+)"', settings(client, table, headers))
    assert found is not None
    return PushService(found[1], **more)


def sender_of(client: Client) -> Sender:
    sender: Sender = client.app.state.sender
    return sender


def is_idle(client: Client) -> Callable[[], bool]:
    return lambda: sender_of(client).waiting == 0 and not tables_of(client).busy


def ready(client: Client, game: str = "guildhall") -> tuple[str, Seats, str]:
    """A table of two, the seats' headers, and the seat that has to wait."""
    table, seats = friends(client, game)
    return table, seats, str(1 - table_of(client, table).deciders[0])


def end_turn(client: Client, table: str, seats: Seats, waiting: str) -> None:
    """The other player plays until it is the waiting player's turn."""
    asked = {seat: headers for seat, headers in seats.items() if seat != waiting}
    while act(client, table, asked, random.Random(1)):
        pass


# Webhooks


def test_a_webhook_is_called_for_a_turn_and_at_the_end(client: Client) -> None:
    table, seats, waiting = ready(client)
    with Receiver(failures=2) as receiver:
        add_webhook(client, receiver.url, table=table, headers=seats[waiting])
        end_turn(client, table, seats, waiting)
        wait_for(lambda: receiver.notices, "a notice, after two failures")
        [notice] = receiver.notices
        assert notice["event"] == "turn" and notice["seat"] == int(waiting) and notice["table"] == table
        assert set(notice) == {"table", "game", "seat", "name", "number", "event", "text", "url"}
        assert notice["text"].startswith("Your turn: Guildhall with ") and notice["url"] == f"{SITE}/t/{table}"
        do(client, table, "resign", seats[str(1 - int(waiting))])
        wait_for(lambda: receiver.notices[-1]["event"] == "over", "the end")


def test_each_format_has_game_table_and_link(client: Client) -> None:
    for format in ("discord", "slack", "matrix", "json"):
        table, seats, waiting = ready(client)
        with Receiver() as receiver:
            add_webhook(client, receiver.url, format, table=table, headers=seats[waiting])
            end_turn(client, table, seats, waiting)
            wait_for(lambda receiver=receiver: receiver.notices, f"a notice for {format}")
            text = receiver.notices[0]["content" if format == "discord" else "text"]
            other = table_of(client, table).seats[1 - int(waiting)].name
            assert "Guildhall" in text and other in text
            link = receiver.notices[0]["url"] if format == "json" else text
            assert f"{SITE}/t/{table}" in link


def test_names_cannot_inject_markup_or_mentions() -> None:
    nasty = Message("turn", "Your turn with @everyone **<b>&</b>** <!here>", "https://zunft.example.org/t/x")
    discord = webhook_body("discord", nasty).decode()
    assert '"parse":[]' in discord and r"\\@everyone" in discord and "**" not in discord
    slack = webhook_body("slack", nasty).decode()
    assert "&lt;!here&gt;" in slack and '"mrkdwn":false' in slack
    matrix = webhook_body("matrix", nasty).decode()
    assert "&lt;b&gt;&amp;&lt;/b&gt;" in matrix.partition('"html"')[2]


def take_back(client: Client, table: str, asker: dict[str, str], other: dict[str, str]) -> None:
    """Freely, or with the other player's consent."""
    if do(client, table, "undo", asker).status_code == 409:
        assert do(client, table, "ask-undo", asker).status_code == 303
        assert do(client, table, "answer", other, yes="yes").status_code == 303


def test_one_notice_per_turn_even_if_others_undo(client: Client) -> None:
    """One move ends my opponent's turn; undoing and repeating it is still one turn of mine."""
    table, seats, waiting = ready(client)
    other = str(1 - int(waiting))
    with Receiver() as receiver:
        add_webhook(client, receiver.url, table=table, headers=seats[waiting])
        end_turn(client, table, seats, waiting)
        take_back(client, table, seats[other], seats[waiting])
        end_turn(client, table, seats, waiting)
        assert act(client, table, {waiting: seats[waiting]}, random.Random(2))
        end_turn(client, table, {waiting: seats[waiting]}, other)
        end_turn(client, table, seats, waiting)
        wait_for(lambda: len(receiver.notices) >= 2, "the notice of the second turn")
        wait_for(is_idle(client), "everything to be sent")
        numbers = [notice["number"] for notice in receiver.notices]
        assert len(numbers) == 2 and numbers[0] < numbers[1]


def test_two_processes_send_one_notice(client: Client, tmp_path: Path) -> None:
    table, _, waiting = ready(client)
    database = tables_of(client).database

    def claim(session: Any) -> list[bool]:
        return [channels.claim_turn(session, table, int(waiting), turn) for turn in (1, 1, 5, 3, 6)]

    assert in_loop(client, database.work, claim) == [True, False, True, False, True]


def test_a_failed_delivery_is_shown_until_one_arrives(client: Client) -> None:
    table, seats, waiting = ready(client)
    with Receiver(status=404) as receiver:
        add_webhook(client, receiver.url, table=table, headers=seats[waiting])
        assert "nothing sent yet" in settings(client, table, seats[waiting])
        end_turn(client, table, seats, waiting)
        wait_for(lambda: "(code 404)" in settings(client, table, seats[waiting]), "the error on the page")
        wait_for(is_idle(client), "the end of trying")
        assert len(receiver.notices) == 1, "a permanent refusal is not retried"
        receiver.status = 200
        [channel] = channels_of(client, Owner(table=table, seat=int(waiting)))
        change(client, "test", seats[waiting], table=table, channel=channel.id)
        assert receiver.notices[-1]["event"] == "test"
        page = settings(client, table, seats[waiting])
        assert "(code 404)" not in page and "last delivered" in page


@pytest.mark.parametrize("host", ["a..b", "x" * 64 + ".example.org", "." * 5, "-", "%00"])
def test_a_webhook_with_an_impossible_name_fails_as_others_do(client: Client, host: str) -> None:
    table, seats = friends(client)
    address = f"https://{host}/hook"
    if (
        change(client, "add", seats["0"], table=table, kind="webhook", format="json", address=address).status_code
        == 400
    ):
        return
    [channel] = channels_of(client, Owner(table=table, seat=0))
    assert change(client, "test", seats["0"], table=table, channel=channel.id).status_code == 303
    [channel] = channels_of(client, Owner(table=table, seat=0))
    assert channel.error in ("unknown_host", "unreachable", "not_public")


def test_one_households_notices_do_not_fill_the_queue(client: Client) -> None:
    sender = sender_of(client)
    table, seats, waiting = ready(client)
    household = table_of(client, table).setup.household
    with Receiver() as receiver:
        add_webhook(client, receiver.url, table=table, headers=seats[waiting])
        taken = sum(sender.shares.take(household) for _ in range(sending.MOST_WAITING))
        assert taken == sending.MOST_OF_HOUSEHOLD < sending.MOST_WAITING
        end_turn(client, table, seats, waiting)
        wait_for(is_idle(client), "everything to be sent")
        assert receiver.notices == []
        assert sender.shares.take("another household")


def channels_of(client: Client, owner: Owner) -> list[Channel]:
    found: list[Channel] = in_loop(
        client, tables_of(client).database.read, lambda session: channels.of_owner(session, owner)
    )
    return found


def test_no_notices_after_leaving_a_table(client: Client) -> None:
    table, seats = friends(client, players=3)
    add_webhook(client, "https://example.org/hook", table=table, headers=seats["1"])
    assert len(channels_of(client, Owner(table=table, seat=1))) == 1
    do(client, table, "leave", seats["1"])
    assert channels_of(client, Owner(table=table, seat=1)) == []


def test_unusable_addresses_are_refused(client: Client) -> None:
    table, seats, _ = ready(client)
    with push_service(client, table, seats["0"]) as service:
        good = service.subscription
    for data in (
        {"kind": "webhook", "format": "json", "address": "ftp://example.org"},
        {"kind": "webhook", "format": "json", "address": "http://["},
        {"kind": "webhook", "format": "json", "address": "http://example.org:99999"},
        {"kind": "webhook", "format": "json", "address": "https://example.org/" + "x" * 500},
        {"kind": "webhook", "format": "telegram", "address": "https://example.org/"},
        {"kind": "mail", "address": "anna"},
        {"kind": "mail", "address": "anna@example.org\r\nBcc: all@example.org"},
        {"kind": "mail", "address": "anna@example.org, bruno@example.org"},
        {"kind": "pigeon", "address": "roof"},
        {**good, "p256dh": encoded(b"\x04" + bytes(64))},
        {**good, "p256dh": "x"},
        {**good, "auth": encoded(bytes(15))},
        {**good, "address": "file:///etc/passwd"},
        {**good, "address": "https://user@example.org/"},
        {**good, "address": "https://example.org/" + "x" * 1000},
    ):
        assert change(client, "add", seats["0"], table=table, **data).status_code == 400, data
    assert channels_of(client, Owner(table=table, seat=0)) == []


def test_channels_are_limited_and_belong_to_one_seat(client: Client) -> None:
    table, seats, _ = ready(client)
    for number in range(channels.MOST):
        add_webhook(client, f"https://example.org/{number}", table=table, headers=seats["0"])
    add_webhook(client, "https://example.org/0", table=table, headers=seats["0"])  # a duplicate
    wanted = {"table": table, "kind": "webhook", "format": "json", "address": "https://example.org/more"}
    assert change(client, "add", seats["0"], **wanted).status_code == 429
    [first, *_] = channels_of(client, Owner(table=table, seat=0))
    for what in ("test", "remove"):
        assert change(client, what, seats["1"], table=table, channel=first.id).status_code == 404
        assert change(client, what, None, table=table, channel=first.id).status_code == 403
        assert change(client, what, None, channel=first.id).status_code == 403, "nobody is signed in"
    assert change(client, "remove", seats["0"], table=table, channel=first.id).status_code == 303
    assert first.id not in [each.id for each in channels_of(client, Owner(table=table, seat=0))]


def test_pages_do_not_show_a_webhooks_secret(client: Client) -> None:
    """A bystander reading the screen cannot post to the chat behind the webhook."""
    table, seats, _ = ready(client)
    add_webhook(
        client, "https://discord.example/api/webhooks/1/secret-part", "discord", table=table, headers=seats["0"]
    )
    page = settings(client, table, seats["0"])
    assert "discord.example" in page and "secret-part" not in page


# For all tables of an account


def account_table(client: Client) -> tuple[str, Seats, str]:
    """Greta, signed in, against Bruno; she needs no headers, as her session opens her seat."""
    table, seats = friends(client, "guildhall", name="Greta")
    greta = table_of(client, table).seats.index(next(s for s in table_of(client, table).seats if s.name == "Greta"))
    return table, seats, str(greta)


def test_an_account_gets_notices_of_all_its_tables_once(client: Client) -> None:
    sign(client, "register", "Greta")
    with Receiver() as receiver:
        add_webhook(client, receiver.url)
        for _ in range(2):
            table, seats, greta = account_table(client)
            add_webhook(client, receiver.url, table=table, headers=seats[greta])  # also for this table: still once
            if table_of(client, table).deciders == (int(greta),):
                end_turn(client, table, {greta: seats[greta]}, str(1 - int(greta)))
            end_turn(client, table, seats, greta)
            wait_for(lambda table=table: any(each["table"] == table for each in receiver.notices), "a notice")
            wait_for(is_idle(client), "everything to be sent")
        turns = [(each["table"], each["number"]) for each in receiver.notices]
        assert len(turns) == len(set(turns))


def test_a_channel_added_later_applies_to_running_tables(client: Client) -> None:
    sign(client, "register", "Greta")
    table, seats, greta = account_table(client)
    other = str(1 - int(greta))
    if table_of(client, table).deciders == (int(greta),):
        end_turn(client, table, {greta: seats[greta]}, other)
    with Receiver() as receiver:
        add_webhook(client, receiver.url)
        end_turn(client, table, seats, greta)
        wait_for(lambda: receiver.notices, "a notice")
        assert receiver.notices[0]["name"] == "Greta"


# Web Push


def test_a_push_message_is_signed_encrypted_and_in_the_recipients_language(client: Client) -> None:
    table, seats, waiting = ready(client)
    headers = {**seats[waiting], "accept-language": "de"}
    with push_service(client, table, headers) as service:
        assert change(client, "add", headers, table=table, **service.subscription).status_code == 303
        end_turn(client, table, seats, waiting)
        wait_for(lambda: service.notices, "a push message")
        [message] = service.notices
        assert message["body"].startswith("Du bist am Zug: Guildhall mit ")
        assert message["url"] == f"{SITE}/t/{table}" and message["tag"] == table
        assert service.headers[0]["Topic"] == table


def test_an_expired_subscription_is_deleted(client: Client) -> None:
    table, seats, waiting = ready(client)
    with push_service(client, table, seats[waiting], status=410) as service:
        change(client, "add", seats[waiting], table=table, **service.subscription)
        end_turn(client, table, seats, waiting)
        wait_for(lambda: not channels_of(client, Owner(table=table, seat=int(waiting))), "the end of the subscription")


def test_a_browser_may_replace_its_subscription(client: Client) -> None:
    table, seats, waiting = ready(client)
    with push_service(client, table, seats[waiting]) as old, push_service(client, table, seats[waiting]) as new:
        change(client, "add", seats[waiting], table=table, **old.subscription)
        fresh = {key: value for key, value in new.subscription.items() if key != "kind"}
        assert client.post("/push/renew", json={"old": "https://guessed.example/", **fresh}).status_code == 404
        assert client.post("/push/renew", json={"old": old.url, **fresh}).status_code == 204
        end_turn(client, table, seats, waiting)
        wait_for(lambda: new.notices, "a push message at the new address")
        assert not old.notices


def test_the_push_key_survives_a_restart(tmp_path: Path) -> None:
    keys: list[str] = []
    for _ in range(2):
        with application(tmp_path / "zunft.sqlite") as client:
            sign(client, "register", "Greta") if not keys else sign(client, "sign-in", "Greta")
            found = re.search(r'data-key="([\w-]+)"', settings(client))
            assert found is not None
            keys.append(found[1])
    assert keys[0] == keys[1]


def test_push_goes_only_to_public_addresses(tmp_path: Path) -> None:
    """Neither a local address nor plain http is accepted from a browser."""
    with application(tmp_path / "zunft.sqlite") as client:
        table, seats, waiting = ready(client)
        with push_service(client, table, seats[waiting]) as service:
            assert change(client, "add", seats[waiting], table=table, **service.subscription).status_code == 400
            private = {**service.subscription, "address": f"https://127.0.0.1:{service.server.server_port}/"}
            assert change(client, "add", seats[waiting], table=table, **private).status_code == 303
            end_turn(client, table, seats, waiting)
            wait_for(lambda: "public network" in settings(client, table, seats[waiting]), "the refusal")
            assert not service.notices


# Mail


def link_in(box: Mailbox) -> str:
    found = re.search(rf"{SITE}(/\S+)", box.messages[-1].get_content())
    assert found is not None
    return found[1]


def confirm_mail(client: Client, box: Mailbox, language: str = "en", **data: Any) -> None:
    headers = {"accept-language": language, **data.pop("headers", {})}
    before = len(box.messages)
    assert change(client, "add", headers, kind="mail", address="greta@example.org", **data).status_code == 303
    wait_for(lambda: len(box.messages) > before, "the mail with the link")
    link = link_in(box)
    assert client.get(link, headers=BROWSER).status_code == 200, "opening the link changes nothing"
    assert client.post("/confirm", data={"token": link.rpartition("/")[2]}).status_code in (200, 201)


def test_mail_goes_only_to_confirmed_addresses(client: Client, box: Mailbox) -> None:
    table, seats, waiting = ready(client)
    change(client, "add", seats[waiting], table=table, kind="mail", address="greta@example.org")
    wait_for(lambda: box.messages, "the mail with the link")
    end_turn(client, table, seats, waiting)
    wait_for(is_idle(client), "everything to be sent")
    assert len(box.messages) == 1, "only the confirmation mail until the address is confirmed"
    assert "open the link" in settings(client, table, seats[waiting])


def test_an_unconfirmed_address_gets_no_test_mail(client: Client, box: Mailbox) -> None:
    """The page offers no button for it, but a script may send the form."""
    table, seats = create(client, "human", "open")
    change(client, "add", seats["0"], table=table, kind="mail", address="stranger@example.org")
    wait_for(lambda: box.messages, "the mail with the link")
    channel = re.findall(r'name="channel" value="([^"]+)"', settings(client, table, seats["0"]))[0]
    assert change(client, "test", seats["0"], table=table, channel=channel).status_code == 403
    assert len(box.messages) == 1


def test_a_mail_names_game_and_table_in_the_recipients_language(client: Client, box: Mailbox) -> None:
    table, seats, waiting = ready(client)
    confirm_mail(client, box, "ru", table=table, headers=seats[waiting])
    end_turn(client, table, seats, waiting)
    wait_for(lambda: len(box.messages) == 2, "the notice")
    message = box.messages[1]
    assert message["subject"].startswith("Ваш ход: Guildhall") and message["to"] == "greta@example.org"
    assert f"{SITE}/t/{table}" in message.get_content()
    assert message["from"] == "Zunft <zunft@example.org>" and message["auto-submitted"] == "auto-generated"


def test_a_mail_servers_refusal_is_shown(client: Client, box: Mailbox) -> None:
    table, seats, waiting = ready(client)
    confirm_mail(client, box, table=table, headers=seats[waiting])
    box.refuses = True
    end_turn(client, table, seats, waiting)
    wait_for(lambda: "(code 550)" in settings(client, table, seats[waiting]), "the error")


def test_a_link_by_mail_works_once_and_for_a_day(client: Client, box: Mailbox, monkeypatch: pytest.MonkeyPatch) -> None:
    sign(client, "register", "Greta")
    confirm_mail(client, box)
    token = link_in(box).rpartition("/")[2]
    assert client.post("/confirm", data={"token": token}).status_code == 403
    change(client, "add", kind="mail", address="other@example.org")
    wait_for(lambda: len(box.messages) == 2, "another link")
    later = clocks.now() + tokens.VALID + 1
    monkeypatch.setattr("zunft.server.web.notice_pages.now", lambda: later)
    assert client.get(link_in(box), headers=BROWSER).status_code == 403
    assert token not in content(Path(tables_of(client).database.url))


def test_mails_to_unconfirmed_addresses_are_limited(client: Client, box: Mailbox) -> None:
    answers = []
    for number in range(tokens.MOST_OF_HOUSEHOLD + 1):
        table, seats = create(client, "human", "open")
        wanted = {"table": table, "kind": "mail", "address": f"stranger{number}@example.org"}
        answers.append(change(client, "add", seats["0"], **wanted).status_code)
    assert answers == [303] * tokens.MOST_OF_HOUSEHOLD + [429]
    wait_for(lambda: len(box.messages) == tokens.MOST_OF_HOUSEHOLD, "the mails")


def test_a_server_without_mail_offers_none(tmp_path: Path) -> None:
    with application(tmp_path / "zunft.sqlite") as client:
        table, seats = create(client, "human", "open")
        assert 'type="email"' not in settings(client, table, seats["0"])
        wanted = {"table": table, "kind": "mail", "address": "anna@example.org"}
        assert change(client, "add", seats["0"], **wanted).status_code == 400


@pytest.mark.parametrize(
    ("mail", "options", "reason"),
    [
        ("smtp://mail.example.org", [], "--url"),
        ("http://mail.example.org", ["--url", SITE], "smtp://"),
        ("smtp://mail.example.org/?from=nobody", ["--url", SITE], "nobody"),
        ("", ["--url", "zunft.example.org"], "--url"),
    ],
)
def test_an_invalid_mail_setting_is_refused_at_startup(
    mail: str,
    options: list[str],
    reason: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("ZUNFT_MAIL_URL", mail)
    assert main(["serve", "--database", str(tmp_path / "x.sqlite"), *options]) == 2
    said = capsys.readouterr().err
    assert reason in said and said.count("\n") == 1


# Limits and stores


def test_pending_notices_are_limited(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "MOST_WAITING", 0)
    table, seats, waiting = ready(client)
    with Receiver() as receiver:
        add_webhook(client, receiver.url, table=table, headers=seats[waiting])
        end_turn(client, table, seats, waiting)
        wait_for(is_idle(client), "everything to be sent")
        assert receiver.notices == [] and sender_of(client).waiting == 0


def test_channels_and_tokens_on_postgresql(tmp_path: Path) -> None:
    with postgres_database() as url:
        migrations.upgrade(url)
        database = open_database(url)
        try:
            asyncio.run(database.work(use_store))
        finally:
            database.close()


def use_store(session: Any) -> None:
    session.run("insert into accounts (id, name, folded, password, created) values ('a', 'A', 'a', 'x', 1)")
    channel = Channel("c", "a", None, None, "mail", "", "a@example.org", "", "en", "", 0, 5)
    channels.add(session, channel)
    assert channels.of_owner(session, Owner("a")) == [channel]
    assert channels.confirmed_mail(session, "a") is None
    assert channels.confirm(session, "c") == []
    assert channels.confirmed_mail(session, "a") is not None
    assert channels.of_table(session, "none") == []
    token = tokens.new_token(session, tokens.RESET, "a", "", 10)
    assert tokens.use_token(session, tokens.RESET, token, 20) == "a"
    assert tokens.use_token(session, tokens.RESET, token, 20) is None
    assert channels.set_once(session, "key", "1") == "1" == channels.set_once(session, "key", "2")
