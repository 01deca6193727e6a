"""A seat at a site, by its link: described in the same words as a local game."""

from __future__ import annotations

import json
import time
import urllib.request
from threading import RLock
from typing import Any, Final
from urllib.parse import urlsplit

from zunft.core.errors import BadOption, IllegalAction, ZunftError
from zunft.core.game import load
from zunft.envs import answers
from zunft.envs.prompt import compose, line, texts, words
from zunft.mcp.sessions import explained, final
from zunft.server.client import Client, Position, Refusal, Seat

MOST_BYTES: Final = 4 * 2**20  # per response of a site
LONGEST_WAIT: Final = 60.0  # seconds to wait for one's turn
PAUSE: Final = 0.5  # seconds between two polls of the site
OVER: Final = "over"
OPEN: Final = "open"
CONFLICT: Final = 409


class SiteRefused(ZunftError):
    """The site cannot be reached, has refused, or sent an invalid response."""


class BoundedClient(Client):
    """Limits the size of a response."""

    def ask(self, request: urllib.request.Request) -> Any:
        with self.open(request) as answer:
            content = answer.read(MOST_BYTES + 1)
        if len(content) > MOST_BYTES:
            raise SiteRefused(f"the site sent more than {MOST_BYTES} bytes")
        return json.loads(content)


def parse(link: str) -> tuple[str, str, str]:
    """Address, table and secret of `https://site/t/<table>/s/<secret>`."""
    parts = urlsplit(link.strip())
    path = parts.path.strip("/").split("/")
    if parts.scheme not in ("http", "https") or not parts.netloc or len(path) < 4 or path[-4::2] != ["t", "s"]:
        raise BadOption("the link of a seat looks like https://site/t/TABLE/s/SECRET")
    prefix = "/".join(path[:-4])
    return f"{parts.scheme}://{parts.netloc}/{prefix}".rstrip("/"), path[-3], path[-1]


def join(link: str, name: str, language: str) -> SiteGame:
    """Sit down with an invitation, or return to one's own seat."""
    address, table, secret = parse(link)
    client = BoundedClient(address, language)
    try:
        seat = Seat(client, table, None, secret)
        found = seat.position()
        if found["seat"] is None or found["players"][found["seat"]]["kind"] == OPEN:
            seat = client.sit(table, name, invitation=secret)
            found = seat.position()
        return SiteGame(seat, found, language)
    except (Refusal, OSError) as error:
        raise failed(error) from None
    except (ValueError, KeyError, TypeError, IndexError) as error:
        raise SiteRefused(f"the site sent an invalid response: {type(error).__name__}") from None


def failed(error: Refusal | OSError) -> SiteRefused:
    if isinstance(error, Refusal):
        return SiteRefused(f"the site says: {error}")
    reason = getattr(error, "reason", error)  # urllib wraps the system's error
    return SiteRefused(f"the site cannot be reached: {getattr(reason, 'strerror', None) or reason}")


class SiteGame:
    """A game at a site; holds only the position last shown to the seat."""

    def __init__(self, seat: Seat, position: Position, language: str) -> None:
        self.seat, self.language = seat, language
        self.game = load(str(position["game"]))
        self.shown = position
        self.chosen_at = 0  # the position's number when the last choice was made
        self.choice = ""
        self.lock = RLock()

    def look(self, wait: float = 0.0) -> Position:
        """The current position; waits up to `wait` seconds until the seat has something to decide."""
        end = time.monotonic() + min(wait, LONGEST_WAIT)
        try:
            self.shown = self.seat.position()
            while not self.shown["actions"] and self.shown["status"] != OVER and time.monotonic() < end:
                time.sleep(PAUSE)
                self.shown = self.seat.position()
        except (Refusal, OSError) as error:
            raise failed(error) from None
        return self.shown

    def say(self) -> Any:
        return texts(self.game, self.language).with_names([str(one["name"]) for one in self.shown["players"]])

    def prompt(self, wait: float = 0.0) -> str:
        found = self.look(wait)
        if found["view"] is None:
            return "The game has not begun: some seats are still open. Ask for the position again later."
        lines = [str(entry["text"]) for entry in found["log"] if entry["number"] > self.chosen_at]
        return compose(self.game, found["view"], self.legal(), self.choice, lines, self.say())

    def legal(self) -> list[int]:
        return [self.game.parse(str(action["text"])) for action in self.shown["actions"]]

    def choices(self) -> str:
        self.look()
        return explained(self.game, self.legal(), self.shown["view"], self.say())

    def choose(self, choice: str) -> None:
        found = self.look()
        if not found["actions"]:
            raise IllegalAction("the game is over" if found["status"] == OVER else "it is not your turn; wait for it")
        legal = self.legal()
        labels = [str(action["label"]) for action in found["actions"]]
        action = answers.read(choice, legal, [self.game.text(action) for action in legal], labels)
        chosen = line(self.game, action, found["view"], self.say())
        try:
            self.seat.act(self.game.text(action), found["number"])
        except Refusal as refusal:
            again = "; the position has changed, read it again" if refusal.status == CONFLICT else ""
            raise IllegalAction(f"the site says: {refusal.reason}{again}") from None
        except OSError as error:
            raise failed(error) from None
        self.chosen_at = found["number"]
        self.choice = words(self.language).say("text.chosen", choice=chosen)

    def log(self) -> list[str]:
        return [str(entry["text"]) for entry in self.look()["log"]]

    def result(self) -> str:
        if self.shown["status"] != OVER:
            return ""
        players = self.shown["players"]
        winners = [str(one["name"]) for one in players if one["won"]]
        return final([str(one["name"]) for one in players], [one["points"] for one in players], winners)
