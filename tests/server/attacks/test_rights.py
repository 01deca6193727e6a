"""A player who has lost a seat sees nothing of it any more; nobody can take another player's seat."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.server.attacks.asking import Answer, bearer, cookies, get, post, post_files, post_form
from tests.server.servers import Server, wait_for
from zunft.server.client import Seat

PASSWORD = "a long enough password"


def sign_up(server: Server, name: str) -> dict[str, str]:
    made = post_form(server, "/account/register", {"name": name, "password": PASSWORD})
    assert made.status == 303, made.text
    return cookies(session=made.cookies["session"])


def three_friends(server: Server, pace: str = "none", game: str = "norenberc") -> list[Seat]:
    host = server.client.create(game, 3, ["human", "open", "open"], "Anna", pace=pace)
    bruno = server.client.sit(host.table, "Bruno", 1, host.invitations[1])
    return [host, bruno, server.client.sit(host.table, "Cleo", 2, host.invitations[2])]


def ends_without_a_word(stream: Any, events: int) -> None:
    wait_for(lambda: stream.has_ended, "the stream to end")
    assert all(event.get("seat") is None for event in stream.events()[events:] if "seat" in event)


# Streams


@pytest.mark.parametrize("what", ["leave", "resign"])
def test_the_stream_of_an_abandoned_seat_ends(server: Server, listen: Any, what: str) -> None:
    anna, bruno, _ = three_friends(server)
    for path in (f"/api/v1/tables/{anna.table}/events", f"/t/{anna.table}/stream"):
        stream = listen(server, path, **bearer(anna.secret))
        if "events" in path:
            wait_for(lambda stream=stream: stream.events(), "the position")
            events = stream
        else:
            page = stream
    before = len(events.events())
    assert post_form(server, f"/t/{anna.table}/{what}", **bearer(anna.secret)).status == 303
    bruno.chat("gone")
    ends_without_a_word(events, before)
    wait_for(lambda: page.has_ended, "the page's stream to end")
    assert "gone" not in page.text


def test_the_stream_of_an_account_ends_with_its_session(server: Server, listen: Any) -> None:
    session = sign_up(server, "Streamer")
    made = post(server, "/api/v1/tables", {"game": "guildhall", "players": 2, "seats": ["human", "open"]}, **session)
    table = made.json()["table"]
    other = server.client.sit(table, "Bruno", 1, made.json()["secrets"]["1"])
    stream = listen(server, f"/api/v1/tables/{table}/events", **session)
    wait_for(lambda: stream.events() and stream.events()[-1]["seat"] == 0, "the position of the account's seat")
    before = len(stream.events())
    assert post_form(server, "/account/sign-out", **session).status == 303
    other.chat("signed out")
    ends_without_a_word(stream, before)


# Sealed choices


def seen_clocks(seat: Seat) -> list[tuple[bool, bool]]:
    return [(player["running"], player["acting"]) for player in seat.position()["players"]]


def test_a_replaced_seat_does_not_show_who_has_chosen(server: Server) -> None:
    """Two tables with a sealed choice: at one of them Anna has chosen, which nobody can see."""
    tables = [three_friends(server, "slow") for _ in range(2)]
    position = tables[0][0].position()
    tables[0][0].act(position["actions"][0]["text"], position["number"])
    for seats in tables:
        assert post_form(server, f"/t/{seats[2].table}/leave", **bearer(seats[2].secret)).status == 303
    assert seen_clocks(tables[0][1]) == seen_clocks(tables[1][1])
    watchers = [server.client.watch(seats[0].table) for seats in tables]
    assert seen_clocks(watchers[0]) == seen_clocks(watchers[1])


# Who may be replaced


def test_a_present_player_cannot_be_replaced(server: Server, listen: Any) -> None:
    host = server.client.create("norenberc", 2, ["human", "open"], "Anna")
    bruno = server.client.sit(host.table, "Bruno", 1, host.invitations[1])
    listen(server, f"/t/{host.table}/stream", **bearer(bruno.secret))
    refused = post_form(server, f"/t/{host.table}/replace", {"seat": "1"}, **bearer(host.secret))
    assert refused.status == 409
    assert bruno.position()["seat"] == 1
    bruno.chat("still here")


def test_a_player_who_just_left_cannot_be_replaced_yet(server: Server) -> None:
    host = server.client.create("norenberc", 2, ["human", "open"], "Anna")
    bruno = server.client.sit(host.table, "Bruno", 1, host.invitations[1])
    assert post_form(server, f"/t/{host.table}/replace", {"seat": "1"}, **bearer(host.secret)).status == 409
    assert bruno.position()["seat"] == 1


def test_a_player_replaced_in_absence_can_take_the_seat_back(impolite: Server) -> None:
    host = impolite.client.create("norenberc", 2, ["human", "open"], "Anna")
    bruno = impolite.client.sit(host.table, "Bruno", 1, host.invitations[1])

    def is_replaced() -> bool:
        return post_form(impolite, f"/t/{host.table}/replace", {"seat": "1"}, **bearer(host.secret)).status == 303

    wait_for(is_replaced, "Bruno to have been away for long enough")
    assert bruno.position()["seat"] is None
    back = post_form(impolite, f"/t/{host.table}/return", **bearer(bruno.secret))
    assert back.status == 303, back.text
    now = bruno.position()
    assert now["seat"] == 1 and now["players"][1]["kind"] == "human" and now["players"][1]["name"] == "Bruno"
    assert post_form(impolite, f"/t/{host.table}/return", **bearer(bruno.secret)).status == 409, "already back"
    assert post_form(impolite, f"/t/{host.table}/return", **bearer("x")).status == 403


@pytest.fixture(scope="module")
def impolite(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("impolite")
    with Server(str(folder / "zunft.sqlite"), folder / "log.txt", absence=0.5) as found:
        yield found


def test_leaving_a_rated_game_is_a_loss(server: Server) -> None:
    """A bot plays on, and the player who left ranks last, however it ends."""
    sessions = [sign_up(server, name) for name in ("Lea", "Theo")]
    wanted = {"game": "norenberc", "players": 2, "seats": ["human", "open"], "name": "Lea"}
    made = post(server, "/api/v1/tables", wanted, **sessions[0]).json()
    taken = {"name": "Theo", "seat": 1, "invitation": made["secrets"]["1"]}
    sat = post(server, f"/api/v1/tables/{made['table']}/seats", taken, **sessions[1])
    assert post_form(server, f"/t/{made['table']}/leave", **sessions[0]).status == 303
    theo = Seat(server.client, made["table"], 1, sat.json()["secret"])
    end = theo.play(lambda position: str(position["actions"][-1]["text"]))
    assert end["players"][0]["resigned"]
    page = get(server, "/ratings").text
    assert page.index("Theo") < page.index("Lea")


# Cookies and names


def link_seat(server: Server, table: str, secret: str, **held: str) -> Answer:
    return get(server, f"/t/{table}/s/{secret}", **(cookies(**held) if held else {}))


def held_after(before: dict[str, str], answer: Answer) -> dict[str, str]:
    return {name: value for name, value in {**before, **answer.cookies}.items() if value not in ("", '""')}


def test_another_seats_link_does_not_replace_ones_own_seat(server: Server) -> None:
    """Bruno's friend opens Bruno's link in the browser in which Anna plays: she keeps her seat."""
    made = post_files(server, "/tables", {"game": "norenberc", "players": "2", "seat1": "open", "name": "Anna"})
    held = held_after({}, made)
    table = made.headers["location"].rpartition("/")[2]
    link = re.search(rf"/t/{table}/s/([\w-]+)", get(server, f"/t/{table}", **cookies(**held)).text)
    assert link is not None
    sat = server.client.sit(table, "Bruno", 1, link[1])
    held = held_after(held, link_seat(server, table, sat.secret, **held))
    seen = get(server, f"/api/v1/tables/{table}", **cookies(**held)).json()
    assert seen["seat"] == 0, "her own seat still opens"


def test_signing_out_clears_the_seats_of_the_browser(server: Server) -> None:
    session = sign_up(server, "Leaver")["cookie"].partition("=")[2]
    held = {"session": session}
    made = post_files(server, "/tables", {"game": "norenberc", "players": "2"}, **cookies(**held))
    held = held_after(held, made)
    table = made.headers["location"].rpartition("/")[2]
    assert get(server, f"/api/v1/tables/{table}", **cookies(**held)).json()["seat"] == 0
    held = held_after(held, post_form(server, "/account/sign-out", **cookies(**held)))
    assert get(server, f"/api/v1/tables/{table}", **cookies(**held)).json()["seat"] is None
    assert not [name for name in held if name.startswith("seat-")]


def test_the_rating_list_shows_the_accounts_name(server: Server) -> None:
    session = sign_up(server, "Konstanze")
    wanted = {"game": "guildhall", "players": 2, "seats": ["human", "random"], "name": "World Champion"}
    made = post(server, "/api/v1/tables", wanted, **session).json()
    post_form(server, f"/t/{made['table']}/resign", **bearer(made["secrets"]["0"]))
    page = get(server, "/ratings").text
    assert "Konstanze" in page and "World Champion" not in page


def test_only_the_host_fills_seats(server: Server) -> None:
    host = server.client.create("norenberc", 3, ["human", "open", "open"], "Anna", listed=True)
    guest = server.client.sit(host.table, "Bruno", 1)
    assert post_form(server, f"/t/{host.table}/fill", {"bot": "random"}, **bearer(guest.secret)).status == 403
    assert host.position()["status"] == "open"
    assert post_form(server, f"/t/{host.table}/fill", {"bot": "random"}, **bearer(host.secret)).status == 303
    assert host.position()["status"] == "playing"


# Passwords


def test_a_password_can_be_changed_and_ends_the_other_sessions(server: Server) -> None:
    session = sign_up(server, "Changer")
    elsewhere = post_form(server, "/account/sign-in", {"name": "Changer", "password": PASSWORD})
    fields = {"password": PASSWORD, "new": "quite another password"}
    assert post_form(server, "/account/password", {**fields, "password": "wrong one"}, **session).status == 403
    assert post_form(server, "/account/password", {**fields, "new": "short"}, **session).status == 400
    assert post_form(server, "/account/password", fields).status == 403, "nobody is signed in"
    changed = post_form(server, "/account/password", fields, **session)
    assert changed.status == 303
    gone = cookies(session=elsewhere.cookies["session"])
    assert "Changer" not in get(server, "/account", **gone).text
    assert "Changer" in get(server, "/account", **cookies(session=changed.cookies["session"])).text
    assert post_form(server, "/account/sign-in", {"name": "Changer", "password": PASSWORD}).status == 403
    assert post_form(server, "/account/sign-in", {"name": "Changer", "password": fields["new"]}).status == 303


# Idempotency


def test_an_idempotency_key_is_not_a_seats_secret(server: Server) -> None:
    """A program may use one key for all its requests: another request gets another seat."""
    host = server.client.create("norenberc", 4, ["human", "open", "open", "random"], listed=True)
    where, key = f"/api/v1/tables/{host.table}", "the only key of this program"
    wanted = ({"name": "Bruno"}, {"name": "Cleo"}, {"name": "Bruno", "seat": 2}, {"name": "Dora", "seat": 1})
    answers = [post(server, f"{where}/seats", each, idempotency_key=key) for each in wanted]
    assert [answer.status for answer in answers] == [201, 201, 409, 409]
    assert [answer.json()["seat"] for answer in answers[:2]] == [1, 2]
    assert get(server, where, **bearer(answers[0].json()["secret"])).json()["seat"] == 1


def test_a_repeated_idempotency_key_takes_effect_once(server: Server) -> None:
    """Clients retry after a lost response: undo, chat and sit count once, as moves do."""
    host = server.client.create("norenberc", 3, ["human", "open", "open"], "Anna", listed=True)
    where = f"/api/v1/tables/{host.table}"
    sat = [
        post(server, f"{where}/seats", {"name": "Bruno"}, idempotency_key="a key nobody else guesses") for _ in range(2)
    ]
    assert [answer.status for answer in sat] == [201, 201]
    assert sat[0].json()["seat"] == sat[1].json()["seat"] == 1
    bruno = bearer(sat[1].json()["secret"])
    assert get(server, where, **bruno).json()["seat"] == 1
    assert (
        post(server, f"{where}/seats", {"name": "Bruno"}, idempotency_key="another key that is long").status == 400
    ), "the name is taken"
    for _ in range(3):
        assert post(server, f"{where}/chat", {"text": "hello"}, idempotency_key="1", **bruno).status == 200
    assert post(server, f"{where}/chat", {"text": "hello"}, idempotency_key="2", **bruno).status == 200
    said = [line for line in host.position()["log"] if line["kind"] == "chat"]
    assert len(said) == 2
    server.client.sit(host.table, "Cleo")
    position = host.position()
    number = host.act(position["actions"][0]["text"], position["number"])
    undone = [post(server, f"{where}/undo", {}, idempotency_key="3", **bearer(host.secret)) for _ in range(2)]
    assert [answer.status for answer in undone] == [200, 200], undone
    assert [answer.json()["number"] for answer in undone] == [number + 1] * 2
