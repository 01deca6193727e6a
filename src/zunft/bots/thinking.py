"""Tables that a program searches on during one decision: guesses and their continuations, never the true table.

A bot in another language does not implement the rules; it requests guesses, clones them, steps them and plays them
to the end by messages of the line protocol, docs/protocol.md.
"""

from __future__ import annotations

import random
from typing import Any, Final

from zunft.bots.seat import without_journal
from zunft.core.errors import IllegalAction, ZunftError
from zunft.core.play import deal, play, playout
from zunft.core.state import State

REQUESTS: Final = ("guess", "clone", "step", "playout", "forget")
MOST_TABLES: Final = 1000  # per program at once


class BadRequest(ZunftError):
    """A request that cannot be answered; the message says why."""


class Thinking:
    """The tables of one decision, by number."""

    def __init__(self, state: State, player: int, rng: random.Random) -> None:
        self.seat = without_journal(state)
        self.player = player
        self.rng = rng
        self.tables: dict[int, State] = {}
        self.number = 0

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """The reply to one message; for an invalid request, the reason."""
        try:
            return self.carried_out(request)
        except (BadRequest, IllegalAction) as error:
            return {"type": "refused", "reason": str(error)}

    def carried_out(self, request: dict[str, Any]) -> dict[str, Any]:
        match request["type"]:
            case "guess":
                return self.shown(self.keep(self.seat.resample(self.player, self.rng)), request)
            case "clone":
                return self.shown(self.keep(self.table(request).clone()), request)
            case "step":
                return self.shown(self.stepped(request), request)
            case "playout":
                return self.played_out(request)
            case _:
                self.tables.pop(integer(request, "table"), None)
                return {"type": "forgotten"}

    def keep(self, table: State) -> int:
        if len(self.tables) >= MOST_TABLES:
            raise BadRequest(f"at most {MOST_TABLES} tables are kept; forget some")
        self.number += 1
        self.tables[self.number] = table
        return self.number

    def table(self, request: dict[str, Any]) -> State:
        number = integer(request, "table")
        if number not in self.tables:
            raise BadRequest(f"there is no table {number}")
        return self.tables[number]

    def stepped(self, request: dict[str, Any]) -> int:
        """Apply one action of the current decider, then chance."""
        table = self.table(request)
        play(table, integer(request, "action"), self.asked(table))
        deal(table, self.rng)
        return integer(request, "table")

    def played_out(self, request: dict[str, Any]) -> dict[str, Any]:
        """Play a random game to the end from a copy of this table."""
        end = self.table(request).clone()
        playout(end, self.rng)
        return {"type": "played", "scores": end.scores(), "winners": end.winners()}

    def asked(self, table: State) -> int | None:
        """Who decides: during a sealed choice the bot itself first."""
        return self.player if self.player in table.deciders() else None

    def shown(self, number: int, request: dict[str, Any]) -> dict[str, Any]:
        table = self.tables[number]
        own = self.asked(table)
        player = table.current_player() if own is None else own
        actions = table.legal_actions(player) if not table.is_over() else []
        found: dict[str, Any] = {
            "type": "table",
            "table": number,
            "player": None if table.is_over() else player,
            "actions": actions,
            "over": table.is_over(),
            "scores": table.scores(),
            "winners": table.winners(),
        }
        if request.get("texts") is True:
            found["texts"] = [table.setting.game.text(action) for action in actions]
        if request.get("view") is True:
            found["view"] = table.view(self.player if player < 0 else player)
        return found


def integer(request: dict[str, Any], key: str) -> int:
    value = request.get(key)
    if type(value) is not int:
        raise BadRequest(f"{key} must be an integer")
    return value
