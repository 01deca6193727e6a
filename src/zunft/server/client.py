"""A client for the JSON interface, standard library only: for bots and other programs.

from zunft.server.client import Client
seat = Client("http://127.0.0.1:8000").create("norenberc", 2, ["human", "journeyman"])
end = seat.play(lambda position: position["actions"][0]["text"])
"""

from __future__ import annotations

import http.client
import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from secrets import token_hex
from typing import Any, Final, TypeVar
from urllib.parse import quote

T = TypeVar("T")

Position = dict[str, Any]  # a table as its viewer sees it: docs/api.md
Choose = Callable[[Position], str]  # returns the text of one of the position's actions

LOST: Final = (OSError, http.client.HTTPException)  # errors of a lost connection
SILENCE: Final = 45.0  # seconds; the server sends at least a ping every 15
FIRST_DELAY: Final = 0.2
LONGEST_DELAY: Final = 10.0
TRIES: Final = 8
KEY_BYTES: Final = 16


class Refusal(Exception):
    """The server's refusal, with its reason."""

    def __init__(self, status: int, reason: str, code: str = "") -> None:
        super().__init__(f"{reason} ({status})")
        self.status = status
        self.reason = reason
        self.code = code  # machine-readable: docs/api.md


class Client:
    """A connection to one server."""

    def __init__(self, address: str = "http://127.0.0.1:8000", language: str = "en") -> None:
        self.address = address.rstrip("/")
        self.language = language

    def games(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.get("/games")
        return found

    def tables(self) -> list[dict[str, Any]]:
        """Open tables with their free seats."""
        found: list[dict[str, Any]] = self.get("/tables")
        return found

    def create(
        self,
        game: str,
        players: int,
        seats: Sequence[str] = (),
        name: str = "Guest",
        options: Mapping[str, Any] | None = None,
        pace: str = "none",
        listed: bool = False,
    ) -> Seat:
        """Create a table and take the "human" one of its `seats`; the others are "open" or bots."""
        wanted = {
            "game": game,
            "players": players,
            "seats": list(seats),
            "name": name,
            "options": dict(options or {}),
            "pace": pace,
            "listed": listed,
        }
        made = self.post("/tables", wanted)
        secrets = {int(seat): secret for seat, secret in made["secrets"].items()}
        own = list(seats).index("human") if seats and "human" in seats else None if seats else 0
        return Seat(self, made["table"], own, secrets.pop(own) if own is not None else "", secrets)

    def sit(self, table: str, name: str, seat: int | None = None, invitation: str = "") -> Seat:
        """Take an open seat; a private table needs its invitation."""
        key, wanted = token_hex(KEY_BYTES), {"name": name, "seat": seat, "invitation": invitation}
        taken = retried(lambda: self.post(f"/tables/{quote(table)}/seats", wanted, key=key))
        return Seat(self, table, taken["seat"], taken["secret"])

    def watch(self, table: str) -> Seat:
        """Join as a spectator, without a seat."""
        return Seat(self, table, None, "")

    # Requests

    def get(self, path: str, secret: str = "") -> Any:
        return self.ask(self.request(path, secret))

    def post(self, path: str, content: Mapping[str, Any], secret: str = "", key: str = "") -> Any:
        return self.ask(self.request(path, secret, json.dumps(content).encode(), key))

    def request(self, path: str, secret: str, body: bytes | None = None, key: str = "") -> urllib.request.Request:
        headers = {"accept-language": self.language, "content-type": "application/json"}
        if key:
            headers["idempotency-key"] = key
        if secret:
            headers["authorization"] = f"Bearer {secret}"
        return urllib.request.Request(f"{self.address}/api/v1{path}", body, headers)

    def ask(self, request: urllib.request.Request) -> Any:
        with self.open(request) as answer:
            return json.load(answer)

    def open(self, request: urllib.request.Request) -> http.client.HTTPResponse:
        try:
            answer: http.client.HTTPResponse = urllib.request.urlopen(request, timeout=SILENCE)
        except urllib.error.HTTPError as error:
            with error:
                raise refusal_of(error.code, error.read()) from None
        return answer


class Seat:
    """A seat at a table and its secret; a spectator has neither."""

    def __init__(
        self, client: Client, table: str, seat: int | None, secret: str, invitations: Mapping[int, str] | None = None
    ) -> None:
        self.client = client
        self.table = table
        self.seat = seat
        self.secret = secret
        self.invitations = dict(invitations or {})  # for friends, by seat

    def position(self) -> Position:
        """The position: board, choices and recent events."""
        found: Position = self.get("")
        return found

    def act(self, action: str, number: int) -> int:
        """Choose in the position of this number. Retried after a lost connection; the server counts it once."""
        return retried(lambda: self.post("/actions", action=action, number=number))

    def undo(self) -> int:
        key = token_hex(KEY_BYTES)
        return retried(lambda: self.post("/undo", key))

    def chat(self, text: str) -> int:
        key = token_hex(KEY_BYTES)
        return retried(lambda: self.post("/chat", key, text=text))

    def record(self) -> dict[str, Any]:
        """The complete game, once it is over."""
        found: dict[str, Any] = self.get("/record")
        return found

    def events(self, since: int = 0) -> Iterator[Position]:
        """Each new position with the events since the previous one; reconnects after a lost connection."""
        pause = delays()
        while True:
            try:
                with self.client.open(self.client.request(self.path(f"/events?since={since}"), self.secret)) as stream:
                    for number, data in server_sent(stream):
                        pause = delays()
                        since = number
                        yield json.loads(data)
            except Refusal as refusal:
                if refusal.status < 500:
                    raise
            except LOST:
                pass
            time.sleep(next(pause))

    def play(self, choose: Choose) -> Position:
        """Answer every question until the game is over; return the last position."""
        for position in self.events():
            while position["actions"]:
                try:
                    self.act(choose(position), position["number"])
                except Refusal as refusal:
                    if refusal.status != 409:  # 409: the position changed meanwhile, so read it again
                        raise
                position = self.position()
            if position["status"] == "over":
                return position
        raise AssertionError("events never end")

    def get(self, path: str) -> Any:
        return self.client.get(self.path(path), self.secret)

    def post(self, path: str, key: str = "", /, **content: Any) -> int:
        number: int = self.client.post(self.path(path), content, self.secret, key)["number"]
        return number

    def path(self, path: str) -> str:
        return f"/tables/{quote(self.table)}{path}"


def retried(call: Callable[[], T]) -> T:
    """Retry after a lost connection: with the same number or key the server counts the request once."""
    for wait in delays(TRIES):
        try:
            return call()
        except LOST:
            time.sleep(wait)
    return call()


def delays(number: int | None = None) -> Iterator[float]:
    """Seconds to wait before each retry, increasing."""
    wait = FIRST_DELAY
    while number is None or number > 0:
        yield wait
        wait = min(LONGEST_DELAY, wait * 2)
        number = None if number is None else number - 1


def server_sent(stream: Iterable[bytes]) -> Iterator[tuple[int, str]]:
    """Number and data of each event; comments and other fields are skipped."""
    number, data = 0, ""
    for raw in stream:
        line = raw.decode().rstrip("\n")
        if line.startswith("id: "):
            number = int(line[4:])
        elif line.startswith("data: "):
            data = line[6:]
        elif not line and data:
            yield number, data
            data = ""


def refusal_of(status: int, body: bytes) -> Refusal:
    try:
        content = json.loads(body)
        return Refusal(status, str(content["detail"]), str(content.get("code", "")))
    except (ValueError, KeyError, TypeError, AttributeError):
        return Refusal(status, body.decode(errors="replace")[:200])
